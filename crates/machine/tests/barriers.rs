//! Barriers, waits within a warp, and their errors; replay.

use crate::common::*;
use raddle_ir::Language;
use raddle_machine::barrier::{BarrierError, How};
use raddle_machine::{
    Event, Hold, Issue, Machine, Options, Outcome, Partial, Program, Scheduler, Target, WaitingFor,
};

const HEAD: &str = "mov.u32 %r0, %tid.x;\nshr.u32 %r1, %r0, 5;\n.shared .align 4 .b32 s[256];\n\
    shl.b32 %r2, %r0, 2;\nmov.u32 %r3, s;\nadd.u32 %r2, %r2, %r3;\n";

fn go(threads: u32, body: &str) -> (raddle_machine::Recorder, Outcome) {
    run::<Partial>(&kernel("", &format!("{HEAD}{body}")), launch(threads))
}

fn registrations(events: &[Event]) -> Vec<(How, u32, u32, u32)> {
    let registration = |e: &Event| match *e {
        Event::Barrier { how, id, count, generation, .. } => Some((how, id, count, generation)),
        _ => None,
    };
    events.iter().filter_map(registration).collect()
}

#[test]
fn a_producer_and_a_consumer_take_turns() {
    let body = "mov.u32 %r4, 0;\nsetp.eq.u32 %p0, %r1, 0;\n@%p0 bra P;\n\
        C: bar.sync 1, 64;\nld.shared.u32 %r5, [s];\nbar.arrive 2, 64;\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 2;\n@%p1 bra C;\nbra E;\n\
        P: st.shared.u32 [s], %r4;\nbar.arrive 1, 64;\nbar.sync 2, 64;\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, 2;\n@%p1 bra P;\nE:";
    for scheduler in [Scheduler::Independent, Scheduler::LockStep, Scheduler::Random(1), Scheduler::Random(2)]
    {
        let kernel = kernel("", &format!("{HEAD}{body}"));
        let options = Options { scheduler, ..Options::default() };
        let (recorder, outcome) = run_with::<Partial>(&kernel, launch(64), options);
        assert_eq!((outcome, recorder.issues.len()), (Outcome::Done, 0));
        use How::{Arrive, Sync};
        let producer = [(Arrive, 1, 64, 1), (Sync, 2, 64, 1), (Arrive, 1, 64, 2), (Sync, 2, 64, 2)];
        assert_eq!(registrations(&recorder.threads[0]), producer);
        let consumer = [(Sync, 1, 64, 1), (Arrive, 2, 64, 1), (Sync, 1, 64, 2), (Arrive, 2, 64, 2)];
        assert_eq!(registrations(&recorder.threads[63]), consumer);
    }
}

#[test]
fn a_cyclic_wait_is_a_deadlock() {
    let body = "setp.eq.u32 %p0, %r1, 0;\n@%p0 bra P;\nbar.sync 1, 64;\nbar.arrive 2, 64;\nbra E;\nP: bar.sync 2, 64;\nbar.arrive 1, 64;\nE:";
    let (_, outcome) = go(64, body);
    let Outcome::Deadlock(deadlock) = outcome else { panic!("{outcome:?}") };
    assert_eq!((deadlock.waiting.len(), deadlock.exited.len()), (64, 0));
    let barrier = WaitingFor::Barrier { id: 2, generation: 1, expected: 64, registered: 32 };
    assert_eq!(deadlock.waiting[0].at, barrier);
}

#[test]
fn who_has_returned_does_not_arrive() {
    let (_, outcome) = go(64, "setp.eq.u32 %p0, %r1, 0;\n@%p0 ret;\nbar.sync 0;");
    let Outcome::Deadlock(deadlock) = outcome else { panic!("{outcome:?}") };
    assert_eq!((deadlock.waiting.len(), deadlock.exited.len()), (32, 32));
    // The same within a warp.
    let (_, outcome) = go(32, "setp.eq.u32 %p0, %r0, 0;\n@%p0 ret;\nbar.sync 0;");
    assert!(matches!(outcome, Outcome::Deadlock(d) if d.exited == [0]));
}

