//! The number of iterations that a report gives a loop at most, against loops that are run.

use std::process::Command;

/// A loop: parameters, the body of a kernel, what the bound is called, and how many iterations there really are.
struct Case {
    parameters: &'static str,
    body: &'static str,
    bound: &'static str,
    run: fn(i64, i64) -> i64,
    /// `n` and `s` are taken from here.
    ranges: [std::ops::Range<i64>; 2],
}

/// Runs a loop in which `$i` begins and is stepped, with the iterations counted.
macro_rules! count {
    ($i:ident = $first:expr; $test:expr; $next:expr) => {{
        let (mut $i, mut count) = ($first, 0);
        while $test {
            count += 1;
            $i = $next;
        }
        count
    }};
}

/// The same of `do … while`.
macro_rules! count_do {
    ($i:ident = $first:expr; $next:expr; $test:expr) => {{
        let (mut $i, mut count) = ($first, 0);
        loop {
            count += 1;
            $i = $next;
            if !$test {
                break count;
            }
        }
    }};
}

fn cases() -> Vec<Case> {
    let case = |parameters, body, bound, run, n, s| Case { parameters, body, bound, run, ranges: [n, s] };
    vec![
        case(
            "int n, int s",
            "for (int i = 0; i < n; i += s);",
            "n / s",
            |n, s| count!(i = 0; i < n; i + s),
            -40..3000,
            1..50,
        ),
        case(
            "unsigned n, unsigned s",
            "for (unsigned i = 0; i < n; i += s);",
            "n / s",
            |n, s| count!(i = 0; i < n; i + s),
            0..3000,
            1..50,
        ),
        case(
            "unsigned char n, unsigned short s",
            "for (unsigned char i = 0; i < n; i += s);",
            "n / (unsigned char) s",
            |n, s| count!(i = 0; i < n; i + s),
            0..50,
            1..206,
        ),
        case("unsigned n", "for (unsigned i = 0; i <= n; i++);", "n + 1", |n, _| n + 1, 0..3000, 1..2),
        case(
            "unsigned n",
            "for (unsigned i = 0; i < n && i < 100000; i += 16);",
            "n / 16",
            |n, _| count!(i = 0; i < n; i + 16),
            0..3000,
            1..2,
        ),
        case(
            "int n, int s",
            "for (int i = n; i > 0; i -= s);",
            "n / s",
            |n, s| count!(i = n; i > 0; i - s),
            -40..3000,
            1..50,
        ),
        case(
            "unsigned n, unsigned s",
            "for (unsigned i = n; i >= s; i -= s);",
            "(n + 1 - s) / s",
            |n, s| count!(i = n; i >= s; i - s),
            0..3000,
            1..50,
        ),
        case(
            "int n, int s",
            "for (int i = 0; i >= n; i -= s);",
            "(1 - n) / s",
            |n, s| count!(i = 0; i >= n; i - s),
            -3000..40,
            1..50,
        ),
        // A body that only computes may lie in front of such a condition.
        case("int n", "do; while (n-- > 0);", "n + 1", |n, _| n.max(0) + 1, -40..3000, 1..2),
        case("unsigned n", "unsigned i = n; do; while (i-- > 0);", "n + 1", |n, _| n + 1, 0..3000, 1..2),
        case("int n", "int i = 0; do ++i; while (i < n);", "n", |n, _| n.max(1), -40..3000, 1..2),
        case("int n", "int i = n; do --i; while (i > 0);", "(n - 1) + 1", |n, _| n.max(1), -40..3000, 1..2),
        case(
            "int n",
            "int i = 0; for (;;) { i++; if (i >= n) break; }",
            "n",
            |n, _| n.max(1),
            -40..3000,
            1..2,
        ),
        case(
            "int n",
            "for (int i = 1; i < n; i *= 2);",
            "log2(n) + 1",
            |n, _| count!(i = 1; i < n; 2 * i),
            -40..3000,
            1..2,
        ),
        case(
            "long n",
            "for (long i = 1; i <= n; i *= 4);",
            "log4(n) + 1",
            |n, _| count!(i = 1; i <= n; 4 * i),
            -40..3000,
            1..2,
        ),
        case(
            "unsigned long long n",
            "for (unsigned long long i = 1; i < n; i *= 3);",
            "log3(n) + 1",
            |n, _| count!(i = 1; i < n; 3 * i),
            0..3000,
            1..2,
        ),
        case(
            "int n",
            "for (int i = 6; i < n; i *= 10);",
            "log10(n / 6) + 1",
            |n, _| count!(i = 6; i < n; 10 * i),
            -40..9000,
            1..2,
        ),
        case(
            "unsigned n",
            "for (unsigned i = n; i > 0; i /= 2);",
            "log2(n) + 1",
            |n, _| count!(i = n; i > 0; i / 2),
            0..3000,
            1..2,
        ),
        case(
            "int n",
            "for (int i = n; i > 4; i >>= 1);",
            "log2(n / 5) + 1",
            |n, _| count!(i = n; i > 4; i >> 1),
            -40..3000,
            1..2,
        ),
        case(
            "int n",
            "for (int i = n; i > 0; i /= 10);",
            "log10(n) + 1",
            |n, _| count!(i = n; i > 0; i / 10),
            -40..9000,
            1..2,
        ),
        case(
            "int *a, int n",
            "for (int i = 0; ; i++) { a[i] = 0; if (i >= n) break; }",
            "n + 1",
            |n, _| (n + 1).max(1),
            -40..3000,
            1..2,
        ),
        case(
            "int *a, int n, int s",
            "int i = 0; do { a[i] = 1; i += s; } while (i < n);",
            "n / s",
            |n, s| count_do!(i = 0; i + s; i < n),
            -40..3000,
            1..50,
        ),
        case(
            "int *a, unsigned n",
            "unsigned i = 0; do { a[i] = 1; i++; } while (i < n);",
            "n",
            |n, _| count_do!(i = 0; i + 1; i < n),
            0..3000,
            1..2,
        ),
        case("int *a", "int i = 0; do { a[i] = 1; i += 7; } while (i < 100);", "15", |_, _| 15, 0..1, 1..2),
    ]
}

