//! How large the problem was, and what it cost: the columns of figures 9 and 10 of paper 001, and a time for each stage.
//!
//! Times and memory differ from run to run, so they are in a report only where they are asked for.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The statistics of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Statistics {
    /// Up to the kernels' IR, by file.
    pub files: Vec<FileStatistics>,
    /// From there on, by kernel.
    pub kernels: Vec<KernelStatistics>,
}

/// What it cost to read a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct FileStatistics {
    /// The file as the user named it.
    pub file: String,
    /// What was done, in order.
    pub stages: Vec<Stage>,
}

/// How large a kernel is, and what it cost to check it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct KernelStatistics {
    /// The kernel's name.
    pub kernel: String,
    /// Its file.
    pub file: String,
    /// How many times a CTA was run, replays not counted: CTAs, launches that were tried, and runs that were made again because
    /// values turned out to matter.
    pub runs: u64,
    /// Sizes of the CTA that was analysed last. None, if no run could be followed to its end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sizes: Option<Sizes>,
    /// How its control flow is organised.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub flow: Option<Flow>,
    /// How many contracts its source states, those of device functions once for each call.
    #[serde(default)]
    pub contracts: u64,
    /// What was asked where two threads were compared for all inputs. None, if they were not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub questions: Option<Questions>,
    /// What was done, in order; of all runs together.
    pub stages: Vec<Stage>,
}

/// How control flow is organised, after compilation and inlining.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Flow {
    /// It could be written with `if` and `while`, each block once.
    Structured,
    /// It could be with `do`-`while` besides.
    DoWhile,
    /// It could not.
    Unstructured,
    /// It has a loop with two entries.
    Irreducible,
}

impl Flow {
    /// As tables name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Flow::Structured => "structured",
            Flow::DoWhile => "do-while",
            Flow::Unstructured => "unstructured",
            Flow::Irreducible => "irreducible",
        }
    }
}

/// Questions about two threads.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Questions {
    /// How many were asked.
    pub asked: u64,
    /// How many of them a solver had to answer, as rewriting did not.
    pub solver: u64,
    /// How many of those were about assumptions that may contradict each other, loops that may never be left, and accesses that may be out
    /// of reach.
    pub of_reach: u64,
}

/// Sizes of a CTA.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Sizes {
    /// Threads.
    pub threads: u64,
    /// Classes of threads that synchronise alike, usually warps.
    pub classes: u64,
    /// Generations of barriers.
    pub dynamic_barriers: u64,
    /// Places in shared memory that are distinguished, if races were searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shared_addresses: Option<u64>,
    /// Accesses and registrations of all threads.
    pub commands: u64,
    /// The accesses among them.
    pub accesses: u64,
    /// The accesses, equal ones between the same barriers counted once, if races were searched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub merged_accesses: Option<u64>,
}

/// What is done with a file and a kernel, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum StageName {
    /// Reading the file.
    Read,
    /// Compiling the source to PTX, reading included.
    Compile,
    /// Parsing.
    Parse,
    /// Lowering to the kernel IR, and validating it.
    Lower,
    /// Inlining, slot promotion, folding, address resolution.
    Prepare,
    /// Running CTAs on the reference machine.
    Run,
    /// Making thread programs of what was recorded.
    Programs,
    /// Dynamic barriers and happens-before.
    Ordering,
    /// The check for safe reuse of barriers.
    Reuse,
    /// The search for races.
    Races,
    /// Replaying findings, and looking for them in other schedules.
    Replays,
    /// Comparing two threads for all inputs.
    TwoThreads,
    /// Deciding whether each thread ends.
    Termination,
    /// What is left: putting findings into words, explaining them, drawing the graph.
    Rest,
}

impl StageName {
    /// As tables name it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            StageName::Read => "read",
            StageName::Compile => "compile",
            StageName::Parse => "parse",
            StageName::Lower => "lower",
            StageName::Prepare => "prepare",
            StageName::Run => "run",
            StageName::Programs => "programs",
            StageName::Ordering => "ordering",
            StageName::Reuse => "reuse",
            StageName::Races => "races",
            StageName::Replays => "replays",
            StageName::TwoThreads => "two threads",
            StageName::Termination => "termination",
            StageName::Rest => "rest",
        }
    }
}

/// What a stage cost.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Stage {
    /// Which.
    pub stage: StageName,
    /// Wall time in microseconds.
    pub microseconds: u64,
    /// The most memory that the process had from its start to the end of the stage, in bytes, where the system tells. A
    /// compiler is another process.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub peak_memory: Option<u64>,
}
