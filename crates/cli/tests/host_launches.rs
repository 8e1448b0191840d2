//! Launches in the host half of a source: what is checked where no block and no grid are given.

// Only a part of it is used here.
#[allow(dead_code)]
use crate::common::Folder;
use serde_json::{Value, json};

const SOURCE: &str = "template <int N> __global__ void swap(float *a, int n) {
    __shared__ float s[N];
    int i = blockIdx.x * N + threadIdx.x;
    s[threadIdx.x] = i < n ? a[i] : 0;
    __syncthreads();
    if (i < n) a[i] = s[threadIdx.x ^ 1];
}
extern \"C\" __global__ void fill(float *a) { a[threadIdx.y * blockDim.x + threadIdx.x] = 1; }
namespace host {
template <int N> struct Swap {
    static void run(float *a, int n, int threads) { swap<N><<<(n + N - 1) / N, threads>>>(a, n); }
};
}
int main(int argc, char **) {
    float *a = nullptr;
    const int n = 1 << 10;
    cudaMalloc(&a, n * sizeof(float));
    host::Swap<64>::run(a, n, 64);
    host::Swap<64>::run(a, n, 64);
    host::Swap<32>::run(a, argc, 64);
    for (int rows = 4; rows <= 8; rows *= 2) fill<<<1, dim3(8, rows), 256>>>(a);
    fill<<<argc, argc>>>(a);
}
";

/// The kernels of a report, each with its launch, its race verdict and what is noted of the launch.
fn checked(options: &str) -> Vec<(String, Value, String, String)> {
    let folder = Folder::new(&format!("host{}", options.len()));
    folder.file("k.cu", SOURCE);
    let ran = folder.words(&format!("check k.cu --format json --property race,bounds {options}"));
    let report: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err));
    let kernel = |kernel: &Value| {
        let results = kernel["results"].as_array().expect("results");
        let race = results.iter().find(|result| result["property"] == "race").expect("race was asked");
        let notes = kernel["notes"].as_array().expect("notes").iter().filter_map(Value::as_str);
        let launched = notes.filter(|note| note.contains("k.cu:")).collect();
        let name = kernel["name"].as_str().expect("a name").to_owned();
        let kind = race["verdict"]["kind"].as_str().expect("a verdict").to_owned();
        (name, json!([kernel["launch"]["block"], kernel["launch"]["grid"]]), kind, launched)
    };
    report["kernels"].as_array().expect("kernels").iter().map(kernel).collect()
}

#[test]
fn each_different_launch_is_checked() {
    let checked = checked("");
    let launch = |name: &str, at: usize| {
        let mut of_kernel = checked.iter().filter(|(other, ..)| other == name);
        of_kernel.nth(at).unwrap_or_else(|| panic!("{name}, launch {at}: {checked:?}"))
    };
    let (_, sizes, race, note) = launch("swap<64>", 0);
    assert_eq!((sizes, race.as_str()), (&json!([[64, 1, 1], [16, 1, 1]]), "proved"));
    assert!(note.contains("the launch at k.cu:11"), "{note}");
    // Its shared memory has 32 elements, and its grid depends on the input.
    let (_, sizes, race, _) = launch("swap<32>", 0);
    assert_eq!(sizes[0], json!([64, 1, 1]));
    assert_ne!(race, "proved");
    assert!(sizes[1].is_null(), "{sizes}");
    assert_eq!(launch("fill", 0).1, json!([[8, 4, 1], [1, 1, 1]]));
    assert_eq!(launch("fill", 1).1, json!([[8, 8, 1], [1, 1, 1]]));
    let (_, sizes, _, note) = launch("fill", 2);
    assert!(sizes[0].is_null() && note.contains("k.cu:22 depends on the program's input"), "{sizes} {note}");
    assert_eq!(checked.len(), 5);
}

#[test]
fn a_launch_that_is_given_is_the_only_one() {
    let given = checked("--kernel fill --block 16");
    assert_eq!(given.len(), 1);
    assert_eq!(given[0].1[0], json!([16, 1, 1]));
    assert_eq!(given[0].3, "");
}

