//! From the record of a run to the warps that [`raddle_sync`] analyses.
//!
//! Each event becomes exactly one command, so a command's place in its thread is the number of the event, by which the machine can hold the
//! thread there. What no method needs (an access at an unknown place) becomes an event that does nothing. The record is by warp, and so are
//! the programs: a footprint is translated once, however often it is made. If what is known of places differs between lanes of one
//! instruction, they get footprints of their own.
//!
//! In warp-synchronous mode accesses lie in lock-step runs ([`crate::running::lockstep`]).

use crate::running::lockstep;
use crate::running::lockstep::{Passed, Run};
use raddle_ir::{Base, FenceFlags, Function, Inst, InstKind, LocId, SourceMap};
use raddle_machine::domain::{ObjectId, Site as MachineSite};
use raddle_machine::monitor::{AccessKind, Event, Target, lanes};
use raddle_machine::objects::{Objects, SHARED};
use raddle_machine::record::{
    Act as Done, Footprint as Recorded, Registration as Registered, Targets, Values as Written, What,
};
use raddle_machine::record::{Entry, WarpRecorder};
use raddle_sync::program::{Access, BarrierId, How, Kind, Registration, Scope, Site, Space, ValueId};
use raddle_sync::warps::{
    self, Action, Area, Edge, Footprint, LANES, Places, Twins, UNPLACED, Values, Warp, WarpRegistration,
    Warps,
};
use rustc_hash::FxHashMap;
use smallvec::{SmallVec, smallvec};
use std::collections::{BTreeMap, BTreeSet};
use waits::Waits;

mod twins;
mod waits;

/// What a site does: two accesses of one place in the source are distinguished by it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
enum Act {
    /// Two memories are two sites, so that a finding about a pair of sites is about one memory.
    Access(Kind, Space),
    Synchronise,
    /// At the barrier of the CTA after the wait for all CTAs.
    SynchroniseGrid,
}

/// Places in the source with what is done there, numbered; findings are grouped by them.
#[derive(Clone, Debug, Default)]
pub struct Sites {
    locs: Vec<LocId>,
    /// The instruction of the first event at a site; none if there are several instructions.
    insts: Vec<Option<Inst>>,
    numbers: BTreeMap<(Line, Act), u32>,
    /// The sites of barriers of the whole grid.
    of_grid: BTreeSet<u32>,
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

    /// Is it the barrier after a wait for all CTAs?
    #[must_use]
    pub fn is_of_grid(&self, site: Site) -> bool {
        self.of_grid.contains(&site.0)
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
        if act == Act::SynchroniseGrid {
            self.of_grid.insert(number);
        }
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
    /// By footprint: the instruction.
    insts: Vec<Option<Inst>>,
    /// Without the waits that do not order some memory.
    pub weaker: Vec<Weaker>,
}

/// The warps without the waits that do not order some memory.
#[derive(Debug)]
pub struct Weaker {
    /// What is left.
    pub warps: Warps,
    /// Which waits.
    pub weak: Weak,
    /// Where these waits are.
    pub waits: BTreeSet<LocId>,
    /// If they are barriers at which all threads leave out one flag, and no thread orders its accesses by another fence: the flag.
    pub flag: Option<&'static str>,
}

impl Programs {
    /// The instructions that access at some sites.
    pub fn instructions<'a>(&'a self, sites: &'a BTreeSet<Site>) -> impl Iterator<Item = Inst> + 'a {
        let footprints = self.waits.footprints.iter().zip(&self.insts);
        footprints
            .filter(|(footprint, _)| sites.contains(&footprint.access.site))
            .filter_map(|(_, inst)| *inst)
    }
}

/// Waits that do not order some memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weak {
    /// Shuffles and votes.
    Shuffle,
    /// Barriers that do not order local memory (OpenCL).
    NoLocalFence,
    /// Barriers that do not order global memory (OpenCL).
    NoGlobalFence,
}

