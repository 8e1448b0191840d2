//! Why a verdict is unknown, in words: from the machine's causes to the report's chain. Why the methods leave something open is in a
//! file for each subject.

pub(crate) mod barriers;
pub(crate) mod between;
pub(crate) mod memory;
pub(crate) mod races;
pub(crate) mod redundant;
mod sizes;

use crate::running::contracts::of_operands;
use crate::subject::kernel::Kernel;
use crate::subject::names::called;
use crate::subject::params::{key_of, param_name, points};
use raddle_ir::copies::COPIERS;
use raddle_ir::passes::has_effects;
use raddle_ir::{Callee, InstKind, Special};
use raddle_machine::domain::{Cause, Reason, Schedule, Site};
use raddle_machine::objects::ObjectKind;
use raddle_machine::outcome::{Outcome, Stuck, StuckAt};
use raddle_report::{Barrier, Diagnostic, Location, Property, Rule, Terms, Unknown, words};

/// Another property has to be decided first.
#[must_use]
pub fn prerequisite(text: impl Into<String>) -> Unknown {
    Unknown::new(Rule::UnknownPrerequisite, text)
}

/// The reason for two writes whose values may or may not differ.
pub(crate) fn perhaps_equal(terms: &Terms) -> String {
    format!(
        "two {} write this, and nothing orders the writes; raddle can show neither that the values differ nor that they are equal",
        terms.threads
    )
}

/// A bug of a run in which a thread may trap.
pub(crate) fn perhaps_traps(at: Location, terms: &Terms) -> Unknown {
    let text = format!(
        "a {} may trap here, which ends the launch: it is unknown whether anything after it happens",
        terms.thread
    );
    Unknown::new(Rule::UnknownData, text).at(at).help("give the values that the condition depends on")
}

/// Something was found after a loop that a run stepped over.
pub(crate) fn found_after(at: Location, found: &Diagnostic) -> Unknown {
    let text = "a bug was found after this loop, but no input is known with which the loop terminates";
    let what = match found.location() {
        Some(place) => format!("{}, at {}", found.title, place.short()),
        None => found.title.clone(),
    };
    prerequisite(text)
        .at(at)
        .note(what)
        .help("fix the loop if it does not terminate, or give the values that its condition depends on")
}

/// A run with chosen inputs leaves something open.
pub(crate) fn inputs_leave_open() -> Unknown {
    prerequisite("the inputs that were chosen leave something open")
}

/// A property that no method decides.
pub(crate) fn no_method(property: Property) -> Unknown {
    Unknown::new(Rule::UnknownUnmodelled, format!("raddle has no method for `{property}` yet"))
}

/// How a run ended, as a sentence without a full stop.
#[must_use]
pub fn ended(outcome: &Outcome, terms: &Terms) -> String {
    let Terms { thread, threads, warp, .. } = terms;
    match outcome {
        Outcome::Done => format!("every {thread} returned"),
        Outcome::Deadlock(found) => format!(
            "{} {threads} wait, {} have returned, and no {thread} can continue",
            found.waiting.len(),
            found.exited.len()
        ),
        Outcome::BarrierError { error, id, warp: number, .. } => {
            let error = terms.translated(&error.to_string());
            format!("{warp} {number} at {}: {error}", terms.barrier(Barrier::Named(u64::from(*id))))
        }
        Outcome::Unknown(found) => match found.stuck.first() {
            Some(stuck) => format!("{} is unknown", terms.translated(&stuck.what.to_string())),
            None => "unknown".to_owned(),
        },
        Outcome::StepLimit { steps, .. } => format!(
            "the kernel did not end within {} steps: it may not terminate, or need a higher limit",
            words::grouped(*steps)
        ),
        Outcome::MemoryLimit { bytes } => format!(
            "the run took {} MiB of memory, more than its limit: it may not terminate, or be too long to follow",
            bytes >> 20
        ),
        Outcome::TimeLimit { steps } => {
            format!(
                "the kernel did not end within the time limit, in which it took {} steps",
                words::grouped(*steps)
            )
        }
        Outcome::Trap { thread: number, .. } => format!("{thread} {number} traps"),
        Outcome::Infeasible { thread: number, .. } => {
            format!("an assumption is false for {thread} {number}")
        }
        Outcome::NotRun => format!("a {} before it does not end", terms.block),
        Outcome::Held => format!("{threads} are held"),
    }
}

