//! Runs that are stopped by a signal, and checks that break off: what was known by then is reported.
//!
//! A compiler or a solver that waits holds a run at a place that the test knows.

use crate::common::{Folder, HEADER, SLOW, kernel};
use serde_json::Value;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

const FINE: &str = "bar.sync 0; ret;";
const RACY: &str = ".reg .b32 %r; .reg .b64 %d; ld.param.u64 %d, [a]; mov.u32 %r, %tid.x;
    st.global.u32 [%d], %r; ret;";
/// That no thread meets another is a question to a solver.
const ASKS: &str =
    ".reg .b32 %r; .reg .b64 %d; ld.param.u32 %r, [n]; mul.lo.u32 %r, %r, %r; cvt.u64.u32 %d, %r;
    st.global.u32 [%d], %r; ret;";
const SOURCE: &str = "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n";

/// More steps than a run takes in hours.
const ENDLESS: &str = "--steps 1000000000000";

/// Kernels in one file.
fn file(kernels: &[(&str, &str)]) -> String {
    let of_one = |(name, body): &(&str, &str)| kernel(name, body).trim_start_matches(HEADER).to_owned();
    HEADER.to_owned() + ".func rec() { call rec; ret; }\n" + &kernels.iter().map(of_one).collect::<String>()
}

fn program(folder: &Folder, name: &str, script: &str) {
    folder.file(name, format!("#!/bin/sh\n{script}\n"));
    fs::set_permissions(folder.0.join(name), fs::Permissions::from_mode(0o755)).expect("a program");
}

/// What a script does to say that it has begun, and to wait for the test.
fn wait(folder: &Folder) -> String {
    let folder = folder.0.display();
    format!(": > '{folder}/began'; while [ ! -e '{folder}/go' ]; do sleep 0.1; done")
}

/// A compiler that waits, and then fails.
fn waiting_clang(folder: &Folder) {
    let wait = wait(folder);
    program(
        folder,
        "clang",
        &format!("[ \"$1\" = --version ] && echo clang version 19.1.7 && exit\n{wait}\nexit 1"),
    );
}

/// A solver that does this when it is asked something.
fn solver(folder: &Folder, answer: &str) {
    let script = format!("while read -r line; do case \"$line\" in *check-sat*) {answer};; esac; done");
    program(folder, "solver", &script);
}

/// A run of raddle that is to be stopped.
struct Running {
    child: Child,
    folder: Folder,
}

impl Running {
    fn start(folder: Folder, line: &str) -> Self {
        let out = fs::File::create(folder.0.join("out.txt")).expect("a file");
        Self::start_into(folder, line, out.into())
    }

    fn start_into(folder: Folder, line: &str, stdout: Stdio) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_raddle"));
        command.args(line.split(' '));
        Self::start_as(folder, &mut command, stdout)
    }

    fn start_as(folder: Folder, command: &mut Command, stdout: Stdio) -> Self {
        let err = fs::File::create(folder.0.join("err.txt")).expect("a file");
        let command = command.current_dir(&folder.0).env("RADDLE_CLANG", folder.0.join("clang"));
        let child = command.stdin(Stdio::piped()).stdout(stdout).stderr(err).spawn().expect("raddle starts");
        Self { child, folder }
    }

    /// Waits until a file has a text.
    fn wait_for(&self, file: &str, text: &str) {
        for _ in 0..6000 {
            if fs::read_to_string(self.folder.0.join(file)).is_ok_and(|all| all.contains(text)) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        panic!("{file}: {text}: {}", self.text("err.txt"));
    }

    fn text(&self, file: &str) -> String {
        fs::read_to_string(self.folder.0.join(file)).expect("a text")
    }

    fn signal(&self, signal: &str) {
        let sent = Command::new("kill").args([signal, &self.child.id().to_string()]).status();
        assert!(sent.is_ok_and(|status| status.success()), "{signal} is sent");
    }

    /// Stops it: the exit code, and what it printed.
    fn stop(&mut self, signal: &str) -> (Option<i32>, String) {
        self.signal(signal);
        let code = self.child.wait().expect("it ends").code();
        (code, self.text("out.txt"))
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        self.folder.file("go", "");
    }
}

