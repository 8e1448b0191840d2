//! `--require`: preconditions on the command line, in `raddle.toml`, in witnesses and in the cache; and that one means what the same
//! `__requires` in the source means.

use crate::common::{Folder, HEADER, kernel};
use serde_json::{Value, json};
use std::collections::BTreeMap;

const STRIDE: &str = "__global__ void k(int *out, int n) {\n  out[threadIdx.x * n] = threadIdx.x;\n}\n";

/// The report in JSON, which ends with this exit code.
fn json(folder: &Folder, words: &[&str], code: i32) -> Value {
    let ran = folder.raddle(["check", "--format", "json"].iter().chain(words));
    assert_eq!(ran.code, Some(code), "raddle check {words:?}\n{}{}", ran.out, ran.err);
    serde_json::from_str(&ran.out).expect("JSON")
}

/// What it says in one line.
fn text(folder: &Folder, words: &[&str], code: i32) -> String {
    let ran = folder.raddle(["check"].iter().chain(words));
    assert_eq!(ran.code, Some(code), "raddle check {words:?}\n{}{}", ran.out, ran.err);
    ran.one_line()
}

#[test]
fn a_proof_names_the_requirement_as_it_was_written() {
    let folder = Folder::new("scope");
    folder.file("k.cu", STRIDE);
    let words = ["k.cu", "--block", "64", "--grid", "1", "--property", "race", "--require", "n >= 1 && n<16"];
    let said = text(&folder, &words, 0);
    assert!(said.contains("`n >= 1 && n<16` holds, as `--require` says (required)"), "{said}");
    assert!(said.contains("block size 64, grid 1, every block, --require 'n >= 1 && n<16'"), "{said}");
    let report = json(&folder, &words, 0);
    let kernel = &report["kernels"][0];
    assert_eq!(kernel["launch"]["requires"], json!(["n >= 1 && n<16"]));
    assert_eq!(kernel["notes"], json!([]), "{kernel:#}");
    let assumed = kernel["results"][0]["verdict"]["scope"]["assumptions"].as_array().expect("assumptions");
    assert!(assumed.iter().any(|one| one["name"] == "required"), "{assumed:?}");
    // Without one there is no such field.
    let report = json(&folder, &["k.cu", "--block", "64", "--grid", "1", "--property", "race"], 1);
    assert_eq!(report["kernels"][0]["launch"].get("requires"), None);
}

#[test]
fn every_property_names_it() {
    let folder = Folder::new("every");
    folder.file(
        "k.cu",
        "__global__ void k(int *out, int n) {\n  for (int i = 0; i != n; i++) __syncthreads();\n  out[threadIdx.x] = n;\n}\n",
    );
    let report = json(&folder, &["k.cu", "--block", "64", "--grid", "1", "--require", "n >= 0"], 0);
    for result in report["kernels"][0]["results"].as_array().expect("results") {
        let assumed = result["verdict"]["scope"]["assumptions"].to_string();
        assert!(assumed.contains("`n >= 0` holds") || result["property"] == "bounds", "{result:#}");
    }
    // Termination alone, which needs no launch.
    let words = ["k.cu", "--property", "termination", "--require", "n >= 0"];
    assert!(text(&folder, &words, 0).contains("`n >= 0` holds"));
}

#[test]
fn contradictions_prove_nothing() {
    let folder = Folder::new("contradictions");
    folder.file("k.cu", STRIDE);
    let all = ["k.cu", "--block", "64", "--grid", "1", "--property", "race,divergence"];
    for more in [
        &["--require", "n > 8", "--require", "n < 4"][..],
        &["--require", "n > 8 && n < 4"],
        &["--require", "blockDim.x == 32"],
        &["--require", "n / (n - n) == 1"],
        &["--require", "n > 2147483647"],
        &["--require", "n > 8", "--arg", "n=8"],
    ] {
        let words = [&all[..], more].concat();
        let report = json(&folder, &words, 2);
        for result in report["kernels"][0]["results"].as_array().expect("results") {
            assert_eq!(result["verdict"]["kind"], "unknown", "{more:?}: {result:#}");
            assert_eq!(result["verdict"]["rule"], "unknown/contradiction", "{more:?}: {result:#}");
        }
        let said = text(&folder, &words, 2);
        assert!(said.contains(" --> --require '"), "{more:?}: {said}");
    }
}

