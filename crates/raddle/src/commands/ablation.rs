//! The proof of termination with parts of its method left out, for measurements (paper 004, §6.2 to §6.4).
//!
//! The result is no verdict: over mathematical integers nothing wraps around, so a loop that does not terminate may be reported to end.

use crate::methods::termination::{asked, initialised};
use crate::options::Options;
use crate::subject::choose::choose;
use crate::subject::load::load;
use crate::subject::prepare::prepare;
use raddle_ir::{PureOp, Type};
use raddle_report::Diagnostic;
use raddle_smt::{Term, Terms};
use raddle_symbolic::pure::{Meaning, partial};
use raddle_termination::decide::{Verdict, decide as decide_system};
use raddle_termination::from_kernel::linear::system;
use raddle_termination::from_kernel::{Budget, Ended, Model, alone, decide};
use raddle_termination::solver::Deadline;
use std::path::Path;
use std::time::{Duration, Instant};

/// What the method does without.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Without {
    /// It is whole.
    Nothing,
    /// A shift gives any value (§6.2: `-increase-strength` turned off).
    Shifts,
    /// No invariants are computed (§6.3).
    Invariants,
    /// Loops are transition systems of mathematical integers, as in the paper (§6.4, reversed).
    MachineIntegers,
}

/// All of them.
pub const WITHOUT: [Without; 4] =
    [Without::Nothing, Without::Shifts, Without::Invariants, Without::MachineIntegers];

/// The result for a kernel.
#[derive(Clone, PartialEq, Debug)]
pub struct Measured {
    /// Its name.
    pub kernel: String,
    /// How many loops it has.
    pub loops: usize,
    /// Are all of them proved to end?
    pub ends: bool,
    /// Under how many conditions.
    pub conditions: usize,
    /// How long it took, after compilation.
    pub seconds: f64,
}

/// Measures all kernels of a file, each for at most `limit`.
///
/// # Errors
/// When the input or the launch is wrong.
pub fn ablated(
    file: &Path,
    options: &Options,
    limit: Duration,
    without: Without,
) -> Result<Vec<Measured>, Vec<Diagnostic>> {
    let mut input = load(file, &options.compile)?;
    let mut all = Vec::new();
    for func in choose(&input, &options.which.kernels)? {
        let function = prepare(&mut input, func, options)?;
        let asked = asked(&input, &function, &options.launch)?;
        let start = Instant::now();
        let operations = if without == Without::Shifts { no_shifts } else { partial };
        let function = alone(&function);
        let initialised = initialised(&input.module);
        let Ok(mut model) = Model::new(&input.module, &function, &asked, &initialised, operations) else {
            continue;
        };
        let loops = model.heads.len();
        let (ends, conditions) = match without {
            Without::MachineIntegers => {
                let deadline = Deadline::after(Some(limit));
                ((0..loops).all(|number| over_integers(&mut model, number, deadline)), 0)
            }
            _ => {
                let (Ok(mut solver), Ok(mut checker)) = (options.solver.open(), options.solver.open()) else {
                    continue;
                };
                let budget = Budget {
                    invariants: without != Without::Invariants,
                    ..Budget::of(Duration::from_secs(2), limit)
                };
                let decided = decide(&mut model, &mut solver, &mut checker, budget);
                let ends = decided.loops.iter().all(|of| matches!(of.ended, Ended::Ranked(_)));
                (ends, decided.conditions.len())
            }
        };
        let seconds = start.elapsed().as_secs_f64();
        let kernel = crate::subject::names::source_name(&function.name);
        all.push(Measured { kernel, loops, ends, conditions, seconds });
    }
    Ok(all)
}

/// Does a loop end if its numbers are mathematical integers?
fn over_integers(model: &mut Model<'_>, number: usize, deadline: Deadline) -> bool {
    [true, false].into_iter().any(|signed| {
        let system = system(model, number, signed);
        let ends = |system| matches!(decide_system(&system, deadline), Verdict::Terminates(_));
        system.is_some_and(ends)
    })
}

fn no_shifts(terms: &mut Terms, op: PureOp, result: Type, operand: Type, args: &[Term]) -> Option<Meaning> {
    let shift = matches!(op, PureOp::Shl | PureOp::ShrU | PureOp::ShrS);
    if shift { None } else { partial(terms, op, result, operand, args) }
}
