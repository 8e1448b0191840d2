//! The examples of paper 001, and one CTA for each rule and each kind of order.
//!
//! Most CTAs are written as one program per warp, run by all of its lanes; a command's site is its line
//! where the paper numbers lines.

use raddle_machine::barrier::BarrierError;
use raddle_sync::deadlock::Deadlock;
use raddle_sync::program::{
    Access, BarrierId, Command, Cta, Kind, Point, Scope, Site, ThreadEnd, ThreadId, ThreadProgram, ValueId,
};
use raddle_sync::race::Class;
use raddle_sync::warps::Warps;
use raddle_sync::{Analysis, Failure, RaceVerdict, Reason, Stop, Synchronisation};

fn analysed(cta: &Cta) -> (Warps, Analysis) {
    let warps = Warps::from_threads(cta, 32);
    let analysis = raddle_sync::analyse(&warps, &Stop::default());
    (warps, analysis)
}

fn analyse(cta: &Cta) -> Analysis {
    analysed(cta).1
}

type PerLane = fn(u32) -> Vec<Command>;

/// A CTA of full warps; each program is made for a lane.
fn warps(programs: &[PerLane]) -> Cta {
    Cta::new(programs.iter().flat_map(|program| (0..32).map(program)).collect())
}

fn sync(barrier: u32, count: u32, site: u32) -> Command {
    Command::sync(barrier, count, site)
}

fn arrive(barrier: u32, count: u32, site: u32) -> Command {
    Command::arrive(barrier, count, site)
}

/// Four bytes of its own for each lane, in the buffer that starts at `base`.
fn lane(kind: Kind, base: u64, lane: u32, site: u32) -> Command {
    Command::Access(Access::shared(kind, base + 4 * u64::from(lane), 4, site))
}

fn read(at: u32, site: u32) -> Command {
    lane(Kind::Read, 0, at, site)
}

fn write(at: u32, site: u32) -> Command {
    lane(Kind::Write, 0, at, site)
}

fn at(thread: u32, index: u32) -> Point {
    Point { thread: ThreadId(thread), index }
}

/// The races as (site, site, class, count).
fn races(cta: &Cta) -> Vec<(u32, u32, Class, u64)> {
    let analysis = analyse(cta);
    assert_eq!(analysis.synchronisation, Synchronisation::Well);
    let RaceVerdict::Decided(races) = analysis.races else {
        panic!("a well-synchronised CTA has its races decided")
    };
    races.races.iter().map(|r| (r.first.access.site.0, r.second.access.site.0, r.class, r.count)).collect()
}

fn deadlock(cta: &Cta) -> Deadlock {
    match analyse(cta).synchronisation {
        Synchronisation::Failed(Failure::Deadlock(deadlock)) => deadlock,
        other => panic!("expected a deadlock, got {other:?}"),
    }
}

fn error(cta: &Cta) -> (Point, BarrierError) {
    match analyse(cta).synchronisation {
        Synchronisation::Failed(Failure::Error { at, error }) => (at, error),
        other => panic!("expected an error, got {other:?}"),
    }
}

/// The first violation: (barrier, generation that is not over, site that lags, site that comes early).
fn reuse(cta: &Cta) -> (BarrierId, u32, u32, u32) {
    let analysis = analyse(cta);
    assert_eq!(analysis.races, RaceVerdict::Undecided);
    let Synchronisation::Reuse { violations, .. } = &analysis.synchronisation else {
        panic!("expected unsafe reuse, got {:?}", analysis.synchronisation)
    };
    let first = &violations[0];
    let node = analysis.trace.node(first.earlier);
    let site = |at| cta.command(at).map(|command| command.site().0).unwrap();
    (node.barrier, node.generation, site(first.lagging), site(first.early))
}

// ---- The paper's examples. ----

#[test]
fn listing_1_each_warp_waits_for_the_other() {
    let cta =
        warps(&[|_| vec![sync(0, 64, 7), arrive(1, 64, 8)], |_| vec![sync(1, 64, 10), arrive(0, 64, 11)]]);
    let deadlock = deadlock(&cta);
    let waiting: Vec<_> =
        deadlock.waiting.iter().map(|w| (w.registered, w.blocked.len(), w.expects.len())).collect();
    assert_eq!(waiting, [(32, 32, 32), (32, 32, 32)]);
    let cycle: Vec<_> = deadlock.cycle.iter().map(|s| (s.barrier, s.blocked, s.owes)).collect();
    // Thread 32 is blocked at barrier 1 and would arrive at barrier 0, where thread 0 is blocked and would ….
    assert_eq!(cycle, [(1, at(32, 0), at(32, 1)), (0, at(0, 0), at(0, 1))]);
    assert_eq!(deadlock.exited, []);
    assert_eq!(deadlock.abandoned().count(), 0);
}

