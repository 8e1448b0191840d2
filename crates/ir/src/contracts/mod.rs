//! Contracts: specification regions, where they may stand, and the pass that puts each where it is evaluated.
//!
//! A region is what lies between a [`SpecBegin`](InstKind::SpecBegin) and its [`SpecEnd`](InstKind::SpecEnd): the evaluation of
//! a condition, which may branch (`&&`, `||`, `?:`) and load, but has no effect. [`validate`](crate::validate::validate) ensures that
//! regions are opened and closed in pairs.
//!
//! | kind | where it may stand | where it is evaluated |
//! | --- | --- | --- |
//! | `requires` | at the head of the kernel | there |
//! | `ensures` | at the head of the kernel | at each end of the kernel; see [`place`] |
//! | `invariant` | at the head of a loop | there, each time |
//! | `assert`, `assume` | anywhere | there |
//!
//! An invariant for all loops of a function may stand anywhere in it; a front end [spreads](spread) it. A device function's `ensures` is
//! evaluated at its [returns](leave); one whose name begins with `__spec` is [specified by contracts only](is_specification) and gets a body that does everything they allow.
//!
//! A precondition that is not in the source, but given with the launch, is a [`Requirement`], which becomes a region at the head of the kernel.
//!
//! The *head of a kernel* is the code before the first effect and the first branch, regions aside. An invariant is at
//! the *head of a loop* if every round that continues passes it before any effect: between the loop's header and
//! the region nothing has an effect, and each branch there either leaves the loop or continues to the region. So an invariant is the first
//! statement of a loop's body, or stands in front of its condition.

mod ask;
mod blocks;
mod effects;
mod everywhere;
mod footprints;
mod nested;
mod olds;
mod other;
mod pointers;
mod portable;
mod required;
mod requirement;
mod returns;
mod snapshots;
mod specification;
mod spread;
mod unfollowed;

pub use ask::Ask;
pub use blocks::depend_on_block;
pub use effects::effects;
pub use nested::merge_nested;
pub use other::{outside, votes};
pub use portable::{Unportable, about_variables, function_wide, unportable};
pub use required::{Required, required_values, with_known_values};
pub use requirement::{Misfit, Remark, Requirement, integer_sign};
pub use returns::leave;
pub use specification::{ROUNDS, is_specification};
pub use spread::spread;

use crate::cfg::{Cfg, Dominators, Loops};
use crate::entity::{Block, Inst, SecondaryMap, Value, Var};
use crate::inst::{InstKind, SpecKind, Target, Terminator};
use crate::marker::Marker;
use crate::module::{Function, FunctionKind, ValueDef};
use crate::{LocId, Order, Space, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// A specification region.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Region {
    /// What it states.
    pub kind: SpecKind,
    /// Its opening marker.
    pub begin: Inst,
    /// The block of the opening marker.
    pub first: Block,
    /// Its closing marker.
    pub end: Inst,
    /// The block of the closing marker.
    pub last: Block,
    /// What lies between the markers, in order within each block; blocks in the order in which they are come upon.
    pub parts: Vec<(Block, Vec<Inst>)>,
}

/// What an instruction of a region asks for beyond the thread's own state: an [`Ask`] with its arguments resolved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum About {
    /// As [`Ask::Other`].
    Other,
    /// As [`Ask::Old`].
    Old,
    /// As [`Ask::Instance`].
    Instance,
    /// As [`Ask::PairInstance`].
    PairInstance,
    /// As [`Ask::Candidate`].
    Candidate,
    /// As [`Ask::SameGroup`].
    SameGroup,
    /// About an access since the last barrier to what this instruction of the contract accesses.
    Log(Logged, Inst),
    /// Whether an atomic on what this instruction of the contract accesses has found the value of its second operand.
    Taken(Inst),
    /// Something else that no method follows yet.
    Unsupported,
}

/// What is asked of a logged access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Logged {
    /// Of which kind it is.
    pub kind: LoggedKind,
    /// What is asked of it.
    pub part: LogPart,
    /// Of the log of any thread, wherever it is, instead of this one's?
    pub elsewhere: bool,
}

/// What can be asked of a logged access.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum LogPart {
    /// Whether there is one.
    Is,
    /// Where it begins in its array, in bytes.
    Start,
    /// Where one of its bytes lies, any of them.
    Byte,
}

/// The kinds of access that are logged, one access of each.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum LoggedKind {
    /// A load.
    Read,
    /// A store.
    Write,
    /// An atomic.
    Atomic,
}

