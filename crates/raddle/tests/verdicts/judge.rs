//! Verdicts on kernels, compared with all interleavings of the reference machine.

use crate::verdicts::kernel::{Case, Stmt};
use raddle::{Ask, Key, Launches, Options};
use raddle_ir::{Module, passes};
use raddle_lockstep::prove::{Answer, Outcome};
use raddle_machine::explore::{Ending, Exploration, ExploreOptions, explore};
use raddle_machine::launch::{Arg, Buffer, BufferContent, Launch};
use raddle_machine::monitor::Issue;
use raddle_machine::program::Program;
use raddle_report::{Diagnostic, Facts, Property, PropertyResult, Severity, Verdict};
use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

/// A wrong answer.
#[derive(Clone, Debug)]
pub(crate) struct Wrong {
    pub(crate) case: Case,
    pub(crate) number: u64,
    pub(crate) property: Property,
    pub(crate) why: String,
}

/// How many kernels got each answer, for one property.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct Shares {
    pub(crate) proved: u64,
    pub(crate) refuted: u64,
    pub(crate) unknown: u64,
    /// Proved up to writes of equal values.
    pub(crate) benign: u64,
}

/// The properties that are judged.
pub(crate) const PROPERTIES: [Property; 4] =
    [Property::Deadlock, Property::BarrierReuse, Property::Divergence, Property::Race];

/// Explorations end here; what was seen until then still contradicts proofs.
const MOST_STATES: usize = 6000;

/// What the two buffers may hold at the start.
const CONTENTS: [[u32; 8]; 3] = [[0; 8], [3, 2, 1, 0, 1, 0, 3, 2], [1, 1, 1, 1, 2, 3, 0, 1]];

/// What all interleavings of all tried inputs show.
pub(crate) struct Truth {
    endings: BTreeSet<Ending>,
    part_of_warp: bool,
    /// The lines of two conflicting accesses.
    races: BTreeSet<(u32, u32)>,
    /// Does the final memory depend on the schedule?
    ambiguous: bool,
    pub(crate) complete: bool,
}

/// Judges a case. Its answers, and the wrong ones.
pub(crate) fn judge(
    case: &Case,
    number: u64,
    file: &Path,
) -> Result<(Vec<&'static str>, Vec<Wrong>), String> {
    let text = case.to_string();
    fs::write(file, &text).map_err(|e| e.to_string())?;
    let wrong = |property, why: String| Wrong { case: case.clone(), number, property, why };
    let Ok(checked) = catch_unwind(AssertUnwindSafe(|| raddle::check(file, &options(case), &|_| ()))) else {
        return Ok((Vec::new(), vec![wrong(Property::Deadlock, "raddle panics".to_owned())]));
    };
    let report = checked.report;
    if !report.errors.is_empty() {
        return Err(format!("{:?}\n{text}", report.errors));
    }
    let results = &report.kernels[0].results;
    let truth = truth(case, &text, results)?;
    let mut answers = Vec::new();
    let mut found = Vec::new();
    for (property, result) in PROPERTIES.iter().zip(results) {
        let benign = matches!(result.verdict, Verdict::Proved { .. }) && !result.diagnostics.is_empty();
        answers.push(if benign { "benign" } else { result.verdict.word() });
        if let Some(why) = truth.contradicts(case, *property, result) {
            found.push(wrong(*property, why));
        }
    }
    // Lock-step verification is asked of every kernel, not only where a run leaves something open.
    let mut asked = vec![("two threads", options(case))];
    // With the block size left free as well: what is proved for every size holds for this one.
    if number.is_multiple_of(5) {
        let sizes = [None, Some(case.block[1]), Some(case.block[2])];
        let mut any = options(case);
        any.launch.block = Some(sizes);
        asked.push(("two threads, any size", any));
    }
    for (said, options) in asked {
        found.extend(alone(case, &truth, said, &raddle::two_threads(file, "k", &options)?, &wrong));
    }
    let in_lock_step = || if number.is_multiple_of(2) { in_lock_step(case, file) } else { Ok((false, None)) };
    if case.warp_size > 1
        && let (true, Some(n)) = in_lock_step()?
    {
        let why = format!("two threads in lock-step: proved, but there is a race with n = {n}");
        found.push(wrong(Property::Race, why));
    }
    Ok((answers, found))
}

