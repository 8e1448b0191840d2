//! Witnesses: each is run again as it was, and one that does not fit any more is refused.

use crate::common::{Folder, HEADER};
use serde_json::{Value, json};
use std::fs;

/// Checks k.ptx, expects a refutation, and gives the names of the witnesses.
fn witnesses(folder: &Folder, options: &str) -> Vec<String> {
    let _ = fs::remove_dir_all(folder.0.join("w"));
    let ran = folder.words(&format!("check k.ptx {options} --witnesses w"));
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    let names = fs::read_dir(folder.0.join("w")).expect("the witnesses");
    let mut names: Vec<String> =
        names.map(|e| format!("w/{}", e.expect("an entry").file_name().to_string_lossy())).collect();
    names.sort();
    assert!(!names.is_empty(), "{}", ran.out);
    names
}

/// A body with registers and 64 words of shared memory.
fn body(lines: &str) -> String {
    format!(
        ".reg .b32 %r<9>; .reg .b64 %d<9>; .reg .pred %p<3>; .shared .align 4 .b8 s[256];
    mov.u32 %r0, %tid.x; setp.lt.u32 %p0, %r0, 32; ld.param.u64 %d0, [a]; ld.param.u32 %r1, [n];
    {lines} ret;"
    )
}

/// For each kind of finding: the options, the kernel, and what is seen when its schedule is run.
#[test]
fn every_kind_of_finding_shows_again() {
    let folder = Folder::new("kinds");
    for (options, lines, sees) in [
        ("--block 64", "st.shared.u32 [s+4], %r0;", "stops before it writes `s[1]` (4 bytes)"),
        (
            "--block 32 --grid 2 --cta all",
            "setp.eq.u32 %p1, %r0, 0; mov.u32 %r2, %ctaid.x; @%p1 st.global.u32 [%d0], %r2;",
            "in CTA (1,0,0), thread 0 stops before it writes `a[0]`",
        ),
        ("--block 64", "@%p0 bar.sync 1, 64;", "waits at barrier 1"),
        (
            "--block 64",
            "@%p0 bar.sync 1, 64; @!%p0 bar.sync 1, 96;",
            "all participants must give the same count",
        ),
        ("--block 64", "@%p0 barrier.sync 0, 33; @!%p0 barrier.sync 0, 33;", "33 threads"),
        ("--block 32", "setp.lt.u32 %p1, %r0, 16; @%p1 bar.sync 0;", "threads 0-15 are at k.ptx"),
        (
            "--block 96",
            "setp.lt.u32 %p1, %r0, 64; @%p0 bar.sync 1, 32; @!%p0 bar.sync 1, 64;",
            "thread 32 registers at barrier 1 (",
        ),
        // And so is what threads that have ended are to barriers.
        (
            "--block 64 --exited arrive --property race",
            "@!%p0 bra B; bra E; B: bar.sync 0; st.shared.u32 [s], %r0; E:",
            "writes `s[0]`",
        ),
        // The argument is part of the witness.
        ("--block 64 --arg n=7", "setp.eq.u32 %p1, %r1, 7; @%p1 st.shared.u32 [s], %r0;", "writes `s[0]`"),
    ] {
        folder.kernel(&body(lines));
        let mut seen = String::new();
        for witness in witnesses(&folder, options) {
            let ran = folder.words(&format!("replay {witness}"));
            assert_eq!(ran.code, Some(1), "{lines}: {witness}\n{}{}", ran.out, ran.err);
            seen.push_str(&ran.out);
        }
        assert!(seen.contains(sees), "{lines}: `{sees}` is not in\n{seen}");
    }
}

