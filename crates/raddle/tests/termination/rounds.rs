//! How many rounds loops take at most, as claimed and as run.

use super::several::several_loops;
use super::*;

/// Does a program use the array?
fn has_cells(code: &[Command]) -> bool {
    fn of(expr: &Expr) -> bool {
        match expr {
            Expr::Cell(_) => true,
            Expr::Op(_, a, b) => of(a) || of(b),
            _ => false,
        }
    }
    code.iter().any(|command| match command {
        Command::Set(_, expr) => of(expr),
        Command::Store(..) => true,
        Command::Unless(Cond(_, a, b), _) => of(a) || of(b),
        _ => false,
    })
}

/// A bound, in mathematical integers, with these values of what it mentions: of a sum how many rounds there are at most, rounded up, of a logarithm one more than it is.
fn bound(model: &Model<'_>, most: &Most, values: &raddle_smt::Model) -> i128 {
    let signed = |term| {
        let value = raddle_smt::Evaluator::new(values, &model.terms).value(term).and_then(|v| v.scalar());
        let (value, width) = (value.expect("a value"), model.terms.width(term));
        if value >> (width - 1) & 1 == 1 { value as i128 - (1 << width) } else { value as i128 }
    };
    match most {
        Most::Sum { of, by: None } => signed(*of),
        Most::Sum { of, by: Some(by) } => {
            let by = signed(*by);
            (signed(*of) + by - 1).div_euclid(by)
        }
        Most::Logarithm { base, of, first } => {
            let (of, mut first) = (signed(*of), *first as i128);
            let mut rounds = 0;
            while first <= of {
                first *= *base as i128;
                rounds += 1;
            }
            rounds
        }
    }
}

/// The variable that a value at a loop's head is.
fn variable(model: &Model<'_>, value: Value) -> Option<usize> {
    let name = model.function.values[value].name.as_deref()?;
    name.strip_prefix('v')?.parse().ok()
}

/// Each time that a loop is entered: does it go back to its head more often than claimed? Counts bounds, and how many of them are met
/// exactly.
fn bounds_hold(
    code: &[Command],
    params: [u8; 2],
    model: &Model<'_>,
    loops: &[LoopVerdict],
) -> (usize, usize) {
    let blocks: Vec<Block> = model.function.blocks.keys().collect();
    let place = |block: Block| blocks.iter().position(|b| *b == block).and_then(|at| at.checked_sub(1));
    // A block for each command, after the first.
    let heads: Vec<Option<usize>> = model.heads.iter().map(|head| place(head.block)).collect();
    let within: Vec<BTreeSet<usize>> =
        model.loops.all().iter().map(|l| l.blocks.iter().filter_map(|&b| place(b)).collect()).collect();
    let mut at_head = vec![[0; VARS]; heads.len()];
    let mut open: Vec<Option<(i128, i128)>> = vec![None; heads.len()];
    let (mut count, mut met) = (0, 0);
    let mut thread = Thread { at: 0, vars: [params[0], params[1], 0] };
    let mut before = usize::MAX;
    let mut steps = 0;
    loop {
        for number in 0..heads.len() {
            let inside = within[number].contains(&thread.at);
            if !inside && let Some((rounds, most)) = open[number].take() {
                count += 1;
                met += usize::from(rounds == most);
            }
            if heads[number] != Some(thread.at) {
                continue;
            }
            at_head[number] = thread.vars;
            if within[number].contains(&before) {
                let Some((rounds, most)) = &mut open[number] else { continue };
                *rounds += 1;
                assert!(
                    rounds <= most,
                    "more than {most} rounds of loop {number} with {params:?}: {code:#?} {loops:#?}"
                );
                continue;
            }
            let Some(trips) = &loops[number].trips else { continue };
            let Some(most) = &trips.most else { continue };
            let mut values = raddle_smt::Model::default();
            let mut known = true;
            let terms = match most {
                Most::Sum { of, by } => [Some(*of), *by],
                Most::Logarithm { of, .. } => [Some(*of), None],
            };
            let terms: Vec<raddle_smt::Term> = terms.into_iter().flatten().collect();
            for symbol in model.terms.variables(&terms) {
                let value = match model.origins[&symbol] {
                    Origin::Input(Input::Param(n, ..)) => Some(params[n as usize]),
                    Origin::Head(of, value) => variable(model, value).map(|var| at_head[of][var]),
                    _ => None,
                };
                known &= value.is_some();
                values = values.with(symbol, raddle_smt::Value::Scalar(value.unwrap_or(0).into()));
            }
            if known {
                let most = bound(model, most, &values);
                assert!(most >= 0 || !trips.proper, "{most} with {params:?}: {code:#?} {loops:#?}");
                open[number] = Some((0, most.max(0)));
            }
        }
        before = thread.at;
        if thread.at >= code.len() || steps > 2_000 {
            return (count, met);
        }
        steps += 1;
        step(code, &mut thread, &mut [0; CELLS as usize], 255);
    }
}

#[test]
fn loops_go_round_no_more_often_than_is_said() {
    let shape = Shape { mask: 255, threads: 1 };
    let mut random = Random::new(setting("RADDLE_TERMINATION_SEED", 1), 23);
    let (mut count, mut met, mut programs) = (0, 0, 0);
    for number in 0..3 * how_many() {
        let program = match number % 3 {
            0 | 1 => several_loops(&mut random, &shape),
            _ => stmts(&mut random, &shape, 2, 3),
        };
        let mut code = Vec::new();
        commands(&program, &mut code);
        if has_cells(&code) || !code.iter().any(|c| matches!(c, Command::Jump(_))) {
            continue;
        }
        let (module, function) = kernel_of_commands(&code, &shape);
        let launch =
            LaunchSpace { block: [None, Some(1), Some(1)], grid: [Some(1); 3], ..LaunchSpace::default() };
        let Ok(mut model) = Model::new(&module, &function, &launch, &[], partial) else { continue };
        let budget = Budget::of(Duration::from_secs(2), Duration::from_secs(6));
        let decided = decide(&mut model, &mut Z3::new(), &mut Z3::new(), budget);
        if decided.loops.iter().all(|of| of.trips.as_ref().is_none_or(|trips| trips.most.is_none())) {
            continue;
        }
        programs += 1;
        for p in (0..=255u8).step_by(3) {
            for q in (0..=255u8).step_by(17) {
                let mut values = raddle_smt::Model::default();
                for (symbol, origin) in &model.origins {
                    if let Origin::Input(Input::Param(n, ..)) = origin {
                        let value = u128::from([p, q][*n as usize]);
                        values = values.with(*symbol, raddle_smt::Value::Scalar(value));
                    }
                }
                let holds = |term| values.holds(&model.terms, term) == Some(true);
                if decided.conditions.iter().flat_map(|(c, _)| &c.terms).all(|(term, _)| holds(*term)) {
                    let (bounds, exact) = bounds_hold(&code, [p, q], &model, &decided.loops);
                    count += bounds;
                    met += exact;
                }
            }
        }
    }
    eprintln!("{programs} programs: {count} bounds, {met} of them met");
    assert!(programs > 5 && met > 0, "{programs} programs, {count} bounds, {met} met");
}
