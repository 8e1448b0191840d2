//! A part of the comparison of two threads left out: less is proved, and nothing wrong (docs, "Evaluation").

use raddle::{Options, Part, check, two_threads};
use raddle_compile::{Kept, files};
use raddle_report::{Property, Verdict};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::time::Duration;

fn kernels(file: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels").join(file)
}

/// What the head of a file says of a check: options, and the verdicts that are expected.
struct Case {
    file: &'static str,
    line: String,
    options: Options,
    expected: BTreeMap<Property, String>,
}

fn extent(text: &str) -> [u32; 3] {
    let mut extent = [1; 3];
    for (size, text) in extent.iter_mut().zip(text.split(',')) {
        *size = text.parse().expect("a size");
    }
    extent
}

/// Where sources that are compiled once for all their kernels are kept.
fn kept() -> Kept {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("without");
    files::make_private_folder(&folder).expect("a folder");
    let program = std::env::current_exe().and_then(|path| path.metadata()?.modified()).expect("this program");
    Kept { folder, build: format!("{program:?}") }
}

/// The checks of a file that need sizes and definitions only.
fn cases(file: &'static str) -> Vec<Case> {
    let text = std::fs::read_to_string(kernels(file)).expect("the kernels");
    let lines: Vec<&str> = text.lines().collect();
    let mut cases = Vec::new();
    for pair in lines.windows(2) {
        let (Some(line), Some(expect)) =
            (pair[0].strip_prefix("//! check: "), pair[1].strip_prefix("//! expect: "))
        else {
            continue;
        };
        let mut options = Options::default();
        options.time.timeout = Some(Duration::from_secs(3));
        options.compile.kept = Some(kept());
        let mut words = line.split_whitespace();
        let mut all_known = true;
        while let Some(word) = words.next() {
            let value = words.next().unwrap_or_default();
            match word {
                "--kernel" => options.which.kernels = vec![value.to_owned()],
                "--block" if !value.contains('*') => options.launch.block = Some(extent(value).map(Some)),
                "--grid" if !value.contains('*') => options.launch.grid = Some(extent(value).map(Some)),
                "-D" => options.compile.defines.push(value.to_owned()),
                _ => all_known = false,
            }
        }
        let verdicts = expect.split_whitespace().filter_map(|one| one.split_once('='));
        let expected = verdicts.map(|(name, kind)| (name.parse().expect("a property"), kind.to_owned()));
        if all_known {
            cases.push(Case { file, line: line.to_owned(), options, expected: expected.collect() });
        }
    }
    assert!(!cases.is_empty(), "{file}");
    cases
}

/// The verdicts without a part.
fn verdicts(case: &Case, without: Option<Part>) -> BTreeMap<Property, &'static str> {
    let mut options = case.options.clone();
    options.two_threads.without = without;
    let report = check(&kernels(case.file), &options, &|_| {}).report;
    assert!(report.errors.is_empty(), "{}: {:?}", case.line, report.errors);
    let kind = |verdict: &Verdict| match verdict {
        Verdict::Proved { .. } => "proved",
        Verdict::Refuted { .. } => "refuted",
        Verdict::Unknown(_) => "unknown",
    };
    report.kernels[0].results.iter().map(|r| (r.property, kind(&r.verdict))).collect()
}

/// Kernels with known answers.
const FILES: [&str; 4] =
    ["for_all/library.cu", "for_all/ways_round.cu", "for_all/found.cu", "for_all/parts.cu"];

/// The checks with something that is proved by the whole method and not without the part.
fn lost(part: Part) -> BTreeSet<String> {
    let mut lost = BTreeSet::new();
    for case in FILES.into_iter().flat_map(cases) {
        for (property, kind) in verdicts(&case, Some(part)) {
            let Some(expected) = case.expected.get(&property) else { continue };
            let holds = match kind {
                "proved" => expected == "proved",
                "refuted" => expected == "refuted",
                _ => true,
            };
            assert!(holds, "{} {}: {property} is {kind} without {}", case.file, case.line, part.name());
            if kind == "unknown" && expected == "proved" {
                lost.insert(format!("{} {}", case.file, case.line));
            }
        }
    }
    lost
}

#[test]
fn without_closed_forms_less_is_proved_and_nothing_wrong() {
    let lost = lost(Part::ClosedForms);
    assert!(lost.contains("for_all/parts.cu --kernel strides --block 64"), "{lost:#?}");
}

#[test]
fn without_guesses_less_is_proved_and_nothing_wrong() {
    let lost = lost(Part::Guesses);
    assert!(!lost.is_empty());
}

#[test]
fn without_rewriting_less_is_proved_and_nothing_wrong() {
    let lost = lost(Part::Rewriting);
    assert!(lost.contains("for_all/parts.cu --kernel cubes --block 64"), "{lost:#?}");
}

#[test]
fn without_rewriting_the_solver_answers_every_question() {
    for case in cases("for_all/found.cu") {
        let asked = |without| {
            let mut options = case.options.clone();
            options.two_threads.without = without;
            let outcome = two_threads(&kernels(case.file), &case.options.which.kernels[0], &options);
            outcome.unwrap_or_else(|e| panic!("{}: {e}", case.line)).asked
        };
        let (whole, plain) = (asked(None), asked(Some(Part::Rewriting)));
        assert!(whole.solved < whole.all, "{}: {whole:?}", case.line);
        assert!(plain.solved == plain.all, "{}: {plain:?}", case.line);
    }
}
