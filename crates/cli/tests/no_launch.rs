//! A launch that is not given: what two threads prove for every size is proved; else a few sizes are tried, and a bug that is found is real.

use crate::common::{Folder, HEADER, SLOW, kernel};
use serde_json::{Value, json};

/// A body with an array of this number of words in shared memory, and these lines.
fn shared(words: u32, lines: &str) -> String {
    kernel(
        "k",
        &format!(
            ".reg .b32 %r<9>; .reg .pred %p; .shared .align 4 .b8 s[{}];
    mov.u32 %r0, %tid.x; shl.b32 %r1, %r0, 2; mov.u32 %r2, s; add.u32 %r2, %r2, %r1;
    {lines} ret;",
            4 * words
        ),
    )
}

/// Each thread writes its word, and reads its neighbour's.
const NEIGHBOUR: &str = "st.shared.u32 [%r2], %r0; bar.sync 0; ld.shared.u32 %r3, [s+4];";

/// The same without the barrier.
const RACE: &str = "st.shared.u32 [%r2], %r0; ld.shared.u32 %r3, [s+4];";

fn json(folder: &Folder, line: &str, code: i32) -> Value {
    let ran = folder.words(&format!("check {line} --format json"));
    assert_eq!(ran.code, Some(code), "raddle check {line}\n{}{}", ran.out, ran.err);
    serde_json::from_str(&ran.out).expect("JSON")
}

#[test]
fn a_kernel_without_a_bug_is_unknown_and_says_what_was_tried() {
    let folder = Folder::new("right");
    folder.file("k.ptx", shared(256, NEIGHBOUR));
    folder.each(&[
        ("check k.ptx", 2, "no CTA size given; tried 32, 64, 128 and 256"),
        ("check k.ptx", 2, "tried CTA size 32, 64, 128 and 256: all proved"),
        ("check k.ptx", 2, "pass --block"),
        ("check k.ptx --format sarif", 2, "tried CTA size 32, 64, 128 and 256: all proved"),
        ("check k.ptx --block 32", 0, "6 proved"),
    ]);
    let report = json(&folder, "k.ptx", 2);
    let kernel = &report["kernels"][0];
    assert_eq!(kernel["tried"][3]["launch"]["block"], json!([256, 1, 1]));
    assert_eq!(
        kernel["tried"][3]["proved"],
        json!(["deadlock", "barrier-reuse", "divergence", "race", "bounds"])
    );
    // For all sizes it is not proved that accesses are in bounds.
    let bounds =
        kernel["results"].as_array().expect("results").iter().find(|one| one["property"] == "bounds");
    assert_eq!(bounds.expect("bounds")["verdict"]["rule"], "unknown/launch");
}

#[test]
fn a_bug_at_a_size_that_was_tried_is_refuted_with_its_launch() {
    let folder = Folder::new("wrong");
    folder.file("k.ptx", shared(256, RACE));
    folder.each(&[
        ("check k.ptx", 1, "no launch was given; this was found with CTA size 256"),
        ("check k.ptx --format sarif", 1, "CTA size 256"),
    ]);
    let report = json(&folder, "k.ptx", 1);
    let race = &report["kernels"][0]["results"][3];
    assert_eq!(race["verdict"]["kind"], "refuted", "{race:#}");
    let witness = &race["diagnostics"][0]["witness"];
    assert_eq!((&witness["launch"]["block"], &witness["replayed"]), (&json!([256, 1, 1]), &json!(true)));
    // What no size refutes is proved only if two threads prove it for every size.
    let bounds = report["kernels"][0]["results"]
        .as_array()
        .expect("results")
        .iter()
        .find(|one| one["property"] == "bounds");
    assert_eq!(bounds.expect("bounds")["verdict"]["kind"], "unknown");
}

/// A race between warps is none in one warp: the size that shows it is named.
#[test]
fn the_size_that_shows_the_bug_is_named() {
    let folder = Folder::new("warps");
    let lines = "st.shared.u32 [%r2], %r0; bar.warp.sync -1; xor.b32 %r1, %r1, 128;
    mov.u32 %r4, s; add.u32 %r4, %r4, %r1; setp.lt.u32 %p, %r0, 32; @%p ld.shared.u32 %r3, [%r4];";
    folder.file("k.ptx", shared(256, lines));
    folder.each(&[
        ("check k.ptx", 1, "found with CTA size 256"),
        ("check k.ptx", 1, "tried CTA size 32: all proved"),
    ]);
}

