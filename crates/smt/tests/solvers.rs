//! The solvers: answers, cores, models, levels, limits, and what happens when one is missing, killed or wrong.
//!
//! Z3 in process always runs. The processes are looked for in the path and in `.cache`, where `./dev` puts them.

use raddle_smt::solver::keep::Keep;
use raddle_smt::solver::portfolio::Portfolio;
use raddle_smt::solver::process::Process;
use raddle_smt::solver::z3::{Z3, check_script};
use raddle_smt::{
    Answer, Cancel, Format, Limits, Model, Reason, Rounding, Scalar, Solver, Sort, Symbol, Term, Terms, Value,
};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// The solvers that are there, by command.
fn commands() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let known = [("z3", ".cache/z3/bin/z3"), ("cvc5", ""), ("yices-smt2", ".cache/yices/bin/yices-smt2")];
    let in_path = |name: &str| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path).map(|folder| folder.join(name)).find(|file| file.is_file())
    };
    let found = known.iter().filter_map(|(name, cached)| {
        let cached: PathBuf = root.join(cached);
        if cached.is_file() { Some(cached) } else { in_path(name) }
    });
    let found: Vec<String> = found.map(|file| file.to_string_lossy().into_owned()).collect();
    // The wheel has Z3's program beside its library, without which nothing is built.
    assert!(found.iter().any(|f| f.ends_with("z3")), "no z3: run ./dev setup");
    found
}

fn each(test: impl Fn(&mut dyn Solver)) {
    test(&mut Z3::new());
    for command in commands() {
        println!("{command}");
        test(&mut Process::new(&command).unwrap());
    }
}

fn limits() -> Limits {
    Limits::time(Duration::from_secs(60))
}

fn var(terms: &mut Terms, name: &str) -> (Symbol, Term) {
    let term = terms.var(name, Sort::Bits(32));
    (terms.symbol(name).unwrap(), term)
}

/// x·x = 17·y + 5 and x > 100: nothing that rewriting decides.
fn puzzle(terms: &mut Terms) -> (Term, Term) {
    let (_, x) = var(terms, "x");
    let (_, y) = var(terms, "y");
    let square = terms.bvmul(x, x);
    let (seventeen, five, hundred) = (terms.bits(32, 17), terms.bits(32, 5), terms.bits(32, 100));
    let product = terms.bvmul(seventeen, y);
    let sum = terms.bvadd(product, five);
    (terms.eq(square, sum), terms.bvult(hundred, x))
}

fn sat(answer: Answer) -> Model {
    match answer {
        Answer::Sat(model) => model,
        other => panic!("satisfiable, but {other:?}"),
    }
}

#[test]
fn models_satisfy_and_levels_are_forgotten() {
    each(|solver| {
        let mut terms = Terms::new();
        let (equation, large) = puzzle(&mut terms);
        solver.assert(&terms, equation);
        let model = sat(solver.check(&terms, &[large], &limits()));
        assert_eq!(model.holds(&terms, equation), Some(true));
        assert_eq!(model.holds(&terms, large), Some(true));
        solver.push();
        let (symbol, x) = var(&mut terms, "x");
        let limit = terms.bits(32, 1 << 31);
        let small = terms.bvult(x, limit);
        let negative = terms.not(small);
        solver.assert(&terms, negative);
        let model = sat(solver.check(&terms, &[], &limits()));
        assert!(model.variables[&symbol].scalar().unwrap() >= 1 << 31);
        assert_eq!(solver.check(&terms, &[small], &limits()), Answer::Unsat(vec![small]));
        solver.pop();
        sat(solver.check(&terms, &[small], &limits()));
        // A level too many is no harm.
        solver.pop();
        sat(solver.check(&terms, &[], &limits()));
    });
}

#[test]
fn cores_name_the_assumptions_to_blame() {
    each(|solver| {
        let mut terms = Terms::new();
        let (_, x) = var(&mut terms, "x");
        let (_, y) = var(&mut terms, "y");
        let (_, z) = var(&mut terms, "z");
        let xy = terms.bvult(x, y);
        let yz = terms.bvult(y, z);
        let zx = terms.bvult(z, x);
        let p = terms.var("p", Sort::Bool);
        let q = terms.var("q", Sort::Bool);
        let other = terms.or(p, q);
        solver.assert(&terms, yz);
        let Answer::Unsat(core) = solver.check(&terms, &[p, xy, other, zx], &limits()) else {
            panic!("{} finds an order", solver.name())
        };
        assert!(core.contains(&xy) && core.contains(&zx), "{core:?}");
        // A subset that is to blame; the smallest one, from Z3 in process.
        if solver.name().starts_with("Z3") {
            assert_eq!(core, [xy, zx]);
        }
        sat(solver.check(&terms, &[p, xy, other], &limits()));
    });
}

