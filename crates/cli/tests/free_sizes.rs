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
    let ran = folder.words("check k.cu --block 8,* --grid *");
    assert!(
        ran.out.contains("race           proved   for every input, any block size 8,y, any grid size x"),
        "{}",
        ran.out
    );
    // Nothing is assumed of dimensions of the grid that were named.
    assert!(ran.out.contains("(launch-size)") && !ran.out.contains("one CTA in each"), "{}", ran.out);
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
    assert!(finding["notes"][0].as_str().is_some_and(|note| note.contains(&format!("--block {block}"))));
    let witness = finding["witness"]["written_to"].as_str().expect("it is written");
    assert_eq!(folder.words(&format!("replay {witness}")).code, Some(1));
}

#[test]
fn what_needs_a_size_says_so() {
    let folder = Folder::new("needs");
    folder.file("k.cu", RACY);
    let ran = folder.words("run k.cu --block * --buffer out=64");
    assert_eq!(ran.code, Some(3));
    assert!(ran.out.contains("left free (`*`) cannot be run"), "{}{}", ran.out, ran.err);
    let ran = folder.words("check k.cu --block * --property redundant-barrier");
    assert_eq!(ran.code, Some(2));
    assert!(ran.out.contains("the block size is left free"), "{}", ran.out);
    // More rows than any CTA has: 2000 * y.
    let ran = folder.words("check k.cu --block 2000,*");
    assert_eq!(ran.code, Some(3), "{}", ran.out);
}
