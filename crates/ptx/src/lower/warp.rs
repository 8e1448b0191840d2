//! Operations of the lanes of a warp (PTX ISA 9.7.9.6, 9.7.13.7 to 9.7.13.12).

use raddle_ir::eval::canonical_nan;
use raddle_ir::{AtomicOp, Collective, InstKind, PureOp, Shuffle, Testp, Type, Value, Values};

use super::error::{Res, Stop};
use super::function::Body;
use super::types::{Kind, Ty, Words};
use crate::ast::Instruction;

/// `shfl`, `vote`, `match`, `redux`, `elect`, `activemask`.
pub(super) fn lower<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    let sync = words.take("sync");
    let operands = inst.operands.as_slice();
    let (operands, mask) = match (sync, operands) {
        (true, [rest @ .., mask]) => (rest, Some(body.read(mask, Ty::U32)?)),
        (true, []) => return Err(Stop::Opaque),
        (false, rest) => (rest, None),
    };
    match (inst.opcode.text, operands) {
        ("vote", [d, predicate]) => {
            let op = words.pick(|w| {
                Some(match w {
                    "all" => Collective::VoteAll,
                    "any" => Collective::VoteAny,
                    "uni" => Collective::VoteUni,
                    "ballot" => Collective::VoteBallot,
                    _ => return None,
                })
            });
            let (op, ty) = (op.ok_or(Stop::Opaque)?, words.ty()?);
            words.done()?;
            let mut args = Values::from_slice(&[body.predicate(predicate)?]);
            args.extend(mask);
            let result = if op == Collective::VoteBallot { Type::I32 } else { Type::I1 };
            let value = body.effect(InstKind::Collective { op, args, sync }, &[result])[0];
            body.write(d, ty, value)
        }
        ("match", [d, a]) => {
            let all = words.pick(|w| match w {
                "all" => Some(true),
                "any" => Some(false),
                _ => None,
            });
            let (all, ty) = (all.ok_or(Stop::Opaque)?, words.ty()?);
            words.done()?;
            let mut args = Values::from_slice(&[body.read(a, ty)?]);
            args.push(mask.ok_or(Stop::Opaque)?);
            let (d, p) = body.pair(d);
            if !all {
                let op = Collective::MatchAny;
                let value = body.effect(InstKind::Collective { op, args, sync }, &[Type::I32])[0];
                return if p.is_none() { body.write(d, Ty::U32, value) } else { Err(Stop::Opaque) };
            }
            let op = Collective::MatchAll;
            let results = body.effect(InstKind::Collective { op, args, sync }, &[Type::I32, Type::I1]);
            body.write(d, Ty::U32, results[0])?;
            p.map_or(Ok(()), |p| body.write(p, Ty::PRED, results[1]))
        }
        ("shfl", [d, a, b, c]) => {
            let shuffle = words.pick(|w| {
                Some(match w {
                    "idx" => Shuffle::Idx,
                    "up" => Shuffle::Up,
                    "down" => Shuffle::Down,
                    "bfly" => Shuffle::Bfly,
                    _ => return None,
                })
            });
            let (op, ty) = (Collective::Shfl(shuffle.ok_or(Stop::Opaque)?), words.ty()?);
            words.done()?;
            if ty.ir().bits() != 32 {
                return Err(Stop::Opaque);
            }
            let mut args = Values::new();
            args.push(body.read(a, ty)?);
            args.push(body.read(b, Ty::U32)?);
            args.push(body.read(c, Ty::U32)?);
            args.extend(mask);
            let (d, p) = body.pair(d);
            let results = body.effect(InstKind::Collective { op, args, sync }, &[ty.ir(), Type::I1]);
            body.write(d, ty, results[0])?;
            p.map_or(Ok(()), |p| body.write(p, Ty::PRED, results[1]))
        }
        ("redux", [d, a]) => {
            let mask = mask.ok_or(Stop::Opaque)?;
            let (magnitude, nan) = (words.take("abs"), words.take("NaN"));
            let operation = words.first();
            let ty = words.ty()?;
            words.done()?;
            if ty.lanes != 1 || ty.bits != 32 {
                return Err(Stop::Opaque);
            }
            let op = match (operation, ty.kind) {
                (Some("min"), Kind::Float) => AtomicOp::FMin,
                (Some("max"), Kind::Float) => AtomicOp::FMax,
                _ if magnitude || nan => return Err(Stop::Opaque),
                (Some("add"), Kind::Signed | Kind::Unsigned) => AtomicOp::Add,
                (Some("min"), Kind::Signed) => AtomicOp::MinS,
                (Some("max"), Kind::Signed) => AtomicOp::MaxS,
                (Some("min"), Kind::Unsigned) => AtomicOp::MinU,
                (Some("max"), Kind::Unsigned) => AtomicOp::MaxU,
                (Some("and"), Kind::Bits) => AtomicOp::And,
                (Some("or"), Kind::Bits) => AtomicOp::Or,
                (Some("xor"), Kind::Bits) => AtomicOp::Xor,
                _ => return Err(Stop::Opaque),
            };
            let mut source = body.read(a, ty)?;
            if magnitude {
                source = body.same(PureOp::FAbs, &[source]);
            }
            let kind = |value| {
                let args = Values::from_slice(&[value, mask]);
                InstKind::Collective { op: Collective::Redux(op), args, sync }
            };
            let mut value = body.effect(kind(source), &[ty.ir()])[0];
            if ty.is_float() {
                value = canonical(body, op, value);
            }
            if nan {
                value = nan_of_any(body, source, mask, value);
            }
            body.write(d, ty, value)
        }
        ("elect", [d]) => {
            words.done()?;
            let args = Values::from_slice(&[mask.ok_or(Stop::Opaque)?]);
            let (d, p) = body.pair(d);
            let kind = InstKind::Collective { op: Collective::Elect, args, sync };
            let results = body.effect(kind, &[Type::I32, Type::I1]);
            body.write(d, Ty::U32, results[0])?;
            p.map_or(Ok(()), |p| body.write(p, Ty::PRED, results[1]))
        }
        ("activemask", [d]) => {
            let ty = words.ty()?;
            words.done()?;
            let kind = InstKind::Collective { op: Collective::ActiveMask, args: Values::new(), sync: false };
            let value = body.effect(kind, &[Type::I32])[0];
            body.write(d, ty, value)
        }
        _ => Err(Stop::Opaque),
    }
}

