//! What instructions compute, as terms.

use super::floats;
use super::model::{Input, Model, Origin, Read};
use super::needed::is_followed;
use crate::limits::kernels;
use raddle_ir::passes::{at_most, is_multiple};
use raddle_ir::{
    Access, Address, Base, Block, Func, Function, Inst, InstKind, Module, Object, Order, PureOp, Special,
    Type, Value, ValueDef,
};
use raddle_smt::{Sort, Term, Terms};
use raddle_symbolic::access::elements;
use raddle_symbolic::pure::{Meaning, sort};
use raddle_symbolic::reader::{self, Environment, Source, source};
use raddle_symbolic::{Region, address};
use std::collections::BTreeSet;

/// Memory that a kernel may write.
#[derive(Clone, Debug, Default)]
pub struct Written {
    regions: BTreeSet<Region>,
    /// It is unknown where.
    anywhere: bool,
}

impl Written {
    /// All that a kernel may write.
    #[must_use]
    pub fn of(module: &Module, function: &Function) -> Self {
        let mut written = Self::default();
        for &inst in function.order.iter().flat_map(|&b| &function.blocks[b].insts) {
            match &function.insts[inst].kind {
                InstKind::Store { addr, .. } | InstKind::Atomic { addr, .. } => {
                    match Region::of(module, function, addr) {
                        Region::Constant | Region::Anywhere(_) => written.anywhere = true,
                        Region::Own => {}
                        region => drop(written.regions.insert(region)),
                    }
                }
                kind => written.anywhere |= kind.effects().writes_anything(),
            }
        }
        written
    }

    fn is_written(&self, region: Region, may_alias: bool) -> bool {
        let is_global = |region: &Region| matches!(region, Region::Buffer(_) | Region::Object(_));
        match region {
            Region::Constant => false,
            Region::Own | Region::Anywhere(_) => true,
            Region::Object(_) | Region::Buffer(_) | Region::Dynamic | Region::Scalar(_) => {
                self.anywhere
                    || self.regions.contains(&region)
                    || may_alias && is_global(&region) && self.regions.iter().any(is_global)
            }
        }
    }
}

/// A model at an instruction.
struct Here<'m, 'a> {
    model: &'m mut Model<'a>,
    block: Block,
    inst: Inst,
}

impl Environment for Here<'_, '_> {
    fn terms(&mut self) -> &mut Terms {
        &mut self.model.terms
    }

    fn value(&mut self, value: Value) -> Term {
        self.model.value(value)
    }

    fn special(&mut self, special: Special) -> Option<Term> {
        self.model.special(special)
    }

    fn start(&mut self, base: Base, ty: Type) -> Term {
        let start = address::start(&mut self.model.terms, base, ty, "");
        self.model.named(start, Origin::Input(Input::Other));
        start
    }

    fn code(&mut self, _: Func, _: Type) -> Option<Term> {
        None
    }

    fn anything(&mut self, result: Value, sort: Sort) -> Term {
        self.model.any(self.block, self.inst, result, sort)
    }

    fn operation(&mut self, op: PureOp, (result, operand): (Type, Type), args: &[Term]) -> Option<Meaning> {
        let model = &mut *self.model;
        let exact = match (floats::arithmetic(&mut model.terms, op, (result, operand), args), op, args) {
            (None, PureOp::Mul, &[a, b]) => model.product(a, b),
            (exact, _, _) => exact,
        };
        match exact {
            Some(value) => Some(Meaning { value, defined: model.terms.truth(true) }),
            None => (model.operations)(&mut model.terms, op, result, operand, args),
        }
    }
}

