//! From the findings of the methods to the report: places, names of buffers, threads.

use crate::running::programs;
use crate::running::programs::Sites;
use crate::subject::kernel::Kernel;
use crate::subject::names::variable_name;
use crate::words::elements::{Elements, element, member};
use crate::words::notes::give_all;
use raddle_ir::{BarrierOp, InstKind, LocId, MemoryObject};
use raddle_machine::barrier::{BarrierError, How as MachineHow};
use raddle_machine::domain::{ObjectId, Site};
use raddle_machine::monitor::{Event, Issue, lanes};
use raddle_machine::objects::{ObjectKind, SHARED};
use raddle_machine::outcome::{Deadlock as MachineDeadlock, WaitingFor};
use raddle_machine::record::WarpRecorder;
use raddle_report::{
    Access, AccessKind, Address, Barrier, BarrierMisuse, Count, Deadlock, Diagnostic, Divergence,
    DivergenceRule, Elsewhere, Exited, Location, Misuse, Passed, Race, Registration, RegistrationKind, Reuse,
    Rule, Thread, Threads, Unordered, Wait,
};
use raddle_sync::class::Classes;
use raddle_sync::generation::{DynamicBarrier, NodeId, Participant};
use raddle_sync::program::{BarrierId, Command, How, Point, ThreadId};
use raddle_sync::race::{Class, Side};
use raddle_sync::trace::Trace;
use raddle_sync::warps::{Action, Area, UNPLACED, Warps};
use raddle_sync::{Analysis, deadlock, program, race, wellsync};
use std::collections::BTreeSet;

/// A recorded CTA with all that is needed to describe its findings.
pub struct Told<'a> {
    /// The kernel and its launch.
    pub kernel: &'a Kernel<'a>,
    /// The thread programs.
    pub cta: &'a Warps,
    /// The run that they were analysed by.
    pub trace: &'a Trace,
    /// The classes of threads in it.
    pub classes: &'a Classes,
    /// The places of their commands.
    pub sites: &'a Sites,
}

