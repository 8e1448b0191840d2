//! Instructions on a walk: what each computes, and what it accesses.

use super::super::symbols::sort;
use super::super::uniform::Shared;
use super::{Access, Claim, Count, Env, Kind, Walk};
use crate::limits;
use raddle_ir::{Address, AtomicOp, Base, Func, Inst, InstKind, PureOp, Space, Special, Type, Value};
use raddle_smt::{Sort, Term, Terms};
use raddle_symbolic::access::{bytes, elements};
use raddle_symbolic::pure::{Meaning, partial};
use raddle_symbolic::reader::{self, Environment, Source, source};
use raddle_symbolic::{Region, address};

impl Environment for Walk<'_, '_> {
    fn terms(&mut self) -> &mut Terms {
        self.terms
    }

    fn value(&mut self, value: Value) -> Term {
        Walk::value(self, value)
    }

    fn special(&mut self, special: Special) -> Option<Term> {
        self.thread().special(self.terms, special)
    }

    fn start(&mut self, base: Base, ty: Type) -> Term {
        address::start(self.terms, base, ty, self.who.ending())
    }

    fn code(&mut self, func: Func, ty: Type) -> Option<Term> {
        Some(address::function(self.terms, func, ty.bits()))
    }

    fn anything(&mut self, result: Value, sort: Sort) -> Term {
        self.fresh(&result.to_string(), sort, Shared::Thread)
    }

    fn operation(&mut self, op: PureOp, (result, operand): (Type, Type), args: &[Term]) -> Option<Meaning> {
        if let (PureOp::Mul, &[a, b]) = (op, args)
            && let Some(value) = self.thread().product(self.terms, [a, b])
        {
            return Some(Meaning { value, defined: self.terms.truth(true) });
        }
        let meaning = partial(self.terms, op, result, operand, args)?;
        if !self.setup.rules.equal_quotients || self.terms.is_true(meaning.defined) {
            return Some(meaning);
        }
        // By 0 it is another function of the operands.
        let sorts: Vec<Sort> = args.iter().map(|&arg| self.terms.sort(arg)).collect();
        let sort = self.terms.sort(meaning.value);
        let function = self.terms.function(format!("{op:?} by 0 of {operand}"), &sorts, sort);
        let otherwise = self.terms.apply(function, args);
        let value = self.terms.ite(meaning.defined, meaning.value, otherwise);
        Some(Meaning { value, defined: self.terms.truth(true) })
    }
}

impl Walk<'_, '_> {
    pub(super) fn inst(&mut self, inst: Inst, enabled: Term, env: &mut Env) {
        let kernel = self.setup.kernel;
        let function = kernel.function();
        let data = &function.insts[inst];
        let here = match data.guard {
            Some(_) => {
                let guard = self.guard(data.guard);
                self.terms.and(enabled, guard)
            }
            None => enabled,
        };
        match &data.kind {
            // What is loaded there does not matter.
            InstKind::Load { .. } if self.setup.contracts.only_names(inst) => {
                self.results(inst, Shared::Thread);
            }
            InstKind::Load { addr, .. } => {
                self.access(inst, addr, Kind::Read, here);
                self.bound(inst, addr, here);
                for (number, &result) in data.results.iter().enumerate() {
                    if self.needed.value(result) {
                        let term = self.load(inst, addr, number, result, env);
                        self.values[result] = Some(term);
                    }
                }
            }
            InstKind::Store { addr, .. } => {
                self.access(inst, addr, Kind::Write, here);
                self.bound(inst, addr, here);
                let region = Region::of(self.setup.module, function, addr);
                if self.followed(region).is_some() {
                    let start = self.offset(addr);
                    for element in elements(function, data) {
                        let term = self.value(element.value);
                        let before = self.terms.bits(64, u128::from(element.before));
                        let offset = self.terms.bvadd(start, before);
                        self.store(inst, (region, offset), term, here, env);
                    }
                }
            }
            InstKind::Atomic { addr, access, .. } => {
                self.access(inst, addr, Kind::Atomic, here);
                self.bound(inst, addr, here);
                self.results(inst, Shared::Thread);
                let region = Region::of(self.setup.module, self.setup.kernel.function(), addr);
                if self.setup.contracts.takes {
                    self.took(inst, addr, here);
                }
                if let InstKind::Atomic { op: AtomicOp::Add, .. } = data.kind
                    && let [result] = data.results.as_slice()
                    && let Some(&counter) = self.setup.counters.get(&region)
                    && let Some(result) = self.values[*result]
                {
                    let offset = self.offset(addr);
                    self.seen.counts.push(Count {
                        region,
                        counter,
                        enabled: here,
                        offset,
                        result,
                        scope: access.scope,
                    });
                }
            }
            InstKind::VarSet(var, value) => {
                let term = self.value(*value);
                if let Some(scalar) = function.vars[*var].shared {
                    self.scalar(inst, scalar, function.vars[*var].ty, Kind::Write, here);
                    let zero = self.terms.bits(64, 0);
                    self.store(inst, (Region::Scalar(scalar), zero), term, here, env);
                } else {
                    let old = self.var(*var, env);
                    let new = self.terms.ite(here, term, old);
                    env.vars.insert(*var, new);
                }
            }
            InstKind::VarGet(var) => {
                let ty = function.vars[*var].ty;
                let term = match function.vars[*var].shared {
                    Some(scalar) => {
                        self.scalar(inst, scalar, ty, Kind::Read, here);
                        let zero = self.terms.bits(64, 0);
                        self.read((Region::Scalar(scalar), zero), data.results[0], env)
                    }
                    None => self.var(*var, env),
                };
                self.values[data.results[0]] = Some(term);
            }
            InstKind::Assert(value) => {
                let holds = self.value(*value);
                if self.counts() {
                    let named = self.named(*value);
                    self.seen.claims.push(Claim { inst, enabled: here, holds, at: None, named });
                }
            }
            InstKind::Barrier(_) => self.results(inst, Shared::Group),
            InstKind::Marker { args, .. } if self.of_contract(inst, args) => {}
            // What was copied is there now.
            kind if kind.waits_for_copies() => self.forget(inst, env),
            InstKind::Const(_)
            | InstKind::Pure { .. }
            | InstKind::Special(_)
            | InstKind::AddrOf { .. }
            | InstKind::FuncAddr(_)
            | InstKind::Havoc
            | InstKind::Uninitialised
            | InstKind::Collective { .. }
            | InstKind::Marker { .. }
            | InstKind::Opaque { .. }
            | InstKind::Call { .. } => self.result(inst),
            // Assumes are part of the edges that lead to their block.
            InstKind::Assume(_)
            | InstKind::Fence { .. }
            | InstKind::WarpSync(_)
            | InstKind::SpecBegin(_)
            | InstKind::SpecEnd(..) => {}
        }
    }