/// With another grid the blocks are still those that the source launches.
#[test]
fn a_grid_leaves_the_blocks_of_launches() {
    let given = checked("--kernel fill --grid 7");
    assert_eq!(given.len(), 3, "{given:?}");
    let (_, sizes, _, note) = &given[1];
    assert_eq!(*sizes, json!([[8, 8, 1], [7, 1, 1]]));
    assert!(note.contains("the block is that of the launch at k.cu:21"), "{note}");
}

/// The report of k.cu, which includes sizes.h.
fn report_of(folder: &Folder, options: &str) -> Value {
    let ran = folder.words(&format!("check k.cu --format json --property race {options}"));
    serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err))
}

/// The blocks of a report, each with its kernel.
fn blocks(folder: &Folder) -> Vec<(String, Value)> {
    let report = report_of(folder, "");
    let all = report["kernels"].as_array().unwrap_or_else(|| panic!("{report}")).iter();
    let name = |kernel: &Value| kernel["name"].as_str().expect("a name").to_owned();
    all.map(|kernel| (name(kernel), kernel["launch"]["block"].clone())).collect()
}

#[test]
fn a_launch_by_a_call_of_the_runtime_counts() {
    let folder = Folder::new("host-call");
    folder.file(
        "k.cu",
        "#include <cuda_runtime.h>
         __global__ void k(int *p) { p[threadIdx.x] = 1; }
         int main() {
           int *p = nullptr;
           void *arguments[] = {&p};
           k<<<1, 32>>>(p);
           cudaLaunchKernel((void *)k, dim3(1), dim3(64), arguments, 0, 0);
           cudaLaunchCooperativeKernel((void *)k, 2, 96, arguments);
           cudaLaunchConfig_t how = {};
           how.gridDim = 3;
           how.blockDim = dim3(8, 8);
           cudaLaunchKernelEx(&how, k, p);
         }",
    );
    let kernel = |block| ("k".to_owned(), block);
    let expected = [[32, 1, 1], [64, 1, 1], [96, 1, 1], [8, 8, 1]].map(|block| kernel(json!(block)));
    assert_eq!(blocks(&folder), expected);
}

/// The header that launches has no launch of its own, and neither has the source.
#[test]
fn a_kernel_that_is_passed_to_who_launches_it_is_known() {
    let folder = Folder::new("host-passed");
    let header = "template <class... P, class... A> static void start(void (*kernel)(P...), int n, dim3 block, A... a) {
            kernel<<<n, block>>>(a...);
        }";
    folder.file("start.cuh", header);
    let source = "#include \"start.cuh\"
        __global__ void k(int *p) { p[threadIdx.x] = 1; }
        template <int N> __global__ void t(int *p) { p[threadIdx.x] = N; }
        void run(int n, int *p) {
            start(k, n, 64, p);
            start(t<3>, n, dim3(16, 2), p);
        }";
    folder.file("k.cu", source);
    let expected = [("k", json!([64, 1, 1])), ("t<3>", json!([16, 2, 1]))];
    assert_eq!(blocks(&folder), expected.map(|(name, block)| (name.to_owned(), block)));
    let listed = folder.words("list k.cu").out;
    assert!(listed.contains("launched at k.cu:5: --block 64"), "{listed}");
}

#[test]
fn a_block_is_known_where_control_says_what_it_is() {
    let folder = Folder::new("host-cases");
    let source = "#include <vector>
        template <int N> __global__ void t(int *p) { p[threadIdx.x] = N; }
        __global__ void k(int *p) { p[threadIdx.x] = 1; }
        int main(int count, char **) {
            std::vector<int> all(count);
            dim3 block(count, 1, 1);
            switch (count) {
            case 64: t<64><<<1, block>>>(all.data()); break;
            case 128: t<128><<<1, block>>>(all.data()); break;
            }
            k<<<1, count > 1 ? 96 : 48>>>(all.data());
        }";
    folder.file("k.cu", source);
    let mut found = blocks(&folder);
    found.sort_by_key(|(name, block)| (name.clone(), block.to_string()));
    let expected = [("k", 48), ("k", 96), ("t<128>", 128), ("t<64>", 64)];
    assert_eq!(found, expected.map(|(name, block)| (name.to_owned(), json!([block, 1, 1]))));
}