/// Listing 2; sites are figure 3's lines, those of Q plus 10.
fn figure_3() -> Cta {
    warps(&[
        |l| vec![sync(0, 64, 1), write(l, 2), arrive(1, 64, 3), sync(0, 64, 4), sync(1, 64, 5), read(l, 6)],
        |l| {
            vec![
                sync(0, 64, 11),
                sync(1, 64, 12),
                read(l, 13),
                sync(0, 64, 14),
                write(l, 15),
                arrive(1, 64, 16),
            ]
        },
    ])
}

#[test]
fn figure_3_has_its_generations_and_no_race() {
    let cta = figure_3();
    assert_eq!(races(&cta), []);
    let (warps, analysis) = analysed(&cta);
    let order = analysis.order(&warps).unwrap();
    let generation = |at| order.node_of(at).map(|node| analysis.trace.node(node).generation);
    let generations = |thread: u32| -> Vec<_> { (0..6).map(|index| generation(at(thread, index))).collect() };
    assert_eq!(generations(0), [Some(1), None, Some(1), Some(2), Some(2), None]);
    assert_eq!(generations(32), [Some(1), Some(1), None, Some(2), None, Some(2)]);
}

#[test]
fn figure_5_has_the_paths_that_the_text_names() {
    let cta = figure_3();
    let (warps, analysis) = analysed(&cta);
    let order = analysis.order(&warps).unwrap();
    let ordered = |a, b| order.ordered(a, b);
    let (p, q) = (|line: u32| at(0, line - 1), |line: u32| at(32, line - 1));
    // The checks on line 19 that §4.2 lists: c1 against the command before c2.
    assert!(ordered(p(1), q(3)) && ordered(q(2), p(4)));
    // Between any two accesses of which one writes.
    assert!(ordered(p(2), q(3)) && ordered(p(2), q(5)) && ordered(q(5), p(6)));
    assert!(!ordered(q(3), p(2)) && !ordered(p(6), q(5)));
    // Barrier intervals of §5.2: c_1^Q is before c_2^P and c_3^Q after it; c_2^Q is neither.
    assert!(ordered(q(1), p(2)) && ordered(p(2), q(3)) && ordered(p(2), q(2)) && !ordered(q(2), p(2)));
}

/// Figure 2, as far as the text of §2.3 describes it: D waits for A through barrier 2; E lets F go through barrier 1 and G through barrier
/// 3; F needs B too, through barrier 0; I and G's successor are the second generation of barrier 2.
fn figure_2(warp_1: PerLane, warp_2: PerLane, warp_3: PerLane) -> Cta {
    let warp_0: PerLane =
        |l| vec![write(l, 1), arrive(2, 64, 2), lane(Kind::Write, 1024, l, 3), arrive(0, 64, 4)];
    warps(&[warp_0, warp_1, warp_2, warp_3])
}

#[test]
fn figure_2_reuses_barrier_2_safely() {
    let cta = figure_2(
        |l| {
            vec![
                sync(0, 64, 10),
                sync(1, 64, 11),
                lane(Kind::Read, 1024, l, 12),
                write(l, 13),
                arrive(2, 64, 14),
            ]
        },
        |l| vec![sync(3, 64, 20), sync(2, 64, 21), read(l, 22)],
        |l| vec![sync(2, 64, 30), read(l, 31), arrive(1, 64, 32), arrive(3, 64, 33)],
    );
    assert_eq!(races(&cta), []);
    let trace = analyse(&cta).trace;
    assert_eq!(trace.generations[&BarrierId::Named(2)].len(), 2);
}

