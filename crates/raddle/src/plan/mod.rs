//! The plan: which methods are asked of a prepared kernel, and in which order.
//!
//! [`termination`] is asked of one thread, and needs no launch. For threads together it depends on the block size:
//! - given: a block is run on the reference machine, and what the run leaves open is asked of two threads, for all inputs ([`improve`]); of a
//!   large grid, blocks are run one by one only where one that represents all and two threads leave something open ([`many`]);
//! - free, or too large for a run: two threads are asked ([`free`]);
//! - not given: two threads are asked of every size, and some are [tried](tries).
//!
//! What is open then is tried at a few [launches with all inputs chosen](concrete), if the block size is given, and in the [first
//! rounds](unwound) of loops.
//!
//! What each method says is evidence in one [`Ledger`], which [`closing`] turns into results.

use crate::confirm::concrete;
use crate::evidence::{Evidence, Ledger};
use crate::methods::termination;
use crate::methods::two_threads::Asked;
use crate::observe::Observer;
use crate::options::{CtaChoice, DEFAULT_PROPERTIES, Options};
use crate::plan::limits::{PART_OF_LOOPS, SHORT};
use crate::plan::tries::Unsized;
use crate::subject::ends::{Ends, heads};
use crate::subject::input::Input;
use crate::subject::known_sizes::Known;
use crate::subject::launch::{block_of, fixed, launch_at, least, space_of};
use crate::subject::limits::sizes;
use crate::subject::{contracts, names};
use crate::words::closing;
use crate::words::launch::{
    reported, reported_options, required, ruled_out, too_large, too_large_grid, too_much_shared,
};
use crate::words::loops::notes::NO_LOOPS;
use raddle_ir::Function;
use raddle_launch::LaunchSpace;
use raddle_machine::launch::MOST_RUN;
use raddle_report::{Ctas, Diagnostic, KernelReport, Property, StageName, Verdict};
use std::time::Instant;

mod free;
mod improve;
mod limits;
mod many;
mod tries;
mod unwound;

/// The methods that are asked of a kernel at the launches of the question.
struct Plan<'a> {
    asked: Asked<'a>,
}

/// The default properties if the user names none: races, barriers and termination; contracts where there are any; and bounds of objects of
/// known size, where there are any.
fn meant(function: &Function, options: &Options, sizes: &Known) -> Vec<Property> {
    let mut all = [&DEFAULT_PROPERTIES[..], &contracts::properties(function, &options.ask)].concat();
    if sizes.are_some() {
        all.push(Property::Bounds);
    }
    all.push(Property::Termination);
    all
}

/// The properties that proofs of these may stand on.
fn with_premises(asked: &[Property]) -> Vec<Property> {
    let is_asked = |property: &&Property| !asked.contains(property);
    asked.iter().chain(DEFAULT_PROPERTIES.iter().filter(is_asked)).copied().collect()
}

/// The options where a grid is given: then every block of it is checked. Which barriers are needed is asked of one block.
fn of_grid(options: &Options, properties: &[Property]) -> Options {
    let several = options.launch.grid.and_then(fixed).is_some_and(|grid| grid != [1; 3]);
    let mut options = options.clone();
    if several
        && options.launch.cta == CtaChoice::Default
        && !properties.contains(&Property::RedundantBarrier)
    {
        options.launch.cta = CtaChoice::All;
    }
    options
}

/// The options for termination: where more is asked, it has a part of the time only.
fn for_loops(options: &Options, beside: bool) -> Options {
    let mut options = options.clone();
    if let Some(end) = options.time.deadline.filter(|_| beside) {
        let now = Instant::now();
        options.time.deadline = Some(now + end.saturating_duration_since(now) / PART_OF_LOOPS);
    }
    options
}

/// The options for threads together: where a loop is known not to terminate, a long run would most likely only stay in it.
fn for_threads(options: &Options, ended: Option<&Evidence>) -> Options {
    let mut options = options.clone();
    if matches!(ended, Some(Evidence::Shown { .. })) {
        options.run.step_limit.get_or_insert(SHORT);
    }
    options
}

