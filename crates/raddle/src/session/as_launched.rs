//! A launch in the source is checked for all arguments, and, where that leaves something open, for those that it passes.

use crate::observe::Observer;
use crate::options::{Key, Options};
use crate::subject::host::shown;
use raddle_ir::Function;
use raddle_report::words::list;
use raddle_report::{Diagnostic, KernelReport, PropertyResult, Verdict};
use std::time::Instant;

/// Checks a kernel with some options.
pub(super) type Results<'a> = dyn Fn(&Options, &Observer) -> Result<KernelReport, Vec<Diagnostic>> + 'a;

/// The results for all arguments, or for those that are `passed` at the launch, whichever says more of the launch; with the options. Of the time for
/// the kernel, half is for all arguments.
///
/// # Errors
/// As those of `results`.
pub(super) fn results(
    function: &Function,
    options: &Options,
    passed: &[(Key, String)],
    observer: &Observer,
    results: &Results<'_>,
) -> Result<(KernelReport, Options), Vec<Diagnostic>> {
    if passed.is_empty() {
        return Ok((results(options, observer)?, options.clone()));
    }
    let mut half = options.clone();
    half.time.deadline = options.time.deadline.map(|end| {
        let now = Instant::now();
        now + end.saturating_duration_since(now) / 2
    });
    let mut of_all = results(&half, observer)?;
    if is_proved(&of_all) && !has_conditions(&of_all) {
        return Ok((of_all, options.clone()));
    }
    let mut here = options.clone();
    here.launch.args.extend(passed.iter().cloned());
    let beside = observer.beside();
    let mut of_passed = results(&here, &beside)?;
    observer.take(&beside);
    let told = |(key, value): &(Key, String)| format!("`{}` = {value}", shown(function, key));
    let passes = format!("the launch passes {}", list(&passed.iter().map(told).collect::<Vec<_>>()));
    let [all, one] = [&of_all, &of_passed].map(KernelReport::tally);
    if is_proved(&of_all) && is_proved(&of_passed) && !has_conditions(&of_passed) {
        of_all.notes.push(format!("{passes}, with which no condition is needed"));
        return Ok((of_all, options.clone()));
    }
    // What goes wrong for these arguments is what goes wrong at the launch. What goes wrong for others counts unless it is proved for these.
    let is_refuted = |verdict: &Verdict| matches!(verdict, Verdict::Refuted { .. });
    let is_gone = |one: &PropertyResult| {
        let same = of_passed.results.iter().find(|other| other.property == one.property);
        same.is_some_and(|other| matches!(other.verdict, Verdict::Proved { .. }))
    };
    let stays = of_all.results.iter().any(|one| is_refuted(&one.verdict) && !is_gone(one));
    if one.refuted > 0 || !stays && (all.refuted > 0 || one.proved > all.proved || is_proved(&of_passed)) {
        let others = match (all.refuted, one.refuted) {
            (1.., 0) => "; with other arguments there is a bug, which --block and --grid show",
            _ => "",
        };
        of_passed.notes.push(format!("{passes}{others}"));
        return Ok((of_passed, here));
    }
    if stays {
        of_all.notes.push(format!("{passes}: whether the bug is there with them is unknown"));
    }
    Ok((of_all, options.clone()))
}

/// Is all proved that is asked?
fn is_proved(report: &KernelReport) -> bool {
    report.results.iter().all(|one| matches!(one.verdict, Verdict::Proved { .. }))
}

/// Is something proved under a condition on the inputs?
fn has_conditions(report: &KernelReport) -> bool {
    let conditional =
        |verdict: &Verdict| matches!(verdict, Verdict::Proved { scope } if !scope.conditions.is_empty());
    report.results.iter().any(|one| conditional(&one.verdict))
}
