//! How a finding comes about, in the report's words: what `raddle-sync` knows of races and of barriers reused too early.

use crate::words::findings::{Told, barrier};
use raddle_ir::Language;
use raddle_report::{
    AccessKind, CtaWait, Explanation, Location, MissingOrder, MovedBarrier, Passed, RegistrationKind,
    Threads, WarpWait, words,
};
use raddle_sync::explain::meeting::Meeting;
use raddle_sync::explain::{Explain, Insertion, Missing, Move, Reached, Way};
use raddle_sync::generation::NodeId;
use raddle_sync::program::{Command, How, Kind, Point};
use raddle_sync::race::Race;
use raddle_sync::warps::lanes;
use raddle_sync::wellsync;

/// The most findings of a kernel that are explained: more would not be read.
pub const MOST_EXPLAINED: usize = 8;

impl Told<'_> {
    /// Why two accesses race, and what would order them; within a warp also where its lanes would have to wait for each other, if
    /// requested.
    #[must_use]
    pub fn explanation(&self, explain: &Explain<'_>, race: &Race, within_warp: bool) -> Explanation {
        let missing = explain.missing(race).into_iter().flatten().filter_map(|order| self.missing(&order));
        let moved = explain.nearest_move(race).and_then(|found| self.moved(&found));
        let in_one = |a, b| {
            let [a, b] = [a, b].map(|site| self.kernel.place(self.sites.loc(site)));
            a.same_line(&b)
        };
        let updates = explain.is_update(race, in_one);
        // OpenCL has no waits of lanes.
        let within_warp = within_warp && self.kernel.input.module.language != Language::OpenCl;
        let waits = if within_warp && !updates { explain.warp_sync(race) } else { None };
        let warp_waits: Vec<WarpWait> =
            waits.into_iter().flatten().filter_map(|wait| self.warp_wait(&wait)).collect();
        let meet = !updates && moved.is_none() && warp_waits.is_empty();
        let meetings = if meet { explain.meeting(race) } else { None };
        let cta_waits = meetings.into_iter().flatten().filter_map(|meeting| self.cta_wait(&meeting));
        let cta_waits = cta_waits.collect();
        Explanation { missing: missing.collect(), moved, updates, warp_waits, cta_waits }
    }

    fn missing(&self, order: &Missing) -> Option<MissingOrder> {
        let sides = [order.from, order.to].map(|at| self.cta.place_of(at.thread));
        let [Some(from), Some(to)] = sides else { return None };
        let class = |(warp, lane)| self.classes.of_lane(warp, lane);
        let alike = class(from) == class(to);
        let threads = |at: Point, place| -> Threads {
            if alike {
                return self.kernel.threads([at.thread.0]);
            }
            let class = self.classes.get(class(place));
            let first = self.cta.warps[class.warp as usize].first;
            self.kernel.threads(lanes(class.lanes).map(|lane| first + lane))
        };
        let passed = |of: Option<(NodeId, Point)>| of.and_then(|(node, at)| self.passed_at(node, at));
        let (known, learns) = (passed(order.known), passed(order.learns));
        Some(MissingOrder { from: threads(order.from, from), to: threads(order.to, to), known, learns })
    }

    fn passed_at(&self, node: NodeId, at: Point) -> Option<Passed> {
        let node = self.trace.node(node);
        let (barrier, generation) = (barrier(node.barrier), u64::from(node.generation));
        Some(Passed { barrier, generation, location: self.location(at)? })
    }

    /// The place of a command, if there is one.
    fn location(&self, at: Point) -> Option<Location> {
        let site = self.cta.command(at)?.site();
        Some(self.kernel.place(self.sites.loc(site)))
    }

    fn moved(&self, found: &Move) -> Option<MovedBarrier> {
        let Command::Register(registration) = self.cta.command(found.registration)? else { return None };
        // One of several barriers at a place of the source cannot be moved alone; a barrier of the grid is two.
        let (site, function) = (registration.site, self.kernel.function);
        let at = self.sites.loc(site);
        if !self.sites.is_one_instruction(site)
            || function.grid_syncs().any(|wait| function.insts[wait].loc == at)
        {
            return None;
        }
        Some(MovedBarrier {
            barrier: barrier(registration.barrier),
            location: self.location(found.registration)?,
            how: match registration.how {
                How::Sync => RegistrationKind::Sync,
                How::Arrive => RegistrationKind::Arrive,
            },
            way: side(found.way),
            over: self.location(found.over)?,
            access: self.access_kind(found.over)?,
            thread: self.kernel.thread(found.over.thread.0),
        })
    }

    fn warp_wait(&self, wait: &Insertion) -> Option<WarpWait> {
        Some(WarpWait {
            location: self.location(wait.at)?,
            access: self.access_kind(wait.at)?,
            way: side(wait.way),
            lanes: wait.lanes,
            whole: wait.whole,
        })
    }

    fn cta_wait(&self, meeting: &Meeting) -> Option<CtaWait> {
        Some(CtaWait {
            location: self.location(meeting.at)?,
            access: self.access_kind(meeting.at)?,
            way: side(meeting.way),
            whole: meeting.whole,
        })
    }

    fn access_kind(&self, at: Point) -> Option<AccessKind> {
        let Command::Access(access) = self.cta.command(at)? else { return None };
        Some(match (access.kind, access.scope) {
            (Kind::Read, None) => AccessKind::Read,
            (Kind::Read, Some(_)) => AccessKind::AtomicRead,
            (Kind::Write, None) => AccessKind::Write,
            (Kind::Write, Some(_)) | (Kind::Update, _) => AccessKind::AtomicWrite,
        })
    }

    /// Which thread may be late where a barrier is reused too early.
    #[must_use]
    pub fn lags(&self, found: &wellsync::Reuse) -> Option<String> {
        let [generation, next] = [found.earlier, found.later].map(|node| self.trace.node(node).generation);
        let [lagging, early] = [found.lagging, found.early].map(|at| self.kernel.thread(at.thread.0));
        let [lagging, early] = [lagging, early].map(|thread| self.kernel.terms().name(&thread));
        let (after, before) = (self.location(found.lagging)?, self.location(found.early)?);
        Some(format!(
            "{lagging} may lag: it may not have registered in generation {generation} ({}) yet when {early} registers \
             for generation {next} ({})",
            after.short(),
            before.short()
        ))
    }

    /// A schedule in which generations mix: which threads have to run first, and what the machine did under it.
    #[must_use]
    pub fn mixing(&self, reached: &[Reached], seen: &[String]) -> String {
        let terms = self.kernel.terms();
        let step = |reached: &Reached| {
            let threads = self.kernel.threads(reached.threads.iter().map(|thread| thread.0));
            let location = self.location(reached.last)?;
            let (who, has) = (terms.short(&threads), terms.verb(&threads, "has", "have"));
            Some(format!("{who} {has} run past {}", location.short()))
        };
        let steps: Vec<String> = reached.iter().filter_map(step).collect();
        let needed = if steps.is_empty() {
            format!("no other {} needs to run first", terms.thread)
        } else {
            format!("it suffices that {}", words::list(&steps))
        };
        format!("a schedule that mixes them: {}; {needed}", seen.join("; "))
    }
}

fn side(way: Way) -> raddle_report::Way {
    match way {
        Way::Before => raddle_report::Way::Before,
        Way::After => raddle_report::Way::After,
    }
}
