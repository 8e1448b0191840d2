//! What is known of each property: evidence, and how it joins.

use crate::assumption::Assumption;
use crate::property::Property;
use crate::scope::Scope;

/// A finding or a remark, as reports show it.
pub trait Finding: Clone {
    /// Do both report the same at the same place, so that one is enough?
    fn is_like(&self, other: &Self) -> bool;
}

/// Why something is open, and what is proved of it nevertheless.
pub trait Gap: Clone {
    /// Adds why another method leaves it open, too.
    fn also(&mut self, other: Self);
    /// Joins the gap of another part: what is known of both nevertheless is known of the whole.
    fn join(&mut self, other: &Self);
    /// The same beside a part that is proved.
    fn join_proof(&mut self, proof: &Scope);
    /// The scope of what is proved nevertheless.
    fn part(&self) -> Option<&Scope>;
    /// The same, to be changed.
    fn part_mut(&mut self) -> Option<&mut Scope>;
    /// The same gap, and nothing is proved nevertheless.
    fn without_part(self) -> Self;
    /// The same gap, with what the other one says is proved nevertheless.
    fn with_part_of(self, other: &Self) -> Self;
}

/// What a method has to say of a property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Evidence<F, G> {
    /// It holds, within the scope.
    Proved {
        /// For which launches and inputs, under which assumptions.
        scope: Scope,
        /// Warnings beside the proof.
        remarks: Vec<F>,
    },
    /// It does not hold: a replayed witness shows it.
    Shown {
        /// The findings, of which at least one was replayed.
        findings: Vec<F>,
    },
    /// The method does not decide it.
    Open {
        /// Why.
        gap: G,
        /// What may be wrong, but was not replayed.
        remarks: Vec<F>,
    },
}

impl<F, G> Evidence<F, G> {
    /// Proved, with nothing to remark.
    pub const fn proved(scope: Scope) -> Self {
        Evidence::Proved { scope, remarks: Vec::new() }
    }

    /// Open, with nothing to remark.
    pub const fn open(gap: G) -> Self {
        Evidence::Open { gap, remarks: Vec::new() }
    }
}

/// Evidence that does not count any more, for a reason that was found later.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Discount {
    /// Witnesses, except those of these properties: it is not known whether any launch satisfies the assumptions of the source.
    Witnesses {
        /// These are refuted before anything is assumed.
        but: Vec<Property>,
    },
    /// Proofs, except those of these properties: the others are vacuous, or about executions of which too little is known.
    Proofs {
        /// These say something.
        but: Vec<Property>,
    },
    /// Everything: no launch meets what the source assumes.
    Everything,
}

impl Discount {
    fn is_of<F, G>(&self, property: Property, evidence: &Evidence<F, G>) -> bool {
        match (self, evidence) {
            (Self::Everything, _) => true,
            (Self::Witnesses { but }, Evidence::Shown { .. })
            | (Self::Proofs { but }, Evidence::Proved { .. }) => !but.contains(&property),
            _ => false,
        }
    }
}

/// How a property stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Standing<G> {
    /// No method has said anything.
    Silent,
    /// It is not decided.
    Open(G),
    /// It is proved.
    Proved(Scope),
    /// It is refuted.
    Shown,
}

impl<G> Standing<G> {
    /// Open or silent.
    pub const fn is_open(&self) -> bool {
        matches!(self, Standing::Open(_) | Standing::Silent)
    }

    /// Proved.
    pub const fn is_proved(&self) -> bool {
        matches!(self, Standing::Proved(_))
    }

    /// Refuted.
    pub const fn is_shown(&self) -> bool {
        matches!(self, Standing::Shown)
    }
}

/// What is known of one property.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<F, G> {
    /// The property.
    pub property: Property,
    /// How it stands.
    pub standing: Standing<G>,
    /// What is to be shown: the findings of a refutation, the remarks beside a proof or a gap.
    pub findings: Vec<F>,
}

impl<F, G> Entry<F, G> {
    /// The scope of its proof.
    pub const fn scope(&self) -> Option<&Scope> {
        match &self.standing {
            Standing::Proved(scope) => Some(scope),
            _ => None,
        }
    }

    /// Why it is open.
    pub const fn gap(&self) -> Option<&G> {
        match &self.standing {
            Standing::Open(gap) => Some(gap),
            _ => None,
        }
    }
}

impl<F: Finding, G: Gap> Entry<F, G> {
    /// The same as evidence; none where nothing is said.
    fn into_evidence(self) -> Option<Evidence<F, G>> {
        match self.standing {
            Standing::Silent => None,
            Standing::Open(gap) => Some(Evidence::Open { gap, remarks: self.findings }),
            Standing::Proved(scope) => Some(Evidence::Proved { scope, remarks: self.findings }),
            Standing::Shown => Some(Evidence::Shown { findings: self.findings }),
        }
    }

