//! What reports say, as a kernel author reads them: places, types, "may", and what is seen together.

// Other suites use more of it.
#[allow(dead_code)]
use crate::common::Folder;

/// The output of a command on k.cu, which must end with this code.
fn said(name: &str, file: &str, source: &str, line: &str, code: i32) -> String {
    let folder = Folder::new(name);
    folder.file(file, source);
    let ran = folder.words(line);
    assert_eq!(ran.code, Some(code), "raddle {line}\n{}{}", ran.out, ran.err);
    // Notes are folded where the terminal ends.
    ran.one_line()
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
    let text = said("may", "k.cu", source, "check k.cu --block 64 --grid 1", 0);
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
fn a_run_says_which_numbers_are_not_the_devices() {
    let source = "__global__ void k(float *y, unsigned *u, int n) {
    y[0] = expf(0.0f) + rsqrtf(4.0f);
    y[1] = erff(1.0f);
    u[0] = 7 / n - 1;
}";
    let text = said("near", "k.cu", source, "run k.cu --block 1 --arg n=0 --buffer y=2 --buffer u=1", 0);
    has(
        &text,
        &[
            "y: f32 [1.5, 0]",
            "u: unsigned i32 [4294967295]",
            "computed by the host: a device may differ in the last digits: `expf` at k.cu:2:12 `rsqrt.approx` at k.cu:2",
            "not computed, and assumed to be 0: `erff` at k.cu:3:12 a division by zero, or one that overflows, at k.cu:4",
        ],
    );
    let exact =
        said("exact", "k.cu", source, "run k.cu --block 1 --arg n=0 --arg n=1 --buffer y=2 --buffer u=1", 3);
    has(&exact, &["parameter `n` is given twice"]);
}

#[test]
fn a_run_that_does_not_end_says_where() {
    let source = "__global__ void wait(int *o) {
    if (threadIdx.x < 32) __syncthreads();
    else asm volatile(\"bar.sync 1, 64;\");
    o[0] = 1;
}
__global__ void loop(int *o) {
    o[0] = 1;
    while (o[0]) { }
}";
    let text = said("waits", "k.cu", source, "run k.cu --kernel wait --block 64 --buffer o=1", 1);
    has(
        &text,
        &[
            "warp 0 (threads 0-31) waits at barrier 0 (k.cu:2:27): 32 of 64 have arrived",
            "warp 1 (threads 32-63) waits at barrier 1 (k.cu:3:10): 32 of 64 have arrived",
        ],
    );
    let text =
        said("loops", "k.cu", source, "run k.cu --kernel loop --block 64 --buffer o=1 --steps 10000", 2);
    has(&text, &["did not end within 10,000 steps", "at k.cu:8:12, when it stopped"]);
    let text = said("checks", "k.cu", source, "check k.cu --kernel loop --block 64 --steps 10000", 2);
    has(&text, &["did not end within 10,000 steps", "--> k.cu:8"]);
}

#[test]
fn a_buffer_has_the_elements_of_its_pointer() {
    let source = "__global__ void k(const float4 *in, float4 *out) { out[threadIdx.x] = in[threadIdx.x]; }";
    let folder = Folder::new("vectors");
    folder.file("k.cu", source);
    let npy = |kind: &str| {
        let header = format!("{{'descr': '<{kind}4', 'fortran_order': False, 'shape': (4, 4), }}");
        let mut bytes = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
        bytes.extend(format!("{header:117}\n").bytes());
        bytes.extend((0..16).flat_map(|n| (n as f32).to_le_bytes()));
        bytes
    };
    folder.file("in.npy", npy("f"));
    let ran = folder.words("run k.cu --block 4 --buffer in=in.npy --buffer out=4 --show 6");
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    has(&ran.out, &["out: f32 [0, 1, 2, 3, 4, 5] … (16 elements)"]);
    let ran = folder.words("run k.cu --block 4 --buffer in=4 --buffer out=3");
    has(&ran.out, &["at byte 48 of `out`, which has 48 bytes"]);
    // Integers in place of floating-point numbers are refused, as is a number in place of a pointer.
    folder.file("i.npy", npy("i"));
    let ran = folder.words("run k.cu --block 4 --buffer in=i.npy --buffer out=4");
    assert_eq!(ran.code, Some(3), "{}", ran.out);
    has(&ran.out, &["`i.npy` holds integers, and `in` is a `const float4 *`", "astype"]);
    let ran = folder.words("check k.cu --block 4 --arg in=4");
    assert_eq!(ran.code, Some(3), "{}", ran.out);
    has(&ran.out, &["parameter `in` takes no number: it is a `const float4 *`", "--buffer in="]);
}