/// Loops that do not terminate: for some arguments, with a recurring state, depending on data, only with `--strict-wrap`.
#[test]
fn a_loop_that_never_ends_goes_on_again() {
    let folder = Folder::new("endless");
    folder.file(
        "k.cu",
        "__global__ void stays(int *out, int n) {
            int i = 0;
            while (i < n) { if (i == 7) continue; i++; }
            out[threadIdx.x] = i;
        }
        __global__ void swaps(float *out, float x, float d) { for (; x != 0.0f; x /= d) out[threadIdx.x] += x; }
        __global__ void behind(int *out, const int *in) {
            int i = 0;
            while (i != in[threadIdx.x]) i += in[blockIdx.x];
            out[0] = i;
        }
        __global__ void wraps(int *out, int n) { for (int i = 1; i < n; i *= 2) out[0] = i; }",
    );
    for (kernel, options, sees) in [
        ("stays", "", "every iteration is followed by another, whatever it reads"),
        ("swaps", "--block 64", "again, as after 1: so it repeats forever"),
        ("behind", "", "so it repeats forever"),
        ("wraps", "--strict-wrap", "iterations of the loop at k.cu:12"),
    ] {
        let line =
            format!("check k.cu --kernel {kernel} --property termination {options} --witnesses {kernel}");
        let ran = folder.words(&line);
        assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
        let replay = format!("replay {kernel}/{kernel}-termination-endless-1.json");
        assert!(ran.one_line().contains(&replay), "{}", ran.out);
        folder.each(&[
            (&replay, 1, "the bug shows"),
            (&replay, 1, "after 300,000 steps the kernel is still running"),
            (&replay, 1, sees),
        ]);
    }
}

/// Loads from a buffer that is never written make no events, unless buffers may alias or bounds are checked: a replay counts as the run did.
#[test]
fn events_are_counted_as_they_were() {
    let folder = Folder::new("counted");
    let text = format!(
        "{HEADER}.visible .entry k(.param .u64 .ptr .global a, .param .u64 .ptr .global b)
        {{ .reg .b32 %r<9>; .reg .b64 %d<9>; .shared .align 4 .b8 s[512]; mov.u32 %r0, %tid.x;
        ld.param.u64 %d0, [a]; ld.param.u64 %d1, [b]; mul.wide.u32 %d2, %r0, 4; add.u64 %d3, %d1, %d2; add.u64 %d4, %d0, %d2;
        ld.global.u32 %r1, [%d3]; shl.b32 %r2, %r0, 2; mov.u32 %r3, s; add.u32 %r2, %r2, %r3; st.shared.u32 [%r2], %r1;
        ld.global.u32 %r4, [%d3+4]; ld.shared.u32 %r5, [%r2+4]; add.u32 %r5, %r5, %r4; st.global.u32 [%d4], %r5; ret; }}"
    );
    fs::write(folder.0.join("k.ptx"), text).expect("the kernel");
    for options in ["", "--may-alias", "--property race,bounds", "--buffer b=65", "--grid 2 --cta all"] {
        for witness in witnesses(&folder, &format!("--block 64 {options}")) {
            let ran = folder.words(&format!("replay {witness}"));
            assert_eq!(ran.code, Some(1), "{options}: {witness}\n{}{}", ran.out, ran.err);
        }
    }
}

/// A witness found without a given launch records its own.
#[test]
fn a_launch_that_was_tried_is_in_the_witness() {
    let folder = Folder::new("tried");
    folder.kernel(&body("st.shared.u32 [s+4], %r0;"));
    for witness in witnesses(&folder, "") {
        folder.each(&[(&format!("replay {witness}"), 1, "CTA size 256")]);
    }
}

#[test]
fn what_stayed_unknown_is_named() {
    let folder = Folder::new("unknown");
    folder.kernel(&body("st.shared.u32 [s+4], %r0; st.global.u32 [%d0], 1;"));
    let witness = &witnesses(&folder, "--block 64 --property race --within-cta")[0];
    let stored: Value =
        serde_json::from_slice(&fs::read(folder.0.join(witness)).expect("the witness")).expect("JSON");
    assert_eq!(stored["unknown"], json!(["contents of `a`", "`n`", "size of the grid"]));
}

