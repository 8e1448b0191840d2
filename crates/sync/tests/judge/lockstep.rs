//! Lock-step runs against the plain form: each command between two waits of the lanes that execute it together.
//!
//! `RADDLE_JUDGE_LOCKSTEP` sets the number of CTAs (30,000 by default), `RADDLE_JUDGE_SEED` the seed.

use crate::cases::{cases, number};
use crate::judge::generator::Random;
use crate::judge::large::{Found, plain_races};
use crate::judge::{listing, plain};
use raddle_sync::program::{
    Access, BarrierId, Command, Cta, How, Kind, Registration, Site, ThreadId, ValueId,
};
use raddle_sync::warps::{
    Action, Edge, Event, Footprint, LANES, Places, Twins, Values, Warp, WarpRegistration, Warps, lanes,
};
use raddle_sync::{RaceVerdict, Stop, Synchronisation};
use std::collections::{BTreeMap, BTreeSet};

/// A CTA in both forms.
struct Both {
    width: u32,
    warps: Warps,
    programs: Vec<Vec<Command>>,
}

impl Both {
    fn new(warps: u32, width: u32) -> Self {
        let all = (1_u64 << width) - 1;
        let warp = |n| Warp { first: n * width, lanes: all as u32, ..Warp::default() };
        Self {
            width,
            warps: Warps { warps: (0..warps).map(warp).collect(), ..Warps::default() },
            programs: vec![Vec::new(); (warps * width) as usize],
        }
    }

    fn program(&mut self, warp: u32, lane: u32) -> &mut Vec<Command> {
        &mut self.programs[(warp * self.width + lane) as usize]
    }

    fn push(&mut self, warp: u32, lanes: u32, action: Action) {
        self.warps.warps[warp as usize].events.push(Event::new(lanes, action));
    }

    fn edge(&mut self, warp: u32, mask: u32, edge: Edge) {
        let barrier = BarrierId::Step { warp, mask };
        let count = mask.count_ones();
        let registration = Registration { how: How::Sync, barrier, count, weight: 1, site: Site(0) };
        self.warps.registrations.push(WarpRegistration { registration, extra: (0, 0), edge: Some(edge) });
        self.push(warp, mask, Action::Register(self.warps.registrations.len() as u32 - 1));
    }

    /// An instruction that the lanes `together` execute, and that takes effect in the `active` ones.
    fn access(&mut self, warp: u32, (together, active): (u32, u32), of_lane: impl Fn(u32) -> Access) {
        let first = of_lane(active.trailing_zeros());
        let table: Vec<Access> = (0..LANES).map(&of_lane).collect();
        self.warps.footprints.push(Footprint {
            access: Access { object: 0, offset: 0, value: None, uncertain: false, ..first },
            places: Places::Table(table.iter().map(|access| (access.object, access.offset)).collect()),
            values: Values::Table(table.iter().map(|access| access.value).collect()),
            twins: Twins::default(),
            uncertain: 0,
            area: None,
        });
        self.push(warp, active, Action::Access(self.warps.footprints.len() as u32 - 1));
        for lane in lanes(together) {
            let wait = Command::warp_sync(warp, together, 0);
            let program = self.program(warp, lane);
            program.push(wait);
            if active >> lane & 1 == 1 {
                program.push(Command::Access(of_lane(lane)));
            }
            program.push(wait);
        }
    }

    /// All threads, or a producer that arrives and others that wait.
    fn barrier(&mut self, id: u32, producer: Option<u32>, site: u32) {
        for warp in 0..self.warps.warps.len() as u32 {
            let how = if producer == Some(warp) { How::Arrive } else { How::Sync };
            let registration = Registration {
                how,
                barrier: BarrierId::Named(id),
                count: self.programs.len() as u32,
                weight: 1,
                site: Site(site),
            };
            self.warps.registrations.push(WarpRegistration { registration, extra: (0, 0), edge: None });
            let all = self.warps.warps[warp as usize].lanes;
            self.push(warp, all, Action::Register(self.warps.registrations.len() as u32 - 1));
            for lane in 0..self.width {
                self.program(warp, lane).push(Command::Register(registration));
            }
        }
    }
}