#[test]
fn figure_2_without_the_edge_from_e_to_f_does_not() {
    // A → B → F → I is left, and warp 0 only arrived at barrier 2.
    let cta = figure_2(
        |l| vec![sync(0, 64, 10), lane(Kind::Read, 1024, l, 12), write(l, 13), arrive(2, 64, 14)],
        |l| vec![sync(3, 64, 20), sync(2, 64, 21), read(l, 22)],
        |l| vec![sync(2, 64, 30), read(l, 31), arrive(3, 64, 33)],
    );
    assert_eq!(reuse(&cta), (BarrierId::Named(2), 1, 30, 14));
    // Where warp 1 is ahead of warp 3 it takes warp 3's place, and no warp lets warp 2 continue.
    let Synchronisation::Reuse { consequence: Some((_, Failure::Deadlock(deadlock))), .. } =
        analyse(&cta).synchronisation
    else {
        panic!("the other schedule deadlocks")
    };
    let waiting: Vec<_> =
        deadlock.waiting.iter().map(|w| (w.barrier, w.generation, w.blocked[0].thread)).collect();
    assert_eq!(waiting, [(BarrierId::Named(2), 2, ThreadId(96)), (BarrierId::Named(3), 1, ThreadId(64))]);
}

#[test]
fn figure_2_without_the_edge_from_e_to_g_does_not() {
    let cta = figure_2(
        |l| vec![sync(0, 64, 10), sync(1, 64, 11), write(l, 13), arrive(2, 64, 14)],
        |l| vec![sync(2, 64, 21), read(l, 22)],
        |l| vec![sync(2, 64, 30), read(l, 31), arrive(1, 64, 32)],
    );
    // In the run that ends, warp 2 meets warp 3; warp 0 may be there before.
    assert_eq!(reuse(&cta), (BarrierId::Named(2), 1, 21, 2));
}

/// Listing 3: compute warp and DMA warp, two iterations. The compute warp may read before or after it
/// lets the next transfer start.
fn two_phase(compute: fn(u32, u32) -> [Command; 2]) -> Cta {
    let dma = |l| (0..2).flat_map(|_| [sync(0, 64, 20), write(l, 21), arrive(1, 64, 22)]).collect::<Vec<_>>();
    let compute = |l| {
        let mut program = vec![arrive(0, 64, 1), sync(1, 64, 2)];
        program.extend(compute(l, 0));
        program.push(sync(1, 64, 9));
        program.push(read(l, 13));
        program
    };
    Cta::new((0..32).map(compute).chain((0..32).map(dma)).collect())
}

#[test]
fn listing_3_starts_the_transfer_before_its_last_read() {
    let buggy = two_phase(|l, _| [arrive(0, 64, 10), read(l, 13)]);
    assert_eq!(races(&buggy), [(13, 21, Class::Harmful, 32)]);
    let fixed = two_phase(|l, _| [read(l, 13), arrive(0, 64, 10)]);
    assert_eq!(races(&fixed), []);
}

#[test]
fn a_race_says_where_its_accesses_are() {
    let buggy = two_phase(|l, _| [arrive(0, 64, 10), read(l, 13)]);
    let (warps, analysis) = analysed(&buggy);
    let RaceVerdict::Decided(races) = &analysis.races else { panic!("well-synchronised") };
    let (order, trace) = (analysis.order(&warps).unwrap(), &analysis.trace);
    let race = &races.races[0];
    let near = |side: Option<(_, Point)>| {
        side.map(|(node, point)| (trace.node(node).barrier, trace.node(node).generation, point.index))
    };
    let named = |id, generation, index| Some((BarrierId::Named(id), generation, index));
    assert_eq!((race.first.at, race.second.at), (at(0, 3), at(32, 4)));
    assert_eq!((near(race.first.passed), near(race.first.registers)), (named(1, 1, 1), named(1, 2, 4)));
    assert_eq!((near(race.second.passed), near(race.second.registers)), (named(0, 2, 3), named(1, 2, 5)));
    assert!(!race.same_phase());
    // The two schedules: to just before the write without the read, and the other way round.
    assert_eq!(order.prefixes_before(race.second.at)[0], (ThreadId(0), 3));
    assert_eq!(order.prefixes_before(race.first.at)[32], (ThreadId(32), 3));
}

#[test]
fn the_benign_initialisation_race() {
    let store = |lane: u32| {
        let slot = u64::from(lane % 4);
        let access = Access { value: Some(ValueId(lane % 4)), ..Access::shared(Kind::Write, 4 * slot, 4, 1) };
        Command::Access(access)
    };
    let cta = Cta::new((0..8).map(|lane| vec![store(lane), sync(0, 8, 2), read(lane % 4, 3)]).collect());
    assert_eq!(races(&cta), [(1, 1, Class::Benign, 4)]);
}

// ---- The rules of §3.3. ----