/// Why a run that did not end in `Done` or `Deadlock` decides nothing.
#[must_use]
pub fn of_outcome(kernel: &Kernel<'_>, outcome: &Outcome) -> Unknown {
    let terms = kernel.terms();
    let ended = ended(outcome, terms);
    match outcome {
        Outcome::Unknown(unknown) => match unknown.stuck.first() {
            Some(stuck) => of_stuck(kernel, stuck),
            None => Unknown::new(Rule::UnknownUnmodelled, "the run could not be followed"),
        },
        Outcome::StepLimit { site, .. } => {
            let unknown = Unknown::new(Rule::UnknownLimit, ended)
                .help("raise the limit with --steps N, or check a smaller launch")
                .unless_refuted(Property::Termination);
            match site {
                Some(site) => unknown.at(kernel.place(site.loc)),
                None => unknown,
            }
        }
        Outcome::MemoryLimit { .. } => Unknown::new(Rule::UnknownLimit, ended)
            .help("check a smaller launch, or give fewer iterations by --arg"),
        Outcome::TimeLimit { .. } => Unknown::new(Rule::UnknownLimit, ended)
            .help("raise it with --timeout SECONDS, or check a smaller launch"),
        Outcome::Trap { site, .. } => {
            Unknown::new(Rule::UnknownPrerequisite, format!("{ended}, which aborts the launch"))
                .at(kernel.place(site.loc))
        }
        Outcome::Infeasible { thread, site } if of_operands(kernel.function, *site) => {
            let text = format!(
                "{} {thread} passes `mul24` a number of more than 24 bits: the result is undefined in OpenCL",
                terms.thread
            );
            Unknown::new(Rule::UnknownPrerequisite, text)
                .at(kernel.place(site.loc))
                .help("multiply with `*` instead, or check a smaller launch")
        }
        Outcome::Infeasible { site, .. } => {
            Unknown::new(Rule::UnknownPrerequisite, format!("{ended}: nothing is proved about such a launch"))
                .at(kernel.place(site.loc))
        }
        Outcome::Done
        | Outcome::Deadlock(_)
        | Outcome::BarrierError { .. }
        | Outcome::NotRun
        | Outcome::Held => Unknown::new(Rule::UnknownPrerequisite, ended),
    }
}

fn of_stuck(kernel: &Kernel<'_>, stuck: &Stuck) -> Unknown {
    if stuck.what == StuckAt::Opaque {
        let kind = stuck.site.inst.map(|inst| &kernel.function.insts[inst].kind);
        let name = match kind {
            Some(InstKind::Opaque { name, .. }) => format!("`{name}`"),
            Some(InstKind::Call { callee: Callee::External(name), .. }) => called(name),
            Some(InstKind::Call { .. }) => "a call through a pointer to a function".to_owned(),
            _ => "an instruction".to_owned(),
        };
        let threads = kernel.terms().threads;
        let text = format!("{name} may make {threads} wait for each other: raddle does not model it yet");
        let unknown = Unknown::new(Rule::UnknownUnmodelled, text).at(kernel.place(stuck.site.loc));
        // A built-in function that does more cannot be said to do nothing else.
        let external = matches!(kind, Some(InstKind::Call { callee: Callee::External(name), .. }) if !has_effects(kernel.input.module.language, name));
        let help = "if it returns a value and does nothing else, pass --pure-calls";
        return if external { unknown.help(help) } else { unknown };
    }
    let schedule = !stuck.causes.is_empty() && stuck.causes.iter().all(|c| c.reason.is_schedule_dependent());
    let rule = if schedule { Rule::UnknownSchedule } else { Rule::UnknownData };
    let what = kernel.terms().translated(&stuck.what.to_string());
    let mut unknown = Unknown::new(rule, format!("{what} is unknown here")).at(kernel.place(stuck.site.loc));
    unknown = with_causes(unknown, kernel, &stuck.causes);
    if let Some(obstacle) = stuck.obstacle
        && matches!(stuck.what, StuckAt::Branch | StuckAt::Switch)
    {
        let place = kernel.place(obstacle.loc);
        let threads = kernel.terms().threads;
        let is_barrier = obstacle
            .inst
            .is_some_and(|inst| matches!(kernel.function.insts[inst].kind, InstKind::Barrier(_)));
        let what = match is_barrier {
            true => "this barrier",
            false => "this point, where they may wait for each other",
        };
        unknown = unknown.because(Some(place), format!("the branch decides which {threads} reach {what}"));
    }
    unknown
}

