//! Why a verdict is unknown, in words: from the machine's causes to the report's chain.

use crate::running::contracts::of_operands;
use crate::subject::kernel::Kernel;
use crate::subject::params::{param_name, points};
use raddle_ir::passes::has_effects;
use raddle_ir::{Callee, InstKind, Special};
use raddle_machine::domain::{Cause, Reason, Schedule, Site};
use raddle_machine::objects::ObjectKind;
use raddle_machine::outcome::{Outcome, Stuck, StuckAt};
use raddle_report::{Location, Rule, Unknown, words};

/// Another property has to be decided first.
#[must_use]
pub fn prerequisite(text: impl Into<String>) -> Unknown {
    Unknown::new(Rule::UnknownPrerequisite, text)
}

/// What is said of two writes of which it is not known whether they differ.
pub(crate) const PERHAPS_EQUAL: &str =
    "two threads write this unordered; the values could not be shown to differ, nor to be equal";

/// A bug of a run in which a thread may trap.
pub(crate) fn perhaps_traps(at: Location) -> Unknown {
    let text = "a thread may trap here, which ends the launch: whether what a run shows behind it comes to pass is not known";
    Unknown::new(Rule::UnknownData, text).at(at).help("give the values that the condition depends on")
}

/// Why a run says nothing for all CTAs.
pub(crate) fn waits_for_ctas(at: Location) -> Unknown {
    let text =
        "CTAs wait here for each other, and a run is of one CTA: what the others do is not known to it";
    Unknown::new(Rule::UnknownUnmodelled, text).at(at)
}

/// Why a run that did not end in `Done` or `Deadlock` decides nothing.
#[must_use]
pub fn of_outcome(kernel: &Kernel<'_>, outcome: &Outcome) -> Unknown {
    match outcome {
        Outcome::Unknown(unknown) => match unknown.stuck.first() {
            Some(stuck) => of_stuck(kernel, stuck),
            None => Unknown::new(Rule::UnknownUnmodelled, "the run could not be followed"),
        },
        Outcome::StepLimit { steps, site } => {
            let text = outcome.to_string().replace(&steps.to_string(), &words::grouped(*steps));
            let unknown = Unknown::new(Rule::UnknownLimit, text)
                .help("raise the limit with --steps N, or check a smaller launch");
            match site {
                Some(site) => unknown.at(kernel.place(site.loc)),
                None => unknown,
            }
        }
        Outcome::MemoryLimit { .. } => Unknown::new(Rule::UnknownLimit, outcome.to_string())
            .help("check a smaller launch, or give fewer iterations by --arg"),
        Outcome::TimeLimit { .. } => Unknown::new(Rule::UnknownLimit, outcome.to_string())
            .help("raise it with --timeout SECONDS, or check a smaller launch"),
        Outcome::Trap { site, .. } => {
            Unknown::new(Rule::UnknownPrerequisite, format!("{outcome}: the launch is aborted"))
                .at(kernel.place(site.loc))
        }
        Outcome::Infeasible { thread, site } if of_operands(kernel.function, *site) => {
            let text = format!(
                "thread {thread} gives `mul24` a number of more than 24 bits: what comes of it OpenCL leaves open"
            );
            Unknown::new(Rule::UnknownPrerequisite, text)
                .at(kernel.place(site.loc))
                .help("multiply with `*` instead, or check a smaller launch")
        }
        Outcome::Infeasible { site, .. } => {
            Unknown::new(Rule::UnknownPrerequisite, format!("{outcome}: nothing is proved of such a launch"))
                .at(kernel.place(site.loc))
        }
        Outcome::Done | Outcome::Deadlock(_) | Outcome::BarrierError { .. } | Outcome::Held => {
            Unknown::new(Rule::UnknownPrerequisite, outcome.to_string())
        }
    }
}

fn of_stuck(kernel: &Kernel<'_>, stuck: &Stuck) -> Unknown {
    if stuck.what == StuckAt::Opaque {
        let kind = stuck.site.inst.map(|inst| &kernel.function.insts[inst].kind);
        let name = match kind {
            Some(InstKind::Opaque { name, .. }) => format!("`{name}`"),
            Some(InstKind::Call { callee: Callee::External(name), .. }) => {
                format!("a call of `{}`, which has no body here", crate::subject::names::source_name(name))
            }
            Some(InstKind::Call { .. }) => "a call through a pointer to a function".to_owned(),
            _ => "an instruction".to_owned(),
        };
        let text = format!("{name}, which raddle does not model yet, may make threads wait for each other");
        let unknown = Unknown::new(Rule::UnknownUnmodelled, text).at(kernel.place(stuck.site.loc));
        // Of a built-in function that does more nobody can say that it does not.
        let external = matches!(kind, Some(InstKind::Call { callee: Callee::External(name), .. }) if !has_effects(kernel.input.module.language, name));
        let help = "if it returns a value and does nothing else, pass --pure-calls";
        return if external { unknown.help(help) } else { unknown };
    }
    let schedule = !stuck.causes.is_empty() && stuck.causes.iter().all(|c| c.reason.is_schedule_dependent());
    let rule = if schedule { Rule::UnknownSchedule } else { Rule::UnknownData };
    let mut unknown =
        Unknown::new(rule, format!("{} is not known here", stuck.what)).at(kernel.place(stuck.site.loc));
    unknown = with_causes(unknown, kernel, &stuck.causes);
    if let Some(obstacle) = stuck.obstacle
        && matches!(stuck.what, StuckAt::Branch | StuckAt::Switch)
    {
        let place = kernel.place(obstacle.loc);
        unknown = unknown.because(
            Some(place),
            "the branch decides which threads come here, where they may wait for each other".to_owned(),
        );
    }
    unknown
}

