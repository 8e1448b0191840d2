//! Barriers that order nothing: the dependence graph without them.
//!
//! Registrations that meet in one generation belong together: to take one side away alone makes no sense. So the source sites of a
//! CTA's registrations fall into [`Group`]s, and a group is a candidate as a whole. It is taken away ([`without`]), what is left is
//! analysed, and the result compared ([`result`]).
//!
//! Race freedom with atomics is weaker than order: two atomics never race, but which of them is first may matter to what the kernel
//! computes. So what is compared are the unordered conflicts of the CTA with its atomics taken as plain accesses ([`plainly`]). A group
//! without which these stay the same orders nothing that two threads could observe.

use crate::program::{BarrierId, Site};
use crate::race::Class;
use crate::warps::{Action, Event, Warps};
use crate::{Analysis, RaceVerdict, Synchronisation};
use std::collections::{BTreeMap, BTreeSet};

/// Source sites whose registrations meet.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Group {
    /// The sites.
    pub sites: BTreeSet<Site>,
    /// At which barriers.
    pub barriers: BTreeSet<BarrierId>,
    /// In how many generations.
    pub generations: u64,
}

/// The groups of a CTA, by their first sites.
pub fn groups(warps: &Warps, analysis: &Analysis) -> Vec<Group> {
    // By site: a site of the same group, the smallest one in the end.
    let mut parent: BTreeMap<Site, Site> = BTreeMap::new();
    fn root(parent: &BTreeMap<Site, Site>, mut site: Site) -> Site {
        while let Some(&up) = parent.get(&site).filter(|&&up| up != site) {
            site = up;
        }
        site
    }
    let mut first_sites = Vec::new();
    for node in &analysis.trace.nodes {
        let mut first = None;
        for participant in &node.participants {
            let class = analysis.classes.get(participant.class);
            let position = class.registrations[participant.ordinal as usize];
            let Some(site) = site(warps, warps.warps[class.warp as usize].events[position as usize]) else {
                continue;
            };
            parent.entry(site).or_insert(site);
            let (a, b) = (root(&parent, site), root(&parent, *first.get_or_insert(site)));
            parent.insert(a.max(b), a.min(b));
        }
        first_sites.push((first, node.barrier));
    }
    let mut groups: BTreeMap<Site, Group> = BTreeMap::new();
    for &site in parent.keys() {
        groups.entry(root(&parent, site)).or_default().sites.insert(site);
    }
    for (first, barrier) in first_sites {
        if let Some(group) = first.and_then(|site| groups.get_mut(&root(&parent, site))) {
            group.barriers.insert(barrier);
            group.generations += 1;
        }
    }
    groups.into_values().collect()
}

/// The site of a registration that is a command.
fn site(warps: &Warps, event: Event) -> Option<Site> {
    let Action::Register(id) = event.action() else { return None };
    let registration = &warps.registrations[id as usize];
    registration.edge.is_none().then_some(registration.registration.site)
}

/// The same CTA without the registrations of these sites; all other commands keep their numbers.
pub fn without(warps: &Warps, sites: &BTreeSet<Site>) -> Warps {
    let mut rest = warps.clone();
    for event in rest.warps.iter_mut().flat_map(|warp| &mut warp.events) {
        if site(warps, *event).is_some_and(|site| sites.contains(&site)) {
            *event = Event::new(event.lanes, Action::Nothing);
        }
    }
    rest
}

/// The same CTA with plain accesses in place of atomic ones, so that these conflict too.
pub fn plainly(warps: &Warps) -> Warps {
    let mut plain = warps.clone();
    plain.footprints.iter_mut().for_each(|footprint| footprint.access.scope = None);
    plain
}

/// The unordered conflicts: pairs of sites with the class of their race, and how many threads and places race so.
pub type Conflicts = BTreeMap<(Site, Site, Class), u64>;

/// What must stay as it is. `None`: the CTA is not well-synchronised, or its races are not all known.
pub fn result(analysis: &Analysis) -> Option<Conflicts> {
    match (&analysis.synchronisation, &analysis.races) {
        (Synchronisation::Well, RaceVerdict::Decided(races)) if !races.truncated => {
            let key =
                |race: &crate::race::Race| (race.first.access.site, race.second.access.site, race.class);
            Some(races.races.iter().map(|race| (key(race), race.count)).collect())
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::{Access, Command, Cta, Kind, Scope};
    use crate::{Stop, analyse};

    /// For each group its sites, and whether the CTA is the same without it.
    fn redundant(programs: Vec<Vec<Command>>) -> Vec<(Vec<u32>, bool)> {
        let warps = plainly(&Warps::from_threads(&Cta::new(programs), 1));
        let analysis = analyse(&warps, &Stop::default());
        let before = result(&analysis).expect("it is well-synchronised");
        let alike = |group: &Group| {
            result(&analyse(&without(&warps, &group.sites), &Stop::default())).as_ref() == Some(&before)
        };
        let groups = groups(&warps, &analysis);
        groups.iter().map(|group| (group.sites.iter().map(|site| site.0).collect(), alike(group))).collect()
    }

    fn access(kind: Kind, byte: u64, site: u32) -> Command {
        Command::Access(Access::shared(kind, byte, 4, site))
    }

    #[test]
    fn of_two_barriers_in_a_row_each_is_redundant() {
        let thread = |own: u64, other: u64| {
            let (write, read) = (access(Kind::Write, own, 1), access(Kind::Read, other, 4));
            vec![write, Command::sync(0, 2, 2), Command::sync(0, 2, 3), read]
        };
        assert_eq!(redundant(vec![thread(0, 4), thread(4, 0)]), [(vec![2], true), (vec![3], true)]);
    }

    #[test]
    fn an_arrive_and_the_sync_that_it_meets_are_one_candidate() {
        let producer = vec![access(Kind::Write, 0, 1), Command::arrive(1, 2, 2)];
        let consumer = vec![Command::sync(1, 2, 3), access(Kind::Read, 0, 4)];
        assert_eq!(redundant(vec![producer, consumer]), [(vec![2, 3], false)]);
    }

    #[test]
    fn a_barrier_without_which_another_would_be_reused_too_early_is_needed() {
        // Barrier 1 joins threads 0 and 1, then 0 and 2; barrier 2 keeps the two apart.
        let first = vec![Command::sync(1, 2, 1), Command::sync(2, 2, 2), Command::sync(1, 2, 3)];
        let second = vec![Command::sync(1, 2, 4)];
        let third = vec![Command::sync(2, 2, 5), Command::sync(1, 2, 6)];
        let expected = [(vec![1, 4], true), (vec![2, 5], false), (vec![3, 6], true)];
        assert_eq!(redundant(vec![first, second, third]), expected);
    }

    #[test]
    fn a_barrier_between_atomics_is_needed() {
        let atomic = |site| {
            let update = Access { scope: Some(Scope::Cta), ..Access::shared(Kind::Update, 0, 4, site) };
            vec![Command::Access(update)]
        };
        let thread = |n| [atomic(n), vec![Command::sync(0, 2, 2)], atomic(n + 4)].concat();
        assert_eq!(redundant(vec![thread(1), thread(3)]), [(vec![2], false)]);
    }
}
