//! From facts to diagnostics: how each kind of finding is worded.
//!
//! A finding says in its title what happened and where in memory, at each source line who did what, and
//! in its notes why nothing prevents it. Help is the caller's to add: it needs to know the kernel.

use crate::model::diagnostic::Diagnostic;
use crate::model::facts::{
    Access, BarrierMisuse, Count, Deadlock, Divergence, DivergenceRule, Elsewhere, Facts, Misuse, Passed,
    Race, Registration, RegistrationKind, Reuse, Unordered, Wait,
};
use crate::model::thread::{Thread, Threads};
use crate::rules::Rule;
use crate::words;
use crate::{advice, explain};
use raddle_verdict::Location;

/// Of writes that no schedule and no input tells apart.
const ALWAYS_EQUAL: &str = "always with the same value";

impl Race {
    /// The rule that it breaks.
    fn rule(&self) -> Rule {
        let (first, second) = (&self.first, &self.second);
        if self.benign {
            Rule::RaceBenign
        } else if first.thread.cta != second.thread.cta {
            Rule::RaceCrossCta
        } else if first.kind.is_atomic() || second.kind.is_atomic() {
            Rule::RaceAtomic
        } else if first.kind.is_write() && second.kind.is_write() {
            Rule::RaceWriteWrite
        } else {
            Rule::RaceReadWrite
        }
    }

    /// Is it one finding with another race: of the same rule, at the same lines, for the same array?
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let array = |race: &Self| (race.first.address.space, race.first.address.buffer.clone());
        let [a, b] = [&self.first.location, &self.second.location];
        let [c, d] = [&other.first.location, &other.second.location];
        let lines = a.same_line(c) && b.same_line(d) || a.same_line(d) && b.same_line(c);
        lines && self.rule() == other.rule() && array(self) == array(other)
    }
}

impl Diagnostic {
    /// The same of writes that were equal in one run, where other races may make them differ.
    #[must_use]
    pub fn equal_in_one_run(mut self) -> Self {
        self.title = self.title.replace(ALWAYS_EQUAL, "with the same value in the run that was looked at");
        self
    }

    /// A race. Two atomic accesses race only for reasons of scope; they count as `race/atomic`.
    #[must_use]
    pub fn race(race: Race) -> Self {
        let Race { first, second, .. } = &race;
        let both_write = first.kind.is_write() && second.kind.is_write();
        let cross_cta = first.thread.cta != second.thread.cta;
        let rule = race.rule();
        let what = &first.address;
        let title = if race.benign {
            let write = if first.uncertain || second.uncertain { "may write" } else { "write" };
            format!("race on `{what}`: two threads {write} it unordered, {ALWAYS_EQUAL}")
        } else if both_write {
            format!("data race on `{what}`: two threads write it, and nothing orders them")
        } else {
            format!("data race on `{what}`: one thread reads while another writes, and nothing orders them")
        };
        let mut found = Diagnostic::new(rule, title);
        found = if first.location.same_place(&second.location) {
            let alike = |a: &Access| (a.kind, a.value.clone(), a.uncertain);
            let text = match alike(first) == alike(second) {
                true => {
                    let may = if first.uncertain { "may both" } else { "both" };
                    format!("{} and {} {may} {}", name(first, &race), name(second, &race), act(first))
                }
                false => format!("{}; {}", does(first, &race), does(second, &race)),
            };
            found.primary(first.location.clone(), text)
        } else {
            let found = at(found, &first.location, does(first, &race), &name(first, &race));
            at(found, &second.location, does(second, &race), &name(second, &race))
        };
        if first.kind.is_atomic() && second.kind.is_atomic() {
            let same = (&first.address, first.bytes) == (&second.address, second.bytes);
            found = found.note(match (same, cross_cta) {
                (true, true) => {
                    "both are atomic, but only for the threads of their own CTA (scope `.cta`): across CTAs they are \
                     like plain accesses"
                }
                (true, false) => "both are atomic, but at a scope that does not reach the other thread",
                (false, _) => "both are atomic, but not on the same bytes, so not to each other",
            });
            if same && cross_cta {
                found = found.help("make them atomic for the device: leave out `_block`, or write `.gpu`");
            }
        }
        found = found.note(why(&race.unordered));
        // What barriers each has passed does not matter to another CTA, nor which of those that order nothing.
        if !matches!(race.unordered, Unordered::DifferentCtas | Unordered::Unfenced { .. }) {
            found = found.note(passed(first, second));
        }
        if first.address != second.address || first.bytes != second.bytes {
            let (a, b) = (first, second);
            found = found.note(format!(
                "the accesses overlap: {} at `{}`, {} at `{}`",
                bytes(a.bytes),
                a.address,
                bytes(b.bytes),
                b.address
            ));
        }
        found = found.note(format!(
            "byte {:#x} of {}; {}",
            what.byte,
            match &what.buffer {
                Some(buffer) => format!("`{buffer}` in {} memory", what.space),
                None => format!("{} memory", what.space),
            },
            lanes(&first.thread, &second.thread)
        ));
        if race.pairs.number > 1 {
            let pairs = words::count(race.pairs, "pair of threads", "pairs of threads");
            found = found.note(format!("one of {pairs} that race at these lines"));
        }
        found.notes.extend(explain::notes(&race));
        found.help.extend(advice::help(&race));
        found.facts = Some(Facts::Race(Box::new(race)));
        found
    }

