//! All CTAs of a large grid: not one after another, if that can be helped.
//!
//! One CTA may stand for all, and two threads are compared for all CTAs. Only where this leaves something open each CTA is run, and all are compared with each other.

use super::Asked;
use crate::contracts::BETWEEN_CTAS;
use crate::ctas::{self, Checked};
use crate::options::{CtaChoice, Options};
use crate::unknown;
use raddle_report::{Ctas, Diagnostic, Property, PropertyResult, Reasoning, Rule, Verdict};

/// So many CTAs are run without further ado.
const FEW: u64 = 8;

/// A run of so many steps takes about a second, and is enough to find most bugs.
const SHORT: u64 = 5_000_000;

/// The options, for a run that is not followed for long.
fn short(options: &Options) -> Options {
    Options { step_limit: options.step_limit.min(SHORT), ..options.clone() }
}

impl Asked<'_> {
    /// The results for a CTA, or for one that stands for all: by a long run only where a short one and two threads leave something open. And the limit at
    /// which the run stopped, if what is proved needs no run to the end.
    ///
    /// # Errors
    /// When the CTAs asked for do not exist.
    pub(crate) fn with_a_run(
        &self,
        properties: &[Property],
    ) -> Result<(Checked, Option<Reasoning>, Option<String>), Vec<Diagnostic>> {
        let mut all = vec![short(self.options), self.options.clone()];
        all.dedup_by_key(|options| options.step_limit);
        loop {
            let options = all.remove(0);
            let mut checked =
                ctas::check(self.input, self.function, self.launch, &options, properties, self.observer)?;
            let stopped = limit(&checked.results);
            let reasoning = self.improve(&mut checked);
            let is_whole = stopped.is_none() || limit(&checked.results).is_none();
            if is_whole || all.is_empty() {
                return Ok((checked, reasoning, stopped.filter(|_| is_whole)));
            }
        }
    }

    /// The results for all CTAs, if one that stands for all and two threads decide everything.
    ///
    /// # Errors
    /// When the CTAs asked for do not exist.
    pub(crate) fn all_ctas_at_once(
        &self,
        properties: &[Property],
    ) -> Result<Option<(Checked, Option<Reasoning>)>, Vec<Diagnostic>> {
        let ctas = self.launch.ctas().unwrap_or(1);
        if self.options.cta != CtaChoice::All || ctas <= FEW || self.observer.graph_limit().is_some() {
            return Ok(None);
        }
        let one = Options { cta: CtaChoice::Default, ..short(self.options) };
        let mut checked =
            ctas::check(self.input, self.function, self.launch, &one, properties, self.observer)?;
        if checked.results.iter().any(|r| matches!(r.verdict, Verdict::Refuted { .. })) {
            return Ok(None);
        }
        for result in &mut checked.results {
            let Verdict::Proved { scope } = &result.verdict else { continue };
            let races = !self.options.within_cta
                && (result.property == Property::Race
                    || scope.up_to.iter().any(|text| text.starts_with(BETWEEN_CTAS)));
            if races || matches!(scope.launch.ctas, Ctas::One(_)) {
                let text = "one CTA does not tell what several do";
                result.verdict = Verdict::Unknown(unknown::prerequisite(text));
            }
        }
        let reasoning = self.improve(&mut checked);
        self.unwound(&mut checked);
        let all = checked.results.iter().all(|r| !matches!(r.verdict, Verdict::Unknown(_)));
        checked.ctas = Ctas::All;
        Ok(all.then_some((checked, reasoning)))
    }
}

/// The limit at which the run stopped.
fn limit(results: &[PropertyResult]) -> Option<String> {
    results.iter().find_map(|result| match &result.verdict {
        Verdict::Unknown(unknown) if unknown.rule == Rule::UnknownLimit => Some(unknown.reason.clone()),
        _ => None,
    })
}
