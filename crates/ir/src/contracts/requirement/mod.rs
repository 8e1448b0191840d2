//! Preconditions that are not in the source: `n >= 32`, as a user writes it, becomes a precondition at the head of a kernel.
//!
//! The text is an expression of C over the kernel's integer parameters and the sizes of the launch. Its numbers are those of mathematics: each
//! operation is computed with as many bits as its result may have, so `n * m <= 2147483647` means what it says whatever the types of
//! `n` and `m`. Where 128 bits are not enough it is an error. A cast, `(int)(n * m)`, takes the lowest bits, as in C.
//!
//! What has no value (a division by zero, a shift by a negative number or by more than 63) makes the requirement false, unless `&&` or `||`
//! does not evaluate it: `n == 0 || 64 % n == 0`.
//!
//! [`Requirement::parse`] reads the text, without knowing a kernel. [`Requirement::fits`] says whether a kernel has the
//! parameters. [`Requirement::state`] puts the region that a `__requires` of the source would be at the kernel's head.

mod build;
mod operand;
mod parse;
mod range;
#[cfg(test)]
mod tests;

use crate::inst::{InstKind, SpecKind};
use crate::module::Function;
use crate::{Inst, LocId};
use build::Builder;
use parse::Expr;

pub use operand::integer_sign;

use std::fmt;

/// A precondition of a kernel, as a user writes it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Requirement {
    text: String,
    expr: Expr,
}

/// Why a requirement says nothing of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Misfit {
    /// The kernel has no such parameter.
    NoParameter(String),
    /// The operand is no integer.
    NotAnInteger {
        /// The operand.
        name: String,
        /// What it is instead: a `float`, a pointer.
        what: String,
    },
    /// The part of the requirement may have values of more than 128 bits.
    TooLarge(String),
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoParameter(name) => write!(f, "it has no parameter `{name}`"),
            Self::NotAnInteger { name, what } => write!(f, "`{name}` is {what}, not an integer"),
            Self::TooLarge(part) => write!(f, "`{part}` may need more than 128 bits"),
        }
    }
}

/// What a reader may not expect of a requirement.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Remark {
    /// Nothing says whether the parameter has a sign, and it is read as a number without one.
    Unsigned {
        /// The parameter, as the requirement names it.
        name: String,
        /// Its width in bits.
        bits: u32,
    },
    /// The types of its operands make it true.
    AlwaysTrue,
}

impl Requirement {
    /// Reads a requirement.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(text: &str) -> Result<Self, String> {
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let expr = parse::parse(&text)?;
        Ok(Self { text, expr })
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Does the kernel have the parameters, and what is to be said of that?
    ///
    /// # Errors
    /// Why it does not.
    pub fn fits(&self, function: &Function) -> Result<Vec<Remark>, Misfit> {
        let mut scratch =
            Function { params: function.params.clone(), ..Function::new("", function.kind, function.loc) };
        self.evaluate(&mut scratch, function.loc).map(|(_, _, remarks)| remarks)
    }

    /// Puts it at the head of a kernel, as a front end leaves it, before all that is there.
    ///
    /// # Errors
    /// Why it does not fit; the kernel is as it was then.
    pub fn state(&self, function: &mut Function, loc: LocId) -> Result<Vec<Remark>, Misfit> {
        let begin = function.make_inst(InstKind::SpecBegin(SpecKind::Requires), &[], loc);
        let (mut insts, holds, remarks) = self.evaluate(function, loc)?;
        let end = function.make_inst(InstKind::SpecEnd(SpecKind::Requires, holds), &[], loc);
        insts.insert(0, begin);
        insts.push(end);
        let entry = function.entry();
        function.blocks[entry].insts.splice(0..0, insts);
        Ok(remarks)
    }

    /// The instructions that evaluate it, the truth of it, and what is to be said.
    fn evaluate(
        &self,
        function: &mut Function,
        loc: LocId,
    ) -> Result<(Vec<Inst>, crate::Value, Vec<Remark>), Misfit> {
        let mut builder = Builder::new(function, loc, &self.text);
        let holds = builder.truth(&self.expr)?;
        let mut remarks = builder.remarks;
        if builder.always {
            remarks.insert(Remark::AlwaysTrue);
        }
        Ok((builder.insts, holds, remarks.into_iter().collect()))
    }
}

impl fmt::Display for Requirement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
