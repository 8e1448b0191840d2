//! Control flow within a function (PTX ISA 9.7.12).

use raddle_ir::{Target, Terminator};

use super::error::{Problem, Res, Stop};
use super::function::Body;
use super::scope::Label;
use super::types::{Ty, Words};
use crate::ast::{Instruction, Name, Operand};

/// `bra`, `brx.idx`, `ret`, `exit`, `trap`.
pub(super) fn lower<'src>(
    body: &mut Body<'_, '_, 'src>,
    inst: &Instruction<'src>,
    _: &mut Words<'src>,
) -> Res<()> {
    match (inst.opcode.text, inst.operands.as_slice()) {
        ("bra", [Operand::Name(label)]) => {
            let target = target(body, *label)?;
            let Some(guard) = body.guard.take() else {
                body.end(Terminator::Jump(target));
                return Ok(());
            };
            let next = Target::new(body.new_block(None));
            let here = next.block;
            let (then, other) = if guard.negated { (next, target) } else { (target, next) };
            body.end(Terminator::Branch { cond: guard.value, then, other });
            body.place(here);
            Ok(())
        }
        ("brx", [index, Operand::Name(table)]) => {
            let Some(Label::Targets(list)) = body.label(table.text) else {
                return Err(Stop::Error(table.span, Problem::BranchTable));
            };
            let targets = list.targets.iter().map(|&label| target(body, label)).collect::<Res<Vec<_>>>()?;
            let value = body.read(index, Ty::U32)?;
            body.branched(|body| {
                // An index beyond the list has no meaning (PTX ISA 9.7.12.4).
                let nowhere = body.new_block(None);
                body.end(Terminator::Switch { value, targets, default: Target::new(nowhere) });
                body.place(nowhere);
                body.end(Terminator::Unreachable);
                Ok(())
            })
        }
        ("brx", _) => Err(Stop::Error(inst.opcode.span, Problem::BranchTable)),
        ("ret" | "exit" | "trap", []) => {
            let opcode = inst.opcode.text;
            body.branched(|body| {
                match opcode {
                    "ret" => body.leave(Terminator::Return),
                    "exit" => body.end(Terminator::Exit),
                    _ => body.end(Terminator::Trap),
                }
                Ok(())
            })
        }
        // An opaque jump would seem to continue below.
        _ => Err(Stop::Error(inst.span, Problem::Jump(inst.opcode.text.to_owned()))),
    }
}

fn target<'src>(body: &mut Body<'_, '_, 'src>, label: Name<'src>) -> Res<Target> {
    match body.label(label.text) {
        Some(Label::Block(block)) => Ok(Target::new(block)),
        _ => Err(Stop::Error(label.span, Problem::UndefinedLabel(label.text.to_owned()))),
    }
}
