//! A condition that is printed can be stated: in `__requires(...)` of the kernel it makes the proof one without conditions.
//!
//! All kernels of `kernels/termination` and `kernels/paper004` that are proved under a condition are taken, and those of `CONDITIONS`: in `./dev judges`;
//! `./dev test` takes every third.

use crate::cases::number;
use serde_json::Value;
use std::path::Path;
use std::process::Command;

/// Kernels with conditions of all types: parameters and bodies.
const CONDITIONS: [(&str, &str); 28] = [
    ("signed char a", "int s = a >> 1; for (unsigned char i = 0; i < (unsigned)s; i++);"),
    ("short a", "int s = a >> 4; for (signed char i = 0; i > s; i--);"),
    ("int a", "long s = a >> 4; for (short i = 0; i > s; i--);"),
    ("unsigned n, signed char a", "__requires(a != 0); for (unsigned x = n; 2 < x * 2; x += a);"),
    ("int n, int s", "for (int i = 0; i < n; i += s);"),
    ("int n, int s", "for (int i = 0; i <= n; i += s);"),
    ("int n, int s", "for (int i = 0; i > n; i -= s);"),
    ("int n, int s", "for (int i = 0; i >= n; i -= s);"),
    ("unsigned n, unsigned s", "for (unsigned i = 0; i < n; i += s);"),
    ("unsigned n, unsigned s", "for (unsigned i = 0; i <= n; i += s);"),
    ("unsigned n, unsigned s", "for (unsigned i = n + 5; i > n; i -= s);"),
    ("long n, long s", "for (long i = 0; i < n; i += s);"),
    ("long n, int s", "for (long i = 0; i <= n; i += s);"),
    ("long n, long s", "for (long i = 0; i > n; i -= s);"),
    ("long n, int s", "for (long i = 0; i >= n; i -= s);"),
    ("size_t n, size_t s", "for (size_t i = 0; i < n; i += s);"),
    ("size_t n, int s", "for (size_t i = 0; i <= n; i += s);"),
    ("short n, short s", "for (short i = 0; i < n; i += s);"),
    ("short n, short s", "for (short i = 0; i > n; i -= s);"),
    ("unsigned char n, unsigned short s", "for (unsigned char i = 0; i < n; i += s);"),
    ("int n, unsigned s", "for (int i = 0; i < n; i += s);"),
    ("unsigned n, int s", "for (int i = 0; i < n; i += s);"),
    ("size_t n, unsigned s", "for (unsigned i = 0; i < n; i += s);"),
    ("int n, int m, int s", "for (int i = 0; i < n * m + 1; i += 2 * s);"),
    ("int n", "for (int i = threadIdx.x; i <= n; i += blockDim.x * gridDim.x);"),
    ("unsigned long long n", "for (unsigned long long i = 1; i < n; i *= 2);"),
    ("int n, int m", "for (float i = 0; i < n + m; i += 1.0f);"),
    ("struct { int n, s; } p", "for (int i = 0; i < p.n; i += p.s);"),
];

/// Of how many files or kernels one is taken.
fn part() -> usize {
    if number("RADDLE_JUDGES").is_some() { 1 } else { 3 }
}

/// The report about a source: its kernels with their verdicts.
fn report(source: &str, name: &str, kernel: Option<&str>) -> Value {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), source).expect("the kernel is written");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(folder.path())
        .args(["check", name, "--property", "termination", "--format", "json"])
        .args(kernel.iter().flat_map(|kernel| ["--kernel", kernel]))
        .output()
        .expect("raddle runs");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The conditions of a kernel in a report.
fn conditions(kernel: &Value) -> Vec<String> {
    let all = &kernel["results"][0]["verdict"]["scope"]["conditions"];
    let all = all.as_array().into_iter().flatten();
    all.map(|text| text.as_str().expect("a text").to_owned()).collect()
}

/// A source with conditions stated at the beginning of a kernel.
fn stated(source: &str, kernel: &str, conditions: &[String]) -> String {
    let at = source.find(&format!("void {kernel}(")).expect("the kernel");
    let body = at + source[at..].find('{').expect("its body") + 1;
    let all: String = conditions.iter().map(|text| format!(" __requires({text});")).collect();
    format!("{}{all}{}", &source[..body], &source[body..])
}

/// The conditions of a source's kernels are enough where they are stated; how many kernels have some.
fn holds_where_stated(source: &str, name: &str) -> usize {
    let first = report(source, name, None);
    let mut count = 0;
    for kernel in first["kernels"].as_array().expect("kernels") {
        let conditions = conditions(kernel);
        // Of what has no name before the kernel runs, the report says how it is stated.
        if kernel.to_string().contains("state the condition with `__assume`") {
            continue;
        }
        assert!(conditions.iter().all(|text| !text.contains("what is read")), "{name}: {conditions:?}");
        if conditions.is_empty() {
            continue;
        }
        count += 1;
        let of = kernel["name"].as_str().expect("its name");
        let source = stated(source, of, &conditions);
        let second = report(&source, name, Some(of));
        let kernel = &second["kernels"][0];
        let verdict = &kernel["results"][0]["verdict"];
        assert_eq!(verdict["kind"], "proved", "{name}, {conditions:?}: {second:#}");
        assert_eq!(self::conditions(kernel), Vec::<String>::new(), "{name}, {conditions:?}");
    }
    count
}

#[test]
fn conditions_of_raddles_own_kernels() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels");
    let mut count = 0;
    for folder in ["termination", "paper004"] {
        let files = std::fs::read_dir(root.join(folder)).expect("a folder");
        let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        files.retain(|file| file.extension().is_some_and(|e| e == "cu" || e == "cl"));
        files.sort();
        for file in files.iter().skip(part() / 2).step_by(part()) {
            let source = std::fs::read_to_string(file).expect("a text");
            let name = file.file_name().expect("a name").to_string_lossy();
            count += holds_where_stated(&source, &name);
        }
    }
    assert!(count >= 10 / part(), "{count} kernels have conditions");
}

#[test]
fn conditions_of_all_types() {
    for (parameters, body) in CONDITIONS.into_iter().step_by(part()) {
        // A structure has a name of its own.
        let (before, parameters) = match parameters.strip_prefix("struct ") {
            Some(rest) => {
                let (members, name) = rest.split_once("} ").expect("a structure");
                (format!("struct Pair {members}}};\n"), format!("Pair {name}"))
            }
            None => (String::new(), parameters.to_owned()),
        };
        let source = format!("{before}__global__ void kernel({parameters}) {{ {body} }}\n");
        assert_eq!(holds_where_stated(&source, "kernel.cu"), 1, "{parameters}: {body}");
    }
}