/// A schedule that does not lead to the finding is rejected: thread 1 never reaches a second access.
#[test]
fn what_does_not_fit_is_refused() {
    let folder = Folder::new("refused");
    folder.kernel(&body("st.shared.u32 [s+4], %r0;"));
    let witness = &witnesses(&folder, "--block 64")[0];
    let text = fs::read_to_string(folder.0.join(witness)).expect("the witness");
    let replay = format!("replay {witness}");
    for (what, changed, says) in [
        ("a schedule", text.replace("\"event\": 0", "\"event\": 1"), "its seal does not match"),
        ("a thread", text.replacen("\"thread\": 0", "\"thread\": 99", 1), "its seal does not match"),
        ("the block", text.replacen("64", "0", 1), "its seal does not match"),
        ("a half", text[..text.len() / 2].to_owned(), "it is not a witness"),
        ("another form", text.replacen("\"witness\": 3", "\"witness\": 1", 1), "it has format 1"),
        ("more", text.replacen('{', "{ \"more\": 1,", 1), "it is not a witness"),
    ] {
        assert_ne!(changed, text, "{what}");
        folder.file(witness, changed);
        folder.each(&[(&replay, 3, says), (&replay, 3, "raddle check --witnesses")]);
    }
    folder.file(witness, &text);
    folder.each(&[(&replay, 1, "the bug shows")]);
    folder.kernel(&body("bar.sync 0;"));
    folder.each(&[(&replay, 3, "`k.ptx` has changed since the witness was written")]);
    fs::remove_file(folder.0.join("k.ptx")).expect("the kernel");
    folder.each(&[(&replay, 3, "cannot read `k.ptx`, which holds its kernel")]);
}

/// A header is no part of the kernel's file, but of the kernel.
#[test]
fn a_header_that_changed_is_noticed() {
    let folder = Folder::new("header");
    folder.file("size.h", "#define AT 1\n");
    folder.file(
        "k.cu",
        "#include \"size.h\"\n__global__ void k() { __shared__ int s[2]; s[AT] = threadIdx.x; }\n",
    );
    let ran = folder.words("check k.cu --block 64 -I . --witnesses w");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    let entry =
        fs::read_dir(folder.0.join("w")).expect("a folder").next().expect("a witness").expect("an entry");
    let replay = format!("replay w/{}", entry.file_name().to_string_lossy());
    folder.each(&[(&replay, 1, "the bug shows")]);
    folder.file("size.h", "#define AT 0\n");
    folder.each(&[(&replay, 3, "compiles to something else")]);
}

/// The contents of a buffer are in a file of their own, which may change too.
#[test]
fn contents_that_changed_are_noticed() {
    let folder = Folder::new("contents");
    let npy = |value: u8| {
        let mut header =
            b"\x93NUMPY\x01\x00\x76\x00{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }".to_vec();
        header.resize(127, b' ');
        header.push(b'\n');
        header.extend([value, 0, 0, 0]);
        header
    };
    folder.file("a.npy", npy(7));
    folder.kernel(&body(
        "ld.global.u32 %r2, [%d0]; setp.eq.u32 %p1, %r2, 7; @%p1 bra R; bra E; R: st.shared.u32 [s], %r0; E:",
    ));
    let witness = &witnesses(&folder, "--block 64 --buffer a=a.npy")[0];
    folder.each(&[(&format!("replay {witness}"), 1, "the bug shows")]);
    folder.file("a.npy", npy(8));
    folder.each(&[(&format!("replay {witness}"), 3, "the contents of `a`, has changed")]);
}

/// A file that is no PTX any more fails as such before anything is run.
#[test]
fn several_kernels_have_witnesses_of_their_own() {
    let folder = Folder::new("several");
    let entry = |name: &str| {
        format!(
            ".entry {name}() {{ .shared .b32 s; .reg .b32 %r; mov.u32 %r, %tid.x; st.shared.b32 [s], %r; ret; }}\n"
        )
    };
    folder.file("k.ptx", format!("{HEADER}{}{}", entry("one"), entry("two")));
    let names = witnesses(&folder, "--block 64");
    assert_eq!(names.len(), 2, "{names:?}");
    for (name, kernel) in names.iter().zip(["kernel one", "kernel two"]) {
        folder.each(&[(&format!("replay {name}"), 1, kernel)]);
    }
}

