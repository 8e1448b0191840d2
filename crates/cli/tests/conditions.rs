//! The conditions under which a kernel terminates, as they are printed: true of the values of the source, in mathematical integers.

use std::process::Command;

/// The report about a kernel with this body.
fn report(parameters: &str, body: &str) -> serde_json::Value {
    let folder = tempfile::tempdir().expect("a folder");
    let source = format!("__global__ void kernel({parameters}) {{ {body} }}\n");
    std::fs::write(folder.path().join("kernel.cu"), source).expect("the kernel is written");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(folder.path())
        .args(["check", "kernel.cu", "--property", "termination", "--format", "json"])
        .output()
        .expect("raddle runs");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

/// The condition of the only loop of a kernel with this body.
fn condition(parameters: &str, body: &str) -> String {
    let report = report(parameters, body);
    let conditions = &report["kernels"][0]["results"][0]["verdict"]["scope"]["conditions"];
    let text = conditions[0].as_str().unwrap_or_else(|| panic!("no condition: {report:#}"));
    text.to_owned()
}

/// Is it said that no weaker condition suffices, or that one may be?
fn is_exact(parameters: &str, body: &str) -> bool {
    let text = report(parameters, body).to_string();
    let said = [text.contains("no weaker condition suffices"), text.contains("may be stronger than needed")];
    assert_ne!(said[0], said[1], "{body}: {text}");
    said[0]
}

#[test]
fn a_bound_is_compared_as_a_number_of_the_width_that_it_has() {
    let all = [
        ("unsigned n", "for (unsigned i = 0; i < n; i += 1000);", "n <= 4294966296"),
        ("int n", "for (unsigned i = 0; i < n; i += 1000);", "(unsigned) n <= 4294966296"),
        ("int n", "for (int i = 0; i < n; i += 1000);", "n <= 2147482648"),
        // -1 is 2^64 - 1 there, or 2^32 - 1.
        (
            "int n",
            "for (unsigned long long i = 0; i < (unsigned long long)n; i += 1000);",
            "(unsigned long long) n <= 18446744073709550616u",
        ),
        // A size is always unsigned; an expression that is only partly a size is not.
        (
            "int n",
            "for (unsigned i = 0; i < gridDim.x + n; i += 1000);",
            "(unsigned) (n + gridDim.x) <= 4294966296",
        ),
    ];
    for (parameters, body, expected) in all {
        assert_eq!(condition(parameters, body), expected, "{body}");
    }
}

/// What a source cuts to fewer bits is not what it was.
#[test]
fn a_conversion_that_changes_a_number_is_written() {
    let all = [
        ("long long m", "unsigned s = m; for (unsigned i = 0; i < 100; i += s);", "(int) m > 0"),
        ("long long m", "int b = m; for (int i = 1; i < b; i *= 2);", "(int) m <= 1073741824"),
        ("long long m", "int b = m; for (int i = 0; i <= b; i++);", "(int) m <= 2147483646"),
        (
            "int m",
            "int s = (unsigned)m < 5u ? 1 : 0; for (int i = 0; i < 100; i += s);",
            "(((unsigned) m < 5) ? 1 : 0) > 0",
        ),
        (
            "unsigned m",
            "int s = (int)m < 5 ? 1 : 0; for (int i = 0; i < 100; i += s);",
            "(int) (((int) m < 5) ? 1 : 0) > 0",
        ),
        (
            "unsigned char m",
            "unsigned char s = m + 1; for (int i = 0; i < 100; i += s);",
            "(unsigned char) (m + 1) > 0",
        ),
        ("int m", "int s = (unsigned)m / 2; for (int i = 0; i < 100; i += s);", "((unsigned) m >> 1) > 0"),
    ];
    for (parameters, body, expected) in all {
        assert_eq!(condition(parameters, body), expected, "{body}");
    }
}

/// Of a number from memory the condition says how it is read.
#[test]
fn a_bound_from_memory_has_the_type_that_it_is_compared_as() {
    let all = [
        ("int *p", "for (unsigned i = 0; i < p[0]; i += 1000) p[1] = 1;", "(unsigned) (the value read at "),
        ("unsigned *p", "for (int i = 0; i > (int)p[0]; i -= 1000) p[1] = 1;", "(int) (the value read at "),
    ];
    for (parameters, body, expected) in all {
        let text = condition(parameters, body);
        assert!(text.starts_with(expected), "{body}: {text}");
    }
}

/// The first condition of the only loop is about its step.
#[test]
fn a_step_is_one_operand_and_has_the_sign_that_was_proved() {
    let all = [
        ("int n, int s, int t", "for (int i = n; i > 0; i -= s + t);", "t + s > 0"),
        ("int n, int s, int t", "for (int i = 0; i < n; i += s & t);", "(t & s) > 0"),
        ("int n, unsigned s", "for (int i = 0; i < n; i += s);", "(int) s > 0"),
    ];
    for (parameters, body, expected) in all {
        assert_eq!(condition(parameters, body), expected, "{body}");
    }
}

/// Of an unsigned step nothing is demanded but that it is not 0: large ones get there too.
#[test]
fn an_unsigned_step_need_not_be_small() {
    let body = "while (p >= w) p -= w;";
    assert_eq!(condition("unsigned p, unsigned w", body), "w != 0");
}

/// A counter of fewer bits than its bound cannot reach all of the bound's values.
#[test]
fn a_counter_may_be_narrower_than_its_bound() {
    let all = [
        ("int n", "for (unsigned short i = 1; i < n; i <<= 1);", "n <= 32768"),
        ("int n", "for (unsigned char i = 0; i < n; i++);", "n <= 255"),
        ("int n", "for (signed char i = 0; i < n; i++);", "n <= 127"),
        ("int n", "for (short i = 100; i > n; i--);", "n >= -32768"),
        ("int n", "for (unsigned char i = 100; i > n; i -= 2);", "n >= 1"),
        ("long long n", "for (int i = 0; i <= n; i += 5);", "n <= 2147483642"),
        ("unsigned long long n", "for (unsigned i = 0; i < n; i += 2);", "n <= 4294967294"),
    ];
    for (parameters, body, expected) in all {
        assert_eq!(condition(parameters, body), expected, "{body}");
    }
}

#[test]
fn a_condition_says_whether_a_weaker_one_would_do() {
    let all = [
        ("int n", "for (int i = 1; i < n; i *= 2);", true),
        ("int n", "for (int i = 0; i <= n; i++);", true),
        ("int n", "for (unsigned short i = 1; i < n; i <<= 1);", true),
        ("int s", "for (int i = 0; i < 100; i += s & 1);", true),
        // From 0 in steps of 3 a counter of 16 bits reaches 65535 at last, but not with `n == 65533`.
        ("unsigned n", "for (unsigned short i = 0; i <= n; i += 3);", false),
        // A step down wraps around, and is large then.
        ("int n, int s", "for (int i = 0; i < n; i += s);", false),
        ("int p, int w", "while (p >= w) p -= w;", false),
    ];
    for (parameters, body, expected) in all {
        assert_eq!(is_exact(parameters, body), expected, "{body}");
    }
}
