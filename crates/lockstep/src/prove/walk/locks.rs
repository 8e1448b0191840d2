//! The locks that a thread holds on a walk.

use super::super::locks::repeated;
use super::{Held, Walk};
use raddle_ir::{Base, Func, Inst, Special, Type, Value};
use raddle_smt::{Sort, Term, Terms};
use raddle_symbolic::Region;
use raddle_symbolic::reader::{self, Environment};
use std::collections::BTreeMap;

impl Walk<'_, '_> {
    /// The locks that order an access to a region.
    pub(super) fn locks(&mut self, inst: Inst, region: Region) -> Vec<Held> {
        let (module, function) = (self.setup.module, self.setup.kernel.function());
        // What the region holds depends on who comes first.
        let locks = self.setup.locks.get(&inst).filter(|_| !self.needed.content(region));
        let mut held = Vec::new();
        for lock in locks.into_iter().flatten() {
            let Some(addr) = function.insts[lock.acquired].kind.address() else { continue };
            let region = Region::of(module, function, addr);
            let mut anew = Anew { walk: self, known: BTreeMap::new() };
            let offset = reader::place(module, function, &mut anew, addr).offset;
            held.push(Held { region, offset, scope: lock.scope });
        }
        held
    }
}

/// Computes anew what a walk may have forgotten after a loop.
struct Anew<'w, 'x, 'y> {
    walk: &'w mut Walk<'x, 'y>,
    known: BTreeMap<Value, Term>,
}

impl Environment for Anew<'_, '_, '_> {
    fn terms(&mut self) -> &mut Terms {
        self.walk.terms()
    }

    fn value(&mut self, value: Value) -> Term {
        if let Some(&term) = self.known.get(&value) {
            return term;
        }
        let function = self.walk.setup.kernel.function();
        let computed = repeated(function, value).and_then(|inst| reader::computed(function, self, inst));
        let term = computed.unwrap_or_else(|| self.walk.value(value));
        self.known.insert(value, term);
        term
    }

    fn special(&mut self, special: Special) -> Option<Term> {
        self.walk.special(special)
    }

    fn start(&mut self, base: Base, ty: Type) -> Term {
        self.walk.start(base, ty)
    }

    fn code(&mut self, func: Func, ty: Type) -> Option<Term> {
        self.walk.code(func, ty)
    }

    fn anything(&mut self, result: Value, sort: Sort) -> Term {
        self.walk.anything(result, sort)
    }
}
