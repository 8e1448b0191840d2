//! Formulas read over the integers: what they decide, and that nothing that bit-vectors can do is called impossible.

use crate::cases::cases;
use raddle_ir::clock::Deadline;
use raddle_smt::integers::{
    Condition, Divisor, EFFORT, Input, are_impossible, impossible_if, multiplies, quotient, scales,
};
use raddle_smt::{Evaluator, Model, Sort, Term, Terms, Value};

/// A small deterministic generator.
struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }

    fn pick(&mut self, of: &[Term]) -> Term {
        of[self.below(of.len() as u64) as usize]
    }
}

/// Formulas as addresses and guards make them, about few variables of few bits: sums, products, extensions, quotients, choices.
fn formulas(terms: &mut Terms, random: &mut Random, variables: &[Term]) -> Vec<Term> {
    let width = terms.width(variables[0]);
    let mut narrow = variables.to_vec();
    let mut wide = Vec::new();
    for _ in 0..3 + random.below(5) {
        let (a, b) = (random.pick(&narrow), random.pick(&narrow));
        let number = terms.bits(width, u128::from(random.below(1 << width)));
        narrow.push(match random.below(14) {
            0..3 => terms.bvmul(a, b),
            3..5 => terms.bvadd(a, b),
            5 => terms.bvsub(a, number),
            6 => terms.bvmul(a, number),
            7 if terms.constant(number) != Some(0) => terms.bvudiv(a, number),
            7 => terms.bvurem(a, b),
            11 => {
                let divided = [Terms::bvudiv, Terms::bvurem, Terms::bvsdiv, Terms::bvsrem];
                let by = if random.below(3) == 0 { number } else { b };
                divided[random.below(4) as usize](terms, a, by)
            }
            // Taken apart and put together, with another pitch or with its own.
            12 => {
                let (quotient, rest) = match random.below(2) {
                    0 => (terms.bvudiv(a, b), terms.bvurem(a, b)),
                    _ => (terms.bvsdiv(a, b), terms.bvsrem(a, b)),
                };
                // By 0 anything, as an instruction gives it.
                let zero = terms.bits(width, 0);
                let (is_zero, anything) = (terms.eq(b, zero), random.pick(&narrow));
                let rest = if random.below(2) == 0 { rest } else { terms.ite(is_zero, anything, rest) };
                let quotient =
                    if random.below(2) == 0 { quotient } else { terms.ite(is_zero, anything, quotient) };
                let pitch = if random.below(2) == 0 { b } else { random.pick(&narrow) };
                let row = terms.bvmul(quotient, pitch);
                terms.bvadd(row, rest)
            }
            // Taken apart from the smallest part on: columns, rows of one plane, and planes.
            13 if random.below(2) == 0 => {
                let divided: [fn(&mut Terms, Term, Term) -> Term; 2] = if random.below(2) == 0 {
                    [Terms::bvudiv, Terms::bvurem]
                } else {
                    [Terms::bvsdiv, Terms::bvsrem]
                };
                let [divide, remain] = divided;
                let (b, c) = (random.pick(variables), random.pick(variables));
                let plane = terms.bvmul(b, c);
                let (columns, rows) = (remain(terms, a, b), divide(terms, a, b));
                // By both at once, or by one after the other: in this order or in that one.
                let planes = match random.below(3) {
                    0 => divide(terms, a, plane),
                    1 => divide(terms, rows, c),
                    _ => {
                        let first = divide(terms, a, c);
                        divide(terms, first, b)
                    }
                };
                let rows = remain(terms, rows, c);
                let parts = [planes, rows, columns].map(|part| {
                    let pitch = random.pick(variables);
                    terms.bvmul(part, pitch)
                });
                let sum = terms.bvadd(parts[0], parts[1]);
                if random.below(3) == 0 { planes } else { terms.bvadd(sum, parts[2]) }
            }
            // The same from the largest part on: planes, rows of what is left, and columns.
            13 => {
                let divide =
                    if random.below(2) == 0 { Terms::bvudiv } else { Terms::bvsdiv } as fn(&mut _, _, _) -> _;
                let (b, c) = (random.pick(variables), random.pick(variables));
                let plane = terms.bvmul(b, c);
                let planes = divide(terms, a, plane);
                let begin = terms.bvmul(planes, plane);
                let rest = terms.bvsub(a, begin);
                let rows = divide(terms, rest, b);
                let begin = terms.bvmul(rows, b);
                let columns = terms.bvsub(rest, begin);
                let parts = [planes, rows, columns].map(|part| {
                    let pitch = random.pick(variables);
                    terms.bvmul(part, pitch)
                });
                let sum = terms.bvadd(parts[0], parts[1]);
                if random.below(3) == 0 { rows } else { terms.bvadd(sum, parts[2]) }
            }
            // Some of the bits, from anywhere, of the number or of a wider one.
            9 | 10 => {
                let wide = if random.below(2) == 0 { a } else { terms.sext(width + 2, a) };
                let low = random.below(u64::from(terms.width(wide))) as u32;
                let many = 1 + random.below(u64::from(terms.width(wide) - low)) as u32;
                let part = terms.extract(low, many, wide);
                terms.resize(width, part)
            }
            _ => {
                let smaller = terms.bvslt(a, b);
                terms.ite(smaller, a, number)
            }
        });
        let last = random.pick(&narrow);
        wide.push(if random.below(2) == 0 {
            terms.sext(width + 2, last)
        } else {
            terms.zext(width + 2, last)
        });
    }
    for _ in 0..2 {
        let (a, b) = (random.pick(&wide), random.pick(&wide));
        let sum = if random.below(2) == 0 { terms.bvadd(a, b) } else { terms.bvmul(a, b) };
        wide.push(sum);
    }
    let mut all = Vec::new();
    for _ in 0..3 + random.below(4) {
        let pool = if random.below(3) == 0 { &wide } else { &narrow };
        let (a, b) = (random.pick(pool), random.pick(pool));
        let made = match random.below(6) {
            0 | 1 => terms.eq(a, b),
            2 => terms.bvult(a, b),
            3 => terms.bvslt(a, b),
            4 => terms.bvule(a, b),
            _ => terms.bvsle(a, b),
        };
        let made = if random.below(4) == 0 { terms.not(made) } else { made };
        let last = all.last().copied();
        match last {
            Some(last) if random.below(4) == 0 => {
                all.pop();
                all.push(terms.or(last, made));
            }
            _ => all.push(made),
        }
    }
    all
}