    /// That other accesses of the lines of a race are no better.
    #[must_use]
    pub fn more_accesses(number: u64) -> String {
        let pairs = words::count(Count::exactly(number), "more pair of accesses", "more pairs of accesses");
        let race = if number == 1 { "races" } else { "race" };
        format!("{pairs} at these lines {race} for this array, too")
    }

    /// A deadlock.
    #[must_use]
    pub fn deadlock(mut deadlock: Deadlock) -> Self {
        if !deadlock.cycle {
            deadlock.waits = together(deadlock.waits);
        }
        let (rule, title) = if deadlock.cycle {
            let n = deadlock.waits.len();
            let title = match n {
                2 => "deadlock: two groups of threads wait for each other".to_owned(),
                _ => format!("deadlock: {n} groups of threads wait for each other in a cycle"),
            };
            (Rule::DeadlockCycle, title)
        } else {
            // Where others wait elsewhere, those who have ended need not be the ones that are missing.
            let at_one = deadlock.waits.iter().all(|wait| wait.barrier == deadlock.waits[0].barrier);
            let title = match deadlock.waits.first() {
                Some(wait) => format!(
                    "deadlock: {} {} at {} for threads that {}",
                    wait.threads.short(),
                    wait.threads.verb("waits", "wait"),
                    wait.barrier,
                    if deadlock.exited.is_some() && at_one { "have ended" } else { "never come" },
                ),
                None => "deadlock: threads wait for threads that have ended".to_owned(),
            };
            (Rule::DeadlockExited, title)
        };
        let mut found = Diagnostic::new(rule, title);
        for wait in &deadlock.waits {
            found = at(found, &wait.location, waits(wait), &wait.threads.short());
        }
        if let Some(exited) = &deadlock.exited {
            let verb = exited.threads.verb("ends", "end");
            found = found
                .secondary(exited.location.clone(), format!("{} {verb} here", exited.threads))
                .note("a thread that has ended does not arrive at any barrier");
        }
        if deadlock.cycle {
            found = found.note(cycle(&deadlock.waits));
        }
        found.facts = Some(Facts::Deadlock(deadlock));
        found
    }