    /// Joins what another method says: a witness is stronger than a proof, and a proof than a gap. Of two gaps the first one is the reason,
    /// and the second one is named with it.
    fn join_method(&mut self, evidence: Evidence<F, G>) {
        match (&mut self.standing, evidence) {
            (Standing::Shown, Evidence::Shown { findings }) => add(&mut self.findings, findings),
            (Standing::Shown, _) | (Standing::Proved(_), Evidence::Proved { .. } | Evidence::Open { .. }) => {
            }
            (standing, Evidence::Shown { mut findings }) => {
                *standing = Standing::Shown;
                add(&mut findings, std::mem::take(&mut self.findings));
                self.findings = findings;
            }
            (standing, Evidence::Proved { scope, remarks }) => {
                *standing = Standing::Proved(scope);
                self.findings = remarks;
            }
            (Standing::Open(known), Evidence::Open { gap, remarks }) => {
                known.also(gap);
                add(&mut self.findings, remarks);
            }
            (standing, Evidence::Open { gap, remarks }) => {
                *standing = Standing::Open(gap);
                self.findings = remarks;
            }
        }
    }

    /// Joins what is known of another part: a witness of one part is enough, and a proof needs both.
    fn join_part(&mut self, new: Self) {
        match (&mut self.standing, new.standing) {
            (Standing::Shown, Standing::Shown) => {}
            (Standing::Shown, _) => return,
            (standing, Standing::Shown) => {
                *standing = Standing::Shown;
                self.findings = new.findings;
                return;
            }
            (Standing::Silent, _) => {}
            (standing, Standing::Silent) => *standing = Standing::Silent,
            (Standing::Open(gap), Standing::Open(other)) => gap.join(&other),
            (Standing::Open(gap), Standing::Proved(scope)) => gap.join_proof(&scope),
            (standing, Standing::Open(mut gap)) => {
                if let Standing::Proved(scope) = standing {
                    gap.join_proof(scope);
                }
                *standing = Standing::Open(gap);
            }
            (Standing::Proved(scope), Standing::Proved(other)) => scope.join(&other),
        }
        add(&mut self.findings, new.findings);
    }
}

/// All evidence about the properties that are asked, and those that proofs stand on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ledger<F, G> {
    evidence: Vec<(Property, Vec<Evidence<F, G>>)>,
    doubts: Vec<(Assumption, G)>,
}

impl<F: Finding, G: Gap> Ledger<F, G> {
    /// A ledger for these properties, of which nothing is known.
    #[must_use]
    pub fn new(properties: &[Property]) -> Self {
        let mut evidence: Vec<(Property, Vec<Evidence<F, G>>)> = Vec::new();
        for &property in properties {
            if !evidence.iter().any(|(known, _)| *known == property) {
                evidence.push((property, Vec::new()));
            }
        }
        Self { evidence, doubts: Vec::new() }
    }

    /// The properties, in the order in which they were asked.
    pub fn properties(&self) -> impl Iterator<Item = Property> {
        self.evidence.iter().map(|(property, _)| *property)
    }

    /// What is known, property by property.
    pub fn entries(&self) -> impl Iterator<Item = Entry<F, G>> {
        self.evidence.iter().map(|(property, evidence)| self.joined(*property, evidence))
    }

    /// What is known of a property, if it is asked.
    #[must_use]
    pub fn entry(&self, property: Property) -> Option<Entry<F, G>> {
        let (property, evidence) = self.evidence.iter().find(|(known, _)| *known == property)?;
        Some(self.joined(*property, evidence))
    }

    /// How a property stands; nothing is said of one that is not asked.
    #[must_use]
    pub fn standing(&self, property: Property) -> Standing<G> {
        self.entry(property).map_or(Standing::Silent, |entry| entry.standing)
    }

    fn joined(&self, property: Property, evidence: &[Evidence<F, G>]) -> Entry<F, G> {
        let mut entry = Entry { property, standing: Standing::Silent, findings: Vec::new() };
        for one in evidence {
            entry.join_method(
                self.doubted(one).map_or_else(|| one.clone(), |why| Evidence::open(why.clone())),
            );
        }
        entry
    }

    /// The properties of which one method has a proof without exception and another one a witness: at least one of the two is wrong.
    #[must_use]
    pub fn conflicts(&self) -> Vec<Property> {
        let is_proof = |one: &Evidence<F, G>| match one {
            Evidence::Proved { scope, .. } => scope.is_whole() && self.doubted(one).is_none(),
            _ => false,
        };
        let is_conflict = |(_, all): &&(Property, Vec<Evidence<F, G>>)| {
            all.iter().any(is_proof) && all.iter().any(|one| matches!(one, Evidence::Shown { .. }))
        };
        self.evidence.iter().filter(is_conflict).map(|(property, _)| *property).collect()
    }

