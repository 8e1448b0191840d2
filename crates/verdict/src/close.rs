//! The third operation: no proof stands on what is not proved.
//!
//! A proof has premises of two kinds. It *stands on* another property, which must be proved; and it makes assumptions, of which some
//! are [another property](Assumption::property) of the same kernel: where that one is refuted, the assumption is false. Proofs fall
//! until none has a bad premise. What is left stands: the order in which they fall does not matter, as a fall only ever makes more premises bad.
//!
//! Then assumptions are discharged: a proof that assumes that the kernel terminates stands on the proof that it does, if there is one
//! and it does not in turn stand on the first. Circles of safety properties become joint proofs (see the [crate](crate)).

use crate::assumption::Assumption;
use crate::ledger::{Entry, Finding, Gap, Ledger, Standing};
use crate::property::Property;
use crate::scope::Scope;
use std::collections::BTreeSet;

/// Why a proof falls.
#[derive(Debug)]
pub enum Fall<'a, F, G> {
    /// It stands on a property that is not proved.
    Premise(&'a Entry<F, G>),
    /// It stands on a property that was not asked.
    NotAsked(Property),
    /// It makes an assumption that this refutation shows to be false.
    Assumption(Assumption, &'a Entry<F, G>),
    /// It stands on itself.
    Circle,
}

/// Why a proof of a property falls, in words.
type Tell<'t, F, G> = dyn Fn(Property, Fall<'_, F, G>) -> G + 't;

impl<F: Finding, G: Gap> Ledger<F, G> {
    /// The verdicts: a proof falls if a premise is refuted or not proved, or if it makes an assumption that is refuted; `tell` words the
    /// reason. What remains proved then stands on proofs alone, without a circle.
    #[must_use]
    pub fn close(&self, tell: &Tell<'_, F, G>) -> Vec<Entry<F, G>> {
        let mut closing = Closing { entries: self.entries().collect() };
        while let Some((at, gap)) = closing.next_fall(tell) {
            closing.entries[at].standing = Standing::Open(gap);
        }
        closing.drop_parts();
        closing.discharge();
        closing.join_circles();
        closing.inherit();
        closing.entries
    }
}

struct Closing<F, G> {
    entries: Vec<Entry<F, G>>,
}

impl<F: Finding, G: Gap> Closing<F, G> {
    fn entry(&self, property: Property) -> Option<&Entry<F, G>> {
        self.entries.iter().find(|entry| entry.property == property)
    }

    fn scope(&self, property: Property) -> Option<&Scope> {
        self.entry(property).and_then(Entry::scope)
    }

    fn next_fall(&self, tell: &Tell<'_, F, G>) -> Option<(usize, G)> {
        let proofs = self.entries.iter().enumerate();
        let mut proofs = proofs.filter_map(|(at, entry)| Some((at, entry.property, entry.scope()?)));
        proofs.find_map(|(at, property, scope)| Some((at, tell(property, self.fall(property, scope)?))))
    }

