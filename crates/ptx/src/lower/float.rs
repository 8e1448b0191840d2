//! Floating point of all formats, scalar and packed (PTX ISA 9.7.3 to 9.7.5).
//!
//! `.ftz`, `.sat`, `.relu` and rounding are part of each operation ([`FloatMode`]). Approximations
//! are known only up to an error, so they have no value: [`ApproxFn`].

use raddle_ir::{ApproxFn, Effects, FloatMode, InstKind, PureOp, Type, Value, Values};

use super::error::{Res, Stop};
use super::function::Body;
use super::types::{Kind, Ty, Words};
use crate::ast::{Instruction, Operand};

/// `add` … `copysign` of floats.
pub(super) fn lower<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    words: &mut Words<'src>,
) -> Res<()> {
    let (opcode, operands) = (inst.opcode.text, inst.operands.as_slice());
    match opcode {
        "min" | "max" => return minimum(body, opcode, operands, words),
        "mad" if words.pick(|w| matches!(w, "rn" | "rz" | "rm" | "rp").then_some(())).is_none() => {
            // Without a rounding this is the multiply-add of devices before sm_20, which cuts
            // the product: no IEEE operation.
            let ty = words.ty()?;
            return unmodelled(body, inst, ty);
        }
        _ => {}
    }
    let mut words = Words::new(inst);
    let (approx, full) = (words.take("approx"), words.take("full"));
    let rounded = inst.modifiers.iter().any(|w| matches!(w.text, "rn" | "rz" | "rm" | "rp"));
    let mode = words.float_mode();
    let ty = words.ty()?;
    let narrow = words.pick(Ty::parse);
    words.done()?;
    if !ty.is_float() || narrow.is_some_and(|narrow| !narrow.is_float()) {
        return Err(Stop::Opaque);
    }
    if let Some(function) = approximation(opcode, approx || full, rounded) {
        let arity = PureOp::Approx(function).arity();
        return lanewise(body, operands, ty, arity, |_| PureOp::Approx(function));
    }
    match (opcode, operands) {
        ("add" | "sub", [d, a, b]) => {
            let op = if opcode == "add" { PureOp::FAdd(mode) } else { PureOp::FSub(mode) };
            let a = mixed(body, a, ty, narrow)?;
            let b = body.read(b, ty)?;
            let value = body.lanes(ty, &[a, b], |body, args| body.same(op, args));
            body.write(d, ty, value)
        }
        ("fma" | "mad", [d, a, b, c]) => {
            let (a, b) = (mixed(body, a, ty, narrow)?, mixed(body, b, ty, narrow)?);
            let c = body.read(c, ty)?;
            let value = body.lanes(ty, &[a, b, c], |body, args| body.same(PureOp::Fma(mode), args));
            body.write(d, ty, value)
        }
        _ if narrow.is_some() => Err(Stop::Opaque),
        ("mul", _) => lanewise(body, operands, ty, 2, |_| PureOp::FMul(mode)),
        ("div", _) => lanewise(body, operands, ty, 2, |_| PureOp::FDiv(mode)),
        ("rcp", _) => lanewise(body, operands, ty, 1, |_| PureOp::FRcp(mode)),
        ("sqrt", _) => lanewise(body, operands, ty, 1, |_| PureOp::FSqrt(mode)),
        ("abs" | "neg", [d, a]) => {
            let op = if opcode == "abs" { PureOp::FAbs } else { PureOp::FNeg };
            let a = body.read(a, ty)?;
            let value = body.lanes(ty, &[a], |body, args| {
                let value = body.same(op, args);
                if mode.ftz { body.same(PureOp::FToF(mode), &[value]) } else { value }
            });
            body.write(d, ty, value)
        }
        ("copysign", _) => lanewise(body, operands, ty, 2, |_| PureOp::FCopysign),
        _ => Err(Stop::Opaque),
    }
}

/// The function that an opcode approximates, if it does.
fn approximation(opcode: &str, approx: bool, rounded: bool) -> Option<ApproxFn> {
    Some(match opcode {
        // Old PTX means the approximation where it says nothing.
        "div" if approx || !rounded => ApproxFn::Div,
        "rcp" if approx || !rounded => ApproxFn::Rcp,
        "sqrt" if approx || !rounded => ApproxFn::Sqrt,
        "rsqrt" => ApproxFn::Rsqrt,
        "sin" => ApproxFn::Sin,
        "cos" => ApproxFn::Cos,
        "lg2" => ApproxFn::Lg2,
        "ex2" => ApproxFn::Ex2,
        "tanh" => ApproxFn::Tanh,
        _ => return None,
    })
}

