//! What reports say, as a kernel author reads them: places, types, "may", and what is seen together.

// Other suites use more of it.
#[allow(dead_code)]
mod common;

use common::Folder;

/// The output of a command on k.cu, which must end with this code.
fn said(name: &str, file: &str, source: &str, line: &str, code: i32) -> String {
    let folder = Folder::new(name);
    folder.file(file, source);
    let ran = folder.words(line);
    assert_eq!(ran.code, Some(code), "raddle {line}\n{}{}", ran.out, ran.err);
    // Notes are folded where the terminal ends.
    ran.out.split_whitespace().collect::<Vec<&str>>().join(" ")
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

#[test]
fn places_are_written_as_the_source_writes_them() {
    let source = "__global__ void k(int *out) {
    __shared__ int flag;
    __shared__ int t[4][17];
    flag = threadIdx.x;
    t[1][threadIdx.x / 16] = threadIdx.x;
    out[threadIdx.x] = flag + t[1][0];
}";
    let text = said("places", "k.cu", source, "check k.cu --block 32", 1);
    has(
        &text,
        &["thread 0 and thread 1 both write `flag` (4 bytes)", "`t[1][0]`", "= note: byte 0x44 of `t`"],
    );
    assert!(!text.contains("flag[0]"), "{text}");
}

#[test]
fn what_depends_on_data_may_happen() {
    let source = "__global__ void k(const int *x, int *out) {
    __shared__ int any;
    any = 0;
    __syncthreads();
    if (x[threadIdx.x] > 3) any = 1;
    __syncthreads();
    out[threadIdx.x] = any;
}";
    let text = said("may", "k.cu", source, "check k.cu --block 64", 0);
    has(&text, &["two threads may write it unordered, always with the same value", "may both write `any`"]);
}

#[test]
fn a_run_shows_floating_point_numbers() {
    let source = "__global__ void k(float *out, double *wide, int *n) {
    out[threadIdx.x] = threadIdx.x * 0.5f;
    wide[threadIdx.x] = 2.25;
    n[threadIdx.x] = -1;
}";
    let line = "run k.cu --block 4 --buffer out=4 --buffer wide=4 --buffer n=4";
    let text = said("floats", "k.cu", source, line, 0);
    has(
        &text,
        &["out: f32 [0, 0.5, 1, 1.5]", "wide: f64 [2.25, 2.25, 2.25, 2.25]", "n: i32 [-1, -1, -1, -1]"],
    );
}

#[test]
fn a_barrier_that_can_be_removed_is_no_bug() {
    let source = "__global__ void k(int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int x = s[63 - threadIdx.x];
    __syncthreads();
    out[threadIdx.x] = x;
}";
    let line = "check k.cu --block 64 --grid 1 --property redundant-barrier,race";
    let text = said("removable", "k.cu", source, line, 1);
    has(&text, &["1 refuted, 1 proved: no bug was found, but a barrier that can be removed (exit code 1)"]);
    // A race is one.
    let racy = source.replacen("__syncthreads();", "", 1);
    let text = said("removable_race", "k.cu", &racy, line, 1);
    has(&text, &["a bug was found (exit code 1)"]);
}

#[test]
fn a_barrier_without_the_fence_is_shown_with_both_accesses() {
    let source = "__kernel void k(__global int *in, __global int *out) {
    size_t l = get_local_id(0);
    in[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = in[63 - l];
}";
    let text = said("fence", "k.cl", source, "check k.cl --block 64", 2);
    has(
        &text,
        &[
            "thread 63 reads `in[0]` (4 bytes)",
            "this barrier is without CLK_GLOBAL_MEM_FENCE",
            "thread 0 writes `in[0]` (4 bytes) there",
        ],
    );
    let both = source.replace("CLK_LOCAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE");
    said("both_fences", "k.cl", &both, "check k.cl --block 64", 0);
}

const RING: &str = include_str!("../../../kernels/paper001/reuse_behind_deadlock.cu");

#[test]
fn a_deadlock_tells_of_the_barrier_that_is_reused_too_early() {
    let text = said("reuse", "k.cu", RING, "check k.cu --block 128 --arg tiles=3", 1);
    has(
        &text,
        &[
            "error[deadlock/exited]",
            "it begins with barrier 1, which is reused too early: see barrier-reuse",
            "error[barrier-reuse/unordered]: barrier 1 may be reused too early",
        ],
    );
}

const FLAG: &str = "__global__ void k(float *out, int safe) {
    __shared__ float s[64];
    s[threadIdx.x] = threadIdx.x;
    if (safe) __syncthreads();
    out[threadIdx.x] = s[63 - threadIdx.x];
}";

#[test]
fn a_bug_in_one_case_is_told_with_a_value_and_shows_again() {
    let folder = Folder::new("case");
    folder.file("k.cu", FLAG);
    let ran = folder.words("check k.cu --block 64 --witnesses w");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    has(&ran.out, &["this is with `safe` = 0", "deadlock       proved", "race           refuted"]);
    let again = folder.words("replay w/k-race-read-write-1.json");
    assert_eq!(again.code, Some(1), "{}{}", again.out, again.err);
    has(&again.out, &["block 64, safe = 0; whatever the contents of `out` and size of the grid", "it shows"]);
}

#[test]
fn an_address_that_is_not_known_is_told_with_what_it_may_meet() {
    let source = "__global__ void k(const int *data, int *out) {
    __shared__ int h[64];
    h[threadIdx.x] = 0;
    atomicAdd(&h[data[threadIdx.x]], 1);
    __syncthreads();
    out[threadIdx.x] = h[threadIdx.x];
}";
    let text = said("meets", "k.cu", source, "check k.cu --block 64", 2);
    has(&text, &["thread 0 writes `h[0]`, and nothing orders that with what thread 1 does there"]);
}