/// All values of the variables.
fn all_values(terms: &Terms, variables: &[Term], mut visit: impl FnMut(&Model, &dyn Fn(Term) -> u128)) {
    let width = terms.width(variables[0]);
    for values in 0..1_u128 << (width as usize * variables.len()) {
        let of = |n: usize| values >> (n * width as usize) & raddle_smt::sort::mask(width);
        let mut model = Model::default();
        for (n, &variable) in variables.iter().enumerate() {
            if let raddle_smt::Op::Var(symbol) = terms.op(variable) {
                model = model.with(symbol, Value::Scalar(of(n)));
            }
        }
        let value = |term: Term| match variables.iter().position(|&v| v == term) {
            Some(n) => of(n),
            None => match Evaluator::new(&model, terms).value(term) {
                Some(Value::Scalar(value)) => value,
                _ => panic!("no number"),
            },
        };
        visit(&model, &value);
    }
}

/// An input, of which nothing is known but which one it is.
fn argument(inputs: &[Term], term: Term) -> Option<Input> {
    let number = inputs.iter().position(|&input| input == term)?;
    Some(Input::Argument { number, signed: None })
}

/// The same, or the quotient of an input by a number or by an input.
fn argument_or_quotient(terms: &Terms, inputs: &[Term], term: Term) -> Option<Input> {
    argument(inputs, term).or_else(|| {
        let (dividend, divisor, _) = quotient(terms, term)?;
        let is_known = match divisor {
            Divisor::Power(_) => true,
            Divisor::Term(by) => terms.constant(by).is_some() || argument(inputs, by).is_some(),
        };
        argument(inputs, dividend).filter(|_| is_known)
    })
}

