//! From facts to diagnostics: how each kind of finding is worded.
//!
//! A finding says in its title what happened and where in memory, at each source line which thread did what, and in its notes why nothing
//! prevents it. It names threads and memories in the words of the kernel's language ([`Terms`]). Help is the caller's to add: it needs to
//! know the kernel.

use crate::model::diagnostic::Diagnostic;
use crate::model::facts::{
    Access, Barrier, BarrierMisuse, Count, Deadlock, Divergence, DivergenceRule, Elsewhere, Facts, Misuse,
    Passed, Race, Registration, RegistrationKind, Reuse, SameCause, Unordered, Wait,
};
use crate::model::thread::{Thread, Threads};
use crate::rules::Rule;
use crate::terms::{Language, Terms};
use crate::words;
use crate::{advice, explain};
use raddle_verdict::Location;

/// Of at most this many races at other lines each is named.
const MOST_SAME_CAUSE: usize = 3;

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
        at_one([&self.first, &self.second], [&other.first, &other.second]) && self.rule() == other.rule()
    }

    /// The two sides of all races that this finding is about, its own first.
    pub fn all(&self) -> impl Iterator<Item = [&Access; 2]> {
        let others = self.same_cause.iter().map(|other| [&other.first, &other.second]);
        std::iter::once([&self.first, &self.second]).chain(others)
    }

    /// How many pairs of accesses that are.
    #[must_use]
    pub fn all_pairs(&self) -> Count {
        self.same_cause.iter().fold(self.pairs, |sum, other| sum.plus(other.pairs))
    }

    /// Do both show that blocks use an array as if it were their own? Races of atomics are about their scope, and updates about what is lost.
    #[must_use]
    pub fn has_cause_of(&self, other: &Self) -> bool {
        let of_blocks = |race: &Self| {
            let updates = race.explanation.as_ref().is_some_and(|why| why.updates);
            let atomic = race.first.kind.is_atomic() || race.second.kind.is_atomic();
            race.rule() == Rule::RaceCrossCta && !updates && !atomic
        };
        let array = |race: &Self| race.first.address.buffer.clone();
        of_blocks(self) && of_blocks(other) && array(self).is_some() && array(self) == array(other)
    }

    /// Does the finding report a race at the lines of another one, for the same array?
    #[must_use]
    pub fn reports(&self, other: &Self) -> bool {
        self.is_like(other) || self.same_cause.iter().any(|one| one.is_at(other))
    }
}

/// Are two pairs of accesses at the same lines, to one array?
fn at_one(one: [&Access; 2], other: [&Access; 2]) -> bool {
    let array = |[first, _]: [&Access; 2]| (first.address.space, first.address.buffer.clone());
    let [a, b] = one.map(|access| &access.location);
    let [c, d] = other.map(|access| &access.location);
    let lines = a.same_line(c) && b.same_line(d) || a.same_line(d) && b.same_line(c);
    lines && array(one) == array(other)
}

impl SameCause {
    /// A race that is reported with another one.
    #[must_use]
    pub fn of(race: Race) -> Self {
        Self { first: race.first, second: race.second, pairs: race.pairs }
    }

    /// Is it at the lines of this race, for the same array?
    #[must_use]
    pub fn is_at(&self, race: &Race) -> bool {
        at_one([&self.first, &self.second], [&race.first, &race.second])
    }
}

impl Diagnostic {
    /// The finding of a race, with others that have the same cause.
    #[must_use]
    pub fn with_same_cause(mut self, others: Vec<SameCause>, terms: &Terms) -> Self {
        match self.facts.take() {
            Some(Facts::Race(mut race)) => {
                race.same_cause = others;
                self = self.same_cause(&race, terms);
                self.facts = Some(Facts::Race(race));
            }
            facts => self.facts = facts,
        }
        self
    }

    /// The same for writes that were equal in one run, where other races may make them differ.
    #[must_use]
    pub fn equal_in_one_run(mut self, terms: &Terms) -> Self {
        if let Some(Facts::Race(race)) = &self.facts {
            self.title = equal(race, terms, "with the same value in this run");
        }
        self
    }

