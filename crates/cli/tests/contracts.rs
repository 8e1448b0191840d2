//! Contracts on the command line: lines, scopes, witnesses; and that other compilers take files that have them.

// Only a part of it is used here.
#[allow(dead_code)]
use crate::common::Folder;
use std::path::{Path, PathBuf};
use std::process::Command;

fn checked(folder: &str, source: &str, options: &str) -> (Option<i32>, String) {
    let folder = Folder::new(folder);
    folder.file("k.cu", source);
    let ran = folder.words(&format!("check k.cu --block 64 --grid 1 {options}"));
    // Reports break lines between words.
    let text: Vec<&str> = ran.out.split_whitespace().chain(ran.err.split_whitespace()).collect();
    (ran.code, text.join(" "))
}

#[test]
fn assumptions_are_named_with_their_lines() {
    let source = "__global__ void k(int *out, int stride) {\n  __requires(stride < 1000);\n  __assume(stride > 0);\n  \
                  out[threadIdx.x * stride] = threadIdx.x;\n}\n";
    let (code, text) = checked("named", source, "--property race,divergence");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("`__requires` at k.cu:2 holds (required)"), "{text}");
    assert!(text.contains("`__assume` at k.cu:3 holds (assumed)"), "{text}");
}

/// What is assumed of pointers is named in the kernels that need it, and in no others.
#[test]
fn assumptions_about_pointers_are_named_where_they_are_made() {
    for (name, body, assumed) in [
        (
            "by_branch",
            "int i = 0; if ((size_t)a < (size_t)b) i = 1; a[threadIdx.x + i] = 1;",
            "(pointers-not-rebuilt)",
        ),
        ("aligned", "if (((size_t)a & 15) == 0) a[threadIdx.x] = 1;", "(pointers-not-rebuilt)"),
        ("space", "if (__isGlobal(a)) a[threadIdx.x] = 1; else a[0] = threadIdx.x;", "(global-pointers)"),
        ("null", "if (b) a[threadIdx.x] = 1;", ""),
        ("ends", "int *p = a + threadIdx.x; if (p < a + 32) *p = 1;", ""),
        ("plain", "a[threadIdx.x] = 1;", ""),
        ("bytes", "((char *)a)[threadIdx.x] = 1;", ""),
        (
            "wider",
            "((int2 *)a)[threadIdx.x].x = 1; ((int2 *)b)[threadIdx.x] = ((int2 *)a)[threadIdx.x];",
            "(aligned-accesses)",
        ),
        ("declared", "__shared__ __align__(4) char s[256]; ((int *)s)[threadIdx.x] = 1;", ""),
        ("offset", "*(int *)((char *)a + 4 * threadIdx.x + (*b & 0)) = 1;", ""),
    ] {
        let source = format!("__global__ void k(int *a, int *b) {{ {body} }}\n");
        let (code, text) = checked(name, &source, "--property race");
        assert_eq!(code, Some(0), "{name}: {text}");
        for each in ["(pointers-not-rebuilt)", "(global-pointers)", "(aligned-accesses)"] {
            assert_eq!(text.contains(each), each == assumed, "{name}: {text}");
        }
    }
}

/// A type says how aligned what it points to is, and says nothing of a distance in bytes.
#[test]
fn assumptions_about_alignment_are_named_where_types_do_not_say_it() {
    for (name, kernel, assumed) in [
        ("distance", "k(S s, float *o) { o[threadIdx.x] = *(float *)((char *)s.p + s.off); }", true),
        ("member", "k(S s, float *o) { o[threadIdx.x] = s.p[threadIdx.x]; }", false),
        ("bytes", "k(S s, float *o) { o[threadIdx.x] = *(float *)s.bytes; }", true),
        ("anything", "k(void *p) { ((float4 *)p)[threadIdx.x] = make_float4(0, 0, 0, 0); }", true),
        ("doubles", "k(D *p) { p[threadIdx.x].d = 1; }", false),
        // The compiler writes byte by byte.
        ("array", "k(int *o) { __shared__ char s[256]; ((int *)s)[threadIdx.x] = 1; }", false),
    ] {
        let types = "struct S { float *p; char *bytes; int off; }; struct D { int n; double d; };";
        let (code, text) = checked(name, &format!("{types} __global__ void {kernel}\n"), "--property race");
        assert_eq!(code, Some(0), "{name}: {text}");
        assert_eq!(text.contains("(aligned-accesses)"), assumed, "{name}: {text}");
    }
}