    /// Results that may be anything.
    pub(super) fn results(&mut self, inst: Inst, agreed: Shared) {
        let function = self.setup.kernel.function();
        for &result in &function.insts[inst].results {
            if self.needed.value(result) {
                let term = self.fresh(&format!("{result}"), sort(function.ty(result)), agreed);
                self.values[result] = Some(term);
            }
        }
    }

    /// A result that is computed from values of the thread, if it is.
    fn result(&mut self, inst: Inst) {
        let function = self.setup.kernel.function();
        let data = &function.insts[inst];
        let term = match (source(&data.kind), data.results.as_slice()) {
            (Source::Computed | Source::Applied(_), &[result]) if !self.needed.value(result) => return,
            (Source::Computed, _) => reader::computed(function, self, inst),
            (Source::Applied(_), _) => reader::applied(function, self, inst),
            _ => None,
        };
        match term {
            Some(term) => self.values[data.results[0]] = Some(term),
            None => self.results(inst, Shared::Thread),
        }
    }

    /// Where an access lies in its region, in 64 bits.
    pub(super) fn offset(&mut self, addr: &Address) -> Term {
        let (module, function) = (self.setup.module, self.setup.kernel.function());
        reader::place(module, function, self, addr).offset
    }

    /// The variables of the source that a value is computed from, with what they are here.
    pub(super) fn named(&self, value: Value) -> Vec<(Value, Term)> {
        let function = self.setup.kernel.function();
        let (mut found, mut open, mut looked) = (Vec::new(), vec![value], 0);
        while let Some(value) = open.pop() {
            looked += 1;
            if looked > limits::VALUES_LOOKED_AT_FOR_NAMES {
                break;
            }
            if let Some(term) = self.values[value]
                && function.values[value].name.is_some()
                && !found.contains(&(value, term))
            {
                found.push((value, term));
            }
            match function.def_inst(value).map(|inst| &inst.kind) {
                Some(InstKind::Pure { args, .. }) => open.extend(args.iter().rev()),
                Some(kind) => open.extend(kind.address().and_then(|addr| addr.index)),
                None => {}
            }
        }
        found
    }

    /// How many bytes an access takes.
    pub(super) fn bytes(&self, inst: Inst) -> u32 {
        let function = self.setup.kernel.function();
        bytes(function, &function.insts[inst])
    }

    pub(super) fn access(&mut self, inst: Inst, addr: &Address, kind: Kind, enabled: Term) {
        let region = Region::of(self.setup.module, self.setup.kernel.function(), addr);
        if region.is_private() || !self.counts() || self.terms.is_false(enabled) {
            return;
        }
        let data = &self.setup.kernel.function().insts[inst];
        let strong = data.kind.strength();
        let bytes = self.bytes(inst);
        let offset = self.offset(addr);
        let space = addr.space;
        let written = match &data.kind {
            InstKind::Store { values, .. } if values.iter().all(|&v| self.needed.value(v)) => {
                values.iter().map(|&v| self.value(v)).collect()
            }
            _ => Vec::new(),
        };
        let named = addr.index.map_or_else(Vec::new, |index| self.named(index));
        let locks = self.locks(inst, region);
        self.saw(Access { inst, region, space, kind, strong, bytes, enabled, offset, written, locks, named });
    }

    pub(super) fn scalar(&mut self, inst: Inst, scalar: u32, ty: Type, kind: Kind, enabled: Term) {
        if self.counts() && !self.terms.is_false(enabled) {
            let (region, offset) = (Region::Scalar(scalar), self.terms.bits(64, 0));
            let (space, bytes) = (Space::Shared, ty.bytes().max(1));
            let (strong, written, locks, named) = (None, Vec::new(), Vec::new(), Vec::new());
            self.saw(Access {
                inst,
                region,
                space,
                kind,
                strong,
                bytes,
                enabled,
                offset,
                written,
                locks,
                named,
            });
        }
    }
}
