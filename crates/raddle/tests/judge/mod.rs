//! The judge of the reference machine.
//!
//! The machine *is* raddle's semantics, so it needs a judge that shares no code with it: the processor that this test
//! runs on. Random C functions are compiled by clang for it and for PTX; what they return natively and what
//! the machine computes from the PTX must be the same, bit for bit, where every NaN counts as
//! the same one. So parser, lowering, evaluation, memory, control flow, calls and passes are judged together, on
//! code as a compiler writes it, plain (`-O0`) and optimised (`-O2`, now and then `-O1` or `-O3`): each level uses
//! other instructions.
//!
//! A function takes eight words, computes with all types of C in every way that is defined ([`generate`]), and returns
//! a hash of all its variables, so that no difference is lost. Each is run as lowered, after all passes, and
//! after all passes with values known or unknown, where next to nothing may be unknown; with several inputs at once, as
//! the threads of one warp, by one scheduler after the other.
//!
//! | variable | meaning | default |
//! | --- | --- | --- |
//! | `RADDLE_JUDGE_FUNCTIONS` | how many functions | 400; 1000 in `./dev judges` |
//! | `RADDLE_JUDGE_SEED` | which ones | 1 |
//! | `RADDLE_JUDGE_FIRST` | the number of the first | 0 |
//! | `RADDLE_JUDGE_KEEP` | a folder for the files | a temporary one, kept when something disagrees |

mod compare;
mod expression;
mod generate;
mod machine;
mod program;
mod random;
mod statement;
mod types;
mod unit;

use crate::cases::{cases, workers};
use crate::common::setting;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// How many functions one C file holds: starting a compiler costs as much as compiling some.
const BATCH: u64 = 50;

/// How many disagreements end a run.
const ENOUGH: usize = 20;

#[test]
fn random_functions_have_the_same_results_natively_and_on_the_machine() {
    let functions = cases("RADDLE_JUDGE_FUNCTIONS", 150, 1000);
    let seed = setting("RADDLE_JUDGE_SEED", 1);
    let first = setting("RADDLE_JUDGE_FIRST", 0);
    let end = first + functions;
    let next = AtomicU64::new(first);
    let failed = AtomicBool::new(false);
    let found = Mutex::new(compare::Findings::default());
    let scratch = tempfile::tempdir().expect("a folder for the files");
    let base = std::env::var("RADDLE_JUDGE_KEEP").map_or(scratch.path().to_owned(), PathBuf::from);
    std::thread::scope(|scope| {
        for worker in 0..workers() {
            let folder = base.join(worker.to_string());
            let (next, found, failed) = (&next, &found, &failed);
            scope.spawn(move || {
                std::fs::create_dir_all(&folder).expect("a folder for the files");
                while !failed.load(Ordering::Relaxed) {
                    let from = next.fetch_add(BATCH, Ordering::Relaxed);
                    if from >= end {
                        return;
                    }
                    let programs: Vec<_> =
                        (from..end.min(from + BATCH)).map(|n| generate::program(seed, n)).collect();
                    let levels: &[u8] = match from / BATCH % 10 {
                        0 => &[0, 2, 1],
                        5 => &[0, 2, 3],
                        _ => &[0, 2],
                    };
                    let findings = compare::judge(&programs, levels, &folder)
                        .unwrap_or_else(|error| panic!("functions from {from} on: {error}"));
                    if let Ok(mut found) = found.lock() {
                        found.merge(findings);
                        failed.fetch_or(found.disagreements.len() >= ENOUGH, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let compare::Findings { disagreements: mut found, compared, unknown } =
        found.into_inner().expect("no worker panicked");
    found.sort_by_key(|d| (d.program.size(), d.program.number));
    let Some(smallest) = found.first() else {
        println!(
            "{functions} functions from {first} on, seed {seed}: {compared} results agree, {unknown} unknown"
        );
        // What clang leaves undefined is unknown; were more so, the comparison would say little.
        assert!(unknown * 50 <= compared, "{unknown} of {compared} results are unknown");
        return;
    };
    let kept = base.join("smallest");
    std::fs::create_dir_all(&kept).expect("a folder for the files");
    let _ = scratch.keep();
    let shrunk = compare::shrink(smallest, &kept, 2000);
    let file = kept.join("smallest.c");
    std::fs::write(&file, unit::source(std::slice::from_ref(&shrunk.program)))
        .expect("a file for the smallest");
    let numbers: Vec<String> =
        found.iter().map(|d| format!("fun{} -O{} {:?}", d.program.number, d.level, d.way)).collect();
    panic!(
        "{} disagreements: {}\n\n{}",
        found.len(),
        numbers.join(", "),
        compare::describe(&shrunk, seed, &file)
    );
}

/// The same seed gives the same functions: otherwise no failure could be seen again.
#[test]
fn functions_are_fixed_by_their_seed_and_number() {
    let text = |seed, number| generate::program(seed, number).to_string();
    assert_eq!(text(1, 7), text(1, 7));
    assert_ne!(text(1, 7), text(2, 7));
}

/// A function that does something undefined may return anything: the judge would judge clang.
#[test]
fn functions_do_nothing_undefined() {
    let scratch = tempfile::tempdir().expect("a folder for the files");
    let programs: Vec<_> = (0..300).map(|n| generate::program(1, n)).collect();
    let path = scratch.path().join("unit.c");
    std::fs::write(&path, unit::source(&programs)).expect("a file");
    let plain = unit::native(&path).expect("the functions compile and return");
    let checked = unit::native_checked(&path).expect("nothing undefined is done");
    assert_eq!(checked, plain);
}

/// The judge can say no: a machine that computed something else, here from other inputs, would be noticed.
#[test]
fn a_wrong_result_is_noticed() {
    let scratch = tempfile::tempdir().expect("a folder for the files");
    let mut wrong = generate::program(1, 0);
    let path = scratch.path().join("unit.c");
    std::fs::write(&path, unit::source(std::slice::from_ref(&wrong))).expect("a file");
    let right = unit::native(&path).expect("the function compiles");
    wrong.inputs[0][0] ^= 1;
    wrong.inputs[1] = wrong.inputs[2];
    let ptx = unit::ptx(&path, 0).expect("the function compiles");
    let mut module = machine::module(&ptx).expect("the PTX is read");
    let other = machine::run(&mut module, &wrong, machine::Way::Prepared).expect("the kernel ends");
    let right: Vec<_> = right[&wrong.number].iter().copied().map(Some).collect();
    assert_ne!(right, other);
}
