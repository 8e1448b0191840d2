//! From the events of a run to thread programs.
//!
//! Each event becomes exactly one command, so a command's place in its program tells the number of the event, by
//! which the machine can be held there. What no method needs (an access at an unknown place) becomes an access
//! of no bytes.
//!
//! In warp-synchronous mode each command stands between two synchronisations of the lanes that executed it together
//! (paper 001, §3.1: "inserting a `sync` command across all threads in a warp after every original command"; one
//! before as well, because the lanes that meet again behind a branch are more than those of either side). The two
//! sides of a branch stay unordered, and so do the lanes within one instruction.

use raddle_ir::{FenceFlags, Function, InstKind, LocId, SourceMap};
use raddle_machine::barrier::How as MachineHow;
use raddle_machine::domain::Site as MachineSite;
use raddle_machine::monitor::{
    AccessKind, BarrierEvent, Event, Issue, Monitor, Recorder, Target, WarpAccess, WarpSyncEvent, lanes,
};
use raddle_machine::objects::SHARED;
use raddle_sync::program::{
    Access, BarrierId, Command, Cta, How, Kind, Registration, Scope, Site, Space, ThreadEnd, ThreadProgram,
    ValueId,
};
use std::collections::BTreeMap;

/// What a site does: two accesses of one source line are told apart by it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
enum Act {
    Read,
    Write,
    Update,
    Synchronise,
}

/// Source lines with what is done there, numbered; findings are grouped by them.
#[derive(Debug, Default)]
pub struct Sites {
    locs: Vec<LocId>,
    numbers: BTreeMap<(Line, Act), u32>,
    /// The same by location: a line is put together once.
    known: BTreeMap<(LocId, Act), u32>,
}

/// A source line with the calls it is inlined at, or a PTX line where there is no source.
type Line = Vec<(u32, u32)>;

impl Sites {
    /// The location of the first event at a site.
    #[must_use]
    pub fn loc(&self, site: Site) -> LocId {
        self.locs[site.0 as usize]
    }

    fn number(&mut self, sources: &SourceMap, at: MachineSite, act: Act) -> Site {
        if let Some(&number) = self.known.get(&(at.loc, act)) {
            return Site(number);
        }
        let next = self.locs.len() as u32;
        let number = *self.numbers.entry((line(sources, at.loc), act)).or_insert(next);
        if number == next {
            self.locs.push(at.loc);
        }
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
            Some(pos) => (raddle_ir::Entity::index(pos.file) as u32 + 1, pos.line),
            None => (0, data.ptx_line),
        });
        at = data.inlined_at;
    }
    line
}

/// A recorder that also knows which lanes executed each event together.
#[derive(Clone, Debug, Default)]
pub struct Recording {
    /// The events by thread.
    pub recorder: Recorder,
    /// For each of them the lanes of the warp that executed it in one step.
    masks: Vec<Vec<u32>>,
}

impl Recording {
    /// A recording of a CTA of this many threads.
    #[must_use]
    pub fn new(threads: u32) -> Self {
        Self { recorder: Recorder::new(threads), masks: vec![Vec::new(); threads as usize] }
    }

    fn together(&mut self, first_thread: u32, mask: u32) {
        for lane in lanes(mask) {
            self.masks[(first_thread + lane) as usize].push(mask);
        }
    }
}

impl Monitor for Recording {
    fn access(&mut self, access: &WarpAccess<'_>) {
        self.together(access.first_thread, access.lanes);
        self.recorder.access(access);
    }

    fn barrier(&mut self, event: &BarrierEvent) {
        self.together(event.first_thread, event.lanes);
        self.recorder.barrier(event);
    }

    fn warp_sync(&mut self, event: &WarpSyncEvent) {
        self.together(event.first_thread, event.lanes);
        self.recorder.warp_sync(event);
    }

    fn exit(&mut self, warp: u32, first_thread: u32, lanes: u32) {
        self.recorder.exit(warp, first_thread, lanes);
    }

    fn issue(&mut self, issue: Issue) {
        self.recorder.issue(issue);
    }

    fn wants_values(&self) -> bool {
        true
    }

    fn footprint(&self) -> u64 {
        (self.recorder.len() * (size_of::<Event>() + size_of::<u32>())) as u64
    }
}

/// The thread programs of a CTA.
#[derive(Debug)]
pub struct Programs {
    /// With every wait as a barrier.
    pub waits: Cta,
    /// Programs in which the waits that do not order some memory are left out, with what to say of a race that only
    /// they show.
    weaker: Vec<(Cta, &'static str)>,
    /// How many commands each event has.
    stride: u32,
}

impl Programs {
    /// The number of the event that a command belongs to.
    #[must_use]
    pub fn event(&self, command: u32) -> u32 {
        command / self.stride
    }

