//! The whole way from a kernel to the verdicts on its loops.

use super::conditions::{Condition, conditions};
use super::endless::{self, Endless};
use super::exact::{self, Exact};
use super::finite::Width;
use super::holds::{Asker, Known};
use super::invariants::{self, Invariants, assumed, infer};
use super::model::Model;
use super::ranking::{self, Effort, Ranking, rank, rank_states};
use super::reached::Candidate;
use super::relations::relations;
use super::trips::{Trips, trips};
use crate::limits::kernels;
use raddle_ir::{AtomicOp, Inst, InstKind, Order, Space};
use raddle_smt::{Solver, Term};
use std::collections::BTreeSet;
use std::time::Duration;

/// How long to search.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Budget {
    /// About one question, [as a rule](raddle_smt::Limits::about).
    pub question: Duration,
    /// About a kernel.
    pub all: Duration,
    /// Are invariants of loops computed? Without them less is proved; that is for measurements.
    pub invariants: bool,
}

impl Budget {
    /// This long for a question, and this long for a kernel.
    #[must_use]
    pub fn of(question: Duration, all: Duration) -> Self {
        Self { question, all, invariants: true }
    }
}

/// What is known of a kernel's loops.
#[derive(Debug)]
pub struct Decided {
    /// One for each loop, by the model's numbers.
    pub loops: Vec<LoopVerdict>,
    /// What holds at the loops' heads, as far as it was needed.
    pub invariants: Invariants,
    /// The launches for which the verdicts on endings hold: all of these are met.
    pub conditions: Vec<(Condition, Option<Endless>)>,
    /// Launches with which a loop may not terminate, where neither that nor the contrary is known: a [run](super::reached) may show it.
    pub open: Vec<Candidate>,
    /// What holds at the loops' heads for all launches.
    pub plain: Invariants,
    /// Can the assumptions of the source be true, as far as the paths to them show? If not, everything is proved, and it means nothing.
    pub consistent: bool,
}

/// What is known of a loop.
#[derive(Debug)]
pub struct LoopVerdict {
    /// Its number.
    pub number: usize,
    /// Whether it ends.
    pub ended: Ended,
    /// If it does, how many rounds it takes, where known.
    pub trips: Option<Trips>,
    /// Does no thread reach it?
    pub dead: bool,
}

/// Whether a loop ends.
#[derive(Debug)]
pub enum Ended {
    /// It does, as these fall.
    Ranked(Ranking),
    /// With this launch it does not.
    Runs(Endless),
    /// Unknown.
    Unknown(Reason),
}

/// Why it is unknown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Reason {
    /// The loop's exit depends on a value that each round reads anew, in a way that another thread can change it.
    Waits(Inst),
    /// The loop's exit depends on the result of an atomic that changes what it finds, as others may.
    Atomic(Inst),
    /// The loop's exit depends on memory that the kernel writes, or on a computation that is not followed.
    Data(Inst),
    /// No ranking was found.
    NoRanking,
    /// The solver did not have enough time.
    Time,
    /// A proof was found that was not confirmed.
    Unconfirmed,
}