/// An operation whose operands and result have one type, lane by lane.
fn lanewise<'src>(
    body: &mut Body<'_, '_, 'src>,
    operands: &[Operand<'src>],
    ty: Ty,
    arity: usize,
    op: impl Fn(Ty) -> PureOp,
) -> Res<()> {
    let [d, args @ ..] = operands else { return Err(Stop::Opaque) };
    if args.len() != arity {
        return Err(Stop::Opaque);
    }
    let args: Values = args.iter().map(|arg| body.read(arg, ty)).collect::<Res<_>>()?;
    let value = body.lanes(ty, &args, |body, args| body.same(op(ty), args));
    body.write(d, ty, value)
}

/// An operand that a mixed-precision instruction reads in a narrower format.
fn mixed<'src>(
    body: &mut Body<'_, '_, 'src>,
    operand: &Operand<'src>,
    ty: Ty,
    narrow: Option<Ty>,
) -> Res<Value> {
    match narrow {
        None => body.read(operand, ty),
        Some(narrow) if narrow.lanes == 1 && ty.lanes == 1 && narrow.bits < ty.bits => {
            let value = body.read(operand, narrow)?;
            // Every value of the narrower format is one of the wider.
            Ok(body.op(PureOp::FToF(FloatMode::default()), &[value], ty.ir()))
        }
        Some(_) => Err(Stop::Opaque),
    }
}

/// `min` and `max`, of two or three operands, with `.NaN` and `.xorsign.abs`.
fn minimum<'src>(
    body: &mut Body<'_, '_, 'src>,
    opcode: &str,
    operands: &[Operand<'src>],
    words: &mut Words<'src>,
) -> Res<()> {
    let (ftz, nan) = (words.take("ftz"), words.take("NaN"));
    let xorsign = words.take("xorsign");
    let abs = words.take("abs");
    let ty = words.ty()?;
    words.done()?;
    let [d, args @ ..] = operands else { return Err(Stop::Opaque) };
    if !ty.is_float() || !matches!(args.len(), 2 | 3) || (xorsign && (!abs || args.len() != 2)) {
        return Err(Stop::Opaque);
    }
    let op = if opcode == "min" { PureOp::FMin { nan, ftz } } else { PureOp::FMax { nan, ftz } };
    let args: Values = args.iter().map(|arg| body.read(arg, ty)).collect::<Res<_>>()?;
    let value = body.lanes(ty, &args, |body, args| {
        let mut terms: Values = args.iter().copied().collect();
        if abs {
            for term in &mut terms {
                *term = body.same(PureOp::FAbs, &[*term]);
            }
        }
        let mut value = terms[0];
        for &term in &terms[1..] {
            value = body.same(op, &[value, term]);
        }
        if !xorsign {
            return value;
        }
        // The sign is the exclusive or of the operands' signs.
        let bits = Ty::bits(ty.bits).ir();
        let (a, b) = (body.resize(args[0], bits, false), body.resize(args[1], bits, false));
        let signs = body.same(PureOp::Xor, &[a, b]);
        let signs = body.resize(signs, ty.lane().ir(), false);
        let signed = body.same(PureOp::FCopysign, &[signs, value]);
        // A NaN gets no sign.
        let nan = is_nan(body, value);
        body.select(nan, value, signed)
    });
    body.write(d, ty, value)
}

/// A result that raddle does not model.
fn unmodelled<'src>(body: &mut Body<'_, '_, 'src>, inst: &Instruction<'src>, ty: Ty) -> Res<()> {
    let [d, args @ ..] = inst.operands.as_slice() else { return Err(Stop::Opaque) };
    let args: Values = args.iter().map(|arg| body.read(arg, ty)).collect::<Res<_>>()?;
    let name = super::opaque::name(inst);
    let value = body.one(InstKind::Opaque { name, args, effects: Effects::NONE }, ty.ir());
    body.write(d, ty, value)
}

/// Is a float no number?
pub(super) fn is_nan(body: &mut Body<'_, '_, '_>, value: Value) -> Value {
    body.op(PureOp::Testp(raddle_ir::Testp::NotANumber), &[value], Type::I1)
}

/// Does a type hold floats that [`PureOp`] computes with?
pub(super) fn is_scalar_float(ty: Ty) -> bool {
    ty.lanes == 1 && matches!(ty.kind, Kind::Float | Kind::Bfloat)
}
