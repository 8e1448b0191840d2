//! The meaning of every pure operation as a term.
//!
//! Values are terms: those of type `i1` of sort Bool, all others bit-vectors of their width; a float is its bits. What an
//! operation computes is what [`mod@raddle_ir::eval`] computes, and its operations are taken apart into the operators whose
//! normal forms `raddle-smt` knows, so that an address is a sum again, whatever it was computed with.
//!
//! # What is exact
//! - *Integers*, all of them: wherever `eval` has a result, the term has this value.
//! - *Floats*, where the result follows from the bits without arithmetic: sign, comparisons, classes, the same bits as another type.
//!   Everything else is an *uninterpreted function* of the arguments' bits, named after the operation with its modifiers and its types;
//!   so are the bits of a NaN with another sign.
//!   That is sound, because an instruction gives one result for the same bits (PTX ISA, "Floating-Point Instructions": IEEE 754's, or a
//!   NaN), and one thread's sum is the other's if their arguments are equal. Nothing else is known of it, but that operands
//!   commute below double precision (where a result has the payload of one NaN): `x + 0 = x`, `x · 2 > x` and every bound of a rounded
//!   result are out of reach.
//! - *Constants* are computed by `eval` itself, unless the result is a NaN that an operation makes.
//!
//! # What is not specified
//! A quotient by zero, and `MIN / -1`, are "unspecified, machine-specific" (PTX ISA, `div`). Nothing more is promised: not even that two
//! computations, which a compiler may have turned into different instructions, give one result for the same arguments. The machine, too,
//! gives each of them a value of its own. So such a result is no function of the arguments, and a term that holds for all inputs exists
//! only where the divisor cannot be zero: [`pure`] has none elsewhere. A caller with an arbitrary value at hand uses [`partial`], which
//! also says when the term is the result.

mod float;
mod int;
#[cfg(test)]
mod tests;

use raddle_ir::{Function, InstKind, IntCond, PureOp, Space, Special, Type, Value, eval};
use raddle_smt::{Sort, Term, Terms};

/// What an operation computes, and when.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// The result.
    pub value: Term,
    /// When it is the result; where it does not hold, the result is unspecified: it may be anything, each time anew.
    pub defined: Term,
}

/// The sort of the terms of a type; none for fragments whose content is not modelled.
#[must_use]
pub fn sort(ty: Type) -> Option<Sort> {
    match ty {
        Type::I1 => Some(Sort::Bool),
        Type::Opaque => None,
        _ => Some(Sort::Bits(ty.bits())),
    }
}

/// The term of a constant of a type; none as for [`sort`].
pub fn constant(terms: &mut Terms, ty: Type, bits: u128) -> Option<Term> {
    Some(match sort(ty)? {
        Sort::Bool => terms.truth(bits & 1 == 1),
        _ => terms.bits(ty.bits(), bits),
    })
}

/// Is the result of a division by this value always specified? It is by a number other than 0 and, if it is signed, -1, and by the size of
/// a block, grid or warp, which is at least 1 and below 2^31.
#[must_use]
pub fn always_divides(function: &Function, divisor: Value, signed: bool) -> bool {
    if let Some(number) = function.as_const(divisor) {
        return number != 0 && !(signed && number == function.ty(divisor).mask());
    }
    match function.def_inst(divisor).map(|data| &data.kind) {
        Some(InstKind::Special(Special::Ntid(_) | Special::Nctaid(_) | Special::WarpSize)) => {
            function.ty(divisor).bits() >= 32
        }
        Some(InstKind::Pure { op: PureOp::Zext | PureOp::Sext, args }) => {
            function.as_const(args[0]).is_none() && always_divides(function, args[0], signed)
        }
        _ => false,
    }
}

/// The term of a pure operation on terms; `None` where the operation has no meaning that a proof may rely on: it is known only
/// up to an error, it converts addresses of another space than global memory, or its result may be unspecified for what the arguments may be.
///
/// `operand` is the type of the first argument (of the second for [`PureOp::Select`]), as for [`eval()`]. The arguments have the
/// sorts of the types that the operation takes.
pub fn pure(terms: &mut Terms, op: PureOp, result: Type, operand: Type, args: &[Term]) -> Option<Term> {
    let Meaning { value, defined } = partial(terms, op, result, operand, args)?;
    terms.is_true(defined).then_some(value)
}