#[test]
fn what_bit_vectors_can_do_is_not_called_impossible() {
    let (mut never, mut never_if, mut met, mut of_quotients) = (0, 0, 0, 0);
    for seed in 1..=cases("RADDLE_ROWS", 150, 6000) {
        let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
        let mut terms = if seed % 4 == 0 { Terms::plain() } else { Terms::new() };
        let (many, width) = [(4, 3), (6, 2), (3, 4)][random.below(3) as usize];
        let variables: Vec<Term> = (0..many).map(|n| terms.var(format!("x{n}"), Sort::Bits(width))).collect();
        let formulas = formulas(&mut terms, &mut random, &variables);
        let inputs = &variables[many / 2..];
        let input = |term: Term| argument_or_quotient(&terms, inputs, term);
        let Some(found) = impossible_if(&terms, &formulas, &input, &[], Deadline::at(None)) else {
            continue;
        };
        let alone = found.is_empty() || are_impossible(&terms, &formulas, Deadline::at(None), EFFORT);
        never += usize::from(alone);
        never_if += usize::from(!alone);
        let is_quotient = |term: Term| quotient(&terms, term).is_some();
        of_quotients += usize::from(!alone && found.iter().any(|one| one.inputs().any(is_quotient)));
        let as_terms: Vec<[Term; 2]> = (found.iter())
            .map(|one| [one.term(&mut terms).unwrap(), one.for_small_inputs(&mut terms, 2).unwrap()])
            .collect();
        let mut is_met = false;
        all_values(&terms, &variables, |model, value| {
            let mut evaluator = Evaluator::new(model, &terms);
            for (one, &[exact, small]) in found.iter().zip(&as_terms) {
                let mut is_true = |term: Term| evaluator.value(term) == Some(Value::Scalar(1));
                let (holds, exact, small) = (one.holds(&terms, value), is_true(exact), is_true(small));
                let is_small = one.inputs().all(|input| value(input) < 2);
                assert!(
                    exact == holds && small <= holds && (small == holds || !is_small),
                    "seed {seed}: {one:?}"
                );
            }
            let all = formulas.iter().all(|&f| evaluator.value(f) == Some(Value::Scalar(1)));
            let given = alone || found.iter().all(|one| one.holds(&terms, value));
            is_met |= given && !alone;
            let conditions: Vec<String> = found.iter().map(|one| text(&terms, one)).collect();
            assert!(!(all && given), "seed {seed}: possible, given {conditions:?}: {model:?}");
        });
        met += usize::from(is_met);
    }
    assert!(
        never >= 5 && met >= 5,
        "{never} impossible, {never_if} with conditions, {met} of which can be met"
    );
    eprintln!(
        "{never} impossible, {never_if} with conditions, {met} of which can be met, {of_quotients} about quotients"
    );
}

/// A place of a matrix, `row * pitch + column`, with its row and its column.
struct Place {
    row: Term,
    column: Term,
    at: Term,
}

fn place(terms: &mut Terms, pitch: Term, ending: &str) -> Place {
    let mut part = |name: &str| {
        let block = terms.bounded(format!("block {name}{ending}"), 32, 0, 65_534);
        let thread = terms.bounded(format!("thread {name}{ending}"), 32, 0, 15);
        let sixteen = terms.bits(32, 16);
        let begin = terms.bvmul(block, sixteen);
        terms.bvadd(begin, thread)
    };
    let (row, column) = (part("row"), part("column"));
    let at = terms.bvmul(row, pitch);
    let at = terms.bvadd(at, column);
    Place { row, column, at }
}

/// Two threads write one element of `n` rows of `m` columns, `pitch` apart: as bytes of an address of 64 bits.
fn two_places(terms: &mut Terms, pitch: Term) -> Vec<Term> {
    let (n, m) = (terms.var("n", Sort::Bits(32)), terms.var("m", Sort::Bits(32)));
    let both = ["!1", "!2"].map(|ending| place(terms, pitch, ending));
    let mut all = Vec::new();
    for one in &both {
        all.push(terms.bvslt(one.row, n));
        all.push(terms.bvslt(one.column, m));
    }
    let bytes = both.each_ref().map(|one| {
        let wide = terms.sext(64, one.at);
        let four = terms.bits(64, 4);
        terms.bvmul(wide, four)
    });
    all.push(terms.eq(bytes[0], bytes[1]));
    let [a, b] = &both;
    let (rows, columns) = (terms.eq(a.row, b.row), terms.eq(a.column, b.column));
    let same = terms.and(rows, columns);
    all.push(terms.not(same));
    all
}

