//! Does synchronisation depend on memory?
//!
//! The thread programs come from one schedule. Where there is no race every schedule reads the same values, so the programs are those of
//! every schedule. Where there may be one, their *synchronising* commands are still those of every schedule if which barriers the threads
//! reach, and how, does not depend on anything that they read from memory that others write. (Which addresses they access may differ; only
//! the race verdict is about that.) This is decided here, once for each kernel, by following values forward.

use raddle_ir::cfg::{Cfg, Dominators, Loops, PostDominators};
use raddle_ir::contracts::Ask;
use raddle_ir::{
    AtomicOp, Base, Block, Collective, Function, Inst, InstKind, LocId, Meets, Module, Object, Order, PureOp,
    SecondaryMap, Space, Terminator, Value, ValueDef,
};
use raddle_symbolic::pure::always_divides;
use std::collections::BTreeSet;

/// The first place where the way to a barrier, or an operand of one, depends on a value read from shared or
/// global memory; none if there is no such place.
#[must_use]
pub fn control_on_memory(function: &Function) -> Option<LocId> {
    first_on_memory(function, &Sources::Memory, synchronises, depends)
}

/// The same where accesses to shared memory count too: whether a thread reaches one, where that goes, and what these
/// `stores` write. If there is no such place, all schedules synchronise, and access shared memory, alike, whatever they
/// read.
///
/// What is in shared memory is followed too. That is right where no two accesses to it race (but for two that write the same value):
/// suppose that in some schedule a load from shared memory reads something else, and take the first one. The stores that
/// come before it are the same in both schedules, in the same order, and what they write is what earlier loads read. An access that
/// names an array is taken to stay in it (the assumption `in-bounds`).
#[must_use]
pub fn shared_on_memory(
    function: &Function,
    followed: &Followed<'_>,
    stores: &BTreeSet<Inst>,
) -> Option<LocId> {
    first_on_memory(
        function,
        &Sources::OutsideShared(followed),
        |kind| synchronises(kind) || may_be_shared(kind),
        |function, inst, tainted| {
            let data = &function.insts[inst];
            let on_memory = || {
                let index = data.kind.address().and_then(|address| address.index);
                index.into_iter().chain(data.guard.map(|guard| guard.value)).any(|value| tainted[value])
            };
            depends(function, inst, tainted)
                || may_be_shared(&data.kind) && on_memory()
                || stores.contains(&inst) && data.uses().iter().any(|&value| tainted[value])
        },
    )
}

/// The first branch out of a loop on what a volatile load in a loop reads, perhaps from shared memory: it may wait there for another
/// thread. Where no two accesses race there is nothing to wait for, as each load has one value; elsewhere one schedule does not show how
/// many rounds such a loop takes, nor that it ends.
#[must_use]
pub fn waits_on_volatile(function: &Function) -> Option<LocId> {
    leaves_on(function, |inst, _| is_perhaps_volatile_shared(&function.insts[inst].kind))
}

/// The first branch out of a loop on what another thread must do before this one can continue: a flag that is read anew, a lock. Trying
/// again because another thread was faster is not waiting: a compare-and-swap with what was read in the round before, a number drawn. A
/// floating-point sum may be what it was before.
#[must_use]
pub fn waits_for_others(function: &Function) -> Option<LocId> {
    leaves_on(function, |inst, inside| waits_there(function, inst, inside))
}

/// The same where no two accesses race: a volatile load from shared memory has one value then, as any load, and waits for no thread if each loop around it has a
/// barrier, at which the others are waited for. (One without looks as if it waits, but does not end.)
#[must_use]
pub fn waits_without_races(function: &Function) -> Option<LocId> {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    if loops.irreducible().is_some() {
        return waits_for_others(function);
    }
    let insts = |block: Block| function.blocks[block].insts.iter();
    let is_barrier = |&inst: &Inst| matches!(function.insts[inst].kind, InstKind::Barrier(_));
    let spins = loops.all().iter().filter(|of| !of.blocks.iter().any(|&block| insts(block).any(is_barrier)));
    let spinning: BTreeSet<Inst> =
        spins.flat_map(|of| &of.blocks).flat_map(|&block| insts(block)).copied().collect();
    let has_one_value = |inst: Inst| match &function.insts[inst].kind {
        InstKind::Load { access, addr } => {
            addr.space == Space::Shared && access.order == Order::Weak && !spinning.contains(&inst)
        }
        _ => false,
    };
    leaves_on(function, |inst, inside| !has_one_value(inst) && waits_there(function, inst, inside))
}

