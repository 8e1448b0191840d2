//! Filetests: a test is a text file of IR whose first line says what is done with it (Cranelift's model).
//!
//! ```text
//! ; test: ssa, fold
//! module ptx address 64
//! …
//! ; ---
//! ; what comes out, a comment on each line
//! ```
//!
//! - Passes (`inline`, `ssa`, `fold`, `address`, `dce`, `slots`, `arrays`, `reducible`, `compact`,
//!   `prepare`) are applied to every
//!   kernel, in the order in which they are listed, and the validator runs after each. What comes out (the
//!   kernels' text, or the error) is compared with what stands below `; ---`.
//! - `loops`, `dominators` and `sort-order` write what they find in every function.
//! - `validate`: the text is wrong; each wrong line ends in `; error: …`, a part of the message that the
//!   validator gives for what stands on the line.
//! - `parse`: likewise, for the parser, which gives one error.
//!
//! `RADDLE_BLESS=1 cargo test -p raddle-ir --test it filetests::` writes what comes out into the files.

use raddle_ir::cfg::{Cfg, Dominators, Loops, PostDominators, sort_order};
use raddle_ir::{Func, Function, Module, passes, text, validate, validate_module};
use std::fmt::Write;
use std::path::{Path, PathBuf};

const SEPARATOR: &str = "\n; ---\n";

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder of the filetests") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files(&path, found);
        } else if path.extension().is_some_and(|e| e == "rir") {
            found.push(path);
        }
    }
}

#[test]
fn filetests() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests");
    let mut found = Vec::new();
    files(&folder, &mut found);
    found.sort();
    assert!(found.len() > 70, "only {} filetests found", found.len());
    let bless = std::env::var_os("RADDLE_BLESS").is_some();
    let mut failures = String::new();
    for path in found {
        let name = path.strip_prefix(&folder).expect("below the folder").display().to_string();
        let whole = std::fs::read_to_string(&path).expect("a readable file");
        if let Err(why) = run(&path, &whole, bless) {
            let _ = writeln!(failures, "{name}: {why}\n");
        }
    }
    assert!(
        failures.is_empty(),
        "{failures}to bless: RADDLE_BLESS=1 cargo test -p raddle-ir --test it filetests::"
    );
}

/// Every rule of the validator has a file that breaks it.
#[test]
fn every_rule_is_broken_somewhere() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/filetests/validate");
    let mut found = Vec::new();
    files(&folder, &mut found);
    let mut broken = Vec::new();
    for path in found {
        let whole = std::fs::read_to_string(&path).expect("a readable file");
        if let Ok(module) = text::parse(&whole)
            && let Err(errors) = validate_module(&module)
        {
            broken.extend(errors.into_iter().map(|e| e.rule));
        }
    }
    // No text says these: the parser refuses it, or numbers things so that they cannot be wrong.
    // They are broken by hand in `validate_by_hand.rs`.
    use raddle_ir::validate::Rule;
    let by_hand = [Rule::Order, Rule::ListedOnce, Rule::Definition, Rule::Location, Rule::Scalar];
    for rule in Rule::ALL {
        assert_eq!(broken.contains(&rule), !by_hand.contains(&rule), "{}", rule.name());
    }
}

fn run(path: &Path, whole: &str, bless: bool) -> Result<(), String> {
    let (input, expected) = whole.split_once(SEPARATOR).unwrap_or((whole, ""));
    let line = input.lines().next().unwrap_or_default();
    let Some(commands) = line.strip_prefix("; test: ") else {
        return Err("the first line is not `; test: …`".to_owned());
    };
    let commands: Vec<&str> = commands.split(',').map(str::trim).collect();
    if commands == ["parse"] {
        return match text::parse(input) {
            Ok(_) => Err("it is read without an error".to_owned()),
            Err(error) => annotated(input, &[(error.line as usize, error.to_string())]),
        };
    }
    let mut module = text::parse(input).map_err(|e| e.to_string())?;
    round_trips(&module)?;
    if commands == ["validate"] {
        return wrong(input, &module);
    }
    validate_module(&module).map_err(|errors| format!("before any pass: {}", errors[0]))?;
    let output = output(&mut module, &commands)?;
    let commented: String = output.lines().map(|l| format!("; {l}").trim_end().to_owned() + "\n").collect();
    if commented == expected {
        return Ok(());
    }
    if bless {
        return std::fs::write(path, format!("{input}{SEPARATOR}{commented}")).map_err(|e| e.to_string());
    }
    let difference = diff(expected, &commented);
    Err(format!("other output (- expected, + found)\n{difference}"))
}