fn text(terms: &Terms, condition: &Condition) -> String {
    let side = |(factors, times): &(Vec<Term>, num_bigint::BigInt)| {
        let mut all: Vec<String> = factors
            .iter()
            .map(|&term| match terms.op(term) {
                raddle_smt::Op::Var(symbol) => terms.declaration(symbol).name.clone(),
                other => format!("{other:?}"),
            })
            .collect();
        if all.is_empty() || *times != 1.into() {
            all.insert(0, times.to_string());
        }
        all.join(" * ")
    };
    format!("{} <= {}", side(&condition.sides[0]), side(&condition.sides[1]))
}

pub(crate) fn conditions(terms: &Terms, formulas: &[Term], inputs: &[Term]) -> Option<Vec<String>> {
    let input = |term: Term| argument(inputs, term);
    let found = impossible_if(terms, formulas, &input, &[], Deadline::at(None))?;
    Some(found.iter().map(|one| text(terms, one)).collect())
}

#[test]
fn places_of_a_matrix_differ_if_its_size_is_a_number() {
    let mut terms = Terms::new();
    let m = terms.var("m", Sort::Bits(32));
    let n = terms.var("n", Sort::Bits(32));
    let formulas = two_places(&mut terms, m);
    assert!(!are_impossible(&terms, &formulas, Deadline::at(None), EFFORT), "the product may wrap around");
    assert_eq!(conditions(&terms, &formulas, &[n, m]).unwrap(), ["n * m <= 4294967295"]);
}

#[test]
fn rows_may_overlap_if_the_pitch_is_another_input() {
    let mut terms = Terms::new();
    let pitch = terms.var("pitch", Sort::Bits(32));
    let formulas = two_places(&mut terms, pitch);
    let [n, m] = ["n", "m"].map(|name| terms.var(name, Sort::Bits(32)));
    assert_eq!(
        conditions(&terms, &formulas, &[n, m, pitch]).unwrap(),
        ["m <= pitch", "n * pitch <= 4294967295"]
    );
}

/// Two threads write one element of the inner part of a grid of `nx` times `ny` points.
#[test]
fn inner_points_of_a_grid() {
    let mut terms = Terms::new();
    let [nx, ny] = ["nx", "ny"].map(|name| terms.var(name, Sort::Bits(32)));
    let both = ["!1", "!2"].map(|ending| place(&mut terms, nx, ending));
    let mut all = Vec::new();
    let (zero, one) = (terms.bits(32, 0), terms.bits(32, 1));
    for at in &both {
        for (index, size) in [(at.column, nx), (at.row, ny)] {
            let last = terms.bvsub(size, one);
            all.push(terms.bvslt(zero, index));
            all.push(terms.bvslt(index, last));
        }
    }
    let [a, b] = &both;
    all.push(terms.eq(a.at, b.at));
    let (rows, columns) = (terms.eq(a.row, b.row), terms.eq(a.column, b.column));
    let same = terms.and(rows, columns);
    all.push(terms.not(same));
    assert_eq!(conditions(&terms, &all, &[nx, ny]).unwrap(), ["1 <= nx", "1 <= ny", "nx * ny <= 4294967295"]);
}