/// Two functions that are known by their contracts only, and a kernel that calls one.
fn specified(call: &str) -> String {
    format!(
        "__device__ int __spec_next(int x) {{\n  __requires(x > 0);\n  __ensures(__return_val_int() > x);\n}}\n\
         __device__ void __spec_fill(int *a, int x) {{\n  __requires(x > 0);\n  __writes_to(a);\n}}\n\
         __global__ void k(int *out, int n) {{\n  {call}\n}}\n"
    )
}

#[test]
fn a_call_that_breaks_a_requirement_is_refuted_though_what_the_function_ensures_is_not_known() {
    for (name, call, line) in [
        ("broken_now", "out[threadIdx.x] = __spec_next(threadIdx.x);", 2),
        ("broken_for_some", "out[threadIdx.x] = __spec_next(n);", 2),
        ("broken_writer", "__spec_fill(out, n);", 6),
    ] {
        let (code, text) = checked(name, &specified(call), "--property assert");
        assert_eq!(code, Some(1), "{text}");
        assert!(text.contains("[assert/failed]") && text.contains(&format!("k.cu:{line}:")), "{text}");
        assert!(text.contains("replayed on raddle's reference machine"), "{text}");
        assert!(!text.contains("-Wreturn-type"), "{text}");
    }
}

#[test]
fn behind_what_a_function_ensures_or_the_source_assumes_a_failure_is_not_known_to_happen() {
    let behind = "int r = __spec_next(1); __assert(n > r - r); out[threadIdx.x] = r;";
    let (code, text) = checked("behind_ensures", &specified(behind), "--property assert");
    assert_eq!(code, Some(2), "{text}");
    let assumed = "out[threadIdx.x] = __spec_next(0); __assume(out[n] > 0);";
    let (code, text) = checked("before_assume", &specified(assumed), "--property assert");
    assert_eq!(code, Some(2), "{text}");
}

#[test]
fn what_a_function_ensures_is_named_as_the_source_has_it() {
    let source = specified("int r = __spec_next(5); __assert(r > 5); out[threadIdx.x] = r;");
    let (code, text) = checked("promised", &source, "--property assert");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("`__ensures` at k.cu:3 holds (ensured)") && !text.contains("__assume"), "{text}");
}

#[test]
fn an_invariant_that_is_not_shown_is_told_beside_what_a_run_refutes() {
    let source = "__global__ void k(int *out, int n) {\n  __ensures(out[threadIdx.x] < 0);\n  int a = 1, b = 2, c = 3;\n  \
                  for (int i = 0; i < n; i++) {\n    __invariant(a != b);\n    int first = a;\n    a = b; b = c; c = first;\n  }\n  \
                  out[threadIdx.x] = a;\n}\n";
    let (code, text) = checked("beside", source, "--property contract");
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("error[contract/ensures]") && text.contains("k.cu:2:"), "{text}");
    assert!(text.contains("warning[contract/invariant]: a loop invariant may be false"), "{text}");
    assert!(text.contains("k.cu:5:") && text.contains("1 finding"), "{text}");
}

#[test]
fn contradictory_assumptions_are_no_proof() {
    let source = "__global__ void k(int *out, int n) {\n  __requires(n > 8);\n  __requires(n < 4);\n  out[threadIdx.x] = n;\n}\n";
    let (code, text) = checked("contradiction", source, "");
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("[unknown/contradiction]") && text.contains("k.cu:3:3"), "{text}");
    assert!(text.contains("contradict each other"), "{text}");
}

