//! Compares, and finds the smallest program that shows a disagreement.

use crate::judge::machine::{self, Way};
use crate::judge::program::Program;
use crate::judge::unit::{self, Results};
use std::path::Path;

/// A program whose results are not the same natively and on the machine.
#[derive(Clone, Debug)]
pub(crate) struct Disagreement {
    pub(crate) program: Program,
    /// The optimisation level of the PTX.
    pub(crate) level: u8,
    pub(crate) way: Way,
    /// The number of the input, where only some inputs disagree.
    pub(crate) input: Option<usize>,
    /// The native result.
    pub(crate) native: u64,
    /// The machine's result, or why it has none.
    pub(crate) machine: Result<u64, String>,
}

/// What judging some programs found.
#[derive(Debug, Default)]
pub(crate) struct Findings {
    pub(crate) disagreements: Vec<Disagreement>,
    /// How many results were compared.
    pub(crate) compared: u64,
    /// How many results are unknown to the machine with unknown values.
    pub(crate) unknown: u64,
}

impl Findings {
    pub(crate) fn merge(&mut self, other: Self) {
        self.disagreements.extend(other.disagreements);
        self.compared += other.compared;
        self.unknown += other.unknown;
    }
}

/// Judges some programs at some optimisation levels.
///
/// # Errors
/// When a program does not compile, which is the generator's fault.
pub(crate) fn judge(programs: &[Program], levels: &[u8], folder: &Path) -> Result<Findings, String> {
    let path = folder.join("unit.c");
    std::fs::write(&path, unit::source(programs)).map_err(|error| error.to_string())?;
    let native = unit::native(&path)?;
    let mut findings = Findings::default();
    for &level in levels {
        let ptx = unit::ptx(&path, level)?;
        match machine::module(&ptx) {
            Ok(mut module) => {
                for program in programs {
                    compare(&mut module, program, &native, level, &mut findings);
                }
            }
            Err(why) => {
                // One at a time, to learn which.
                if let [program] = programs {
                    let (program, way, machine) = (program.clone(), Way::Lowered, Err(why));
                    let disagreement = Disagreement { program, level, way, input: None, native: 0, machine };
                    findings.disagreements.push(disagreement);
                } else {
                    for program in programs {
                        findings.merge(judge(std::slice::from_ref(program), &[level], folder)?);
                    }
                }
            }
        }
    }
    Ok(findings)
}

/// Compares one program, in each way until one disagrees.
fn compare(
    module: &mut raddle_ir::Module,
    program: &Program,
    native: &Results,
    level: u8,
    findings: &mut Findings,
) {
    let expected = native.get(&program.number).map_or(&[][..], Vec::as_slice);
    for way in Way::ALL {
        let (input, machine) = match machine::run(module, program, way) {
            Ok(found) => {
                findings.compared += expected.len() as u64;
                findings.unknown += found.iter().filter(|value| value.is_none()).count() as u64;
                let may_be_unknown = way == Way::PreparedPartial;
                let agrees = |n: usize| match found.get(n) {
                    Some(Some(value)) => *value == expected[n],
                    Some(None) => may_be_unknown,
                    None => false,
                };
                let Some(n) = (0..expected.len()).find(|&n| !agrees(n)) else { continue };
                (Some(n), found.get(n).copied().flatten().ok_or_else(|| "unknown".to_owned()))
            }
            Err(why) => (None, Err(why)),
        };
        let native = expected.get(input.unwrap_or(0)).copied().unwrap_or(0);
        let program = program.clone();
        findings.disagreements.push(Disagreement { program, level, way, input, native, machine });
        return;
    }
}

/// A smaller program that disagrees in the same way, at most `attempts` tries away.
pub(crate) fn shrink(disagreement: &Disagreement, folder: &Path, mut attempts: usize) -> Disagreement {
    let mut best = disagreement.clone();
    if let Some(input) = best.input {
        let mut fewer = best.program.clone();
        fewer.inputs = vec![fewer.inputs[input]];
        best = again(&fewer, &best, folder).unwrap_or(best);
    }
    loop {
        let smaller = best.program.smaller().into_iter().find_map(|program| {
            attempts = attempts.checked_sub(1)?;
            again(&program, &best, folder)
        });
        match smaller {
            Some(smaller) => best = smaller,
            None => return best,
        }
    }
}

/// Does a program still disagree, by a value or by the lack of one, as before?
fn again(program: &Program, before: &Disagreement, folder: &Path) -> Option<Disagreement> {
    let found = judge(std::slice::from_ref(program), &[before.level], folder).ok()?;
    found
        .disagreements
        .into_iter()
        .find(|d| d.way == before.way && d.machine.is_ok() == before.machine.is_ok())
}

/// What a person needs to see it again.
pub(crate) fn describe(disagreement: &Disagreement, seed: u64, kept: &Path) -> String {
    let Disagreement { program, level, way, input, native, machine } = disagreement;
    let n = program.number;
    let machine = match machine {
        Ok(value) => format!("{value:#018x}"),
        Err(why) => format!("no value: {why}"),
    };
    let input = match input {
        Some(input) => format!("input {input}: {:#x?}", program.inputs[*input]).replace('\n', " "),
        None => "all inputs".to_owned(),
    };
    format!(
        "function fun{n}, PTX at -O{level}, {way:?}, {input}\n  native:  {native:#018x}\n  machine: {machine}\n\
         the file: {}\n  PTX:    {}\n  native: {}\n\
         again: RADDLE_JUDGE_SEED={seed} RADDLE_JUDGE_FIRST={n} RADDLE_JUDGE_FUNCTIONS=1 cargo test -p raddle --test it judge::\n\n{program}",
        kept.display(),
        unit::ptx_command(*level).join(" "),
        unit::native_command().join(" "),
    )
}
