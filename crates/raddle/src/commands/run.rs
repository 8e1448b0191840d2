//! `raddle run`: executes a launch on the reference machine, on plain values, and shows its buffers.

use crate::Failed;
use crate::options::{CtaChoice, Options};
use crate::subject::buffers::{element_of, pointee_of};
use crate::subject::choose::choose;
use crate::subject::input::{Input, place};
use crate::subject::kernel::Kernel;
use crate::subject::launch::{block_of, fixed, in_blocks, launch_of};
use crate::subject::load::{load, sources_of};
use crate::subject::names;
use crate::subject::params::{key_of, name, param_name, points};
use crate::subject::prepare::prepare;
use crate::words::events::waits;
use crate::words::unknown;
use raddle_ir::pointee::Pointee;
use raddle_ir::{ApproxFn, Base, Function, InstKind, LocId, PureOp, Type};
use raddle_machine::Concrete;
use raddle_machine::domain::{Cause, ObjectId, Reason};
use raddle_machine::launch::{BufferContent, LaunchError, WhichCta};
use raddle_machine::machine::{Machine, Options as MachineOptions};
use raddle_machine::monitor::{Issue, Monitor};
use raddle_machine::objects::{ObjectInfo, ObjectKind, Objects};
use raddle_machine::outcome::Outcome;
use raddle_machine::program::Program;
use raddle_report::{Diagnostic, Rule, Terms};
use std::fmt::Write;
use std::path::Path;

/// What a run printed, and its exit code: 0 when it ended, 1 when it did not end well, 2 when it reached a limit.
#[derive(Clone, Debug)]
pub struct Ran {
    /// For people.
    pub text: String,
    /// For scripts.
    pub exit_code: u8,
}