#[test]
fn assumptions_that_no_run_meets_to_its_end_are_no_proof() {
    let source = "__global__ void k(int *out) {\n  int i = 0;\n  while (i < 10) {\n    __assume(i < 5);\n    i++;\n  }\n  out[0] = threadIdx.x;\n}\n";
    let (code, text) = checked("later_round", source, "--property race");
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("[unknown/contradiction]") && text.contains("k.cu:3:"), "{text}");
    assert!(text.contains("can leave this loop"), "{text}");
}

#[test]
fn an_access_out_of_reach_of_the_assumptions_is_named() {
    let source = "__global__ void k(int *out, int n) {\n  __requires(n >= 8);\n  out[threadIdx.x] = n;\n  if (n < 4) {\n    \
                  out[0] = threadIdx.x;\n  }\n}\n";
    let (code, text) = checked("out_of_reach", source, "--property race");
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("no thread reaches an access or a barrier at k.cu:5"), "{text}");
}

#[test]
fn a_misplaced_contract_is_an_error_with_its_line() {
    for (name, body, line) in [
        (
            "invariant",
            "int s = 0;\n  for (int i = 0; i < n; i++) {\n    s += i;\n    __invariant(s >= 0);\n  }\n  out[0] = s;",
            5,
        ),
        ("requires", "out[threadIdx.x] = n;\n  __requires(n > 0);", 3),
        ("ensures", "if (n > 0) out[threadIdx.x] = n;\n  __ensures(n > 0);", 3),
        // No contract, but only contracts may ask that.
        ("other", "if (n > 0)\n    out[threadIdx.x] = __other_int(n);", 3),
        ("log", "bool read = __read(out);\n  out[threadIdx.x] = read;", 2),
    ] {
        let (code, text) =
            checked(name, &format!("__global__ void k(int *out, int n) {{\n  {body}\n}}\n"), "");
        assert_eq!(code, Some(3), "{text}");
        assert!(
            text.contains("error[input/contract]") && text.contains(&format!("--> k.cu:{line}:")),
            "{text}"
        );
    }
}

#[test]
fn a_failed_invariant_says_when_it_fails() {
    let source = "__global__ void k(int *out, int n) {\n  int a = 0, b = 0;\n  for (int i = 0; i < n; i++) {\n    \
                  __invariant(a != 7);\n    a = b;\n    b = n > 5 ? 1 : 2;\n  }\n  out[threadIdx.x] = a;\n}\n";
    let (code, text) = checked("inductive", source, "--property contract");
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("an iteration that begins with it"), "{text}");
    assert!(text.contains("k.cu:4:5"), "{text}");
}

#[test]
fn a_false_contract_shows_again() {
    for (name, source, rule) in [
        (
            "assert",
            "__global__ void k(int *out) {\n  __assert(threadIdx.x < 60);\n  out[threadIdx.x] = 1;\n}\n",
            "assert/failed",
        ),
        (
            "post",
            "__global__ void k(int *out) {\n  __ensures(out[threadIdx.x] == threadIdx.x);\n  out[threadIdx.x] = threadIdx.x & 31;\n}\n",
            "contract/ensures",
        ),
        (
            "loop",
            "__global__ void k(int *out) {\n  for (int i = 0; i < 4; i++) {\n    __invariant(i < 3);\n    out[threadIdx.x] = i;\n  }\n}\n",
            "contract/invariant",
        ),
    ] {
        let folder = Folder::new(&format!("again-{name}"));
        folder.file("k.cu", source);
        let ran = folder.words("check k.cu --block 64 --grid 1 --witnesses w");
        assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
        assert!(ran.out.contains(rule), "{}", ran.out);
        let witnesses: Vec<PathBuf> = std::fs::read_dir(folder.0.join("w"))
            .expect("witnesses")
            .map(|e| e.expect("an entry").path())
            .collect();
        assert_eq!(witnesses.len(), 1, "{}", ran.out);
        let again = folder.raddle([Path::new("replay"), &witnesses[0]]);
        assert_eq!(again.code, Some(1), "{}{}", again.out, again.err);
        assert!(again.out.contains("the contract at"), "{}", again.out);
    }
}

