//! Random terms are built twice, with rewriting and without, and must mean the same: at random values, by the evaluator, and
//! for all values, by Z3, at small widths.

use crate::cases::cases;
use raddle_smt::solver::z3::Z3;
use raddle_smt::{
    Answer, ArrayValue, Format, Limits, Model, Op, Rounding, Scalar, Solver, Sort, Term, Terms, Value,
};
use std::collections::HashMap;
use std::time::Duration;

/// The seeds: this many, times `RADDLE_RANDOM` for a longer run.
fn seeds(many: u64) -> std::ops::Range<u64> {
    1..many * cases("RADDLE_RANDOM", 1, 1)
}

/// A small deterministic generator.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }

    /// Numbers where mistakes live.
    fn number(&mut self, width: u32) -> u128 {
        let ones = raddle_smt::sort::mask(width);
        let any = u128::from(self.next()) << 64 | u128::from(self.next()) << 21 | u128::from(self.next());
        let bit = 1u128 << self.below(width as usize);
        ones & match self.below(9) {
            0 => 0,
            1 => 1,
            2 => ones,
            3 => bit,
            4 => bit.wrapping_sub(1),
            5 => bit.wrapping_neg(),
            6 => any & 7,
            7 => ones >> 1,
            _ => any,
        }
    }
}

/// The same term in two arenas: rewritten, and plain.
#[derive(Clone, Copy)]
struct Pair(Term, Term);

struct Both {
    rewriting: Terms,
    plain: Terms,
    /// The terms so far.
    pool: Vec<Pair>,
}

impl Both {
    fn new() -> Self {
        Self { rewriting: Terms::new(), plain: Terms::plain(), pool: Vec::new() }
    }

    fn sort(&self, pair: Pair) -> Sort {
        self.plain.sort(pair.1)
    }

    fn make(&mut self, op: Op, sort: Sort, args: &[Pair]) -> Pair {
        let first: Vec<Term> = args.iter().map(|p| p.0).collect();
        let second: Vec<Term> = args.iter().map(|p| p.1).collect();
        let pair = Pair(self.rewriting.make(op, sort, &first), self.plain.make(op, sort, &second));
        self.pool.push(pair);
        pair
    }

    fn var(&mut self, name: &str, sort: Sort) {
        self.pool.push(Pair(self.rewriting.var(name, sort), self.plain.var(name, sort)));
    }

    fn bounded(&mut self, name: &str, width: u32, least: u128, most: u128) {
        let pair = Pair(
            self.rewriting.bounded(name, width, least, most),
            self.plain.bounded(name, width, least, most),
        );
        self.pool.push(pair);
    }

    /// A term of this sort, often a late one; a new constant where there is none.
    fn some(&mut self, random: &mut Random, sort: Sort) -> Pair {
        let all: Vec<Pair> = self.pool.iter().copied().filter(|p| self.sort(*p) == sort).collect();
        let constant = random.below(6) == 0;
        if all.is_empty() || constant {
            match sort {
                Sort::Bool => return self.make(Op::Bool(random.below(2) == 0), sort, &[]),
                Sort::Bits(width) => return self.make(Op::Const(random.number(width)), sort, &[]),
                _ => {}
            }
        }
        let recent = all.len().saturating_sub(6);
        if random.below(2) == 0 { all[recent + random.below(all.len() - recent)] } else { random.pick(&all) }
    }