/// May an instruction in loops of these blocks read what another thread must do first?
fn waits_there(function: &Function, inst: Inst, inside: &BTreeSet<Block>) -> bool {
    match &function.insts[inst].kind {
        InstKind::Load { access, addr } => {
            !is_private(addr.space) && (access.volatile || access.order != Order::Weak)
        }
        InstKind::Atomic { op: AtomicOp::Add | AtomicOp::Inc | AtomicOp::Dec, args, .. } => {
            function.as_const(args[0]).is_none_or(|number| number == 0)
        }
        InstKind::Atomic { op: AtomicOp::Cas, args, .. } => !varies(function, inside, args[0]),
        InstKind::Atomic { .. } => true,
        _ => false,
    }
}

/// May a value be another one in each round of a loop around these blocks?
fn varies(function: &Function, inside: &BTreeSet<Block>, value: Value) -> bool {
    match function.values[value].def {
        ValueDef::Param(block, _) => inside.contains(&block),
        ValueDef::Result(inst, _) => match &function.insts[inst].kind {
            InstKind::Pure { args, .. } => args.iter().any(|&arg| varies(function, inside, arg)),
            InstKind::Const(_) | InstKind::Special(_) | InstKind::AddrOf { .. } => false,
            _ => inside.iter().any(|&block| function.blocks[block].insts.contains(&inst)),
        },
    }
}

/// The first branch out of a loop that depends on what such an instruction in a loop reads; `reads` is called for each, with the blocks of
/// all loops.
fn leaves_on(function: &Function, reads: impl Fn(Inst, &BTreeSet<Block>) -> bool) -> Option<LocId> {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    // A cycle that is no natural loop may lie anywhere.
    let everywhere = loops.irreducible().is_some();
    let in_loop = |block: Block| everywhere || loops.innermost(block).is_some();
    let leaves = |block: Block| {
        let mut around = loops.all().iter().enumerate().map(|(n, _)| n).filter(|&n| loops.contains(n, block));
        everywhere || around.any(|n| cfg.succs(block).iter().any(|&next| !loops.contains(n, next)))
    };
    let inside: BTreeSet<Block> = cfg.rpo().iter().copied().filter(|&block| in_loop(block)).collect();
    let insts = inside.iter().flat_map(|&b| &function.blocks[b].insts);
    let loads: BTreeSet<Inst> = insts.copied().filter(|&inst| reads(inst, &inside)).collect();
    if loads.is_empty() {
        return None;
    }
    let post = PostDominators::new(&cfg);
    let tainted = tainted_values(function, &cfg, &post, &Sources::These(&loads));
    let waits = |block: &Block| is_tainted(&function.blocks[*block].term, &tainted) && leaves(*block);
    let first = cfg.rpo().iter().copied().find(waits);
    first.map(|block| function.blocks[block].term_loc)
}

/// The same where accesses to memory that others see count too: whether a thread reaches one, and where that goes; and what is stored, if
/// `values` matter. If there is no such place, every result about accesses holds whatever is read.
#[must_use]
pub fn accesses_on_memory(function: &Function, values: bool) -> Option<LocId> {
    let visible = |kind: &InstKind| kind.address().is_some_and(|address| !is_private(address.space));
    first_on_memory(
        function,
        &Sources::Memory,
        |kind| synchronises(kind) || visible(kind),
        |function, inst, tainted| {
            let data = &function.insts[inst];
            let index = data.kind.address().and_then(|address| address.index);
            let mut place = index.into_iter().chain(data.guard.map(|guard| guard.value));
            let stored = values && data.results.is_empty() && data.uses().iter().any(|&value| tainted[value]);
            depends(function, inst, tainted)
                || visible(&data.kind) && (stored || place.any(|value| tainted[value]))
        },
    )
}