    /// A barrier used against its rules.
    #[must_use]
    pub fn barrier_misuse(misuse: BarrierMisuse) -> Self {
        let BarrierMisuse { barrier, offending, earlier, arrived, .. } = &misuse;
        let expects = |r: &Registration| r.expected.map_or("all".to_owned(), |n| n.to_string());
        let (rule, title) = match misuse.misuse {
            Misuse::CountMismatch => (
                Rule::BarrierCountMismatch,
                match earlier {
                    Some(earlier) => format!(
                        "{barrier} expects {} threads here, but {} where others have registered",
                        expects(offending),
                        expects(earlier)
                    ),
                    None => format!("the numbers of threads that {barrier} expects disagree"),
                },
            ),
            Misuse::OverArrival => (
                Rule::BarrierOverArrival,
                match arrived {
                    Some(arrived) => format!(
                        "{arrived} threads register at {barrier}, which expects {}",
                        expects(offending)
                    ),
                    None => format!("more threads register at {barrier} than it expects"),
                },
            ),
            Misuse::ArriveOnly => (
                Rule::BarrierArriveOnly,
                format!("nobody waits at {barrier}: all of its {} threads only arrive", expects(offending)),
            ),
            Misuse::BadOperand => (
                Rule::BarrierBadOperand,
                match offending.expected {
                    Some(n) => format!("{barrier} with {n} threads is not one that PTX allows"),
                    None => format!("{barrier} is not one that PTX allows"),
                },
            ),
        };
        let mut found = Diagnostic::new(rule, title);
        let text = registers(offending, offending.expected.is_some());
        found = at(found, &offending.location, text, &offending.threads.short());
        if let Some(earlier) = earlier {
            found = found.secondary(
                earlier.location.clone(),
                format!("before that, {}", registers(earlier, earlier.expected.is_some())),
            );
        }
        found = found.note(match misuse.misuse {
            Misuse::CountMismatch => {
                "all instructions that take part in one generation of a barrier must expect the same \
                 number of threads"
            }
            Misuse::OverArrival => {
                "the generation is complete without these threads; where they arrive is undefined"
            }
            Misuse::ArriveOnly => {
                "the generation completes and orders nothing; one side of a producer and its consumer has to wait"
            }
            Misuse::BadOperand => {
                "a barrier's id is 0 to 15, its number of threads a positive multiple of the warp size"
            }
        });
        found.facts = Some(Facts::BarrierMisuse(misuse));
        found
    }

    /// A barrier that is reused too early.
    #[must_use]
    pub fn reuse(reuse: Reuse) -> Self {
        let Reuse { barrier, earlier, later, .. } = &reuse;
        let mut found = Diagnostic::new(
            Rule::BarrierReuseUnordered,
            format!(
                "{barrier} may be reused too early: nothing makes {} wait until generation {} is over",
                later.threads.short(),
                earlier.generation
            ),
        )
        .primary(
            later.location.clone(),
            format!("generation {}: {}", later.generation, registers(later, false)),
        )
        .secondary(
            earlier.location.clone(),
            format!("generation {}: {}", earlier.generation, registers(earlier, false)),
        )
        .note(match earlier.how {
            RegistrationKind::Arrive => format!(
                "{} only arrives at generation {} and does not learn that it completed; no other order \
                 leads from there to generation {}",
                earlier.threads.short(),
                earlier.generation,
                later.generation
            ),
            RegistrationKind::Sync => format!(
                "no chain of barriers leads from generation {} at {} to generation {} at {}",
                earlier.generation,
                earlier.threads.short(),
                later.generation,
                later.threads.short()
            ),
        });
        if reuse.pairs.number > 1 || reuse.pairs.or_more {
            let pairs = words::count(reuse.pairs, "pair", "pairs");
            found = found.note(format!("one of {pairs} of registrations at these lines"));
        }
        found.facts = Some(Facts::Reuse(reuse));
        found
    }

