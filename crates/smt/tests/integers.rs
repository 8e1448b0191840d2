//! What `rewrite/sum.rs`, `rewrite/compare.rs` and `integers/lemmas.rs` know of sums and products that are read over the integers, proved by Z3 for all integers,
//! and so for all widths.

use raddle_smt::Limits;
use raddle_smt::solver::z3::check_script;
use std::time::Duration;

/// Each: what it says, its variables, what is assumed, what follows.
const LEMMAS: [(&str, &str, &str, &str); 13] = [
    (
        "a multiple by a positive factor lies between the multiples of the ends",
        "c a l h",
        "(and (> c 0) (<= l a) (<= a h))",
        "(and (<= (* c l) (* c a)) (<= (* c a) (* c h)))",
    ),
    (
        "by a negative factor, the other way around",
        "c a l h",
        "(and (< c 0) (<= l a) (<= a h))",
        "(and (<= (* c h) (* c a)) (<= (* c a) (* c l)))",
    ),
    (
        "a product of numbers that are not negative lies between the products of the ends",
        "a b la lb ha hb",
        "(and (<= 0 la) (<= la a) (<= a ha) (<= 0 lb) (<= lb b) (<= b hb))",
        "(and (<= (* la lb) (* a b)) (<= (* a b) (* ha hb)))",
    ),
    (
        "a quotient lies between that of the least by the greatest and that of the greatest by the least",
        "a b q la lb ha hb ql qh",
        // q = a div b, ql = la div hb, qh = ha div lb, by what division is.
        "(and (<= 0 la) (<= la a) (<= a ha) (< 0 lb) (<= lb b) (<= b hb)
           (<= (* q b) a) (< a (* (+ q 1) b)) (<= 0 q)
           (<= (* ql hb) la) (< la (* (+ ql 1) hb)) (<= 0 ql)
           (<= (* qh lb) ha) (< ha (* (+ qh 1) lb)) (<= 0 qh)
           ; Monotone multiplication, as proved above, at the products that occur.
           (=> (< q ql) (<= (* (+ q 1) b) (* ql b))) (=> (<= 0 ql) (<= (* ql b) (* ql hb)))
           (=> (< qh q) (<= (* (+ qh 1) lb) (* q lb))) (=> (<= 0 q) (<= (* q lb) (* q b))))",
        "(and (<= ql q) (<= q qh))",
    ),
    (
        "a number below 2^k in magnitude that is a multiple of 2^k is 0: layers, and narrower comparisons",
        "p l s",
        "(and (> p 0) (= l (* p s)) (< (- p) l) (< l p))",
        "(= l 0)",
    ),
    (
        "a sum that is a multiple of 2^w is its constant modulo what divides all factors",
        "k g m n w",
        "(= (+ k (* g m)) (* n w))",
        "(= (- (* n w) k) (* g m))",
    ),
    (
        "a multiple of 2^w between two numbers is one of those that their quotients name",
        "n w l h first last",
        "(and (> w 0) (<= l (* n w)) (<= (* n w) h)
           (<= (* first w) l) (< l (* (+ first 1) w)) (<= (* last w) h) (< h (* (+ last 1) w))
           (=> (< n first) (<= (* (+ n 1) w) (* first w))) (=> (< last n) (<= (* (+ last 1) w) (* n w))))",
        "(and (<= first n) (<= n last))",
    ),
    (
        "a factor that is not negative keeps an inequality: integers/lemmas.rs, `keep`",
        "p f",
        "(and (>= p 0) (>= f 0))",
        "(>= (* p f) 0)",
    ),
    (
        "places are a pitch apart for each row between them, and at one place if there is none: `of_rows`",
        "d m",
        "(>= m 0)",
        "(and (=> (>= (- d 1) 0) (>= (- (* d m) m) 0)) (=> (>= (- (- d) 1) 0) (>= (- (- (* d m)) m) 0)) (=> (= d 0) (= (* d m) 0)))",
    ),
    (
        "a product with a quotient of one value is a multiple of the rest: `fixed`",
        "q v r",
        "(and (>= (- q v) 0) (>= (- v q) 0))",
        "(= (- (* q r) (* v r)) 0)",
    ),
    (
        "a remainder is the dividend less the quotient times the divisor, and lies below the divisor: `of_divisions`",
        "a y q",
        // q = a div y, by what division is of a dividend that is not negative by a divisor that is at least 1.
        "(and (>= a 0) (>= (- y 1) 0) (<= (* q y) a) (< a (* (+ q 1) y))
           ; Monotone multiplication, at the products that occur.
           (=> (<= (+ q 1) 0) (<= (* (+ q 1) y) 0)) (=> (>= q 0) (<= q (* q y))))",
        "(and (>= (- a (* q y)) 0) (>= (- (- y 1) (- a (* q y))) 0) (>= q 0) (>= (- a q) 0))",
    ),
    (
        "to divide by one number and then by another one is to divide by their product: `in_turn`",
        "a b c q r s",
        // q = a div b, r = q div c, s = a div (b * c).
        "(and (>= a 0) (>= (- b 1) 0) (>= (- c 1) 0)
           (<= (* q b) a) (< a (* (+ q 1) b)) (<= (* r c) q) (< q (* (+ r 1) c))
           (<= (* s b c) a) (< a (* (+ s 1) b c))
           ; Monotone multiplication, at the products that occur.
           (<= (* r c b) (* q b)) (<= (* (+ q 1) b) (* (+ r 1) c b))
           (=> (< r s) (<= (* (+ r 1) b c) (* s b c))) (=> (< s r) (<= (* (+ s 1) b c) (* r b c))))",
        "(= r s)",
    ),
    (
        "of two numbers the one is less if their difference, in which common parts cancel, is negative",
        "a b common",
        "(< (- a b) 0)",
        "(< (+ a common) (+ b common))",
    ),
];

#[test]
fn lemmas_about_integers() {
    for (what, variables, assumed, follows) in LEMMAS {
        let mut script = String::new();
        for name in variables.split(' ') {
            script += &format!("(declare-const {name} Int)");
        }
        let claim = format!("{script}(assert {assumed})(assert (not {follows}))");
        let limits = Limits::time(Duration::from_secs(60));
        assert_eq!(check_script(&claim, &limits), Some(false), "{what}");
        // And something is assumed that can be.
        assert_eq!(check_script(&format!("{script}(assert {assumed})"), &limits), Some(true), "{what}");
    }
}