#[test]
fn the_error_rules() {
    let mismatch = "setp.eq.u32 %p0, %r1, 0;\n@%p0 bra P;\nbar.sync 1, 64;\nbra E;\nP: bar.sync 1, 96;\nE:";
    let error = |body: &str| match go(64, body).1 {
        Outcome::BarrierError { error, .. } => error,
        other => panic!("{other:?}"),
    };
    assert_eq!(error(mismatch), BarrierError::CountMismatch { expected: 96, given: 64 });
    assert_eq!(
        error("bar.sync 1, 48;"),
        BarrierError::OverArrival { expected: 48, registered: 32, weight: 32 }
    );
    assert_eq!(
        error("mov.u32 %r4, 16;\nbarrier.sync %r4;"),
        BarrierError::InvalidId { id: 16, barriers: 16 }
    );
    assert!(has(&go(32, "bar.sync 1, 48;").0, |i| matches!(i, Issue::Count { count: 48, .. })));
}

#[test]
fn the_last_warp_counts_as_a_whole() {
    let (recorder, outcome) = go(40, "bar.sync 0;\nbar.sync 1, 64;");
    assert_eq!(outcome, Outcome::Done);
    let weight = |thread: usize, n: usize| match recorder.threads[thread][n] {
        Event::Barrier { weight, count, .. } => (weight, count),
        _ => panic!(),
    };
    assert_eq!((weight(0, 1), weight(38, 1), weight(39, 1)), ((1, 64), (1, 64), (25, 64)));
}

#[test]
fn an_aligned_barrier_waits_for_its_warp() {
    // The lanes come one after another in this schedule, but all come.
    let (recorder, outcome) =
        go(32, "setp.lt.u32 %p0, %r0, 7;\n@%p0 bra A;\nst.shared.u32 [%r2], 1;\nA: bar.sync 0;");
    assert_eq!((outcome, recorder.issues.len()), (Outcome::Done, 0));
    // Here they do not.
    let (recorder, outcome) =
        go(32, "setp.lt.u32 %p0, %r0, 7;\n@%p0 bra A;\nbar.sync 0;\nbra E;\nA: bar.sync 0;\nE:");
    assert!(has(&recorder, |i| matches!(i, Issue::PartOfWarp { all: u32::MAX, .. })));
    assert_eq!(outcome, Outcome::Done, "the counts add up all the same");
    // Not aligned, this is no error.
    let (recorder, outcome) =
        go(32, "setp.lt.u32 %p0, %r0, 7;\n@%p0 bra A;\nbarrier.sync 0;\nbra E;\nA: barrier.sync 0;\nE:");
    assert_eq!((outcome, recorder.issues.len()), (Outcome::Done, 0));
}

#[test]
fn conditions_b1_and_b2() {
    let cuda = |threads, body: &str| {
        run::<Partial>(&kernel_in(Language::Cuda, "", &format!("{HEAD}{body}")), launch(threads))
    };
    let condition = |issues: &[Issue]| {
        issues.iter().find_map(|i| match i {
            Issue::Divergence { condition, .. } => Some(*condition),
            _ => None,
        })
    };
    let two = "setp.eq.u32 %p0, %r1, 0;\n@%p0 bra A;\nbar.sync 0;\nbra E;\nA: bar.sync 0;\nE:";
    let (recorder, outcome) = cuda(64, two);
    assert_eq!((outcome, condition(&recorder.issues)), (Outcome::Done, Some(1)));
    assert_eq!(go(64, two).0.issues, [], "PTX does not ask for it");
    // Warp 0 loops twice over one barrier; warp 1 enters the loop twice, once each. The same barrier, but other
    // iterations.
    let loops = "setp.eq.u32 %p0, %r1, 0;\nmov.u32 %r6, 0;\nO: selp.u32 %r4, 2, 1, %p0;\n\
        L: bar.sync 0;\nsub.u32 %r4, %r4, 1;\nsetp.ne.u32 %p1, %r4, 0;\n@%p1 bra L;\n\
        add.u32 %r6, %r6, 1;\nselp.u32 %r7, 1, 2, %p0;\nsetp.lt.u32 %p2, %r6, %r7;\n@%p2 bra O;";
    let (recorder, outcome) = cuda(64, loops);
    assert_eq!((outcome, condition(&recorder.issues)), (Outcome::Done, Some(2)));
    let fine = "mov.u32 %r4, 3;\nL: bar.sync 0;\nsub.u32 %r4, %r4, 1;\nsetp.ne.u32 %p1, %r4, 0;\n@%p1 bra L;";
    assert_eq!(cuda(64, fine).0.issues, []);
}

