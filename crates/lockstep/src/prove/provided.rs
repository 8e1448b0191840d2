//! Conditions on the inputs of a launch under which two threads do not race, in words.

use super::naming;
use super::setup::Setup;
use num_bigint::BigInt;
use raddle_ir::{Inst, Language, Special, Type, contracts};
use raddle_smt::integers::{Condition, Divisor, Input, Signs, quotient};
use raddle_smt::{Op, Term, Terms};
use raddle_symbolic::thread::DIMENSIONS;
use std::collections::{BTreeMap, BTreeSet};

/// What happens where a condition is not met.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Otherwise {
    /// A product in an address may leave its width.
    Wraps,
    /// A row may be longer than the distance of two rows.
    Overlaps,
    /// A size is 0, or negative.
    Empty,
    /// The counter of a loop may leave its width.
    Overruns,
}

/// A condition on inputs. Without it a product in an address, or the counter of a loop, may wrap around, or two rows may overlap.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Provided {
    /// As the source would write it, computed without wrapping around: `n * m <= 4294967295`.
    pub text: String,
    /// What happens without it.
    pub otherwise: Otherwise,
}

/// Inputs that violate a condition, as the source would write them, with their values; none where none are known.
pub type Violation = Vec<(String, String)>;

/// What is known of launches that violate a condition.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Without {
    /// Two accesses that may race there; of a condition on the counter of a loop, the comparison of the counter, twice.
    pub accesses: [Inst; 2],
    /// Inputs of such a launch, in which both accesses are made; of one on a counter, only such a launch.
    pub violated_by: Violation,
}

/// Conditions under which no threads race.
pub type Conditions = BTreeMap<Provided, Without>;

/// Adds a condition; the one that is known stays, if not only the new one has inputs that violate it.
pub(super) fn add(conditions: &mut Conditions, one: Provided, without: Without) {
    let known = conditions.entry(one).or_insert_with(|| without.clone());
    if known.violated_by.is_empty() && !without.violated_by.is_empty() {
        *known = without;
    }
}

/// An input of a launch.
pub(super) struct Named {
    /// What it is.
    pub kind: Input,
    /// What it is called.
    name: String,
}

/// The input of a launch that a term is: an integer that is a whole parameter, a size, or a quotient of such.
pub(super) fn input(terms: &Terms, setup: &Setup<'_>, term: Term) -> Option<Named> {
    let Op::Var(symbol) = terms.op(term) else { return of_quotient(terms, setup, term) };
    let name = &terms.declaration(symbol).name;
    if let Some(place) = name.strip_prefix("parameter ") {
        let (at, _) = place.split_once(':')?;
        let (at, bytes) = (at.parse::<u64>().ok()?, u64::from(terms.width(term) / 8));
        let function = setup.kernel.function();
        let number = function.params.iter().position(|param| param.offset == at && param.size == bytes)?;
        let signed = contracts::integer_sign(&function.params[number])?;
        let kind = Input::Argument { number, signed };
        return Some(Named { kind, name: naming::parameter(function, number) });
    }
    let (kind, dim) = name.split_once('.')?;
    let dim = u8::try_from(DIMENSIONS.iter().position(|one| dim.chars().eq([*one]))?).ok()?;
    let (kind, size) = match kind {
        "ntid" => (Input::Size, Special::Ntid(dim)),
        "nctaid" => (Input::Grid, Special::Nctaid(dim)),
        _ => return None,
    };
    Some(Named { kind, name: naming::special(setup.module, size) })
}

/// The quotient of an input by a number or by another input: `width / 4`.
fn of_quotient(terms: &Terms, setup: &Setup<'_>, term: Term) -> Option<Named> {
    let (dividend, divisor, signs) = quotient(terms, term)?;
    let inner = |term: Term| match (terms.op(term), terms.args(term)) {
        (Op::Sext | Op::Zext, &[inner]) => inner,
        _ => term,
    };
    let of = |term: Term| input(terms, setup, inner(term)).map(|one| one.kind);
    let mut kind = match of(dividend)? {
        Input::Argument { number, .. } => Input::Argument { number, signed: Some(signs == Signs::Signed) },
        size => size,
    };
    let dividend = read(terms, setup, inner(dividend), signs)?;
    let divisor = match divisor {
        Divisor::Power(bits) => (1_u128 << bits).to_string(),
        Divisor::Term(by) => match terms.constant(by) {
            Some(bits) if signs == Signs::Signed => naming::number(Type::int(terms.width(by))?, bits),
            Some(bits) => bits.to_string(),
            None => {
                // By a size of the launch it depends on the launch.
                kind = of(by).filter(|of| !of.is_argument()).unwrap_or(kind);
                factor(read(terms, setup, inner(by), signs)?)
            }
        },
    };
    Some(Named { kind, name: format!("{dividend} / {divisor}") })
}

