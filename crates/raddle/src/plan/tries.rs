//! No block size is given.
//!
//! First two threads are asked for [every size](Plan::without_a_run) in the dimensions that the kernel reads: what is proved so is proved. What may
//! go wrong at some size says little, as perhaps no launch has it.
//!
//! A kernel can be right at one block size and wrong at another, so what is left is not proved. But most kernels show which sizes
//! they are made for: how many dimensions of `%tid` they read, and the bound that they declare. A few blocks of that shape are run, within a
//! small number of steps, and where that leaves something open and shows no bug, the largest of them is checked as if it had been asked for. A bug that is
//! seen there is one: it is reported with its launch. What is proved there is listed, and the verdict stays `unknown`.
//!
//! A failure at a size may be no more than a launch that is never made. So sizes at which an access leaves its object do
//! not count, and where barriers name a number of threads, a kernel is refuted only if each size that counts refutes it.

use super::Plan;
use crate::confirm::concrete;
use crate::evidence::{Evidence, Ledger, Standing, rule};
use crate::methods::one_run;
use crate::methods::one_run::checked::Checked;
use crate::methods::two_threads::Asked;
use crate::observe::Observer;
use crate::options::{Extent, Options, Sizes};
use crate::plan::limits::STEPS_OF_TRIED;
use crate::subject::ends::Ends;
use crate::subject::input::Input;
use crate::subject::launch::{launch_at, launch_of, least, space_of};
use crate::subject::limits::sizes;
use crate::words::closing;
use crate::words::launch::reported;
use raddle_ir::{Function, InstKind, Language, Special};
use raddle_launch::LaunchSpace;
use raddle_machine::launch::Launch as RunLaunch;
use raddle_report::words::list;
use raddle_report::{
    Ctas, Diagnostic, KernelReport, Launch, Property, Rule, Severity, Terms, Tried, Unknown,
};
use std::time::Instant;

/// A kernel of which no block size is given.
pub(super) struct Unsized<'a> {
    pub(super) input: &'a Input,
    pub(super) function: &'a Function,
    pub(super) options: &'a Options,
    /// The properties that are asked, and those that they may stand on.
    pub(super) properties: &'a [Property],
    /// Those that are asked.
    pub(super) asked: &'a [Property],
    pub(super) observer: &'a Observer,
    pub(super) ends: &'a Ends<'a>,
}