/// What the functions of the header are about.
#[must_use]
pub fn about(function: &Function, inst: Inst) -> Option<About> {
    let (ask, args) = function.insts[inst].kind.asked()?;
    Some(match ask {
        Ask::Other => About::Other,
        Ask::Old => About::Old,
        Ask::Instance => About::Instance,
        Ask::Candidate => About::Candidate,
        Ask::PairInstance => About::PairInstance,
        Ask::SameGroup => About::SameGroup,
        Ask::Taken => args
            .first()
            .and_then(|&first| named_load(function, first))
            .map_or(About::Unsupported, About::Taken),
        Ask::Log => log(function, args, false).unwrap_or(About::Unsupported),
        Ask::LogEverywhere => log(function, args, true).unwrap_or(About::Unsupported),
        Ask::Pointer
        | Ask::Snapshot
        | Ask::Footprint
        | Ask::Returned
        | Ask::Stated
        | Ask::Ensured
        | Ask::Unsupported => About::Unsupported,
    })
}

/// What is asked of the log: of which kind of access, and to what.
fn log(function: &Function, args: &[Value], elsewhere: bool) -> Option<About> {
    let &[asked, first] = args else { return None };
    let asked = function.as_const(asked)?;
    let kinds = [LoggedKind::Read, LoggedKind::Write, LoggedKind::Atomic];
    let kind = *kinds.get(usize::try_from(asked % 3).ok()?)?;
    let part = *[LogPart::Is, LogPart::Start, LogPart::Byte].get(usize::try_from(asked / 3).ok()?)?;
    let load = named_load(function, first)?;
    Some(About::Log(Logged { kind, part, elsewhere }, load))
}

/// The load of the first byte that a contract names an array by.
fn named_load(function: &Function, first: Value) -> Option<Inst> {
    let mut value = first;
    loop {
        let of = definition(function, value)?;
        match &function.insts[of].kind {
            InstKind::Load { .. } => return Some(of),
            InstKind::Pure { args, .. } if args.len() == 1 => value = args[0],
            _ => return None,
        }
    }
}

/// The instruction whose result a value is.
fn definition(function: &Function, value: Value) -> Option<Inst> {
    match function.values[value].def {
        ValueDef::Result(inst, _) => Some(inst),
        ValueDef::Param(..) => None,
    }
}

/// An invariant at the head of its loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Invariant {
    /// The closing marker: the place where it holds.
    pub end: Inst,
    /// The head of its loop.
    pub head: Block,
    /// The blocks from the head to the closing marker, both included.
    pub blocks: BTreeSet<Block>,
}

/// A contract in a place where it cannot stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Misplaced {
    /// Of which kind it is.
    pub kind: SpecKind,
    /// Where it stands.
    pub loc: LocId,
}

impl fmt::Display for Misplaced {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            SpecKind::Invariant => f.write_str("this invariant is not at the head of a loop"),
            SpecKind::Requires => f.write_str("this precondition is not at the head of a kernel"),
            SpecKind::Ensures => f.write_str("this postcondition is not at the head of a kernel"),
            SpecKind::Assert | SpecKind::Assume | SpecKind::Promise | SpecKind::Operands => {
                f.write_str("this contract cannot stand here")
            }
        }
    }
}

impl Misplaced {
    /// Where it belongs, to be read after "put it".
    #[must_use]
    pub const fn remedy(self) -> &'static str {
        match self.kind {
            SpecKind::Invariant => {
                "at the head of a loop's body, or before the loop's condition: `while (__invariant(e), condition)`"
            }
            _ => "before the first statement of a kernel; inside the kernel write `__assert` or `__assume`",
        }
    }
}

/// The regions of a function that has valid ones, in program order. One that is never closed, because control never comes so
/// far, is none.
#[must_use]
pub fn regions(function: &Function) -> Vec<Region> {
    let mut all = Vec::new();
    for &block in &function.order {
        for (at, &inst) in function.blocks[block].insts.iter().enumerate() {
            if let InstKind::SpecBegin(kind) = function.insts[inst].kind {
                all.extend(region(function, kind, block, at));
            }
        }
    }
    all
}