    fn step(&mut self, random: &mut Random, widths: &[u32]) {
        use Op as O;
        let width = random.pick(widths);
        let bits = Sort::Bits(width);
        let binary = [
            O::BvAdd,
            O::BvAdd,
            O::BvSub,
            O::BvMul,
            O::BvAnd,
            O::BvOr,
            O::BvXor,
            O::BvUdiv,
            O::BvUrem,
            O::BvSdiv,
            O::BvSrem,
            O::BvShl,
            O::BvLshr,
            O::BvAshr,
        ];
        match random.below(20) {
            0..=5 => {
                let (a, b) = (self.some(random, bits), self.some(random, bits));
                self.make(random.pick(&binary), bits, &[a, b]);
            }
            6 => {
                // A shift or a product with a number, or a mask: what addresses are made of.
                let a = self.some(random, bits);
                let number = random.number(width);
                let b = self.make(O::Const(number), bits, &[]);
                let c = self.make(O::Const(number % u128::from(width)), bits, &[]);
                let op = random.pick(&[O::BvMul, O::BvAnd, O::BvOr, O::BvXor, O::BvUdiv, O::BvUrem]);
                self.make(op, bits, &[a, b]);
                let op = random.pick(&[O::BvShl, O::BvLshr, O::BvAshr]);
                self.make(op, bits, &[a, c]);
            }
            7 => {
                let a = self.some(random, bits);
                self.make(random.pick(&[O::BvNot, O::BvNeg]), bits, &[a]);
            }
            8 | 9 => {
                let (a, b) = (self.some(random, bits), self.some(random, bits));
                let op = random.pick(&[O::Eq, O::Eq, O::BvUlt, O::BvUle, O::BvSlt, O::BvSle]);
                self.make(op, Sort::Bool, &[a, b]);
            }
            10 => {
                // Comparisons with numbers.
                let a = self.some(random, bits);
                let b = self.make(O::Const(random.number(width)), bits, &[]);
                let op = random.pick(&[O::Eq, O::BvUlt, O::BvUle, O::BvSlt, O::BvSle]);
                let args = if random.below(2) == 0 { [a, b] } else { [b, a] };
                self.make(op, Sort::Bool, &args);
            }
            11 | 12 => {
                let sort = random.pick(&[Sort::Bool, bits, bits]);
                let c = self.some(random, Sort::Bool);
                let (a, b) = (self.some(random, sort), self.some(random, sort));
                self.make(O::Ite, sort, &[c, a, b]);
            }
            13 | 14 => {
                let n = 2 + random.below(2);
                let args: Vec<Pair> = (0..n).map(|_| self.some(random, Sort::Bool)).collect();
                match random.below(4) {
                    0 => self.make(O::Not, Sort::Bool, &args[..1]),
                    1 => self.make(O::And, Sort::Bool, &args),
                    2 => self.make(O::Or, Sort::Bool, &args),
                    _ => self.make(random.pick(&[O::Xor, O::Implies, O::Eq]), Sort::Bool, &args[..2]),
                };
            }
            15 => {
                let a = self.some(random, bits);
                let low = random.below(width as usize) as u32;
                let length = 1 + random.below((width - low) as usize) as u32;
                let part = self.make(O::Extract(low), Sort::Bits(length), &[a]);
                if length < width {
                    self.make(random.pick(&[O::Zext, O::Sext]), bits, &[part]);
                }
            }
            16 => {
                let other = random.pick(widths);
                let a = self.some(random, bits);
                if other > width {
                    self.make(random.pick(&[O::Zext, O::Sext]), Sort::Bits(other), &[a]);
                } else {
                    self.make(O::Extract(0), Sort::Bits(other), &[a]);
                }
            }
            17 => {
                let b = self.some(random, Sort::Bits(widths[0]));
                let a = self.some(random, bits);
                let whole = self.make(O::Concat, Sort::Bits(width + widths[0]), &[a, b]);
                let low = random.below(widths[0] as usize + 1) as u32;
                self.make(O::Extract(low), bits, &[whole]);
            }
            _ => {
                let (index, element) = (widths[0], widths[widths.len() - 1]);
                let sort = Sort::Array(index, Scalar::Bits(element));
                let array = self.some(random, sort);
                let i = self.some(random, Sort::Bits(index));
                let v = self.some(random, Sort::Bits(element));
                match random.below(4) {
                    0 => self.make(O::Store, sort, &[array, i, v]),
                    1 => {
                        let c = self.some(random, Sort::Bool);
                        let other = self.some(random, sort);
                        self.make(O::Ite, sort, &[c, array, other])
                    }
                    _ => self.make(O::Select, Sort::Bits(element), &[array, i]),
                };
            }
        }
    }
}

/// Terms over a few variables.
fn terms(random: &mut Random, widths: &[u32], steps: usize) -> Both {
    let mut both = Both::new();
    for &width in widths {
        for name in ["x", "y"] {
            both.var(&format!("{name}{width}"), Sort::Bits(width));
        }
        let (a, b) = (random.number(width), random.number(width));
        both.bounded(&format!("z{width}"), width, a.min(b), a.max(b));
    }
    both.var("p", Sort::Bool);
    both.var("q", Sort::Bool);
    both.var("a", Sort::Array(widths[0], Scalar::Bits(widths[widths.len() - 1])));
    for _ in 0..steps {
        both.step(random, widths);
    }
    both
}

