//! What rewriting makes of the terms that occur in kernels: to be read as examples.

use raddle_smt::{Format, Rounding, Scalar, Sort, Term, Terms};

struct Kernel {
    t: Terms,
    /// A bounded thread number, 0 to 255; another thread's; a free number.
    tid: Term,
    other: Term,
    n: Term,
}

fn kernel() -> Kernel {
    let mut t = Terms::new();
    let tid = t.bounded("tid", 32, 0, 255);
    let other = t.bounded("other", 32, 0, 255);
    let n = t.var("n", Sort::Bits(32));
    Kernel { t, tid, other, n }
}

impl Kernel {
    fn k(&mut self, value: u128) -> Term {
        self.t.bits(32, value)
    }

    fn is(&self, term: Term, value: bool) {
        assert_eq!(self.t.constant(term), Some(u128::from(value)), "{}", self.t.display(term));
    }

    fn shows(&self, term: Term, text: &str) {
        assert_eq!(self.t.display(term), text);
    }
}

#[test]
fn sums_are_one_whatever_the_order() {
    let mut k = kernel();
    // (tid + n) * 4 - n * 3 is n + 4 * tid.
    let (four, three) = (k.k(4), k.k(3));
    let sum = k.t.bvadd(k.tid, k.n);
    let scaled = k.t.bvmul(sum, four);
    let part = k.t.bvmul(k.n, three);
    let left = k.t.bvsub(scaled, part);
    k.shows(left, "(bvadd (bvmul #x00000004 tid) n)");
    // ~n + 1 is -n; n + ~n is -1.
    let not = k.t.bvnot(k.n);
    let one = k.k(1);
    let (a, b) = (k.t.bvadd(not, one), k.t.bvneg(k.n));
    assert_eq!(a, b);
    let all = k.t.bvadd(k.n, not);
    assert_eq!(k.t.constant(all), Some(0xffff_ffff));
}

#[test]
fn warps_and_lanes() {
    let mut k = kernel();
    let (five, mask, w32) = (k.k(5), k.k(31), k.k(32));
    // tid / 32 * 32 + tid % 32 is tid, however it is written.
    let warp = k.t.bvlshr(k.n, five);
    let lane = k.t.bvand(k.n, mask);
    let (quotient, rest) = (k.t.bvudiv(k.n, w32), k.t.bvurem(k.n, w32));
    assert_eq!((warp, lane), (quotient, rest));
    let start = k.t.bvshl(warp, five);
    let whole = k.t.bvor(start, lane);
    assert_eq!(whole, k.n);
    // tid - tid / 32 * 32 is tid % 32.
    let again = k.t.bvsub(k.n, start);
    assert_eq!(again, lane);
    // (32 * warp + lane) / 32 is warp.
    let warp = k.t.bounded("warp", 32, 0, 7);
    let lane = k.t.bounded("lane", 32, 0, 31);
    let first = k.t.bvmul(warp, w32);
    let index = k.t.bvadd(first, lane);
    let back = k.t.bvlshr(index, five);
    assert_eq!(back, warp);
    let back = k.t.bvand(index, mask);
    assert_eq!(back, lane);
    // Equal indices are equal warps and equal lanes.
    let (warp2, lane2) = (k.t.bounded("warp2", 32, 0, 7), k.t.bounded("lane2", 32, 0, 31));
    let first = k.t.bvmul(warp2, w32);
    let index2 = k.t.bvadd(first, lane2);
    let meet = k.t.eq(index, index2);
    let (warps, lanes) = (k.t.eq(warp, warp2), k.t.eq(lane, lane2));
    assert_eq!(meet, k.t.and(warps, lanes));
}

