//! What instructions compute, and where they access memory, as terms.
//!
//! The reader reads one instruction at a time. An [`Environment`] says what the registers hold, how the launch's symbols are named, and
//! what may be any value; the method decides in which order instructions are read, under which conditions, and what memory holds.

use crate::pure::{self, Meaning};
use crate::{Region, parameter};
use raddle_ir::{
    Address, Base, Effects, Func, Function, Inst, InstKind, Module, PureOp, Special, Type, Value, Var,
};
use raddle_smt::{Sort, Term, Terms};

/// What depends on the method that reads.
pub trait Environment {
    /// The terms.
    fn terms(&mut self) -> &mut Terms;

    /// What a register holds.
    fn value(&mut self, value: Value) -> Term;

    /// What a special register holds: a truth value or a number of 32 bits. `None` where it is not followed, or differs from read to read.
    fn special(&mut self, special: Special) -> Option<Term>;

    /// Where something begins, as a number of this type.
    fn start(&mut self, base: Base, ty: Type) -> Term;

    /// The address of a function, as a number of this type; `None` where it is not followed.
    fn code(&mut self, func: Func, ty: Type) -> Option<Term>;

    /// What a result is where nothing says what it is: any value, each time anew.
    fn anything(&mut self, result: Value, sort: Sort) -> Term;

    /// What an operation computes, its result and operand of these types; `None` where it is not followed.
    fn operation(&mut self, op: PureOp, (result, operand): (Type, Type), args: &[Term]) -> Option<Meaning> {
        pure::partial(self.terms(), op, result, operand, args)
    }
}

/// Where the results of an instruction come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Source<'i> {
    /// They are computed from registers and from what a launch fixes: [`computed`].
    Computed,
    /// They are a function of these arguments, of which nothing else is known: [`applied`].
    Applied(&'i [Value]),
    /// They are found in memory.
    Memory(&'i Address),
    /// It is found in a mutable scalar.
    Scalar(Var),
    /// They are what the threads that meet there give each other.
    Threads,
    /// They may be anything, each time anew. What else the instruction does is [`raddle_ir::InstKind::effects`].
    Anything,
    /// It has none.
    Nowhere,
}

/// The names of instructions that apply a function of which nothing is known begin so.
const UNINTERPRETED: &str = "__uninterpreted_function_";

/// Where the results of an instruction come from.
#[must_use]
pub fn source(kind: &InstKind) -> Source<'_> {
    match kind {
        InstKind::Const(_)
        | InstKind::Pure { .. }
        | InstKind::Special(_)
        | InstKind::AddrOf { .. }
        | InstKind::FuncAddr(_) => Source::Computed,
        InstKind::Load { addr, .. } | InstKind::Atomic { addr, .. } => Source::Memory(addr),
        InstKind::VarGet(var) => Source::Scalar(*var),
        InstKind::Barrier(_) | InstKind::Collective { .. } => Source::Threads,
        InstKind::Opaque { name, args, effects }
            if name.starts_with(UNINTERPRETED) && *effects == Effects::NONE && !args.is_empty() =>
        {
            Source::Applied(args)
        }
        InstKind::Havoc
        | InstKind::Uninitialised
        | InstKind::Marker { .. }
        | InstKind::Opaque { .. }
        | InstKind::Call { .. } => Source::Anything,
        InstKind::Store { .. }
        | InstKind::VarSet(..)
        | InstKind::Fence { .. }
        | InstKind::WarpSync(_)
        | InstKind::Assume(_)
        | InstKind::Assert(_)
        | InstKind::SpecBegin(_)
        | InstKind::SpecEnd(..) => Source::Nowhere,
    }
}