impl Kernel<'_> {
    /// A thread by its linear number.
    #[must_use]
    pub fn thread(&self, linear: u32) -> Thread {
        Thread::new(u64::from(linear), self.cta, self.launch.block, self.launch.warp_size)
    }

    /// The name of a thread.
    #[must_use]
    pub fn name_of(&self, linear: u32) -> String {
        self.terms().name(&self.thread(linear))
    }

    /// A set of threads.
    #[must_use]
    pub fn threads(&self, linear: impl IntoIterator<Item = u32>) -> Threads {
        Threads::new(linear.into_iter().map(u64::from), self.cta, self.launch.warp_size)
    }

    /// The place of a byte of an object, as `buffer[index]` where an access of this many bytes suggests
    /// elements.
    #[must_use]
    pub fn address(&self, object: ObjectId, offset: u64, bytes: u32) -> Address {
        if let Some((group, offset)) = programs::from_near(object.0, offset) {
            return self.address_near(group, offset, bytes);
        }
        if object == SHARED {
            let part =
                self.objects.shared_parts().iter().rev().find(|p| {
                    p.offset <= offset && p.size.is_none_or(|size| offset < p.offset + size.max(1))
                });
            return match part {
                Some(part) => {
                    let object = self.shared_object(&part.name, part.offset);
                    let elements = Elements::of_part(object, part.element);
                    let space = raddle_report::Space::Shared;
                    element(space, &part.name, &elements, offset - part.offset, bytes)
                }
                None => Address::byte(raddle_report::Space::Shared, offset),
            };
        }
        let info = self.objects.info(object);
        match info.kind {
            ObjectKind::Absolute => Address::byte(raddle_report::Space::Global, offset),
            kind => {
                let elements = Elements::of(self.input, self.function, kind, info.element);
                element(raddle_report::Space::Global, &info.name, &elements, offset, bytes)
            }
        }
    }

    /// The variable in shared memory of this name, at this place.
    pub(crate) fn shared_object(&self, name: &str, start: u64) -> Option<&MemoryObject> {
        let mut objects = self.input.module.objects.iter();
        let found = objects.find(|(id, object)| {
            self.objects.of_module(*id) == Some((SHARED, start))
                && object.source_name.as_ref().unwrap_or(&object.name) == name
        });
        found.map(|(_, object)| object)
    }

    /// Some place in an area: `bins[?]`.
    fn somewhere(&self, area: Area) -> Address {
        let space = if ObjectId(area.object) == SHARED {
            raddle_report::Space::Shared
        } else {
            raddle_report::Space::Global
        };
        Address::offset(space, format!("{}[?]", self.name_of_area(area)), 0)
    }

    /// The array in which an area lies.
    fn name_of_area(&self, area: Area) -> String {
        let id = ObjectId(area.object);
        if id != SHARED {
            return variable_name(&self.objects.info(id).name);
        }
        let parts = self.objects.shared_parts();
        let part =
            parts.iter().find(|part| part.offset == area.start && (area.end != u64::MAX || parts.len() == 1));
        part.map_or("shared".to_owned(), |part| variable_name(&part.name))
    }

    /// A place of which only the distance from others is known: `(out + ?)[3]`.
    fn address_near(&self, group: u32, offset: i64, bytes: u32) -> Address {
        let object = self.objects.of_group(group).unwrap_or(SHARED);
        let info = self.objects.info(object);
        let space =
            if object == SHARED { raddle_report::Space::Shared } else { raddle_report::Space::Global };
        let name = variable_name(&info.name);
        let elements = Elements::of(self.input, self.function, info.kind, info.element);
        let size = i64::from(elements.size.unwrap_or(bytes.max(1)));
        let (index, rest) = (offset.div_euclid(size), offset.rem_euclid(size));
        let before = if index < 0 { format!(" - {}", -index) } else { String::new() };
        let name = format!("({name} + ?{before})");
        let (index, within) = (index.max(0) as u64, rest as u64);
        let member = member(elements.members, within, bytes);
        Address { within, member, ..Address::element(space, name, &[index], index * size as u64 + within) }
    }

    /// Threads of a warp by their lanes.
    #[must_use]
    pub fn lanes(&self, warp: u32, mask: u32) -> Threads {
        let first = warp * self.launch.warp_size;
        self.threads(lanes(mask).map(|lane| first + lane))
    }
}

fn registration_kind(how: MachineHow) -> RegistrationKind {
    match how {
        MachineHow::Sync => RegistrationKind::Sync,
        MachineHow::Arrive => RegistrationKind::Arrive,
    }
}

/// The count that the failing registration gave.
fn expected(error: &BarrierError) -> Option<u64> {
    match *error {
        BarrierError::CountMismatch { given, .. } | BarrierError::InvalidCount { given, .. } => {
            Some(u64::from(given))
        }
        BarrierError::OverArrival { expected, .. } => Some(u64::from(expected)),
        BarrierError::InvalidId { .. } | BarrierError::Blocked { .. } => None,
    }
}

/// A barrier's name.
pub fn barrier(id: BarrierId) -> Barrier {
    match id {
        BarrierId::Named(id) => Barrier::Named(u64::from(id)),
        BarrierId::Warp { warp, .. } | BarrierId::Step { warp, .. } => Barrier::Warp(u64::from(warp)),
    }
}

impl Kernel<'_> {
    /// The barrier at which a thread waits here. A wait for the grid consists of two for the block.
    pub(crate) fn barrier_at(&self, of: Barrier, loc: LocId) -> Barrier {
        let of_grid = || self.function.grid_syncs().any(|wait| self.function.insts[wait].loc == loc);
        if matches!(of, Barrier::Named(_)) && of_grid() { Barrier::Grid } else { of }
    }
}

impl<'a> Told<'a> {
    /// What was analysed, and how.
    #[must_use]
    pub fn new(kernel: &'a Kernel<'a>, cta: &'a Warps, analysis: &'a Analysis, sites: &'a Sites) -> Self {
        Self { kernel, cta, trace: &analysis.trace, classes: &analysis.classes, sites }
    }
}

