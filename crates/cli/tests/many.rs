//! `raddle check` on many files: which ones, with which options, in which parts, from which cache.

use crate::common::{Folder, HEADER, Ran, SLOW, kernel};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::Duration;

const FINE: &str = "bar.sync 0; ret;";
const RACY: &str = ".reg .b32 %r; .reg .b64 %d; ld.param.u64 %d, [a]; mov.u32 %r, %tid.x;
    st.global.u32 [%d], %r; ret;";

fn fine(name: &str) -> String {
    kernel(name, FINE)
}

/// A file with a kernel of the same name for each body.
fn both(first: &str, second: &str) -> String {
    fine(first) + fine(second).trim_start_matches(HEADER)
}

fn json(ran: &Ran) -> Value {
    serde_json::from_str(&ran.out).unwrap_or_else(|error| panic!("{error}\n{}{}", ran.out, ran.err))
}

/// `file kernel block` of each kernel of a report.
fn checked(folder: &Folder, line: &str) -> Vec<String> {
    let report = json(&folder.words(&format!("{line} --format json")));
    let kernels = report["kernels"].as_array().expect("kernels").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    kernels
        .map(|kernel| {
            let block = match &kernel["launch"]["block"] {
                Value::Null => "-".to_owned(),
                block => block.to_string(),
            };
            format!("{} {} {block}", text(&kernel["file"]), text(&kernel["name"]))
        })
        .collect()
}

/// A folder with these files, and folders between.
fn tree(name: &str, files: &[(&str, String)]) -> Folder {
    let folder = Folder::new(name);
    for (path, text) in files {
        let parent = folder.0.join(path).parent().expect("a folder").to_owned();
        fs::create_dir_all(parent).expect("a folder");
        folder.file(path, text);
    }
    folder
}

/// The results in the cache. What was compiled and the hash of the program lie there, too, under names of their own.
fn entries(folder: &Folder) -> BTreeSet<PathBuf> {
    let found = fs::read_dir(folder.0.join("cache")).into_iter().flatten();
    let names = found.map(|entry| entry.expect("an entry").file_name().into_string().expect("text"));
    let is_result = |name: &String| {
        name.ends_with(".json") && !["compiled-", "program-"].iter().any(|other| name.starts_with(other))
    };
    names.filter(is_result).map(|name| folder.0.join("cache").join(name)).collect()
}

#[test]
fn folders_and_patterns_are_files() {
    let folder = tree(
        "inputs",
        &[
            ("k/b.ptx", fine("b")),
            ("k/a.ptx", fine("a")),
            ("k/in/c.ptx", fine("c")),
            ("k/.hidden/d.ptx", fine("d")),
            ("k/no-kernel.txt", String::new()),
            ("empty/no-kernel.txt", String::new()),
            ("odd[1].ptx", fine("odd")),
        ],
    );
    let names = |line: &str| -> Vec<String> {
        let all = checked(&folder, &format!("check {line} --block 32"));
        all.iter().map(|one| one.split(' ').next().unwrap_or_default().to_owned()).collect()
    };
    assert_eq!(names("k"), ["k/a.ptx", "k/b.ptx", "k/in/c.ptx"]);
    assert_eq!(names("k/*.ptx"), ["k/a.ptx", "k/b.ptx"]);
    assert_eq!(names("**/*.ptx"), ["k/a.ptx", "k/b.ptx", "k/in/c.ptx", "odd[1].ptx"]);
    // In the order of the command line, each once; what is there is a file, whatever its name.
    assert_eq!(names("odd[1].ptx k/b.ptx k"), ["odd[1].ptx", "k/b.ptx", "k/a.ptx", "k/in/c.ptx"]);
    folder.each(&[
        ("check empty --block 32", 3, "there is no kernel file below `empty`"),
        ("check k/*.cu --block 32", 3, "the pattern `k/*.cu` matches no file"),
        ("check k/[a --block 32", 3, "k/[a"),
        ("check none.ptx k --block 32", 3, "cannot read `none.ptx`"),
    ]);
}

