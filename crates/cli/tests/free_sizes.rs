//! Sizes that are left free: `--block 64,*`, `--grid *`.

// Only a part of it is used here.
#[allow(dead_code)]
use crate::common::Folder;
use serde_json::Value;

const RACY: &str = "__global__ void k(int *out) {
    __shared__ int s[64];
    s[threadIdx.x & 63] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = s[63 - (threadIdx.x & 63)];
}";

#[test]
fn a_proof_is_of_any_size() {
    let folder = Folder::new("any");
    folder.file("k.cu", RACY.replace("threadIdx.x & 63] =", "threadIdx.y * 8 + threadIdx.x] ="));
    let ran =
        folder.words("check k.cu --block 8,* --grid * --within-cta --property deadlock,divergence,race");
    assert!(
        ran.out.contains("race        proved   for every input, any block size (8,*,1), any grid size in x"),
        "{}",
        ran.out
    );
    // Nothing is assumed of dimensions of the grid that were named.
    assert!(ran.out.contains("(launch-size)") && !ran.out.contains("one block in each"), "{}", ran.out);
    let ran = folder.words("check k.cu --block 8,* --grid *,*,* --format json");
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(report["kernels"][0]["launch"]["block"], serde_json::json!([8, "*", 1]));
    assert_eq!(report["kernels"][0]["launch"]["grid"], serde_json::json!(["*", "*", "*"]));
}

#[test]
fn a_bug_is_run_at_a_size_that_was_chosen_and_its_witness_replays() {
    let folder = Folder::new("chosen");
    folder.file("k.cu", RACY);
    let ran = folder.words("check k.cu --block * --property race --witnesses out --format json");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    let finding = &report["kernels"][0]["results"][0]["diagnostics"][0];
    let block = finding["witness"]["launch"]["block"][0].as_u64().expect("a number");
    assert!((65..=1024).contains(&block), "{block}");
    assert!(finding["notes"][0].as_str().is_some_and(|note| note.contains(&format!("block size {block}"))));
    let witness = finding["witness"]["written_to"].as_str().expect("it is written");
    assert_eq!(folder.words(&format!("replay {witness}")).code, Some(1));
}

#[test]
fn what_needs_a_size_says_so() {
    let folder = Folder::new("needs");
    folder.file("k.cu", RACY);
    let ran = folder.words("run k.cu --block * --buffer out=64");
    assert_eq!(ran.code, Some(3));
    assert!(ran.out.contains("a free size (`*`) cannot be run"), "{}{}", ran.out, ran.err);
    let ran = folder.words("check k.cu --block * --property redundant-barrier");
    assert_eq!(ran.code, Some(2));
    assert!(ran.out.contains("the block size is left free"), "{}", ran.out);
    // More rows than any CTA has: 2000 * y.
    let ran = folder.words("check k.cu --block 2000,*");
    assert_eq!(ran.code, Some(3), "{}", ran.out);
}

/// A kernel that looks at every dimension, and at the third of its block most of all.
const DEEP: &str = "__global__ void k(int *out) {
    __shared__ int s[64];
    int t = threadIdx.z;
    s[t & 63] = t;
    __syncthreads();
    out[(blockIdx.y * gridDim.x + blockIdx.x) * blockDim.z + t] = s[t & 63];
}";

#[test]
fn a_proof_names_the_limits_that_it_uses() {
    let folder = Folder::new("limits");
    folder.file("k.cu", DEEP);
    let says = |words: &str, named: &[&str]| {
        let ran = folder.words(words);
        for limit in ["block-limit", "grid-limit", "block-size", "grid-size"] {
            let is_named = ran.out.contains(&format!("({limit})"));
            assert_eq!(is_named, named.contains(&limit), "{words}: {limit}: {}", ran.out);
        }
        ran.out
    };
    let out = says("check k.cu --block 1,1,* --grid 1 --property race", &["block-limit"]);
    assert!(out.contains("race") && out.contains("64 in z (CUDA)"), "{out}");
    says("check k.cu --block 1,1,64 --grid 1 --property race", &[]);
    says("check k.cu --block 1,1,* --grid *,* --property race", &["block-limit", "grid-limit"]);
    // The limit in x is no stricter than that a thread has a number.
    says("check k.cu --block 1,1,* --grid * --property race", &["block-limit"]);
    says("check k.cu --block 1,1,128 --grid 1 --property divergence --beyond-limits", &["block-size"]);
    says("check k.cu --block 1,1,64 --grid 1,70000 --property divergence", &["grid-size"]);
}