/// The same for whether accesses are in bounds: whether a thread reaches one, and where it goes.
#[must_use]
pub fn bounds_on_memory(function: &Function) -> Option<LocId> {
    first_on_memory(
        function,
        &Sources::Memory,
        |kind| synchronises(kind) || kind.address().is_some(),
        |function, inst, tainted| {
            let data = &function.insts[inst];
            let index = data.kind.address().and_then(|address| address.index);
            let mut place = index.into_iter().chain(data.guard.map(|guard| guard.value));
            depends(function, inst, tainted) || place.any(|value| tainted[value])
        },
    )
}

/// The same for what contracts state: whether a thread reaches one, and what it says. If there is no such place, a contract that holds
/// where no accesses race does so in any case: threads that read something else reach the same contracts with the same values.
#[must_use]
pub fn contracts_on_memory(function: &Function) -> Option<LocId> {
    let stated = |kind: &InstKind| match kind {
        InstKind::SpecEnd(_, value) | InstKind::Assert(value) | InstKind::Assume(value) => Some(*value),
        _ => None,
    };
    first_on_memory(
        function,
        &Sources::Memory,
        |kind| synchronises(kind) || stated(kind).is_some(),
        |function, inst, tainted| {
            let says = |value: &Value| tainted[*value] && !is_unfollowed(function, *value);
            stated(&function.insts[inst].kind).as_ref().is_some_and(says) || depends(function, inst, tainted)
        },
    )
}

/// Is it the remainder of a contract that no method follows, and that is left out of what is proved?
fn is_unfollowed(function: &Function, value: Value) -> bool {
    let ValueDef::Result(inst, _) = function.values[value].def else { return false };
    function.insts[inst].kind.asks(Ask::Unsupported)
}

type Tainted = SecondaryMap<Value, bool>;

/// Where tainted values come from.
enum Sources<'a> {
    /// All memory that other threads may write.
    Memory,
    /// The same but for steady loads, for shared memory, where what is stored is followed, and for collectives whose participants are
    /// known.
    OutsideShared(&'a Followed<'a>),
    /// These loads.
    These(&'a BTreeSet<Inst>),
}

/// What decides how far values are followed through shared memory.
pub struct Followed<'a> {
    /// The module of the function.
    pub module: &'a Module,
    /// Loads that always read the same.
    pub steady: &'a BTreeSet<Inst>,
    /// Do the lanes of a warp run in lock-step? Then control alone decides who takes part in a collective without a member mask.
    pub in_lock_step: bool,
}

impl Followed<'_> {
    /// Is it a collective whose results are a function of the participants' operands, and does control decide who takes part?
    fn is_collective(&self, kind: &InstKind) -> bool {
        let InstKind::Collective { op, sync, .. } = kind else { return false };
        let is_open = matches!(
            op,
            Collective::Elect | Collective::ActiveMask | Collective::MatchAny | Collective::MatchAll
        );
        !is_open && (*sync || self.in_lock_step)
    }
}

/// Where in shared memory tainted values may be.
#[derive(Default)]
struct Held {
    arrays: SecondaryMap<Object, bool>,
    /// In one of the arrays.
    somewhere: bool,
    /// At an unknown place.
    anywhere: bool,
}

impl Held {
    /// May a tainted value be in an array; in all of shared memory, when none?
    fn is_in(&self, array: Option<Object>) -> bool {
        self.anywhere || array.map_or(self.somewhere, |array| self.arrays[array])
    }

    /// A tainted value is stored there. Was that new?
    fn store(&mut self, array: Option<Object>) -> bool {
        self.somewhere = true;
        let held = array.map_or(&mut self.anywhere, |array| &mut self.arrays[array]);
        !std::mem::replace(held, true)
    }
}

