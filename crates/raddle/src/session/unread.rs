//! Reports of kernels that were not looked at.

use crate::options::{DEFAULT_PROPERTIES, Options};
use crate::subject::input::Input;
use crate::subject::load::late;
use crate::subject::names;
use crate::words::launch::as_given;
use raddle_ir::Func;
use raddle_report::{KernelReport, Language, Property, PropertyResult, Rule, StageName, Unknown};
use std::path::Path;

/// Why it was not looked at.
pub(super) enum Why {
    /// There was no time for this.
    Late(StageName),
    /// The run was stopped.
    Stopped,
}

/// The reports of the kernels of a file that was not read: of those that were asked for, of all that are known, or of all
/// there may be.
pub(super) fn kernels(file: &str, kernels: &[String], options: &Options, why: &Why) -> Vec<KernelReport> {
    let is_meant = |raw: &&String| {
        let named = |names: &[String]| names.contains(raw) || names.contains(&names::source_name(raw));
        (options.which.kernels.is_empty() || named(&options.which.kernels)) && !named(&options.which.except)
    };
    let known: Vec<&String> = kernels.iter().filter(is_meant).collect();
    let raw = if known.is_empty() { options.which.kernels.iter().collect() } else { known };
    let report_of = |name: String| {
        let report = KernelReport::new(name, file.to_owned(), as_given(None, options));
        report.language(language_of(file))
    };
    if raw.is_empty() {
        return vec![unknown(report_of("(all kernels)".to_owned()), options, why)];
    }
    let report_of = |raw: &String| report_of(names::source_name(raw)).raw_name(raw.clone());
    raw.into_iter().map(|raw| unknown(report_of(raw), options, why)).collect()
}

/// The report of a kernel that was read, but not looked at.
pub(super) fn kernel(input: &Input, func: Func, options: &Options, why: &Why) -> KernelReport {
    let function = &input.module.functions[func];
    let launch = as_given(Some(function), options);
    let report = KernelReport::new(names::source_name(&function.name), input.file.clone(), launch);
    let report = report.raw_name(function.name.clone()).language(input.terms().language);
    unknown(report, options, why)
}

/// The language of a file that was not read, by its name.
fn language_of(file: &str) -> Language {
    match raddle_compile::Language::of(Path::new(file)) {
        Some(raddle_compile::Language::Cuda) => Language::Cuda,
        Some(raddle_compile::Language::OpenCl) => Language::OpenCl,
        None => Language::Ptx,
    }
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
