//! What is said of a finding beyond it: what would order a race, who may lag, and barriers that are not needed.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository's root")
}

fn check(kernel: &str, flags: &[&str], format: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(root())
        .args(["check", kernel, "--format", format])
        .args(flags)
        .output()
        .expect("raddle runs")
}

/// The first finding, as JSON.
fn finding(kernel: &str, flags: &[&str]) -> Value {
    let output = check(kernel, flags, "json");
    let report: Value = serde_json::from_slice(&output.stdout).expect("a report");
    let results = report["kernels"][0]["results"].as_array().expect("results");
    let mut found = results.iter().flat_map(|result| result["diagnostics"].as_array().expect("diagnostics"));
    found.next().expect("a finding").clone()
}

fn text(values: &Value) -> String {
    let lines: Vec<&str> = values.as_array().expect("a list").iter().filter_map(Value::as_str).collect();
    lines.join("\n")
}

#[test]
fn listing_3_says_which_arrive_to_move_behind_which_read() {
    let kernel = "kernels/paper001/listing3_write_after_read.cu";
    let race = finding(kernel, &["--block", "96"]);
    let moved = &race["facts"]["explanation"]["moved"];
    assert_eq!(moved["how"], "arrive");
    assert_eq!(moved["way"], "behind");
    assert_eq!((&moved["location"]["line"], &moved["over"]["line"]), (&Value::from(26), &Value::from(29)));
    let missing = &race["facts"]["explanation"]["missing"];
    assert_eq!(missing[0]["known"]["location"]["line"], 37, "{missing}");
    assert_eq!(missing[1]["known"]["location"]["line"], 26, "{missing}");
    assert!(
        text(&race["notes"]).contains(
            "at its access, warp 2 has synchronised with warp 0 only up to generation 1 of barrier 0"
        )
    );
    let sarif = String::from_utf8(check(kernel, &["--block", "96"], "sarif").stdout).expect("text");
    assert!(sarif.contains("help: move the arrive at barrier 0"), "{sarif}");
}

#[test]
fn lanes_that_only_lock_step_orders_get_a_place_for_a_wait() {
    for (kernel, expected) in [
        ("kernels/lockstep/predicated_store.cu", "add `__syncwarp()` before the read at "),
        ("kernels/lockstep/half_warp_loop.cu", "add `__syncwarp(mask)` after the write at "),
    ] {
        let race = finding(kernel, &["--block", "32"]);
        assert_eq!(race["facts"]["unordered"]["kind"], "only-lock-step", "{kernel}");
        assert!(text(&race["help"]).contains(expected), "{kernel}: {}", race["help"]);
    }
    for kernel in ["kernels/lockstep/two_sides.cu", "kernels/lockstep/one_instruction.cu"] {
        let race = finding(kernel, &["--block", "32"]);
        assert_ne!(race["facts"]["unordered"]["kind"], "only-lock-step", "{kernel}");
        assert!(!text(&race["help"]).contains("__syncwarp"), "{kernel}: {}", race["help"]);
    }
}

/// The errors of a source.
fn errors(file: &str, source: &str, flags: &[&str]) -> Vec<Value> {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join(file);
    std::fs::write(&path, source).expect("the source is written");
    let path = path.to_str().expect("UTF-8");
    let text = String::from_utf8(check(path, flags, "json").stdout).expect("UTF-8").replace(path, file);
    let report: Value = serde_json::from_str(&text).expect("a report");
    let results = report["kernels"][0]["results"].as_array().expect("results");
    let found = results.iter().flat_map(|result| result["diagnostics"].as_array().expect("diagnostics"));
    found.filter(|one| one["severity"] == "error").cloned().collect()
}

/// The helps of all errors of a source.
fn helps(file: &str, source: &str, flags: &[&str]) -> Vec<String> {
    errors(file, source, flags).iter().map(|one| text(&one["help"])).collect()
}

/// `s[t] = in[t]`, then what follows.
fn with_tile(rest: &str) -> String {
    format!(
        "__global__ void k(float *out, const float *in) {{ __shared__ float s[64]; int t = threadIdx.x; s[t] = in[t];\n{rest}\n}}"
    )
}

