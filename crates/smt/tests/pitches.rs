//! Places with a pitch for each index, as tensors have them: `i0 * s0 + i1 * s1 + i2 * s2`.

use crate::divisions::{blocks, divided, inputs, meet as meet_at};
use crate::rows::conditions;
use raddle_smt::{Sort, Term, Terms};

/// An index of a thread in a dimension of the grid, in 32 bits: it is less than an input.
fn index(terms: &mut Terms, name: &str, ending: &str, size: Term, all: &mut Vec<Term>) -> Term {
    let index = terms.bounded(format!("{name}{ending}"), 32, 0, (1 << 31) - 1);
    all.push(terms.bvslt(index, size));
    index
}

/// Two threads, of which an index differs, access one place. Sums and pitches have `width` bits.
fn meet(terms: &mut Terms, width: u32, sizes: &[Term], pitches: &[Term], unit: u128) -> Vec<Term> {
    let mut all = Vec::new();
    let both = ["!1", "!2"].map(|ending| {
        let indices: Vec<Term> = sizes
            .iter()
            .enumerate()
            .map(|(at, &size)| index(terms, &format!("i{at}"), ending, size, &mut all))
            .collect();
        let mut place = terms.bits(width, 0);
        for (at, &index) in indices.iter().enumerate() {
            let wide = terms.sext(width, index);
            // Without a pitch of its own, an index has the unit.
            let pitch = match (at + pitches.len()).checked_sub(sizes.len()) {
                Some(nth) => pitches[nth],
                None => terms.bits(width, unit),
            };
            let part = terms.bvmul(wide, pitch);
            place = terms.bvadd(place, part);
        }
        (indices, terms.sext(64, place))
    });
    all.push(terms.eq(both[0].1, both[1].1));
    let same: Vec<Term> = both[0].0.iter().zip(&both[1].0).map(|(&a, &b)| terms.eq(a, b)).collect();
    let same = terms.all(&same);
    all.push(terms.not(same));
    all
}

fn found(width: u32, indices: usize, pitches: usize, unit: u128) -> Option<Vec<String>> {
    let mut terms = Terms::new();
    let sizes: Vec<Term> = (0..indices).map(|at| terms.var(format!("n{at}"), Sort::Bits(32))).collect();
    let given: Vec<Term> =
        (indices - pitches..indices).map(|at| terms.var(format!("s{at}"), Sort::Bits(width))).collect();
    let all = meet(&mut terms, width, &sizes, &given, unit);
    conditions(&terms, &all, &[sizes, given].concat())
}

/// How large the outermost may be: without a sign, as sums that are compared need none.
const MOST: [(u32, &str); 2] = [(32, "4294967295"), (64, "18446744073709551615")];

#[test]
fn pitches_are_nested() {
    for (width, most) in MOST {
        assert_eq!(
            found(width, 2, 2, 1).unwrap(),
            ["n0 * s0 <= s1", "1 <= s0", &format!("n1 * s1 <= {most}")]
        );
        assert_eq!(
            found(width, 3, 3, 1).unwrap(),
            ["n0 * s0 <= s1", "n1 * s1 <= s2", "1 <= s0", &format!("n2 * s2 <= {most}")]
        );
    }
}

/// The elements of a row lie side by side.
#[test]
fn pitches_in_bytes() {
    let most = MOST[1].1;
    assert_eq!(found(64, 2, 1, 4).unwrap(), ["4 * n0 <= s1", &format!("n1 * s1 <= {most}")]);
    assert_eq!(
        found(64, 4, 3, 4).unwrap(),
        ["4 * n0 <= s1", "n1 * s1 <= s2", "n2 * s2 <= s3", &format!("n3 * s3 <= {most}")]
    );
}

/// Alone, a pitch may be 0, and then all threads access one element: that is shown, not excluded.
#[test]
fn one_pitch() {
    for (width, _) in MOST {
        assert_eq!(found(width, 1, 1, 1), None);
    }
}

/// The indices are the parts of a thread's number: `at % n`, `at / n`.
#[test]
fn pitches_of_parts() {
    for (width, most) in [(32, "4294967295"), (64, "4611686018427387903")] {
        let mut terms = Terms::new();
        let [n, m, s, t] = inputs(&mut terms, width, ["n", "m", "s", "t"]);
        let guard = |terms: &mut Terms, own| {
            let total = terms.bvmul(n, m);
            terms.bvslt(own, total)
        };
        let all = meet_at(&mut terms, width, guard, |terms, own| {
            let [row, column] = divided(terms, own, n);
            let (row, column) = (terms.bvmul(row, t), terms.bvmul(column, s));
            terms.bvadd(row, column)
        });
        let blocks = blocks(&mut terms);
        let needed = conditions(&terms, &all, &[blocks, n, m, s, t]).unwrap();
        let of_pitches = ["n * s <= t", "1 <= s", "1 <= n", "1 <= m", "blocks <= 8388608"];
        assert_eq!(needed, [of_pitches.as_slice(), &[&format!("m * t <= {most}")]].concat());
    }
}