impl Weak {
    /// The flag that is missing, where it is one, and the memory it is about.
    pub const fn flag(self) -> Option<(&'static str, Space)> {
        match self {
            Weak::Shuffle => None,
            Weak::NoLocalFence => Some(("CLK_LOCAL_MEM_FENCE", Space::Shared)),
            Weak::NoGlobalFence => Some(("CLK_GLOBAL_MEM_FENCE", Space::Global)),
        }
    }
}

/// What the programs are made of, besides the events.
#[derive(Clone, Copy, Debug)]
pub struct Making<'a> {
    /// The kernel.
    pub function: &'a Function,
    /// Its locations.
    pub sources: &'a SourceMap,
    /// What its accesses go to.
    pub objects: &'a Objects,
    /// Lanes of a warp in lock-step?
    pub warp_synchronous: bool,
    /// Are places included whose object is known, but not their offset? In other CTAs they differ.
    pub unplaced: bool,
}

/// Makes the programs of a recorded run.
#[must_use]
pub fn programs(recorder: &WarpRecorder, making: Making<'_>, sites: &mut Sites) -> Programs {
    let all = Translation::new(recorder, making, sites);
    let waits = all.warps(|_| true);
    let fence = |what| match what {
        What::Barrier(n) => fence(making.function, recorder.registrations()[n as usize].site),
        _ => None,
    };
    let without = |weak: Weak, drop: &dyn Fn(What) -> bool| {
        let only = weak.flag().map(|(_, space)| space);
        let waits: BTreeSet<LocId> = recorder
            .acts()
            .iter()
            .filter(|act| drop(act.what))
            .filter_map(|act| match act.what {
                What::Barrier(n) => Some(recorder.registrations()[n as usize].site.loc),
                What::WarpSync(n) => Some(recorder.waits()[n as usize].site.loc),
                What::Access(_) => None,
            })
            .collect();
        let elsewhere = |what| match what {
            What::Access(n) => {
                let mut made = all.made[n as usize].iter();
                only.is_some_and(|only| made.all(|&(_, id)| all.footprints[id as usize].access.space != only))
            }
            _ => false,
        };
        let varies =
            |act: &Done| drop(act.what) && fence(act.what).is_some_and(|flags: FenceFlags| flags.varies);
        (!waits.is_empty()).then(|| {
            let warps = all.warps(|what| !drop(what) && !elsewhere(what));
            let flag =
                weak.flag().filter(|_| !recorder.acts().iter().any(varies) && !making.function.has_fences());
            Weaker { warps, weak, waits, flag: flag.map(|(flag, _)| flag) }
        })
    };
    let unfenced = |what, of: fn(FenceFlags) -> bool| fence(what).is_some_and(|flags| !of(flags));
    let shuffle = |what| match what {
        What::WarpSync(n) => !recorder.waits()[n as usize].memory && !making.warp_synchronous,
        _ => false,
    };
    let weak = [
        without(Weak::Shuffle, &shuffle),
        without(Weak::NoLocalFence, &|what| unfenced(what, |flags| flags.shared)),
        without(Weak::NoGlobalFence, &|what| unfenced(what, |flags| flags.global)),
    ];
    let weaker = weak.into_iter().flatten().collect();
    Programs { waits, insts: all.insts, weaker }
}

/// What a barrier makes visible.
pub fn fence(function: &Function, site: MachineSite) -> Option<FenceFlags> {
    match &function.insts[site.inst?].kind {
        InstKind::Barrier(barrier) => Some(barrier.fence),
        _ => None,
    }
}

