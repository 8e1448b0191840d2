//! Proofs and endless runs of small systems, and what the checkers report for altered ones.

use num_bigint::BigInt;
use raddle_termination::certificate::Certificate;
use raddle_termination::check::{Rejection, check};
use raddle_termination::decide::{Verdict, decide};
use raddle_termination::endless::{Closed, Endless, Lasso};
use raddle_termination::its::text::{Format, read};
use raddle_termination::its::{Atom, Kind, Poly, System};
use raddle_termination::solver::Deadline;

fn never() -> Deadline {
    Deadline::after(None)
}

fn system(text: &str) -> System {
    read(&format!("(STARTTERM (FUNCTIONSYMBOLS start)) (RULES {text})"), Format::Koat).unwrap()
}

fn proof(system: &System) -> Certificate {
    match decide(system, never()) {
        Verdict::Terminates(certificate) => certificate,
        other => panic!("{other:?}"),
    }
}

fn endless(system: &System) -> Endless {
    match decide(system, never()) {
        Verdict::Runs(endless) => endless,
        other => panic!("{other:?}"),
    }
}

fn closed(system: &System) -> Closed {
    match endless(system) {
        Endless::Closed(closed) => closed,
        Endless::Lasso(lasso) => panic!("{lasso:?}"),
    }
}

/// Two nested loops: needs a lexicographic function, and that the step is positive.
const NESTED: &str = "start(x, y, s) -> outer(x, 0, s) :|: s > 0
    outer(x, y, s) -> inner(x, 0, s) :|: x > 0
    inner(x, y, s) -> inner(x, y + s, s) :|: y < x
    inner(x, y, s) -> outer(x - 1, y, s) :|: y >= x";

#[test]
fn loops_that_end() {
    for text in [
        NESTED,
        // A counter that doubles.
        "start(i, n) -> loop(1, n)  loop(i, n) -> loop(2*i, n) :|: i < n",
        // First y falls, then x: a nested function.
        "start(x, y) -> loop(x, y)  loop(x, y) -> loop(x + y, y - 1) :|: x > 0",
        // Any choice: what is taken away is at least 1.
        "start(x, y) -> loop(x, y)  loop(x, y) -> loop(x - z, w) :|: x > 0 && z > 0",
        // One of two loops is never entered.
        "start(x) -> a(0)  a(x) -> b(x) :|: x > 0  b(x) -> b(x)  a(x) -> a(x + 1) :|: x < 0",
        // A product bounds the loop.
        "start(x, y) -> loop(x, y) :|: x > 1  loop(x, y) -> loop(x, y - x*x) :|: y > 0",
    ] {
        proof(&system(text));
    }
}

#[test]
fn loops_that_do_not() {
    for text in [
        "start(x) -> loop(x)  loop(x) -> loop(x + 1) :|: x > 0",
        // Only from one value on, after some steps.
        "start(x) -> loop(0)  loop(x) -> loop(x + 1) :|: x < 3  loop(x) -> loop(x) :|: x = 3",
        // The free value may be chosen.
        "start(x) -> loop(x)  loop(x) -> loop(x - z) :|: x > 0 && z >= 0",
        // The step is never negative.
        "start(x, y) -> loop(x, y)  loop(x, y) -> loop(x + y, y + 1) :|: x > 0",
    ] {
        endless(&system(text));
    }
}

#[test]
fn altered_proofs_are_rejected() {
    let system = system(NESTED);
    let whole = proof(&system);
    assert_eq!(check(&whole, &system, never()), Ok(()));
    let cuts: Vec<usize> = whole.invariants.keys().copied().collect();

    let mut less = whole.clone();
    less.rankings.pop();
    assert!(matches!(check(&less, &system, never()), Err(Rejection::CycleLeft { .. })));

    let mut uncut = whole.clone();
    uncut.invariants.clear();
    assert!(matches!(check(&uncut, &system, never()), Err(Rejection::NotCut { .. })));

    // What holds at first only, what is false, and what is not known any more.
    for atom in [Atom::equal(Poly::var(1)), Atom::at_least(Poly::constant(-1))] {
        let mut wrong = whole.clone();
        wrong.invariants.get_mut(cuts.last().unwrap()).unwrap().push(atom);
        assert!(matches!(check(&wrong, &system, never()), Err(Rejection::Invariant { .. })));
    }
    let mut unknown = whole.clone();
    unknown.invariants.values_mut().for_each(Vec::clear);
    assert!(check(&unknown, &system, never()).is_err());

    let mut foreign = whole.clone();
    foreign.rankings[0].functions[0].values_mut().for_each(|f| *f = Poly::var(3));
    assert_eq!(check(&foreign, &system, never()), Err(Rejection::Variable));
    // Each coefficient of each function negated, and each function raised at one place.
    for ranking in 0..whole.rankings.len() {
        for location in whole.rankings[ranking].locations().collect::<Vec<_>>() {
            let mut turned = whole.clone();
            let function = turned.rankings[ranking].functions[0].get_mut(&location).unwrap();
            *function = function.times(&BigInt::from(-1));
            assert!(check(&turned, &system, never()).is_err(), "{turned:?}");
        }
        let mut constant = whole.clone();
        constant.rankings[ranking].functions[0].values_mut().for_each(|f| *f = Poly::constant(7));
        assert!(check(&constant, &system, never()).is_err());
    }
}