#[test]
fn neighbours_get_a_barrier_for_a_help_and_not_an_atomic_nor_a_wait_of_lanes() {
    let block = ["--block", "64"];
    let stencil = with_tile("out[t] = s[(t + 1) % 64];");
    assert_eq!(helps("k.cu", &stencil, &block), ["add `__syncthreads()` before the read at k.cu:2"]);
    let shift = "__global__ void k(float *a) {\nint t = threadIdx.x;\na[t] = a[t] + a[t + 1];\n}";
    let expected = "add `__syncthreads()` between the read and the write at k.cu:3; this orders threads of one block, and not of several";
    assert_eq!(helps("k.cu", shift, &block), [expected]);
    let tree = with_tile("__syncthreads(); for (int d = 32; d > 0; d /= 2)\nif (t < d) s[t] += s[t + d];");
    let wide = tree.replace("64", "256").replace("d = 32", "d = 128");
    let expected = "add `__syncthreads()` after the write at k.cu:3, where every thread of the block reaches it: outside of branches that only some of them take";
    assert_eq!(helps("k.cu", &wide, &["--block", "256"])[0], expected);
    let in_local = "__kernel void k(__global float *out, __local float *s) {\nint t = get_local_id(0);\ns[t] = t;\nout[t] = s[t ^ 1];\n}";
    let local = ["--block", "64", "--dynamic-shared", "256"];
    assert_eq!(
        helps("k.cl", in_local, &local)[0],
        "add `barrier(CLK_LOCAL_MEM_FENCE)` before the read at k.cl:4"
    );
    let in_global = "__kernel void k(__global float *out, __global float *s) {\nint t = get_local_id(0);\ns[t] = t;\nout[t] = s[t ^ 33];\n}";
    assert_eq!(
        helps("k.cl", in_global, &block)[0],
        "add `barrier(CLK_GLOBAL_MEM_FENCE)` before the read at k.cl:4; this orders work-items of one work-group, and not of several"
    );
}

#[test]
fn between_ctas_only_updates_and_launches_help() {
    let grid = ["--block", "64", "--grid", "2", "--cta", "all", "--property", "race"];
    let all = "__global__ void k(int *a) {\na[threadIdx.x] += 1;\n}";
    let said = helps("k.cu", all, &grid);
    assert!(!said.is_empty() && said.iter().all(|help| help.contains("make it atomic (")), "{said:?}");
    let next = "__global__ void k(int *a, int *b) {\nint t = blockIdx.x * 64 + threadIdx.x;\na[t] = t;\nb[t] = a[t ^ 64];\n}";
    let said = helps("k.cu", next, &grid);
    assert!(
        said.iter().all(|help| help.contains("only a barrier of the whole grid orders blocks")),
        "{said:?}"
    );
    assert_eq!(said.len(), 1);
}

#[test]
fn a_warp_reduction_on_one_line_is_one_finding() {
    let rest = "__syncthreads();\nif (t < 32) { s[t] += s[t + 32]; s[t] += s[t + 16]; s[t] += s[t + 8]; s[t] += s[t + 4]; }";
    let found = errors("k.cu", &with_tile(rest), &["--block", "64"]);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(text(&found[0]["notes"]).contains("pairs of accesses that race at these lines"));
    let two = rest.replace("s[t] += s[t + 4];", "s[t] += s[t + 4]; out[t / 2] += 1;");
    let found = errors("k.cu", &with_tile(&two), &["--block", "64", "--property", "race"]);
    let title =
        |array: &str| found.iter().any(|one| one["title"].as_str().is_some_and(|t| t.contains(array)));
    assert!(title("`s[") && title("`out["), "another array has a finding of its own: {found:?}");
    let grid = ["--block", "64", "--grid", "2", "--cta", "all", "--property", "race"];
    let cells = "__global__ void k(int *a) {\nif (threadIdx.x == 0) { a[0] = blockIdx.x; a[1] = blockIdx.x; a[0] = blockIdx.x + 1; }\n}";
    let found = errors("k.cu", cells, &grid);
    assert_eq!(found.len(), 1, "{found:?}");
    // Lines of their own are reported with it, as no barrier of a block helps there, either.
    let lines = cells.replace("; a[", ";\na[");
    let found = errors("k.cu", &lines, &grid);
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0]["facts"]["same_cause"].as_array().is_some_and(|all| !all.is_empty()), "{found:?}");
}

