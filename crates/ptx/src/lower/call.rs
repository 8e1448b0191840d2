//! Calls (PTX ISA 9.7.12.5).
//!
//! Arguments and results travel in slots. The `.param` variables of a call sequence are slots
//! already; registers and numbers, which old PTX passes directly, get slots of their own.

use raddle_ir::{Callee, Func, InstKind, RelocationTarget, Slot, Type};

use super::error::{Problem, Res, Stop};
use super::function::Body;
use super::operand::undefined;
use super::scope::{Label, Symbol};
use super::types::{Ty, Words};
use super::{builtin, global};
use crate::ast::{self, Instruction, Operand};

/// `call (results), function, (arguments), targets`
pub(super) fn lower<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    _: &mut Words<'src>,
) -> Res<()> {
    let nonsense = || Stop::Error(inst.span, Problem::Call("this is no form of `call` in PTX".to_owned()));
    let call = inst.as_call().ok_or_else(nonsense)?;
    let guarded = |body: &mut Body<'_, '_, 'src>| match lower_call(body, call) {
        Err(Stop::Opaque) => Err(nonsense()),
        other => other,
    };
    body.branched(guarded)
}

/// What a call says about its callee.
struct Target<'a, 'src> {
    callee: Callee,
    /// Results and parameters, where a declaration or prototype is in sight.
    signature: Option<(&'a [ast::Parameter<'src>], &'a [ast::Parameter<'src>])>,
    /// The name of a function that is only declared.
    external: Option<&'src str>,
}