impl Model<'_> {
    /// The term of a value.
    pub fn value(&mut self, value: Value) -> Term {
        if let Some(term) = self.values[value] {
            return term;
        }
        // A value of a kind without content, or of a block that no path leads to.
        let sort = sort(self.function.ty(value)).unwrap_or(Sort::Bits(1));
        let origin = match self.function.values[value].def {
            ValueDef::Result(inst, _) => Origin::Any(self.block_of(inst), inst),
            ValueDef::Param(block, _) => Origin::Choice(block),
        };
        let term = self.fresh(&format!("any {value}"), sort, origin);
        self.values[value] = Some(term);
        term
    }

    /// An instruction that writes to the memory that a load reads from, where that has a name.
    #[must_use]
    pub fn writes(&self, load: Inst) -> Option<Inst> {
        let of = |inst: Inst| {
            let addr = self.function.insts[inst].kind.address()?;
            Some(Region::of(self.module, self.function, addr))
        };
        let read = of(load).filter(|read| !matches!(read, Region::Own | Region::Anywhere(_)))?;
        let all = self.function.order.iter().flat_map(|&block| &self.function.blocks[block].insts);
        let writes = |inst: &Inst| {
            let kind = &self.function.insts[*inst].kind;
            matches!(kind, InstKind::Store { .. } | InstKind::Atomic { .. }) && of(*inst) == Some(read)
        };
        all.copied().find(writes)
    }

    /// The block that an instruction lies in.
    fn block_of(&self, inst: Inst) -> Block {
        let holds = |b: &&Block| self.function.blocks[**b].insts.contains(&inst);
        self.function.order.iter().find(holds).copied().unwrap_or_else(|| self.function.entry())
    }

    /// An instruction's results.
    pub(super) fn inst(&mut self, block: Block, inst: Inst) {
        let function = self.function;
        let data = &function.insts[inst];
        for (number, &result) in data.results.iter().enumerate() {
            let ty = function.ty(result);
            let (true, Some(sort)) = (self.needed.values[result], sort(ty)) else { continue };
            let known = match data.guard {
                None => self.known(block, inst, number, ty),
                Some(_) => None,
            };
            let known = known.filter(|&term| self.terms.sort(term) == sort);
            let term = known.unwrap_or_else(|| self.any(block, inst, result, sort));
            self.values[result] = Some(term);
        }
    }

    fn any(&mut self, block: Block, inst: Inst, result: Value, sort: Sort) -> Term {
        self.fresh(&format!("any {result}"), sort, Origin::Any(block, inst))
    }

    fn known(&mut self, block: Block, inst: Inst, number: usize, ty: Type) -> Option<Term> {
        let function = self.function;
        let data = &function.insts[inst];
        match (source(&data.kind), &data.kind) {
            (Source::Computed, InstKind::Pure { op, args }) if !is_followed(function, *op, args) => None,
            (Source::Computed, _) => reader::computed(function, &mut Here { model: self, block, inst }, inst),
            (Source::Memory(_), InstKind::Load { addr, access }) => {
                let before = elements(function, data)[number].before;
                self.load(block, inst, addr, (*access, before, ty))
            }
            _ => None,
        }
    }

    /// What a load reads, if it is always the same.
    fn load(
        &mut self,
        block: Block,
        inst: Inst,
        addr: &Address,
        (access, before, ty): (Access, u32, Type),
    ) -> Option<Term> {
        let region = Region::of(self.module, self.function, addr);
        if access.volatile
            || access.order != Order::Weak
            || self.written.is_written(region, self.launch.may_alias)
        {
            return None;
        }
        let at = addr.offset.wrapping_add(i64::from(before));
        if addr.base == Base::Params && addr.index.is_none() {
            return self.param(at, ty);
        }
        if let Base::Object(object) = addr.base
            && let Some(term) = self.initial(object, addr.index, at, ty)
        {
            self.assumed.constants = true;
            return Some(term);
        }
        if region != Region::Constant {
            self.assumed.unwritten = true;
        }
        let offset = reader::from_base(&mut Here { model: self, block, inst }, addr, before.into());
        let width = self.terms.width(offset);
        let name = format!("{:?} {:?}:{ty} of {width}", addr.space, addr.base);
        let content = self.terms.function(name, &[Sort::Bits(width)], sort(ty)?);
        let buffer = match region {
            Region::Buffer(param) => Some(param),
            _ => None,
        };
        let read = self.terms.apply(content, &[offset]);
        self.contents.entry(content).or_insert(Read { buffer, ty, inst });
        Some(read)
    }

    /// What a variable that is never written holds from its beginning, if that is known wherever the index may lead.
    fn initial(&mut self, object: Object, index: Option<Value>, at: i64, ty: Type) -> Option<Term> {
        let data = &self.module.objects[object];
        let init = data.init.as_ref().filter(|init| init.relocations.is_empty())?;
        let bytes = u64::from(ty.bytes());
        if !self.initialised.contains(&object) || !ty.is_int() || u64::from(ty.bits()) != 8 * bytes {
            return None;
        }
        let first = u64::try_from(at).ok()?;
        let most = match index {
            Some(index) => u64::try_from(at_most(self.function, index)).ok()?,
            None => 0,
        };
        let last = first
            .checked_add(most)
            .filter(|last| last.checked_add(bytes).is_some_and(|end| Some(end) <= data.size))?;
        let multiple = index.is_none_or(|index| is_multiple(self.function, index, bytes));
        if !multiple || most / bytes >= kernels::ELEMENTS_OF_TABLE {
            return None;
        }
        let byte = |at: u64| init.bytes.get(usize::try_from(at).unwrap_or(usize::MAX)).copied().unwrap_or(0);
        let number = |at: u64| (0..bytes).rev().fold(0, |all, n| all << 8 | u128::from(byte(at + n)));
        let places: Vec<u64> = (first..=last).step_by(bytes as usize).collect();
        let numbers: Vec<u128> = places.iter().map(|&at| number(at)).collect();
        let index = index.map(|index| self.value(index));
        let mut found = self.terms.bits(ty.bits(), *numbers.last()?);
        for (place, number) in places.into_iter().zip(numbers).rev().skip(1) {
            let index = index?;
            let here = self.terms.bits(self.terms.width(index), u128::from(place - first));
            let here = self.terms.eq(index, here);
            let number = self.terms.bits(ty.bits(), number);
            found = self.terms.ite(here, number, found);
        }
        Some(found)
    }
}
