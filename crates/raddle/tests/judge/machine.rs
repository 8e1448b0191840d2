//! Programs on raddle's machine: what their kernels compute there.

use crate::judge::program::Program;
use raddle_ir::{Func, Function, Module, PureOp, passes};
use raddle_machine::{
    Buffer, BufferContent, Concrete, Domain, Launch, Machine, Options, Outcome, Partial, Program as Code,
    Reason, Scheduler, Unwatched,
};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// How a kernel is brought to the machine and run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Way {
    /// As lowered, calls inlined; plain bits.
    Lowered,
    /// After all passes; plain bits.
    Prepared,
    /// After all passes; values known or unknown.
    PreparedPartial,
}

impl Way {
    pub(crate) const ALL: [Self; 3] = [Self::Lowered, Self::Prepared, Self::PreparedPartial];
}

/// Reads a PTX file.
///
/// # Errors
/// The first error of the parser or of the lowering.
pub(crate) fn module(ptx: &str) -> Result<Module, String> {
    let ast =
        raddle_ptx::parse::parse(ptx).map_err(|errors| format!("the PTX does not parse: {}", errors[0]))?;
    raddle_ptx::lower::lower(&ast, ptx, raddle_ptx::lower::Options::default())
        .map_err(|errors| format!("the PTX does not lower: {}", errors[0]))
}

/// What a program returns for each of its inputs, one thread each; `None` for what the machine does not know, which
/// only [`Way::PreparedPartial`] may answer.
///
/// # Errors
/// Why it does not return.
pub(crate) fn run(module: &mut Module, program: &Program, way: Way) -> Result<Vec<Option<u64>>, String> {
    let name = format!("k{}", program.number);
    let (func, _) = module
        .kernels()
        .find(|(_, function)| function.name == name)
        .ok_or_else(|| format!("the PTX has no kernel {name}"))?;
    catch_unwind(AssertUnwindSafe(|| {
        let function = prepare(module, func, way)?;
        match way {
            Way::Lowered | Way::Prepared => {
                execute::<Concrete>(module, &function, program, |domain| doubt(domain, module))
            }
            Way::PreparedPartial => execute::<Partial>(module, &function, program, |_| None),
        }
    }))
    .unwrap_or_else(|_| Err("panic".to_owned()))
}

/// What the machine had to make up. Some of it is no reason to doubt, since its use would show in the result:
/// registers and bytes that nothing was written to, which clang reads where it does not need the bits (the upper half
/// of a `prmt`, the padding of a structure that it copies); and divisions without a result, which it moves out of
/// loops and branches, to where their result may not be used.
fn doubt(domain: &Concrete, module: &Module) -> Option<String> {
    let usual = |reason: &Reason| match reason {
        Reason::Uninitialised | Reason::UninitialisedMemory(_) | Reason::MixedBytes => true,
        Reason::Unspecified(op) => matches!(op, PureOp::DivU | PureOp::DivS | PureOp::RemU | PureOp::RemS),
        _ => false,
    };
    let cause = domain.assumed().find(|cause| !usual(&cause.reason))?;
    let line = module.sources.loc(cause.site.loc).ptx_line;
    Some(format!("{:?} at PTX line {line} was taken to be 0", cause.reason))
}

fn prepare(module: &mut Module, func: Func, way: Way) -> Result<Function, String> {
    match way {
        Way::Lowered => passes::inline(module, func),
        Way::Prepared | Way::PreparedPartial => passes::prepare(module, func),
    }
    .map_err(|error| error.to_string())
}

/// The threads have nothing to do with each other, so how they are scheduled must not show.
fn scheduler(number: u64) -> Scheduler {
    match number % 4 {
        0 => Scheduler::LockStep,
        1 => Scheduler::Random(number),
        2 => Scheduler::WarpSynchronous,
        _ => Scheduler::Independent,
    }
}

fn execute<D: Domain + Default>(
    module: &Module,
    function: &Function,
    program: &Program,
    doubt: impl FnOnce(&D) -> Option<String>,
) -> Result<Vec<Option<u64>>, String> {
    let threads = program.inputs.len();
    let code = Code::decode(module, function).map_err(|error| error.to_string())?;
    let mut launch = Launch::new([threads as u32, 1, 1]);
    launch.grid = Some([1, 1, 1]);
    let input = program.inputs.iter().flatten().flat_map(|word| word.to_le_bytes()).collect();
    launch.buffers = vec![
        Buffer { param: 0, content: BufferContent::Bytes(input), element: 8 },
        Buffer { param: 1, content: BufferContent::Bytes(vec![0; 8 * threads]), element: 8 },
    ];
    let out = function.params[1].offset;
    let options = Options { scheduler: scheduler(program.number), ..Options::default() };
    let mut machine = Machine::<D>::new(&code, launch, options).map_err(|error| error.to_string())?;
    match machine.run(&mut Unwatched) {
        Outcome::Done => {}
        Outcome::Unknown(_) if !D::CONCRETE => return Ok(vec![None; threads]),
        other => return Err(format!("the run ends in {other:?}")),
    }
    if let Some(doubt) = doubt(machine.domain()) {
        return Err(doubt);
    }
    let (_, buffer) = machine.objects().buffers().find(|(offset, _)| *offset == out).ok_or("no output")?;
    let words = machine.bytes(buffer);
    let words = words.chunks_exact(8).map(|bytes| {
        let bytes: Option<Vec<u8>> = bytes.iter().copied().collect();
        bytes?.try_into().ok().map(u64::from_le_bytes)
    });
    Ok(words.collect())
}
