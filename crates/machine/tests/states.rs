//! States: a run can be left, and resumed, any number of times; and the policy at an open condition.

use crate::common::*;
use raddle_machine::chosen::Chosen;
use raddle_machine::launch::{Launch, WhichCta};
use raddle_machine::monitor::{Event, Target};
use raddle_machine::{
    AtOpen, Concrete, Domain, Issue, Machine, Options, Outcome, Partial, Program, Reason, Recorder,
    Scheduler, State, StuckAt, Unwatched,
};

/// Threads of two warps that meet at a barrier, write all kinds of memory, and part for a while.
const BODY: &str = "mov.u32 %r0, %tid.x;\n.shared .align 4 .b32 s[64];\n.local .align 4 .b32 own[4];\n\
    ld.param.u64 %rd0, [a];\nmul.wide.u32 %rd1, %r0, 4;\nadd.u64 %rd0, %rd0, %rd1;\n\
    mov.u64 %rd2, s;\nadd.u64 %rd2, %rd2, %rd1;\nmov.u32 %r1, 0;\nmov.u32 %r2, 0;\n\
    L: add.u32 %r2, %r2, %r0;\nst.local.u32 [own], %r2;\nst.shared.u32 [%rd2], %r2;\n\
    add.u32 %r1, %r1, 1;\nand.b32 %r3, %r0, 3;\nsetp.lt.u32 %p0, %r1, %r3;\n@%p0 bra L;\n\
    bar.sync 0;\nxor.b32 %r4, %r0, 32;\nmul.wide.u32 %rd3, %r4, 4;\nmov.u64 %rd4, s;\nadd.u64 %rd4, %rd4, %rd3;\n\
    ld.shared.u32 %r5, [%rd4];\nld.local.u32 %r6, [own];\nadd.u32 %r5, %r5, %r6;\nst.global.u32 [%rd0], %r5;\n\
    atom.global.add.u32 %r7, [%rd0], 1;";

fn bytes<D: Domain>(machine: &Machine<'_, D>) -> Vec<Option<u8>> {
    let buffer = machine.objects().buffers().next().expect("a buffer").1;
    machine.bytes(buffer)
}

/// Leaves a run after every number of steps, ends it, and ends it again from where it was left.
fn left_and_resumed<D: Domain + Default>(scheduler: Scheduler) {
    let kernel = kernel(".param .u64 a", BODY);
    let program = Program::decode(&kernel.module, &kernel.function).unwrap();
    let launch = with_buffer(launch(64), 0, &[0; 64]);
    let options = Options { scheduler, ..Options::default() };
    let new = || Machine::<D>::new(&program, launch.clone(), options).unwrap();
    let mut whole = new();
    assert_eq!(whole.run(&mut Unwatched), Outcome::Done);
    let end = bytes(&whole);
    for left in 0..whole.steps() {
        let mut machine = new();
        assert!(matches!(machine.resume_for(left, &mut Unwatched), Outcome::StepLimit { .. }));
        let state = machine.fork();
        let (then, before) = (state.clone(), bytes(&machine));
        let finish = |machine: &mut Machine<'_, D>| {
            let mut recorder = Recorder::new(64);
            assert_eq!(machine.resume_for(u64::MAX, &mut recorder), Outcome::Done, "left after {left} steps");
            assert_eq!(bytes(machine), end, "left after {left} steps");
            recorder
        };
        let first = finish(&mut machine);
        assert!(state == then, "left after {left} steps: what was left has been written");
        machine.restore(state);
        assert_eq!(bytes(&machine), before);
        let second = finish(&mut machine);
        assert_eq!((&first.exited, &first.issues), (&second.exited, &second.issues));
        for (mine, other) in first.threads.iter().zip(&second.threads) {
            assert_eq!(mine.len(), other.len());
        }
    }
}

#[test]
fn a_run_goes_on_from_where_it_was_left() {
    for scheduler in
        [Scheduler::Independent, Scheduler::LockStep, Scheduler::WarpSynchronous, Scheduler::Random(7)]
    {
        left_and_resumed::<Concrete>(scheduler);
        left_and_resumed::<Partial>(scheduler);
    }
}

#[test]
fn a_state_may_go_to_another_thread() {
    fn can_be_sent<T: Send + Sync>() {}
    can_be_sent::<State<Concrete>>();
    can_be_sent::<State<Partial>>();
}

/// With the policy to step over, both sides of the branch may happen; with the one to give up, the thread is stuck there.
#[test]
fn a_policy_says_what_happens_at_an_open_condition() {
    let body = ".shared .align 4 .b32 s[8];\nld.param.u32 %r0, [n];\nsetp.eq.u32 %p0, %r0, 0;\n@%p0 bra E;\n\
        st.shared.u32 [s], 1;\nE:";
    let kernel = kernel(".param .u32 n", body);
    let program = Program::decode(&kernel.module, &kernel.function).unwrap();
    let run = |at_open| {
        let options = Options { at_open, ..Options::default() };
        let mut machine = Machine::<Partial>::new(&program, launch(1), options).unwrap();
        let mut recorder = Recorder::new(1);
        (machine.run(&mut recorder), recorder)
    };
    let (outcome, recorder) = run(AtOpen::StepOver);
    assert_eq!((outcome, recorder.threads[0].len()), (Outcome::Done, 1));
    assert!(has(&recorder, |i| matches!(i, Issue::SteppedOver { .. })));
    let (outcome, recorder) = run(AtOpen::GiveUp);
    assert_eq!((recorder.threads[0].len(), &recorder.issues[..]), (0, &[][..]));
    assert_eq!(reasons(&outcome), [Reason::Parameter { offset: 0 }]);
    let Outcome::Unknown(unknown) = outcome else { panic!("{outcome:?}") };
    assert_eq!(unknown.stuck[0].what, StuckAt::Branch);
}

#[test]
fn blocks_in_turn_find_what_those_before_them_leave() {
    let body = "ld.param.u64 %rd0, [a];\natom.global.add.u32 %r0, [%rd0], 1;\nmul.wide.u32 %rd1, %r0, 4;\n\
        add.u64 %rd0, %rd0, %rd1;\nst.global.u32 [%rd0+4], %r0;";
    let kernel = kernel(".param .u64 a", body);
    let program = Program::decode(&kernel.module, &kernel.function).unwrap();
    let places = |in_turn: bool| {
        let chosen = Chosen { atomics: true, in_turn, ..Chosen::default() };
        let cta = WhichCta::At([2, 0, 0]);
        let launch = Launch { grid: Some([3, 1, 1]), cta, chosen: Some(chosen), ..launch(1) };
        let launch = with_buffer(launch, 0, &[0; 8]);
        let mut machine = Machine::<Partial>::new(&program, launch, Options::default()).unwrap();
        machine.run_before().expect("each of them ends");
        let mut recorder = Recorder::new(1);
        assert_eq!(machine.run(&mut recorder), Outcome::Done);
        recorder.threads[0]
            .iter()
            .filter_map(|event| match event {
                Event::Access { target: Target::At(_, offset), .. } => Some(*offset),
                _ => None,
            })
            .collect::<Vec<u64>>()
    };
    assert_eq!(places(true), [0, 12], "the third ticket");
    assert_eq!(places(false), [0, 4], "the first one");
}
