//! What the user asks: the command line of design §8 as data.

use raddle_compile::CompileOptions;
use raddle_launch::limits::WARP;
use raddle_lockstep::prove::{Compare, Part};
use raddle_report::Property;
use raddle_smt::solver::choice::Choice;
use serde::{Deserialize, Serialize};
use std::path::PathBuf;
use std::time::{Duration, Instant};

pub use raddle_ir::contracts::Requirement;
pub use raddle_launch::{Extent, Sizes};

/// A parameter of a kernel, as the command line names it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Key {
    /// By its name in the source or in PTX.
    Name(String),
    /// By its place, from 0.
    Index(usize),
}

impl Key {
    /// `3` is a place, everything else a name.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        text.parse().map_or_else(|_| Self::Name(text.to_owned()), Self::Index)
    }

    /// The key of a requirement among those of [`Which::if_there`]. No parameter has such a name.
    #[must_use]
    pub fn of_requirement(text: &str) -> Self {
        Self::Name(format!("{REQUIRE} {text}"))
    }

    /// The text of the requirement whose key it is.
    #[must_use]
    pub fn as_requirement(key: &str) -> Option<&str> {
        key.strip_prefix(REQUIRE)?.strip_prefix(' ')
    }
}

/// The option that gives requirements.
const REQUIRE: &str = "--require";

impl std::fmt::Display for Key {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Name(name) => f.write_str(name),
            Self::Index(index) => write!(f, "{index}"),
        }
    }
}

/// What is known of a buffer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BufferSpec {
    /// Its number of elements; the contents are unknown.
    Elements(u64),
    /// A NumPy file with its contents.
    File(PathBuf),
}

/// Which CTAs are checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum CtaChoice {
    /// One for all where `%ctaid` reaches no branch, barrier or shared address; otherwise (0,0,0).
    #[default]
    Default,
    /// This one.
    One(Extent),
    /// Each CTA of the grid, or one for all where that is enough.
    All,
}

impl CtaChoice {
    /// The block that was chosen, if it is one.
    #[must_use]
    pub fn one(self) -> Option<Extent> {
        match self {
            Self::One(cta) => Some(cta),
            Self::Default | Self::All => None,
        }
    }

    /// The block that was chosen, or one that represents all where that is sound: not one after another.
    #[must_use]
    pub fn not_each(self) -> Self {
        self.one().map_or(Self::Default, Self::One)
    }
}

/// A check: which kernels, at which launches, for which properties, and how.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Which kernels of a file are checked.
    pub which: Which,
    /// The launches of the question.
    pub launch: Launches,
    /// What is asked.
    pub ask: Ask,
    /// How CTAs are run.
    pub run: Running,
    /// How two threads are compared.
    pub two_threads: TwoThreads,
    /// Who answers the questions of two threads and of termination.
    pub solver: Choice,
    /// How long it may take.
    pub time: Time,
    /// What is wanted besides verdicts.
    pub also: Also,
    /// How `.cu` and `.cl` are compiled.
    pub compile: CompileOptions,
}

/// Which kernels of a file are checked.
#[derive(Clone, Debug, Default)]
pub struct Which {
    /// These, by mangled or source name; all when empty.
    pub kernels: Vec<String>,
    /// But not these, by mangled or source name.
    pub except: Vec<String>,
    /// Parameters among those of [`Launches::args`] and [`Launches::buffers`] that a kernel need not have: their values are for the kernels
    /// that do. And [requirements](Key::of_requirement) that may be for none.
    pub if_there: Vec<Key>,
}

/// A parameter that points into the buffer of another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Within {
    /// The parameter whose buffer it is, by its number.
    pub kept: usize,
    /// The other parameter, by its number.
    pub gone: usize,
    /// How many bytes it points to after the first one.
    pub apart: i64,
}

/// The launches of the question.
#[derive(Clone, Debug)]
pub struct Launches {
    /// The block size, `None` in dimensions that are left free; the kernel's own demands apply when it is not given.
    pub block: Option<Sizes>,
    /// What the host code says of a block size that is not given, `None` in dimensions that depend on the program's input.
    pub shape: Option<Sizes>,
    /// The grid size, `None` in dimensions that are left free; any when it is not given.
    pub grid: Option<Sizes>,
    /// The size of all blocks together, in threads, in place of `grid`: OpenCL's global size.
    pub global: Option<Sizes>,
    /// In how many sizes block and grid are given, 1 to 3, the larger number: OpenCL's `get_work_dim()`. Unknown when `None`.
    pub work_dim: Option<u32>,
    /// Names of a kernel's parameters, in their order, in place of those that it has; an empty one leaves a parameter its own.
    pub names: Vec<String>,
    /// Values of scalar parameters.
    pub args: Vec<(Key, String)>,
    /// What is known of buffers.
    pub buffers: Vec<(Key, BufferSpec)>,
    /// What holds of parameters and sizes; for the kernels that have the parameters.
    pub requires: Vec<Requirement>,
    /// Blocks that are larger than GPUs or the kernel itself allow are checked anyway.
    pub beyond_limits: bool,
    /// Which CTAs are checked.
    pub cta: CtaChoice,
    /// Threads of a warp run in lock-step, instruction by instruction.
    pub warp_synchronous: bool,
    /// Threads per warp.
    pub warp_size: u32,
    /// A thread that has ended counts as arrived at each barrier of its whole block.
    pub exited_arrive: bool,
    /// Pointer parameters may point into the same buffer.
    pub may_alias: bool,
    /// Parameters that point into the buffers of others.
    pub within: Vec<Within>,
    /// Pairs of parameters, by their numbers, that point into one buffer, at a distance that is not known.
    pub beside: Vec<[usize; 2]>,
    /// Bytes of dynamic shared memory (`.extern .shared`); unknown when `None`.
    pub dynamic_shared: Option<u64>,
}