#[test]
fn a_divergent_barrier_is_told_once_where_threads_part() {
    let rest =
        "if (t < 40)\n__syncthreads();\nout[t] = s[63 - t];\n__syncthreads();\ns[t] = 1;\n__syncthreads();";
    let found = errors("k.cu", &with_tile(rest), &["--block", "64", "--property", "divergence"]);
    assert_eq!(found.len(), 1, "{found:?}");
    let lines: Vec<&Value> =
        found[0]["labels"].as_array().expect("labels").iter().map(|l| &l["location"]["line"]).collect();
    assert_eq!(lines, [3, 5], "those who part, and where the others wait then");
    let notes = text(&found[0]["notes"]);
    assert!(notes.contains("threads also diverge later, at the barriers at k.cu:5 and k.cu:7"), "{notes}");
}

#[test]
fn an_update_that_is_not_atomic_gets_that_for_a_help() {
    let update = finding("kernels/examples/lost_update_race.cu", &["--block", "64"]);
    assert_eq!(update["facts"]["explanation"]["updates"], true);
    assert!(text(&update["help"]).contains("make it atomic ("), "{}", update["help"]);
    let other = finding("kernels/lockstep/half_warp_loop.cu", &["--block", "32"]);
    assert!(!text(&other["help"]).contains("atomic"), "{}", other["help"]);
}

#[test]
fn a_barrier_that_is_reused_tells_who_may_lag_and_when_its_generations_mix() {
    let reuse = finding("kernels/paper001/figure2_unsafe_reuse.cu", &["--block", "128"]);
    let notes = text(&reuse["notes"]);
    assert!(notes.contains("thread 32 may lag: it may not have registered in generation 1"), "{notes}");
    assert!(notes.contains("thread 64 registers at barrier 2 ("), "{notes}");
    assert!(notes.contains("and joins generation 1"), "{notes}");
}

#[test]
fn a_cycle_names_groups_and_lines() {
    let deadlock = finding("kernels/paper001/listing1_cyclic_wait.cu", &["--block", "64"]);
    let waits = deadlock["facts"]["waits"].as_array().expect("waits");
    let lines: Vec<_> = waits.iter().map(|w| (&w["location"]["line"], &w["owed"]["line"])).collect();
    assert_eq!(lines, [(&Value::from(21), &Value::from(19)), (&Value::from(18), &Value::from(22))]);
    assert!(text(&deadlock["notes"]).contains("for warp 0, which would arrive there at "));
}

#[test]
fn a_redundant_barrier_is_a_warning_that_counts() {
    let flags = ["--block", "64", "--property", "redundant-barrier"];
    let kernel = "kernels/redundant/double_barrier.cu";
    let output = check(kernel, &flags, "json");
    assert_eq!(output.status.code(), Some(1));
    let first = finding(kernel, &flags);
    assert_eq!(
        (&first["rule"], &first["severity"]),
        (&"redundant-barrier/unneeded".into(), &"warning".into())
    );
    let human = String::from_utf8(check(kernel, &flags, "human").stdout).expect("text");
    assert!(human.contains("either this one or the one at"), "{human}");
}

/// What a library does is reported where the user calls it; in a kernel of the library itself, where it is.
#[test]
fn a_race_inside_a_library_is_reported_at_the_users_calls() {
    let source = "# 100 \"/usr/local/cuda/include/cub/fake.cuh\" 1
__device__ void put(int *t) { t[0] = threadIdx.x; }
__device__ int get(int *t) { return t[0]; }
__global__ void of_library(int *t) { put(t); }
# 1 \"user.cu\" 2
__global__ void k(int *o) {
  __shared__ int t[32];
  if (threadIdx.x == 1)
    put(t);
  o[threadIdx.x] = get(t);
}
";
    let places = |kernel: &str| {
        let found = errors("library.cu", source, &["--block", "32", "--grid", "1", "--kernel", kernel]);
        found[0]["labels"].to_string()
    };
    let labels = places("k");
    assert!(labels.contains("user.cu") && !labels.contains("fake.cuh"), "{labels}");
    assert!(places("of_library").contains("fake.cuh"));
}