/// A contract that fails for contents that were chosen shows again with these.
#[test]
fn a_false_contract_shows_again_with_its_contents() {
    let folder = Folder::new("contents");
    let kernels = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels/contracts");
    for (file, rule) in [("ensures.cu", "contract/ensures"), ("invariant_barrier.cu", "contract/invariant")] {
        let witnesses = folder.0.join(format!("of {file}"));
        let path = kernels.join(file);
        let command: [&Path; 10] = [
            "check".as_ref(),
            &path,
            "--block".as_ref(),
            "64".as_ref(),
            "--grid".as_ref(),
            "1".as_ref(),
            "-D".as_ref(),
            "BROKEN".as_ref(),
            "--witnesses".as_ref(),
            &witnesses,
        ];
        let ran = folder.raddle(command);
        assert!(ran.out.contains(rule), "{file}: {}{}", ran.out, ran.err);
        for witness in std::fs::read_dir(&witnesses).expect("witnesses") {
            let again = folder.raddle([Path::new("replay"), &witness.expect("an entry").path()]);
            assert_eq!(again.code, Some(1), "{file}: {}{}", again.out, again.err);
        }
    }
}

/// What was given is not chosen anew.
#[test]
fn contents_that_were_given_stay() {
    let folder = Folder::new("given");
    folder.file(
        "k.cu",
        "__global__ void k(const int *a) {\n  __assert(a[threadIdx.x] == 1);\n  __assert(a[63 - threadIdx.x] == 1);\n}\n",
    );
    let head = "{'descr': '<i4', 'fortran_order': False, 'shape': (64,), }";
    let mut file = b"\x93NUMPY\x01\x00".to_vec();
    file.extend(u16::try_from(head.len()).expect("a short header").to_le_bytes());
    file.extend(head.bytes());
    file.extend((0..64).flat_map(|_| 1_i32.to_le_bytes()));
    folder.file("ones.npy", file);
    let ran = folder.words("check k.cu --block 64 --grid 1 --buffer a=ones.npy --property assert");
    assert_ne!(ran.code, Some(1), "it holds for these: {}{}", ran.out, ran.err);
    let ran = folder.words("check k.cu --block 64 --grid 1 --property assert");
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
}

/// The kernels with contracts, for a compiler that knows nothing of raddle but the header.
#[test]
fn a_plain_compiler_takes_contracts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = Folder::new("plain-compiler");
    folder.file(
        "cuda.h",
        "#define __global__ __attribute__((global))\n#define __shared__ __attribute__((shared))\n\
         #define __device__ __attribute__((device))\nstruct place { unsigned x, y, z; };\nextern const place __attribute__((device)) threadIdx, blockIdx, blockDim;\n\
         __attribute__((device)) void __syncthreads();\n\
         __attribute__((device)) unsigned atomicAdd(unsigned *, unsigned);\n__attribute__((device)) int atomicAdd(int *, int);\n",
    );
    let clang = std::env::var("RADDLE_CLANG").ok().filter(|p| !p.is_empty()).unwrap_or("clang-19".to_owned());
    let mut built = 0;
    for entry in std::fs::read_dir(root.join("kernels/contracts")).expect("the kernels") {
        let path = entry.expect("an entry").path();
        let mut command = Command::new(&clang);
        command
            .args(["-fsyntax-only", "-Werror", "-include"])
            .arg(root.join("crates/compile/headers/raddle.h"));
        if path.extension().is_some_and(|e| e == "cu") {
            command.args([
                "-x",
                "cuda",
                "--cuda-device-only",
                "-nocudainc",
                "-nocudalib",
                "--cuda-gpu-arch=sm_80",
            ]);
            command.arg("-include").arg(folder.0.join("cuda.h"));
        } else {
            command.args(["--target=nvptx64-nvidia-nvcl", "-cl-std=CL2.0"]);
        }
        let output = command.arg(&path).output().expect("clang starts");
        assert!(output.status.success(), "{}: {}", path.display(), String::from_utf8_lossy(&output.stderr));
        built += 1;
    }
    assert!(built > 10, "the kernels are where they are looked for: {built}");
}