impl Sources<'_> {
    /// Is the result of an instruction tainted, whatever it uses?
    fn taint(&self, inst: Inst, kind: &InstKind, held: &Held) -> bool {
        match self {
            Self::Memory => is_source(kind),
            Self::OutsideShared(followed) if followed.steady.contains(&inst) => false,
            Self::OutsideShared(followed) if loads_shared(kind) => held.is_in(array(followed.module, kind)),
            Self::OutsideShared(followed) if followed.is_collective(kind) => false,
            Self::OutsideShared(_) => is_source(kind),
            Self::These(loads) => loads.contains(&inst),
        }
    }

    /// Follows what an instruction stores, if that `is_tainted`. Was it new?
    fn store(&self, kind: &InstKind, is_tainted: bool, held: &mut Held) -> bool {
        let Self::OutsideShared(Followed { module, .. }) = self else { return false };
        let tainted = is_tainted || matches!(kind, InstKind::Atomic { .. });
        tainted && is_store(kind) && may_be_shared(kind) && held.store(array(module, kind))
    }
}

/// The array of shared memory that an access names, if no other can begin where it does.
fn array(module: &Module, kind: &InstKind) -> Option<Object> {
    let Base::Object(object) = kind.address()?.base else { return None };
    let data = &module.objects[object];
    (data.space == Space::Shared && data.size.is_some_and(|size| size > 0)).then_some(object)
}

/// The first instruction that depends on what is read from memory, or branch on that which decides whether a thread reaches
/// something that matters.
fn first_on_memory(
    function: &Function,
    sources: &Sources<'_>,
    matters: impl Fn(&InstKind) -> bool,
    depends: impl Fn(&Function, Inst, &Tainted) -> bool,
) -> Option<LocId> {
    let cfg = Cfg::new(function);
    let post = PostDominators::new(&cfg);
    let tainted = tainted_values(function, &cfg, &post, sources);
    for &block in cfg.rpo() {
        let data = &function.blocks[block];
        for &inst in &data.insts {
            if depends(function, inst, &tainted) {
                return Some(function.insts[inst].loc);
            }
        }
        if is_tainted(&data.term, &tainted) && region_matters(function, &cfg, &post, block, &matters) {
            return Some(data.term_loc);
        }
    }
    None
}

fn may_be_shared(kind: &InstKind) -> bool {
    let space = kind.address().map(|address| address.space);
    matches!(space, Some(Space::Shared | Space::Cluster | Space::Generic))
}

/// Does it read shared memory, and nothing else, and not as an atomic does? A volatile load races like any other.
fn loads_shared(kind: &InstKind) -> bool {
    match kind {
        InstKind::Load { addr, access, .. } => addr.space == Space::Shared && access.order == Order::Weak,
        _ => false,
    }
}

/// Is it a volatile load that may be from shared memory?
fn is_perhaps_volatile_shared(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Load { access, .. } if access.volatile) && may_be_shared(kind)
}

/// Is the result of the instruction read from memory that other threads may write?
fn is_source(kind: &InstKind) -> bool {
    match kind {
        InstKind::Load { addr, .. } => {
            matches!(addr.space, Space::Shared | Space::Global | Space::Generic | Space::Cluster)
        }
        InstKind::Atomic { .. }
        | InstKind::VarGet(_)
        | InstKind::Marker { .. }
        | InstKind::Opaque { .. }
        | InstKind::Call { .. } => true,
        // It passes on what other threads hold, which they may have read.
        InstKind::Collective { .. } | InstKind::Barrier(_) => true,
        InstKind::Const(_)
        | InstKind::Pure { .. }
        | InstKind::Havoc
        | InstKind::Uninitialised
        | InstKind::Special(_)
        | InstKind::AddrOf { .. }
        | InstKind::FuncAddr(_)
        | InstKind::VarSet(..)
        | InstKind::Store { .. }
        | InstKind::Fence { .. }
        | InstKind::WarpSync(_)
        | InstKind::Assume(_)
        | InstKind::Assert(_)
        | InstKind::SpecBegin(_)
        | InstKind::SpecEnd(..) => false,
    }
}

