//! Open conditions: lanes reach a branch of which it is unknown which way they go.
//!
//! What they do there is a policy, [`AtOpen`]. (A [case](crate::cases) of the launch comes before it: what a case decides is not
//! open.) A policy is for branches only: where the *synchronisation* of threads depends on something unknown, the guard of a barrier or
//! its operands, the lanes are given up.

use crate::limits::BLAMED;
use crate::programs::program::Reg;
use crate::running::machine::{Machine, Stop};
use crate::running::outcome::StuckAt;
use crate::values::domain::{Domain, Site};
use crate::watching::monitor::{Monitor, lanes};

/// What lanes do at a branch whose condition is unknown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum AtOpen {
    /// Both sides are run, as what may happen, and the lanes continue where these meet, unless something on the way there
    /// synchronises: then they are given up (paper 001, footnote 3).
    #[default]
    StepOver,
    /// They are given up: [`Outcome::Unknown`](crate::Outcome::Unknown). So everything in a run certainly happens, except under an unknown
    /// guard.
    GiveUp,
}

/// Lanes of a warp at a branch of which it is unknown which way they go.
pub(crate) struct Open<'a, V> {
    pub(crate) warp: usize,
    pub(crate) lanes: u32,
    /// The block that the branch ends.
    pub(crate) block: u32,
    /// The conditions of the lanes; empty where the program itself leaves the choice open.
    pub(crate) by: &'a [V],
    pub(crate) what: StuckAt,
    pub(crate) site: Site,
}

impl<D: Domain> Machine<'_, D> {
    /// Takes lanes whose condition is unknown out of the group.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn at_open_condition(
        &mut self,
        warp: usize,
        block: u32,
        mask: u32,
        condition: Reg,
        what: StuckAt,
        site: Site,
        monitor: &mut dyn Monitor,
    ) -> Result<(), Stop> {
        let by: Vec<D::Value> = lanes(mask).map(|lane| self.get(warp, condition, lane)).collect();
        self.at_open(&Open { warp, lanes: mask, block, by: &by, what, site }, monitor)
    }

    /// Lanes reach a branch of which it is unknown which way they go.
    pub(crate) fn at_open(
        &mut self,
        open: &Open<'_, D::Value>,
        monitor: &mut dyn Monitor,
    ) -> Result<(), Stop> {
        match self.policy() {
            AtOpen::StepOver => self.step_over(open, monitor),
            AtOpen::GiveUp => {
                self.give_up(open, open.lanes, None);
                Ok(())
            }
        }
    }

    /// Where all values are numbers, nothing stands for what may be.
    fn policy(&self) -> AtOpen {
        if D::CONCRETE { AtOpen::GiveUp } else { self.options.at_open }
    }

    /// Are lanes given up at the branch of this block if they reach it with an unknown condition?
    pub(crate) fn is_blocked(&mut self, block: u32) -> bool {
        self.policy() == AtOpen::GiveUp || self.passage(block).free().is_none()
    }

    /// Gives up on some of the lanes. `obstacle`: what is in the way of stepping over.
    pub(crate) fn give_up(&mut self, open: &Open<'_, D::Value>, mask: u32, obstacle: Option<Site>) {
        let from = &open.by[..open.by.len().min(BLAMED)];
        self.stick(open.warp, mask, open.site, open.what, obstacle, from);
    }
}
