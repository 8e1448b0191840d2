//! What two threads add to what runs say.

use super::Plan;
use crate::confirm::{candidates, choices};
use crate::evidence::{Entry, Evidence, Ledger, Standing, rule};
use crate::methods::one_run::checked::Checked;
use crate::methods::two_threads::effort::Effort;
use crate::methods::two_threads::limits::ALL;
use crate::methods::two_threads::{Said, Settled, decides, is_of_meeting};
use crate::subject::contracts;
use crate::words::contracts::contradictory;
use crate::words::possible::{lanes_wait, no_help};
use crate::words::provided::excluded_if;
use crate::words::unknown;
use raddle_lockstep::prove::{Answer, Assumptions, Outcome};
use raddle_report::{Diagnostic, Property, Reasoning, Rule, Severity, Unknown};
use raddle_verdict::Discount;
use std::collections::BTreeSet;

impl Plan<'_> {
    /// Adds what two threads say to what runs say; returns what was found and used, if asked for.
    pub(super) fn improve(&self, checked: &mut Checked) -> Option<Reasoning> {
        let asked = &self.asked;
        // A bug of a run in which an assumption may not have held shows nothing.
        if checked.takes_for_granted {
            perhaps_contradict(None, &mut checked.ledger, &checked.certain);
        }
        // What a kernel does with operands that a function is not defined for is not known.
        if checked.undefined {
            return None;
        }
        let assumes = contracts::assumes(asked.function);
        if !assumes {
            asked.without_cause(&mut checked.ledger);
        }
        if checked.out_of_bounds && self.open(checked).is_empty() {
            return None;
        }
        for property in self.open(checked).into_iter().filter(|&property| !asked.follows(property)) {
            checked
                .ledger
                .record(property, Evidence::open(unknown::prerequisite(lanes_wait(asked.input.terms()))));
        }
        // What is assumed of calls must be possible.
        let is_asked = assumes || asked.function.strays();
        if !is_asked && (asked.options.launch.may_alias || !self.has_open(checked)) {
            return None;
        }
        let bounds = checked.ledger.entry(Property::Bounds).is_some();
        let ask = |settled| {
            Effort::given_or(asked.options, ALL).and_then(|effort| asked.outcome(settled, bounds, effort))
        };
        let mut settled = Settled::by(&checked.ledger, asked.options);
        let mut outcome = None;
        // Two threads may show that no thread makes the writes, or no two to one place.
        if perhaps_equal(&checked.ledger) {
            let is_whole = |of: &Outcome| of.race == Answer::Proved && of.equal_writes == of.equal_between;
            outcome = ask(Settled::default()).filter(is_whole);
        }
        match outcome {
            Some(_) => settled = Settled::default(),
            None => outcome = ask(settled),
        }
        match outcome.as_ref().map(|outcome| &outcome.assumptions) {
            Some(Assumptions::Contradict(gap)) => {
                let gap = contradictory(asked.input, asked.function, gap);
                checked.ledger.discount(&Discount::Everything, &gap);
                return None;
            }
            Some(Assumptions::Consistent) => {}
            Some(Assumptions::Open(gaps)) if assumes => {
                let why = gaps.first().map(|gap| no_help(asked.input, gap));
                perhaps_contradict(why, &mut checked.ledger, &checked.certain);
            }
            None if assumes => perhaps_contradict(None, &mut checked.ledger, &checked.certain),
            _ => {}
        }
        let nowhere = outcome.as_ref().and_then(|outcome| outcome.nowhere.clone());
        if let Some(gap) = &nowhere {
            let gap = contradictory(asked.input, asked.function, gap);
            checked.ledger.discount(&Discount::Proofs { but: vec![Property::Bounds] }, &gap);
            let others: Vec<Property> =
                checked.ledger.properties().filter(|&one| one != Property::Bounds).collect();
            for property in others {
                if checked.ledger.standing(property).is_open() {
                    checked.ledger.record(property, Evidence::open(gap.clone()));
                }
            }
        }
        let outcome = outcome.filter(|_| !asked.options.launch.may_alias)?;
        // Where threads part at a barrier, the other properties are open for that reason.
        let (first, others): (Vec<_>, Vec<_>) =
            checked.ledger.properties().partition(|&one| is_of_meeting(one));
        for property in first.into_iter().chain(others) {
            let excluded = nowhere.is_some() && property != Property::Bounds;
            let Some(entry) = checked.ledger.entry(property).filter(|_| !excluded) else { continue };
            if self.is_open(&entry, checked.out_of_bounds) && asked.follows(property) {
                let shown = |&one: &Property| is_of_meeting(one) && checked.ledger.standing(one).is_shown();
                let parting = checked.ledger.properties().find(shown);
                let is_needed = self.needed(&checked.ledger).contains(&property);
                if let Some(mut evidence) = self.evidence(&outcome, &entry, is_needed, parting) {
                    self.excluded_if_positive(&outcome, &mut evidence, (&entry, bounds), settled);
                    checked.ledger.record(property, evidence);
                }
            }
        }
        if nowhere.is_none() {
            choices::with_choices(
                asked,
                &self.needed(&checked.ledger),
                checked,
                !outcome.left_out.is_empty(),
            );
        }
        Some(asked.reasoning(&outcome, &checked.ledger))
    }

    /// The properties that are asked, and those that their proofs stand on.
    pub(super) fn needed(&self, ledger: &Ledger) -> BTreeSet<Property> {
        let mut all: BTreeSet<Property> = BTreeSet::new();
        let mut next: Vec<Property> = self.asked.properties.to_vec();
        while let Some(property) = next.pop() {
            if all.insert(property)
                && let Standing::Proved(scope) = ledger.standing(property)
            {
                next.extend(&scope.stands_on);
            }
        }
        all
    }

    /// May two threads decide what is open? Where an access is seen to leave its object, the assumption that none does is false: only
    /// whether others do is still open.
    pub(super) fn is_open(&self, entry: &Entry, out_of_bounds: bool) -> bool {
        entry.standing.is_open()
            && rule(entry) != Some(Rule::UnknownOutOfBounds)
            && decides(entry.property)
            && (!out_of_bounds || entry.property == Property::Bounds)
    }

    /// What is needed and open, and two threads may decide.
    fn open(&self, checked: &Checked) -> Vec<Property> {
        let needed = self.needed(&checked.ledger);
        let open =
            |entry: &Entry| needed.contains(&entry.property) && self.is_open(entry, checked.out_of_bounds);
        checked.ledger.entries().filter(open).map(|entry| entry.property).collect()
    }

    fn has_open(&self, checked: &Checked) -> bool {
        self.open(checked).into_iter().any(|property| self.asked.follows(property))
    }

    /// Adds to what was shown that it is excluded if no integer is 0 or negative, where that is so: a launch with such inputs may never occur.
    fn excluded_if_positive(
        &self,
        outcome: &Outcome,
        evidence: &mut Evidence,
        (entry, bounds): (&Entry, bool),
        settled: Settled,
    ) {
        let Evidence::Shown { findings: seen } = evidence else { return };
        let Some(effort) = Effort::given_or(self.asked.options, ALL) else { return };
        let params = self.asked.proved_if_positive(outcome, (entry, bounds), settled, effort);
        let help = params.map(|params| excluded_if(self.asked.function, &params));
        for one in seen.iter_mut().filter(|one| one.severity == Severity::Error) {
            one.help.extend(help.clone());
        }
    }

    /// What two threads say of a property that is open. What may go wrong is run only if it `is_needed`. If threads are seen to part at a
    /// barrier (`parting` is refuted), that is the reason why what they do together is open.
    pub(super) fn evidence(
        &self,
        outcome: &Outcome,
        entry: &Entry,
        is_needed: bool,
        parting: Option<Property>,
    ) -> Option<Evidence> {
        let asked = &self.asked;
        let findings = match asked.says(outcome, entry, is_needed)? {
            Said::Evidence(evidence) => return Some(evidence),
            Said::Candidates(findings) => findings,
        };
        let open = asked.possible();
        Some(match candidates::run(asked, findings, entry.property) {
            Some(seen) => Evidence::Shown { findings: open.with_invariants(findings, seen) },
            None => {
                let gap = open.left_open(findings, entry.property, parting);
                asked.but_within(outcome, entry, Evidence::open(gap))
            }
        })
    }
}

/// Is the proof of runs that no threads of a CTA race one up to equal writes of which it is not known whether any thread makes them?
fn perhaps_equal(ledger: &Ledger) -> bool {
    let perhaps = |one: &Diagnostic| one.rule == Rule::RaceBenign && one.witness.is_none();
    ledger.entry(Property::Race).is_some_and(|race| race.gap().is_some() && race.findings.iter().any(perhaps))
}

/// Notes that a refutation shows nothing as long as it is not known whether a launch can meet the assumptions, except for the `certain`
/// properties, which are refuted before any.
fn perhaps_contradict(why: Option<String>, ledger: &mut Ledger, certain: &[Property]) {
    let text = "it is unknown whether all assumptions of this kernel can hold at once";
    let unknown = Unknown::new(Rule::UnknownContradiction, text);
    let unknown = why.into_iter().fold(unknown, Unknown::note);
    ledger.discount(&Discount::Witnesses { but: certain.to_vec() }, &unknown);
}
