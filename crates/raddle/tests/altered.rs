//! Altered certificates: what is known of the loops of kernels, one for each kind of measure, is changed in each of its parts, and the
//! independent check must not believe what is false.
//!
//! A change may leave a certificate true (twice a measure falls too). Whether it does is decided by many values: on no way back may the altered one fail where the check
//! believes it.

#[allow(dead_code)] // It is shared by several judges.
use crate::common::Random;
use raddle_ir::passes::prepare;
use raddle_launch::LaunchSpace;
use raddle_smt::solver::z3::Z3;
use raddle_smt::{Evaluator, Model as Values, Sort, Term, Value};
use raddle_symbolic::pure::partial;
use raddle_termination::from_kernel::endless::{Endless, Why};
use raddle_termination::from_kernel::invariants::{self, Invariants, assumed};
use raddle_termination::from_kernel::ranking::{self, Ranking};
use raddle_termination::from_kernel::{Asker, Budget, Decided, Ended, Model, alone, decide, endless};
use std::path::Path;
use std::time::Duration;

/// This many values are tried.
const VALUES: usize = 4000;

/// Enough on a busy machine: a question that is not answered in time counts as rejected, and the whole certificate must be believed.
fn budget() -> Budget {
    Budget::of(Duration::from_secs(60), Duration::from_secs(300))
}

