//! Which values, and which decisions, are the same for all threads that reach them.
//!
//! # What is claimed
//! In lock-step all threads go round a loop together until the last one has left it, so where a thread is has a name that all threads
//! share: the block, and how often each loop around it has been gone round: a *moment*. A value is [`Shared::Launch`] if any two
//! threads that compute it at the same moment compute the same; [`Shared::Group`] if any two of one CTA do; this holds for kernels that are
//! free of races. (Other kernels get no verdict that needs it.) Whether threads reach the same moment at all is what
//! [`control`](Uniformity::control) and [`exits`](Uniformity::exits) tell.
//!
//! # How it is found
//! Everything begins as `Launch`, and is raised until every rule holds ([`fixpoint`]):
//! - a value has the level of its source ([`sources`]) and of what it is computed from;
//! - a value that is used outside a loop around its definition has the level of the loop's exits too: threads that leave
//!   in different rounds take different rounds' values with them;
//! - *a divergent branch* has the level of its condition; what follows from it is found in one round of the innermost loop around
//!   it, where each loop inside is one node, and where no node comes twice ([`rounds`]). Two threads that go different
//!   ways there meet again at a *join*: the first node that both reach. A block parameter at a join has the branch's level, as the
//!   two came along different edges. Up to the node that all ways lead to, it depends on the branch who reaches a block; and who
//!   leaves the loop in this round, if a way out lies before it;
//! - a branch that all threads take in the same round, whatever they count from ([`agreed`]), is none of these;
//! - *a loop whose exits are divergent* is such a branch in the round of the loop around it: its edges are its exits.
//!
//! # Why it is right
//! By induction over the moments, in their order: that of the blocks in a round, round after round, which is the same for all threads. Let
//! two threads be at the same moment, and all claims hold for what both did before it. (1) *The same edges*: say the two reached the
//! block along different edges. Both were at the head of the innermost loop around it in this round (for the head itself: in the
//! round before, or, in the first one, at the head of the loop around). Take the last node that lies on both ways from there. Both were in it
//! at the same moment and left it along different edges, so, by induction, it is a branch or loop of a level that separates the
//! two; and their ways from it are disjoint, so labels that name them differ where the ways meet: it made the block a join. (2) *Uses*: a definition
//! dominates its use, so the two threads computed the value before, each in its last round of the loops that both have left; if these loops'
//! exits have a level that does not separate the two, in the same round; then the claim for the value applies. (3) *Memory*: two enabled
//! threads execute a load in one step of the lock-step program, so they read one state of what they share (a group's threads;
//! threads of different groups agree on what nothing writes). (4) *Private scalars* are read as they were set last: if all settings are
//! uniform in value and in control, both threads have made the same ones. What depends on no source is the same by
//! [`mod@raddle_ir::eval`]. Post-dominators of the whole graph, as they are often taken for (1), would not do: a
//! loop's body may be left alone by a branch that chooses between *now* and *next round*, which the exit post-dominates.

mod agreed;
mod fixpoint;
mod rounds;
mod sources;

use crate::normal::Normal;
use raddle_ir::cfg::Loops;
use raddle_ir::{Address, Block, SecondaryMap, Value};
use raddle_launch::LaunchSpace;

/// Where all threads agree on something: what is shared by more is less.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Shared {
    /// All threads of the launch.
    #[default]
    Launch,
    /// All threads of a CTA; two CTAs may differ.
    Group,
    /// None: each thread may have its own.
    Thread,
}

/// What is taken to hold besides what the languages and the PTX ISA promise, or not to hold.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Rules {
    /// May a load give each thread something else, but from parameters and constants?
    pub adversarial: bool,
    /// Does an integer that is divided by 0 give one result for the same operands?
    pub equal_quotients: bool,
}

/// What the threads of a kernel agree on.
#[derive(Clone, Debug)]
pub struct Uniformity {
    loops: Loops,
    /// Where values are defined.
    home: SecondaryMap<Value, Option<Block>>,
    values: SecondaryMap<Value, Shared>,
    /// Does it depend on the way by which a thread came whether it is here, within a round of the innermost loop?
    within: SecondaryMap<Block, Shared>,
    /// By which edge did a thread come here?
    joins: SecondaryMap<Block, Shared>,
    /// By the numbers of loops: as `within` of the loop as a whole, and in which round and by which edge it is left.
    entered: Vec<Shared>,
    exits: Vec<Shared>,
}

impl Uniformity {
    /// Analyses a kernel for some launches; `written` says whether the kernel may write what an address of it points to.
    #[must_use]
    pub fn new(kernel: &Normal, launch: &LaunchSpace, written: &dyn Fn(&Address) -> bool) -> Self {
        Self::with(kernel, launch, written, Rules::default())
    }

    /// The same by other rules.
    #[must_use]
    pub(crate) fn with(
        kernel: &Normal,
        launch: &LaunchSpace,
        written: &dyn Fn(&Address) -> bool,
        rules: Rules,
    ) -> Self {
        fixpoint::solve(kernel, launch, written, rules)
    }

    /// Who agrees on a value, at each moment at which it is computed.
    #[must_use]
    pub fn value(&self, value: Value) -> Shared {
        self.values[value]
    }

    /// Who agrees on a value where it is used in a block.
    #[must_use]
    pub fn seen(&self, value: Value, from: Block) -> Shared {
        let Some(home) = self.home[value] else { return Shared::Thread };
        let left = self.around(home).filter(|&number| !self.loops.contains(number, from));
        left.fold(self.values[value], |level, number| level.max(self.exits[number]))
    }

    /// Who agrees on a value wherever it is used outside the loops around its definition. Within some of them,
    /// [`seen`](Self::seen) may know better.
    #[must_use]
    pub fn outside(&self, value: Value) -> Shared {
        let Some(home) = self.home[value] else { return Shared::Thread };
        self.around(home).fold(self.values[value], |level, number| level.max(self.exits[number]))
    }

    /// Who agrees on whether a block is executed at a moment: on all branches and loop exits that it depends on.
    #[must_use]
    pub fn control(&self, block: Block) -> Shared {
        self.around(block)
            .fold(self.within[block], |level, number| level.max(self.exits[number]).max(self.entered[number]))
    }

    /// Of the threads that are at the head of the innermost loop around a block in the same round (without a loop: of all), who
    /// agrees on whether the block is executed in that round.
    #[must_use]
    pub fn within(&self, block: Block) -> Shared {
        self.within[block]
    }

    /// Of the threads that enter the loop with this head at the same moment, who agrees on the round in which, and the edge by
    /// which it is left. Of a block that is no head, no thread does.
    #[must_use]
    pub fn exits(&self, header: Block) -> Shared {
        let number = self.loops.innermost(header).filter(|&n| self.loops.all()[n].header == header);
        number.map_or(Shared::Thread, |n| self.exits[n])
    }

    /// The loops around a block, from the innermost one on.
    fn around(&self, block: Block) -> impl Iterator<Item = usize> + '_ {
        let parent = |&number: &usize| self.loops.all()[number].parent;
        std::iter::successors(self.loops.innermost(block), parent)
    }
}
