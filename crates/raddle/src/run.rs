//! `raddle run`: executes a launch on the reference machine, on plain values, and shows its buffers.

use crate::input::load;
use crate::ir_text::{choose, inline_error, place, sources_of};
use crate::launch::{block_of, element_of, launch_of, param_name, points};
use crate::options::{CtaChoice, Options};
use crate::{Failed, names};
use raddle_ir::{Base, Function, InstKind, Type};
use raddle_machine::Concrete;
use raddle_machine::launch::{BufferContent, WhichCta};
use raddle_machine::machine::{Machine, Options as MachineOptions};
use raddle_machine::monitor::{Issue, Monitor};
use raddle_machine::objects::ObjectKind;
use raddle_machine::outcome::Outcome;
use raddle_machine::program::Program;
use raddle_report::{Diagnostic, Rule};
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
    let kernels = choose(&input, &options.kernels).map_err(|e| fail(vec![e]))?;
    let [func] = kernels.as_slice() else {
        let names: Vec<String> =
            kernels.iter().map(|&f| names::source_name(&input.module.functions[f].name)).collect();
        let error = Diagnostic::new(Rule::InputKernel, "there are several kernels to run")
            .help(format!("choose one with --kernel: {}", names.join(", ")));
        return Err(fail(vec![error]));
    };
    let function = raddle_ir::passes::prepare(&mut input.module, *func)
        .map_err(|error| fail(vec![inline_error(&input, &error)]))?;
    let function = &function;
    let block = block_of(function, options).ok_or_else(|| {
        let error =
            Diagnostic::new(Rule::InputLaunch, "no block size is given").help("pass --block X[,Y[,Z]]");
        fail(vec![error])
    })?;
    let mut launch = launch_of(&input.module, function, block, options).map_err(fail)?;
    launch.grid.get_or_insert([1; 3]);
    let missing = missing(function, &launch);
    if !missing.is_empty() {
        return Err(fail(missing));
    }
    let program = Program::decode(&input.module, function).expect("a kernel with a body was chosen");
    let limits = MachineOptions {
        max_steps: options.step_limit,
        deadline: options.begin().deadline,
        ..MachineOptions::default()
    };
    let machine = Machine::<Concrete>::new(&program, launch.clone(), limits);
    let mut machine = machine.expect("a valid launch");
    let mut seen = OutOfBounds::default();
    let ended = match (options.cta, launch.cta) {
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
        let _ = writeln!(text, "CTA ({},{},{}): {outcome}", cta[0], cta[1], cta[2]);
        if let Outcome::Trap { site, .. } | Outcome::BarrierError { site, .. } = outcome {
            let _ = writeln!(text, "  at {}", place(&input, site.loc));
        }
    }
    for issue in &seen.0 {
        let Issue::OutOfBounds { thread, object, offset, size, site, .. } = issue else { continue };
        exit_code = 1;
        let info = machine.objects().info(*object);
        let of = match info.size {
            Some(bytes) => format!("`{}`, which has {bytes} bytes", names::variable_name(&info.name)),
            None => format!("`{}`", names::variable_name(&info.name)),
        };
        let _ = writeln!(
            text,
            "out of bounds: thread {thread} accesses {size} bytes at byte {offset} of {of}\n  at {}",
            place(&input, site.loc)
        );
    }
    for (object, info) in machine.objects().iter() {
        let ObjectKind::Buffer { param: Some(param), .. } = info.kind else { continue };
        let ty = element_type(function, param as usize);
        let width = u64::from(ty.bytes().max(1));
        let bytes = machine.first_bytes(object, width.saturating_mul(show as u64));
        let count = info.size.unwrap_or(0) / width;
        let shown: Vec<String> = bytes.chunks_exact(width as usize).map(|b| element(ty, b)).collect();
        let more = if count > show as u64 { format!(" … ({count} elements)") } else { String::new() };
        let zeros = launch
            .buffers
            .iter()
            .any(|b| b.param == param as usize && matches!(b.content, BufferContent::Size(_)));
        let begin = if zeros { "  (began with zeros)" } else { "" };
        let _ = writeln!(text, "{}: {ty} [{}]{more}{begin}", info.name, shown.join(", "));
    }
    if text.is_empty() {
        text.push_str("the kernel ended; it has no buffers to show\n");
    }
    Ok(Ran { text, exit_code })
}