/// Looks at a kernel of `kernels/termination` with what is decided of it.
fn with(file: &str, kernel: &str, look: impl FnOnce(&mut Model<'_>, Decided)) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../kernels/termination").join(file);
    let mut input = raddle::load(&path, &raddle::CompileOptions::default()).expect("a kernel");
    let funcs = input.module.functions.keys();
    let func = funcs
        .into_iter()
        .find(|&func| raddle::source_name(&input.module.functions[func].name) == kernel)
        .unwrap_or_else(|| panic!("{file} has no {kernel}"));
    let function = prepare(&mut input.module, func).expect("a prepared kernel");
    let function = alone(&function);
    let launch = LaunchSpace::default();
    let mut model = Model::new(&input.module, &function, &launch, &[], partial).expect("a model");
    let decided = decide(&mut model, &mut Z3::new(), &mut Z3::new(), budget());
    look(&mut model, decided);
}

/// What holds on the ways back of a loop, under these invariants and conditions.
fn given(model: &mut Model<'_>, number: usize, invariants: &Invariants, more: &[Term]) -> Vec<Term> {
    let last = model.heads[number].backs.iter().map(|edge| model.place(edge.from)).min().unwrap_or(0);
    let mut given = assumed(model, invariants, last);
    given.extend_from_slice(more);
    given
}

fn believes(model: &mut Model<'_>, number: usize, ranking: &Ranking, given: &[Term]) -> bool {
    let mut solver = Z3::new();
    ranking::confirm(model, number, ranking, given, &mut Asker::new(&mut solver, budget()))
}

/// Is there a way back on which a ranking fails, among many values?
fn fails(
    model: &mut Model<'_>,
    number: usize,
    ranking: &Ranking,
    given: &[Term],
    random: &mut Random,
) -> bool {
    for edge in model.heads[number].backs.clone() {
        let (mut some, mut before) = (model.terms.truth(false), model.terms.truth(true));
        for &measure in &ranking.measures {
            let after = model.after(number, &edge, measure);
            let (falls, stays) = (model.terms.bvslt(after, measure), model.terms.bvsle(after, measure));
            let here = model.terms.and(before, falls);
            some = model.terms.or(some, here);
            before = model.terms.and(before, stays);
        }
        let mut all = given.to_vec();
        all.push(edge.condition);
        if ranking.ahead {
            all.push(model.again(number, &edge));
        }
        all.push(model.terms.not(some));
        let wrong = model.terms.all(&all);
        if !model.terms.functions(&[wrong]).is_empty() {
            continue;
        }
        let symbols = model.terms.variables(&[wrong]);
        for _ in 0..VALUES {
            let mut values = Values::default();
            for &symbol in &symbols {
                let declaration = model.terms.declaration(symbol);
                let width = match declaration.sort {
                    Sort::Bits(width) => width,
                    _ => 1,
                };
                let number = random.below(usize::MAX) as u128;
                let mask = raddle_smt::sort::mask(width);
                let value = match random.below(4) {
                    0 => number % 12,
                    1 => mask - number % 12,
                    2 => (mask >> 1).wrapping_add(number % 3).wrapping_sub(1),
                    _ => number,
                };
                values = values.with(symbol, Value::Scalar(value & mask));
            }
            if Evaluator::new(&values, &model.terms).value(wrong) == Some(Value::Scalar(1)) {
                return true;
            }
        }
    }
    false
}

/// A measure with a variable of the loop replaced by a multiple of it.
fn with_multiple(model: &mut Model<'_>, number: usize, place: usize, factor: u128, measure: Term) -> Term {
    let var = model.heads[number].params[place].1;
    let Sort::Bits(width) = model.terms.sort(var) else { return measure };
    let factor = model.terms.bits(width, factor & raddle_smt::sort::mask(width));
    let multiple = model.terms.bvmul(factor, var);
    model.terms.substitute(measure, &[(var, multiple)].into_iter().collect())
}

/// All changes of a ranking; the first ones certainly leave nothing of the proof.
fn changes(model: &mut Model<'_>, number: usize, whole: &Ranking) -> (Vec<Ranking>, Vec<Ranking>) {
    let (mut wrong, mut perhaps) = (Vec::new(), Vec::new());
    let mut zero = whole.clone();
    let mut turned = whole.clone();
    for place in 0..whole.measures.len() {
        let measure = whole.measures[place];
        turned.measures[place] = model.terms.bvneg(measure);
        zero.measures[place] = model.terms.bits(model.terms.width(measure), 7);
        let mut less = whole.clone();
        less.measures.remove(place);
        perhaps.push(less);
        let mut one = whole.clone();
        one.measures[place] = turned.measures[place];
        perhaps.push(one);
        for var in 0..model.heads[number].params.len() {
            for factor in [0, 2, 3, u128::MAX] {
                let mut other = whole.clone();
                other.measures[place] = with_multiple(model, number, var, factor, measure);
                if other != *whole {
                    perhaps.push(other);
                }
            }
        }
    }
    if whole.measures.len() > 1 {
        perhaps.push(Ranking { measures: whole.measures.iter().rev().copied().collect(), ..whole.clone() });
    }
    if whole.ahead {
        perhaps.push(Ranking { ahead: false, ..whole.clone() });
    }
    wrong.extend([turned, zero, Ranking { measures: Vec::new(), ..whole.clone() }]);
    (wrong, perhaps)
}

/// How many altered certificates of the loops of a kernel the check rejects.
fn rejected(file: &str, kernel: &str) -> usize {
    let mut count = 0;
    with(file, kernel, |model, decided| {
        let mut random = Random::new(1, 5);
        let more: Vec<Term> =
            decided.conditions.iter().flat_map(|(c, _)| &c.terms).map(|(t, _)| *t).collect();
        for of in &decided.loops {
            let Ended::Ranked(whole) = &of.ended else { panic!("{file} {kernel}: {of:?}") };
            let (number, name) = (of.number, format!("{file} {kernel}, loop {}", of.number));
            // What needs no invariants is asked about without.
            let plain = [&model.facts, more.as_slice()].concat();
            let all = match believes(model, number, whole, &plain) {
                true => plain,
                false => given(model, number, &decided.invariants, &more),
            };
            assert!(believes(model, number, whole, &all), "{name}");
            if let Some(rounds) = whole.rounds {
                for rounds in [rounds + 1, rounds.saturating_sub(1), 0] {
                    let altered = Ranking { rounds: Some(rounds), ..whole.clone() };
                    if whole.rounds != altered.rounds {
                        assert!(!believes(model, number, &altered, &all), "{name}: {rounds} rounds");
                        count += 1;
                    }
                }
                let uncounted = Ranking::default();
                assert!(!believes(model, number, &uncounted, &all), "{name}: neither rounds nor measures");
                count += 1;
                continue;
            }
            let (wrong, perhaps) = changes(model, number, whole);
            for altered in &wrong {
                assert!(!believes(model, number, altered, &all), "{name}: {altered:?}");
                count += 1;
            }
            let mut either = |model: &mut Model<'_>, altered: &Ranking, given: &[Term], what: &str| {
                let believed = believes(model, number, altered, given);
                let shown = altered.measures.iter().map(|&m| model.show(m)).collect::<Vec<_>>();
                assert!(
                    !believed || !fails(model, number, altered, given, &mut random),
                    "{name}, {what}: {shown:?}"
                );
                count += usize::from(!believed);
            };
            for altered in &perhaps {
                either(model, altered, &all, "altered");
            }
            // What is known of the head, or demanded of the launch, left out.
            let none: Invariants = vec![Vec::new(); model.heads.len()];
            let without = given(model, number, &none, &more);
            either(model, whole, &without, "without invariants");
            for place in 0..more.len() {
                let mut fewer = more.clone();
                fewer.remove(place);
                let fewer = given(model, number, &decided.invariants, &fewer);
                either(model, whole, &fewer, "without a condition");
            }
        }
        // What is false is no invariant.
        for number in 0..model.heads.len() {
            for place in 0..decided.invariants[number].len() {
                let mut altered = decided.invariants.clone();
                let turned = model.terms.not(altered[number][place]);
                altered[number] = vec![turned];
                let mut solver = Z3::new();
                let believed =
                    invariants::confirm(model, &altered, &more, &mut Asker::new(&mut solver, budget()));
                assert!(!believed, "{file} {kernel}: {}", model.show(turned));
                count += 1;
            }
        }
    });
    count
}

