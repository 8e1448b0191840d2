//! Unknowns: their names, their causes, and stepping over what depends on them.

use crate::common::*;
use raddle_machine::domain::Schedule;
use raddle_machine::{
    Event, Issue, Options, Outcome, Partial, Reason, Recorder, Scheduler, StuckAt, Target, ValueId,
};

/// `%r0` is the thread, `%r1` the parameter `n`, `%rd0` the buffer `a`, `%rd1` the address of `a[tid]`.
const PARAMS: &str = ".param .u64 a, .param .u32 n";
const HEAD: &str = "ld.param.u64 %rd0, [a];\nld.param.u32 %r1, [n];\nmov.u32 %r0, %tid.x;\n\
    mul.wide.u32 %rd1, %r0, 4;\nadd.u64 %rd1, %rd0, %rd1;\n.shared .align 4 .b32 s[64];\n\
    shl.b32 %r2, %r0, 2;\nmov.u32 %r3, s;\nadd.u32 %r2, %r2, %r3;\n";

fn go(threads: u32, body: &str) -> (Recorder, Outcome) {
    run::<Partial>(&kernel(PARAMS, &format!("{HEAD}{body}")), launch(threads))
}

/// The stores of a thread, as (offset, identity); -1 for an unknown offset.
fn stores(recorder: &Recorder, thread: usize) -> Vec<(i64, Option<ValueId>)> {
    let store = |event: &Event| match event {
        Event::Access {
            target: Target::At(_, offset),
            value,
            kind: raddle_machine::AccessKind::Write,
            ..
        } => Some((*offset as i64, *value)),
        Event::Access { value, kind: raddle_machine::AccessKind::Write, .. } => Some((-1, *value)),
        _ => None,
    };
    recorder.threads[thread].iter().filter_map(store).collect()
}

fn mays(recorder: &Recorder, thread: usize) -> Vec<bool> {
    recorder.threads[thread]
        .iter()
        .filter_map(|e| match e {
            Event::Access { may, .. } => Some(*may),
            _ => None,
        })
        .collect()
}

#[test]
fn an_unknown_loop_bound_is_named() {
    let body =
        "mov.u32 %r4, 0;\nL: bar.sync 0;\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p0, %r4, %r1;\n@%p0 bra L;";
    let (_, outcome) = go(64, body);
    assert_eq!(reasons(&outcome), [Reason::Parameter { offset: 8 }]);
    let Outcome::Unknown(unknown) = outcome else { unreachable!() };
    assert_eq!(unknown.stuck[0].what, StuckAt::Branch);
    assert!(unknown.stuck[0].obstacle.is_some(), "the barrier is in the way");
    // Given, it is no obstacle.
    let known = with_arg(launch(64), 1, 3);
    let (recorder, outcome) = run::<Partial>(&kernel(PARAMS, &format!("{HEAD}{body}")), known);
    assert_eq!((outcome, recorder.threads[5].len()), (Outcome::Done, 3));
}

#[test]
fn the_cause_is_found_through_arithmetic_and_memory() {
    let body = "mul.lo.u32 %r4, %r1, 3;\nadd.u32 %r4, %r4, %r0;\nst.shared.u32 [%r2], %r4;\nld.shared.u32 %r5, [%r2];\n\
        setp.eq.u32 %p0, %r5, 7;\n@%p0 bra E;\nbar.sync 0;\nE:";
    assert_eq!(reasons(&go(1, body).1), [Reason::Parameter { offset: 8 }]);
    let body = "ld.global.u32 %r5, [%rd1];\nsetp.eq.u32 %p0, %r5, 7;\n@%p0 bra E;\nbar.sync 0;\nE:";
    assert!(matches!(reasons(&go(1, body).1)[..], [Reason::Content(_)]));
    let body = "ld.shared.u32 %r5, [%r2];\nsetp.eq.u32 %p0, %r5, 7;\n@%p0 bra E;\nbar.sync 0;\nE:";
    assert!(matches!(reasons(&go(1, body).1)[..], [Reason::UninitialisedMemory(_)]));
    let body = "atom.global.add.u32 %r5, [%rd0], 1;\nsetp.eq.u32 %p0, %r5, 7;\n@%p0 bra E;\nbar.sync 0;\nE:";
    assert_eq!(reasons(&go(1, body).1), [Reason::Schedule(Schedule::Atomic)]);
    let body =
        "sin.approx.f32 %f0, 0f3F800000;\nsetp.gt.f32 %p0, %f0, 0f3F800000;\n@%p0 bra E;\nbar.sync 0;\nE:";
    assert!(matches!(reasons(&go(1, body).1)[..], [Reason::Approximate(_)]));
    let body = "setp.gt.u32 %p0, %r9, 0;\n@%p0 bra E;\nbar.sync 0;\nE:";
    assert_eq!(reasons(&go(1, body).1), [Reason::Uninitialised]);
}