/// Executes one kernel of a file: all CTAs of the grid one after another, or the chosen one. Buffers
/// whose contents are not given begin with zeros. The first `show` elements of each are shown.
///
/// # Errors
/// When the input is wrong or the launch is incomplete.
pub fn run(file: &Path, options: &Options, show: usize) -> Result<Ran, Failed> {
    let sources = sources_of(file);
    let fail = |errors| Failed { errors, sources: sources.clone() };
    let mut input = load(file, &options.compile).map_err(fail)?;
    let kernels = choose(&input, &options.which.kernels).map_err(fail)?;
    let [func] = kernels.as_slice() else {
        let names: Vec<String> =
            kernels.iter().map(|&f| names::source_name(&input.module.functions[f].name)).collect();
        let error = Diagnostic::new(Rule::InputKernel, "there are several kernels to run")
            .help(format!("choose one with --kernel: {}", names.join(", ")));
        return Err(fail(vec![error]));
    };
    name(&mut input, &kernels, &options.launch.names).map_err(fail)?;
    let launch = in_blocks(&input.module, &input.module.functions[*func], &options.launch);
    let launch = launch.map_err(|error| fail(vec![error]))?;
    let options = &Options { launch, ..options.clone() };
    let function = &prepare(&mut input, *func, options).map_err(fail)?;
    let no_size = |text: &str, help: &str| fail(vec![Diagnostic::new(Rule::InputLaunch, text).help(help)]);
    let terms = input.terms();
    let Terms { blocks, threads, block_size, option_block, .. } = terms;
    let sizes = block_of(function, &options.launch);
    let sizes = sizes
        .ok_or_else(|| no_size(&format!("no {block_size} is given"), &format!("pass {option_block}")))?;
    let block = fixed(sizes)
        .filter(|_| options.launch.grid.is_none_or(|grid| fixed(grid).is_some()))
        .ok_or_else(|| no_size("a free size (`*`) cannot be run", "give a number for each dimension"))?;
    let mut launch = launch_of(&input.module, function, block, &options.launch).map_err(fail)?;
    let grid = *launch.grid.get_or_insert([1; 3]);
    launch.can_run(function).map_err(|error| fail(vec![cannot_run(&error, terms)]))?;
    if let Some(wait) = function.grid_syncs().next().filter(|_| grid != [1; 3]) {
        let text = format!(
            "{blocks} wait for each other here, and `raddle run` executes one {} after another",
            terms.block
        );
        let error =
            Diagnostic::new(Rule::InputLaunch, text).primary(place(&input, function.insts[wait].loc), "");
        let help = format!("pass {}; `raddle check` compares {threads} of all {blocks}", terms.option_alone);
        return Err(fail(vec![error.help(help)]));
    }
    let missing = missing(function, &launch);
    if !missing.is_empty() {
        return Err(fail(missing));
    }
    let program = Program::decode(&input.module, function).expect("a kernel with a body was chosen");
    let limits = MachineOptions {
        max_steps: options.run.steps(),
        deadline: options.begin().time.deadline,
        ..MachineOptions::default()
    };
    let machine = Machine::with_domain(&program, launch.clone(), limits, Concrete::near());
    let mut machine = machine.expect("a valid launch");
    let mut seen = OutOfBounds { cta: launch.cta, found: Vec::new() };
    let ended = match (options.launch.cta, launch.cta) {
        (CtaChoice::One(_), WhichCta::At(cta)) => match machine.run(&mut seen) {
            Outcome::Done => Ok(()),
            other => Err((cta, other)),
        },
        _ => machine.run_grid(&mut seen),
    };
    let mut text = String::new();
    let mut exit_code = 0;
    if let Err((cta, outcome)) = ended {
        // What did not end in time may be right or wrong.
        exit_code = match &outcome {
            Outcome::StepLimit { .. } | Outcome::MemoryLimit { .. } | Outcome::TimeLimit { .. } => 2,
            _ => 1,
        };
        let _ = writeln!(text, "{}: {}", terms.block_at(cta), unknown::ended(&outcome, terms));
        match outcome {
            Outcome::Trap { site, .. } | Outcome::BarrierError { site, .. } => {
                let _ = writeln!(text, "  at {}", place(&input, site.loc));
            }
            Outcome::StepLimit { site: Some(site), .. } => {
                let _ = writeln!(text, "  at {}, when it stopped", place(&input, site.loc));
            }
            Outcome::Deadlock(deadlock) => {
                let objects = machine.objects();
                let kernel = Kernel { input: &input, function, launch: &launch, cta, objects };
                for wait in waits(&kernel.machine_deadlock(&deadlock), terms) {
                    let _ = writeln!(text, "  {wait}");
                }
            }
            Outcome::Unknown(unknown) => {
                for stuck in &unknown.stuck {
                    let _ = writeln!(text, "  at {}", place(&input, stuck.site.loc));
                }
            }
            _ => {}
        }
    }
    for (cta, issue) in &seen.found {
        let Issue::OutOfBounds { thread, object, offset, size, site, .. } = issue else { continue };
        exit_code = 1;
        let (info, offset) = nearest(machine.objects(), *object, *offset);
        let of = match info.size {
            Some(bytes) => format!("`{}`, which has {bytes} bytes", names::variable_name(&info.name)),
            None => format!("`{}`", names::variable_name(&info.name)),
        };
        let (thread, at) = (format!("{} {thread}", terms.thread), place(&input, site.loc));
        let thread = match cta {
            WhichCta::At(cta) if grid != [1; 3] => format!("{thread} of {}", terms.block_at(*cta)),
            _ => thread,
        };
        let _ = writeln!(
            text,
            "out of bounds: {thread} accesses {size} bytes at byte {offset} of {of}\n  at {at}"
        );
    }
    for (object, info) in machine.objects().iter() {
        let ObjectKind::Buffer { param: Some(param), .. } = info.kind else { continue };
        let of = numbers_of(function, param as usize);
        let ty = of.ty;
        let width = u64::from(ty.bytes().max(1));
        let bytes = machine.first_bytes(object, width.saturating_mul(show as u64));
        let count = info.size.unwrap_or(0) / width;
        let shown: Vec<String> = bytes.chunks_exact(width as usize).map(|b| number(of, b)).collect();
        let more = if count > show as u64 { format!(" … ({count} elements)") } else { String::new() };
        let zeros = launch
            .buffers
            .iter()
            .any(|b| b.param == param as usize && matches!(b.content, BufferContent::Size(_)));
        let begin = if zeros { "  (initially zero)" } else { "" };
        let unsigned = if of.signed { "" } else { "unsigned " };
        let _ = writeln!(text, "{}: {unsigned}{ty} [{}]{more}{begin}", info.name, shown.join(", "));
    }
    tell_taken(&mut text, &input, &machine);
    if text.is_empty() {
        text.push_str("the kernel ended; it has no buffers to show\n");
    }
    Ok(Ran { text, exit_code })
}

