//! Every rule and every lemma is proved by Z3, from the statement that is also run: at widths 1 to 16, 32 and 64, for
//! every choice of the numbers (at 32 and 64: for those where something changes).
//!
//! Both sides are built in a plain arena, so nothing is rewritten before Z3 sees it.

use raddle_smt::rules::{Bindings, Comparison, Kind, Nat, Pattern, Rule, Rules};
use raddle_smt::solver::z3::Z3;
use raddle_smt::{Answer, Format, Limits, Op, Scalar, Solver, Sort, Terms};
use std::collections::{BTreeMap, BTreeSet};
use std::time::{Duration, Instant};

const WIDTHS: [u32; 18] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 32, 64];

/// Which widths of a rule must be the same: its bit-vectors, and the numbers that are widths.
#[derive(Default)]
struct Classes {
    parent: Vec<usize>,
    terms: BTreeMap<usize, usize>,
    numbers: BTreeMap<usize, usize>,
}

impl Classes {
    fn fresh(&mut self) -> usize {
        self.parent.push(self.parent.len());
        self.parent.len() - 1
    }

    fn find(&self, mut class: usize) -> usize {
        while self.parent[class] != class {
            class = self.parent[class];
        }
        class
    }

    fn join(&mut self, a: Option<usize>, b: Option<usize>) {
        if let (Some(a), Some(b)) = (a, b) {
            let (a, b) = (self.find(a), self.find(b));
            self.parent[a] = b;
        }
    }

    fn term(&mut self, slot: usize) -> usize {
        if let Some(&known) = self.terms.get(&slot) {
            return known;
        }
        let fresh = self.fresh();
        self.terms.insert(slot, fresh);
        fresh
    }

    /// The class of a number that is a width.
    fn width(&mut self, nat: &Nat) -> Option<usize> {
        match nat {
            Nat::Var(slot) => {
                if let Some(&known) = self.numbers.get(slot) {
                    return Some(known);
                }
                let fresh = self.fresh();
                self.numbers.insert(*slot, fresh);
                Some(fresh)
            }
            Nat::Width(slot) => Some(self.term(*slot)),
            _ => None,
        }
    }

    /// The class of the width of a pattern, if it is a bit-vector of some class.
    fn walk(&mut self, rule: &Rule, pattern: &Pattern) -> Option<usize> {
        match pattern {
            Pattern::Var(slot) | Pattern::Constant(slot) => {
                let bits = matches!(rule.terms[*slot].1, Kind::Bits | Kind::Constant);
                bits.then(|| self.term(*slot))
            }
            Pattern::Number(width, _) => self.width(width),
            Pattern::Field(..) => None,
            Pattern::Op(op, numbers, args) => {
                let all: Vec<Option<usize>> = args.iter().map(|a| self.walk(rule, a)).collect();
                match op {
                    Op::Extract(_) => self.width(&numbers[1]),
                    Op::Zext | Op::Sext => self.width(&numbers[0]),
                    Op::Concat | Op::Select | Op::ConstArray => None,
                    Op::Store => None,
                    Op::Ite => {
                        self.join(all[1], all[2]);
                        all[1].or(all[2])
                    }
                    _ => {
                        for pair in all.windows(2) {
                            self.join(pair[0], pair[1]);
                        }
                        let compares = matches!(op, Op::Eq | Op::BvUlt | Op::BvUle | Op::BvSlt | Op::BvSle);
                        all.into_iter().flatten().next().filter(|_| !compares)
                    }
                }
            }
        }
    }
}

