//! What is known of a kernel after it was verified.

use super::explained::Explained;
use super::gaps::Gap;
use super::model::Inputs;
use super::provided::Conditions;
use super::values::Valued;
use raddle_ir::{Inst, LocId};
use std::collections::BTreeSet;

/// What is known of one question about a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// It cannot go wrong.
    Proved,
    /// It may go wrong, as far as terms and solver can tell: to be replayed.
    Possible(Vec<Finding>),
    /// It is not known.
    Unknown(Vec<Gap>),
}

/// What may go wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Finding {
    /// What.
    pub what: What,
    /// For which inputs and threads.
    pub inputs: Inputs,
    /// Integer parameters: it cannot go wrong so if all of them are at least 1. Empty where it can, or where that is not known.
    pub absurd: BTreeSet<u32>,
    /// What variables of the source are there, as far as the solver says.
    pub values: Vec<Valued>,
}

/// The kinds of findings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum What {
    /// Two accesses that nothing orders, by two threads of one CTA or of two.
    Race {
        /// The first thread's.
        first: Inst,
        /// The second thread's.
        second: Inst,
    },
    /// A barrier that the first thread reaches and the second does not, where both were after the last one.
    Divergence {
        /// The barrier; `None` for the end of the kernel.
        barrier: Option<Inst>,
    },
    /// An assertion, or a postcondition.
    Assertion(Inst),
    /// An access that leaves its object.
    Bounds(Inst),
    /// An invariant.
    Invariant {
        /// Where it stands: the closing marker of its region.
        invariant: Inst,
        /// Does it fail when the loop is entered? Otherwise, after an iteration.
        entry: bool,
    },
}

/// How many questions were asked.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// All of them.
    pub all: usize,
    /// Those that a solver had to answer, as rewriting did not.
    pub solved: usize,
    /// Those of them that ask whether there is such an execution at all: whether assumptions can hold together, loops can be left,
    /// accesses can be reached.
    pub of_reach: usize,
}

/// What is assumed of counters in memory, to which one constant is added.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Counts {
    /// Nothing, or there are none.
    Nothing,
    /// They do not wrap around.
    NoWrap,
    /// They stay below 2^24, too.
    Small,
}

/// Can the assumptions of a kernel hold together?
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Assumptions {
    /// They can, for one thread and for two, or there are none.
    Consistent,
    /// They do contradict: one that no thread can pass.
    Contradict(Gap),
    /// It is not known, for these reasons.
    Open(Vec<Gap>),
}

/// What is known of a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// Do all threads of a CTA pass the same barriers?
    pub divergence: Answer,
    /// Are there races between threads of one CTA?
    pub race: Answer,
    /// Was it known before that no two threads of a CTA race, or none in shared memory?
    pub race_was_known: bool,
    /// Are there races between threads of different CTAs? Not asked of a grid of one CTA.
    pub race_between_ctas: Answer,
    /// Do all assertions hold, provided that there are no races?
    pub assertions: Answer,
    /// Do all accesses stay in their objects, those whose size is known, provided that there are no races? Only where that
    /// is [asked](super::Wanted::bounds).
    pub bounds: Answer,
    /// Stores that race, if at all, with stores of the same value: races are proved up to these.
    pub equal_writes: BTreeSet<Inst>,
    /// Those of them that threads of one CTA are not seen to race with.
    pub equal_between: BTreeSet<Inst>,
    /// What the inputs must be like so that no two threads of one CTA race.
    pub provided: Conditions,
    /// And no two of different CTAs.
    pub provided_between: Conditions,
    /// Does the answer on divergence need that there are no races?
    pub control_on_memory: bool,
    /// What is assumed of counters in memory.
    pub counts: Counts,
    /// Does the answer on races between CTAs assume that memory of a block, or a thread, is written before it is read?
    pub initialised: bool,
    /// Does an answer assume that an integer divided by 0 gives one result for the same operands?
    pub equal_quotients: bool,
    /// Do all lanes of a warp reach each place where lanes wait for each other? Otherwise some may wait forever.
    pub lanes_meet: bool,
    /// Do all postconditions and invariants hold, provided that there are no races?
    pub contracts: Answer,
    /// Where the invariants stand that speak of a log of accesses: they are left out, as nothing needs them.
    pub left_out: Vec<LocId>,
    /// Where the invariants stand that are candidates and are not known to hold: nothing uses them.
    pub given_up: Vec<LocId>,
    /// Does a contract look at what another CTA may write? Then the contracts hold up to other CTAs.
    pub looks_at_other_ctas: bool,
    /// Can what the kernel assumes hold? Otherwise nothing is proved, nor refuted.
    pub assumptions: Assumptions,
    /// The accesses that no thread satisfying the assumptions reaches: proofs say nothing about them.
    pub out_of_reach: BTreeSet<Inst>,
    /// The [calls](raddle_ir::InstKind::stray_call) through pointers that may lead to no function: it is assumed that none does.
    pub strays: BTreeSet<Inst>,
    /// Why that assumption cannot hold, if no two threads can meet it: then nothing is proved but of bounds.
    pub nowhere: Option<Gap>,
    /// How many questions were asked, and how many a solver had to answer.
    pub asked: Tally,
    /// What was found of loops and barriers, and used.
    pub explained: Explained,
}