#[test]
fn arrays_and_functions_have_models() {
    each(|solver| {
        let mut terms = Terms::new();
        let a = terms.array("a", 32, Scalar::Bits(8));
        let b = terms.array("b", 32, Scalar::Bits(8));
        let (_, x) = var(&mut terms, "x");
        let (_, y) = var(&mut terms, "y");
        let f = terms.function("f", &[Sort::Bits(32)], Sort::Bits(32));
        let seven = terms.bits(8, 7);
        let written = terms.store(a, x, seven);
        let read = terms.select(written, y);
        let below = terms.bvult(read, seven);
        let one = terms.bits(32, 1);
        let next = terms.bvadd(y, one);
        let other = terms.select(b, next);
        let equal = terms.eq(other, read);
        let (fx, fy) = (terms.apply(f, &[x]), terms.apply(f, &[y]));
        let differ = terms.eq(fx, fy);
        let differ = terms.not(differ);
        for formula in [below, equal, differ] {
            solver.assert(&terms, formula);
        }
        // Checked by evaluation before it is handed out.
        let model = sat(solver.check(&terms, &[], &limits()));
        let value = |t| model.value(&terms, t).unwrap().scalar().unwrap();
        assert_ne!(value(x), value(y), "{}", solver.name());
        // Equal arguments give equal results.
        let same = terms.eq(x, y);
        assert_eq!(solver.check(&terms, &[same], &limits()), Answer::Unsat(vec![same]));
    });
}

#[test]
fn bounds_are_told() {
    each(|solver| {
        let mut terms = Terms::new();
        let lane = terms.bounded("lane", 32, 0, 31);
        let (_, x) = var(&mut terms, "x");
        let forty = terms.bits(32, 1000);
        let square = terms.bvmul(lane, lane);
        let product = terms.bvmul(square, x);
        let one = terms.bits(32, 1);
        let is_one = terms.eq(x, one);
        let large = terms.bvult(forty, product);
        // 31·31 is less than 1000, which a solver knows only when it knows the bounds.
        let Answer::Unsat(_) = solver.check(&terms, &[is_one, large], &limits()) else {
            panic!("{}", solver.name())
        };
        sat(solver.check(&terms, &[large], &limits()));
    });
}

#[test]
fn floats_and_their_bits() {
    each(|solver| {
        if solver.name().contains("yices") {
            return;
        }
        let mut terms = Terms::new();
        let f = terms.var("f", Sort::Float(Format::F32));
        let g = terms.var("g", Sort::Float(Format::F32));
        let sum = terms.fp_add(Rounding::Nearest, f, g);
        let bits = terms.fp_to_bits(sum);
        let one = terms.bits(32, 0x3f80_0000);
        let is_one = terms.eq(bits, one);
        let smaller = terms.fp_lt(f, g);
        let model = sat(solver.check(&terms, &[is_one, smaller], &limits()));
        assert_eq!(model.value(&terms, bits), Some(Value::Scalar(0x3f80_0000)));
        // NaN has one pattern of bits.
        let other = terms.bits(32, 0x7fc0_0000);
        let wrong = terms.eq(bits, other);
        assert_eq!(solver.check(&terms, &[wrong], &limits()), Answer::Unsat(vec![wrong]));
        // A clamped conversion: what is above 255 is 255.
        let byte = terms.fp_to_unsigned(Rounding::Zero, 8, f);
        let limit = terms.float(Format::F32, 0x4480_0000);
        let above = terms.fp_lt(limit, f);
        let most = terms.bits(8, 255);
        let clamped = terms.eq(byte, most);
        let not_clamped = terms.not(clamped);
        let Answer::Unsat(_) = solver.check(&terms, &[above, not_clamped], &limits()) else {
            panic!("clamped")
        };
    });
}

#[test]
fn names_may_be_anything() {
    each(|solver| {
        let mut terms = Terms::new();
        let names = ["a b", "a|b", "a\\b", "%1", "%%1", "%p", "é", "and", "", "(", ";"];
        let all: Vec<Term> = names.iter().map(|n| terms.var(*n, Sort::Bits(32))).collect();
        let below: Vec<Term> = all.windows(2).map(|w| terms.bvult(w[0], w[1])).collect();
        let model = sat(solver.check(&terms, &below, &limits()));
        assert_eq!(model.variables.len(), names.len());
    });
}

