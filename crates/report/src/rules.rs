//! The rules: everything that raddle can report, each with a stable id and a page.
//!
//! A rule is one line in the table below plus the page `docs/src/rules/<id>.md`, which says what it is,
//! shows a small kernel, and says how to fix it and how raddle decides it. A line without a page does
//! not compile; a page without a line fails the tests. Ids never change their meaning.

use crate::model::diagnostic::Severity;
use raddle_verdict::Property;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Declares [`Rule`] from lines `Variant = "id", severity, property, "summary";`.
macro_rules! rules {
    ($($variant:ident = $id:literal, $severity:ident, $property:expr, $summary:literal;)*) => {
        /// What a diagnostic speaks for.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
        pub enum Rule {
            $(#[doc = $summary] #[serde(rename = $id)] $variant,)*
        }

        impl Rule {
            /// All rules, in the order of their declaration.
            pub const ALL: &'static [Rule] = &[$(Rule::$variant,)*];

            /// The stable id, such as `race/write-write`.
            #[must_use]
            pub const fn id(self) -> &'static str {
                match self { $(Rule::$variant => $id,)* }
            }

            /// The severity of a diagnostic of this rule, unless there is reason for another.
            #[must_use]
            pub const fn severity(self) -> Severity {
                match self { $(Rule::$variant => Severity::$severity,)* }
            }

            /// The property that a finding of this rule refutes; `None` for unknowns and input errors.
            #[must_use]
            pub const fn property(self) -> Option<Property> {
                match self { $(Rule::$variant => $property,)* }
            }

            /// One line on what the rule is about.
            #[must_use]
            pub const fn summary(self) -> &'static str {
                match self { $(Rule::$variant => $summary,)* }
            }

            /// The rule's page, in Markdown.
            #[must_use]
            pub const fn documentation(self) -> &'static str {
                match self {
                    $(Rule::$variant => {
                        include_str!(concat!("../../../docs/src/rules/", $id, ".md"))
                    })*
                }
            }
        }
    };
}

const RACE: Option<Property> = Some(Property::Race);
const DEADLOCK: Option<Property> = Some(Property::Deadlock);
const REUSE: Option<Property> = Some(Property::BarrierReuse);
const DIVERGENCE: Option<Property> = Some(Property::Divergence);
const ASSERT: Option<Property> = Some(Property::Assert);
const CONTRACT: Option<Property> = Some(Property::Contract);
const BOUNDS: Option<Property> = Some(Property::Bounds);
const TERMINATION: Option<Property> = Some(Property::Termination);
const REDUNDANT: Option<Property> = Some(Property::RedundantBarrier);

