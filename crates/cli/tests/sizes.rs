//! Races that are proved absent under conditions on sizes: what the report says of them, and where they do not count.

use crate::common::Folder;

/// Rows that are a pitch apart, where the guard and the index have these types.
fn rows(of_guard: &str, of_index: &str) -> String {
    format!(
        "__global__ void k(float *a, int rows, int columns, int pitch) {{
    {of_guard} row = blockIdx.y * blockDim.y + threadIdx.y, column = blockIdx.x * blockDim.x + threadIdx.x;
    if (row < rows && column < columns) a[({of_index})row * pitch + column] *= 2;
}}
"
    )
}

const CHECK: &str = "check k.cu --block 16,16 --property race";

#[test]
fn a_proof_names_its_conditions() {
    let folder = Folder::new("names");
    folder.file("k.cu", rows("int", "int"));
    let ran = folder.words(CHECK);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    let said = ran.one_line();
    for part in [
        "provided that columns <= pitch and rows * pitch <= 4294967295",
        "warning[race/sizes]: the proof that no threads race here requires `columns <= pitch`",
        "with columns = 2 and pitch = 1, rows may overlap, and two threads may access one element",
        "if no other sizes occur, say so with --require 'columns <= pitch'",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
}

#[test]
fn a_requirement_takes_the_place_of_a_condition() {
    let folder = Folder::new("required");
    folder.file("k.cu", rows("int", "int"));
    let required = ["--require", "columns <= pitch", "--require", "rows * pitch <= 4294967295"];
    for more in [&[][..], &["--strict-wrap"]] {
        let ran = folder.raddle(CHECK.split(' ').chain(required).chain(more.iter().copied()));
        assert_eq!(ran.code, Some(0), "{more:?}: {}", ran.out);
        let said = ran.one_line();
        assert!(!said.contains("provided that") && !said.contains("race/sizes"), "{more:?}: {said}");
    }
}

#[test]
fn without_requirements_a_strict_check_has_no_proof() {
    let folder = Folder::new("strict");
    folder.file("k.cu", rows("int", "int"));
    let ran = folder.words(&format!("{CHECK} --strict-wrap"));
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(!ran.out.contains("race/sizes"), "{}", ran.out);
}

/// A condition that no launch can meet beside a requirement is none.
#[test]
fn conditions_do_not_contradict_what_is_required() {
    let folder = Folder::new("contradiction");
    folder.file("k.cu", rows("int", "int"));
    let ran = folder.raddle(CHECK.split(' ').chain(["--require", "pitch < columns"]));
    assert_eq!(ran.code, Some(1), "{}", ran.out);
}

#[test]
fn a_cast_says_how_an_input_is_read() {
    let folder = Folder::new("casts");
    folder.file("k.cu", rows("unsigned", "unsigned"));
    let said = folder.words(CHECK).one_line();
    assert!(said.contains("provided that (unsigned)columns <= (unsigned)pitch"), "{said}");
    assert!(said.contains("(unsigned)rows * (unsigned)pitch <= 4294967295"), "{said}");
}

/// A finding has sensible inputs where there are some. Where there are none, the report says what excludes it.
#[test]
fn absurd_inputs_are_named() {
    let folder = Folder::new("absurd");
    folder.file(
        "k.cu",
        "__global__ void strided(float *out, int n, int stride) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[(long long)i * stride] = i;
}
__global__ void shared_total(int *total, int n) {
    if ((int)threadIdx.x < n) *total = *total + threadIdx.x;
}
__global__ void only_without_elements(int *out, int n, int m) {
    if (n < 1 && threadIdx.x + m >= 0) out[0] = threadIdx.x;
}
",
    );
    let check =
        |kernel: &str, more: &str| folder.words(&format!("check k.cu --block 64 --kernel {kernel} {more}"));
    let strided = check("strided", "");
    assert_eq!(strided.code, Some(1), "{}", strided.out);
    let help =
        "this is excluded if `stride >= 1`: where nothing else occurs, say so with --require 'stride >= 1'";
    assert!(strided.one_line().contains(help), "{}", strided.out);
    let with =
        folder.raddle(["check", "k.cu", "--block", "64", "--kernel", "strided", "--require", "stride >= 1"]);
    assert_eq!(with.code, Some(0), "{}{}", with.out, with.err);
    let none = check("only_without_elements", "");
    assert_eq!(none.code, Some(1), "{}", none.out);
    assert!(none.one_line().contains("excluded if `n >= 1`: where"), "{}", none.out);
    // One that needs nothing absurd is shown with sensible inputs.
    let total = check("shared_total", "");
    assert_eq!(total.code, Some(1), "{}", total.out);
    assert!(!total.out.contains("excluded if"), "{}", total.out);
    assert!(!total.out.contains("n = 0"), "{}", total.out);
}