/// A host half that does not compile has no launches.
#[test]
fn hosts_compile_that_use_what_the_toolkit_includes() {
    let folder = Folder::new("host-includes");
    let source = "#include <cuda_runtime.h>
        #include <cuda_fp16.h>
        #include <assert.h>
        __global__ void k(__half *p) { p[threadIdx.x] = __float2half(1.0f); }
        __host__ __device__ int checked(int n) { assert(n > 0); return n; }
        int main(int count, char **words) {
            __half *p = (__half *)malloc(sizeof(__half) * checked(count));
            memset(p, 0, sizeof(__half));
            cudaStreamAttrValue value;
            value.accessPolicyWindow.hitProp = cudaAccessPropertyPersisting;
            cudaStreamSetAttribute(0, cudaStreamAttributeAccessPolicyWindow, &value);
            p[0] = __hadd(__float2half(sqrtf(count)), hexp(__double2half(2.5)));
            k<<<1, 64>>>(p);
            return strlen(words[0]) + (int)__half2float(p[0]) + fmax(1.0, 2.0);
        }";
    folder.file("k.cu", source);
    assert_eq!(blocks(&folder), [("k".to_owned(), json!([64, 1, 1]))]);
}

#[test]
fn a_kept_result_is_of_the_launches_that_it_was_about() {
    let folder = Folder::new("host-kept");
    let source = "#include \"sizes.h\"
        __global__ void k(int *p) { p[threadIdx.x] = 1; }
        int main() { k<<<1, THREADS>>>((int *)nullptr); }";
    folder.file("k.cu", source);
    for threads in [64, 128] {
        folder.file("sizes.h", format!("#define THREADS {threads}\n"));
        let report = report_of(&folder, "--cache kept");
        assert_eq!(report["kernels"][0]["launch"]["block"], json!([threads, 1, 1]));
    }
}

#[test]
fn each_launch_has_witnesses_of_its_own() {
    let folder = Folder::new("host-witnesses");
    let source = "__global__ void k(int *p) { p[0] = threadIdx.x; }
        int main() { k<<<1, 32>>>((int *)nullptr); k<<<1, 64>>>((int *)nullptr); }";
    folder.file("k.cu", source);
    let report = report_of(&folder, "--witnesses out");
    let file = |kernel: usize| {
        let written = &report["kernels"][kernel]["results"][0]["diagnostics"][0]["witness"]["written_to"];
        written.as_str().unwrap_or_else(|| panic!("{report}")).to_owned()
    };
    assert_ne!(file(0), file(1));
    for (file, block) in [(file(0), 32), (file(1), 64)] {
        let text = std::fs::read_to_string(folder.0.join(&file)).expect("a witness");
        let witness: Value = serde_json::from_str(&text).expect("JSON");
        assert_eq!(witness["launch"]["block"][0], block);
        assert_eq!(folder.words(&format!("replay {file}")).code, Some(1));
    }
}

/// An optimiser would make them one launch, of either kernel.
#[test]
fn launches_in_two_branches_are_of_two_kernels() {
    let folder = Folder::new("host-branches");
    let source = "template <bool UP> __global__ void sort(int *a) { a[threadIdx.x] += UP; }
int *data;
void run(int up, int n) {
    if (up) {
        sort<true><<<n / 64, 64>>>(data);
    } else {
        sort<false><<<n / 64, 64>>>(data);
    }
}
";
    folder.file("k.cu", source);
    let ran = folder.words("list k.cu");
    for place in ["k.cu:5: --block 64", "k.cu:7: --block 64"] {
        assert!(ran.out.contains(place), "{place}: {}", ran.out);
    }
    assert!(!ran.out.contains("an unknown kernel"), "{}", ran.out);
}

