//! All CTAs of a large grid: not one after another, if that can be helped.
//!
//! One CTA may stand for all, and two threads are compared for all CTAs. Only where this leaves something open each CTA is run, and all are compared with each other.

use super::Asked;
use crate::contracts::BETWEEN_CTAS;
use crate::ctas::{self, Checked};
use crate::options::{CtaChoice, Options};
use crate::unknown;
use raddle_report::{Ctas, Diagnostic, Property, Reasoning, Verdict};

/// So many CTAs are run without further ado.
const FEW: u64 = 8;

impl Asked<'_> {
    /// The results for all CTAs, if one that stands for all and two threads prove everything.
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
        let one = Options { cta: CtaChoice::Default, ..self.options.clone() };
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
        let all = checked.results.iter().all(|r| matches!(r.verdict, Verdict::Proved { .. }));
        checked.ctas = Ctas::All;
        Ok(all.then_some((checked, reasoning)))
    }
}
