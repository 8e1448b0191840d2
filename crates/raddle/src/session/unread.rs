//! Reports of kernels that were not checked.

use crate::options::{DEFAULT_PROPERTIES, Options};
use crate::subject::load::late;
use crate::subject::names;
use crate::words::launch::reported_options;
use raddle_report::{KernelReport, Language, Property, PropertyResult, Rule, StageName, Unknown};
use std::path::Path;

/// Why it was not checked.
pub(super) enum Why {
    /// The time was over before this stage.
    Late(StageName),
    /// The run was stopped.
    Stopped,
}

/// The reports of the kernels of a file that there was no time to read: of those that were asked for, of all that are known, or of all
/// there may be.
pub(super) fn kernels(file: &str, kernels: &[String], options: &Options, why: &Why) -> Vec<KernelReport> {
    let is_meant = |raw: &&String| {
        let named = |names: &[String]| names.contains(raw) || names.contains(&names::source_name(raw));
        (options.which.kernels.is_empty() || named(&options.which.kernels)) && !named(&options.which.except)
    };
    let known: Vec<&String> = kernels.iter().filter(is_meant).collect();
    let raw = if known.is_empty() { options.which.kernels.iter().collect() } else { known };
    if raw.is_empty() {
        let report = KernelReport::new("(all kernels)".to_owned(), file.to_owned(), no_launch(options));
        return vec![unknown(report.language(language_of(file)), options, why)];
    }
    raw.into_iter().map(|raw| kernel(file, raw, options, why)).collect()
}

/// The report of a kernel that was not checked.
pub(super) fn kernel(file: &str, raw: &str, options: &Options, why: &Why) -> KernelReport {
    let report = KernelReport::new(names::source_name(raw), file.to_owned(), no_launch(options));
    unknown(report.raw_name(raw.to_owned()).language(language_of(file)), options, why)
}

/// The language of a file that was not read, by its name.
fn language_of(file: &str) -> Language {
    match raddle_compile::Language::of(Path::new(file)) {
        Some(raddle_compile::Language::Cuda) => Language::Cuda,
        Some(raddle_compile::Language::OpenCl) => Language::OpenCl,
        None => Language::Ptx,
    }
}

fn no_launch(options: &Options) -> raddle_report::Launch {
    let mut launch = raddle_report::Launch::not_given();
    launch.options = reported_options(options);
    launch
}

/// The report with each property unknown for this reason.
fn unknown(report: KernelReport, options: &Options, why: &Why) -> KernelReport {
    let properties = options.ask.properties.clone();
    let properties =
        properties.unwrap_or_else(|| [&DEFAULT_PROPERTIES[..], &[Property::Termination]].concat());
    let (reason, help) = match why {
        Why::Late(stage) => (late(*stage), "raise --timeout"),
        Why::Stopped => ("the run was stopped before this kernel was checked".to_owned(), "run it again"),
    };
    let unknown = Unknown::new(Rule::UnknownLimit, reason).help(help);
    let results = properties.iter().map(|&property| PropertyResult::unknown(property, unknown.clone()));
    results.fold(report, KernelReport::result)
}