/// What is known of a block counts, where not all is.
#[test]
fn a_block_that_is_partly_known_is_no_row_of_threads() {
    let folder = Folder::new("host-partly");
    let source = "__global__ void k(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void l(float *a) { a[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
__global__ void m(float *a) { a[blockIdx.x * 64 + threadIdx.x] += 1; }
__global__ void n(float *a) { a[blockIdx.x * 64 + threadIdx.x] += 1; }
int main(int argc, char **) {
    k<<<1, dim3(argc, 4)>>>(nullptr);
    l<<<1, argc>>>(nullptr);
    m<<<dim3(argc, 2), 64>>>(nullptr);
    n<<<dim3(1, argc), 64>>>(nullptr);
}
";
    folder.file("k.cu", source);
    let report = report_of(&folder, "");
    let kind = |name: &str| {
        let kernel = report["kernels"].as_array().expect("kernels").iter().find(|one| one["name"] == name);
        kernel.expect(name)["results"][0]["verdict"]["kind"].as_str().expect("a verdict").to_owned()
    };
    // Four threads have each `threadIdx.x`, and two blocks each `blockIdx.x`.
    assert_eq!(["k", "l", "m", "n"].map(kind), ["refuted", "proved", "refuted", "refuted"], "{report:#}");
}

/// The number of columns is that of a row, so rows do not overlap, and `n` is not 0.
#[test]
fn what_a_launch_passes_decides_where_all_arguments_do_not() {
    let folder = Folder::new("host-passed");
    let source = "struct Size { int x, y; };
__global__ void rows(float *a, int columns, int pitch) {
    if (threadIdx.x < columns) a[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x;
}
__global__ void twice(float *a, int columns, int pitch) {
    if (threadIdx.x < columns) a[blockIdx.x * pitch + threadIdx.x] = threadIdx.x + blockIdx.x;
}
__global__ void halves(float *a, unsigned by) { a[threadIdx.x / by] = threadIdx.x; }
__global__ void free_of(float *a, int n) { a[blockIdx.x * 64 + threadIdx.x] = n; }
__global__ void wrong(float *a, short n, Size s) { a[threadIdx.x / (n < 0 ? 2 : 1)] = threadIdx.x; }
int main(int argc, char **) {
    float *a = nullptr;
    const int n = 48;
    rows<<<4, 64>>>(a, n, 64);
    twice<<<4, 64>>>(a, n, argc);
    twice<<<4, 64>>>(a, n + 1, argc);
    twice<<<4, 32>>>(a, 32, 31);
    halves<<<1, 64>>>(a, 1);
    free_of<<<4, 64>>>(a, n);
    for (int i = 0; i < argc; i++) wrong<<<1, 64>>>(a, -3, Size{i, 2});
}
";
    folder.file("k.cu", source);
    let report = report_of(&folder, "");
    let of = |name: &str, at: usize| {
        let kernels = report["kernels"].as_array().expect("kernels");
        let kernel =
            kernels.iter().filter(|one| one["name"] == name).nth(at).unwrap_or_else(|| panic!("{name}"));
        let kind = kernel["results"][0]["verdict"]["kind"].as_str().expect("a verdict").to_owned();
        let arguments = kernel["launch"]["args"].as_array().map_or(0, Vec::len);
        (kind, arguments, kernel["notes"].to_string())
    };
    let (kind, arguments, notes) = of("rows", 0);
    assert_eq!(kind, "proved", "{report:#}");
    assert_eq!(arguments, 0);
    assert!(notes.contains("the launch passes `columns` = 48 and `pitch` = 64, with which no"), "{notes}");
    // Two launches have these sizes, and pass different numbers.
    let (kind, _, notes) = of("twice", 0);
    assert!(kind == "proved" && !notes.contains("passes"), "{kind} {notes}");
    // It does not meet the condition under which race is proved.
    let (kind, _, notes) = of("twice", 1);
    assert!(kind == "refuted" && notes.contains("passes `columns` = 32 and `pitch` = 31"), "{kind} {notes}");
    let (kind, arguments, notes) = of("halves", 0);
    assert_eq!((kind.as_str(), arguments), ("proved", 1), "{notes}");
    assert!(notes.contains("passes `by` = 1; with other arguments there is a bug"), "{notes}");
    // It is proved for all.
    let (kind, arguments, notes) = of("free_of", 0);
    assert_eq!((kind.as_str(), arguments), ("proved", 0), "{notes}");
    let (kind, _, notes) = of("wrong", 0);
    assert!(kind == "refuted" && notes.contains("passes `n` = -3"), "{kind} {notes}");
    // What the user gives is what counts.
    let given = report_of(&folder, "--kernel rows --arg pitch=32");
    assert_eq!(given["kernels"][0]["results"][0]["verdict"]["kind"], "refuted");
    let listed = folder.words("list k.cu").out;
    for line in ["--block 64 --grid 4 --arg columns=48 --arg pitch=64", "--block 64 --grid 1 --arg n=-3"] {
        assert!(listed.contains(line), "{listed}");
    }
}

/// Copies of one launch, which an optimiser makes, look alike; where control is in each says what it passes.
#[test]
fn each_copy_of_a_launch_passes_its_own_numbers() {
    let folder = Folder::new("host-copies");
    let source =
        "__global__ void k(float *a, int n, int b, int c, int d, int e, int f, int g, int h, int i) {
    a[(blockIdx.x * blockDim.x + threadIdx.x) / n] = threadIdx.x;
}
void go(float *a, int n) {
    const int sizes[] = {1, 2, 3};
    int m = n & 3;
    for (int i = 0; i < 3; i++) if (n == sizes[i]) k<<<1 + i, 32>>>(a, m, 1, 2, 3, 4, 5, 6, 7, 8);
}
";
    folder.file("k.cu", source);
    let listed = folder.words("list k.cu").out;
    for line in ["--grid 1 --arg n=1 ", "--grid 2 --arg n=2 ", "--grid 3 --arg n=3 "] {
        assert!(listed.contains(line), "{listed}");
    }
    let report = report_of(&folder, "");
    let kinds: Vec<&Value> = report["kernels"]
        .as_array()
        .expect("kernels")
        .iter()
        .map(|one| &one["results"][0]["verdict"]["kind"])
        .collect();
    assert_eq!(kinds, ["proved", "refuted", "refuted"]);
}