/// The object that a place belongs to, and the place from its start. Where no object has the address, it is the one that is nearest.
fn nearest(objects: &Objects, object: ObjectId, offset: i64) -> (&ObjectInfo, i64) {
    let info = objects.info(object);
    if info.kind != ObjectKind::Absolute {
        return (info, offset);
    }
    let from = |other: &ObjectInfo| offset.wrapping_sub(other.address.cast_signed());
    let distance = |other: &&ObjectInfo| {
        let size = other.size.unwrap_or(0).cast_signed();
        let from = from(other);
        if from < 0 { from.unsigned_abs() } else { from.abs_diff(size) }
    };
    let has_address =
        |other: &&ObjectInfo| matches!(other.kind, ObjectKind::Buffer { .. } | ObjectKind::Module(_));
    let all = objects.iter().map(|(_, other)| other).filter(has_address);
    all.min_by_key(distance).map_or((info, offset), |other| (other, from(other)))
}

/// The error for a launch that the machine does not run.
pub(crate) fn cannot_run(error: &LaunchError, terms: &Terms) -> Diagnostic {
    let diagnostic = Diagnostic::new(Rule::InputLaunch, terms.translated(&error.to_string()));
    match error {
        LaunchError::TooManyToRun(_) => {
            let Terms { block_size, threads, .. } = terms;
            diagnostic.help(format!(
                "give a smaller {block_size}: GPUs allow at most 1024 {threads}, and at most 64 in z"
            ))
        }
        _ => diagnostic,
    }
}

/// Accesses that leave their objects: the first at each instruction.
struct OutOfBounds {
    /// The block that runs.
    cta: WhichCta,
    /// What was found, and in which block.
    found: Vec<(WhichCta, Issue)>,
}

impl Monitor for OutOfBounds {
    fn start(&mut self, cta: WhichCta) {
        self.cta = cta;
    }

    fn issue(&mut self, issue: Issue) {
        if matches!(issue, Issue::OutOfBounds { .. }) {
            self.found.push((self.cta, issue));
        }
    }
}

/// How many places of one kind are named.
const NAMED: usize = 12;

/// Says which results are not the device's: those that the host computes instead, and what is taken to be 0.
fn tell_taken(text: &mut String, input: &Input, machine: &Machine<'_, Concrete>) {
    // What a buffer begins with is said beside it.
    let assumed = machine.domain().assumed().filter(|cause| !matches!(cause.reason, Reason::Content(_)));
    let kinds = [
        (
            places_of(input, machine.domain().approximated()),
            "computed by the host: a device may differ in the last digits",
        ),
        (places_of(input, assumed), "not computed, and assumed to be 0"),
    ];
    for (places, what) in kinds.iter().filter(|(places, _)| !places.is_empty()) {
        let _ = writeln!(text, "{what}:");
        for line in places.iter().take(NAMED) {
            let _ = writeln!(text, "  {line}");
        }
        if places.len() > NAMED {
            let _ = writeln!(text, "  and {} more", places.len() - NAMED);
        }
    }
}

/// What each cause is and where, in the order of the places, each once.
fn places_of(input: &Input, causes: impl Iterator<Item = Cause>) -> Vec<String> {
    let mut places: Vec<(LocId, String)> = causes.map(|c| (c.site.loc, taken(&c.reason))).collect();
    places.sort();
    places.dedup();
    let mut lines: Vec<String> = Vec::new();
    for (loc, what) in places {
        let line = format!("{what} at {}", place(input, loc));
        if !lines.contains(&line) {
            lines.push(line);
        }
    }
    lines
}