#[test]
fn the_exit_code_is_the_worst_of_all() {
    let folder = tree(
        "codes",
        &[
            ("fine.ptx", fine("f")),
            ("more.ptx", fine("m")),
            ("racy.ptx", kernel("r", RACY)),
            ("wrong.ptx", "this is no PTX".to_owned()),
        ],
    );
    folder.each(&[
        ("check fine.ptx more.ptx --block 32", 0, "2 kernels of 2 files: 2 proved, 0 refuted, 0 not decided"),
        ("check fine.ptx more.ptx", 0, "2 proved, 0 refuted, 0 not decided"),
        ("check fine.ptx racy.ptx --block 32", 1, "1 proved, 1 refuted"),
        (
            "check . --block 32",
            3,
            "3 kernels of 4 files: 2 proved, 1 refuted, 0 not decided; 1 check with an error",
        ),
        ("check . --block 32 --jobs 0", 3, "--jobs"),
    ]);
    // The broken file does not keep the others out of the report.
    let report = json(&folder.words("check . --block 32 --format json"));
    assert_eq!(report["kernels"].as_array().map(Vec::len), Some(3));
    assert_eq!(report["inputs"].as_array().map(Vec::len), Some(3));
    assert_eq!(report["errors"][0]["rule"], "input/syntax");
    let sarif = json(&folder.words("check . --block 32 --format sarif"));
    let results = sarif["runs"][0]["results"].as_array().expect("results");
    assert!(results.iter().any(|result| result["ruleId"] == "race/write-write"), "{sarif:#}");
    assert!(results.iter().filter(|result| result["kind"] == "pass").count() >= 8, "{sarif:#}");
    // For a directory: the table, worst first, with the command that shows a kernel in full.
    let table = folder.words("check . --block 32");
    assert!(
        !table.out.contains("thread 0 and thread 1") && !table.out.contains("kernel f (fine.ptx)"),
        "{}",
        table.out
    );
    assert!(table.out.contains("error[input/syntax]"), "{}", table.out);
    let place = |text: &str| table.out.find(text).unwrap_or_else(|| panic!("{text}: {}", table.out));
    let lines = [
        "raddle check wrong.ptx --block=32\n",
        "raddle check racy.ptx --block=32\n",
        "raddle check fine.ptx --block=32\n",
    ];
    let places = lines.map(place);
    assert!(places.is_sorted(), "{}", table.out);
    assert!(
        place("  refuted  race") < places[1] && places[2] < place("raddle check more.ptx"),
        "{}",
        table.out
    );
    assert_eq!(folder.words("check . --block 32 --summary").out.lines().count(), table.out.lines().count());
    // Without a terminal: a line for each finished kernel.
    assert!(table.err.contains("/4] racy.ptx: r: refuted (race), "), "{}", table.err);
    // The findings of each kernel, with `--full` or if each file is named.
    for line in ["check . --full --block 32", "check fine.ptx racy.ptx --block 32"] {
        let whole = folder.words(line).out;
        assert!(
            whole.contains("thread 0 and thread 1 both write") && whole.contains("kernel f (fine.ptx)"),
            "{whole}"
        );
    }
}

#[test]
fn the_command_of_a_line_shows_its_kernel() {
    let folder = tree("commands", &[("in/both.ptx", both("one", "other")), ("in/x.ptx", fine("x"))]);
    let table = folder.words("check in --block 32 --within-cta").out;
    for line in [
        "raddle check in/both.ptx --block=32 --within-cta --kernel one\n",
        "raddle check in/x.ptx --block=32 --within-cta\n",
    ] {
        assert!(table.contains(line), "{table}");
        let shown = folder.words(line.strip_prefix("raddle ").expect("a command").trim_end());
        assert!(shown.out.starts_with("kernel ") && shown.code == Some(0), "{}", shown.out);
    }
    let all = folder.words("check in --block 32 --within-cta").out;
    assert!(
        all.contains("--kernel other\n") && all.contains("raddle check in/x.ptx --block=32 --within-cta\n"),
        "{all}"
    );
}

