//! The other commands: `run`, `replay`, `ir`, `list`, `doctor`, `lockstep`, `terminate`, `explain`.

use crate::args::{Ir, List, Lockstep, Replay, Run, Terminate};
use crate::output;
use raddle_report::{Diagnostic, Report, Rule, human, json};
use std::collections::BTreeMap;

/// Prints input errors as `check` would; the exit code.
fn fail(errors: Vec<Diagnostic>, sources: &BTreeMap<String, String>) -> u8 {
    let mut report = Report::new(env!("CARGO_PKG_VERSION"), Vec::new());
    report.errors = errors;
    output::print(&human::render(&report, sources, output::style()));
    report.exit_code().code()
}

/// `raddle ir`
pub fn ir(ir: &Ir) -> u8 {
    match raddle::ir_text(&ir.file, &ir.kernel, ir.prepared, &ir.source.options()) {
        Ok(text) => {
            output::print(&text);
            0
        }
        Err(failed) => fail(failed.errors, &failed.sources),
    }
}

/// `raddle list`
pub fn list(list: &List) -> u8 {
    match raddle::list(&list.file, &list.source.options()) {
        Ok(text) => {
            output::print(&text);
            0
        }
        Err(failed) => fail(failed.errors, &failed.sources),
    }
}

/// `raddle doctor`
pub fn doctor() -> u8 {
    let found = raddle::doctor();
    let mut lines = vec![format!("raddle {}", env!("CARGO_PKG_VERSION"))];
    for one in &found {
        lines.push(format!("{} {}", one.name, one.purpose));
        lines.push(match &one.there {
            Ok(what) => format!("  {what}"),
            Err(help) => format!("  missing: {help}"),
        });
    }
    lines.push("PTX files need none of the compilers".to_owned());
    output::print(&lines.join("\n"));
    u8::from(found.iter().any(|one| one.needed && one.there.is_err())) * 3
}

/// `raddle lockstep`
pub fn lockstep(lockstep: &Lockstep) -> u8 {
    let options = lockstep.source.options();
    match raddle::lockstep_text(&lockstep.file, &lockstep.kernel, lockstep.emit(), &options) {
        Ok(text) => {
            output::print(&text);
            0
        }
        Err(failed) => fail(failed.errors, &failed.sources),
    }
}

/// `raddle terminate`
pub fn terminate(terminate: &Terminate) -> u8 {
    if terminate.emit.is_some() {
        let options = terminate.source.options();
        return match raddle::systems_text(&terminate.file, &terminate.kernel, &options) {
            Ok(text) => {
                output::print(&text);
                0
            }
            Err(failed) => fail(failed.errors, &failed.sources),
        };
    }
    match raddle::terminate(&terminate.file, terminate.timeout, terminate.format()) {
        Ok(ran) => {
            output::print(&ran.text);
            ran.exit_code
        }
        Err(failed) if terminate.format() == raddle::TerminationFormat::Json => {
            let mut report = Report::new(env!("CARGO_PKG_VERSION"), Vec::new());
            report.errors = failed.errors;
            output::print(&json::render(&report));
            report.exit_code().code()
        }
        Err(failed) => fail(failed.errors, &failed.sources),
    }
}

/// `raddle run`
pub fn run(run: &Run) -> u8 {
    match raddle::run(&run.file, &run.launch.options(&run.source), run.show) {
        Ok(ran) => {
            output::print(&ran.text);
            ran.exit_code
        }
        Err(failed) => fail(failed.errors, &failed.sources),
    }
}

/// `raddle replay`
pub fn replay(replay: &Replay) -> u8 {
    match raddle::replay(&replay.witness) {
        Ok(replayed) => {
            output::print(&replayed.text);
            replayed.exit_code
        }
        Err(failed) => fail(failed.errors, &failed.sources),
    }
}

/// `raddle explain`
pub fn explain(rule: Option<&str>) -> u8 {
    let Some(id) = rule else {
        output::print(&summaries(Rule::ALL));
        return 0;
    };
    let of_group = |rule: &Rule| rule.id().strip_prefix(id).is_some_and(|rest| rest.starts_with('/'));
    let group: Vec<Rule> = Rule::ALL.iter().copied().filter(of_group).collect();
    match Rule::by_id(id) {
        Some(rule) => {
            output::print(&rule.explanation());
            0
        }
        None if !group.is_empty() => {
            output::print(&summaries(&group));
            0
        }
        None => {
            let error = Diagnostic::new(Rule::InputCommandLine, format!("there is no rule `{id}`"))
                .help("`raddle explain` lists all rules");
            fail(vec![error], &BTreeMap::new())
        }
    }
}

/// Rules, a line for each.
fn summaries(rules: &[Rule]) -> String {
    let width = rules.iter().map(|rule| rule.id().len()).max().unwrap_or(0);
    let lines: Vec<String> =
        rules.iter().map(|rule| format!("{:width$}  {}", rule.id(), rule.summary())).collect();
    lines.join("\n")
}