impl Unsized<'_> {
    /// What is known of every size, and what trying some says of the rest. The sizes are added to the report.
    ///
    /// # Errors
    /// When an argument is wrong.
    pub(super) fn check(&self, report: &mut KernelReport) -> Result<Ledger, Vec<Diagnostic>> {
        // A wrong argument is an error even where there is no size to try.
        launch_of(&self.input.module, self.function, [1; 3], &self.options.launch)?;
        let (of_all, launch) = self.of_all()?;
        let closed = closing::closed(&of_all, self.asked, self.input.terms());
        if closed.iter().all(|entry| entry.standing.is_proved() || !self.asked.contains(&entry.property)) {
            report.launch = launch;
            report.notes.extend(self.note_of_flat_blocks());
            return Ok(of_all);
        }
        if self.asked.iter().any(|&property| of_all.standing(property).is_proved()) {
            report.notes.extend(self.note_of_flat_blocks());
        }
        let tries = self.tries()?;
        let mut ledger = Ledger::new(self.properties);
        ledger.doubt_as(&of_all);
        for &property in self.properties {
            if let Some(entry) = of_all.entry(property).filter(|entry| entry.standing.is_proved()) {
                ledger.record_entry(entry);
                continue;
            }
            let evidence = match refuted(self.function, self.input.terms(), &tries, property) {
                Some(findings) => Evidence::Shown { findings },
                None => Evidence::open(unknown(&report.name, self.input.terms(), &tries, property)),
            };
            ledger.record(property, evidence);
        }
        report.tried = tries.iter().map(|one| tried(one, self.asked, self.input.terms())).collect();
        Ok(ledger)
    }

    /// What two threads say of every size in the dimensions that the kernel reads, and these launches.
    fn of_all(&self) -> Result<(Ledger, Launch), Vec<Diagnostic>> {
        let mut options = self.options.clone();
        options.launch.cta = options.launch.cta.not_each();
        // Half of the time is for sizes that are tried.
        options.time.deadline = options.time.deadline.map(|end| part_of(end, 2));
        let block = self.any_size();
        options.launch.block = Some(block);
        let space = space_of(&self.input.module, self.function, &options.launch)?;
        let launch = launch_at(&self.input.module, self.function, &space, least(block), options.launch.cta)?;
        let (checked, _) = self.plan(&options, &space, &launch).without_a_run(self.properties);
        let mut launches = reported(self.function, &launch, Ctas::All, &options);
        launches.block = Some(sizes(block));
        Ok((checked.ledger, launches))
    }

    /// Every size that a launch may have: in the dimensions that the kernel reads, or as the host code says.
    fn any_size(&self) -> Sizes {
        let free = usize::from(dimensions(self.function));
        let read = std::array::from_fn(|dimension| (dimension >= free).then_some(1));
        self.options.launch.shape.unwrap_or(read)
    }

    /// That a block is thought to have one thread in the dimensions of which nothing is known, where proofs are about such blocks.
    fn note_of_flat_blocks(&self) -> Option<String> {
        let unread = usize::from(dimensions(self.function));
        let unread: Vec<&str> = ["x", "y", "z"].into_iter().skip(unread).collect();
        let Terms { block, thread, .. } = self.input.terms();
        (self.options.launch.shape.is_none() && !unread.is_empty()).then(|| {
            format!(
                "proofs for any size are about a {block} with one {thread} in {}, which the kernel does not read",
                list(&unread)
            )
        })
    }

    /// A launch by all methods.
    fn by_all_methods(&self, block: Extent) -> Result<Checked, Vec<Diagnostic>> {
        let mut options = self.options.clone();
        options.launch.block = Some(block.map(Some));
        options.launch.cta = options.launch.cta.not_each();
        let space = space_of(&self.input.module, self.function, &options.launch)?;
        let launch = launch_at(&self.input.module, self.function, &space, block, options.launch.cta)?;
        let plan = self.plan(&options, &space, &launch);
        let (mut checked, _, _) = plan.with_a_run(self.properties)?;
        concrete::show(&plan.asked, &plan.needed(&checked.ledger), &mut checked);
        Ok(checked)
    }

    fn plan<'p>(&'p self, options: &'p Options, space: &'p LaunchSpace, launch: &'p RunLaunch) -> Plan<'p> {
        let Self { input, function, observer, ends, asked, .. } = *self;
        Plan { asked: Asked { input, function, launch, space, options, properties: asked, observer, ends } }
    }

    /// Runs one size after the other; none after one that is too long to follow.
    fn tries(&self) -> Result<Vec<Try>, Vec<Diagnostic>> {
        let Self { input, function, properties, observer, ends, .. } = *self;
        let mut blocks = blocks(input.module.language, function);
        if let Some(shape) = self.options.launch.shape {
            let known = |block: &Extent| std::array::from_fn(|at| shape[at].unwrap_or(block[at]));
            blocks = blocks.iter().map(known).collect();
            blocks.dedup();
        }
        let mut tries = Vec::new();
        for (nth, &block) in blocks.iter().enumerate() {
            // One more part is for all methods.
            let parts = (blocks.len() + 1 - nth) as u32;
            let mut options = self.options.clone();
            options.run.limit(STEPS_OF_TRIED);
            options.time.deadline = options.time.deadline.map(|end| part_of(end, parts));
            options.launch.cta = options.launch.cta.not_each();
            let launch = launch_of(&input.module, function, block, &options.launch)?;
            let checked = one_run::check(input, function, &launch, &options, properties, observer, ends)?;
            let too_long = checked.ledger.entries().any(|entry| rule(&entry) == Some(Rule::UnknownLimit));
            tries.push(Try::of(block, reported(function, &launch, checked.ctas, &options), checked));
            if too_long {
                break;
            }
        }
        let is_refuted = |one: &Try| one.ledger.entries().any(|entry| entry.standing.is_shown());
        let is_open = |one: &Try| {
            let open = |&property: &Property| one.ledger.standing(property).is_open();
            one.fits && !one.takes_for_granted && self.asked.iter().any(open)
        };
        let is_found = tries.iter().any(is_refuted);
        if let Some(largest) = tries.iter_mut().rfind(|one| is_open(one)).filter(|_| !is_found) {
            let checked = self.by_all_methods(largest.block)?;
            *largest = Try::of(largest.block, largest.launch.clone(), checked);
        }
        Ok(tries)
    }
}

/// When the first of this many equal parts of the time that is left is over.
fn part_of(end: Instant, parts: u32) -> Instant {
    let now = Instant::now();
    now + end.saturating_duration_since(now) / parts
}

/// A size that was tried.
struct Try {
    block: Extent,
    launch: Launch,
    /// Does no access leave its object?
    fits: bool,
    /// Is something assumed of which it is unknown whether it held?
    takes_for_granted: bool,
    ledger: Ledger,
}

impl Try {
    fn of(block: Extent, launch: Launch, checked: Checked) -> Self {
        let Checked { ledger, out_of_bounds, takes_for_granted, .. } = checked;
        Self { block, launch, fits: !out_of_bounds, takes_for_granted, ledger }
    }
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

/// The result of the largest size that refutes the property, if that says something of the kernel. What helps there helps at smaller sizes, but not the other way
/// round: a wait of one warp is enough for a block of 32.
fn refuted(function: &Function, terms: &Terms, tries: &[Try], property: Property) -> Option<Vec<Diagnostic>> {
    // What one size does not need, another one may.
    if property == Property::RedundantBarrier {
        return None;
    }
    let refutes = |one: &&Try| one.ledger.standing(property).is_shown();
    let counts = tries.iter().filter(|one| one.fits && !one.takes_for_granted);
    if names_threads(function) && !counts.clone().all(|one| refutes(&one)) {
        return None;
    }
    let largest = counts.filter(refutes).max_by_key(|one| one.block.iter().product::<u32>())?;
    let mut findings = largest.ledger.entry(property)?.findings;
    let size = largest.launch.block.map_or_else(String::new, |block| format!("{} {block}", terms.block_size));
    for finding in &mut findings {
        if finding.severity == Severity::Error {
            finding.notes.insert(0, format!("no launch was given; this was found with {size}"));
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