/// It ends because it wraps to where the guard fails: functions differ from path to path.
#[test]
fn altered_proofs_by_path_are_rejected() {
    let mut system = system("start(i) -> loop(0)  loop(i) -> loop(i + 1) :|: i >= 0");
    system.kinds = vec![Kind::Word { width: 8, signed: true }];
    let whole = proof(&system);
    assert!(!whole.paths.is_empty());
    assert_eq!(check(&whole, &system, never()), Ok(()));
    for change in [
        |c: &mut Certificate| c.paths.clear(),
        |c: &mut Certificate| c.paths.truncate(1),
        |c: &mut Certificate| c.by_path.clear(),
        |c: &mut Certificate| {
            let functions = c.by_path.iter_mut().flat_map(|r| &mut r.functions).flat_map(|f| f.values_mut());
            functions.for_each(|f| *f = f.times(&BigInt::from(-1)));
        },
    ] {
        let mut altered = whole.clone();
        change(&mut altered);
        assert!(check(&altered, &system, never()).is_err(), "{altered:?}");
    }
}

#[test]
fn a_ranking_of_a_part_of_a_component_proves_nothing() {
    // Without the rule from b to a the loop at a ends; with it, it does not.
    let open = system("start(x) -> a(x)  a(x) -> a(x - 1) :|: x > 0  a(x) -> b(x)  b(x) -> a(x + 5)");
    let part = Certificate {
        invariants: [(1, Vec::new()), (2, Vec::new())].into(),
        paths: Vec::new(),
        by_path: Vec::new(),
        rankings: vec![raddle_termination::certificate::Ranking {
            functions: vec![[(1, Poly::var(0))].into()],
        }],
    };
    assert_eq!(check(&part, &open, never()), Err(Rejection::Component { ranking: 0 }));
}

#[test]
fn altered_closed_sets_are_rejected() {
    let system = system(
        "start(x, y) -> loop(x, y) :|: x > 2  loop(x, y) -> loop(x + z, y) :|: x > 0 && z > 0 && y > 3",
    );
    let whole = closed(&system);
    assert!(whole.check(&system, never()));
    let altered = |change: &dyn Fn(&mut Closed)| {
        let mut run = whole.clone();
        change(&mut run);
        assert!(!run.check(&system, never()), "{run:?}");
    };
    altered(&|run| run.set.clear());
    altered(&|run| run.set.push(Atom::at_least(Poly::var(99))));
    altered(&|run| {
        run.set.push(Atom::equal(Poly::var(0).minus(&Poly::constant(run.start.values[0].clone()))));
    });
    altered(&|run| run.cycle.clear());
    altered(&|run| run.cycle[0].1[0] = Poly::constant(0));
    altered(&|run| run.cycle[0].1[0] = Poly::var(99));
    altered(&|run| run.cycle[0].0 = 99);
    altered(&|run| run.start.values[0] = BigInt::from(2));
    altered(&|run| run.start.values.clear());
    altered(&|run| run.start.location = 1);
    altered(&|run| run.stem.clear());
    altered(&|run| run.location = 0);
}

#[test]
fn altered_lassos_are_rejected() {
    let system = system("start(x) -> a(7)  a(x) -> b(x - 1) :|: x > 5  b(x) -> a(x + z) :|: z < 2 && z > -2");
    let Endless::Lasso(whole) = endless(&system) else { panic!() };
    assert!(whole.check(&system));
    let altered = |change: &dyn Fn(&mut Lasso)| {
        let mut run = whole.clone();
        change(&mut run);
        assert!(!run.check(&system), "{run:?}");
    };
    altered(&|run| run.back += run.steps.len());
    altered(&|run| run.back = 0);
    altered(&|run| run.steps.truncate(run.back + 1));
    altered(&|run| run.steps.clear());
    altered(&|run| run.steps[0].0 = 1);
    altered(&|run| run.steps[0].0 = 99);
    altered(&|run| run.steps.iter_mut().for_each(|(_, free)| free.clear()));
    altered(&|run| run.start.location = 1);
    altered(&|run| run.start.values.clear());
}

/// The same loop over integers and over machine integers.
#[test]
fn machine_integers_wrap() {
    let mut counts = system("start(i, n) -> loop(0, n)  loop(i, n) -> loop(i + 2, n) :|: i < n");
    proof(&counts);
    // i takes even values only: for n = 255 it never gets there.
    counts.kinds = vec![Kind::Word { width: 8, signed: false }; 2];
    let Endless::Lasso(run) = endless(&counts) else { panic!("after 128 rounds it is where it was") };
    assert_eq!(run.start.values[1], BigInt::from(255));
    assert_eq!(run.steps.len() - run.back, 128);
    // One by one it does.
    let mut counts = system("start(i, n) -> loop(0, n)  loop(i, n) -> loop(i + 1, n) :|: i < n");
    counts.kinds = vec![Kind::Word { width: 8, signed: false }; 2];
    proof(&counts);
    counts.kinds = vec![Kind::Word { width: 64, signed: true }; 2];
    proof(&counts);
    // Without an upper bound it wraps around; with a sign to a negative number, where it ends.
    let mut round = system("start(i) -> loop(0)  loop(i) -> loop(i + 1) :|: i >= 0");
    round.kinds = vec![Kind::Word { width: 8, signed: true }];
    proof(&round);
    // Without one it wraps to 0.
    let mut round = system("start(i) -> loop(0)  loop(i) -> loop(i + 1) :|: i >= 0");
    round.kinds = vec![Kind::Word { width: 8, signed: false }];
    endless(&round);
}
