//! Sizes that are tried when no launch is given.
//!
//! A kernel can be right at one block size and wrong at another, so without a launch nothing is proved. But most kernels show which sizes
//! they are made for: how many dimensions of `%tid` they read, and the bound that they declare. A few blocks of that shape are checked as
//! if each had been asked for, within a small number of steps. A bug that is seen there is one: it is reported with its launch. What is
//! proved there is listed, and the verdict stays `unknown`.
//!
//! A failure at a size may be no more than a launch that is never made. So sizes at which an access leaves its object do
//! not count, and where barriers name a number of threads, a kernel is refuted only if each size that counts refutes it.

use crate::confirm::limits::STEPS_OF_TRIED;
use crate::evidence::{Evidence, Ledger, Standing, rule};
use crate::methods::one_run;
use crate::observe::Observer;
use crate::options::{CtaChoice, Extent, Options};
use crate::subject::ends::Ends;
use crate::subject::input::Input;
use crate::subject::launch::launch_of;
use crate::words::closing;
use crate::words::launch::reported;
use raddle_ir::{Function, InstKind, Language, Special};
use raddle_launch::LaunchSpace;
use raddle_report::{Diagnostic, KernelReport, Launch, Property, Rule, Severity, Terms, Tried, Unknown};
use std::time::Instant;

