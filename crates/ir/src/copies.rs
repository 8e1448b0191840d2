//! Asynchronous copies of a work-group (OpenCL C, "Async Copies from Global to Local Memory, Local to Global Memory, and Prefetch").
//!
//! A front end writes a copy as accesses of one unspecified thread (a different one for each place in the source), between two markers:
//! [`Marker::Copy`], which all threads reach together (a barrier that orders no memory stands before it) whose result is the copy's event, and [`Marker::CopyEnd`].
//! [`Marker::CopyWait`], with events as arguments, stands in front of another such barrier. The markers touch no memory.
//!
//! The accesses take place at any time between the copy and the wait for its event, and barriers in between do not order them. So a copy is
//! *waited for* if on every path from it the wait for its event comes before the next barrier that orders memory, before the next copy by
//! the same thread, and before the kernel's end: then its accesses can be placed at its beginning. Every other copy becomes one that may
//! write anything ([`mark_unwaited`]).
//!
//! The wait orders only the copy before what follows: [`Copies::are_ordered`].

use crate::Space;
use crate::cfg::Cfg;
use crate::entity::{Block, Inst, SecondaryMap, Value};
use crate::inst::{InstKind, Terminator};
use crate::marker::Marker;
use crate::module::{Function, ValueDef};
use std::collections::{BTreeMap, BTreeSet};

/// The constant from which the front end reads which thread makes a copy: nothing is known of it.
pub const COPIERS: &str = "__raddle_copiers";

/// The arguments of a marker.
fn marker(function: &Function, inst: Inst, which: Marker) -> Option<&[Value]> {
    match &function.insts[inst].kind {
        InstKind::Marker { marker, args } if *marker == which => Some(args),
        _ => None,
    }
}

/// The copy that made an event, where that is known: a copy that is given an event belongs to it.
fn maker(function: &Function, mut event: Value) -> Option<Inst> {
    // Each step leads to an instruction that dominates the one before.
    loop {
        let ValueDef::Result(inst, _) = function.values[event].def else { return None };
        let [given, _] = marker(function, inst, Marker::Copy)? else { return None };
        if function.as_const(*given) == Some(0) {
            return Some(inst);
        }
        event = *given;
    }
}

/// The copies that may be pending, each with whether it can no longer be waited for because its event was overwritten.
type Pending = BTreeMap<Inst, bool>;

/// The pending copies after an instruction.
fn after(function: &Function, inst: Inst, pending: &mut Pending) {
    if let Some(args) = marker(function, inst, Marker::CopyWait) {
        let waited: BTreeSet<Inst> = args.iter().filter_map(|&event| maker(function, event)).collect();
        pending.retain(|&copy, lost| *lost || made_by(function, copy).is_none_or(|by| !waited.contains(&by)));
    } else if marker(function, inst, Marker::Copy).is_some() {
        for (&copy, lost) in pending.iter_mut() {
            *lost |= copy == inst || made_by(function, copy) == Some(inst);
        }
        pending.entry(inst).or_insert(false);
    }
}

/// The copy that made the event of a copy.
fn made_by(function: &Function, copy: Inst) -> Option<Inst> {
    maker(function, *function.insts[copy].results.first()?)
}

/// May two copies be made by one thread, for which they are taken to have the same number? It would make them one after the other.
fn share_thread(function: &Function, one: Inst, other: Inst) -> bool {
    let number = |copy| match marker(function, copy, Marker::Copy) {
        Some([_, number]) => function.as_const(*number),
        _ => None,
    };
    let (one, other) = (number(one), number(other));
    one.is_none() || other.is_none() || one == other
}

/// Does it order memory, be it of some threads only?
fn orders(function: &Function, inst: Inst, memory: impl Fn(bool, bool) -> bool) -> bool {
    match &function.insts[inst].kind {
        InstKind::Barrier(barrier) => memory(barrier.fence.shared, barrier.fence.global),
        _ => false,
    }
}

/// Makes each copy that is not waited for in time one that may write anything.
pub fn mark_unwaited(function: &mut Function) {
    let begins = |function: &Function, block: Block| {
        let insts = function.blocks[block].insts.iter();
        insts.copied().filter(|&inst| marker(function, inst, Marker::Copy).is_some()).collect::<Vec<Inst>>()
    };
    if function.order.iter().all(|&block| begins(function, block).is_empty()) {
        return;
    }
    let cfg = Cfg::new(function);
    let mut at_entry: SecondaryMap<Block, Pending> = SecondaryMap::new();
    let mut unwaited: BTreeSet<Inst> = BTreeSet::new();
    let mut changed = true;
    while changed {
        changed = false;
        for &block in &function.order {
            let mut pending = at_entry[block].clone();
            for &inst in &function.blocks[block].insts {
                // A fence that threads reach with different flags, or alone, may also order it.
                let varies = match &function.insts[inst].kind {
                    InstKind::Barrier(barrier) => barrier.fence.varies,
                    InstKind::Fence { .. } => true,
                    kind => kind.is_grid_sync(),
                };
                if varies || orders(function, inst, |shared, global| shared || global) {
                    unwaited.extend(pending.keys());
                }
                if marker(function, inst, Marker::Copy).is_some() {
                    unwaited.extend(pending.keys().filter(|&&copy| share_thread(function, copy, inst)));
                }
                after(function, inst, &mut pending);
            }
            match function.blocks[block].term {
                Terminator::Return | Terminator::Exit => unwaited.extend(pending.keys()),
                _ => {}
            }
            for &succ in cfg.succs(block) {
                for (&copy, &lost) in &pending {
                    let known = at_entry[succ].get(&copy).copied();
                    if known.is_none_or(|known| lost && !known) {
                        at_entry[succ].insert(copy, lost);
                        changed = true;
                    }
                }
            }
        }
    }
    mark(function, &unwaited, Marker::CopyUnwaited);
}

