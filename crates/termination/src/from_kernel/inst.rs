//! What instructions compute, as terms.

use super::floats;
use super::model::{Input, Model, Origin, Read};
use super::needed::is_followed;
use raddle_ir::passes::{at_most, is_multiple};
use raddle_ir::{
    Access, Address, Base, Block, Function, Inst, InstKind, Module, Object, Order, Space, Special, Type,
    Value, ValueDef,
};
use raddle_launch::limits::{IN_A_DIMENSION, WARP};
use raddle_smt::{Op, Sort, Term};
use raddle_symbolic::pure::{Meaning, sort};
use std::collections::BTreeSet;

/// Of a table of constants so many elements are told apart.
const MOST_ELEMENTS: u64 = 64;

/// Memory that a kernel may write.
#[derive(Clone, Debug, Default)]
pub struct Written {
    objects: BTreeSet<Object>,
    buffers: BTreeSet<u32>,
    /// All dynamic shared arrays begin at one place.
    dynamic: bool,
    /// Nobody knows where.
    anywhere: bool,
}

/// What an access goes to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    Object(Object),
    Dynamic,
    Buffer(u32),
    Constant,
    Own,
    Anywhere,
}

/// Where an address lies.
pub(super) fn place(module: &Module, function: &Function, addr: &Address) -> Place {
    match (addr.space, addr.base) {
        (_, Base::Params) | (Space::Param | Space::Const, _) => Place::Constant,
        (Space::Local, _) | (_, Base::Slot(_)) => Place::Own,
        (_, Base::Buffer(param)) => match function.params.get(param as usize) {
            Some(data) if data.pointer.is_some() => Place::Buffer(param),
            _ => Place::Anywhere,
        },
        (_, Base::Object(object)) => match (module.objects[object].space, module.objects[object].size) {
            (Space::Const | Space::Param, _) => Place::Constant,
            (Space::Local, _) => Place::Own,
            (_, None | Some(0)) => Place::Dynamic,
            _ => Place::Object(object),
        },
        (_, Base::Absolute) => Place::Anywhere,
    }
}

impl Written {
    /// All that a kernel may write.
    #[must_use]
    pub fn of(module: &Module, function: &Function) -> Self {
        let mut written = Self::default();
        for &inst in function.order.iter().flat_map(|&b| &function.blocks[b].insts) {
            match &function.insts[inst].kind {
                InstKind::Store { addr, .. } | InstKind::Atomic { addr, .. } => {
                    match place(module, function, addr) {
                        Place::Object(object) => drop(written.objects.insert(object)),
                        Place::Buffer(param) => drop(written.buffers.insert(param)),
                        Place::Dynamic => written.dynamic = true,
                        Place::Constant | Place::Anywhere => written.anywhere = true,
                        Place::Own => {}
                    }
                }
                InstKind::Call { .. } => written.anywhere = true,
                InstKind::Opaque { effects, .. } if effects.writes => written.anywhere = true,
                _ => {}
            }
        }
        written
    }

