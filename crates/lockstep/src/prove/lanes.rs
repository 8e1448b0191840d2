//! Warps in lock-step (`--warp-synchronous`): which accesses of two lanes of one warp are ordered.
//!
//! Lanes go instruction by instruction; where a branch splits them, the sides are not ordered and meet at the branch's immediate
//! post-dominator (design, "semantics"). So all lanes of a warp are together, *in step*, unless a branch has parted them and they have not
//! met since. Such an instruction is a common moment of all of them: anything else that a lane does is before
//! or after that moment, in whatever round of whatever loop. So two accesses of a warp are ordered if one of them is there, unless they are made by
//! one instruction. They are also ordered if a branch has parted lanes and they do not lie on two sides of it: between two common moments of two lanes, either both go
//! the same way together, or they are on two sides of the branch that has parted them first.
//!
//! A branch parts no lanes if threads [agree](super::uniform) on it, or if no two lanes of a warp can reach it in one segment and go different ways;
//! the walks decide that. After any other branch, up to its post-dominator, lanes may be apart; barriers in between change nothing.
//!
//! # Lanes that wait for each other
//! Whether or not warps are in lock-step, lanes pass such places in the same order: apart from the code between a branch that parts them
//! and its post-dominator, their paths agree. So a wait that names all lanes of the warp, as `__syncwarp()` and shuffles do, and stands in such a
//! place, is reached by all, and no thread waits forever.
//!
//! If all waits of a kernel are such, each `bar.warp.sync` acts on the lanes of a warp as a barrier on the threads of a CTA. So two threads of *one* warp are compared from
//! barrier or such wait to the next ones, both in the same round of the loops around them, and two threads of different warps from barrier to barrier. Shuffles
//! and votes order no memory.
//!
//! # Memory
//! A walk sees the memory of an execution in which other threads wait. With ordered accesses, a lane may read what another lane has
//! written since the last barrier. So the order is used only for memory whose contents no condition, address or assertion depends on. Where that leaves something open, a walk sees
//! what [lanes share](super::lane_memory), and the order is used for all memory.

use super::gaps::Gap;
use super::question::{Questions, Two};
use super::setup::Setup;
use super::symbols::Pair;
use super::walk::Access;
use super::{Method, needed::Needed};
use raddle_ir::cfg::{Cfg, PostDominators};
use raddle_ir::{Block, Function, Inst, InstKind, Meets, Value};
use raddle_launch::limits::WARP;
use raddle_smt::Term;
use std::collections::{BTreeMap, BTreeSet};

/// A thread at a branch on which threads of a CTA may not agree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fork {
    /// The block that it ends.
    pub block: Block,
    /// Where the walk is: in which rounds of the loops around.
    pub place: String,
    /// When the thread is there.
    pub enabled: Term,
    /// When it goes which way.
    pub taken: Vec<Term>,
}

/// What a walk of two lanes of a warp may rely on.
#[derive(Clone, Debug, Default)]
pub struct Lanes {
    /// The heads of the loops whose rounds lanes go together.
    pub heads: BTreeSet<Block>,
    /// The blocks that end with a `bar.warp.sync` at which they meet.
    pub waits: BTreeSet<Block>,
    /// Are both lanes taken in the same round of these loops, whether or not they meet there? So it is asked which branches part them: up to the first
    /// such branch they have gone together.
    pub in_one_round: bool,
}

/// The accesses that all lanes of a warp reach together.
#[derive(Clone, Debug, Default)]
pub struct InStep {
    /// Are warps in lock-step? Otherwise being in step orders nothing.
    in_lock_step: bool,
    insts: BTreeSet<Inst>,
    /// Of each branch that may part lanes, the sides, up to where they meet.
    parting: Vec<Vec<BTreeSet<Block>>>,
    blocks: BTreeMap<Inst, Block>,
}

impl InStep {
    /// Are two accesses by lanes of one warp ordered?
    pub fn ordered(&self, setup: &Setup<'_>, needed: &Needed, a: &Access, b: &Access) -> bool {
        let followed = |access: &Access| {
            setup.uses.keys().any(|&region| needed.content(region) && setup.meet(region, access.region))
        };
        self.in_lock_step
            && a.inst != b.inst
            && !self.on_two_sides(a.inst, b.inst)
            && (setup.lane_memory.is_some() || !followed(a) && !followed(b))
    }

    /// Do they lie on two sides of a branch that may part lanes?
    fn on_two_sides(&self, a: Inst, b: Inst) -> bool {
        let (Some(a), Some(b)) = (self.blocks.get(&a), self.blocks.get(&b)) else { return true };
        self.parting.iter().any(|sides| {
            let holds = |block| move |&at: &usize| sides[at].contains(block);
            let mut of_a = (0..sides.len()).filter(holds(a));
            of_a.any(|one| (0..sides.len()).filter(holds(b)).any(|other| one != other))
        })
    }
}