/// Adds what an unknown value depends on, and what would make it known.
#[must_use]
pub fn with_causes(mut unknown: Unknown, kernel: &Kernel<'_>, causes: &[Cause]) -> Unknown {
    let mut helped: Vec<String> = Vec::new();
    let mut told: Vec<(Option<Location>, String)> = Vec::new();
    for cause in telling(kernel, causes).into_iter().take(6) {
        let (text, help) = words(kernel, &cause.reason);
        let place = site_place(kernel, cause.site);
        // One parameter may matter several times.
        if told.contains(&(place.clone(), text.clone())) {
            continue;
        }
        unknown = unknown.because(place.clone(), format!("it depends on {text}"));
        told.push((place, text));
        let Some(help) = help else { continue };
        let help = match help {
            Help::Do(help) => help,
            Help::Size(else_help) => match sizes::example(kernel) {
                Some(example) => format!("pass the values of one launch, for example {example}"),
                None => else_help,
            },
        };
        if !helped.contains(&help) {
            helped.push(help.clone());
            unknown = unknown.help(help);
        }
    }
    unknown
}

/// What would make a value known.
enum Help {
    /// This.
    Do(String),
    /// The sizes of a launch: all that are needed; this one by itself.
    Size(String),
}

/// Does the unknown depend on nothing but the order in which threads run, as far as its causes tell?
#[must_use]
pub fn is_by_schedule(kernel: &Kernel<'_>, causes: &[Cause]) -> bool {
    let causes = telling(kernel, causes);
    !causes.is_empty() && causes.iter().all(|c| c.reason.is_schedule_dependent())
}

/// The causes without those that an address always has, and without what only passes the others on; all, if no others
/// are left.
fn telling<'a>(kernel: &Kernel<'_>, causes: &'a [Cause]) -> Vec<&'a Cause> {
    let tells = |cause: &&Cause| match &cause.reason {
        Reason::Parameter { offset } => {
            parameter(kernel, *offset).is_none_or(|n| !points(kernel.function, n))
        }
        Reason::AddressOf(_) | Reason::Function | Reason::UnknownControl | Reason::TooComplex => false,
        _ => true,
    };
    let telling: Vec<&Cause> = causes.iter().filter(tells).collect();
    if telling.is_empty() { causes.iter().collect() } else { telling }
}

/// The number of the parameter that this byte of the parameter bank belongs to.
fn parameter(kernel: &Kernel<'_>, offset: u64) -> Option<usize> {
    kernel.function.params.iter().position(|p| (p.offset..p.offset + p.size).contains(&offset))
}

fn site_place(kernel: &Kernel<'_>, site: Site) -> Option<Location> {
    site.inst.map(|_| kernel.place(site.loc))
}