#[test]
fn a_configuration_gives_launches() {
    let config = r#"
[[check]]
path = "**/*.ptx"
block = 64

[[check]]
path = "in"
block = [8, 4]
launches = [{ grid = 2 }, { grid = "2,2", args = { n = 5 } }]

[[check]]
path = "two.ptx"
kernel = "second"
flags = "--block 96 --warp-size 16"

[[check]]
path = "two.ptx"
warp-synchronous = true
"#;
    let folder = tree(
        "config",
        &[
            ("raddle.toml", config.to_owned()),
            ("a.ptx", fine("a")),
            ("two.ptx", both("first", "second")),
            ("in/deep/b.ptx", fine("b")),
        ],
    );
    let all = [
        "a.ptx a [64,1,1]",
        "in/deep/b.ptx b [8,4,1]",
        "in/deep/b.ptx b [8,4,1]",
        "two.ptx first [64,1,1]",
        "two.ptx second [96,1,1]",
    ];
    assert_eq!(checked(&folder, "check ."), all);
    let report = json(&folder.words("check . --format json"));
    let launch = |at: usize| report["kernels"][at]["launch"].to_string();
    assert!(launch(2).contains("\"5\"") && !launch(1).contains("\"5\""), "{}", launch(2));
    let options = |at: usize| report["kernels"][at]["launch"]["options"].to_string();
    assert!(options(4).contains("16") && options(4) != options(3), "{}", options(4));
    // An entry without a kernel is about all, those with entries of their own too.
    assert!(options(3).contains("true") && options(4).contains("true"), "{} {}", options(3), options(4));
    // The command line wins.
    let line = "check two.ptx in --block 32 --grid 7";
    let own = [
        "two.ptx first [32,1,1]",
        "two.ptx second [32,1,1]",
        "in/deep/b.ptx b [32,1,1]",
        "in/deep/b.ptx b [32,1,1]",
    ];
    assert_eq!(checked(&folder, line), own);
    assert_eq!(checked(&folder, "check two.ptx --kernel second"), ["two.ptx second [96,1,1]"]);
    assert_eq!(checked(&folder, "check two.ptx --kernel first"), ["two.ptx first [64,1,1]"]);
    assert_eq!(checked(&folder, "check two.ptx --except second"), ["two.ptx first [64,1,1]"]);
    // One file finds it too, from below; another one can be named.
    assert_eq!(checked(&folder, "check in/deep/b.ptx").len(), 2);
    folder.file("other.toml", "[[check]]\npath = \"*.ptx\"\nblock = 128\n");
    assert_eq!(checked(&folder, "check a.ptx --config other.toml"), ["a.ptx a [128,1,1]"]);
    // The nearest one counts.
    folder.file("in/raddle.toml", "[[check]]\npath = \"deep/*\"\nblock = 160\n");
    assert_eq!(checked(&folder, "check in/deep/b.ptx"), ["in/deep/b.ptx b [160,1,1]"]);
}

#[test]
fn paths_in_a_configuration_are_below_its_folder() {
    let folder = tree(
        "paths",
        &[
            ("in/raddle.toml", "[[check]]\npath = \"k.cu\"\nblock = 32\ninclude = \"headers\"\n".to_owned()),
            ("in/k.cu", "#include \"h.h\"\n__global__ void k(int *a) { a[threadIdx.x] = N; }\n".to_owned()),
            ("in/headers/h.h", "#define N 1\n".to_owned()),
        ],
    );
    folder.each(&[("check in", 0, "5 proved"), ("check in/k.cu", 0, "5 proved")]);
}

