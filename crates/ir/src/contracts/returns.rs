//! Postconditions of device functions: what holds each time the function returns.
//!
//! Such a postcondition stands at the head of its function, speaks of the arguments as they are there, and is evaluated where the
//! function returns, when it is known what it returns. Only when a kernel is prepared do the arguments lie in values; by then the
//! function is part of the kernel, at each of its calls. So a front end [leaves](leave) a mark at each return of the function, with the parts
//! of the result that the postcondition asks for; and [`place`](super::place) evaluates it at each mark.
//!
//! A head that comes before each return of its function does so in each copy, so that a mark belongs to the nearest head of
//! its number before it.
//!
//! What a postcondition reads through a pointer is what lies there at the return. If the pointer leads to a variable of the caller that becomes a value, the read does too, and says
//! what it was at the head. Then the postcondition is not followed.

use super::specification::{self, Logged, Specified};
use super::{Ask, Region, copy, nothing, position, regions};
use crate::Space;
use crate::cfg::{Cfg, Dominators};
use crate::entity::{Block, Inst, LocId, Slot, Value, Var};
use crate::inst::{Access, Address, Base, InstKind, SpecKind, Target, Terminator, Values};
use crate::module::{Function, ValueDef, VarData};
use crate::types::Type;
use std::collections::{BTreeMap, BTreeSet};

/// Leaves marks for the postconditions of a device function, which these markers open; `number` is one that no other function
/// has, `address` the type of addresses. One that does not come before each return is an assertion of which nothing is known.
pub fn leave(function: &mut Function, begins: &[Inst], number: usize, address: Type) {
    let specified = specification::rewrite(function, address);
    specification::give_up(function);
    let regions: Vec<Region> = regions(function).into_iter().filter(|r| begins.contains(&r.begin)).collect();
    if regions.is_empty() {
        return;
    }
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(&cfg);
    let returns = |b: &&Block| matches!(function.blocks[**b].term, Terminator::Return);
    // An unreachable block does not return.
    let ends: Vec<Block> = cfg.rpo().iter().filter(returns).copied().collect();
    for (region, id) in regions.iter().zip(0u128..) {
        let id = (number as u128) << 16 | id;
        function.insts[region.begin].kind = InstKind::SpecBegin(SpecKind::Ensures);
        let parts = parts(function, region);
        let first = ends.iter().all(|&end| dominators.dominates(&cfg, region.last, end));
        match parts.filter(|_| first) {
            Some(parts) => {
                let reads_memory = state(function, region, id);
                let (ends, kind) = match &specified {
                    Some(specified) => (vec![specified.place(reads_memory)], SpecKind::Promise),
                    None => (ends.clone(), SpecKind::Assert),
                };
                for end in ends {
                    mark(function, (end, kind), region, id, &parts, specified.as_ref());
                }
            }
            None => {
                let loc = function.insts[region.end].loc;
                let kind = InstKind::unsupported();
                let unknown = insert(function, region.last, region.end, kind, Type::I1, loc);
                function.insts[region.begin].kind = InstKind::SpecBegin(SpecKind::Assert);
                function.insts[region.end].kind = InstKind::SpecEnd(SpecKind::Assert, unknown);
            }
        }
    }
}

/// Puts an instruction in front of another one.
fn insert(function: &mut Function, block: Block, at: Inst, kind: InstKind, ty: Type, loc: LocId) -> Value {
    let inst = function.make_inst(kind, &[ty], loc);
    let at = position(function, block, at);
    function.blocks[block].insts.insert(at, inst);
    function.insts[inst].results[0]
}

/// The parts of the result that a postcondition asks for, which are numbered from now on; none if one is not within it.
fn parts(function: &mut Function, region: &Region) -> Option<Vec<(Slot, i64, Type)>> {
    let result = function.ret_slots.first().copied();
    let mut parts = Vec::new();
    for (block, insts) in &region.parts {
        for &inst in insts {
            let data = &function.insts[inst];
            let Some((Ask::Returned, args)) = data.kind.asked() else { continue };
            let (loc, ty) = (data.loc, function.ty(data.results[0]));
            let at = function.as_const(*args.first()?)?;
            let size = function.slots[result?].size?;
            (at + u128::from(ty.bytes()) <= u128::from(size)).then_some(())?;
            let number = InstKind::Const(parts.len() as u128);
            let number = insert(function, *block, inst, number, Type::I32, loc);
            function.insts[inst].kind = InstKind::ask(Ask::Returned, Values::from_slice(&[number]));
            parts.push((result?, at as i64, ty));
        }
    }
    Some(parts)
}