/// Do two threads prove, for warps in lock-step and all arguments, that no races exist? And an argument with which a run shows a race, if
/// one does.
pub(crate) fn in_lock_step(case: &Case, file: &Path) -> Result<(bool, Option<u32>), String> {
    std::fs::write(file, case.to_string()).map_err(|e| e.to_string())?;
    let mut options = options(case);
    options.launch.warp_synchronous = true;
    let alone = raddle::two_threads(file, "k", &options)?;
    if alone.race != Answer::Proved || !alone.equal_writes.is_empty() {
        return Ok((false, None));
    }
    let races = |n: &u32| {
        let given = vec![(Key::Name("n".to_owned()), n.to_string())];
        let mut options = options.clone();
        options.launch.args = given;
        let report = raddle::check(file, &options, &|_| ()).report;
        let mut results = report.kernels.iter().flat_map(|kernel| &kernel.results);
        results.any(|r| r.property == Property::Race && matches!(r.verdict, Verdict::Refuted { .. }))
    };
    let all = case.n.map_or(vec![0, 1, 2, 3], |n| vec![n]);
    Ok((true, all.into_iter().find(races)))
}

/// The results of lock-step verification alone, compared with the truth.
fn alone(
    case: &Case,
    truth: &Truth,
    said: &str,
    alone: &Outcome,
    wrong: &dyn Fn(Property, String) -> Wrong,
) -> Vec<Wrong> {
    let mut found = Vec::new();
    let benign = !alone.equal_writes.is_empty();
    if alone.race == Answer::Proved && benign && truth.ambiguous && !case.has_atomics() {
        found.push(wrong(Property::Race, format!("{said}: equal values, but the final memory differs")));
    }
    if alone.race == Answer::Proved
        && !benign
        && let Some((a, b)) = truth.races.first()
    {
        found.push(wrong(Property::Race, format!("{said}: proved, but lines {a} and {b} race")));
    }
    let stuck = truth.part_of_warp || truth.endings.contains(&Ending::Deadlock);
    if alone.divergence == Answer::Proved && stuck && (alone.lanes_meet || !case.waits_in_warps()) {
        found.push(wrong(Property::Divergence, format!("{said}: proved, but not all come to a barrier")));
    }
    found
}

/// What the buffers hold in a witness that has chosen that.
fn chosen(diagnostic: &Diagnostic) -> Option<[u32; 8]> {
    let schedule = &diagnostic.witness.as_ref()?.schedule;
    let mut bytes = [0; 32];
    for content in schedule.get("inputs")?.get("contents")?.as_array()? {
        let number = |key: &str| content.get(key).and_then(serde_json::Value::as_u64);
        let first = number("pointer")? / 8 * 16 + number("offset")?;
        for (at, byte) in (first as usize..).zip(content.get("bytes")?.as_array()?).take(16) {
            if let (Some(place), Some(byte)) = (bytes.get_mut(at), byte.as_u64()) {
                *place = byte as u8;
            }
        }
    }
    let word =
        |n: usize| u32::from_le_bytes([bytes[4 * n], bytes[4 * n + 1], bytes[4 * n + 2], bytes[4 * n + 3]]);
    Some([0, 1, 2, 3, 4, 5, 6, 7].map(word))
}

fn options(case: &Case) -> Options {
    let launch = Launches {
        block: Some(case.block.map(Some)),
        warp_size: case.warp_size,
        exited_arrive: case.exited_arrive,
        args: case.n.map(|n| (Key::Name("n".to_owned()), n.to_string())).into_iter().collect(),
        ..Launches::default()
    };
    // One CTA is explored.
    let ask = Ask { properties: Some(PROPERTIES.to_vec()), within_cta: true, ..Ask::default() };
    Options { launch, ask, ..Options::default() }
}

