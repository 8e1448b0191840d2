//! Mutants of real kernels: the fast algorithm of `raddle-sync` against the plain one.
//!
//! The thread programs of kernels that synchronise are recorded and changed in one place: a registration at a barrier is dropped,
//! moved, given another count or another barrier, or an access goes elsewhere; for a whole warp or for some of its lanes. Both
//! algorithms say of each mutant whether it is well-synchronised, and which pairs of lines race in which way, how often.
//!
//! `RADDLE_MUTANTS` sets the number of mutants of each kernel, `RADDLE_MUTANTS_SEED` the seed, `RADDLE_MUTANTS_COMMANDS` the
//! size of the largest kernel in commands of all threads, and `RADDLE_MUTANTS_DIR` a folder of PTX files that state their block
//! size (`.maxntid`), which are taken instead of the project's kernels.

#[path = "../../sync/tests/judge/plain/mod.rs"]
mod plain;

use crate::cases::cases;
use crate::common::{Random, setting};
use plain::trace::{Outcome, Schedule, Trace};
use raddle::{Key, Launches, Options, recorded};
use raddle_sync::program::{Access, BarrierId, Cta, Site, ThreadId};
use raddle_sync::race::{Class, class};
use raddle_sync::warps::{Action, Event, Footprint, Places, Warps};
use raddle_sync::{RaceVerdict, Stop, Synchronisation, analyse};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

