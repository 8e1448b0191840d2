//! The barrier dependence graph of a CTA (paper 001, §5.2, figures 6 and 7): a model, and pictures of it.
//!
//! A [`Column`] is a warp, or a class of threads of a warp that synchronise alike; what it does goes down as a list of
//! [`Step`]s. A [`Node`] is a dynamic barrier: one generation of a barrier. A `sync` goes through its node; an `arrive` has
//! a point of its own, from which a line leads to the node, because the warp does not wait for it. So a way along the lines
//! is happens-before, and what no way leads to may happen in any order. [`Mark`]s tell where there should be one.
//!
//! [`render`] writes it as [`Format::Dot`] for Graphviz, as [`Format::Svg`], or as [`Format::Json`], which
//! `docs/src/graph-schema.json` describes.
//!
//! Invariants:
//! - the same graph is rendered to the same text;
//! - each format has every node, step and mark; the numbers that stand for several nodes are in the model already;
//! - whoever fills the model lists nodes such that the lines go down: a step's node comes after the nodes at which the same
//!   column waited before. [`svg`] does not rely on it, but its picture is of use only then.

mod dot;
mod json;
mod layout;
mod svg;

pub use json::{GRAPH_VERSION, parse};

use crate::model::facts::Barrier;
use crate::model::location::Location;
use crate::model::thread::{Thread, Threads};
use crate::words;
use serde::{Deserialize, Serialize};

/// A barrier dependence graph.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Graph {
    /// The kernel's name for people.
    pub kernel: String,
    /// Its file.
    pub file: String,
    /// The launch and the CTA, as a report names them.
    pub launch: String,
    /// The threads.
    pub columns: Vec<Column>,
    /// The dynamic barriers, from top to bottom.
    pub nodes: Vec<Node>,
    /// Races and missing orders.
    pub marks: Vec<Mark>,
}

/// A dynamic barrier, or several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
        /// Whether threads wait for it for ever.
        stuck: bool,
    },
    /// Dynamic barriers that are left out here.
    More {
        /// How many.
        count: u64,
    },
}

/// Threads that synchronise alike.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum End {
    /// The threads return.
    Returned,
    /// They wait for ever.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
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
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub enum Act {
    /// The threads arrive at a node and wait for it.
    Sync {
        /// An index into [`Graph::nodes`].
        node: usize,
    },
    /// They arrive at a node and go on.
    Arrive {
        /// An index into [`Graph::nodes`].
        node: usize,
    },
    /// They wait at some of the dynamic barriers that are left out.
    Skip {
        /// An index into [`Graph::nodes`].
        node: usize,
    },
    /// They make an access that races.
    Access,
}

/// How many accesses: an instruction that threads of a warp execute together counts once.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Accesses {
    /// Of shared memory.
    pub shared: Counts,
    /// Of global memory.
    pub global: Counts,
}

/// Accesses of one memory.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Reads.
    pub reads: u64,
    /// Writes.
    pub writes: u64,
    /// Atomic updates.
    pub updates: u64,
}

/// Two steps between which order is missing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mark {
    /// Why there should be one.
    pub kind: MarkKind,
    /// The steps. Of [`MarkKind::MissingOrder`] the one that should come first, then the other.
    pub ends: [MarkEnd; 2],
}

/// Why there should be an order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum MarkKind {
    /// Two accesses race.
    Race,
    /// They race if both take place.
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
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MarkEnd {
    /// An index into [`Graph::columns`].
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
    fn title(&self) -> String {
        format!("Barrier dependence graph of {}", self.kernel)
    }

    /// A mark in one line: `race 1: thread 0 writes s[0] (k.cu:3), thread 32 reads s[0] (k.cu:5)`.
    fn sentence(&self, number: usize) -> String {
        let mark = &self.marks[number];
        let [first, second] = &mark.ends;
        let end = |end: &MarkEnd| format!("{} {} ({})", end.thread, end.what, end.location.short());
        let link = if mark.kind == MarkKind::MissingOrder { ", which may lag behind: " } else { ", unordered with: " };
        format!("{} {}: {}{link}{}", mark.kind.name(), number + 1, end(first), end(second))
    }
}

impl Node {
    /// `barrier 2, gen 1`; with `: 32 of 64` where it is not complete.
    fn label(&self) -> String {
        match self {
            Node::Barrier { barrier, generation, expected, arrived, complete, .. } => {
                let name = match barrier {
                    Barrier::Warp(warp) => format!("warp {warp}"),
                    other => other.to_string(),
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
    fn label(&self) -> String {
        match self {
            End::Returned => "returns".to_owned(),
            End::Blocked => "waits for ever".to_owned(),
            End::Stopped => "not followed further".to_owned(),
            End::Failed { location } => format!("misuses a barrier ({})", location.short()),
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
    fn lines(&self) -> Vec<String> {
        [("shared", self.shared), ("global", self.global)]
            .into_iter()
            .filter_map(|(space, counts)| Some(format!("{space}: {}", counts.words()?)))
            .collect()
    }
}

impl Counts {
    fn words(&self) -> Option<String> {
        let some = [(self.reads, "read"), (self.writes, "write"), (self.updates, "atomic")];
        let words = some.iter().filter(|(n, _)| *n > 0).map(|(n, what)| {
            format!("{} {what}{}", words::grouped(*n), if *n == 1 { "" } else { "s" })
        });
        let words: Vec<String> = words.collect();
        (!words.is_empty()).then(|| words.join(", "))
    }
}

/// Text on one line and without control characters: a name may come from a hostile file.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}