/// Follows values forward through operations, block parameters and private memory; and through control: after a
/// branch on a tainted value, up to where its ways meet again, every block parameter is tainted, and every store to
/// private memory stores one. Through other memory likewise, as far as the sources say so.
fn tainted_values(function: &Function, cfg: &Cfg, post: &PostDominators, sources: &Sources<'_>) -> Tainted {
    let mut tainted = Tainted::new();
    // A memory that a tainted value was stored to taints every later load from it.
    let (mut private, mut held) = (false, Held::default());
    let mut changed = true;
    while changed {
        changed = false;
        for &block in cfg.rpo() {
            let data = &function.blocks[block];
            for &id in &data.insts {
                let inst = &function.insts[id];
                let used = inst.uses().iter().any(|&v| tainted[v]);
                if used && !private && is_store(&inst.kind) && may_be_private(&inst.kind) {
                    (private, changed) = (true, true);
                }
                changed |= sources.store(&inst.kind, used, &mut held);
                // What is not modelled may leave anything anywhere.
                if inst.kind.effects().writes_anything() {
                    changed |= !std::mem::replace(&mut private, true) | held.store(None);
                }
                if used || private && may_be_private(&inst.kind) || sources.taint(id, &inst.kind, &held) {
                    for &result in &inst.results {
                        changed |= !std::mem::replace(&mut tainted[result], true);
                    }
                }
            }
            for target in data.term.targets() {
                let params = &function.blocks[target.block].params;
                for (&param, &arg) in params.iter().zip(&target.args) {
                    if tainted[arg] {
                        changed |= !std::mem::replace(&mut tainted[param], true);
                    }
                }
            }
            if is_tainted(&data.term, &tainted) {
                let (region, end) = region(cfg, post, block);
                for &inst in region.iter().flat_map(|&inside| &function.blocks[inside].insts) {
                    let kind = &function.insts[inst].kind;
                    // Who takes part depends on the branch.
                    if matches!(kind, InstKind::Collective { .. }) {
                        for &result in &function.insts[inst].results {
                            changed |= !std::mem::replace(&mut tainted[result], true);
                        }
                    }
                    changed |= sources.store(kind, true, &mut held);
                    if !private && is_store(kind) && may_be_private(kind) {
                        (private, changed) = (true, true);
                    }
                }
                for inside in region.into_iter().chain(end) {
                    for &param in &function.blocks[inside].params {
                        changed |= !std::mem::replace(&mut tainted[param], true);
                    }
                }
            }
        }
    }
    tainted
}

fn is_store(kind: &InstKind) -> bool {
    matches!(kind, InstKind::Store { .. } | InstKind::Atomic { .. })
}

fn is_private(space: Space) -> bool {
    matches!(space, Space::Local | Space::Param)
}

/// May it access private memory that the kernel writes, unlike its parameters? A generic address may lead there.
fn may_be_private(kind: &InstKind) -> bool {
    kind.address()
        .is_some_and(|a| a.base != Base::Params && (is_private(a.space) || a.space == Space::Generic))
}

/// Does the way on depend on a tainted value?
fn is_tainted(term: &Terminator, tainted: &Tainted) -> bool {
    match term {
        Terminator::Branch { cond, .. } => tainted[*cond],
        Terminator::Switch { value, .. } => tainted[*value],
        _ => false,
    }
}

/// The blocks between a branch and the block where all ways meet again, and that block.
fn region(cfg: &Cfg, post: &PostDominators, branch: Block) -> (Vec<Block>, Option<Block>) {
    let end = post.ipdom(branch);
    let mut seen: SecondaryMap<Block, bool> = SecondaryMap::new();
    let mut blocks = Vec::new();
    let mut work: Vec<Block> = cfg.succs(branch).to_vec();
    while let Some(block) = work.pop() {
        if Some(block) == end || std::mem::replace(&mut seen[block], true) {
            continue;
        }
        blocks.push(block);
        work.extend_from_slice(cfg.succs(block));
    }
    (blocks, end)
}