    fn is_written(&self, place: &Place, may_alias: bool) -> bool {
        let global = !self.buffers.is_empty() || !self.objects.is_empty();
        match place {
            Place::Constant => false,
            Place::Object(object) => self.anywhere || self.objects.contains(object) || may_alias && global,
            Place::Buffer(param) => self.anywhere || self.buffers.contains(param) || may_alias && global,
            Place::Dynamic => self.anywhere || self.dynamic,
            Place::Own | Place::Anywhere => true,
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

    /// An instruction that writes to the memory that a load reads from, as far as that has a name.
    #[must_use]
    pub fn writes(&self, load: Inst) -> Option<Inst> {
        let of = |inst: Inst| {
            let addr = self.function.insts[inst].kind.address()?;
            Some(place(self.module, self.function, addr))
        };
        let read = of(load).filter(|read| !matches!(read, Place::Own | Place::Anywhere))?;
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
        match &data.kind {
            InstKind::Const(bits) if ty == Type::I1 => Some(self.terms.truth(bits & 1 == 1)),
            InstKind::Const(bits) => Some(self.terms.bits(ty.bits(), *bits)),
            InstKind::Pure { op, args } if !is_followed(function, *op, args) => None,
            InstKind::Pure { op, args } => {
                // The operand's type is the second argument's for a select.
                let which = usize::from(*op == raddle_ir::PureOp::Select);
                let operand = args.get(which).map_or(ty, |&a| function.ty(a));
                let args: Vec<Term> = args.iter().map(|&a| self.value(a)).collect();
                if let Some(term) = floats::arithmetic(&mut self.terms, *op, (ty, operand), &args) {
                    return Some(term);
                }
                if let (raddle_ir::PureOp::Mul, &[a, b]) = (*op, args.as_slice())
                    && let Some(product) = self.product(a, b)
                {
                    return Some(product);
                }
                let Meaning { value, defined } = (self.operations)(&mut self.terms, *op, ty, operand, &args)?;
                if self.terms.is_true(defined) {
                    return Some(value);
                }
                let any = self.any(block, inst, data.results[number], sort(ty)?);
                Some(self.terms.ite(defined, value, any))
            }
            InstKind::Special(special) => self.special(*special, ty),
            InstKind::AddrOf { base, offset } => {
                let start = self.terms.var(format!("address {base:?}:{}", ty.bits()), sort(ty)?);
                self.named(start, Origin::Input(Input::Other));
                let offset = self.terms.bits(ty.bits(), *offset as u128);
                Some(self.terms.bvadd(start, offset))
            }
            InstKind::Load { addr, access } => {
                let before = data.results[..number].iter().map(|&r| function.ty(r).bytes()).sum();
                self.load(inst, addr, *access, before, ty)
            }
            _ => None,
        }
    }

    /// What a load reads, if it is always the same.
    fn load(&mut self, inst: Inst, addr: &Address, access: Access, before: u32, ty: Type) -> Option<Term> {
        let place = place(self.module, self.function, addr);
        if access.volatile
            || access.order != Order::Weak
            || self.written.is_written(&place, self.launch.may_alias)
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
        if !matches!(place, Place::Constant) {
            self.assumed.unwritten = true;
        }
        let index = match addr.index {
            Some(index) => self.value(index),
            None => self.terms.bits(64, 0),
        };
        let width = self.terms.width(index);
        let offset = self.terms.bits(width, at as u128);
        let offset = self.terms.bvadd(index, offset);
        let name = format!("{:?} {:?}:{ty} of {width}", addr.space, addr.base);
        let content = self.terms.function(name, &[Sort::Bits(width)], sort(ty)?);
        let buffer = match place {
            Place::Buffer(param) => Some(param),
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
        if !multiple || most / bytes >= MOST_ELEMENTS {
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

    fn param(&mut self, at: i64, ty: Type) -> Option<Term> {
        let at = u64::try_from(at).ok()?;
        let params = &self.function.params;
        let number = params.iter().position(|p| p.offset <= at && at < p.offset + p.size)?;
        let (within, bits) = (at - params[number].offset, ty.bits());
        let number = u32::try_from(number).ok()?;
        if let Some(value) = self.launch.number(number) {
            let value = value >> (8 * within).min(127);
            return Some(if ty == Type::I1 {
                self.terms.truth(value & 1 == 1)
            } else {
                self.terms.bits(bits, value)
            });
        }
        let term = self.terms.var(format!("parameter {at}:{bits}"), sort(ty)?);
        self.named(term, Origin::Input(Input::Param(number, within, bits)));
        Some(term)
    }

    fn special(&mut self, special: Special, ty: Type) -> Option<Term> {
        let term = match special {
            Special::Tid(dim) => self.tid(dim),
            Special::Ntid(dim) => self.ntid(dim),
            Special::Ctaid(dim) => self.ctaid(dim),
            Special::Nctaid(dim) => self.nctaid(dim),
            // They differ from read to read, or nothing says that they do not.
            Special::Clock | Special::WarpId | Special::SmId => return None,
            Special::IsExplicitCluster => {
                let term = self.terms.var(format!("{special:?}"), Sort::Bool);
                self.named(term, Origin::Input(Input::Other));
                term
            }
            Special::LaneId => {
                let term = self.terms.bounded("lane", 32, 0, u128::from(WARP - 1));
                self.named(term, Origin::Input(Input::Other));
                term
            }
            _ => {
                let term = self.terms.var(format!("{special:?}"), Sort::Bits(32));
                self.named(term, Origin::Input(Input::Other));
                term
            }
        };
        match (self.terms.sort(term), ty) {
            (Sort::Bool, Type::I1) => Some(term),
            (Sort::Bits(_), ty) if ty.is_int() && ty != Type::I1 => Some(self.terms.resize(ty.bits(), term)),
            _ => None,
        }
    }

    fn bounded(&mut self, input: Input, least: u128, most: u128) -> Term {
        let term = self.terms.bounded(format!("{input:?}"), 32, least, most);
        self.named(term, Origin::Input(input));
        term
    }

    fn ntid(&mut self, dim: u8) -> Term {
        let at = usize::from(dim);
        match self.launch.block[at] {
            Some(size) => self.terms.bits(32, u128::from(size)),
            None => {
                self.assumed.block_limit = true;
                self.bounded(Input::Ntid(dim), 1, self.launch.most_in_block(at).into())
            }
        }
    }

    fn tid(&mut self, dim: u8) -> Term {
        let most = self.launch.most_in_block(usize::from(dim)) - 1;
        let (at, size) = (self.bounded(Input::Tid(dim), 0, most.into()), self.ntid(dim));
        self.fact(|model| model.terms.bvult(at, size));
        at
    }

    fn nctaid(&mut self, dim: u8) -> Term {
        let at = usize::from(dim);
        match self.launch.grid[at] {
            Some(size) => self.terms.bits(32, u128::from(size)),
            None => {
                self.assumed.launch_size = true;
                self.assumed.grid_limit |= self.launch.bounds_grid(at);
                self.bounded(Input::Nctaid(dim), 1, self.launch.most_in_grid(at).into())
            }
        }
    }

    fn ctaid(&mut self, dim: u8) -> Term {
        let size = self.nctaid(dim);
        let most = self.launch.most_in_grid(usize::from(dim)) - 1;
        let at = self.bounded(Input::Ctaid(dim), 0, most.into());
        self.fact(|model| model.terms.bvult(at, size));
        at
    }

    fn fact(&mut self, make: impl FnOnce(&mut Self) -> Term) {
        let fact = make(self);
        if !self.terms.is_true(fact) && !self.facts.contains(&fact) {
            self.facts.push(fact);
        }
    }

    /// The input that a term is, perhaps in more bits.
    fn input(&self, term: Term) -> Option<Input> {
        match (self.terms.op(term), self.terms.args(term)) {
            (Op::Zext | Op::Sext, &[inner]) => self.input(inner),
            (Op::Var(symbol), _) => match self.origins.get(&symbol) {
                Some(Origin::Input(input)) => Some(*input),
                _ => None,
            },
            _ => None,
        }
    }

    /// Products of sizes of the launch are symbols of their own where they are not numbers: with fewer than 2^31 threads in each dimension they do
    /// not wrap around, and solvers are slow with products.
    fn product(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.terms.width(a);
        if width < 32 {
            return None;
        }
        let (input, least) = match (self.input(a)?, self.input(b)?) {
            (Input::Ctaid(x), Input::Ntid(y)) | (Input::Ntid(y), Input::Ctaid(x)) if x == y => {
                (Input::Begin(x), 0)
            }
            (Input::Nctaid(x), Input::Ntid(y)) | (Input::Ntid(y), Input::Nctaid(x)) if x == y => {
                (Input::All(x), 1)
            }
            _ => return None,
        };
        self.assumed.launch_size = true;
        let product = self.bounded(input, least, IN_A_DIMENSION.into());
        Some(self.terms.resize(width, product))
    }
}
