//! The types of pure operations.

use super::{At, Checker, Rule};
use crate::op::PureOp;
use crate::types::Type;

/// A set of types, for messages.
fn class(what: &str, holds: impl Fn(Type) -> bool) -> impl Fn(Type) -> Result<(), String> {
    move |ty| if holds(ty) { Ok(()) } else { Err(what.to_owned()) }
}

/// The argument with this number breaks `operand-type`, or (none) the result breaks `result`: what it
/// should be.
pub(super) type Mismatch = (Option<usize>, String);

/// Do the types fit the operation? `args` has its arity.
pub(super) fn check(op: PureOp, args: &[Type], result: Type) -> Result<(), Mismatch> {
    use PureOp as P;
    let int = class("an integer", Type::is_int);
    let float = class("a float", Type::is_float);
    let word = class("i32", |t| t == Type::I32);
    let bit = class("i1", |t| t == Type::I1);
    let address = class("i32 or i64", |t| matches!(t, Type::I32 | Type::I64));
    let arg = |n: usize, rule: &dyn Fn(Type) -> Result<(), String>| rule(args[n]).map_err(|m| (Some(n), m));
    let res = |rule: &dyn Fn(Type) -> Result<(), String>| rule(result).map_err(|m| (None, m));
    let same = |ty: Type| move |t: Type| if t == ty { Ok(()) } else { Err(ty.to_string()) };
    let all_same = |first: &dyn Fn(Type) -> Result<(), String>| {
        res(first)?;
        (0..args.len()).try_for_each(|n| arg(n, &same(result)))
    };
    match op {
        P::Not | P::Neg | P::Abs | P::Brev => all_same(&int),
        P::Popc | P::Clz | P::BfindU | P::BfindS => arg(0, &int).and_then(|()| res(&word)),
        P::Add | P::Sub | P::Mul | P::MulHiU | P::MulHiS | P::DivU | P::DivS | P::RemU | P::RemS => {
            all_same(&int)
        }
        P::And | P::Or | P::Xor | P::Lop3(_) => all_same(&int),
        P::MinU | P::MaxU | P::MinS | P::MaxS | P::AddSatS | P::SubSatS => all_same(&int),
        P::Shl | P::ShrU | P::ShrS => {
            res(&int)?;
            arg(0, &same(result))?;
            arg(1, &int)
        }
        P::Select => {
            arg(0, &bit)?;
            arg(1, &same(result))?;
            arg(2, &same(result))
        }
        P::BfeU | P::BfeS => {
            res(&int)?;
            arg(0, &same(result))?;
            arg(1, &word)?;
            arg(2, &word)
        }
        P::Bfi => {
            res(&int)?;
            arg(0, &same(result))?;
            arg(1, &same(result))?;
            arg(2, &word)?;
            arg(3, &word)
        }
        P::ShfLWrap | P::ShfLClamp | P::ShfRWrap | P::ShfRClamp | P::Prmt => all_same(&word),
        P::Icmp(_) => {
            arg(0, &class("an integer or float", |t| t != Type::Opaque))?;
            arg(1, &same(args[0]))?;
            res(&bit)
        }
        P::Fcmp(..) => {
            arg(0, &float)?;
            arg(1, &same(args[0]))?;
            res(&bit)
        }
        P::Trunc => {
            arg(0, &int)?;
            res(&class("an integer no wider than the argument", |t| t.is_int() && t.bits() <= args[0].bits()))
        }
        P::Zext | P::Sext => {
            arg(0, &int)?;
            res(&class("an integer no narrower than the argument", |t| {
                t.is_int() && t.bits() >= args[0].bits()
            }))
        }
        P::Bitcast => {
            res(&class("a type as wide as the argument's", |t| t.bits() == args[0].bits()))?;
            arg(0, &class("an integer or float", |t| t != Type::Opaque))
        }
        P::UToF(_) | P::SToF(_) => arg(0, &int).and_then(|()| res(&float)),
        P::FToU(_) | P::FToS(_) => arg(0, &float).and_then(|()| res(&int)),
        P::FToF(_) => arg(0, &float).and_then(|()| res(&float)),
        P::FRound(_) | P::FNeg | P::FAbs | P::FSqrt(_) | P::FRcp(_) | P::Approx(_) => all_same(&float),
        P::FAdd(_) | P::FSub(_) | P::FMul(_) | P::FDiv(_) | P::Fma(_) => all_same(&float),
        P::FMin { .. } | P::FMax { .. } | P::FCopysign => all_same(&float),
        P::Testp(_) => arg(0, &float).and_then(|()| res(&bit)),
        P::ToGeneric(_) | P::FromGeneric(_) => arg(0, &address).and_then(|()| res(&address)),
        P::IsSpace(_) => arg(0, &address).and_then(|()| res(&bit)),
    }
}

impl Checker<'_> {
    pub(super) fn pure(&mut self, at: At, op: PureOp, args: &[Type], results: &[Type]) {
        let &[result] = results else {
            return self.error(Rule::Result, at, format!("it has one result, not {}", results.len()));
        };
        if args.len() != op.arity() {
            let message = format!("it takes {} arguments, not {}", op.arity(), args.len());
            return self.error(Rule::Arity, at, message);
        }
        match check(op, args, result) {
            Ok(()) => {}
            Err((Some(n), needs)) => {
                let message = format!("argument {} has type {}, but it takes {needs}", n + 1, args[n]);
                self.error(Rule::OperandType, at, message);
            }
            Err((None, needs)) => {
                self.error(Rule::Result, at, format!("its result has type {result}, but it gives {needs}"));
            }
        }
    }
}