#[test]
fn bytes_are_counted_as_the_source_counts_them() {
    let source = "extern __shared__ char raw[];
__global__ void k(double *out) {
    ((double *)raw)[threadIdx.x] = 1;
    ((int *)(raw + 504))[threadIdx.x] = 2;
    __syncthreads();
    out[threadIdx.x] = raw[threadIdx.x];
}";
    let text = said("bytes", "k.cu", source, "check k.cu --block 64", 1);
    has(&text, &["thread 63 writes `raw[504]`", "thread 0 writes `raw[504]` (4 bytes)"]);
}

#[test]
fn copies_of_vectors_assume_nothing_of_buffers() {
    let source = "__global__ void k(float4 *o) {
    o[threadIdx.x] = make_float4(1, 2, 3, 4);
    __syncthreads();
}";
    let text = said("copies", "k.cu", source, "check k.cu --block 64 --grid 1", 0);
    assert!(!text.contains("aligned-buffers"), "{text}");
    has(&text, &["deadlock proved for every input, block size 64, grid 1, every block barrier-reuse"]);
}

#[test]
fn an_error_in_compiled_code_is_shown_in_the_source() {
    let source = "__global__ void bad(int *o) {
    asm volatile(\"bar.sync 16;\");
}
__global__ void good(int *o) { o[threadIdx.x] = 1; }";
    let text = said("sixteen", "k.cu", source, "check k.cu --block 32", 3);
    has(&text, &["in `bad`: barrier 16 does not exist", "--> k.cu:2:5"]);
    // It is no error of the other kernel.
    said("other", "k.cu", source, "check k.cu --block 32 --kernel good", 0);
}

#[test]
fn where_a_call_leads_is_told() {
    let kernel = "../../kernels/function_pointers/not_required.cu";
    let source = std::fs::read_to_string(kernel).expect("the kernel");
    let text = said("leads", "k.cu", &source, "check k.cu --block 64 --grid 1 --property race", 0);
    has(&text, &["lead to functions of this file with these parameters (function-pointers)"]);
    let text = said("leads", "k.cu", &source, "check k.cu --block 64 --grid 1 --property bounds", 1);
    has(
        &text,
        &["a call through a pointer leads to no function", "calls the null pointer: no function", "`f` = 0"],
    );
    let source = source.replace("if (f != one)", "__requires(f == one | f == two);\n    if (f != one)");
    let text = said("leads", "k.cu", &source, "check k.cu --block 64 --grid 1 --property bounds", 0);
    assert!(!text.contains("function-pointers"), "{text}");
}

#[test]
fn a_call_that_is_not_modelled_has_a_name() {
    let source = "int elsewhere(int n);
__kernel void k(__global int *out) {
    out[get_local_id(0)] = elsewhere(3);
}";
    let text = said("elsewhere", "k.cl", source, "check k.cl --block 64", 2);
    has(&text, &["`elsewhere`, which has no body here", "--> k.cl:3", "pass --pure-calls"]);
    let text = said("elsewhere", "k.cl", source, "check k.cl --block 64 --grid 1 --pure-calls", 0);
    has(&text, &["`elsewhere`, which has no body here, returns a value and does nothing else (pure-calls)"]);
}

#[test]
fn contracts_that_gpuverify_would_not_take_are_errors_only_where_they_are_to_be_portable() {
    let kernel = |invariant: &str| {
        format!(
            "bool small(int n) {{ return n < 65; }}
__kernel void k(__global int *out, int n) {{
    int last = 0;
    const int first = get_local_id(0);
    for (int i = 0; i < 64; i++) {{
        {invariant};
        last = i;
        out[first] = last;
    }}
}}"
        )
    };
    let rejected = [
        ("__invariant((i >= 0) && i <= 64)", "computed with branches"),
        ("__invariant(i < 0 ? false : i <= 64)", "computed with branches"),
        ("__function_wide_invariant(small(1))", "that calls a function"),
        ("__function_wide_invariant(last >= 0 & last < 64)", "a variable that the function changes"),
    ];
    for (invariant, why) in rejected {
        let source = kernel(invariant);
        said("portable", "k.cl", &source, "check k.cl --block 64 --grid 1", 0);
        let text =
            said("portable", "k.cl", &source, "check k.cl --block 64 --grid 1 --portable-contracts", 3);
        has(&text, &["GPUVerify does not accept", why, "k.cl:6:9", "leave out --portable-contracts"]);
    }
    let taken = [
        "__invariant((i >= 0) & i <= 64)",
        "__invariant(__implies(i > 0, i <= 64)), __invariant(__write_implies(out, __write_offset(out) == first))",
        "__invariant(small(1))",
        "__function_wide_invariant(first < 64 & first >= 0)",
    ];
    for invariant in taken {
        said("taken", "k.cl", &kernel(invariant), "check k.cl --block 64 --grid 1 --portable-contracts", 0);
    }
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
    has(
        &text,
        &[
            "1 refuted, 1 proved: no bug was found, but a barrier is redundant; not asked: deadlock, barrier-reuse, divergence, bounds and termination (exit code 1)",
        ],
    );
    // A race is one.
    let racy = source.replacen("__syncthreads();", "", 1);
    let text = said("removable_race", "k.cu", &racy, line, 1);
    has(&text, &["a bug was found;"]);
}