/// The postcondition is one of this number. True if it reads memory.
fn state(function: &mut Function, region: &Region, id: u128) -> bool {
    let (InstKind::SpecEnd(_, holds), loc) =
        (function.insts[region.end].kind.clone(), function.insts[region.end].loc)
    else {
        return false;
    };
    let id = insert(function, region.last, region.end, InstKind::Const(id), Type::I64, loc);
    let mut args = Values::from_slice(&[holds, id]);
    let reads = reads(function, region);
    let some = !reads.is_empty();
    // What is read on some ways only is not followed.
    let always = |value: &Value| {
        let inst = maker(function, *value);
        let mut parts =
            region.parts.iter().filter(|(block, _)| *block == region.first || *block == region.last);
        inst.is_some_and(|inst| parts.any(|(_, insts)| insts.contains(&inst)))
    };
    let (reads, others): (Vec<Value>, Vec<Value>) = reads.into_iter().partition(always);
    args.extend(reads);
    if !others.is_empty() {
        args.push(insert(function, region.last, region.end, InstKind::Const(0), Type::I8, loc));
    }
    let kind = InstKind::ask(Ask::Stated, args);
    let stated = insert(function, region.last, region.end, kind, Type::I1, loc);
    function.insts[region.end].kind = InstKind::SpecEnd(SpecKind::Ensures, stated);
    some
}

/// What a region reads through pointers that were loaded themselves; not what only names an array of whose log it speaks.
fn reads(function: &Function, region: &Region) -> Vec<Value> {
    let insts = || region.parts.iter().flat_map(|(_, insts)| insts).copied();
    let named: BTreeSet<Inst> = insts().flat_map(|inst| named(function, inst)).collect();
    let is_read = |inst: &Inst| match &function.insts[*inst].kind {
        InstKind::Load { addr, .. } => addr.index.is_some_and(|index| !loads(function, index).is_empty()),
        _ => false,
    };
    let all = insts().filter(|inst| is_read(inst) && !named.contains(inst));
    all.flat_map(|inst| function.insts[inst].results.iter().copied()).collect()
}

/// The loads by which a question about a log or a pointer names its array: what is passed as its argument.
pub(super) fn named(function: &Function, inst: Inst) -> BTreeSet<Inst> {
    let first = match function.insts[inst].kind.asked() {
        Some((Ask::Log | Ask::LogEverywhere | Ask::Pointer, args)) => args.get(1),
        Some((Ask::Footprint, args)) => args.get(2),
        _ => None,
    };
    let first = first.map_or_else(BTreeSet::new, |&first| loads(function, first));
    let slot = |inst: Inst| match &function.insts[inst].kind {
        InstKind::Load { addr: Address { base: Base::Slot(slot), .. }, .. } => Some(*slot),
        _ => None,
    };
    let through: BTreeSet<Slot> = first.iter().filter_map(|&inst| slot(inst)).collect();
    let all = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    let passed = all.filter_map(|&inst| match &function.insts[inst].kind {
        InstKind::Store { addr: Address { base: Base::Slot(slot), .. }, values, .. } => {
            through.contains(slot).then_some(values)
        }
        _ => None,
    });
    passed.flatten().flat_map(|&value| loads(function, value)).chain(first.iter().copied()).collect()
}

/// The loads that a value is computed from.
fn loads(function: &Function, value: Value) -> BTreeSet<Inst> {
    let (mut open, mut seen, mut found) = (vec![value], BTreeSet::new(), BTreeSet::new());
    while let Some(value) = open.pop() {
        let Some(inst) = maker(function, value).filter(|_| seen.insert(value)) else { continue };
        match &function.insts[inst].kind {
            InstKind::Load { .. } => _ = found.insert(inst),
            InstKind::VarGet(var) => {
                let all = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
                open.extend(all.filter_map(|&inst| match function.insts[inst].kind {
                    InstKind::VarSet(of, value) if of == *var => Some(value),
                    _ => None,
                }));
            }
            InstKind::Pure { args, .. } => open.extend(args.iter().copied()),
            _ => {}
        }
    }
    found
}

/// The instruction that gives a value.
fn maker(function: &Function, value: Value) -> Option<Inst> {
    match function.values[value].def {
        ValueDef::Result(inst, _) => Some(inst),
        ValueDef::Param(..) => None,
    }
}

