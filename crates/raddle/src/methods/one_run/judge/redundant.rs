//! `redundant-barrier`: barriers without which every verdict stays as it is.
//!
//! The instructions that meet in common generations are candidates together ([`raddle_sync::redundant`]). Each is first taken out
//! of the thread programs, by itself; where these stay well-synchronised and order all conflicting accesses as before, it
//! is taken out of the kernel, which is run and judged anew.
//!
//! A barrier may order accesses that are not seen: then nothing is claimed. That is the case where accesses go to unknown places, and where
//! CTAs may communicate, as a barrier also orders what other CTAs can observe.

use super::{Judge, judge};
use crate::evidence::{Entry, Evidence};
use crate::observe::Observer;
use crate::options::CtaChoice;
use crate::running::exec::Run;
use crate::running::programs::{Programs, Sites, instructions};
use crate::running::{exec, places};
use crate::subject::kernel::Kernel;
use crate::words::closing::word;
use crate::words::findings::barrier;
use crate::words::grid::checked_alone;
use crate::words::unknown::redundant;
use raddle_ir::{BarrierOp, Function, Inst, InstKind, LocId, Order, Scope, Space};
use raddle_machine::Partial;
use raddle_machine::outcome::Outcome;
use raddle_machine::slice::Stores;
use raddle_report::{Ctas, Diagnostic, Facts, Location, Property, RedundantBarrier, Rule, Unknown};
use raddle_sync::program::Site;
use raddle_sync::redundant::{Conflicts, Group, groups, plainly, result, without};
use raddle_sync::warps::Warps;
use std::collections::BTreeSet;

/// The properties whose verdicts are to stay as they are.
const OF_THREADS: [Property; 4] =
    [Property::Deadlock, Property::BarrierReuse, Property::Divergence, Property::Race];

/// What is compared of a result: the verdict, and which rules report what at which places.
type Signature = Vec<(&'static str, BTreeSet<(Option<Rule>, Vec<Location>)>)>;

/// A group that is redundant by itself, with its instructions.
struct Redundant {
    group: Group,
    insts: BTreeSet<Inst>,
    /// The group that is needed without this one.
    instead_of: Option<usize>,
}

impl Judge<'_> {
    /// What the run says of `redundant-barrier`.
    pub(super) fn redundant_barriers(&self) -> Evidence {
        match self.find_redundant() {
            Err(unknown) => Evidence::open(unknown),
            Ok(found) if found.is_empty() => {
                Evidence::proved(self.scope(Property::RedundantBarrier, &[], None))
            }
            Ok(findings) => Evidence::Shown { findings },
        }
    }

    fn find_redundant(&self) -> Result<Vec<Diagnostic>, Unknown> {
        let before = self.verdicts()?;
        self.unseen()?;
        let mut sites = Sites::default();
        let recorded = self.programs(&mut sites);
        let plain: Vec<Warps> = all(&recorded).map(plainly).collect();
        let conflicts = |without_sites: &BTreeSet<Site>| -> Option<Vec<Conflicts>> {
            plain.iter().map(|warps| result(&self.analyse(&without(warps, without_sites)))).collect()
        };
        let ordered = conflicts(&BTreeSet::new()).ok_or_else(redundant::late)?;
        let insts = instructions(
            &self.run.recording,
            self.kernel.function,
            &self.kernel.input.module.sources,
            &mut sites,
        );
        let mut found: Vec<Redundant> = Vec::new();
        for group in groups(&recorded.waits, &self.analyse(&recorded.waits)) {
            if self.options.time.deadline.is_some_and(|deadline| std::time::Instant::now() >= deadline) {
                return Err(redundant::late());
            }
            let insts: Option<BTreeSet<Inst>> =
                group.sites.iter().flat_map(|site| insts.get(site).into_iter().flatten().copied()).collect();
            let Some(insts) = insts.filter(|insts| insts.iter().all(|&inst| self.removable(inst))) else {
                continue;
            };
            if conflicts(&group.sites).as_ref() != Some(&ordered)
                || self.verdicts_without(&insts).as_ref() != Some(&before)
            {
                continue;
            }
            let instead_of = found.iter().position(|other| {
                let both = group.sites.union(&other.group.sites).copied().collect();
                conflicts(&both).as_ref() != Some(&ordered)
            });
            found.push(Redundant { group, insts, instead_of });
        }
        Ok(found.iter().map(|one| self.redundant(one, &found)).collect())
    }

    /// What is to stay as it is. Only where all of it is known.
    fn verdicts(&self) -> Result<Signature, Unknown> {
        let known = self.run.outcome == Outcome::Done && self.run.failed.is_none();
        let (kernel, run) = (self.kernel, self.run);
        let judged =
            judge(kernel, run, self.domain, self.launch, self.options, &OF_THREADS, &Observer::default());
        let judged = judged.map_or_else(|_| Vec::new(), |judged| judged.ledger.entries().collect());
        // With a race, the purpose of a barrier does not follow from what it orders: the barrier that is missing may be this one,
        // elsewhere.
        match judged.iter().find(|entry| !entry.standing.is_proved()) {
            None if known && !judged.is_empty() => Ok(signature(judged.into_iter())),
            None => Err(redundant::no_programs(self.kernel.terms())),
            Some(entry) => Err(redundant::open_property(entry.property, word(&entry.standing))),
        }
    }

    /// The verdicts on the kernel without some instructions, in a run of its own.
    fn verdicts_without(&self, insts: &BTreeSet<Inst>) -> Option<Signature> {
        let mut function: Function = self.kernel.function.clone();
        for &block in &self.kernel.function.order {
            function.blocks[block].insts.retain(|inst| !insts.contains(inst));
        }
        let judged = |stores: &Stores| {
            let module = &self.kernel.input.module;
            let launch = self.kernel.launch;
            let (run, domain): (Run, Partial) =
                exec::run(module, &function, launch, self.options, stores, Partial::default());
            let kernel = Kernel { function: &function, objects: &run.objects, ..*self.kernel };
            let observer = Observer::default();
            judge(&kernel, &run, &domain, self.launch, self.options, &OF_THREADS, &observer)
        };
        let judged = judged(&self.run.values).or_else(|wanted| judged(&Stores::At(wanted.0))).ok()?;
        Some(signature(judged.ledger.entries()))
    }

    /// Does it only wait and order?
    fn removable(&self, inst: Inst) -> bool {
        match &self.kernel.function.insts[inst].kind {
            InstKind::Barrier(barrier) => matches!(barrier.op, BarrierOp::Sync | BarrierOp::Arrive),
            InstKind::WarpSync(_) => true,
            _ => false,
        }
    }

    /// Whether a barrier may order something that is not seen.
    fn unseen(&self) -> Result<(), Unknown> {
        let terms = self.kernel.terms();
        let is_alone = self.kernel.launch.grid == Some([1; 3]);
        if self.options.launch.cta == CtaChoice::All && !is_alone {
            return Err(redundant::all_ctas(terms));
        }
        if let Some(site) = places::possible_order(&self.run.recording) {
            return Err(redundant::unplaced(self.kernel.place(site.loc), terms));
        }
        match talk(self.kernel.function).filter(|_| !is_alone) {
            Some(loc) => Err(redundant::communication(self.kernel.place(loc), terms)),
            None => Ok(()),
        }
    }

    fn redundant(&self, one: &Redundant, all: &[Redundant]) -> Diagnostic {
        let places = |insts: &BTreeSet<Inst>| {
            let mut places: Vec<Location> = Vec::new();
            for &inst in insts {
                let place = self.kernel.place(self.kernel.function.insts[inst].loc);
                if !places.iter().any(|known| known.same_place(&place)) {
                    places.push(place);
                }
            }
            places
        };
        let mut barriers: Vec<_> = one.group.barriers.iter().map(|&id| barrier(id)).collect();
        barriers.dedup();
        let instead_of = one.instead_of.and_then(|other| places(&all[other].insts).into_iter().next());
        let found = Diagnostic::redundant_barrier(
            RedundantBarrier {
                barriers,
                locations: places(&one.insts),
                generations: one.group.generations,
                instead_of,
            },
            self.kernel.terms(),
        );
        match self.launch.ctas {
            Ctas::One(at) => found.note(checked_alone(at, self.kernel.terms())),
            _ => found,
        }
    }
}

