//! The fast algorithm against the plain one, on CTAs of up to 64 threads in warps.
//!
//! `RADDLE_JUDGE_LARGE` sets the number of CTAs (100,000 by default), `RADDLE_JUDGE_SEED` the seed.

use crate::cases::{cases, number};
use crate::judge::generator::Random;
use crate::judge::listing;
use crate::judge::plain;
use crate::judge::plain::trace::Outcome;
use raddle_sync::program::{
    Access, BarrierId, Command, Cta, How, Kind, Registration, Scope, Site, ThreadId, ValueId,
};
use raddle_sync::race::Class;
use raddle_sync::warps::Warps;
use raddle_sync::{RaceVerdict, Stop, Synchronisation};
use std::collections::{BTreeMap, BTreeSet};

/// Warps that do much the same in each of a few phases.
fn random_cta(random: &mut Random) -> (Cta, u32) {
    let width = [1, 2, 4, 8, 32][random.below(5)];
    let most = 64 / width as usize;
    let warps = 1 + random.below(most.min(6));
    let threads = warps * width as usize;
    let mut programs: Vec<Vec<Command>> = vec![Vec::new(); threads];
    let mut site = 0;
    for _ in 0..1 + random.below(6) {
        for warp in 0..warps {
            for _ in 0..random.below(4) {
                site += 1;
                access(random, &mut programs[warp * width as usize..][..width as usize], warp, site);
            }
        }
        site += 1;
        barrier(random, &mut programs, width as usize, site);
    }
    // Loops: the same again.
    if random.below(3) == 0 {
        let again = programs.clone();
        programs.iter_mut().zip(again).for_each(|(program, more)| program.extend(more));
    }
    for _ in 0..[0, 0, 0, 1, 2][random.below(5)] {
        let program = random.below(threads);
        let program = &mut programs[program];
        if !program.is_empty() {
            let (from, to) = (random.below(program.len()), random.below(program.len()));
            match random.below(2) {
                0 => drop(program.remove(from)),
                _ => program.swap(from, to),
            }
        }
    }
    (Cta::new(programs), width)
}

/// Lanes of a warp access memory in one of the usual patterns.
fn access(random: &mut Random, lanes: &mut [Vec<Command>], warp: usize, site: u32) {
    let kind = [Kind::Read, Kind::Read, Kind::Write, Kind::Write, Kind::Update][random.below(5)];
    let scope = (kind == Kind::Update || random.below(12) == 0).then_some(Scope::Cta);
    let size = [4, 4, 4, 8, 2][random.below(5)];
    let stride = [4, 4, 8, 0, 2][random.below(5)];
    let base = [0, 4, 64, 128 * warp as u64, 128 * random.below(3) as u64][random.below(5)];
    let all = random.below(4) != 0;
    let value = match random.below(3) {
        0 => None,
        n => Some(n),
    };
    for (lane, program) in lanes.iter_mut().enumerate() {
        if all || random.below(3) == 0 {
            let value = value.map(|n| ValueId(if n == 1 { 7 } else { lane as u32 / 2 }));
            let mut access = Access::shared(kind, base + stride * lane as u64, size, site);
            access.value = value.filter(|_| kind == Kind::Write);
            access.scope = scope;
            access.uncertain = random.below(40) == 0;
            program.push(Command::Access(access));
        }
    }
}

/// All threads, some warps, a producer and its consumers, or the lanes of each warp.
fn barrier(random: &mut Random, programs: &mut [Vec<Command>], width: usize, site: u32) {
    let threads = programs.len();
    let id = random.below(3) as u32;
    let warps = threads / width;
    let mut register = |how, threads: &mut dyn Iterator<Item = usize>, count: usize| {
        for thread in threads {
            let registration = Registration {
                how,
                barrier: BarrierId::Named(id),
                count: count as u32,
                weight: 1,
                site: Site(site + 1000 * u32::from(how == How::Arrive)),
            };
            programs[thread].push(Command::Register(registration));
        }
    };
    match random.below(6) {
        0 | 1 => register(How::Sync, &mut (0..threads), threads),
        2 => {
            let from = random.below(warps) * width;
            register(How::Sync, &mut (from..threads), threads - from);
        }
        3 => {
            let producer = random.below(warps);
            let of_producer = |thread: &usize| thread / width == producer;
            register(How::Arrive, &mut (0..threads).filter(of_producer), threads);
            register(How::Sync, &mut (0..threads).filter(|thread| !of_producer(thread)), threads);
        }
        4 => {
            for warp in 0..warps {
                let mask = if width == 32 { u32::MAX } else { (1 << width) - 1 };
                for program in &mut programs[warp * width..][..width] {
                    program.push(Command::warp_sync(warp as u32, mask, site));
                }
            }
        }
        _ => {
            // Half of each warp: a generation may complete in the midst of a class.
            let half = threads.div_ceil(2);
            register([How::Sync, How::Arrive][random.below(2)], &mut (0..threads), half);
        }
    }
}