/// The minimum of a float and itself: the reduction of one lane's NaN is the canonical one too.
fn canonical(body: &mut Body<'_, '_, '_>, op: AtomicOp, value: Value) -> Value {
    let op = match op {
        AtomicOp::FMin => PureOp::FMin { nan: false, ftz: false },
        _ => PureOp::FMax { nan: false, ftz: false },
    };
    body.same(op, &[value, value])
}

/// `redux.NaN`: the canonical NaN if any lane has a NaN, which the lanes vote on, else the value.
fn nan_of_any(body: &mut Body<'_, '_, '_>, source: Value, mask: Value, value: Value) -> Value {
    let is_nan = body.op(PureOp::Testp(Testp::NotANumber), &[source], Type::I1);
    let args = Values::from_slice(&[is_nan, mask]);
    let vote = InstKind::Collective { op: Collective::VoteAny, args, sync: true };
    let any = body.effect(vote, &[Type::I1])[0];
    let ty = body.func.ty(value);
    let nan = body.konst(canonical_nan(ty), ty);
    body.select(any, nan, value)
}

/// All lanes of the warp come together and exchange nothing.
///
/// What a matrix instruction computes is opaque, but PTX says of each that it waits until all threads
/// of the warp execute it. A wait by `bar.warp.sync` would order memory besides, which they do not; a vote does not wait
/// for threads that have ended.
pub(super) fn gather(body: &mut Body<'_, '_, '_>) {
    let args = Values::from_slice(&[body.konst(0xffff_ffff, Type::I32)]);
    let results = [Type::I32, Type::I1];
    body.effect(InstKind::Collective { op: Collective::Elect, args, sync: true }, &results);
}