#[test]
fn addresses_are_offsets_in_buffers() {
    let (recorder, outcome) = go(4, "st.global.u32 [%rd1+8], %r1;");
    assert_eq!(outcome, Outcome::Done);
    assert_eq!(stores(&recorder, 3)[0].0, 20);
    // An unknown index stays within its buffer.
    let (recorder, _) =
        go(2, "mul.wide.u32 %rd2, %r1, 4;\nadd.u64 %rd2, %rd2, %rd1;\nst.global.u32 [%rd2], 1;");
    let Event::Access { target, .. } = recorder.threads[1][0] else { panic!() };
    assert!(matches!(target, Target::Near { .. }));
    assert!(has(&recorder, |i| matches!(i, Issue::UnknownAddress { object: Some(_), causes, .. }
        if causes.iter().any(|c| c.reason == Reason::Parameter { offset: 8 }))));
}

#[test]
fn equal_values_have_equal_names() {
    // All store n; all store n + tid; all store the same element of a.
    let same = |body: &str| {
        let (recorder, _) = go(2, body);
        let (one, two) = (stores(&recorder, 0)[0].1, stores(&recorder, 1)[0].1);
        one.is_some() && one == two
    };
    assert!(same("st.shared.u32 [s], %r1;"));
    assert!(same("mul.lo.u32 %r4, %r1, %r1;\nadd.u32 %r4, %r4, 3;\nst.shared.u32 [s], %r4;"));
    assert!(same("ld.global.u32 %r4, [%rd0+8];\nst.shared.u32 [s], %r4;"));
    assert!(same(
        "mul.wide.u32 %rd3, %r1, 4;\nadd.u64 %rd3, %rd3, %rd0;\nld.global.u32 %r4, [%rd3];\nst.shared.u32 [s], %r4;"
    ));
    assert!(!same("add.u32 %r4, %r1, %r0;\nst.shared.u32 [s], %r4;"));
    assert!(!same("ld.global.u32 %r4, [%rd1];\nst.shared.u32 [s], %r4;"));
    assert!(!same("atom.global.add.u32 %r4, [%rd0], 1;\nst.shared.u32 [s], %r4;"));
    assert!(!same("ld.volatile.global.u32 %r4, [%rd0];\nst.shared.u32 [s], %r4;"));
    assert!(!same("st.shared.u32 [s], %r9;"), "an uninitialised register has no name");
}

#[test]
fn a_store_in_between_makes_another_version() {
    let body = "mul.wide.u32 %rd3, %r1, 4;\nadd.u64 %rd3, %rd3, %rd0;\nld.global.u32 %r4, [%rd3];\n\
        st.shared.u32 [s], %r4;\nst.global.u32 [%rd0], 5;\nld.global.u32 %r4, [%rd3];\nst.shared.u32 [s], %r4;";
    let (recorder, _) = go(1, body);
    let all = stores(&recorder, 0);
    assert_ne!(all[0].1, all[2].1);
}

#[test]
fn unknown_bytes_come_back_as_they_were() {
    let body = "st.shared.u32 [s], %r1;\nld.shared.u32 %r4, [s];\nst.shared.u32 [s+4], %r4;\nst.shared.u32 [s+4], %r1;\n\
        ld.shared.u16 %h0, [s];\nst.shared.u16 [s+8], %h0;\ncvt.u16.u32 %h1, %r1;\nst.shared.u16 [s+8], %h1;";
    let (recorder, _) = go(1, body);
    let ids: Vec<_> = stores(&recorder, 0).into_iter().map(|s| s.1).collect();
    assert_eq!((ids[1], ids[3]), (ids[2], ids[4]), "whole values and low halves");
}