/// The same of a box, by planes, rows and columns.
#[test]
fn inner_points_of_a_box() {
    let mut terms = Terms::new();
    let [nx, ny, nz] = ["nx", "ny", "nz"].map(|name| terms.var(name, Sort::Bits(32)));
    let (zero, one) = (terms.bits(32, 0), terms.bits(32, 1));
    let mut all = Vec::new();
    let both = ["!1", "!2"].map(|ending| {
        let index = ["i", "j", "k"].map(|name| {
            let block = terms.bounded(format!("block {name}{ending}"), 32, 0, 65_534);
            let thread = terms.bounded(format!("thread {name}{ending}"), 32, 0, 7);
            let eight = terms.bits(32, 8);
            let begin = terms.bvmul(block, eight);
            terms.bvadd(begin, thread)
        });
        for (index, size) in index.into_iter().zip([nx, ny, nz]) {
            let last = terms.bvsub(size, one);
            all.push(terms.bvslt(zero, index));
            all.push(terms.bvslt(index, last));
        }
        let [i, j, k] = index;
        let row = terms.bvmul(k, ny);
        let row = terms.bvadd(row, j);
        let at = terms.bvmul(row, nx);
        (index, terms.bvadd(at, i))
    });
    let [a, b] = &both;
    all.push(terms.eq(a.1, b.1));
    let same: Vec<Term> = (0..3).map(|n| terms.eq(a.0[n], b.0[n])).collect();
    let same = terms.all(&same);
    all.push(terms.not(same));
    let found = conditions(&terms, &all, &[nx, ny, nz]).unwrap();
    assert_eq!(found, ["1 <= nx", "1 <= ny", "1 <= nz", "nx * ny * nz <= 4294967295"]);
}

/// The threads of a block go over a row that starts at a multiple of a pitch of 64 bits; there are as many rows as blocks.
#[test]
fn rows_of_blocks() {
    let mut terms = Terms::new();
    let columns = terms.var("columns", Sort::Bits(64));
    let blocks = terms.bounded("blocks", 32, 1, (1 << 31) - 1);
    let mut all = Vec::new();
    let zero = terms.bits(32, 0);
    let both = ["!1", "!2"].map(|ending| {
        let block = terms.bounded(format!("block{ending}"), 32, 0, (1 << 31) - 2);
        let thread = terms.bounded(format!("thread{ending}"), 32, 0, 255);
        let round = terms.var(format!("round{ending}"), Sort::Bits(32));
        all.push(terms.bvult(block, blocks));
        let size = terms.bits(32, 256);
        let begin = terms.bvmul(round, size);
        let at = terms.bvadd(thread, begin);
        all.push(terms.bvsle(zero, at));
        let at = terms.sext(64, at);
        all.push(terms.bvslt(at, columns));
        let row = terms.zext(64, block);
        let row = terms.bvmul(row, columns);
        let four = terms.bits(64, 4);
        let at = terms.bvadd(row, at);
        (block, terms.bvmul(at, four))
    });
    all.push(terms.eq(both[0].1, both[1].1));
    let same = terms.eq(both[0].0, both[1].0);
    all.push(terms.not(same));
    let found = conditions(&terms, &all, &[columns, blocks]).unwrap();
    assert_eq!(found, ["blocks * columns <= 4611686018427387903"]);
}

/// Two threads go on in steps of 250 from numbers below 250: they meet nowhere, unless they are one, and unless the counter wraps around.
#[test]
fn steps_that_are_no_power_of_two() {
    let mut terms = Terms::new();
    let mut all = Vec::new();
    let step = terms.bits(32, 250);
    let both = ["!1", "!2"].map(|ending| {
        let thread = terms.bounded(format!("thread{ending}"), 32, 0, 249);
        let round = terms.bounded(format!("round{ending}"), 32, 0, (1 << 31) / 250);
        let begin = terms.bvmul(round, step);
        (thread, terms.bvadd(thread, begin))
    });
    all.push(terms.eq(both[0].1, both[1].1));
    let same = terms.eq(both[0].0, both[1].0);
    all.push(terms.not(same));
    let together = terms.all(&all);
    assert!(scales(&terms, &[together]) && !multiplies(&terms, &[together]));
    assert!(are_impossible(&terms, &all, Deadline::at(None), EFFORT));
    // A step of 249 leads from one thread's number to the other's.
    let shorter = terms.bits(32, 249);
    let wider = ["!1", "!2"].map(|ending| {
        let thread = terms.bounded(format!("thread{ending}"), 32, 0, 249);
        let round = terms.bounded(format!("round{ending}"), 32, 0, (1 << 31) / 250);
        let begin = terms.bvmul(round, shorter);
        terms.bvadd(thread, begin)
    });
    all[0] = terms.eq(wider[0], wider[1]);
    assert!(!are_impossible(&terms, &all, Deadline::at(None), EFFORT));
}

