//! From the record of a run to the warps that [`raddle_sync`] looks at.
//!
//! Each event becomes exactly one command, so a command's place in its thread tells the number of the event, by
//! which the machine can be held there. What no method needs (an access at an unknown place) becomes an event that does
//! nothing. The record is by warp, and so is what is made of it: a footprint is translated once, however often it is
//! made.
//!
//! In warp-synchronous mode accesses lie in lock-step runs ([`crate::lockstep`]).

use crate::lockstep::{self, Run};
use raddle_ir::{FenceFlags, Function, Inst, InstKind, LocId, SourceMap};
use raddle_machine::domain::Site as MachineSite;
use raddle_machine::monitor::{AccessKind, Event, Target, lanes};
use raddle_machine::objects::SHARED;
use raddle_machine::record::{Entry, WarpRecorder};
use raddle_machine::record::{
    Footprint as Recorded, Registration as Registered, Targets, Values as Written, What,
};
use raddle_sync::program::{Access, BarrierId, How, Kind, Registration, Scope, Site, Space, ValueId};
use raddle_sync::warps::{
    self, Action, Edge, Footprint, LANES, Places, Values, Warp, WarpRegistration, Warps,
};
use rustc_hash::FxHashMap;
use std::collections::{BTreeMap, BTreeSet};

/// What a site does: two accesses of one place in the source are told apart by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Act {
    Read,
    Write,
    Update,
    Synchronise,
}

/// Places in the source with what is done there, numbered; findings are grouped by them.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    locs: Vec<LocId>,
    /// The instruction of the first event at a site; none if there are several instructions.
    insts: Vec<Option<Inst>>,
    numbers: BTreeMap<(Line, Act), u32>,
    /// The same by location: a line is put together once.
    known: FxHashMap<(LocId, Act), u32>,
}

/// A source line and column with the calls it is inlined at, or a PTX line where there is no source.
type Line = Vec<(u32, u32, u32)>;

impl Sites {
    /// The location of the first event at a site.
    #[must_use]
    pub fn loc(&self, site: Site) -> LocId {
        self.locs[site.0 as usize]
    }

    /// Do all events at the site come from one instruction? A macro may have several at one place.
    #[must_use]
    pub fn is_one_instruction(&self, site: Site) -> bool {
        self.insts[site.0 as usize].is_some()
    }

    fn only(&mut self, number: u32, inst: Option<Inst>) {
        let known = &mut self.insts[number as usize];
        if *known != inst {
            *known = None;
        }
    }

    fn number(&mut self, sources: &SourceMap, at: MachineSite, act: Act) -> Site {
        if let Some(&number) = self.known.get(&(at.loc, act)) {
            self.only(number, at.inst);
            return Site(number);
        }
        let next = self.locs.len() as u32;
        let number = *self.numbers.entry((line(sources, at.loc), act)).or_insert(next);
        if number == next {
            self.locs.push(at.loc);
            self.insts.push(at.inst);
        }
        self.only(number, at.inst);
        self.known.insert((at.loc, act), number);
        Site(number)
    }
}

fn line(sources: &SourceMap, loc: LocId) -> Line {
    let mut line = Vec::new();
    let mut at = Some(loc);
    while let Some(id) = at {
        let data = sources.loc(id);
        line.push(match data.source {
            Some(pos) => (raddle_ir::Entity::index(pos.file) as u32 + 1, pos.line, pos.column),
            None => (0, data.ptx_line, 0),
        });
        at = data.inlined_at;
    }
    line
}

/// The warps of a CTA.
#[derive(Debug)]
pub struct Programs {
    /// With every wait as a barrier.
    pub waits: Warps,
    /// Without the waits that do not order some memory, with what to say of a race that only they show.
    weaker: Vec<(Warps, &'static str)>,
}

impl Programs {
    /// Where threads wait without ordering memory: the warps without these waits, and why they are looked at.
    pub fn weaker(&self) -> impl Iterator<Item = (&Warps, &'static str)> {
        self.weaker.iter().map(|(warps, why)| (warps, *why))
    }
}

const SHUFFLES: &str = "two accesses are kept apart only by a shuffle or a vote, which makes the lanes wait but does \
                        not order their memory accesses; add __syncwarp()";
const NO_SHARED_FENCE: &str = "two accesses to local memory are kept apart only by a barrier without \
                               CLK_LOCAL_MEM_FENCE, which does not order them";
const NO_GLOBAL_FENCE: &str = "two accesses to global memory are kept apart only by a barrier without \
                               CLK_GLOBAL_MEM_FENCE, which does not order them";

/// What the programs are made of, besides the events.
#[derive(Clone, Copy, Debug)]
pub struct Making<'a> {
    /// The kernel.
    pub function: &'a Function,
    /// Its locations.
    pub sources: &'a SourceMap,
    /// Lanes of a warp in lock-step?
    pub warp_synchronous: bool,
    /// Are places that are known up to a number looked at? In other CTAs that number is another.
    pub near: bool,
}