#[test]
fn a_guarded_tail_is_stepped_over() {
    let body = "setp.ge.u32 %p0, %r0, %r1;\n@%p0 bra E;\nld.global.u32 %r4, [%rd1];\nst.global.u32 [%rd1], %r4;\nE: bar.sync 0;\nst.shared.u32 [%r2], 1;";
    let (recorder, outcome) = go(2, body);
    assert_eq!(outcome, Outcome::Done);
    assert_eq!(mays(&recorder, 1), [true, true, false]);
    assert!(has(&recorder, |i| matches!(i, Issue::SteppedOver { cyclic: false, .. })));
}

#[test]
fn an_early_return_is_stepped_over_where_nothing_synchronises_behind_it() {
    let body = "setp.ge.u32 %p0, %r0, %r1;\n@%p0 ret;\nst.global.u32 [%rd1], %r0;";
    let (recorder, outcome) = go(2, body);
    assert_eq!((outcome, mays(&recorder, 1)), (Outcome::Done, vec![true]));
    assert_eq!(recorder.exited, [true, true]);
    let (_, outcome) = go(2, &format!("{body}\nbar.sync 0;"));
    assert_eq!(reasons(&outcome), [Reason::Parameter { offset: 8 }]);
}

#[test]
fn both_sides_of_an_unknown_branch_are_joined() {
    // The same value on both sides stays known, another one does not.
    let body = "setp.eq.u32 %p0, %r1, 3;\nmov.u32 %r4, 1;\nmov.u32 %r5, 1;\n@%p0 bra A;\nmov.u32 %r4, 2;\nmov.u32 %r5, 1;\nst.shared.u32 [s], 7;\nA:\n\
        bar.sync 0;\nst.shared.u32 [s+4], %r5;\nst.shared.u32 [s+8], 1;\nst.shared.u32 [s+12], %r4;\nld.shared.u32 %r6, [s];\n\
        setp.eq.u32 %p1, %r6, 7;\n@%p1 bra E;\nbar.sync 0;\nE:";
    let (recorder, outcome) = go(1, body);
    let all = stores(&recorder, 0);
    assert_eq!(all[1].1, all[2].1);
    assert_eq!(all[3].1, None);
    let causes = reasons(&outcome);
    assert!(causes.contains(&Reason::UnknownControl), "{causes:?}");
}

#[test]
fn a_loop_with_an_unknown_bound_is_stepped_over() {
    let body = "mov.u32 %r4, 0;\nmov.u32 %r5, 0;\nmov.u64 %rd4, %rd1;\nL: setp.ge.u32 %p0, %r4, %r1;\n@%p0 bra X;\n\
        ld.global.u32 %r6, [%rd4];\nadd.u32 %r5, %r5, %r6;\nadd.u64 %rd4, %rd4, 4;\nadd.u32 %r4, %r4, 1;\nbra L;\n\
        X: st.shared.u32 [%r2], %r5;\nst.shared.u32 [%r2], %r4;\nbar.sync 0;";
    let (recorder, outcome) = go(2, body);
    assert_eq!(outcome, Outcome::Done);
    assert!(has(&recorder, |i| matches!(i, Issue::SteppedOver { cyclic: true, .. })));
    // The first load is in a loop: where it goes later is not known.
    let Event::Access { target, may, .. } = recorder.threads[0][0] else { panic!() };
    assert!(may && !matches!(target, Target::At(..)), "{target:?}");
    assert_eq!(stores(&recorder, 0), [(0, None), (0, None)]);
}