fn region(function: &Function, kind: SpecKind, first: Block, at: usize) -> Option<Region> {
    let begin = function.blocks[first].insts[at];
    let (mut parts, mut end) = (Vec::new(), None);
    let mut seen = BTreeSet::new();
    let mut work = vec![(first, at + 1)];
    while let Some((block, from)) = work.pop() {
        let insts = &function.blocks[block].insts[from..];
        let closes = |&inst: &Inst| matches!(function.insts[inst].kind, InstKind::SpecEnd(..));
        let to = insts.iter().position(closes);
        parts.push((block, insts[..to.unwrap_or(insts.len())].to_vec()));
        match to {
            // One marker closes the region, wherever it is left.
            Some(to) if end.is_none_or(|(_, known)| known == insts[to]) => end = Some((block, insts[to])),
            Some(_) => return None,
            None => {
                let targets = function.blocks[block].term.targets();
                let next = targets.into_iter().map(|t| t.block).filter(|&b| seen.insert(b));
                work.extend(next.map(|b| (b, 0)));
            }
        }
    }
    let (last, end) = end?;
    Some(Region { kind, begin, first, end, last, parts })
}

/// The instructions between markers.
#[must_use]
pub fn inside(regions: &[Region]) -> SecondaryMap<Inst, bool> {
    let mut inside = SecondaryMap::new();
    for inst in regions.iter().flat_map(|r| &r.parts).flat_map(|(_, insts)| insts) {
        inside[*inst] = true;
    }
    inside
}

/// The instructions of a region, its markers apart.
fn insts_of(region: &Region) -> impl Iterator<Item = Inst> + '_ {
    region.parts.iter().flat_map(|(_, insts)| insts).copied()
}

/// The opening markers at the head of the kernel.
fn at_head(function: &Function, regions: &[Region]) -> BTreeSet<Inst> {
    let mut found = BTreeSet::new();
    let (mut block, mut from) = (function.entry(), 0);
    let mut seen = BTreeSet::from([block]);
    loop {
        let data = &function.blocks[block];
        let Some(&inst) = data.insts.get(from) else {
            match &data.term {
                Terminator::Jump(target) if seen.insert(target.block) => (block, from) = (target.block, 0),
                _ => return found,
            }
            continue;
        };
        if let Some(region) = regions.iter().find(|r| r.begin == inst) {
            found.insert(inst);
            block = region.last;
            from = position(function, block, region.end) + 1;
        } else if is_quiet(function, inst) {
            from += 1;
        } else {
            return found;
        }
    }
}

fn position(function: &Function, block: Block, inst: Inst) -> usize {
    function.blocks[block].insts.iter().position(|&i| i == inst).unwrap_or(0)
}

/// Has it no effect that another thread, or a later instruction, could see?
fn is_quiet(function: &Function, inst: Inst) -> bool {
    match &function.insts[inst].kind {
        InstKind::Load { access, .. } => !access.volatile && access.order == Order::Weak,
        InstKind::SpecBegin(_) | InstKind::SpecEnd(..) | InstKind::Assert(_) => true,
        InstKind::Havoc | InstKind::Uninitialised => true,
        InstKind::VarGet(_) | InstKind::Special(_) => true,
        InstKind::VarSet(var, _) => function.vars[*var].shared.is_none(),
        InstKind::Marker { marker: Marker::Ask(_), .. } => true,
        kind => kind.is_pure(),
    }
}

/// The invariants of a function, each with its loop; and those that belong to none.
#[must_use]
pub fn invariants(
    function: &Function,
    regions: &[Region],
    loops: &Loops,
) -> (Vec<Invariant>, Vec<Misplaced>) {
    let (mut placed, mut misplaced) = (Vec::new(), Vec::new());
    let cfg = Cfg::new(function);
    let inner: BTreeSet<Block> = regions.iter().flat_map(interior).collect();
    let inside = inside(regions);
    let stated = |r: &&Region| r.kind == SpecKind::Invariant && !states_nothing(function, r);
    for region in regions.iter().filter(stated) {
        match way(function, &cfg, loops, (&inner, &inside), region) {
            Some((head, blocks)) => placed.push(Invariant { end: region.end, head, blocks }),
            None => misplaced.push(Misplaced { kind: region.kind, loc: function.insts[region.begin].loc }),
        }
    }
    (placed, misplaced)
}

/// The blocks whose ends lie in a region.
fn interior(region: &Region) -> impl Iterator<Item = Block> + '_ {
    region.parts.iter().map(|&(block, _)| block).filter(|&b| b != region.last)
}