/// Each kind of measure: |x|, |a - b|, zeros at the end, inverses modulo a power of two, floats, phases, sums of variables, lists of
/// measures, counters in memory, logarithms, bits that are turned over, rounds that are counted, and conditions.
#[test]
fn altered_rankings_are_rejected() {
    let only = std::env::var("RADDLE_KERNELS").unwrap_or_default();
    for (file, kernel) in [
        ("sizes.cu", "halved"),
        ("sizes.cu", "both_sides"),
        ("sizes.cu", "nearer"),
        ("sizes.cu", "every_other"),
        ("around.cu", "doubled"),
        ("around.cu", "times_six"),
        ("around.cu", "hit"),
        ("around.cu", "hit_bytes"),
        ("around.cu", "up"),
        ("float_counter.cu", "up_to"),
        ("float_counter.cu", "window"),
        ("float_counter.cu", "constants"),
        ("linear.cu", "trade"),
        ("linear.cu", "weighted"),
        ("linear.cu", "brake"),
        ("linear.cu", "grid"),
        ("counter.cu", "take"),
        ("counter.cu", "queue"),
        ("doubled.cu", "powers"),
        ("narrow_counter.cu", "doubles"),
        ("pairs.cu", "budget"),
        ("not_equal.cu", "count"),
    ] {
        if !file.contains(&only) {
            continue;
        }
        let count = rejected(file, kernel);
        eprintln!("{file} {kernel}: {count} altered certificates are rejected");
        assert!(count >= 2, "{file} {kernel}: {count}");
    }
}

/// The endless run of a kernel, and the check of altered ones.
fn altered_run_is_rejected(file: &str, kernel: &str) {
    with(file, kernel, |model, decided| {
        let run = decided.loops.iter().find_map(|of| match &of.ended {
            Ended::Runs(run) => Some(run.clone()),
            _ => None,
        });
        let run = run.unwrap_or_else(|| panic!("{file} {kernel} runs: {decided:?}"));
        let mut believes = |run: &Endless| {
            let mut solver = Z3::new();
            endless::confirm(model, run, &decided.plain, &mut Asker::new(&mut solver, budget()))
        };
        assert!(believes(&run), "{file} {kernel}");
        let mut altered: Vec<Endless> = Vec::new();
        if let Why::Lasso { first, again, state } = &run.why {
            let why = |first, again, state| Why::Lasso { first, again, state };
            altered.push(Endless { why: why(*again, *first, state.clone()), ..run.clone() });
            altered.push(Endless { why: why(*first, again + 1, state.clone()), ..run.clone() });
            altered.push(Endless { why: Why::Closed, ..run.clone() });
            let mut other = state.clone();
            if let Some((_, _, value, _)) = other.first_mut() {
                *value ^= 1;
                altered.push(Endless { why: why(*first, *again, other), ..run.clone() });
            }
        }
        for altered in &altered {
            assert!(!believes(altered), "{file} {kernel}: {altered:?}");
        }
        eprintln!("{file} {kernel}: {} altered runs are rejected", altered.len());
    });
}

#[test]
fn altered_endless_runs_are_rejected() {
    for (file, kernel) in [("endless.cu", "stays"), ("around.cu", "tripled"), ("endless_floats.cu", "summed")]
    {
        altered_run_is_rejected(file, kernel);
    }
}
