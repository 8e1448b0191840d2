//! `raddle list` and `raddle doctor`.

// Only a part of it is used here.
#[allow(dead_code)]
use crate::common::Folder;
use std::process::Command;

const SOURCE: &str = "struct P { int n; float a; };
template <typename T> __global__ void scale(T *x, T by, P p) { if (threadIdx.x < p.n) x[threadIdx.x] *= by; }
__global__ __launch_bounds__(256) void add(const float *a, const float *b, float *c, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) c[i] = a[i] + b[i];
}
int main(int argc, char **) {
    float *p = 0;
    P q{3, 1.0f};
    scale<float><<<4, 64, 128>>>(p, 2.0f, q);
    add<<<dim3(argc, 2), dim3(16, 16)>>>(p, p, p, argc);
    add<<<16, 256>>>(p, p, p, argc);
}
";

#[test]
fn kernels_are_listed_with_their_launches() {
    let folder = Folder::new("list");
    folder.file("k.cu", SOURCE);
    let ran = folder.words("list k.cu");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let expected = "add(const float *a, const float *b, float *c, int n)
  declares a block of at most 256 threads
  launched at k.cu:11: --block 16,16 (the grid is not known)
  launched at k.cu:12: --block 256 --grid 16
scale<float>(float *x, float by, P p)
  P p is int p.n, float p.a
  launched at k.cu:10: --block 64 --grid 4 --dynamic-shared 128
";
    assert_eq!(ran.out, expected);
}

#[test]
fn a_file_without_source_is_listed_by_what_it_declares() {
    let folder = Folder::new("list_ptx");
    folder.file(
        "k.ptx",
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u32 n) .reqntid 32, 2, 1 { ret; }\n",
    );
    let ran = folder.words("list k.ptx");
    assert_eq!((ran.out.as_str(), ran.code), ("k(i64 a, i32 n)\n  declares a block of 32,2,1\n", Some(0)));
    let ran = folder.words("list missing.cu");
    assert_eq!(ran.code, Some(3));
    assert!(ran.out.contains("missing.cu"), "{}", ran.out);
}

#[test]
fn the_doctor_says_what_is_there_and_what_to_install() {
    let folder = Folder::new("doctor");
    let ran = folder.words("doctor");
    assert_eq!(ran.code, Some(0), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("built in: 5."), "{}", ran.out);
    assert!(ran.out.contains("clang version"), "{}", ran.out);
    let missing = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .arg("doctor")
        .env("RADDLE_CLANG", "no-such-clang")
        .output();
    let missing = missing.expect("raddle runs");
    assert_eq!(missing.status.code(), Some(3));
    let said = String::from_utf8_lossy(&missing.stdout);
    assert!(said.contains("missing: install clang 19"), "{said}");
}