/// Makes each copy one that may write anything: for groups of one work-item, which is then the one that copies, though the copy takes
/// place beside what it does.
pub fn mark_alone(function: &mut Function) {
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts).copied();
    let copies: BTreeSet<Inst> =
        insts.filter(|&inst| marker(function, inst, Marker::Copy).is_some()).collect();
    mark(function, &copies, Marker::CopyAlone);
}

/// Puts a marker that may write anything after each of these copies.
fn mark(function: &mut Function, copies: &BTreeSet<Inst>, marker: Marker) {
    for block in function.order.clone() {
        for inst in std::mem::take(&mut function.blocks[block].insts) {
            function.blocks[block].insts.push(inst);
            if copies.contains(&inst) {
                let loc = function.insts[inst].loc;
                function.append(block, InstKind::marker(marker), &[], loc);
            }
        }
    }
}

/// One copy.
#[derive(Clone, Debug, Default)]
struct Copy {
    /// Its accesses.
    accesses: BTreeSet<Inst>,
    /// What may take place while it is under way.
    meanwhile: BTreeSet<Inst>,
    /// The instructions that may follow it.
    behind: BTreeSet<Inst>,
    /// What may come before it with no barrier in between that orders shared memory; that orders global memory.
    before: [BTreeSet<Inst>; 2],
}

/// The copies of a kernel in which all are waited for, and what their waits order.
#[derive(Clone, Debug, Default)]
pub struct Copies(Vec<Copy>);

impl Copies {
    /// Finds them.
    #[must_use]
    pub fn new(function: &Function) -> Self {
        let mut all = Vec::new();
        let cfg = Cfg::new(function);
        for &block in &function.order {
            for (at, &inst) in function.blocks[block].insts.iter().enumerate() {
                if marker(function, inst, Marker::Copy).is_none() {
                    continue;
                }
                let forward = |stop: &dyn Fn(Inst) -> bool| reached(function, &cfg, (block, at), true, stop);
                let by = made_by(function, inst);
                let is_waited = |inst: Inst| {
                    let events = marker(function, inst, Marker::CopyWait).unwrap_or_default();
                    by.is_some() && events.iter().any(|&event| maker(function, event) == by)
                };
                let within = forward(&|inst| marker(function, inst, Marker::CopyEnd).is_some());
                let is_access = |&inst: &Inst| {
                    let address = function.insts[inst].kind.address();
                    address
                        .is_some_and(|addr| !matches!(addr.space, Space::Local | Space::Param | Space::Const))
                };
                let before = [true, false].map(|of_shared| {
                    let stop = |inst| {
                        orders(function, inst, |shared, global| if of_shared { shared } else { global })
                    };
                    reached(function, &cfg, (block, at), false, &stop)
                });
                all.push(Copy {
                    accesses: within.into_iter().filter(is_access).collect(),
                    meanwhile: forward(&is_waited),
                    behind: forward(&|_| false),
                    before,
                });
            }
        }
        Self(all)
    }

    /// Does a wait order two accesses to shared (or global) memory that no barrier orders?
    ///
    /// One of them belongs to a copy. The other is after the wait, since all threads reach copy and wait, if it
    /// is neither before the copy nor between the two.
    #[must_use]
    pub fn are_ordered(&self, one: Inst, other: Inst, in_shared: bool) -> bool {
        let is_behind = |copy: &Copy, inst: &Inst| {
            copy.behind.contains(inst)
                && !copy.meanwhile.contains(inst)
                && !copy.before[usize::from(!in_shared)].contains(inst)
        };
        self.0.iter().any(|copy| {
            copy.accesses.contains(&one) && is_behind(copy, &other)
                || copy.accesses.contains(&other) && is_behind(copy, &one)
        })
    }

    /// Are there none?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The instructions that may follow (or precede) a place, up to those at which a path stops.
fn reached(
    function: &Function,
    cfg: &Cfg,
    (block, at): (Block, usize),
    forward: bool,
    stop: &dyn Fn(Inst) -> bool,
) -> BTreeSet<Inst> {
    let mut found = BTreeSet::new();
    // Visits some instructions; does the path continue after them?
    let mut goes_on = |insts: &mut dyn Iterator<Item = &Inst>| {
        for &inst in insts {
            found.insert(inst);
            if stop(inst) {
                return false;
            }
        }
        true
    };
    let mut seen: BTreeSet<Block> = BTreeSet::new();
    let mut work: Vec<Block> = Vec::new();
    let next = |block: Block| if forward { cfg.succs(block) } else { cfg.preds(block) };
    let insts = &function.blocks[block].insts;
    let first = match forward {
        true => goes_on(&mut insts[at + 1..].iter()),
        false => goes_on(&mut insts[..at].iter().rev()),
    };
    if first {
        work.extend(next(block));
    }
    while let Some(block) = work.pop() {
        if !seen.insert(block) {
            continue;
        }
        let insts = &function.blocks[block].insts;
        let further = match forward {
            true => goes_on(&mut insts.iter()),
            false => goes_on(&mut insts.iter().rev()),
        };
        if further {
            work.extend(next(block));
        }
    }
    found
}
