//! A CTA warp by warp: what one run of each warp gives, and what the analysis works on.
//!
//! The same thread programs as in [`crate::program`], but given once for all lanes that do the same at the same time:
//! a warp is a stream of [`Event`]s, each with the lanes that take part, 8 bytes large. What an event does is
//! interned: a [`Footprint`] is an access of a warp, with its address for each lane, and a loop that does the same
//! again refers to the same one.
//!
//! # Invariants
//!
//! - For each lane the events that have it in their mask are its program, in program order. How the events of disjoint
//!   lanes lie in the stream means nothing, but in *lock-step runs*.
//! - A lock-step run (`--warp-synchronous`) begins with a registration marked [`Edge::Opens`] and ends with one
//!   marked [`Edge::Closes`], of the same lanes; all between are accesses by these lanes, instruction by instruction, in
//!   the order of the stream. These two registrations are no commands: [`Point`]s do not count them.

use crate::program::{
    Access, Command, Cta, Point, Registration, Space, ThreadEnd, ThreadId, ThreadProgram, ValueId,
};
use rustc_hash::FxHashMap;
use std::hash::Hash;

/// The most lanes of a warp.
pub const LANES: u32 = 32;

/// The lanes of a mask, in order.
pub fn lanes(mask: u32) -> impl Iterator<Item = u32> {
    let mut rest = mask;
    std::iter::from_fn(move || {
        let lane = (rest != 0).then(|| rest.trailing_zeros())?;
        rest &= rest - 1;
        Some(lane)
    })
}

/// Where the lanes of an access go.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Places {
    /// Lane `l` to byte `start + stride * l` of an object.
    Affine {
        /// The object.
        object: u32,
        /// The byte of lane 0, present or not.
        start: u64,
        /// From one lane to the next.
        stride: i64,
    },
    /// By lane: the object and the byte in it.
    Table(Box<[(u32, u64)]>),
}

/// What the lanes of an access write.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Values {
    /// Nothing, or nothing that has an identity.
    None,
    /// All are equal.
    Same(ValueId),
    /// By lane.
    Table(Box<[Option<ValueId>]>),
}

/// Which lanes of an access write the same as each other: by lane, the mask of those that do. Empty where that is known of no two
/// of them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Twins(Box<[u32]>);

impl Twins {
    /// From the lanes that write the same, by lane.
    pub fn new(masks: &[u32]) -> Self {
        let some = masks.iter().zip(0..).any(|(mask, lane)| mask & !(1 << lane) != 0);
        Self(if some { masks.into() } else { Box::default() })
    }

    /// Do two lanes write the same whenever they make the access together?
    pub fn are(&self, a: u32, b: u32) -> bool {
        a == b || self.0.get(a as usize).is_some_and(|mask| mask >> b & 1 == 1)
    }
}

/// The object of places that nothing is known of but their [`Area`].
pub const UNPLACED: u32 = u32::MAX;

/// Some bytes of an object: an access goes somewhere into them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Area {
    /// The object.
    pub object: u32,
    /// Its first byte that may be meant.
    pub start: u64,
    /// The first after them.
    pub end: u64,
}

impl Area {
    /// All of an object.
    pub fn whole(object: u32) -> Self {
        Self { object, start: 0, end: u64::MAX }
    }
}

/// An access by lanes of a warp: one instruction.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Footprint {
    /// What all lanes have in common. Its object, offset, value and certainty mean nothing.
    pub access: Access,
    /// Where they go.
    pub places: Places,
    /// What they write.
    pub values: Values,
    /// Which lanes write the same as each other, each time that the access is made, whatever it is that they write.
    pub twins: Twins,
    /// The lanes of which it is not known whether they access.
    pub uncertain: u32,
    /// Set where all lanes go somewhere into these bytes. Then `places` says how places lie to each other: those in one object can be
    /// compared, unless it is [`UNPLACED`].
    pub area: Option<Area>,
}

impl Footprint {
    /// The object and the first byte of a lane's access.
    pub fn place(&self, lane: u32) -> (u32, u64) {
        match &self.places {
            &Places::Affine { object, start, stride } => {
                (object, start.wrapping_add_signed(stride.wrapping_mul(i64::from(lane))))
            }
            Places::Table(places) => places[lane as usize],
        }
    }

    /// What a lane writes.
    pub fn value(&self, lane: u32) -> Option<ValueId> {
        match &self.values {
            Values::None => None,
            Values::Same(value) => Some(*value),
            Values::Table(values) => values[lane as usize],
        }
    }