#[test]
fn memory_written_in_a_loop_is_not_believed_in_the_loop() {
    // s[0] = 1; while (i++ < n) { t = s[0]; s[0] = 2; } ; u = s[0]: neither t nor u is 1.
    let body = "st.shared.u32 [s], 1;\nmov.u32 %r4, 0;\nmov.u32 %r5, 1;\nL: setp.ge.u32 %p0, %r4, %r1;\n@%p0 bra X;\n\
        ld.shared.u32 %r5, [s];\nst.shared.u32 [s], 2;\nadd.u32 %r4, %r4, 1;\nbra L;\nX: ld.shared.u32 %r6, [s];\n\
        st.shared.u32 [s+4], %r5;\nst.shared.u32 [s+8], %r6;";
    let (recorder, outcome) = go(1, body);
    assert_eq!(outcome, Outcome::Done);
    let all = stores(&recorder, 0);
    assert_eq!((all[2], all[3]), ((4, None), (8, None)));
}

#[test]
fn a_known_exit_from_an_unknown_region_is_followed() {
    // A trap on an unknown condition aborts the launch: other runs continue without it.
    let body = "setp.ge.u32 %p0, %r0, %r1;\n@%p0 trap;\nbar.sync 0;\nst.shared.u32 [%r2], 1;";
    let (recorder, outcome) = go(2, body);
    assert_eq!((outcome, mays(&recorder, 0)), (Outcome::Done, vec![false]));
    assert!(has(&recorder, |i| matches!(i, Issue::MayTrap { .. })));
}

#[test]
fn an_unknown_guard_makes_a_store_uncertain() {
    let body = "setp.lt.u32 %p0, %r0, %r1;\nst.shared.u32 [%r2], 1;\n@%p0 st.shared.u32 [%r2], 2;\nld.shared.u32 %r4, [%r2];\nst.shared.u32 [%r2], %r4;";
    let (recorder, outcome) = go(1, body);
    assert_eq!(outcome, Outcome::Done);
    assert_eq!(mays(&recorder, 0), [false, true, false, false]);
    assert_eq!(stores(&recorder, 0)[2].1, None);
}

#[test]
fn an_unknown_shared_address_spoils_shared_memory() {
    let body = "st.shared.u32 [s], 1;\nand.b32 %r4, %r1, 63;\nshl.b32 %r4, %r4, 2;\nadd.u32 %r4, %r4, %r3;\nst.shared.u32 [%r4], 9;\n\
        ld.shared.u32 %r5, [s];\nsetp.eq.u32 %p0, %r5, 1;\n@%p0 bra E;\nbar.sync 0;\nE:";
    let (recorder, outcome) = go(1, body);
    assert!(matches!(outcome, Outcome::Unknown(_)));
    assert!(has(&recorder, |i| matches!(i, Issue::UnknownAddress { writes: true, .. })));
}

#[test]
fn one_cta_for_all() {
    let mut any = launch(2);
    any.grid = None;
    any.cta = raddle_machine::WhichCta::Any;
    let body = "mov.u32 %r4, %ctaid.x;\nmad.lo.u32 %r5, %r4, 64, %r0;\nmul.wide.u32 %rd2, %r5, 4;\nadd.u64 %rd2, %rd2, %rd0;\n\
        ld.global.u32 %r6, [%rd2];\nst.shared.u32 [%r2], %r6;\nbar.sync 0;";
    let (_, outcome) = run::<Partial>(&kernel(PARAMS, &format!("{HEAD}{body}")), any.clone());
    assert_eq!(outcome, Outcome::Done);
    let body = "mov.u32 %r4, %ctaid.x;\nsetp.eq.u32 %p0, %r4, 0;\n@%p0 bar.sync 0;";
    let (_, outcome) = run::<Partial>(&kernel(PARAMS, &format!("{HEAD}{body}")), any);
    assert_eq!(reasons(&outcome), [Reason::Special(raddle_ir::Special::Ctaid(0))]);
}

#[test]
fn pointers_are_compared_and_masked() {
    // p != end walks a known distance; the low bits of a declared buffer are zero.
    let body = "add.u64 %rd3, %rd0, 16;\nmov.u64 %rd4, %rd0;\nL: bar.sync 0;\nadd.u64 %rd4, %rd4, 4;\nsetp.ne.u64 %p0, %rd4, %rd3;\n@%p0 bra L;";
    let (recorder, outcome) = go(32, body);
    assert_eq!((outcome, recorder.threads[0].len()), (Outcome::Done, 4));
}