/// Some widths for this number of classes: each class goes through all, with some of the others.
fn choices(classes: usize) -> Vec<Vec<u32>> {
    match classes {
        0 => vec![Vec::new()],
        1 => WIDTHS.iter().map(|w| vec![*w]).collect(),
        2 => {
            let mut all = BTreeSet::new();
            for a in WIDTHS {
                for b in [1, 2, 3, 5, 8, 16, 32, 64, a, a.saturating_sub(1).max(1), a / 2 + 1, a + 1, 2 * a] {
                    if b <= 66 {
                        all.extend([vec![a, b], vec![b, a]]);
                    }
                }
            }
            all.into_iter().collect()
        }
        4.. => {
            let product = |of: &[u32]| {
                (0..classes).fold(vec![Vec::new()], |all: Vec<Vec<u32>>, _| {
                    all.iter()
                        .flat_map(|c| of.iter().map(|w| c.iter().copied().chain([*w]).collect()))
                        .collect()
                })
            };
            let mut all: BTreeSet<Vec<u32>> = product(&[1, 2, 3, 6]).into_iter().collect();
            all.extend(product(&[16, 32, 64]));
            for a in WIDTHS {
                for rest in product(&[1, 4, a]) {
                    for at in 0..classes {
                        let mut one = rest.clone();
                        one[at] = a;
                        all.insert(one);
                    }
                }
            }
            all.into_iter().collect()
        }
        _ => {
            let mut all = BTreeSet::new();
            for a in WIDTHS {
                for b in [1, 3, 8, a] {
                    for c in [2, 5, a] {
                        all.extend([
                            vec![a, b, c],
                            vec![b, a, c],
                            vec![b, c, a],
                            vec![c, b, a],
                            vec![c, a, b],
                        ]);
                    }
                }
            }
            all.into_iter().filter(|c| c.len() == classes).collect()
        }
    }
}

/// Numbers up to a width: all where there are few, those where something changes otherwise.
fn numbers(greatest: u32) -> Vec<u128> {
    let all: BTreeSet<u32> = if greatest <= 17 {
        (0..=greatest + 1).collect()
    } else {
        let some = [0, 1, 2, 3, 7, 8, 9, 16, 31, 32, 33, 63, 64];
        some.into_iter()
            .chain([greatest - 1, greatest, greatest + 1])
            .filter(|n| *n <= greatest + 1)
            .collect()
    };
    all.into_iter().map(u128::from).collect()
}

/// Sorts for the variables that are no bit-vectors.
fn other_sorts(rule: &Rule) -> Vec<(Sort, Scalar)> {
    let has = |kind| rule.terms.iter().any(|(_, k)| *k == kind);
    if has(Kind::Float) {
        return [Format::F16, Format::F32, Format::F64].map(|f| (Sort::Float(f), Scalar::Float(f))).to_vec();
    }
    if has(Kind::Any) {
        let bits = [1, 4, 8, 32, 64].map(|w| (Sort::Bits(w), Scalar::Bits(w)));
        return bits.into_iter().chain([(Sort::Bool, Scalar::Bool)]).collect();
    }
    vec![(Sort::Bits(8), Scalar::Bits(8))]
}

/// All instances of a rule: sorts for the terms, numbers for the numbers.
fn instances(rule: &Rule) -> Vec<(Vec<Sort>, Vec<u128>)> {
    let mut classes = Classes::default();
    let left = classes.walk(rule, &rule.left);
    let right = classes.walk(rule, &rule.right);
    classes.join(left, right);
    for condition in &rule.when {
        classes.walk(rule, condition);
    }
    for condition in &rule.only_if {
        if let Comparison::Eq(a, b) = condition {
            let is_width = |n: &Nat| matches!(n, Nat::Var(_) | Nat::Width(_));
            if is_width(a) && is_width(b) {
                let (a, b) = (classes.width(a), classes.width(b));
                classes.join(a, b);
            }
        }
    }
    let roots: BTreeSet<usize> = (0..classes.parent.len()).map(|c| classes.find(c)).collect();
    let roots: Vec<usize> = roots.into_iter().collect();
    let mut all = Vec::new();
    for widths in choices(roots.len()) {
        let of = |class: &usize| widths[roots.iter().position(|r| *r == classes.find(*class)).unwrap()];
        let greatest = widths.iter().copied().max().unwrap_or(8);
        for (other, element) in other_sorts(rule) {
            let sorts: Vec<Sort> = (0..rule.terms.len())
                .map(|slot| match rule.terms[slot].1 {
                    Kind::Bits | Kind::Constant => Sort::Bits(classes.terms.get(&slot).map_or(8, &of)),
                    Kind::Truth => Sort::Bool,
                    Kind::Array => Sort::Array(widths.first().copied().unwrap_or(4), element),
                    _ => other,
                })
                .collect();
            let mut chosen = vec![Vec::new()];
            for slot in 0..rule.numbers.len() {
                let options = match (rule.numbers[slot].1, classes.numbers.get(&slot)) {
                    (_, Some(class)) => vec![u128::from(of(class))],
                    (Kind::Rounding, _) => (0..5).collect(),
                    _ => numbers(greatest),
                };
                chosen = chosen
                    .iter()
                    .flat_map(|before: &Vec<u128>| {
                        options.iter().map(|n| before.iter().copied().chain([*n]).collect())
                    })
                    .collect();
            }
            all.extend(chosen.into_iter().map(|numbers| (sorts.clone(), numbers)));
        }
    }
    all
}

