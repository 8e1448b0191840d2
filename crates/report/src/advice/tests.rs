//! One row for each kind of race.

use super::*;
use crate::model::explain::Explanation;
use crate::model::facts::Space;
use crate::model::facts::{Access, AccessKind, Address, Count};
use crate::model::thread::Thread;
use raddle_verdict::Location;

fn at(line: u32, file: &str) -> Location {
    Location::new(file, line, 5)
}

/// Thread 0 of CTA 0 and another one.
fn race(kinds: [AccessKind; 2], lines: [u32; 2], thread: u64, cta: u32, space: Space, file: &str) -> Race {
    let access = |kind, line, thread, cta| Access {
        thread: Thread::new(thread, [cta, 0, 0], [64, 1, 1], 32),
        kind,
        bytes: 4,
        address: Address::element(space, "s", &[0], 0),
        location: at(line, file),
        value: None,
        uncertain: false,
        last_barrier: None,
    };
    Race {
        first: access(kinds[0], lines[0], 0, 0),
        second: access(kinds[1], lines[1], thread, cta),
        unordered: Unordered::NoBarrier,
        pairs: Count::exactly(1),
        benign: false,
        explanation: Some(Box::default()),
        same_cause: Vec::new(),
    }
}

/// Kinds and lines of the accesses; the second thread and its CTA; memory, file; what the analysis found; the advice.
type Row = ([AccessKind; 2], [u32; 2], u64, u32, Space, &'static str, Explanation, Option<&'static str>);

fn meeting(access: AccessKind, way: Way, line: u32, whole: bool, file: &str) -> CtaWait {
    CtaWait { location: at(line, file), access, way, whole, at_loop_end: false }
}

#[test]
fn each_kind_of_race_has_its_advice() {
    use AccessKind::{AtomicWrite, Read, Write};
    let lanes =
        || WarpWait { location: at(7, "k.cu"), access: Read, way: Way::Before, lanes: None, whole: true };
    let update = || Explanation { updates: true, ..Explanation::default() };
    let warp = || Explanation { warp_waits: vec![lanes()], ..Explanation::default() };
    let cta = |access, way, line, whole, file| Explanation {
        cta_waits: vec![meeting(access, way, line, whole, file)],
        ..Explanation::default()
    };
    let none = Explanation::default;
    let before = |file| cta(Read, Way::Before, 7, true, file);
    let both_sides = Explanation {
        cta_waits: vec![
            meeting(Write, Way::After, 4, false, "k.cu"),
            meeting(Read, Way::Before, 7, false, "k.cu"),
        ],
        ..Explanation::default()
    };
    let (shared, global) = (Space::Shared, Space::Global);
    #[rustfmt::skip]
    let table: [Row; 18] = [
        ([Read, Write], [4, 4], 1, 0, shared, "k.cu", update(), Some("make it atomic (")),
        ([Write, Write], [4, 4], 40, 0, global, "k.cu", update(), Some("make it atomic (")),
        ([Read, Write], [4, 4], 1, 1, global, "k.cu", update(), Some("make it atomic (")),
        ([Write, Read], [4, 7], 1, 0, shared, "k.cu", warp(), Some("add `__syncwarp()` before the read at k.cu:7")),
        ([Write, Read], [4, 7], 40, 0, shared, "k.cu", warp(), None),
        ([Write, Read], [4, 7], 40, 0, shared, "k.cu", before("k.cu"), Some("add `__syncthreads()` before the read at k.cu:7")),
        ([Write, Read], [4, 7], 1, 0, shared, "k.cu", before("k.cu"), Some("add `__syncthreads()` before the read at k.cu:7")),
        ([Write, Read], [4, 7], 40, 0, shared, "k.cl", before("k.cl"), Some("add `barrier(CLK_LOCAL_MEM_FENCE)` before")),
        ([Write, Read], [4, 7], 40, 0, global, "k.cl", before("k.cl"), Some("add `barrier(CLK_GLOBAL_MEM_FENCE)` before")),
        ([Write, Read], [4, 7], 40, 0, shared, "k.ptx", before("k.ptx"), Some("add `bar.sync 0` before")),
        ([Write, Read], [4, 7], 40, 0, shared, "k.cu", cta(Read, Way::Before, 7, false, "k.cu"), Some("k.cu:7, where every thread of the block reaches it")),
        ([Write, Read], [4, 7], 40, 0, shared, "k.cu", both_sides, Some("between the write at k.cu:4 and the read at k.cu:7, where")),
        ([Write, Read], [4, 4], 40, 0, shared, "k.cu", cta(Write, Way::Between, 4, true, "k.cu"), Some("between the read and the write at k.cu:4")),
        ([Write, AtomicWrite], [4, 7], 40, 0, shared, "k.cu", cta(AtomicWrite, Way::Before, 7, true, "k.cu"), Some("add `__syncthreads()` before the atomic update at k.cu:7")),
        ([Read, AtomicWrite], [4, 7], 40, 0, shared, "k.cu", none(), Some("make the read at k.cu:4 atomic as well")),
        ([Read, AtomicWrite], [4, 7], 0, 1, global, "k.cu", none(), Some("make the read at k.cu:4 atomic as well")),
        ([Write, Read], [4, 7], 0, 1, global, "k.cu", none(), Some("only a barrier of the whole grid orders blocks")),
        ([Write, Write], [4, 4], 1, 0, shared, "k.cu", none(), None),
    ];
    for (kinds, lines, thread, cta, space, file, explanation, expected) in table {
        let mut race = race(kinds, lines, thread, cta, space, file);
        race.explanation = Some(Box::new(explanation));
        let language = match file {
            "k.cl" => Language::OpenCl,
            "k.ptx" => Language::Ptx,
            _ => Language::Cuda,
        };
        let said = help(&race, language.terms());
        match expected {
            Some(expected) => assert!(
                said.as_deref().is_some_and(|said| said.contains(expected)),
                "{said:?}, not {expected}"
            ),
            None => assert_eq!(said, None, "{race:?}"),
        }
    }
}