/// Does the branch decide whether threads reach something that matters, or end?
fn region_matters(
    function: &Function,
    cfg: &Cfg,
    post: &PostDominators,
    branch: Block,
    matters: impl Fn(&InstKind) -> bool,
) -> bool {
    let (blocks, end) = region(cfg, post, branch);
    end.is_none()
        || blocks.iter().any(|&block| {
            let data = &function.blocks[block];
            data.term.targets().is_empty()
                || data.insts.iter().any(|&inst| matters(&function.insts[inst].kind))
        })
}

/// Do quotients by numbers that may be 0 decide where threads go, or what they access? `is_given` says of which places of the parameter bank the
/// content is known.
#[must_use]
pub fn quotients_decide(function: &Function, is_given: &dyn Fn(i64) -> bool) -> bool {
    let mut open: Vec<Value> = Vec::new();
    for &block in &function.order {
        let data = &function.blocks[block];
        open.extend(data.term.uses());
        for &inst in &data.insts {
            let data = &function.insts[inst];
            open.extend(data.guard.map(|guard| guard.value));
            open.extend(data.kind.address().and_then(|address| address.index));
            if synchronises(&data.kind) {
                open.extend(data.uses());
            }
        }
    }
    let mut seen: BTreeSet<Value> = BTreeSet::new();
    while let Some(value) = open.pop() {
        if !seen.insert(value) {
            continue;
        }
        match function.values[value].def {
            ValueDef::Result(inst, _) => {
                // What memory holds is followed elsewhere.
                let InstKind::Pure { op, args } = &function.insts[inst].kind else { continue };
                let signed = matches!(op, PureOp::DivS | PureOp::RemS);
                let divides = signed || matches!(op, PureOp::DivU | PureOp::RemU);
                if divides
                    && !always_divides(function, args[1], signed)
                    && !is_of_given(function, args[1], is_given)
                {
                    return true;
                }
                open.extend(args);
            }
            ValueDef::Param(block, number) => {
                let ways = function.order.iter().flat_map(|&from| function.blocks[from].term.targets());
                let ways = ways.filter(|target| target.block == block);
                open.extend(ways.filter_map(|target| target.args.get(usize::from(number)).copied()));
            }
        }
    }
    false
}

/// Is a value a parameter that is given, perhaps with other bits?
fn is_of_given(function: &Function, mut value: Value, is_given: &dyn Fn(i64) -> bool) -> bool {
    loop {
        let ValueDef::Result(inst, _) = function.values[value].def else { return false };
        match &function.insts[inst].kind {
            InstKind::Pure { op: PureOp::Trunc | PureOp::Sext | PureOp::Zext, args } => value = args[0],
            InstKind::Load { addr, .. } => return addr.base == Base::Params && is_given(addr.offset),
            _ => return false,
        }
    }
}

fn synchronises(kind: &InstKind) -> bool {
    kind.effects().synchronises() && !kind.is_of_device_runtime()
}