/// A pair of sites and the class of their races.
type Key = (Site, Site, Class);

/// How many races each has.
pub(crate) type Found = BTreeMap<Key, u64>;

/// The races as the plain algorithm finds them: for each pair of sites and class, how many pairs of threads and places.
pub(crate) fn plain_races(cta: &Cta) -> Option<Found> {
    let found = plain::analyse(cta);
    if found.trace.outcome != Outcome::Done || !found.violations.is_empty() {
        return None;
    }
    let hb = plain::happens_before::HappensBefore::new(cta, &found.trace).ok()?;
    let merged = plain::race::merged_accesses(cta, &found.trace);
    let mut pairs: BTreeSet<(Key, [(ThreadId, Access); 2])> = BTreeSet::new();
    let _ = plain::race::for_each_race(&merged, &hb, &mut |a, b| {
        let mut sides = [(a.at.thread, a.access), (b.at.thread, b.access)];
        sides.sort_by_key(|&(thread, access)| (access.site, thread, access));
        let class = raddle_sync::race::class(&a.access, &b.access);
        pairs.insert(((sides[0].1.site, sides[1].1.site, class), sides));
        std::ops::ControlFlow::Continue(())
    });
    let mut all = Found::new();
    for (key, _) in pairs {
        *all.entry(key).or_default() += 1;
    }
    Some(all)
}

#[test]
fn the_fast_algorithm_agrees_with_the_plain_one() {
    let cases = cases("RADDLE_JUDGE_LARGE", 20_000, 100_000);
    let seed = number("RADDLE_JUDGE_SEED").unwrap_or(1);
    let mut tally: BTreeMap<&str, u64> = BTreeMap::new();
    for case in 0..cases {
        let mut random = Random(seed.wrapping_mul(0x1a26_0000_0000).wrapping_add(case));
        let (cta, width) = random_cta(&mut random);
        let warps = Warps::from_threads(&cta, width);
        let analysis = raddle_sync::analyse(&warps, &Stop::default());
        let plain = plain::analyse(&cta);
        let context = || format!("case {case}, seed {seed}, {width} lanes to a warp\n{}", listing(&cta));
        let mut count = |name| *tally.entry(name).or_default() += 1;
        match &analysis.synchronisation {
            Synchronisation::Well => {
                count("well-synchronised");
                assert_eq!(plain.trace.outcome, Outcome::Done, "{}", context());
                assert!(plain.violations.is_empty(), "{}", context());
                let RaceVerdict::Decided(races) = &analysis.races else {
                    panic!("races undecided: {}", context())
                };
                let found: Found = (races.races.iter())
                    .map(|r| ((r.first.access.site, r.second.access.site, r.class), r.count))
                    .collect();
                let expected = plain_races(&cta).unwrap_or_default();
                assert_eq!(found, expected, "{}", context());
                count(if found.is_empty() { "race-free" } else { "racy" });
                if analysis.statistics.classes < analysis.statistics.threads {
                    count("several threads in a class");
                }
            }
            Synchronisation::Reuse { violations, .. } => {
                count("unsafe reuse");
                let ends = plain.trace.outcome == Outcome::Done;
                assert!(!ends || !plain.violations.is_empty(), "{}", context());
                // Classes register in another order than threads, and then generations may mix otherwise.
                if ends && analysis.statistics.classes == analysis.statistics.threads {
                    let mine: BTreeSet<_> = violations
                        .iter()
                        .map(|r| (analysis.trace.node(r.earlier).barrier, r.count))
                        .collect();
                    let theirs: BTreeSet<_> = plain
                        .violations
                        .iter()
                        .map(|r| (plain.trace.node(r.earlier).barrier, r.count))
                        .collect();
                    assert_eq!(mine, theirs, "{}", context());
                    count("unsafe reuse, compared one by one");
                }
            }
            Synchronisation::Failed(_) => {
                count("failed");
                let well = plain.trace.outcome == Outcome::Done && plain.violations.is_empty();
                assert!(!well, "{}", context());
            }
            Synchronisation::Unknown(reason) => panic!("{reason}: {}", context()),
        }
    }
    println!("{cases} CTAs, 0 disagreements: {tally:?}");
    for (name, thousandths) in [
        ("race-free", 30),
        ("racy", 100),
        ("unsafe reuse", 30),
        ("failed", 30),
        ("several threads in a class", 100),
    ] {
        let count = tally.get(name).copied().unwrap_or(0);
        assert!(count * 1000 >= cases * thousandths, "only {count} of {cases} CTAs are: {name}");
    }
}