fn values(random: &mut Random, terms: &Terms) -> Model {
    let mut model = Model::default();
    for symbol in terms.symbols() {
        let declaration = terms.declaration(symbol);
        let value = match declaration.sort {
            Sort::Array(index, element) => {
                let width = Sort::from(element).width().unwrap_or(1);
                let mut array = ArrayValue { default: random.number(width), ..ArrayValue::default() };
                for _ in 0..random.below(5) {
                    array.set(random.number(index), random.number(width));
                }
                Value::Array(array.into())
            }
            Sort::Bool => Value::Scalar(random.below(2) as u128),
            sort => {
                let number = random.number(sort.width().unwrap_or(32));
                let bounded = declaration.bounds.map_or(number, |(least, most)| {
                    if (least..=most).contains(&number) {
                        number
                    } else {
                        least + number % (most - least).saturating_add(1).max(1)
                    }
                });
                Value::Scalar(bounded)
            }
        };
        model.variables.insert(symbol, value);
    }
    model
}

/// The term of one arena in another one, which has the same variables.
fn copied(from: &Terms, to: &mut Terms, term: Term) -> Term {
    let mut done: HashMap<Term, Term> = HashMap::new();
    for part in from.post_order(&[term], |_| false) {
        let args: Vec<Term> = from.args(part).iter().map(|a| done[a]).collect();
        let op = match from.op(part) {
            Op::Var(symbol) => Op::Var(to.symbol(&from.declaration(symbol).name).unwrap()),
            op => op,
        };
        done.insert(part, to.make(op, from.sort(part), &args));
    }
    done[&term]
}

fn compare_at_values(many: u64, widths: &[u32]) {
    for seed in seeds(many) {
        let mut random = Random(seed * 7919 + 1);
        let both = terms(&mut random, widths, 40);
        for _ in 0..6 {
            let model = values(&mut random, &both.plain);
            let mut rewritten = raddle_smt::Evaluator::new(&model, &both.rewriting);
            let mut plain = raddle_smt::Evaluator::new(&model, &both.plain);
            for pair in &both.pool {
                let (a, b) = (rewritten.value(pair.0), plain.value(pair.1));
                let same = match (&a, &b, both.sort(*pair)) {
                    (Some(Value::Array(a)), Some(Value::Array(b)), Sort::Array(width, _)) => a.same(b, width),
                    _ => a == b,
                };
                assert!(
                    same,
                    "seed {seed}: {}\nbecame {}\n{a:?} is not {b:?} in {model:?}",
                    both.plain.display_short(pair.1),
                    both.rewriting.display_short(pair.0)
                );
                if let (Some(Value::Scalar(value)), Sort::Bits(_)) = (&a, both.sort(*pair)) {
                    let facts = both.rewriting.facts(pair.0);
                    let right = value & facts.zeros.value() == 0
                        && value & facts.ones.value() == facts.ones.value()
                        && (facts.least.value()..=facts.most.value()).contains(value);
                    assert!(right, "seed {seed}: {facts:?} of {}", both.rewriting.display_short(pair.0));
                }
            }
        }
    }
}

#[test]
fn at_random_values_small_widths() {
    compare_at_values(6000, &[2, 4, 8]);
}

#[test]
fn at_random_values_of_addresses() {
    compare_at_values(3000, &[8, 32, 64]);
}

#[test]
fn at_random_values_of_odd_widths() {
    compare_at_values(2000, &[1, 7, 65, 120]);
}

/// Z3 compares all values.
#[test]
fn for_all_values() {
    let mut solver = Z3::new();
    for seed in seeds(150) {
        let mut random = Random(seed * 104_729 + 5);
        let mut both = terms(&mut random, &[2, 4], 24);
        solver.reset();
        let mut differ = Vec::new();
        for pair in both.pool.clone() {
            let rewritten = copied(&both.rewriting, &mut both.plain, pair.0);
            if rewritten != pair.1 {
                let equal = both.plain.eq(rewritten, pair.1);
                differ.push(both.plain.not(equal));
            }
        }
        for &different in &differ {
            let answer = solver.check(&both.plain, &[different], &Limits::time(Duration::from_secs(30)));
            assert!(
                matches!(answer, Answer::Unsat(_)),
                "seed {seed}: {answer:?}\n{}",
                both.plain.display_short(different)
            );
        }
    }
}

