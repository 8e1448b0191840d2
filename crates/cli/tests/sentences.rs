//! What a report says besides its verdicts is also true: notes, helps, counts, titles.

use serde_json::Value;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder of files for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join("sentences").join(name);
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder for the test");
        Self(path)
    }

    fn raddle(&self, line: &str) -> Output {
        let mut raddle = Command::new(env!("CARGO_BIN_EXE_raddle"));
        raddle.current_dir(&self.0).args(line.split_whitespace()).output().expect("raddle runs")
    }
}

/// Checks k.cu, and gives what is said to people, without line breaks, and the same as JSON.
fn said(folder: &Folder, source: &str, options: &str) -> (String, Value) {
    fs::write(folder.0.join("k.cu"), source).expect("a kernel");
    let human = folder.raddle(&format!("check k.cu {options}")).stdout;
    let json = folder.raddle(&format!("check k.cu {options} --format json")).stdout;
    let human = String::from_utf8_lossy(&human).into_owned();
    let words: Vec<&str> = human.split_whitespace().collect();
    (words.join(" "), serde_json::from_slice(&json).expect("a report"))
}

fn result<'a>(report: &'a Value, property: &str) -> &'a Value {
    let results = report["kernels"][0]["results"].as_array().expect("results");
    results.iter().find(|result| result["property"] == property).expect("the property was asked")
}

/// Threads that never reach an access would not reach a barrier moved next to it.
#[test]
fn no_barrier_is_to_be_moved_where_not_all_come() {
    let folder = Folder::new("moved");
    let kernel = |guard: &str| {
        format!(
            "__global__ void k(int *o) {{ __shared__ int s[64]; int t = threadIdx.x, x = 0; s[t] = t;
             {guard} x = s[t ^ 32];
             __syncthreads(); o[t] = x; }}"
        )
    };
    let (all, _) = said(&folder, &kernel(""), "--block 64");
    assert!(
        all.contains("move the wait at barrier 0 (`__syncthreads()` at k.cu:3) before the read at k.cu:2"),
        "{all}"
    );
    let (few, report) = said(&folder, &kernel("if (t < 8)"), "--block 64");
    assert_eq!(result(&report, "race")["verdict"]["kind"], "refuted", "{report}");
    assert!(!few.contains("move the"), "{few}");
}

