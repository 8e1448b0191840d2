//! From an opcode to its family, and to opaque where the family does not know the form.

use raddle_ir::{Guard, Type};

use super::error::{Problem, Res, Stop};
use super::function::Body;
use super::operand::undefined;
use super::scope::Symbol;
use super::types::Words;
use super::{
    atomic, call, carry, compare, control, convert, data, float, integer, logic, memory, opaque, sync, warp,
};
use crate::ast;

/// What a family of instructions is given: the instruction and its words.
type Family = for<'src> fn(&mut Body<'_, '_, 'src>, &ast::Instruction<'src>, &mut Words<'src>) -> Res<()>;

impl<'src> Body<'_, '_, 'src> {
    /// Lowers an instruction. What a family began before it gave up is taken back.
    pub(super) fn instruction(&mut self, inst: &ast::Instruction<'src>) -> Res<()> {
        self.guard = match &inst.guard {
            None => None,
            Some(guard) => match self.lookup(guard.register) {
                Some(Symbol::Register(var)) if self.func.vars[var].ty == Type::I1 => {
                    Some(Guard { value: self.get(var), negated: guard.negated })
                }
                None => return Err(undefined(guard.register)),
                Some(_) => {
                    let operand = guard.register.text.to_owned();
                    let (is, needs) = ("no predicate".to_owned(), "a predicate as its guard".to_owned());
                    return Err(Stop::Error(guard.register.span, Problem::Type { operand, is, needs }));
                }
            },
        };
        let Some(family) = family(inst.opcode.text) else { return opaque::lower(self, inst) };
        let block = self.here();
        let length = self.func.blocks[block].insts.len();
        let outcome = family(self, inst, &mut Words::new(inst));
        if let Err(Stop::Opaque) = outcome {
            // Families end or open blocks only once nothing can fail any more.
            debug_assert_eq!(self.block, Some(block), "{}", inst.opcode.text);
            self.func.blocks[block].insts.truncate(length);
            self.constants.clear();
            self.current.forget();
            return opaque::lower(self, inst);
        }
        outcome
    }
}

/// The family of an opcode.
fn family(opcode: &str) -> Option<Family> {
    Some(match opcode {
        "add" | "sub" | "mul" | "mad" | "div" | "rem" | "abs" | "neg" | "min" | "max" => integer::arithmetic,
        "mul24" | "mad24" | "sad" | "popc" | "clz" | "bfind" | "brev" | "bfe" | "bfi" | "szext" | "bmsk"
        | "dp4a" | "dp2a" => integer::bits,
        "addc" | "subc" | "madc" => carry::lower,
        "fma" | "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "lg2" | "ex2" | "tanh" | "copysign" => {
            float::lower
        }
        "testp" | "setp" | "set" | "selp" | "slct" => compare::lower,
        "and" | "or" | "xor" | "not" | "cnot" | "lop3" | "shf" | "shl" | "shr" | "prmt" => logic::lower,
        "cvt" => convert::lower,
        "mov" | "cvta" | "isspacep" => data::lower,
        "ld" | "ldu" | "st" => memory::lower,
        "atom" | "red" => atomic::lower,
        "bar" | "barrier" | "membar" | "fence" => sync::lower,
        "vote" | "match" | "shfl" | "redux" | "elect" | "activemask" => warp::lower,
        "bra" | "brx" | "ret" | "exit" | "trap" => control::lower,
        "call" => call::lower,
        _ => return None,
    })
}
