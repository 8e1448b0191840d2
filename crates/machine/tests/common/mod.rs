//! What the machine's tests share: kernels as PTX text, prepared and run.
#![allow(dead_code)]

use raddle_ir::{Function, Language, Module};
use raddle_machine::monitor::{BarrierEvent, WarpAccess, WarpSyncEvent};
use raddle_machine::{
    Arg, Buffer, BufferContent, Buffers, Cause, Domain, Event, Issue, Launch, Loads, Machine, Monitor,
    Options, Outcome, Program, Reason, Recorder, Scheduler, Stores, Wanted, WarpRecorder,
};

use std::collections::{BTreeSet, HashMap};

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
    let options = raddle_ptx::lower::Options { language, ..Default::default() };
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
    let mut both = Both::new(machine.launch());
    let outcome = machine.run(&mut both);
    let recorder = both.checked();
    // Another schedule is another run: slicing makes turns longer.
    if !matches!(options.scheduler, Scheduler::Random(_)) {
        for values in [Stores::None, Stores::All] {
            let wanted = Wanted { values, buffers: buffers::<D>(), loads: Loads::All, atomics: false };
            sliced::<D>(kernel, machine.launch(), options, &wanted, &recorder, &outcome);
        }
    }
    (recorder, outcome)
}

/// What a sliced run may take to be known of buffers: the launches here give no pointer as a number.
pub fn buffers<D: Domain>() -> Buffers {
    if D::CONCRETE { Buffers::Numbers } else { Buffers::Apart }
}

/// Runs the sliced kernel and compares it with the run of the whole kernel, except for the step limit. How many steps it has.
pub fn sliced<D: Domain + Default>(
    kernel: &Kernel,
    launch: &Launch,
    options: Options,
    wanted: &Wanted,
    full: &Recorder,
    end: &Outcome,
) -> usize {
    let program = Program::decode_sliced(&kernel.module, &kernel.function, wanted).unwrap();
    if matches!(end, Outcome::StepLimit { .. } | Outcome::TimeLimit { .. }) {
        return program.len();
    }
    let mut machine = Machine::<D>::new(&program, launch.clone(), options).unwrap();
    let mut both = Both::new(launch);
    let outcome = machine.run(&mut both);
    let recorder = both.checked();
    assert_eq!(without_sites(&outcome), without_sites(end));
    assert_eq!(recorder.exited, full.exited);
    let mine: Vec<_> = recorder.issues.iter().map(causes_of).collect();
    let mut all: Vec<_> = full.issues.iter().map(causes_of).collect();
    // A branch that makes no difference is not stepped over where it is not taken at all.
    all.retain(|i| !matches!(i.0, Issue::SteppedOver { cyclic: false, .. }) || mine.contains(i));
    assert_eq!(mine.len(), all.len());
    for ((mine, why), (all, why_all)) in mine.iter().zip(&all) {
        // Of many causes not all are kept, and which ones depends on what else there is.
        let few = why.len().min(why_all.len()) < 6;
        assert!(mine == all && (why == why_all || !few), "{mine:?} {why:?}\n{all:?} {why_all:?}");
    }
    let (mut names, mut back) = (HashMap::new(), HashMap::new());
    for (mine, all) in recorder.threads.iter().zip(&full.threads) {
        assert_eq!(mine.len(), all.len());
        for (&a, &b) in mine.iter().zip(all) {
            let (Event::Access { value: x, kind, .. }, Event::Access { value: y, .. }) = (&a, &b) else {
                assert_eq!(a, b);
                continue;
            };
            let write = *kind == raddle_machine::AccessKind::Write;
            if let (Some(x), Some(y)) = (x, y) {
                assert_eq!((*names.entry(*x).or_insert(*y), *back.entry(*y).or_insert(*x)), (*y, *x));
            } else if wanted.values == Stores::All && write {
                assert_eq!(x, y);
            }
            assert_eq!(without_value(a), without_value(b));
        }
    }
    program.len()
}

fn without_value(mut event: Event) -> Event {
    if let Event::Access { value, .. } = &mut event {
        *value = None;
    }
    event
}

/// The causes as a set of reasons: their order and their sites may differ.
fn reduced(causes: &mut Vec<Cause>) -> BTreeSet<Reason> {
    causes.drain(..).map(|c| c.reason).collect()
}

fn causes_of(issue: &Issue) -> (Issue, BTreeSet<Reason>) {
    let mut issue = issue.clone();
    let reasons = match &mut issue {
        Issue::UnknownAddress { causes, .. } | Issue::SteppedOver { causes, .. } => reduced(causes),
        _ => BTreeSet::new(),
    };
    (issue, reasons)
}

fn without_sites(outcome: &Outcome) -> (Outcome, Vec<BTreeSet<Reason>>) {
    let mut outcome = outcome.clone();
    let reasons = match &mut outcome {
        Outcome::Unknown(unknown) => unknown.stuck.iter_mut().map(|s| reduced(&mut s.causes)).collect(),
        _ => Vec::new(),
    };
    (outcome, reasons)
}

/// Records a run by thread and by warp.
pub struct Both {
    threads: Recorder,
    warps: WarpRecorder,
}

impl Both {
    pub fn new(launch: &Launch) -> Self {
        let threads = launch.threads();
        Self { threads: Recorder::new(threads), warps: WarpRecorder::new(threads, launch.warp_size, true) }
    }

    /// The record by thread, which is the same as that by warp.
    pub fn checked(self) -> Recorder {
        let expanded = self.warps.expand();
        assert_eq!(expanded.threads, self.threads.threads);
        assert_eq!(expanded.exited, self.threads.exited);
        assert_eq!(expanded.issues, self.threads.issues);
        assert_eq!(self.warps.len(), self.threads.len() as u64);
        for (n, events) in (0..).zip(&self.threads.threads) {
            assert_eq!(self.warps.thread_len(n), events.len());
        }
        for entry in self.warps.warps().iter().flatten() {
            let group = self.warps.act(*entry).group;
            assert!(group == 0 || entry.lanes & !group == 0, "who acts executes the instruction");
        }
        let made: u32 = self.warps.makers().iter().flatten().map(|(_, lanes)| lanes.count_ones()).sum();
        assert!(u64::from(made) <= self.warps.len());
        self.threads
    }
}

impl Monitor for Both {
    fn access(&mut self, access: &WarpAccess<'_>) {
        self.threads.access(access);
        self.warps.access(access);
    }
    fn barrier(&mut self, event: &BarrierEvent) {
        self.threads.barrier(event);
        self.warps.barrier(event);
    }
    fn warp_sync(&mut self, event: &WarpSyncEvent) {
        self.threads.warp_sync(event);
        self.warps.warp_sync(event);
    }
    fn together(&mut self, warp: u32, lanes: u32) {
        self.warps.together(warp, lanes);
    }
    fn exit(&mut self, warp: u32, first_thread: u32, lanes: u32) {
        self.threads.exit(warp, first_thread, lanes);
        self.warps.exit(warp, first_thread, lanes);
    }
    fn issue(&mut self, issue: Issue) {
        self.threads.issue(issue.clone());
        self.warps.issue(issue);
    }
    fn wants_values(&self) -> bool {
        true
    }
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