#[test]
fn a_witness_keeps_it() {
    let folder = Folder::new("witness");
    folder.file("k.cu", STRIDE);
    let words = [
        "k.cu",
        "--block",
        "64",
        "--grid",
        "1",
        "--property",
        "race",
        "--witnesses",
        "w",
        "--require",
        "n < 1",
        "--require",
        "n > -3",
    ];
    let said = text(&folder, &words, 1);
    assert!(said.contains("w/k-race"), "{said}");
    let path = std::fs::read_dir(folder.0.join("w"))
        .expect("a folder")
        .next()
        .expect("a witness")
        .expect("a file")
        .path();
    let stored = std::fs::read_to_string(&path).expect("a text");
    let value: Value = serde_json::from_str(&stored).expect("JSON");
    assert_eq!(value["launch"]["requires"], json!(["n < 1", "n > -3"]));
    let path = path.display().to_string();
    let ran = folder.raddle(["replay", &path]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    assert!(ran.out.contains("the bug shows"), "{}", ran.out);
    // A witness that was changed is refused.
    std::fs::write(&path, stored.replace("n < 1", "n < 9")).expect("it is written");
    let ran = folder.raddle(["replay", &path]);
    assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
}

#[test]
fn errors_name_what_is_wrong() {
    let folder = Folder::new("errors");
    folder.file("k.cu", STRIDE);
    folder.file("f.cu", "__global__ void f(float *a, float x) { a[threadIdx.x] = x; }\n");
    let block = ["--block", "64"];
    for (file, requirement, says) in [
        ("k.cu", "m >= 32", "`m >= 32` does not apply to `k`: it has no parameter `m`"),
        ("k.cu", "m >= 32", "its parameters are 0 `out`, 1 `n`"),
        ("k.cu", "out != 0", "`out` is a pointer, not an integer"),
        ("f.cu", "x > 1", "`x` is a `float`, not an integer"),
        ("k.cu", "param[2] >= 32", "it has no parameter `param[2]`"),
        ("k.cu", "n >= ", "expected a parameter or a number at the end"),
        ("k.cu", "", "a condition such as n >= 32"),
        ("k.cu", "n = 32", "write `==` to compare"),
        ("k.cu", "0 <= n < 32", "`0 <= n` is compared once more"),
        ("k.cu", "n * n * n * n * n < 5", "may need more than 128 bits"),
    ] {
        let words = [&[file], &block[..], &["--require", requirement]].concat();
        let said = text(&folder, &words, 3);
        assert!(said.contains(says), "{requirement}: {said}");
    }
    // It is an option of checks.
    let ran = folder.raddle(["run", "k.cu", "--block", "64", "--require", "n > 0"]);
    assert_eq!(ran.code, Some(3), "{}", ran.err);
}

#[test]
fn it_is_for_the_kernels_that_have_its_parameters() {
    let folder = Folder::new("several");
    folder.file(
        "k.cu",
        "__global__ void scaled(int *out, int k) { out[threadIdx.x * k] = threadIdx.x; }\n\
         __global__ void plain(int *out) { out[threadIdx.x] = 1; }\n\
         __global__ void floating(float *out, float k) { out[threadIdx.x] = k; }\n",
    );
    let words = ["k.cu", "--block", "64", "--grid", "1", "--property", "race", "--require", "k > 0 && k < 9"];
    let report = json(&folder, &words, 0);
    let mut notes = BTreeMap::new();
    for kernel in report["kernels"].as_array().expect("kernels") {
        notes.insert(
            kernel["name"].as_str().expect("a name"),
            (&kernel["notes"], kernel["launch"].get("requires")),
        );
    }
    assert_eq!(notes["scaled"], (&json!([]), Some(&json!(["k > 0 && k < 9"]))));
    let note = "`k > 0 && k < 9` (`--require`) does not apply here: it has no parameter `k`";
    assert_eq!(notes["plain"], (&json!([note]), None));
    let note = "`k > 0 && k < 9` (`--require`) does not apply here: `k` is a `float`, not an integer";
    assert_eq!(notes["floating"], (&json!([note]), None));
    let words = ["k.cu", "--block", "64", "--require", "m > 0"];
    let said = text(&folder, &words, 3);
    assert!(said.contains("`m > 0` applies to none of the kernels that are checked"), "{said}");
    assert!(said.contains("`plain`: it has no parameter `m`; its parameters are 0 `out`"), "{said}");
    // A file none of whose kernels takes it is an error beside another one that has one.
    folder.file("other.cu", "__global__ void other(int *out) { out[threadIdx.x] = 1; }\n");
    let words = [
        "k.cu",
        "other.cu",
        "--block",
        "64",
        "--grid",
        "1",
        "--property",
        "race",
        "--require",
        "k > 0 && k < 9",
    ];
    let said = text(&folder, &words, 3);
    assert!(said.contains("`k > 0 && k < 9` does not apply to `other`"), "{said}");
}

#[test]
fn configurations_have_them_too() {
    let folder = Folder::new("config");
    folder.file("k.cu", STRIDE);
    folder.file("other.cu", "__global__ void other(int *out) { out[threadIdx.x] = 1; }\n");
    let check = |text: &str| {
        folder.file("raddle.toml", text);
    };
    let entry = "[[check]]\npath = \"*.cu\"\nblock = 64\ngrid = 1\nproperty = \"race\"\n";
    check(&format!("{entry}require = \"n > 0\"\n"));
    // Entries and the command line add up.
    let report = json(
        &folder,
        &["k.cu", "other.cu", "--require", "n < 9", "--kernel", "k", "--config", "raddle.toml"],
        3,
    );
    assert_eq!(report["kernels"][0]["launch"]["requires"], json!(["n > 0", "n < 9"]), "{report:#}");
    check(&format!("{entry}require = [\"n > 0\", \"n < 9\"]\n"));
    let report = json(&folder, &["k.cu", "other.cu"], 0);
    assert_eq!(report["kernels"][0]["launch"]["requires"], json!(["n > 0", "n < 9"]), "{report:#}");
    assert!(report["kernels"][1]["notes"].to_string().contains("does not apply here"), "{report:#}");
    check(&format!("{entry}require = \"m > 0\"\n"));
    let report = json(&folder, &["k.cu", "other.cu"], 3);
    let error = &report["errors"][0];
    assert_eq!(error["title"], "no kernel of this entry has the parameters of `m > 0`", "{report:#}");
    // A part of the files may lack it.
    let report = json(&folder, &["other.cu"], 0);
    assert!(
        report["notes"].to_string().contains("no kernel that was checked has the parameters of `m > 0`"),
        "{report:#}"
    );
    check(&format!("{entry}require = \"n >\"\n"));
    let report = json(&folder, &["k.cu"], 3);
    assert!(report["errors"].to_string().contains("expected a parameter or a number"), "{report:#}");
}

#[test]
fn kept_results_are_of_the_same_requirements() {
    let folder = Folder::new("cache");
    folder.file("k.cu", STRIDE);
    let all = ["k.cu", "--block", "64", "--grid", "1", "--property", "race", "--cache", "kept", "--summary"];
    let with = |requirement: &'static str| [&all[..], &["--require", requirement]].concat();
    text(&folder, &with("n > 0 && n < 9"), 0);
    assert!(text(&folder, &with("n > 0 && n < 9"), 0).contains("cached"));
    assert!(!text(&folder, &with("n >= 0 && n < 9"), 1).contains("cached"));
    assert!(!text(&folder, &all, 1).contains("cached"));
}

#[test]
fn ptx_says_whether_a_sign_is_known() {
    let folder = Folder::new("ptx");
    let body = |ty: &str| {
        kernel("k", ".reg .b32 %r<3>; ld.param.b32 %r1, [n]; mov.u32 %r2, %tid.x; ret;")
            .replace(".param .u32 n", &format!(".param {ty} n"))
    };
    let notes = |requirement: &str| {
        let report =
            json(&folder, &["k.ptx", "--block", "32", "--property", "race", "--require", requirement], 0);
        report["kernels"][0]["notes"].to_string()
    };
    folder.file("k.ptx", body(".u32"));
    assert!(notes("n >= 1").contains("`n` in `n >= 1` (`--require`) is read as unsigned"));
    assert!(notes("n >= 1").contains("write `(s32)n` if it has a sign"));
    assert!(notes("n >= 0").contains("says nothing: it holds for all numbers of these types"));
    assert_eq!(notes("(s32)n >= 1"), "[]");
    folder.file("k.ptx", body(".s32"));
    assert_eq!(notes("n >= 0"), "[]");
    assert_eq!(notes("param[1] >= 0 && %ntid.x == 32"), "[]");
}

#[test]
fn the_ir_takes_them() {
    let folder = Folder::new("rir");
    folder.file("k.cu", STRIDE);
    let ran = folder.words("ir k.cu");
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    folder.file("k.rir", ran.out);
    let words =
        ["k.rir", "--block", "64", "--grid", "1", "--property", "race", "--require", "n > 0 && n < 9"];
    text(&folder, &words, 0);
}

/// Parameters, body and condition of a kernel, in which arithmetic of C does not wrap around where the condition holds.
const SAME: [(&str, &str, &str); 14] = [
    ("int n", "out[threadIdx.x * n] = 1 + threadIdx.x;", "n >= 1 && n < 16"),
    ("int n", "out[threadIdx.x * n] = 1 + threadIdx.x;", "n > -5 && n < 5"),
    ("int n", "out[threadIdx.x * n] = 1 + threadIdx.x;", "n != 0 && n % 2 == 0 && n < 100 && n > 0"),
    ("int n, int m", "out[threadIdx.x * m + n] = 1 + threadIdx.x;", "n >= 0 && n < 100 && m == n + 1"),
    ("int n", "for (int i = 0; i < n; i++) { if (n > 3) __syncthreads(); } out[threadIdx.x] = n;", "n < 100"),
    ("int n, int s", "for (int i = 0; i < n; i += s) out[threadIdx.x] = i;", "s > 0 && n < 1000"),
    ("int n, int s", "for (int i = 0; i < n; i += s) out[threadIdx.x] = i;", "s >= 0 && n > 5"),
    ("unsigned n", "if (threadIdx.x < n) __syncthreads(); out[threadIdx.x] = n;", "n >= blockDim.x"),
    (
        "unsigned n",
        "if (threadIdx.x < n) __syncthreads(); out[threadIdx.x] = n;",
        "n + 1 >= blockDim.x && n < 1000",
    ),
    ("bool f, int n", "if (f) out[threadIdx.x] = 1; else out[n] = threadIdx.x;", "f"),
    ("bool f, int n", "if (f) out[threadIdx.x] = 1; else out[n] = threadIdx.x;", "!f || n == 3"),
    ("size_t n", "out[threadIdx.x & n] = threadIdx.x;", "(n & 63) == 63"),
    ("size_t n", "out[threadIdx.x & n] = threadIdx.x;", "n >> 2 == 7"),
    ("long n, short h", "out[threadIdx.x + (n == h)] = threadIdx.x;", "n == h || n > 1 << 20"),
];

/// A requirement on the command line has the verdicts of the same precondition in the source.
#[test]
fn it_means_what_a_precondition_of_the_source_means() {
    let folder = Folder::new("same");
    let mut kinds = BTreeMap::new();
    for (nth, (parameters, body, condition)) in SAME.into_iter().enumerate() {
        let source =
            |head: &str| format!("__global__ void k(int *out, {parameters}) {{\n{head}\n{body}\n}}\n");
        let (plain, stated) = (format!("plain{nth}.cu"), format!("stated{nth}.cu"));
        folder.file(&plain, source(""));
        folder.file(&stated, source(&format!("__requires({condition});")));
        let launches = [
            &["--block", "64", "--grid", "1"][..],
            &["--block", "64", "--arg", "1=1"],
            &["--block", "*", "--grid", "1"],
        ];
        for more in &launches[..if nth % 3 == 0 { 3 } else { 1 }] {
            let verdicts = |words: &[&str]| {
                let words = [words, more].concat();
                let ran = folder.raddle(["check", "--format", "json"].iter().chain(&words));
                let report: Value = serde_json::from_str(&ran.out).expect("JSON");
                let results = report["kernels"][0]["results"]
                    .as_array()
                    .unwrap_or_else(|| panic!("{report:#}"))
                    .clone();
                let verdict = |result: &Value| {
                    let verdict = &result["verdict"];
                    let kind = verdict["kind"].as_str().expect("a kind").to_owned();
                    let assumed = verdict["scope"]["assumptions"].as_array().into_iter().flatten();
                    let assumed: Vec<Value> = assumed.map(|one| one["name"].clone()).collect();
                    (result["property"].to_string(), kind, verdict["rule"].clone(), assumed)
                };
                results.iter().map(verdict).collect::<Vec<_>>()
            };
            let given = verdicts(&[&plain, "--require", condition]);
            assert_eq!(given, verdicts(&[&stated]), "{condition}, {more:?}: {body}");
            for (_, kind, ..) in given {
                *kinds.entry(kind).or_insert(0) += 1;
            }
        }
    }
    assert!(kinds["proved"] >= 30 && kinds["refuted"] + kinds["unknown"] >= 10, "{kinds:?}");
}

/// PTX may have lost the names of parameters: the user gives some, and everything uses them.
#[test]
fn parameters_of_ptx_are_named() {
    let folder = Folder::new("named");
    folder.file(
        "k.ptx",
        format!(
            "{HEADER}.visible .entry k(.param .u64 .ptr .global .align 4 k_param_0, .param .s32 k_param_1) {{
    .reg .b32 %r<4>; .reg .b64 %d<4>; .reg .pred %p;
    ld.param.u64 %d1, [k_param_0]; ld.param.s32 %r1, [k_param_1];
    mov.u32 %r2, %tid.x; setp.ge.s32 %p, %r1, 1; @%p bra E;
    st.global.u32 [%d1], %r2; E: ret;
}}
"
        ),
    );
    let check = "check k.ptx --block 32 --property race";
    folder.each(&[
        (check, 1, "`param_1` ="),
        (&format!("{check} --names out,n"), 1, "`n` ="),
        (&format!("{check} --names out,n"), 1, "data race on `out["),
        (&format!("{check} --names ,n"), 1, "data race on `param_0["),
        (&format!("{check} --names out,n --require n>=1"), 0, "everything asked is proved"),
        (&format!("{check} --names out,n --arg n=1"), 0, "n = 1"),
        (&format!("{check} --names out,n,m"), 3, "--names gives 3 names, and `k` has 2 parameters"),
        (&format!("{check} --names n,n"), 3, "two parameters of `k` the name `n`"),
        (&format!("{check} --names k_param_1"), 3, "two parameters of `k` the name `k_param_1`"),
        (&format!("{check} --names 1n"), 3, "begins with no digit"),
        ("run k.ptx --block 32 --names out,n --buffer out=4 --arg n=5", 0, "out"),
    ]);
    let ran = folder.words(&format!("{check} --names out,n --require n<=0 --witnesses w"));
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
    let witness =
        std::fs::read_dir(folder.0.join("w")).expect("witnesses").next().expect("one").expect("a file");
    let ran = folder.raddle(["replay".as_ref(), witness.path().as_os_str()]);
    assert_eq!(ran.code, Some(1), "{}{}", ran.out, ran.err);
}