/// The way from the head of its loop to an invariant, if that is one.
fn way(
    function: &Function,
    cfg: &Cfg,
    loops: &Loops,
    (inner, inside): (&BTreeSet<Block>, &SecondaryMap<Inst, bool>),
    region: &Region,
) -> Option<(Block, BTreeSet<Block>)> {
    let number = loops.innermost(region.first)?;
    let head = loops.all()[number].header;
    let mut blocks = before(cfg, head, region.first);
    for &block in &blocks {
        let here = block == region.first;
        let insts = &function.blocks[block].insts;
        let upto = if here { position(function, block, region.begin) } else { insts.len() };
        // What another contract does is its evaluation: it may have variables of its own.
        let quiet = insts[..upto].iter().all(|&inst| inside[inst] || is_quiet(function, inst));
        let goes_on = |to: Block| to != head && blocks.contains(&to) || !loops.contains(number, to);
        let only = here || inner.contains(&block) || cfg.succs(block).iter().all(|&to| goes_on(to));
        // Its evaluation may be a loop, as that of `__forall` is.
        let in_loop = inner.contains(&block) || loops.innermost(block) == Some(number);
        if !quiet || !only || !in_loop {
            return None;
        }
    }
    blocks.extend(region.parts.iter().map(|&(block, _)| block));
    Some((head, blocks))
}

/// The invariants of a function, as a front end leaves it, that stand after a statement of their loop's body, or in a kernel's
/// body in no loop. Once variables have become values, this can no longer be told for conditions that are always true.
#[must_use]
pub fn late(function: &Function) -> Vec<Misplaced> {
    let regions = if function.is_declaration() { Vec::new() } else { regions(function) };
    let stated = |r: &&Region| r.kind == SpecKind::Invariant && !states_nothing(function, r);
    let invariants: Vec<&Region> = regions.iter().filter(stated).collect();
    if invariants.is_empty() {
        return Vec::new();
    }
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let inner: BTreeSet<Block> = regions.iter().flat_map(interior).collect();
    // What a contract in front of this one stores is part of its evaluation.
    let inside = inside(&regions);
    let late = |region: &&&Region| {
        // A device function may be called at the head of a loop.
        let Some(number) = loops.innermost(region.first) else {
            return function.kind == FunctionKind::Kernel;
        };
        let blocks = before(&cfg, loops.all()[number].header, region.first);
        // What a condition does is done before the body begins; an arm of an `if` is a statement.
        let arm = |&&block: &&Block| {
            let jumps = matches!(function.blocks[block].term, Terminator::Jump(_));
            block != region.first && jumps && !inner.contains(&block)
        };
        let stores = |insts: &[Inst]| insts.iter().any(|&inst| !inside[inst] && stores(function, inst));
        let in_arm = blocks.iter().filter(arm).any(|&block| stores(&function.blocks[block].insts));
        let begin = position(function, region.first, region.begin);
        in_arm || stores(&function.blocks[region.first].insts[..begin])
    };
    let misplaced = |region: &&Region| Misplaced { kind: region.kind, loc: function.insts[region.begin].loc };
    invariants.iter().filter(late).map(misplaced).collect()
}

/// Does it write what is more than an argument of a call?
fn stores(function: &Function, inst: Inst) -> bool {
    match &function.insts[inst].kind {
        InstKind::Store { addr, .. } => addr.space != Space::Param,
        InstKind::VarSet(var, _) => function.vars[*var].shared.is_some(),
        _ => false,
    }
}

/// The blocks on the ways from the head of a loop to a block of it.
fn before(cfg: &Cfg, head: Block, block: Block) -> BTreeSet<Block> {
    let mut blocks = BTreeSet::from([block]);
    let mut work = vec![block];
    while let Some(block) = work.pop() {
        if block != head {
            work.extend(cfg.preds(block).iter().copied().filter(|&b| blocks.insert(b)));
        }
    }
    blocks
}

/// Puts each contract of a prepared kernel where it is evaluated: a postcondition is taken away from the head, and a copy
/// stands at each end of the kernel. What it is computed from outside its region are values of the head: parameters are
/// those that the kernel was given. Loads in it find what is in memory at the end. Of a contract that no method follows is left where
/// it stands.
///
/// # Errors
/// The contracts that stand where they cannot; the function is as it was then.
pub fn place(function: &mut Function) -> Result<(), Vec<Misplaced>> {
    place_all(function, false)
}

/// The same, with invariants and assumptions about logs of accesses as they are written: a run can follow them.
///
/// # Errors
/// As [`place`].
pub fn place_with_logs(function: &mut Function) -> Result<(), Vec<Misplaced>> {
    place_all(function, true)
}

