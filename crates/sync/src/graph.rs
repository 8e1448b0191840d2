//! The barrier dependence graph of a CTA (paper 001, §5.2, figures 6 and 7), as data for a picture.
//!
//! A [`Column`] is a class of threads, usually a warp. Its [`Step`]s are what it does, in program order: it takes part in a
//! dynamic barrier, or makes an access that races. All other accesses are numbers between two steps. The dynamic barriers
//! are listed in the order in which they complete; the lines of figure 6 are the way from step to step, and from a step to
//! its dynamic barrier.
//!
//! A loop makes many dynamic barriers. So only the first ones are kept, and those at a race or a missing order; a run of
//! others is one [`Node::More`], through which the classes go that wait at one of them.
//!
//! # Invariants
//!
//! - Each dynamic barrier of the kernel is in one node, or counted by one [`Node::More`].
//! - A step that waits comes at a later node than all before it that wait; a step that arrives, at a later one than all
//!   before it that wait. So a picture has all lines going down.
//! - The edges of lock-step runs ([`crate::warps::Edge`]) are no barriers of the kernel, and are left out.

use crate::class::{ClassId, Classes};
use crate::generation::NodeId;
use crate::program::{Access, How, Kind, Point, Site, Space, ThreadEnd, ThreadId};
use crate::trace::{Outcome, Trace};
use crate::warps::{Action, Event, Warps};
use crate::{Analysis, RaceVerdict, Synchronisation};
use std::collections::{BTreeMap, BTreeSet};

/// The graph.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Graph {
    /// One for each class.
    pub columns: Vec<Column>,
    /// From top to bottom: complete ones in the order of the trace, then those that never complete.
    pub nodes: Vec<Node>,
    /// Races, and orders that are missing between generations of a barrier; of many the worst and first.
    pub marks: Vec<Mark>,
    /// How many more there are.
    pub more_marks: usize,
}

/// What the picture has at one height.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Node {
    /// A dynamic barrier, by its number in the trace.
    Barrier(NodeId),
    /// The number that is left out.
    More(u64),
}

/// What a class of threads does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Which.
    pub class: ClassId,
    /// In program order.
    pub steps: Vec<Step>,
    /// The accesses after the last step.
    pub after: Accesses,
    /// How it ends.
    pub end: End,
}

/// How a class ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// It returns.
    Returned,
    /// It waits forever in its last step.
    Blocked,
    /// It comes no further, because the run ends.
    Stopped,
    /// Its next registration is an error, which ends the run.
    Failed(Site),
}

/// A step of a class.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// The accesses between the step before and this one.
    pub before: Accesses,
    /// What it is.
    pub act: Act,
}

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// The class registers at a dynamic barrier.
    Register {
        /// An index into [`Graph::nodes`].
        node: usize,
        /// `sync` or `arrive`.
        how: How,
        /// Where.
        site: Site,
    },
    /// It goes through dynamic barriers that are left out, and waits at some of them.
    Skip {
        /// An index into [`Graph::nodes`].
        node: usize,
    },
    /// It makes an access that races.
    Access(Site),
}

/// How many accesses: instructions that lanes of the class execute together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Accesses {
    /// Of shared memory.
    pub shared: Counts,
    /// Of global memory.
    pub global: Counts,
}

/// Accesses of one memory by what they do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
    /// Atomic updates.
    pub updates: u64,
}

impl Accesses {
    fn join(&mut self, more: Self) {
        for (mine, other) in [(&mut self.shared, more.shared), (&mut self.global, more.global)] {
            mine.reads += other.reads;
            mine.writes += other.writes;
            mine.updates += other.updates;
        }
    }

    fn add(&mut self, access: &Access) {
        let counts = match access.space {
            Space::Shared => &mut self.shared,
            Space::Global => &mut self.global,
        };
        *match access.kind {
            Kind::Read => &mut counts.reads,
            Kind::Write => &mut counts.writes,
            Kind::Update => &mut counts.updates,
        } += 1;
    }
}

/// Two steps that nothing orders.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Why they should be ordered.
    pub kind: MarkKind,
    /// The two; of a missing order the one that may lag, then the one that may come too early.
    pub ends: [MarkEnd; 2],
}

/// Why two steps should be ordered.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarkKind {
    /// They race: an index into the races of the analysis.
    Race(usize),
    /// They use a barrier one generation after the other: an index into the violations of the analysis.
    Reuse(usize),
}

/// One end of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkEnd {
    /// The column.
    pub column: usize,
    /// Its step.
    pub step: usize,
    /// The thread.
    pub thread: ThreadId,
}

