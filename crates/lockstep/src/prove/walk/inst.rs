//! Instructions on a walk: what each computes, and what it accesses.

use raddle_symbolic::Region;
use super::super::symbols::{self, sort};
use super::super::uniform::Shared;
use super::{Access, Claim, Count, Env, Kind, Walk};
use raddle_symbolic::pure;
use raddle_ir::{Address, Base, Effects, Inst, InstKind, PureOp, Space, Special, Type, Value};
use raddle_smt::{Sort, Term};

/// Is it a function of its arguments, of which nothing else is known?
fn is_function(name: &str) -> bool {
    name.starts_with("__uninterpreted_function_")
}

/// So many values are looked at for names of variables behind an address.
const MOST_LOOKED: usize = 32;

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
            InstKind::Store { addr, values, .. } => {
                self.access(inst, addr, Kind::Write, here);
                self.bound(inst, addr, here);
                let region = Region::of(self.setup.module, self.setup.kernel.function(), addr);
                if self.followed(region).is_some() {
                    let mut offset = self.offset(addr);
                    for &value in values {
                        let (term, ty) = (self.value(value), function.ty(value));
                        self.store(inst, (region, offset), term, here, env);
                        let bytes = self.terms.bits(64, u128::from(ty.bytes()));
                        offset = self.terms.bvadd(offset, bytes);
                    }
                }
            }
            InstKind::Atomic { addr, access, .. } => {
                self.access(inst, addr, Kind::Atomic(access.scope), here);
                self.bound(inst, addr, here);
                self.results(inst, Shared::Thread);
                let region = Region::of(self.setup.module, self.setup.kernel.function(), addr);
                if self.setup.contracts.takes {
                    self.took(inst, addr, here);
                }
                if let [result] = data.results.as_slice()
                    && self.setup.counters.contains(&region)
                    && let Some(result) = self.values[*result]
                {
                    let offset = self.offset(addr);
                    self.seen.counts.push(Count {
                        region,
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
            InstKind::Const(_)
            | InstKind::Pure { .. }
            | InstKind::Special(_)
            | InstKind::AddrOf { .. }
            | InstKind::FuncAddr(_) => {
                let result = data.results[0];
                if self.needed.value(result) {
                    let term = self.computed(inst);
                    self.values[result] = Some(term);
                }
            }
            InstKind::Opaque { args, .. } if self.of_contract(inst, args) => {}
            // What was copied is there now.
            kind if kind.waits_for_copies() => self.forget(inst, env),
            InstKind::Opaque { name, args, effects }
                if is_function(name) && *effects == Effects::NONE && !args.is_empty() =>
            {
                if let [result] = data.results.as_slice()
                    && self.needed.value(*result)
                {
                    let types: Vec<String> = args.iter().map(|&arg| function.ty(arg).to_string()).collect();
                    let name = format!("{name}({}) {}", types.join(" "), function.ty(*result));
                    let args: Vec<Term> = args.iter().map(|&arg| self.value(arg)).collect();
                    let sorts: Vec<Sort> = args.iter().map(|&arg| self.terms.sort(arg)).collect();
                    let function = self.terms.function(name, &sorts, sort(function.ty(*result)));
                    self.values[*result] = Some(self.terms.apply(function, &args));
                }
            }
            InstKind::Havoc
            | InstKind::Uninitialised
            | InstKind::Collective { .. }
            | InstKind::Opaque { .. }
            | InstKind::Call { .. } => self.results(inst, Shared::Thread),
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

    /// What is computed from values of the thread.
    pub(super) fn computed(&mut self, inst: Inst) -> Term {
        let function = self.setup.kernel.function();
        let data = &function.insts[inst];
        let result = data.results[0];
        let ty = function.ty(result);
        let known = match &data.kind {
            InstKind::Const(bits) if ty == Type::I1 => Some(self.terms.truth(*bits & 1 == 1)),
            InstKind::Const(bits) => Some(self.terms.bits(ty.bits(), *bits)),
            InstKind::Pure { op, args } => {
                // The operand's type is the second argument's for a select.
                let which = usize::from(*op == raddle_ir::PureOp::Select);
                let operand = args.get(which).map_or(ty, |&a| function.ty(a));
                let args: Vec<Term> = args.iter().map(|&a| self.value(a)).collect();
                if let (PureOp::Mul, &[a, b]) = (*op, args.as_slice())
                    && let Some(known) =
                        symbols::product(self.terms, self.setup.launch, (self.pair, self.who), [a, b])
                {
                    return known;
                }
                let meaning = pure::partial(self.terms, *op, ty, operand, &args);
                meaning.map(|pure::Meaning { value, defined }| {
                    if self.terms.is_true(defined) {
                        return value;
                    }
                    let any = self.fresh(&format!("{result}"), sort(ty), Shared::Thread);
                    self.terms.ite(defined, value, any)
                })
            }
            InstKind::Special(special) => self.special(*special, ty),
            InstKind::AddrOf { base, offset } => Some(self.address_of(*base, *offset, ty)),
            InstKind::FuncAddr(func) => Some(symbols::function(self.terms, *func, ty.bits())),
            _ => None,
        };
        known.unwrap_or_else(|| self.fresh(&format!("{result}"), sort(ty), Shared::Thread))
    }

    pub(super) fn special(&mut self, special: Special, ty: Type) -> Option<Term> {
        let term = symbols::special(self.terms, self.setup.launch, self.pair, self.who, special)?;
        match (self.terms.sort(term), ty) {
            (Sort::Bool, Type::I1) => Some(term),
            (Sort::Bits(_), ty) if ty.is_int() && ty != Type::I1 => Some(self.terms.resize(ty.bits(), term)),
            _ => None,
        }
    }

    pub(super) fn address_of(&mut self, base: Base, offset: i64, ty: Type) -> Term {
        let ending = if matches!(base, Base::Slot(_)) { self.who.ending() } else { "" };
        let start = self.terms.var(format!("address {base:?}:{}{ending}", ty.bits()), sort(ty));
        let offset = self.terms.bits(ty.bits(), offset as u128);
        self.terms.bvadd(start, offset)
    }

    /// Where an access lies in its region, in 64 bits. One of 32 bits wraps around there, so what lies in front of the region is far
    /// behind it, where no region reaches.
    pub(super) fn offset(&mut self, addr: &Address) -> Term {
        let index = addr.index.map(|index| self.value(index));
        // Addresses of 32 bits wrap around at 32 bits.
        let width = index.map_or(64, |index| self.terms.width(index));
        let mut sum = self.terms.bits(width, addr.offset as u128);
        // Of an address that may be anywhere, where it is.
        if let (Base::Buffer(param), Region::Anywhere(_)) =
            (addr.base, Region::of(self.setup.module, self.setup.kernel.function(), addr))
            && let Some(data) = self.setup.kernel.function().params.get(param as usize)
        {
            let bits = u32::try_from(data.size * 8).unwrap_or(64);
            let start = self.terms.var(format!("parameter {}:{bits}", data.offset), Sort::Bits(bits));
            let start = self.terms.resize(width, start);
            sum = self.terms.bvadd(start, sum);
        }
        if let Some(index) = index {
            sum = self.terms.bvadd(index, sum);
        }
        if width == 64 { sum } else { self.terms.zext(64, sum) }
    }

    /// The variables of the source that a value is computed from, with what they are here.
    pub(super) fn named(&self, value: Value) -> Vec<(Value, Term)> {
        let function = self.setup.kernel.function();
        let (mut found, mut open, mut looked) = (Vec::new(), vec![value], 0);
        while let Some(value) = open.pop() {
            looked += 1;
            if looked > MOST_LOOKED {
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
        let data = &function.insts[inst];
        let types: Vec<Type> = match &data.kind {
            InstKind::Store { values, .. } => values.iter().map(|&v| function.ty(v)).collect(),
            InstKind::Atomic { args, .. } => args.iter().take(1).map(|&v| function.ty(v)).collect(),
            _ => data.results.iter().map(|&r| function.ty(r)).collect(),
        };
        types.iter().map(|ty| ty.bytes()).sum()
    }

    pub(super) fn access(&mut self, inst: Inst, addr: &Address, kind: Kind, enabled: Term) {
        let region = Region::of(self.setup.module, self.setup.kernel.function(), addr);
        if region == Region::Private || !self.counts() || self.terms.is_false(enabled) {
            return;
        }
        let data = &self.setup.kernel.function().insts[inst];
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
        self.saw(Access { inst, region, space, kind, bytes, enabled, offset, written, named });
    }

    pub(super) fn scalar(&mut self, inst: Inst, scalar: u32, ty: Type, kind: Kind, enabled: Term) {
        if self.counts() && !self.terms.is_false(enabled) {
            let (region, offset) = (Region::Scalar(scalar), self.terms.bits(64, 0));
            let (space, bytes) = (Space::Shared, ty.bytes().max(1));
            let (written, named) = (Vec::new(), Vec::new());
            self.saw(Access { inst, region, space, kind, bytes, enabled, offset, written, named });
        }
    }
}