/// `at % n0`, `at / n0 % n1`, `at / (n0 * n1)`.
#[test]
fn pitches_of_three_parts() {
    let mut terms = Terms::new();
    let [n0, n1, n2, s0, s1, s2] = inputs(&mut terms, 64, ["n0", "n1", "n2", "s0", "s1", "s2"]);
    let guard = |terms: &mut Terms, own| {
        let plane = terms.bvmul(n0, n1);
        let total = terms.bvmul(plane, n2);
        terms.bvslt(own, total)
    };
    let all = meet_at(&mut terms, 64, guard, |terms, own| {
        let [rest, first] = divided(terms, own, n0);
        let [_, second] = divided(terms, rest, n1);
        let plane = terms.bvmul(n0, n1);
        let [third, _] = divided(terms, own, plane);
        let parts = [(first, s0), (second, s1), (third, s2)];
        let parts = parts.map(|(index, pitch)| terms.bvmul(index, pitch));
        let sum = terms.bvadd(parts[0], parts[1]);
        terms.bvadd(sum, parts[2])
    });
    let blocks = blocks(&mut terms);
    let needed = [
        "n0 * s0 <= s1",
        "n1 * s1 <= s2",
        "1 <= s0",
        "1 <= n0",
        "1 <= n1",
        "1 <= n2",
        "blocks <= 8388608",
        "n0 * n1 * n2 <= 4611686018427387903",
        "n2 * s2 <= 4611686018427387903",
    ];
    assert_eq!(conditions(&terms, &all, &[blocks, n0, n1, n2, s0, s1, s2]).unwrap(), needed);
}

/// Rows are further apart than they are long.
#[test]
fn a_pitch_of_rows() {
    let mut terms = Terms::new();
    let [columns, pitch, total] = inputs(&mut terms, 32, ["columns", "pitch", "total"]);
    let guard = |terms: &mut Terms, own| terms.bvslt(own, total);
    let all = meet_at(&mut terms, 32, guard, |terms, own| {
        let [row, column] = divided(terms, own, columns);
        let begin = terms.bvmul(row, pitch);
        terms.bvadd(begin, column)
    });
    let blocks = blocks(&mut terms);
    let needed = ["columns <= pitch", "1 <= columns", "blocks <= 8388608", "total * pitch <= 4294967295"];
    assert_eq!(conditions(&terms, &all, &[blocks, columns, pitch, total]).unwrap(), needed);
}

/// The places of an element whose number is taken apart: parts and pitches.
fn of_parts(terms: &mut Terms, parts: &[Term], pitches: &[Term]) -> Term {
    let all: Vec<Term> = parts.iter().zip(pitches).map(|(&part, &pitch)| terms.bvmul(part, pitch)).collect();
    all.into_iter().reduce(|sum, part| terms.bvadd(sum, part)).unwrap()
}

/// Does each part lie within the pitch of the next one, and is nothing said that no launch would keep?
fn are_nested(found: &[String], several: usize) {
    let says = |text: String| found.contains(&text);
    assert!((1..several).all(|at| says(format!("n{0} * s{0} <= s{at}", at - 1))), "{found:?}");
    let positive = found.iter().filter(|one| one.starts_with("1 <= ")).count();
    // The sizes, and the innermost pitch.
    assert!(says("1 <= s0".to_owned()) && positive >= several, "{found:?}");
    let of_pitches = found.iter().filter(|one| !one.starts_with("1 ") && one.contains("<= s")).count();
    assert!(of_pitches == several - 1 && found.len() <= 12, "{found:?}");
}

/// `at % n0`, `at / n0 % n1`, `at / n0 / n1 % n2`, `at / n0 / n1 / n2`.
#[test]
fn pitches_of_four_parts_in_turn() {
    let mut terms = Terms::new();
    let [n0, n1, n2, total] = inputs(&mut terms, 64, ["n0", "n1", "n2", "total"]);
    let pitches = inputs(&mut terms, 64, ["s0", "s1", "s2", "s3"]);
    let guard = |terms: &mut Terms, own| terms.bvslt(own, total);
    let all = meet_at(&mut terms, 64, guard, |terms, own| {
        let [rest, first] = divided(terms, own, n0);
        let [rest, second] = divided(terms, rest, n1);
        let [fourth, third] = divided(terms, rest, n2);
        of_parts(terms, &[first, second, third, fourth], &pitches)
    });
    let blocks = blocks(&mut terms);
    let inputs = [&[blocks, n0, n1, n2, total], pitches.as_slice()].concat();
    are_nested(&conditions(&terms, &all, &inputs).unwrap(), 4);
}

/// `at / (n0 * n1)`, what that leaves by `n0`, and the rest; and so for one more.
#[test]
fn pitches_of_parts_from_the_largest() {
    for several in [3, 4] {
        let mut terms = Terms::new();
        let sizes = inputs(&mut terms, 64, ["n0", "n1", "n2"]);
        let [total] = inputs(&mut terms, 64, ["total"]);
        let pitches = inputs(&mut terms, 64, ["s0", "s1", "s2", "s3"]);
        let guard = |terms: &mut Terms, own| terms.bvslt(own, total);
        let all = meet_at(&mut terms, 64, guard, |terms, own| {
            let (mut parts, mut rest) = (Vec::new(), own);
            for number in (1..several).rev() {
                let by = sizes[..number].iter().copied().reduce(|all, size| terms.bvmul(all, size)).unwrap();
                let [part, _] = divided(terms, rest, by);
                let begin = terms.bvmul(part, by);
                rest = terms.bvsub(rest, begin);
                parts.insert(0, part);
            }
            parts.insert(0, rest);
            of_parts(terms, &parts, &pitches)
        });
        let blocks = blocks(&mut terms);
        let inputs = [&[blocks, total], &sizes[..several - 1], &pitches[..several]].concat();
        are_nested(&conditions(&terms, &all, &inputs).unwrap(), several);
    }
}