rules! {
    RaceWriteWrite = "race/write-write", Error, RACE,
        "Two threads write the same bytes, and nothing orders them.";
    RaceReadWrite = "race/read-write", Error, RACE,
        "One thread reads bytes that another one writes, and nothing orders them.";
    RaceAtomic = "race/atomic", Error, RACE,
        "One thread accesses bytes atomically, another one does not, and nothing orders them.";
    RaceCrossCta = "race/cross-cta", Error, RACE,
        "Threads of different blocks access the same bytes, and no barrier of the whole grid lies between the accesses.";
    RaceBenign = "race/benign", Warning, RACE,
        "Two threads write the same bytes unordered, but always the same value.";
    RaceSizes = "race/sizes", Warning, RACE,
        "The proof that no threads race excludes sizes with which an index wraps around, or rows overlap.";
    DeadlockCycle = "deadlock/cycle", Error, DEADLOCK,
        "Threads wait for each other in a cycle.";
    DeadlockExited = "deadlock/exited", Error, DEADLOCK,
        "Threads wait at a barrier for threads that have ended or never arrive.";
    DeadlockGrid = "deadlock/grid", Error, DEADLOCK,
        "A block waits at a barrier of the whole grid for blocks that have ended.";
    BarrierCountMismatch = "barrier/count-mismatch", Error, REUSE,
        "Two instructions at one barrier expect different numbers of threads.";
    BarrierOverArrival = "barrier/over-arrival", Error, REUSE,
        "More threads register at a barrier than it expects.";
    BarrierArriveOnly = "barrier/arrive-only", Error, REUSE,
        "All threads of a barrier's generation only arrive: no thread waits.";
    BarrierBadOperand = "barrier/bad-operand", Error, REUSE,
        "PTX does not allow a barrier's id or number of threads, or the member mask of a warp's instruction.";
    BarrierReuseUnordered = "barrier-reuse/unordered", Error, REUSE,
        "A named barrier may be used again before every participant has left its earlier use.";
    DivergenceAligned = "divergence/aligned", Error, DIVERGENCE,
        "Only part of a warp executes an aligned barrier.";
    DivergenceB1 = "divergence/b1", Error, DIVERGENCE,
        "Only part of the block reaches a barrier.";
    DivergenceB2 = "divergence/b2", Error, DIVERGENCE,
        "Threads reach one barrier in different iterations of the loops around it.";
    DivergenceGrid = "divergence/grid", Error, DIVERGENCE,
        "Only some of the blocks reach a barrier of the whole grid.";
    AssertFailed = "assert/failed", Error, ASSERT,
        "An assertion of the source is false.";
    ContractEnsures = "contract/ensures", Error, CONTRACT,
        "A postcondition of the source is false at the end of the kernel.";
    ContractInvariant = "contract/invariant", Error, CONTRACT,
        "A loop invariant of the source is false.";
    BoundsOutside = "bounds/outside", Error, BOUNDS,
        "An access leaves the buffer, array or variable that its address belongs to.";
    TerminationEndless = "termination/endless", Error, TERMINATION,
        "A loop does not terminate with some input.";
    TerminationCondition = "termination/condition", Warning, TERMINATION,
        "A loop terminates for some inputs only: with others its counter wraps around.";
    RedundantBarrier = "redundant-barrier/unneeded", Warning, REDUNDANT,
        "A barrier orders nothing: every verdict is the same without it.";
    UnknownLaunch = "unknown/launch", Warning, None,
        "The sizes of the launch are not given.";
    UnknownData = "unknown/data", Warning, None,
        "Control flow, a barrier or a shared address depends on unknown data.";
    UnknownSchedule = "unknown/schedule", Warning, None,
        "Control flow, a barrier or a shared address depends on the order in which threads run.";
    UnknownOpaque = "unknown/opaque", Warning, None,
        "An instruction is not modelled, and the verdict depends on it.";
    UnknownUnmodelled = "unknown/unmodelled", Warning, None,
        "A form of synchronisation or memory access is not modelled, and the verdict depends on it.";
    UnknownLimit = "unknown/limit", Warning, None,
        "A limit of steps, time or memory was reached.";
    UnknownPrerequisite = "unknown/prerequisite", Warning, None,
        "The proof relies on another property that is not proved.";
    UnknownOutOfBounds = "unknown/out-of-bounds", Warning, None,
        "An access leaves its buffer or array, and nothing is proved about what happens then.";
    UnknownContradiction = "unknown/contradiction", Warning, None,
        "The assumptions of the source and of `--require` contradict each other or the launch, or it is unknown whether they do.";
    UnknownUnreplayed = "unknown/unreplayed", Warning, None,
        "A possible bug was found, but the reference machine does not show it.";
    InputCommandLine = "input/command-line", Error, None,
        "The command line names something that does not exist or does not fit.";
    InputFile = "input/file", Error, None,
        "A file cannot be read.";
    InputSyntax = "input/syntax", Error, None,
        "A file does not parse.";
    InputInvalid = "input/invalid", Error, None,
        "A file parses, but its contents are not valid.";
    InputCompiler = "input/compiler", Error, None,
        "The compiler is missing or rejects the source.";
    InputKernel = "input/kernel", Error, None,
        "There is no kernel, or none with the given name.";
    InputArgument = "input/argument", Error, None,
        "An argument or buffer does not fit the kernel's parameters.";
    InputLaunch = "input/launch", Error, None,
        "The sizes of the launch exceed what a GPU or the kernel allows.";
    InputContract = "input/contract", Error, None,
        "A contract is in the wrong place.";
    InputRecursion = "input/recursion", Error, None,
        "Device functions call each other in a cycle.";
    InputConfig = "input/config", Error, None,
        "A `raddle.toml` does not parse or does not fit.";
    InternalCrash = "internal/crash", Error, None,
        "raddle itself failed while it checked a file.";
}

impl Rule {
    /// The page's path below `docs/src`.
    #[must_use]
    pub fn page(self) -> String {
        format!("rules/{}.md", self.id())
    }

    /// The rule with this id.
    #[must_use]
    pub fn by_id(id: &str) -> Option<Rule> {
        Rule::ALL.iter().copied().find(|rule| rule.id() == id)
    }

    /// The index of all rules, as `docs/src/rules/README.md` holds it.
    #[must_use]
    pub fn index() -> String {
        let mut text = String::from(
            "# Rules\n\nEverything that raddle reports. The meaning of an id never changes.\n\n\
             | rule | level | says |\n| --- | --- | --- |\n",
        );
        for rule in Rule::ALL {
            let id = rule.id();
            text.push_str(&format!("| [`{id}`]({id}.md) | {} | {} |\n", rule.severity(), rule.summary()));
        }
        text
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.id())
    }
}
