//! `raddle terminate`: whether an integer transition system terminates, and why (paper 004).

use crate::Failed;
use crate::ir_text::sources_of;
use crate::run::Ran;
use raddle_report::{Diagnostic, Location as Place, Rule};
use raddle_termination::certificate::{Certificate, Ranking};
use raddle_termination::decide::{Reason, Verdict, decide};
use raddle_termination::endless::Endless;
use raddle_termination::graph::cyclic_components;
use raddle_termination::its::text::{self, Format};
use raddle_termination::its::{Location, Poly, System};
use raddle_termination::solver::Deadline;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;
use std::time::Duration;

/// How the verdict is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TerminationFormat {
    /// For people.
    Human,
    /// For programs.
    Json,
}

/// Decides whether the system in a file terminates. Exit code 0: it does; 1: it has an endless run; 2: unknown.
///
/// # Errors
/// When the file cannot be read, or is not of the format that its name says.
pub fn terminate(file: &Path, timeout: Duration, format: TerminationFormat) -> Result<Ran, Failed> {
    let shown = file.display().to_string();
    let fail = |error: Diagnostic| Failed { errors: vec![error], sources: sources_of(file) };
    let Some(kind) = Format::of_path(file) else {
        let error = Diagnostic::new(Rule::InputFile, format!("`{shown}` is no transition system by its name"));
        return Err(fail(error.help("files that are read end in .koat, .kittel, .simple or .smt2")));
    };
    let text = std::fs::read_to_string(file)
        .map_err(|e| fail(Diagnostic::new(Rule::InputFile, format!("cannot read `{shown}`: {e}"))))?;
    let system = text::read(&text, kind).map_err(|e| {
        let place = Place::new(shown.as_str(), e.line, e.column);
        fail(Diagnostic::new(Rule::InputSyntax, e.message).primary(place, ""))
    })?;
    let verdict = decide(&system, Deadline::after(Some(timeout)));
    let exit_code = match &verdict {
        Verdict::Terminates(_) => 0,
        Verdict::Runs(_) => 1,
        Verdict::Unknown(_) => 2,
    };
    let said = match format {
        TerminationFormat::Human => human(&shown, &system, &verdict),
        TerminationFormat::Json => format!("{:#}\n", json(&shown, &system, &verdict)),
    };
    Ok(Ran { text: said, exit_code })
}

fn human(file: &str, system: &System, verdict: &Verdict) -> String {
    let mut text = String::new();
    let _ = match verdict {
        Verdict::Terminates(certificate) => {
            let _ = writeln!(text, "{file}: terminates (proved, and checked again)");
            proof(&mut text, system, certificate)
        }
        Verdict::Runs(endless) => {
            let _ = writeln!(text, "{file}: has an endless run (checked again)");
            run(&mut text, system, endless)
        }
        Verdict::Unknown(reason) => {
            let (why, help) = reason_text(system, reason);
            writeln!(text, "{file}: unknown\n  {why}\n  help: {help}")
        }
    };
    text
}

/// Components with their cut points, and the rankings that are for them.
fn components<'a>(system: &System, certificate: &'a Certificate) -> Vec<(Vec<Location>, Vec<&'a Ranking>)> {
    let edges: Vec<(usize, usize)> = system.rules.iter().map(|r| (r.source, r.target)).collect();
    let mut found = Vec::new();
    for component in cyclic_components(system.locations.len(), &edges) {
        let cuts: Vec<Location> =
            component.into_iter().filter(|l| certificate.invariants.contains_key(l)).collect();
        let ours = |r: &&Ranking| r.locations().any(|l| cuts.contains(&l));
        let rankings = certificate.rankings.iter().filter(ours).collect();
        if !cuts.is_empty() {
            found.push((cuts, rankings));
        }
    }
    found
}

fn proof(text: &mut String, system: &System, certificate: &Certificate) -> std::fmt::Result {
    let components = components(system, certificate);
    if components.is_empty() {
        return writeln!(text, "  no rules form a cycle");
    }
    for (number, (cuts, rankings)) in (1..).zip(components) {
        writeln!(text, "\n  component {number}")?;
        for cut in cuts {
            let invariants: Vec<String> = certificate.invariants[&cut].iter().map(|a| system.show(a)).collect();
            let known = if invariants.is_empty() { "nothing is needed".to_owned() } else { invariants.join(", ") };
            writeln!(text, "    at {}, always: {known}", system.location(cut))?;
        }
        if rankings.is_empty() {
            writeln!(text, "    no cycle of it can be run")?;
        }
        for (number, ranking) in (1..).zip(rankings) {
            let with = match (number, ranking.functions.len()) {
                (1, 1) => "falls, and is never below 0, on",
                (_, 1) => "of the rest: falls, and is never below 0, on",
                (1, _) => "a nested ranking: each falls once the one before is below 0, the last is not below 0, on",
                _ => "of the rest, a nested ranking: each falls once the one before is below 0, the last is not below 0, on",
            };
            let whole = if ranking.functions.len() == 1 { "function" } else { "functions" };
            writeln!(text, "    ranking {number} ({whole}; {with} some of its cycles' steps; no other step increases it)")?;
            for function in &ranking.functions {
                let parts: Vec<String> =
                    function.iter().map(|(l, p)| format!("{}: {}", system.location(*l), show(system, p))).collect();
                writeln!(text, "      {}", parts.join("   "))?;
            }
        }
    }
    Ok(())
}