/// Decides whether a thread ends. `checker` is asked once more about all that was found, and must not have been asked anything yet.
pub fn decide(
    model: &mut Model<'_>,
    solver: &mut dyn Solver,
    checker: &mut dyn Solver,
    budget: Budget,
) -> Decided {
    let mut ask = Asker::new(solver, budget);
    let count = model.heads.len();
    let mut invariants: Invariants = vec![Vec::new(); count];
    let mut rankings: Vec<Option<Ranking>> = Vec::new();
    for number in 0..count {
        let given = model.facts.clone();
        rankings.push(rank(model, number, &given, Effort::Plain, &mut ask));
    }
    all_states(model, &mut rankings, Width::Few);
    if rankings.iter().any(Option::is_none) {
        invariants = infer(model, &[], &mut ask);
        ranked(model, &mut rankings, &invariants, &mut ask);
    }
    if rankings.iter().any(Option::is_none) && ask.infers() && !ask.over() {
        model.related = (0..count).map(|number| (number, relations(model, number))).collect();
        if model.related.values().any(|guesses| !guesses.is_empty()) {
            let more = infer(model, &[], &mut ask);
            match ranked(model, &mut rankings, &more, &mut ask) {
                true => invariants = more,
                false => model.related.clear(),
            }
        }
    }
    all_states(model, &mut rankings, Width::Any);
    // What holds for all launches, whatever is demanded of them later.
    let plain = invariants.clone();
    let mut chosen: Vec<Condition> = Vec::new();
    // Time is reserved for endless runs.
    let end = ask.hasten();
    let open = rankings.iter_mut().enumerate();
    for (number, found) in open.filter(|(_, r)| r.is_none()) {
        // The conditions demanded so far may be enough.
        if !chosen.is_empty() {
            *found = with(model, number, (&invariants, &said(&chosen)), Effort::Plain, &mut ask);
            if found.is_some() {
                continue;
            }
        }
        let Some((ranking, under, condition)) =
            under_condition(model, number, (&invariants, &chosen), &mut ask)
        else {
            continue;
        };
        *found = Some(ranking);
        invariants = under;
        chosen.push(condition);
    }
    without(model, (&mut rankings, &mut invariants, &mut chosen), &mut ask);
    ask.relax(end);
    let more = said(&chosen);
    let mut in_vain: Vec<Candidate> = Vec::new();
    let mut loops: Vec<LoopVerdict> = Vec::new();
    for (number, ranking) in rankings.into_iter().enumerate() {
        let ended = match ranking {
            Some(ranking) => Ended::Ranked(ranking),
            None => match endless::find(model, number, &plain, (&[], &mut in_vain), &mut ask) {
                Some(endless) => Ended::Runs(endless),
                None => Ended::Unknown(reason(model, number, ask.over() || ask.late)),
            },
        };
        loops.push(LoopVerdict { number, ended, trips: None, dead: false });
    }
    let mut conditions = Vec::new();
    for (place, condition) in chosen.into_iter().enumerate() {
        let mut tried = Vec::new();
        let shown = violated(model, (&plain, &mut tried), &condition, &mut ask);
        tried.iter_mut().for_each(|candidate| candidate.violates = Some(place));
        in_vain.append(&mut tried);
        conditions.push((condition, shown));
    }
    let consistent = consistent(model, &more, &mut ask);
    let mut decided =
        Decided { loops, invariants, conditions, open: in_vain, plain: plain.clone(), consistent };
    let reasons = exactness(model, &decided, &mut ask);
    confirm(model, &mut decided, (&plain, &more), &reasons, (checker, budget));
    decided
}

/// A condition that the others make superfluous is none.
fn without(
    model: &mut Model<'_>,
    (rankings, invariants, chosen): (&mut [Option<Ranking>], &mut Invariants, &mut Vec<Condition>),
    ask: &mut Asker<'_>,
) {
    let mut place = 0;
    while chosen.len() > 1 && place < chosen.len() && !ask.over() {
        let mut others = chosen.clone();
        others.remove(place);
        let more = said(&others);
        let under = infer(model, &more, ask);
        // Every loop that ended still does.
        let mut found: Vec<Option<Ranking>> = Vec::new();
        for (number, ranking) in rankings.iter().enumerate() {
            let Some(ranking) = ranking else { continue };
            let given = given(model, number, &under, &more);
            found.push(match ranking::confirm(model, number, ranking, &given, ask) {
                true => Some(ranking.clone()),
                false => rank(model, number, &given, Effort::Plain, ask),
            });
        }
        if found.iter().any(Option::is_none) {
            place += 1;
            continue;
        }
        let mut found = found.into_iter();
        for ranking in rankings.iter_mut().filter(|ranking| ranking.is_some()) {
            *ranking = found.next().flatten();
        }
        *invariants = under;
        *chosen = others;
    }
}

/// Explores all states of the loops that have no ranking.
fn all_states(model: &mut Model<'_>, rankings: &mut [Option<Ranking>], width: Width) {
    for (number, ranking) in rankings.iter_mut().enumerate().filter(|(_, ranking)| ranking.is_none()) {
        *ranking = rank_states(model, number, width);
    }
}

/// Searches for rankings of the loops that have none; is there one more?
fn ranked(
    model: &mut Model<'_>,
    rankings: &mut [Option<Ranking>],
    invariants: &Invariants,
    ask: &mut Asker<'_>,
) -> bool {
    let mut more = false;
    for effort in [Effort::Plain, Effort::Thorough] {
        for (number, ranking) in rankings.iter_mut().enumerate().filter(|(_, r)| r.is_none()) {
            *ranking = with(model, number, (invariants, &[]), effort, ask);
            more |= ranking.is_some();
        }
    }
    more
}

