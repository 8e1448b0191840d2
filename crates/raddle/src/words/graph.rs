//! The barrier dependence graph in the report's words: threads, places, names of buffers.

use crate::words::findings::{Told, barrier};
use raddle_report::graph::{Accesses, Act, Column, Counts, End, Graph, Mark, MarkEnd, MarkKind, Node, Step};
use raddle_report::{Ctas, Launch};
use raddle_sync::generation::{DynamicBarrier, Participant};
use raddle_sync::program::{How, Site};
use raddle_sync::race::Class;
use raddle_sync::warps::{Action, lanes};
use raddle_sync::{Analysis, RaceVerdict, Synchronisation, graph as drawn};

impl Told<'_> {
    /// The graph of an analysed CTA, with at least this many dynamic barriers if it has them.
    #[must_use]
    pub fn graph(&self, analysis: &Analysis, launch: &Launch, limit: usize) -> Graph {
        let graph = drawn::graph(self.cta, analysis, limit);
        let launch = match launch.ctas {
            Ctas::All => launch.clone().ctas(Ctas::One(self.kernel.cta)),
            _ => launch.clone(),
        };
        Graph {
            kernel: self.kernel.name(),
            file: self.kernel.input.file.clone(),
            language: self.kernel.terms().language,
            launch: self.kernel.terms().launch(&launch),
            columns: graph.columns.iter().map(|column| self.column(column)).collect(),
            nodes: graph.nodes.iter().map(|node| self.node(node)).collect(),
            more_marks: graph.more_marks as u64,
            marks: graph.marks.iter().filter_map(|mark| self.mark(analysis, &graph, mark)).collect(),
        }
    }

    fn column(&self, column: &drawn::Column) -> Column {
        let class = self.classes.get(column.class);
        let first = self.cta.warps[class.warp as usize].first;
        let step = |step: &drawn::Step| {
            let (act, site) = match step.act {
                drawn::Act::Register { node, how: How::Sync, site } => (Act::Sync { node }, Some(site)),
                drawn::Act::Register { node, how: How::Arrive, site } => (Act::Arrive { node }, Some(site)),
                drawn::Act::Skip { node } => (Act::Skip { node }, None),
                drawn::Act::Access(site) => (Act::Access, Some(site)),
            };
            Step { before: accesses(&step.before), act, location: site.map(|site| self.at(site)) }
        };
        let end = match column.end {
            drawn::End::Returned => End::Returned,
            drawn::End::Blocked => End::Blocked,
            drawn::End::Stopped => End::Stopped,
            drawn::End::Failed(site) => End::Failed { location: self.at(site) },
        };
        Column {
            threads: self.kernel.threads(lanes(class.lanes).map(|lane| first + lane)),
            steps: column.steps.iter().map(step).collect(),
            after: accesses(&column.after),
            end,
        }
    }

    fn at(&self, site: Site) -> raddle_report::Location {
        self.kernel.place(self.sites.loc(site))
    }

    fn node(&self, node: &drawn::Node) -> Node {
        let id = match *node {
            drawn::Node::Barrier(id) => id,
            drawn::Node::More(count) => return Node::More { count },
        };
        let DynamicBarrier { barrier: name, generation, count, complete, ref participants } =
            *self.trace.node(id);
        Node::Barrier {
            barrier: barrier(name),
            generation: u64::from(generation),
            expected: u64::from(count),
            arrived: participants.iter().map(|p| self.weight(p)).sum(),
            complete,
            stuck: !complete && participants.iter().any(|p| p.how == How::Sync),
        }
    }

    /// For how many threads a class registers.
    fn weight(&self, participant: &Participant) -> u64 {
        let class = self.classes.get(participant.class);
        let position = class.registrations[participant.ordinal as usize];
        match self.cta.warps[class.warp as usize].events[position as usize].action() {
            Action::Register(id) => u64::from(self.cta.registrations[id as usize].weight(class.lanes)),
            Action::Access(_) | Action::Nothing => 0,
        }
    }

    fn mark(&self, analysis: &Analysis, graph: &drawn::Graph, mark: &drawn::Mark) -> Option<Mark> {
        let (kind, what) = match (&mark.kind, &analysis.races, &analysis.synchronisation) {
            (drawn::MarkKind::Race(n), RaceVerdict::Decided(races), _) => {
                let race = races.races.get(*n)?;
                let kind = match race.class {
                    Class::Harmful => MarkKind::Race,
                    Class::Possible | Class::Unplaced => MarkKind::PossibleRace,
                    Class::Benign => MarkKind::BenignRace,
                };
                let what = [&race.first, &race.second].map(|side| {
                    let access = self.access(side);
                    format!("{} {}", access.kind.verb(), self.kernel.terms().address(&access.address))
                });
                (kind, what)
            }
            (drawn::MarkKind::Reuse(n), _, Synchronisation::Reuse { violations, .. }) => {
                let reuse = violations.get(*n)?;
                let nodes = [reuse.earlier, reuse.later].map(|id| self.trace.node(id));
                let name = |id| self.kernel.terms().barrier(barrier(id));
                let what =
                    nodes.map(|node| format!("uses {}, generation {}", name(node.barrier), node.generation));
                (MarkKind::MissingOrder, what)
            }
            _ => return None,
        };
        let mut what = what.into_iter();
        let mut end = |end: &drawn::MarkEnd| {
            let site = match graph.columns.get(end.column)?.steps.get(end.step)?.act {
                drawn::Act::Register { site, .. } | drawn::Act::Access(site) => site,
                drawn::Act::Skip { .. } => return None,
            };
            Some(MarkEnd {
                column: end.column,
                step: end.step,
                thread: self.kernel.thread(end.thread.0),
                what: what.next()?,
                location: self.at(site),
            })
        };
        let [first, second] = &mark.ends;
        Some(Mark { kind, ends: [end(first)?, end(second)?] })
    }
}

fn accesses(of: &drawn::Accesses) -> Accesses {
    let counts = |c: &drawn::Counts| Counts { reads: c.reads, writes: c.writes, updates: c.updates };
    Accesses { shared: counts(&of.shared), global: counts(&of.global) }
}