/// What an unknown depends on, to be read after "it depends on", and what to pass.
fn words(kernel: &Kernel<'_>, reason: &Reason) -> (String, Option<Help>) {
    let terms = kernel.terms();
    match reason {
        Reason::Parameter { offset } => {
            match parameter(kernel, *offset) {
                Some(number) => {
                    let param = &kernel.function.params[number];
                    let name = crate::subject::names::variable_name(param_name(param));
                    let key = key_of(kernel.function, number);
                    // Which number a pointer is does not help; what else the address is made of does.
                    let help = (!points(kernel.function, number)).then(|| match param.ty {
                        Some(_) => Help::Size(format!("pass --arg {key}=VALUE")),
                        None => Help::Do(format!(
                            "pass --arg {key}=HEX, its {} bytes in order, two digits for each",
                            param.size
                        )),
                    });
                    (format!("parameter `{name}`"), help)
                }
                None => (reason.to_string(), None),
            }
        }
        Reason::Content(object) if kernel.objects.info(*object).name == COPIERS => {
            let text = format!("which {} makes the copy, which OpenCL does not specify", terms.thread);
            let help = "wait for the copy with wait_group_events before its memory is accessed";
            (text, Some(Help::Do(help.to_owned())))
        }
        Reason::Content(object) => {
            let info = kernel.objects.info(*object);
            let help = match info.kind {
                ObjectKind::Buffer { .. } => {
                    Some(Help::Do(format!("pass --buffer {}=FILE.npy with its contents", info.name)))
                }
                _ => None,
            };
            (format!("the contents of `{}`", info.name), help)
        }
        Reason::UninitialisedMemory(object) => {
            (format!("uninitialised memory in `{}`", kernel.objects.info(*object).name), None)
        }
        Reason::Special(Special::Nctaid(_)) => {
            (format!("the {}", terms.grid_size), Some(Help::Size(format!("pass {}", terms.option_grid))))
        }
        Reason::Special(Special::Ctaid(_)) => {
            let text = format!("the place of the {} in the {}", terms.block, terms.grid);
            (text, Some(Help::Do("pass --cta X,Y,Z".to_owned())))
        }
        Reason::Special(Special::DynamicSmemSize | Special::TotalSmemSize) => {
            let text = format!("the size of dynamic {}", terms.shared);
            (text, Some(Help::Do("pass --dynamic-shared BYTES".to_owned())))
        }
        Reason::AddressOf(object) => {
            (format!("the address of `{}`", kernel.objects.info(*object).name), None)
        }
        Reason::Function => ("the address of a function".to_owned(), None),
        Reason::Uninitialised => ("an uninitialised register".to_owned(), None),
        Reason::Opaque(name) => (format!("the result of `{name}`, which raddle does not model"), None),
        Reason::Call(name) => (format!("the result of {}", called(name).trim_end_matches(',')), None),
        Reason::Schedule(kind) => (schedule(*kind, terms), None),
        Reason::UnknownControl => ("the direction of a branch, which is unknown".to_owned(), None),
        Reason::TooComplex => ("a value computed from more unknowns than raddle tracks".to_owned(), None),
        Reason::UnknownAddress => ("a value read through an unknown address".to_owned(), None),
        _ => (format!("an unknown value: {}", terms.translated(&reason.to_string())), None),
    }
}

/// What the schedule decides, to be read after "it depends on".
fn schedule(kind: Schedule, terms: &Terms) -> String {
    let Terms { thread, warp, lane, lanes, .. } = terms;
    match kind {
        Schedule::Atomic => "the result of an atomic, which depends on the schedule".to_owned(),
        Schedule::Volatile => "a volatile load, whose value may depend on the schedule".to_owned(),
        Schedule::StrongLoad => "a relaxed or acquire load, whose value depends on the schedule".to_owned(),
        Schedule::StrongStore => {
            "the order of relaxed or release stores, which depends on the schedule".to_owned()
        }
        Schedule::Clock => "the clock, which differs from run to run".to_owned(),
        Schedule::Placement => format!("where the {thread} runs, which differs from run to run"),
        Schedule::ActiveLanes => {
            format!("which {lanes} of the {warp} are active, which depends on the schedule")
        }
        Schedule::Elect => format!("which {lane} is elected, which PTX does not specify"),
        Schedule::Match => "the result of `match`, which depends on the schedule".to_owned(),
    }
}
