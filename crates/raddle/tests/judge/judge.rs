//! Compares, and finds the smallest program that shows a disagreement.

use crate::machine::{self, Way};
use crate::program::Program;
use crate::unit::{self, Results};
use std::path::Path;

/// A program whose results are not the same natively and on the machine.
#[derive(Clone, Debug)]
pub(crate) struct Disagreement {
    pub(crate) program: Program,
    /// The optimisation level of the PTX.
    pub(crate) level: u8,
    pub(crate) way: Way,
    /// The number of the input, if the machine has a result for it.
    pub(crate) input: Option<usize>,
    /// The native result.
    pub(crate) native: u64,
    /// The machine's result, or why it has none.
    pub(crate) machine: Result<u64, String>,
}

/// Judges some programs at some optimisation levels.
///
/// # Errors
/// When a program does not compile, which is the generator's fault.
pub(crate) fn judge(programs: &[Program], levels: &[u8], folder: &Path) -> Result<Vec<Disagreement>, String> {
    let path = folder.join("unit.c");
    std::fs::write(&path, unit::source(programs)).map_err(|error| error.to_string())?;
    let native = unit::native(&path)?;
    let mut all = Vec::new();
    for &level in levels {
        let ptx = unit::ptx(&path, level)?;
        let mut module = match machine::module(&ptx) {
            Ok(module) => module,
            Err(why) if programs.len() == 1 => {
                let machine = Err(why);
                all.push(Disagreement {
                    program: programs[0].clone(),
                    level,
                    way: Way::Lowered,
                    input: None,
                    native: 0,
                    machine,
                });
                continue;
            }
            Err(_) => {
                // One at a time, to learn which.
                for program in programs {
                    all.extend(judge(std::slice::from_ref(program), &[level], folder)?);
                }
                continue;
            }
        };
        for program in programs {
            all.extend(
                Way::ALL.into_iter().find_map(|way| compare(&mut module, program, &native, level, way)),
            );
        }
    }
    Ok(all)
}

fn compare(
    module: &mut raddle_ir::Module,
    program: &Program,
    native: &Results,
    level: u8,
    way: Way,
) -> Option<Disagreement> {
    let expected = native.get(&program.number).map_or(&[][..], Vec::as_slice);
    let disagreement = |input, native, machine| {
        Some(Disagreement { program: program.clone(), level, way, input, native, machine })
    };
    match machine::run(module, program, way) {
        Ok(found) if found == expected => None,
        Ok(found) => {
            let input = (0..expected.len()).find(|&n| found.get(n) != Some(&expected[n]));
            let n = input.unwrap_or(0);
            let machine = found.get(n).copied().ok_or_else(|| "no result".to_owned());
            disagreement(input, expected.get(n).copied().unwrap_or(0), machine)
        }
        Err(why) => disagreement(None, expected.first().copied().unwrap_or(0), Err(why)),
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
    found.into_iter().find(|d| d.way == before.way && d.machine.is_ok() == before.machine.is_ok())
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
         again: RADDLE_JUDGE_SEED={seed} RADDLE_JUDGE_FIRST={n} RADDLE_JUDGE_FUNCTIONS=1 cargo test -p raddle --test judge\n\n{program}",
        kept.display(),
        unit::ptx_command(*level).join(" "),
        unit::native_command().join(" "),
    )
}
