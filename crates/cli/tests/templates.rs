//! Templates of kernels: named where nothing instantiates them, and checked as an instance that the user names.

use crate::common::Folder;

const SOURCE: &str = "
template <class T, int N>
__global__ void shift(T *a) {
    __shared__ T s[N];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x] = s[(threadIdx.x + 1) % N];
}
namespace mine {
template <int N> __global__ void scale(float *a, int n) {
    int i = blockIdx.x * N + threadIdx.x;
    if (i < n) a[i] *= 2;
}
}
";

#[test]
fn an_instance_that_is_named_is_checked() {
    let folder = Folder::new("named");
    folder.file("k.cuh", SOURCE);
    folder.file("k.cu", format!("{SOURCE}__global__ void plain(int *a) {{ a[threadIdx.x] = 1; }}\n"));
    let all = [
        ("check k.cuh --block 64", 3, "`shift`, `scale` are templates of kernels"),
        ("check k.cuh --block 64", 3, "--instantiate 'shift<…>'"),
        ("check k.cu --block 64 --within-cta", 0, "`shift`, `scale` are templates of kernels"),
        ("list k.cu", 0, "`shift`, `scale` are templates of kernels"),
    ];
    for (line, code, says) in all {
        let ran = folder.words(line);
        assert_eq!(ran.code, Some(code), "{line}\n{}{}", ran.out, ran.err);
        assert!(ran.one_line().contains(says), "{line}\n{}{}", ran.out, ran.err);
    }
    let check = |instance: &str, code: i32, says: &[&str]| {
        let line = ["check", "k.cuh", "--block", "64", "--within-cta", "--instantiate", instance];
        let ran = folder.raddle(line);
        assert_eq!(ran.code, Some(code), "{instance}\n{}{}", ran.out, ran.err);
        for says in says {
            assert!(ran.one_line().contains(says), "{instance}: {says}\n{}{}", ran.out, ran.err);
        }
    };
    check("shift<float, 64>", 0, &["kernel shift<float, 64>", "`scale` is a template of kernels"]);
    // Of 32 elements the block of 64 threads leaves some out: lines are those of the file.
    check("shift<float, 32>", 1, &["k.cuh:5:"]);
    check("mine::scale<64>", 0, &["kernel mine::scale<64>", "`shift` is a template of kernels"]);
    check("mine::scale<128>", 0, &["kernel mine::scale<128>"]);
    check("shift<float>", 3, &["--instantiate:1:", "shift<float>;"]);
    check("nothing<float>", 3, &["--instantiate:", "nothing"]);
    check("shift", 3, &["`--instantiate shift` names no instance of a template"]);
    folder.file("k.cl", "__kernel void k(__global int *a) { a[0] = 1; }");
    folder.each(&[("check k.cl --block 64 --instantiate k<1>", 3, "OpenCL has no templates")]);
}

#[test]
fn a_witness_keeps_the_instance() {
    let folder = Folder::new("kept");
    folder.file("k.cuh", SOURCE.replace("    __syncthreads();\n", ""));
    let line = [
        "check",
        "k.cuh",
        "--block",
        "64",
        "--within-cta",
        "--witnesses",
        "w",
        "--instantiate",
        "shift<int, 64>",
    ];
    let ran = folder.raddle(line);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    let witness =
        std::fs::read_dir(folder.0.join("w")).expect("witnesses").next().expect("one").expect("a file");
    let ran = folder.raddle(["replay".as_ref(), witness.path().as_os_str()]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
}
