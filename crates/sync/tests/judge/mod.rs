//! The judge of the method: its verdicts on random small CTAs against all interleavings.
//!
//! `RADDLE_JUDGE_CASES` sets the number of CTAs (100,000 by default), `RADDLE_JUDGE_SEED` the seed.
//! A disagreement prints the CTA and the number of the case.

mod explorer;
mod figure4;
mod generator;
mod large;
mod lockstep;
mod plain;
mod twins;

use crate::cases::{cases, number};
use explorer::{Explorer, Reading, Truth, commands, enumerate, explore};
use figure4::Figure4;
use generator::{Random, random_cta};
use raddle_machine::barrier::{Barriers, Registered};
use raddle_sync::program::{BarrierId, Command, Cta, How, Point, Site, ThreadId};
use raddle_sync::race::{Class, class};
use raddle_sync::trace::Outcome;
use raddle_sync::warps::Warps;
use raddle_sync::wellsync::Reuse;
use raddle_sync::{Analysis, Failure, RaceVerdict, Stop, Synchronisation};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

/// The analysis, with this number of threads in a warp.
fn analyse(cta: &Cta, width: u32) -> (Warps, Analysis) {
    let warps = Warps::from_threads(cta, width);
    let analysis = raddle_sync::analyse(&warps, &Stop::default());
    (warps, analysis)
}

fn point((thread, index): (usize, usize)) -> Point {
    Point { thread: ThreadId(thread as u32), index: index as u32 }
}

fn listing(cta: &Cta) -> String {
    let mut text = String::new();
    for (thread, program) in cta.iter() {
        let _ = writeln!(text, "{thread}:");
        for (index, command) in program.commands.iter().enumerate() {
            let _ = match command {
                Command::Access(a) => {
                    let atomic = if a.scope.is_some() { " atomic" } else { "" };
                    writeln!(text, "  {index}: {:?}{atomic} {}+{} {:?}", a.kind, a.offset, a.size, a.value)
                }
                Command::Register(r) => {
                    writeln!(text, "  {index}: {} {} {} (weight {})", r.how, r.barrier, r.count, r.weight)
                }
            };
        }
    }
    text
}