    /// A barrier that only some of the threads reach.
    #[must_use]
    pub fn divergence(divergence: Divergence) -> Self {
        let Divergence { location, present, absent, elsewhere, branch, .. } = &divergence;
        let (rule, title, note) = match divergence.rule {
            DivergenceRule::Aligned => (
                Rule::DivergenceAligned,
                "barrier divergence: only a part of a warp executes an aligned barrier",
                "an `.aligned` barrier must be executed by all threads of a warp together",
            ),
            DivergenceRule::B1 => (
                Rule::DivergenceB1,
                "barrier divergence: only a part of the CTA reaches this barrier",
                "the language asks that every thread of the CTA reaches the same barrier",
            ),
            DivergenceRule::B2 => (
                Rule::DivergenceB2,
                "barrier divergence: threads reach this barrier in different iterations",
                "the language asks that all threads have done the same iterations of the loops around \
                 a barrier when they reach it",
            ),
        };
        let be = absent.verb("is", "are");
        let mut found = Diagnostic::new(rule, title).primary(
            location.clone(),
            format!("{present} {} this barrier", present.verb("reaches", "reach")),
        );
        found = match elsewhere {
            Elsewhere::AtBarrier { location: other } if other.same_place(location) => {
                found.note(format!("{absent} {be} at the same barrier, in another iteration"))
            }
            Elsewhere::AtBarrier { location } => {
                let verb = absent.verb("waits", "wait");
                found.secondary(location.clone(), format!("{absent} {verb} at this one"))
            }
            Elsewhere::Exited { location } => {
                let verb = absent.verb("has", "have");
                found.secondary(location.clone(), format!("{absent} {verb} ended here"))
            }
            Elsewhere::Running { location: other } if other.same_place(location) => {
                found.note(format!("{absent} {be} elsewhere, and not at a barrier of the CTA"))
            }
            Elsewhere::Running { location } => {
                found.secondary(location.clone(), format!("{absent} {be} here"))
            }
        };
        if let Some(branch) = branch {
            found = found.secondary(branch.clone(), "they part at this branch");
        }
        found = found.note(note);
        found.facts = Some(Facts::Divergence(divergence));
        found
    }
}

/// Waits that differ only in who waits, as one.
fn together(waits: Vec<Wait>) -> Vec<Wait> {
    let mut merged: Vec<Wait> = Vec::new();
    for wait in waits {
        let same = |other: &&mut Wait| {
            let of = |w: &Wait| (w.barrier, w.generation, w.arrived, w.expected);
            of(other) == of(&wait) && other.location == wait.location && other.waits_for == wait.waits_for
        };
        match merged.iter_mut().find(same) {
            Some(other) => other.threads = other.threads.with(&wait.threads),
            None => merged.push(wait),
        }
    }
    merged
}

/// A primary label; where the place is inlined, the call in the kernel gets a label too, which says whose it is.
fn at(found: Diagnostic, place: &Location, text: String, who: &str) -> Diagnostic {
    let found = found.primary(place.clone(), text);
    match place.calls().last() {
        Some(call) if !call.same_line(place) => found.secondary(call.clone(), format!("the call by {who}")),
        _ => found,
    }
}

/// `thread 33`, with its CTA where the race is between CTAs.
fn name(access: &Access, race: &Race) -> String {
    if race.first.thread.cta == race.second.thread.cta {
        return access.thread.to_string();
    }
    let [x, y, z] = access.thread.cta;
    format!("{} of CTA ({x},{y},{z})", access.thread)
}

/// `write 4 bytes of `s[3]``, for two threads at once.
fn act(access: &Access) -> String {
    let verb = match access.kind {
        crate::AccessKind::Read => "read",
        crate::AccessKind::Write => "write",
        crate::AccessKind::AtomicRead => "atomically read",
        crate::AccessKind::AtomicWrite => "atomically update",
    };
    tail(verb, access)
}

/// `thread 33 writes 4 bytes to `s[3]``.
fn does(access: &Access, race: &Race) -> String {
    if access.uncertain {
        return format!("{} may {}", name(access, race), act(access));
    }
    format!("{} {}", name(access, race), tail(access.kind.verb(), access))
}

fn tail(verb: &str, access: &Access) -> String {
    let mut text = format!("{verb} `{}` ({}", access.address, bytes(access.bytes));
    if let Some(value) = &access.value {
        text.push_str(&format!(", value {value}"));
    }
    text.push(')');
    text
}

fn bytes(n: u64) -> String {
    if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") }
}

