//! Verdicts against exhaustive search: random systems whose variables have few values.
//!
//! Each system has so few states that all of them are visited. If a cycle of states can be reached, there is an endless run; else none. No verdict may
//! contradict that. Integers are kept in a box by the guards; machine integers of 3 or 4 bits wrap around.

use crate::cases::cases;
use num_bigint::BigInt;
use raddle_termination::decide::{Verdict, decide};
use raddle_termination::graph::{cyclic_components, reachable};
use raddle_termination::its::run::State;
use raddle_termination::its::{Atom, Kind, Poly, Relation, Rule, System};
use raddle_termination::solver::Deadline;
use std::collections::BTreeMap;
use std::time::Duration;

/// Numbers that depend on nothing but the seed.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % n
    }

    fn number(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }
}

/// The values that a free value may have: all others are excluded by the guard.
const FREE: std::ops::RangeInclusive<i64> = -2..=2;

/// The box of mathematical integers.
const BOX: std::ops::RangeInclusive<i64> = -5..=5;

fn within(poly: &Poly, range: &std::ops::RangeInclusive<i64>) -> [Atom; 2] {
    [
        Atom::at_least(poly.minus(&Poly::constant(*range.start()))),
        Atom::at_least(Poly::constant(*range.end()).minus(poly)),
    ]
}

/// A polynomial over the first `count` variables and perhaps a free value.
fn poly(random: &mut Random, count: usize) -> Poly {
    let mut poly = Poly::constant(random.number(-3, 3));
    for v in 0..count {
        if random.below(2) == 0 {
            poly.add_term(vec![v], &BigInt::from(random.number(-2, 2)));
        }
    }
    if random.below(8) == 0 {
        let (v, w) = (random.below(count as u64) as usize, random.below(count as u64) as usize);
        poly.add_term(vec![v, w], &BigInt::from(random.number(-1, 1)));
    }
    poly
}

fn system(random: &mut Random, words: bool) -> System {
    let count = 1 + random.below(2) as usize;
    let places = 1 + random.below(3) as usize;
    let kinds: Vec<Kind> = (0..count)
        .map(|_| match words {
            true => Kind::Word { width: 3 + random.below(2) as u32, signed: random.below(2) == 0 },
            false => Kind::Integer,
        })
        .collect();
    let rules = (0..1 + random.below(4)).map(|_| {
        let free = usize::from(random.below(4) == 0);
        let mut guard = Vec::new();
        for v in 0..count {
            if !words {
                guard.extend(within(&Poly::var(v), &BOX));
            }
        }
        if free > 0 {
            guard.extend(within(&Poly::var(count), &FREE));
        }
        for _ in 0..random.below(3) {
            let relation = if random.below(5) == 0 { Relation::Equal } else { Relation::AtLeast };
            guard.push(Atom { poly: poly(random, count), relation });
        }
        let update = (0..count).map(|v| match random.below(6) {
            0 => Poly::var(v),
            1 => Poly::var(v).times(&2.into()).plus(&Poly::constant(random.number(-1, 1))),
            2 if free > 0 => Poly::var(count),
            2 | 3 => poly(random, count),
            _ => Poly::var(v).plus(&Poly::constant(random.number(-2, 2))),
        });
        let update = update.collect();
        let (source, target) = (random.below(places as u64) as usize, random.below(places as u64) as usize);
        Rule { source, target, guard, update, free, line: 0 }
    });
    let rules = rules.collect();
    System {
        locations: (0..places).map(|n| format!("l{n}")).collect(),
        variables: (0..count).map(|n| format!("x{n}")).collect(),
        kinds,
        starts: vec![0],
        rules,
    }
}

/// All states: for mathematical integers those in the box, where a rule can be taken, and what these lead to.
fn has_endless_run(system: &System) -> bool {
    let ranges = system.kinds.iter().map(|kind| match kind.range() {
        Some((low, high)) => (i64::try_from(low).unwrap(), i64::try_from(high).unwrap()),
        None => (*BOX.start(), *BOX.end()),
    });
    let mut values: Vec<Vec<BigInt>> = vec![Vec::new()];
    for (low, high) in ranges {
        let longer = |v: &Vec<BigInt>| {
            let v = v.clone();
            (low..=high).map(move |n| [v.as_slice(), &[BigInt::from(n)]].concat()).collect::<Vec<_>>()
        };
        values = values.iter().flat_map(longer).collect();
    }
    let mut numbers = BTreeMap::new();
    let mut states = Vec::new();
    for location in 0..system.locations.len() {
        for values in &values {
            let state = State { location, values: values.clone() };
            numbers.insert(state.clone(), states.len());
            states.push(state);
        }
    }
    let mut edges = Vec::new();
    for (number, state) in states.iter().enumerate() {
        for rule in system.rules.iter().filter(|r| r.source == state.location) {
            let choices: Vec<Vec<BigInt>> = match rule.free {
                0 => vec![Vec::new()],
                _ => FREE.map(|n| vec![BigInt::from(n)]).collect(),
            };
            for free in choices {
                // What leaves the box can go no further.
                let next = system.step(state, rule, &free).and_then(|next| numbers.get(&next).copied());
                edges.extend(next.map(|next| (number, next)));
            }
        }
    }
    let starts: Vec<usize> =
        (0..states.len()).filter(|n| system.starts.contains(&states[*n].location)).collect();
    let seen = reachable(states.len(), &edges, &starts);
    cyclic_components(states.len(), &edges).iter().any(|component| seen[component[0]])
}

fn judge(seed: u64, systems: usize, words: bool) {
    let mut random = Random(seed);
    let (mut proved, mut refuted, mut unknown, mut loops) = (0, 0, 0, 0);
    for number in 0..systems {
        let system = system(&mut random, words);
        let endless = has_endless_run(&system);
        loops += usize::from(endless);
        let text = || {
            format!("system {number}, {:?}\n{}", system.kinds, raddle_termination::its::text::print(&system))
        };
        match decide(&system, Deadline::after(Some(Duration::from_secs(5)))) {
            Verdict::Terminates(_) => {
                assert!(!endless, "proved, but it loops: {}", text());
                proved += 1;
            }
            Verdict::Runs(_) => {
                assert!(endless, "refuted, but it stops: {}", text());
                refuted += 1;
            }
            Verdict::Unknown(_) => unknown += 1,
        }
    }
    println!(
        "{systems} systems, {loops} with endless runs: {proved} proved, {refuted} refuted, {unknown} unknown"
    );
    assert!(
        proved > systems / 5 && refuted > systems / 10,
        "{proved} proved, {refuted} refuted of {systems}"
    );
}

/// How many systems.
fn systems(few: u64, all: u64) -> usize {
    cases("RADDLE_TERMINATION_SYSTEMS", few, all) as usize
}

#[test]
fn mathematical_integers_in_a_box() {
    judge(1, systems(100, 600), false);
}

#[test]
fn machine_integers_that_wrap() {
    judge(2, systems(60, 300), true);
}