#[test]
fn a_configuration_is_about_what_is_below_it() {
    let folder = tree(
        "below",
        &[
            ("in/raddle.toml", "[[check]]\npath = \"**/*.ptx\"\nblock = 32\n".to_owned()),
            ("in/k.ptx", fine("k")),
            ("out.ptx", fine("o")),
        ],
    );
    folder.each(&[
        ("check in/k.ptx --config in/raddle.toml", 0, "5 proved"),
        (
            "check out.ptx --config in/raddle.toml",
            0,
            "in/raddle.toml does not apply to `out.ptx`: it covers only files below",
        ),
    ]);
    // A link lies where it is.
    #[cfg(unix)]
    {
        let link = |to: &str, at: &str| {
            std::os::unix::fs::symlink(folder.0.join(to), folder.0.join(at)).expect("a link");
        };
        link("out.ptx", "in/link.ptx");
        fs::create_dir(folder.0.join("far")).expect("a folder");
        folder.file("far/f.ptx", fine("f"));
        link("far", "in/near");
        let all = ["in/k.ptx k [32,1,1]", "in/link.ptx o [32,1,1]", "in/near/f.ptx f [32,1,1]"];
        assert_eq!(checked(&folder, "check in"), all);
    }
}

/// What an entry gives for parameters is for its kernels that have them.
#[test]
fn an_entry_gives_to_the_kernels_that_have_the_parameter() {
    let other = |name: &str| fine(name).replace("u32 n", "u32 m");
    let two = fine("first") + other("second").trim_start_matches(HEADER);
    let files = [("two.ptx", two), ("in/one.ptx", other("one"))];
    let folder = tree("if_there", &files);
    let config = |lines: &str| folder.file("raddle.toml", format!("[[check]]\nblock = 32\n{lines}\n"));
    // A list of kernels, all kernels of a file, several files, launches.
    for lines in [
        "path = \"two.ptx\"\nkernel = [\"first\", \"second\"]\nargs = { n = 3 }",
        "path = \"two.ptx\"\nargs = { n = 3, m = 4 }",
        "path = \"**/*.ptx\"\nargs = { n = 3 }\nbuffers = { a = 64 }",
        "path = \"**/*.ptx\"\nlaunches = [{ args = { n = 3 } }, { grid = 2 }]",
        "path = \"*.ptx\"\nargs = { n = 3 }\n[[check]]\npath = \"two.ptx\"\nkernel = \"second\"\ngrid = 4",
    ] {
        config(lines);
        let files = if lines.contains("**") { "." } else { "two.ptx" };
        let ran = folder.words(&format!("check {files} --full --property deadlock"));
        assert_eq!(ran.code, Some(0), "{lines}: {}{}", ran.out, ran.err);
        assert!(ran.out.contains("n = 3") && !ran.out.contains("no kernel"), "{lines}: {}", ran.out);
    }
    // None has it: an error if all were checked, also with a cache.
    config("path = [\"two.ptx\", \"in/**\"]\nargs = { n = 3, q = 4 }");
    for line in ["check .", "check . --cache kept", "check . --cache kept", "check . --format json"] {
        folder.each(&[(
            &format!("{line} --property deadlock"),
            3,
            "no kernel of this entry has a parameter `q`",
        )]);
    }
    folder.each(&[
        ("check . --property deadlock", 3, "raddle.toml:4:17"),
        ("check . --property deadlock --partition 1/2", 0, "raddle.toml:4: no kernel that was checked has"),
        ("check two.ptx --property deadlock", 0, "no kernel that was checked has a parameter `q`"),
        // On the command line it is an error as before, whatever the file says.
        ("check in/one.ptx --property deadlock --arg n=1", 3, "`one` has no parameter `n`"),
    ]);
}