/// A loop whose counter wraps around for huge sizes only: the proof names them, and the report where that is.
#[test]
fn a_proof_names_the_sizes_with_which_a_counter_wraps_around() {
    let folder = Folder::new("counters");
    folder.file(
        "k.cu",
        "__global__ void k(float *data, int n, size_t pitch) {
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        data[blockIdx.x * pitch + i] *= 2;
}
",
    );
    let check = "check k.cu --block 256 --property race";
    let ran = folder.words(check);
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    let said = ran.one_line();
    for part in [
        "and n <= 2147483392",
        "warning[race/sizes]: the proof that no threads race requires `n <= 2147483392` --> k.cu:2:",
        "with n = 2147483647, the counter of this loop may wrap around, and two threads may access one element",
        "say so with --require 'n <= 2147483392'",
    ] {
        assert!(said.contains(part), "{part}\n{said}");
    }
    let required = folder.raddle(check.split(' ').chain(["--require", "n <= 2147483392"]));
    assert_eq!(required.code, Some(0), "{}", required.out);
    assert!(!required.one_line().contains("the counter of this loop"), "{}", required.out);
    let strict = folder.words(&format!("{check} --strict-wrap"));
    assert_ne!(strict.code, Some(0), "{}", strict.out);
    assert!(!strict.out.contains("race/sizes"), "{}", strict.out);
}

/// Where numbers are read with a sign and without one, the conditions are those that need no cast.
#[test]
fn conditions_read_parameters_as_they_are_declared() {
    let folder = Folder::new("signs");
    folder.file(
        "k.cu",
        "__global__ void k(float *out, unsigned rows, unsigned stride) {
    int first = 2 * blockIdx.x;
    float both[2] = {0, 0};
    for (int i = 0; i < 2; i++) both[i] += i;
    if (threadIdx.x < 2 && (unsigned)(first + threadIdx.x) < rows)
        out[blockIdx.y * stride + first + threadIdx.x] = both[threadIdx.x];
}
",
    );
    let ran = folder.words("check k.cu --block 256 --property race");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    let said = ran.one_line();
    assert!(said.contains("provided that gridDim.y * stride <= 4294967295 and rows <= stride"), "{said}");
}

/// Rows of packs of four: the number of packs is a quotient of a size, and the pitch counts elements.
const PACKS: &str = "typedef float4 pack;
__global__ void packs(float *out, unsigned tokens, unsigned heads, unsigned size) {
    unsigned packs = size / 4, at = blockIdx.x * 128 + threadIdx.x;
    if (at >= tokens * heads * packs) return;
    unsigned row = at / packs, p = at % packs, t = row / heads, h = row % heads;
    ((pack *)(out + (t * heads * size + h * size)))[p] = make_float4(at, 0, 0, 0);
}
__global__ void filled(float *out, const float *in, unsigned n, unsigned size) {
    unsigned packs = size / 4, at = blockIdx.x * 128 + threadIdx.x;
    if (at >= n) return;
    unsigned row = at / packs, p = at % packs;
    pack v;
    for (int i = 0; i < 4; i++) ((float *)&v)[i] = in[i];
    ((pack *)(out + row * size))[p] = v;
}
__global__ void halves(float *out, unsigned n, unsigned size) {
    unsigned packs = size / 4, at = blockIdx.x * 128 + threadIdx.x;
    if (at >= n) return;
    ((pack *)(out + at / packs * (size / 2)))[at % packs] = make_float4(at, 0, 0, 0);
}
__global__ void columns(float *out, unsigned n, unsigned pitch) {
    if (threadIdx.x < n) ((pack *)(out + blockIdx.x * pitch))[threadIdx.x] = make_float4(blockIdx.x, 0, 0, 0);
}
__global__ void bytes(char *out, int n) {
    *(int *)(out + 2 * threadIdx.x) = threadIdx.x;
}
";