/// Which number does a mixture of multiplications and shifts make this one of? Long work.
fn hard(terms: &mut Terms) -> Vec<Term> {
    let mut mixed = terms.var("m", Sort::Bits(96));
    for round in 0..8_u32 {
        let odd = terms.bits(96, 0x9e37_79b9_7f4a_7c15_f39c_c060_u128 << round | 1);
        let factor = terms.bvor(mixed, odd);
        let product = terms.bvmul(mixed, factor);
        let by = terms.bits(96, 41);
        let high = terms.bvlshr(product, by);
        mixed = terms.bvxor(product, high);
    }
    let number = terms.bits(96, 0x0123_4567_89ab_cdef_0246_8ace);
    vec![terms.eq(mixed, number)]
}

#[test]
fn time_is_limited_and_the_solver_lives_on() {
    each(|solver| {
        let mut terms = Terms::new();
        let formulas = hard(&mut terms);
        let start = Instant::now();
        let answer = solver.check(&terms, &formulas, &Limits::time(Duration::from_millis(300)));
        assert_eq!(answer, Answer::Unknown(Reason::Time), "{}", solver.name());
        assert!(start.elapsed() < Duration::from_secs(20), "{}: {:?}", solver.name(), start.elapsed());
        let p = terms.var("p", Sort::Bool);
        let q = terms.var("q", Sort::Bool);
        let either = terms.xor(p, q);
        sat(solver.check(&terms, &[either], &limits()));
    });
}

/// Z3 counts for all solvers of a thread together.
#[test]
fn a_solver_counts_its_own_work() {
    let work = |_| {
        let mut terms = Terms::new();
        let (equation, large) = puzzle(&mut terms);
        let mut solver = Z3::new();
        sat(solver.check(&terms, &[equation, large], &limits()));
        solver.work()
    };
    let works: Vec<u64> = (0..8).map(work).collect();
    assert!(works[0] > 0 && works.iter().all(|&work| work < 2 * works[0]), "{works:?}");
}

#[test]
fn another_thread_may_stop_it() {
    each(|solver| {
        let mut terms = Terms::new();
        let formulas = hard(&mut terms);
        let cancel = Cancel::default();
        let limits =
            Limits { time: Some(Duration::from_secs(60)), cancel: Some(cancel.clone()), ..Limits::default() };
        let start = Instant::now();
        let answer = std::thread::scope(|scope| {
            scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(200));
                cancel.cancel();
            });
            solver.check(&terms, &formulas, &limits)
        });
        assert_eq!(answer, Answer::Unknown(Reason::Cancelled), "{}", solver.name());
        assert!(start.elapsed() < Duration::from_secs(20), "{}", solver.name());
    });
}

#[test]
fn memory_is_limited() {
    let mut terms = Terms::new();
    let formulas = hard(&mut terms);
    let limits = Limits { memory: Some(24 << 20), time: Some(Duration::from_secs(3)), ..Limits::default() };
    for command in commands() {
        let answer = Process::new(&command).unwrap().check(&terms, &formulas, &limits);
        // So little that large ones cannot even start: whatever they say of it, it is no answer and no hang.
        let small = command.contains("yices") && answer == Answer::Unknown(Reason::Time);
        let failed = matches!(answer, Answer::Unknown(Reason::Memory | Reason::Failed(_)));
        assert!(small || failed, "{command}: {answer:?}");
    }
    // In process the limit is that of the query.
    let limits = Limits { memory: Some(1 << 20), time: Some(Duration::from_secs(20)), ..Limits::default() };
    let answer = Z3::new().check(&terms, &formulas, &limits);
    assert_eq!(answer, Answer::Unknown(Reason::Memory));
}

#[cfg(unix)]
#[test]
fn a_solver_that_does_not_read_is_no_hang() {
    let mut terms = Terms::new();
    // Far more text than a pipe holds.
    let many: Vec<Term> = (0..5000)
        .map(|n| {
            let x = terms.var(format!("a variable with quite a long name {n}"), Sort::Bits(32));
            let y = terms.var(format!("another variable with a long name {n}"), Sort::Bits(32));
            terms.bvult(x, y)
        })
        .collect();
    let mut solver = Process::new("sleep 60").unwrap();
    let start = Instant::now();
    let answer = solver.check(&terms, &many, &Limits::time(Duration::from_millis(300)));
    assert_eq!(answer, Answer::Unknown(Reason::Time));
    drop(solver);
    assert!(start.elapsed() < Duration::from_secs(20));
}

