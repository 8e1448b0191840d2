//! What standard error shows while checks run.

use crate::common::{Folder, HEADER, kernel};
use std::process::{Command, Stdio};

const FINE: &str = "bar.sync 0; ret;";

/// A file with three kernels, the second of which cannot be prepared.
fn three(folder: &Folder, file: &str) {
    let kernel = |name: &str, body: &str| kernel(name, body).trim_start_matches(HEADER).to_owned();
    let text = [
        HEADER,
        ".func rec() { call rec; ret; }\n",
        &kernel("a", FINE),
        &kernel("b", "call rec; ret;"),
        &kernel("c", FINE),
    ];
    folder.file(file, text.concat());
}

/// The lines without times.
fn lines(err: &str) -> Vec<String> {
    let is_time = |word: &str| word.parse::<f64>().is_ok() || word == "s";
    let line = |line: &str| line.split(' ').filter(|word| !is_time(word)).collect::<Vec<_>>().join(" ");
    err.lines().map(line).collect()
}

#[test]
fn each_kernel_has_its_number_and_what_came_of_it() {
    let folder = Folder::new("numbers");
    three(&folder, "k.ptx");
    let all = ["[1/3] k.ptx: a: proved,", "[2/3] k.ptx: b: error,", "[3/3] k.ptx: c: proved,"];
    for line in ["check k.ptx --block 32 --jobs 1", "check k.ptx --block 32 --jobs 1 --cache kept"] {
        assert_eq!(lines(&folder.words(line).err), all, "{line}");
    }
    // From the cache, where only results without errors are.
    let line = "check k.ptx --block 32 --jobs 1 --cache kept --except b";
    assert_eq!(lines(&folder.words(line).err), ["[1/2] k.ptx: a: proved,", "[2/2] k.ptx: c: proved,"]);
    let cached = ["[1/2] k.ptx: a: proved, cached", "[2/2] k.ptx: c: proved, cached"];
    assert_eq!(lines(&folder.words(line).err), cached);
}

#[test]
fn of_several_checks_those_that_are_complete_are_counted() {
    let folder = Folder::new("checks");
    three(&folder, "k.ptx");
    folder.file("l.ptx", "this is no PTX");
    folder.file("m.ptx", kernel("m", FINE));
    let all = [
        "[0/3] k.ptx: a: proved,",
        "[0/3] k.ptx: b: error,",
        "[1/3] k.ptx: c: proved,",
        "[2/3] l.ptx: error",
        "[3/3] m.ptx: m: proved,",
    ];
    assert_eq!(lines(&folder.words("check . --block 32 --jobs 1").err), all);
    // What there was no time for is not from the cache.
    let late = folder.words("check m.ptx k.ptx --block 32 --jobs 1 --timeout 0").err;
    assert!(late.contains("m.ptx: m: unknown") && !late.contains("cached"), "{late}");
}

#[test]
fn documents_and_quiet_runs_have_no_progress() {
    let folder = Folder::new("quiet");
    three(&folder, "k.ptx");
    for option in ["--format json", "--format sarif", "--quiet", "-q", "-q --cache kept"] {
        let ran = folder.words(&format!("check k.ptx --block 32 {option}"));
        assert_eq!((ran.code, ran.err.as_str()), (Some(3), ""), "{option}");
    }
    folder.file("raddle.toml", "[[check]]\npath = \"*.ptx\"\nquiet = true\n");
    folder.each(&[("check k.ptx", 3, "unknown key `quiet`")]);
}

/// `raddle check … 2>&1 | head -1` ends as without `head`.
#[test]
fn a_reader_of_standard_error_may_go_away() {
    let folder = Folder::new("closed");
    folder.file("k.ptx", kernel("a", FINE) + kernel("b", FINE).trim_start_matches(HEADER));
    let (reader, writer) = std::io::pipe().expect("a pipe");
    drop(reader);
    let status = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(&folder.0)
        .args(["check", "k.ptx", "--block", "32"])
        .stdout(Stdio::null())
        .stderr(writer)
        .status()
        .expect("raddle runs");
    assert_eq!(status.code(), Some(0));
}