#[test]
fn addresses_of_two_threads() {
    let mut k = kernel();
    let base = k.t.var("base", Sort::Bits(64));
    let address = |k: &mut Kernel, index: Term| {
        let wide = k.t.sext(64, index);
        let four = k.t.bits(64, 4);
        let offset = k.t.bvmul(wide, four);
        k.t.bvadd(base, offset)
    };
    let (tid, other) = (k.tid, k.other);
    let (a, b) = (address(&mut k, tid), address(&mut k, other));
    // a[tid] and a[other] meet just if tid = other.
    let meet = k.t.eq(a, b);
    assert_eq!(meet, k.t.eq(k.tid, k.other));
    // a[tid] and a[other + 256] never meet, a[tid + n] and a[other + n] just if the threads are one, wrapping or not.
    let away = k.k(256);
    let far = k.t.bvadd(k.other, away);
    let far = address(&mut k, far);
    let never = k.t.eq(a, far);
    k.is(never, false);
    let (i, j) = (k.t.bvadd(k.tid, k.n), k.t.bvadd(k.other, k.n));
    let (i, j) = (address(&mut k, i), address(&mut k, j));
    let meet = k.t.eq(i, j);
    assert_eq!(meet, k.t.eq(k.tid, k.other));
    // Strided loops: a[2 * tid] and a[2 * other + 1].
    let (two, one) = (k.k(2), k.k(1));
    let even = k.t.bvmul(k.tid, two);
    let odd = k.t.bvmul(k.other, two);
    let odd = k.t.bvadd(odd, one);
    let meet = k.t.eq(even, odd);
    k.is(meet, false);
    // Three does not divide what it should.
    let three = k.k(3);
    let (x, y) = (k.t.bvmul(k.tid, three), k.t.bvmul(k.other, three));
    let y = k.t.bvadd(y, one);
    let meet = k.t.eq(x, y);
    k.is(meet, false);
}

#[test]
fn comparisons() {
    let mut k = kernel();
    let limit = k.k(256);
    let inside = k.t.bvult(k.tid, limit);
    k.is(inside, true);
    let signed = k.t.bvslt(k.tid, limit);
    k.is(signed, true);
    let one = k.k(1);
    let next = k.t.bvadd(k.tid, one);
    let grows = k.t.bvult(k.tid, next);
    k.is(grows, true);
    // n + 1 may wrap.
    let next = k.t.bvadd(k.n, one);
    let grows = k.t.bvult(k.n, next);
    assert_eq!(k.t.constant(grows), None);
    let above = k.t.bvult(limit, k.n);
    k.shows(above, "(not (bvult n #x00000101))");
    let twice = k.t.bvult(k.n, limit);
    let both = k.t.and(above, twice);
    k.is(both, false);
    let (le, ge) = (k.t.bvule(k.tid, k.n), k.t.bvule(k.n, k.tid));
    let both = k.t.and(le, ge);
    assert_eq!(both, k.t.eq(k.tid, k.n));
}

#[test]
fn choices() {
    let mut k = kernel();
    let p = k.t.var("p", Sort::Bool);
    let one = k.k(1);
    // A predicated increment.
    let next = k.t.bvadd(k.n, one);
    let chosen = k.t.ite(p, next, k.n);
    k.shows(chosen, "(bvadd n (ite p #x00000001 #x00000000))");
    let moved = k.t.eq(chosen, next);
    assert_eq!(moved, p);
    let q = k.t.var("q", Sort::Bool);
    let inner = k.t.ite(q, k.tid, k.n);
    let outer = k.t.ite(p, inner, k.n);
    let both = k.t.and(p, q);
    assert_eq!(outer, k.t.ite(both, k.tid, k.n));
}

#[test]
fn truth() {
    let mut k = kernel();
    let (p, q) = (k.t.var("p", Sort::Bool), k.t.var("q", Sort::Bool));
    let (np, nq) = (k.t.not(p), k.t.not(q));
    // De Morgan, absorption, resolution.
    let or = k.t.or(p, q);
    let and = k.t.and(np, nq);
    assert_eq!(k.t.not(or), and);
    assert_eq!(k.t.and(p, or), p);
    let implies = k.t.implies(p, q);
    let both = k.t.and(p, q);
    assert_eq!(k.t.and(p, implies), both);
    let excluded = k.t.or(p, np);
    k.is(excluded, true);
    let same = k.t.xor(p, p);
    k.is(same, false);
}