fn lower_call<'src>(body: &mut Body<'_, '_, 'src>, call: ast::Call<'_, 'src>) -> Res<()> {
    let target = target(body, &call)?;
    let known = |list: &[ast::Parameter<'src>], n: usize| list.get(n).cloned();
    if let Some((returns, params)) = target.signature
        && (returns.len() != call.returns.len() || params.len() != call.args.len())
    {
        let why = format!(
            "`{}` has {} arguments and {} results, but is called with {} and {}",
            call.callee.text,
            params.len(),
            returns.len(),
            call.args.len(),
            call.returns.len()
        );
        return Err(Stop::Error(call.callee.span, Problem::Call(why)));
    }
    let (returns, params) = target.signature.unwrap_or_default();
    let mut args = Vec::with_capacity(call.args.len());
    for (n, arg) in call.args.iter().enumerate() {
        args.push(argument(body, arg, known(params, n))?);
    }
    let mut rets = Vec::with_capacity(call.returns.len());
    let mut loads = Vec::new();
    for (n, ret) in call.returns.iter().enumerate() {
        let (slot, ty) = result(body, ret, known(returns, n))?;
        rets.push(slot);
        loads.extend(ty.map(|ty| (ret, slot, ty)));
    }
    let done = match target.external {
        Some(name) => builtin::lower(body, name, call.callee.span, &args, &rets)?,
        None => false,
    };
    if !done {
        body.effect(InstKind::Call { callee: target.callee, args, rets }, &[]);
        // The callee may write registers' slots, never registers; but what was noted about slots that it was given is no longer valid.
        body.constants.clear();
    }
    if body.block.is_none() {
        return Ok(());
    }
    for (ret, slot, ty) in loads {
        let value = body.load_slot(slot, 0, ty.ir());
        body.write(ret, ty, value)?;
    }
    Ok(())
}

fn target<'a, 'src>(body: &mut Body<'_, 'a, 'src>, call: &ast::Call<'_, 'src>) -> Res<Target<'a, 'src>> {
    let name = call.callee;
    if let Some(symbol) = body.lookup(name) {
        let Symbol::Register(var) = symbol else { return Err(Stop::Opaque) };
        let target = body.get(var);
        if !body.func.ty(target).is_int() || body.func.ty(target) == Type::I1 {
            return Err(Stop::Opaque);
        }
        let mut candidates = Vec::new();
        let mut signature = None;
        if let Some(list) = call.targets {
            match body.label(list.text) {
                Some(Label::Prototype(prototype)) => {
                    signature = Some((prototype.returns.as_slice(), prototype.params.as_slice()));
                }
                Some(Label::Callees(list)) => {
                    for callee in &list.targets {
                        let func = body.cx.function_address(callee.text).ok_or_else(|| undefined(*callee))?;
                        candidates.push(func);
                        let callable = body.cx.functions[callee.text].ast;
                        signature = Some((callable.returns.as_slice(), callable.params.as_slice()));
                    }
                }
                Some(_) => return Err(Stop::Opaque),
                None => match (body.lookup(list), body.cx.prototypes.get(list.text)) {
                    (_, Some(&prototype)) => {
                        signature = Some((prototype.returns.as_slice(), prototype.params.as_slice()));
                    }
                    (Some(Symbol::Object(table)), None) => candidates = functions_of(body, table),
                    _ => return Err(undefined(list)),
                },
            }
        }
        return Ok(Target { callee: Callee::Indirect { target, candidates }, signature, external: None });
    }
    let callable = *body.cx.functions.get(name.text).ok_or_else(|| undefined(name))?;
    if callable.ast.kind == ast::FunctionKind::Entry {
        let why = format!("`{}` is a kernel and cannot be called", name.text);
        return Err(Stop::Error(name.span, Problem::Call(why)));
    }
    let signature = Some((callable.ast.returns.as_slice(), callable.ast.params.as_slice()));
    match callable.func.filter(|_| callable.ast.body.is_some()) {
        Some(func) => Ok(Target { callee: Callee::Func(func), signature, external: None }),
        None => {
            let external = callable.ast.name.text;
            Ok(Target { callee: Callee::External(external.to_owned()), signature, external: Some(external) })
        }
    }
}

/// The functions whose addresses a constant table holds; none when it may hold others.
fn functions_of(body: &Body<'_, '_, '_>, table: raddle_ir::Object) -> Vec<Func> {
    let object = &body.cx.module.objects[table];
    let Some(init) = &object.init else { return Vec::new() };
    let covered: u64 = init.relocations.iter().map(|r| u64::from(r.bytes)).sum();
    if object.external || object.size != Some(covered) {
        return Vec::new();
    }
    let funcs = init.relocations.iter().map(|relocation| match relocation.target {
        RelocationTarget::Func(func) if relocation.addend == 0 => Some(func),
        _ => None,
    });
    funcs.collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// The type in which a register or number is passed.
fn passed_type<'src>(
    body: &mut Body<'_, '_, 'src>,
    operand: &Operand<'src>,
    param: Option<ast::Parameter<'src>>,
) -> Res<Ty> {
    if let Some(param) = param {
        if param.ty.text == "pred" {
            return Ok(Ty::PRED);
        }
        let shape = global::shape(&param.ty, param.vector, param.align, &param.dims)
            .map_err(|(span, problem)| Stop::Error(span, problem))?;
        return shape.ty.filter(|_| shape.dims.is_empty()).ok_or(Stop::Opaque);
    }
    let bits = match operand {
        Operand::Name(name) => match body.lookup(*name) {
            Some(Symbol::Register(var)) => body.func.vars[var].ty.bits(),
            None => return Err(undefined(*name)),
            Some(_) => return Err(Stop::Opaque),
        },
        _ => return Err(Stop::Opaque),
    };
    Ok(if bits == 1 { Ty::PRED } else { Ty::bits(bits) })
}

fn argument<'src>(
    body: &mut Body<'_, '_, 'src>,
    operand: &Operand<'src>,
    param: Option<ast::Parameter<'src>>,
) -> Res<Slot> {
    if let Operand::Name(name) = operand
        && let Some(Symbol::Slot(slot)) = body.lookup(*name)
    {
        return Ok(slot);
    }
    let ty = passed_type(body, operand, param)?;
    let value = body.read(operand, ty)?;
    let slot = body.temporary("argument", ty.ir().bytes());
    body.store_slot(slot, 0, value);
    body.note(super::function::Place::Slot(slot), value);
    Ok(slot)
}

/// The slot of a result, and its type where it is passed on to a register.
fn result<'src>(
    body: &mut Body<'_, '_, 'src>,
    operand: &Operand<'src>,
    param: Option<ast::Parameter<'src>>,
) -> Res<(Slot, Option<Ty>)> {
    match operand {
        Operand::Name(name) => {
            if let Some(Symbol::Slot(slot)) = body.lookup(*name) {
                return Ok((slot, None));
            }
            let ty = passed_type(body, operand, param)?;
            Ok((body.temporary("result", ty.ir().bytes()), Some(ty)))
        }
        Operand::Discard(_) => {
            let bytes = match passed_type(body, operand, param) {
                Ok(ty) => ty.ir().bytes(),
                Err(_) => 16,
            };
            Ok((body.temporary("result", bytes), None))
        }
        _ => Err(Stop::Opaque),
    }
}

/// The value of a slot that passes a scalar, as an integer.
pub(super) fn passed(body: &mut Body<'_, '_, '_>, slot: Slot) -> Option<raddle_ir::Value> {
    let bytes = body.func.slots[slot].size.and_then(|size| u32::try_from(size).ok())?;
    let ty = Type::int(bytes.checked_mul(8)?)?;
    Some(body.load_slot(slot, 0, ty))
}