fn round_trips(module: &Module) -> Result<(), String> {
    let printed = module.to_string();
    let again = text::parse(&printed).map_err(|e| format!("what is printed is not read: {e}"))?.to_string();
    if again == printed {
        Ok(())
    } else {
        Err(format!("printed twice it differs\n{}", diff(&printed, &again)))
    }
}

fn diff(expected: &str, found: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), found.lines().collect());
    let same = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = (old.len() - same).min(new.len() - same);
    let tail = (0..rest).take_while(|n| old[old.len() - 1 - n] == new[new.len() - 1 - n]).count();
    let removed = old[same..old.len() - tail].iter().map(|l| format!("- {l}\n"));
    removed.chain(new[same..new.len() - tail].iter().map(|l| format!("+ {l}\n"))).collect()
}

/// The errors of the validator against those that the lines announce.
fn wrong(input: &str, module: &Module) -> Result<(), String> {
    let Err(errors) = validate_module(module) else { return Err("it is valid".to_owned()) };
    let mut placed: Vec<(usize, String)> = Vec::new();
    for error in errors {
        // Of the lines on which the thing stands, one that announces an error and has none yet.
        let code = |line: &str| line.split("; error:").next().unwrap_or_default().to_owned();
        let stands = |line: &str| code(line).contains(error.text.as_str()) || error.text == "module";
        let fits = |n: &usize, line: &str| stands(line) && !placed.iter().any(|(m, _)| m == n);
        let lines = || input.lines().enumerate().skip(1).map(|(n, l)| (n + 1, l));
        let announced = lines().find(|(n, l)| fits(n, l) && l.contains("; error:"));
        let place = announced.or_else(|| lines().find(|(_, l)| stands(l))).map_or(0, |(n, _)| n);
        placed.push((place, format!("{error}")));
    }
    annotated(input, &placed)
}

/// Compares errors, by line, with the `; error: …` at the ends of lines.
fn annotated(input: &str, errors: &[(usize, String)]) -> Result<(), String> {
    let mut problems = String::new();
    for (n, line) in input.lines().enumerate().map(|(n, l)| (n + 1, l)) {
        let expected = line.split_once("; error: ").map(|(_, message)| message.trim());
        let found: Vec<&String> = errors.iter().filter(|(at, _)| *at == n).map(|(_, e)| e).collect();
        match (expected, &found[..]) {
            (None, []) => {}
            (Some(expected), [found]) if found.contains(expected) => {}
            (expected, found) => {
                let _ = write!(problems, "\n  line {n}: expected {expected:?}, found {found:?}");
            }
        }
    }
    for (_, error) in errors.iter().filter(|(n, _)| *n == 0) {
        let _ = write!(problems, "\n  without a line: {error}");
    }
    if problems.is_empty() { Ok(()) } else { Err(problems) }
}

