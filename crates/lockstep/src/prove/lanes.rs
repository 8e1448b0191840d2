//! Warps in lock-step (`--warp-synchronous`): which accesses of two lanes of one warp are ordered.
//!
//! Lanes go instruction by instruction; where they branch differently, the sides are not ordered, and meet at the branch's immediate
//! post-dominator (design, "semantics"). So all lanes of a warp are together, *in step*, wherever no branch has parted them that they have not
//! yet met behind. Such an instruction is a moment that all of them have in common: what a lane does by another one, wherever, is before
//! that moment or after it, in whatever round of whatever loop. So two accesses of a warp are ordered if one of them is there, unless they are made by
//! one instruction.
//!
//! A branch parts no lanes if threads [agree](super::uniform) on it, or if no two lanes of a warp can come to it in one segment and go different ways:
//! that is asked of the walks. Behind any other branch, up to its post-dominator, lanes may be apart; barriers in between change nothing.
//!
//! # Lanes that wait for each other
//! Whether or not warps are in lock-step, lanes pass the same such places in the same order: what lies between a branch that parts them
//! and its post-dominator apart, their ways are one. So a wait that names all lanes of the warp, as `__syncwarp()` and shuffles do, and that stands in such a
//! place, is come to by all: nobody waits for ever. It orders nothing here.
//!
//! # Memory
//! A walk sees the memory of an execution in which other threads wait. With an order between accesses, a lane may read what another lane has
//! written since the last barrier. So the order counts for memory only whose contents no condition, address or assertion depends on.

use super::gaps::Gap;
use super::question::{Questions, Two};
use super::setup::Setup;
use super::symbols::{self, Pair, Who};
use super::walk::{Access, Seen};
use super::{Method, needed::Needed};
use raddle_ir::cfg::{Cfg, PostDominators};
use raddle_ir::{Block, Function, Inst, InstKind, Value};
use raddle_smt::{Term, Terms};
use std::collections::BTreeSet;

/// A thread at a branch on which threads of a CTA may not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fork {
    /// The block that it ends.
    pub block: Block,
    /// When the thread is there.
    pub enabled: Term,
    /// When it goes which way.
    pub taken: Vec<Term>,
}

/// The accesses that all lanes of a warp come to together.
#[derive(Clone, Debug, Default)]
pub struct InStep {
    /// Are warps in lock-step? Otherwise being in step orders nothing.
    in_lock_step: bool,
    insts: BTreeSet<Inst>,
}

impl InStep {
    /// Are two accesses by lanes of one warp ordered?
    pub fn ordered(&self, setup: &Setup<'_>, needed: &Needed, a: &Access, b: &Access) -> bool {
        let followed = |access: &Access| {
            setup.uses.keys().any(|&region| needed.content(region) && setup.meet(region, access.region))
        };
        self.in_lock_step
            && a.inst != b.inst
            && (self.insts.contains(&a.inst) || self.insts.contains(&b.inst))
            && !followed(a)
            && !followed(b)
    }
}

/// That two threads of a CTA are in different warps.
pub fn apart(terms: &mut Terms, setup: &Setup<'_>) -> Term {
    let size = terms.bits(32, u128::from(setup.launch.warp_size.max(1)));
    let [first, second] = Who::BOTH.map(|who| {
        let number = symbols::linear(terms, setup.launch, who);
        terms.bvudiv(number, size)
    });
    let same = terms.eq(first, second);
    terms.not(same)
}