/// Proves one instance. False where it is none: sorts do not fit, or a condition on numbers does not hold. An error where it is
/// not proved.
fn prove(solver: &mut Z3, rule: &Rule, sorts: &[Sort], numbers: &[u128]) -> Result<bool, String> {
    let mut terms = Terms::plain();
    let mut bindings = Bindings::default();
    for (slot, sort) in sorts.iter().enumerate() {
        bindings.terms[slot] = Some(terms.var(rule.terms[slot].0.clone(), *sort));
    }
    for (slot, number) in numbers.iter().enumerate() {
        bindings.numbers[slot] = Some(*number);
    }
    if !rule.only_if.iter().all(|c| c.holds(&terms, &bindings)) {
        return Ok(false);
    }
    let Some(left) = rule.left.build(&mut terms, &bindings) else { return Ok(false) };
    let at = || format!("{} with {sorts:?} and {numbers:?}", rule.name);
    let right = rule.right.build(&mut terms, &bindings).ok_or_else(|| format!("{}: no right side", at()))?;
    assert_eq!(terms.sort(left), terms.sort(right), "{}: the sides differ in sort", at());
    let equal = terms.eq(left, right);
    let mut formulas = vec![terms.not(equal)];
    for condition in &rule.when {
        formulas
            .push(condition.build(&mut terms, &bindings).ok_or_else(|| format!("{}: no condition", at()))?);
    }
    solver.reset();
    for formula in formulas {
        solver.assert(&terms, formula);
    }
    match solver.check(&terms, &[], &Limits::time(Duration::from_secs(60))) {
        Answer::Unsat(_) => Ok(true),
        answer => Err(format!("{} is not proved: {answer:?}", at())),
    }
}

/// Proves all instances: how many there are.
fn prove_all(rule: &Rule) -> Result<usize, String> {
    let mut solver = Z3::new();
    let mut count = 0;
    for (sorts, numbers) in instances(rule) {
        count += usize::from(prove(&mut solver, rule, &sorts, &numbers)?);
    }
    if count == 0 { Err(format!("{} has no instance", rule.name)) } else { Ok(count) }
}