#[test]
fn a_barrier_without_the_fence_is_shown_with_both_accesses() {
    let source = "__kernel void k(__global int *in, __global int *out) {
    size_t l = get_local_id(0);
    in[l] = l;
    barrier(CLK_LOCAL_MEM_FENCE);
    out[l] = in[63 - l];
}";
    let folder = Folder::new("fence");
    folder.file("k.cl", source);
    let ran = folder.words("check k.cl --block 64 --grid 1 --witnesses w");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    has(
        &ran.out,
        &[
            "error[race/read-write]",
            "work-item 0 writes `in[0]` (4 bytes)",
            "this barrier lacks CLK_GLOBAL_MEM_FENCE",
            "work-item 63 reads `in[0]` (4 bytes)",
            "add CLK_GLOBAL_MEM_FENCE to the flags of the barrier",
        ],
    );
    let ran = folder.words("replay w/k-race-read-write-1.json");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    has(&ran.out, &["after 1 barrier, of which 0 order that memory", "the bug shows"]);
    let both = source.replace("CLK_LOCAL_MEM_FENCE", "CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE");
    said("both_fences", "k.cl", &both, "check k.cl --block 64 --grid 1", 0);
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
    has(&ran.out, &["this is for `safe` = 0", "deadlock       proved", "race           refuted"]);
    let again = folder.words("replay w/k-race-read-write-1.json");
    assert_eq!(again.code, Some(1), "{}{}", again.out, again.err);
    has(
        &again.out,
        &["block size 64, safe = 0; for any contents of `out` and size of the grid", "the bug shows"],
    );
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
    let text = said("meets", "k.cu", source, "check k.cu --block 64", 1);
    has(
        &text,
        &[
            "thread 0 writes `h[0]`",
            "thread 1 atomically updates `h[0]`",
            "this is for every element of `data` = ",
        ],
    );
}

/// A grid-wide barrier that blocks miss is a deadlock and divergence: one finding says both.
#[test]
fn a_barrier_of_the_grid_is_one_finding() {
    let folder = Folder::new("grid-wide");
    folder.file(
        "k.cu",
        "#include <cooperative_groups.h>
__global__ void blocks(int *p) {
  if (blockIdx.x == 0) return;
  cooperative_groups::this_grid().sync();
}
__global__ void threads(int *p) {
  if (threadIdx.x < 16) return;
  cooperative_groups::this_grid().sync();
}
",
    );
    let ran = folder.raddle("check k.cu --block 64 --grid 4".split(' '));
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    let text = ran.one_line();
    assert!(text.contains("this is barrier divergence (divergence/grid), too"), "{text}");
    assert!(!text.contains("error[divergence/"), "{text}");
    assert!(
        text.contains("threads 16-63 wait at the grid-wide barrier for threads that have ended"),
        "{text}"
    );
}

/// What a run does not decide because it does not end, the loop decides.
#[test]
fn an_endless_loop_is_the_reason_of_what_no_run_decides() {
    let folder = Folder::new("endless");
    folder.file(
        "k.cu",
        "__global__ void k(int *q, int n) {
  __shared__ int s[64];
  for (int j = 0; j != n; j += 2) { __syncthreads(); q[threadIdx.x] = s[63 - threadIdx.x]; __syncthreads(); s[threadIdx.x] = j; }
}
",
    );
    let ran = folder.raddle("check k.cu --block 64 --arg n=3".split(' '));
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    let text = ran.one_line();
    assert!(text.contains("the run that would decide it does not end, see termination"), "{text}");
    assert!(!text.contains("--steps"), "{text}");
}

/// A lane that is not in the mask that it gives is an error of its own.
#[test]
fn a_mask_without_the_lane_that_gives_it() {
    let source = "__global__ void k(int *out) {
  if (threadIdx.x & 1) __syncwarp(0x55555555);
  out[threadIdx.x] = 1;
}
";
    let text = said("not-a-member", "k.cu", source, "check k.cu --block 64 --within-cta", 1);
    has(
        &text,
        &["error[barrier/bad-operand]: thread 1 gives the member mask 0x55555555, which does not include it"],
    );
}