/// The result of an instruction that [computes](Source::Computed) it; `None` where nothing is known of it.
pub fn computed(function: &Function, env: &mut impl Environment, inst: Inst) -> Option<Term> {
    let data = &function.insts[inst];
    let result = *data.results.first()?;
    let ty = function.ty(result);
    match &data.kind {
        InstKind::Const(bits) => pure::constant(env.terms(), ty, *bits),
        InstKind::Pure { op, args } => operation(function, env, *op, args, result),
        InstKind::Special(special) => {
            let term = env.special(*special)?;
            match (env.terms().sort(term), ty) {
                (Sort::Bool, Type::I1) => Some(term),
                (Sort::Bits(_), ty) if ty.is_int() && ty != Type::I1 => {
                    Some(env.terms().resize(ty.bits(), term))
                }
                _ => None,
            }
        }
        InstKind::AddrOf { base, offset } => {
            let start = env.start(*base, ty);
            let offset = env.terms().bits(ty.bits(), *offset as u128);
            Some(env.terms().bvadd(start, offset))
        }
        InstKind::FuncAddr(func) => env.code(*func, ty),
        _ => None,
    }
}

/// The result of a pure operation; anything where it is not specified.
fn operation(
    function: &Function,
    env: &mut impl Environment,
    op: PureOp,
    args: &[Value],
    result: Value,
) -> Option<Term> {
    let ty = function.ty(result);
    // The operand's type is the second argument's for a select.
    let operand = args.get(usize::from(op == PureOp::Select)).map_or(ty, |&arg| function.ty(arg));
    let args: Vec<Term> = args.iter().map(|&arg| env.value(arg)).collect();
    let Meaning { value, defined } = env.operation(op, (ty, operand), &args)?;
    if env.terms().is_true(defined) {
        return Some(value);
    }
    let anything = env.anything(result, pure::sort(ty)?);
    Some(env.terms().ite(defined, value, anything))
}

/// The result of an instruction that [applies](Source::Applied) a function of which nothing else is known.
pub fn applied(function: &Function, env: &mut impl Environment, inst: Inst) -> Option<Term> {
    let data = &function.insts[inst];
    let (InstKind::Opaque { name, .. }, Source::Applied(args), &[result]) =
        (&data.kind, source(&data.kind), data.results.as_slice())
    else {
        return None;
    };
    let types: Vec<String> = args.iter().map(|&arg| function.ty(arg).to_string()).collect();
    let name = format!("{name}({}) {}", types.join(" "), function.ty(result));
    let args: Vec<Term> = args.iter().map(|&arg| env.value(arg)).collect();
    let sorts: Vec<Sort> = args.iter().map(|&arg| env.terms().sort(arg)).collect();
    let applied = env.terms().function(name, &sorts, pure::sort(function.ty(result))?);
    Some(env.terms().apply(applied, &args))
}

/// A place in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// The region.
    pub region: Region,
    /// How many bytes from its start: 64 bits. In a region that may be anywhere, it is the address.
    pub offset: Term,
}

/// Where an access lies. An address of 32 bits wraps around there, so what lies in front of a region is far after it, where no region
/// reaches.
pub fn place(module: &Module, function: &Function, env: &mut impl Environment, addr: &Address) -> Place {
    let region = Region::of(module, function, addr);
    let mut offset = from_base(env, addr, 0);
    let width = env.terms().width(offset);
    // A parameter that is no pointer is a number like others.
    if let (Base::Buffer(param), Region::Anywhere(_)) = (addr.base, region)
        && let Some(data) = function.params.get(param as usize)
    {
        let bits = u32::try_from(data.size * 8).unwrap_or(64);
        let start = env.terms().var(parameter::name(data.offset as i64, bits.into()), Sort::Bits(bits));
        let start = env.terms().resize(width, start);
        offset = env.terms().bvadd(start, offset);
    }
    let offset = if width == 64 { offset } else { env.terms().zext(64, offset) };
    Place { region, offset }
}

/// Where an address lies from its base: index and offset, this many bytes further on, as wide as the index; 64 bits without one.
pub fn from_base(env: &mut impl Environment, addr: &Address, further: i64) -> Term {
    let index = addr.index.map(|index| env.value(index));
    let width = index.map_or(64, |index| env.terms().width(index));
    let offset = env.terms().bits(width, addr.offset.wrapping_add(further) as u128);
    match index {
        Some(index) => env.terms().bvadd(index, offset),
        None => offset,
    }
}
