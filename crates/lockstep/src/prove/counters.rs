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

use super::needed::Needed;
use super::outcome::{Counts, Outcome};
use super::question::Questions;
use super::setup::Setup;
use super::symbols::Pair;
use super::walk::{Count, Seen};
use super::{Method, Wanted};
use crate::limits::SMALL_COUNTER;
use crate::normal::Normal;
use raddle_ir::cfg::Cfg;
use raddle_ir::copies::Copies;
use raddle_ir::{AtomicOp, Block, Inst, InstKind, Module, Scope, Type};
use raddle_smt::{Term, Terms};
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

/// That two additions to a counter find numbers that are apart, in a segment and in the walk to the barrier at which it begins, if there is one; and, if
/// counters `are_small`, that none finds a large one.
pub fn facts(
    terms: &mut Terms,
    setup: &Setup<'_>,
    pair: Pair,
    (main, seen): (Option<&[Seen; 2]>, &[Seen; 2]),
    are_small: bool,
) -> Vec<Term> {
    // Each CTA has its own in shared memory, and is alone to see what is atomic for itself.
    let one =
        |count: &Count| pair != Pair::OtherCta || count.scope >= Scope::Gpu && !setup.is_of_cta(count.region);
    // With each, whether it is in the segment.
    let of = |who: usize| -> Vec<(Count, bool)> {
        let before = main.iter().flat_map(|main| &main[who].counts).map(|&count| (count, false));
        let all = before.chain(seen[who].counts.iter().map(|&count| (count, true)));
        all.filter(|(count, _)| one(count)).collect()
    };
    let (first, second) = (of(0), of(1));
    let mut all = Vec::new();
    for &(a, here) in &first {
        for &(b, there) in second.iter().filter(|(b, _)| a.region == b.region) {
            if a.counter.within == Within::Segment && !(here && there) {
                continue;
            }
            let place = terms.eq(a.offset, b.offset);
            let both = terms.all(&[a.enabled, b.enabled, place]);
            let least = terms.bits(terms.width(a.result), a.counter.step);
            let apart = [(a, b), (b, a)].map(|(a, b)| {
                let distance = terms.bvsub(a.result, b.result);
                terms.bvule(least, distance)
            });
            let apart = terms.all(&apart);
            all.push(terms.implies(both, apart));
        }
    }
    for (count, _) in first.into_iter().chain(second).filter(|_| are_small) {
        let width = terms.width(count.result);
        if 1_u128 << width.min(127) > SMALL_COUNTER {
            let limit = terms.bits(width, SMALL_COUNTER);
            let small = terms.bvult(count.result, limit);
            all.push(terms.implies(count.enabled, small));
        }
    }
    all
}

impl<'m, 'a> Method<'m, 'a> {
    /// What is known in the end; where it helps, assuming that counters in memory stay small.
    pub(super) fn with_counters(
        setup: &'m Setup<'a>,
        wanted: &'m Wanted,
        needed: &Needed,
        terms: &'m mut Terms,
        ask: &mut Questions<'_>,
    ) -> Outcome {
        let outcome = Method::new(setup, wanted, needed.clone(), terms).verified(ask);
        if outcome.counts == Counts::Nothing || outcome.is_proved(wanted.between_ctas) {
            return outcome;
        }
        let method = Method { small_counters: true, ..Method::new(setup, wanted, needed.clone(), terms) };
        let small = method.verified(ask);
        if small.proves_more_than(&outcome) { small } else { outcome }
    }
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