fn place_all(function: &mut Function, logs: bool) -> Result<(), Vec<Misplaced>> {
    let regions = regions(function);
    if regions.is_empty() {
        return Ok(());
    }
    let head = at_head(function, &regions);
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let (_, mut wrong) = invariants(function, &regions, &loops);
    let of_head = |r: &&Region| matches!(r.kind, SpecKind::Requires | SpecKind::Ensures);
    let of_function = |r: &Region| returns::is_of_function(function, r);
    let elsewhere = regions.iter().filter(of_head).filter(|r| !head.contains(&r.begin) && !of_function(r));
    wrong.extend(elsewhere.map(|r| Misplaced { kind: r.kind, loc: function.insts[r.begin].loc }));
    if !wrong.is_empty() {
        return Err(wrong);
    }
    pointers::resolve(function, &regions);
    olds::forget_rounds(function, &regions, &loops);
    footprints::resolve(function, &self::regions(function));
    snapshots::resolve(function, &self::regions(function));
    everywhere::resolve(function, &self::regions(function), logs);
    let regions = self::regions(function);
    unfollowed::simplify(function, &regions, logs);
    let all: Vec<Region> =
        self::regions(function).into_iter().filter(|r| r.kind == SpecKind::Ensures).collect();
    if all.is_empty() {
        crate::passes::compact(function);
        return Ok(());
    }
    let olds = olds::remember(function, &all);
    let ensures: Vec<Region> = all.into_iter().filter(|r| !returns::is_of_function(function, r)).collect();
    for block in function.order.clone() {
        if matches!(function.blocks[block].term, Terminator::Return | Terminator::Exit) {
            let mut at = block;
            for region in &ensures {
                at = copy(function, region, &olds, at);
            }
        }
    }
    for region in &ensures {
        nothing(function, region);
    }
    let regions = self::regions(function);
    returns::evaluate(function, &regions, &olds);
    crate::passes::construct_ssa(function);
    crate::passes::compact(function);
    Ok(())
}

/// Is its condition trivially true? Such a region may stand anywhere.
fn states_nothing(function: &Function, region: &Region) -> bool {
    matches!(function.insts[region.end].kind, InstKind::SpecEnd(_, value) if function.as_const(value) == Some(1))
}

/// Dissolves a region that states nothing: values computed in it may be used after it.
fn nothing(function: &mut Function, region: &Region) {
    let loc = function.insts[region.end].loc;
    let truth = function.make_inst(InstKind::Const(1), &[Type::I1], loc);
    let at = position(function, region.last, region.end);
    function.blocks[region.last].insts.insert(at, truth);
    function.insts[region.end].kind = InstKind::SpecEnd(region.kind, function.insts[truth].results[0]);
}

/// Puts a copy of a region after the instructions of a block; returns the block that ends as this one did.
fn copy(function: &mut Function, region: &Region, olds: &BTreeMap<Inst, Var>, at: Block) -> Block {
    let loc = function.blocks[at].term_loc;
    let mut blocks: BTreeMap<Block, Block> = BTreeMap::new();
    let mut values: BTreeMap<Value, Value> = BTreeMap::new();
    for &(block, ref insts) in &region.parts {
        let own = function.add_block(loc);
        blocks.insert(block, own);
        if block != region.first {
            for param in function.blocks[block].params.clone() {
                let ty = function.ty(param);
                values.insert(param, function.add_param(own, ty));
            }
        }
        let begin = (block == region.first).then_some(region.begin);
        let end = (block == region.last).then_some(region.end);
        for inst in begin.into_iter().chain(insts.iter().copied()).chain(end) {
            let data = function.insts[inst].clone();
            let types: Vec<Type> = data.results.iter().map(|&r| function.ty(r)).collect();
            let kind = olds.get(&inst).map_or(data.kind, |&var| InstKind::VarGet(var));
            let new = function.append(own, kind, &types, data.loc);
            function.insts[new].guard = data.guard;
            let results = function.insts[new].results.clone();
            values.extend(data.results.iter().copied().zip(results));
        }
        if block != region.last {
            function.blocks[own].term = function.blocks[block].term.clone();
        }
    }
    let end = std::mem::replace(
        &mut function.blocks[at].term,
        Terminator::Jump(Target::new(blocks[&region.first])),
    );
    function.blocks[blocks[&region.last]].term = end;
    let known = |v: &mut Value| *v = values.get(v).copied().unwrap_or(*v);
    for (&old, &own) in &blocks {
        let data = &mut function.blocks[own];
        for &inst in &data.insts {
            function.insts[inst].for_each_use(known);
        }
        if old != region.last {
            data.term.for_each_use(known);
            data.term.targets_mut().into_iter().for_each(|t| t.block = blocks[&t.block]);
        }
    }
    blocks[&region.last]
}
