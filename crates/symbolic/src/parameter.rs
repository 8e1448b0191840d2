//! What the kernel's parameters hold.

use crate::pure;
use raddle_ir::{Function, Type};
use raddle_launch::LaunchSpace;
use raddle_smt::{Term, Terms};

/// A piece of a parameter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Piece {
    /// The parameter's number.
    pub number: u32,
    /// Where in the parameter it begins, in bytes.
    pub within: u64,
    /// What it holds: a number where the launch gives it.
    pub term: Term,
}

/// What lies this many bytes from the start of the parameters; `None` where no parameter is, or where nothing is computed with the type.
pub fn piece(
    terms: &mut Terms,
    function: &Function,
    launch: &LaunchSpace,
    at: i64,
    ty: Type,
) -> Option<Piece> {
    let start = u64::try_from(at).ok()?;
    // Between the members of a structure something may lie, too: it is said to be of the one before.
    let number = function.params.iter().rposition(|p| p.offset <= start && p.passed().contains(&start))?;
    let within = start - function.params[number].offset;
    let number = u32::try_from(number).ok()?;
    let term = match launch.number_at(function, start, ty.bytes()) {
        Some(value) => pure::constant(terms, ty, value)?,
        None => terms.var(name(at, ty.bits().into()), pure::sort(ty)?),
    };
    Some(Piece { number, within, term })
}

/// What the symbol for this many bits of the parameters is called.
#[must_use]
pub fn name(at: i64, bits: u64) -> String {
    format!("parameter {at}:{bits}")
}