impl Method<'_, '_> {
    /// The accesses that all lanes of a warp reach together; none if it does not matter. From here on, walks know in which loops lanes stay together.
    ///
    /// Until a branch parts lanes they have made the same rounds of all loops. So for each branch it is asked whether lanes in the same rounds go different ways there; for loops that
    /// they may leave apart, in any rounds, until no more branches are found.
    pub(super) fn in_step(&mut self, ask: &mut Questions<'_>) -> Result<InStep, Gap> {
        if !self.setup.lanes {
            return Ok(InStep::default());
        }
        let kernel = self.setup.kernel;
        let function = kernel.function();
        let cfg = Cfg::new(function);
        let post = PostDominators::new(&cfg);
        let mut parting: BTreeSet<Block> = BTreeSet::new();
        let loose = loop {
            let mut loose = BTreeSet::new();
            parting.iter().for_each(|&block| until(&cfg, block, post.ipdom(block), &mut loose));
            let heads = kernel.loops().all().iter().map(|of| of.header).filter(|head| !loose.contains(head));
            self.lanes = Lanes { heads: heads.collect(), waits: BTreeSet::new(), in_one_round: true };
            let [asked, found] = self.parting(ask)?;
            self.lanes.in_one_round = false;
            // A branch that no walk reached parts no thread, but this is not relied on.
            let branches = |&&block: &&Block| {
                cfg.succs(block).len() > 1 && !branches_alike(self.setup, block, Pair::SameCta)
            };
            let before = parting.len();
            parting.extend(kernel.order().iter().filter(branches).filter(|block| !asked.contains(block)));
            parting.extend(found);
            if parting.len() == before {
                break loose;
            }
        };
        let in_step = kernel.order().iter().filter(|block| !loose.contains(block));
        let insts = in_step.flat_map(|&block| function.blocks[block].insts.iter().copied()).collect();
        let sides = |&block: &Block| {
            let meet = post.ipdom(block);
            cfg.succs(block).iter().map(|&side| behind(&cfg, side, meet)).collect()
        };
        let of = |&block: &Block| function.blocks[block].insts.iter().map(move |&inst| (inst, block));
        Ok(InStep {
            in_lock_step: self.setup.launch.warp_synchronous,
            insts,
            parting: parting.iter().map(sides).collect(),
            blocks: kernel.order().iter().flat_map(of).collect(),
        })
    }

    /// The reachable branches on which threads of a CTA may disagree, and those that may part lanes.
    fn parting(&mut self, ask: &mut Questions<'_>) -> Result<[BTreeSet<Block>; 2], Gap> {
        let pair = Pair::SameWarp;
        let [mut asked, mut parting] = [BTreeSet::new(), BTreeSet::new()];
        let main = self.walks(pair, None, &BTreeSet::new())?;
        let stops = self.barriers(|_| true);
        for from in self.segments(&main, &stops) {
            let seen = self.walks(pair, from, &stops)?;
            let context = self.context(pair, from, &seen, false);
            ask.open(self.terms, self.setup, Two { pair, context: &context, seen: &seen });
            for one in &seen[0].forks {
                asked.insert(one.block);
                let alike = |other: &&Fork| (other.block, &other.place) == (one.block, &one.place);
                for other in seen[1].forks.iter().filter(alike) {
                    let ways = one.taken.iter().zip(&other.taken).map(|(&a, &b)| {
                        let same = self.terms.eq(a, b);
                        self.terms.not(same)
                    });
                    let ways: Vec<Term> = ways.collect();
                    let differ = self.terms.any(&ways);
                    if ask.holds(self.terms, &[one.enabled, other.enabled, differ]) != Some(false) {
                        parting.insert(one.block);
                    }
                }
            }
            ask.end();
        }
        Ok([asked, parting])
    }

    /// Do all lanes of a warp reach each place where lanes wait for each other?
    pub(super) fn lanes_meet(&self, in_step: &InStep) -> bool {
        let function = self.setup.kernel.function();
        let size = self.setup.launch.warp_size.clamp(1, WARP);
        let all = u128::from(u32::MAX >> (WARP - size));
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

/// The blocks that end with a `bar.warp.sync` at which all lanes of each warp meet, if lanes meet wherever they wait.
pub fn meeting_places(setup: &Setup<'_>, in_step: &InStep) -> BTreeSet<Block> {
    if in_step.in_lock_step {
        return BTreeSet::new();
    }
    let function = setup.kernel.function();
    let waits = |&&block: &&Block| {
        let last = function.blocks[block].insts.last();
        last.is_some_and(|inst| {
            matches!(function.insts[*inst].kind, InstKind::WarpSync(_)) && in_step.insts.contains(inst)
        })
    };
    setup.kernel.order().iter().filter(waits).copied().collect()
}

/// Where lanes of a warp wait for each other, with the mask that names them.
pub fn waits(function: &Function) -> impl Iterator<Item = (Inst, Option<Value>)> {
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.filter_map(|&inst| match &function.insts[inst].kind {
        InstKind::WarpSync(mask) => Some((inst, Some(*mask))),
        InstKind::Collective { args, sync: true, .. } => Some((inst, args.last().copied())),
        // Its members are unknown.
        kind => {
            let effects = kind.effects();
            (effects.meets == Meets::Lanes && effects.waits).then_some((inst, None))
        }
    })
}

/// Do the threads of a pair that are at the end of a block at the same moment take the same edge?
pub fn branches_alike(setup: &Setup<'_>, block: Block, pair: Pair) -> bool {
    use crate::edge::When;
    let edges = setup.kernel.edges(block);
    edges.iter().all(|edge| match edge.when {
        When::Always => edges.len() == 1,
        When::Is(value, _) | When::Equals(value, _) | When::AtLeast(value, _) => {
            setup.uniform.seen(value, block) <= pair.shared()
        }
    })
}

/// The blocks after a branch, up to where its sides meet.
fn until(cfg: &Cfg, branch: Block, meet: Option<Block>, found: &mut BTreeSet<Block>) {
    cfg.succs(branch).iter().for_each(|&side| found.extend(behind(cfg, side, meet)));
}

/// The blocks from one on, up to where sides meet.
pub fn behind(cfg: &Cfg, side: Block, meet: Option<Block>) -> BTreeSet<Block> {
    let mut open = vec![side];
    let mut seen = BTreeSet::new();
    while let Some(block) = open.pop() {
        if Some(block) != meet && seen.insert(block) {
            open.extend(cfg.succs(block));
        }
    }
    seen
}