/// The printed bound of the only loop, with the parenthesised text after it.
fn printed(case: &Case) -> (String, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let source = format!("__global__ void kernel({}) {{ {} }}\n", case.parameters, case.body);
    std::fs::write(folder.path().join("kernel.cu"), source).expect("the kernel is written");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(folder.path())
        .args(["check", "kernel.cu", "--property", "termination"])
        .env("COLUMNS", "1000")
        .output()
        .expect("raddle runs");
    let text = String::from_utf8_lossy(&output.stdout).split_whitespace().collect::<Vec<_>>().join(" ");
    let (_, behind) =
        text.split_once("at most ").unwrap_or_else(|| panic!("no bound of {}: {text}", case.body));
    let (bound, behind) = behind.split_once(" iteration").expect("iterations");
    let notes = behind.trim_start_matches('s').strip_prefix(" (").and_then(|notes| notes.split_once(')'));
    (bound.trim_matches('`').to_owned(), notes.map_or_else(String::new, |(notes, _)| notes.to_owned()))
}

/// A fraction; the second part is positive.
type Fraction = (i128, i128);

/// Reads and computes a bound, in fractions; `None` where it is not defined.
struct Reader<'a> {
    rest: &'a str,
    n: i64,
    s: i64,
}

impl Reader<'_> {
    fn takes(&mut self, sign: &str) -> bool {
        let rest = self.rest.trim_start();
        let found = rest.strip_prefix(sign);
        self.rest = found.unwrap_or(rest);
        found.is_some()
    }

    fn sum(&mut self) -> Option<Fraction> {
        let mut all = self.product()?;
        loop {
            let sign = if self.takes("+") {
                1
            } else if self.takes("-") {
                -1
            } else {
                return Some(all);
            };
            let (a, b) = self.product()?;
            all = (all.0 * b + sign * a * all.1, all.1 * b);
        }
    }

    fn product(&mut self) -> Option<Fraction> {
        let mut all = self.operand()?;
        while self.takes("/") {
            let (a, b) = self.operand()?;
            all = if a > 0 { (all.0 * b, all.1 * a) } else { return None };
        }
        Some(all)
    }

    fn operand(&mut self) -> Option<Fraction> {
        if self.takes("-") {
            let (a, b) = self.operand()?;
            return Some((-a, b));
        }
        if self.takes("(unsigned char) ") {
            let (a, b) = self.operand()?;
            return Some((a & 255, b));
        }
        if self.takes("log") {
            let base = self.number();
            assert!(self.takes("("));
            let (a, b) = self.sum()?;
            assert!(self.takes(")"));
            return (a > 0).then(|| (logarithm(base, a, b), 1));
        }
        if self.takes("(") {
            let all = self.sum();
            assert!(self.takes(")"), "{}", self.rest);
            return all;
        }
        if self.takes("n") {
            return Some((self.n.into(), 1));
        }
        if self.takes("s") {
            return Some((self.s.into(), 1));
        }
        Some((self.number(), 1))
    }

    fn number(&mut self) -> i128 {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (number, rest) = self.rest.split_at(end);
        self.rest = rest;
        number.parse().unwrap_or_else(|_| panic!("a number, not `{number}{rest}`"))
    }
}

/// The logarithm of `a / b`, rounded down.
fn logarithm(base: i128, mut a: i128, mut b: i128) -> i128 {
    let mut power = 0;
    while a >= base * b {
        b *= base;
        power += 1;
    }
    while a < b {
        a *= base;
        power -= 1;
    }
    power
}

#[test]
fn bounds_are_never_too_small() {
    let mut seed = 7u64;
    let mut random = |range: &std::ops::Range<i64>| {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        range.start + ((seed >> 33) as i64) % (range.end - range.start)
    };
    for case in cases() {
        let (bound, notes) = printed(&case);
        assert_eq!(bound, case.bound, "{}", case.body);
        let (mut least, mut tight) = (i64::MAX, false);
        for _ in 0..400 {
            let [n, s] = [0, 1].map(|which| random(&case.ranges[which]));
            let mut reader = Reader { rest: &bound, n, s };
            let most = reader
                .sum()
                .map(|(a, b)| if notes.contains("up") { (a + b - 1).div_euclid(b) } else { a.div_euclid(b) });
            assert!(most.is_none() || reader.rest.trim().is_empty(), "{bound}");
            let real = i128::from((case.run)(n, s));
            let allowed = match most {
                _ if notes.contains("none if") && most.is_none_or(|most| most < 0) => 0,
                _ if notes.contains("one if") && most.is_none_or(|most| most < 1) => 1,
                most => most.unwrap_or_else(|| panic!("`{bound}` ({notes}) of {n}, {s}: {}", case.body)),
            };
            assert!(real <= allowed, "{real} > `{bound}` ({notes}) of {n}, {s}: {}", case.body);
            least = least.min((allowed - real) as i64);
            tight |= allowed == real;
        }
        assert!(tight, "`{bound}` is {least} more than needed: {}", case.body);
    }
}
