//! Accesses on a walk, and the objects that they are to stay in.
//!
//! An access is in bounds if all its bytes are those of the object that its address is derived from. What is said in an
//! arbitrary iteration is said of all.

use super::super::contracts::narrowed;
use super::{Claim, Walk};
use raddle_ir::{Address, Base, Inst, Space, null};
use raddle_smt::Term;
use raddle_symbolic::Region;

/// What an access is to stay in.
enum Object {
    /// This many bytes.
    Bytes(u64),
    /// A buffer, or dynamic shared memory, whose size is not given.
    NotGiven,
    /// Nothing that is known.
    Unknown,
}

impl Walk<'_, '_> {
    /// Claims that an access stays in its object.
    pub(super) fn bound(&mut self, inst: Inst, addr: &Address, enabled: Term) {
        let in_contract = self.setup.contracts.of(inst).is_some();
        if !self.counts() || in_contract || self.terms.is_false(enabled) {
            return;
        }
        if null::is_number(self.setup.kernel.function(), addr) {
            let lowest = self.terms.bits(64, u128::from(null::LOWEST));
            let offset = self.offset(addr);
            let holds = self.terms.bvule(lowest, offset);
            return self.is_bound(inst, addr, enabled, holds);
        }
        let size = match self.object(addr) {
            Object::Bytes(size) => size,
            Object::NotGiven => return,
            Object::Unknown => {
                self.seen.unbounded.insert(inst);
                return;
            }
        };
        let bytes = u64::from(self.bytes(inst));
        let offset = self.offset(addr);
        let mut parts = vec![match size.checked_sub(bytes) {
            Some(most) => {
                let most = self.terms.bits(64, u128::from(most));
                self.terms.bvule(offset, most)
            }
            None => self.terms.truth(false),
        }];
        // What was made a value has left memory: an access that touches it has left its own variable.
        if let Base::Slot(slot) = addr.base {
            for range in &self.setup.kernel.function().promoted[slot] {
                let behind = self.terms.bits(64, u128::from(range.end));
                let behind = self.terms.bvule(behind, offset);
                let before = match range.start.checked_sub(bytes) {
                    Some(most) => {
                        let most = self.terms.bits(64, u128::from(most));
                        self.terms.bvule(offset, most)
                    }
                    None => self.terms.truth(false),
                };
                parts.push(self.terms.or(before, behind));
            }
        }
        let holds = self.terms.all(&parts);
        self.is_bound(inst, addr, enabled, holds);
    }

    /// What a call through a pointer that leads to no function does to a thread: nothing, as it is assumed that there is none,
    /// like that accesses stay in their objects. When the thread continues.
    pub(super) fn stray(&mut self, inst: Inst, enabled: Term) -> Term {
        let data = &self.setup.kernel.function().insts[inst];
        let Some(target) = data.kind.stray_target() else { return enabled };
        let guard = self.guard(data.guard);
        let past = self.terms.not(guard);
        let (after, strays) = narrowed(self.terms, enabled, past);
        if self.terms.is_false(strays) {
            return enabled;
        }
        if self.counts() && self.setup.contracts.of(inst).is_none() {
            let (holds, named) = (self.terms.truth(false), self.named(target));
            self.seen.bounds.push(Claim { inst, enabled: strays, holds, at: None, named });
            self.seen.strays.push((inst, strays));
        }
        self.frames.iter_mut().for_each(|frame| frame.failed.push(strays));
        let kept = self.terms.not(strays);
        self.seen.kept.push(kept);
        after
    }

    fn is_bound(&mut self, inst: Inst, addr: &Address, enabled: Term, holds: Term) {
        if !self.terms.is_true(holds) {
            let named = addr.index.map_or_else(Vec::new, |index| self.named(index));
            self.seen.bounds.push(Claim { inst, enabled, holds, at: None, named });
        }
    }

    fn object(&self, addr: &Address) -> Object {
        let (module, function) = (self.setup.module, self.setup.kernel.function());
        let or_not_given = |size: Option<u64>| size.map_or(Object::NotGiven, Object::Bytes);
        match (addr.base, Region::of(module, function, addr)) {
            (Base::Slot(slot), _) => or_not_given(function.slots[slot].size),
            // What the launch passes is laid out by the front end.
            (Base::Params, _) if addr.index.is_none() => Object::NotGiven,
            (Base::Object(object), _) => match module.objects[object].size {
                None if addr.space == Space::Shared => or_not_given(self.setup.launch.dynamic_shared),
                size => or_not_given(size),
            },
            (_, region @ Region::Buffer(_)) => or_not_given(self.setup.size(region)),
            _ => Object::Unknown,
        }
    }
}