#[test]
fn parameters_of_one_name_have_their_own_numbers() {
    let folder = Folder::new("host-pack");
    let source = "namespace v2 {
template <class... T> __global__ void k(float *p, T... n) { int s[] = {n...}; p[threadIdx.x / s[0]] = threadIdx.x; }
__global__ void twice(float *p) { p[blockIdx.x * blockDim.x + threadIdx.x] += 1; }
}
__global__ void dynamic(float *a) {
    extern __shared__ float s[];
    s[threadIdx.x] = a[threadIdx.x];
}
int main(int argc, char **) {
    float *a = nullptr;
    v2::k<<<1, 64>>>(a, argc, 1);
    v2::twice<<<2, dim3(8, 8)>>>(a);
    dynamic<<<1, 64>>>(a);
}
";
    folder.file("k.cu", source);
    let listed = folder.words("list k.cu").out;
    assert!(listed.contains("--block 64 --grid 1 --arg 2=1"), "{listed}");
    let ran = folder.words("check k.cu --format json");
    let report: Value = serde_json::from_str(&ran.out).unwrap_or_else(|_| panic!("{}{}", ran.out, ran.err));
    let kind = |name: &str, property: &str| {
        let kernels = report["kernels"].as_array().expect("kernels");
        let kernel =
            kernels.iter().find(|one| one["name"] == name).unwrap_or_else(|| panic!("{name}: {report:#}"));
        let results = kernel["results"].as_array().expect("results");
        let result = results.iter().find(|one| one["property"] == property);
        result.map_or("not asked", |one| one["verdict"]["kind"].as_str().expect("a verdict")).to_owned()
    };
    assert_eq!(kind("v2::k<int, int>", "race"), "refuted");
    assert_eq!(kind("v2::twice", "race"), "refuted");
    // The launch gives it no bytes.
    assert_eq!(kind("dynamic", "bounds"), "refuted");
}