    /// Gives its objects other numbers. Lanes without a place keep having none.
    pub fn map_objects(&mut self, mut to: impl FnMut(u32) -> u32) {
        let mut to = |object| if object == UNPLACED { UNPLACED } else { to(object) };
        match &mut self.places {
            Places::Affine { object, .. } => *object = to(*object),
            Places::Table(places) => places.iter_mut().for_each(|(object, _)| *object = to(*object)),
        }
        if let Some(area) = &mut self.area {
            area.object = to(area.object);
        }
    }

    /// A lane's access.
    pub fn access(&self, lane: u32) -> Access {
        let (object, offset) = self.place(lane);
        let uncertain = self.uncertain >> lane & 1 == 1;
        Access { object, offset, value: self.value(lane), uncertain, ..self.access }
    }
}

/// Marks the registrations that hold a lock-step run together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Edge {
    /// Before its first event.
    Opens,
    /// After its last.
    Closes,
}

/// A registration by lanes of a warp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct WarpRegistration {
    /// What each lane does; its weight is 1.
    pub registration: Registration,
    /// The lane that counts for those that a warp lacks, and for how many besides itself.
    pub extra: (u32, u32),
    /// Set if it is no command, but an edge of a lock-step run.
    pub edge: Option<Edge>,
}

impl WarpRegistration {
    /// By how much the lanes raise the count together.
    pub fn weight(&self, lanes: u32) -> u32 {
        let extra = if self.extra.0 < LANES && lanes >> self.extra.0 & 1 == 1 { self.extra.1 } else { 0 };
        lanes.count_ones() + extra
    }
}

/// What an event does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Action {
    /// An access: an index into [`Warps::footprints`].
    Access(u32),
    /// A registration: an index into [`Warps::registrations`].
    Register(u32),
    /// Nothing that matters; it keeps its place, so that the events after it keep their numbers.
    Nothing,
}

/// What lanes of a warp do at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Event {
    /// Which lanes.
    pub lanes: u32,
    code: u32,
}

const REGISTER: u32 = 1 << 31;
const NOTHING: u32 = u32::MAX;

impl Event {
    /// An event. Indices are below 2^31 - 1.
    pub fn new(lanes: u32, action: Action) -> Self {
        let code = match action {
            Action::Access(id) => id,
            Action::Register(id) => id | REGISTER,
            Action::Nothing => NOTHING,
        };
        Self { lanes, code }
    }

    /// What it does.
    #[inline]
    pub fn action(self) -> Action {
        match self.code {
            NOTHING => Action::Nothing,
            code if code & REGISTER != 0 => Action::Register(code & !REGISTER),
            code => Action::Access(code),
        }
    }
}

/// A warp.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warp {
    /// The thread that is its lane 0.
    pub first: u32,
    /// The lanes that exist.
    pub lanes: u32,
    /// What they do, each lane in program order.
    pub events: Vec<Event>,
    /// The lanes of which nothing is known after their last event, a `sync` in which they were blocked.
    pub blocked: u32,
}

/// A CTA.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Warps {
    /// Its warps; the threads of each follow those of the one before.
    pub warps: Vec<Warp>,
    /// The accesses that events refer to.
    pub footprints: Vec<Footprint>,
    /// The registrations that events refer to.
    pub registrations: Vec<WarpRegistration>,
}

impl Warps {
    /// How many threads there are.
    pub fn threads(&self) -> usize {
        self.warps.iter().map(|warp| warp.lanes.count_ones() as usize).sum()
    }

    /// The warp and lane of a thread.
    pub fn place_of(&self, thread: ThreadId) -> Option<(usize, u32)> {
        let warp = self.warps.partition_point(|warp| warp.first <= thread.0).checked_sub(1)?;
        let lane = thread.0 - self.warps[warp].first;
        (lane < LANES && self.warps[warp].lanes >> lane & 1 == 1).then_some((warp, lane))
    }

    /// Is the event at `position` of a warp an edge of a lock-step run?
    pub fn is_edge(&self, warp: usize, position: u32) -> bool {
        !self.is_command(self.warps[warp].events[position as usize])
    }