/// What must be common enough for agreement to mean something.
#[derive(Default)]
struct Tally(BTreeMap<&'static str, u64>);

impl Tally {
    fn add(&mut self, name: &'static str, really: bool) {
        *self.0.entry(name).or_default() += u64::from(really);
    }
}

#[test]
fn all_verdicts_agree_with_all_interleavings() {
    let cases = cases("RADDLE_JUDGE_CASES", 20_000, 100_000);
    let seed = number("RADDLE_JUDGE_SEED").unwrap_or(1);
    let mut tally = Tally::default();
    let mut states = 0;
    for case in 0..cases {
        let mut random = Random(seed.wrapping_mul(0x1_0000_0000).wrapping_add(case));
        let cta = random_cta(&mut random);
        let truth = explore(&cta, Reading::Letter);
        states += truth.states;
        if let Err(disagreement) = compare(&cta, &truth, &mut tally) {
            panic!("case {case}, seed {seed}: {disagreement}\n{}", listing(&cta));
        }
    }
    println!("{cases} CTAs, {states} states, 0 disagreements");
    for (name, count) in &tally.0 {
        println!("{count:>9}  {:>5.1} %  {name}", 100.0 * *count as f64 / cases as f64);
    }
    // Shares in thousandths, well below what the generator makes.
    let least = [
        ("well-synchronised", 300),
        ("well-synchronised, a barrier reused", 60),
        ("well-synchronised, a barrier reused, with an arrive", 15),
        ("well-synchronised, an arrive-only generation", 15),
        ("well-synchronised, an arrive-only generation, reused", 2),
        ("well-synchronised, a dangling generation", 5),
        ("well-synchronised, a thread twice in a generation", 2),
        ("well-synchronised, racy", 50),
        ("well-synchronised, ordered conflict", 50),
        ("well-synchronised, benign races only", 3),
        ("deadlock found", 30),
        ("error found", 20),
        ("unsafe reuse found", 70),
        ("unsafe reuse found, with a consequence", 10),
        ("unsafe reuse found: deadlock in some schedule", 10),
        ("unsafe reuse found: the later one is a first command", 5),
        ("unsafe reuse found: an arrive over-arrives on itself only", 1),
    ];
    for (name, thousandths) in least {
        let count = tally.0.get(name).copied().unwrap_or(0);
        assert!(count * 1000 >= cases * thousandths, "only {count} of {cases} CTAs are: {name}");
    }
}

fn compare(cta: &Cta, truth: &Truth, tally: &mut Tally) -> Result<(), String> {
    let (warps, analysis) = analyse(cta, 32);
    let well = truth.well_synchronised(cta);
    let says = &analysis.synchronisation;
    tally.add("well-synchronised", well);
    let agrees = match says {
        Synchronisation::Well => well,
        Synchronisation::Failed(failure) => reachable(failure, truth) && !well,
        // Unsafe reuse is more than not well-synchronised: some schedule over-arrives.
        Synchronisation::Reuse { violations, consequence } => {
            let reachable = consequence.as_ref().is_none_or(|(_, failure)| reachable(failure, truth));
            !violations.is_empty() && !well && truth.err && reachable
        }
        Synchronisation::Unknown(_) => false,
    };
    if !agrees {
        let (deadlock, err) = (truth.deadlock, truth.err);
        return Err(format!("says {says:?}, truth: well {well}, deadlock {deadlock}, err {err}"));
    }
    match says {
        Synchronisation::Failed(failure) => {
            tally.add("deadlock found", matches!(failure, Failure::Deadlock(_)));
            tally.add("error found", matches!(failure, Failure::Error { .. }));
            explained(cta, failure)?;
        }
        Synchronisation::Reuse { violations, consequence } => {
            if let Some((_, failure)) = consequence {
                explained(cta, failure)?;
            }
            tally.add("unsafe reuse found, with a consequence", consequence.is_some());
            generations_mix(cta, &warps, &analysis, &violations[0])?;
            tally.add("unsafe reuse found", true);
            tally.add("unsafe reuse found: deadlock in some schedule", truth.deadlock);
            tally.add(
                "unsafe reuse found: the later one is a first command",
                violations.iter().all(|reuse| reuse.after.is_none()),
            );
            tally.add(
                "unsafe reuse found: an arrive over-arrives on itself only",
                violations.iter().all(|reuse| reuse.after == Some(reuse.lagging)),
            );
        }
        _ => {}
    }
    if well {
        compare_orders(cta, &warps, &analysis, truth, tally)
    } else {
        without_sites(cta, false, &BTreeSet::new())
    }
}

fn reachable(failure: &Failure, truth: &Truth) -> bool {
    match failure {
        Failure::Deadlock(_) => truth.deadlock,
        Failure::Error { .. } => truth.err,
    }
}

/// Generations, happens-before on every pair of commands, and the set of races.
fn compare_orders(
    cta: &Cta,
    warps: &Warps,
    analysis: &Analysis,
    truth: &Truth,
    tally: &mut Tally,
) -> Result<(), String> {
    let trace = &analysis.trace;
    let order = analysis.order(warps).ok_or("no happens-before")?;
    let mut expected = BTreeSet::new();
    let mut ordered_conflict = false;
    for c1 in commands(cta) {
        let generation = order.node_of(point(c1)).map(|node| trace.node(node).generation);
        if generation.map_or(0, |generation| 1 << generation) != truth.generations[c1.0][c1.1] {
            return Err(format!("generation of {}: {generation:?}", point(c1)));
        }
        for c2 in commands(cta) {
            // Definition 4, but strict where a command is compared with itself.
            if c1 != c2 && order.ordered(point(c1), point(c2)) == truth.strictly_before(c2, c1) {
                return Err(format!("R({}, {})", point(c1), point(c2)));
            }
            let (Some(Command::Access(a)), Some(Command::Access(b))) =
                (cta.command(point(c1)), cta.command(point(c2)))
            else {
                continue;
            };
            if c1.0 < c2.0 && a.conflicts(b, raddle_sync::program::Scope::Cta) {
                // Definition 8.
                if truth.strictly_before(c1, c2) && truth.strictly_before(c2, c1) {
                    expected.insert((a.site, b.site, class(a, b)));
                } else {
                    ordered_conflict = true;
                }
            }
        }
    }
    let RaceVerdict::Decided(races) = &analysis.races else { return Err("races undecided".into()) };
    let found: BTreeSet<_> = races
        .races
        .iter()
        .map(|race| (race.first.access.site, race.second.access.site, race.class))
        .collect();
    if found != expected || races.races.iter().any(|race| race.count != 1) || races.truncated {
        return Err(format!("races {found:?}, truth {expected:?}"));
    }
    for race in &races.races {
        for (last, other) in [(race.first.at, race.second.at), (race.second.at, race.first.at)] {
            let state =
                Explorer::new(cta, Reading::Letter).run_prefixes(&lengths(order.prefixes_before(last)))?;
            if state.next(other.thread.index()) > other.index as usize {
                return Err(format!("no schedule in which {last} comes before {other}"));
            }
        }
    }
    let classes: BTreeSet<Class> = expected.iter().map(|&(.., class)| class).collect();
    without_sites(cta, true, &classes)?;

    let several = trace.generations.values().any(|generations| generations.len() > 1);
    let arrives_only = |node| trace.node(node).syncs().next().is_none();
    let arrive_only = trace.nodes.iter().any(|node| node.complete && node.syncs().next().is_none());
    let arrive = trace.nodes.iter().any(|node| node.participants.iter().any(|p| p.how == How::Arrive));
    let twice = trace.nodes.iter().any(|node| {
        let threads: BTreeSet<_> = node.participants.iter().map(|p| p.class).collect();
        threads.len() < node.participants.len()
    });
    tally.add("well-synchronised, a barrier reused", several);
    tally.add("well-synchronised, a barrier reused, with an arrive", several && arrive);
    tally.add("well-synchronised, an arrive-only generation", arrive_only);
    tally.add(
        "well-synchronised, an arrive-only generation, reused",
        trace.generations.values().any(|generations| generations.len() > 1 && arrives_only(generations[0])),
    );
    tally.add("well-synchronised, a dangling generation", trace.nodes.iter().any(|node| !node.complete));
    tally.add("well-synchronised, a thread twice in a generation", twice);
    tally.add("well-synchronised, racy", classes.contains(&Class::Harmful));
    tally.add("well-synchronised, benign races only", classes.iter().eq([&Class::Benign]));
    tally.add("well-synchronised, ordered conflict", ordered_conflict);
    Ok(())
}

/// How many commands of each thread run.
fn lengths(prefixes: Vec<(ThreadId, u32)>) -> Vec<u32> {
    prefixes.into_iter().map(|(_, length)| length).collect()
}

/// With one site for all, threads that synchronise alike are one class, and equal accesses of an interval are merged: no
/// verdict may change, and no class of race come or go.
fn without_sites(cta: &Cta, well: bool, expected: &BTreeSet<Class>) -> Result<(), String> {
    let mut cta = cta.clone();
    for command in cta.threads.iter_mut().flat_map(|program| &mut program.commands) {
        match command {
            Command::Access(access) => access.site = Site(0),
            Command::Register(registration) => registration.site = Site(0),
        }
    }
    for width in [2, 32] {
        let (_, analysis) = analyse(&cta, width);
        if (analysis.synchronisation == Synchronisation::Well) != well {
            return Err(format!("{width} lanes to a warp: {:?}", analysis.synchronisation));
        }
        if !well {
            continue;
        }
        let RaceVerdict::Decided(races) = analysis.races else { return Err("races undecided".into()) };
        let found: BTreeSet<Class> = races.races.iter().map(|race| race.class).collect();
        if &found != expected {
            return Err(format!("{width} lanes to a warp: {found:?} instead of {expected:?}"));
        }
    }
    Ok(())
}

/// The schedule that shows unsafe reuse must show it: the later generation's registration gets an earlier one.
fn generations_mix(cta: &Cta, warps: &Warps, analysis: &Analysis, reuse: &Reuse) -> Result<(), String> {
    let trace = &analysis.trace;
    let order = analysis.order(warps).ok_or("no happens-before")?;
    let explorer = Explorer::new(cta, Reading::Letter);
    let state = explorer.run_prefixes(&lengths(order.prefixes_before(reuse.early)))?;
    let early = (reuse.early.thread.index(), reuse.early.index as usize);
    let registers_in = explorer.generation(&state, early).map(u32::from);
    // An arrive that over-arrives on its own generation does not mix: after it, the generation is just complete.
    let on_itself = reuse.after == Some(reuse.lagging);
    if state.next(early.0) == early.1
        && (on_itself || registers_in < Some(trace.node(reuse.later).generation))
    {
        return Ok(());
    }
    Err(format!("{reuse:?}: registers in {registers_in:?}"))
}

/// The explanation of a deadlock must be one.
fn explained(cta: &Cta, failure: &Failure) -> Result<(), String> {
    let Failure::Deadlock(deadlock) = failure else { return Ok(()) };
    let barrier_of = |at: Point| match cta.command(at) {
        Some(Command::Register(registration)) => Some(registration.barrier),
        _ => None,
    };
    if deadlock.cycle.is_empty() && deadlock.abandoned().next().is_none() {
        return Err(format!("no explanation in {deadlock:?}"));
    }
    for (i, step) in deadlock.cycle.iter().enumerate() {
        let previous = deadlock.cycle[(i + deadlock.cycle.len() - 1) % deadlock.cycle.len()];
        let right = deadlock.waiting[step.barrier].blocked.contains(&step.blocked)
            && step.blocked.thread == step.owes.thread
            && step.blocked.index < step.owes.index
            && barrier_of(step.owes) == Some(deadlock.waiting[previous.barrier].barrier)
            && barrier_of(step.blocked) == Some(deadlock.waiting[step.barrier].barrier);
        if !right {
            return Err(format!("step {i} of the cycle is wrong in {deadlock:?}"));
        }
    }
    Ok(())
}

/// The judge itself: the state graph says what the definitions say, trace by trace.
#[test]
fn the_state_graph_agrees_with_the_enumeration_of_traces() {
    let (mut compared, mut well, mut traces) = (0, 0, 0);
    for case in 0..20_000 {
        let cta = random_cta(&mut Random(0x7ace_0000_0000 + case));
        if commands(&cta).count() > 9 {
            continue;
        }
        let Some(all) = enumerate(&cta, 2_000) else { continue };
        let truth = explore(&cta, Reading::Letter);
        let is_registration = |c| matches!(cta.command(point(c)), Some(Command::Register(_)));
        let nonzero =
            |map: &Vec<Vec<u8>>| commands(&cta).filter(|&c| is_registration(c)).all(|(t, i)| map[t][i] != 0);
        let by_definition = all.generations.len() == 1 && all.generations.iter().all(nonzero);
        assert_eq!(by_definition, truth.well_synchronised(&cta), "case {case}\n{}", listing(&cta));
        if by_definition {
            for c1 in commands(&cta) {
                for c2 in commands(&cta) {
                    let strictly = all.strictly.contains(&(c1, c2));
                    assert_eq!(strictly, truth.strictly_before(c1, c2), "case {case}\n{}", listing(&cta));
                }
            }
        }
        compared += 1;
        well += usize::from(by_definition);
        traces += all.traces;
    }
    println!("{compared} CTAs, {well} of them well-synchronised, {traces} traces");
    assert!(compared > 2_000 && well > 500);
}

/// Figure 4, transcribed: corrected it agrees with the library; each misprint alone lets unsafe CTAs pass.
#[test]
fn figure_4_is_right_with_its_corrections_only() {
    let without_arrives = Figure4 { any_registration: false, ..Figure4::CORRECTED };
    let without_first = Figure4 { first_commands: false, ..Figure4::CORRECTED };
    let variants = [Figure4::PRINTED, without_arrives, without_first];
    let mut wrong = [0; 3];
    for case in 0..30_000 {
        let cta = random_cta(&mut Random(0xf194_0000_0000 + case));
        let (_, analysis) = analyse(&cta, 32);
        if analysis.trace.outcome != Outcome::Done {
            continue;
        }
        let plain = plain::analyse(&cta);
        let well = analysis.synchronisation == Synchronisation::Well;
        assert_eq!(Figure4::CORRECTED.well_sync(&cta, &plain.trace), well, "case {case}\n{}", listing(&cta));
        for (variant, wrong) in variants.iter().zip(&mut wrong) {
            *wrong += u64::from(variant.well_sync(&cta, &plain.trace) != well);
        }
    }
    println!("wrong as printed, without arrives in line 18, without first commands: {wrong:?}");
    assert!(wrong.iter().all(|&wrong| wrong > 10));
}

/// How the reading of the over-arrival rule matters: if a full barrier were always recycled first, the only CTAs that would also be
/// well-synchronised are those whose one fault is a thread that registers right after the `arrive` with which it may complete an
/// arrive-only generation.
#[test]
fn the_other_reading_of_over_arrival_differs_in_one_case_only() {
    let mut differ = 0;
    for case in 0..100_000 {
        let cta = random_cta(&mut Random(0x0ead_0000_0000 + case));
        let well = explore(&cta, Reading::RecycleFirst).well_synchronised(&cta);
        let on_itself = |reuse: &Reuse| reuse.after == Some(reuse.lagging);
        let expected = match analyse(&cta, 32).1.synchronisation {
            Synchronisation::Well => true,
            Synchronisation::Reuse { violations, .. } => {
                differ += u64::from(violations.iter().all(on_itself));
                violations.iter().all(on_itself)
            }
            _ => false,
        };
        assert_eq!(well, expected, "case {case}\n{}", listing(&cta));
    }
    println!("{differ} CTAs differ");
    assert!(differ > 50);
}

/// Two transcriptions of §3.3 side by side on random schedules: the judge's, and the machine's barriers.
#[test]
fn the_machines_barriers_follow_the_same_rules() {
    let (mut steps, mut errors, mut recycled) = (0, 0, 0);
    for case in 0..20_000 {
        let mut random = Random(0xba22_0000_0000 + case);
        let cta = random_cta(&mut random);
        let explorer = Explorer::new(&cta, Reading::Letter);
        let mut state = explorer.initial();
        let mut machine = Walker { barriers: Barriers::new(3, 99), next: vec![0; cta.threads.len()] };
        loop {
            let theirs = explorer.steps(&state);
            let mine = machine.steps(&cta);
            assert_eq!(theirs.len(), mine.len(), "case {case}\n{}", listing(&cta));
            for (a, b) in theirs.iter().zip(&mine) {
                assert_eq!(a.to.is_none(), b.is_none(), "case {case}\n{}", listing(&cta));
                assert_eq!(a.executes.len(), b.as_ref().map_or(0, |(_, executed)| *executed));
            }
            errors += theirs.iter().filter(|step| step.to.is_none()).count();
            let able: Vec<usize> = (0..mine.len()).filter(|&step| mine[step].is_some()).collect();
            if able.is_empty() {
                break;
            }
            let chosen = able[random.below(able.len())];
            recycled += usize::from(theirs[chosen].executes.len() > 1);
            if let (Some(to), Some((next, _))) = (theirs[chosen].to, mine[chosen].clone()) {
                state = to;
                machine = next;
            }
            steps += 1;
        }
    }
    println!("{steps} steps, {errors} errors, {recycled} times several threads woken");
    assert!(errors > 1_000 && recycled > 1_000);
}

#[derive(Clone)]
struct Walker {
    barriers: Barriers,
    next: Vec<usize>,
}

impl Walker {
    /// All steps, in the explorer's order; how many commands each executes; `None` is `err`.
    fn steps(&self, cta: &Cta) -> Vec<Option<(Self, usize)>> {
        let mut steps = Vec::new();
        let full = self.barriers.iter().find(|(_, barrier)| barrier.is_full()).map(|(id, _)| id);
        if let Some(id) = full {
            let mut to = self.clone();
            let completion = to.barriers.recycle(id).expect("it is full");
            let woken = completion.woken.of_warp(0);
            for (thread, next) in to.next.iter_mut().enumerate() {
                *next += (woken >> thread & 1) as usize;
            }
            steps.push(Some((to, woken.count_ones() as usize)));
        }
        for (thread, program) in cta.iter() {
            let lane = 1 << thread.0;
            let blocked = self.barriers.iter().any(|(_, barrier)| barrier.synced().of_warp(0) & lane != 0);
            let Some(command) = program.commands.get(self.next[thread.index()]) else { continue };
            if blocked {
                continue;
            }
            let mut to = self.clone();
            let mut executed = 1;
            let result = match command {
                Command::Access(_) => Ok(Registered::Waiting),
                Command::Register(r) => {
                    executed = usize::from(r.how == How::Arrive);
                    let BarrierId::Named(id) = r.barrier else {
                        unreachable!("the generator makes named barriers")
                    };
                    to.barriers.register(id, r.how, 0, lane, u32::from(r.weight), r.count)
                }
            };
            to.next[thread.index()] += executed;
            match result {
                Ok(_) if full.is_some() => {}
                Ok(_) => steps.push(Some((to, executed))),
                Err(_) => steps.push(None),
            }
        }
        steps
    }
}