/// A place in a class: where its step stands in the events of the warp.
type Place = (ClassId, u32);

/// Draws up the graph of an analysed CTA. Of the dynamic barriers the first `limit` are kept, and those at marks.
pub fn graph(warps: &Warps, analysis: &Analysis, limit: usize) -> Graph {
    let Analysis { classes, trace, .. } = analysis;
    let (marked, more_marks) = marked(warps, analysis);
    let accesses: BTreeSet<Place> = (marked.iter())
        .filter(|mark| matches!(mark.0, MarkKind::Race(_)))
        .flat_map(|mark| mark.1.map(|end| end.0))
        .collect();
    let (nodes, index) = nodes(trace, &order(trace), &kept(classes, trace, &marked), limit);
    let drawing = Drawing { warps, analysis, nodes: &nodes, index: &index, accesses: &accesses };
    let mut columns = Vec::with_capacity(classes.len());
    let mut steps: BTreeMap<Place, usize> = BTreeMap::new();
    for class in 0..classes.len() as ClassId {
        columns.push(drawing.column(class, &mut steps));
    }
    let end = |(place, thread): (Place, ThreadId)| {
        steps.get(&place).map(|&step| MarkEnd { column: place.0 as usize, step, thread })
    };
    let mark = |(kind, [first, second]): Marked| Some(Mark { kind, ends: [end(first)?, end(second)?] });
    Graph { columns, nodes, marks: marked.into_iter().filter_map(mark).collect(), more_marks }
}

/// What is to be marked: why, and the places of two threads.
type Marked = (MarkKind, [(Place, ThreadId); 2]);

/// More marks than this make no picture.
const MOST_MARKS: usize = 50;

/// What is to be marked, and how much more there is.
fn marked(warps: &Warps, analysis: &Analysis) -> (Vec<Marked>, usize) {
    let place = |at: Point| {
        let (warp, position, lane) = warps.position(at)?;
        Some(((analysis.classes.of_lane(warp, lane), position), at.thread))
    };
    let both = |a, b| Some([place(a)?, place(b)?]);
    let mut all = Vec::new();
    let mut found = 0;
    if let RaceVerdict::Decided(races) = &analysis.races {
        let mut races: Vec<_> = races.races.iter().enumerate().collect();
        found += races.len();
        races.sort_by_key(|(_, race)| race.class);
        races.truncate(MOST_MARKS);
        for (n, race) in races {
            all.extend(both(race.first.at, race.second.at).map(|ends| (MarkKind::Race(n), ends)));
        }
    }
    if let Synchronisation::Reuse { violations, .. } = &analysis.synchronisation {
        found += violations.len();
        for (n, reuse) in violations.iter().enumerate().take(MOST_MARKS) {
            all.extend(both(reuse.lagging, reuse.early).map(|ends| (MarkKind::Reuse(n), ends)));
        }
    }
    let more = found - all.len();
    (all, more)
}

/// All dynamic barriers of the kernel, from top to bottom.
fn order(trace: &Trace) -> Vec<NodeId> {
    let open = (0..).map(NodeId).take(trace.nodes.len()).filter(|&node| !trace.node(node).complete);
    let own = |node: &NodeId| !matches!(trace.node(*node).barrier, crate::program::BarrierId::Step { .. });
    trace.completed.iter().copied().chain(open).filter(own).collect()
}

/// The dynamic barriers next to what is marked, and all that never complete.
fn kept(classes: &Classes, trace: &Trace, marked: &[Marked]) -> BTreeSet<NodeId> {
    let open = (0..).map(NodeId).take(trace.nodes.len()).filter(|&node| !trace.node(node).complete);
    let mut kept: BTreeSet<NodeId> = open.collect();
    for ((class, position), _) in marked.iter().flat_map(|mark| mark.1) {
        let ordinal = classes.get(class).ordinal(position) as usize;
        let passages = &trace.passages[class as usize];
        let near = ordinal.saturating_sub(1)..(ordinal + 2).min(passages.len());
        kept.extend(passages[near.start.min(near.end)..near.end].iter().map(|passage| passage.node));
    }
    kept
}