/// As [`pure`], with the condition under which the result is specified.
pub fn partial(terms: &mut Terms, op: PureOp, result: Type, operand: Type, args: &[Term]) -> Option<Meaning> {
    if args.len() != op.arity() || sort(operand).is_none() {
        return None;
    }
    sort(result)?;
    let always = terms.truth(true);
    let numbers: Option<Vec<u128>> = args.iter().map(|a| terms.constant(*a)).collect();
    let computed = numbers.and_then(|numbers| eval(op, result, operand, &numbers));
    if let Some(bits) = computed.filter(|&bits| !eval::makes_nan(op, result, bits)) {
        return Some(Meaning { value: constant(terms, result, bits)?, defined: always });
    }
    let value = value(terms, op, result, operand, args)?;
    let defined = match op {
        PureOp::DivU | PureOp::RemU | PureOp::DivS | PureOp::RemS => int::divides(terms, op, args),
        _ => always,
    };
    Some(Meaning { value, defined })
}

fn value(terms: &mut Terms, op: PureOp, result: Type, operand: Type, args: &[Term]) -> Option<Term> {
    use PureOp as P;
    match op {
        P::Select => Some(terms.ite(args[0], args[1], args[2])),
        P::Bitcast => (result.bits() == operand.bits()).then_some(args[0]),
        P::Not if operand == Type::I1 => Some(terms.not(args[0])),
        P::And if operand == Type::I1 => Some(terms.and(args[0], args[1])),
        P::Or if operand == Type::I1 => Some(terms.or(args[0], args[1])),
        P::Xor if operand == Type::I1 => Some(terms.xor(args[0], args[1])),
        P::Icmp(IntCond::Eq) => Some(terms.eq(args[0], args[1])),
        P::Icmp(IntCond::Ne) => {
            let equal = terms.eq(args[0], args[1]);
            Some(terms.not(equal))
        }
        P::Icmp(cond) => {
            let (a, b) = (word(terms, args[0]), word(terms, args[1]));
            Some(int::compare(terms, cond, a, b))
        }

        P::Not | P::Neg | P::Abs | P::Popc | P::Clz | P::Brev | P::BfindU | P::BfindS => {
            integer(terms, op, result, args)
        }
        P::Add | P::Sub | P::Mul | P::MulHiU | P::MulHiS | P::DivU | P::DivS | P::RemU | P::RemS => {
            integer(terms, op, result, args)
        }
        P::And | P::Or | P::Xor | P::Shl | P::ShrU | P::ShrS => integer(terms, op, result, args),
        P::MinU | P::MaxU | P::MinS | P::MaxS | P::AddSatS | P::SubSatS => integer(terms, op, result, args),
        P::BfeU | P::BfeS | P::Bfi | P::Prmt | P::Lop3(_) => integer(terms, op, result, args),
        P::ShfLWrap | P::ShfLClamp | P::ShfRWrap | P::ShfRClamp => integer(terms, op, result, args),
        P::Trunc | P::Zext | P::Sext => integer(terms, op, result, args),

        P::FNeg | P::FAbs | P::FCopysign | P::Testp(_) | P::Fcmp(..) => {
            float::exact(terms, op, operand, args)
        }
        P::UToF(_) | P::SToF(_) if operand == Type::I1 => float::of_bit(terms, op, result, args[0]),
        P::UToF(_) | P::SToF(_) | P::FToU(_) | P::FToS(_) | P::FToF(_) | P::FRound(_) => {
            float::function(terms, op, result, operand, args)
        }
        P::FSqrt(_) | P::FRcp(_) | P::FAdd(_) | P::FSub(_) | P::FMul(_) | P::FDiv(_) | P::Fma(_) => {
            float::function(terms, op, result, operand, args)
        }
        P::FMin { .. } | P::FMax { .. } => float::function(terms, op, result, operand, args),

        // Generic addresses outside the windows of other spaces are addresses of global memory (PTX ISA, "Generic Addressing"). The machine takes an
        // address for one of global memory as it is, too, whatever it is.
        P::ToGeneric(Space::Global) | P::FromGeneric(Space::Global) => {
            Some(terms.resize(result.bits(), args[0]))
        }

        P::Approx(_) | P::ToGeneric(_) | P::FromGeneric(_) | P::IsSpace(_) => None,
    }
}

/// The bit-vector of an integer: of one bit, where it is a truth value.
fn word(terms: &mut Terms, value: Term) -> Term {
    if terms.sort(value) == Sort::Bool { terms.from_truth(1, value) } else { value }
}

/// An integer operation through bit-vectors.
fn integer(terms: &mut Terms, op: PureOp, result: Type, args: &[Term]) -> Option<Term> {
    let words: Vec<Term> = args.iter().map(|a| word(terms, *a)).collect();
    let value = int::integer(terms, op, result.bits(), &words)?;
    if terms.width(value) != result.bits() {
        return None;
    }
    Some(if result == Type::I1 { terms.nonzero(value) } else { value })
}