/// Statements of a specification are reported when they are false or unknown; what they read is no access.
#[test]
fn shared_scalars_choices_and_statements() {
    use raddle_ir::{FunctionKind, InstKind, Module, SharedVar, SpecKind, Target, Terminator, Type, VarData};
    let mut module = Module { address_bits: 64, ..Module::default() };
    let loc = module.sources.intern(raddle_ir::Loc::default());
    module.shared_vars.push(SharedVar { name: "x".into(), ty: Type::I32 });
    let mut function = raddle_ir::Function::new("k", FunctionKind::Kernel, loc);
    let x = function.vars.push(VarData { name: "x".into(), ty: Type::I32, shared: Some(0) });
    let [start, left, right, end] = [0; 4].map(|_| function.add_block(loc));
    let [zero, one] = [0, 1].map(|n| function.append1(start, InstKind::Const(n), Type::I32, loc));
    let no = function.append1(start, InstKind::Const(0), Type::I1, loc);
    function.append(start, InstKind::SpecBegin(SpecKind::Assert), &[], loc);
    function.append1(start, InstKind::VarGet(x), Type::I32, loc);
    function.append(start, InstKind::SpecEnd(SpecKind::Assert, no), &[], loc);
    function.append(left, InstKind::VarSet(x, zero), &[], loc);
    function.append(right, InstKind::VarSet(x, one), &[], loc);
    function.append1(end, InstKind::VarGet(x), Type::I32, loc);
    function.blocks[start].term = Terminator::Goto(vec![Target::new(left), Target::new(right)]);
    function.blocks[left].term = Terminator::Jump(Target::new(end));
    function.blocks[right].term = Terminator::Jump(Target::new(end));
    function.blocks[end].term = Terminator::Return;
    let kernel = Kernel { module, function };

    let (recorder, outcome) = run::<Partial>(&kernel, launch(1));
    assert_eq!(outcome, Outcome::Done);
    assert_eq!(mays(&recorder, 0), [true, true, false], "either side, then the read");
    assert!(has(&recorder, |i| matches!(i, Issue::Spec { refuted: true, .. })));
    let (_, outcome) = run::<raddle_machine::Concrete>(&kernel, launch(1));
    assert!(matches!(outcome, Outcome::Unknown(u) if u.stuck[0].what == StuckAt::Choice));
}

fn targets(recorder: &Recorder, thread: usize) -> Vec<Target> {
    let target = |event: &Event| match event {
        Event::Access { target, .. } => Some(*target),
        _ => None,
    };
    recorder.threads[thread].iter().filter_map(target).collect()
}

/// The place of `a[n + tid]` is unknown; the distance between threads is known.
#[test]
fn addresses_that_differ_by_numbers_are_of_one_group() {
    for (widen, name) in [("s32", "by sign"), ("u32", "by zeros")] {
        let body = format!(
            "add.u32 %r4, %r1, %r0;\nmul.wide.{widen} %rd2, %r4, 4;\nadd.u64 %rd2, %rd0, %rd2;\nst.global.u32 [%rd2+8], %r0;"
        );
        let (recorder, _) = go(4, &body);
        let offset = |thread| match targets(&recorder, thread)[..] {
            [Target::Near { object, group, offset }] => (object, group, offset),
            ref other => panic!("{name}: {other:?}"),
        };
        let (object, group, first) = offset(0);
        for thread in 1..4 {
            assert_eq!(offset(thread), (object, group, first + 4 * thread as i32), "{name}");
        }
    }
}

