//! Verdicts against all interleavings.
//!
//! Random kernels for two to four threads are checked as a user would check them, from PTX on, and executed in every
//! order that the reference machine allows, for several inputs ([`judge`]). A proof that some execution contradicts
//! is wrong, and so is a refutation that no execution bears out. Machine and lowering are shared by both sides; they have judges
//! of their own.
//!
//! | variable | meaning | default | `./dev judges` |
//! | --- | --- | --- | --- |
//! | `RADDLE_VERDICTS` | how many kernels | 500 | 2500 |
//! | `RADDLE_VERDICTS_LANES` | how many kernels for warps in lock-step | 60 | 200 |
//! | `RADDLE_VERDICTS_GRIDS` | how many grids | 100 | 400 |
//! | `RADDLE_VERDICTS_SEED` | which ones | 1 | |
//! | `RADDLE_VERDICTS_FIRST` | the number of the first | 0 | |
//! | `RADDLE_VERDICTS_KEEP` | a file for the smallest wrong kernel | a temporary one | |

mod generate;
mod grid;
mod judge;
mod kernel;
mod lanes;

use crate::cases::{cases, workers};
use crate::common::setting;
use judge::{PROPERTIES, Shares, Wrong};
use kernel::Form;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// This many wrong answers end a run.
const ENOUGH: usize = 30;

#[test]
fn no_verdict_contradicts_all_interleavings() {
    let kernels = cases("RADDLE_VERDICTS", 200, 2500);
    let seed = setting("RADDLE_VERDICTS_SEED", 1);
    let first = setting("RADDLE_VERDICTS_FIRST", 0);
    let next = AtomicU64::new(first);
    let found: Mutex<(Vec<Wrong>, [Shares; 4])> = Mutex::default();
    let folder = tempfile::tempdir().expect("a folder for the kernels");
    std::thread::scope(|scope| {
        for worker in 0..workers() {
            let file = folder.path().join(format!("k{worker}.ptx"));
            let (next, found) = (&next, &found);
            scope.spawn(move || {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= first + kernels {
                        return;
                    }
                    let case = generate::case(seed, number);
                    let (answers, wrong) =
                        judge::judge(&case, number, &file).unwrap_or_else(|e| panic!("kernel {number}: {e}"));
                    let mut found = found.lock().expect("no worker panicked");
                    for (shares, answer) in found.1.iter_mut().zip(answers) {
                        match answer {
                            "proved" => shares.proved += 1,
                            "refuted" => shares.refuted += 1,
                            "benign" => shares.benign += 1,
                            _ => shares.unknown += 1,
                        }
                    }
                    found.0.extend(wrong);
                    if found.0.len() >= ENOUGH {
                        next.store(u64::MAX / 2, Ordering::Relaxed);
                    }
                }
            });
        }
    });
    let (mut wrong, shares) = found.into_inner().expect("no worker panicked");
    for (property, shares) in PROPERTIES.iter().zip(shares) {
        println!("{property}: {shares:?}");
    }
    wrong.sort_by_key(|w| (w.case.size(), w.number));
    let Some(smallest) = wrong.first() else {
        for (property, shares) in PROPERTIES.iter().zip(shares) {
            let least = kernels / 50;
            let enough = shares.proved >= least && shares.refuted >= least && shares.unknown >= least;
            assert!(enough, "{property}: the kernels say little: {shares:?}");
        }
        return;
    };
    let file =
        std::env::var("RADDLE_VERDICTS_KEEP").map_or(folder.path().join("smallest.ptx"), PathBuf::from);
    let shrunk = judge::shrink(smallest, &file);
    std::fs::write(&file, shrunk.case.to_string()).expect("a file for the smallest");
    let _ = folder.keep();
    let others: Vec<String> =
        wrong.iter().map(|w| format!("{} ({}: {})", w.number, w.property, w.why)).collect();
    panic!(
        "{} wrong answers with seed {seed}: {}\n\nkernel {}, {}: {}\n\n{}\n{}",
        wrong.len(),
        others.join("; "),
        shrunk.number,
        shrunk.property,
        shrunk.why,
        shrunk.case,
        shrunk.case.command(&file.display().to_string()),
    );
}

/// The same seed gives the same kernels: otherwise no failure could be seen again.
#[test]
fn kernels_are_fixed_by_their_seed_and_number() {
    let text = |seed, number| generate::case(seed, number).to_string();
    assert_eq!(text(1, 7), text(1, 7));
    assert_ne!(text(1, 7), text(2, 7));
    assert_ne!(text(1, 7), text(1, 8));
}

/// No run refutes what is proved of warps in lock-step. `RADDLE_VERDICTS_LANES` kernels.
#[test]
fn no_proof_of_lock_step_contradicts_a_run() {
    let kernels = cases("RADDLE_VERDICTS_LANES", 40, 200);
    let seed = setting("RADDLE_VERDICTS_SEED", 1);
    let folder = tempfile::tempdir().expect("a folder for the kernels");
    let file = folder.path().join("k.ptx");
    let mut proved = 0;
    for number in 0..kernels {
        let case = lanes::case(seed, number);
        let (is_proved, races) =
            judge::in_lock_step(&case, &file).unwrap_or_else(|e| panic!("kernel {number}: {e}"));
        proved += u64::from(is_proved);
        if let Some(n) = races {
            panic!("kernel {number}, seed {seed}: proved, but there is a race with n = {n}\n\n{case}");
        }
    }
    println!("{kernels} kernels, {proved} proved");
    assert!(proved >= kernels / 20, "little is said: {proved}");
}

/// The same of grids, whose CTAs wait for each other. `RADDLE_VERDICTS_GRIDS` kernels.
#[test]
fn no_verdict_of_a_grid_contradicts_all_interleavings() {
    let kernels = cases("RADDLE_VERDICTS_GRIDS", 70, 400);
    let seed = setting("RADDLE_VERDICTS_SEED", 1);
    let folder = tempfile::tempdir().expect("a folder for the kernels");
    let file = folder.path().join("k.ptx");
    let mut answers = grid::Answers::default();
    for number in 0..kernels {
        let case = grid::plain(&generate::case(seed, number));
        let wrong = grid::judge(&case, number, &file, &mut answers)
            .unwrap_or_else(|e| panic!("kernel {number}: {e}"));
        if let Some(wrong) = wrong.first() {
            let size = grid::size(&wrong.case, number);
            let [grid, flat] = [Form::Grid(size), Form::Flat(size)].map(|form| wrong.case.text(form));
            panic!("kernel {number}, {}: {}\n\n{flat}\n{grid}", wrong.property, wrong.why);
        }
    }
    println!("{answers:?}");
    let least = kernels / 50;
    let grid::Answers { no_race, no_divergence, race, deadlock } = answers;
    assert!(
        [no_race, no_divergence, race, deadlock].iter().all(|&n| n >= least),
        "little is said: {answers:?}"
    );
}
