//! Bad input as users give it: each is a clear error or an honest `Unknown`, with the right exit code, in
//! bounded time and memory; never a panic.
//!
//! 3 is the input or the command line, 2 is unknown, 1 refuted, 0 proved. See also kernels/input.

use crate::common::{Folder, HEADER, kernel};
use serde_json::{Value, json};
use std::ffi::OsStr;
use std::fs;
use std::process::{Command, Stdio};

/// A body that stores to `a[tid.x]`.
const STORE: &str = ".reg .b64 %d<3>; .reg .b32 %r<3>;
    ld.param.u64 %d0, [a]; ld.param.u32 %r0, [n]; mov.u32 %r1, %tid.x;
    mad.wide.u32 %d1, %r1, 4, %d0; st.global.u32 [%d1], %r0; ret;";

/// Bytes that look like nothing, the same every time.
fn noise() -> Vec<u8> {
    let mut state = 1_u32;
    let mut next = || {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 24) as u8
    };
    (0..10_000).map(|_| next()).collect()
}

#[test]
fn files() {
    let folder = Folder::new("files");
    for extension in ["ptx", "rir", "cu", "cl"] {
        folder.file(&format!("empty.{extension}"), "");
        folder.file(&format!("noise.{extension}"), noise());
        fs::create_dir(folder.0.join(format!("folder.{extension}"))).expect("a folder");
        folder.each(&[
            (&format!("check empty.{extension} --block 32"), 3, "error[input/"),
            (&format!("check noise.{extension} --block 32"), 3, "error[input/"),
            (&format!("check folder.{extension} --block 32"), 3, "there is no kernel file below"),
            (&format!("ir folder.{extension}"), 3, "directory"),
            (&format!("check missing.{extension} --block 32"), 3, "No such file"),
            (&format!("ir missing.{extension}"), 3, "No such file"),
        ]);
    }
    folder.file("zeros.ptx", [0; 5000]);
    folder.file("name.txt", "");
    folder.file(
        "unpaired.rir",
        "module ptx address 64\nkernel \"k\" {\nblock0():\n  v1 = add i32 v0, v0\n  return\n}\n",
    );
    folder.each(&[
        ("check zeros.ptx", 3, "expected `.version`"),
        ("check name.txt", 3, "kernel files end in .cu"),
        ("check unpaired.rir --block 32", 3, "unpaired.rir"),
        ("replay noise.ptx", 3, "cannot replay"),
        ("replay missing.json", 3, "cannot replay"),
    ]);
}

