//! Pointers to shared memory among the parameters (OpenCL's `__local int *`): each points to a range of its own.

use crate::common::*;
use raddle_machine::objects::SHARED;
use raddle_machine::{
    Buffer, BufferContent, Concrete, Event, Issue, Launch, LaunchError, Options, Outcome, Partial, Recorder,
    Target,
};

const PARAMS: &str = ".param .u64 .ptr .global .align 4 out, .param .u64 .ptr .shared .align 4 a, \
                      .param .u64 .ptr .shared .align 4 b";
/// `%rd0`: `out[tid]`, `%rd1`: `a`, `%rd2`: `b`, `%rd3`: 4 tid.
const HEAD: &str = "mov.u32 %r0, %tid.x;\nmul.wide.u32 %rd3, %r0, 4;\nld.param.u64 %rd0, [out];\n\
    add.u64 %rd0, %rd0, %rd3;\nld.param.u64 %rd1, [a];\nld.param.u64 %rd2, [b];\n.shared .align 4 .b32 s[8];\n";

fn targets(recorder: &Recorder, thread: usize) -> Vec<Target> {
    let target = |e: &Event| match e {
        Event::Access { target, .. } => Some(*target),
        _ => None,
    };
    recorder.threads[thread].iter().filter_map(target).collect()
}

fn shared(target: Target) -> u64 {
    match target {
        Target::At(SHARED, offset) => offset,
        other => panic!("{other:?}"),
    }
}

fn sized(mut launch: Launch, param: usize, words: u64) -> Launch {
    launch.buffers.push(Buffer { param, content: BufferContent::Size(4 * words), element: 4 });
    launch
}

#[test]
fn each_has_a_range_of_its_own_in_shared_memory() {
    let body = "st.shared.u32 [s], 1;\nst.shared.u32 [%rd1], 1;\nst.shared.u32 [%rd2+4], 1;";
    let (recorder, outcome) = run::<Partial>(&kernel(PARAMS, &format!("{HEAD}{body}")), launch(1));
    assert_eq!((outcome, &recorder.issues[..]), (Outcome::Done, &[][..]));
    let at: Vec<u64> = targets(&recorder, 0).into_iter().map(shared).collect();
    assert_eq!(at[0], 0);
    assert!(at[1] >= 32 && at[2] >= at[1] + 228 * 1024, "nothing that a CTA can have overlaps: {at:?}");
}

#[test]
fn a_generic_address_is_the_same_place() {
    let body = "add.u64 %rd1, %rd1, %rd3;\ncvta.shared.u64 %rd4, %rd1;\nst.shared.u32 [%rd1], 7;\nld.u32 %r1, [%rd4];\n\
        st.global.u32 [%rd0], %r1;";
    let kernel = kernel(PARAMS, &format!("{HEAD}{body}"));
    let (recorder, outcome) = run::<Partial>(&kernel, launch(2));
    assert_eq!(outcome, Outcome::Done);
    let there = targets(&recorder, 1);
    assert_eq!(shared(there[0]), shared(there[1]));
    let launch = sized(sized(with_buffer(launch(2), 0, &[0; 2]), 1, 2), 2, 2);
    assert_eq!(words(&kernel, launch), [7, 7]);
}

#[test]
fn what_is_not_declared_may_point_anywhere_in_shared_memory() {
    let body = "ld.param.u64 %rd1, [p];\nst.shared.u32 [%rd1+8], 1;";
    let (recorder, _) = run::<Partial>(&kernel(".param .u64 p", body), launch(1));
    assert!(matches!(targets(&recorder, 0)[0], Target::Near { object: SHARED, .. }));
}

#[test]
fn a_size_that_is_given_ends_it() {
    let kernel = kernel(PARAMS, &format!("{HEAD}st.shared.u32 [%rd2+8], 1;"));
    let out = |i: &Issue| matches!(i, Issue::OutOfBounds { object: SHARED, .. });
    for (words, outside) in [(3, false), (2, true)] {
        let (recorder, _) = run::<Partial>(&kernel, sized(sized(launch(1), 1, 1), 2, words));
        assert_eq!(has(&recorder, out), outside, "{words} words");
    }
}

#[test]
fn its_content_cannot_be_given() {
    let kernel = kernel(PARAMS, HEAD);
    let program = raddle_machine::Program::decode(&kernel.module, &kernel.function).unwrap();
    let launch = with_buffer(launch(1), 1, &[1, 2]);
    let error = raddle_machine::Machine::<Concrete>::new(&program, launch, Options::default()).unwrap_err();
    assert_eq!(error, LaunchError::SharedContent("a".into()));
}
