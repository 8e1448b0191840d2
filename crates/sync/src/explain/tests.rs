//! Small CTAs with one race each, one command to a line.

use super::*;
use crate::Synchronisation;
use crate::program::{Access, Command, Cta, Kind};

fn read(byte: u64, site: u32) -> Command {
    Command::Access(Access::shared(Kind::Read, byte, 4, site))
}

fn write(byte: u64, site: u32) -> Command {
    Command::Access(Access::shared(Kind::Write, byte, 4, site))
}

/// The only race of a CTA, with what `ask` says of it.
fn explained<T>(warps: &Warps, ask: impl Fn(&Explain<'_>, &Race) -> T) -> T {
    let analysis = analyse(warps, &Stop::default());
    assert_eq!(analysis.synchronisation, Synchronisation::Well);
    let RaceVerdict::Decided(races) = &analysis.races else { panic!("races are decided") };
    assert_eq!(races.races.len(), 1, "{races:?}");
    let explain = Explain::new(warps, &analysis, Stop::default()).expect("there are races");
    ask(&explain, &races.races[0])
}

fn nearest_move(programs: Vec<Vec<Command>>) -> Option<(Site, Way, Site)> {
    let warps = Warps::from_threads(&Cta::new(programs), 1);
    explained(&warps, |explain, race| {
        let found = explain.nearest_move(race)?.how;
        let site = |at| warps.command(at).map(|command| command.site());
        Some((site(found.registration)?, found.way, site(found.over)?))
    })
}

/// Listing 3 of the paper: the consumer says that the buffer is free before it has read it.
fn listing3(rounds: u32) -> Vec<Vec<Command>> {
    let mut consumer = Vec::new();
    let mut producer = Vec::new();
    for round in 0..rounds {
        consumer.push(Command::sync(1, 2, 9));
        if round + 1 < rounds {
            consumer.push(Command::arrive(0, 2, 10));
        }
        consumer.push(read(0, 13));
        if round > 0 {
            producer.push(Command::sync(0, 2, 3));
        }
        producer.push(write(0, 4));
        producer.push(Command::arrive(1, 2, 5));
    }
    vec![consumer, producer]
}

#[test]
fn an_arrive_before_the_read_it_announces_is_to_be_moved_after_it() {
    for rounds in [2, 3, 8] {
        assert_eq!(nearest_move(listing3(rounds)), Some((Site(10), Way::After, Site(13))));
    }
}

#[test]
fn a_barrier_after_the_read_that_it_should_protect_is_to_be_moved_before_it() {
    let thread = |own: u64, other: u64| vec![write(own, 1), read(other, 2), Command::sync(0, 2, 3)];
    assert_eq!(nearest_move(vec![thread(0, 4), thread(4, 0)]), Some((Site(3), Way::Before, Site(2))));
}

/// The third thread waits at the barrier, too, and never reaches the read.
#[test]
fn a_barrier_is_not_moved_to_where_not_all_come() {
    let thread = |own: u64, other: u64| vec![write(own, 1), read(other, 2), Command::sync(0, 3, 3)];
    let third = vec![write(8, 1), Command::sync(0, 3, 3)];
    assert_eq!(nearest_move(vec![thread(0, 4), thread(4, 0), third]), None);
}

#[test]
fn a_move_that_only_makes_another_race_is_none() {
    // The barrier could go after the read, but it has to stand before it, too; and the other one after the write.
    let first = vec![write(0, 1), Command::sync(0, 2, 2), read(4, 3)];
    let second = vec![write(4, 4), Command::sync(0, 2, 5), read(0, 6), write(4, 7)];
    assert_eq!(nearest_move(vec![first, second]), None);
}

#[test]
fn without_barriers_there_is_nothing_to_move() {
    assert_eq!(nearest_move(vec![vec![write(0, 1)], vec![read(0, 2)]]), None);
}

#[test]
fn a_thread_knows_another_up_to_a_registration_and_learns_of_its_access_at_a_later_one() {
    let first = vec![Command::sync(0, 2, 1), write(0, 2), Command::arrive(1, 2, 3)];
    let second = vec![Command::sync(0, 2, 5), read(0, 6), Command::sync(1, 2, 7)];
    let warps = Warps::from_threads(&Cta::new(vec![first, second]), 1);
    let [there, back] = explained(&warps, |explain, race| explain.missing(race)).expect("both were run");
    let site = |known: Option<(NodeId, Point)>| known.and_then(|(_, at)| Some(warps.command(at)?.site().0));
    assert_eq!((site(there.known), site(there.learns)), (Some(1), Some(7)));
    assert_eq!((site(back.known), site(back.learns)), (Some(5), None));
}

/// One warp of four lanes, the accesses in the order of a lock-step run: `s[l] += s[l + d]` for lanes below d.
fn tail(all: bool) -> Warps {
    let mut programs = vec![Vec::new(); 4];
    for d in [2, 1] {
        for act in [read as fn(u64, u32) -> Command, write] {
            for (lane, program) in (0_u64..).zip(&mut programs) {
                if !all && lane >= d {
                    continue;
                }
                let reads = act(0, 0) == read(0, 0);
                let place = if reads { lane + d } else { lane };
                program.push(act(4 * place, if reads { 1 } else { 2 }));
            }
        }
    }
    Warps::from_threads(&Cta::new(programs), 4)
}

#[test]
fn a_reduction_of_a_warp_needs_a_wait_on_both_sides_of_its_read() {
    let warps = tail(true);
    let found = explained(&warps, |explain, race| explain.warp_sync(race)).expect("it can be fixed").how;
    let places: Vec<_> =
        found.iter().map(|i| (warps.command(i.at).expect("a command").site().0, i.way, i.whole)).collect();
    assert_eq!(places, [(1, Way::Before, true), (2, Way::Before, true)]);
}

#[test]
fn lanes_that_have_left_the_loop_still_have_to_be_waited_for() {
    // Lane 0 reads in the second round what lane 1 wrote in the first: the wait must be where both are.
    let warps = tail(false);
    let found = explained(&warps, |explain, race| explain.warp_sync(race)).expect("it can be fixed").how;
    let [only] = found[..] else { panic!("one place: {found:?}") };
    assert_eq!((warps.command(only.at).expect("a command").site().0, only.way), (2, Way::After));
    assert_eq!((only.lanes, only.whole), (None, false));
}

#[test]
fn no_wait_orders_lanes_of_one_instruction() {
    let programs = vec![vec![write(0, 1)], vec![write(0, 1)]];
    let warps = Warps::from_threads(&Cta::new(programs), 2);
    assert_eq!(explained(&warps, |explain, race| explain.warp_sync(race)), None);
}

#[test]
fn a_registration_moved_into_a_lock_step_run_cuts_it() {
    let mut warps =
        Warps::from_threads(&Cta::new(vec![vec![read(0, 1), read(4, 2), Command::sync(0, 2, 3)]; 2]), 2);
    let step = |edge| WarpRegistration {
        registration: Registration {
            how: How::Sync,
            barrier: BarrierId::Step { warp: 0, mask: 3 },
            count: 2,
            weight: 1,
            site: Site(0),
        },
        extra: (0, 0),
        edge: Some(edge),
    };
    warps.registrations.extend([step(Edge::Opens), step(Edge::Closes)]);
    let edge = |id| Event::new(3, Action::Register(id));
    let [first, second, sync] = warps.warps[0].events[..] else { panic!("three events") };
    warps.warps[0].events = vec![edge(1), first, second, edge(2), sync];
    let after = moved(&warps, Site(3), Site(2), Way::Before, 0).expect("both lanes reach the access");
    assert_eq!(after.warps[0].events, [edge(1), first, edge(2), sync, edge(1), second, edge(2)]);
}

#[test]
fn generations_mix_in_the_shortest_schedule() {
    // Barrier 1: threads 0 and 1, then threads 1 and 2; thread 2 comes from barrier 2.
    let programs = vec![
        vec![Command::arrive(1, 2, 1)],
        vec![Command::sync(1, 2, 2), Command::sync(1, 2, 3)],
        vec![Command::sync(2, 2, 4), Command::arrive(1, 2, 5)],
        vec![Command::arrive(2, 2, 6)],
    ];
    let warps = Warps::from_threads(&Cta::new(programs), 1);
    let analysis = analyse(&warps, &Stop::default());
    let Synchronisation::Reuse { violations, .. } = &analysis.synchronisation else { panic!("it is reused") };
    let order = analysis.order(&warps).expect("the run ends");
    let reached = mixing(&order, &violations[0]);
    let last = Point { thread: ThreadId(3), index: 0 };
    assert_eq!(reached, [Reached { threads: vec![ThreadId(3)], last }]);
}

/// Where barriers of the CTA go, for warps of this number of threads: site, side, and whether all reach it.
fn meetings(programs: Vec<Vec<Command>>, width: u32) -> Option<Vec<(u32, Way, bool)>> {
    let warps = Warps::from_threads(&Cta::new(programs), width);
    let found = explained(&warps, |explain, race| explain.meeting(race))?;
    let site = |at| warps.command(at).map(|command| command.site().0);
    found.how.into_iter().map(|place| Some((site(place.at)?, place.way, place.whole))).collect()
}

#[test]
fn neighbours_that_exchange_need_a_barrier_before_the_read() {
    let thread = |own: u64, other: u64| vec![write(own, 1), read(other, 2)];
    for width in [1, 2] {
        let found = meetings(vec![thread(0, 4), thread(4, 0)], width);
        assert_eq!(found, Some(vec![(2, Way::Before, true)]));
    }
}

#[test]
fn what_is_read_and_then_overwritten_needs_a_barrier_before_the_write() {
    let thread = |own: u64, other: u64| vec![read(other, 1), write(own, 1)];
    let found = meetings(vec![thread(0, 4), thread(4, 0)], 1);
    assert_eq!(found, Some(vec![(1, Way::Before, true)]));
}

#[test]
fn a_tree_needs_a_barrier_in_each_round_though_not_all_threads_write() {
    let thread = |lane: u64| {
        let rounds = [2, 1].into_iter().filter(|&d| lane < d);
        rounds.flat_map(|d| [read(4 * (lane + d), 1), write(4 * lane, 2)]).collect()
    };
    let found = meetings((0..4).map(thread).collect(), 1);
    assert_eq!(found, Some(vec![(2, Way::After, false)]));
}

#[test]
fn groups_with_barriers_of_their_own_are_not_made_to_meet_where_not_all_come() {
    let one = vec![write(0, 1), Command::sync(1, 1, 2)];
    assert_eq!(meetings(vec![one, vec![read(0, 3)]], 1), None);
}

#[test]
fn no_barrier_mends_what_threads_do_at_the_same_time() {
    assert_eq!(meetings(vec![vec![write(0, 1)], vec![write(0, 1)]], 1), None);
}

#[test]
fn of_the_places_that_order_a_race_the_one_is_best_that_orders_others_too() {
    // Two tiles are filled and read, again and again; only the barrier at the end of a round is missing.
    let thread = |own: u64, other: u64| {
        let round =
            [write(own, 1), write(own + 8, 2), Command::sync(0, 2, 3), read(other, 4), read(other + 8, 5)];
        [round, round].concat()
    };
    let warps = Warps::from_threads(&Cta::new(vec![thread(0, 4), thread(4, 0)]), 1);
    let analysis = analyse(&warps, &Stop::default());
    let RaceVerdict::Decided(races) = &analysis.races else { panic!("races are decided") };
    let explain = Explain::new(&warps, &analysis, Stop::default()).expect("there are races");
    assert_eq!(races.races.len(), 2);
    for race in &races.races {
        let found = explain.meeting(race).expect("a barrier orders it");
        assert_eq!(found.settles, explain.all(), "{race:?}");
        let [only] = found.how[..] else { panic!("one place: {found:?}") };
        assert!(only.whole);
    }
}

/// Does the first race of a CTA count as an update, if sites with the same tens are one statement?
fn is_update(programs: Vec<Vec<Command>>) -> bool {
    let warps = Warps::from_threads(&Cta::new(programs), 1);
    let analysis = analyse(&warps, &Stop::default());
    let RaceVerdict::Decided(races) = &analysis.races else { panic!("races are decided") };
    let explain = Explain::new(&warps, &analysis, Stop::default()).expect("there are races");
    explain.is_update(&races.races[0], |a, b| a.0 / 10 == b.0 / 10)
}

#[test]
fn an_update_reads_and_writes_back_in_one_statement_of_each_thread() {
    let update = || vec![read(0, 11), write(0, 12)];
    assert!(is_update(vec![update(), update()]));
    assert!(is_update(vec![update(), vec![read(0, 21), write(0, 22)]]));
    // Two statements; what is read is not what is written; a barrier between; one of the two only reads.
    assert!(!is_update(vec![vec![read(0, 11), write(0, 22)], update()]));
    let shift = |own: u64, other: u64| vec![read(other, 11), write(own, 12)];
    assert!(!is_update(vec![shift(0, 4), shift(4, 0)]));
    let waits = || vec![read(0, 11), Command::sync(0, 1, 5), write(0, 12)];
    assert!(!is_update(vec![waits(), vec![read(0, 11), Command::sync(1, 1, 5), write(0, 12)]]));
    assert!(!is_update(vec![update(), vec![read(0, 31)]]));
}