impl Method<'_, '_> {
    /// The accesses that all lanes of a warp come to together; none where warps are not in lock-step.
    pub(super) fn in_step(&mut self, main: &[Seen; 2], ask: &mut Questions<'_>) -> Result<InStep, Gap> {
        if !self.setup.lanes {
            return Ok(InStep::default());
        }
        let kernel = self.setup.kernel;
        let function = kernel.function();
        let stops = self.barriers(|_| true);
        let mut parting: BTreeSet<Block> = BTreeSet::new();
        let mut asked: BTreeSet<Block> = BTreeSet::new();
        for from in self.segments(main, &stops) {
            let seen = self.walks(Pair::SameCta, from, &stops)?;
            let context = self.context(from, &seen, false);
            let apart = apart(self.terms, self.setup);
            let together = self.terms.not(apart);
            ask.open(self.terms, self.setup, Two { pair: Pair::SameCta, context: &context, seen: &seen });
            for one in &seen[0].forks {
                asked.insert(one.block);
                for other in seen[1].forks.iter().filter(|other| other.block == one.block) {
                    let ways = one.taken.iter().zip(&other.taken).map(|(&a, &b)| {
                        let same = self.terms.eq(a, b);
                        self.terms.not(same)
                    });
                    let ways: Vec<Term> = ways.collect();
                    let differ = self.terms.any(&ways);
                    let formulas = [together, one.enabled, other.enabled, differ];
                    if ask.holds(self.terms, &formulas) != Some(false) {
                        parting.insert(one.block);
                    }
                }
            }
            ask.end();
        }
        let cfg = Cfg::new(function);
        let post = PostDominators::new(&cfg);
        let mut loose = BTreeSet::new();
        for &block in kernel.order() {
            // A branch that no walk came to parts nobody, but that it was not come to is not relied on.
            let branches = cfg.succs(block).len() > 1 && !branches_alike(self.setup, block);
            if branches && (parting.contains(&block) || !asked.contains(&block)) {
                until(&cfg, block, post.ipdom(block), &mut loose);
            }
        }
        let in_step = kernel.order().iter().filter(|block| !loose.contains(block));
        let insts = in_step.flat_map(|&block| function.blocks[block].insts.iter().copied()).collect();
        Ok(InStep { in_lock_step: self.setup.launch.warp_synchronous, insts })
    }

    /// Do all lanes of a warp come to each place where lanes wait for each other?
    pub(super) fn lanes_meet(&self, in_step: &InStep) -> bool {
        let function = self.setup.kernel.function();
        let size = self.setup.launch.warp_size.clamp(1, 32);
        let all = u128::from(u32::MAX >> (32 - size));
        let whole = self.setup.launch.threads().is_some_and(|threads| threads.is_multiple_of(size));
        let mut waits = waits(function).peekable();
        waits.peek().is_none()
            || whole
                && waits.all(|(inst, mask)| {
                    let named = mask.and_then(|mask| function.as_const(mask));
                    let names_all = named.is_some_and(|lanes| lanes & all == all);
                    names_all && function.insts[inst].guard.is_none() && in_step.insts.contains(&inst)
                })
    }
}

/// Where lanes of a warp wait for each other, with the mask that names them.
pub fn waits(function: &Function) -> impl Iterator<Item = (Inst, Option<Value>)> {
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.filter_map(|&inst| match &function.insts[inst].kind {
        InstKind::WarpSync(mask) => Some((inst, Some(*mask))),
        InstKind::Collective { args, sync: true, .. } => Some((inst, args.last().copied())),
        _ => None,
    })
}

/// Do the threads that are at the end of a block at the same moment take the same edge?
pub fn branches_alike(setup: &Setup<'_>, block: Block) -> bool {
    use crate::edge::When;
    let edges = setup.kernel.edges(block);
    edges.iter().all(|edge| match edge.when {
        When::Always => edges.len() == 1,
        When::Is(value, _) | When::Equals(value, _) | When::AtLeast(value, _) => {
            setup.uniform.seen(value, block) <= super::uniform::Shared::Group
        }
    })
}

/// The blocks behind a branch, up to where its sides meet.
fn until(cfg: &Cfg, branch: Block, meet: Option<Block>, found: &mut BTreeSet<Block>) {
    let mut open: Vec<Block> = cfg.succs(branch).to_vec();
    let mut seen = BTreeSet::new();
    while let Some(block) = open.pop() {
        if Some(block) != meet && seen.insert(block) {
            open.extend(cfg.succs(block));
        }
    }
    found.extend(seen);
}