#[test]
fn count_mismatch() {
    let cta = warps(&[|_| vec![arrive(0, 64, 1)], |_| vec![sync(0, 96, 2)]]);
    assert_eq!(error(&cta), (at(32, 0), BarrierError::CountMismatch { expected: 64, given: 96 }));
}

#[test]
fn a_weight_that_crosses_the_count_over_arrives() {
    let mut cta = Cta::new(vec![vec![arrive(0, 3, 1)], vec![arrive(0, 3, 2)]]);
    for program in &mut cta.threads {
        if let Command::Register(registration) = &mut program.commands[0] {
            registration.weight = 2;
        }
    }
    assert_eq!(error(&cta), (at(1, 0), BarrierError::OverArrival { expected: 3, registered: 2, weight: 2 }));
}

#[test]
fn more_warps_than_the_barrier_expects() {
    // Four warps at a barrier for two: which two meet depends on the schedule, and between filling and
    // recycling the others over-arrive.
    let cta = warps(&[
        |_| vec![sync(0, 64, 1)],
        |_| vec![sync(0, 64, 2)],
        |_| vec![sync(0, 64, 3)],
        |_| vec![sync(0, 64, 4)],
    ]);
    assert_eq!(reuse(&cta), (BarrierId::Named(0), 1, 2, 3));
}

#[test]
fn reuse_without_order_between_arrive_only_generations() {
    // Figure 4 as printed lets this pass: generation 1 has no sync.
    let cta = Cta::new(vec![vec![arrive(0, 1, 1)], vec![write(0, 2), arrive(0, 1, 3)]]);
    assert_eq!(reuse(&cta), (BarrierId::Named(0), 1, 1, 3));
}

#[test]
fn arrive_only_generations_in_order_are_safe() {
    let cta = Cta::new(vec![
        vec![arrive(0, 1, 1), sync(1, 2, 2)],
        vec![sync(1, 2, 3), arrive(0, 1, 4), read(0, 5)],
    ]);
    assert_eq!(races(&cta), []);
    // They order nothing.
    let cta = Cta::new(vec![vec![write(0, 1), arrive(0, 2, 2)], vec![arrive(0, 2, 3), read(0, 4)]]);
    assert_eq!(races(&cta), [(1, 4, Class::Harmful, 1)]);
}

#[test]
fn a_dangling_arrive_is_no_violation_and_orders_nothing() {
    let cta = Cta::new(vec![vec![write(0, 1), arrive(0, 3, 2)], vec![arrive(0, 3, 3), read(0, 4)]]);
    assert_eq!(races(&cta), [(1, 4, Class::Harmful, 1)]);
    assert!(!analyse(&cta).trace.nodes[0].complete);
}

#[test]
fn a_thread_may_arrive_and_then_sync_in_one_generation() {
    let cta =
        Cta::new(vec![vec![arrive(0, 3, 1), write(0, 2), sync(0, 3, 3)], vec![sync(0, 3, 4), read(0, 5)]]);
    assert_eq!(races(&cta), []);
}

#[test]
fn an_early_exit_leaves_the_others_waiting() {
    let cta = warps(&[|_| vec![sync(0, 96, 1)], |_| vec![], |_| vec![arrive(0, 96, 3), sync(1, 32, 4)]]);
    let deadlock = deadlock(&cta);
    assert_eq!(deadlock.abandoned().collect::<Vec<_>>(), [0]);
    assert_eq!((deadlock.waiting[0].registered, deadlock.waiting[0].arrived.len()), (64, 32));
    assert_eq!(deadlock.cycle, []);
    assert_eq!(deadlock.exited, (32..96).map(ThreadId).collect::<Vec<_>>());
}

#[test]
fn behind_a_recorded_block_nothing_is_known() {
    let blocked = |commands| ThreadProgram { commands, end: ThreadEnd::Blocked };
    let stuck = Cta { threads: vec![blocked(vec![sync(0, 2, 1)]), blocked(vec![sync(1, 2, 2)])] };
    let deadlock = deadlock(&stuck);
    assert_eq!(deadlock.waiting[0].unknown, [ThreadId(0), ThreadId(1)]);
    assert_eq!(deadlock.abandoned().count(), 0);
    let passes = Cta { threads: vec![blocked(vec![sync(0, 1, 1)])] };
    assert_eq!(analyse(&passes).synchronisation, Synchronisation::Unknown(Reason::Cut(ThreadId(0))));
}