/// A launch that passes one pointer for two parameters is about one buffer, and so is what is replayed of it.
#[test]
fn one_pointer_for_two_parameters_is_one_buffer() {
    let folder = Folder::new("host-same");
    let source = "#include <cuda_runtime.h>
__global__ void shift(float *dst, const float *src) { dst[threadIdx.x] = src[threadIdx.x + 1]; }
__global__ void large(float *a, const float *b, const float *c, int n) {
    float x = 0;
    for (int i = 0; i < n; i++) x += b[i * 64] + c[i];
    a[threadIdx.x] = x;
}
__global__ void scale(float *dst, const float *src) { dst[threadIdx.x] = 2 * src[threadIdx.x]; }
void go(float *p, float *q) {
    float *d;
    cudaMalloc(&d, 257 * sizeof(float));
    shift<<<1, 256>>>(d, d);
    shift<<<1, 256>>>(d, p);
    scale<<<1, 128>>>(q, q);
    large<<<1, 64>>>(p, d, p, 1);
}
";
    folder.file("k.cu", source);
    let report = report_of(&folder, "--witnesses w");
    let of = |name: &str| -> Vec<(String, String)> {
        let kernels = report["kernels"].as_array().expect("kernels").iter().filter(|one| one["name"] == name);
        let text = |of: &Value| of.as_str().unwrap_or_default().to_owned();
        kernels
            .map(|one| (text(&one["results"][0]["verdict"]["kind"]), text(&one["launch"]["args"][0]["name"])))
            .collect()
    };
    let pair = |kind: &str, name: &str| (kind.to_owned(), name.to_owned());
    assert_eq!(of("shift"), [pair("refuted", "src"), pair("proved", "")], "{report:#}");
    assert_eq!(of("scale"), [pair("proved", "src")], "{report:#}");
    assert_eq!(of("large")[0].0, "refuted", "{report:#}");
    let notes = report["kernels"][0]["notes"].to_string();
    assert!(notes.contains("it passes one pointer for `dst` and `src`"), "{notes}");
    // What is proved is proved of one pointer.
    let all = folder.words("check k.cu --kernel large --format json");
    let all: Value = serde_json::from_str(&all.out).expect("JSON");
    let of_loops = all["kernels"][0]["results"].as_array().expect("results").last().expect("termination");
    let inputs = of_loops["verdict"]["scope"]["inputs"].as_array().expect("inputs");
    assert!(inputs.iter().any(|one| one["name"] == "c" && one["value"] == "a"), "{of_loops:#}");
    // The size of the one is that of the other.
    for (given, code, text) in [
        ("--buffer src=257", 0, "proved"),
        ("--buffer src=10", 1, "`src` has 40 bytes"),
        ("--buffer dst=10", 1, "`dst` has 40 bytes"),
        ("--buffer dst=257 --buffer src=257", 0, "proved"),
    ] {
        let words = format!("check same.cu --kernel half --property bounds {given}");
        folder.file(
            "same.cu",
            "__global__ void half(float *dst, const float *src) { dst[threadIdx.x] = src[threadIdx.x + 1]; }
            void go(float *d) { half<<<1, 256>>>(d, d); }",
        );
        folder.each(&[(words.as_str(), code, text)]);
    }
    let both = folder.words("check same.cu --kernel half --property bounds --buffer dst=257 --buffer src=10");
    assert_ne!(both.code, Some(0), "{}", both.out);
    folder.each(&[
        ("replay w/shift-race-read-write-1.json", 1, "the bug shows"),
        ("check k.cu --kernel shift --block 256 --property race", 0, "proved"),
        ("check k.cu --kernel shift --grid 3 --property race", 1, "block size 256, grid 3"),
    ]);
}