/// What is known of a kernel, as a report.
///
/// # Errors
/// When the launch or an argument is wrong.
pub(crate) fn results(
    input: &Input,
    function: &Function,
    options: &Options,
    observer: &Observer,
) -> Result<KernelReport, Vec<Diagnostic>> {
    let space = &space_of(&input.module, function, &options.launch)?;
    let accessed = &Known::of(&input.module, function, &space.buffers, space.dynamic_shared);
    let meant = meant(function, options, accessed);
    let asked = options.ask.properties.clone().unwrap_or_else(|| meant.clone());
    let options = &of_grid(options, &asked);
    // One thread is enough to decide whether it terminates, and no launch is needed.
    let of_threads: Vec<Property> = asked.iter().copied().filter(|&p| p != Property::Termination).collect();
    let of_loops = &for_loops(options, !of_threads.is_empty());
    let terminates = || {
        observer.measure(StageName::Termination, || termination::terminates(input, function, space, of_loops))
    };
    let ended = asked.contains(&Property::Termination).then(terminates).transpose()?;
    let known = ended.as_ref().map(|ended| ended.open.clone());
    let ends = &Ends::by(|| {
        let now = || terminates().map_or_else(|_| heads(function), |ended| ended.open);
        known.clone().unwrap_or_else(now)
    });
    let (mut report, of_threads) = if of_threads.is_empty() {
        let mut launch = raddle_report::Launch::not_given().ctas(space.cta.into());
        launch.block = block_of(function, &options.launch).map(sizes);
        launch.requires = required(options);
        launch.options = reported_options(options);
        let report = report_on(input, function, launch);
        (report, Ledger::new(&[]))
    } else {
        let options = &for_threads(options, ended.as_ref().map(|ended| &ended.evidence));
        self::of_threads(input, function, (space, options), (observer, ends), &of_threads)?
    };
    let mut ledger = Ledger::new(&with_premises(&asked));
    ledger.absorb(&of_threads);
    if let Some(ended) = ended {
        ledger.record(Property::Termination, ended.evidence);
        report.notes.extend(ended.notes);
    }
    report.results = closing::results(&ledger, &asked, input.terms());
    // Without loops a kernel may still not terminate: its proof may have fallen.
    let terminates = report.results.iter().any(|result| {
        result.property == Property::Termination && matches!(result.verdict, Verdict::Proved { .. })
    });
    if !terminates {
        report.notes.retain(|note| note != NO_LOOPS);
    }
    report.notes.extend(closing::conflicts(&ledger));
    report.without_sizes =
        options.ask.properties.is_none() && !asked.contains(&Property::Bounds) && !accessed.are_all();
    report.not_asked = meant.into_iter().filter(|property| !asked.contains(property)).collect();
    Ok(report)
}

/// The report on a kernel, with nothing in it yet.
fn report_on(input: &Input, function: &Function, launch: raddle_report::Launch) -> KernelReport {
    KernelReport::new(names::source_name(&function.name), input.file.clone(), launch)
        .raw_name(function.name.clone())
        .language(input.terms().language)
}

/// What is known of the properties of threads together, and of those that they depend on.
fn of_threads(
    input: &Input,
    function: &Function,
    (space, options): (&LaunchSpace, &Options),
    (observer, ends): (&Observer, &Ends<'_>),
    asked: &[Property],
) -> Result<(KernelReport, Ledger), Vec<Diagnostic>> {
    let properties = &with_premises(asked)[..];
    let report_of = |launch| report_on(input, function, launch);
    let Some(block) = block_of(function, &options.launch) else {
        let mut launch = raddle_report::Launch::not_given();
        launch.requires = required(options);
        launch.options = reported_options(options);
        let mut report = report_of(launch);
        let ledger =
            Unsized { input, function, options, properties, asked, observer, ends }.check(&mut report)?;
        return Ok((report, ledger));
    };
    let launch = launch_at(&input.module, function, space, least(block), options.launch.cta)?;
    let asked = Asked { input, function, launch: &launch, space, options, properties: asked, observer, ends };
    let plan = Plan { asked };
    let is_run = fixed(block).is_some() && launch.threads() <= MOST_RUN;
    let at_once = if is_run { plan.all_ctas_at_once(properties)? } else { None };
    let mut of_one = false;
    let (mut checked, reasoning, endless) = match at_once {
        Some(all) if all.is_whole() => {
            of_one = all.refutes();
            (all.checked, all.reasoning, None)
        }
        at_once if is_run => {
            let (mut checked, reasoning, endless) = plan.with_a_run(properties)?;
            of_one = at_once.is_some_and(|all| all.add_to(&mut checked.ledger));
            (checked, reasoning, endless)
        }
        _ => {
            let (checked, reasoning) = plan.without_a_run(properties);
            (checked, reasoning, None)
        }
    };
    concrete::show(&plan.asked, &plan.needed(&checked.ledger), &mut checked);
    plan.unwound(&mut checked);
    // For one block, the report states what was asked about that block.
    if options.launch.cta == CtaChoice::Default && matches!(checked.ctas, Ctas::One(_)) {
        checked.ctas = Ctas::All;
    }
    let mut reported = reported(function, &launch, checked.ctas, options);
    reported.block = Some(sizes(block));
    let mut report = report_of(reported);
    if options.also.explain {
        if reasoning.is_none() {
            let threads = input.terms().threads;
            report.notes.push(format!("two {threads} were not compared for all inputs"));
        }
        report.reasoning = reasoning;
    }
    if of_one {
        let block = input.terms().block;
        report.notes.push(format!(
            "stopped at a bug in one {block} or between two; fix it and run again to check the rest"
        ));
    }
    if let Some(reason) = endless {
        report.notes.push(format!("{reason}; the proofs do not depend on it"));
    }
    report.notes.extend(too_large(input.module.language, &launch));
    report.notes.extend(too_large_grid(input.module.language, &launch));
    if fixed(block).is_some() {
        report.notes.extend(ruled_out(input.module.language, function, launch.block));
    }
    report.notes.extend(too_much_shared(&input.module, function, &launch));
    Ok((report, checked.ledger))
}
