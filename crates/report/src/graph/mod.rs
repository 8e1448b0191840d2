//! The barrier dependence graph of a CTA (paper 001, §5.2, figures 6 and 7): a model, and pictures of it.
//!
//! A [`Column`] is a warp, or a class of threads of a warp that synchronise alike; what it does goes down as a list of
//! [`Step`]s. A [`Node`] is a dynamic barrier: one generation of a barrier. A `sync` goes through its node; an `arrive` has
//! a point of its own, from which a line leads to the node, because the warp does not wait for it. So a way along the lines
//! is happens-before, and what no way leads to may happen in any order. [`Mark`]s show where there should be one.
//!
//! [`render`] writes it as [`Format::Dot`] for Graphviz, as [`Format::Svg`], or as [`Format::Json`], which
//! `docs/src/graph-schema.json` describes.
//!
//! Invariants:
//! - the same graph is rendered to the same text;
//! - each format has every node, step and mark; the numbers that stand for several nodes are in the model already;
//! - whoever fills the model lists nodes such that the lines go down: a step's node comes after the nodes at which the same
//!   column waited before. `svg` does not rely on it, but its picture is of use only then.

mod dot;
mod json;
mod layout;
mod svg;

pub use json::{GRAPH_VERSION, parse, schema};

use crate::model::facts::Barrier;
use crate::model::thread::{Thread, Threads};
use crate::terms::{Language, Terms};
use crate::words;
use raddle_verdict::Location;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// A barrier dependence graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Graph {
    /// The kernel's name for people.
    pub kernel: String,
    /// Its file.
    pub file: String,
    /// Its language, in whose words the pictures speak.
    #[serde(default)]
    pub language: Language,
    /// The launch and the block, as a report names them.
    pub launch: String,
    /// The threads.
    pub columns: Vec<Column>,
    /// The dynamic barriers, from top to bottom.
    pub nodes: Vec<Node>,
    /// Races and missing orders; of many the worst and first.
    pub marks: Vec<Mark>,
    /// How many more there are.
    pub more_marks: u64,
}

/// A dynamic barrier, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Node {
    /// One generation of a barrier.
    Barrier {
        /// The barrier.
        barrier: Barrier,
        /// Which generation, from 1.
        generation: u64,
        /// How many threads it expects.
        expected: u64,
        /// How many came.
        arrived: u64,
        /// Whether all came.
        complete: bool,
        /// Whether threads wait for it forever.
        stuck: bool,
    },
    /// Dynamic barriers that are left out here.
    More {
        /// How many.
        count: u64,
    },
}

/// Threads that synchronise alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Column {
    /// Who.
    pub threads: Threads,
    /// What they do, in program order.
    pub steps: Vec<Step>,
    /// The accesses after the last step.
    pub after: Accesses,
    /// What comes then.
    pub end: End,
}

/// How a column ends.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum End {
    /// The threads return.
    Returned,
    /// They wait forever.
    Blocked,
    /// The run ends before them.
    Stopped,
    /// They use a barrier against its rules, which ends the run.
    Failed {
        /// Where.
        location: Location,
    },
}

/// One step of a column.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Step {
    /// The accesses since the step before.
    pub before: Accesses,
    /// What it is.
    pub act: Act,
    /// Where; none for what is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub location: Option<Location>,
}

/// What a step is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Act {
    /// The threads arrive at a node and wait for it.
    Sync {
        /// An index into the graph's nodes.
        node: usize,
    },
    /// They arrive at a node and continue.
    Arrive {
        /// An index into the graph's nodes.
        node: usize,
    },
    /// They wait at some of the dynamic barriers that are left out.
    Skip {
        /// An index into the graph's nodes.
        node: usize,
    },
    /// They make an access that races.
    Access,
}

/// How many accesses: an instruction that threads of a warp execute together counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Accesses {
    /// Of shared memory.
    pub shared: Counts,
    /// Of global memory.
    pub global: Counts,
}

