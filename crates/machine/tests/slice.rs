//! What slicing leaves out, and what it must not. Every run of these tests is made with the whole kernel and with the sliced one, and
//! compared event by event (`common::run`).

use crate::common::*;
use raddle_machine::machine::Options;
use raddle_machine::{
    Buffers, Concrete, Loads, Machine, Outcome, Partial, Program, Recorder, Stores, Wanted,
};

/// `%r0` is the thread, `%r1` the parameter `n`, `%rd0` the buffer `a`, `%rd1` the address of `a[tid]`, `%r2` that of `s[tid]`,
/// `%rd2` its generic address.
const PARAMS: &str = ".param .u64 a, .param .u32 n";
const HEAD: &str = "ld.param.u64 %rd0, [a];\nld.param.u32 %r1, [n];\nmov.u32 %r0, %tid.x;\n\
    mul.wide.u32 %rd1, %r0, 4;\nadd.u64 %rd1, %rd0, %rd1;\n.shared .align 4 .b32 s[64];\n.local .align 4 .b32 l[8];\n\
    shl.b32 %r2, %r0, 2;\nmov.u32 %r3, s;\nadd.u32 %r2, %r2, %r3;\ncvt.u64.u32 %rd2, %r2;\ncvta.shared.u64 %rd2, %rd2;\n\
    mov.u64 %rd3, l;\n";

fn of(body: &str) -> Kernel {
    kernel(PARAMS, &format!("{HEAD}{body}"))
}

/// The events of the kernel with unknowns, and with numbers.
fn go(threads: u32, body: &str) -> Recorder {
    let kernel = of(body);
    let given = with_buffer(with_arg(launch(threads), 1, 3), 0, &[1; 64]);
    let (_, outcome) = run::<Concrete>(&kernel, given);
    assert_eq!(outcome, Outcome::Done);
    run::<Partial>(&kernel, launch(threads)).0
}

/// How many steps the kernel has, and how many are left with no values wanted, and with all.
fn lengths(body: &str) -> [usize; 3] {
    let kernel = of(body);
    let all = Program::decode(&kernel.module, &kernel.function).unwrap().len();
    let left = [Stores::None, Stores::All].map(|values| {
        let wanted = Wanted { values, buffers: Buffers::Apart, loads: Loads::All, atomics: false };
        Program::decode_sliced(&kernel.module, &kernel.function, &wanted).unwrap().len()
    });
    [all, left[0], left[1]]
}

#[test]
fn what_is_only_stored_is_not_computed() {
    let body = "ld.global.f32 %f0, [%rd1];\nmul.f32 %f1, %f0, %f0;\nfma.rn.f32 %f2, %f1, %f0, %f1;\nst.global.f32 [%rd1], %f2;\n\
        st.shared.f32 [%r2], %f2;\nbar.sync 0;\nld.shared.f32 %f3, [%r2];\nst.global.f32 [%rd1], %f3;";
    let [all, none, values] = lengths(body);
    assert!(none + 2 <= values && values <= all, "{all} {none} {values}");
    assert_eq!(go(4, body).len(), 4 * 6);
}

#[test]
fn a_branch_around_arithmetic_makes_no_difference() {
    let body = "ld.global.f32 %f0, [%rd1];\nmul.f32 %f1, %f0, %f0;\nsetp.gt.f32 %p0, %f1, %f0;\n@%p0 bra A;\nmul.f32 %f1, %f1, %f1;\n\
        A: st.global.f32 [%rd1], %f1;\nbar.sync 0;";
    let recorder = go(4, body);
    assert!(has(&recorder, |i| matches!(i, raddle_machine::Issue::SteppedOver { cyclic: false, .. })));
    let [all, none, _] = lengths(body);
    assert!(none + 3 <= all, "{all} {none}");
    // An access on one side does: it may happen.
    let (recorder, _) =
        run::<Partial>(&of(&body.replace("mul.f32 %f1, %f1, %f1", "ld.shared.f32 %f1, [%r2]")), launch(4));
    assert!(recorder.threads[0].iter().any(|e| matches!(e, raddle_machine::Event::Access { may: true, .. })));
    // So does a value that an address is made of.
    go(
        4,
        "ld.global.u32 %r4, [%rd1];\nmov.u32 %r5, %r2;\nsetp.gt.u32 %p0, %r4, 1;\n@%p0 bra A;\nmov.u32 %r5, %r3;\nA: st.shared.u32 [%r5], 1;",
    );
    // And a way to the end.
    go(4, "ld.global.u32 %r4, [%rd1];\nsetp.gt.u32 %p0, %r4, 1;\n@%p0 bra A;\nst.shared.u32 [%r2], 1;\nA:");
}