#[test]
fn barrier_reductions() {
    let body = "setp.lt.u32 %p0, %r0, 40;\nbar.red.popc.u32 %r4, 0, %p0;\nbar.red.and.pred %p1, 0, %p0;\nbar.red.or.pred %p2, 0, %p0;\n\
        setp.eq.u32 %p3, %r4, 40;\nnot.pred %p1, %p1;\nand.pred %p3, %p3, %p1;\nand.pred %p3, %p3, %p2;\n@%p3 st.shared.u32 [%r2], 1;";
    let (recorder, outcome) = go(64, body);
    assert_eq!(outcome, Outcome::Done);
    assert!(recorder.threads.iter().all(|events| events.len() == 4));
}

#[test]
fn lanes_of_a_warp_wait_for_each_other() {
    let body = "setp.lt.u32 %p0, %r0, 16;\n@%p0 bra A;\nst.shared.u32 [%r2], 1;\nbar.warp.sync -1;\nbra E;\nA: bar.warp.sync -1;\nE:";
    let (recorder, outcome) = go(32, body);
    assert_eq!(outcome, Outcome::Done);
    assert!(matches!(recorder.threads[0][..], [Event::WarpSync { mask: u32::MAX, memory: true, .. }]));
    // A lane that has returned is not waited for, whether it returns before the others come or after that; one that waits elsewhere is.
    let (recorder, outcome) = go(32, "setp.eq.u32 %p0, %r0, 3;\n@%p0 ret;\nbar.warp.sync -1;");
    assert_eq!((outcome, recorder.threads[3].len(), recorder.threads[4].len()), (Outcome::Done, 0, 1));
    let after = "setp.ne.u32 %p0, %r0, 3;\n@%p0 bra A;\nbar.sync 1, 32;\nret;\nA: bar.arrive 1, 32;\nbar.warp.sync -1;";
    assert_eq!(go(32, after).1, Outcome::Done);
    let (_, outcome) = go(32, "setp.eq.u32 %p0, %r0, 3;\n@%p0 bra B;\nbar.warp.sync -1;\nB: bar.sync 0;");
    assert!(matches!(outcome, Outcome::Deadlock(d) if d.waiting.len() == 32));
    // A lane that is not in the mask is reported.
    assert!(has(&go(2, "bar.warp.sync 1;").0, |i| matches!(i, Issue::NotMember { lanes: 2, mask: 1, .. })));
}

#[test]
fn an_unknown_operand_of_a_barrier_is_no_guess() {
    let kernel = kernel(".param .u32 n", &format!("{HEAD}ld.param.u32 %r4, [n];\nbarrier.sync %r4, 64;"));
    let (_, outcome) = run::<Partial>(&kernel, launch(64));
    let Outcome::Unknown(unknown) = outcome else { panic!("{outcome:?}") };
    assert_eq!(unknown.stuck.len(), 2);
}

#[test]
fn a_race_is_replayed() {
    let kernel =
        kernel("", &format!("{HEAD}st.shared.u32 [%r2], 1;\nld.shared.u32 %r4, [%r2+4];\nbar.sync 0;"));
    let program = Program::decode(&kernel.module, &kernel.function).unwrap();
    let mut machine = Machine::<Partial>::new(&program, launch(64), Options::default()).unwrap();
    // Thread 31 reads what thread 32 writes.
    let holds = [Hold { thread: 31, event: 1 }, Hold { thread: 32, event: 0 }];
    let report = machine.run_with_holds(&holds, &mut raddle_machine::Unwatched);
    assert_eq!(report.outcome, Outcome::Held);
    let targets: Vec<Target> = report
        .held
        .iter()
        .map(|held| match held {
            Some(Event::Access { target, .. }) => *target,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(targets[0], targets[1]);
    // Ordered by the barrier, they cannot be held together.
    let holds = [Hold { thread: 31, event: 2 }, Hold { thread: 63, event: 3 }];
    let report = machine.run_with_holds(&holds, &mut raddle_machine::Unwatched);
    assert!(matches!(report.held[..], [Some(Event::Barrier { generation: 1, .. }), None]));
}