/// At 128 threads an access leaves the array: no launch uses that size, so a race there means nothing.
#[test]
fn sizes_that_do_not_fit_the_kernel_do_not_refute_it() {
    let folder = Folder::new("fit");
    let lines = "ld.shared.u32 %r3, [%r2]; st.shared.u32 [%r2+256], %r0; bar.sync 0;";
    folder.file("k.ptx", shared(128, lines));
    folder.each(&[
        ("check k.ptx", 2, "tried CTA size 32 and 64: all proved"),
        ("check k.ptx", 2, "tried CTA size 128 and 256: accesses are out of bounds; race and bounds are"),
        ("check k.ptx --block 128", 1, "race"),
    ]);
}

/// Barriers that name 64 threads hang with 32. That is no bug of the kernel unless every size fails.
#[test]
fn barriers_that_name_a_number_of_threads_expect_a_launch() {
    let folder = Folder::new("named");
    folder.file("k.ptx", shared(256, "st.shared.u32 [%r2], %r0; bar.sync 1, 64;"));
    folder.each(&[
        ("check k.ptx", 2, "tried CTA size 32: deadlock is refuted"),
        ("check k.ptx --block 32", 1, "deadlock"),
    ]);
    folder.file("k.ptx", shared(256, "bar.sync 1, 2048;").replace("2048", "992"));
    folder.each(&[("check k.ptx", 1, "deadlock is refuted")]);
}

#[test]
fn the_kernel_says_which_sizes_are_natural() {
    let folder = Folder::new("natural");
    let entry = |directive: &str, body: &str| {
        format!("{HEADER}.visible .entry k() {directive} {{ .reg .b32 %r<3>; {body} ret; }}\n")
    };
    for (directive, body, says) in [
        (".maxntid 96", "mov.u32 %r0, %tid.x;", "tried 96, 32 and 64"),
        (".maxntid 16", "mov.u32 %r0, %tid.x;", "tried 16\n"),
        ("", "mov.u32 %r0, %tid.y;", "tried 8x8, 16x16, 32x8 and 32x32"),
        (".maxntid 256", "mov.u32 %r0, %tid.y;", "tried 8x8, 16x16 and 32x8"),
        ("", "mov.u32 %r0, %ntid.z;", "tried 4x4x4, 8x8x4 and 8x8x8"),
    ] {
        // What is read must be used, or nothing is left of it; and nothing proves it for all sizes.
        let body = format!(
            ".shared .b32 s; .reg .pred %p; {body} setp.ne.u32 %p, %r0, 4000000; mov.u32 %r1, %clock; @%p st.shared.u32 [s], %r1;"
        );
        folder.file("k.ptx", entry(directive, &body));
        let ran = folder.words("check k.ptx");
        assert!(ran.one_line().contains(says.trim()), "{says}: {}", ran.out);
    }
    folder.file("k.ptx", entry(".reqntid 48", ""));
    folder.each(&[("check k.ptx", 0, "CTA size 48")]);
}

/// Two threads are compared for every size.
#[test]
fn what_is_proved_for_every_size_needs_none() {
    let folder = Folder::new("obstacle");
    let body = ".reg .b32 %r<2>; .reg .pred %p; ld.param.u32 %r0, [n]; mov.u32 %r1, 0;
    L: bar.sync 0; add.u32 %r1, %r1, 1; setp.lt.u32 %p, %r1, %r0; @%p bra L; ret;";
    folder.kernel(body);
    folder.each(&[
        ("check k.ptx", 0, "any CTA size in x"),
        ("check k.ptx --block 64", 0, "everything asked is proved"),
        ("check k.ptx --arg n=1", 0, "any CTA size in x"),
    ]);
}

/// A size that takes too long is the last one.
#[test]
fn trying_is_short() {
    let folder = Folder::new("short");
    folder.kernel(&format!(
        "{} ret;",
        SLOW.trim_end_matches("ret;")
            .replace("st.shared.b32 [s], %r;", "st.shared.b32 [s], %r; bar.sync 0; st.shared.b32 [s], %r;")
    ));
    let line = "check k.ptx --property race";
    folder.each(&[(line, 2, "no CTA size given; tried 32\n")]);
}