impl Outcome {
    pub(super) fn contradictory(gap: Gap) -> Self {
        let gaps = [gap.clone()];
        Self { assumptions: Assumptions::Contradict(gap), ..Self::unknown(&gaps) }
    }

    pub(super) fn unknown(gaps: &[Gap]) -> Self {
        let unknown = Answer::Unknown(gaps.to_vec());
        Self {
            divergence: unknown.clone(),
            race: unknown.clone(),
            race_was_known: false,
            race_between_ctas: unknown.clone(),
            assertions: unknown.clone(),
            contracts: unknown.clone(),
            bounds: unknown,
            left_out: Vec::new(),
            given_up: Vec::new(),
            looks_at_other_ctas: true,
            assumptions: Assumptions::Open(gaps.to_vec()),
            out_of_reach: BTreeSet::new(),
            strays: BTreeSet::new(),
            nowhere: None,
            equal_writes: BTreeSet::new(),
            equal_between: BTreeSet::new(),
            provided: Conditions::new(),
            provided_between: Conditions::new(),
            control_on_memory: false,
            counts: Counts::Nothing,
            initialised: false,
            equal_quotients: false,
            lanes_meet: false,
            asked: Tally::default(),
            explained: Explained::default(),
        }
    }

    /// The same where loops were unwound: what was not found then is not known.
    pub(super) fn unwound(self, rounds: u32, loc: LocId) -> Self {
        let reason = format!("loops were unrolled {rounds} times to find bugs, which proves nothing");
        let unknown = Answer::Unknown(vec![Gap { loc, reason }]);
        let open = |answer: Answer| if answer == Answer::Proved { unknown.clone() } else { answer };
        Self {
            divergence: open(self.divergence),
            race: open(self.race),
            race_between_ctas: open(self.race_between_ctas),
            assertions: open(self.assertions),
            contracts: open(self.contracts),
            bounds: open(self.bounds),
            ..self
        }
    }

    /// Is all proved that another outcome proves, and more?
    pub(super) fn proves_more_than(&self, other: &Self) -> bool {
        let answers = |of: &Self| {
            [&of.divergence, &of.race, &of.race_between_ctas, &of.assertions, &of.contracts, &of.bounds]
                .map(|answer| *answer == Answer::Proved)
        };
        let (own, others) = (answers(self), answers(other));
        own != others && own.iter().zip(others).all(|(&own, other)| own || !other)
    }

    /// Is everything proved, with races between CTAs or without?
    pub(super) fn is_proved(&self, between_ctas: bool) -> bool {
        let of_threads = [&self.divergence, &self.race];
        let all = of_threads.into_iter().chain([&self.assertions, &self.contracts, &self.bounds]);
        let mut all = all.chain([&self.race_between_ctas].into_iter().filter(|_| between_ctas));
        all.all(|answer: &Answer| *answer == Answer::Proved)
    }
}