/// The ranking of a loop under a condition, the weakest that is found, with the invariants that it needs.
fn under_condition(
    model: &mut Model<'_>,
    number: usize,
    (invariants, chosen): (&Invariants, &[Condition]),
    ask: &mut Asker<'_>,
) -> Option<(Ranking, Invariants, Condition)> {
    let mut tried = Vec::new();
    for mut condition in conditions(model, number) {
        condition.terms.retain(|(t, _)| !follows(model, chosen, *t, ask));
        if condition.terms.is_empty() || ask.over() || !can_hold(model, chosen, &condition, ask) {
            continue;
        }
        if let Some(found) = helped(model, (invariants, chosen, Effort::Plain), &condition, ask) {
            return Some(lessened(model, (invariants, chosen, Effort::Plain), (condition, found), ask));
        }
        tried.push(condition);
    }
    for condition in tried {
        if let Some(found) = helped(model, (invariants, chosen, Effort::Thorough), &condition, ask) {
            return Some(lessened(model, (invariants, chosen, Effort::Thorough), (condition, found), ask));
        }
    }
    None
}

/// Drops demands that are not needed.
fn lessened(
    model: &mut Model<'_>,
    under: (&Invariants, &[Condition], Effort),
    (mut condition, (mut ranking, mut needed)): (Condition, (Ranking, Invariants)),
    ask: &mut Asker<'_>,
) -> (Ranking, Invariants, Condition) {
    let mut place = 0;
    while condition.terms.len() > 1 && place < condition.terms.len() {
        let mut less = condition.clone();
        less.terms.remove(place);
        match helped(model, under, &less, ask) {
            Some(found) => ((ranking, needed), condition) = (found, less),
            None => place += 1,
        }
    }
    (ranking, needed, condition)
}

/// Can each assumption hold where it stands, with those before it? And does one in a loop leave a way out of it, in some round?
fn consistent(model: &mut Model<'_>, more: &[Term], ask: &mut Asker<'_>) -> bool {
    let mut given = model.facts.clone();
    given.extend_from_slice(more);
    if !model.trusted.clone().into_iter().all(|trusted| possible(model, &given, trusted, ask)) {
        return false;
    }
    let trusts =
        |number: &usize| model.loops.all()[*number].blocks.iter().any(|block| model.trusting.contains(block));
    let loops: Vec<usize> = (0..model.heads.len()).filter(trusts).collect();
    if loops.is_empty() {
        return true;
    }
    let invariants = infer(model, more, ask);
    loops.into_iter().all(|number| {
        let mut at_head = given.clone();
        at_head.extend(assumed(model, &invariants, model.place(model.heads[number].block)));
        let exits = model.heads[number].exits.clone();
        exits.into_iter().any(|exit| possible(model, &at_head, exit, ask))
    })
}

/// Is a term not known to be impossible?
fn possible(model: &mut Model<'_>, given: &[Term], term: Term, ask: &mut Asker<'_>) -> bool {
    ask.given(&mut model.terms, given);
    let answer = ask.possible(&mut model.terms, &[term]);
    ask.forget();
    !matches!(answer, raddle_smt::Answer::Unsat(_))
}

/// The ranking of a loop under one more condition, with the invariants that it needs.
fn helped(
    model: &mut Model<'_>,
    (invariants, chosen, effort): (&Invariants, &[Condition], Effort),
    condition: &Condition,
    ask: &mut Asker<'_>,
) -> Option<(Ranking, Invariants)> {
    let number = condition.number;
    let mut more = said(chosen);
    more.extend(condition.terms.iter().map(|(t, _)| *t));
    // A condition under which the loop is never repeated says nothing about it.
    let says = |ranking: &Ranking| !ranking.measures.is_empty() || ranking.rounds.is_some();
    if let Some(ranking) = with(model, number, (invariants, &more), effort, ask) {
        return says(&ranking).then(|| (ranking, invariants.clone()));
    }
    let under = infer(model, &more, ask);
    with(model, number, (&under, &more), effort, ask).filter(says).map(|ranking| (ranking, under))
}

fn said(chosen: &[Condition]) -> Vec<Term> {
    chosen.iter().flat_map(|c| &c.terms).map(|(t, _)| *t).collect()
}

fn with(
    model: &mut Model<'_>,
    number: usize,
    (invariants, more): (&Invariants, &[Term]),
    effort: Effort,
    ask: &mut Asker<'_>,
) -> Option<Ranking> {
    let given = given(model, number, invariants, more);
    rank(model, number, &given, effort, ask)
}

