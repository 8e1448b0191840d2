//! `raddle check --property termination`: what is said of loops, and of what is not decided.

use std::path::Path;
use std::process::Command;

/// Exit code and standard output of a check of one of raddle's own kernels.
fn check(file: &str, options: &[&str]) -> (Option<i32>, String) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(root.join("kernels/termination"))
        .args(["check", file])
        .args(options)
        .env("COLUMNS", "1000")
        .output()
        .expect("raddle runs");
    let text = String::from_utf8_lossy(&output.stdout);
    (output.status.code(), text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[test]
fn the_number_of_rounds_is_bounded_in_the_sources_names() {
    for (file, kernel, rounds) in [
        ("doubled.cu", "powers", "at most `log2(n) + 1` iterations (rounded down; none if `n < 1`)"),
        ("kogge_stone.cu", "scan", "at most `log2(blockDim.x) + 1` iterations (rounded down)"),
        ("strided.cu", "sum", "at most `n / blockDim.x` iterations (rounded up; none if that is negative)"),
        ("shapes.cu", "search", "at most `n` iterations"),
        ("not_equal.cu", "count", "at most 100 iterations"),
    ] {
        let (code, text) = check(file, &["--kernel", kernel, "--property", "termination"]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(rounds), "{text}");
    }
}

/// A loop that does not loop is no puzzle; and an iteration is a body that is begun.
#[test]
fn what_a_loop_does_is_said_in_iterations() {
    for (kernel, said) in [
        ("unreached", "is dead: no thread reaches it"),
        ("never_run", "never repeats: its body runs at most once"),
        ("none_left", "never repeats: its body runs at most once"),
        ("once", "never repeats: its body runs at most once"),
        (
            "at_its_end",
            "`i + 1` grows towards `n` in each iteration; so there are at most `n` iterations (one if that is less)",
        ),
        ("within", "at most `i - 1` iterations, with `i` as the iteration of the enclosing loop begins"),
    ] {
        let (code, text) = check("dead.cu", &["--kernel", kernel, "--property", "termination"]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(said), "{kernel}: {text}");
    }
}

/// A variable of the kernel, or what is read as the loop runs, has no name in `__requires`.
#[test]
fn it_is_said_how_a_condition_is_stated() {
    for (file, kernel, said) in [
        ("own_array.cu", "gap", "`s` is a variable of the kernel, which `__requires` cannot name"),
        ("behind.cu", "bound", "provided that n[0] <= 1073741824"),
    ] {
        let (code, text) = check(file, &["--kernel", kernel, "--property", "termination"]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(said), "{kernel}: {text}");
    }
}

/// What a loop begins with may be more than can be written on a line: then it has a name.
#[test]
fn a_bound_may_name_the_first_value_of_a_variable() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("far.cu");
    let begins = "((threadIdx.x * 7 + a) ^ (b << 3)) % (a * a + ((a | b) & 7) + 1)";
    let source = format!(
        "__global__ void far(int *out, int n, int a, int b) {{
            if (n > 1000000) return;
            for (int i = {begins}; i < n; i += 4) out[threadIdx.x] += i;
        }}"
    );
    std::fs::write(&file, source).expect("the kernel is written");
    let (code, text) = check(&file.to_string_lossy(), &["--property", "termination"]);
    assert_eq!(code, Some(0), "{text}");
    let rounds =
        "at most `(n - i) / 4` iterations (rounded up; none if that is negative), with the first `i`";
    assert!(text.contains(rounds), "{text}");
}