#[test]
fn a_missing_or_mistaken_solver_is_a_reason() {
    let mut terms = Terms::new();
    let (equation, large) = puzzle(&mut terms);
    let ask =
        |command: &str| match Process::new(command).unwrap().check(&terms, &[equation, large], &limits()) {
            Answer::Unknown(Reason::Failed(why)) => why,
            other => panic!("{command}: {other:?}"),
        };
    assert!(ask("no-such-solver-anywhere").contains("cannot be started"));
    let ended = ask("false");
    assert!(ended.contains("ended") || ended.contains("no longer accepts input"), "{ended}");
    let echoed = ask("cat");
    assert!(echoed.contains("set-option"), "{echoed}");
    assert!(Process::new("  ").is_err());
    // It answers at once, and not what a solver answers.
    assert!(ask("echo (error \"no\")").contains("no"));
}

#[cfg(unix)]
#[test]
fn a_killed_solver_is_a_reason_and_the_next_query_starts_another() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("solver.sh");
    let z3 = commands().into_iter().find(|c| c.ends_with("z3")).unwrap();
    // The first time it kills itself in the middle of the work.
    let mark = folder.path().join("mark");
    let text = format!(
        "#!/bin/sh\nif [ ! -e {mark} ]; then touch {mark}; (sleep 0.2; kill -9 $$) & fi\nexec {z3} -in -smt2\n",
        mark = mark.display()
    );
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut solver = Process::new(&script.to_string_lossy()).unwrap();
    let mut terms = Terms::new();
    let formulas = hard(&mut terms);
    let start = Instant::now();
    let answer = solver.check(&terms, &formulas, &limits());
    assert!(matches!(answer, Answer::Unknown(Reason::Failed(_))), "{answer:?}");
    assert!(start.elapsed() < Duration::from_secs(20));
    let p = terms.var("p", Sort::Bool);
    let q = terms.var("q", Sort::Bool);
    let either = terms.xor(p, q);
    sat(solver.check(&terms, &[either], &limits()));
}

#[test]
fn a_portfolio_takes_the_first_answer() {
    let others = || commands().iter().map(|c| Process::new(c).unwrap()).collect::<Vec<_>>();
    for mut portfolio in [
        Portfolio::new(Some(Z3::new()), others()),
        Portfolio::new(None, others()),
        Portfolio::new(Some(Z3::new()), others()).waiting_for_all(),
    ] {
        let mut terms = Terms::new();
        let (equation, large) = puzzle(&mut terms);
        portfolio.assert(&terms, equation);
        portfolio.push();
        portfolio.assert(&terms, large);
        let model = sat(portfolio.check(&terms, &[], &limits()));
        assert_eq!(model.holds(&terms, equation), Some(true));
        let small = terms.not(large);
        assert!(matches!(portfolio.check(&terms, &[small], &limits()), Answer::Unsat(_)));
        portfolio.pop();
        sat(portfolio.check(&terms, &[small], &limits()));
    }
    // One that is not there does not spoil the others' answer.
    let missing = Process::new("no-such-solver-anywhere").unwrap();
    let mut portfolio = Portfolio::new(Some(Z3::new()), vec![missing]);
    let mut terms = Terms::new();
    let (equation, large) = puzzle(&mut terms);
    sat(portfolio.check(&terms, &[equation, large], &limits()));
    let formulas = hard(&mut terms);
    let answer = portfolio.check(&terms, &formulas, &Limits::time(Duration::from_millis(200)));
    assert!(matches!(answer, Answer::Unknown(_)), "{answer:?}");
}

#[cfg(unix)]
#[test]
fn disagreement_is_no_answer() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("liar.sh");
    std::fs::write(
        &script,
        "#!/bin/sh\nwhile read line; do case $line in *check-sat*) echo unsat;; esac; done\n",
    )
    .unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let liar = Process::new(&script.to_string_lossy()).unwrap();
    let mut portfolio = Portfolio::new(Some(Z3::new()), vec![liar]).waiting_for_all();
    let mut terms = Terms::new();
    let (equation, large) = puzzle(&mut terms);
    portfolio.assert(&terms, equation);
    portfolio.assert(&terms, large);
    let answer = portfolio.check(&terms, &[], &limits());
    let Answer::Unknown(Reason::Disagreement(unsat, sat)) = answer else { panic!("{answer:?}") };
    assert!(unsat.ends_with("liar.sh") && sat.starts_with("Z3"), "{unsat} {sat}");
}