impl Truth {
    fn contradicts(&self, case: &Case, property: Property, result: &PropertyResult) -> Option<String> {
        let proved = matches!(result.verdict, Verdict::Proved { .. });
        let refuted = matches!(result.verdict, Verdict::Refuted { .. }) && self.complete;
        let ends = |ending| self.endings.contains(&ending);
        match property {
            Property::Deadlock if proved && ends(Ending::Deadlock) => {
                Some("proved, but some run is stuck".into())
            }
            Property::Deadlock if refuted && !ends(Ending::Deadlock) => {
                Some("refuted, but no run is stuck".into())
            }
            Property::BarrierReuse if proved && ends(Ending::BarrierError) => {
                Some("proved, but some run uses a barrier against its rules".into())
            }
            Property::Divergence if proved && self.part_of_warp => {
                Some("proved, but part of a warp executes an aligned barrier".into())
            }
            Property::Divergence if refuted && !self.part_of_warp => {
                Some("refuted, but no part of a warp executes an aligned barrier".into())
            }
            Property::Race if proved && result.diagnostics.is_empty() => {
                let race = self.races.first()?;
                Some(format!("proved, but the accesses of lines {} and {} race", race.0, race.1))
            }
            Property::Race if proved && self.ambiguous && !case.has_atomics() => {
                Some("proved up to equal values, but the final memory depends on the schedule".into())
            }
            Property::Race if refuted => {
                let errors = result.diagnostics.iter().filter(|d| d.severity == Severity::Error);
                let races = errors.filter_map(|d| match &d.facts {
                    Some(Facts::Race(race)) => Some(race),
                    _ => None,
                });
                // Those that have the cause of another one are races, too.
                let mut pairs = races.flat_map(|race| race.all()).map(|sides| {
                    let [a, b] = sides.map(|side| side.location.line);
                    (a.min(b), a.max(b))
                });
                let wrong = pairs.find(|lines| !self.races.contains(lines));
                wrong.map(|(a, b)| format!("a race of lines {a} and {b} is reported that is none"))
            }
            _ => None,
        }
    }
}

/// What all interleavings show, with some contents of buffers and those that findings have chosen.
pub(crate) fn truth<'r>(
    case: &Case,
    text: &str,
    results: impl IntoIterator<Item = &'r PropertyResult>,
) -> Result<Truth, String> {
    let mut contents: Vec<[u32; 8]> = CONTENTS[..if reads_globals(&case.body) { 3 } else { 1 }].to_vec();
    contents.extend(results.into_iter().flat_map(|r| &r.diagnostics).filter_map(chosen));
    let ast = raddle_ptx::parse::parse(text).map_err(|e| format!("{}\n{text}", e[0]))?;
    let lowered = raddle_ptx::lower::lower(&ast, text, raddle_ptx::lower::Options::default());
    let mut module: Module = lowered.map_err(|e| format!("{}\n{text}", e[0]))?;
    let (func, _) = module.kernels().next().ok_or("no kernel")?;
    let function = passes::prepare(&mut module, func).map_err(|e| e.to_string())?;
    let program = Program::decode(&module, &function).map_err(|e| format!("{e:?}"))?;
    let mut truth = Truth {
        endings: BTreeSet::new(),
        part_of_warp: false,
        races: BTreeSet::new(),
        ambiguous: false,
        complete: true,
    };
    let all = [0, 1, 2, 3];
    let given = case.n.map(|n| [n]);
    let ns: &[u32] = given.as_ref().map_or(&all, |n| n);
    for &n in ns {
        for content in &contents {
            let mut launch = Launch::new(case.block);
            launch.warp_size = case.warp_size;
            launch.exited_arrive = case.exited_arrive;
            launch.args = vec![Arg { param: 2, bytes: n.to_le_bytes().to_vec() }];
            let bytes =
                |words: &[u32]| BufferContent::Bytes(words.iter().flat_map(|w| w.to_le_bytes()).collect());
            launch.buffers = vec![
                Buffer { param: 0, content: bytes(&content[..4]), element: 4 },
                Buffer { param: 1, content: bytes(&content[4..]), element: 4 },
            ];
            let limits = ExploreOptions { max_states: MOST_STATES, ..ExploreOptions::default() };
            let seen = explore(&program, launch, limits).map_err(|e| e.to_string())?;
            truth.add(&module, &seen);
        }
    }
    Ok(truth)
}