/// What is written as a factor or as a divisor.
fn factor(name: String) -> String {
    if name.contains(" / ") { format!("({name})") } else { name }
}

/// An input as a condition reads it: with a cast where that is not what its type says.
fn read(terms: &Terms, setup: &Setup<'_>, term: Term, signs: Signs) -> Option<String> {
    let Named { kind, name } = input(terms, setup, term)?;
    let is_signed = signs == Signs::Signed;
    // A quotient has the number that its own division makes.
    let is_as_typed = quotient(terms, term).is_some()
        || match kind {
            Input::Argument { signed, .. } => signed == Some(is_signed),
            Input::Size | Input::Grid => true,
        };
    if is_as_typed {
        return Some(name);
    }
    let cast = match (setup.module.language, is_signed, terms.width(term)) {
        (Language::Ptx, true, 32) => "s32",
        (Language::Ptx, false, 32) => "u32",
        (Language::Ptx, true, 64) => "s64",
        (Language::Ptx, false, 64) => "u64",
        (_, true, 32) => "int",
        (_, false, 32) => "unsigned",
        (Language::OpenCl, true, 64) => "long",
        (Language::OpenCl, false, 64) => "ulong",
        (_, true, 64) => "long long",
        (_, false, 64) => "unsigned long long",
        _ => return None,
    };
    Some(format!("({cast}){name}"))
}

/// No product of fewer bits is an index that an author would expect to wrap around.
const INDEX: u32 = 31;
/// A condition that leaves fewer values to an input is none that is met as a matter of course.
const VALUES: u32 = 1 << 20;
/// The same for the blocks of a grid.
const BLOCKS: u32 = 1 << 17;

/// A condition in words, and inputs that violate it. `None` if an input has no name, or if it is none that an author assumes: one that most launches violate, or one on how a
/// size of the launch compares with an argument.
pub(super) fn provided(
    terms: &Terms,
    setup: &Setup<'_>,
    condition: &Condition,
    violated_by: &[(Term, u128)],
) -> Option<(Provided, Violation)> {
    let [left, right] = &condition.sides;
    let otherwise = match (left.0.is_empty(), right.0.is_empty()) {
        (true, _) if left.1 == right.1 => Otherwise::Empty,
        (false, true) => Otherwise::Wraps,
        (true, _) | (false, false) => Otherwise::Overlaps,
    };
    worded(terms, setup, condition, (otherwise, violated_by))
}