#[test]
fn termination_names_the_limits_that_it_uses() {
    let folder = Folder::new("termination_limits");
    folder.file(
        "k.cu",
        "__global__ void block(int *a) { while (threadIdx.z == 100) a[0] = 1; }
         __global__ void grid(int *a) { while (blockIdx.y == 70000) a[0] = 1; }
         __global__ void neither(int *a, int n) { for (int i = 0; i < n; i++) a[0] = 1; }",
    );
    for (kernel, named) in
        [("block", &["block-limit"][..]), ("grid", &["grid-limit", "launch-size"]), ("neither", &[])]
    {
        let ran = folder.words(&format!("check k.cu --kernel {kernel} --property termination"));
        assert_eq!(ran.code, Some(0), "{}", ran.out);
        for limit in ["block-limit", "grid-limit", "launch-size"] {
            assert_eq!(
                ran.out.contains(&format!("({limit})")),
                named.contains(&limit),
                "{kernel}: {}",
                ran.out
            );
        }
    }
}

#[test]
fn the_kernel_may_allow_less_than_the_language() {
    let folder = Folder::new("own_bound");
    folder.file("k.cu", RACY.replace("__global__ void", "__global__ void __launch_bounds__(64)"));
    let ran = folder.words("check k.cu --block * --grid 1 --property race");
    assert!(ran.one_line().contains("at most 64 threads, as the kernel requires"), "{}", ran.out);
    let ran = folder.words("check k.cu --block 128,* --property race");
    assert_eq!(ran.code, Some(3), "{}", ran.out);
    assert!(ran.out.contains("no free size of the block 128,* is allowed"), "{}", ran.out);
}

#[test]
fn opencl_has_no_limits_of_its_own() {
    let folder = Folder::new("opencl");
    folder.file(
        "k.cl",
        "kernel void k(global int *out) {
            if (get_local_size(2) > 64 && get_local_id(2) < 2) out[0] = get_local_id(2);
        }
        kernel void wide(global int *out) { out[get_local_id(0)] = 1; }",
    );
    // An optimiser for NVIDIA's GPUs takes NVIDIA's limits for granted.
    for level in 0..=3 {
        let ran = folder.words(&format!("check k.cl --kernel k -O {level} --block 1,1,* --property race"));
        assert_eq!(ran.code, Some(1), "-O {level}: {}", ran.out);
    }
    let ran = folder.words("check k.cl --kernel wide --block 4096 --grid 1,70000 --property race");
    assert!(!ran.out.contains("GPUs take") && !ran.out.contains("(block-size)"), "{}", ran.out);
    let ran = folder.words("check k.cl --kernel wide --block * --grid 1 --property race");
    assert!(ran.one_line().contains("at most 65536 work-items"), "{}", ran.out);
}

/// OpenCL's hosts count work-items.
#[test]
fn a_global_size_is_a_number_of_work_groups() {
    let folder = Folder::new("global");
    folder.file("k.cl", "__kernel void k(__global int *out) { out[get_global_id(0)] = get_work_dim(); }\n");
    folder.file(
        "sized.cl",
        "__kernel __attribute__((reqd_work_group_size(64, 1, 1)))\nvoid k(__global int *out) { out[get_global_id(0)] = 1; }\n",
    );
    let multiple = "the global size 100 is not a multiple of the local size 64 in x";
    folder.each(&[
        ("check k.cl --local-size 64 --global-size 256", 0, "local size 64, 4 work-groups, every work-group"),
        ("check k.cl --local-size 8,8 --global-size 16x8", 0, "local size 8,8, 2 work-groups"),
        ("check k.cl --local-size 64 --global-size 256,1", 0, "`get_work_dim()` is 2"),
        ("check k.cl --local-size 64 --global-size *", 0, "any number of work-groups in x"),
        ("check sized.cl --global-size 128", 0, "local size 64, 2 work-groups"),
        ("run k.cl --local-size 2 --global-size 4 --buffer out=4 --show 4", 0, "[1, 1, 1, 1]"),
        ("check k.cl --local-size 64 --global-size 100", 3, multiple),
        (
            "check k.cl --local-size 64 --global-size 100",
            3,
            "OpenCL 2.0 allows a last work-group that is smaller",
        ),
        ("run k.cl --local-size 64 --global-size 100 --buffer out=100", 3, multiple),
        ("check k.cl --global-size 128", 3, "the global size is given without the local size"),
        ("check k.cl --global-size 128", 3, "pass --local-size X[,Y[,Z]] as well"),
        ("check k.cl --local-size * --global-size 128", 3, "the local size is left free in x"),
        ("check k.cl --local-size 64 --global-size 128 --num-groups 2", 3, "cannot be used with"),
    ]);
    folder.file("raddle.toml", "[[check]]\npath = \"*.cl\"\nlocal-size = 64\nnum-groups = 3\n");
    folder.each(&[("check k.cl --global-size 256", 0, "4 work-groups")]);
}