#[test]
fn members_of_structures_have_the_names_of_the_source() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("members.cu");
    let source = "struct Base { int first; }; typedef struct { int a[2][3]; unsigned step; } In;
    struct P : Base { const int m; float *o; union { In in; double d; }; };
    __global__ void last(P p) { for (int i = 0; i < p.m; i += 2) p.o[i] = 1; }
    __global__ void within(P p) { for (int i = p.first; i < p.in.a[1][2]; i += 2) p.o[i] = 1; }
    __global__ void steps(P p) { for (unsigned i = 0; i < p.m; i += p.in.step) p.o[i] = 1; }";
    std::fs::write(&file, source).expect("the kernel is written");
    for (kernel, said) in [
        ("last", "provided that p.m <= 2147483646"),
        ("within", "provided that p.in.a[1][2] <= 2147483646"),
        ("steps", "provided that p.in.step != 0 and (unsigned) p.m <= 4294967296 - p.in.step"),
    ] {
        let (code, text) = check(&file.to_string_lossy(), &["--property", "termination", "--kernel", kernel]);
        assert_eq!(code, Some(0), "{text}");
        assert!(text.contains(said), "{kernel}: {text}");
    }
}

#[test]
fn an_unsigned_input_is_shown_as_one() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("short.cu");
    let source = "__global__ void k(int *out, unsigned short n) {
        for (unsigned short i = 1; i < n; i <<= 1) out[i] = 1;
    }";
    std::fs::write(&file, source).expect("the kernel is written");
    let (code, text) = check(&file.to_string_lossy(), &["--property", "termination", "--strict-wrap"]);
    assert_eq!(code, Some(1), "{text}");
    assert!(text.contains("does not terminate with n = ") && !text.contains("n = -"), "{text}");
}

#[test]
fn a_proof_of_termination_takes_the_place_of_the_assumption() {
    let (code, text) = check("chain.cu", &["--block", "64", "--property", "divergence,termination"]);
    assert_eq!(code, Some(0), "{text}");
    assert!(text.contains("divergence: relying on the proof of termination"), "{text}");
    assert_eq!(text.matches("provided that n <= 1073741824").count(), 2, "{text}");
    assert!(!text.contains("(terminates)"), "{text}");
    let (_, text) = check("chain.cu", &["--block", "64", "--property", "divergence"]);
    assert!(text.contains("the kernel terminates (terminates)"), "{text}");
    assert!(!text.contains("provided"), "{text}");
}

#[test]
fn what_is_not_decided_has_a_reason_and_a_help() {
    let search = ["--kernel", "search", "--property", "termination", "--timeout", "0"];
    let (code, text) = check("shapes.cu", &search);
    assert_eq!(code, Some(2), "{text}");
    assert!(text.contains("there was not enough time") && text.contains("raise --timeout"), "{text}");
}

/// Blocks of which each may go to each: to make one head for each cycle takes copies without end.
#[test]
fn control_flow_that_stays_irreducible_names_its_edge() {
    const BLOCKS: usize = 14;
    let all: Vec<String> = (1..=BLOCKS).map(|n| format!("block{n}()")).collect();
    let all = all.join(", ");
    let mut text = format!("module cuda address 64\n\nkernel \"k\" {{\nblock0():\n  goto {all}\n");
    for block in 1..=BLOCKS {
        text.push_str(&format!("block{block}():\n  goto {all}, block{}()\n", BLOCKS + 1));
    }
    text.push_str(&format!("block{}():\n  return\n}}\n", BLOCKS + 1));
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("tangle.rir");
    std::fs::write(&file, text).expect("a file is written");
    let (code, text) = check(&file.display().to_string(), &["--property", "termination"]);
    assert_eq!(code, Some(2), "{text}");
    assert!(["irreducible", "a single entry", "too large"].iter().all(|word| text.contains(word)), "{text}");
}

/// What a thread does after an access has left its object is undefined: such a run refutes nothing.
#[test]
fn a_run_that_leaves_an_object_shows_no_endless_loop() {
    for (options, says) in [
        (&["--block", "4"][..], "refuted"),
        (&["--block", "64"], "an access is out of bounds in the run that shows it"),
    ] {
        let options = [options, &["--property", "termination"]].concat();
        let (code, text) = check("outside.cu", &options);
        assert_eq!(code, Some(if options[1] == "4" { 1 } else { 2 }), "{text}");
        assert!(text.contains(says), "{text}");
    }
}
