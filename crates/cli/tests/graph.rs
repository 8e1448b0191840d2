//! `--graph` and `--stats` as a user gets them. The graphs in `tests/graphs/` and the picture in the book are what raddle draws;
//! with `RADDLE_BLESS=1` they are written anew.

use crate::common::{Folder, kernel};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Checks a kernel of the repository, by its path from there, and returns its graph.
fn drawn(folder: &Folder, kernel: &str, options: &str, extension: &str) -> String {
    let file = folder.0.join(format!("graph.{extension}"));
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(root())
        .args(["check", kernel, "--graph"])
        .arg(&file)
        .args(options.split_whitespace())
        .output()
        .expect("raddle runs");
    assert_ne!(output.status.code(), Some(3), "{}", String::from_utf8_lossy(&output.stdout));
    fs::read_to_string(&file).expect("the graph is written")
}

fn compare(path: &Path, drawn: &str) {
    if std::env::var_os("RADDLE_BLESS").is_some() {
        fs::write(path, drawn).expect("the file can be written");
    }
    let known = fs::read_to_string(path).unwrap_or_default();
    assert_eq!(drawn, known, "{} differs (RADDLE_BLESS=1 writes it anew)", path.display());
}

#[test]
fn graphs_are_as_they_were() {
    let folder = Folder::new("golden");
    for (name, options) in [("figure2_dataflow", "--block 128"), ("reuse_without_order", "--block 128")] {
        for extension in ["dot", "json", "svg"] {
            let text = drawn(&folder, &format!("kernels/paper001/{name}.cu"), options, extension);
            compare(&root().join(format!("crates/cli/tests/graphs/{name}.{extension}")), &text);
        }
    }
}

/// The picture and the step that the page on graphs shows belong to the command that it shows.
#[test]
fn the_page_shows_what_raddle_draws() {
    let folder = Folder::new("book");
    let page = fs::read_to_string(root().join("docs/src/graph.md")).expect("the page");
    let command = page.lines().find_map(|line| line.strip_prefix("raddle check ")).expect("a command");
    let (kernel, options) = command.split_once(' ').expect("options after the kernel");
    let (options, file) = options.split_once("--graph ").expect("the file at the end");
    let text = drawn(&folder, kernel, options, "svg");
    compare(&root().join("docs/src").join(file.trim()), &text);
    let step = page.split("```json\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a step");
    let step: serde_json::Value = serde_json::from_str(step).expect("the step is JSON");
    let data = drawn(&folder, kernel, options, "json");
    let data: serde_json::Value = serde_json::from_str(&data).expect("the graph is JSON");
    let columns = data["columns"].as_array().expect("columns").iter();
    let mut steps = columns.flat_map(|column| column["steps"].as_array().expect("steps"));
    assert!(steps.any(|drawn| *drawn == step), "{step} is not in the graph: {data}");
}

#[test]
fn a_long_loop_is_cut_but_not_at_its_race() {
    let folder = Folder::new("long");
    // In round 40 a thread writes where another does.
    folder.file(
        "long.cu",
        "__global__ void k() {
    __shared__ int s[96];
    for (int i = 0; i < 60; ++i) {
        int at = i == 40 && threadIdx.x == 32 ? 0 : threadIdx.x;
        s[at] = i + threadIdx.x;
        __syncthreads();
    }
}
",
    );
    let ran = folder.words("check long.cu --block 64 --graph g.dot --graph-limit 5");
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    assert!(ran.out.contains("the barrier dependence graph is in g.dot"), "{}", ran.out);
    let dot = fs::read_to_string(folder.0.join("g.dot")).expect("the graph");
    assert_eq!(dot.matches("more dynamic barriers").count(), 2, "{dot}");
    for shown in ["gen 5\"", "gen 40\"", "gen 41\"", "race 1: ", "line 5"] {
        assert!(dot.contains(shown), "{shown}: {dot}");
    }
    assert!(!dot.contains("gen 20\""));
}

#[test]
fn files_and_formats() {
    let folder = Folder::new("files");
    folder.file("a.ptx", kernel("a", "bar.sync 0; ret;"));
    folder.file("b.ptx", kernel("b", "bar.sync 0; ret;"));
    let unknown = ".reg .b32 %r<2>; .reg .pred %p<1>;
        ld.param.u32 %r0, [n]; setp.eq.u32 %p0, %r0, 3; @%p0 bar.sync 0; ret;";
    folder.file("c.ptx", kernel("c", unknown));
    folder.each(&[
        ("check a.ptx --block 32 --graph g.png", 3, "name it .dot (or .gv), .svg or .json"),
        ("check a.ptx --block 32 --graph g", 3, "name it .dot (or .gv), .svg or .json"),
        ("check a.ptx --block 32 --graph missing/g.svg", 3, "cannot write the graph"),
        ("check a.ptx --block 32 --graph g.svg --graph-limit x", 3, "graph-limit"),
        ("check a.ptx b.ptx --block 32 --graph two.json", 0, "is in two-2.json"),
        ("check c.ptx --block 32 --graph none.svg", 2, "there is no barrier dependence graph"),
    ]);
    let second = fs::read_to_string(folder.0.join("two-2.json")).expect("the second graph");
    assert!(second.contains("\"kernel\": \"b\""), "{second}");
    assert!(!folder.0.join("none.svg").exists());
}

#[test]
fn statistics_are_added_where_they_are_asked_for() {
    let folder = Folder::new("stats");
    folder.kernel("bar.sync 0; bar.sync 0; ret;");
    let human = folder.words("check k.ptx --block 64 --stats").out;
    for line in [
        "statistics of k (k.ptx)",
        "  dynamic barriers                2",
        "  commands                      128",
    ] {
        assert!(human.contains(line), "{line}: {human}");
    }
    let order =
        ["stage ", "read ", "parse ", "lower ", "prepare ", "run ", "ordering ", "races ", "together "];
    let places = order.map(|stage| human.find(&format!("\n  {stage}")));
    assert!(places.iter().all(Option::is_some) && places.is_sorted(), "{human}");
    let json = folder.words("check k.ptx --block 64 --stats --format json").out;
    let value: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["statistics"]["kernels"][0]["sizes"]["threads"], 64);
    assert!(value["statistics"]["files"][0]["stages"][0]["microseconds"].is_u64());
    let without = folder.words("check k.ptx --block 64 --format json").out;
    assert!(!without.contains("statistics"));
    assert!(!folder.words("check k.ptx --block 64 --stats --format sarif").out.contains("microseconds"));
}