    /// A race. Two atomic accesses race only for reasons of scope; they count as `race/atomic`.
    #[must_use]
    pub fn race(race: Race, terms: &Terms) -> Self {
        let Race { first, second, .. } = &race;
        let Terms { thread, threads, block, blocks, .. } = terms;
        let both_write = first.kind.is_write() && second.kind.is_write();
        let cross_cta = first.thread.cta != second.thread.cta;
        let rule = race.rule();
        let (at, what) = (&first.address, terms.address(&first.address));
        let title = if race.benign {
            equal(&race, terms, "always with the same value")
        } else if first.kind.is_atomic() && second.kind.is_atomic() {
            format!("data race on `{what}`: two {threads} access it atomically, and nothing orders them")
        } else if first.kind.is_atomic() || second.kind.is_atomic() {
            let [plain, atomic] =
                if first.kind.is_atomic() { [second.kind, first.kind] } else { [first.kind, second.kind] };
            format!(
                "data race on `{what}`: one {thread} {} it, another {} it, and nothing orders them",
                plain.verb(),
                atomic.verb()
            )
        } else if both_write {
            format!("data race on `{what}`: two {threads} write it, and nothing orders them")
        } else {
            format!(
                "data race on `{what}`: one {thread} reads it while another writes it, and nothing orders them"
            )
        };
        let mut found = Diagnostic::new(rule, title);
        found = if first.location.same_place(&second.location) {
            let alike = |a: &Access| (a.kind, a.value.clone(), a.uncertain);
            let text = match alike(first) == alike(second) {
                true => {
                    let may = if first.uncertain { "may both" } else { "both" };
                    format!(
                        "{} and {} {may} {}",
                        name(first, &race, terms),
                        name(second, &race, terms),
                        act(first, terms)
                    )
                }
                false => format!("{}; {}", does(first, &race, terms), does(second, &race, terms)),
            };
            found.primary(first.location.clone(), text)
        } else {
            let label = |found, access: &Access| {
                labelled(found, &access.location, does(access, &race, terms), &name(access, &race, terms))
            };
            label(label(found, first), second)
        };
        if first.kind.is_atomic() && second.kind.is_atomic() {
            let same = (&first.address, first.bytes) == (&second.address, second.bytes);
            found = found.note(match (same, cross_cta) {
                (true, true) => format!(
                    "both are atomic, but only for the {threads} of their own {block}: between {blocks} they are like plain accesses"
                ),
                (true, false) => format!("both are atomic, but at a scope that does not include the other {thread}"),
                (false, _) => "both are atomic, but not on exactly the same bytes, so not with respect to each other".to_owned(),
            });
            if same && cross_cta {
                found =
                    found.help(format!("make them atomic for the whole device: {}", device(terms.language)));
            }
        }
        found = found.note(why(&race.unordered, terms));
        // What barriers each has passed does not matter to another block, nor for barriers that order nothing.
        if !matches!(race.unordered, Unordered::DifferentCtas | Unordered::Unfenced { .. }) {
            found = found.note(passed(first, second, terms));
        }
        if first.address != second.address || first.bytes != second.bytes {
            let (a, b) = (first, second);
            found = found.note(format!(
                "the accesses overlap: {} at `{}`, {} at `{}`",
                bytes(a.bytes),
                terms.address(&a.address),
                bytes(b.bytes),
                terms.address(&b.address)
            ));
        }
        let memory = match &at.buffer {
            Some(buffer) => format!("`{buffer}` in {}", terms.memory(at.space)),
            None => terms.memory(at.space).to_owned(),
        };
        found = found.note(match lanes(&first.thread, &second.thread, terms) {
            Some(lanes) => format!("byte {:#x} of {memory}; {lanes}", at.byte),
            None => format!("byte {:#x} of {memory}", at.byte),
        });
        if race.pairs.number > 1 {
            let pairs = words::count(race.pairs, "pair of accesses", "pairs of accesses");
            found = found.note(format!("one of {pairs} that race at these lines"));
        }
        found.notes.extend(explain::notes(&race, terms));
        found = found.same_cause(&race, terms);
        found.help.extend(advice::help(&race, terms));
        found.facts = Some(Facts::Race(Box::new(race)));
        found
    }