#[test]
fn other_terms_and_loops_make_no_group() {
    // Each lane has a term of its own.
    let gather = "ld.global.u32 %r4, [%rd1];\nmul.wide.u32 %rd2, %r4, 4;\nadd.u64 %rd2, %rd0, %rd2;\nld.global.u32 %r5, [%rd2];";
    assert!(matches!(targets(&go(4, gather).0, 1)[..], [Target::At(..), Target::Within(_)]));
    // One name for many addresses.
    let walk = "L: volatile_load\nmul.wide.u32 %rd2, %r4, 4;\nadd.u64 %rd2, %rd0, %rd2;\nst.global.u32 [%rd2], %r4;\n\
        sub.u32 %r1, %r1, 1;\nsetp.ne.u32 %p0, %r1, 0;\n@%p0 bra L;";
    let walk = walk.replace("volatile_load", "ld.volatile.global.u32 %r4, [%rd0];");
    let walked = targets(&go(1, &walk).0, 0);
    // The first time round it is one address.
    let [Target::At(..), Target::Near { .. }, rest @ ..] = &walked[..] else { panic!("{walked:?}") };
    assert!(matches!(rest, [Target::At(..), Target::Within(_)]), "{walked:?}");
    // Where nothing writes it does not matter.
    let read = "add.u32 %r4, %r1, %r0;\nmul.wide.u32 %rd2, %r4, 4;\nadd.u64 %rd2, %rd0, %rd2;\nld.global.u32 %r5, [%rd2];";
    assert!(matches!(targets(&go(2, read).0, 1)[..], [Target::Within(_)]));
}

/// In a loop of unknown length, a pointer stays in its buffer.
#[test]
fn a_pointer_that_walks_keeps_its_buffer() {
    let body = "L: ld.global.u32 %r4, [%rd0];\nadd.u64 %rd0, %rd0, 12;\nsub.u32 %r1, %r1, 1;\n\
        setp.ne.u32 %p0, %r1, 0;\n@%p0 bra L;\nld.global.u32 %r4, [%rd0];";
    let walked = targets(&go(1, body).0, 0);
    let [Target::At(a, 0), Target::Within(b), Target::Within(c)] = walked[..] else { panic!("{walked:?}") };
    assert_eq!([a, a], [b, c]);
}

/// The target of the one read of shared memory of a thread, and how many waits it has; the outcome.
fn through(body: &str, scheduler: Scheduler) -> (Outcome, Vec<Target>, usize) {
    let kernel = kernel(PARAMS, &format!("{HEAD}{body}"));
    let (recorder, outcome) =
        run_with::<Partial>(&kernel, launch(4), Options { scheduler, ..Options::default() });
    let read = |event: &Event| match event {
        Event::Access { target, space: raddle_ir::Space::Shared, .. } => Some(*target),
        _ => None,
    };
    let waits = recorder.threads[3].iter().filter(|e| matches!(e, Event::WarpSync { .. })).count();
    (outcome, recorder.threads[3].iter().filter_map(read).collect(), waits)
}