    /// Adds what a method says of a property, **across methods**. What is not asked is dropped.
    pub fn record(&mut self, property: Property, evidence: Evidence<F, G>) {
        if let Some((_, all)) = self.evidence.iter_mut().find(|(known, _)| *known == property) {
            all.push(evidence);
        }
    }

    /// Adds what is known of a property elsewhere, as evidence.
    pub fn record_entry(&mut self, entry: Entry<F, G>) {
        let property = entry.property;
        if let Some(evidence) = entry.into_evidence() {
            self.record(property, evidence);
        }
    }

    /// Adds all evidence of another ledger, **across methods**.
    pub fn absorb(&mut self, other: &Self) {
        for (property, all) in &other.evidence {
            all.iter().for_each(|one| self.record(*property, one.clone()));
        }
        self.doubt_as(other);
    }

    /// Records that an assumption may be false: no proof that makes it counts, and the reason takes its place.
    pub fn doubt(&mut self, assumption: Assumption, why: G) {
        self.doubts.push((assumption, why));
    }

    /// Why a proof does not count, if it makes an assumption that is doubted.
    fn doubted(&self, evidence: &Evidence<F, G>) -> Option<&G> {
        let Evidence::Proved { scope, .. } = evidence else { return None };
        let made = |(assumption, _): &&(Assumption, G)| scope.assumptions.contains(assumption);
        self.doubts.iter().find(made).map(|(_, why)| why)
    }

    /// Discounts the evidence recorded so far; the reason takes its place.
    pub fn discount(&mut self, discount: &Discount, why: &G) {
        for (property, all) in &mut self.evidence {
            if *discount == Discount::Everything {
                *all = vec![Evidence::open(why.clone())];
            }
            let of_proofs = matches!(discount, Discount::Proofs { but } if !but.contains(property));
            for one in all.iter_mut() {
                match one {
                    // Remarks beside a proof still hold.
                    Evidence::Proved { remarks, .. } if of_proofs => {
                        *one = Evidence::Open { gap: why.clone(), remarks: std::mem::take(remarks) };
                    }
                    one if discount.is_of(*property, one) => *one = Evidence::open(why.clone()),
                    // A partial proof is a proof, too.
                    Evidence::Open { gap, .. } if of_proofs => *gap = gap.clone().without_part(),
                    _ => {}
                }
            }
        }
    }

    /// Weighs each refutation again: its findings become other evidence, if they show less than they seemed to.
    pub fn weigh(&mut self, again: impl Fn(Property, Vec<F>) -> Evidence<F, G>) {
        for (property, all) in &mut self.evidence {
            for one in all.iter_mut() {
                if let Evidence::Shown { findings } = one {
                    *one = again(*property, std::mem::take(findings));
                }
            }
        }
    }

    /// The same, with each finding and each gap changed by the two functions: for example, to name the part that they belong to.
    #[must_use]
    pub fn retold(mut self, finding: impl Fn(&mut F), told: impl Fn(&mut G)) -> Self {
        for one in self.evidence.iter_mut().flat_map(|(_, all)| all) {
            match one {
                Evidence::Proved { remarks: findings, .. } | Evidence::Shown { findings } => {
                    findings.iter_mut().for_each(&finding);
                }
                Evidence::Open { gap, remarks } => {
                    remarks.iter_mut().for_each(&finding);
                    told(gap);
                }
            }
        }
        self
    }

    /// Adds what is known of one more part of what is asked, **across parts**. Both are about the same properties.
    pub fn add_part(&mut self, part: &Self) {
        if self.evidence.is_empty() {
            *self = part.clone();
            return;
        }
        let joined = self.entries().map(|mut entry| {
            if let Some(new) = part.entry(entry.property) {
                entry.join_part(new);
            }
            (entry.property, entry.into_evidence().into_iter().collect())
        });
        let evidence = joined.collect();
        self.evidence = evidence;
        self.doubt_as(part);
    }

    /// Doubts what is doubted in another ledger.
    pub fn doubt_as(&mut self, other: &Self) {
        for (assumption, why) in &other.doubts {
            if !self.doubts.iter().any(|(known, _)| known == assumption) {
                self.doubt(assumption.clone(), why.clone());
            }
        }
    }

    /// A ledger for the same properties, with the same doubts.
    pub(crate) fn same_properties(&self) -> Self {
        let mut empty = Self::new(&self.properties().collect::<Vec<_>>());
        empty.doubt_as(self);
        empty
    }
}

/// Adds what is not there yet.
fn add<F: Finding>(all: &mut Vec<F>, more: Vec<F>) {
    for one in more {
        if !all.iter().any(|known| known.is_like(&one)) {
            all.push(one);
        }
    }
}
