//! `raddle terminate`: verdicts on transition systems, exit codes, and what a stranger reads.

use std::process::Command;

/// Exit code and standard output for a system in a file of this name.
fn terminate(name: &str, text: &str, options: &[&str]) -> (Option<i32>, String) {
    let folder = tempfile::tempdir().expect("a folder");
    std::fs::write(folder.path().join(name), text).expect("the system is written");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(folder.path())
        .args(["terminate", name])
        .args(options)
        .output()
        .expect("raddle runs");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

const ENDS: &str =
    "(STARTTERM (FUNCTIONSYMBOLS s)) (RULES s(i, n) -> f(0, n)  f(i, n) -> f(i + 1, n) :|: i < n)";

#[test]
fn a_proof_names_invariants_and_functions() {
    let (code, text) = terminate("up.koat", ENDS, &[]);
    assert_eq!(code, Some(0));
    let lines = [
        "up.koat: terminates (proved, and checked again)",
        "    always at f: i >= 0",
        "    ranking: in each iteration, the first of these that changes decreases, and was not below 0 before",
    ];
    assert!(lines.iter().all(|line| text.lines().any(|l| l == *line)), "{text}");
    assert!(text.contains("      1. "), "{text}");
    let (code, text) = terminate("up.koat", ENDS, &["--format", "json"]);
    assert_eq!(code, Some(0));
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(json["verdict"], "terminates");
    assert_eq!(json["format_version"], 1);
    assert_eq!(json["components"][0]["invariants"]["f"][0], "i >= 0");
}

#[test]
fn an_endless_run_is_shown() {
    let (code, text) = terminate("up.kittel", "f(x, y) -> f(x + y, y) [ x > y ]", &[]);
    assert_eq!(code, Some(1));
    assert!(
        text.starts_with("up.kittel: does not terminate (checked again)\n  it begins at f with x = "),
        "{text}"
    );
    let (code, text) = terminate("up.kittel", "f(x, y) -> f(x + 1, y) [ x > y ]", &["--format", "json"]);
    assert_eq!(code, Some(1));
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!((&json["verdict"], &json["set"][0]), (&"endless".into(), &"x >= y + 1".into()));
}

#[test]
fn errors_are_json_where_that_is_asked() {
    let system = "(STARTTERM (FUNCTIONSYMBOLS s)) (STARTTERM (FUNCTIONSYMBOLS f)) (RULES s(i) -> f(i))";
    let (code, text) = terminate("twice.koat", system, &["--format", "json"]);
    assert_eq!(code, Some(3));
    let json: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let error = &json["errors"][0];
    assert_eq!(error["rule"], "input/syntax");
    assert!(
        error["title"].as_str().is_some_and(|t| t.starts_with("there is a second section `STARTTERM`")),
        "{text}"
    );
    let twice = "(STARTTERM (FUNCTIONSYMBOLS s)) (VAR i i) (RULES s(i) -> s(i))";
    let (code, text) = terminate("twice.koat", twice, &[]);
    assert_eq!(code, Some(3));
    assert!(text.contains("`i` is named twice") && text.contains("twice.koat:1:40"), "{text}");
}

#[test]
fn a_kernel_is_printed_as_a_system() {
    let kernel =
        std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels/termination/kogge_stone.cu");
    let text = std::fs::read_to_string(kernel).expect("the kernel of figure 1");
    let (code, text) = terminate("scan.cu", &text, &["--emit", "its"]);
    assert_eq!(code, Some(0), "{text}");
    let rules = [
        "start -> loop1(1)",
        "loop1(offset) -> loop1(2 * offset) [ offset < blockDim.x ] where 2 * offset < 2^32",
        "loop1(offset) -> end [ blockDim.x <= offset ]",
    ];
    assert!(rules.iter().all(|rule| text.lines().any(|line| line == *rule)), "{text}");
}

#[test]
fn a_rule_says_when_its_numbers_do_not_wrap_around() {
    let kernel = "__global__ void k(int *out, int n, int base, unsigned u, long w) {
        for (int i = base; i < n; i += blockDim.x) out[i] = 1;
        for (unsigned j = u; j > 3; j -= 2) out[j] = 1;
        for (int m = 0; m < n - base; m++) out[m] = 1;
        for (long q = w; q > (long)n * 4; q -= 3) out[q] = 1;
        for (int r = 0; r < (n & 7); r++) out[r] = 1;
    }";
    let (code, text) = terminate("rules.cu", kernel, &["--emit", "its"]);
    assert_eq!(code, Some(0), "{text}");
    let rules = [
        // A size of the launch is not negative, so only one side can be left.
        "loop1(i) -> loop1(i + blockDim.x) [ i < n ] where i + blockDim.x < 2^31",
        "loop2(j) -> loop2(j - 2) [ 4 <= j ] where 0 <= j - 2",
        "loop3(m) -> loop3(m + 1) [ m < n - base ] where m + 1 < 2^31 && -2^31 <= n - base < 2^31",
        // Four times a number of 32 bits is one of 64.
        "loop4(q) -> loop4(q - 3) [ 4 * n < q ] where -2^63 <= q - 3",
        // A mask is exact.
        "loop5(r) -> loop5(r + 1) [ r < (n & 7) ] where r + 1 < 2^31",
    ];
    for rule in rules {
        assert!(text.lines().any(|line| line == rule), "{rule}\n{text}");
    }
}

