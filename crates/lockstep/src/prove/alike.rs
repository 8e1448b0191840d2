//! Kernels that do the same in every block.
//!
//! Where nothing depends on the block that a thread is in, and no block reads what another one writes, all blocks compute the same: without races, what a
//! block does is determined. Then blocks can only race with writes, and a thread that writes a byte once writes the value that every block writes there.
//!
//! That a block writes each byte once is read off the text: no store to a region leads to another one to it. All threads of a block pass the same barriers, so
//! two such stores stand between the same two, where threads do not race.

use super::lanes::behind;
use super::outcome::{Answer, Outcome};
use super::provided::Conditions;
use raddle_ir::cfg::Cfg;
use raddle_ir::{
    Address, Block, Collective, Function, Inst, InstKind, Module, Shuffle, Space, Special, Terminator, Value,
};
use raddle_launch::LaunchSpace;
use raddle_launch::limits::WARP;
use raddle_symbolic::{Region, region};
use std::collections::BTreeSet;

/// The outcome with what follows from that: blocks race with equal writes only.
pub(super) fn added(outcome: Outcome, module: &Module, function: &Function, launch: &LaunchSpace) -> Outcome {
    let is_open = outcome.race_between_ctas != Answer::Proved;
    let is_determined = outcome.divergence == Answer::Proved && outcome.race == Answer::Proved;
    // A thread that has ended has passed fewer barriers than others.
    if !is_open || !is_determined || launch.exited_arrive {
        return outcome;
    }
    let whole_warps = outcome.lanes_meet && launch.threads().is_some_and(|threads| threads % WARP == 0);
    let Some(alike) = (Reading { module, function, whole_warps }).alike() else { return outcome };
    let seen_in_block = &outcome.equal_writes - &outcome.equal_between;
    Outcome {
        race_between_ctas: Answer::Proved,
        equal_between: &alike.stores - &seen_in_block,
        equal_writes: &alike.stores | &outcome.equal_writes,
        provided_between: Conditions::new(),
        initialised: alike.reads_own_memory,
        ..outcome
    }
}

/// What blocks do that all do the same.
struct Alike {
    /// The stores that threads of different blocks may race with.
    stores: BTreeSet<Inst>,
    /// Do they read memory of a block or a thread, in which anything may be at first?
    reads_own_memory: bool,
}

/// A kernel, and whether all lanes of each warp are there and reach each place where lanes wait for each other.
struct Reading<'a> {
    module: &'a Module,
    function: &'a Function,
    whole_warps: bool,
}

impl Reading<'_> {
    fn alike(&self) -> Option<Alike> {
        let function = self.function;
        let cfg = Cfg::new(function);
        let mut stores: Vec<(Block, Inst, Region)> = Vec::new();
        let mut read: BTreeSet<Region> = BTreeSet::new();
        // The same for memory that each block, or thread, has for itself.
        let (mut own_written, mut own_read) = (BTreeSet::new(), BTreeSet::new());
        for &block in cfg.rpo() {
            for &inst in &function.blocks[block].insts {
                let kind = &function.insts[inst].kind;
                if !self.is_alike(kind) {
                    return None;
                }
                let Some(address) = kind.address() else { continue };
                let region = Region::of(self.module, function, address);
                let is_own = region::is_of_cta(self.module, address) || region.is_private();
                match (kind, is_own) {
                    (InstKind::Load { .. }, true) => {
                        own_read.extend((region != Region::Constant).then_some(region));
                    }
                    (InstKind::Load { .. }, false) => read.extend([region]),
                    (_, true) => own_written.extend([region]),
                    (_, false) => stores.push((block, inst, region)),
                }
            }
            if matches!(function.blocks[block].term, Terminator::Goto(_)) {
                return None;
            }
        }
        let is_alone = |(at, inst, region): &(Block, Inst, Region)| {
            let later: BTreeSet<Block> =
                cfg.succs(*at).iter().flat_map(|&next| behind(&cfg, next, None)).collect();
            let is_later = |(block, other, _): &&(Block, Inst, Region)| {
                later.contains(block) || block == at && other != inst
            };
            let others = stores.iter().filter(is_later).map(|(.., other)| other);
            !others.chain(&read).any(|other| region.meets(*other))
        };
        let are_alike = own_read.is_subset(&own_written) && stores.iter().all(is_alone);
        are_alike.then(|| Alike {
            stores: stores.iter().map(|(_, inst, _)| *inst).collect(),
            reads_own_memory: !own_read.is_empty(),
        })
    }

    /// Is what an instruction computes, and does, the same for the same thread of every block, if its operands and what is in memory are?
    fn is_alike(&self, kind: &InstKind) -> bool {
        match kind {
            InstKind::Const(_)
            | InstKind::Pure { .. }
            | InstKind::Fence { .. }
            | InstKind::Barrier(_)
            | InstKind::Assume(_)
            | InstKind::Assert(_)
            | InstKind::SpecBegin(_)
            | InstKind::SpecEnd(..) => true,
            // Lanes that wait at different places could order two stores that do not lead to each other.
            InstKind::WarpSync(_) => self.whole_warps,
            InstKind::Special(special) => is_of_no_block(*special),
            // The host may change what a volatile load reads.
            InstKind::Load { addr, access } => {
                self.is_known(addr)
                    && !access.is_strong()
                    && (!access.volatile || addr.space == Space::Shared)
            }
            InstKind::Store { addr, access, .. } => self.is_known(addr) && !access.is_strong(),
            InstKind::Collective { op, args, sync } => {
                *sync
                    && self.whole_warps
                    && is_of_all_lanes(*op)
                    && args.last().is_some_and(|&mask| self.is_full(mask))
            }
            InstKind::Havoc
            | InstKind::Uninitialised
            | InstKind::AddrOf { .. }
            | InstKind::FuncAddr(_)
            | InstKind::VarGet(_)
            | InstKind::VarSet(..)
            | InstKind::Atomic { .. }
            | InstKind::Call { .. }
            | InstKind::Marker { .. }
            | InstKind::Opaque { .. } => false,
        }
    }

    /// Is it known which memory an address lies in?
    fn is_known(&self, address: &Address) -> bool {
        let region = Region::of(self.module, self.function, address);
        let is_anywhere = matches!(region, Region::Anywhere(space) if space != Space::Shared);
        !is_anywhere && address.space != Space::Cluster
    }

    fn is_full(&self, mask: Value) -> bool {
        self.function.as_const(mask) == Some(u128::from(u32::MAX))
    }
}

/// Has a special register the same value for the same thread of each block? `%warpid` need not (PTX ISA, "Special Registers").
const fn is_of_no_block(special: Special) -> bool {
    matches!(
        special,
        Special::Tid(_)
            | Special::Ntid(_)
            | Special::Nctaid(_)
            | Special::LaneId
            | Special::LaneMaskEq
            | Special::LaneMaskLe
            | Special::LaneMaskLt
            | Special::LaneMaskGe
            | Special::LaneMaskGt
            | Special::WarpSize
            | Special::DynamicSmemSize
            | Special::TotalSmemSize
    )
}

/// Is its result a function of what the lanes of a full mask give?
const fn is_of_all_lanes(op: Collective) -> bool {
    match op {
        Collective::Shfl(Shuffle::Idx | Shuffle::Up | Shuffle::Down | Shuffle::Bfly)
        | Collective::VoteAll
        | Collective::VoteAny
        | Collective::VoteUni
        | Collective::VoteBallot
        | Collective::MatchAny
        | Collective::MatchAll
        | Collective::Redux(_) => true,
        Collective::Elect | Collective::ActiveMask => false,
    }
}