/// A solver that says `sat` and has no values for it.
#[cfg(unix)]
#[test]
fn a_model_that_is_none_is_no_answer() {
    use std::os::unix::fs::PermissionsExt;
    let folder = tempfile::tempdir().unwrap();
    let script = folder.path().join("liar.sh");
    let text = "#!/bin/sh\nwhile read line; do case $line in *check-sat*) echo sat;; *get-value*) \
                echo '((|x| #x00000001) (|y| #x00000001))';; esac; done\n";
    std::fs::write(&script, text).unwrap();
    std::fs::set_permissions(&script, std::fs::Permissions::from_mode(0o755)).unwrap();
    let mut liar = Process::new(&script.to_string_lossy()).unwrap();
    let mut terms = Terms::new();
    let (equation, _) = puzzle(&mut terms);
    let answer = liar.check(&terms, &[equation], &limits());
    assert!(matches!(answer, Answer::Unknown(Reason::BadModel(_))), "{answer:?}");
}

#[test]
fn queries_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let queries = folder.path().join("queries");
    let mut solver = Keep::new(Z3::new(), &queries).unwrap();
    let mut terms = Terms::new();
    let (equation, large) = puzzle(&mut terms);
    solver.assert(&terms, equation);
    sat(solver.check(&terms, &[large], &limits()));
    let no = terms.truth(false);
    assert!(matches!(solver.check(&terms, &[no], &limits()), Answer::Unsat(_)));
    sat(solver.check(&terms, &[], &limits()));
    assert_eq!(solver.failure(), None);
    let text = std::fs::read_to_string(queries.join("query-00000.smt2")).unwrap();
    assert!(text.starts_with("; Z3") && text.contains("says sat after"), "{text}");
    // What was written is the query.
    assert_eq!(check_script(&text, &limits()), Some(true));
    let text = std::fs::read_to_string(queries.join("query-00001.smt2")).unwrap();
    assert!(text.contains("says unsat"));
    assert_eq!(check_script(&text, &limits()), Some(false));
    assert!(queries.join("query-00002.smt2").is_file());
}

#[test]
fn what_rewriting_decides_reaches_no_solver() {
    // A program that is not there is never started.
    let mut solver = Process::new("no-such-solver-anywhere").unwrap();
    let mut terms = Terms::new();
    let tid = terms.bounded("tid", 32, 0, 255);
    let other = terms.bounded("other", 32, 0, 255);
    let four = terms.bits(32, 4);
    let one = terms.bits(32, 1);
    let (a, b) = (terms.bvmul(tid, four), terms.bvmul(other, four));
    let b = terms.bvadd(b, one);
    let collide = terms.eq(a, b);
    assert_eq!(solver.check(&terms, &[collide], &limits()), Answer::Unsat(vec![collide]));
    let p = terms.var("p", Sort::Bool);
    let not_p = terms.not(p);
    assert_eq!(solver.check(&terms, &[p, not_p], &limits()), Answer::Unsat(vec![not_p, p]));
    let yes = terms.truth(true);
    assert_eq!(solver.check(&terms, &[yes], &limits()), Answer::Sat(Model::default()));
}

#[test]
fn a_command_line_chooses() {
    use raddle_smt::solver::choice::Choice;
    let z3 = commands().into_iter().find(|c| c.ends_with("z3")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let mut terms = Terms::new();
    let (equation, large) = puzzle(&mut terms);
    for (in_process, solvers, name) in
        [(true, vec![], "Z3 "), (false, vec![z3.clone()], z3.as_str()), (true, vec![z3.clone()], "Z3 ")]
    {
        let several = in_process && !solvers.is_empty();
        let choice = Choice { in_process, commands: solvers, keep: Some(folder.path().join("kept")) };
        let mut solver = choice.open().unwrap();
        assert!(solver.name().starts_with(name), "{}", solver.name());
        // Z3 names its version with its commit, so the other one is looked for.
        assert_eq!(solver.name().ends_with(&z3), several || !in_process);
        sat(solver.check(&terms, &[equation, large], &limits()));
    }
    assert!(folder.path().join("kept/query-00000.smt2").is_file());
    let none = Choice { in_process: false, ..Choice::default() };
    assert!(none.open().err().unwrap().contains("--solver"));
    let file = folder.path().join("file");
    std::fs::write(&file, "").unwrap();
    let choice = Choice { keep: Some(file), ..Choice::default() };
    assert!(choice.open().err().unwrap().contains("--keep-queries"));
}