/// What trying says of these properties, and the sizes, which are added to the report of the kernel with the results for those `asked`.
///
/// # Errors
/// When an argument is wrong.
pub(crate) fn check(
    input: &Input,
    function: &Function,
    options: &Options,
    (properties, asked): (&[Property], &[Property]),
    (observer, ends): (&Observer, &Ends<'_>),
    report: &mut KernelReport,
) -> Result<Ledger, Vec<Diagnostic>> {
    let tries = tries(input, function, options, properties, (observer, ends))?;
    let mut ledger = Ledger::new(properties);
    for &property in properties {
        let evidence = match refuted(function, input.terms(), &tries, property) {
            Some(findings) => Evidence::Shown { findings },
            None => Evidence::open(unknown(&report.name, input.terms(), &tries, property)),
        };
        ledger.record(property, evidence);
    }
    report.tried = tries.iter().map(|one| tried(one, asked, input.terms())).collect();
    Ok(ledger)
}

/// A size that was tried.
struct Try {
    launch: Launch,
    /// Does no access leave its object?
    fits: bool,
    /// Is something assumed of which it is unknown whether it held?
    takes_for_granted: bool,
    ledger: Ledger,
}

/// Checks one size after the other; none after one that is too long to follow.
fn tries(
    input: &Input,
    function: &Function,
    options: &Options,
    properties: &[Property],
    (observer, ends): (&Observer, &Ends<'_>),
) -> Result<Vec<Try>, Vec<Diagnostic>> {
    // A wrong argument is an error even where there is no size to try.
    launch_of(&input.module, function, [1; 3], &options.launch)?;
    let blocks = blocks(input.module.language, function);
    let mut tries = Vec::new();
    for (nth, &block) in blocks.iter().enumerate() {
        let share = |end: Instant| {
            let now = Instant::now();
            now + end.saturating_duration_since(now) / (blocks.len() - nth) as u32
        };
        let mut options = options.clone();
        options.run.limit(STEPS_OF_TRIED);
        options.time.deadline = options.time.deadline.map(share);
        if options.launch.cta == CtaChoice::All {
            options.launch.cta = CtaChoice::Default;
        }
        let launch = launch_of(&input.module, function, block, &options.launch)?;
        let checked = one_run::check(input, function, &launch, &options, properties, observer, ends)?;
        let too_long = checked.ledger.entries().any(|entry| rule(&entry) == Some(Rule::UnknownLimit));
        tries.push(Try {
            launch: reported(function, &launch, checked.ctas, &options),
            fits: !checked.out_of_bounds,
            takes_for_granted: checked.takes_for_granted,
            ledger: checked.ledger,
        });
        if too_long {
            break;
        }
    }
    Ok(tries)
}

/// The shape that the kernel reads, in sizes that are commonly launched: first the bound that it declares.
fn blocks(language: Language, function: &Function) -> Vec<Extent> {
    let most = LaunchSpace::of(language, function.bounds).most_threads();
    let usual: &[Extent] = match dimensions(function) {
        1 => &[[32, 1, 1], [64, 1, 1], [128, 1, 1], [256, 1, 1]],
        2 => &[[8, 8, 1], [16, 16, 1], [32, 8, 1], [32, 32, 1]],
        _ => &[[4, 4, 4], [8, 8, 4], [8, 8, 8]],
    };
    let mut blocks = Vec::new();
    // A kernel that bounds the block is meant for that many threads.
    if function.bounds.max_threads.is_some() && dimensions(function) == 1 {
        blocks.push([most, 1, 1]);
    }
    let fits = |block: &&Extent| block.iter().product::<u32>() <= most;
    for &block in usual.iter().filter(fits) {
        if !blocks.contains(&block) {
            blocks.push(block);
        }
    }
    if blocks.is_empty() {
        blocks.push([most, 1, 1]);
    }
    blocks
}

/// How many dimensions of the block the kernel reads.
fn dimensions(function: &Function) -> u8 {
    let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    let read = insts.filter_map(|&inst| match function.insts[inst].kind {
        InstKind::Special(Special::Tid(dimension) | Special::Ntid(dimension)) => Some(dimension + 1),
        _ => None,
    });
    read.max().unwrap_or(1)
}

/// Do barriers name a number of threads?
fn names_threads(function: &Function) -> bool {
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.any(|&inst| matches!(&function.insts[inst].kind, InstKind::Barrier(b) if b.count.is_some()))
}

/// The result of the first size that refutes the property, if that says something of the kernel.
fn refuted(function: &Function, terms: &Terms, tries: &[Try], property: Property) -> Option<Vec<Diagnostic>> {
    // What one size does not need, another one may.
    if property == Property::RedundantBarrier {
        return None;
    }
    let refutes = |one: &&Try| one.ledger.standing(property).is_shown();
    let mut counts = tries.iter().filter(|one| one.fits && !one.takes_for_granted);
    if names_threads(function) && !counts.clone().all(|one| refutes(&one)) {
        return None;
    }
    let first = counts.find(refutes)?;
    let mut findings = first.ledger.entry(property)?.findings;
    let size = first.launch.block.map_or_else(String::new, |block| format!("{} {block}", terms.block_size));
    for finding in &mut findings {
        if finding.severity == Severity::Error {
            finding.notes.insert(0, format!("no launch was given; this was found with {size}"));
            // What would help there may do harm at another size.
            finding.help.clear();
        }
    }
    Some(findings)
}

fn tried(one: &Try, asked: &[Property], terms: &Terms) -> Tried {
    let entries = closing::closed(&one.ledger, asked, terms);
    let with = |is: &dyn Fn(&Standing) -> bool| -> Vec<Property> {
        let of_it = entries.iter().filter(|entry| asked.contains(&entry.property) && is(&entry.standing));
        of_it.map(|entry| entry.property).collect()
    };
    Tried {
        launch: one.launch.clone(),
        out_of_bounds: !one.fits,
        proved: with(&Standing::is_proved),
        refuted: with(&Standing::is_shown),
        unknown: with(&Standing::is_open),
    }
}

/// The launch is not given. Where trying met the same obstacle at each size, giving one will not be enough.
fn unknown(name: &str, terms: &Terms, tries: &[Try], property: Property) -> Unknown {
    let mut obstacles = tries.iter().map(|one| match one.ledger.standing(property) {
        Standing::Open(unknown)
            if !matches!(unknown.rule, Rule::UnknownPrerequisite | Rule::UnknownOutOfBounds) =>
        {
            Some(unknown)
        }
        _ => None,
    });
    let first = obstacles.next().flatten();
    let same = |other: &Unknown| {
        first
            .as_ref()
            .is_some_and(|first| (&other.reason, &other.location) == (&first.reason, &first.location))
    };
    let is_shared = obstacles.all(|other| other.as_ref().is_some_and(same));
    let shared = first.filter(|_| is_shared);
    let reason = format!("no {} is given for `{name}`", terms.block_size);
    let mut unknown = match shared {
        Some(shared) => Unknown {
            rule: Rule::UnknownLaunch,
            reason: format!("{reason}; at the sizes that were tried, {}", shared.reason),
            proved: None,
            // With a size, all methods are asked.
            help: Vec::new(),
            ..shared
        },
        None => Unknown::new(Rule::UnknownLaunch, reason),
    };
    unknown.help.insert(
        0,
        format!("pass {}, the number of {} per {}", terms.option_block, terms.threads, terms.block),
    );
    unknown
}