#[test]
fn an_index_is_found_wherever_it_was_put() {
    let stored = |store: &str, load: &str| {
        let body = format!(
            "and.b32 %r4, %r0, 1;\n{store}\nbar.sync 0;\n{load}\nshl.b32 %r5, %r5, 2;\nadd.u32 %r5, %r5, %r3;\nst.shared.u32 [%r5+128], 1;"
        );
        let recorder = go(4, &body);
        let known = |e: &raddle_machine::Event| match e {
            raddle_machine::Event::Access { target, kind: raddle_machine::AccessKind::Write, .. } => {
                matches!(target, raddle_machine::Target::At(..))
            }
            _ => true,
        };
        assert!(recorder.threads.iter().flatten().all(known), "{body}");
    };
    stored("st.shared.u32 [%r2], %r4;", "ld.shared.u32 %r5, [%r2];");
    stored("st.u32 [%rd2], %r4;", "ld.shared.u32 %r5, [%r2];");
    stored("st.global.u32 [%rd2], %r4;", "ld.shared.u32 %r5, [%r2];");
    stored("st.shared.u32 [%r2], %r4;", "ld.u32 %r5, [%rd2];");
    stored("st.global.u32 [%rd1], %r4;", "ld.global.u32 %r5, [%rd1];");
    stored("st.u32 [%rd1], %r4;", "ld.global.u32 %r5, [%rd1];");
    stored("st.local.u32 [%rd3+4], %r4;", "ld.local.u32 %r5, [%rd3+4];");
    stored(
        "mul.wide.u32 %rd4, %r4, 4;\nadd.u64 %rd4, %rd4, %rd3;\nst.local.u32 [%rd4], %r4;",
        "ld.local.u32 %r5, [%rd4];",
    );
    stored("cvta.local.u64 %rd4, %rd3;\nst.u32 [%rd4+8], %r4;", "ld.local.u32 %r5, [%rd3+8];");
    stored(
        "st.shared.u8 [%r2], %r4;\nst.shared.u16 [%r2+2], 0;\nst.shared.u8 [%r2+1], 0;",
        "ld.shared.u32 %r5, [%r2];",
    );
}

#[test]
fn results_of_what_synchronises_are_found() {
    // Through a reduction, a vote, a shuffle, an atomic, and what is left unknown.
    go(
        64,
        "setp.lt.u32 %p0, %r0, 7;\nbar.red.popc.u32 %r4, 0, %p0;\nshl.b32 %r4, %r4, 2;\nadd.u32 %r4, %r4, %r3;\nst.shared.u32 [%r4], 1;",
    );
    go(
        32,
        "setp.lt.u32 %p0, %r0, 7;\nvote.sync.ballot.b32 %r4, %p0, -1;\nand.b32 %r4, %r4, 28;\nadd.u32 %r4, %r4, %r3;\nst.shared.u32 [%r4], 1;",
    );
    go(
        32,
        "shfl.sync.bfly.b32 %r4, %r2, 1, 31, -1;\nst.shared.u32 [%r4], 1;\nshfl.sync.bfly.b32 %r5, %r1, 1, 31, -1;\nst.shared.u32 [%r2], %r5;",
    );
    go(
        4,
        "st.shared.u32 [s], 0;\nbar.sync 0;\natom.shared.add.u32 %r4, [s], 1;\nand.b32 %r4, %r4, 3;\nshl.b32 %r4, %r4, 2;\nadd.u32 %r4, %r4, %r3;\n\
        st.shared.u32 [%r4+16], 1;\nbar.sync 0;\nld.shared.u32 %r5, [s];\nshl.b32 %r5, %r5, 2;\nadd.u32 %r5, %r5, %r3;\nst.shared.u32 [%r5], 1;",
    );
    go(
        4,
        "st.volatile.shared.u32 [%r2], 1;\nld.volatile.shared.u32 %r4, [%r2];\nsetp.eq.u32 %p0, %r4, 9;\n@%p0 bra A;\nst.shared.u32 [%r2], 1;\nA:",
    );
}

