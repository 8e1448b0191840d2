//! Queues that threads draw from by atomics, and set back: by all interleavings.

use super::*;

/// A queue that threads draw from, which something sets back before, or in the loop, or elsewhere.
fn queue(random: &mut Random, shape: &Shape) -> Vec<Stmt> {
    let (var, cell) = (1 + random.below(2), random.below(usize::from(CELLS)) as u8);
    let reset = |random: &mut Random| {
        let at = if random.below(4) > 0 { cell } else { 1 - cell };
        let store = Stmt::Store(Expr::Const(at), Expr::Const(random.below(4) as u8));
        match random.below(3) {
            0 => Stmt::If(Cond(IntCond::Eq, Expr::Var(0), Expr::Const(0)), vec![store], Vec::new()),
            1 => Stmt::If(cond(random, shape), vec![store], Vec::new()),
            _ => store,
        }
    };
    let take = Stmt::Take(var, cell, 1 + random.below(2) as u8);
    let until = Cond(
        [IntCond::LtU, IntCond::LtS, IntCond::LeU][random.below(3)],
        Expr::Var(var),
        Expr::Const(random.below(4) as u8),
    );
    let mut body = match random.below(5) {
        0 => vec![reset(random)],
        1 => stmts(random, shape, 0, 2),
        _ => Vec::new(),
    };
    let mut program = Vec::new();
    if random.below(4) > 0 {
        program.push(reset(random));
    }
    if random.below(2) == 0 {
        program.push(Stmt::Barrier);
    }
    match random.below(2) {
        0 => {
            program.push(take.clone());
            body.push(take);
        }
        _ => {
            program.push(Stmt::Set(var, Expr::Const(0)));
            body.insert(0, take);
        }
    }
    program.push(Stmt::While(until, body));
    // In an outer loop, which counts or continues until something.
    if random.below(3) == 0 {
        let outer = 3 - var;
        let goes_on = match random.below(3) {
            0 => cond(random, shape),
            _ => Cond(IntCond::LtU, Expr::Var(outer), Expr::Const(2)),
        };
        program.push(Stmt::Set(
            outer,
            Expr::Op(PureOp::Add, Box::new(Expr::Var(outer)), Box::new(Expr::Const(1))),
        ));
        program = vec![Stmt::While(goes_on, program)];
    }
    program
}

/// Queues that are set back: no proof where threads can set them back for each other forever.
#[test]
fn theorem_3_of_queues() {
    let mut random = Random::new(setting("RADDLE_TERMINATION_SEED", 1), 13);
    let (mut ends, mut disturbed, mut endless) = (0, 0, 0);
    for number in 0..how_many() {
        let shape = Shape { mask: 3, threads: 2 + random.below(2) as u8 };
        let mut program = queue(&mut random, &shape);
        if random.below(3) == 0 {
            let other = queue(&mut random, &shape);
            program = match random.below(2) {
                0 => [program, other].concat(),
                _ => vec![Stmt::If(Cond(IntCond::Eq, Expr::Var(0), Expr::Const(0)), program, other)],
            };
        }
        let mut code = Vec::new();
        commands(&program, &mut code);
        let before = DISTURBED.load(Ordering::Relaxed);
        let said = said(&kernel(&program, &shape), &shape);
        let runs = runs_for_ever(&code, &shape);
        endless += usize::from(runs == Some(true));
        match said {
            Said::Ends(..) => {
                ends += 1;
                disturbed += usize::from(DISTURBED.load(Ordering::Relaxed) > before);
                assert!(runs != Some(true), "program {number} is proved\n{program:#?}");
            }
            Said::Runs(_) => assert!(runs != Some(false), "program {number} is refuted\n{program:#?}"),
            Said::Nothing => {}
        }
    }
    eprintln!(
        "of queues {ends} end, {disturbed} of them though they are set back; {endless} can go on for ever"
    );
    assert!(disturbed > 0 && endless > 0, "something is decided: {ends}, {disturbed}, {endless}");
}