/// What may be assumed on the ways back of a loop.
fn given(model: &mut Model<'_>, number: usize, invariants: &Invariants, more: &[Term]) -> Vec<Term> {
    let last = model.heads[number].backs.iter().map(|e| model.place(e.from)).min().unwrap_or(0);
    let mut given = assumed(model, invariants, last);
    given.extend_from_slice(more);
    given
}

fn follows(model: &mut Model<'_>, chosen: &[Condition], term: Term, ask: &mut Asker<'_>) -> bool {
    let mut given = model.facts.clone();
    given.extend(said(chosen));
    ask.given(&mut model.terms, &given);
    let known = ask.holds(&mut model.terms, term);
    ask.forget();
    matches!(known, Known::True)
}

/// A condition that no launch meets proves everything, and says nothing.
fn can_hold(model: &mut Model<'_>, chosen: &[Condition], condition: &Condition, ask: &mut Asker<'_>) -> bool {
    let mut all = model.facts.clone();
    all.extend(said(chosen));
    all.extend(condition.terms.iter().map(|(t, _)| *t));
    matches!(ask.possible(&mut model.terms, &all), raddle_smt::Answer::Sat(_))
}

/// For each condition why no launch that violates it ends, where that was found.
fn exactness(model: &mut Model<'_>, decided: &Decided, ask: &mut Asker<'_>) -> Vec<Option<Exact>> {
    decided.conditions.iter().map(|(condition, _)| exact::exact(model, condition, ask)).collect()
}

/// A launch that violates a condition, with which a loop does not end.
fn violated(
    model: &mut Model<'_>,
    (plain, in_vain): (&Invariants, &mut Vec<Candidate>),
    condition: &Condition,
    ask: &mut Asker<'_>,
) -> Option<Endless> {
    let holds: Vec<Term> = condition.terms.iter().map(|(t, _)| *t).collect();
    let holds = model.terms.all(&holds);
    let fails = model.terms.not(holds);
    let (bound, end) = condition.bound;
    let end = model.terms.bits(model.terms.width(bound), end);
    let far = model.terms.eq(bound, end);
    // Large steps wrap around soon.
    let mut tries = Vec::new();
    if let Some(step) = condition.step {
        for power in [20, 16, 13, 10] {
            let size = model.terms.bits(model.terms.width(step), 1 << power);
            let large = model.terms.eq(step, size);
            tries.push(vec![fails, far, large]);
        }
    }
    tries.push(vec![fails, far]);
    tries.push(vec![fails]);
    for wanted in tries {
        if ask.over() {
            return None;
        }
        if let Some(endless) = endless::find(model, condition.number, plain, (&wanted, in_vain), ask) {
            return Some(endless);
        }
    }
    None
}

/// Asks a solver that has seen nothing about invariants and rankings. What it does not confirm is not known.
fn confirm(
    model: &mut Model<'_>,
    decided: &mut Decided,
    (plain, more): (&Invariants, &[Term]),
    reasons: &[Option<Exact>],
    (checker, budget): (&mut dyn Solver, Budget),
) {
    let mut ask =
        Asker::new(checker, Budget { question: budget.question * kernels::PATIENCE_OF_CHECKER, ..budget });
    let none: Invariants = vec![Vec::new(); model.heads.len()];
    let carried = |model: &mut Model<'_>, all: &Invariants, more: &[Term], ask: &mut Asker<'_>| {
        all.iter().all(Vec::is_empty) || invariants::confirm(model, all, more, ask)
    };
    let of_all = if carried(model, plain, &[], &mut ask) { plain } else { &none };
    let invariants = match decided.invariants == *plain {
        true => of_all.clone(),
        false if carried(model, &decided.invariants, more, &mut ask) => decided.invariants.clone(),
        false => none.clone(),
    };
    for ((condition, _), reason) in decided.conditions.iter_mut().zip(reasons) {
        let confirmed =
            reason.as_ref().is_some_and(|exact| exact::confirm(model, condition.number, exact, &mut ask));
        condition.exact = confirmed;
    }
    for (_, shown) in &mut decided.conditions {
        if shown.as_ref().is_some_and(|endless| !endless::confirm(model, endless, of_all, &mut ask)) {
            *shown = None;
        }
    }
    for of in &mut decided.loops {
        let confirmed = match &of.ended {
            Ended::Ranked(ranking) => {
                // What needs no invariants is asked about without: they can make the question harder.
                let plain = [&model.facts, more].concat();
                let given = given(model, of.number, &invariants, more);
                let confirmed = ranking::confirm(model, of.number, ranking, &plain, &mut ask)
                    || ranking::confirm(model, of.number, ranking, &given, &mut ask);
                of.dead = confirmed && is_dead(model, of.number, &given, &mut ask);
                of.trips = confirmed.then(|| trips(model, of.number, ranking, &given, &mut ask)).flatten();
                confirmed
            }
            Ended::Runs(endless) => endless::confirm(model, endless, of_all, &mut ask),
            Ended::Unknown(_) => continue,
        };
        if !confirmed {
            of.ended = Ended::Unknown(Reason::Unconfirmed);
        }
    }
    seldom_disturbed(model, decided);
}