/// Proves every nth rule, from one on.
fn prove_part(part: usize, parts: usize) {
    let only = std::env::var("RADDLE_RULE").ok();
    let mut failures = Vec::new();
    for (n, rule) in Rules::get().all.iter().enumerate() {
        if n % parts != part || only.as_ref().is_some_and(|only| *only != rule.name) {
            continue;
        }
        let start = Instant::now();
        match prove_all(rule) {
            Ok(count) => {
                println!("{:24} {count:6} instances {:6} ms", rule.name, start.elapsed().as_millis());
            }
            Err(why) => failures.push(why),
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n"));
}

// Two tests, for two processors.
#[test]
fn half_of_the_rules_are_proved() {
    prove_part(0, 2);
}

#[test]
fn the_other_half_of_the_rules_is_proved() {
    prove_part(1, 2);
}

/// The proof is one: typical mistakes are found.
#[test]
fn wrong_rules_are_not_proved() {
    for (text, why) in [
        ("(rule off-by-one (bvult k x) (not (bvult x (bvadd k (bv (width x) 1)))))", "no condition on k"),
        ("(rule signed (bvsdiv x y) (bvudiv x y) (when (bvsle (bv (width x) 0) x)))", "y may be negative"),
        ("(rule extension (sext w x) (zext w x))", "x may be negative"),
        ("(rule masked (bvor x y) (bvadd x y))", "bits may overlap"),
        ("(rule part (extract i w (bvadd x y)) (bvadd (extract i w x) (extract i w y)))", "carries"),
        ("(rule hidden (select (store a x t) y) (select a y))", "the indices may be equal"),
        ("(rule zeros (fp.eq f f) true)", "NaN"),
        ("(rule sign (fp.add e f g) (fp.sub e f g))", "another operator"),
    ] {
        let rule = &Rules::read(text).unwrap()[0];
        let answer = prove_all(rule);
        let refuted = answer.as_ref().is_err_and(|error| error.contains("is not proved: Sat"));
        assert!(refuted, "{}, though {why}: {answer:?}", rule.name);
    }
}

/// A rule does what it says: there are terms for which its conditions are shown and both sides become one term.
#[test]
fn rules_are_run() {
    let mut never = Vec::new();
    for rule in Rules::get().all.iter().filter(|rule| !rule.lemma) {
        let mut run = 0;
        let all = instances(rule);
        let step = (all.len() / 40).max(1);
        for (sorts, numbers) in all.iter().step_by(step) {
            for choice in 0..81 {
                run += usize::from(same_form(rule, sorts, numbers, choice));
            }
        }
        if run == 0 {
            never.push(rule.name.as_str());
        }
    }
    assert!(never.is_empty(), "never run: {never:?}");
}

/// Both sides built with rewriting; the choice says which terms the variables are. False where a condition is not shown.
fn same_form(rule: &Rule, sorts: &[Sort], numbers: &[u128], choice: u32) -> bool {
    let mut terms = Terms::new();
    let mut bindings = Bindings::default();
    for (slot, sort) in sorts.iter().enumerate() {
        let name = rule.terms[slot].0.clone();
        let term = match (sort, rule.terms[slot].1) {
            (Sort::Bits(width), Kind::Constant) => {
                let some = [0, 1, 3, u128::MAX, 1 << (width - 1), 6];
                terms.bits(*width, some[(choice as usize + 5 * slot) % some.len()])
            }
            (Sort::Bits(width), _) => match choice / 3u32.pow(slot as u32) % 3 {
                0 => terms.var(name, *sort),
                // Small, and greater than small ones.
                1 => terms.bounded(name, *width, 0, raddle_smt::sort::mask(width / 2)),
                _ => {
                    let most = raddle_smt::sort::mask(*width);
                    terms.bounded(name, *width, (most / 2).min(1 << (width / 2)), most / 2)
                }
            },
            _ => terms.var(name, *sort),
        };
        bindings.terms[slot] = Some(term);
    }
    for (slot, number) in numbers.iter().enumerate() {
        bindings.numbers[slot] = Some(*number);
    }
    let shown = |terms: &mut Terms, condition: &Pattern| {
        condition.build(terms, &bindings).is_some_and(|t| terms.constant(t) == Some(1))
    };
    if !rule.only_if.iter().all(|c| c.holds(&terms, &bindings))
        || !rule.when.iter().all(|w| shown(&mut terms, w))
    {
        return false;
    }
    let Some(left) = rule.left.build(&mut terms, &bindings) else { return false };
    let right = rule.right.build(&mut terms, &bindings).unwrap();
    // Where the arguments of the left side are rewritten first, another rule may come before.
    left == right
}
