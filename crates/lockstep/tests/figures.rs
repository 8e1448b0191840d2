//! Figures 3, 5 and 7 of paper 000, and its other kernels, as text. What is expected lies in `tests/figures`; with
//! `RADDLE_BLESS` set, it is written anew.

use raddle_ir::Module;
use raddle_launch::LaunchSpace;
use raddle_lockstep::prove::{Answer, Compare, Wanted, prove};
use raddle_lockstep::wellformed::{Verdict, wellformed};
use raddle_lockstep::{LockStep, Normal, Predicated, normalise, text};
use raddle_smt::Limits;
use raddle_smt::solver::z3::Z3;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

const LONG: Duration = Duration::from_secs(60);

fn load(file: &str) -> (Module, Normal) {
    let path = format!("{}/../../kernels/paper000/{file}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let module = raddle_ir::text::parse(&text).unwrap_or_else(|e| panic!("{path}: {e:?}"));
    raddle_ir::validate_module(&module).unwrap_or_else(|e| panic!("{path}: {}", e[0]));
    let (_, function) = module.kernels().next().expect("a kernel");
    let normal = normalise(function).unwrap_or_else(|e| panic!("{path}: {e}"));
    (module, normal)
}

fn expect(name: &str, actual: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/figures").join(name);
    if std::env::var_os("RADDLE_BLESS").is_some() {
        std::fs::write(&path, actual).expect("it can be written");
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    assert_eq!(actual, expected, "{name}");
}

#[test]
fn figure_5_is_the_predicated_form_of_figure_3() {
    let (module, normal) = load("fig3.rir");
    expect("fig5.txt", &text::rir::predicated(&module, &Predicated::new(&normal)));
}

#[test]
fn figure_7_is_the_lock_step_form_of_figure_3() {
    let (module, normal) = load("fig3.rir");
    let program = LockStep::new(&normal);
    expect("fig7.txt", &text::rir::rir(&module, &program));
    expect("fig7.bpl", &text::boogie::boogie(&module, &program, 2));
}

#[test]
fn figure_1b_in_lock_step() {
    let (module, normal) = load("fig1b.rir");
    expect("fig1b.txt", &text::rir::rir(&module, &LockStep::new(&normal)));
}

/// The order that §4 gives for figure 3, up to I1 and I1', I2 and I2', which may change places.
#[test]
fn the_sort_order_of_figure_3() {
    let (_, normal) = load("fig3.rir");
    let names: Vec<&str> = normal
        .order()
        .iter()
        .map(|&b| normal.function().blocks[b].name.as_deref().expect("all have names"))
        .collect();
    assert_eq!(names, ["Start", "W", "I1'", "I1", "B1", "I2'", "I2", "B2", "W_last", "W_end"]);
}

#[test]
fn the_figures_are_well_formed_and_the_kernel_of_section_5_is_not() {
    for file in ["fig1b.rir", "fig3.rir"] {
        assert_eq!(wellformed(&load(file).1), Verdict::WellFormed, "{file}");
    }
    assert!(matches!(wellformed(&load("ill_formed.rir").1), Verdict::IllFormed { .. }));
}

/// Definition 5.1, where there are too many values to be tried: a solver decides it.
#[test]
fn guards_over_wide_numbers_are_decided_by_the_solver() {
    for (file, well_formed) in [("covered.rir", true), ("not_covered.rir", false)] {
        let (module, normal) = load(file);
        assert!(matches!(wellformed(&normal), Verdict::Open { .. }), "{file}");
        let (_, function) = module.kernels().next().expect("a kernel");
        let launch =
            LaunchSpace { block: [64, 1, 1].map(Some), grid: [Some(1); 3], ..LaunchSpace::default() };
        let wanted = Wanted {
            limits: Limits::time(LONG),
            deadline: raddle_ir::clock::Deadline::default(),
            work: None,
            all: LONG,
            bounds: false,
            unwind: None,
            no_race_in_shared: false,
            no_race_in_cta: false,
            between_ctas: true,
            induction: 1,
            candidates: false,
            adversarial: false,
            equal_quotients: false,
            integers: true,
            positive: BTreeSet::new(),
            conditions: false,
            compare: Compare::default(),
            most_races: 1,
            without: None,
        };
        let outcome = prove(&module, function, &launch, &mut Z3::new(), &wanted);
        let race = outcome.race;
        match race {
            Answer::Proved => assert!(well_formed, "{file}"),
            Answer::Unknown(gaps) => {
                assert!(
                    !well_formed && gaps[0].reason.contains("the kernel is not well-formed"),
                    "{file}: {gaps:?}"
                );
            }
            Answer::Possible(found) => panic!("{file}: {found:?}"),
        }
    }
}

/// "We assume that each block in a kernel is uniquely labelled" (§3.1): names of the input need not be unique.
#[test]
fn equal_names_are_spelled_differently() {
    let text = "module cuda address 64\nkernel \"k\" {\n  var0 = \"B\": i8\n  var1 = \"active\": i8\n  var2 = \"tid.x\": i8\n\
                block0():\n  v0 = havoc i8\n  set var0, v0\n  set var1, v0\n  set var2, v0\n  jump block1()\n\
                block1() \"B\":\n  jump block2()\nblock2() \"B\":\n  goto block1(), block3()\n\
                block3() \"B_back\":\n  return\n}\n";
    let module = raddle_ir::text::parse(text).expect("it parses");
    let normal = normalise(module.kernels().next().expect("a kernel").1).expect("reducible");
    let text = text::rir::rir(&module, &LockStep::new(&normal));
    let labels: Vec<&str> = text.lines().filter_map(|l| l.strip_suffix(':')).collect();
    assert_eq!(labels, ["block0", "B", "B.2", "B_back.2", "B_exit", "B_back"], "{text}");
    for name in ["⟨B.3⟩ :=", "⟨active.2⟩ :=", "⟨tid_x⟩ :="] {
        assert!(text.contains(name), "{name} in\n{text}");
    }
}
