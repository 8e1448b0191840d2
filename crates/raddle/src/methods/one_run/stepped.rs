//! What comes after a loop that was stepped over. A run does not know how many iterations such a loop takes, and continues after it as if it
//! terminated. If no thread leaves it, what the run finds there never happens.

use crate::evidence::Evidence;
use crate::subject::ends::Ends;
use crate::subject::input::{Input, place};
use crate::subject::loops::asks;
use crate::subject::taint;
use crate::words::unknown::found_after;
use raddle_ir::cfg::{Cfg, PostDominators};
use raddle_ir::{Block, Function, LocId, Meets};
use raddle_machine::monitor::Issue;
use raddle_report::{Diagnostic, Location, Property, Severity, Unknown};
use std::collections::BTreeSet;

/// The loops that runs stepped over, as far as it is not known that they end.
pub(super) struct Stepped<'a> {
    input: &'a Input,
    function: &'a Function,
    cfg: Cfg,
    /// The branches, each with the head of a loop that may not end.
    over: Vec<(Block, Block)>,
}

/// The branches at which loops were stepped over.
pub(super) fn cyclic(issues: &[Issue]) -> impl Iterator<Item = LocId> {
    issues.iter().filter_map(|issue| match issue {
        Issue::SteppedOver { site, cyclic: true, .. } => Some(site.loc),
        _ => None,
    })
}

impl<'a> Stepped<'a> {
    /// The loops that may not end after these branches; none if there are no such branches, and then nothing is asked.
    pub(super) fn at(
        branches: &BTreeSet<LocId>,
        (input, function): (&'a Input, &'a Function),
        ends: &Ends<'_>,
    ) -> Option<Self> {
        if branches.is_empty() || ends.open().is_empty() {
            return None;
        }
        let cfg = Cfg::new(function);
        let meets = PostDominators::new(&cfg);
        let is_one = |block: &Block| branches.contains(&function.blocks[*block].term_loc);
        let over = |branch: Block| {
            let region = reached(&cfg, cfg.succs(branch).iter().copied(), meets.ipdom(branch));
            Some((branch, ends.open().iter().copied().find(|head| region.contains(head))?))
        };
        let over: Vec<(Block, Block)> = cfg.rpo().iter().copied().filter(is_one).filter_map(over).collect();
        (!over.is_empty()).then_some(Self { input, function, cfg, over })
    }

    /// What was found, without what comes after such a loop.
    pub(super) fn weigh(&self, property: Property, findings: Vec<Diagnostic>) -> Evidence {
        let mut why = None;
        let mut kept = Vec::new();
        for found in findings {
            match self.why(property, &found) {
                Some(unknown) => _ = why.get_or_insert(unknown),
                None => kept.push(found),
            }
        }
        match why {
            Some(gap) if !kept.iter().any(is_error) => Evidence::Open { gap, remarks: kept },
            _ => Evidence::Shown { findings: kept },
        }
    }

    /// Why it is not known that what was found happens.
    fn why(&self, property: Property, found: &Diagnostic) -> Option<Unknown> {
        match property {
            _ if !is_error(found) => None,
            // These are about where all threads are.
            Property::Deadlock | Property::BarrierReuse | Property::Divergence => {
                Some(self.unknown(self.over[0].1, found))
            }
            // What a thread does after the loop may reach any other through memory.
            _ if depends_on_memory(self.function) => Some(self.unknown(self.over[0].1, found)),
            _ => self.why_there(found),
        }
    }

    /// The same for what happens at the places that the finding names.
    fn why_there(&self, found: &Diagnostic) -> Option<Unknown> {
        let places: Vec<&Location> = found.labels.iter().map(|label| &label.location).collect();
        let is_there = |loc: LocId| places.contains(&&place(self.input, loc));
        let here: BTreeSet<Block> = self.blocks(|block| {
            let data = &self.function.blocks[block];
            is_there(data.term_loc) || data.insts.iter().any(|&inst| is_there(self.function.insts[inst].loc))
        });
        self.before(&here).map(|head| self.unknown(head, found))
    }

    /// A loop that a thread may have to leave before any thread gets to one of these blocks: the blocks are reached from the branch at which it was
    /// stepped over, or from a wait, and waits are reached from that branch.
    fn before(&self, here: &BTreeSet<Block>) -> Option<Block> {
        let waits = self.blocks(|block| {
            let insts = &self.function.blocks[block].insts;
            insts.iter().any(|&inst| self.function.insts[inst].kind.effects().meets != Meets::Nothing)
        });
        let meets = |one: &BTreeSet<Block>, other: &BTreeSet<Block>| !one.is_disjoint(other);
        let waited_for = meets(&reached(&self.cfg, waits.iter().copied(), None), here);
        let after = |branch: Block| {
            let after = reached(&self.cfg, self.cfg.succs(branch).iter().copied(), None);
            meets(&after, here) || waited_for && meets(&after, &waits)
        };
        self.over.iter().find(|(branch, _)| after(*branch)).map(|(_, head)| *head)
    }

    fn blocks(&self, is: impl Fn(Block) -> bool) -> BTreeSet<Block> {
        self.cfg.rpo().iter().copied().filter(|&block| is(block)).collect()
    }

    fn unknown(&self, head: Block, found: &Diagnostic) -> Unknown {
        let at = self.function.blocks[asks(self.function, head)].term_loc;
        found_after(place(self.input, at), found)
    }
}

/// Does memory decide what the kernel does, or where, or what it states?
fn depends_on_memory(function: &Function) -> bool {
    let any = [
        taint::control_on_memory(function),
        taint::accesses_on_memory(function, false),
        taint::bounds_on_memory(function),
        taint::contracts_on_memory(function),
    ];
    any.iter().any(Option::is_some)
}

fn is_error(found: &Diagnostic) -> bool {
    found.severity == Severity::Error
}

/// These blocks, and those that control reaches from them without passing `stop`.
fn reached(cfg: &Cfg, from: impl IntoIterator<Item = Block>, stop: Option<Block>) -> BTreeSet<Block> {
    let mut next: Vec<Block> = from.into_iter().collect();
    let mut all = BTreeSet::new();
    while let Some(block) = next.pop() {
        if Some(block) != stop && all.insert(block) {
            next.extend(cfg.succs(block));
        }
    }
    all
}
