//! How many terms per second are built, rewritten and interned: `cargo run --release -p raddle-smt --example speed`.

use raddle_smt::solver::z3::Z3;
use raddle_smt::{Answer, Limits, Solver, Sort, Terms};
use std::time::Instant;

fn rate(what: &str, count: usize, start: Instant) {
    let seconds = start.elapsed().as_secs_f64();
    println!(
        "{what:46} {count:9} in {:8.1} ms: {:6.2} million/s",
        seconds * 1e3,
        count as f64 / seconds / 1e6
    );
}

/// The same terms again: only the table is asked.
fn known(n: usize) {
    let mut terms = Terms::plain();
    let x = terms.var("x", Sort::Bits(32));
    let y = terms.var("y", Sort::Bits(32));
    let start = Instant::now();
    for _ in 0..n {
        terms.bvadd(x, y);
    }
    rate("the same term again, plain", n, start);
}

/// Different terms without rewriting.
fn plain(n: usize) {
    let mut terms = Terms::plain();
    let mut x = terms.var("x", Sort::Bits(32));
    let y = terms.var("y", Sort::Bits(32));
    let start = Instant::now();
    for _ in 0..n {
        x = terms.bvadd(x, y);
    }
    rate("a new term, plain", n, start);
}

/// Addresses as kernels compute them: base + 4 * (block * 256 + thread + i).
fn addresses(n: usize) {
    let mut terms = Terms::new();
    let base = terms.var("base", Sort::Bits(64));
    let block = terms.bounded("block", 32, 0, 65535);
    let thread = terms.bounded("thread", 32, 0, 255);
    let size = terms.bits(32, 256);
    let start = Instant::now();
    let mut calls = 0;
    for i in 0..n {
        let i = terms.bits(32, i as u128);
        let first = terms.bvmul(block, size);
        let index = terms.bvadd(first, thread);
        let index = terms.bvadd(index, i);
        let wide = terms.sext(64, index);
        let four = terms.bits(64, 4);
        let offset = terms.bvmul(wide, four);
        terms.bvadd(base, offset);
        calls += 8;
    }
    rate("addresses, calls", calls, start);
    println!("{:46} {:9} terms", "", terms.len());
}

/// Conflicts of pairs of such addresses: decided by rewriting.
fn conflicts(n: usize) {
    let mut terms = Terms::new();
    let base = terms.var("base", Sort::Bits(64));
    let mut address = |thread: &str, i: usize| {
        let t = terms.bounded(thread, 32, 0, 255);
        let (stride, i) = (terms.bits(32, 256), terms.bits(32, i as u128));
        let row = terms.bvmul(stride, i);
        let index = terms.bvadd(row, t);
        let wide = terms.zext(64, index);
        let four = terms.bits(64, 4);
        let offset = terms.bvmul(wide, four);
        terms.bvadd(base, offset)
    };
    let all: Vec<_> = (0..n).map(|i| (address("t1", i), address("t2", i))).collect();
    let start = Instant::now();
    let mut decided = 0;
    for (i, a) in all.iter().enumerate() {
        for b in &all[i + 1..] {
            let equal = terms.eq(a.0, b.1);
            decided += usize::from(terms.constant(equal) == Some(0));
        }
    }
    rate("conflicts of addresses", n * (n - 1) / 2, start);
    println!("{:46} {decided:9} decided without a solver", "");
}

/// Bits of all kinds, of which nothing is known: the rules are asked.
fn mixed(n: usize) {
    let mut terms = Terms::new();
    let mut pool: Vec<_> = (0..16).map(|i| terms.var(format!("x{i}"), Sort::Bits(32))).collect();
    let p = terms.var("p", Sort::Bool);
    let start = Instant::now();
    let mut state = 1usize;
    for i in 0..n {
        state = state.wrapping_mul(0x9e37_79b9_7f4a_7c15).wrapping_add(i);
        let (a, b) = (pool[state >> 40 & 15], pool[state >> 50 & 15]);
        let made = match i % 6 {
            0 => terms.bvand(a, b),
            1 => terms.bvxor(a, b),
            2 => terms.bvurem(a, b),
            3 => terms.ite(p, a, b),
            4 => terms.bvlshr(a, b),
            _ => terms.bvor(a, b),
        };
        pool[state >> 33 & 15] = made;
    }
    rate("mixed operators, calls", n, start);
    println!("{:46} {:9} terms", "", terms.len());
}

/// Small incremental queries under assumptions, in one Z3.
fn queries(n: usize) {
    let mut terms = Terms::new();
    let mut solver = Z3::new();
    let x = terms.var("x", Sort::Bits(32));
    let y = terms.var("y", Sort::Bits(32));
    let product = terms.bvmul(x, y);
    let limit = terms.bits(32, 1000);
    let (a, b) = (terms.bvult(x, limit), terms.bvult(y, limit));
    solver.assert(&terms, a);
    solver.assert(&terms, b);
    let start = Instant::now();
    let mut sat = 0;
    for i in 0..n {
        let i = terms.bits(32, i as u128 * 7);
        let equal = terms.eq(product, i);
        sat += usize::from(matches!(solver.check(&terms, &[equal], &Limits::default()), Answer::Sat(_)));
    }
    let seconds = start.elapsed().as_secs_f64();
    println!("{:46} {n:9} in {:8.1} ms, {sat} satisfiable", "queries in Z3, with models", seconds * 1e3);
}

fn main() {
    known(4_000_000);
    plain(2_000_000);
    addresses(200_000);
    conflicts(1500);
    mixed(1_000_000);
    queries(200);
}
