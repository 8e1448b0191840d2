//! Addresses of functions, and calls through pointers, in both domains.

use crate::common::{Kernel, has, launch, module, run, with_buffer};
use raddle_ir::{Language, functions};
use raddle_machine::objects::ABSOLUTE;
use raddle_machine::{Arg, Concrete, Event, Issue, Launch, Outcome, Partial, Recorder, Target};

/// A kernel with two functions, which store to different places of the buffer: `body` may call what `%rd2` holds.
fn kernel(body: &str) -> Kernel {
    let function = |name: &str, at: u32| {
        format!(
            ".func {name}(.param .b64 p) {{\n.reg .b64 %rd<2>;\nld.param.b64 %rd1, [p];\nst.global.u32 [%rd1+{at}], 7;\nret;\n}}\n"
        )
    };
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n{}{}\
         .visible .entry k(.param .u64 .ptr .global p, .param .u64 f) {{\n.reg .b64 %rd<9>;\n.reg .b32 %r<4>;\n.reg .pred %p<4>;\n\
         ld.param.u64 %rd1, [p];\nld.param.u64 %rd2, [f];\nmov.u64 %rd3, one;\nmov.u64 %rd4, two;\n{body}\nret;\n}}\n",
        function("one", 16),
        function("two", 32),
    );
    module(Language::Ptx, &text)
}

const CALL: &str = "{\n.param .b64 a;\nst.param.b64 [a], %rd1;\nproto: .callprototype _ (.param .b64 _);\n\
                    call %rd2, (a), proto;\n}";

fn with(launch: Launch, value: u64) -> Launch {
    let args = vec![Arg { param: 1, bytes: value.to_le_bytes().to_vec() }];
    with_buffer(Launch { args, ..launch }, 0, &[0; 16])
}

/// The places in the buffer at which the first thread stores.
fn places(recorder: &Recorder) -> Vec<u64> {
    let store = |event: &Event| match event {
        Event::Access { target: Target::At(_, offset), .. } => Some(*offset),
        _ => None,
    };
    let mut places: Vec<u64> = recorder.threads[0].iter().filter_map(store).collect();
    places.sort_unstable();
    places
}

fn address(kernel: &Kernel, name: &str) -> u64 {
    let (func, _) = kernel.module.functions.iter().find(|(_, f)| f.name == name).expect("a function");
    functions::address(func)
}

#[test]
fn a_pointer_leads_to_the_function_that_lies_there() {
    let kernel = kernel(CALL);
    for (name, at) in [("one", 16), ("two", 32)] {
        let launch = with(launch(1), address(&kernel, name));
        for (recorder, outcome) in
            [run::<Partial>(&kernel, launch.clone()), run::<Concrete>(&kernel, launch.clone())]
        {
            assert_eq!((outcome, places(&recorder)), (Outcome::Done, vec![at]), "{name}");
            assert!(recorder.issues.is_empty(), "{:?}", recorder.issues);
        }
    }
}

#[test]
fn a_call_of_what_is_no_function_is_told_and_not_carried_out() {
    let kernel = kernel(CALL);
    for at in [0, 5, address(&kernel, "k")] {
        let launch = with(launch(1), at);
        for (recorder, outcome) in
            [run::<Partial>(&kernel, launch.clone()), run::<Concrete>(&kernel, launch.clone())]
        {
            assert_eq!((outcome, places(&recorder)), (Outcome::Done, vec![]));
            assert!(has(&recorder, |issue| matches!(
                issue,
                Issue::OutOfBounds { object: ABSOLUTE, offset, may: false, .. } if *offset as u64 == at
            )));
        }
    }
}

#[test]
fn a_pointer_that_is_not_known_may_lead_to_each_function() {
    let (recorder, outcome) = run::<Partial>(&kernel(CALL), launch(1));
    assert_eq!((outcome, places(&recorder)), (Outcome::Done, vec![16, 32]));
    assert!(has(&recorder, |issue| matches!(issue, Issue::MayStray { .. })));
    assert!(!has(&recorder, |issue| matches!(issue, Issue::OutOfBounds { .. })));
}

/// Is the condition known to a run without numbers?
fn is_known(condition: &str) -> bool {
    let store = format!("{condition}\n@%p1 st.global.u32 [%rd1], 1;");
    let (recorder, outcome) = run::<Partial>(&kernel(&store), launch(1));
    assert_eq!(outcome, Outcome::Done);
    !recorder.threads[0].iter().any(|event| matches!(event, Event::Access { may: true, .. }))
}

#[test]
fn of_addresses_only_that_they_differ_is_known() {
    assert!(is_known("setp.eq.u64 %p1, %rd3, %rd4;"));
    assert!(is_known("xor.b64 %rd5, %rd3, 0;\nsetp.ne.u64 %p1, %rd5, 0;"));
    assert!(!is_known("setp.lt.u64 %p1, %rd3, %rd4;"));
    assert!(!is_known("and.b64 %rd5, %rd3, 255;\nsetp.eq.u64 %p1, %rd5, 0;"));
    assert!(!is_known("sub.u64 %rd5, %rd4, %rd3;\nsetp.eq.u64 %p1, %rd5, 256;"));
    assert!(!is_known("setp.eq.u64 %p1, %rd2, %rd3;"));
}