/// Do the operands of a synchronisation depend on memory?
fn depends(function: &Function, inst: Inst, tainted: &Tainted) -> bool {
    let data = &function.insts[inst];
    let guard = data.guard.is_some_and(|g| tainted[g.value]);
    match &data.kind {
        InstKind::Barrier(b) => guard || tainted[b.id] || b.count.is_some_and(|c| tainted[c]),
        InstKind::WarpSync(mask) => guard || tainted[*mask],
        InstKind::Collective { args, sync, .. } => {
            *sync && (guard || args.last().is_some_and(|&mask| tainted[mask]))
        }
        kind => synchronises(kind) && kind.effects().meets == Meets::Unknown,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use raddle_ptx::{lower, parse};

    /// A kernel with shared arrays `s` and `m`, prepared.
    fn kernel(body: &str) -> (Module, Function) {
        let text = format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a) {{\n.reg .b32 %r<8>; .reg .b64 %rd<2>; .reg .pred %p<4>;\n\
             .shared .align 4 .b32 s[8]; .shared .align 4 .b32 m[8];\nld.param.u64 %rd0, [a];\nmov.u32 %r0, %tid.x;\n{body}\nret;\n}}\n"
        );
        let ast = parse::parse(&text).expect("PTX");
        let mut module = lower::lower(&ast, &text, lower::Options::default()).expect("PTX");
        let func = module.kernels().next().expect("a kernel").0;
        let function = raddle_ir::passes::prepare(&mut module, func).expect("no recursion");
        (module, function)
    }

    #[test]
    fn a_loop_that_volatile_memory_ends_may_wait() {
        let waits = |body: &str| waits_on_volatile(&kernel(body).1).is_some();
        assert!(waits("L: ld.volatile.shared.u32 %r1, [s];\nsetp.eq.u32 %p0, %r1, 0;\n@%p0 bra L;"));
        assert!(!waits("L: ld.shared.u32 %r1, [s];\nsetp.eq.u32 %p0, %r1, 0;\n@%p0 bra L;"));
        let counted = "mov.u32 %r2, 0;\nL: ld.volatile.shared.u32 %r1, [s];\nsetp.eq.u32 %p0, %r1, 0;\n@%p0 bra M;\nst.shared.u32 [m], %r1;\n\
            M: add.u32 %r2, %r2, 1;\nsetp.lt.u32 %p1, %r2, 9;\n@%p1 bra L;";
        assert!(!waits(counted), "it decides inside the loop only");
        assert!(waits(
            &counted.replace("@%p0 bra M", "@%p0 bra X").replace("@%p1 bra L;", "@%p1 bra L;\nX:")
        ));
        let before = "ld.volatile.shared.u32 %r1, [s];\nL: add.u32 %r1, %r1, 1;\nsetp.lt.u32 %p0, %r1, 9;\n@%p0 bra L;";
        assert!(!waits(before), "it is read once");
    }

    #[test]
    fn without_races_a_loop_on_volatile_memory_with_a_barrier_waits_for_nothing() {
        let waits = |body: &str| {
            let function = kernel(body).1;
            [waits_for_others(&function).is_some(), waits_without_races(&function).is_some()]
        };
        let spins = "L: ld.volatile.shared.u32 %r1, [s];\nsetp.eq.u32 %p0, %r1, 0;\n@%p0 bra L;";
        assert_eq!(waits(spins), [true, true]);
        assert_eq!(waits(&spins.replace("L: ", "L: bar.sync 0;\n")), [true, false]);
        let of_all = spins
            .replace("L: ", "L: bar.sync 0;\n")
            .replace(".shared.u32 %r1, [s]", ".global.u32 %r1, [%rd0]");
        assert_eq!(waits(&of_all), [true, true], "other blocks may write it");
    }

    #[test]
    fn arrays_of_shared_memory_are_followed_apart() {
        let depends = |body: &str, in_lock_step: bool| {
            let (module, function) = kernel(body);
            let followed = Followed { module: &module, steady: &BTreeSet::new(), in_lock_step };
            shared_on_memory(&function, &followed, &BTreeSet::new()).is_some()
        };
        let through = |array: &str| {
            format!(
                "ld.global.u32 %r1, [%rd0];\nst.shared.u32 [s], %r1;\nst.shared.u32 [m], %r0;\nbar.sync 0;\n\
                 ld.volatile.shared.u32 %r2, [{array}];\nsetp.eq.u32 %p0, %r2, 0;\n@%p0 bar.sync 1, 32;"
            )
        };
        assert!(depends(&through("s"), false));
        assert!(!depends(&through("m"), false));
        assert!(depends(&through("m").replace("[s]", "[%r0]"), false), "an address without an array");
        let vote = "setp.eq.u32 %p0, %r0, 0;\nvote.any.pred %p1, %p0;\n@%p1 st.shared.u32 [s], 1;";
        assert!(depends(vote, false) && !depends(vote, true), "who takes part");
        let inside = format!("ld.global.u32 %r1, [%rd0];\nsetp.eq.u32 %p2, %r1, 0;\n@%p2 bra A;\n{vote}\nA:");
        assert!(depends(&inside, true));
    }
}
