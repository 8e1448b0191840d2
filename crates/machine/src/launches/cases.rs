//! Runs in which unknown conditions are taken to have one of their two values.
//!
//! A branch around a barrier whose condition depends on nothing but the arguments of the launch goes one way in all threads, but it is
//! unknown which. A run may [assume](Case) one of them; looking at both shows what holds for every argument. What is assumed is the *value*
//! of a condition, by its name: wherever a thread reaches a condition of the same value, it goes the same way.

use crate::programs::program::Reg;
use crate::running::group::Truth;
use crate::running::machine::Machine;
use crate::values::domain::{Domain, Reason, Site};
use crate::watching::monitor::lanes;
use raddle_ir::Special;

/// The value that a run assumes for the first unknown condition at a branch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Case {
    /// The branch.
    pub branch: Site,
    /// Which way it goes.
    pub taken: bool,
}

/// Is an unknown with this cause one number in all threads of a launch, at all times?
#[must_use]
pub fn is_of_launch(reason: &Reason) -> bool {
    matches!(reason, Reason::Parameter { .. } | Reason::Special(Special::Nctaid(_)))
}

impl<D: Domain> Machine<'_, D> {
    /// Which way lanes with an unknown condition go, where a case decides it.
    pub(crate) fn by_case(&mut self, warp: usize, cond: Reg, block: u32, mask: u32, site: Site) -> Truth {
        let mut truth = Truth { yes: 0, open: mask };
        self.decide(warp, cond, block, mask, site);
        for lane in lanes(mask) {
            let value = self.get(warp, cond, lane);
            if let Some((.., taken)) = self.state.decided.iter().find(|(known, ..)| *known == value) {
                truth.open &= !(1 << lane);
                truth.yes |= u32::from(*taken) << lane;
            }
        }
        truth
    }

    /// Decides the condition at a branch that a case is about, the first time, if lanes could not continue here.
    fn decide(&mut self, warp: usize, cond: Reg, block: u32, mask: u32, site: Site) {
        let Some(case) = self.launch.cases.iter().find(|case| case.branch == site).copied() else { return };
        let value = self.get(warp, cond, mask.trailing_zeros());
        if self.state.decided.iter().any(|(known, at, _)| *known == value || *at == site)
            || !D::is_one(value)
            || !self.is_blocked(block)
            || lanes(mask).any(|lane| self.get(warp, cond, lane) != value)
        {
            return;
        }
        let causes = self.domain.causes(value);
        if !causes.is_empty() && causes.iter().all(|cause| is_of_launch(&cause.reason)) {
            self.state.decided.push((value, site, case.taken));
        }
    }
}