#[test]
fn a_wrong_configuration_is_told_with_its_place() {
    let folder = tree("wrong", &[("k.ptx", fine("k"))]);
    for (text, place, says) in [
        ("[[check]]\npath = \"*.ptx\"\nblok = 64\n", "raddle.toml:3:1", "unknown key `blok`"),
        ("[[check]]\npath = \"*.ptx\"\nblock = 0\n", "raddle.toml:3:9", "a size is at least 1"),
        (
            "[[check]]\npath = \"*.ptx\"\nblock = { x = 1 }\n",
            "raddle.toml:3:9",
            "`block` does not accept a table like this",
        ),
        (
            "[[check]]\npath = \"*.ptx\"\nmay-alias = 1\n",
            "raddle.toml:3:13",
            "`may-alias` must be true or false",
        ),
        (
            "[[check]]\npath = \"*.ptx\"\nargs = { n = [1] }\n",
            "raddle.toml:3:8",
            "`args` does not accept a table like this",
        ),
        ("[[check]]\npath = \"*.ptx\"\nproperty = \"rase\"\n", "raddle.toml:3:12", "rase"),
        ("[[check]]\npath = \"*.ptx\"\nflags = \"--blok 3\"\n", "raddle.toml:3:9", "--blok"),
        (
            "[[check]]\npath = \"*.ptx\"\nflags = \"other.ptx\"\n",
            "raddle.toml:3:9",
            "only options can be given here",
        ),
        (
            "[[check]]\npath = \"*.ptx\"\nsolver = \"rm -r x\"\n",
            "raddle.toml:3:10",
            "on the command line only",
        ),
        (
            "[[check]]\npath = \"*.ptx\"\nflags = [\"--solver\", \"x\"]\n",
            "raddle.toml:3:9",
            "on the command line only",
        ),
        (
            "[[check]]\npath = \"*.ptx\"\nflags = \"--jobs 2\"\n",
            "raddle.toml:3:9",
            "`jobs` can be given on the command line only",
        ),
        ("[[check]]\npath = \"*.ptx\"\njobs = 2\n", "raddle.toml:3:1", "unknown key `jobs`"),
        ("[[check]]\npath = \"a[\"\n", "raddle.toml:2:8", "a["),
        ("[[check]]\npath = 3\n", "raddle.toml:2:8", "expected a string in quotes"),
        ("\n[[check]]\nblock = 64\n", "raddle.toml:2", "an entry needs a `path`"),
        ("[[chek]]\npath = \"*.ptx\"\n", "raddle.toml:1:3", "unknown key `chek`"),
        ("[[check]]\npath = \"*.ptx\"\nlaunches = [64]\n", "raddle.toml:3:13", "a launch must be a table"),
        ("[[check]]\npath = \"*.ptx\n", "raddle.toml:2", "error[input/config]"),
    ] {
        folder.file("raddle.toml", text);
        let ran = folder.words("check k.ptx");
        assert_eq!(ran.code, Some(3), "{text}{}", ran.out);
        assert!(ran.out.contains(place) && ran.out.contains(says), "{text}{}", ran.out);
        assert!(!ran.out.contains("kernel k"), "nothing is checked: {}", ran.out);
    }
    folder.file("raddle.toml", "[[check]]\npath = \"*.ptx\"\nblock = 64\n[[check]]\npath = \"x/*.ptx\"\n");
    folder.each(&[
        ("check k.ptx", 0, "note: raddle.toml:5: the pattern `x/*.ptx` matches no file"),
        ("check k.ptx --config none.toml", 3, "cannot read `none.toml`"),
    ]);
    // That no kernel of this run is meant is nothing to tell.
    let quiet = folder.words("check k.ptx");
    assert!(!quiet.out.contains("`*.ptx`"), "{}", quiet.out);
}

#[test]
fn parts_are_all_checks_together() {
    let mut files: Vec<(String, String)> =
        (0..5).map(|n| (format!("k{n}.ptx"), fine(&format!("k{n}")))).collect();
    let config = "[[check]]\npath = \"k1.ptx\"\nlaunches = [{ block = 32 }, { block = 64 }]\n[[check]]\npath = \"k[02-4].ptx\"\nblock = 96\n";
    files.push(("raddle.toml".to_owned(), config.to_owned()));
    let files: Vec<(&str, String)> = files.iter().map(|(name, text)| (name.as_str(), text.clone())).collect();
    let folder = tree("parts", &files);
    let mut whole = checked(&folder, "check .");
    assert_eq!(whole.len(), 6);
    let parts: Vec<Vec<String>> =
        (1..=4).map(|part| checked(&folder, &format!("check . --partition {part}/4"))).collect();
    assert!(parts.iter().all(|part| (1..=2).contains(&part.len())), "{parts:?}");
    let mut together = parts.concat();
    together.sort();
    whole.sort();
    assert_eq!(together, whole);
    folder.each(&[
        ("check . --partition 5/4", 3, "such as 2/8"),
        ("check . --partition 7/7", 2, "nothing asked"),
    ]);
}

