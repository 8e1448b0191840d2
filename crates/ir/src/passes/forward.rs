//! Forwarding: a load from a thread's own memory yields what the thread has just stored there.
//!
//! clang keeps unnamed temporaries in one slot, and pointers to some of them in others. One pointer to an unknown place
//! keeps all of them in memory, including the pointer itself. So a load at a constant offset of a slot yields the value that
//! the same block stored there, if nothing in between may have changed it; then it is known where the
//! pointer leads, and [slot promotion](super::slots) sees what is left. Structures are copied in words, of which a field may be a part: so the part
//! of a word that is a field is the field's value, whatever lies beside it.

use super::Replacements;
use crate::effects::Touches;
use crate::entity::{Inst, Slot, Value};
use crate::inst::{Access, Address, Base, InstKind, Values};
use crate::module::Function;
use crate::op::PureOp;
use crate::types::{Order, Space, Type};
use std::collections::BTreeMap;

/// Replaces such loads; true if there was one.
pub(super) fn forward(function: &mut Function) -> bool {
    let mut replacements = Replacements::default();
    let mut changed = false;
    for block in function.order.clone() {
        let mut held = Held::default();
        for inst in function.blocks[block].insts.clone() {
            function.insts[inst].for_each_use(|v| *v = replacements.find(*v));
            let Some(value) = held.loaded(function, inst).or_else(|| held.field(function, inst)) else {
                held.pass(function, inst);
                continue;
            };
            changed = true;
            let result = function.insts[inst].results[0];
            if function.ty(value) == function.ty(result) {
                replacements.replace(result, value);
            }
            let args = Values::from_slice(&[value]);
            function.insts[inst].kind = InstKind::Pure { op: PureOp::Bitcast, args };
        }
    }
    replacements.apply(function);
    changed
}

/// What is known to lie in slots, by slot and offset.
#[derive(Default)]
struct Held {
    values: BTreeMap<(Slot, i64), Value>,
    /// What was known of the parts of words when they were loaded, by the bit at which they begin.
    words: BTreeMap<Value, Vec<(i64, Value)>>,
}

impl Held {
    /// What a load gives.
    fn loaded(&self, function: &Function, inst: Inst) -> Option<Value> {
        let data = &function.insts[inst];
        let (InstKind::Load { addr, access }, [result]) = (&data.kind, data.results.as_slice()) else {
            return None;
        };
        let (Base::Slot(slot), None, None, true) = (addr.base, addr.index, data.guard, is_plain(*access))
        else {
            return None;
        };
        let value = *self.values.get(&(slot, addr.offset))?;
        (function.ty(value).bits() == function.ty(*result).bits()).then_some(value)
    }

    /// What a part of a word is.
    fn field(&self, function: &Function, inst: Inst) -> Option<Value> {
        let data = &function.insts[inst];
        let (InstKind::Pure { op: PureOp::Trunc, args }, [result]) = (&data.kind, data.results.as_slice())
        else {
            return None;
        };
        let (word, from) = match function.def_inst(args[0]).map(|of| &of.kind) {
            Some(InstKind::Pure { op: PureOp::ShrU, args }) => (args[0], function.as_const(args[1])?),
            _ => (args[0], 0),
        };
        let parts = self.words.get(&word)?;
        let (bits, all) = (function.ty(*result).bits(), u128::from(function.ty(word).bits()));
        let fits = |&&(at, value): &&(i64, Value)| {
            u128::try_from(at) == Ok(from)
                && function.ty(value).bits() == bits
                && from + u128::from(bits) <= all
        };
        parts.iter().find(fits).map(|&(_, value)| value)
    }

    /// What is still known after an instruction.
    fn pass(&mut self, function: &Function, inst: Inst) {
        let data = &function.insts[inst];
        match &data.kind {
            InstKind::Load { addr, access } => {
                if let (Base::Slot(slot), None, None, true, &[word]) =
                    (addr.base, addr.index, data.guard, is_plain(*access), data.results.as_slice())
                {
                    let end = addr.offset.saturating_add(width(function, word));
                    let within = self.values.range((slot, addr.offset)..(slot, end));
                    let parts = within.map(|(&(_, at), &value)| (8 * (at - addr.offset), value));
                    self.words.insert(word, parts.collect());
                }
            }
            InstKind::Store { addr, values, access } => {
                let bytes = values.iter().map(|&value| width(function, value)).sum();
                self.overwrite(function, addr, bytes);
                if let (Base::Slot(slot), None, None, true) =
                    (addr.base, addr.index, data.guard, is_plain(*access))
                {
                    let mut at = addr.offset;
                    for &value in values {
                        if function.ty(value) != Type::Opaque {
                            self.values.insert((slot, at), value);
                        }
                        at += width(function, value);
                    }
                }
            }
            InstKind::Atomic { addr, .. } => {
                let bytes = data.results.iter().map(|&value| width(function, value)).max();
                self.overwrite(function, addr, bytes.unwrap_or(i64::MAX));
            }
            // What a contract computes stays there: it may be moved.
            InstKind::SpecEnd(..) => self.values.clear(),
            // No other thread writes its memory while it waits.
            kind => match kind.effects().writes {
                Touches::Nothing
                | Touches::In(Space::Global | Space::Shared | Space::Const | Space::Cluster) => {}
                Touches::In(Space::Local | Space::Param | Space::Generic) | Touches::Anything => {
                    self.values.clear();
                }
            },
        }
    }

    /// This many bytes at an address may have changed.
    fn overwrite(&mut self, function: &Function, addr: &Address, bytes: i64) {
        match (addr.base, addr.index) {
            (Base::Slot(slot), None) => {
                let end = addr.offset.saturating_add(bytes);
                self.values.retain(|&(of, at), &mut value| {
                    of != slot || end <= at || at.saturating_add(width(function, value)) <= addr.offset
                });
            }
            (Base::Slot(slot), Some(_)) => self.values.retain(|&(of, _), _| of != slot),
            _ if matches!(addr.space, Space::Global | Space::Shared | Space::Const) => {}
            _ => self.values.clear(),
        }
    }
}

fn width(function: &Function, value: Value) -> i64 {
    i64::from(function.ty(value).bytes())
}

fn is_plain(access: Access) -> bool {
    !access.volatile && access.order == Order::Weak
}