/// Accesses of one memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Counts {
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
    /// Atomic updates.
    pub updates: u64,
}

/// Two steps between which order is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Mark {
    /// Why there should be one.
    pub kind: MarkKind,
    /// The steps. Of a missing order the one that should come first, then the other.
    pub ends: [MarkEnd; 2],
}

/// Why there should be an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// Two accesses race.
    Race,
    /// They race if both take place, and if nothing but barriers orders them.
    PossibleRace,
    /// They write the same value.
    BenignRace,
    /// A barrier is used again before its use before is over.
    MissingOrder,
}

impl MarkKind {
    /// In words: `race`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MarkKind::Race => "race",
            MarkKind::PossibleRace => "possible race",
            MarkKind::BenignRace => "benign race",
            MarkKind::MissingOrder => "missing order",
        }
    }
}

/// One of the two.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct MarkEnd {
    /// An index into the graph's columns.
    pub column: usize,
    /// An index into its steps.
    pub step: usize,
    /// The thread.
    pub thread: Thread,
    /// What it does: `writes tile[3]`.
    pub what: String,
    /// Where.
    pub location: Location,
}

/// What a graph is written as.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Graphviz.
    Dot,
    /// A picture.
    Svg,
    /// All data.
    Json,
}

impl Format {
    /// By the extension of a file, in any case: `dot` or `gv`, `svg`, `json`.
    #[must_use]
    pub fn of_extension(extension: &str) -> Option<Self> {
        match extension.to_ascii_lowercase().as_str() {
            "dot" | "gv" => Some(Format::Dot),
            "svg" => Some(Format::Svg),
            "json" => Some(Format::Json),
            _ => None,
        }
    }
}

/// The graph as text that ends with a newline.
#[must_use]
pub fn render(graph: &Graph, format: Format) -> String {
    match format {
        Format::Dot => dot::render(graph),
        Format::Svg => svg::render(graph),
        Format::Json => json::render(graph),
    }
}

impl Graph {
    /// Is there anything wrong in it: a race that is none of equal values, a missing order, threads that wait forever?
    #[must_use]
    pub fn is_bad(&self) -> bool {
        self.marks.iter().any(|mark| mark.kind != MarkKind::BenignRace)
            || self.columns.iter().any(|column| column.end.is_bad())
    }

    /// Marks the races as possible ones: what barriers do not order, other things may.
    pub fn doubt_races(&mut self) {
        for mark in self.marks.iter_mut().filter(|mark| mark.kind == MarkKind::Race) {
            mark.kind = MarkKind::PossibleRace;
        }
    }

    fn terms(&self) -> &'static Terms {
        self.language.terms()
    }

    fn title(&self) -> String {
        format!("Barrier dependence graph of {}", self.kernel)
    }

    /// The step of one end of a mark.
    fn step(&self, end: &MarkEnd) -> Option<&Step> {
        self.columns.get(end.column)?.steps.get(end.step)
    }

    /// What stands below the picture: each mark, and how many more there are.
    fn notes(&self) -> Vec<String> {
        let more = (self.more_marks > 0)
            .then(|| format!("... and {} more, which are not drawn", words::grouped(self.more_marks)));
        (0..self.marks.len()).map(|number| self.sentence(number)).chain(more).collect()
    }

    /// A place: only the line where it is in the kernel's file.
    fn place(&self, location: &Location) -> String {
        if location.file == self.file { format!("line {}", location.line) } else { location.short() }
    }

    /// A mark in one line: `race 1: thread 0 writes s[0] (line 3), thread 32 reads s[0] (line 5), and no barrier orders them`.
    fn sentence(&self, number: usize) -> String {
        let Mark { kind, ends: [first, second] } = &self.marks[number];
        let what = |end: &MarkEnd| format!("{} ({})", end.what, self.place(&end.location));
        let name = |end: &MarkEnd| self.terms().name(&end.thread);
        let [one, other] = [first, second].map(|end| format!("{} {}", name(end), what(end)));
        let said = match kind {
            MarkKind::MissingOrder => {
                format!("{other} without waiting for {}, which {}", name(first), what(first))
            }
            _ => format!("{one}, {other}, and no barrier orders them"),
        };
        format!("{} {}: {said}", kind.name(), number + 1)
    }
}