#[test]
fn a_result_is_kept_until_something_changes() {
    let source = "#include \"h.h\"\n__global__ void k(int *a, const int *b) {\n    a[b[0] + threadIdx.x % N] = threadIdx.x;\n}\n";
    let folder = tree(
        "cache",
        &[
            ("k.cu", source.to_owned()),
            ("h.h", "#define N 64\n".to_owned()),
            ("racy.ptx", kernel("r", RACY)),
            ("wrong.ptx", "this is no PTX".to_owned()),
        ],
    );
    let line = "check k.cu --block 64 --within-cta --cache cache";
    let cached = |line: &str, is: bool, code: i32| {
        let ran = folder.words(line);
        assert_eq!(ran.code, Some(code), "{line}\n{}{}", ran.out, ran.err);
        assert_eq!(ran.out.contains("  cached"), is, "{line}\n{}{}", ran.out, ran.err);
        ran
    };
    let first = cached(line, false, 0);
    let second = cached(line, true, 0);
    let before_time = |text: &str| text.split("  verdict ").next().map(str::to_owned);
    assert_eq!(before_time(&first.out), before_time(&second.out));
    // Each option counts, and what has been keeps.
    cached(&format!("{line} --strict-benign"), false, 0);
    cached("check k.cu --block 96 --cache cache", false, 1);
    cached(line, true, 0);
    cached("check k.cu --block=64 --within-cta --cache cache --jobs 1", true, 0);
    assert_eq!(entries(&folder).len(), 3);
    // A header, and the source.
    folder.file("h.h", "#define N 32\n");
    cached(line, false, 1);
    folder.file("h.h", "#define N 64\n");
    cached(line, true, 0);
    folder.file("k.cu", source.replace("% N", "% 16"));
    cached(line, false, 1);
    // Errors are not kept; the findings of a kept result show their lines.
    let all = "check racy.ptx wrong.ptx --block 32 --cache cache";
    let fresh = cached(all, false, 3);
    let kept = cached(all, true, 3);
    assert_eq!(before_time(&fresh.out), before_time(&kept.out));
    assert!(
        kept.out.contains("error[input/syntax]") && kept.out.contains("1 check from the cache"),
        "{}",
        kept.out
    );
}

/// A source that is compiled twice, for the device and for the host, and not again while nothing changes.
#[cfg(unix)]
#[test]
fn no_compiler_is_started_for_what_is_kept() {
    use std::os::unix::fs::PermissionsExt;
    let source = "#include \"my head.h\"\n__global__ void k(int *a) { a[threadIdx.x % N] = threadIdx.x; }\n\
        int main() { k<<<2, N>>>(nullptr); }\n";
    let folder = tree("compiled", &[("k.cu", source.to_owned()), ("my head.h", "#define N 64\n".to_owned())]);
    folder.file("clang", "#!/bin/sh\necho run >> starts.txt\nexec clang-19 \"$@\"\n");
    let clang = folder.0.join("clang");
    fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).expect("a program");
    let starts = || fs::read_to_string(folder.0.join("starts.txt")).map_or(0, |text| text.lines().count());
    let check = |line: &str, code: i32, says: &str| {
        let before = starts();
        let ran = folder.raddle_with(&[("RADDLE_CLANG", clang.as_os_str())], line.split_whitespace());
        assert_eq!(ran.code, Some(code), "{line}\n{}{}", ran.out, ran.err);
        assert!(ran.one_line().contains(says), "{line}\n{}{}", ran.out, ran.err);
        starts() > before
    };
    let line = "check k.cu --within-cta --cache cache";
    assert!(check(line, 0, "1 proved"));
    assert!(!check(line, 0, "cached"));
    // Another check of the same code.
    assert!(!check("check k.cu --within-cta --strict-benign --cache cache", 0, "1 proved"));
    // Another file, other code, and another compiler.
    folder.file("my head.h", "#define N 32\n");
    assert!(check(line, 0, "1 proved"));
    assert!(!check(line, 0, "cached"));
    assert!(check(&format!("{line} -D M=1"), 0, "1 proved"));
    folder.file("clang", "#!/bin/sh\n# another\necho run >> starts.txt\nexec clang-19 \"$@\"\n");
    assert!(check(line, 0, "cached"));
}

