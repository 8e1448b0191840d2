//! All CTAs of a large grid: not one after another, if that can be helped.
//!
//! One CTA may stand for all, and two threads are compared for all CTAs. Only where this leaves something open each CTA is run, and all are
//! compared with each other. A bug of one CTA is one of the launch: then the others, and what goes wrong between them, are left for later.

use super::Plan;
use crate::evidence::{Entry, Ledger, rule};
use crate::methods::one_run;
use crate::methods::one_run::checked::Checked;
use crate::options::{CtaChoice, Options};
use crate::plan::limits::{FEW, SHORT};
use crate::words::grid::found_in;
use raddle_report::{Assumption, Ctas, Diagnostic, Property, Reasoning, Rule};
use std::collections::BTreeSet;

/// The options, for a run that is not followed for long.
fn short(options: &Options) -> Options {
    let mut options = options.clone();
    options.run.limit(SHORT);
    options
}

impl Plan<'_> {
    /// The results for a CTA, or for one that stands for all: by a long run only where a short one and two threads leave something open.
    /// Also the limit at which the run stopped, if what is proved needs no run to the end.
    ///
    /// # Errors
    /// When the CTAs asked for do not exist.
    pub(super) fn with_a_run(
        &self,
        properties: &[Property],
    ) -> Result<(Checked, Option<Reasoning>, Option<String>), Vec<Diagnostic>> {
        let mut all = vec![short(self.asked.options), self.asked.options.clone()];
        all.dedup_by_key(|options| options.run.steps());
        loop {
            let options = all.remove(0);
            let mut checked = one_run::check(
                self.asked.input,
                self.asked.function,
                self.asked.launch,
                &options,
                properties,
                self.asked.observer,
                self.asked.ends,
            )?;
            if let Some(why) = &checked.outside {
                checked.ledger.doubt(Assumption::InBounds, why.clone());
            }
            let stopped = limit(&checked.ledger);
            let reasoning = self.improve(&mut checked);
            let is_whole = stopped.is_none() || limit(&checked.ledger).is_none();
            if is_whole || all.is_empty() {
                return Ok((checked, reasoning, stopped.filter(|_| is_whole)));
            }
        }
    }

    /// The results for all CTAs, of one that stands for all, or has a bug, and of two threads.
    ///
    /// # Errors
    /// When the CTAs asked for do not exist.
    pub(super) fn all_ctas_at_once(
        &self,
        properties: &[Property],
    ) -> Result<Option<AtOnce>, Vec<Diagnostic>> {
        let ctas = self.asked.launch.ctas().unwrap_or(1);
        if self.asked.options.launch.cta != CtaChoice::All
            || ctas <= FEW
            || self.asked.observer.graph_limit().is_some()
        {
            return Ok(None);
        }
        let mut one = short(self.asked.options);
        one.launch.cta = CtaChoice::Default;
        let mut checked = one_run::check(
            self.asked.input,
            self.asked.function,
            self.asked.launch,
            &one,
            properties,
            self.asked.observer,
            self.asked.ends,
        )?;
        let seen_in = match checked.ctas {
            Ctas::One(cta) | Ctas::OneForAll(cta) => Some(cta),
            Ctas::All => None,
        };
        if let Some(cta) = seen_in {
            checked.ledger = found_in(cta, checked.ledger, self.asked.input.terms());
        }
        let reasoning = self.improve(&mut checked);
        self.unwound(&mut checked);
        checked.ctas = Ctas::All;
        let needed = self.needed(&checked.ledger);
        Ok(Some(AtOnce { checked, reasoning, needed }))
    }
}

/// What is known of all CTAs without a run of each.
pub(crate) struct AtOnce {
    pub(crate) checked: Checked,
    pub(crate) reasoning: Option<Reasoning>,
    needed: BTreeSet<Property>,
}

impl AtOnce {
    /// Is everything decided?
    pub(super) fn is_whole(&self) -> bool {
        let needed = |entry: &Entry| self.needed.contains(&entry.property);
        self.checked.ledger.entries().filter(needed).all(|entry| !entry.standing.is_open())
    }

    /// Is a bug known?
    pub(super) fn refutes(&self) -> bool {
        self.checked.ledger.entries().any(|entry| entry.standing.is_shown())
    }

    /// Adds the bugs to the results of runs of each CTA that did not get that far, and open properties to the CTAs for which there was no
    /// time. Are there bugs?
    pub(super) fn add_to(self, ledger: &mut Ledger) -> bool {
        let mut bugs = false;
        for known in self.checked.ledger.entries() {
            let Some(entry) = ledger.entry(known.property) else { continue };
            let is_bug = entry.standing.is_open() && known.standing.is_shown();
            if is_bug || rule(&entry) == Some(Rule::UnknownLimit) && tells_why(&known) {
                ledger.record_entry(known);
            }
            bugs |= is_bug;
        }
        bugs
    }
}

/// Is there a reason other than time or another property?
fn tells_why(entry: &Entry) -> bool {
    !matches!(rule(entry), None | Some(Rule::UnknownLimit | Rule::UnknownPrerequisite))
}

/// The limit at which the run stopped.
fn limit(ledger: &Ledger) -> Option<String> {
    let mut stopped = ledger.entries().filter(|entry| rule(entry) == Some(Rule::UnknownLimit));
    stopped.find_map(|entry| entry.gap().map(|gap| gap.reason.clone()))
}