/// Makes the programs of a recorded run.
#[must_use]
pub fn programs(recorder: &WarpRecorder, making: Making<'_>, sites: &mut Sites) -> Programs {
    let all = Translation::new(recorder, making, sites);
    let waits = all.warps(|_| true);
    let fence = |registered: &Registered| {
        registered.site.inst.and_then(|inst| match &making.function.insts[inst].kind {
            InstKind::Barrier(barrier) => Some(barrier.fence),
            _ => None,
        })
    };
    let without = |why, only: Option<Space>, drop: &dyn Fn(What) -> bool| {
        let some = recorder.acts().iter().any(|act| drop(act.what));
        let elsewhere = |what| match what {
            What::Access(n) => {
                let space = space_of(&recorder.footprints()[n as usize]);
                only.is_some_and(|only| space != Some(only))
            }
            _ => false,
        };
        some.then(|| (all.warps(|what| !drop(what) && !elsewhere(what)), why))
    };
    let unfenced = |what, of: fn(FenceFlags) -> bool| match what {
        What::Barrier(n) => fence(&recorder.registrations()[n as usize]).is_some_and(|flags| !of(flags)),
        _ => false,
    };
    let shuffle = |what| match what {
        What::WarpSync(n) => !recorder.waits()[n as usize].memory && !making.warp_synchronous,
        _ => false,
    };
    let weak = [
        without(SHUFFLES, None, &shuffle),
        without(NO_SHARED_FENCE, Some(Space::Shared), &|what| unfenced(what, |flags| flags.shared)),
        without(NO_GLOBAL_FENCE, Some(Space::Global), &|what| unfenced(what, |flags| flags.global)),
    ];
    Programs { waits, weaker: weak.into_iter().flatten().collect() }
}

/// The instructions at each site at which threads of a record wait or arrive; none for one that is not known.
#[must_use]
pub fn instructions(
    recorder: &WarpRecorder,
    sources: &SourceMap,
    sites: &mut Sites,
) -> BTreeMap<Site, BTreeSet<Option<Inst>>> {
    let mut insts: BTreeMap<Site, BTreeSet<Option<Inst>>> = BTreeMap::new();
    let barriers = recorder.registrations().iter().map(|registration| registration.site);
    for at in barriers.chain(recorder.waits().iter().map(|wait| wait.site)) {
        let site = sites.number(sources, at, Act::Synchronise);
        insts.entry(site).or_default().insert(at.inst);
    }
    insts
}

/// A number for the places of a [group](Target::Near), as if it was an object that begins somewhere below them all.
const GROUPS: u32 = 1 << 31;
const GROUP_START: u64 = 1 << 32;

/// The object and the offset by which the analyses know a place of a group.
pub fn near(group: u32, offset: i32) -> (u32, u64) {
    (GROUPS | group, GROUP_START.wrapping_add_signed(i64::from(offset)))
}

/// The group and the offset of such a place.
pub fn from_near(object: u32, offset: u64) -> Option<(u32, i64)> {
    (object & GROUPS != 0).then(|| (object & !GROUPS, offset.wrapping_sub(GROUP_START) as i64))
}

/// The object and the offset of a place, if it has any; those of groups only if they are wanted.
fn placed_at(target: Target, groups: bool) -> Option<(u32, u64)> {
    match target {
        Target::At(object, offset) => Some((object.0, offset)),
        Target::Near { group, offset, .. } if groups => Some(near(group, offset)),
        Target::Near { .. } | Target::Within(_) | Target::Unknown => None,
    }
}

/// The memory that a recorded access goes to, if all of its lanes that have a known place go to one.
fn space_of(footprint: &Recorded) -> Option<Space> {
    match &footprint.targets {
        Targets::Affine { object, .. } => Some(space(*object)),
        Targets::Same(target) => space_at(*target),
        Targets::Table(_, all) => all.iter().find_map(|target| space_at(*target)),
    }
}

