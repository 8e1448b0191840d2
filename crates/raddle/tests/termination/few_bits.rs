//! Loops over few bits, whose states are checked one by one.

use super::*;

/// A loop or two that continue until a variable of few bits is one number, which it reaches in some way.
fn few_bits(random: &mut Random, shape: &Shape) -> Vec<Stmt> {
    let var = random.below(VARS);
    let mask = || Box::new(Expr::Const(shape.mask));
    let masked = |expr: Expr| Expr::Op(PureOp::And, Box::new(expr), mask());
    let mut body = vec![Stmt::Set(var, masked(expr(random, shape, 2)))];
    match random.below(4) {
        0 => body.push(stmt(random, shape, 1)),
        1 => body = vec![Stmt::If(cond(random, shape), body, stmts(random, shape, 0, 2))],
        _ => {}
    }
    let end = Expr::Const([0, 1, 3][random.below(3)] & shape.mask);
    let until = [IntCond::Ne, IntCond::Ne, IntCond::GtU, IntCond::LeS][random.below(4)];
    let mut program = vec![Stmt::While(Cond(until, Expr::Var(var), end), body)];
    if random.below(2) == 0 {
        program.insert(0, Stmt::Set(var, masked(Expr::Var(random.below(VARS)))));
    }
    if random.below(4) == 0 {
        program = vec![Stmt::While(cond(random, shape), program)];
    }
    program
}

/// Loops over few bits, whose states are checked one by one.
#[test]
fn few_bits_alone() {
    let mut random = Random::new(setting("RADDLE_TERMINATION_SEED", 1), 5);
    let (mut ends, mut runs) = (0, 0);
    for number in 0..how_many() {
        let shape = Shape { mask: [15, 31, 63, 255][random.below(4)], threads: 1 };
        let program = few_bits(&mut random, &shape);
        let mut code = Vec::new();
        commands(&program, &mut code);
        let said = said(&kernel(&program, &shape), &shape);
        let right = match &said {
            Said::Ends(all, never) => is_right(&code, shape.mask, all, never),
            Said::Runs(params) => !ends_alone(&code, shape.mask, *params),
            Said::Nothing => true,
        };
        assert!(right, "program {number} of mask {}, of which is said: {said:?}\n{program:#?}", shape.mask);
        match said {
            Said::Ends(..) => ends += 1,
            Said::Runs(_) => runs += 1,
            Said::Nothing => {}
        }
    }
    let by_states = BY_STATES.load(Ordering::Relaxed);
    eprintln!("of few bits {ends} end, {by_states} of them by their states, {runs} run for ever");
    assert!(by_states > 0 && runs > 0, "something is decided: {ends}, {by_states}, {runs}");
}