/// What is asked.
#[derive(Clone, Debug, Default)]
pub struct Ask {
    /// The properties; the default ones when `None`.
    pub properties: Option<Vec<Property>>,
    /// Races between threads of different CTAs are left out.
    pub within_cta: bool,
    /// Races of equal values refute.
    pub strict_benign: bool,
    /// A loop that ends for some inputs only, because its counter can wrap around, refutes termination; and no proof counts that holds for some sizes
    /// only, because an index can wrap around or rows overlap.
    pub strict_wrap: bool,
    /// Invariants of the source are candidates; those that are proved are used.
    pub candidates: bool,
}

/// How CTAs are run.
#[derive(Clone, Debug, Default)]
pub struct Running {
    /// Instructions that the machine executes at most, for each CTA, counted per warp; at most [`MOST_STEPS`]. [`DEFAULT_STEPS`] when `None`, and a tenth of them where a loop
    /// is known not to terminate.
    pub step_limit: Option<u64>,
    /// Loads that no write can meet make events, too; otherwise only where `bounds` is asked, or something is known of buffers.
    pub every_load: bool,
}

/// How two threads are compared.
#[derive(Clone, Debug)]
pub struct TwoThreads {
    /// This many rounds of each loop are followed, instead of arbitrary ones: this finds bugs and proves nothing.
    pub find_bugs: Option<u32>,
    /// How many rounds of a loop that keep an invariant of the source must lead to one more: more than 1 is k-induction.
    pub k_induction: u32,
    /// Each load may give any value, except from parameters and constants.
    pub adversarial: bool,
    /// How accesses are compared: for measurements, as it changes no verdict.
    pub compare: Compare,
    /// A part of the method that is left out: for measurements, as less is proved without it.
    pub without: Option<Part>,
}

/// How long a check may take.
#[derive(Clone, Debug, Default)]
pub struct Time {
    /// Wall time for each kernel.
    pub timeout: Option<Duration>,
    /// When that ends for the kernel being checked; set when its check begins.
    pub deadline: Option<Instant>,
}

/// What is wanted besides verdicts.
#[derive(Clone, Debug, Default)]
pub struct Also {
    /// Where witnesses are written; nowhere when `None`.
    pub witnesses: Option<PathBuf>,
    /// Statistics.
    pub stats: bool,
    /// What the comparison of two threads found and used.
    pub explain: bool,
    /// A barrier dependence graph of each kernel, with about this many dynamic barriers.
    pub graph: Option<usize>,
}

impl Options {
    /// Do loads make events that no write can meet, whatever is known of buffers?
    #[must_use]
    pub fn tells_every_load(&self) -> bool {
        let bounds = self.ask.properties.as_ref().is_some_and(|asked| asked.contains(&Property::Bounds));
        self.run.every_load || self.launch.may_alias || bounds
    }

    /// The options for a kernel whose check begins now.
    #[must_use]
    pub fn begin(&self) -> Self {
        let timeout = self.time.timeout;
        let deadline = timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Self { time: Time { timeout, deadline }, ..self.clone() }
    }
}

impl Default for Launches {
    fn default() -> Self {
        Self {
            block: None,
            shape: None,
            grid: None,
            global: None,
            work_dim: None,
            args: Vec::new(),
            buffers: Vec::new(),
            names: Vec::new(),
            requires: Vec::new(),
            beyond_limits: false,
            cta: CtaChoice::Default,
            warp_synchronous: false,
            warp_size: WARP,
            exited_arrive: false,
            may_alias: false,
            within: Vec::new(),
            beside: Vec::new(),
            dynamic_shared: None,
        }
    }
}

impl Running {
    /// Instructions that the machine executes at most.
    #[must_use]
    pub fn steps(&self) -> u64 {
        self.step_limit.unwrap_or(DEFAULT_STEPS)
    }

    /// No more than this many, as for one of several runs.
    pub(crate) fn limit(&mut self, steps: u64) {
        self.step_limit = Some(self.steps().min(steps));
    }
}

impl Default for TwoThreads {
    fn default() -> Self {
        let (find_bugs, compare, without) = (None, Compare::default(), None);
        Self { find_bugs, k_induction: 1, adversarial: false, compare, without }
    }
}

/// The steps of a run where none are given ([`Running::step_limit`]): about ten seconds of work.
pub const DEFAULT_STEPS: u64 = 50_000_000;
/// The most steps that can be asked for ([`Running::step_limit`]): hours of work.
pub const MOST_STEPS: u64 = 1_000_000_000_000;

/// The properties whose methods are built, asked when the user names none.
pub const DEFAULT_PROPERTIES: [Property; 4] =
    [Property::Deadlock, Property::BarrierReuse, Property::Divergence, Property::Race];
