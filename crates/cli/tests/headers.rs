//! What the device headers compute: kernels whose lines each add 1 if the reference machine has the documented value.

use std::path::Path;
use std::process::Command;

fn run(file: &str) -> String {
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels/headers");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(["run", "--block", "1", "--grid", "1", "--buffer", "out=1"])
        .arg(kernels.join(file))
        .output()
        .expect("raddle runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn conversions_and_rare_built_ins_of_opencl_have_their_values() {
    let shown = run("conversions.cl");
    assert!(shown.contains("out: i32 [19]"), "{shown}");
}

#[test]
fn simd_intrinsics_vectors_and_roundings_of_cuda_have_their_values() {
    let shown = run("intrinsics.cu");
    assert!(shown.contains("out: i32 [15]"), "{shown}");
}