/// The same where it is known what happens without it.
pub(super) fn worded(
    terms: &Terms,
    setup: &Setup<'_>,
    condition: &Condition,
    (otherwise, violated_by): (Otherwise, &[(Term, u128)]),
) -> Option<(Provided, Violation)> {
    let side = |(factors, times): &(Vec<Term>, BigInt)| {
        let mut names =
            factors.iter().map(|&f| read(terms, setup, f, condition.signs)).collect::<Option<Vec<_>>>()?;
        if names.len() > 1 || *times != 1.into() {
            names = names.into_iter().map(factor).collect();
        }
        if names.is_empty() || *times != 1.into() {
            names.insert(0, times.to_string());
        }
        Some(names.join(" * "))
    };
    let kind = |term: Term| input(terms, setup, term).map(|one| one.kind);
    let is_argument = |&term: &Term| kind(term).is_some_and(Input::is_argument);
    let is_grid = |&term: &Term| kind(term) == Some(Input::Grid);
    let is_length = |term: &Term| is_argument(term) || is_grid(term);
    let [left, right] = &condition.sides;
    let text = match left.0.is_empty() {
        true => format!("{} >= {}", side(right)?, side(left)?),
        false => format!("{} <= {}", side(left)?, side(right)?),
    };
    let is_of_blocks = matches!(&left.0[..], [term] if is_grid(term));
    let values = if is_of_blocks { BLOCKS } else { VALUES };
    let is_large = || right.1 >= &left.1 * BigInt::from(values);
    let is_assumed = match otherwise {
        Otherwise::Wraps => {
            let least = (BigInt::from(1) << INDEX) - BigInt::from(1);
            // Of one input the condition says how large it is, and not how large a multiple of it is.
            (right.1 >= least || left.0.len() == 1) && is_large()
        }
        Otherwise::Overruns => is_large(),
        Otherwise::Overlaps => left.0.iter().all(is_length) && right.0.iter().all(is_argument),
        Otherwise::Empty => right.0.iter().all(is_argument),
    };
    if !is_assumed {
        return None;
    }
    let value = |&(term, value): &(Term, u128)| {
        let value = match condition.signs {
            Signs::Signed => naming::number(Type::int(terms.width(term))?, value),
            Signs::Unsigned => value.to_string(),
        };
        Some((input(terms, setup, term)?.name, value))
    };
    let violated_by = violated_by.iter().map(value).collect::<Option<Violation>>();
    Some((Provided { text, otherwise }, violated_by.unwrap_or_default()))
}

/// How many bits the sizes of a simple launch have, and how large pitches and others are.
const SIMPLE: (u32, u128, u128) = (13, 64, 4096);

/// That these conditions hold in a launch with rows of one element: a solver need not look for it. `None` where a condition cannot be written.
pub(super) fn simple_launch(terms: &mut Terms, conditions: &[Condition]) -> Option<Vec<Term>> {
    let orders = || conditions.iter().filter(|one| one.sides.iter().all(|side| !side.0.is_empty()));
    let pitches: BTreeSet<Term> = orders().flat_map(|one| one.sides[1].0.iter().copied()).collect();
    let lengths: BTreeSet<Term> = orders()
        .flat_map(|one| one.sides[0].0.iter().copied())
        .filter(|term| !pitches.contains(term))
        .collect();
    let mut formulas = Vec::new();
    for condition in conditions {
        let (bits, pitch, other) = SIMPLE;
        formulas.push(condition.for_small_inputs(terms, bits)?);
        for input in condition.inputs() {
            let value = match (lengths.contains(&input), pitches.contains(&input)) {
                (true, _) => 1,
                (false, true) => pitch,
                (false, false) => other,
            };
            let value = terms.bits(terms.width(input), value);
            formulas.push(terms.eq(input, value));
        }
    }
    Some(formulas)
}

/// Values of inputs that violate a condition: on the left side as large as is needed, on the right side as small as there is. Of a product larger
/// factors come first: a row and a column that are less than those that just violate it would not make an index that wraps around. But the
/// guard of an access may exclude them.
pub(super) fn violations(terms: &Terms, condition: &Condition) -> Vec<Vec<(Term, u128)>> {
    let [left, right] = &condition.sides;
    let mut distinct: Vec<Term> = Vec::new();
    for input in condition.inputs() {
        if !distinct.contains(&input) {
            distinct.push(input);
        }
    }
    let small = u128::from(!left.0.is_empty());
    let values = (0..=64).map(|bits| {
        let value = move |term: Term| {
            let width = terms.width(term);
            let facts = terms.facts(term);
            let sign = u32::from(condition.signs == Signs::Signed);
            let most = width - sign;
            let large = if bits < most { 1_u128 << bits } else { (1_u128 << most) - 1 };
            let value = if right.0.contains(&term) { small } else { large };
            value.clamp(facts.least.value(), facts.most.value())
        };
        distinct.iter().map(|&term| (term, value(term))).collect::<Vec<(Term, u128)>>()
    });
    let violating = values.filter(|values| {
        let of = |term: Term| values.iter().find(|(t, _)| *t == term).map_or(0, |(_, value)| *value);
        !condition.holds(terms, &of)
    });
    let mut first: Vec<Vec<(Term, u128)>> = violating.take(left.0.len().clamp(1, 2)).collect();
    first.dedup();
    first.reverse();
    first
}