impl Told<'_> {
    fn loc(&self, at: Point) -> LocId {
        self.sites.loc(self.cta.command(at).expect("the point is in the programs").site())
    }

    fn place(&self, at: Point) -> raddle_report::Location {
        self.kernel.place(self.loc(at))
    }

    fn passed(&self, node: NodeId, at: Point) -> Passed {
        let node = self.trace.node(node);
        Passed {
            barrier: self.kernel.barrier_at(barrier(node.barrier), self.loc(at)),
            generation: u64::from(node.generation),
            location: self.place(at),
        }
    }

    /// Where an access goes whose place is not known.
    #[must_use]
    pub fn area(&self, side: &Side) -> Option<Area> {
        let (warp, position, _) = self.cta.position(side.at)?;
        match self.cta.warps[warp].events[position as usize].action() {
            Action::Access(id) => self.cta.footprints[id as usize].area,
            Action::Register(_) | Action::Nothing => None,
        }
    }

    /// What one side of a race accesses: `s[3]`, or an unknown element.
    #[must_use]
    pub fn accessed(&self, side: &Side) -> String {
        match self.area(side).filter(|_| side.access.object == UNPLACED) {
            Some(area) => format!("an unknown element of `{}`", self.kernel.name_of_area(area)),
            None => format!("`{}`", self.kernel.terms().address(&self.access(side).address)),
        }
    }

    /// One side of a race.
    #[must_use]
    pub fn access(&self, side: &Side) -> Access {
        let a = &side.access;
        Access {
            thread: self.kernel.thread(side.at.thread.0),
            kind: access_kind(a),
            bytes: u64::from(a.size),
            address: match self.area(side).filter(|_| a.object == UNPLACED) {
                Some(area) => self.kernel.somewhere(area),
                None => self.kernel.address(ObjectId(a.object), a.offset, a.size),
            },
            location: self.place(side.at),
            value: None,
            uncertain: a.uncertain,
            last_barrier: side.passed.map(|(node, at)| self.passed(node, at)),
        }
    }

    /// A race.
    #[must_use]
    pub fn race(&self, race: &race::Race, truncated: bool) -> Race {
        let count = if truncated { Count::at_least(race.count) } else { Count::exactly(race.count) };
        Race {
            first: self.access(&race.first),
            second: self.access(&race.second),
            unordered: self.unordered(race),
            pairs: count,
            benign: race.class == Class::Benign,
            explanation: None,
            same_cause: Vec::new(),
        }
    }

    /// Why nothing orders the two accesses of a race.
    fn unordered(&self, race: &race::Race) -> Unordered {
        let (a, b) = (&race.first, &race.second);
        let one_instruction = a.access.site == b.access.site
            && self.sites.is_one_instruction(a.access.site)
            // In different iterations lock-step would order them.
            && a.at.index == b.at.index
            && a.at.thread.0 / self.kernel.launch.warp_size == b.at.thread.0 / self.kernel.launch.warp_size
            && a.passed.map(|(n, _)| n) == b.passed.map(|(n, _)| n);
        if one_instruction {
            return Unordered::SameInstruction;
        }
        // The one that waited last is the later one: nothing makes it wait for the access of the other.
        let completed = |side: &Side| {
            let (node, _) = side.passed?;
            self.trace.completed.iter().position(|&other| other == node)
        };
        let (later, other) = if completed(a) > completed(b) { (a, b) } else { (b, a) };
        let last =
            later.passed.filter(|(node, _)| matches!(self.trace.node(*node).barrier, BarrierId::Named(_)));
        let threads = || [later, other].map(|side| self.kernel.thread(side.at.thread.0));
        if let Some((node, _)) = last
            && let Some(at) = self.arrives_before(node, other.at)
        {
            let [waits, thread] = threads();
            return Unordered::ArrivesEarly { thread, waits, passed: self.passed(node, at) };
        }
        // One arrives first, and accesses without having waited for the threads that the other one waits with.
        for (side, other) in [(a, b), (b, a)] {
            if let Some((node, _)) = side.registers
                && let Some(at) = self.arrives_before(node, other.at)
            {
                let thread = self.kernel.thread(other.at.thread.0);
                return Unordered::ArriveOnly { thread, passed: self.passed(node, at) };
            }
        }
        if let Some((node, at)) = last
            && let Some((warp, _, lane)) = self.cta.position(other.at)
        {
            let class = self.classes.of_lane(warp, lane);
            if self.trace.node(node).participants.iter().all(|one| one.class != class) {
                let [waits, absent] = threads();
                return Unordered::NotAll { waits, absent, passed: self.passed(node, at) };
            }
        }
        Unordered::NoBarrier
    }

    /// Where a thread arrives at a generation, without waiting, before an access.
    fn arrives_before(&self, node: NodeId, access: Point) -> Option<Point> {
        let (warp, position, lane) = self.cta.position(access)?;
        let class = self.classes.of_lane(warp, lane);
        let mut of_class = self.trace.node(node).participants.iter().filter(|one| one.class == class);
        let arrival = of_class.find(|one| one.how == How::Arrive)?;
        let passage = self.trace.passages[class as usize].get(arrival.ordinal as usize)?;
        (passage.position < position).then(|| self.cta.point(warp, passage.position, lane))
    }

    /// A deadlock of thread programs: the shortest cycle of waits, or else all waits.
    #[must_use]
    pub fn deadlock(&self, found: &deadlock::Deadlock) -> Deadlock {
        let cycle = &found.cycle;
        let site = |at: &Point| self.cta.command(*at).map(|command| command.site());
        // Those who are blocked at one barrier and one line.
        let wait = |waiting: &deadlock::Waiting, at: Point| Wait {
            threads: self.threads(waiting.blocked.iter().filter(|p| site(p) == site(&at)).map(|p| p.thread)),
            barrier: self.kernel.barrier_at(barrier(waiting.barrier), self.loc(at)),
            generation: u64::from(waiting.generation),
            location: self.place(at),
            arrived: u64::from(waiting.registered),
            expected: u64::from(waiting.count),
            waits_for: match waiting.barrier {
                BarrierId::Warp { warp, mask } => {
                    let first = warp * self.kernel.launch.warp_size;
                    let exists = |lane: &u32| first + lane < self.kernel.launch.threads();
                    let came = |lane: &u32| waiting.blocked.iter().any(|at| at.thread.0 == first + lane);
                    // A wait for fewer lanes than its mask has is one for those that have not ended.
                    let for_all = waiting.count as usize == lanes(mask).filter(exists).count();
                    let ended = |lane: &u32| found.exited.iter().any(|thread| thread.0 == first + lane);
                    let missing =
                        lanes(mask).filter(|lane| exists(lane) && !came(lane) && (for_all || !ended(lane)));
                    Some(self.kernel.threads(missing.map(|lane| first + lane)))
                }
                BarrierId::Named(_) | BarrierId::Step { .. } => None,
            },
            owed: None,
        };
        let mut waits: Vec<Wait> = Vec::new();
        if cycle.is_empty() {
            for waiting in &found.waiting {
                let mut sites = BTreeSet::new();
                let first = waiting.blocked.iter().filter(|at| sites.insert(site(at)));
                waits.extend(first.map(|&at| wait(waiting, at)));
            }
        } else {
            waits.extend(cycle.iter().map(|step| wait(&found.waiting[step.barrier], step.blocked)));
            for (n, step) in cycle.iter().enumerate() {
                let before = (n + cycle.len() - 1) % cycle.len();
                waits[before].waits_for = Some(waits[n].threads.clone());
                waits[before].owed = Some(self.place(step.owes));
            }
        }
        let exited = if cycle.is_empty() { found.exited.as_slice() } else { &[] };
        let exited = self.kernel.missing_exited(exited.iter().map(|thread| thread.0), &waits);
        Deadlock { waits, cycle: !cycle.is_empty(), exited }
    }

    fn threads(&self, threads: impl Iterator<Item = ThreadId>) -> Threads {
        self.kernel.threads(threads.map(|t| t.0))
    }

    /// A barrier that is reused too early.
    #[must_use]
    pub fn reuse(&self, found: &wellsync::Reuse) -> Reuse {
        let node = self.trace.node(found.earlier);
        Reuse {
            barrier: barrier(node.barrier),
            earlier: self.registration(found.lagging, node.generation),
            later: self.registration(found.early, self.trace.node(found.later).generation),
            pairs: Count::exactly(found.count),
        }
    }

    fn registration(&self, at: Point, generation: u32) -> Registration {
        let (how, expected) = match self.cta.command(at) {
            Some(Command::Register(r)) => (r.how, Some(u64::from(r.count))),
            _ => (How::Sync, None),
        };
        Registration {
            threads: self.threads([at.thread].into_iter()),
            location: self.place(at),
            how: if how == How::Arrive { RegistrationKind::Arrive } else { RegistrationKind::Sync },
            generation: u64::from(generation),
            expected,
        }
    }

    /// A generation that all of its participants only arrive at.
    #[must_use]
    pub fn arrive_only(&self, node: &DynamicBarrier) -> BarrierMisuse {
        let threads: Vec<u32> = (node.participants.iter())
            .flat_map(|p| {
                let class = self.classes.get(p.class);
                let first = self.cta.warps[class.warp as usize].first;
                lanes(class.lanes).map(move |lane| first + lane)
            })
            .collect();
        let last = node.participants.last().map(|p| self.point(p));
        let at = last.unwrap_or(Point { thread: ThreadId(0), index: 0 });
        let mut offending = self.registration(at, node.generation);
        offending.threads = self.kernel.threads(threads);
        BarrierMisuse {
            misuse: Misuse::ArriveOnly,
            barrier: barrier(node.barrier),
            offending,
            earlier: None,
            arrived: None,
        }
    }

    /// The command by which the first thread of a class takes part in a generation.
    fn point(&self, p: &Participant) -> Point {
        let class = self.classes.get(p.class);
        self.cta.point(class.warp as usize, class.registrations[p.ordinal as usize], class.first_lane())
    }

    /// An error production of paper 001, §3.3, at a command.
    #[must_use]
    pub fn misuse(&self, at: Point, error: BarrierError) -> Option<BarrierMisuse> {
        let Some(Command::Register(r)) = self.cta.command(at) else { return None };
        let generation = self.trace.generations.get(&r.barrier).map_or(1, Vec::len) as u32;
        let mut offending = self.registration(at, generation);
        let others =
            self.trace.generations.get(&r.barrier).and_then(|g| g.last()).map(|&n| self.trace.node(n));
        let earlier =
            others.and_then(|n| n.participants.first()).map(|p| self.registration(self.point(p), generation));
        offending.expected = Some(u64::from(r.count));
        Some(self.kernel.misuse(error, barrier(r.barrier), offending, earlier))
    }
}