/// Accesses that leave their objects: the first at each instruction.
#[derive(Default)]
struct OutOfBounds(Vec<Issue>);

impl Monitor for OutOfBounds {
    fn issue(&mut self, issue: Issue) {
        if matches!(issue, Issue::OutOfBounds { .. }) {
            self.0.push(issue);
        }
    }
}

/// Parameters that a run needs and nobody gave.
fn missing(function: &Function, launch: &raddle_machine::launch::Launch) -> Vec<Diagnostic> {
    let given =
        |n: usize| launch.args.iter().any(|a| a.param == n) || launch.buffers.iter().any(|b| b.param == n);
    let absent = function.params.iter().enumerate().filter(|(n, _)| !given(*n));
    absent
        .map(|(n, param)| {
            let name = param_name(param);
            let key = if param.source_name.is_some() { name.to_owned() } else { n.to_string() };
            let pointer = points(function, n);
            let help = match pointer {
                true => format!("pass --buffer {key}=N, its number of elements, or --buffer {key}=FILE.npy"),
                false => format!("pass --arg {key}=VALUE"),
            };
            Diagnostic::new(Rule::InputArgument, format!("parameter `{name}` is not given")).help(help)
        })
        .collect()
}

/// The type of the elements of a buffer: what the source says, or else by the first access to it. (A copy of floating-point
/// numbers may go by integers.)
fn element_type(function: &Function, param: usize) -> Type {
    if let Some(ty) = function.params[param].source_type.as_deref().and_then(pointee) {
        return ty;
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
    types.next().unwrap_or_else(|| Type::int(8 * element_of(function, param)).unwrap_or(Type::I32))
}

/// What a pointer of the source points to, if that is a floating-point number: `const float *`.
fn pointee(ty: &str) -> Option<Type> {
    let (inner, _) = ty.rsplit_once('*')?;
    let words = inner.split(|c: char| !(c.is_alphanumeric() || c == '_' || c == '*'));
    let named: Vec<&str> = words
        .filter(|word| !matches!(*word, "" | "const" | "volatile" | "restrict" | "__restrict__"))
        .collect();
    match named[..] {
        ["float"] => Some(Type::F32),
        ["double"] => Some(Type::F64),
        ["half" | "__half" | "_Float16"] => Some(Type::F16),
        ["__nv_bfloat16" | "__bf16"] => Some(Type::Bf16),
        _ => None,
    }
}

/// An element as text; integers are signed. A byte that nobody gave or wrote is 0, as the kernel reads it.
fn element(ty: Type, bytes: &[Option<u8>]) -> String {
    let byte = |(n, byte): (usize, &Option<u8>)| u128::from(byte.unwrap_or(0)) << (8 * n);
    let bits: u128 = bytes.iter().enumerate().map(byte).sum();
    match ty {
        Type::F16 | Type::Bf16 | Type::F32 | Type::F64 => raddle_ir::eval::to_f64(ty, bits).to_string(),
        _ => {
            let unused = 128 - ty.bits();
            ((bits << unused) as i128 >> unused).to_string()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::pointee;
    use raddle_ir::Type;

    #[test]
    fn a_pointer_says_what_it_points_to() {
        assert_eq!(pointee("const float *"), Some(Type::F32));
        assert_eq!(pointee("float *const"), Some(Type::F32));
        assert_eq!(pointee("double *__restrict__"), Some(Type::F64));
        assert_eq!(pointee("float **"), None);
        assert_eq!(pointee("int *"), None);
        assert_eq!(pointee("float"), None);
    }
}