#[test]
fn what_is_wrong_is_told_all_the_same() {
    let (recorder, _) =
        run::<Partial>(&of("ld.shared.u32 %r4, [%r2+1000];\nld.shared.u32 %r5, [%r2];"), launch(4));
    assert!(has(&recorder, |i| matches!(i, raddle_machine::Issue::OutOfBounds { .. })));
    let body = "mul.wide.u32 %rd4, %r0, 64;\nadd.u64 %rd4, %rd4, %rd3;\nld.local.u32 %r4, [%rd4];";
    let (recorder, _) = run::<Partial>(&of(body), launch(4));
    assert!(
        has(&recorder, |i| matches!(i, raddle_machine::Issue::LeavesArray { .. })),
        "no thread sees it otherwise"
    );
    let body = "add.u32 %r4, %r1, %r2;\nld.shared.u32 %r5, [%r4];\nst.shared.u32 [%r4], %r5;";
    let (recorder, _) = run::<Partial>(&of(body), launch(4));
    let unknown = |i: &&raddle_machine::Issue| matches!(i, raddle_machine::Issue::UnknownAddress { .. });
    assert_eq!(recorder.issues.iter().filter(unknown).count(), 2);
}

/// Two arrays in shared memory: `%r2` is the address of `s[tid]`, `%r9` that of `m[tid]`.
const MIRROR: &str =
    ".shared .align 4 .b32 m[64];\nmov.u32 %r9, m;\nshl.b32 %r8, %r0, 2;\nadd.u32 %r9, %r9, %r8;\n";

#[test]
fn arrays_in_shared_memory_are_told_apart() {
    let arithmetic = "ld.global.f32 %f0, [%rd1];\nmul.f32 %f1, %f0, %f0;\nfma.rn.f32 %f2, %f1, %f0, %f1;\nst.shared.f32 [%r2], %f2;\n";
    // The index goes through `m`; nothing asks what is in `s`.
    for volatile in ["", ".volatile"] {
        let body = format!(
            "{MIRROR}{arithmetic}xor.b32 %r4, %r0, 1;\nst{volatile}.shared.u32 [%r9], %r4;\nbar.sync 0;\n\
            ld{volatile}.shared.u32 %r5, [%r9];\nshl.b32 %r5, %r5, 2;\nadd.u32 %r5, %r5, %r3;\nst.shared.u32 [%r5], 1;"
        );
        let recorder = go(4, &body);
        assert!(!has(&recorder, |i| matches!(i, raddle_machine::Issue::UnknownAddress { .. })));
        let [all, none, _] = lengths(&body);
        assert!(none + 2 <= all, "{all} {none}");
        // Where the address of the store is no array's, it may be in `m`.
        let pointer = body.replace(
            "st.shared.f32 [%r2]",
            "add.u32 %r6, %r2, %r1;\nsub.u32 %r6, %r6, %r3;\nst.shared.f32 [%r6]",
        );
        go(4, &pointer);
    }
}

#[test]
fn a_write_that_is_left_out_still_counts() {
    // What is somewhere in `m` has a name; after a write it may be another value, wherever the write went.
    let body = format!(
        "{MIRROR}shl.b32 %r4, %r1, 2;\nadd.u32 %r4, %r4, %r9;\nld.shared.u32 %r5, [%r4];\nst.shared.u32 [%r2], %r0;\n\
        ld.shared.u32 %r6, [%r4];\nsub.u32 %r6, %r6, %r5;\nadd.u32 %r6, %r6, %r2;\nst.shared.u32 [%r6], 1;"
    );
    let unknown = |i: &&raddle_machine::Issue| matches!(i, raddle_machine::Issue::UnknownAddress { .. });
    let issues = |body: &str| run::<Partial>(&of(body), launch(4)).0.issues.iter().filter(unknown).count();
    assert_eq!(issues(&body), 3);
    assert_eq!(issues(&body.replace("st.shared.u32 [%r2], %r0;\n", "")), 2, "without it, the two are equal");
}