/// Says that nothing is known of the postconditions of which a read is none any more. True if there is one.
fn unfollow(function: &mut Function, regions: &[Region]) -> bool {
    let mut found = false;
    for region in regions {
        let Some(args) = stated(function, region, Ask::Stated).map(<[Value]>::to_vec) else { continue };
        let is_read = |&value: &Value| {
            // A variable that lies in memory is another one by then.
            let is_load = |inst: &Inst| match &function.insts[*inst].kind {
                InstKind::Load { addr, .. } => !matches!(addr.base, Base::Slot(_)),
                _ => false,
            };
            let inst = maker(function, value).filter(is_load);
            inst.is_some_and(|inst| region.parts.iter().any(|(_, insts)| insts.contains(&inst)))
        };
        let InstKind::SpecEnd(_, holds) = function.insts[region.end].kind else { continue };
        let Some(at) = maker(function, holds).filter(|_| !args[2..].iter().all(is_read)) else { continue };
        let loc = function.insts[region.end].loc;
        let kind = InstKind::unsupported();
        let unknown = insert(function, region.last, at, kind, Type::I1, loc);
        function.insts[at].kind = InstKind::ask(Ask::Stated, Values::from_slice(&[unknown, args[1]]));
        found = true;
    }
    found
}

/// Marks a return, where the postcondition is stated as this.
fn mark(
    function: &mut Function,
    (end, kind): (Block, SpecKind),
    region: &Region,
    id: u128,
    parts: &[(Slot, i64, Type)],
    specified: Option<&Specified>,
) {
    let loc = function.insts[region.begin].loc;
    function.append(end, InstKind::SpecBegin(kind), &[], loc);
    let number = |function: &mut Function, n: u128| function.append1(end, InstKind::Const(n), Type::I64, loc);
    let mut args = Values::from_slice(&[number(function, id), number(function, parts.len() as u128)]);
    for &(slot, offset, ty) in parts {
        let addr = Address { space: Space::Param, base: Base::Slot(slot), index: None, offset };
        args.push(function.append1(end, InstKind::Load { addr, access: Access::default() }, ty, loc));
    }
    args.extend(specified.into_iter().flat_map(|specified| specified.tell(function, end)));
    let holds = function.append1(end, InstKind::ask(Ask::Ensured, args), Type::I1, loc);
    function.append(end, InstKind::SpecEnd(kind, holds), &[], loc);
}

/// The arguments of the value that a region states, if this query computes it.
fn stated<'f>(function: &'f Function, region: &Region, by: Ask) -> Option<&'f [Value]> {
    let InstKind::SpecEnd(_, value) = function.insts[region.end].kind else { return None };
    let (what, args) = function.def_inst(value)?.kind.asked()?;
    (what == by).then_some(args)
}

/// Is it the postcondition of a device function, or the mark of a return?
pub(super) fn is_of_function(function: &Function, region: &Region) -> bool {
    stated(function, region, Ask::Stated).is_some() || stated(function, region, Ask::Ensured).is_some()
}

/// Evaluates the postconditions of device functions where they return. `olds` are what they ask for of their beginning.
pub(super) fn evaluate(function: &mut Function, regions: &[Region], olds: &BTreeMap<Inst, Var>) {
    let renewed = unfollow(function, regions).then(|| super::regions(function));
    let regions = renewed.as_deref().unwrap_or(regions);
    let heads: Vec<(Region, u128)> = regions.iter().filter_map(|r| head(function, r)).collect();
    if heads.is_empty() {
        return;
    }
    let cfg = Cfg::new(function);
    let dominators = Dominators::new(&cfg);
    let before = |function: &Function, a: &Region, b: &Region| match a.last == b.first {
        true => position(function, a.last, a.end) < position(function, b.first, b.begin),
        false => dominators.dominates(&cfg, a.last, b.first),
    };
    let mut pairs = Vec::new();
    for mark in regions {
        let Some(args) = stated(function, mark, Ask::Ensured).filter(|_| mark.first == mark.last) else {
            continue;
        };
        let id = args.first().and_then(|&id| function.as_const(id));
        let of_it = heads.iter().filter(|(head, number)| Some(*number) == id && before(function, head, mark));
        // Of two that come before it, one comes before the other.
        let nearest = of_it.reduce(|a, b| if before(function, &a.0, &b.0) { b } else { a });
        let told = Told::new(function, args);
        pairs.extend(nearest.zip(told).map(|((head, _), told)| (head.clone(), mark.clone(), told)));
    }
    // The later first: a block that is split keeps what comes before.
    for (head, mark, told) in pairs.iter().rev() {
        at_return(function, head, mark, told, olds);
    }
    // The regions again: blocks have changed.
    for head in
        super::regions(function).iter().filter(|r| heads.iter().any(|(head, _)| head.begin == r.begin))
    {
        for &inst in head.parts.iter().flat_map(|(_, insts)| insts) {
            let Some((Ask::Returned | Ask::Stated | Ask::Log, _)) = function.insts[inst].kind.asked() else {
                continue;
            };
            // What is loaded to name an array is read no more, either.
            for idle in specification::names(function, inst) {
                if matches!(function.insts[idle].kind, InstKind::Load { .. }) {
                    function.insts[idle].kind = InstKind::Const(0);
                }
            }
            function.insts[inst].kind = InstKind::Const(0);
        }
        function.insts[head.begin].kind = InstKind::SpecBegin(SpecKind::Assert);
        nothing(function, &Region { kind: SpecKind::Assert, ..head.clone() });
    }
}