#[test]
fn what_its_finding_says_already_needs_no_advice() {
    use AccessKind::{AtomicWrite, Write};
    let scopes = race([AtomicWrite, AtomicWrite], [4, 4], 0, 1, Space::Global, "k.cu");
    assert_eq!(help(&scopes, Language::Cuda.terms()), None);
    let mut equal = race([Write, Write], [4, 4], 0, 1, Space::Global, "k.cu");
    equal.benign = true;
    assert_eq!(help(&equal, Language::Cuda.terms()), None);
    let mut flag = race([Write, Write], [4, 7], 40, 0, Space::Global, "k.cl");
    flag.unordered = Unordered::Unfenced { flag: "CLK_GLOBAL_MEM_FENCE".to_owned(), barriers: Vec::new() };
    assert_eq!(help(&flag, Language::Cuda.terms()), None);
}

#[test]
fn a_barrier_in_a_function_is_moved_where_that_is_called() {
    let call = |line| Location::line("k.cu", line);
    let arrive = Location::line("k.cu", 3).inlined("arrive", call(12));
    let moved = |over: Location| {
        let moved = MovedBarrier {
            barrier: crate::Barrier::Named(3),
            location: arrive.clone(),
            how: RegistrationKind::Arrive,
            way: Way::After,
            over,
            access: AccessKind::Read,
            thread: Thread::new(0, [0; 3], [64, 1, 1], 32),
        };
        super::moved(&moved, Language::Cuda.terms())
    };
    let said = "move the arrive at barrier 3 (k.cu:12) after the read at k.cu:";
    assert!(moved(call(20)).starts_with(&format!("{said}20; ")), "{}", moved(call(20)));
    let within = Location::line("k.cu", 5).inlined("load", call(21));
    assert!(
        moved(within.clone()).starts_with(&format!("{said}5 (called at k.cu:21); ")),
        "{}",
        moved(within)
    );
    // Both in one function: its own lines.
    let beside = Location::line("k.cu", 4).inlined("arrive", call(12));
    assert!(moved(beside.clone()).contains("(k.cu:3) after the read at k.cu:4; "), "{}", moved(beside));
}
