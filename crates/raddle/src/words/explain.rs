//! How a finding comes about, in the report's words: what `raddle-sync` knows of races and of barriers reused too early.

use crate::words::branches::{Decided, decided, ends_loop, in_loop};
use crate::words::findings::{Told, barrier};
use raddle_ir::Language;
use raddle_report::{
    AccessKind, CtaWait, Explanation, Location, MissingOrder, MovedBarrier, Passed, RegistrationKind,
    Threads, WarpWait, words,
};
use raddle_sync::explain::meeting::Meeting;
use raddle_sync::explain::{Explain, Fix, Insertion, Missing, Move, Reached, Way};
use raddle_sync::generation::NodeId;
use raddle_sync::program::{Command, How, Kind, Point, Site};
use raddle_sync::race::Race;
use raddle_sync::warps::lanes;
use raddle_sync::wellsync;
use std::collections::BTreeSet;

/// The most findings of a kernel that are explained: more would not be read.
pub const MOST_EXPLAINED: usize = 8;

/// Why two accesses race, and what the advised change settles.
#[derive(Debug, Default)]
pub struct Explained {
    /// In the report's words.
    pub explanation: Explanation,
    /// The sites of the races that are gone with the change that is advised first.
    pub settles: BTreeSet<(Site, Site)>,
}

impl Told<'_> {
    /// Why two accesses race, and what would order them; within a warp also where its lanes would have to wait for each other, if
    /// requested. Of what helps, that is kept which settles most races of the CTA.
    #[must_use]
    pub fn explanation(&self, explain: &Explain<'_>, race: &Race, within_warp: bool) -> Explained {
        let missing = explain.missing(race).into_iter().flatten().filter_map(|order| self.missing(&order));
        let missing = missing.collect();
        let updates = self.is_update(explain, race);
        let mut settles = BTreeSet::new();
        let moved = explain.nearest_move(race).and_then(|fix| {
            // In a loop, and with other inputs, a wait of the block may order what this run does not show.
            if self.is_wait_in_loop(&fix.how) {
                return None;
            }
            let moved = self.moved(&fix.how)?;
            settles = fix.settles;
            Some(moved)
        });
        if updates {
            let explanation = Explanation { missing, moved, updates, ..Explanation::default() };
            return Explained { explanation, settles: BTreeSet::new() };
        }
        // OpenCL has no waits of lanes.
        let within_warp = within_warp && self.kernel.input.module.language != Language::OpenCl;
        let lanes = if within_warp { explain.warp_sync(race) } else { None };
        let all = explain.all().len();
        // Where some lanes of each warp make the accesses, those of two warps may race with other inputs.
        let some = |fix: &Fix<Vec<Insertion>>| {
            fix.how.iter().any(|place| !place.whole && place.in_warps || self.may_be_others(place.at))
        };
        let narrow = lanes.as_ref().is_none_or(|fix| fix.settles.len() < all || some(fix));
        let block = if moved.is_none() && narrow { explain.meeting(race) } else { None };
        // One barrier of the block is better than a wait of lanes that leaves other races of one cause.
        let wider = |block: &Fix<Vec<Meeting>>, lanes: &Fix<Vec<Insertion>>| {
            let settles = block.settles.len().cmp(&lanes.settles.len());
            let by_all = block.how.iter().all(|place| place.whole);
            let others = lanes.how.iter().any(|place| self.may_be_others(place.at));
            settles.is_gt() && by_all || settles.is_ge() && some(lanes) && (others || self.meets_in_blocks())
        };
        let (lanes, block) = match (lanes, block) {
            (Some(lanes), Some(block)) if wider(&block, &lanes) => (None, Some(block)),
            (Some(lanes), _) => (Some(lanes), None),
            (None, block) => (None, block),
        };
        let mut warp_waits: Vec<WarpWait> = Vec::new();
        let mut cta_waits: Vec<CtaWait> = Vec::new();
        if let Some(fix) = lanes {
            warp_waits.extend(fix.how.iter().filter_map(|wait| self.warp_wait(wait, race)));
            settles = if moved.is_some() { settles } else { fix.settles };
        } else if let Some(fix) = block {
            cta_waits.extend(fix.how.iter().filter_map(|meeting| self.cta_wait(meeting, race)));
            settles = fix.settles;
        }
        let explanation = Explanation { missing, moved, updates, warp_waits, cta_waits };
        Explained { explanation, settles }
    }

    /// On what it depends whether threads reach a command.
    fn decided(&self, at: Point) -> Decided {
        let command = self.cta.command(at);
        command
            .map(|command| decided(self.kernel.function, self.sites.loc(command.site())))
            .unwrap_or_default()
    }

    /// Is it a wait of threads in a loop that is to be moved?
    fn is_wait_in_loop(&self, found: &Move) -> bool {
        let Some(Command::Register(registration)) = self.cta.command(found.registration) else {
            return false;
        };
        registration.how == How::Sync && in_loop(self.kernel.function, self.sites.loc(registration.site))
    }

    /// Is the access in the condition at the end of a loop?
    fn is_at_loop_end(&self, at: Point) -> bool {
        let is_there = |access: &Location| {
            ends_loop(self.kernel.function, |loc| self.kernel.place(loc).same_line(access))
        };
        self.location(at).is_some_and(|access| is_there(&access))
    }

    /// Do threads of other warps reach a command with other inputs?
    fn may_be_others(&self, at: Point) -> bool {
        let decided = self.decided(at);
        self.cta.warps.len() > 1 && decided.by_thread && decided.by_inputs
    }

    /// Do threads of the block wait for each other anywhere?
    fn meets_in_blocks(&self) -> bool {
        let function = self.kernel.function;
        let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
        insts.any(|&inst| function.insts[inst].kind.is_barrier_of_all())
    }

    /// Does each thread read it and write it back, in one line? No order fixes that.
    #[must_use]
    pub fn is_update(&self, explain: &Explain<'_>, race: &Race) -> bool {
        explain.is_update(race, |a, b| {
            let [a, b] = [a, b].map(|site| self.kernel.place(self.sites.loc(site)));
            a.same_line(&b)
        })
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

    fn warp_wait(&self, wait: &Insertion, race: &Race) -> Option<WarpWait> {
        Some(WarpWait {
            location: self.location(wait.at)?,
            access: self.access_kind(wait.at)?,
            way: self.beside(wait.at, wait.way, race)?,
            lanes: wait.lanes,
            whole: wait.whole,
        })
    }

    fn cta_wait(&self, meeting: &Meeting, race: &Race) -> Option<CtaWait> {
        Some(CtaWait {
            location: self.location(meeting.at)?,
            access: self.access_kind(meeting.at)?,
            way: self.beside(meeting.at, meeting.way, race)?,
            whole: meeting.whole && !self.decided(meeting.at).by_thread,
            at_loop_end: self.is_at_loop_end(meeting.at),
        })
    }

    /// On which side of one access of a race. Where both are of one line, what stands between them stands between its read and its write.
    fn beside(&self, at: Point, way: Way, race: &Race) -> Option<raddle_report::Way> {
        let other = if race.first.at == at { race.second.at } else { race.first.at };
        let [kind, other_kind] = [self.access_kind(at)?, self.access_kind(other)?];
        let between = kind.is_write() == (way == Way::Before) && other_kind != kind;
        let in_line = between && self.location(at)?.same_line(&self.location(other)?);
        Some(if in_line { raddle_report::Way::Between } else { side(way) })
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