/// Each thread of a huge grid has four elements, in 32 bits: two blocks meet where the number of the first one wraps around. The counter of the loop has 64 bits,
/// and is known to have no sign in its lower 32.
fn four_elements(terms: &mut Terms, blocks: Term, guarded: bool) -> Vec<Term> {
    let mut all = Vec::new();
    let (zero, four) = (terms.bits(1, 0), terms.bits(32, 4));
    let n = terms.var("n", Sort::Bits(32));
    let both = ["!1", "!2"].map(|ending| {
        let block = terms.bounded(format!("block{ending}"), 32, 0, (1 << 23) - 2);
        let thread = terms.bounded(format!("thread{ending}"), 32, 0, 255);
        let round = terms.var(format!("round{ending}"), Sort::Bits(64));
        all.push(terms.bvult(block, blocks));
        let (sign, counter) = (terms.extract(31, 1, round), terms.extract(0, 32, round));
        all.push(terms.eq(sign, zero));
        all.push(terms.bvslt(counter, four));
        let (own, of_block) = (terms.bvmul(thread, four), terms.bits(32, 1024));
        let begin = terms.bvmul(block, of_block);
        let at = terms.bvadd(begin, own);
        let at = terms.bvadd(at, counter);
        if guarded {
            all.push(terms.bvslt(at, n));
        }
        let at = terms.sext(64, at);
        let size = terms.bits(64, 4);
        (block, terms.bvmul(at, size))
    });
    all.push(terms.eq(both[0].1, both[1].1));
    let same = terms.eq(both[0].0, both[1].0);
    all.push(terms.not(same));
    all
}

#[test]
fn multiples_wrap_around_where_there_are_many_blocks() {
    for guarded in [false, true] {
        let mut terms = Terms::new();
        let blocks = terms.bounded("blocks", 32, 1, (1 << 23) - 1);
        let all = four_elements(&mut terms, blocks, guarded);
        let n = terms.var("n", Sort::Bits(32));
        let found = conditions(&terms, &all, &[blocks, n]);
        assert_eq!(found.as_deref(), Some(&["blocks <= 4194304".to_owned()][..]), "{guarded}");
    }
}

/// Each block of a huge grid goes over 1,024 elements in steps of its size.
#[test]
fn a_tile_for_each_block() {
    let mut terms = Terms::new();
    let mut all = Vec::new();
    let blocks = terms.bounded("blocks", 32, 1, (1 << 23) - 1);
    let n = terms.var("n", Sort::Bits(32));
    let (zero, size, step) = (terms.bits(32, 0), terms.bits(32, 1024), terms.bits(32, 256));
    let both = ["!1", "!2"].map(|ending| {
        let block = terms.bounded(format!("block{ending}"), 32, 0, (1 << 23) - 2);
        let thread = terms.bounded(format!("thread{ending}"), 32, 0, 255);
        let round = terms.var(format!("round{ending}"), Sort::Bits(64));
        all.push(terms.bvult(block, blocks));
        let round = terms.extract(0, 32, round);
        let own = terms.bvmul(round, step);
        let counter = terms.bvadd(thread, own);
        all.push(terms.bvsle(zero, counter));
        all.push(terms.bvslt(counter, size));
        let begin = terms.bvmul(block, size);
        let at = terms.bvadd(begin, counter);
        all.push(terms.bvslt(at, n));
        let (at, four) = (terms.sext(64, at), terms.bits(64, 4));
        (block, terms.bvmul(at, four))
    });
    all.push(terms.eq(both[0].1, both[1].1));
    let same = terms.eq(both[0].0, both[1].0);
    all.push(terms.not(same));
    assert_eq!(conditions(&terms, &all, &[blocks, n]).unwrap(), ["blocks <= 4194304"]);
}
