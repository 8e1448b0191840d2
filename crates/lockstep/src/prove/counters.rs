//! Counters in memory that hand out distinct numbers: no two atomics return the same one.
//!
//! A counter is a region to which one non-zero constant is ever added, atomically. It hands out *tickets*: while it does not wrap around, two
//! additions of c at one place find numbers that differ by c at least, so a thread that added 2 has two numbers of its own. Loads change nothing: one that
//! is not ordered against the additions is a race.
//!
//! A counter in shared memory may also be written, as one that is reset is. What its additions find is compared only where no such write lies between
//! them. So no way from a barrier to the next ones may lead to a write and no other one, for another thread, to an addition. If no way leads from an
//! addition past barriers to a write, all writes come before all additions; else, as in a loop, only additions between the same two barriers are compared.
//! (Between two barriers a plain write beside an addition is a race, which must not be excluded by what it disturbs; one that is atomic is none.)

use crate::normal::Normal;
use raddle_ir::cfg::Cfg;
use raddle_ir::copies::Copies;
use raddle_ir::{AtomicOp, Block, Inst, InstKind, Module, Type};
use raddle_symbolic::region::{Region, is_of_cta};
use std::collections::{BTreeMap, BTreeSet};

/// What is known of a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Counter {
    /// How far apart two tickets are at least.
    pub step: u128,
    /// Which additions are compared.
    pub within: Within,
}

/// Where nothing but additions changes a counter.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Within {
    /// From the first addition to the end of the kernel.
    Kernel,
    /// From each barrier to the next ones.
    Segment,
}

/// How a region is accessed.
#[derive(Default)]
struct Accesses {
    additions: Vec<Inst>,
    /// What is added, if it is one constant.
    constant: Option<(u128, Type)>,
    writes: Vec<Inst>,
    is_shared: bool,
    is_mixed: bool,
}

/// The counters of a kernel. If `most` threads that execute each addition once are too many for a counter, it is none.
#[must_use]
pub fn counters(module: &Module, kernel: &Normal, most: impl Fn(Region) -> u64) -> BTreeMap<Region, Counter> {
    let function = kernel.function();
    let mut found: BTreeMap<Region, Accesses> = BTreeMap::new();
    for &inst in function.order.iter().flat_map(|&b| &function.blocks[b].insts) {
        let kind = &function.insts[inst].kind;
        let Some(addr) = kind.address() else { continue };
        let of = found.entry(Region::of(module, function, addr)).or_default();
        of.is_shared |= is_of_cta(module, addr);
        match kind {
            InstKind::Load { .. } => {}
            InstKind::Atomic { op: AtomicOp::Add, args, .. } => {
                let ty = function.ty(args[0]);
                let constant = function.as_const(args[0]).filter(|_| ty.is_int());
                let adds = constant.map(|c| (c & ty.mask(), ty)).filter(|&(c, _)| c != 0);
                of.is_mixed |= adds.is_none() || of.constant.is_some_and(|other| Some(other) != adds);
                of.constant = of.constant.or(adds);
                of.additions.push(inst);
            }
            _ => of.writes.push(inst),
        }
    }
    if found.keys().any(|region| matches!(region, Region::Anywhere(_))) {
        return BTreeMap::new();
    }
    let has_copies = !Copies::new(function).is_empty();
    let counter = |region: Region, of: &Accesses| {
        let (constant, ty) = of.constant.filter(|_| !of.is_mixed && !region.is_private())?;
        // A counter that counts down is one that counts up, seen backwards.
        let step = constant.min(ty.mask() - constant + 1);
        let sum = u128::from(most(region)).checked_mul(of.additions.len() as u128)?.checked_mul(step)?;
        let within = match of.writes.is_empty() {
            true => Within::Kernel,
            // An asynchronous copy may write past the next barrier.
            false if of.is_shared && !has_copies => within(kernel, of)?,
            false => return None,
        };
        (sum - 1 <= ty.mask()).then_some(Counter { step, within })
    };
    found.iter().filter_map(|(&region, of)| Some((region, counter(region, of)?))).collect()
}

/// Where additions are compared, if barriers keep writes apart from them.
fn within(kernel: &Normal, of: &Accesses) -> Option<Within> {
    let cfg = Cfg::new(kernel.function());
    let ways = Ways { kernel, cfg: &cfg };
    if ways.segments().iter().any(|segment| segment.has(&of.writes) && segment.has(&of.additions)) {
        return None;
    }
    let after = ways.past_barriers(&of.additions);
    Some(if after.has(&of.writes) { Within::Segment } else { Within::Kernel })
}

/// The ways of a kernel, whose barriers end their blocks.
struct Ways<'a> {
    kernel: &'a Normal,
    cfg: &'a Cfg,
}

/// What a thread may do on some ways.
struct Reached<'a> {
    kernel: &'a Normal,
    blocks: BTreeSet<Block>,
}

impl Reached<'_> {
    fn has(&self, insts: &[Inst]) -> bool {
        let function = self.kernel.function();
        insts.iter().any(|inst| self.blocks.iter().any(|&block| function.blocks[block].insts.contains(inst)))
    }
}

impl<'a> Ways<'a> {
    /// From the start, and from each barrier that orders all memory, to the next ones.
    fn segments(&self) -> Vec<Reached<'a>> {
        let after = self.kernel.order().iter().filter(|&&block| self.is_closed(block));
        let after = after.map(|&block| self.cfg.succs(block).to_vec());
        let starts = [vec![self.kernel.function().entry()]].into_iter().chain(after);
        starts.map(|start| self.reached(start, |block| self.is_closed(block))).collect()
    }

    /// From the blocks of some instructions to the end.
    fn past_barriers(&self, insts: &[Inst]) -> Reached<'a> {
        let function = self.kernel.function();
        let is_of_one = |block: &Block| insts.iter().any(|inst| function.blocks[*block].insts.contains(inst));
        let starts = self.kernel.order().iter().copied().filter(is_of_one).collect();
        self.reached(starts, |_| false)
    }

    fn reached(&self, mut open: Vec<Block>, is_closed: impl Fn(Block) -> bool) -> Reached<'a> {
        let mut blocks = BTreeSet::new();
        while let Some(block) = open.pop() {
            if blocks.insert(block) && !is_closed(block) {
                open.extend(self.cfg.succs(block));
            }
        }
        Reached { kernel: self.kernel, blocks }
    }

    /// Does a block end in a barrier that orders all memory?
    fn is_closed(&self, block: Block) -> bool {
        let function = self.kernel.function();
        let last = function.blocks[block].insts.last().map(|&inst| &function.insts[inst].kind);
        matches!(last, Some(InstKind::Barrier(barrier)) if barrier.fence.shared && barrier.fence.global && !barrier.fence.varies)
    }
}
