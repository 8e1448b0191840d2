//! What is given by `--arg` and `--buffer`: what a proof says of it, and what is refused.

use crate::common::{Folder, HEADER, kernel};
use serde_json::{Value, json};

/// A NumPy file of one dimension.
fn npy(element: &str, count: usize, width: usize) -> Vec<u8> {
    let mut header = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
    header.extend(format!("{{'descr': '{element}', 'fortran_order': False, 'shape': ({count},), }}").bytes());
    header.resize(127, b' ');
    header.push(b'\n');
    header.resize(128 + count * width, 0);
    header
}

/// Whether there is a barrier depends on `n`, and on what `a` holds.
const GUARDED: &str = ".reg .b32 %r<3>; .reg .b64 %d; .reg .pred %p<2>;
    ld.param.u32 %r0, [n]; ld.param.u64 %d, [a]; setp.eq.u32 %p0, %r0, 7; @%p0 bra E;
    ld.global.u32 %r1, [%d]; setp.eq.u32 %p1, %r1, 7; @%p1 bra E; bar.sync 0; E: ret;";

#[test]
fn a_proof_names_what_was_given() {
    let folder = Folder::new("scope");
    folder.kernel(GUARDED);
    folder.file("a.npy", npy("<i4", 4, 4));
    let given = "check k.ptx --block 32 --arg n=3 --buffer a=a.npy";
    folder.each(&[(given, 0, "for n = 3 and a = a.npy (other inputs arbitrary), CTA size 32")]);
    let ran = folder.words(&format!("{given} --format json"));
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    let scope = &report["kernels"][0]["results"][0]["verdict"]["scope"];
    let inputs = json!([{ "name": "n", "value": "3" }, { "name": "a", "value": "a.npy" }]);
    assert_eq!(scope["inputs"], inputs, "{scope:#}");
    folder.each(&[(
        &format!("{given} --format sarif"),
        0,
        "For n = 3 and a = a.npy (other inputs arbitrary)",
    )]);
    folder.kernel("bar.sync 0; ret;");
    folder.each(&[("check k.ptx --block 32", 0, "for every input, CTA size 32")]);
}

#[test]
fn a_parameter_is_given_once() {
    let folder = Folder::new("twice");
    folder.kernel("ret;");
    folder.each(&[
        ("check k.ptx --block 32 --arg n=1 --arg n=1", 3, "parameter `n` is given twice"),
        ("check k.ptx --block 32 --arg n=1 --arg 1=2", 3, "number 1 is the same parameter"),
        ("check k.ptx --block 32 --buffer a=1 --buffer 0=2", 3, "parameter `a` is given twice"),
    ]);
}

/// A number as wide as an address takes no buffer, nor does a structure; one that is a pointer does, and so does a number that the kernel takes
/// for an address.
#[test]
fn a_number_or_a_structure_takes_no_buffer() {
    let folder = Folder::new("no_pointers");
    folder.file(
        "k.cu",
        "struct P { int n; float *out; }; struct Q { float *out; };
        __global__ void k(float *out, size_t n, unsigned long long at, P p, Q q) {
            *(float *) at = 1;
            if (threadIdx.x < n && p.n) { p.out[0] = 1; q.out[0] = 2; }
        }",
    );
    let check = "check k.cu --block 1 --property deadlock";
    folder.each(&[
        (&format!("{check} --buffer n=4"), 3, "parameter `n` takes no buffer: it is a `size_t`"),
        (&format!("{check} --buffer 1=4"), 3, "pass --arg n=VALUE"),
        (&format!("{check} --buffer p=4"), 3, "parameter `p` takes no buffer: it is a `P`, a structure"),
        (&format!("{check} --buffer q=4 --buffer at=4 --buffer out=4"), 0, "1 proved"),
    ]);
}

#[test]
fn each_kernel_takes_the_arguments_that_it_has() {
    let folder = Folder::new("several");
    let other = kernel("other", GUARDED).replace("[n]", "[m]").replace("u32 n", "u32 m");
    folder.file("k.ptx", kernel("k", GUARDED) + other.trim_start_matches(HEADER));
    folder.file("a.npy", npy("<i4", 4, 4));
    let buffer = "--block 32 --buffer a=a.npy";
    folder.each(&[
        (&format!("check k.ptx {buffer} --arg n=1 --arg m=2"), 0, "12 proved"),
        (&format!("check k.ptx {buffer} --arg n=1"), 0, "for a = a.npy (other inputs arbitrary)"),
        (&format!("check k.ptx {buffer} --arg q=1"), 3, "has no parameter `q`"),
        (&format!("check k.ptx --kernel k {buffer} --arg m=1"), 3, "has no parameter `m`"),
        // What concerns all of them is said once.
        ("check k.ptx --block 32 --buffer a=none.npy", 3, "1 error in the input"),
    ]);
}

#[test]
fn a_file_has_the_elements_that_the_kernel_accesses() {
    let folder = Folder::new("widths");
    folder.kernel(GUARDED);
    folder.file("long.npy", npy("<i8", 4, 8));
    let line = "check k.ptx --block 32 --arg n=1 --buffer a=long.npy";
    folder.each(&[(line, 3, "`long.npy` holds elements of 8 bytes, and the kernel accesses `a` by 4 bytes")]);
    // Accesses of several widths: of bytes, say, or of a structure.
    folder.kernel(&GUARDED.replace("bar.sync 0;", "bar.sync 0; ld.global.u64 %d, [%d];"));
    folder.each(&[(line, 0, "6 proved")]);
}

/// An access that leaves the array that it names, but not shared memory, is carried out, and nothing is proved.
#[test]
fn leaving_an_array_is_told() {
    let folder = Folder::new("array");
    let body = |bytes: u32| {
        format!(
            ".reg .b32 %r<3>; .shared .align 4 .b8 s[{bytes}]; .shared .align 4 .b8 t[256]; mov.u32 %r0, %tid.x;
            mov.u32 %r1, s; shl.b32 %r2, %r0, 2; add.u32 %r1, %r1, %r2; st.shared.u32 [%r1], %r0;
            mov.u32 %r1, t; st.shared.u32 [%r1+12], 1; bar.sync 0; ret;"
        )
    };
    folder.kernel(&body(128));
    folder.each(&[
        ("check k.ptx --block 32 --arg n=1", 0, "6 proved"),
        // The property need not be requested; the other buffers stay unknown.
        ("check k.ptx --block 33", 1, "thread 32 accesses `s[32]`, out of bounds: `s` has 128 bytes, and the access is to 4 bytes at byte 128"),
        ("check k.ptx --block 33", 1, "error[bounds/outside]"),
        ("check k.ptx --block 33", 1, "unknown/out-of-bounds"),
        ("check k.ptx --block 33 --property race", 2, "an access is or may be out of bounds"),
        // In the other array it meets another thread's.
        ("check k.ptx --block 36", 1, "data race on `t[3]`"),
    ]);
    folder.kernel(&body(256));
    folder.each(&[("check k.ptx --block 64", 0, "6 proved")]);
}

/// Of a run that broke off it is not known what no thread reaches.
#[test]
fn what_a_failed_run_did_not_reach_is_not_dead() {
    let folder = Folder::new("dead");
    folder.kernel(
        ".reg .b32 %r; .reg .pred %p; mov.u32 %r, %tid.x; setp.lt.u32 %p, %r, 32; @%p bar.sync 1, 64;
        @!%p bar.sync 1, 96; bar.sync 2; ret;",
    );
    let ran = folder.words("check k.ptx --block 64");
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(!ran.out.contains("no thread reaches"), "{}", ran.out);
}