    /// The races at other lines that have the cause of this one.
    fn same_cause(mut self, race: &Race, terms: &Terms) -> Self {
        let others = &race.same_cause;
        for access in others.iter().flat_map(|other| [&other.first, &other.second]) {
            let is_known = self.labels.iter().any(|label| label.location.same_place(&access.location));
            if !is_known {
                self = self.secondary(access.location.clone(), does(access, race, terms));
            }
        }
        if others.len() > MOST_SAME_CAUSE {
            let pairs = words::count(Count::exactly(others.len() as u64), "more pair", "more pairs");
            return self.note(format!("{pairs} of lines here race for the same reason"));
        }
        for other in others {
            let [a, b] = [&other.first.location, &other.second.location];
            let at = match a.same_line(b) {
                true => format!("at {}", a.short()),
                false => format!("at {} and {}", a.short(), b.short()),
            };
            let what = terms.address(&other.first.address);
            self = self.note(format!("`{what}` races {at} for the same reason"));
        }
        self
    }

    /// A deadlock.
    #[must_use]
    pub fn deadlock(mut deadlock: Deadlock, terms: &Terms) -> Self {
        let Terms { thread, threads, .. } = terms;
        if !deadlock.cycle {
            deadlock.waits = together(deadlock.waits);
        }
        let (rule, title) = if deadlock.cycle {
            let n = deadlock.waits.len();
            let title = match n {
                2 => format!("deadlock: two sets of {threads} wait for each other"),
                _ => format!("deadlock: {n} sets of {threads} wait for each other in a cycle"),
            };
            (Rule::DeadlockCycle, title)
        } else {
            // Where others wait elsewhere, the threads that have ended need not be the missing ones.
            let at_one = deadlock.waits.iter().all(|wait| wait.barrier == deadlock.waits[0].barrier);
            let ended = |wait: &Wait| match (&deadlock.exited, &wait.waits_for) {
                (Some(exited), Some(missing)) => missing.common(&exited.threads).as_ref() == Some(missing),
                (Some(_), None) => at_one,
                (None, _) => false,
            };
            let title = match deadlock.waits.first() {
                Some(wait) => format!(
                    "deadlock: {} {} at {} for {threads} that {}",
                    terms.short(&wait.threads),
                    terms.verb(&wait.threads, "waits", "wait"),
                    terms.barrier(wait.barrier),
                    if ended(wait) { "have ended" } else { "never arrive" },
                ),
                None => format!("deadlock: {threads} wait for {threads} that have ended"),
            };
            (Rule::DeadlockExited, title)
        };
        let mut found = Diagnostic::new(rule, title);
        for wait in deadlock.waits.iter().take(MOST_WAITS) {
            found = labelled(found, &wait.location, waits(wait, terms), &terms.short(&wait.threads));
        }
        if let Some(exited) = &deadlock.exited {
            let verb = |one, many| terms.verb(&exited.threads, one, many);
            let who = terms.names(&exited.threads);
            found = match &exited.branch {
                Some(branch) => found.secondary(branch.clone(), leaves(&who, &verb)),
                None => {
                    found.secondary(exited.location.clone(), format!("{who} {} here", verb("ends", "end")))
                }
            };
            found = found.note(format!("a {thread} that has ended does not arrive at any barrier"));
        }
        if deadlock.cycle {
            found = found.note(cycle(&deadlock.waits, terms));
        } else {
            found.notes.extend(deadlock.waits.iter().find_map(|wait| instead(wait, &deadlock, terms)));
        }
        if let Some(more) = deadlock.waits.len().checked_sub(MOST_WAITS).filter(|&more| more > 0) {
            found = found.note(format!(
                "{} of {threads} wait, too",
                words::count(Count::exactly(more as u64), "more set", "more sets")
            ));
        }
        found.facts = Some(Facts::Deadlock(deadlock));
        found
    }