fn space_at(target: Target) -> Option<Space> {
    match target {
        Target::At(object, _) | Target::Near { object, .. } => Some(space(object)),
        Target::Within(_) | Target::Unknown => None,
    }
}

fn space(object: raddle_machine::ObjectId) -> Space {
    if object == SHARED { Space::Shared } else { Space::Global }
}

/// The tables of a record in the words of [`raddle_sync`].
struct Translation<'a> {
    recorder: &'a WarpRecorder,
    warp_synchronous: bool,
    /// By number.
    footprints: Vec<Footprint>,
    /// By number: the lanes whose place is known, as far as they take part.
    placed: Vec<u32>,
    /// By number.
    registrations: Vec<WarpRegistration>,
    /// By number.
    waits: Vec<Site>,
}

impl<'a> Translation<'a> {
    fn new(recorder: &'a WarpRecorder, making: Making<'_>, sites: &mut Sites) -> Self {
        let sources = making.sources;
        let footprints =
            recorder.footprints().iter().map(|f| footprint(f, making.near, sources, sites)).collect();
        let placed = recorder.footprints().iter().map(|f| placed(f, making.near)).collect();
        let registrations =
            recorder.registrations().iter().map(|r| registration(r, sources, sites)).collect();
        let waits =
            recorder.waits().iter().map(|wait| sites.number(sources, wait.site, Act::Synchronise)).collect();
        let warp_synchronous = making.warp_synchronous;
        Self { recorder, warp_synchronous, footprints, placed, registrations, waits }
    }

    /// The warps, with those events only that are to be kept; the others do nothing.
    fn warps(&self, keep: impl Fn(What) -> bool) -> Warps {
        let mut making = Stream {
            all: Warps {
                warps: Vec::new(),
                footprints: self.footprints.clone(),
                registrations: self.registrations.clone(),
            },
            lanes: FxHashMap::default(),
        };
        let width = self.recorder.warp_size();
        for (warp, entries) in (0..).zip(self.recorder.warps()) {
            let first = warp * width;
            let present = (self.recorder.threads() - first).min(width);
            let exited = |lane: &u32| self.recorder.exited[(first + lane) as usize];
            let mask = |all: &mut dyn Iterator<Item = u32>| all.fold(0, |mask, lane| mask | 1 << lane);
            let mut stream = Warp {
                first,
                lanes: mask(&mut (0..present)),
                events: Vec::with_capacity(entries.len()),
                blocked: mask(&mut (0..present).filter(|lane| !exited(lane))),
            };
            let groups = |entry: &Entry| {
                let act = self.recorder.act(*entry);
                (self.warp_synchronous && matches!(act.what, What::Access(_))).then_some(act.group)
            };
            let mut runs = lockstep::runs(entries.iter().map(groups)).into_iter().peekable();
            let mut open = None;
            for (n, &entry) in entries.iter().enumerate() {
                if let Some(run) = runs.next_if(|run| run.start == n) {
                    making.edge(&mut stream, warp, run.lanes, Edge::Opens);
                    open = Some(run);
                }
                let mut push = |lanes, action| {
                    if lanes != 0 {
                        stream.events.push(warps::Event::new(lanes, action));
                    }
                };
                match self.recorder.act(entry).what {
                    what if !keep(what) => push(entry.lanes, Action::Nothing),
                    What::Access(n) => {
                        let placed = self.placed[n as usize];
                        push(entry.lanes & placed, Action::Access(n));
                        push(entry.lanes & !placed, Action::Nothing);
                    }
                    What::Barrier(n) => push(entry.lanes, Action::Register(n)),
                    What::WarpSync(n) => {
                        let mask = self.recorder.waits()[n as usize].mask;
                        let barrier = BarrierId::Warp { warp, mask };
                        push(entry.lanes, making.wait(barrier, mask, self.waits[n as usize], None));
                    }
                }
                if let Some(run) = open.take_if(|run: &mut Run| run.end == n + 1) {
                    making.edge(&mut stream, warp, run.lanes, Edge::Closes);
                }
            }
            making.all.warps.push(stream);
        }
        making.all
    }
}

/// Warps in the making.
struct Stream {
    all: Warps,
    /// The registrations of lanes that wait for each other.
    lanes: FxHashMap<(BarrierId, Site, Option<Edge>), u32>,
}