/// What has no value that PTX, or the input, gives.
fn taken(reason: &Reason) -> String {
    let opcode = |f: ApproxFn| match f {
        ApproxFn::Div => "div.approx or div.full".to_owned(),
        f => format!("{f:?}.approx").to_lowercase(),
    };
    match reason {
        Reason::Approximate(function) => format!("`{}`", opcode(*function)),
        Reason::Opaque(name) | Reason::Call(name) => {
            let name = name.strip_prefix("__raddle_math_").unwrap_or(name);
            format!("`{}`", names::source_name(name))
        }
        Reason::Unspecified(PureOp::DivS | PureOp::DivU | PureOp::RemS | PureOp::RemU) => {
            "a division by zero, or one that overflows,".to_owned()
        }
        Reason::UninitialisedMemory(_) => "memory that was not written before, read".to_owned(),
        Reason::Uninitialised => "a register that was not written before, read".to_owned(),
        Reason::Special(special) => format!("{special:?}").to_lowercase(),
        other => format!("a value ({other})"),
    }
}

/// Does a kernel read a parameter, or access what it points to?
fn is_read(function: &Function, param: usize) -> bool {
    let data = &function.params[param];
    let (start, end) = (data.offset as i64, (data.offset + data.size) as i64);
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.any(|&inst| {
        let data = &function.insts[inst];
        let base = match &data.kind {
            InstKind::Load { addr, .. } if addr.base == Base::Params => {
                let bytes: u32 = data.results.iter().map(|&value| function.ty(value).bytes().max(1)).sum();
                return addr.index.is_some() || addr.offset < end && start < addr.offset + i64::from(bytes);
            }
            InstKind::AddrOf { base, .. } => Some(*base),
            kind => kind.address().map(|addr| addr.base),
        };
        matches!(base, Some(Base::Params)) || base == Some(Base::Buffer(param as u32))
    })
}

/// Parameters that a run needs and that are not given.
fn missing(function: &Function, launch: &raddle_machine::launch::Launch) -> Vec<Diagnostic> {
    let given =
        |n: usize| launch.args.iter().any(|a| a.param == n) || launch.buffers.iter().any(|b| b.param == n);
    let absent = function.params.iter().enumerate().filter(|(n, _)| !given(*n) && is_read(function, *n));
    absent
        .map(|(n, param)| {
            let name = param_name(param);
            let key = key_of(function, n);
            let pointer = points(function, n);
            let help = match pointer {
                true => format!("pass --buffer {key}=N, its number of elements, or --buffer {key}=FILE.npy"),
                false => format!("pass --arg {key}=VALUE"),
            };
            Diagnostic::new(Rule::InputArgument, format!("parameter `{name}` is not given")).help(help)
        })
        .collect()
}

/// The numbers of a buffer: what the source says, or else by the first access to it, with a sign. (A copy of floating-point
/// numbers may go by integers.)
fn numbers_of(function: &Function, param: usize) -> Pointee {
    if let Some(of) = pointee_of(function, param) {
        return of;
    }
    let insts = function.order.iter().flat_map(|&b| &function.blocks[b].insts);
    let mut types = insts.filter_map(|&inst| {
        let data = &function.insts[inst];
        let to_it = data.kind.address()?.base == Base::Buffer(param as u32);
        let value = match &data.kind {
            InstKind::Store { values, .. } => values.first().copied(),
            InstKind::Atomic { args, .. } => args.first().copied(),
            _ => data.results.first().copied(),
        };
        value.filter(|_| to_it).map(|v| function.ty(v))
    });
    let width = || Type::int(8 * element_of(function, param)).unwrap_or(Type::I32);
    Pointee { ty: types.next().unwrap_or_else(width), signed: true, lanes: 1 }
}

/// A number as text. A byte that was neither given nor written is 0, as the kernel reads it.
fn number(of: Pointee, bytes: &[Option<u8>]) -> String {
    let ty = of.ty;
    let byte = |(n, byte): (usize, &Option<u8>)| u128::from(byte.unwrap_or(0)) << (8 * n);
    let bits: u128 = bytes.iter().enumerate().map(byte).sum();
    match ty {
        Type::F16 | Type::Bf16 | Type::F32 | Type::F64 => raddle_ir::eval::to_f64(ty, bits).to_string(),
        _ if !of.signed => bits.to_string(),
        _ => {
            let unused = 128 - ty.bits();
            ((bits << unused) as i128 >> unused).to_string()
        }
    }
}
