//! Comparison and selection (PTX ISA 9.7.6, 9.7.7), `testp` (9.7.3.1).

use raddle_ir::{FloatCond, IntCond, PureOp, Testp, Type, Value};

use super::error::{Res, Stop};
use super::function::Body;
use super::types::{Kind, Ty, Words};
use crate::ast::{Instruction, Operand};

/// `setp`, `set`, `selp`, `slct`, `testp`.
pub(super) fn lower<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    let operands = inst.operands.as_slice();
    match inst.opcode.text {
        "setp" => setp(body, operands, words),
        "set" => set(body, operands, words),
        "selp" => {
            let ty = words.ty()?;
            words.done()?;
            let [d, a, b, p] = operands else { return Err(Stop::Opaque) };
            let (a, b, p) = (body.read(a, ty)?, body.read(b, ty)?, body.predicate(p)?);
            let value = body.select(p, a, b);
            body.write(d, ty, value)
        }
        "slct" => {
            let ftz = words.take("ftz");
            let (ty, by) = (words.ty()?, words.ty()?);
            words.done()?;
            let [d, a, b, c] = operands else { return Err(Stop::Opaque) };
            let (a, b, c) = (body.read(a, ty)?, body.read(b, ty)?, body.read(c, by)?);
            let zero = body.konst(0, by.ir());
            let op = match (by.kind, by.bits) {
                (Kind::Float, 32) => PureOp::Fcmp(FloatCond::Ge, ftz),
                (Kind::Signed, 32) => PureOp::Icmp(IntCond::GeS),
                _ => return Err(Stop::Opaque),
            };
            let not_negative = body.op(op, &[c, zero], Type::I1);
            let value = body.select(not_negative, a, b);
            body.write(d, ty, value)
        }
        "testp" => {
            let test = words.pick(|w| {
                Some(match w {
                    "finite" => Testp::Finite,
                    "infinite" => Testp::Infinite,
                    "number" => Testp::Number,
                    "notanumber" => Testp::NotANumber,
                    "normal" => Testp::Normal,
                    "subnormal" => Testp::Subnormal,
                    _ => return None,
                })
            });
            let ty = words.ty()?;
            words.done()?;
            let ([p, a], Some(test), true) = (operands, test, ty.is_float() && ty.lanes == 1) else {
                return Err(Stop::Opaque);
            };
            let a = body.read(a, ty)?;
            let value = body.op(PureOp::Testp(test), &[a], Type::I1);
            body.write(p, Ty::PRED, value)
        }
        _ => Err(Stop::Opaque),
    }
}

/// A comparison of lanes of type `ty`.
fn condition(word: &str, ty: Ty, ftz: bool) -> Option<PureOp> {
    use {FloatCond as F, IntCond as I};
    if ty.is_float() {
        let cond = match word {
            "eq" => F::Eq,
            "ne" => F::Ne,
            "lt" => F::Lt,
            "le" => F::Le,
            "gt" => F::Gt,
            "ge" => F::Ge,
            "equ" => F::Equ,
            "neu" => F::Neu,
            "ltu" => F::Ltu,
            "leu" => F::Leu,
            "gtu" => F::Gtu,
            "geu" => F::Geu,
            "num" => F::Num,
            "nan" => F::Nan,
            _ => return None,
        };
        return Some(PureOp::Fcmp(cond, ftz));
    }
    let cond = match (word, ty.is_signed()) {
        ("eq", _) => I::Eq,
        ("ne", _) => I::Ne,
        ("lt", true) => I::LtS,
        ("le", true) => I::LeS,
        ("gt", true) => I::GtS,
        ("ge", true) => I::GeS,
        ("lt" | "lo", _) => I::LtU,
        ("le" | "ls", _) => I::LeU,
        ("gt" | "hi", _) => I::GtU,
        ("ge" | "hs", _) => I::GeU,
        _ => return None,
    };
    Some(PureOp::Icmp(cond))
}

/// What the first word of a comparison and the optional second one mean.
struct Comparison {
    op: PureOp,
    combine: Option<PureOp>,
}

