//! Systems as text, in the format that [`super::rules`] reads.

use crate::its::{System, Var};
use std::fmt::Write;

/// A system in KoAT's format. Free values are called `free1`, `free2`, …; other names are changed where they could not be read again.
#[must_use]
pub fn print(system: &System) -> String {
    let variables = names(&system.variables, "v");
    let locations = names(&system.locations, "l");
    let name =
        |v: Var| variables.get(v).cloned().unwrap_or_else(|| format!("free{}", v + 1 - variables.len()));
    let list = variables.join(", ");
    let starts: Vec<&str> = system.starts.iter().map(|l| locations[*l].as_str()).collect();
    let mut text = format!(
        "(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS {}))\n(VAR {})\n(RULES\n",
        starts.join(" "),
        variables.join(" ")
    );
    for rule in &system.rules {
        let update: Vec<String> = rule.update.iter().map(|poly| poly.show(&name)).collect();
        let guard: Vec<String> = rule.guard.iter().map(|atom| atom.show(&name)).collect();
        let colon = if guard.is_empty() { "" } else { " :|: " };
        let _ = writeln!(
            text,
            "  {}({list}) -> Com_1({}({})){colon}{}",
            locations[rule.source],
            locations[rule.target],
            update.join(", "),
            guard.join(" && ")
        );
    }
    text + ")\n"
}

/// Names that can be read again, each another one.
fn names(names: &[String], letter: &str) -> Vec<String> {
    let word = |name: &str| {
        name.starts_with(|c: char| c.is_alphabetic() || c == '_')
            && name.chars().all(|c| c.is_alphanumeric() || c == '_')
            && !["true", "false", "and", "or", "not", "TRUE", "FALSE", "brandom"].contains(&name)
            && !name.starts_with("free")
            && !name.starts_with("Com_")
    };
    let all = names.iter().all(|name| word(name));
    (1..).zip(names).map(|(n, name)| if all { name.clone() } else { format!("{letter}{n}") }).collect()
}