#[test]
fn contents_of_buffers_count() {
    let folder = Folder::new("contents");
    folder.kernel(
        ".reg .b32 %r; .reg .b64 %d; .reg .pred %p; ld.param.u64 %d, [a]; ld.global.u32 %r, [%d];
        setp.eq.u32 %p, %r, 0; @%p bra E; bar.sync 0; E: ret;",
    );
    let npy = |element: u8| {
        let header = "{'descr': '<i4', 'fortran_order': False, 'shape': (1,), }";
        let mut bytes = b"\x93NUMPY\x01\x00\x76\x00".to_vec();
        bytes.extend(format!("{header:117}\n").bytes());
        bytes.extend([element, 0, 0, 0]);
        bytes
    };
    let line = "check k.ptx --block 32 --buffer a=a.npy --cache cache";
    for (element, cached) in [(0, false), (0, true), (1, false), (0, true)] {
        folder.file("a.npy", npy(element));
        let ran = folder.words(line);
        assert_eq!(ran.out.contains("  cached"), cached, "{element}: {}{}", ran.out, ran.err);
    }
}

#[test]
fn a_damaged_result_is_ignored() {
    let folder = tree("damaged", &[("k.ptx", kernel("k", RACY))]);
    let line = "check k.ptx --block 32 --cache cache";
    folder.each(&[(line, 1, "1 refuted"), (line, 1, "  cached")]);
    let entry = entries(&folder).into_iter().next().expect("an entry");
    let text = fs::read_to_string(&entry).expect("the entry");
    assert!(text.contains("thread 1"));
    for damaged in [
        text.replace("\"refuted\"", "\"proved\""),
        text.replace("thread 1", "thread 2"),
        text[..text.len() / 2].to_owned(),
        String::new(),
    ] {
        fs::write(&entry, damaged).expect("the entry");
        let ran = folder.words(line);
        assert_eq!(ran.code, Some(1), "{}", ran.out);
        assert!(
            ran.err.contains("warning: the cached result") && !ran.out.contains("  cached"),
            "{}",
            ran.err
        );
        folder.each(&[(line, 1, "  cached")]);
    }
    folder.file("file", "");
    folder.each(&[("check k.ptx --block 32 --cache file/in", 3, "--cache file/in")]);
}