#[test]
fn texts() {
    let folder = Folder::new("texts");
    folder.kernel(STORE);
    let whole = kernel("k", STORE);
    for (name, text) in [
        ("truncated", &whole[..whole.len() - 10]),
        ("directive", &format!("{HEADER}.teleport 5;\n")),
        ("nested", &format!("{HEADER}.entry k() {}{}", "{".repeat(100_000), "}".repeat(100_000))),
        ("brackets", &kernel("k", &format!("mov.u32 %r, {}1;", "(".repeat(100_000)))),
        ("recursion", &format!("{HEADER}.func f() {{ call f; ret; }} .entry k() {{ call f; ret; }}")),
        ("no_body", &format!("{HEADER}.extern .entry k();")),
        ("twice", &format!("{whole}{}", &whole[HEADER.len()..])),
    ] {
        folder.file(&format!("{name}.ptx"), text);
    }
    let doubling: String =
        (1..50).map(|n| format!(".func f{n}() {{ call f{}; call f{}; }}\n", n - 1, n - 1)).collect();
    folder
        .file("doubling.ptx", format!("{HEADER}.func f0() {{ ret; }}\n{doubling}.entry k() {{ call f49; }}"));
    let registers: String = (0..5000).map(|n| format!(".reg .b32 a{n};\n")).collect();
    let doubling: String =
        (1..19).map(|n| format!(".func f{n}() {{ call f{}; call f{}; }}\n", n - 1, n - 1)).collect();
    folder.file(
        "registers.ptx",
        format!("{HEADER}.func f0() {{ {registers} ret; }}\n{doubling}.entry k() {{ call f18; }}"),
    );
    folder.each(&[
        ("check truncated.ptx", 3, "truncated.ptx:7:59"),
        ("check directive.ptx", 3, "directive.ptx:4:1"),
        ("check nested.ptx", 3, "levels of nesting"),
        ("check brackets.ptx", 3, "levels of nesting"),
        ("check recursion.ptx --block 32", 3, "f calls f"),
        ("check no_body.ptx", 3, "has no kernel"),
        ("check twice.ptx", 3, "declared twice"),
        ("check doubling.ptx --block 32", 3, "too large"),
        ("check registers.ptx --block 32", 3, "too large"),
        ("check k.ptx missing.ptx --block 32", 3, "race"),
    ]);
    folder.file(
        "irreducible.cu",
        "__global__ void k(int *out, const int *in, int n) {\n  int i = n;\n  if (in[threadIdx.x] > 3) goto second;\nfirst:\n  \
         out[i * 64 + threadIdx.x] = i;\n  i++;\nsecond:\n  out[i * 128 + threadIdx.x] = i;\n  if (in[i] > 4) goto first;\n}\n",
    );
    folder.file(
        "unknown_function.cu",
        "__device__ int f(int *p);\n__global__ void k(int *p) { p[f(p)] = 1; }\n",
    );
    folder.each(&[
        ("check irreducible.cu --block 64 --grid 1", 2, "irreducible.cu:9:"),
        ("check irreducible.cu --block 64 --grid 1", 2, "is irreducible: the edge from"),
        ("check unknown_function.cu --block 64 --grid 1", 2, "a call of `f`, which has no body here"),
    ]);
    folder.file("wrong.cu", "__global__ void k(int *p) { p[0] = undeclared; }\n");
    folder.each(&[("check wrong.cu --block 32", 3, "use of undeclared identifier 'undeclared'")]);
}

