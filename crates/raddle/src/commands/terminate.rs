//! `raddle terminate`: whether an integer transition system terminates, and why (paper 004).

use crate::Failed;
use crate::commands::run::Ran;
use crate::subject::load::sources_of;
use raddle_compile::files;
use raddle_report::{Diagnostic, Location as Place, Rule};
use raddle_termination::certificate::{Certificate, Ranking};
use raddle_termination::decide::{Reason, Verdict, decide};
use raddle_termination::endless::Endless;
use raddle_termination::graph::cyclic_components;
use raddle_termination::its::run::State;
use raddle_termination::its::text::Format;
use raddle_termination::its::words::over_integers;
use raddle_termination::its::{Atom, Location, Poly, System, text};
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
        let error = Diagnostic::new(
            Rule::InputFile,
            format!("the name of `{shown}` is not that of a transition system"),
        );
        return Err(fail(error.help("raddle reads files that end in .koat, .kittel, .simple or .smt2")));
    };
    let text = files::read_text(file)
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
            let _ = writeln!(text, "{file}: does not terminate (checked again)");
            run(&mut text, system, endless)
        }
        Verdict::Unknown(reason) => {
            let (why, help) = reason_text(system, reason);
            writeln!(text, "{file}: unknown\n  {why}\n  help: {help}")
        }
    };
    text
}

/// Components with their cut points, and the rankings for them.
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
            let invariants: Vec<String> =
                certificate.invariants[&cut].iter().map(|a| system.show(a)).collect();
            if !invariants.is_empty() {
                writeln!(text, "    always at {}: {}", system.location(cut), invariants.join(", "))?;
            }
        }
        if rankings.is_empty() {
            if certificate.by_path.is_empty() {
                writeln!(text, "    no cycle of it can be executed")?;
            }
            continue;
        }
        writeln!(
            text,
            "    ranking: in each iteration, the first of these that changes decreases, and was not below 0 before"
        )?;
        let nested = rankings.iter().any(|r| r.functions.len() > 1);
        for (number, ranking) in (1..).zip(rankings) {
            let functions: Vec<String> = ranking.functions.iter().map(|f| function(system, f)).collect();
            writeln!(text, "      {number}. {}", functions.join(", then "))?;
        }
        if nested {
            writeln!(
                text,
                "    a, then b: a falls in each iteration; b falls too once a is below 0, and is not below 0 itself"
            )?;
        }
    }
    by_path(text, system, certificate)
}

/// What the rankings by location leave: functions that differ with the path that comes next.
fn by_path(text: &mut String, system: &System, certificate: &Certificate) -> std::fmt::Result {
    if certificate.paths.is_empty() {
        return Ok(());
    }
    let integers = over_integers(system);
    writeln!(text, "\n  remaining cycles, by the next path (the lines of its rules)")?;
    if certificate.by_path.is_empty() {
        writeln!(text, "    no infinite sequence of these paths is possible")?;
    }
    for (number, ranking) in (1..).zip(&certificate.by_path) {
        for (path, poly) in ranking.functions.iter().flatten() {
            let rules = certificate.paths.get(*path).into_iter().flatten();
            let lines: Vec<String> =
                rules.filter_map(|r| integers.rules.get(*r)).map(|r| r.line.to_string()).collect();
            writeln!(text, "    {number}. {} before {}", show(system, poly), lines.join(", "))?;
        }
    }
    Ok(())
}

/// A function, for each location where it is another one.
fn function(system: &System, function: &BTreeMap<Location, Poly>) -> String {
    let mut distinct: Vec<&Poly> = function.values().collect();
    distinct.dedup();
    if let [only] = distinct.as_slice() {
        return show(system, only);
    }
    let at = |(l, p): (&Location, &Poly)| format!("{} at {}", show(system, p), system.location(*l));
    function.iter().map(at).collect::<Vec<_>>().join(", ")
}

fn show(system: &System, poly: &Poly) -> String {
    poly.show(&|v| system.name(v))
}

/// The locations that a run goes through; of a long one the first and the last.
fn way(system: &System, first: Location, rules: &[Location]) -> String {
    let mut names: Vec<&str> =
        std::iter::once(first).chain(rules.iter().copied()).map(|l| system.location(l)).collect();
    if names.len() > 12 {
        names.splice(6..names.len() - 5, ["…"]);
    }
    names.join(" -> ")
}