fn why(unordered: &Unordered) -> String {
    match unordered {
        Unordered::NoBarrier => {
            "no barrier that both threads take part in lies between the two accesses".to_owned()
        }
        Unordered::ArriveOnly { thread, passed } => format!(
            "{thread} only arrives at {} ({}) and goes on without waiting for it",
            passed.barrier,
            passed.location.short()
        ),
        Unordered::DifferentCtas => {
            "the threads are in different CTAs, and no barrier of the whole grid lies between the two accesses".to_owned()
        }
        Unordered::SameInstruction => {
            "both belong to one instruction of one warp, which does not order its lanes".to_owned()
        }
        Unordered::OnlyLockStep => {
            "only lock-step execution of their warp would order them, which nothing promises".to_owned()
        }
        Unordered::Unfenced { flag, .. } => {
            format!("only barriers without {flag} lie between the two accesses: threads wait there, and this memory is not ordered")
        }
        Unordered::Other { text } => text.clone(),
    }
}

/// The last barriers of both threads before the accesses.
fn passed(first: &Access, second: &Access) -> String {
    let at = |passed: &Passed| {
        format!("{} (generation {}) at {}", passed.barrier, passed.generation, passed.location.short())
    };
    let (a, b) = (&first.thread, &second.thread);
    match (&first.last_barrier, &second.last_barrier) {
        (None, None) => "neither thread has passed a barrier before".to_owned(),
        (Some(p), Some(q)) if p == q => format!("both last passed {}", at(p)),
        (Some(p), Some(q)) => format!("{a} last passed {}, {b} {}", at(p), at(q)),
        (Some(p), None) => format!("{a} last passed {}, {b} no barrier yet", at(p)),
        (None, Some(q)) => format!("{a} has passed no barrier yet, {b} last passed {}", at(q)),
    }
}

/// `both in warp 1, lanes 0 and 1` or `warp 0 lane 31 and warp 1 lane 0`.
fn lanes(a: &Thread, b: &Thread) -> String {
    if a.cta == b.cta && a.warp == b.warp {
        return format!("both threads are in warp {}, lanes {} and {}", a.warp, a.lane, b.lane);
    }
    format!("the threads are warp {} lane {} and warp {} lane {}", a.warp, a.lane, b.warp, b.lane)
}

fn waits(wait: &Wait) -> String {
    let Wait { threads, barrier, arrived, expected, .. } = wait;
    let verb = threads.verb("waits", "wait");
    let mut text = format!("{threads} {verb} at {barrier}: {arrived} of {expected} threads have arrived");
    if let Some(missing) = &wait.waits_for {
        text.push_str(&format!(", {} {} missing", missing.short(), missing.verb("is", "are")));
    }
    text
}

/// `warp 0 waits at barrier 0 (k.cu:3) for warp 1, which would come there at k.cu:7, but waits at …`.
fn cycle(waits: &[Wait]) -> String {
    let mut text = String::new();
    let would = |wait: &Wait| wait.owed.as_ref().map(|at| format!("would come there at {}", at.short()));
    for (i, wait) in waits.iter().enumerate() {
        let next: &Threads = wait.waits_for.as_ref().unwrap_or(&waits[(i + 1) % waits.len()].threads);
        let verb = wait.threads.verb("waits", "wait");
        if i == 0 {
            text.push_str(&format!("{} {verb}", wait.threads.short()));
        } else {
            let first = would(&waits[i - 1]).map_or(String::new(), |would| format!("{would}, but "));
            text.push_str(&format!(", which {first}{verb}"));
        }
        text.push_str(&format!(" at {} ({}) for {}", wait.barrier, wait.location.short(), next.short()));
    }
    if let Some(would) = waits.last().and_then(would) {
        text.push_str(&format!(", which {would}"));
    }
    text
}

/// `warp 0 (threads 0-31) waits, expecting 64 threads`.
fn registers(registration: &Registration, counted: bool) -> String {
    let threads = &registration.threads;
    let verb = match registration.how {
        RegistrationKind::Sync => threads.verb("waits", "wait"),
        RegistrationKind::Arrive => threads.verb("arrives", "arrive"),
    };
    match registration.expected {
        Some(n) if counted => format!("{threads} {verb}, expecting {n} threads"),
        _ => format!("{threads} {verb}"),
    }
}