#[test]
fn a_run_that_is_stopped_goes_on_where_it_was() {
    let folder = tree("resume", &[("a.ptx", fine("a")), ("b.ptx", fine("b")), ("c.ptx", kernel("c", SLOW))]);
    let line = "check . --block 32 --cache cache --jobs 1 --timeout 2 --steps 1000000000000";
    let mut run = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(&folder.0)
        .args(line.split(' '))
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("raddle starts");
    for _ in 0..2000 {
        if entries(&folder).len() == 2 {
            break;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    // The third one has begun.
    std::thread::sleep(Duration::from_millis(500));
    run.kill().expect("it still runs");
    run.wait().expect("it has ended");
    // The check that was going on has ended with the run.
    std::thread::sleep(Duration::from_secs(4));
    assert_eq!(entries(&folder).len(), 2);
    let again = folder.words(line);
    assert_eq!(again.code, Some(2), "{}{}", again.out, again.err);
    assert_eq!(again.out.matches("  cached").count(), 2, "{}", again.out);
    assert_eq!(entries(&folder).len(), 3);
}

/// A compiler that kills its caller stands for anything that may end a process: the other checks continue.
#[cfg(unix)]
#[test]
fn a_check_that_breaks_off_ends_no_other() {
    use std::os::unix::fs::PermissionsExt;
    let source = "__global__ void k(int *a) { a[threadIdx.x] = 1; }\n".to_owned();
    let folder = tree(
        "crash",
        &[("a.ptx", fine("a")), ("b.cu", source), ("c.ptx", fine("c")), ("clang", String::new())],
    );
    let clang = folder.0.join("clang");
    folder.file("clang", "#!/bin/sh\nkill -ABRT $PPID\n");
    fs::set_permissions(&clang, fs::Permissions::from_mode(0o755)).expect("a program");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(&folder.0)
        .args(["check", ".", "--block", "32", "--cache", "cache"])
        .env("RADDLE_CLANG", &clang)
        .output()
        .expect("raddle runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{text}");
    assert!(text.contains("error[internal/crash]: raddle itself failed while it checked `b.cu`"), "{text}");
    assert!(text.contains("SIGABRT"), "{text}");
    assert!(
        text.contains("2 kernels of 3 files: 2 proved, 0 refuted, 0 not decided; 1 check with an error"),
        "{text}"
    );
    // What broke off is tried again.
    folder.each(&[(
        "check . --block 32 --cache cache",
        0,
        "3 kernels of 3 files: 3 proved, 0 refuted, 0 not decided; 2 checks from",
    )]);
}

#[test]
fn a_report_is_the_same_however_it_is_made() {
    let folder = tree(
        "same",
        &[
            ("a.ptx", both("x", "y")),
            ("b.ptx", kernel("r", RACY)),
            ("c.cu", "__global__ void c(int *a) { a[threadIdx.x / 2] = threadIdx.x; }\n".to_owned()),
        ],
    );
    for format in ["json", "sarif"] {
        let line = format!("check . --block 32 --format {format}");
        let one = folder.words(&format!("{line} --jobs 1"));
        assert_eq!(one.code, Some(1), "{}", one.err);
        for other in ["--jobs 3", "--cache cache", "--cache cache", "--graph g.json"] {
            let ran = folder.words(&format!("{line} {other}"));
            let (mut left, mut right) = (json(&one), json(&ran));
            // A note names the graph.
            for report in [&mut left, &mut right] {
                report.as_object_mut().map(|report| report.remove("notes"));
            }
            assert_eq!(left, right, "{other}");
        }
    }
}

#[test]
fn witnesses_of_many_do_not_meet() {
    let folder = tree("witnesses", &[("a.ptx", kernel("r", RACY)), ("b.ptx", kernel("r", RACY))]);
    let line = "check . --block 32 --witnesses w --cache cache";
    for _ in 0..2 {
        let _ = fs::remove_dir_all(folder.0.join("w"));
        folder.each(&[(line, 1, "2 refuted")]);
        folder.each(&[
            ("replay w/a_ptx/r-race-write-write-1.json", 1, "a.ptx"),
            ("replay w/b_ptx/r-race-write-write-1.json", 1, "b.ptx"),
        ]);
    }
}

/// Who can write to the folder can plant results.
#[cfg(unix)]
#[test]
fn results_that_others_can_write_are_not_believed() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tree("planted", &[("k.ptx", kernel("k", RACY))]);
    let line = "check k.ptx --block 32 --cache cache";
    folder.each(&[(line, 1, "1 refuted"), (line, 1, "  cached")]);
    let set = |path: &std::path::Path, mode| {
        fs::set_permissions(path, fs::Permissions::from_mode(mode)).expect("permissions");
    };
    let cache = folder.0.join("cache");
    for mode in [0o770, 0o707, 0o1777] {
        set(&cache, mode);
        folder.each(&[(line, 3, "other users can write to it"), (line, 3, "chmod go-w")]);
    }
    set(&cache, 0o755);
    let entry = entries(&folder).into_iter().next().expect("an entry");
    set(&entry, 0o622);
    let ran = folder.words(line);
    assert!(ran.err.contains("other users can write to it") && !ran.out.contains("  cached"), "{}", ran.err);
    folder.each(&[(line, 1, "  cached")]);
    fs::remove_file(&entry).expect("the entry");
    std::os::unix::fs::symlink("/dev/zero", &entry).expect("a link");
    let ran = folder.words(line);
    assert!(ran.err.contains("it is not a regular file"), "{}", ran.err);
}