/// What the commands make of a module.
fn output(module: &mut Module, commands: &[&str]) -> Result<String, String> {
    let mut out = String::new();
    if let [command @ ("loops" | "dominators" | "sort-order")] = commands {
        for function in module.functions.values().filter(|f| !f.is_declaration()) {
            match *command {
                "loops" => describe_loops(function, &mut out),
                "dominators" => describe_dominators(function, &mut out),
                _ => match sort_order(function) {
                    Ok(order) => {
                        let names: Vec<String> = order.iter().map(ToString::to_string).collect();
                        let _ = writeln!(out, "{}", names.join(" "));
                    }
                    Err(error) => {
                        let _ = writeln!(out, "error: {error}");
                    }
                },
            }
        }
        return Ok(out);
    }
    let kernels: Vec<Func> = module.kernels().map(|(id, _)| id).collect();
    for kernel in kernels {
        let mut function = module.functions[kernel].clone();
        for command in commands {
            let inlined = match *command {
                "inline" => passes::inline(module, kernel).map(|f| function = f),
                "prepare" => passes::prepare(module, kernel).map(|f| function = f),
                other => {
                    apply(other, &mut function, module)?;
                    Ok(())
                }
            };
            if let Err(error) = inlined {
                let _ = writeln!(out, "error: {error}");
                return Ok(out);
            }
            validate(module, &function).map_err(|e| format!("after {command}: {}", e[0]))?;
        }
        out.push_str(&text::print_function(module, &function));
        if commands.contains(&"inline") || commands.contains(&"prepare") {
            locations(module, &function, &mut out);
        }
    }
    // Locations clutter what is not about them.
    if module.sources.locs().count() == 1 {
        out = out.replace(" !loc0", "");
    }
    Ok(out)
}

/// The locations that a function uses, with their chains.
fn locations(module: &Module, function: &Function, out: &mut String) {
    if module.sources.locs().count() == 1 {
        return;
    }
    let listed = function.order.iter().flat_map(|&b| {
        let data = &function.blocks[b];
        data.insts.iter().map(|&i| function.insts[i].loc).chain([data.term_loc])
    });
    let used: std::collections::BTreeSet<_> = listed.collect();
    for id in used {
        let mut chain = Vec::new();
        let mut at = Some(id);
        while let Some(loc) = at {
            chain.push(format!("ptx {}", module.sources.loc(loc).ptx_line));
            at = module.sources.loc(loc).inlined_at;
        }
        let _ = writeln!(out, "{id}: {}", chain.join(" inlined at "));
    }
}

fn apply(command: &str, function: &mut Function, module: &Module) -> Result<(), String> {
    match command {
        "ssa" => passes::construct_ssa(function),
        "fold" => passes::fold(function),
        "address" => passes::resolve_addresses(function, module),
        "dce" => passes::remove_dead(function),
        "slots" => {
            passes::promote_slots(function);
        }
        "arrays" => {
            passes::split_arrays(function, 2000);
        }
        "reducible" => {
            passes::make_reducible(function, 2000);
        }
        "choices" => {
            passes::split_choices(function, module);
        }
        "compact" => passes::compact(function),
        other => return Err(format!("`{other}` is not a test command")),
    }
    Ok(())
}

fn describe_loops(function: &Function, out: &mut String) {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    for (n, l) in loops.all().iter().enumerate() {
        let parent = l.parent.map_or("outermost".to_owned(), |p| format!("in loop {p}"));
        let _ = writeln!(
            out,
            "loop {n}: header {} latches {:?} blocks {:?}, {parent}, depth {}",
            l.header, l.latches, l.blocks, l.depth
        );
    }
    if let Some(edge) = loops.irreducible() {
        let _ = writeln!(out, "irreducible: {edge}");
    }
}

fn describe_dominators(function: &Function, out: &mut String) {
    let cfg = Cfg::new(function);
    let (doms, post) = (Dominators::new(&cfg), PostDominators::new(&cfg));
    let name = |b: Option<raddle_ir::Block>| b.map_or("none".to_owned(), |b| b.to_string());
    for &block in &function.order {
        if cfg.is_reachable(block) {
            let _ = writeln!(
                out,
                "{block}: idom {}, ipdom {}",
                name(doms.idom(&cfg, block)),
                name(post.ipdom(block))
            );
        } else {
            let _ = writeln!(out, "{block}: unreachable");
        }
    }
}