    /// A barrier used against its rules.
    #[must_use]
    pub fn barrier_misuse(misuse: BarrierMisuse, terms: &Terms) -> Self {
        let BarrierMisuse { offending, earlier, arrived, .. } = &misuse;
        let Terms { thread, threads, warp, .. } = terms;
        let barrier = terms.barrier(misuse.barrier);
        let expects = |r: &Registration| r.expected.map_or("all".to_owned(), |n| n.to_string());
        let (rule, title) = match misuse.misuse {
            Misuse::CountMismatch => (
                Rule::BarrierCountMismatch,
                match earlier {
                    Some(earlier) => format!(
                        "{barrier} expects {} {threads} here, but {} where others have registered",
                        expects(offending),
                        expects(earlier)
                    ),
                    None => format!("{barrier} is used with different numbers of {threads}"),
                },
            ),
            Misuse::OverArrival => (
                Rule::BarrierOverArrival,
                match arrived {
                    Some(arrived) => format!(
                        "{arrived} {threads} register at {barrier}, which expects {}",
                        expects(offending)
                    ),
                    None => format!("more {threads} register at {barrier} than it expects"),
                },
            ),
            Misuse::ArriveOnly => (
                Rule::BarrierArriveOnly,
                format!(
                    "no {thread} waits at {barrier}: all of its {} {threads} only arrive",
                    expects(offending)
                ),
            ),
            Misuse::BadOperand => (
                Rule::BarrierBadOperand,
                match offending.expected {
                    Some(n) => format!("PTX does not allow {barrier} with {n} {threads}"),
                    None => format!("PTX does not allow {barrier}"),
                },
            ),
        };
        let mut found = Diagnostic::new(rule, title);
        let text = registers(offending, offending.expected.is_some(), terms);
        found = labelled(found, &offending.location, text, &terms.short(&offending.threads));
        if let Some(earlier) = earlier {
            found = found.secondary(
                earlier.location.clone(),
                format!("before that, {}", registers(earlier, earlier.expected.is_some(), terms)),
            );
        }
        found = found.note(match misuse.misuse {
            Misuse::CountMismatch => format!(
                "all instructions that take part in one generation of a barrier must expect the same number of {threads}"
            ),
            Misuse::OverArrival => {
                format!("the generation is already complete without these {threads}; which generation they join is undefined")
            }
            Misuse::ArriveOnly => format!(
                "the barrier orders nothing, because no {thread} waits at it; let the consumer use `bar.sync`"
            ),
            Misuse::BadOperand => format!(
                "a barrier's id is 0 to 15, and its number of {threads} is a positive multiple of the {warp} size"
            ),
        });
        found.facts = Some(Facts::BarrierMisuse(misuse));
        found
    }