/// The instructions at each site at which threads of a record wait or arrive; none for one that is not known.
#[must_use]
pub fn instructions(
    recorder: &WarpRecorder,
    function: &Function,
    sources: &SourceMap,
    sites: &mut Sites,
) -> BTreeMap<Site, BTreeSet<Option<Inst>>> {
    let mut insts: BTreeMap<Site, BTreeSet<Option<Inst>>> = BTreeMap::new();
    let of_grid = function.grid_barriers();
    let barriers = recorder.registrations().iter().map(|registration| registration.site);
    for at in barriers.chain(recorder.waits().iter().map(|wait| wait.site)) {
        let site = sites.number(sources, at, synchronises(&of_grid, at.inst));
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

/// The object and the offset of a place, in the words of the analyses; none if nothing at all is known of it.
fn place_of(target: Target) -> Option<(u32, u64)> {
    match target {
        Target::At(object, offset) => Some((object.0, offset)),
        Target::Near { group, offset, .. } => Some(near(group, offset)),
        Target::Within(_) => Some((UNPLACED, 0)),
        Target::Unknown => None,
    }
}

/// The object of a place of which no more is known, or how it lies to others of its group.
fn around(target: Target) -> Option<ObjectId> {
    match target {
        Target::Within(object) | Target::Near { object, .. } => Some(object),
        Target::At(..) | Target::Unknown => None,
    }
}

/// The memory that a place is in, if that is known.
fn space_at(target: Target) -> Option<Space> {
    match target {
        Target::At(object, _) | Target::Near { object, .. } | Target::Within(object) => Some(space(object)),
        Target::Unknown => None,
    }
}

fn space(object: ObjectId) -> Space {
    if object == SHARED { Space::Shared } else { Space::Global }
}

/// The tables of a record in the words of [`raddle_sync`].
struct Translation<'a> {
    recorder: &'a WarpRecorder,
    warp_synchronous: bool,
    footprints: Vec<Footprint>,
    /// By number in the record: the footprints of its lanes, as far as they take part. The others go to unknown places.
    made: Vec<SmallVec<[(u32, u32); 1]>>,
    /// By number of the footprint: the instruction.
    insts: Vec<Option<Inst>>,
    /// By number.
    registrations: Vec<WarpRegistration>,
    /// By number.
    waits: Vec<Site>,
}

impl<'a> Translation<'a> {
    fn new(recorder: &'a WarpRecorder, making: Making<'_>, sites: &mut Sites) -> Self {
        let sources = making.sources;
        let (mut footprints, mut made, mut insts) = (Vec::new(), Vec::new(), Vec::new());
        let twins = twins::twins(recorder, making.function);
        for (recorded, twins) in recorder.footprints().iter().zip(twins) {
            let plain = Footprint { twins, ..footprint(recorded) };
            let parts = split(recorded, making).into_iter().map(|(lanes, Alike { space, area, .. })| {
                let site = sites.number(sources, recorded.site, Act::Access(plain.access.kind, space));
                let access = Access { space, site, ..plain.access };
                footprints.push(Footprint { access, area, ..plain.clone() });
                insts.push(recorded.site.inst);
                (lanes, footprints.len() as u32 - 1)
            });
            made.push(parts.collect());
        }
        let of_grid = making.function.grid_barriers();
        let registrations =
            recorder.registrations().iter().map(|r| registration(r, &of_grid, sources, sites)).collect();
        let waits =
            recorder.waits().iter().map(|wait| sites.number(sources, wait.site, Act::Synchronise)).collect();
        let warp_synchronous = making.warp_synchronous;
        Self { recorder, warp_synchronous, footprints, made, insts, registrations, waits }
    }

    /// The footprints that an access is made of, with the lanes that take part in each.
    fn parts(&self, entry: Entry) -> SmallVec<[(u32, u32); 1]> {
        let What::Access(n) = self.recorder.act(entry).what else { return SmallVec::new() };
        let made = self.made[n as usize].iter();
        made.map(|&(lanes, footprint)| (lanes & entry.lanes, footprint)).filter(|part| part.0 != 0).collect()
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
            let existing = mask(&mut (0..present));
            let mut stream = Warp {
                first,
                lanes: existing,
                events: Vec::with_capacity(entries.len()),
                blocked: mask(&mut (0..present).filter(|lane| !exited(lane))),
            };
            let groups = |passed: Passed| match passed {
                _ if !self.warp_synchronous => None,
                Passed::Meeting(lanes) => Some(lanes),
                Passed::Event(entry) => {
                    let act = self.recorder.act(entry);
                    (matches!(act.what, What::Access(_)) && act.group != 0).then_some(act.group)
                }
            };
            let passed = || lockstep::passed(entries, self.recorder.meetings(warp));
            let mut waits = Waits::of(entries, self.recorder);
            let mut runs = lockstep::runs(passed().map(groups)).into_iter().peekable();
            let mut open = None;
            for (n, passed) in passed().enumerate() {
                if let Some(run) = runs.next_if(|run| run.start == n) {
                    making.edge(&mut stream, warp, run.lanes, Edge::Opens);
                    open = Some(run);
                }
                if let Passed::Event(entry) = passed {
                    let parts = self.parts(entry);
                    // Lanes of one instruction are unordered, so events that share it lie between two runs.
                    let apart = open.filter(|_| parts.len() > 1);
                    if let Some(run) = apart {
                        making.edge(&mut stream, warp, run.lanes, Edge::Closes);
                    }
                    let mut push = |lanes, action| {
                        if lanes != 0 {
                            stream.events.push(warps::Event::new(lanes, action));
                        }
                    };
                    match self.recorder.act(entry).what {
                        What::WarpSync(n) if !keep(What::WarpSync(n)) => {
                            // It counts among the waits of its mask.
                            waits.come(entry.lanes, &self.recorder.waits()[n as usize], (existing, &exited));
                            push(entry.lanes, Action::Nothing);
                        }
                        what if !keep(what) => push(entry.lanes, Action::Nothing),
                        What::Access(_) => {
                            let mut rest = entry.lanes;
                            for (lanes, footprint) in parts {
                                push(lanes, Action::Access(footprint));
                                rest &= !lanes;
                            }
                            push(rest, Action::Nothing);
                        }
                        What::Barrier(n) => push(entry.lanes, Action::Register(n)),
                        What::WarpSync(n) => {
                            let wait = &self.recorder.waits()[n as usize];
                            let barrier = BarrierId::Warp { warp, mask: wait.mask };
                            for (members, lanes) in waits.come(entry.lanes, wait, (existing, &exited)) {
                                push(lanes, making.wait(barrier, members, self.waits[n as usize], None));
                            }
                        }
                    }
                    if let Some(run) = apart {
                        making.edge(&mut stream, warp, run.lanes, Edge::Opens);
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
    lanes: FxHashMap<(BarrierId, u32, Site, Option<Edge>), u32>,
}

impl Stream {
    /// The `sync` of some lanes of a warp.
    fn wait(&mut self, barrier: BarrierId, mask: u32, site: Site, edge: Option<Edge>) -> Action {
        let all = &mut self.all.registrations;
        let count = mask.count_ones();
        let id = *self.lanes.entry((barrier, count, site, edge)).or_insert_with(|| {
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

/// Lanes of an access whose places are known in the same way.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Alike {
    space: Space,
    /// For places that are not known.
    area: Option<Area>,
    /// And the object by which they can be compared.
    object: Option<u32>,
}

/// The lanes of an access by what is known of their places, without those of which nothing is known.
fn split(recorded: &Recorded, making: Making<'_>) -> SmallVec<[(u32, Alike); 1]> {
    let alike = |target: Target| {
        let (space, (object, _)) = (space_at(target)?, place_of(target)?);
        match around(target) {
            Some(_) if !making.unplaced => None,
            Some(around) => {
                Some(Alike { space, area: Some(area(recorded, around, making)), object: Some(object) })
            }
            None => Some(Alike { space, area: None, object: None }),
        }
    };
    match &recorded.targets {
        Targets::Affine { object, .. } => {
            smallvec![(u32::MAX, Alike { space: space(*object), area: None, object: None })]
        }
        Targets::Same(target) => alike(*target).map(|alike| (u32::MAX, alike)).into_iter().collect(),
        Targets::Table(mask, all) => {
            let mut found: SmallVec<[(u32, Alike); 1]> = SmallVec::new();
            for (lane, &target) in lanes(*mask).zip(all) {
                let Some(alike) = alike(target) else { continue };
                match found.iter_mut().find(|(_, known)| *known == alike) {
                    Some((lanes, _)) => *lanes |= 1 << lane,
                    None => found.push((1 << lane, alike)),
                }
            }
            found
        }
    }
}

/// Where an access into an object may go: into the array of shared memory that its instruction names, as it is assumed to be in bounds, or
/// anywhere in the object.
fn area(recorded: &Recorded, object: ObjectId, making: Making<'_>) -> Area {
    let named = recorded.site.inst.and_then(|inst| making.function.insts[inst].kind.address());
    if let Some(Base::Object(array)) = named.map(|address| address.base)
        && let Some((SHARED, start)) = making.objects.of_module(array)
        && object == SHARED
        && let Some(part) = making.objects.shared_parts().iter().find(|part| part.offset == start)
        && let Some(size @ 1..) = part.size
    {
        return Area { object: object.0, start, end: start + size };
    }
    Area::whole(object.0)
}

/// A footprint, but for what is known of places: its space, its site and its area.
fn footprint(recorded: &Recorded) -> Footprint {
    let places = match &recorded.targets {
        &Targets::Affine { object, start, stride } => Places::Affine { object: object.0, start, stride },
        &Targets::Same(target) => {
            let (object, start) = place_of(target).unwrap_or_default();
            Places::Affine { object, start, stride: 0 }
        }
        Targets::Table(mask, all) => {
            let mut places = vec![(0, 0); LANES as usize];
            for (lane, target) in lanes(*mask).zip(all) {
                places[lane as usize] = place_of(*target).unwrap_or_default();
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
    let access = Access {
        space: Space::Global,
        object: 0,
        offset: 0,
        size: recorded.size,
        kind: kind(recorded.kind),
        scope: recorded.event(0).atomic_scope().map(scope),
        value: None,
        volatile: recorded.access.volatile,
        uncertain: false,
        site: Site(0),
    };
    Footprint { access, places, values, twins: Twins::default(), uncertain: recorded.may, area: None }
}

/// What a registration is: at a barrier of the grid, where it is after the wait for all CTAs.
fn synchronises(of_grid: &BTreeSet<Inst>, inst: Option<Inst>) -> Act {
    if inst.is_some_and(|inst| of_grid.contains(&inst)) { Act::SynchroniseGrid } else { Act::Synchronise }
}

fn registration(
    recorded: &Registered,
    of_grid: &BTreeSet<Inst>,
    sources: &SourceMap,
    sites: &mut Sites,
) -> WarpRegistration {
    let registration = Registration {
        how: recorded.how,
        barrier: BarrierId::Named(recorded.id),
        count: recorded.count,
        weight: 1,
        site: sites.number(sources, recorded.site, synchronises(of_grid, recorded.site.inst)),
    };
    WarpRegistration { registration, extra: recorded.extra, edge: None }
}

fn kind(kind: AccessKind) -> Kind {
    match kind {
        AccessKind::Read => Kind::Read,
        AccessKind::Write => Kind::Write,
        AccessKind::Atomic(_) => Kind::Update,
    }
}

/// The access that an event is; none where its place is not known, or it is none.
pub fn access(event: &Event, sources: &SourceMap, sites: &mut Sites) -> Option<Access> {
    let Event::Access { target, size, access, value, may, site, .. } = *event else { return None };
    let (space, (object, offset)) = (space_at(target)?, place_of(target)?);
    let Event::Access { kind: of_kind, .. } = *event else { return None };
    let kind = kind(of_kind);
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
        site: sites.number(sources, site, Act::Access(kind, space)),
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