    fn fall(&self, property: Property, scope: &Scope) -> Option<Fall<'_, F, G>> {
        let stands_on_circle =
            || self.circle(property).iter().any(|one| !one.is_safety()).then_some(Fall::Circle);
        self.bad_premise(scope).or_else(stands_on_circle)
    }

    fn bad_premise(&self, scope: &Scope) -> Option<Fall<'_, F, G>> {
        let refuted = scope.assumptions.iter().find_map(|assumption| {
            let entry = self.entry(assumption.property()?)?;
            entry.standing.is_shown().then(|| Fall::Assumption(assumption.clone(), entry))
        });
        let premise = || {
            scope.stands_on.iter().find_map(|&premise| match self.entry(premise) {
                None => Some(Fall::NotAsked(premise)),
                Some(entry) => (!entry.standing.is_proved()).then_some(Fall::Premise(entry)),
            })
        };
        refuted.or_else(premise)
    }

    /// The properties that a proof stands on, by any number of steps.
    fn footing(&self, property: Property) -> BTreeSet<Property> {
        let mut all = BTreeSet::new();
        let mut next = vec![property];
        while let Some(property) = next.pop() {
            let premises = self.scope(property).into_iter().flat_map(|scope| &scope.stands_on);
            next.extend(premises.filter(|&&premise| all.insert(premise)));
        }
        all
    }

    /// The properties, itself among them, that a proof stands on and that stand on it.
    fn circle(&self, property: Property) -> BTreeSet<Property> {
        let footing = self.footing(property);
        footing.into_iter().filter(|&other| self.footing(other).contains(&property)).collect()
    }

    /// A partial proof of an open property does not count either if its premises do not stand.
    fn drop_parts(&mut self) {
        let is_bad = |entry: &Entry<F, G>| {
            let part = entry.gap().and_then(Gap::part);
            part.is_some_and(|scope| {
                let of_others = scope.stands_on.iter().filter(|&&premise| premise != entry.property);
                let others = Scope { stands_on: of_others.copied().collect(), ..scope.clone() };
                self.bad_premise(&others).is_some()
            })
        };
        let bad: Vec<bool> = self.entries.iter().map(is_bad).collect();
        for (entry, _) in self.entries.iter_mut().zip(bad).filter(|(_, bad)| *bad) {
            if let Standing::Open(gap) = &entry.standing {
                entry.standing = Standing::Open(gap.clone().without_part());
            }
        }
    }

    /// Proofs that assume that the kernel terminates stand on the proof that it does, those of parts as well.
    fn discharge(&mut self) {
        if self.scope(Property::Termination).is_none() {
            return;
        }
        let footing = self.footing(Property::Termination);
        for entry in &mut self.entries {
            let apart = entry.property != Property::Termination && !footing.contains(&entry.property);
            let Some(scope) = proved(&mut entry.standing) else { continue };
            let before = scope.assumptions.len();
            if apart {
                scope.assumptions.retain(|one| one.property() != Some(Property::Termination));
            }
            if scope.assumptions.len() < before && !scope.stands_on.contains(&Property::Termination) {
                scope.stands_on.push(Property::Termination);
            }
        }
    }

    /// Makes joint proofs of circles.
    fn join_circles(&mut self) {
        let properties: Vec<Property> = self.entries.iter().map(|entry| entry.property).collect();
        let circles: Vec<BTreeSet<Property>> = properties.iter().map(|&one| self.circle(one)).collect();
        for (entry, circle) in self.entries.iter_mut().zip(circles) {
            let property = entry.property;
            let Standing::Proved(scope) = &mut entry.standing else { continue };
            scope.stands_on.retain(|premise| !circle.contains(premise));
            let others = properties.iter().copied().filter(|one| *one != property && circle.contains(one));
            scope.together_with = others.collect();
        }
    }

    /// Passes on the conditions under which premises are proved, to a fixpoint.
    fn inherit(&mut self) {
        loop {
            let scopes: Vec<(Property, Scope)> = self
                .entries
                .iter()
                .filter_map(|entry| Some((entry.property, entry.scope()?.clone())))
                .collect();
            let mut changed = false;
            for entry in &mut self.entries {
                let Some(scope) = proved(&mut entry.standing) else { continue };
                let before = scope.clone();
                let is_premise =
                    |one: &Property| before.stands_on.contains(one) || before.together_with.contains(one);
                for (_, premise) in scopes.iter().filter(|(property, _)| is_premise(property)) {
                    scope.inherit(premise);
                }
                changed |= *scope != before;
            }
            if !changed {
                return;
            }
        }
    }
}

/// The scope of a proof, or of the part of an open property that is proved.
fn proved<G: Gap>(standing: &mut Standing<G>) -> Option<&mut Scope> {
    match standing {
        Standing::Proved(scope) => Some(scope),
        Standing::Open(gap) => gap.part_mut(),
        Standing::Shown | Standing::Silent => None,
    }
}