impl Node {
    /// `barrier 2, gen 1`; with `: 32 of 64` where it is not complete.
    fn label(&self, terms: &Terms) -> String {
        match self {
            Node::Barrier { barrier, generation, expected, arrived, complete, .. } => {
                let name = match barrier {
                    Barrier::Warp(number) => format!("{} {number}", terms.warp),
                    other => terms.barrier(*other),
                };
                let open = if *complete { String::new() } else { format!(": {arrived} of {expected}") };
                format!("{name}, gen {generation}{open}")
            }
            Node::More { count } => format!("... {} more dynamic barriers", words::grouped(*count)),
        }
    }

    fn is_stuck(&self) -> bool {
        matches!(self, Node::Barrier { stuck: true, .. })
    }
}

impl End {
    fn label(&self, graph: &Graph) -> String {
        match self {
            End::Returned => "returns".to_owned(),
            End::Blocked => "waits forever".to_owned(),
            End::Stopped => "not followed further".to_owned(),
            End::Failed { location } => format!("misuses a barrier ({})", graph.place(location)),
        }
    }

    fn is_bad(&self) -> bool {
        matches!(self, End::Blocked | End::Failed { .. })
    }
}

impl Act {
    /// The node that the step goes through or to.
    fn node(self) -> Option<usize> {
        match self {
            Act::Sync { node } | Act::Arrive { node } | Act::Skip { node } => Some(node),
            Act::Access => None,
        }
    }

    /// Does the column wait for the node, so that its line goes through it?
    fn waits(self) -> bool {
        matches!(self, Act::Sync { .. } | Act::Skip { .. })
    }
}

impl Accesses {
    /// `shared: 2 reads, 1 write`, and so for global memory; one line each.
    fn lines(&self, terms: &Terms) -> Vec<String> {
        let shared = if terms.language == Language::OpenCl { "local" } else { "shared" };
        [(shared, self.shared), ("global", self.global)]
            .into_iter()
            .filter_map(|(space, counts)| Some(format!("{space}: {}", counts.words()?)))
            .collect()
    }
}

impl Counts {
    fn words(&self) -> Option<String> {
        let some = [(self.reads, "read"), (self.writes, "write"), (self.updates, "atomic")];
        let words = some
            .iter()
            .filter(|(n, _)| *n > 0)
            .map(|(n, what)| format!("{} {what}{}", words::grouped(*n), if *n == 1 { "" } else { "s" }));
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// Text on one line and without control characters: a name may come from a hostile file.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn threads(warp: u64) -> Threads {
        Threads::new(32 * warp..32 * (warp + 1), [0; 3], 32)
    }

    fn node(barrier: u64, generation: u64) -> Node {
        let barrier = Barrier::Named(barrier);
        Node::Barrier { barrier, generation, expected: 64, arrived: 64, complete: true, stuck: false }
    }

    fn step(act: Act, reads: u64, line: u32) -> Step {
        let before = Accesses { shared: Counts { reads, ..Counts::default() }, ..Accesses::default() };
        let location = (!matches!(act, Act::Skip { .. })).then(|| Location::line("k.cu", line));
        Step { before, act, location }
    }

    fn column(warp: u64, steps: Vec<Step>) -> Column {
        Column { threads: threads(warp), steps, after: Accesses::default(), end: End::Returned }
    }

    fn end(column: usize, step: usize, line: u32) -> MarkEnd {
        let thread = Thread::new(32 * column as u64, [0; 3], [128, 1, 1], 32);
        MarkEnd {
            column,
            step,
            thread,
            what: "writes s[0]".to_owned(),
            location: Location::line("k.cu", line),
        }
    }