/// What a mark tells of a return.
#[derive(Clone)]
struct Told {
    /// The parts of the result.
    parts: Vec<Value>,
    /// The accesses of a function that is known by its contracts.
    accesses: Vec<Logged>,
}

impl Told {
    fn new(function: &Function, args: &[Value]) -> Option<Self> {
        let [_, number, rest @ ..] = args else { return None };
        let number = usize::try_from(function.as_const(*number)?).ok()?;
        let (parts, accesses) = rest.split_at_checked(number)?;
        let (accesses, _) = accesses.as_chunks::<{ specification::LENGTH }>();
        let accesses = accesses.iter().map(|access| specification::told(function, access)).collect();
        Some(Self { parts: parts.to_vec(), accesses })
    }

    /// What answers a question: a part of the result, or of an access.
    fn answer(&self, function: &Function, inst: Inst) -> Option<Value> {
        if let (Ask::Returned, args) = function.insts[inst].kind.asked()? {
            let number = function.as_const(*args.first()?)?;
            return self.parts.get(usize::try_from(number).ok()?).copied();
        }
        specification::answer(function, inst, &self.accesses)
    }
}

/// A postcondition of a device function, and its number.
fn head(function: &Function, region: &Region) -> Option<(Region, u128)> {
    let args = stated(function, region, Ask::Stated)?;
    Some((region.clone(), function.as_const(*args.get(1)?)?))
}

/// Puts a copy of a postcondition in the place of a mark.
fn at_return(function: &mut Function, head: &Region, mark: &Region, told: &Told, olds: &BTreeMap<Inst, Var>) {
    let Some(holds) = stated(function, head, Ask::Stated).and_then(|args| args.first().copied()) else {
        return;
    };
    let (block, loc) = (mark.first, function.insts[head.begin].loc);
    let insts = std::mem::take(&mut function.blocks[block].insts);
    let from = insts.iter().position(|&i| i == mark.begin).unwrap_or(insts.len());
    let to = insts.iter().position(|&i| i == mark.end).unwrap_or(insts.len());
    let rest = function.add_block(function.blocks[block].term_loc);
    function.blocks[rest].insts = insts[to + 1..].to_vec();
    let term = std::mem::replace(&mut function.blocks[block].term, Terminator::Jump(Target::new(rest)));
    function.blocks[rest].term = term;
    // What is left of the mark are its parts; that it was one is forgotten.
    let stays = |&&inst: &&Inst| !function.insts[inst].kind.asks(Ask::Ensured);
    let mut kept: Vec<Inst> = insts[..from].to_vec();
    kept.extend(insts[from + 1..to].iter().filter(stays));
    let mut known = olds.clone();
    let asked: Vec<Inst> = head.parts.iter().flat_map(|(_, insts)| insts).copied().collect();
    let mut idle = BTreeSet::new();
    for &inst in &asked {
        let Some(part) = told.answer(function, inst) else { continue };
        let data = VarData { name: format!("returned {inst}"), ty: function.ty(part), shared: None };
        let var = function.vars.push(data);
        kept.push(function.make_inst(InstKind::VarSet(var, part), &[], loc));
        idle.extend(specification::names(function, inst));
        known.insert(inst, var);
    }
    function.blocks[block].insts = kept;
    let begin = function.make_inst(InstKind::SpecBegin(mark.kind), &[], loc);
    let end = function.make_inst(InstKind::SpecEnd(mark.kind, holds), &[], loc);
    let mut region = Region { kind: mark.kind, begin, end, ..head.clone() };
    // What was at the head is kept there.
    let keeps = |inst: Inst| matches!(function.insts[inst].kind, InstKind::VarSet(var, _) if olds.values().any(|&old| old == var));
    let is_state = |inst: Inst| function.insts[inst].kind.asks(Ask::Stated);
    region.parts.iter_mut().for_each(|(_, insts)| {
        insts.retain(|inst| !is_state(*inst) && !idle.contains(inst) && !keeps(*inst));
    });
    copy(function, &region, &known, block);
}
