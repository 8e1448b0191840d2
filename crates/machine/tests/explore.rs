//! All interleavings: endings, races, and the reduction against none.

use crate::common::*;
use raddle_machine::{Ending, Exploration, ExploreOptions, Launch, Program, explore};
use std::collections::BTreeSet;

const HEAD: &str = "mov.u32 %r0, %tid.x;\n.shared .align 4 .b32 s[8];\nsetp.eq.u32 %p0, %r0, 0;\n";

fn go(warp_size: u32, threads: u32, body: &str, partial_order: bool) -> Exploration {
    let kernel = kernel("", &format!("{HEAD}{body}"));
    let program = Program::decode(&kernel.module, &kernel.function).unwrap();
    let launch = Launch { warp_size, ..launch(threads) };
    let options = ExploreOptions { partial_order, ..ExploreOptions::default() };
    let all = explore(&program, launch, options).unwrap();
    assert!(all.complete);
    all
}

/// With and without reduction, which must agree.
fn both(warp_size: u32, threads: u32, body: &str) -> Exploration {
    let (reduced, full) = (go(warp_size, threads, body, true), go(warp_size, threads, body, false));
    assert_eq!(
        (&reduced.endings, &reduced.finals, &reduced.races),
        (&full.endings, &full.finals, &full.races),
        "{body}"
    );
    assert!(reduced.states <= full.states);
    reduced
}

fn endings(all: &Exploration) -> Vec<Ending> {
    all.endings.iter().copied().collect()
}

#[test]
fn a_race_has_several_results() {
    let all = both(1, 2, "st.shared.u32 [s], %r0;");
    assert_eq!((endings(&all), all.finals.len(), all.races.len()), (vec![Ending::Done], 2, 1));
    let all = both(1, 2, "@%p0 st.shared.u32 [s], 5;\nbar.sync 0;\n@!%p0 st.shared.u32 [s], 6;");
    assert_eq!((endings(&all), all.finals.len(), all.races.len()), (vec![Ending::Done], 1, 0));
}

/// Store buffering: under sequential consistency not both threads can read the old value.
#[test]
fn memory_is_sequentially_consistent() {
    let body = "@%p0 bra A;\nst.shared.u32 [s], 1;\nld.shared.u32 %r1, [s+4];\nst.shared.u32 [s+8], %r1;\nbra E;\n\
        A: st.shared.u32 [s+4], 1;\nld.shared.u32 %r1, [s];\nst.shared.u32 [s+12], %r1;\nE:";
    let body = format!("@%p0 st.shared.v2.b32 [s], {{%r0, %r0}};\nbar.sync 0;\n{body}");
    let all = both(1, 2, &body);
    let read: BTreeSet<(u8, u8)> = all.finals.iter().map(|f| (f[8].unwrap(), f[12].unwrap())).collect();
    assert_eq!(read, BTreeSet::from([(0, 1), (1, 0), (1, 1)]));
}

#[test]
fn atomics_do_not_race_and_lose_nothing() {
    let all = both(1, 3, "@%p0 st.shared.u32 [s], 0;\nbar.sync 0;\natom.shared.add.u32 %r1, [s], 1;");
    let sums: BTreeSet<u8> = all.finals.iter().map(|f| f[0].unwrap()).collect();
    assert_eq!((sums, all.races.len()), (BTreeSet::from([3]), 0));
}

#[test]
fn a_deadlock_in_some_schedules_only() {
    // Thread 1 waits for a partner if it sees the flag unset; thread 0 never comes.
    let body = "@%p0 bra A;\nld.volatile.shared.u32 %r1, [s];\nsetp.eq.u32 %p1, %r1, 0;\n@%p1 bar.sync 1, 2;\nbra E;\nA: st.volatile.shared.u32 [s], 1;\nE:";
    let all = both(1, 2, body);
    assert_eq!(endings(&all), [Ending::Done, Ending::Deadlock]);
}

/// Two independent pairs on one barrier: a third registration may hit the full barrier before it is recycled.
#[test]
fn reuse_without_order_over_arrives() {
    let all = both(1, 4, "bar.arrive 1, 2;");
    assert_eq!(endings(&all), [Ending::Done, Ending::BarrierError]);
    let all = both(1, 2, "bar.sync 1, 2;\nbar.sync 1, 2;");
    assert_eq!(endings(&all), [Ending::Done]);
}

#[test]
fn threads_of_a_warp_interleave_too() {
    let all = both(2, 2, "st.shared.u32 [s], %r0;\nbar.warp.sync 3;\n@%p0 st.shared.u32 [s+4], 1;");
    assert_eq!((endings(&all), all.finals.len()), (vec![Ending::Done], 2));
    let all = both(2, 2, "@%p0 bra A;\nbar.sync 0;\nbra E;\nA: bar.sync 0;\nE:");
    assert_eq!(endings(&all), [Ending::Done]);
    assert!(!all.issues.is_empty(), "aligned barriers in two branches");
}

/// Random little kernels: the reduction changes nothing, and what one schedule does is among what all do.
#[test]
fn the_reduction_agrees_with_none() {
    let mut state = 0x1234_5678_9abc_def1u64;
    let mut next = || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33
    };
    for _ in 0..120 {
        let mut body = String::new();
        for n in 0..2 + next() % 3 {
            let guard = ["", "@%p0 ", "@!%p0 "][next() as usize % 3];
            let cell = 4 * (next() % 2);
            let op = match next() % 7 {
                0 => format!("st.shared.u32 [s+{cell}], {n};"),
                1 => format!("ld.shared.u32 %r1, [s+{cell}];"),
                2 => "add.u32 %r1, %r1, 1;".to_owned(),
                3 => format!("atom.shared.add.u32 %r2, [s+{cell}], 1;"),
                4 => format!("bar.arrive {}, 2;", next() % 2),
                5 => format!("bar.sync {}, 2;", next() % 2),
                _ => format!("st.shared.u32 [s+{cell}], %r1;"),
            };
            body.push_str(&format!("{guard}{op}\n"));
        }
        let body = format!("mov.u32 %r1, 0;\n{body}");
        let all = both(1, 2, &body);
        let kernel = kernel("", &format!("{HEAD}{body}"));
        let one = Launch { warp_size: 1, ..launch(2) };
        let (_, outcome) = run::<raddle_machine::Concrete>(&kernel, one);
        let ending = match outcome {
            raddle_machine::Outcome::Done => Ending::Done,
            raddle_machine::Outcome::Deadlock(_) => Ending::Deadlock,
            raddle_machine::Outcome::BarrierError { .. } => Ending::BarrierError,
            other => panic!("{other:?}"),
        };
        assert!(all.endings.contains(&ending), "{ending:?} of {:?}\n{body}", all.endings);
    }
}