#[test]
fn a_quotient_of_sizes_is_a_size() {
    let folder = Folder::new("quotients");
    folder.file("k.cu", PACKS);
    let said = |kernel: &str| {
        let ran = folder.words(&format!("check k.cu --kernel {kernel} --block 128 --property race"));
        (ran.code, ran.one_line())
    };
    let (code, packs) = said("packs");
    assert_eq!(code, Some(0), "{packs}");
    for part in [
        // That there are heads, and packs, follows from the access being made.
        "provided that heads * tokens * size <= 4294967295 race:",
        "with heads = 2048 and tokens = 2048 and size = 2048, an index may wrap around",
        "every access is at a multiple of its size (aligned-accesses)",
    ] {
        assert!(packs.contains(part), "{part}\n{packs}");
    }
    let (code, filled) = said("filled");
    assert_eq!(code, Some(0), "{filled}");
    // Rows of a half of the size overlap.
    let (code, halves) = said("halves");
    assert_eq!(code, Some(1), "{halves}");
}

/// A pack at a place that is no multiple of its size is no race: the launch fails before. But where no input that is asked about makes it a multiple, that
/// is not assumed: nothing is proved, and what a run shows after such an access is no bug.
#[test]
fn races_are_between_aligned_accesses() {
    let folder = Folder::new("aligned");
    folder.file("k.cu", PACKS);
    let ran = folder.words("check k.cu --kernel columns --block 128 --property race");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert!(ran.one_line().contains("provided that 4 * n <= pitch"), "{}", ran.out);
    let misaligned = [("bytes", "n >= 0"), ("bytes", "n >= 1"), ("columns", "pitch == 57")];
    for (kernel, required) in misaligned {
        let check = format!("check k.cu --kernel {kernel} --block 128 --property race");
        let ran = folder.raddle(check.split(' ').chain(["--require", required]));
        assert_eq!(ran.code, Some(2), "{kernel}, {required}: {}", ran.out);
        let why = "an access here is not at a multiple of its size";
        assert_eq!(ran.one_line().contains(why), kernel == "bytes", "{}", ran.out);
    }
}

/// The help of a condition is followed: the proof has no condition then, and is none but for equal writes that no thread makes.
#[test]
fn a_product_that_is_required_is_no_condition() {
    let folder = Folder::new("product");
    folder.file(
        "k.cu",
        "__global__ void k(float *c, const float *a, int n) {
    int row = blockIdx.y * 16 + threadIdx.y, column = blockIdx.x * 16 + threadIdx.x;
    if (row < n && column < n) c[row * n + column] = a[row * n + column];
}
",
    );
    for (required, condition) in
        [("n * n <= 4294967295", false), ("n <= 65535", false), ("n >= 1", true), ("n * n >= 1", true)]
    {
        let ran = folder.raddle(CHECK.split(' ').chain(["--require", required]));
        assert_eq!(ran.code, Some(0), "{required}: {}", ran.out);
        let said = ran.one_line();
        assert_eq!(said.contains("provided that n * n <= 4294967295"), condition, "{required}: {said}");
        assert!(!said.contains("race/benign"), "{required}: {said}");
    }
}

/// Runs of blocks whose number is unknown see writes that perhaps no thread makes.
#[test]
fn writes_that_no_thread_makes_are_no_exception() {
    let folder = Folder::new("no_writes");
    folder.file(
        "k.cu",
        "__global__ void k(const float *in, float *out, int nx, int ny) {
    int i = blockIdx.x * 16 + threadIdx.x, j = blockIdx.y * 16 + threadIdx.y;
    if (i > 0 && i < nx - 1 && j > 0 && j < ny - 1) out[j * nx + i] = in[j * nx + i - 1];
}
",
    );
    let ran = folder.words("check k.cu --block 16,16 --grid 4,4 --arg nx=0 --arg ny=64");
    assert_eq!(ran.code, Some(0), "{}", ran.out);
    assert!(!ran.one_line().contains("race/benign") && !ran.one_line().contains("up to"), "{}", ran.out);
}