/// The nodes of the graph, and where each dynamic barrier is found in it.
fn nodes(
    trace: &Trace,
    order: &[NodeId],
    kept: &BTreeSet<NodeId>,
    limit: usize,
) -> (Vec<Node>, Vec<Option<usize>>) {
    let mut nodes: Vec<Node> = Vec::new();
    let mut index = vec![None; trace.nodes.len()];
    for (n, &id) in order.iter().enumerate() {
        match nodes.last_mut() {
            _ if n < limit || kept.contains(&id) => nodes.push(Node::Barrier(id)),
            Some(Node::More(count)) => *count += 1,
            _ => nodes.push(Node::More(1)),
        }
        index[id.index()] = Some(nodes.len() - 1);
    }
    // What would stand for one is that one.
    for &id in order {
        if let Some(n) = index[id.index()]
            && nodes[n] == Node::More(1)
        {
            nodes[n] = Node::Barrier(id);
        }
    }
    (nodes, index)
}

struct Drawing<'a> {
    warps: &'a Warps,
    analysis: &'a Analysis,
    nodes: &'a [Node],
    /// By dynamic barrier: its node.
    index: &'a [Option<usize>],
    /// The accesses that are steps of their own.
    accesses: &'a BTreeSet<Place>,
}

impl Drawing<'_> {
    /// A class; `steps` gets the steps of its places.
    fn column(&self, class: ClassId, steps: &mut BTreeMap<Place, usize>) -> Column {
        let trace = &self.analysis.trace;
        let of_class = self.analysis.classes.get(class);
        let events = &self.warps.warps[of_class.warp as usize].events;
        let mut column = Column { class, steps: Vec::new(), after: Accesses::default(), end: End::Stopped };
        let mut before = Accesses::default();
        let mut left = trace.passages[class as usize].iter();
        let reached = self.reached(class, events);
        for (position, &event) in (0..).zip(events).take(reached) {
            if event.lanes & of_class.lanes == 0 {
                continue;
            }
            let act = match event.action() {
                Action::Nothing => None,
                Action::Access(id) => {
                    let access = &self.warps.footprints[id as usize].access;
                    let racy = self.accesses.contains(&(class, position));
                    if !racy && access.size > 0 {
                        before.add(access);
                    }
                    racy.then_some(Act::Access(access.site))
                }
                Action::Register(id) => {
                    let registration = &self.warps.registrations[id as usize].registration;
                    left.next().and_then(|passage| self.act(passage.node, passage.how, registration.site))
                }
            };
            let Some(act) = act else { continue };
            let skipped_on = |last: &Step| matches!(act, Act::Skip { .. }) && last.act == act;
            match column.steps.last_mut() {
                Some(last) if skipped_on(last) => last.before.join(std::mem::take(&mut before)),
                _ => {
                    steps.insert((class, position), column.steps.len());
                    column.steps.push(Step { before: std::mem::take(&mut before), act });
                }
            }
        }
        column.after = before;
        column.end = self.end(class);
        column
    }

    /// The step that a registration is. One that arrives at what is left out is none.
    fn act(&self, id: NodeId, how: How, site: Site) -> Option<Act> {
        let node = self.index[id.index()]?;
        match (&self.nodes[node], how) {
            (Node::Barrier(_), _) => Some(Act::Register { node, how, site }),
            (Node::More(_), How::Sync) => Some(Act::Skip { node }),
            (Node::More(_), How::Arrive) => None,
        }
    }

    /// How many events of the warp come before the class can go no further.
    fn reached(&self, class: ClassId, events: &[Event]) -> usize {
        let passages = &self.analysis.trace.passages[class as usize];
        let registrations = &self.analysis.classes.get(class).registrations;
        let blocked = passages
            .last()
            .is_some_and(|last| last.how == How::Sync && !self.analysis.trace.node(last.node).complete);
        match (blocked, passages.last()) {
            (true, Some(last)) => last.position as usize + 1,
            _ => registrations.get(passages.len()).map_or(events.len(), |&next| next as usize),
        }
    }

    fn end(&self, class: ClassId) -> End {
        let trace = &self.analysis.trace;
        let of_class = self.analysis.classes.get(class);
        let passages = &trace.passages[class as usize];
        if let Outcome::Error { at, .. } = trace.outcome
            && let Some((warp, position, lane)) = self.warps.position(at)
            && self.analysis.classes.of_lane(warp, lane) == class
            && let Action::Register(id) = self.warps.warps[warp].events[position as usize].action()
        {
            return End::Failed(self.warps.registrations[id as usize].registration.site);
        }
        match passages.last() {
            Some(last) if last.how == How::Sync && !trace.node(last.node).complete => End::Blocked,
            _ if passages.len() < of_class.registrations.len() => End::Stopped,
            _ if of_class.end == ThreadEnd::Blocked => End::Stopped,
            _ => End::Returned,
        }
    }
}