    /// Where threads wait without ordering memory: the programs without these waits, and why they are looked at.
    pub fn weaker(&self) -> impl Iterator<Item = (&Cta, &'static str)> {
        self.weaker.iter().map(|(cta, why)| (cta, *why))
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
    /// Threads per warp.
    pub warp_size: u32,
    /// Lanes of a warp in lock-step?
    pub warp_synchronous: bool,
}

/// Makes the programs of a recorded run.
#[must_use]
pub fn programs(recording: &Recording, making: Making<'_>, sites: &mut Sites) -> Programs {
    let Making { sources, warp_size, warp_synchronous, .. } = making;
    let recorder = &recording.recorder;
    let stride = if warp_synchronous { 3 } else { 1 };
    let mut waits = Cta::default();
    for (thread, events) in (0..).zip(&recorder.threads) {
        let mut commands = Vec::with_capacity(events.len() * stride as usize);
        let warp = thread / warp_size;
        for (event, &mask) in events.iter().zip(&recording.masks[thread as usize]) {
            let command = command(event, warp, sources, sites);
            let around = Command::warp_sync(warp, mask, command.site().0);
            match warp_synchronous {
                true => commands.extend([around, command, around]),
                false => commands.push(command),
            }
        }
        let exited = recorder.exited[thread as usize];
        let end = if exited { ThreadEnd::Exited } else { ThreadEnd::Blocked };
        // A thread that blocks does so in its own command.
        if warp_synchronous && end == ThreadEnd::Blocked {
            commands.pop();
        }
        waits.threads.push(ThreadProgram { commands, end });
    }
    let fence = |event: &Event| match event {
        Event::Barrier { site, .. } => site.inst.and_then(|inst| match &making.function.insts[inst].kind {
            InstKind::Barrier(barrier) => Some(barrier.fence),
            _ => None,
        }),
        _ => None,
    };
    let shuffle = |event: &Event| matches!(event, Event::WarpSync { memory: false, .. }) && !warp_synchronous;
    let unfenced = |event: &Event, of: fn(FenceFlags) -> bool| fence(event).is_some_and(|f| !of(f));
    let weak = [
        (weaken(&waits, recorder, stride, None, shuffle), SHUFFLES),
        (
            weaken(&waits, recorder, stride, Some(Space::Shared), |e| unfenced(e, |f| f.shared)),
            NO_SHARED_FENCE,
        ),
        (
            weaken(&waits, recorder, stride, Some(Space::Global), |e| unfenced(e, |f| f.global)),
            NO_GLOBAL_FENCE,
        ),
    ];
    let weaker = weak.into_iter().filter_map(|(cta, why)| Some((cta?, why))).collect();
    Programs { waits, weaker, stride }
}

/// The programs without the waits that `drop` picks, and with the accesses to one memory only; none if it picks none.
fn weaken(
    waits: &Cta,
    recorder: &Recorder,
    stride: u32,
    only: Option<Space>,
    drop: impl Fn(&Event) -> bool,
) -> Option<Cta> {
    if !recorder.threads.iter().flatten().any(&drop) {
        return None;
    }
    let own = if stride == 3 { 1 } else { 0 };
    let mut weaker = waits.clone();
    for (events, program) in recorder.threads.iter().zip(&mut weaker.threads) {
        for (event, commands) in events.iter().zip(program.commands.chunks_mut(stride as usize)) {
            let Some(command) = commands.get_mut(own) else { continue };
            let elsewhere =
                matches!(command, Command::Access(a) if only.is_some_and(|space| a.space != space));
            if drop(event) || elsewhere {
                *command = nothing(command.site());
            }
        }
    }
    Some(weaker)
}

/// A command without effect.
fn nothing(site: Site) -> Command {
    Command::Access(Access::shared(Kind::Read, 0, 0, site.0))
}

/// The command of an event.
pub fn command(event: &Event, warp: u32, sources: &SourceMap, sites: &mut Sites) -> Command {
    match *event {
        Event::Barrier { how, id, count, weight, site, .. } => {
            let how = match how {
                MachineHow::Sync => How::Sync,
                MachineHow::Arrive => How::Arrive,
            };
            let site = sites.number(sources, site, Act::Synchronise);
            let weight = u16::try_from(weight).unwrap_or(u16::MAX);
            Command::Register(Registration { how, barrier: BarrierId::Named(id), count, weight, site })
        }
        Event::WarpSync { mask, site, .. } => {
            Command::warp_sync(warp, mask, sites.number(sources, site, Act::Synchronise).0)
        }
        Event::Access { target, size, kind, access, value, may, site, .. } => {
            let (kind, act) = match kind {
                AccessKind::Read => (Kind::Read, Act::Read),
                AccessKind::Write => (Kind::Write, Act::Write),
                AccessKind::Atomic(_) => (Kind::Update, Act::Update),
            };
            let site = sites.number(sources, site, act);
            let Target::At(object, offset) = target else { return nothing(site) };
            Command::Access(Access {
                space: if object == SHARED { Space::Shared } else { Space::Global },
                object: object.0,
                offset,
                size,
                kind,
                scope: event.atomic_scope().map(scope),
                value: value.map(|v| ValueId(v.0)),
                volatile: access.volatile,
                uncertain: may,
                site,
            })
        }
    }
}

fn scope(scope: raddle_ir::Scope) -> Scope {
    match scope {
        raddle_ir::Scope::Cta => Scope::Cta,
        raddle_ir::Scope::Cluster => Scope::Cluster,
        raddle_ir::Scope::Gpu => Scope::Gpu,
        raddle_ir::Scope::Sys => Scope::System,
    }
}
