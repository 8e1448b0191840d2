//! What the method does not model.

use super::order::TwoEntries;
use super::question::Questions;
use super::walk::Unwalked;
use crate::limits::{BLOCKS_VISITED, INSTRUCTIONS};
use crate::normal::{Normal, NotNormal};
use crate::wellformed::{self, Verdict, wellformed};
use raddle_ir::{BarrierOp, Block, Function, Inst, InstKind, LocId, Marker, Space};
use raddle_launch::LaunchSpace;
use raddle_smt::{Reason, Terms};

/// Why there is no verdict.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Gap {
    /// Where.
    pub loc: LocId,
    /// What is not modelled there, or what was not found out: a clause.
    pub reason: String,
}

impl Gap {
    /// A question that no solver answered.
    pub(super) fn unanswered(loc: LocId, reason: &Reason) -> Self {
        Self { loc, reason: reason.to_string() }
    }

    /// A kernel without a normal form.
    pub(super) fn not_normal(function: &Function, error: &NotNormal) -> Self {
        let loc = if let NotNormal::Irreducible { loc, .. } = error { *loc } else { function.loc };
        Self { loc, reason: error.to_string() }
    }

    /// A kernel through which no walk leads.
    pub(super) fn unwalked(kernel: &Normal, unwalked: Unwalked) -> Self {
        match unwalked {
            Unwalked::TwoEntries(TwoEntries(_, second)) => {
                let loc = kernel.function().blocks[second].term_loc;
                Self { loc, reason: "the loop here can be entered at two places after a barrier".to_owned() }
            }
            Unwalked::Long => {
                let reason =
                    format!("a walk through its nested loops visits more than {BLOCKS_VISITED} basic blocks");
                Self { loc: kernel.function().loc, reason }
            }
            Unwalked::Late => Self::late(kernel),
        }
    }

    /// The time is over.
    pub(super) fn late(kernel: &Normal) -> Self {
        let reason = "there was not enough time to compare two threads".to_owned();
        Self { loc: kernel.function().loc, reason }
    }
}

/// What is asked of a kernel: that decides what has to be modelled.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Question {
    /// Everything.
    All,
    /// Races between CTAs only. A barrier of a CTA never orders two CTAs; it can only keep threads from continuing.
    BetweenCtas,
}

/// What in a kernel is not modelled, as far as it matters to the question.
#[must_use]
pub fn gaps(kernel: &Normal, launch: &LaunchSpace, question: Question) -> Vec<Gap> {
    let function = kernel.function();
    let mut gaps = Vec::new();
    let size: usize = kernel.order().iter().map(|&b| function.blocks[b].insts.len()).sum();
    if size > INSTRUCTIONS {
        let reason = format!("the kernel is too large: {size} instructions of at most {INSTRUCTIONS}");
        return vec![Gap { loc: function.loc, reason }];
    }
    for &block in kernel.order() {
        for &inst in &function.blocks[block].insts {
            if let Some(reason) = gap(kernel, launch, question, inst) {
                gaps.push(Gap { loc: function.insts[inst].loc, reason });
            }
        }
    }
    gaps
}

/// The blocks after which possibly no edge can be taken (definition 5.1): found by enumeration, or by the solver.
pub fn ill_formed(kernel: &Normal, terms: &mut Terms, ask: &mut Questions<'_>) -> Vec<Gap> {
    let function = kernel.function();
    let gap =
        |block: Block, reason: &str| Gap { loc: function.blocks[block].term_loc, reason: reason.to_owned() };
    let ill =
        "no successor of this basic block can be entered for some values: the kernel is not well-formed";
    match wellformed(kernel) {
        Verdict::WellFormed => Vec::new(),
        Verdict::IllFormed { block, .. } => vec![gap(block, ill)],
        Verdict::Open { blocks } => {
            let decided = |block: Block| {
                let stuck = wellformed::stuck(kernel, block, terms);
                ask.begin(terms, &[]);
                let may_be = stuck.map(|stuck| ask.holds(terms, &[stuck]));
                ask.end();
                match may_be {
                    Some(Some(false)) => None,
                    Some(Some(true)) => Some(gap(block, ill)),
                    _ => Some(gap(
                        block,
                        "it is unknown whether some successor of this basic block can always be entered",
                    )),
                }
            };
            blocks.into_iter().filter_map(decided).collect()
        }
    }
}

fn gap(kernel: &Normal, launch: &LaunchSpace, question: Question, inst: Inst) -> Option<String> {
    let function = kernel.function();
    let data = &function.insts[inst];
    match &data.kind {
        kind if kind.address().is_some_and(|a| a.space == Space::Cluster) => {
            Some("shared memory of other blocks is not modelled".to_owned())
        }
        InstKind::Marker { marker, .. } => match marker {
            Marker::CopyUnwaited => {
                Some("no wait_group_events waits for this copy before the next barrier".to_owned())
            }
            Marker::CopyAlone => Some(format!("`{marker}` is not modelled")),
            // It stands between two barriers of the CTA.
            Marker::GridSync => None,
            Marker::StrayCall
            | Marker::Copy
            | Marker::CopyEnd
            | Marker::CopyWait
            | Marker::WorkDim
            | Marker::Ask(_) => None,
        },
        InstKind::Opaque { name, effects, .. } => (effects.reads || effects.writes || effects.synchronises)
            .then(|| format!("`{name}` is not modelled")),
        InstKind::Call { .. } => Some("the called function is unknown".to_owned()),
        InstKind::Barrier(_) if question == Question::BetweenCtas => None,
        InstKind::Barrier(barrier) => {
            let id = function.as_const(barrier.id).is_some();
            let threads = launch.threads().map(u128::from);
            let all =
                barrier.count.is_none_or(|count| threads.is_some() && function.as_const(count) == threads);
            if barrier.count.is_some() && threads.is_none() {
                Some("this barrier expects a number of threads, and the block size is left free".to_owned())
            } else if data.guard.is_some() {
                Some("this barrier has a guard".to_owned())
            } else if barrier.op == BarrierOp::Arrive || !all {
                Some("this barrier is not for all threads of the block".to_owned())
            } else if !id {
                Some("the number of this barrier is computed, not a constant".to_owned())
            } else {
                None
            }
        }
        // These are modelled: an access may be of any strength, a result that nothing is known of is any, and lanes that wait for each
        // other order nothing.
        InstKind::Const(_)
        | InstKind::Pure { .. }
        | InstKind::Special(_)
        | InstKind::AddrOf { .. }
        | InstKind::FuncAddr(_)
        | InstKind::Load { .. }
        | InstKind::Store { .. }
        | InstKind::Atomic { .. }
        | InstKind::VarGet(_)
        | InstKind::VarSet(..)
        | InstKind::Fence { .. }
        | InstKind::WarpSync(_)
        | InstKind::Collective { .. }
        | InstKind::Havoc
        | InstKind::Uninitialised
        | InstKind::Assume(_)
        | InstKind::Assert(_)
        | InstKind::SpecBegin(_)
        | InstKind::SpecEnd(..) => None,
    }
}