#[test]
fn a_barrier_that_only_its_own_thread_would_reach_again_is_abandoned() {
    let cta = Cta::new(vec![vec![sync(0, 2, 1), arrive(0, 2, 2)]]);
    let deadlock = deadlock(&cta);
    assert_eq!(deadlock.cycle, []);
    assert_eq!(deadlock.abandoned().collect::<Vec<_>>(), [0]);
}

// ---- Order, bytes and atomics. ----

#[test]
fn races_without_before_and_after_barriers() {
    assert_eq!(races(&Cta::new(vec![vec![write(0, 1)], vec![read(0, 2)]])), [(1, 2, Class::Harmful, 1)]);
    let around = Cta::new(vec![
        vec![write(0, 1), sync(0, 2, 2), write(1, 3)],
        vec![read(0, 4), sync(0, 2, 5), read(1, 6)],
    ]);
    assert_eq!(races(&around), [(1, 4, Class::Harmful, 1), (3, 6, Class::Harmful, 1)]);
}

#[test]
fn order_through_a_third_warp() {
    let cta = warps(&[
        |l| vec![write(l, 1), arrive(0, 64, 2)],
        |_| vec![sync(0, 64, 10), arrive(1, 64, 11)],
        |l| vec![sync(1, 64, 20), read(31 - l, 21)],
    ]);
    assert_eq!(races(&cta), []);
}

#[test]
fn an_arrive_does_not_order_what_follows_it() {
    let cta = Cta::new(vec![vec![arrive(0, 2, 1), write(0, 2)], vec![sync(0, 2, 3), read(0, 4)]]);
    assert_eq!(races(&cta), [(2, 4, Class::Harmful, 1)]);
}

#[test]
fn bar_warp_sync_orders_its_lanes_only() {
    let cta = |mask: u32| {
        let program = |lane: u32| match mask >> lane & 1 {
            1 => vec![write(lane, 1), Command::warp_sync(0, mask, 2), read((lane + 1) % 4, 3)],
            _ => vec![write(lane, 1), read((lane + 1) % 4, 3)],
        };
        Cta::new((0..4).map(program).collect())
    };
    assert_eq!(races(&cta(0b1111)), []);
    // Lane 3 is alone: it races with 2, which reads its cell, and with 0, whose cell it reads.
    assert_eq!(races(&cta(0b0111)), [(1, 3, Class::Harmful, 2)]);
}

#[test]
fn overlapping_widths_race_and_neighbours_do_not() {
    let access = |kind, offset, size, site| Command::Access(Access::shared(kind, offset, size, site));
    let cta = |offset, size| {
        Cta::new(vec![vec![access(Kind::Write, 4, 8, 1)], vec![access(Kind::Read, offset, size, 2)]])
    };
    for (offset, size, race) in
        [(0, 16, true), (0, 4, false), (3, 2, true), (11, 1, true), (12, 4, false), (8, 0, false)]
    {
        assert_eq!(!races(&cta(offset, size)).is_empty(), race, "{offset}+{size}");
    }
}

#[test]
fn atomics() {
    let access = |kind, scope, size| Command::Access(Access { scope, ..Access::shared(kind, 0, size, 1) });
    let racy = |a, b| !races(&Cta::new(vec![vec![a], vec![b]])).is_empty();
    let atomic = access(Kind::Update, Some(Scope::Cta), 4);
    assert!(!racy(atomic, atomic));
    assert!(!racy(atomic, access(Kind::Read, Some(Scope::Gpu), 4)));
    assert!(racy(atomic, access(Kind::Read, None, 4)));
    assert!(racy(atomic, access(Kind::Write, None, 4)));
    assert!(racy(atomic, access(Kind::Update, Some(Scope::Cta), 8)));
}

#[test]
fn uncertain_accesses_race_possibly() {
    let maybe = Command::Access(Access { uncertain: true, ..Access::shared(Kind::Write, 0, 4, 1) });
    assert_eq!(races(&Cta::new(vec![vec![maybe], vec![read(0, 2)]])), [(1, 2, Class::Possible, 1)]);
}

#[test]
fn equal_accesses_between_the_same_barriers_count_once() {
    let loops = |access: fn() -> Command| -> Vec<Command> { (0..100).map(|_| access()).collect() };
    let cta = Cta::new(vec![loops(|| write(0, 1)), loops(|| read(0, 2))]);
    assert_eq!(races(&cta), [(1, 2, Class::Harmful, 1)]);
    assert_eq!(cta.command(at(0, 99)).map(Command::site), Some(Site(1)));
}