#[test]
fn command_lines() {
    let folder = Folder::new("command_lines");
    folder.kernel(STORE);
    folder.file("noise.npy", noise());
    folder.file("values.cu", "__global__ void k(int *p, bool b, float f) { if (b) p[threadIdx.x] = f; }\n");
    folder.each(&[
        ("", 3, "Usage"),
        ("chekc k.ptx", 3, "check"),
        ("check", 3, "FILE"),
        ("check k.ptx", 0, "any CTA size in x"),
        ("check k.ptx --blok 3", 3, "--block"),
        ("check k.ptx --block 0", 3, "at least 1"),
        ("check k.ptx --block 1025", 3, "GPUs allow at most 1024 threads"),
        ("check k.ptx --block 65536,2 --beyond-limits", 0, "GPUs allow at most 1024 threads"),
        ("check k.ptx --beyond-limits --block 4294967295,4294967295,4294967295", 3, "fewer than 2^31"),
        ("check k.ptx --block 1,2,3,4", 3, "three numbers"),
        ("check k.ptx --block 3*", 3, "one to three numbers"),
        ("check k.ptx --block 32 --grid 0", 3, "at least 1"),
        ("check k.ptx --block 32 --grid 2 --cta 5", 3, "there is no CTA (5, 0, 0) in a grid"),
        ("check k.ptx --block 32 --cta all", 3, "--grid"),
        ("check k.ptx --block 32 --grid 4294967295,4294967295,4294967295 --cta all", 0, "every"),
        ("check k.ptx --block 32 --warp-size 33", 3, "1..=32"),
        ("check k.ptx --block 32 --property rase", 3, "the properties are race"),
        ("check k.ptx --block 32 --property coalescing", 2, "no method"),
        ("check k.ptx --block 32 --kernel nope", 3, "its kernels are `k`"),
        ("check k.ptx --block 32 --arg n", 3, "NAME=VALUE"),
        ("check k.ptx --block 32 --arg z=1", 3, "its parameters are"),
        ("check k.ptx --block 32 --arg 99999999999999999999=1", 3, "no parameter"),
        ("check k.ptx --block 32 --arg n=many", 3, "it is not an integer"),
        ("check k.ptx --block 32 --arg n=4294967296", 3, "does not fit"),
        ("check k.ptx --arg n=many", 3, "it is not an integer"),
        ("check values.cu --block 32 --grid 1 --arg b=2", 3, "neither 0 (false) nor 1 (true)"),
        ("check values.cu --block 32 --grid 1 --arg b=true --arg f=-inf", 0, "f = -inf"),
        ("check values.cu --block 32 --grid 1 --arg f=1e50", 3, "does not fit"),
        ("check k.ptx --block 32 --buffer a=many", 3, "a number of elements"),
        ("check k.ptx --block 32 --buffer a=18446744073709551615", 3, "too large"),
        ("check k.ptx --block 32 --buffer a=4611686018427387903", 3, "too large"),
        ("run k.ptx --block 32 --arg n=7 --buffer a=100000000000000", 3, "too large"),
        ("check k.ptx --block 32 --dynamic-shared 18446744073709551615", 3, "are not possible"),
        ("check k.ptx --block 32 --buffer a=missing.npy", 3, "No such file"),
        ("check k.ptx --block 32 --solver=", 3, "empty"),
        ("check k.ptx --block 32 --keep-queries k.ptx/in", 3, "--keep-queries"),
        ("check k.ptx --block 32 --buffer a=noise.npy", 3, "noise.npy"),
        ("check k.ptx --block 32 --arg a=0 --buffer a=4", 3, "both"),
        (
            "check k.ptx --block 32 --buffer n=4",
            3,
            "`n` takes no buffer: it has 32 bits, and an address has 64",
        ),
        ("check k.ptx --block 32 --steps 0", 0, "proved"),
        ("check k.ptx --block 32 --timeout nan", 3, "seconds"),
        ("check k.ptx --block 32 --format xml", 3, "sarif"),
        ("explain nope", 3, "no rule"),
        ("check k.ptx --block 32 --steps 18446744073709551615", 3, "1000000000000"),
        ("check k.ptx --block 32 --cta 4294967295", 3, "there is no CTA"),
        ("run k.ptx --beyond-limits --block 1000000 --arg n=7 --buffer a=64", 3, "more than 65536 threads"),
        (
            "run k.ptx --beyond-limits --block 1024,1024,64 --arg n=7 --buffer a=64",
            3,
            "give a smaller CTA size",
        ),
        ("run k.ptx --block 32", 3, "`n` is not given"),
        ("run k.ptx --block 32 --arg n=7 --buffer a=1000000000000 --show 2", 0, "a: i32 [7, 7]"),
        (
            "run k.ptx --block 32 --arg n=7 --buffer a=30",
            1,
            "thread 30 accesses 4 bytes at byte 120 of `a`, which has 120 bytes",
        ),
        (
            "run k.ptx --block 32 --arg n=7 --buffer a=32 --grid 4294967295,4294967295 --steps 50000",
            2,
            "steps",
        ),
    ]);
}

/// What the compiler says is shown as it is; where its first error is, programs get to know as of other errors.
#[test]
fn an_error_of_the_compiler_has_its_place() {
    let folder = Folder::new("compiler");
    folder.file("h.h", "int f() { return none; }\n");
    folder.file("k.cu", "__global__ void k(int *a) {\n    a[0] = undeclared;\n    a[1] = other;\n}\n");
    folder.file("l.cu", "#include \"h.h\"\n__global__ void k() {}\n");
    for (file, place, at, what) in [
        ("k.cu", "k.cu", [2, 12], "use of undeclared identifier 'undeclared'"),
        ("l.cu", "./h.h", [1, 18], "use of undeclared identifier 'none'"),
    ] {
        let read = |format: &str| -> Value {
            let ran = folder.words(&format!("check {file} --format {format}"));
            assert_eq!(ran.code, Some(3), "{}{}", ran.out, ran.err);
            serde_json::from_str(&ran.out).expect("JSON")
        };
        let report = read("json");
        let label = &report["errors"][0]["labels"][0];
        let location = &label["location"];
        assert_eq!((&label["text"], &label["primary"]), (&json!(what), &json!(true)), "{report:#}");
        assert_eq!(
            json!([location["file"], location["line"], location["column"]]),
            json!([place, at[0], at[1]])
        );
        let log = read("sarif");
        let notification = &log["runs"][0]["invocations"][0]["toolExecutionNotifications"][0];
        let physical = &notification["locations"][0]["physicalLocation"];
        assert_eq!(physical["artifactLocation"]["uri"], place);
        assert_eq!(physical["region"], json!({ "startLine": at[0], "startColumn": at[1] }));
        let human = folder.words(&format!("check {file}")).out;
        assert_eq!(human.matches(what).count(), 1, "{human}");
    }
}