    /// Drops all events but accesses to one memory, and the registrations that are to stay. Returns how many accesses of threads stay.
    pub fn keep_accesses(&mut self, space: Space, stays: impl Fn(&Registration) -> bool) -> usize {
        let (footprints, registrations) = (&self.footprints, &self.registrations);
        let keep = |event: &Event| match event.action() {
            Action::Access(id) => {
                let access = &footprints[id as usize].access;
                access.space == space && access.size > 0
            }
            Action::Register(id) => stays(&registrations[id as usize].registration),
            Action::Nothing => false,
        };
        let mut count = 0;
        for warp in &mut self.warps {
            warp.events.retain(keep);
            let accesses = warp.events.iter().filter(|event| matches!(event.action(), Action::Access(_)));
            count += accesses.map(|event| event.lanes.count_ones() as usize).sum::<usize>();
        }
        count
    }

    fn is_command(&self, event: Event) -> bool {
        match event.action() {
            Action::Register(id) => self.registrations[id as usize].edge.is_none(),
            Action::Access(_) | Action::Nothing => true,
        }
    }

    /// Is an event a command of a lane?
    pub(crate) fn is_command_of(&self, event: Event, lane: u32) -> bool {
        event.lanes >> lane & 1 == 1 && self.is_command(event)
    }

    /// The command that the event at `position` of a warp is for a lane.
    pub fn point(&self, warp: usize, position: u32, lane: u32) -> Point {
        let warp = &self.warps[warp];
        let before = warp.events[..position as usize].iter();
        let index = before.filter(|&&event| self.is_command_of(event, lane)).count();
        Point { thread: ThreadId(warp.first + lane), index: index as u32 }
    }

    /// Where a command stands: its warp, the position there, and the lane.
    pub fn position(&self, at: Point) -> Option<(usize, u32, u32)> {
        let (warp, lane) = self.place_of(at.thread)?;
        let events = (0..).zip(&self.warps[warp].events);
        let mut own = events.filter(|&(_, &event)| self.is_command_of(event, lane)).map(|e| e.0);
        own.nth(at.index as usize).map(|position| (warp, position, lane))
    }

    /// A command, as its thread sees it.
    pub fn command(&self, at: Point) -> Option<Command> {
        let (warp, position, lane) = self.position(at)?;
        self.command_of(self.warps[warp].events[position as usize], lane)
    }

    /// An event as one of its lanes sees it; none if it does nothing.
    pub fn command_of(&self, event: Event, lane: u32) -> Option<Command> {
        match event.action() {
            Action::Access(id) => Some(Command::Access(self.footprints[id as usize].access(lane))),
            Action::Register(id) => {
                let registration = &self.registrations[id as usize];
                let weight = registration.weight(1 << lane) as u16;
                Some(Command::Register(Registration { weight, ..registration.registration }))
            }
            Action::Nothing => None,
        }
    }

    /// The same CTA, thread by thread, without events that do nothing. Lock-step runs have no such form; the
    /// registrations at their edges are left in.
    pub fn to_threads(&self) -> Cta {
        let mut threads = Vec::new();
        for warp in &self.warps {
            for lane in lanes(warp.lanes) {
                let own = warp.events.iter().filter(|event| event.lanes >> lane & 1 == 1);
                let commands = own.filter_map(|&event| self.command_of(event, lane)).collect();
                let blocked = warp.blocked >> lane & 1 == 1;
                let end = if blocked { ThreadEnd::Blocked } else { ThreadEnd::Exited };
                threads.push(ThreadProgram { commands, end });
            }
        }
        Cta { threads }
    }

    /// Puts `width` threads each into one warp, and commands of theirs that differ in nothing but address, value and
    /// weight into one event, as far as they lie abreast.
    pub fn from_threads(cta: &Cta, width: u32) -> Self {
        let mut all = Self::default();
        let mut footprints = FxHashMap::default();
        let mut registrations = FxHashMap::default();
        for (n, threads) in (0..).zip(cta.threads.chunks(width.clamp(1, LANES) as usize)) {
            let mut warp = Warp { first: n * width, ..Warp::default() };
            for (lane, thread) in threads.iter().enumerate() {
                warp.lanes |= 1 << lane;
                warp.blocked |= u32::from(thread.end == ThreadEnd::Blocked) << lane;
            }
            let mut next = vec![0; threads.len()];
            let command = |lane: usize, next: &[usize]| threads[lane].commands.get(next[lane]);
            let furthest_behind = |next: &[usize]| {
                (0..threads.len()).filter(|&l| command(l, next).is_some()).min_by_key(|&l| next[l])
            };
            while let Some(leader) = furthest_behind(&next) {
                let Some(like) = command(leader, &next) else { break };
                let together: Vec<usize> = (0..threads.len())
                    .filter(|&l| l == leader || command(l, &next).is_some_and(|c| abreast(c, like)))
                    .collect();
                let commands: Vec<(usize, Command)> =
                    together.iter().filter_map(|&l| Some((l, *command(l, &next)?))).collect();
                let event = all.intern(&commands, &mut footprints, &mut registrations);
                warp.events.push(event);
                together.iter().for_each(|&lane| next[lane] += 1);
            }
            all.warps.push(warp);
        }
        all
    }