fn json(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

#[test]
fn a_run_that_is_stopped_prints_what_it_has() {
    let folder = Folder::new("some");
    folder.file("a.ptx", kernel("a", RACY));
    folder.file("b.cu", SOURCE);
    folder.file("c.ptx", kernel("c", FINE));
    waiting_clang(&folder);
    let mut run = Running::start(folder, "check a.ptx b.cu c.ptx --block 32 --jobs 1 --format json");
    run.wait_for("began", "");
    let (code, text) = run.stop("-TERM");
    let report = json(&text);
    assert_eq!(code, Some(1), "{text}");
    let kernels = report["kernels"].as_array().expect("kernels");
    let names: Vec<&str> = kernels.iter().filter_map(|kernel| kernel["file"].as_str()).collect();
    assert_eq!(names, ["a.ptx", "b.cu", "c.ptx"]);
    for kernel in &kernels[1..] {
        assert_eq!(kernel["launch"]["block"], json("[32, 1, 1]"), "{kernel:#}");
        assert_eq!(kernel["launch"]["ctas"]["kind"], "all", "{kernel:#}");
        for result in kernel["results"].as_array().expect("results") {
            assert_eq!(result["verdict"]["reason"], "the run was stopped before this kernel was checked");
        }
    }
    assert_eq!(report["notes"][0], "the run was stopped before everything was checked");
}

#[test]
fn of_a_file_that_was_read_its_head_is_reported() {
    let folder = Folder::new("head");
    folder.file("k.ptx", file(&[("a", FINE), ("b", ASKS)]));
    solver(&folder, &wait(&folder));
    let line = "check k.ptx --block 32,* --solver ./solver --stats --format json --jobs 1";
    let mut run = Running::start(folder, line);
    run.wait_for("began", "");
    let (code, text) = run.stop("-TERM");
    let report = json(&text);
    assert_eq!(code, Some(2), "{text}");
    assert_eq!(report["inputs"][0]["file"], "k.ptx", "{text}");
    assert_eq!(report["statistics"]["files"][0]["file"], "k.ptx", "{text}");
    assert_eq!(report["statistics"]["kernels"].as_array().map(Vec::len), Some(1), "{text}");
    assert_eq!(report["statistics"]["kernels"][0]["kernel"], "a", "{text}");
    assert_eq!(report["kernels"].as_array().map(Vec::len), Some(2), "{text}");
}

#[test]
fn a_kernel_is_printed_as_soon_as_it_is_done() {
    let folder = Folder::new("live");
    folder.file("k.ptx", file(&[("a", FINE), ("b", SLOW), ("c", FINE)]));
    let mut run = Running::start(folder, &format!("check k.ptx --block 32 --jobs 1 {ENDLESS}"));
    run.wait_for("err.txt", "[1/3] k.ptx: a: proved");
    run.wait_for("out.txt", "kernel a (k.ptx)");
    assert!(run.text("out.txt").starts_with("kernel a (k.ptx)"), "{}", run.text("out.txt"));
    let (code, text) = run.stop("-INT");
    assert_eq!(code, Some(2), "{text}");
    let places = [
        "kernel a (k.ptx)",
        "kernel b (k.ptx): CTA size 32, every CTA",
        "kernel c (k.ptx)",
        "note: the run was stopped",
        "(exit code 2)",
    ];
    assert!(places.map(|place| text.find(place)).is_sorted_by(|a, b| a.is_some() && a < b), "{text}");
}

/// In this process, and in one of its own. The first one is never done.
#[test]
fn kernels_that_are_done_before_others_are_not_lost() {
    for (name, option) in [("before", "--full"), ("before-worker", "--cache kept")] {
        let folder = Folder::new(name);
        folder.file("k.ptx", file(&[("a", SLOW), ("b", RACY), ("c", "call rec; ret;"), ("d", FINE)]));
        let mut run = Running::start(folder, &format!("check k.ptx --block 32 --jobs 2 {option} {ENDLESS}"));
        run.wait_for("err.txt", "[3/4] k.ptx: d: proved");
        assert_eq!(run.text("out.txt"), "", "they come after `a`");
        let (code, text) = run.stop("-TERM");
        assert_eq!(code, Some(3), "{text}");
        let places = [
            "kernel a (k.ptx)",
            "the run was stopped before this kernel was checked",
            "kernel b (k.ptx)",
            "race           refuted",
            "kernel d (k.ptx)",
            "race           proved",
            "error[input/recursion]",
            "note: the run was stopped before everything was checked",
        ];
        let mut rest = text.as_str();
        for says in places {
            let at = rest.find(says).unwrap_or_else(|| panic!("{says}: {text}"));
            rest = &rest[at..];
        }
    }
}

/// In this process, and in one of its own.
#[test]
fn errors_of_kernels_are_not_lost() {
    for (name, option) in [("error", "--full"), ("error-worker", "--cache kept")] {
        let folder = Folder::new(name);
        folder.file("k.ptx", file(&[("a", "call rec; ret;"), ("b", SLOW)]));
        let mut run = Running::start(folder, &format!("check k.ptx --block 32 {option} {ENDLESS}"));
        run.wait_for("err.txt", "[1/2] k.ptx: a: error");
        let (code, text) = run.stop("-TERM");
        assert_eq!(code, Some(3), "{text}");
        assert!(text.contains("error[input/recursion]") && text.contains("kernel b (k.ptx)"), "{text}");
        assert!(text.contains("note: the run was stopped before everything was checked"), "{text}");
    }
}

/// A parameter that no kernel has is an error of the configuration, if all files of its entry were read.
#[test]
fn errors_of_a_configuration_are_not_lost() {
    let folder = Folder::new("config");
    folder.file("a.ptx", kernel("a", FINE));
    folder.file("b.ptx", kernel("b", SLOW));
    folder.file("c.ptx", kernel("c", FINE));
    let entry =
        |file: &str, name: &str| format!("[[check]]\npath = \"{file}.ptx\"\nargs = {{ {name} = 3 }}\n");
    folder.file("raddle.toml", entry("a", "first") + &entry("[bc]", "second"));
    let mut run = Running::start(folder, &format!("check . --block 32 --jobs 1 {ENDLESS}"));
    run.wait_for("err.txt", "[1/3] a.ptx: a: proved");
    let (code, text) = run.stop("-TERM");
    assert_eq!(code, Some(3), "{text}");
    assert!(text.contains("no kernel of this entry has a parameter `first`"), "{text}");
    assert!(!text.contains("`second`"), "{text}");
}

#[test]
fn graphs_of_kernels_that_are_done_are_written() {
    let folder = Folder::new("graph");
    folder.file("k.ptx", file(&[("a", FINE), ("b", SLOW)]));
    let mut run = Running::start(folder, &format!("check k.ptx --block 32 --graph g.json {ENDLESS}"));
    run.wait_for("err.txt", "[1/2] k.ptx: a: proved");
    let (code, text) = run.stop("-TERM");
    assert_eq!(code, Some(2), "{text}");
    assert!(run.folder.0.join("g-1.json").exists(), "{text}");
    let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
    let why = "`b`: there is no barrier dependence graph, because raddle was stopped before this kernel was checked";
    assert!(
        text.contains("`a`: the barrier dependence graph is in g-1.json") && text.contains(why),
        "{text}"
    );
}

/// The report is too long for a pipe that nothing reads.
#[test]
fn a_second_signal_ends_a_run_at_once() {
    let folder = Folder::new("twice");
    let names: Vec<String> = (0..40).map(|n| format!("k{n}")).collect();
    folder.file("a.ptx", file(&names.iter().map(|name| (name.as_str(), FINE)).collect::<Vec<_>>()));
    folder.file("b.cu", SOURCE);
    waiting_clang(&folder);
    let line = "check a.ptx b.cu --block 32 --jobs 1 --format json";
    let mut run = Running::start_into(folder, line, Stdio::piped());
    run.wait_for("began", "");
    run.signal("-TERM");
    std::thread::sleep(Duration::from_millis(500));
    assert!(run.child.try_wait().expect("a child").is_none(), "it waits for a reader");
    run.signal("-TERM");
    assert_eq!(run.child.wait().expect("it ends").signal(), Some(15));
}

/// A shell's `trap '' INT` holds for what it starts.
#[test]
fn a_signal_that_is_ignored_stays_ignored() {
    let folder = Folder::new("ignored");
    folder.file("a.ptx", kernel("a", FINE));
    folder.file("b.cu", SOURCE);
    waiting_clang(&folder);
    let mut shell = Command::new("sh");
    let raddle = env!("CARGO_BIN_EXE_raddle");
    shell.args(["-c", "trap '' INT; exec \"$@\"", "sh", raddle, "check", "b.cu", "a.ptx", "--block", "32"]);
    let out = fs::File::create(folder.0.join("out.txt")).expect("a file");
    let mut run = Running::start_as(folder, &mut shell, out.into());
    run.wait_for("began", "");
    run.signal("-INT");
    run.folder.file("go", "");
    assert_eq!(run.child.wait().expect("it ends").code(), Some(3));
    let text = run.text("out.txt");
    assert!(text.contains("kernel a (a.ptx)") && !text.contains("the run was stopped"), "{text}");
}

/// Ctrl-C goes to the process that started it, too, and SIGTERM ends it.
#[test]
fn a_check_of_its_own_process_ends_at_sigterm() {
    let folder = Folder::new("worker");
    folder.file("k.ptx", file(&[("a", FINE), ("b", SLOW)]));
    let mut run = Running::start(folder, &format!("check k.ptx --block 32 --worker=none {ENDLESS}"));
    run.wait_for("out.txt", "{\"Kernel\":");
    run.signal("-INT");
    run.signal("-TERM");
    assert_eq!(run.child.wait().expect("it ends").signal(), Some(15));
}

/// A solver that kills who asks it stands for whatever may end a process.
#[test]
fn a_check_that_breaks_off_keeps_what_it_said() {
    let folder = Folder::new("crash");
    folder.file("k.ptx", file(&[("a", FINE), ("b", ASKS), ("c", FINE)]));
    solver(&folder, "kill -ABRT $PPID");
    let line = "check k.ptx --block 32,* --solver ./solver --cache kept --jobs 1";
    let ran = folder.words(line);
    assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
    for says in [
        "error[internal/crash]: raddle itself failed while it checked `k.ptx`",
        "SIGABRT",
        "unknown: raddle itself failed before this kernel was finished",
        "3 kernels of 1 file: 1 proved, 0 refuted, 2 not decided; 1 check with an error",
    ] {
        assert!(ran.out.contains(says), "{says}: {}", ran.out);
    }
    assert!(
        ran.err.contains("[1/3] k.ptx: a: proved") && ran.err.ends_with("[1/3] k.ptx: error\n"),
        "{}",
        ran.err
    );
    let report = json(&folder.words(&format!("{line} --format json")).out);
    assert_eq!(report["kernels"].as_array().map(Vec::len), Some(3), "{report:#}");
    assert_eq!(report["inputs"][0]["file"], "k.ptx", "{report:#}");
}