#[test]
fn reads_look_through_writes() {
    let mut k = kernel();
    let a = k.t.array("a", 32, Scalar::Bits(8));
    let (v, w) = (k.t.bits(8, 1), k.t.bits(8, 2));
    let far = k.k(256);
    let far = k.t.bvadd(k.other, far);
    let written = k.t.store(a, k.tid, v);
    let written = k.t.store(written, far, w);
    assert_eq!(k.t.select(written, k.tid), v);
    assert_eq!(k.t.select(written, far), w);
    // What another thread reads may be what this one wrote.
    let read = k.t.select(written, k.other);
    assert_eq!(k.t.args(read)[1], k.other);
    // However many there are.
    let mut many = a;
    for i in 0..2000 {
        let i = k.k(i);
        many = k.t.store(many, i, v);
    }
    let (last, beyond) = (k.k(0), k.k(2000));
    assert_eq!(k.t.select(many, last), v);
    assert_eq!(k.t.select(many, beyond), k.t.select(a, beyond));
    // The order of writes that do not meet does not matter.
    let other = k.t.store(a, far, w);
    let other = k.t.store(other, k.tid, v);
    assert_eq!(other, written);
    // A predicated write is a write of a choice.
    let p = k.t.var("p", Sort::Bool);
    let one = k.t.store(a, k.n, v);
    let merged = k.t.ite(p, one, a);
    let old = k.t.select(a, k.n);
    let value = k.t.ite(p, v, old);
    assert_eq!(merged, k.t.store(a, k.n, value));
}

#[test]
fn floats() {
    let mut k = kernel();
    let (x, y) = (k.t.var("f", Sort::Float(Format::F32)), k.t.var("g", Sort::Float(Format::F32)));
    let (a, b) = (k.t.fp_add(Rounding::Nearest, x, y), k.t.fp_add(Rounding::Nearest, y, x));
    assert_eq!(a, b);
    let bits = k.t.fp_to_bits(x);
    assert_eq!(k.t.fp_from_bits(Format::F32, bits), x);
    let (one, two) = (k.t.float(Format::F32, 0x3f80_0000), k.t.float(Format::F32, 0x4000_0000));
    let sum = k.t.fp_add(Rounding::Nearest, one, one);
    assert_eq!(sum, two);
    let least = k.t.fp_min(one, two);
    assert_eq!(least, one);
    let number = k.t.fp_to_signed(Rounding::Zero, 32, two);
    assert_eq!(k.t.constant(number), Some(2));
}

#[test]
fn substitution_rewrites() {
    let mut k = kernel();
    let (four, seven) = (k.k(4), k.k(7));
    let product = k.t.bvmul(k.tid, four);
    let sum = k.t.bvadd(product, k.n);
    let mut map = rustc_hash::FxHashMap::default();
    map.insert(k.n, seven);
    map.insert(k.tid, k.other);
    let replaced = k.t.substitute(sum, &map);
    k.shows(replaced, "(bvadd #x00000007 (bvmul #x00000004 other))");
    let symbols = k.t.variables(&[replaced]);
    assert_eq!(symbols, [k.t.symbol("other").unwrap()]);
}

/// No stack is as deep as a term.
#[test]
fn deep_terms() {
    use raddle_smt::solver::z3::Z3;
    use raddle_smt::{Answer, Limits, Model, Solver, smtlib};
    let mut k = kernel();
    let mut x = k.n;
    let m = k.t.var("m", Sort::Bits(32));
    for i in 0..30_000 {
        let i = k.k(2 * i + 3);
        x = match k.t.constant(i).unwrap_or(0) % 3 {
            0 => k.t.bvxor(x, i),
            1 => k.t.bvurem(x, m),
            _ => k.t.bvmul(x, m),
        };
    }
    let low = k.t.extract(3, 5, x);
    let zero = k.t.bits(5, 0);
    let formula = k.t.eq(low, zero);
    assert!(Model::default().holds(&k.t, formula).is_some());
    let mut map = rustc_hash::FxHashMap::default();
    map.insert(m, k.tid);
    let replaced = k.t.substitute(formula, &map);
    assert_ne!(replaced, formula);
    assert!(smtlib::script(&k.t, &[formula]).len() > 100_000);
    assert!(k.t.display_short(formula).len() < 200);
    let answer = Z3::new().check(&k.t, &[formula], &Limits::time(std::time::Duration::from_millis(10)));
    assert!(!matches!(answer, Answer::Unsat(_)), "with m = 0 it is satisfiable");
}