fn show(system: &System, poly: &Poly) -> String {
    poly.show(&|v| system.name(v))
}

/// The rules of a cycle or a run, as the places they go through.
fn way(system: &System, first: Location, rules: &[Location]) -> String {
    let names = std::iter::once(first).chain(rules.iter().copied()).map(|l| system.location(l).to_owned());
    names.collect::<Vec<_>>().join(" -> ")
}

fn run(text: &mut String, system: &System, endless: &Endless) -> std::fmt::Result {
    let integers = raddle_termination::its::words::over_integers(system);
    let target = |rule: usize| integers.rules.get(rule).map_or(0, |r| r.target);
    let values: Vec<String> =
        system.variables.iter().zip(&endless.start.values).map(|(name, v)| format!("{name} = {v}")).collect();
    writeln!(text, "  it begins at {} with {}", system.location(endless.start.location), list(&values))?;
    let stem: Vec<Location> = endless.stem.iter().map(|(rule, _)| target(*rule)).collect();
    writeln!(text, "  and goes {}", way(system, endless.start.location, &stem))?;
    let set: Vec<String> = endless.set.iter().map(|a| system.show(a)).collect();
    writeln!(text, "  from then on this holds again and again at {}: {}", system.location(endless.location), list(&set))?;
    let cycle: Vec<Location> = endless.cycle.iter().map(|(rule, _)| target(*rule)).collect();
    writeln!(text, "  as the cycle {} leads back to it", way(system, endless.location, &cycle))?;
    let choices: Vec<String> = endless
        .cycle
        .iter()
        .filter(|(_, free)| !free.is_empty())
        .map(|(rule, free)| {
            let line = integers.rules.get(*rule).map_or(0, |r| r.line);
            let free: Vec<String> = free.iter().map(|p| show(system, p)).collect();
            format!("{} in the rule of line {line}", free.join(", "))
        })
        .collect();
    if choices.is_empty() {
        return Ok(());
    }
    writeln!(text, "  if free values are chosen so, in the order in which they come: {}", choices.join("; "))
}

fn list(parts: &[String]) -> String {
    if parts.is_empty() { "any values".to_owned() } else { parts.join(", ") }
}

/// Why nothing is known, and what would help.
fn reason_text(system: &System, reason: &Reason) -> (String, &'static str) {
    match reason {
        Reason::Time => ("there was not enough time".to_owned(), "a longer --timeout"),
        Reason::Undecided(locations) => {
            let names: Vec<&str> = locations.iter().map(|l| system.location(*l)).collect();
            let why = format!("no ranking function and no endless run was found for cycles through {}", names.join(", "));
            (why, "a condition on a rule of the cycle that always holds there but does not follow from bounds on two variables")
        }
        Reason::Unconfirmed(rejection) => {
            (format!("a proof was found but not confirmed: {}", rejection.show(system)), "a longer --timeout")
        }
    }
}

fn json(file: &str, system: &System, verdict: &Verdict) -> Value {
    let functions = |ranking: &Ranking| -> Value {
        let one = |f: &BTreeMap<Location, Poly>| -> Value {
            f.iter().map(|(l, p)| (system.location(*l).to_owned(), json!(show(system, p)))).collect()
        };
        ranking.functions.iter().map(one).collect()
    };
    let atoms = |atoms: &[raddle_termination::its::Atom]| -> Vec<String> { atoms.iter().map(|a| system.show(a)).collect() };
    match verdict {
        Verdict::Terminates(certificate) => json!({
            "file": file,
            "verdict": "terminates",
            "components": components(system, certificate).iter().map(|(cuts, rankings)| json!({
                "invariants": cuts.iter().map(|l| (system.location(*l).to_owned(), json!(atoms(&certificate.invariants[l])))).collect::<Value>(),
                "rankings": rankings.iter().map(|r| functions(r)).collect::<Value>(),
            })).collect::<Value>(),
        }),
        Verdict::Runs(endless) => json!({
            "file": file,
            "verdict": "endless",
            "start": {
                "location": system.location(endless.start.location),
                "values": system.variables.iter().zip(&endless.start.values).map(|(n, v)| (n.clone(), json!(v.to_string()))).collect::<Value>(),
            },
            "stem": endless.stem.iter().map(|(rule, free)| json!({
                "rule": rule, "free": free.iter().map(ToString::to_string).collect::<Vec<_>>(),
            })).collect::<Value>(),
            "location": system.location(endless.location),
            "set": atoms(&endless.set),
            "cycle": endless.cycle.iter().map(|(rule, free)| json!({
                "rule": rule, "free": free.iter().map(|p| show(system, p)).collect::<Vec<_>>(),
            })).collect::<Value>(),
        }),
        Verdict::Unknown(reason) => {
            let (why, help) = reason_text(system, reason);
            json!({ "file": file, "verdict": "unknown", "reason": why, "help": help })
        }
    }
}