#[test]
fn endless_loops() {
    // Whether the loop ends is another question.
    const OF_THREADS: &str = "deadlock,barrier-reuse,divergence,race";
    let folder = Folder::new("endless_loops");
    for (name, body, code) in [
        // No thread waits or accesses memory.
        ("nothing", "L: bra L;", 0),
        ("barrier", "L: bar.sync 0; bra L;", 2),
        ("load", ".shared .b32 s; .reg .b32 %r; L: ld.shared.b32 %r, [s]; bra L;", 2),
    ] {
        folder.file(&format!("{name}.ptx"), kernel("k", body));
        folder.each(&[(
            &format!("check {name}.ptx --block 64 --steps 100000 --property {OF_THREADS}"),
            code,
            "100,000 steps",
        )]);
    }
}

/// What does not fit into memory is not asked for.
#[test]
fn sizes() {
    let folder = Folder::new("sizes");
    for (name, body) in [
        ("local", ".local .b8 s[4000000000]; st.local.b32 [s+3999999996], 1; ret;"),
        ("registers", ".reg .b32 %r<4000000000>; mov.u32 %r3999999999, 1; ret;"),
    ] {
        folder.file(&format!("{name}.ptx"), kernel("k", body));
        let ran = folder.words(&format!("check {name}.ptx --block 32"));
        assert!(ran.code.is_some_and(|code| code < 3), "{name}: {}{}", ran.out, ran.err);
    }
    // No GPU has that much.
    folder.kernel(".shared .b8 s[4000000000]; st.shared.b32 [s+3999999996], 1; ret;");
    folder.each(&[("check k.ptx --block 32", 3, "4000000000 bytes of shared memory are not possible")]);
    folder.kernel(
        ".extern .shared .b32 d[]; .shared .b32 s[25000]; st.shared.b32 [s], 1; st.shared.b32 [d], 1; ret;",
    );
    folder.each(&[
        ("check k.ptx --block 1 --dynamic-shared 132448", 0, "proved"),
        ("check k.ptx --block 1 --dynamic-shared 132449", 0, "although GPUs have at most 232448"),
        ("check k.ptx --block 1 --dynamic-shared 67108865", 3, "pass a smaller --dynamic-shared"),
    ]);
}

/// 100 MB of PTX, most of it in one line, and a kernel at the end.
#[test]
fn a_large_file() {
    let folder = Folder::new("a_large_file");
    let line = "mov.u32 %r1, %tid.x; ";
    let last = kernel("k", STORE).replacen(HEADER, "", 1);
    let body = line.repeat(300_000);
    folder.file(
        "large.ptx",
        format!(
            "{HEADER}.entry big() {{ .reg .b32 %r<2>; {body} ret; }}\n// {}\n{last}",
            "x".repeat(94_000_000)
        ),
    );
    folder.each(&[("check large.ptx --kernel k --block 32", 0, "race")]);
}

#[test]
fn many_kernels() {
    let folder = Folder::new("many_kernels");
    let kernels: String = (0..2_000).map(|n| format!(".entry k{n}() {{ ret; }}\n")).collect();
    folder.file("many.ptx", format!("{HEADER}{kernels}"));
    folder.each(&[
        ("check many.ptx --block 32", 0, "k1999"),
        ("check many.ptx --block 32 --kernel k1234", 0, "kernel k1234"),
        ("check many.ptx --block 32 --kernel nope", 3, "and 1980 more"),
    ]);
}

