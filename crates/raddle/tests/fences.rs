//! Races of random kernels whose barriers name some memory only, compared with the definition: two threads access the same bytes, one of
//! them writes, and as many barriers that order the memory precede one access as the other.
//!
//! `RADDLE_FENCES` sets the number of kernels, `RADDLE_FENCES_SEED` the seed.

use crate::cases::cases;
use crate::common::{Random, setting};
use raddle::{Ask, Launches, Options, check};
use raddle_report::{Property, Verdict};
use std::fmt::Write;

const THREADS: u32 = 4;

/// What all threads do next.
#[derive(Clone, Copy, Debug)]
enum Step {
    /// A barrier that orders shared memory, global memory, both or neither.
    Barrier { shared: bool, global: bool },
    /// An access to element `times * tid + plus` of one memory.
    Access { shared: bool, writes: bool, times: u32, plus: u32 },
}

fn steps(random: &mut Random) -> Vec<Step> {
    let one = |random: &mut Random| match random.chance(55) {
        true => Step::Barrier { shared: random.chance(50), global: random.chance(50) },
        false => Step::Access {
            shared: random.chance(50),
            writes: random.chance(45),
            times: random.pick(&[1, 1, 1, 1, 2]),
            plus: random.below(2) as u32,
        },
    };
    (0..3 + random.below(6)).map(|_| one(random)).collect()
}

/// The kernel as text. What is written differs from thread to thread and from step to step.
fn text(steps: &[Step]) -> String {
    let mut text = "module opencl address 64\nobj0 = shared \"s\" size 256 align 4 element 4\n\nkernel \"k\" {\n  \
         param \"g\" offset 0 size 8 align 8 type i64 pointer global align 4\nblock0():\n  v0 = special i32 tid.x\n  \
         v1 = zext i64 v0\n  v2 = const i32 0x0\n"
        .to_owned();
    for (n, step) in steps.iter().enumerate() {
        let v = 10 + 10 * n;
        match *step {
            Step::Barrier { shared, global } => {
                let flags =
                    [if shared { ".shared" } else { "" }, if global { ".global" } else { "" }].concat();
                let _ = writeln!(text, "  barrier_sync.aligned{flags} v2");
            }
            Step::Access { shared, writes, times, plus } => {
                let place = if shared { "shared[obj0" } else { "global[buffer0" };
                let _ =
                    writeln!(text, "  v{v} = const i64 {:#x}\n  v{} = mul i64 v1, v{v}", 4 * times, v + 1);
                let place = format!("{place} + v{} + {}]", v + 1, 4 * plus);
                let _ = match writes {
                    true => writeln!(
                        text,
                        "  v{} = const i32 {:#x}\n  v{} = add i32 v0, v{}\n  store {place}, v{}",
                        v + 2,
                        100 * (n + 1),
                        v + 3,
                        v + 2,
                        v + 3
                    ),
                    false => writeln!(text, "  v{} = load i32 {place}", v + 2),
                };
            }
        }
    }
    text + "  return\n}\n"
}

/// Is there a race?
fn races(steps: &[Step]) -> bool {
    let mut passed = [0, 0];
    let mut before: Vec<(bool, u32, u32, u32, bool)> = Vec::new();
    for step in steps {
        match *step {
            Step::Barrier { shared, global } => {
                passed[0] += u32::from(shared);
                passed[1] += u32::from(global);
            }
            Step::Access { shared, writes, times, plus } => {
                let interval = passed[usize::from(!shared)];
                for thread in 0..THREADS {
                    let place = times * thread + plus;
                    let meets = |&(of, when, at, who, wrote): &(bool, u32, u32, u32, bool)| {
                        (of, when, at) == (shared, interval, place) && who != thread && (writes || wrote)
                    };
                    if before.iter().any(meets) {
                        return true;
                    }
                    before.push((shared, interval, place, thread, writes));
                }
            }
        }
    }
    false
}

#[test]
fn barriers_order_the_memory_that_they_name() {
    let (count, seed) = (cases("RADDLE_FENCES", 1000, 10_000), setting("RADDLE_FENCES_SEED", 1));
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("fences.rir");
    let (block, grid) = (Some([THREADS, 1, 1].map(Some)), Some([Some(1); 3]));
    let launch = Launches { block, grid, ..Launches::default() };
    let ask = Ask { properties: Some(vec![Property::Race]), ..Ask::default() };
    let options = Options { launch, ask, ..Options::default() };
    let (mut racy, mut hidden) = (0, 0);
    for number in 0..count {
        let steps = steps(&mut Random::new(seed, number));
        std::fs::write(&file, text(&steps)).expect("a file");
        let report = check(&file, &options, &|_| ()).report;
        let [kernel] = report.kernels.as_slice() else { panic!("{:?}\n{}", report.errors, text(&steps)) };
        let race = races(&steps);
        let all = |step: &Step| match *step {
            Step::Barrier { .. } => Step::Barrier { shared: true, global: true },
            access @ Step::Access { .. } => access,
        };
        racy += u64::from(race);
        hidden += u64::from(race && !races(&steps.iter().map(all).collect::<Vec<_>>()));
        let verdict = &kernel.results[0].verdict;
        let right = match verdict {
            Verdict::Proved { .. } => !race,
            Verdict::Refuted { .. } => race,
            Verdict::Unknown(_) => false,
        };
        assert!(
            right,
            "kernel {number}: {} though it {} race\n{}",
            verdict.word(),
            if race { "does" } else { "does not" },
            text(&steps)
        );
    }
    assert!(racy > count / 5 && racy < count, "{racy} of {count} race");
    assert!(hidden > count / 25, "{hidden} of {count} race behind barriers that do not name the memory only");
}