/// The witness with something changed, under a seal that fits.
fn resealed(text: &str, change: impl FnOnce(&mut Value)) -> String {
    let mut witness: Value = serde_json::from_str(text).expect("JSON");
    change(&mut witness);
    witness["seal"] = json!("");
    let seal = witness.to_string().bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    witness["seal"] = json!(format!("{seal:016x}"));
    witness.to_string()
}

/// Anyone can compute a seal: numbers that no launch has are refused in words.
#[test]
fn numbers_that_no_launch_has_are_refused() {
    let folder = Folder::new("absurd");
    folder.kernel(&body("st.shared.u32 [s+4], %r0;"));
    let witness = &witnesses(&folder, "--block 64 --grid 2")[0];
    let text = fs::read_to_string(folder.0.join(witness)).expect("the witness");
    let replay = format!("replay {witness}");
    folder.file(witness, resealed(&text, |_| {}));
    folder.each(&[(&replay, 1, "the bug shows")]);
    for (at, value, says) in [
        ("/launch/block", json!([1024, 1024, 64]), "has more than 65536 threads"),
        ("/launch/block", json!([0, 1, 1]), "at least one thread"),
        ("/launch/block", json!([u32::MAX, u32::MAX, u32::MAX]), "fewer than 2^31"),
        ("/launch/block", json!([-1, 1, 1]), "it is not a witness"),
        ("/launch/warp_size", json!(0), "a warp of 0 threads"),
        ("/launch/warp_size", json!(33), "a warp of 33 threads"),
        ("/launch/steps", json!(u64::MAX), "raddle runs at most 1,000,000,000,000"),
        ("/launch/steps", json!(-1), "it is not a witness"),
        ("/launch/work_dim", json!(9), "neither 1, 2 nor 3 dimensions"),
        ("/launch/dynamic_shared", json!(u64::MAX), "shared memory are not possible"),
        ("/launch/grid", json!([0, 1, 1]), "has no CTA"),
        ("/launch/arguments", json!([{"parameter": 7, "name": "n", "value": "1"}]), "no parameter `7`"),
        ("/schedule/cta", json!([2, 0, 0]), "there is no CTA (2, 0, 0)"),
        (
            "/schedule/show",
            json!({"race": [{"thread": 99, "event": 0}, {"thread": 1, "event": 0}]}),
            "it names thread 99",
        ),
        (
            "/schedule/show",
            json!({"cross-race": [{"cta": [9, 0, 0], "thread": 0, "event": 0}, {"cta": [0, 0, 0], "thread": 1, "event": 0}]}),
            "there is no CTA (9, 0, 0)",
        ),
        (
            "/schedule/inputs",
            json!({"arguments": [{"parameter": 9, "bytes": []}], "contents": []}),
            "no parameter number 9",
        ),
        (
            "/schedule/inputs",
            json!({"arguments": [{"parameter": 1, "bytes": [1]}], "contents": []}),
            "has 4 bytes, but its value has 1",
        ),
        (
            "/schedule/inputs",
            json!({"arguments": [], "contents": [{"pointer": 0, "offset": u64::MAX, "bytes": [1, 2]}]}),
            "no buffer has a byte",
        ),
        ("/schedule/inputs", json!({"grid": [0, 1, 1], "arguments": [], "contents": []}), "has no CTA"),
    ] {
        let changed = resealed(&text, |witness| {
            let (above, last) = at.rsplit_once('/').expect("a place");
            witness.pointer_mut(above).expect("a place")[last] = value.clone();
        });
        folder.file(witness, changed);
        let ran = folder.words(&replay);
        assert_eq!(ran.code, Some(3), "{at} = {value}: {}{}", ran.out, ran.err);
        let said = format!("{}{}", ran.out, ran.err);
        assert!(said.contains(says), "{at} = {value}: {said}");
    }
}
