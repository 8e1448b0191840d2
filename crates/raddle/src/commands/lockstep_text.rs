//! `raddle lockstep`: the lock-step program of a kernel (paper 000) as text.

use crate::Failed;
use crate::subject::Unprepared;
use crate::subject::choose::choose;
use crate::subject::input::{Input, place};
use crate::subject::load::{all_sources, load, sources_of};
use crate::subject::prepare::inlined;
use raddle_compile::CompileOptions;
use raddle_ir::clock::Deadline;
use raddle_ir::{Func, Function};
use raddle_lockstep::{LockStep, NotNormal, normalise, text};
use raddle_report::{Diagnostic, Rule};
use std::path::Path;

/// How a lock-step program is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Emit {
    /// In the notation of paper 000's figure 7, with the IR's operations.
    Rir,
    /// As input of the Boogie verifier, for this number of threads.
    Boogie {
        /// How many threads.
        threads: usize,
    },
}

/// The lock-step programs of a file's kernels: of all, or of those named.
///
/// A kernel of a `.rir` file is taken as it stands, with its mutable scalars; others are prepared as for `check`.
///
/// # Errors
/// When the input is wrong, has no such kernel, recurses, or has an irreducible control flow.
pub fn lockstep_text(
    file: &Path,
    kernels: &[String],
    emit: Emit,
    options: &CompileOptions,
) -> Result<String, Failed> {
    let mut input = load(file, options).map_err(|errors| Failed { errors, sources: sources_of(file) })?;
    let failed = |input: &Input, errors| Failed { errors, sources: all_sources(input, file) };
    let chosen = choose(&input, kernels).map_err(|errors| failed(&input, errors))?;
    let mut texts = Vec::new();
    for func in chosen {
        let function = kernel(&mut input, file, func).map_err(|errors| failed(&input, errors))?;
        let normal =
            normalise(&function).map_err(|error| failed(&input, vec![not_normal(&input, &error)]))?;
        let program = LockStep::new(&normal);
        texts.push(match emit {
            Emit::Rir => text::rir::rir(&input.module, &program),
            Emit::Boogie { threads } => text::boogie::boogie(&input.module, &program, threads),
        });
    }
    Ok(texts.join("\n"))
}

fn kernel(input: &mut Input, file: &Path, func: Func) -> Result<Function, Vec<Diagnostic>> {
    if file.extension().is_some_and(|e| e.eq_ignore_ascii_case("rir")) {
        return Ok(input.module.functions[func].clone());
    }
    inlined(input, func, Deadline::default()).map_err(Unprepared::into_errors)
}

fn not_normal(input: &Input, error: &NotNormal) -> Diagnostic {
    let diagnostic = Diagnostic::new(Rule::InputInvalid, error.to_string());
    match error {
        NotNormal::Irreducible { loc, .. } if input.module.sources.contains(*loc) => {
            diagnostic.primary(place(input, *loc), "this jump enters the cycle")
        }
        _ => diagnostic,
    }
}