#[test]
fn a_loop_that_is_entered_in_the_middle_is_printed_with_one_head() {
    let kernel = "__global__ void k(int *out, int n) {
        int i = 0;
        if (n & 1) goto inside;
        do { i++; inside: out[i] = 1; i++; } while (i < n);
    }";
    let (code, text) = terminate("middle.cu", kernel, &["--emit", "its"]);
    assert_eq!(code, Some(0), "{text}");
    for rule in ["start -> loop1(0) [ (n & 1) != 0 ]", "start -> loop1(1) [ (n & 1) == 0 ]"] {
        assert!(text.lines().any(|line| line == rule), "{rule}\n{text}");
    }
    assert!(text.contains("loop1(i) -> loop1(i + 2) [ i + 1 < n ]"), "{text}");
}

#[test]
fn what_is_not_decided_says_where() {
    // 3x + 1, up to 1.
    let text = "f(x) -> f(y) [ x > 1 /\\ x = 2*y ]  f(x) -> f(3*x + 1) [ x > 1 /\\ x = 2*y + 1 ]";
    let (code, text) = terminate("collatz.kittel", text, &["--timeout", "5"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("unknown") && text.contains("help: "), "{text}");
}

#[test]
fn a_wrong_input_is_shown_with_its_place() {
    let (code, text) = terminate("bad.koat", "f(x) -> f(x - )", &[]);
    assert_eq!(code, Some(3));
    assert!(text.contains("error[input/syntax]") && text.contains("bad.koat:1:15"), "{text}");
    let (code, text) = terminate("system.txt", "f(x) -> f(x)", &[]);
    assert_eq!(code, Some(3));
    assert!(text.contains(".koat, .kittel, .simple or .smt2"), "{text}");
}

/// No location of the cycle comes before the other: for transition systems that is nothing special.
#[test]
fn a_cycle_may_have_two_entries() {
    let rules = "s(x) -> f(x)  s(x) -> g(x)  f(x) -> g(x - 1) :|: x > 0  g(x) -> f(x - 1) :|: x > 0";
    let (code, text) =
        terminate("two.koat", &format!("(STARTTERM (FUNCTIONSYMBOLS s)) (RULES {rules})"), &[]);
    assert_eq!(code, Some(0), "{text}");
}

#[test]
fn no_time_is_no_answer() {
    let (code, text) = terminate("up.koat", ENDS, &["--timeout", "0"]);
    assert_eq!(code, Some(2));
    assert!(text.contains("there was not enough time") && text.contains("a longer --timeout"), "{text}");
}

#[test]
fn a_wrong_smt_lib_system_is_shown_with_its_place() {
    let system = |step: &str| {
        format!(
            "(declare-const l Loc)\n(define-fun init_main ((p Loc) (x Int)) Bool (cfg_init p l (> x 0)))\n\
             (define-fun next_main ((p Loc) (x Int) (q Loc) (y Int)) Bool (cfg_trans2 p l q {step}))"
        )
    };
    assert_eq!(terminate("s.smt2", &system("l (and (> x 0) (= y (- x 1)))"), &[]).0, Some(0));
    for (step, what, place) in [
        ("l (= y (+ x z))", "`z` is not declared", "s.smt2:3:92"),
        ("m (= y x)", "no location `m` is declared", "s.smt2:3:80"),
        ("l (= y x)", "`(` is not closed", "s.smt2:3:"),
    ] {
        let text = system(step);
        let text = if what.contains("closed") { &text[..text.len() - 1] } else { text.as_str() };
        let (code, said) = terminate("s.smt2", text, &[]);
        assert_eq!(code, Some(3));
        assert!(said.contains(what) && said.contains(place), "{said}");
    }
}