#[test]
fn who_arrives_in_place_of_waiting_is_named() {
    let folder = Folder::new("arrives");
    let source = "__global__ void k(int *o) { __shared__ int s[64]; int t = threadIdx.x; s[t] = t;
        if (t < 32) asm volatile(\"bar.arrive 1, 64;\" ::: \"memory\");
        else asm volatile(\"bar.sync 1, 64;\" ::: \"memory\");
        o[t] = s[63 - t]; }";
    let (human, _) = said(&folder, source, "--block 64");
    let note = "thread 31 only arrives at barrier 1 (k.cu:2) and continues without waiting for it";
    assert!(human.contains(note), "{human}");
    assert!(!human.contains("no barrier that both threads take part in"), "{human}");
}

#[test]
fn pairs_of_lines_are_counted_once() {
    let folder = Folder::new("lines");
    let source = "__global__ void k(int *o) { int w = threadIdx.x / 32;
        asm volatile(\"bar.sync %0, 32;\" :: \"r\"(w / 2) : \"memory\"); }";
    let (human, report) = said(&folder, source, "--block 256");
    let reuse = result(&report, "barrier-reuse");
    assert_eq!(reuse["diagnostics"].as_array().map(Vec::len), Some(1), "{reuse}");
    assert!(human.contains("the same holds for 3 more barriers, from barrier 1 to barrier 3"), "{human}");
    assert!(human.contains("refuted 1 pair of source lines, 128 pairs of registrations"), "{human}");

    let source =
        "__global__ void k(int *o) { __shared__ int s; if (threadIdx.x < 2) o[0] = 1, s = 0; __syncthreads();
        if (threadIdx.x == 0) s = s + 1;
        if (threadIdx.x == 1) s = s + 2; }";
    let (human, _) = said(&folder, source, "--block 64");
    assert!(human.contains("refuted 2 findings at 1 pair of source lines"), "{human}");
}

/// A return before a barrier is reported with the option for GPUs that do not wait for such threads; with that option it is not.
#[test]
fn an_early_return_is_told_of_the_option() {
    let folder = Folder::new("early");
    let source =
        "__global__ void k(int *o, int n) { if (threadIdx.x >= n) return; __syncthreads(); __syncthreads();
        if (threadIdx.x < 7) asm volatile(\"bar.sync 1;\"); else asm volatile(\"bar.sync 2;\"); o[blockIdx.x * 64 + threadIdx.x] = 1; }";
    let (waits, _) = said(&folder, source, "--block 64");
    assert!(waits.contains("--exited arrive checks the kernel by that rule"), "{waits}");
    let (arrive, _) = said(&folder, source, "--block 64 --exited arrive");
    assert!(arrive.contains("error[deadlock/"), "{arrive}");
    for part in ["checks the kernel by that rule", "does not arrive at any barrier"] {
        assert!(!arrive.contains(part), "{part}\n{arrive}");
    }
}

/// A bug in another block than the first one, in a grid that raddle chose.
#[test]
fn another_block_is_named() {
    let folder = Folder::new("another");
    for condition in ["blockIdx.x == 1", "blockIdx.x > 0 && blockIdx.x == gridDim.x - 1"] {
        let source =
            format!("__global__ void k(int n) {{ if ({condition} && threadIdx.x < n) __syncthreads(); }}");
        let (human, _) = said(&folder, &source, "--block 64");
        assert!(human.contains("deadlock refuted"), "{condition}: {human}");
        assert!(human.contains(" in block ("), "{condition}: {human}");
    }
}

/// Warp 2 has ended, but it is warp 1 that warp 0 waits for, which waits elsewhere.
#[test]
fn threads_that_have_ended_are_not_blamed_for_those_that_wait() {
    let folder = Folder::new("idle");
    let source =
        "__global__ void k(const int *in, int *out) { __shared__ int a[2][32]; int lane = threadIdx.x & 31;
        for (int i = 0; i < 4; i++)
            if (threadIdx.x < 32) {
                if (i >= 2) asm volatile(\"bar.sync 2, 64;\" ::: \"memory\");
                a[i & 1][lane] = in[i * 32 + lane];
                asm volatile(\"bar.arrive 1, 64;\" ::: \"memory\");
            } else if (threadIdx.x < 64) {
                asm volatile(\"bar.sync 1, 64;\" ::: \"memory\");
                out[i * 32 + lane] = a[i & 1][lane ^ 1];
                if (i < 2) asm volatile(\"bar.arrive 2, 64;\" ::: \"memory\");
            } }";
    let (human, _) = said(&folder, source, "--block 96");
    assert!(human.contains("warp 0 waits at barrier 2 for threads that never arrive"), "{human}");
    let source =
        "__global__ void k(int *o) { if (threadIdx.x < 32) asm volatile(\"bar.sync 1, 64;\"); o[0] = 1; }";
    let (human, _) = said(&folder, source, "--block 64");
    assert!(human.contains("waits at barrier 1 for threads that have ended"), "{human}");
    // A finding of one line is at no pair of lines.
    let source = "__global__ void k(int *o) { __syncthreads(); __syncthreads(); o[threadIdx.x] = 1; }";
    let (human, _) = said(&folder, source, "--block 64 --property redundant-barrier");
    assert!(human.contains("refuted 2 findings") && !human.contains("0 findings"), "{human}");
}

/// What would order them is said of a few races, what lock-step is to them of all.
#[test]
fn all_races_that_lock_step_hides_are_told_so() {
    let folder = Folder::new("tail");
    let source = "__global__ void k(const int *in, int *out) {
        __shared__ volatile int s[64]; int t = threadIdx.x; s[t] = in[t]; __syncthreads();
        if (t < 32) s[t] += s[t + 32];
        if (t < 16) {
            s[t] += s[t + 16];
            s[t] += s[t + 8];
            s[t] += s[t + 4];
            s[t] += s[t + 2];
            s[t] += s[t + 1];
        }
        if (t == 0) out[0] = s[0]; }";
    let (human, report) = said(&folder, source, "--block 64");
    let found = &result(&report, "race")["diagnostics"];
    let others = found[0]["facts"]["same_cause"].as_array().map_or(0, Vec::len);
    assert!(found.as_array().is_some_and(|all| all.len() == 1) && others > 8, "{human}");
    assert!(human.contains("only lock-step"), "{human}");
    assert!(!human.contains("no barrier that both threads take part in"), "{human}");
    let (human, _) = said(&folder, source, "--block 64 --grid 1 --warp-synchronous");
    assert!(human.contains("everything asked is proved"), "{human}");
}

#[test]
fn a_bug_in_a_property_that_nobody_asked_for_is_pointed_at() {
    let folder = Folder::new("others");
    let source =
        "__global__ void k(int *o) { if (threadIdx.x < 32) asm volatile(\"bar.sync 1, 64;\"); o[0] = 1; }";
    let (human, _) = said(&folder, source, "--block 64 --property race");
    assert!(human.contains("--property deadlock shows a bug"), "{human}");
    let (human, _) = said(&folder, source, "--block 64");
    assert!(!human.contains("shows a bug"), "{human}");
}

/// Equal values that were read where threads race are equal in one schedule.
#[test]
fn equal_values_behind_a_race_are_not_always_equal() {
    let folder = Folder::new("equal");
    let kernel = |write: &str| {
        format!(
            "__global__ void k(int *o) {{ __shared__ int s[2], r; int t = threadIdx.x; if (t == 0) r = 0;
             __syncthreads(); if (t == 0) r = 1; int x = r;
             if (t < 2) s[0] = {write};
             __syncthreads(); o[t] = s[0]; }}"
        )
    };
    let (human, report) = said(&folder, &kernel("x"), "--block 64");
    assert_eq!(result(&report, "race")["verdict"]["kind"], "refuted", "{report}");
    assert!(!human.contains("always with the same value"), "{human}");
    let (human, _) = said(&folder, &kernel("5").replace("if (t == 0) r = 1;", ""), "--block 64");
    assert!(human.contains("always with the same value"), "{human}");
}

/// Where it is open whether there is a deadlock, nothing is said to end in one.
#[test]
fn a_deadlock_in_one_case_is_no_fact() {
    let folder = Folder::new("case");
    let source = "__global__ void k(int *o, int n) {
        if (n != 5) __trap();
        if (n == 6) { if (threadIdx.x == 0) return; }
        __syncthreads(); o[threadIdx.x] = 1; }";
    let (human, report) = said(&folder, source, "--block 64");
    assert_eq!(result(&report, "deadlock")["verdict"]["kind"], "proved", "{report}");
    assert!(!human.contains("ends in a deadlock"), "{human}");
    assert!(!human.contains("traps"), "{human}");
}

/// The inputs with which two writes differ are a part of the witness, and all that its replay needs.
#[test]
fn chosen_inputs_are_told_kept_and_replayed() {
    let folder = Folder::new("inputs");
    let write = |source: &str, options: &str| {
        let _ = fs::remove_dir_all(folder.0.join("w"));
        let (human, report) = said(&folder, source, &format!("{options} --witnesses w"));
        let found = result(&report, "race")["diagnostics"][0].clone();
        let file = found["witness"]["written_to"].as_str().expect("a witness").to_owned();
        let replayed = folder.raddle(&format!("replay {file}"));
        let out = String::from_utf8_lossy(&replayed.stdout).into_owned();
        assert_eq!(replayed.status.code(), Some(1), "{out}");
        let file: Value =
            serde_json::from_slice(&fs::read(folder.0.join(file)).expect("the witness")).expect("JSON");
        (human, found, out, file)
    };
    let source = "__global__ void k(int n) { __shared__ int s[64]; s[threadIdx.x / 2] = threadIdx.x < n; }";
    let (human, found, replayed, file) = write(source, "--block 64");
    assert!(human.contains("this is for `n` = 1"), "{human}");
    assert!(human.contains("1 pair of source lines, 1 pair of accesses"), "{human}");
    assert_eq!(found["witness"]["inputs"][0]["name"], "n", "{found}");
    assert_eq!(
        file["schedule"]["inputs"]["arguments"][0]["bytes"],
        serde_json::json!([1, 0, 0, 0]),
        "{file}"
    );
    assert!(replayed.contains("block size 64, n = 1; for any size of the grid\n"), "{replayed}");

    let source = "__global__ void k(const int *in) { __shared__ int s[64]; s[threadIdx.x / 2] = in[threadIdx.x] & 255; }";
    let (human, _, replayed, file) = write(source, "--block 64");
    assert!(human.contains("this is for chosen contents of `in`"), "{human}");
    let contents = file["schedule"]["inputs"]["contents"][0]["bytes"].as_array().expect("bytes");
    assert_eq!(contents.len(), 256, "as many as the block reads");
    assert!(!replayed.contains("any contents of `in`"), "{replayed}");

    let source = "__global__ void k(int *o, const int *in) { if (threadIdx.x == 0) o[0] = in[blockIdx.x]; }";
    let (_, _, _, file) = write(source, "--block 64 --grid 2 --cta all");
    assert_eq!(
        file["schedule"]["inputs"]["contents"][0]["bytes"].as_array().map(Vec::len),
        Some(8),
        "{file}"
    );
}

/// A bug in one of many blocks is reported with the block and a note that the search stopped there.
#[test]
fn a_bug_of_one_cta_of_many() {
    let folder = Folder::new("one-of-many");
    let source = "__global__ void k(int *o) { __shared__ int s[64]; s[threadIdx.x / 2] = threadIdx.x; o[blockIdx.x] = s[0]; }";
    let (human, _) = said(&folder, source, "--block 64 --grid 1000 --cta all");
    for sentence in [
        "this happens in block (0,0,0)",
        "race refuted",
        "deadlock proved",
        "stopped at a bug in one block or between two; fix it and run again to check the rest",
    ] {
        assert!(human.contains(sentence), "{sentence}: {human}");
    }
    // Of a few all are searched.
    let (human, _) = said(&folder, source, "--block 64 --grid 8 --cta all");
    assert!(human.contains("race refuted") && !human.contains("stopped at a bug"), "{human}");
}

/// A reason is given once, not again in the table or with each property; `raddle explain` is named once, at the end.
#[test]
fn nothing_is_said_twice() {
    let folder = Folder::new("twice");
    let source = "__global__ void k(int *o, int n) {
        asm volatile(\"bar.sync %0;\" :: \"r\"(n) : \"memory\"); o[threadIdx.x] = n; }";
    let (human, _) = said(&folder, source, "--property deadlock,race");
    assert_eq!(human.matches("no block size is given for `k`").count(), 1, "{human}");
    assert!(
        human.contains("deadlock unknown see unknown/launch (k.cu:2) race unknown for the same reason"),
        "{human}"
    );
    assert!(
        human.contains("raddle explain unknown/launch shows what the rule means and how to fix it"),
        "{human}"
    );
    let source = "__global__ void k(int *o) { int t = threadIdx.x; int b = t < 32 ? 1 : 2;
        asm volatile(\"bar.sync %0, 64;\" :: \"r\"(b) : \"memory\"); o[t] = b; }";
    let (human, _) = said(&folder, source, "--block 64");
    assert!(human.matches("be compared for all inputs").count() < 2, "{human}");
    assert!(
        human.contains("raddle explain RULE shows what a rule means and how to fix it: deadlock/"),
        "{human}"
    );
    let source = "__global__ void k(int *o, int n) { for (int i = 1; i < n; i *= 2) o[0] = i; }";
    let (human, _) = said(&folder, source, "--property termination");
    assert_eq!(human.matches("no weaker condition suffices").count(), 1, "{human}");
    assert!(human.contains("no block size given, every block"), "{human}");
}
