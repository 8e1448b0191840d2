//! A barrier that is reused too early is shown by a run.
//!
//! Random CTAs of two to four warps pass one named barrier after the other: some of the warps each time, some of which only arrive, now and
//! then with a wrong count, or after another one has gone ahead. Whether a barrier may be reused too early is decided for all schedules;
//! whenever it may, `raddle check` has to find a schedule in which the machine shows it.
//!
//! No generation is of one warp alone: one of its threads would be taken to lag behind the others, which an aligned barrier rules out.
//!
//! `RADDLE_REUSE` sets how many CTAs there are (500; `./dev judges`: 5000), `RADDLE_REUSE_SEED` which ones.

use crate::cases::cases;
use crate::common::{Random, setting};
use raddle::{Ask, Checked, Launches, Options, check};
use raddle_report::{Property, Severity, Verdict};
use std::fmt::Write;
use std::path::Path;

/// A registration: does the warp wait, where, and for how many warps?
#[derive(Clone, Copy)]
struct Registration {
    waits: bool,
    barrier: u32,
    warps: u32,
}

/// What each warp does.
fn programs(random: &mut Random) -> Vec<Vec<Registration>> {
    let warps = 2 + random.below(3);
    let barriers = 1 + random.below(3);
    let mut programs = vec![Vec::new(); warps];
    let arrivals = random.pick(&[0, 20, 45, 90]);
    let in_turn = random.chance(60);
    for phase in 0..2 + random.below(6) {
        let barrier = if in_turn { phase % barriers } else { random.below(barriers) } as u32;
        let mut here: Vec<usize> = (0..warps).filter(|_| random.chance(70)).collect();
        if here.len() < 2 || random.chance(20) {
            here = (0..warps).collect();
        }
        for &warp in &here {
            let waits = !random.chance(arrivals);
            programs[warp].push(Registration { waits, barrier, warps: here.len() as u32 });
        }
    }
    if random.chance(30) {
        let warp = random.below(warps);
        if !programs[warp].is_empty() {
            let at = random.below(programs[warp].len());
            match random.below(4) {
                0 => drop(programs[warp].remove(at)),
                1 => programs[warp][at].waits ^= true,
                2 => programs[warp][at].warps = 2 + random.below(warps - 1) as u32,
                _ => {
                    let other = random.below(programs[warp].len());
                    programs[warp].swap(at, other);
                }
            }
        }
    }
    programs
}

/// A kernel in which each warp goes its own way.
fn text(programs: &[Vec<Registration>]) -> String {
    let mut text = String::from(
        ".version 8.0\n.target sm_80\n.address_size 64\n\n.visible .entry k()\n{\n    .reg .pred %other;\n    .reg .b32 %t, %warp;\n\n    \
         mov.u32 %t, %tid.x;\n    shr.u32 %warp, %t, 5;\n",
    );
    for (warp, program) in programs.iter().enumerate() {
        let _ = write!(text, "    setp.ne.u32 %other, %warp, {warp};\n    @%other bra after_{warp};\n");
        for registration in program {
            let word = if registration.waits { "sync" } else { "arrive" };
            let _ =
                writeln!(text, "    bar.{word} {}, {};", registration.barrier + 1, 32 * registration.warps);
        }
        let _ = write!(text, "    ret;\nafter_{warp}:\n");
    }
    text + "    ret;\n}\n"
}

fn checked(file: &Path, warps: usize) -> Checked {
    let (block, grid) = (Some([32 * warps as u32, 1, 1].map(Some)), Some([Some(1); 3]));
    let launch = Launches { block, grid, ..Launches::default() };
    let ask = Ask { properties: Some(vec![Property::BarrierReuse]), ..Ask::default() };
    let options = Options { launch, ask, ..Options::default() };
    check(file, &options, &|_| {})
}

#[test]
fn each_reuse_that_is_too_early_is_replayed() {
    let (all, seed) = (cases("RADDLE_REUSE", 500, 5000), setting("RADDLE_REUSE_SEED", 1));
    let folder = tempfile::tempdir().expect("a folder for the kernel");
    let file = folder.path().join("k.ptx");
    let [mut proved, mut refuted, mut unknown] = [0_u64; 3];
    let mut possible: Vec<(u64, String)> = Vec::new();
    for number in 0..all {
        let programs = programs(&mut Random::new(seed, number));
        let text = text(&programs);
        std::fs::write(&file, &text).expect("a file for the kernel");
        let checked = checked(&file, programs.len());
        let kernel = &checked.report.kernels[0];
        let result = kernel.results.iter().find(|result| result.property == Property::BarrierReuse);
        let result = result.expect("it was asked");
        match result.verdict {
            Verdict::Proved { .. } => proved += 1,
            Verdict::Refuted { .. } => refuted += 1,
            _ => unknown += 1,
        }
        let shown = result.diagnostics.iter().any(|found| found.severity == Severity::Error);
        if !shown && result.diagnostics.iter().any(|found| found.witness.is_some()) {
            possible.push((number, text));
        }
    }
    println!(
        "proved {proved}, refuted {refuted}, unknown {unknown}, of these possible and not shown {}",
        possible.len()
    );
    possible.sort_by_key(|(_, text)| text.len());
    if let Some((number, text)) = possible.first() {
        let numbers: Vec<u64> = possible.iter().map(|(number, _)| *number).collect();
        panic!(
            "of {all}, {} are possible and not shown: {numbers:?}; the smallest is {number}:\n{text}",
            possible.len()
        );
    }
    assert!(
        proved >= all / 20 && refuted >= all / 20,
        "the CTAs say little: proved {proved}, refuted {refuted}"
    );
}