/// A conjunction means the same when other variables have been substituted in it.
#[test]
fn without_variables_that_have_a_value() {
    let mut solver = Z3::new();
    let mut changed = 0;
    for seed in seeds(400) {
        let mut random = Random(seed * 7_919 + 11);
        let mut both = terms(&mut random, &[2, 4], 24);
        let width = random.pick(&[2, 4]);
        let terms = &mut both.rewriting;
        let is_variable = |term: &Term| matches!(terms.op(*term), Op::Var(_));
        let of_width: Vec<Term> = both
            .pool
            .iter()
            .map(|pair| pair.0)
            .filter(|term| is_variable(term) && terms.sort(*term) == Sort::Bits(width))
            .collect();
        let mut members: Vec<Term> = (0..1 + random.below(4))
            .map(|_| {
                let number = terms.bits(width, random.number(width));
                let value = if random.below(2) == 0 { number } else { random.pick(&of_width) };
                let variable = random.pick(&of_width);
                terms.eq(variable, value)
            })
            .collect();
        let truths: Vec<Term> =
            both.pool.iter().map(|pair| pair.0).filter(|&term| terms.sort(term) == Sort::Bool).collect();
        members.extend((0..4).filter(|_| !truths.is_empty()).map(|_| random.pick(&truths)));
        let formula = terms.all(&members);
        let simpler = terms.eliminate(formula);
        changed += usize::from(simpler != formula);
        let same = terms.eq(formula, simpler);
        let differ = terms.not(same);
        solver.reset();
        let answer = solver.check(terms, &[differ], &Limits::time(Duration::from_secs(30)));
        assert!(
            matches!(answer, Answer::Unsat(_)),
            "seed {seed}: {answer:?}\n{}",
            terms.display_short(differ)
        );
    }
    assert!(changed >= 40, "{changed}");
}

/// Rewriting a rewritten term again changes nothing.
#[test]
fn normal_forms_are_stable() {
    for seed in seeds(1500) {
        let mut random = Random(seed * 31 + 3);
        let mut both = terms(&mut random, &[4, 8, 32], 30);
        for pair in both.pool.clone() {
            let (op, sort) = (both.rewriting.op(pair.0), both.rewriting.sort(pair.0));
            let args = both.rewriting.args(pair.0).to_vec();
            let again = both.rewriting.make(op, sort, &args);
            assert_eq!(
                again,
                pair.0,
                "seed {seed}: {} becomes {}",
                both.rewriting.display_short(pair.0),
                both.rewriting.display_short(again)
            );
        }
    }
}

/// Floats: rewriting against the evaluator.
#[test]
fn floats_at_random_values() {
    use Rounding as R;
    for seed in seeds(400) {
        let mut random = Random(seed * 17 + 11);
        let mut both = Both::new();
        let format = random.pick(&Format::ALL);
        let (sort, bits) = (Sort::Float(format), Sort::Bits(format.bits()));
        both.var("f", sort);
        both.var("g", sort);
        both.var("x", bits);
        for _ in 0..30 {
            let r = random.pick(&[R::Nearest, R::NearestAway, R::Zero, R::Up, R::Down]);
            let (a, b, c) =
                (both.some(&mut random, sort), both.some(&mut random, sort), both.some(&mut random, sort));
            match random.below(8) {
                0 | 1 => {
                    let op = random.pick(&[Op::FpAdd(r), Op::FpSub(r), Op::FpMul(r), Op::FpDiv(r)]);
                    both.make(op, sort, &[a, b])
                }
                2 => {
                    both.make(random.pick(&[Op::FpNeg, Op::FpAbs, Op::FpSqrt(r), Op::FpRound(r)]), sort, &[a])
                }
                3 => both.make(Op::FpFma(r), sort, &[a, b, c]),
                4 => both.make(random.pick(&[Op::FpEq, Op::FpLt, Op::FpLe, Op::Eq]), Sort::Bool, &[a, b]),
                5 => {
                    let op = random.pick(&[
                        Op::FpIsNan,
                        Op::FpIsInf,
                        Op::FpIsZero,
                        Op::FpIsSubnormal,
                        Op::FpIsNegative,
                    ]);
                    both.make(op, Sort::Bool, &[a])
                }
                6 => both.make(Op::FpToBits, bits, &[a]),
                _ => {
                    let x = both.some(&mut random, bits);
                    both.make(Op::FpFromBits, sort, &[x])
                }
            };
        }
        for _ in 0..5 {
            let model = {
                let mut model = values(&mut random, &both.plain);
                for (symbol, value) in &mut model.variables {
                    if let (Sort::Float(f), Value::Scalar(bits)) =
                        (both.plain.declaration(*symbol).sort, &value)
                    {
                        let number = random.number(f.bits()) ^ bits & 0xff;
                        *value = Value::Scalar(if f.is_nan(number) { f.nan() } else { number });
                    }
                }
                model
            };
            for pair in &both.pool {
                let (a, b) = (model.value(&both.rewriting, pair.0), model.value(&both.plain, pair.1));
                assert_eq!(a, b, "seed {seed}: {}", both.plain.display_short(pair.1));
            }
        }
    }
}