#[test]
fn what_leaves_its_array_is_told() {
    let body = format!(
        "{MIRROR}st.shared.u32 [%r2+256], 1;\nld.volatile.shared.u32 %r4, [%r9];\nshl.b32 %r4, %r4, 2;\nadd.u32 %r4, %r4, %r3;\nst.shared.u32 [%r4], 1;"
    );
    let program = of(&body);
    let wanted = Wanted::default();
    let sliced = Program::decode_sliced(&program.module, &program.function, &wanted).unwrap();
    let mut recorder = Recorder::new(4);
    raddle_machine::Machine::<Partial>::new(&sliced, launch(4), raddle_machine::Options::default())
        .unwrap()
        .run(&mut recorder);
    assert!(has(&recorder, |i| matches!(i, raddle_machine::Issue::LeavesArray { .. })));
}

/// Indices come from `b`, and what is stored to `a` is computed.
const GATHER: &str = "ld.param.u64 %rd0, [a];\nld.param.u64 %rd1, [b];\ncvta.to.global.u64 %rd0, %rd0;\ncvta.to.global.u64 %rd1, %rd1;\n\
    mov.u32 %r0, %tid.x;\nmul.wide.u32 %rd2, %r0, 4;\nadd.u64 %rd3, %rd0, %rd2;\nadd.u64 %rd4, %rd1, %rd2;\n\
    .shared .align 4 .b32 s[64];\nmov.u32 %r3, s;\nld.global.u32 %r4, [%rd4];\nshl.b32 %r5, %r4, 2;\nadd.u32 %r5, %r5, %r3;\n\
    st.shared.u32 [%r5], 1;\ncvt.rn.f32.u32 %f0, %r0;\nmul.f32 %f1, %f0, %f0;\nfma.rn.f32 %f2, %f1, %f0, %f1;\nst.global.f32 [%rd3], %f2;\n";

#[test]
fn buffers_are_told_apart_where_no_address_is_in_an_index() {
    let buffers_of = |body: &str, buffers| {
        let kernel = kernel(".param .u64 a, .param .u64 b, .param .u64 n", body);
        run::<Partial>(&kernel, launch(4));
        let wanted = Wanted { values: Stores::None, buffers, loads: Loads::All, atomics: false };
        Program::decode_sliced(&kernel.module, &kernel.function, &wanted).unwrap().len()
    };
    let [apart, together] = [Buffers::Apart, Buffers::Together].map(|buffers| buffers_of(GATHER, buffers));
    assert!(apart + 3 <= together, "{apart} {together}");
    // What a loop carries along points into the buffer of the parameter that it began with.
    let carried = GATHER.replace(
        "add.u64 %rd3, %rd0, %rd2;",
        "add.u64 %rd3, %rd0, %rd2;\nmov.u32 %r6, 0;\nL: add.u64 %rd3, %rd3, 256;\nadd.u32 %r6, %r6, 1;\nsetp.lt.u32 %p0, %r6, 3;\n@%p0 bra L;",
    );
    let [apart, together] = [Buffers::Apart, Buffers::Together].map(|buffers| buffers_of(&carried, buffers));
    assert!(apart + 3 <= together, "{apart} {together}");
    // Not if it may have begun with either.
    let load = "ld.global.u32 %r4, [%rd4];";
    let either =
        carried.replace(load, &format!("{load}\nsetp.gt.u32 %p1, %r4, 7;\n@%p1 mov.u64 %rd3, %rd4;"));
    let [apart, together] = [Buffers::Apart, Buffers::Together].map(|buffers| buffers_of(&either, buffers));
    assert_eq!(apart, together);
    // Nor if it may be an address that lay in memory, to which a number is added.
    let loaded = carried
        .replace("add.u64 %rd3, %rd0, %rd2;", "ld.global.u64 %rd6, [%rd4];\nadd.u64 %rd3, %rd6, %rd7;");
    let loaded = loaded
        .replace("add.u64 %rd4, %rd1, %rd2;", "")
        .replace("ld.param.u64 %rd1, [b];", "ld.param.u64 %rd1, [b];\nld.param.u64 %rd7, [n];");
    let loaded =
        loaded.replace("ld.global.u64 %rd6, [%rd4]", "add.u64 %rd4, %rd1, %rd2;\nld.global.u64 %rd6, [%rd4]");
    let [apart, together] = [Buffers::Apart, Buffers::Together].map(|buffers| buffers_of(&loaded, buffers));
    assert_eq!(apart, together);
    // `a + (b - a)` is `b`: the difference of two addresses leads from one to the other.
    let strange = GATHER.replace(
        "add.u64 %rd3, %rd0, %rd2;",
        "sub.u64 %rd5, %rd1, %rd0;\nadd.u64 %rd5, %rd5, %rd2;\nadd.u64 %rd3, %rd0, %rd5;",
    );
    let [apart, together] = [Buffers::Apart, Buffers::Together].map(|buffers| buffers_of(&strange, buffers));
    assert_eq!(apart, together);
}