fn run(text: &mut String, system: &System, endless: &Endless) -> std::fmt::Result {
    let integers = over_integers(system);
    let (start, steps, rules) = match endless {
        Endless::Lasso(lasso) => (&lasso.start, &lasso.steps, &system.rules),
        Endless::Closed(closed) => (&closed.start, &closed.stem, &integers.rules),
    };
    let target = |rule: usize| rules.get(rule).map_or(0, |r| r.target);
    let values: Vec<String> =
        system.variables.iter().zip(&start.values).map(|(name, v)| format!("{name} = {v}")).collect();
    writeln!(text, "  it begins at {} with {}", system.location(start.location), list(&values))?;
    let stem: Vec<Location> = steps.iter().map(|(rule, _)| target(*rule)).collect();
    if !stem.is_empty() {
        writeln!(text, "  and goes {}", way(system, start.location, &stem))?;
    }
    let closed = match endless {
        Endless::Lasso(lasso) => {
            let rounds = lasso.steps.len() - lasso.back;
            let steps = if rounds == 1 { "step" } else { "steps" };
            return writeln!(
                text,
                "  where all values are as they were {rounds} {steps} before: so it repeats forever"
            );
        }
        Endless::Closed(closed) => closed,
    };
    let set: Vec<String> = closed.set.iter().map(|a| system.show(a)).collect();
    let location = system.location(closed.location);
    writeln!(text, "  from then on this holds again and again at {location}: {}", list(&set))?;
    let cycle: Vec<Location> = closed.cycle.iter().map(|(rule, _)| target(*rule)).collect();
    writeln!(text, "  as the cycle {} leads back to it", way(system, closed.location, &cycle))?;
    let choices: Vec<String> = closed
        .cycle
        .iter()
        .filter(|(_, free)| !free.is_empty())
        .map(|(rule, free)| {
            let line = rules.get(*rule).map_or(0, |r| r.line);
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
            let why = format!(
                "neither a ranking function nor an infinite run was found for cycles through {}",
                names.join(", ")
            );
            (
                why,
                "a condition on a rule of the cycle that always holds there but does not follow from bounds on two variables",
            )
        }
        Reason::Unconfirmed(rejection) => {
            (format!("a proof was found but not confirmed: {}", rejection.show(system)), "a longer --timeout")
        }
    }
}

/// The format of the JSON form; larger where a field goes or changes its meaning.
const FORMAT_VERSION: u32 = 1;

fn json(file: &str, system: &System, verdict: &Verdict) -> Value {
    let functions = |ranking: &Ranking| -> Value {
        let one = |f: &BTreeMap<Location, Poly>| -> Value {
            f.iter().map(|(l, p)| (system.location(*l).to_owned(), json!(show(system, p)))).collect()
        };
        ranking.functions.iter().map(one).collect()
    };
    let atoms = |atoms: &[Atom]| -> Vec<String> { atoms.iter().map(|a| system.show(a)).collect() };
    match verdict {
        Verdict::Terminates(certificate) => json!({
            "format_version": FORMAT_VERSION,
            "file": file,
            "verdict": "terminates",
            "components": components(system, certificate).iter().map(|(cuts, rankings)| json!({
                "invariants": cuts.iter().map(|l| (system.location(*l).to_owned(), json!(atoms(&certificate.invariants[l])))).collect::<Value>(),
                "rankings": rankings.iter().map(|r| functions(r)).collect::<Value>(),
            })).collect::<Value>(),
        }),
        Verdict::Runs(Endless::Lasso(lasso)) => json!({
            "format_version": FORMAT_VERSION,
            "file": file,
            "verdict": "endless",
            "start": state(system, &lasso.start),
            "steps": steps(&lasso.steps, &ToString::to_string),
            "back": lasso.back,
        }),
        Verdict::Runs(Endless::Closed(closed)) => json!({
            "format_version": FORMAT_VERSION,
            "file": file,
            "verdict": "endless",
            "start": state(system, &closed.start),
            "steps": steps(&closed.stem, &ToString::to_string),
            "location": system.location(closed.location),
            "set": atoms(&closed.set),
            "cycle": steps(&closed.cycle, &|p| show(system, p)),
        }),
        Verdict::Unknown(reason) => {
            let (why, help) = reason_text(system, reason);
            json!({
                "format_version": FORMAT_VERSION,
                "file": file,
                "verdict": "unknown",
                "reason": why,
                "help": help,
            })
        }
    }
}

fn state(system: &System, state: &State) -> Value {
    let values = system.variables.iter().zip(&state.values);
    let values: Value = values.map(|(name, value)| (name.clone(), json!(value.to_string()))).collect();
    json!({ "location": system.location(state.location), "values": values })
}

/// Steps: the line of the rule would not distinguish alternatives, so its number is given; then its free values.
fn steps<T>(steps: &[(usize, Vec<T>)], show: &dyn Fn(&T) -> String) -> Value {
    steps
        .iter()
        .map(|(rule, free)| json!({ "rule": rule, "free": free.iter().map(show).collect::<Vec<_>>() }))
        .collect()
}