    fn graph(columns: Vec<Column>, nodes: Vec<Node>, marks: Vec<Mark>) -> Graph {
        let (kernel, file) = ("k<float, \"a\">".to_owned(), "k.cu".to_owned());
        Graph {
            kernel,
            file,
            language: Language::Cuda,
            launch: "block 64, block (0,0,0)".to_owned(),
            columns,
            nodes,
            marks,
            more_marks: 0,
        }
    }

    /// Two warps: an arrive and a sync, a race, and barriers that are left out.
    pub(super) fn example() -> Graph {
        let first = vec![
            step(Act::Access, 1, 3),
            step(Act::Arrive { node: 1 }, 0, 4),
            step(Act::Sync { node: 0 }, 2, 5),
            step(Act::Skip { node: 2 }, 1000, 0),
        ];
        let second = vec![
            step(Act::Sync { node: 0 }, 0, 8),
            step(Act::Access, 0, 9),
            step(Act::Sync { node: 1 }, 0, 10),
            step(Act::Skip { node: 2 }, 0, 0),
        ];
        let mut columns = vec![column(0, first), column(1, second)];
        columns[1].end = End::Blocked;
        let nodes = vec![node(0, 1), node(1, 1), Node::More { count: 1734 }];
        let race = Mark { kind: MarkKind::Race, ends: [end(0, 0, 3), end(1, 1, 9)] };
        let missing = Mark { kind: MarkKind::MissingOrder, ends: [end(0, 1, 4), end(1, 2, 10)] };
        graph(columns, nodes, vec![race, missing])
    }

    /// Two pairs of warps, each with a barrier of its own again and again.
    pub(super) fn loops() -> Graph {
        let columns = (0..4).map(|warp| {
            let of_pair = (0..10).filter(|n| n % 2 == warp / 2);
            column(warp as u64, of_pair.map(|node| step(Act::Sync { node }, 1, 1)).collect())
        });
        let nodes = (0..10).map(|n| node(n % 2, n / 2 + 1)).collect();
        graph(columns.collect(), nodes, Vec::new())
    }

    #[test]
    fn json_round_trips() {
        for graph in [example(), loops()] {
            let text = render(&graph, Format::Json);
            assert_eq!(parse(&text).unwrap(), graph);
            assert!(text.starts_with("{\n  \"format_version\": 1,"), "{text}");
        }
    }

    #[test]
    fn each_format_has_every_node_once_and_every_mark() {
        let text = render(&loops(), Format::Dot);
        for n in 0..10 {
            assert_eq!(text.matches(&format!("  n{n} [label=")).count(), 1);
        }
        let (dot, svg) = (render(&example(), Format::Dot), render(&example(), Format::Svg));
        for text in [&dot, &svg] {
            assert!(text.contains("1,734 more dynamic barriers"));
            let race =
                "race 1: thread 0 writes s[0] (line 3), thread 32 writes s[0] (line 9), and no barrier";
            assert!(text.contains(race), "{text}");
            assert!(
                text.contains(
                    "missing order 2: thread 32 writes s[0] (line 10) without waiting for thread 0,"
                )
            );
        }
    }

    #[test]
    fn names_are_escaped() {
        let mut graph = example();
        graph.kernel.push_str("\\\n\u{1b}]");
        let (dot, svg) = (render(&graph, Format::Dot), render(&graph, Format::Svg));
        assert!(dot.starts_with(r#"digraph "k<float, \"a\">\\\n ]" {"#), "{dot}");
        assert!(svg.contains("of k&lt;float, &quot;a&quot;&gt;\\  ]</title>"), "{svg}");
        assert!(!dot.contains('\u{1b}') && !svg.contains('\u{1b}'));
    }

    #[test]
    fn formats_by_extension() {
        let of = Format::of_extension;
        assert_eq!([of("dot"), of("GV"), of("svg"), of("json")].map(|f| f.is_some()), [true; 4]);
        assert_eq!(of("png"), None);
    }
}
