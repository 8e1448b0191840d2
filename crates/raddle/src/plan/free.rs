//! Block sizes of which dimensions are left free: `--block 64,*`.
//!
//! One run has one size, so the methods that run a CTA are not used: what they say about a size that was not given says nothing about
//! others, but for accesses out of bounds: that there are none at any size is doubted where a small size has one, or may. The comparison of
//! two threads takes the size as a symbol; what it finds is run at a size that the solver chose. Blocks that are too large to be run are
//! decided in the same way.

use super::Plan;
use crate::evidence::{Evidence, Ledger};
use crate::methods::one_run;
use crate::methods::one_run::checked::Checked;
use crate::methods::two_threads::Asked;
use crate::plan::limits::STEPS_OF_TRIED;
use crate::subject::launch::launch_of;
use raddle_machine::launch::MOST_RUN;
use raddle_report::{Assumption, Ctas, Property, Reasoning, Rule, Terms, Unknown};

impl Plan<'_> {
    /// The results for every block size, or for one that is too large to be run.
    pub(super) fn without_a_run(&self, properties: &[Property]) -> (Checked, Option<Reasoning>) {
        let gap = || {
            let Terms { threads, block, block_size, option_block, .. } = self.asked.input.terms();
            let unknown = if self.asked.space.has_free_block() {
                let reason = format!(
                    "the {block_size} is left free, and one run has one size: only two {threads} can be compared"
                );
                Unknown::new(Rule::UnknownLaunch, reason).help(format!("give the size, as {option_block}"))
            } else {
                let reason = format!(
                    "a {block} of more than {MOST_RUN} {threads} is not run: only two {threads} can be compared"
                );
                Unknown::new(Rule::UnknownLaunch, reason).help(format!("give a smaller {block_size}"))
            };
            Evidence::open(unknown)
        };
        let mut ledger = Ledger::new(properties);
        // A run would say nothing about single threads either.
        let of_one = |property: &&Property| {
            !matches!(property, Property::Assert | Property::Contract | Property::Bounds)
        };
        for property in properties.iter().filter(of_one) {
            ledger.record(*property, gap());
        }
        let mut checked = Checked {
            ctas: Ctas::All,
            ledger,
            out_of_bounds: false,
            outside: None,
            takes_for_granted: false,
            certain: Vec::new(),
            undefined: false,
            cut: false,
            open: None,
        };
        if let Some(why) = self.outside_at_a_size() {
            checked.ledger.doubt(Assumption::InBounds, why);
        }
        let reasoning = self.improve(&mut checked);
        (checked, reasoning)
    }

    /// Why it is doubted that no access is out of bounds, for every size: at a small one an access is seen that is.
    fn outside_at_a_size(&self) -> Option<Unknown> {
        let Asked { input, function, space, observer, ends, .. } = self.asked;
        if !space.has_free_block() {
            return None;
        }
        let mut options = self.asked.options.clone();
        options.run.limit(STEPS_OF_TRIED);
        options.launch.cta = options.launch.cta.not_each();
        let [x, y, z] = space.block;
        let row = options.launch.warp_size.min(space.most_threads());
        let block = [x.unwrap_or(row), y.unwrap_or(1), z.unwrap_or(1)];
        let launch = launch_of(&input.module, function, block, &options.launch).ok()?;
        if launch.threads() > MOST_RUN {
            return None;
        }
        let seen = one_run::check(input, function, &launch, &options, &[Property::Race], observer, ends);
        seen.ok()?.outside
    }
}