/// A variable that is read twice may have changed in between, and a null pointer is no buffer.
#[test]
fn what_only_looks_like_one_pointer_is_none() {
    let folder = Folder::new("host-other");
    let source = "#include <cuda_runtime.h>
__global__ void shift(float *dst, const float *src) { dst[threadIdx.x] = src[threadIdx.x + 1]; }
__global__ void choose(float *p, const float *x, const float *y) {
    if (x) p[threadIdx.x] = x[threadIdx.x];
    if (y) p[threadIdx.x] = y[threadIdx.x];
}
__global__ void rotate(const float *p, const float *q, float *r) { r[threadIdx.x] = p[threadIdx.x + 1] + q[0]; }
__global__ void all(float *a, const float *b, const float *c) { a[threadIdx.x] = b[threadIdx.x] + c[threadIdx.x]; }
float *front;
void swap_buffers();
float *next(float **);
void go(float *p, float *pool) {
    float *old = front;
    swap_buffers();
    shift<<<1, 256>>>(front, old);
    shift<<<1, 128>>>((next(&pool), pool), (next(&pool), pool));
    choose<<<1, 128>>>(p, nullptr, nullptr);
    all<<<1, 64>>>(p, p, p);
    rotate<<<1, 32>>>(p, p, p);
}
";
    folder.file("k.cu", source);
    let report = report_of(&folder, "");
    let of = |name: &str| -> Vec<usize> {
        let kernels = report["kernels"].as_array().expect("kernels").iter().filter(|one| one["name"] == name);
        kernels.map(|one| one["launch"]["args"].as_array().map_or(0, Vec::len)).collect()
    };
    assert_eq!((of("shift"), of("choose"), of("all")), (vec![0, 0], vec![0], vec![2]), "{report:#}");
    for buffers in ["p=64", "q=64", "r=64", "q=64 --buffer r=64"] {
        let given = report_of(&folder, &format!("--kernel rotate --buffer {buffers}"));
        assert_eq!(given["kernels"][0]["results"][0]["verdict"]["kind"], "refuted", "{buffers}: {given:#}");
    }
}

/// Pointers into one buffer are one buffer, if their distance is a number; otherwise the report says that they are taken to be apart.
#[test]
fn pointers_into_one_buffer() {
    let folder = Folder::new("host-within");
    let source = "#include <cuda_runtime.h>
__global__ void copy(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }
void go(int *d, int n) {
    copy<<<1, 256>>>(d, d + 1);
    copy<<<1, 128>>>(&d[130], d + 2);
    copy<<<1, 64>>>(d, d + n);
    copy<<<1, 32>>>(d + n, d + n);
}
";
    folder.file("k.cu", source);
    let report = report_of(&folder, "--witnesses w");
    let kernels = report["kernels"].as_array().expect("kernels");
    let of = |kernel: &Value| {
        let kind = kernel["results"][0]["verdict"]["kind"].clone();
        (
            kind,
            kernel["launch"]["args"][0]["value"].clone(),
            kernel["notes"].to_string().contains("not to overlap"),
        )
    };
    let all: Vec<_> = kernels.iter().map(of).collect();
    let expected = [
        (json!("refuted"), json!("a + 1"), false),
        (json!("proved"), json!("b + 128"), false),
        (json!("proved"), json!(null), true),
        (json!("proved"), json!("a"), false),
    ];
    assert_eq!(all, expected, "{report:#}");
    let ran = folder.words("replay w/copy-race-read-write-1.json");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    // In a loop, where a compiler computes the pointer before it.
    folder.file(
        "loop.cu",
        "#include <cuda_runtime.h>
__global__ void copy(const int *a, int *b) { b[threadIdx.x] = a[threadIdx.x]; }
__global__ void back(const int *a, int *b) { b[63 - threadIdx.x] = a[threadIdx.x]; }
void go(int *d, int n, int m) {
    while (n--) copy<<<1, 64>>>(d, d + 1);
    while (m--) back<<<1, 64>>>(d, d + 64);
    copy<<<1, 32>>>((int *)((size_t)d + 8), d);
}
",
    );
    let report = folder.words("check loop.cu --property race --format json");
    let report: Value = serde_json::from_str(&report.out).expect("JSON");
    let kinds: Vec<_> = report["kernels"].as_array().expect("kernels").iter().map(|one| of(one).0).collect();
    assert_eq!(kinds, [json!("refuted"), json!("refuted"), json!("proved")], "{report:#}");
    // Where its own size is given, nothing is known of how they lie.
    let ran = folder.words("check k.cu --block 256 --buffer a=512");
    assert!(!ran.out.contains("race proved"), "{}", ran.out);
}
