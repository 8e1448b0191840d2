//! What the user asks: the command line of design §8 as data.

use raddle_compile::CompileOptions;
use raddle_launch::limits::WARP;
use raddle_lockstep::prove::{Compare, Part};
use raddle_report::Property;
use raddle_smt::solver::choice::Choice;
use std::path::PathBuf;
use std::time::{Duration, Instant};

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
}

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

/// Which CTAs are looked at.
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

/// How a kernel is checked.
#[derive(Clone, Debug)]
pub struct Options {
    /// The kernels to check, by mangled or source name; all when empty.
    pub kernels: Vec<String>,
    /// Kernels not to check, by mangled or source name.
    pub except: Vec<String>,
    /// The block size.
    pub block: Option<Extent>,
    /// The grid size.
    pub grid: Option<Extent>,
    /// A block size of which dimensions are left free; `block` is `None` then.
    pub free_block: Option<Sizes>,
    /// A grid size of which dimensions are left free; `grid` is `None` then.
    pub free_grid: Option<Sizes>,
    /// In how many sizes block and grid are given, 1 to 3, the larger number: OpenCL's `get_work_dim()`. Unknown when `None`.
    pub work_dim: Option<u32>,
    /// The properties asked; the default ones when `None`.
    pub properties: Option<Vec<Property>>,
    /// Values of scalar parameters.
    pub args: Vec<(Key, String)>,
    /// What is known of buffers.
    pub buffers: Vec<(Key, BufferSpec)>,
    /// Parameters among these that a kernel need not have: what is given for them is for the kernels that do.
    pub if_there: Vec<Key>,
    /// Which CTAs are looked at.
    pub cta: CtaChoice,
    /// Threads of a warp run in lock-step, instruction by instruction.
    pub warp_synchronous: bool,
    /// Threads per warp.
    pub warp_size: u32,
    /// Races of equal values refute.
    pub strict_benign: bool,
    /// A loop that ends for some inputs only, because its counter can wrap around, refutes termination.
    pub strict_wrap: bool,
    /// Pointer parameters may point into the same buffer.
    pub may_alias: bool,
    /// Loads that no write can meet make events, too; otherwise only where `bounds` is asked, or something is known of buffers.
    pub every_load: bool,
    /// Bytes of dynamic shared memory (`.extern .shared`); unknown when `None`.
    pub dynamic_shared: Option<u64>,
    /// Instructions that the machine executes at most, for each CTA, counted per warp; at most [`MOST_STEPS`].
    pub step_limit: u64,
    /// Wall time for each kernel.
    pub timeout: Option<Duration>,
    /// When that is over for the kernel that is looked at; set when its check begins.
    pub deadline: Option<Instant>,
    /// Where witnesses are written; nowhere when `None`.
    pub witnesses: Option<PathBuf>,
    /// Statistics are wanted.
    pub stats: bool,
    /// Two threads follow so many rounds of each loop, instead of arbitrary ones: that finds bugs, and proves nothing.
    pub find_bugs: Option<u32>,
    /// Races between threads of different CTAs are left out.
    pub within_cta: bool,
    /// How many rounds of a loop that keep an invariant of the source must lead to one more: more than 1 is k-induction.
    pub k_induction: u32,
    /// Invariants of the source may fail; those that are proved are used.
    pub candidates: bool,
    /// Where two threads are compared, each load may give anything, but from parameters and constants.
    pub adversarial: bool,
    /// What the comparison of two threads found and used is wanted.
    pub explain: bool,
    /// A barrier dependence graph of each kernel is wanted, with about so many dynamic barriers.
    pub graph: Option<usize>,
    /// Who answers what two threads are asked about (`raddle-lockstep`).
    pub solver: Choice,
    /// How two threads' accesses are compared: for measurements, as it changes no verdict.
    pub compare: Compare,
    /// A part of that method that is left out: for measurements, as less is proved so.
    pub without: Option<Part>,
    /// How `.cu` and `.cl` are compiled.
    pub compile: CompileOptions,
}

impl Options {
    /// Do loads make events that no write can meet, whatever is known of buffers?
    #[must_use]
    pub fn tells_every_load(&self) -> bool {
        let bounds = self.properties.as_ref().is_some_and(|asked| asked.contains(&Property::Bounds));
        self.every_load || self.may_alias || bounds
    }

    /// The options for a kernel whose check begins now.
    #[must_use]
    pub fn begin(&self) -> Self {
        let deadline = self.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
        Self { deadline, ..self.clone() }
    }
}

impl Default for Options {
    fn default() -> Self {
        Self {
            kernels: Vec::new(),
            except: Vec::new(),
            block: None,
            grid: None,
            free_block: None,
            work_dim: None,
            free_grid: None,
            properties: None,
            args: Vec::new(),
            buffers: Vec::new(),
            if_there: Vec::new(),
            cta: CtaChoice::Default,
            warp_synchronous: false,
            warp_size: WARP,
            strict_benign: false,
            strict_wrap: false,
            may_alias: false,
            every_load: false,
            dynamic_shared: None,
            step_limit: 50_000_000,
            timeout: None,
            deadline: None,
            witnesses: None,
            stats: false,
            explain: false,
            find_bugs: None,
            within_cta: false,
            k_induction: 1,
            candidates: false,
            adversarial: false,
            graph: None,
            solver: Choice::default(),
            compare: Compare::default(),
            without: None,
            compile: CompileOptions::default(),
        }
    }
}

/// The most steps that can be asked for ([`Options::step_limit`]): hours of work.
pub const MOST_STEPS: u64 = 1_000_000_000_000;

/// The properties whose methods are built, asked when the user names none.
pub const DEFAULT_PROPERTIES: [Property; 4] =
    [Property::Deadlock, Property::BarrierReuse, Property::Divergence, Property::Race];
