//! What the terminal shows, as text files in `tests/snapshots/`.

use crate::common::{self, *};
use raddle_report::human::{self, Style};
use raddle_report::*;

fn snapshot(name: &str, report: &Report) {
    let text = human::render(report, &sources(), Style::default());
    compare(&format!("tests/snapshots/{name}.txt"), &text);
}

#[test]
fn race_harmful() {
    snapshot("race-harmful", &report("shift.cu", shift()));
}

#[test]
fn race_benign() {
    snapshot("race-benign", &report("flag.cu", flag()));
}

#[test]
fn deadlock_cycle() {
    snapshot("deadlock-cycle", &report("crossed.cu", crossed()));
}

#[test]
fn barrier_misuse() {
    snapshot("barrier-misuse", &report("ring.ptx", misuse()));
}

#[test]
fn barrier_reuse() {
    snapshot("barrier-reuse", &report("ring.ptx", ring()));
}

#[test]
fn divergence() {
    snapshot("divergence", &report("partial.cu", partial()));
}

#[test]
fn unknown_with_chain() {
    snapshot("unknown-with-chain", &report("gemm.cu", gemm()));
}

#[test]
fn unknown_launch() {
    snapshot("unknown-launch", &report("gemm.cu", untold()));
}

#[test]
fn syntax_error() {
    snapshot("syntax-error", &common::syntax_error());
}

#[test]
fn compiler_error() {
    snapshot("compiler-error", &common::compiler_error());
}

#[test]
fn several_kernels() {
    snapshot("several-kernels", &everything());
}

#[test]
fn without_source_in_colour_and_unicode() {
    let style = Style { colour: true, unicode: true, ..Style::default() };
    let text = human::render(&report("shift.cu", shift()), &NoSource, style);
    compare("tests/snapshots/no-source-colour.txt", &text);
}

#[test]
fn colours_and_frames_do_not_change_what_is_said() {
    let plain = human::render(&everything(), &sources(), Style::default());
    let style = Style { colour: true, ..Style::default() };
    let coloured = human::render(&everything(), &sources(), style);
    let mut stripped = String::new();
    let mut rest = coloured.as_str();
    while let Some((text, tail)) = rest.split_once("\x1b[") {
        stripped.push_str(text);
        rest = tail.split_once('m').map_or("", |(_, tail)| tail);
    }
    stripped.push_str(rest);
    assert!(coloured.contains("\x1b["));
    let lines = |text: &str| text.lines().map(|l| l.trim_end().to_owned()).collect::<Vec<_>>();
    assert_eq!(lines(&stripped), lines(&plain));
}

#[test]
fn hostile_names_places_and_sources_do_no_harm() {
    let nowhere = Location::new("shift.cu", u32::MAX, u32::MAX).until(1);
    let zero = Location::new("shift.cu", 0, 0);
    let beyond = Location::new("shift.cu", 5, 4_000_000).until(3);
    let mut report = report("shift.cu", shift());
    report.kernels[0].name = "evil\x1b[2J\nname".to_owned();
    report.kernels[0].results[0].diagnostics.push(
        Diagnostic::new(Rule::RaceWriteWrite, "\x1b[31mtitle\nsecond line")
            .primary(nowhere, "nowhere\x07")
            .primary(zero, "")
            .secondary(beyond, "beyond")
            .note("note\x1b]0;title\x07"),
    );
    for width in [0, 1, 20, 100_000] {
        let text = human::render(&report, &sources(), Style { width, ..Style::default() });
        assert!(!text.contains('\x1b') && !text.contains('\x07'), "{text}");
    }
}

#[test]
fn a_long_list_of_findings_is_cut_and_says_so() {
    let findings = vec![Diagnostic::race(shift_race(), Language::Cuda.terms()); 50];
    let mut kernel = shift();
    kernel.results[0] = PropertyResult::from_findings(
        Property::Race,
        findings,
        Verdict::Proved { scope: Scope::every_input(&kernel.launch) },
    );
    let text = human::render(&report("shift.cu", kernel), &sources(), Style::default());
    assert!(text.contains("... and 30 more; `--format json` has them all"), "{text}");
    assert!(text.contains("50 findings at 1 pair of source lines, 6,350 pairs of accesses"), "{text}");
}

#[test]
fn exit_codes() {
    let code = |report: &Report| report.exit_code().code();
    let launch = Launch::new([32, 1, 1], [1, 1, 1]);
    let proved = KernelReport::new("k", "k.ptx", launch.clone())
        .result(PropertyResult::proved(Property::Race, Scope::every_input(&launch)));
    assert_eq!(code(&report("k.ptx", proved.clone())), 0);
    assert_eq!(code(&report("shift.cu", shift())), 1);
    assert_eq!(code(&report("gemm.cu", gemm())), 2);
    assert_eq!(code(&common::syntax_error()), 3);

    let mut mixed = report("k.ptx", proved.clone());
    mixed.kernels.push(gemm());
    assert_eq!(code(&mixed), 2, "one unknown among proofs");
    mixed.kernels.push(shift());
    assert_eq!(code(&mixed), 1, "a bug outweighs an unknown");
    mixed.errors = common::syntax_error().errors;
    assert_eq!(code(&mixed), 3, "a wrong input outweighs all");

    assert_eq!(code(&Report::new("0", vec![])), 2, "nothing asked is nothing proved");
    let mut empty = report("k.ptx", proved);
    empty.kernels.push(KernelReport::new("e", "k.ptx", launch));
    assert_eq!(code(&empty), 2, "a kernel of which nothing was asked is not proved");
}

#[test]
fn what_does_not_replay_is_no_error() {
    let launch = Launch::new([128, 1, 1], [1, 1, 1]);
    let mut witness = shift().results[0].diagnostics[0].witness.clone().unwrap();
    witness.replayed = false;
    let finding = Diagnostic::race(shift_race(), Language::Cuda.terms()).witness(witness);
    assert_eq!(finding.severity, Severity::Warning);
    assert!(finding.title.starts_with("possible data race on `s[33]`"), "{}", finding.title);
    let otherwise = Verdict::Unknown(Unknown::new(Rule::UnknownUnreplayed, "a race did not replay"));
    let result = PropertyResult::from_findings(Property::Race, vec![finding], otherwise.clone());
    assert_eq!(result.verdict, otherwise);
    let kernel = KernelReport::new("k", "k.cu", launch).result(result);
    assert_eq!(report("k.cu", kernel).exit_code(), ExitCode::Unknown);
}