impl Stream {
    /// The `sync` of some lanes of a warp.
    fn wait(&mut self, barrier: BarrierId, mask: u32, site: Site, edge: Option<Edge>) -> Action {
        let all = &mut self.all.registrations;
        let id = *self.lanes.entry((barrier, site, edge)).or_insert_with(|| {
            let count = mask.count_ones();
            let registration = Registration { how: How::Sync, barrier, count, weight: 1, site };
            all.push(WarpRegistration { registration, extra: (0, 0), edge });
            all.len() as u32 - 1
        });
        Action::Register(id)
    }

    fn edge(&mut self, stream: &mut Warp, warp: u32, mask: u32, edge: Edge) {
        let action = self.wait(BarrierId::Step { warp, mask }, mask, Site(0), Some(edge));
        stream.events.push(warps::Event::new(mask, action));
    }
}

/// The lanes whose target is a known place.
fn placed(footprint: &Recorded, groups: bool) -> u32 {
    match &footprint.targets {
        Targets::Affine { .. } => u32::MAX,
        Targets::Same(target) => {
            if placed_at(*target, groups).is_some() {
                u32::MAX
            } else {
                0
            }
        }
        Targets::Table(mask, all) => (lanes(*mask).zip(all))
            .filter(|(_, target)| placed_at(**target, groups).is_some())
            .fold(0, |mask, (lane, _)| mask | 1 << lane),
    }
}

fn footprint(recorded: &Recorded, groups: bool, sources: &SourceMap, sites: &mut Sites) -> Footprint {
    let places = match &recorded.targets {
        &Targets::Affine { object, start, stride } => Places::Affine { object: object.0, start, stride },
        &Targets::Same(target) => {
            let (object, start) = placed_at(target, groups).unwrap_or_default();
            Places::Affine { object, start, stride: 0 }
        }
        Targets::Table(mask, all) => {
            let mut places = vec![(0, 0); LANES as usize];
            for (lane, target) in lanes(*mask).zip(all) {
                places[lane as usize] = placed_at(*target, groups).unwrap_or_default();
            }
            Places::Table(places.into())
        }
    };
    let values = match &recorded.values {
        Written::None => Values::None,
        Written::Same(id) => Values::Same(ValueId(id.0)),
        Written::Table(mask, all) => {
            let mut values = vec![None; LANES as usize];
            for (lane, value) in lanes(*mask).zip(all) {
                values[lane as usize] = value.map(|id| ValueId(id.0));
            }
            Values::Table(values.into())
        }
    };
    let (kind, act) = kind(recorded.kind);
    let access = Access {
        space: space_of(recorded).unwrap_or(Space::Global),
        object: 0,
        offset: 0,
        size: recorded.size,
        kind,
        scope: recorded.event(0).atomic_scope().map(scope),
        value: None,
        volatile: recorded.access.volatile,
        uncertain: false,
        site: sites.number(sources, recorded.site, act),
    };
    Footprint { access, places, values, uncertain: recorded.may }
}

fn registration(recorded: &Registered, sources: &SourceMap, sites: &mut Sites) -> WarpRegistration {
    let registration = Registration {
        how: recorded.how,
        barrier: BarrierId::Named(recorded.id),
        count: recorded.count,
        weight: 1,
        site: sites.number(sources, recorded.site, Act::Synchronise),
    };
    WarpRegistration { registration, extra: recorded.extra, edge: None }
}

fn kind(kind: AccessKind) -> (Kind, Act) {
    match kind {
        AccessKind::Read => (Kind::Read, Act::Read),
        AccessKind::Write => (Kind::Write, Act::Write),
        AccessKind::Atomic(_) => (Kind::Update, Act::Update),
    }
}

/// The access that an event is; none where its place is not known, or it is none.
pub fn access(event: &Event, sources: &SourceMap, sites: &mut Sites) -> Option<Access> {
    let Event::Access { target, size, access, value, may, site, .. } = *event else { return None };
    let (space, (object, offset)) = (space_at(target)?, placed_at(target, true)?);
    let Event::Access { kind: of_kind, .. } = *event else { return None };
    let (kind, act) = kind(of_kind);
    Some(Access {
        space,
        object,
        offset,
        size,
        kind,
        scope: event.atomic_scope().map(scope),
        value: value.map(|v| ValueId(v.0)),
        volatile: access.volatile,
        uncertain: may,
        site: sites.number(sources, site, act),
    })
}

fn scope(scope: raddle_ir::Scope) -> Scope {
    match scope {
        raddle_ir::Scope::Cta => Scope::Cta,
        raddle_ir::Scope::Cluster => Scope::Cluster,
        raddle_ir::Scope::Gpu => Scope::Gpu,
        raddle_ir::Scope::Sys => Scope::System,
    }
}