/// Files with their launches.
fn kernels() -> Vec<(PathBuf, Options)> {
    if let Some(folder) = std::env::var_os("RADDLE_MUTANTS_DIR") {
        return files(Path::new(&folder))
            .into_iter()
            .filter_map(|file| Some((bounded(&file)?, file)))
            .map(|(o, f)| (f, o))
            .collect();
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels");
    let folders = ["paper001", "real/clang", "real/cutedsl", "real/numba", "real/nvcc", "real/triton"];
    let all = folders.iter().flat_map(|folder| files(&root.join(folder)));
    all.filter_map(|file| Some((asked(&file)?, file))).map(|(options, file)| (file, options)).collect()
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.retain(|file| file.extension().is_some_and(|e| e == "cu" || e == "ptx"));
    files.sort();
    files
}

fn extent(text: &str) -> Option<[u32; 3]> {
    let mut extent = [1; 3];
    for (to, number) in extent.iter_mut().zip(text.split(',')) {
        *to = number.trim().parse().ok()?;
    }
    Some(extent)
}

/// The block that a kernel bounds itself by.
fn bounded(file: &Path) -> Option<Options> {
    let text = std::fs::read_to_string(file).ok()?;
    let bound = text.lines().find_map(|line| line.strip_prefix(".maxntid "))?;
    let block = extent(bound).map(|block| block.map(Some));
    Some(Options { launch: Launches { block, ..Launches::default() }, ..Options::default() })
}

/// The launch that a kernel's header asks for first; none if it asks for more than sizes and arguments.
fn asked(file: &Path) -> Option<Options> {
    let text = String::from_utf8_lossy(&std::fs::read(file).ok()?).into_owned();
    if !text.lines().any(|line| line.contains("bar") || line.contains("__sync")) {
        return None;
    }
    let mut options = Options::default();
    let mut words = text.lines().find_map(|line| line.strip_prefix("//! check:"))?.split_whitespace();
    while let (Some(flag), Some(value)) = (words.next(), words.next()) {
        match flag {
            "--block" => options.launch.block = Some(extent(value)?.map(Some)),
            "--grid" => options.launch.grid = Some(extent(value)?.map(Some)),
            "--arg" => {
                let (key, value) = value.split_once('=')?;
                let key = key.parse().map_or_else(|_| Key::Name(key.to_owned()), Key::Index);
                options.launch.args.push((key, value.to_owned()));
            }
            _ => return None,
        }
    }
    Some(options)
}

/// The ways to change a CTA in one place.
const CHANGES: [&str; 5] = ["dropped", "moved", "miscounted", "renamed", "shifted"];

/// A changed copy; none where there is nothing to change so.
fn mutant(warps: &Warps, change: &str, random: &mut Random) -> Option<Warps> {
    let mut all = warps.clone();
    let wanted = |event: &Event| match event.action() {
        Action::Register(_) => change != "shifted",
        Action::Access(_) => change == "shifted",
        Action::Nothing => false,
    };
    let places: Vec<(usize, usize)> = (all.warps.iter().enumerate())
        .flat_map(|(warp, of)| of.events.iter().enumerate().map(move |(n, event)| (warp, n, event)))
        .filter(|(_, _, event)| wanted(event))
        .map(|(warp, n, _)| (warp, n))
        .collect();
    if places.is_empty() {
        return None;
    }
    let (warp, at) = random.pick(&places);
    let event = all.warps[warp].events[at];
    // Some of the lanes, sometimes.
    let some = if random.chance(30) { event.lanes & random.next() as u32 } else { event.lanes };
    let lanes = if some == 0 { event.lanes } else { some };
    let action = match (change, event.action()) {
        ("miscounted", Action::Register(id)) => {
            let mut other = all.registrations[id as usize];
            let count = other.registration.count;
            let by = random.pick(&[1, 31, 32, 64, count]);
            other.registration.count =
                if random.chance(50) { count + by } else { count.saturating_sub(by).max(1) };
            all.registrations.push(other);
            Action::Register(all.registrations.len() as u32 - 1)
        }
        ("renamed", Action::Register(id)) => {
            let mut other = all.registrations[id as usize];
            other.registration.barrier = BarrierId::Named(random.below(16) as u32);
            all.registrations.push(other);
            Action::Register(all.registrations.len() as u32 - 1)
        }
        ("shifted", Action::Access(id)) => {
            let mut other: Footprint = all.footprints[id as usize].clone();
            let by = random.pick(&[-128, -32, -4, -1, 1, 2, 4, 8, 32, 128_i64]);
            let shift = |offset: &mut u64| *offset = offset.wrapping_add_signed(by);
            match &mut other.places {
                Places::Affine { start, .. } => shift(start),
                Places::Table(places) => places.iter_mut().for_each(|(_, offset)| shift(offset)),
            }
            // What would lie before the object stays.
            if (0..32).any(|lane| other.place(lane).1 > u64::MAX / 2) {
                return None;
            }
            all.footprints.push(other);
            Action::Access(all.footprints.len() as u32 - 1)
        }
        (_, action) => action,
    };
    let events = &mut all.warps[warp].events;
    events[at] = Event::new(event.lanes & !lanes, event.action());
    match change {
        "dropped" => {}
        "moved" => {
            let near = (at + events.len() + random.below(17)).saturating_sub(8) % events.len();
            let to = if random.chance(70) { near } else { random.below(events.len()) };
            events.insert(to, Event::new(lanes, action));
        }
        _ => events.insert(at, Event::new(lanes, action)),
    }
    events.retain(|event| event.lanes != 0);
    Some(all)
}

/// A pair of sites and the class of their races.
type Sites = (Site, Site, Class);

/// How many pairs of threads and what they access.
type Races = BTreeMap<Sites, u64>;

/// More pairs than these are not counted one by one.
const MOST_PAIRS: usize = 1_000_000;

/// The races of a well-synchronised CTA as the plain algorithm finds them, and whether they are all.
fn plain_races(cta: &Cta, trace: &Trace) -> (Races, bool) {
    let hb = plain::happens_before::HappensBefore::new(cta, trace).expect("a CTA of this size");
    let merged = plain::race::merged_accesses(cta, trace);
    let mut pairs: BTreeSet<(Sites, [(ThreadId, Access); 2])> = BTreeSet::new();
    let flow = plain::race::for_each_race(&merged, &hb, &mut |a, b| {
        let mut sides = [(a.at.thread, a.access), (b.at.thread, b.access)];
        sides.sort_by_key(|&(thread, access)| (access.site, thread, access));
        pairs.insert(((sides[0].1.site, sides[1].1.site, class(&a.access, &b.access)), sides));
        if pairs.len() > MOST_PAIRS { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let mut races = Races::new();
    for (key, _) in pairs {
        *races.entry(key).or_default() += 1;
    }
    (races, flow.is_continue())
}

/// A run that reaches the end, if the plain algorithm finds one.
fn plain_run(cta: &Cta) -> Trace {
    let schedules = [Schedule::InTurn, Schedule::InTurnFromTheLast, Schedule::ToTheBlock];
    let mut runs = schedules.map(|schedule| plain::trace::run(cta, schedule)).into_iter();
    let first = runs.next().expect("there are three");
    if first.outcome == Outcome::Done {
        first
    } else {
        runs.find(|r| r.outcome == Outcome::Done).unwrap_or(first)
    }
}

/// Compares the algorithms; says what the CTA is.
fn compare(warps: &Warps) -> Result<&'static str, String> {
    let analysis = analyse(warps, &Stop::default());
    let cta = warps.to_threads();
    let trace = plain_run(&cta);
    let well = trace.outcome == Outcome::Done && {
        let hb = plain::happens_before::HappensBefore::new(&cta, &trace).expect("a CTA of this size");
        plain::wellsync::violations(&cta, &trace, &hb).is_empty()
    };
    match &analysis.synchronisation {
        Synchronisation::Well if well => {}
        Synchronisation::Failed(_) if !well => return Ok("fails"),
        Synchronisation::Reuse { .. } if !well => return Ok("reuses a barrier too early"),
        other => return Err(format!("{other:?}; plain: {:?}, well-synchronised: {well}", trace.outcome)),
    }
    let RaceVerdict::Decided(races) = &analysis.races else { return Err("races undecided".into()) };
    let found: Races =
        races.races.iter().map(|r| ((r.first.access.site, r.second.access.site, r.class), r.count)).collect();
    let (expected, all) = plain_races(&cta, &trace);
    let agree = match all && !races.truncated {
        true => found == expected,
        false => found.is_empty() == expected.is_empty(),
    };
    if !agree {
        return Err(format!("races {found:?}; plain: {expected:?}"));
    }
    Ok(if found.is_empty() { "well-synchronised, race-free" } else { "well-synchronised, racy" })
}

#[test]
fn mutants_get_the_same_verdicts_from_both_algorithms() {
    let each = cases("RADDLE_MUTANTS", 6, 10);
    let seed = setting("RADDLE_MUTANTS_SEED", 1);
    let most = setting("RADDLE_MUTANTS_COMMANDS", 40_000);
    let mut tally: BTreeMap<(&str, &str), u64> = BTreeMap::new();
    let (mut bases, mut left_out, mut mutants) = (0, 0, 0);
    for (n, (file, options)) in (0..).zip(kernels()) {
        for warps in recorded(&file, &options) {
            let lanes = |warp: &raddle_sync::warps::Warp| -> u64 {
                warp.events.iter().map(|event| u64::from(event.lanes.count_ones())).sum()
            };
            let registers = |event: &Event| matches!(event.action(), Action::Register(_));
            let size: u64 = warps.warps.iter().map(lanes).sum();
            if size > most || !warps.warps.iter().any(|warp| warp.events.iter().any(registers)) {
                left_out += u64::from(size > most);
                continue;
            }
            bases += 1;
            let mut verdict = |of: &Warps, change: &'static str, case: u64| match compare(of) {
                Ok(verdict) => *tally.entry((change, verdict)).or_default() += 1,
                Err(what) => panic!("{}, {change}, case {case}, seed {seed}: {what}", file.display()),
            };
            verdict(&warps, "as it is", 0);
            for case in 0..each {
                let mut random = Random::new(seed.wrapping_mul(0x1000_0000).wrapping_add(n), case);
                let change = CHANGES[case as usize % CHANGES.len()];
                if let Some(mutant) = mutant(&warps, change, &mut random) {
                    verdict(&mutant, change, case);
                    mutants += 1;
                }
            }
        }
    }
    println!("{bases} kernels ({left_out} larger ones left out), {mutants} mutants, 0 disagreements");
    for ((change, verdict), count) in &tally {
        println!("{count:>7}  {change}: {verdict}");
    }
    if std::env::var_os("RADDLE_MUTANTS_DIR").is_none() {
        assert!(bases >= 40, "only {bases} kernels");
        for verdict in
            ["fails", "reuses a barrier too early", "well-synchronised, racy", "well-synchronised, race-free"]
        {
            let of_mutants = tally.iter().filter(|((change, v), _)| *change != "as it is" && *v == verdict);
            let count: u64 = of_mutants.map(|(_, count)| count).sum();
            assert!(count * 50 >= mutants, "only {count} of {mutants} mutants: {verdict}");
        }
    }
}