/// The accesses of all threads, in a run that reports these loads, and how many loads it does not report.
fn accesses(body: &str, loads: Loads, values: Stores) -> (Vec<raddle_machine::Event>, usize) {
    let kernel = kernel(".param .u64 a, .param .u64 b", body);
    let wanted = Wanted { values, buffers: Buffers::Apart, loads, atomics: false };
    let program = Program::decode_sliced(&kernel.module, &kernel.function, &wanted).unwrap();
    let mut machine = Machine::<Partial>::new(&program, launch(4), Options::default()).unwrap();
    let mut recorder = Recorder::new(4);
    assert_eq!(machine.run(&mut recorder), Outcome::Done);
    let events = recorder.threads.iter().flatten().map(|event| match *event {
        raddle_machine::Event::Access { space, target, size, kind, access, may, site, .. } => {
            raddle_machine::Event::Access { space, target, size, kind, access, may, site, value: None }
        }
        other => other,
    });
    (events.collect(), program.untold().len())
}

/// Only loads from `b`, which nothing writes, are left out, whether or not what they load matters: a replay counts events.
#[test]
fn loads_that_no_write_can_meet_make_no_event() {
    let is_read = |event: &raddle_machine::Event| {
        matches!(event, raddle_machine::Event::Access { kind: raddle_machine::AccessKind::Read, .. })
    };
    for values in [Stores::None, Stores::All] {
        let (all, none) = accesses(GATHER, Loads::All, values.clone());
        let (told, one) = accesses(GATHER, Loads::OfWritten, values.clone());
        let others: Vec<_> = all.iter().copied().filter(|event| !is_read(event)).collect();
        assert_eq!((told, none, one), (others, 0, 1));
        assert_eq!(all.iter().filter(|event| is_read(event)).count(), 4);
        // What is volatile, what is written, and what may be another buffer is reported.
        let volatile = GATHER.replace("ld.global.u32 %r4", "ld.volatile.global.u32 %r4");
        let written = format!("{GATHER}st.global.u32 [%rd4+4], 1;\n");
        let atomic = format!("{GATHER}red.global.add.u32 [%rd4+4], 1;\n");
        let strange = GATHER.replace(
            "add.u64 %rd4, %rd1, %rd2;",
            "sub.u64 %rd5, %rd0, %rd1;\nadd.u64 %rd5, %rd5, %rd2;\nadd.u64 %rd4, %rd1, %rd5;",
        );
        for body in [&volatile, &written, &atomic, &strange] {
            let all = accesses(body, Loads::All, values.clone());
            assert_eq!(accesses(body, Loads::OfWritten, values.clone()), all, "{body}");
        }
    }
}