/// Counters are written finitely often if each loop that contains the writes ends for another reason.
fn seldom_disturbed(model: &Model<'_>, decided: &mut Decided) {
    let is_disturbed = |of: &LoopVerdict| matches!(&of.ended, Ended::Ranked(ranking) if ranking.disturbed);
    let ends = |of: &LoopVerdict| matches!(&of.ended, Ended::Ranked(ranking) if !ranking.disturbed);
    let by_itself: Vec<bool> = decided.loops.iter().map(ends).collect();
    for of in decided.loops.iter_mut().filter(|of| is_disturbed(of)) {
        if !model.disturbing(of.number).into_iter().all(|number| by_itself[number]) {
            of.ended = Ended::Unknown(reason(model, of.number, false));
        }
    }
}

/// Does no thread reach a loop?
fn is_dead(model: &mut Model<'_>, number: usize, given: &[Term], ask: &mut Asker<'_>) -> bool {
    let mut all = given.to_vec();
    all.push(model.reached(number));
    matches!(ask.possible(&mut model.terms, &all), raddle_smt::Answer::Unsat(_))
}

/// Why a loop has no ranking, as far as that is known.
fn reason(model: &Model<'_>, number: usize, late: bool) -> Reason {
    let conditions: Vec<Term> = model.heads[number].backs.iter().map(|edge| edge.condition).collect();
    let direct = sources(model, number, &conditions);
    // What the variables become that the ways back depend on.
    let behind = sources(model, number, &followed(model, number, conditions));
    let kind = |inst: &Inst| &model.function.insts[*inst].kind;
    let waits = |inst: &&Inst| match kind(inst) {
        InstKind::Load { access, .. } => access.volatile || access.order != Order::Weak,
        InstKind::Atomic { op: AtomicOp::Cas | AtomicOp::Exch, .. } => true,
        // One that only reads.
        InstKind::Atomic { args, .. } => {
            args.first().is_some_and(|&arg| model.function.as_const(arg) == Some(0))
        }
        _ => false,
    };
    let is_atomic = |inst: &&Inst| matches!(kind(inst), InstKind::Atomic { .. });
    let shared =
        |inst: &&Inst| matches!(kind(inst), InstKind::Load { addr, .. } if addr.space != Space::Local);
    if let Some(inst) = direct.iter().find(waits).or_else(|| behind.iter().find(waits)) {
        return Reason::Waits(*inst);
    }
    if let Some(inst) = direct.iter().find(is_atomic) {
        return Reason::Atomic(*inst);
    }
    match direct.iter().find(shared).or(direct.first()) {
        Some(inst) => Reason::Data(*inst),
        None if late => Reason::Time,
        None => match behind.iter().find(shared).or(behind.iter().find(is_atomic)) {
            Some(inst) => Reason::Data(*inst),
            None => Reason::NoRanking,
        },
    }
}

/// Where in a loop the values come from that may be anything and that terms depend on.
fn sources(model: &Model<'_>, number: usize, terms: &[Term]) -> Vec<Inst> {
    let mut all: Vec<Inst> = terms.iter().flat_map(|&term| model.unknowns(number, term)).collect();
    let mut seen = BTreeSet::new();
    all.retain(|inst| seen.insert(*inst));
    all
}

/// Terms, and what the loop's variables become that these depend on.
fn followed(model: &Model<'_>, number: usize, mut terms: Vec<Term>) -> Vec<Term> {
    let head = &model.heads[number];
    let mut open: BTreeSet<usize> = (0..head.params.len()).collect();
    loop {
        let mentioned = model.terms.variables(&terms);
        let var = |place: &usize| model.terms.variables(&[head.params[*place].1]);
        let more: Vec<usize> = open
            .iter()
            .copied()
            .filter(|place| var(place).iter().any(|symbol| mentioned.contains(symbol)))
            .collect();
        if more.is_empty() {
            return terms;
        }
        for place in more {
            open.remove(&place);
            terms.extend(head.backs.iter().map(|edge| edge.args[place]));
        }
    }
}
