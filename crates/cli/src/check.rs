//! `raddle check`: every kernel of every file, one report.

use crate::args::{Check, Format};
use crate::graph;
use crate::output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use raddle_report::{Report, human, json, sarif};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::time::Duration;

/// Checks and prints; returns the exit code.
pub fn run(check: &Check) -> u8 {
    let options = check.options();
    let mut report = Report::new(env!("CARGO_PKG_VERSION"), Vec::new());
    let mut sources = BTreeMap::new();
    let mut graphs = Vec::new();
    let bar = progress();
    for (number, file) in check.files.iter().enumerate() {
        if check.files.len() > 1 {
            bar.set_prefix(format!("[{}/{}] ", number + 1, check.files.len()));
        }
        let show = |what: &str| bar.set_message(what.to_owned());
        let checked = raddle::check(file, &options, &show);
        report.inputs.extend(checked.report.inputs);
        report.errors.extend(checked.report.errors);
        report.kernels.extend(checked.report.kernels);
        report.notes.extend(checked.report.notes);
        sources.extend(checked.sources);
        graphs.extend(checked.graphs);
        if let Some(more) = checked.report.statistics {
            let all = report.statistics.get_or_insert_default();
            all.files.extend(more.files);
            all.kernels.extend(more.kernels);
        }
    }
    bar.finish_and_clear();
    if let Some(file) = &check.graph {
        graph::write(file, &graphs, &mut report);
    }
    let text = match check.format {
        Format::Human => human::render(&report, &sources, output::style()),
        Format::Json => json::render(&report),
        Format::Sarif => sarif::render(&report),
    };
    output::print(&text);
    report.exit_code().code()
}

/// A spinner with what is being done, after half a second, on a terminal only.
fn progress() -> ProgressBar {
    if !std::io::stderr().is_terminal() {
        return ProgressBar::with_draw_target(None, ProgressDrawTarget::hidden());
    }
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {prefix}{msg} ({elapsed})") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(120));
    bar
}