    /// A barrier that is reused too early.
    #[must_use]
    pub fn reuse(reuse: Reuse, terms: &Terms) -> Self {
        let Reuse { earlier, later, .. } = &reuse;
        let barrier = terms.barrier(reuse.barrier);
        let mut found = Diagnostic::new(
            Rule::BarrierReuseUnordered,
            format!(
                "{barrier} may be reused too early: nothing makes {} wait until generation {} is complete",
                terms.short(&later.threads),
                earlier.generation
            ),
        )
        .primary(
            later.location.clone(),
            format!("generation {}: {}", later.generation, registers(later, false, terms)),
        )
        .secondary(
            earlier.location.clone(),
            format!("generation {}: {}", earlier.generation, registers(earlier, false, terms)),
        )
        .note(match earlier.how {
            RegistrationKind::Arrive => format!(
                "{} only {} at generation {} and {} not wait until it completes; nothing else orders that \
                 arrival before generation {}",
                terms.short(&earlier.threads),
                terms.verb(&earlier.threads, "arrives", "arrive"),
                earlier.generation,
                terms.verb(&earlier.threads, "does", "do"),
                later.generation
            ),
            RegistrationKind::Sync => format!(
                "no chain of barriers leads from generation {} at {} to generation {} at {}",
                earlier.generation,
                terms.short(&earlier.threads),
                later.generation,
                terms.short(&later.threads)
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
    pub fn divergence(divergence: Divergence, terms: &Terms) -> Self {
        let Divergence { location, present, absent, elsewhere, branch, .. } = &divergence;
        let Terms { threads, warp, block, .. } = terms;
        let (rule, title) = match divergence.rule {
            DivergenceRule::Aligned => (
                Rule::DivergenceAligned,
                match terms.language {
                    Language::Ptx => {
                        format!("barrier divergence: only part of a {warp} executes an aligned barrier")
                    }
                    _ => format!("barrier divergence: only part of a {warp} executes this barrier"),
                },
            ),
            DivergenceRule::B1 => (
                Rule::DivergenceB1,
                format!("barrier divergence: only part of the {block} reaches this barrier"),
            ),
            DivergenceRule::B2 => (
                Rule::DivergenceB2,
                format!("barrier divergence: {threads} reach this barrier in different iterations"),
            ),
        };
        let verb = |one, many| terms.verb(absent, one, many);
        let (be, who) = (verb("is", "are"), terms.names(absent));
        let mut found = Diagnostic::new(rule, title).primary(
            location.clone(),
            format!("{} {} this barrier", terms.names(present), terms.verb(present, "reaches", "reach")),
        );
        found = match elsewhere {
            Elsewhere::AtBarrier { location: other } if other.same_place(location) => {
                match other.calls().zip(location.calls()).find(|(a, b)| !a.same_place(b)) {
                    Some((call, _)) => {
                        found.note(format!("{who} {be} there by another call, at {call}: another barrier"))
                    }
                    None => found.note(format!("{who} {be} at the same barrier, in another iteration")),
                }
            }
            Elsewhere::AtBarrier { location } => {
                found.secondary(location.clone(), format!("{who} {} at this one", verb("waits", "wait")))
            }
            Elsewhere::Exited { location } => match branch {
                Some(branch) => found.secondary(branch.clone(), leaves(&who, &verb)),
                None => {
                    found.secondary(location.clone(), format!("{who} {} ended here", verb("has", "have")))
                }
            },
            Elsewhere::Running { location: other } if other.same_place(location) => {
                found.note(format!("{who} {be} elsewhere, not at a barrier of the {block}"))
            }
            Elsewhere::Running { location } => found.secondary(location.clone(), format!("{who} {be} here")),
        };
        if let Some(branch) = branch.as_ref().filter(|_| !matches!(elsewhere, Elsewhere::Exited { .. })) {
            found = found.secondary(branch.clone(), "they diverge at this branch");
        }
        found = found.note(required(divergence.rule, terms));
        found.facts = Some(Facts::Divergence(divergence));
        found
    }
}

/// What the language requires of threads at a barrier.
pub(crate) fn required(rule: DivergenceRule, terms: &Terms) -> String {
    let Terms { thread, threads, warp, block, .. } = terms;
    match rule {
        DivergenceRule::Aligned => match terms.language {
            Language::Ptx => format!("all {threads} of a {warp} must execute an `.aligned` barrier together"),
            _ => format!("all {threads} of a {warp} must execute this barrier together"),
        },
        DivergenceRule::B1 => {
            format!("the language requires that every {thread} of the {block} reaches the same barrier")
        }
        DivergenceRule::B2 => {
            format!(
                "the language requires that all {threads} reach a barrier in the same iteration of every loop around it"
            )
        }
    }
}

/// What threads do at a branch that leads them to their end, past a barrier.
fn leaves(who: &str, verb: &dyn Fn(&'static str, &'static str) -> &'static str) -> String {
    format!("{who} {} here, and {} without reaching it", verb("leaves", "leave"), verb("ends", "end"))
}

/// At most this many waits of a deadlock are shown.
const MOST_WAITS: usize = 6;

/// Merges waits that differ only in the threads that wait.
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
fn labelled(found: Diagnostic, place: &Location, text: String, who: &str) -> Diagnostic {
    let found = found.primary(place.clone(), text);
    match place.calls().last() {
        Some(call) if !call.same_line(place) => found.secondary(call.clone(), format!("the call by {who}")),
        _ => found,
    }
}

/// The title of writes of equal values.
fn equal(race: &Race, terms: &Terms, how: &str) -> String {
    let (what, threads) = (terms.address(&race.first.address), terms.threads);
    let write = if race.first.uncertain || race.second.uncertain { "may write" } else { "write" };
    format!("race on `{what}`: two {threads} {write} it unordered, {how}")
}

/// How an atomic operation is made to hold for all threads of the device.
const fn device(language: Language) -> &'static str {
    match language {
        Language::Cuda => "use the function without `_block`",
        Language::OpenCl => "use `memory_scope_device`",
        Language::Ptx => "write `.gpu`",
    }
}

/// `thread 33`, with its block where the race is between blocks.
fn name(access: &Access, race: &Race, terms: &Terms) -> String {
    let name = terms.name(&access.thread);
    if race.first.thread.cta == race.second.thread.cta {
        return name;
    }
    format!("{name} of {}", terms.block_at(access.thread.cta))
}

/// `write 4 bytes of `s[3]``, for two threads at once.
fn act(access: &Access, terms: &Terms) -> String {
    let verb = match access.kind {
        crate::AccessKind::Read => "read",
        crate::AccessKind::Write => "write",
        crate::AccessKind::AtomicRead => "atomically read",
        crate::AccessKind::AtomicWrite => "atomically update",
    };
    tail(verb, access, terms)
}

/// `thread 33 writes `s[3]` (4 bytes)`.
fn does(access: &Access, race: &Race, terms: &Terms) -> String {
    let name = name(access, race, terms);
    if access.uncertain {
        return format!("{name} may {}", act(access, terms));
    }
    format!("{name} {}", tail(access.kind.verb(), access, terms))
}

fn tail(verb: &str, access: &Access, terms: &Terms) -> String {
    let mut text = format!("{verb} `{}` ({}", terms.address(&access.address), bytes(access.bytes));
    if let Some(value) = &access.value {
        text.push_str(&format!(", value {value}"));
    }
    text.push(')');
    text
}

fn bytes(n: u64) -> String {
    if n == 1 { "1 byte".to_owned() } else { format!("{n} bytes") }
}

fn why(unordered: &Unordered, terms: &Terms) -> String {
    let Terms { threads, warp, lanes, blocks, .. } = terms;
    let at = |passed: &Passed| format!("{} ({})", terms.barrier(passed.barrier), passed.location.short());
    match unordered {
        Unordered::NoBarrier => {
            format!("no barrier that both {threads} take part in lies between the two accesses")
        }
        Unordered::ArriveOnly { thread, passed } => format!(
            "{} only arrives at {} and continues without waiting for it",
            terms.name(thread),
            at(passed)
        ),
        Unordered::ArrivesEarly { thread, waits, passed } => format!(
            "{} arrives at {} before its access, so {}, which waits there, does not wait for that access",
            terms.name(thread),
            at(passed),
            terms.name(waits)
        ),
        Unordered::NotAll { waits, absent, passed } => format!(
            "{} takes no part in {}, at which {} waits before its access, and no other barrier orders the two accesses",
            terms.name(absent),
            at(passed),
            terms.name(waits)
        ),
        Unordered::DifferentCtas => match terms.language {
            Language::OpenCl => {
                "the work-items are in different work-groups, and no barrier orders work-groups".to_owned()
            }
            _ => format!(
                "the {threads} are in different {blocks}, and no barrier of the whole grid lies between the two accesses"
            ),
        },
        Unordered::SameInstruction => {
            format!("both belong to one instruction of one {warp}, which does not order its {lanes}")
        }
        Unordered::OnlyLockStep => {
            format!("only lock-step execution of their {warp} would order them, and nothing guarantees that")
        }
        Unordered::Unfenced { flag, .. } => format!(
            "only barriers without {flag} lie between the two accesses: {threads} wait there, but their accesses to this memory are not \
             ordered"
        ),
        Unordered::Other { text } => text.clone(),
    }
}

/// The last barriers of both threads before the accesses.
fn passed(first: &Access, second: &Access, terms: &Terms) -> String {
    let at = |passed: &Passed| {
        let barrier = terms.barrier(passed.barrier);
        let call = match (terms.language, passed.barrier) {
            (Language::Cuda, Barrier::Named(0)) => "`__syncthreads()`, ",
            _ => "",
        };
        format!("{barrier} ({call}generation {}) at {}", passed.generation, passed.location.short())
    };
    let (a, b) = (terms.name(&first.thread), terms.name(&second.thread));
    match (&first.last_barrier, &second.last_barrier) {
        (None, None) => format!("neither {} has passed a barrier before", terms.thread),
        (Some(p), Some(q)) if p == q => format!("both last passed {}", at(p)),
        (Some(p), Some(q)) => format!("{a} last passed {}, {b} {}", at(p), at(q)),
        (Some(p), None) => format!("{a} last passed {}, {b} no barrier yet", at(p)),
        (None, Some(q)) => format!("{a} has passed no barrier yet, {b} last passed {}", at(q)),
    }
}

/// `both threads are in warp 1, lanes 0 and 1` or `warp 0 lane 31 and warp 1 lane 0`; nothing for two blocks, nor for OpenCL, which does not say
/// which work-items form a sub-group.
fn lanes(a: &Thread, b: &Thread, terms: &Terms) -> Option<String> {
    let Terms { threads, warp, lane, lanes, .. } = terms;
    if terms.language == Language::OpenCl {
        return None;
    }
    // Warps are numbered within each block.
    if a.cta != b.cta {
        return None;
    }
    if a.warp == b.warp {
        return Some(format!("both {threads} are in {warp} {}, {lanes} {} and {}", a.warp, a.lane, b.lane));
    }
    let one = |of: &Thread| format!("{warp} {} {lane} {}", of.warp, of.lane);
    Some(format!("the {threads} are {} and {}", one(a), one(b)))
}

fn waits(wait: &Wait, terms: &Terms) -> String {
    let Wait { threads, arrived, expected, .. } = wait;
    let (who, verb, noun) = (terms.names(threads), terms.verb(threads, "waits", "wait"), terms.threads);
    let barrier = terms.barrier(wait.barrier);
    let mut text = format!("{who} {verb} at {barrier}: {arrived} of {expected} {noun} have arrived");
    if let Some(missing) = &wait.waits_for {
        text.push_str(&format!(", {} {} missing", terms.short(missing), terms.verb(missing, "is", "are")));
    }
    text
}

/// `thread 0 waits at k.cu:9 for threads 1-31, which wait at k.cu:8`: what those do that are missing, if some wait elsewhere.
fn instead(wait: &Wait, deadlock: &Deadlock, terms: &Terms) -> Option<String> {
    let missing = wait.waits_for.as_ref()?;
    let elsewhere = deadlock.waits.iter().filter_map(|other| {
        let threads = missing.common(&other.threads)?;
        let (who, verb) = (terms.short(&threads), terms.verb(&threads, "waits", "wait"));
        Some(format!("{who}, which {verb} at {}", other.location.short()))
    });
    let mut parts: Vec<String> = elsewhere.collect();
    if parts.is_empty() {
        return None;
    }
    if let Some(ended) = deadlock.exited.as_ref().and_then(|exited| missing.common(&exited.threads)) {
        let (who, verb) = (terms.short(&ended), terms.verb(&ended, "has", "have"));
        parts.push(format!("{who}, which {verb} ended"));
    }
    let (who, verb) = (terms.short(&wait.threads), terms.verb(&wait.threads, "waits", "wait"));
    Some(format!("{who} {verb} at {} for {}", wait.location.short(), words::list(&parts)))
}

/// `warp 0 waits at barrier 0 (k.cu:3) for warp 1, which would arrive there at k.cu:7, but waits at …`.
fn cycle(waits: &[Wait], terms: &Terms) -> String {
    let mut text = String::new();
    let would = |wait: &Wait| wait.owed.as_ref().map(|at| format!("would arrive there at {}", at.short()));
    for (i, wait) in waits.iter().enumerate() {
        let next: &Threads = wait.waits_for.as_ref().unwrap_or(&waits[(i + 1) % waits.len()].threads);
        let verb = terms.verb(&wait.threads, "waits", "wait");
        if i == 0 {
            text.push_str(&format!("{} {verb}", terms.short(&wait.threads)));
        } else {
            let first = would(&waits[i - 1]).map_or(String::new(), |would| format!("{would}, but "));
            text.push_str(&format!(", which {first}{verb}"));
        }
        let (barrier, at) = (terms.barrier(wait.barrier), wait.location.short());
        text.push_str(&format!(" at {barrier} ({at}) for {}", terms.short(next)));
    }
    if let Some(would) = waits.last().and_then(would) {
        text.push_str(&format!(", which {would}"));
    }
    text
}

/// `warp 0 (threads 0-31) waits, expecting 64 threads`.
fn registers(registration: &Registration, counted: bool, terms: &Terms) -> String {
    let threads = &registration.threads;
    let verb = match registration.how {
        RegistrationKind::Sync => terms.verb(threads, "waits", "wait"),
        RegistrationKind::Arrive => terms.verb(threads, "arrives", "arrive"),
    };
    let who = terms.names(threads);
    match registration.expected {
        Some(n) if counted => format!("{who} {verb}, expecting {n} {}", terms.threads),
        _ => format!("{who} {verb}"),
    }
}