/// A part of the lanes that is not empty.
fn some(random: &mut Random, of: u32) -> u32 {
    let mask = of & random.below(1 << 16) as u32;
    if mask == 0 || random.below(3) == 0 { of } else { mask }
}

fn random_cta(random: &mut Random) -> Both {
    let width = [2, 3, 4, 8][random.below(4)];
    let warps = 1 + random.below(3) as u32;
    let mut both = Both::new(warps, width);
    let mut site = 0;
    for _ in 0..1 + random.below(3) {
        for warp in 0..warps {
            let all = both.warps.warps[warp as usize].lanes;
            // The lanes together, then perhaps one side of a branch and the other.
            let side = some(random, all);
            let groups = [[all, 0], [side, all & !side], [side, all]][random.below(3)];
            for together in groups.into_iter().filter(|group| *group != 0) {
                both.edge(warp, together, Edge::Opens);
                for _ in 0..1 + random.below(3) {
                    site += 1;
                    let kind = [Kind::Read, Kind::Write][random.below(2)];
                    let (base, stride) = ([0, 4, 8][random.below(3)], [4, 4, 4, 0][random.below(4)]);
                    let value = (kind == Kind::Write && random.below(4) == 0).then_some(ValueId(7));
                    let of_lane = |lane: u32| Access {
                        value,
                        ..Access::shared(kind, base + stride * u64::from(lane), 4, site)
                    };
                    let active = some(random, together);
                    both.access(warp, (together, active), of_lane);
                }
                both.edge(warp, together, Edge::Closes);
            }
        }
        site += 1;
        let producer = (warps > 1 && random.below(3) == 0).then(|| random.below(warps as usize) as u32);
        both.barrier(random.below(2) as u32, producer, site);
    }
    both
}

#[test]
fn lock_step_runs_are_waits_around_each_command() {
    let cases = cases("RADDLE_JUDGE_LOCKSTEP", 10_000, 30_000);
    let seed = number("RADDLE_JUDGE_SEED").unwrap_or(1);
    let mut tally: BTreeMap<&str, u64> = BTreeMap::new();
    for case in 0..cases {
        let mut random = Random(seed.wrapping_mul(0x10c5_0000_0000).wrapping_add(case));
        let both = random_cta(&mut random);
        let cta = Cta::new(both.programs);
        let context = || format!("case {case}, seed {seed}\n{}", listing(&cta));
        let analysis = raddle_sync::analyse(&both.warps, &Stop::default());
        let theirs = plain::analyse(&cta);
        let well = theirs.trace.outcome == plain::trace::Outcome::Done && theirs.violations.is_empty();
        assert_eq!(analysis.synchronisation == Synchronisation::Well, well, "{}", context());
        if !well {
            *tally.entry("not well-synchronised").or_default() += 1;
            continue;
        }
        let RaceVerdict::Decided(races) = &analysis.races else { panic!("races undecided: {}", context()) };
        let found: Found = races
            .races
            .iter()
            .map(|r| ((r.first.access.site, r.second.access.site, r.class), r.count))
            .collect();
        let expected = plain_races(&cta).unwrap_or_default();
        assert_eq!(found, expected, "{}", context());
        let within: BTreeSet<bool> = races
            .races
            .iter()
            .map(|race| {
                let warp = |at: ThreadId| at.0 / both.width;
                warp(race.first.at.thread) == warp(race.second.at.thread)
            })
            .collect();
        *tally.entry(if found.is_empty() { "race-free" } else { "racy" }).or_default() += 1;
        *tally.entry("racy within a warp").or_default() += u64::from(within.contains(&true));
        *tally.entry("racy between warps").or_default() += u64::from(within.contains(&false));
    }
    println!("{cases} CTAs, 0 disagreements: {tally:?}");
    for (name, thousandths) in
        [("race-free", 30), ("racy", 300), ("racy within a warp", 100), ("racy between warps", 100)]
    {
        let count = tally.get(name).copied().unwrap_or(0);
        assert!(count * 1000 >= cases * thousandths, "only {count} of {cases} CTAs are: {name}");
    }
}