/// The programs with every wait, and those with waits that order memory only.
fn all(recorded: &Programs) -> impl Iterator<Item = &Warps> {
    std::iter::once(&recorded.waits).chain(recorded.weaker.iter().map(|weaker| &weaker.warps))
}

fn signature(entries: impl Iterator<Item = Entry>) -> Signature {
    let said = |diagnostic: &Diagnostic| -> Vec<(Option<Rule>, Vec<Location>)> {
        match &diagnostic.facts {
            // Which of several races is reported for all of one cause does not matter.
            Some(Facts::Race(race)) => {
                let rule = race.benign.then_some(diagnostic.rule);
                race.all().map(|sides| (rule, sides.map(|side| side.location.clone()).to_vec())).collect()
            }
            _ => {
                let places = diagnostic.labels.iter().map(|label| label.location.clone());
                vec![(Some(diagnostic.rule), places.collect())]
            }
        }
    };
    let signed = |entry: Entry| {
        let said: BTreeSet<_> = entry.findings.iter().flat_map(said).collect();
        (word(&entry.standing), said)
    };
    entries.map(signed).collect()
}

/// Where CTAs may communicate: through atomics, volatile or strong accesses to global memory, or by a fence.
fn talk(function: &Function) -> Option<LocId> {
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    let others = |space| matches!(space, Space::Global | Space::Generic | Space::Cluster);
    let mut talks = insts.filter(|&&inst| match &function.insts[inst].kind {
        InstKind::Fence { scope, .. } => *scope != Scope::Cta,
        InstKind::Load { addr, access, .. } | InstKind::Store { addr, access, .. } => {
            others(addr.space) && (access.volatile || access.order != Order::Weak)
        }
        InstKind::Atomic { addr, .. } => others(addr.space),
        kind => kind.effects().touches_anything(),
    });
    talks.next().map(|&inst| function.insts[inst].loc)
}