/// A barrier is not advised where only some threads would reach it, nor a wait of lanes where other inputs bring other warps.
#[test]
fn advice_for_what_branches_decide() {
    let source = "__global__ void queue(const int *in, int *out) {
  __shared__ int count, entries[256];
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  for (int r = 0; r < 4; r++) {
    if (in[r * 64 + threadIdx.x] > 0) entries[atomicAdd(&count, 1) & 255] = threadIdx.x;
    __syncthreads();
    if (threadIdx.x == 0) count = 0;
  }
  out[threadIdx.x] = entries[threadIdx.x];
}
__global__ void shift(int *a, int n, int m) {
  int i = threadIdx.x;
  if (i < m) a[i] = a[i + n];
}
__global__ void relax(int *dist, const int *edges) {
  __shared__ int again;
  int t = threadIdx.x;
  do {
    if (t == 0) again = 0;
    __syncthreads();
    int d = dist[t], e = dist[edges[t]] + 1;
    __syncthreads();
    if (e < d) { dist[t] = e; again = 1; }
    __syncthreads();
  } while (again);
}
";
    let of = |kernel: &str| {
        let line = format!("check k.cu --block 128 --within-cta --property race --kernel {kernel}");
        said(&format!("advice-{kernel}"), "k.cu", source, &line, 1)
    };
    let outside =
        "where every thread of the block reaches it: outside of branches that only some of them take";
    has(&of("queue"), &[outside]);
    let shift = of("shift");
    has(&shift, &["add `__syncthreads()`", outside]);
    assert!(!shift.contains("__syncwarp"), "{shift}");
    has(
        &of("relax"),
        &[
            "add `__syncthreads()`",
            "after the read at k.cu:26 (at the beginning of the loop's body, and after the loop)",
        ],
    );
}

/// What stands for a call that is not modelled has no name of raddle's own.
#[test]
fn what_is_not_modelled_has_the_names_of_the_source() {
    let source = "#include <cuda_pipeline.h>
__global__ void k(const float *in, float *out) {
  __shared__ float s[64];
  __pipeline_memcpy_async(&s[threadIdx.x], &in[threadIdx.x], 4);
  __pipeline_commit();
  out[threadIdx.x] = s[threadIdx.x];
}
";
    let text = said("unmodelled-names", "k.cu", source, "check k.cu --block 64", 2);
    has(&text, &["this operation of an asynchronous pipeline may make threads wait for each other"]);
    assert!(!text.contains("__raddle"), "{text}");
}

/// Without loops nothing that is passed matters to termination; and a part that is proved relies on what is proved.
#[test]
fn what_ends_anyway_is_proved_for_every_input() {
    let source = "__device__ void meet() { __syncthreads(); }
__global__ void k(const int *in, int *out, int n) {
  if (in[threadIdx.x] > 0) { meet(); out[n] = 1; } else { meet(); out[n + 1] = 2; }
}
";
    let text = said("ends-anyway", "k.cu", source, "check k.cu --block 64 --grid 1 --arg n=1", 1);
    has(&text, &["termination proved for every input", "by another call, at k.cu:3"]);
}

/// Sizes whose product counts elements are small in an example, so that it has as many as there are threads.
#[test]
fn an_example_of_sizes_has_about_as_many_elements_as_threads() {
    let source =
        "__global__ void k(float *out, const float *in, const float *gain, int N, int C, int H, int W) {
  __shared__ float s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= N * C * H * W) return;
  s[threadIdx.x] = in[i];
  if (gain[i % W] > 0) __syncthreads();
  out[i] = s[63 - threadIdx.x];
}
";
    let text = said("sizes-of-a-tensor", "k.cu", source, "check k.cu --block 64 --property barrier-reuse", 2);
    has(&text, &["for example --grid 2 --arg N=4 --arg C=4 --arg H=4 --arg W=4"]);
}

/// A quotient that decides where threads go in a run is taken to be equal for equal numbers.
#[test]
fn a_run_names_that_quotients_are_equal() {
    let source = "__global__ void k(int *a, int n, int m) {
  if (m / n > 2) __syncthreads();
  a[threadIdx.x] = 1;
}
";
    let line = "check k.cu --block 64 --grid 1 --property divergence,deadlock";
    has(&said("quotients-of-runs", "k.cu", source, line, 0), &["(equal-quotients)"]);
    let given = said("given-quotients", "k.cu", source, &format!("{line} --arg n=2"), 0);
    assert!(!given.contains("equal-quotients"), "{given}");
}