impl Truth {
    /// Is there a run in which some thread waits forever?
    pub(crate) fn is_stuck(&self) -> bool {
        self.endings.contains(&Ending::Deadlock)
    }

    pub(crate) fn has_race(&self) -> bool {
        !self.races.is_empty()
    }

    fn add(&mut self, module: &Module, seen: &Exploration) {
        self.endings.extend(&seen.endings);
        self.part_of_warp |= seen.issues.iter().any(|i| matches!(i, Issue::PartOfWarp { .. }));
        let line = |site: raddle_machine::domain::Site| module.sources.loc(site.loc).ptx_line;
        for &(a, b) in &seen.races {
            let (a, b) = (line(a), line(b));
            self.races.insert((a.min(b), a.max(b)));
        }
        self.ambiguous |= seen.finals.len() > 1;
        self.complete &= seen.complete;
    }
}

fn reads_globals(body: &[Stmt]) -> bool {
    use crate::verdicts::kernel::Memory::Global;
    body.iter().any(|s| match s {
        Stmt::Data { .. } => true,
        Stmt::Load { place, .. } | Stmt::Atomic { place, .. } => place.memory == Global,
        Stmt::If { then, other, .. } => reads_globals(then) || reads_globals(other),
        Stmt::Loop { body, .. } => reads_globals(body),
        _ => false,
    })
}

/// Makes a wrong case smaller as long as the same property stays wrong.
pub(crate) fn shrink(wrong: &Wrong, file: &Path) -> Wrong {
    let mut best = wrong.clone();
    let mut tries = 3000;
    loop {
        let smaller = variants(&best.case.body).into_iter().find_map(|body| {
            tries -= 1;
            if tries < 0 {
                return None;
            }
            let case = Case { body, ..best.case.clone() };
            let (_, found) = judge(&case, best.number, file).ok()?;
            found.into_iter().find(|w| w.property == best.property)
        });
        match smaller {
            Some(smaller) => best = smaller,
            None => return best,
        }
    }
}

/// The bodies with one statement less, or with one replaced by what is in it.
fn variants(body: &[Stmt]) -> Vec<Vec<Stmt>> {
    let mut all = Vec::new();
    for (n, stmt) in body.iter().enumerate() {
        let with = |middle: &[Stmt]| [&body[..n], middle, &body[n + 1..]].concat();
        all.push(with(&[]));
        match stmt {
            Stmt::If { cond, then, other } => {
                all.push(with(then));
                all.push(with(other));
                let inner = |then, other| Stmt::If { cond: *cond, then, other };
                all.extend(variants(then).into_iter().map(|t| with(&[inner(t, other.clone())])));
                all.extend(variants(other).into_iter().map(|o| with(&[inner(then.clone(), o)])));
            }
            Stmt::Loop { times, body } => {
                all.push(with(body));
                all.extend(
                    variants(body).into_iter().map(|b| with(&[Stmt::Loop { times: *times, body: b }])),
                );
            }
            Stmt::Store { place, from, strength, guard: Some(_) } => {
                all.push(with(&[Stmt::Store {
                    place: *place,
                    from: *from,
                    strength: *strength,
                    guard: None,
                }]));
            }
            Stmt::Load { place, to, strength, guard: Some(_) } => {
                all.push(with(&[Stmt::Load { place: *place, to: *to, strength: *strength, guard: None }]));
            }
            _ => {}
        }
    }
    all
}
