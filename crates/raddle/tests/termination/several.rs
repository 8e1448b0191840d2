//! Programs of several loops with `--strict-wrap`, by the whole way from a file to a verdict.

use super::*;

/// A few loops, one after another or within each other, perhaps after a condition.
pub(super) fn several_loops(random: &mut Random, shape: &Shape) -> Vec<Stmt> {
    let counted = |random: &mut Random, body: Vec<Stmt>| {
        let var = random.below(VARS);
        let bound = if random.below(2) == 0 { Expr::Var(random.below(VARS)) } else { Expr::Const(3) };
        let cond = [IntCond::LtU, IntCond::LeU, IntCond::LtS, IntCond::LeS, IntCond::Ne][random.below(5)];
        let op = [PureOp::Add, PureOp::Shl, PureOp::Sub][random.below(3)];
        let by = Expr::Const(1 + random.below(2) as u8);
        let step = Stmt::Set(var, Expr::Op(op, Box::new(Expr::Var(var)), Box::new(by)));
        let begin = Stmt::Set(var, Expr::Const(random.below(3) as u8));
        vec![begin, Stmt::While(Cond(cond, Expr::Var(var), bound), [body, vec![step]].concat())]
    };
    let mut program = counted(random, Vec::new());
    match random.below(3) {
        0 => program = counted(random, program),
        1 => program = vec![Stmt::If(cond(random, shape), program, Vec::new())],
        _ => {}
    }
    program.extend(counted(random, Vec::new()));
    program
}

/// The verdict on a kernel in a file, with `--strict-wrap`.
fn strict((module, function): (Module, Function), number: u64) -> raddle_report::Verdict {
    let mut module = module;
    module.functions.push(function);
    let file = std::env::temp_dir().join(format!("raddle-strict-{}-{number}.rir", std::process::id()));
    std::fs::write(&file, module.to_string()).expect("the file is written");
    let properties = Some(vec![raddle_report::Property::Termination]);
    let ask = raddle::Ask { properties, strict_wrap: true, ..raddle::Ask::default() };
    let options = raddle::Options { ask, ..raddle::Options::default() };
    let checked = raddle::check(&file, &options, &|_| {});
    std::fs::remove_file(&file).ok();
    let kernel = checked.report.kernels.first().unwrap_or_else(|| panic!("{:?}", checked.report.errors));
    kernel.results[0].verdict.clone()
}

#[test]
fn several_loops_strictly() {
    let shape = Shape { mask: 255, threads: 1 };
    let mut random = Random::new(setting("RADDLE_TERMINATION_SEED", 1), 11);
    let (mut ends, mut runs) = (0, 0);
    for number in 0..how_many() / 2 {
        let program = several_loops(&mut random, &shape);
        let mut code = Vec::new();
        commands(&program, &mut code);
        let mut all =
            (0..=255).flat_map(|p| (0..=255).step_by(5).chain([127, 128, 255]).map(move |q| [p, q]));
        match strict(kernel(&program, &shape), number) {
            raddle_report::Verdict::Proved { .. } => {
                ends += 1;
                assert!(
                    all.all(|params| ends_alone(&code, 255, params)),
                    "program {number} is proved\n{program:#?}"
                );
            }
            raddle_report::Verdict::Refuted { .. } => {
                runs += 1;
                let mut all = (0..=255).flat_map(|p| (0..=255).map(move |q| [p, q]));
                let some = all.any(|params| !ends_alone(&code, 255, params));
                assert!(some, "program {number} is refuted\n{program:#?}");
            }
            _ => {}
        }
    }
    eprintln!("of several loops {ends} end, {runs} run for ever");
    assert!(ends > 0 && runs > 0, "something is decided: {ends}, {runs}");
}