#[test]
fn a_collective_in_a_region_is_met_by_all_of_its_lanes_or_none() {
    let own = "ld.global.u32 %r4, [%rd1];\nsetp.gt.u32 %p0, %r4, 1;\n";
    let one = "setp.gt.u32 %p0, %r1, 1;\n";
    let vote = |sync: &str| {
        format!("{own}vote{sync}.any.pred %p0, %p0{};\n", if sync.is_empty() { "" } else { ", -1" })
    };
    // Results of votes without a mask are known in lock-step only.
    let in_step = Scheduler::WarpSynchronous;
    let behind_in = |scheduler, head: &str, vote: &str| {
        let body = format!(
            "{head}@%p0 bra E;\nsetp.lt.u32 %p1, %r0, 40;\n{vote};\nand.b32 %r5, %r5, 4;\nadd.u32 %r6, %r3, %r5;\nld.shared.u32 %r7, [%r6];\nE:"
        );
        through(&body, scheduler)
    };
    let behind = |head: &str, vote: &str| behind_in(in_step, head, vote);
    let (free, full) = ("vote.ballot.b32 %r5, %p1", "vote.sync.ballot.b32 %r5, %p1, -1");
    // All come or none: the result is that of all of them.
    for (head, voted) in [(one, 0), (&vote(""), 0), (&vote(".sync"), 1)] {
        for ballot in [free, full] {
            let (outcome, targets, waits) = behind(head, ballot);
            assert_eq!(
                (outcome, waits),
                (Outcome::Done, voted),
                "{head}{ballot}: only a sure wait is told of"
            );
            assert!(matches!(targets[..], [Target::At(_, 4)]), "{head}{ballot}: {targets:?}");
        }
    }
    let (outcome, targets, _) = behind_in(Scheduler::Independent, one, free);
    assert!(
        outcome == Outcome::Done && matches!(targets[..], [Target::Within(_)]),
        "{outcome:?} {targets:?}"
    );
    // Each decides for itself.
    let (outcome, targets, _) = behind(own, free);
    assert!(
        outcome == Outcome::Done && matches!(targets[..], [Target::Within(_)]),
        "{outcome:?} {targets:?}"
    );
    let obstacle = |outcome: &Outcome| match outcome {
        Outcome::Unknown(unknown) => unknown.stuck[0].obstacle.is_some(),
        _ => false,
    };
    assert!(obstacle(&behind(own, full).0));
    // A thread that is alone in its mask waits for no other.
    let alone = "mov.u32 %r8, 1;\nshl.b32 %r8, %r8, %r0;\nvote.sync.ballot.b32 %r5, %p1, %r8";
    let (outcome, targets, _) = behind(own, alone);
    assert!(outcome == Outcome::Done && matches!(targets[..], [Target::At(_, 0)]), "{outcome:?} {targets:?}");
    // Half of the warp reaches the branch.
    let half = format!("setp.lt.u32 %p2, %r0, 2;\n@%p2 bra E;\n{one}");
    assert!(obstacle(&behind(&half, full).0));
    let (outcome, targets, _) = behind(&half, "vote.sync.ballot.b32 %r5, %p1, 12");
    assert!(outcome == Outcome::Done && matches!(targets[..], [Target::At(_, 4)]), "{outcome:?} {targets:?}");
    let (outcome, targets, _) = behind(&half, free);
    assert!(
        outcome == Outcome::Done && matches!(targets[..], [Target::Within(_)]),
        "{outcome:?} {targets:?}"
    );
    // Lanes that part at a branch within one that all take meet the others again after it.
    let inner = format!("{one}ld.global.u32 %r4, [%rd1];\nsetp.gt.u32 %p3, %r4, 1;\n");
    let nested = |inside: &str, after: &str| {
        let (outcome, _, _) = through(
            &format!("{inner}@%p0 bra E;\n@%p3 bra M;\n{inside}\nM: {after}\nadd.u32 %r5, %r5, 1;\nE:"),
            in_step,
        );
        outcome
    };
    assert_eq!(nested("add.u32 %r6, %r6, 1;", &format!("{full};")), Outcome::Done);
    assert!(obstacle(&nested(&format!("{full};"), "")));
    // A loop may be left by some lanes earlier than by others.
    assert!(obstacle(
        &through(
            &format!("{one}L: {full};\nld.global.u32 %r4, [%rd1];\nsetp.gt.u32 %p0, %r4, 1;\n@%p0 bra L;"),
            in_step
        )
        .0
    ));
    // A barrier of the block, and a wait that orders memory, stay in the way.
    assert!(obstacle(&behind(one, "bar.sync 0;\nmov.u32 %r5, 0").0));
    assert!(obstacle(&behind(one, "bar.warp.sync -1;\nmov.u32 %r5, 0").0));
}

#[test]
fn a_volatile_load_from_shared_memory_reads_what_was_written() {
    let body = "st.volatile.shared.u32 [s], %r1;\nld.volatile.shared.u32 %r4, [s];\nst.shared.u32 [s+4], %r4;\nst.shared.u32 [s+4], %r1;";
    let (recorder, _) = go(1, body);
    let ids: Vec<_> = stores(&recorder, 0).into_iter().map(|s| s.1).collect();
    assert!(ids[1].is_some() && ids[1] == ids[2]);
    // Others may write global memory, and floating-point numbers are not followed.
    for body in [
        "st.volatile.global.u32 [%rd0], %r1;\nld.volatile.global.u32 %r4, [%rd0];\nst.shared.u32 [s+4], %r4;\nst.shared.u32 [s+4], %r1;",
        "mov.b32 %f0, %r1;\nst.volatile.shared.f32 [s], %f0;\nld.volatile.shared.f32 %f1, [s];\nst.shared.f32 [s+4], %f1;\nst.shared.f32 [s+4], %f0;",
    ] {
        let (recorder, _) = go(1, body);
        let ids: Vec<_> = stores(&recorder, 0).into_iter().map(|s| s.1).collect();
        assert!(ids[1] != ids[2], "{body}");
    }
}