/// Takes `.lt`, then `.and` where it is there. The words are in this order, so that the comparison
/// `.num` or `.or` is never mistaken.
fn comparison<'src>(words: &mut Words<'src>, ftz: bool, ty: Ty) -> Res<Comparison> {
    let op = words.first().and_then(|word| condition(word, ty, ftz)).ok_or(Stop::Opaque)?;
    let combine = words.pick(|w| {
        Some(match w {
            "and" => PureOp::And,
            "or" => PureOp::Or,
            "xor" => PureOp::Xor,
            _ => return None,
        })
    });
    words.done()?;
    Ok(Comparison { op, combine })
}

/// The predicate that is combined with the comparison.
fn combined<'src>(
    body: &mut Body<'_, '_, 'src>,
    rest: &[Operand<'src>],
    combine: Option<PureOp>,
) -> Res<Option<(PureOp, Value)>> {
    match (rest, combine) {
        ([], None) => Ok(None),
        ([c], Some(op)) => Ok(Some((op, body.predicate(c)?))),
        _ => Err(Stop::Opaque),
    }
}

/// `setp.lt.and.s32 p|q, a, b, !c`
fn setp<'src>(body: &mut Body<'_, '_, 'src>, operands: &[Operand<'src>], words: &mut Words<'src>) -> Res<()> {
    let ftz = words.take("ftz");
    let ty = words.ty()?;
    let Comparison { op, combine } = comparison(words, ftz, ty)?;
    let [d, a, b, rest @ ..] = operands else { return Err(Stop::Opaque) };
    let (a, b) = (body.read(a, ty)?, body.read(b, ty)?);
    let with = combined(body, rest, combine)?;
    let (p, q) = body.pair(d);
    let (first, second) = if ty.lanes == 1 {
        let truth = body.op(op, &[a, b], Type::I1);
        let other = q.map(|_| body.same(PureOp::Not, &[truth]));
        (truth, other)
    } else {
        // Of packed operands the second result is that of the upper lane.
        let (a, b) = (body.unpack(a, ty), body.unpack(b, ty));
        if a.len() != 2 || q.is_none() {
            return Err(Stop::Opaque);
        }
        let low = body.op(op, &[a[0], b[0]], Type::I1);
        (low, Some(body.op(op, &[a[1], b[1]], Type::I1)))
    };
    let mut join = |value: Value| match with {
        None => value,
        Some((op, c)) => body.same(op, &[value, c]),
    };
    let (first, second) = (join(first), second.map(&mut join));
    body.write(p, Ty::PRED, first)?;
    match (q, second) {
        (Some(q), Some(value)) => body.write(q, Ty::PRED, value),
        _ => Ok(()),
    }
}

/// `set.lt.and.u32.s32 d, a, b, !c`
fn set<'src>(body: &mut Body<'_, '_, 'src>, operands: &[Operand<'src>], words: &mut Words<'src>) -> Res<()> {
    let ftz = words.take("ftz");
    let (to, ty) = (words.ty()?, words.ty()?);
    let Comparison { op, combine } = comparison(words, ftz, ty)?;
    let [d, a, b, rest @ ..] = operands else { return Err(Stop::Opaque) };
    if to.lanes != ty.lanes {
        return Err(Stop::Opaque);
    }
    let (a, b) = (body.read(a, ty)?, body.read(b, ty)?);
    let with = combined(body, rest, combine)?;
    let (yes, no) = (truth(body, to), body.konst(0, to.lane().ir()));
    let lanes: Vec<Value> = {
        let (a, b) = (body.unpack(a, ty), body.unpack(b, ty));
        a.iter()
            .zip(&b)
            .map(|(&a, &b)| {
                let mut holds = body.op(op, &[a, b], Type::I1);
                if let Some((op, c)) = with {
                    holds = body.same(op, &[holds, c]);
                }
                body.select(holds, yes, no)
            })
            .collect()
    };
    let value = if to.lanes == 1 { lanes[0] } else { body.pack(&lanes, to.ir()) };
    body.write(d, to, value)
}

/// What `set` writes for true: 1.0, or all ones.
fn truth(body: &mut Body<'_, '_, '_>, ty: Ty) -> Value {
    if ty.is_float() { body.float_one(ty) } else { body.konst(u128::MAX, ty.lane().ir()) }
}