/// A machine reads errors as well as verdicts.
#[test]
fn errors_have_every_format() {
    let folder = Folder::new("errors_have_every_format");
    for file in ["missing.ptx", "missing.cu"] {
        let json = folder.words(&format!("check {file} --format json"));
        let report: serde_json::Value = serde_json::from_str(&json.out).expect("JSON");
        assert_eq!(json.code, Some(3));
        assert_eq!(report["errors"][0]["rule"], "input/file", "{report:#}");
        let sarif = folder.words(&format!("check {file} --format sarif"));
        let log: serde_json::Value = serde_json::from_str(&sarif.out).expect("SARIF is JSON");
        assert_eq!(sarif.code, Some(3));
        let invocation = &log["runs"][0]["invocations"][0];
        let error = &invocation["toolExecutionNotifications"][0]["associatedRule"]["id"];
        assert_eq!((&invocation["exitCode"], error), (&3.into(), &"input/file".into()), "{log:#}");
    }
}

#[test]
fn witnesses_that_cannot_be_written() {
    let folder = Folder::new("witnesses");
    folder.kernel(".shared .b32 s; .reg .b32 %r; mov.u32 %r, %tid.x; st.shared.b32 [s], %r; ret;");
    folder.file("file", "");
    folder.each(&[
        ("check k.ptx --block 64 --witnesses file", 3, "cannot write witnesses into `file`"),
        ("check k.ptx --block 64 --witnesses file/below", 3, "cannot write witnesses"),
        ("check k.ptx --block 64 --witnesses new/below", 1, "race"),
    ]);
}

#[test]
fn names_of_files() {
    let folder = Folder::new("names_of_files");
    let source = "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n";
    for name in ["-dash.cu", "a \"b\" $c.cu", "@at.cu"] {
        folder.file(name, source);
        let ran = folder.raddle(["check", "--block", "32", "--", name]);
        assert_eq!(ran.code, Some(0), "{name}: {}{}", ran.out, ran.err);
    }
}

#[cfg(unix)]
#[test]
fn names_that_are_no_text() {
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new("names_that_are_no_text");
    for (name, text, code) in
        [(&b"\xff.ptx"[..], kernel("k", STORE), 0), (&b"\xff.cu"[..], "__global__ void k() {}".to_owned(), 3)]
    {
        let name = OsStr::from_bytes(name);
        // A file system may refuse such names.
        if fs::write(folder.0.join(name), text).is_ok() {
            let ran = folder.raddle([OsStr::new("check"), name, OsStr::new("--block"), OsStr::new("32")]);
            assert_eq!(ran.code, Some(code), "{}{}", ran.out, ran.err);
        }
    }
}

