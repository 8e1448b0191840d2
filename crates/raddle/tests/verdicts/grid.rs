//! Barriers of the whole grid, against all interleavings.
//!
//! A grid whose CTAs have named barriers of their own, and parts of one memory, is a CTA. So each random kernel, with nothing but barriers
//! of all threads and of one CTA's, is executed in every order as one CTA, and checked as a grid of CTAs with one or two threads.

use crate::verdicts::judge::{Truth, Wrong, truth};
use crate::verdicts::kernel::{Case, Form, Id, Stmt};
use raddle::{CtaChoice, Key, Launches, Options};
use raddle_lockstep::prove::Answer;
use raddle_report::{Property, Verdict};
use std::fs;
use std::path::Path;

/// How many kernels got each answer.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Answers {
    pub(crate) no_race: u64,
    pub(crate) no_divergence: u64,
    pub(crate) race: u64,
    pub(crate) deadlock: u64,
}

/// A case with such barriers only, one thread in each warp.
pub(crate) fn plain(case: &Case) -> Case {
    let threads = case.block.iter().product();
    let body = plainly(&case.body);
    Case { block: [threads, 1, 1], warp_size: 1, exited_arrive: false, body, ..case.clone() }
}

/// How many threads a CTA of the grid has.
pub(crate) fn size(case: &Case, number: u64) -> u32 {
    let threads = case.block[0];
    if threads.is_multiple_of(2) && !number.is_multiple_of(3) { 2 } else { 1 }
}

fn plainly(body: &[Stmt]) -> Vec<Stmt> {
    let barrier = |id: u32| Stmt::Barrier {
        aligned: true,
        arrive: false,
        id: Id::Constant(id),
        count: None,
        guard: None,
    };
    let of = |id: &Id| match id {
        Id::Constant(id) => barrier(*id),
        Id::Var(_) => barrier(0),
    };
    let one = |stmt: &Stmt| match stmt {
        Stmt::Barrier { guard: None, id, .. } => Some(of(id)),
        // A reduction is a barrier too.
        Stmt::Reduce { .. } => Some(barrier(1)),
        Stmt::Barrier { guard: Some(cond), id, .. } => {
            Some(Stmt::If { cond: *cond, then: vec![of(id)], other: Vec::new() })
        }
        Stmt::WarpSync { .. } | Stmt::Shuffle { .. } => Some(barrier(1)),
        Stmt::Vote { .. } | Stmt::ActiveMask { .. } => None,
        Stmt::If { cond, then, other } => {
            Some(Stmt::If { cond: *cond, then: plainly(then), other: plainly(other) })
        }
        Stmt::Loop { times, body } => Some(Stmt::Loop { times: *times, body: plainly(body) }),
        other => Some(other.clone()),
    };
    body.iter().filter_map(one).collect()
}

/// Judges a case as a grid: what is wrong, by the property.
pub(crate) fn judge(
    case: &Case,
    number: u64,
    file: &Path,
    answers: &mut Answers,
) -> Result<Vec<Wrong>, String> {
    let size = size(case, number);
    fs::write(file, case.text(Form::Grid(size))).map_err(|e| e.to_string())?;
    let launch = Launches {
        block: Some([size, 1, 1].map(Some)),
        grid: Some([case.block[0] / size, 1, 1].map(Some)),
        cta: CtaChoice::All,
        warp_size: case.warp_size,
        args: case.n.map(|n| (Key::Name("n".to_owned()), n.to_string())).into_iter().collect(),
        ..Launches::default()
    };
    let options = Options { launch, ..Options::default() };
    let report = raddle::check(file, &options, &|_| ()).report;
    if !report.errors.is_empty() {
        return Err(format!("{:?}", report.errors));
    }
    let results = || report.kernels.iter().flat_map(|kernel| &kernel.results);
    let truth: Truth = truth(case, &case.text(Form::Flat(size)), results())?;
    let mut found = Vec::new();
    let mut wrong = |property, why: &str| {
        found.push(Wrong { case: case.clone(), number, property, why: format!("as a grid: {why}") });
    };
    let alone = raddle::two_threads(file, "k", &options)?;
    if alone.divergence == Answer::Proved {
        answers.no_divergence += 1;
        if truth.is_stuck() {
            wrong(Property::Divergence, "proved, but not all come to a barrier");
        }
        let proved = [&alone.race, &alone.race_between_ctas].iter().all(|&race| *race == Answer::Proved);
        if proved && alone.equal_writes.is_empty() {
            answers.no_race += 1;
            if truth.has_race() {
                wrong(Property::Race, "proved, but there is a race");
            }
        }
    }
    for result in results() {
        let (proved, refuted) = (
            matches!(result.verdict, Verdict::Proved { .. }) && result.diagnostics.is_empty(),
            matches!(result.verdict, Verdict::Refuted { .. }),
        );
        let bad = match result.property {
            Property::Race => truth.has_race(),
            Property::Deadlock => truth.is_stuck(),
            _ => continue,
        };
        match result.property {
            Property::Race => answers.race += u64::from(refuted),
            Property::Deadlock => answers.deadlock += u64::from(refuted),
            _ => {}
        }
        if proved && bad {
            wrong(result.property, "raddle proves what some execution contradicts");
        }
        if refuted && truth.complete && !bad {
            wrong(result.property, "raddle refutes what no execution contradicts");
        }
    }
    Ok(found)
}