    fn intern(
        &mut self,
        commands: &[(usize, Command)],
        footprints: &mut FxHashMap<(u32, Footprint), u32>,
        registrations: &mut FxHashMap<WarpRegistration, u32>,
    ) -> Event {
        let mask = commands.iter().fold(0, |mask, (lane, _)| mask | 1 << lane);
        let action = match commands[0].1 {
            Command::Access(first) => {
                let mut places = vec![(first.object, first.offset); LANES as usize];
                let mut values = vec![None; LANES as usize];
                let mut uncertain = 0;
                for &(lane, command) in commands {
                    let Command::Access(access) = command else { continue };
                    places[lane] = (access.object, access.offset);
                    values[lane] = access.value;
                    uncertain |= u32::from(access.uncertain) << lane;
                }
                let footprint = Footprint {
                    access: Access { object: 0, offset: 0, value: None, uncertain: false, ..first },
                    places: Places::Table(places.into()),
                    values: Values::Table(values.into()),
                    twins: Twins::default(),
                    uncertain,
                    area: None,
                };
                let new = self.footprints.len() as u32;
                let id = *footprints.entry((mask, footprint.clone())).or_insert(new);
                if id == new {
                    self.footprints.push(footprint);
                }
                Action::Access(id)
            }
            Command::Register(first) => {
                let weight = |c: &Command| match c {
                    Command::Register(r) => u32::from(r.weight),
                    Command::Access(_) => 1,
                };
                let heavy = commands.iter().find(|(_, c)| weight(c) > 1);
                let registration = WarpRegistration {
                    registration: Registration { weight: 1, ..first },
                    extra: heavy.map_or((0, 0), |(lane, c)| (*lane as u32, weight(c) - 1)),
                    edge: None,
                };
                let new = self.registrations.len() as u32;
                let id = *registrations.entry(registration).or_insert(new);
                if id == new {
                    self.registrations.push(registration);
                }
                Action::Register(id)
            }
        };
        Event::new(mask, action)
    }
}

/// May one event do both, for two lanes?
fn abreast(a: &Command, b: &Command) -> bool {
    match (a, b) {
        (Command::Access(a), Command::Access(b)) => {
            let common = |a: &Access| Access { object: 0, offset: 0, value: None, uncertain: false, ..*a };
            common(a) == common(b)
        }
        // A weight is a lane's own, and an event has room for one.
        (Command::Register(a), Command::Register(b)) => a == b && a.weight == 1,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::program::Kind;

    fn cta() -> Cta {
        let access = |offset| Command::Access(Access::shared(Kind::Write, offset, 4, 7));
        let heavy = match Command::sync(1, 64, 3) {
            Command::Register(r) => Command::Register(Registration { weight: 30, ..r }),
            access => access,
        };
        Cta::new(vec![
            vec![access(0), Command::sync(0, 3, 1), access(4)],
            vec![access(4), Command::sync(0, 3, 1)],
            vec![Command::arrive(0, 3, 2), access(100), heavy],
        ])
    }

    #[test]
    fn threads_become_warps_and_threads_again() {
        for width in [1, 2, 3, 32] {
            let warps = Warps::from_threads(&cta(), width);
            assert_eq!(warps.to_threads(), cta());
            assert_eq!(warps.threads(), 3);
        }
        let warps = Warps::from_threads(&cta(), 2);
        assert_eq!(warps.warps[0].events.iter().map(|e| e.lanes).collect::<Vec<_>>(), [3, 3, 1]);
    }

    #[test]
    fn points_and_positions_are_inverse() {
        for width in [1, 2, 3] {
            let warps = Warps::from_threads(&cta(), width);
            for (thread, program) in cta().iter() {
                for index in 0..program.commands.len() as u32 {
                    let at = Point { thread, index };
                    let (warp, position, lane) = warps.position(at).expect("it is there");
                    assert_eq!(warps.point(warp, position, lane), at);
                    assert_eq!(warps.command(at).as_ref(), cta().command(at));
                }
            }
            assert_eq!(warps.position(Point { thread: ThreadId(1), index: 2 }), None);
            assert_eq!(warps.place_of(ThreadId(3)), None);
        }
    }
}