/// `raddle check … | head -1`: the reader goes away.
#[test]
fn a_closed_pipe() {
    let folder = Folder::new("a_closed_pipe");
    folder.kernel(STORE);
    let mut child = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(&folder.0)
        .args(["check", "k.ptx", "--block", "32"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("raddle starts");
    drop(child.stdout.take());
    let ended = child.wait_with_output().expect("raddle ends");
    assert_eq!(ended.status.code(), Some(0), "{}", String::from_utf8_lossy(&ended.stderr));
    assert!(ended.stderr.is_empty());
}

#[test]
fn colours() {
    let folder = Folder::new("colours");
    folder.kernel(STORE);
    let coloured = |name: &str, value: &str| {
        let ended = Command::new(env!("CARGO_BIN_EXE_raddle"))
            .current_dir(&folder.0)
            .args(["check", "k.ptx", "--block", "32"])
            .env_remove("NO_COLOR")
            .env("CLICOLOR_FORCE", "1")
            .env(name, value)
            .output()
            .expect("raddle runs");
        ended.stdout.contains(&0x1b)
    };
    assert!(coloured("CLICOLOR_FORCE", "1"));
    assert!(!coloured("CLICOLOR_FORCE", "0"));
    assert!(!coloured("NO_COLOR", "1"));
    assert!(coloured("NO_COLOR", ""), "an empty NO_COLOR says nothing");
}

/// What is no regular file is refused, under whatever name a user, a file or a witness names it.
#[cfg(unix)]
#[test]
fn devices_and_pipes() {
    let folder = Folder::new("devices_and_pipes");
    folder.kernel(STORE);
    let link = |name: &str| {
        let _ = fs::remove_file(folder.0.join(name));
        std::os::unix::fs::symlink("/dev/zero", folder.0.join(name)).expect("a link");
    };
    let pipe = |name: &str| {
        let _ = fs::remove_file(folder.0.join(name));
        let made = Command::new("mkfifo").arg(folder.0.join(name)).status().expect("mkfifo runs");
        assert!(made.success());
    };
    let not_regular = "it is not a regular file";
    for make in [&link as &dyn Fn(&str), &pipe] {
        for name in ["d.ptx", "d.rir", "d.cu", "d.koat", "d.npy", "d.json", "d.toml"] {
            make(name);
        }
        folder.each(&[
            ("check d.ptx --block 32", 3, not_regular),
            ("check d.rir --block 32", 3, not_regular),
            ("check d.cu --block 32", 3, not_regular),
            ("ir d.ptx", 3, not_regular),
            ("run d.ptx --block 32", 3, not_regular),
            ("terminate d.koat", 3, not_regular),
            ("replay d.json", 3, not_regular),
            ("check k.ptx --block 32 --buffer a=d.npy", 3, not_regular),
            ("check k.ptx --config d.toml", 3, not_regular),
        ]);
    }
    // A line of a file that the report would show.
    let body = ".shared .b32 s; .reg .b32 %r; .loc 1 1 1 mov.u32 %r, %tid.x; st.shared.b32 [s], %r; ret;";
    folder.file("lines.ptx", format!("{}\n.file 1 \"/dev/zero\"\n", kernel("k", body)));
    folder.each(&[("check lines.ptx --block 64", 1, "/dev/zero:1")]);
}

/// Each stage asks the clock: what there is no time for is unknown.
#[test]
fn no_time() {
    let folder = Folder::new("no_time");
    folder.kernel(STORE);
    folder.file("k.cu", "__global__ void k(int *p) { p[threadIdx.x] = 1; }\n");
    let line = "mov.u32 %r1, %tid.x; ";
    folder.file("long.ptx", kernel("k", &format!(".reg .b32 %r<2>; {} ret;", line.repeat(2000))));
    folder.each(&[
        ("check k.ptx --block 32 --timeout 0", 2, "there was not enough time to read the kernels"),
        ("check k.ptx --block 32 --timeout 0 --kernel k", 2, "unknown/limit"),
        ("check long.ptx --block 32 --timeout 0", 2, "there was not enough time to parse the file"),
        ("check k.cu --block 32 --timeout 0", 2, "there was not enough time to compile the source"),
        ("check k.ptx --block 32 --timeout 0 --format json", 2, "unknown/limit"),
    ]);
}

/// Kernels whose size or shape makes a stage slow: they come back, some without an answer.
#[test]
fn slow_kernels() {
    let folder = Folder::new("slow_kernels");
    let nest = |loops: usize| {
        let heads: String = (0..loops).map(|n| format!("mov.u32 %r{n}, 0; L{n}:\n")).collect();
        let tails: String = (0..loops)
            .rev()
            .map(|n| format!("add.u32 %r{n}, %r{n}, 1; setp.lt.u32 %p, %r{n}, %n; @%p bra L{n};\n"))
            .collect();
        let begin = ".reg .pred %p; .reg .b32 %n, %r<999>; ld.param.u32 %n, [n];";
        kernel("k", &format!("{begin} {heads} bar.sync 0; {tails} ret;"))
    };
    folder.file("nest.ptx", nest(200));
    let labels: Vec<String> = (0..5000).map(|n| format!("L{n}")).collect();
    let places: String = labels.iter().map(|label| format!("{label}: bar.sync 0;\n")).collect();
    folder.file(
        "switch.ptx",
        kernel(
            "k",
            &format!(
                ".reg .b32 %r; ld.param.u32 %r, [n]; t: .branchtargets {}; brx.idx %r, t;\n{places} ret;",
                labels.join(", ")
            ),
        ),
    );
    for name in ["nest", "switch"] {
        let ran = folder.words(&format!("check {name}.ptx --block 64 --timeout 1"));
        assert!(ran.code.is_some_and(|code| code < 3), "{name}: {}{}", ran.out, ran.err);
    }
}