impl Kernel<'_> {
    /// An error production, in the report's words.
    #[must_use]
    pub fn misuse(
        &self,
        error: BarrierError,
        barrier: Barrier,
        offending: Registration,
        earlier: Option<Registration>,
    ) -> BarrierMisuse {
        let (misuse, arrived) = match error {
            BarrierError::CountMismatch { .. } => (Misuse::CountMismatch, None),
            BarrierError::OverArrival { registered, weight, .. } => {
                (Misuse::OverArrival, Some(u64::from(registered + weight)))
            }
            BarrierError::InvalidCount { .. }
            | BarrierError::InvalidId { .. }
            | BarrierError::Blocked { .. } => (Misuse::BadOperand, None),
        };
        let earlier = if misuse == Misuse::BadOperand { None } else { earlier };
        BarrierMisuse { misuse, barrier, offending, earlier, arrived }
    }

    /// The error production that ended a run: lanes of a warp register at a barrier against its rules.
    #[must_use]
    pub fn barrier_error(
        &self,
        recorder: &WarpRecorder,
        error: BarrierError,
        id: u32,
        (warp, lanes): (u32, u32),
        site: Site,
    ) -> BarrierMisuse {
        let registered = (0..recorder.threads()).flat_map(|thread| {
            recorder.thread_events(thread).filter_map(move |event| match event {
                Event::Barrier { how, id: other, count, generation, site, .. } if other == id => {
                    Some((generation, thread, how, count, site))
                }
                _ => None,
            })
        });
        let registered: Vec<_> = registered.collect();
        let last = registered.iter().map(|r| r.0).max().unwrap_or(1);
        let first = registered.iter().find(|r| r.0 == last);
        let earlier = first.map(|&(_, _, how, count, at)| Registration {
            threads: self.threads(registered.iter().filter(|r| r.0 == last && r.4 == at).map(|r| r.1)),
            location: self.place(at.loc),
            how: registration_kind(how),
            generation: u64::from(last),
            expected: Some(u64::from(count)),
        });
        let offending = self.registration_at(warp, lanes, site, last, expected(&error));
        self.misuse(error, Barrier::Named(u64::from(id)), offending, earlier)
    }

    /// Lanes that register at an instruction.
    #[must_use]
    pub fn registration_at(
        &self,
        warp: u32,
        lanes: u32,
        site: Site,
        generation: u32,
        expected: Option<u64>,
    ) -> Registration {
        let op = site.inst.map(|i| &self.function.insts[i].kind);
        let how = match op {
            Some(InstKind::Barrier(b)) if b.op == BarrierOp::Arrive => RegistrationKind::Arrive,
            _ => RegistrationKind::Sync,
        };
        let (threads, location) = (self.lanes(warp, lanes), self.place(site.loc));
        Registration { threads, location, how, generation: u64::from(generation), expected }
    }

    /// Lanes execute an instruction with a mask that does not include them.
    pub(crate) fn no_member(&self, who: &Threads, mask: u32, site: Site) -> Diagnostic {
        let terms = self.terms();
        let (verb, them) = (terms.verb(who, "gives", "give"), terms.verb(who, "it", "them"));
        let title =
            format!("{} {verb} the member mask {mask:#x}, which does not include {them}", terms.names(who));
        Diagnostic::new(Rule::BarrierBadOperand, title)
            .primary(self.place(site.loc), "what this does is undefined then")
            .help(give_all(terms))
    }

    /// A deadlock as the machine saw it.
    #[must_use]
    pub fn machine_deadlock(&self, found: &MachineDeadlock) -> Deadlock {
        let mut groups: Vec<(WaitingFor, LocId, Vec<u32>)> = Vec::new();
        for waiting in &found.waiting {
            let warp = |thread: u32| thread / self.launch.warp_size;
            let same = |(at, loc, threads): &&mut (WaitingFor, LocId, Vec<u32>)| {
                same_wait(at, &waiting.at)
                    && *loc == waiting.site.loc
                    && (matches!(at, WaitingFor::Barrier { .. }) || warp(threads[0]) == warp(waiting.thread))
            };
            match groups.iter_mut().find(same) {
                Some((_, _, threads)) => threads.push(waiting.thread),
                None => groups.push((waiting.at, waiting.site.loc, vec![waiting.thread])),
            }
        }
        let waits: Vec<Wait> = groups
            .into_iter()
            .map(|(at, loc, threads)| {
                let warp = threads[0] / self.launch.warp_size;
                let waits_for = match at {
                    WaitingFor::Lanes { mask, present } => Some(self.lanes(warp, mask & !present)),
                    WaitingFor::Barrier { .. } => None,
                };
                let (barrier, generation, arrived, expected) = match at {
                    WaitingFor::Barrier { id, generation, expected, registered } => {
                        let barrier = self.barrier_at(Barrier::Named(u64::from(id)), loc);
                        (barrier, generation, registered, expected)
                    }
                    WaitingFor::Lanes { mask, present } => {
                        (Barrier::Warp(u64::from(warp)), 1, present.count_ones(), mask.count_ones())
                    }
                };
                Wait {
                    threads: self.threads(threads),
                    barrier,
                    generation: u64::from(generation),
                    location: self.place(loc),
                    arrived: u64::from(arrived),
                    expected: u64::from(expected),
                    waits_for,
                    owed: None,
                }
            })
            .collect();
        Deadlock { exited: self.missing_exited(found.exited.iter().copied(), &waits), waits, cycle: false }
    }

    /// The threads that have ended, as far as a wait may miss them.
    fn missing_exited(&self, exited: impl Iterator<Item = u32>, waits: &[Wait]) -> Option<Exited> {
        // They are not missing where they arrive.
        let exited = self.threads(exited.filter(|_| !self.launch.exited_arrive));
        let missing: Option<Vec<&Threads>> = waits.iter().map(|wait| wait.waits_for.as_ref()).collect();
        let threads = match missing {
            Some(missing) => {
                let parts = missing.iter().filter_map(|missing| missing.common(&exited));
                parts.reduce(|all, part| all.with(&part))?
            }
            None => exited,
        };
        let barriers: Vec<&Location> = waits.iter().map(|wait| &wait.location).collect();
        if threads.count() == 0 {
            return None;
        }
        Some(Exited { threads, location: self.end_place(), branch: self.parting(&barriers) })
    }

    /// A barrier that only some of the threads reach; none if the issue is not about that.
    #[must_use]
    pub fn divergence(&self, issue: &Issue) -> Option<Divergence> {
        match issue {
            Issue::PartOfWarp { warp, lanes, all, exited, site } => {
                let inst = site.inst.map(|i| &self.function.insts[i].kind);
                let Some(InstKind::Barrier(barrier)) = inst else { return None };
                let has_exited = all & !lanes & !exited == 0;
                let location = self.place(site.loc);
                let branch = if has_exited { self.parting(&[&location]) } else { None };
                // CUDA and OpenCL have a rule of their own for barriers of the whole block; `.aligned` is of PTX.
                let of_block =
                    self.input.module.language != raddle_ir::Language::Ptx && barrier.count.is_none();
                Some(Divergence {
                    rule: if of_block { DivergenceRule::B1 } else { DivergenceRule::Aligned },
                    present: self.lanes(*warp, *lanes),
                    absent: self.lanes(*warp, all & !lanes),
                    elsewhere: match has_exited {
                        true => Elsewhere::Exited { location: self.end_place() },
                        false => Elsewhere::Running { location: location.clone() },
                    },
                    location,
                    branch,
                })
            }
            Issue::Divergence { condition, first, first_site, second, second_site } => Some(Divergence {
                rule: if *condition == 2 { DivergenceRule::B2 } else { DivergenceRule::B1 },
                location: self.place(first_site.loc),
                present: self.threads([*first]),
                absent: self.threads([*second]),
                elsewhere: Elsewhere::AtBarrier { location: self.place(second_site.loc) },
                branch: None,
            }),
            _ => None,
        }
    }
}

fn same_wait(a: &WaitingFor, b: &WaitingFor) -> bool {
    match (a, b) {
        (WaitingFor::Barrier { id: a, .. }, WaitingFor::Barrier { id: b, .. }) => a == b,
        (WaitingFor::Lanes { .. }, WaitingFor::Lanes { .. }) => a == b,
        _ => false,
    }
}

/// What an access does, in the report's words.
pub(crate) fn access_kind(a: &program::Access) -> AccessKind {
    match (a.kind, a.scope) {
        (program::Kind::Read, None) => AccessKind::Read,
        (program::Kind::Read, Some(_)) => AccessKind::AtomicRead,
        (program::Kind::Write, None) => AccessKind::Write,
        (program::Kind::Write, Some(_)) | (program::Kind::Update, _) => AccessKind::AtomicWrite,
    }
}