/// Adds what an unknown value goes back to, and what would make it known.
#[must_use]
pub fn with_causes(mut unknown: Unknown, kernel: &Kernel<'_>, causes: &[Cause]) -> Unknown {
    let mut helped: Vec<String> = Vec::new();
    let mut told: Vec<(Option<Location>, String)> = Vec::new();
    for cause in telling(kernel, causes).into_iter().take(6) {
        let (text, help) = words(kernel, &cause.reason);
        let place = site_place(kernel, cause.site);
        // A structure is one parameter, however many of its fields matter.
        if told.contains(&(place.clone(), text.clone())) {
            continue;
        }
        unknown = unknown.because(place.clone(), format!("it depends on {text}"));
        told.push((place, text));
        if let Some(help) = help
            && !helped.contains(&help)
        {
            helped.push(help.clone());
            unknown = unknown.help(help);
        }
    }
    unknown
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

/// What an unknown goes back to, to be read after "it depends on", and what to pass.
fn words(kernel: &Kernel<'_>, reason: &Reason) -> (String, Option<String>) {
    match reason {
        Reason::Parameter { offset } => {
            match parameter(kernel, *offset) {
                Some(number) => {
                    let param = &kernel.function.params[number];
                    let name = crate::subject::names::variable_name(param_name(param));
                    let key = if param.source_name.is_some() { name.clone() } else { number.to_string() };
                    // Which number a pointer is does not help; what else the address is made of does.
                    let help = (!points(kernel.function, number)).then(|| match param.ty {
                        Some(_) => format!("pass --arg {key}=VALUE"),
                        None => format!(
                            "pass --arg {key}=HEX, its {} bytes in order, two digits for each",
                            param.size
                        ),
                    });
                    (format!("parameter `{name}`"), help)
                }
                None => (reason.to_string(), None),
            }
        }
        Reason::Content(object) => {
            let info = kernel.objects.info(*object);
            let help = match info.kind {
                ObjectKind::Buffer { .. } => {
                    Some(format!("pass --buffer {}=FILE.npy with its contents", info.name))
                }
                _ => None,
            };
            (format!("the contents of `{}`", info.name), help)
        }
        Reason::UninitialisedMemory(object) => {
            (format!("memory in `{}` that was not written before", kernel.objects.info(*object).name), None)
        }
        Reason::Special(Special::Nctaid(_)) => {
            ("the size of the grid".to_owned(), Some("pass --grid X[,Y[,Z]]".to_owned()))
        }
        Reason::Special(Special::Ctaid(_)) => {
            ("the place of the CTA in the grid".to_owned(), Some("pass --cta X,Y,Z".to_owned()))
        }
        Reason::Special(Special::DynamicSmemSize | Special::TotalSmemSize) => {
            ("the size of dynamic shared memory".to_owned(), Some("pass --dynamic-shared BYTES".to_owned()))
        }
        Reason::AddressOf(object) => {
            (format!("the address of `{}`", kernel.objects.info(*object).name), None)
        }
        Reason::Function => ("the address of a function".to_owned(), None),
        Reason::Uninitialised => ("a register that was not written before".to_owned(), None),
        Reason::Opaque(name) => (format!("the result of `{name}`, which raddle does not model"), None),
        Reason::Call(name) => (
            format!("what `{}` returns, which has no body here", crate::subject::names::source_name(name)),
            None,
        ),
        Reason::Schedule(kind) => (schedule(*kind).to_owned(), None),
        Reason::UnknownControl => ("which way a branch goes that is not known".to_owned(), None),
        Reason::TooComplex => {
            ("a value computed from more unknowns than raddle keeps track of".to_owned(), None)
        }
        Reason::UnknownAddress => ("a value read through an unknown address".to_owned(), None),
        _ => (format!("a value that is not known: {reason}"), None),
    }
}

/// What the schedule decides, to be read after "it depends on".
fn schedule(kind: Schedule) -> &'static str {
    match kind {
        Schedule::Atomic => "the result of an atomic, which differs from schedule to schedule",
        Schedule::Volatile => "a volatile load, whose value may differ from schedule to schedule",
        Schedule::StrongLoad => "a relaxed or acquire load, whose value differs from schedule to schedule",
        Schedule::StrongStore => {
            "what relaxed or release stores leave, which differs from schedule to schedule"
        }
        Schedule::Clock => "the clock, which differs from run to run",
        Schedule::Placement => "where the thread runs, which differs from run to run",
        Schedule::ActiveLanes => {
            "which lanes of the warp are active, which differs from schedule to schedule"
        }
        Schedule::Elect => "which lane is elected, which PTX leaves open",
        Schedule::Match => "the result of `match`, which differs from schedule to schedule",
    }
}
