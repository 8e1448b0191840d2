//! What the machine's tests share: kernels as PTX text, prepared and run.
#![allow(dead_code)]

use raddle_ir::{Function, Language, Module};
use raddle_machine::{
    Arg, Buffer, BufferContent, Domain, Issue, Launch, Machine, Options, Outcome, Program, Reason, Recorder,
};

/// A kernel ready to run.
pub struct Kernel {
    pub module: Module,
    pub function: Function,
}

/// A kernel `k` with these parameters and this body; `%r0` to `%r31` are `.b32`, `%rd0` to `%rd15` `.b64`,
/// `%p0` to `%p7` predicates, `%f0` to `%f7` floats, `%h0` to `%h3` `.b16`.
pub fn kernel(params: &str, body: &str) -> Kernel {
    kernel_in(Language::Ptx, params, body)
}

pub fn kernel_in(language: Language, params: &str, body: &str) -> Kernel {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n.extern .shared .align 16 .b8 dyn[];\n\
         .visible .entry k({params}) {{\n.reg .b32 %r<32>;\n.reg .b64 %rd<16>;\n.reg .pred %p<8>;\n\
         .reg .f32 %f<8>;\n.reg .b16 %h<4>;\n{body}\nret;\n}}\n"
    );
    module(language, &text)
}

pub fn module(language: Language, text: &str) -> Kernel {
    let ast = raddle_ptx::parse::parse(text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let options = raddle_ptx::lower::Options { language };
    let mut module =
        raddle_ptx::lower::lower(&ast, text, options).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let func = module.kernels().next().expect("a kernel").0;
    let function = raddle_ir::passes::prepare(&mut module, func).expect("no recursion");
    Kernel { module, function }
}

/// A launch of one CTA of `threads` threads.
pub fn launch(threads: u32) -> Launch {
    let mut launch = Launch::new([threads, 1, 1]);
    launch.grid = Some([1, 1, 1]);
    launch
}

pub fn with_arg(mut launch: Launch, param: usize, value: u32) -> Launch {
    launch.args.push(Arg { param, bytes: value.to_le_bytes().to_vec() });
    launch
}

pub fn with_buffer(mut launch: Launch, param: usize, words: &[u32]) -> Launch {
    let bytes = words.iter().flat_map(|w| w.to_le_bytes()).collect();
    launch.buffers.push(Buffer { param, content: BufferContent::Bytes(bytes), element: 4 });
    launch
}

/// Runs the CTA and gives its events and its end.
pub fn run<D: Domain + Default>(kernel: &Kernel, launch: Launch) -> (Recorder, Outcome) {
    run_with::<D>(kernel, launch, Options::default())
}

pub fn run_with<D: Domain + Default>(
    kernel: &Kernel,
    launch: Launch,
    options: Options,
) -> (Recorder, Outcome) {
    let program = Program::decode(&kernel.module, &kernel.function).unwrap();
    let mut machine = Machine::<D>::new(&program, launch, options).unwrap();
    let mut recorder = Recorder::new(machine.launch().threads());
    let outcome = machine.run(&mut recorder);
    (recorder, outcome)
}

/// Runs the CTA on numbers and gives the words of the buffer of parameter 0.
pub fn words(kernel: &Kernel, launch: Launch) -> Vec<u32> {
    words_with(kernel, launch, Options::default())
}

pub fn words_with(kernel: &Kernel, launch: Launch, options: Options) -> Vec<u32> {
    let program = Program::decode(&kernel.module, &kernel.function).unwrap();
    let mut machine = Machine::<raddle_machine::Concrete>::new(&program, launch, options).unwrap();
    let mut recorder = Recorder::new(machine.launch().threads());
    assert_eq!(machine.run_grid(&mut recorder), Ok(()), "{:?}", recorder.issues);
    assert_eq!(recorder.issues, [], "nothing is wrong");
    assert_eq!(machine.domain().assumed().count(), 0, "nothing is taken for granted");
    let buffer = machine.objects().buffers().next().expect("a buffer").1;
    let bytes: Vec<u8> = machine.bytes(buffer).into_iter().map(|b| b.unwrap_or(0xee)).collect();
    bytes.chunks(4).map(|c| u32::from_le_bytes(c.try_into().unwrap())).collect()
}

/// The reasons at the root of what the first threads are stuck at.
pub fn reasons(outcome: &Outcome) -> Vec<Reason> {
    match outcome {
        Outcome::Unknown(unknown) => unknown.stuck[0].causes.iter().map(|c| c.reason.clone()).collect(),
        other => panic!("{other:?}"),
    }
}

pub fn has(recorder: &Recorder, what: impl Fn(&Issue) -> bool) -> bool {
    recorder.issues.iter().any(what)
}
