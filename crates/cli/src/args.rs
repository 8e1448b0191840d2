//! The command line (design §8), parsed by clap and turned into the library's options.

use crate::graph::GraphFile;
use clap::{Args, Parser, Subcommand, ValueEnum};
use raddle::{
    Also, Ask, BufferSpec, CompileOptions, CtaChoice, Key, Launches, Options, Requirement, Sizes,
    SolverChoice,
};
use raddle_report::Property;
use std::env;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

/// A verifier for GPU kernels: it proves properties, or shows the bug with inputs and a schedule that it has replayed
#[derive(Debug, Parser)]
#[command(name = "raddle", version, max_term_width = 100)]
pub struct Cli {
    /// What to do.
    #[command(subcommand)]
    pub command: Command,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub enum Command {
    /// Check kernels: a verdict for each property
    #[command(after_help = "Example:\n  raddle check matmul.cu --block 16,16 --arg n=32\n  \
        raddle check reduce.cl --local-size 128 --global-size 512\n  \
        raddle check sdk/ --cache .raddle-cache\n\n\
        Exit codes: 0 all asked properties proved; 1 some refuted; 2 none refuted, some unknown;\n\
        3 the input or the command line is wrong.")]
    Check(Box<Check>),
    /// Execute a kernel on the reference machine and show its buffers
    #[command(
        after_help = "Example:\n  raddle run scan.cu --block 128 --buffer in=in.npy --buffer out=128\n\n\
        Exit codes: 0 every thread returned; 1 it failed (a deadlock, a trap, an access out of bounds);\n\
        2 it reached a limit; 3 the input or the command line is wrong.",
        mut_arg("kernel", |arg| arg.help("Kernel to run, by its mangled or source name [default: the only one]")),
        mut_arg("block", |arg| arg.help("Threads per block, or work-items per work-group")),
        mut_arg("grid", |arg| arg.help("Blocks in the grid, or work-groups")),
        mut_arg("cta", |arg| arg.help("Block to run [default: all blocks of the grid, one after another]"))
    )]
    Run(Run),
    /// Run a witness again to see the bug that it shows
    #[command(after_help = "Example:\n  raddle replay witnesses/scan-race-read-write-1.json\n\n\
        Exit codes: 1 the bug shows; 2 it does not; 3 the witness, its kernel or its inputs have changed.")]
    Replay(Replay),
    /// Print the kernel IR
    #[command(after_help = "Example:\n  raddle ir scan.cu --kernel scan --prepared")]
    Ir(Ir),
    /// List the kernels of a file, their parameters, and the launches in its host code
    #[command(after_help = "Example:\n  raddle list saxpy.cu")]
    List(List),
    /// Say which compilers and solvers are there, and what to install
    #[command(
        after_help = "Example:\n  raddle doctor\n\nExit code 3 if clang is missing: then only PTX can be checked."
    )]
    Doctor,
    /// Print the lock-step program of a kernel: all threads as one sequential program
    #[command(after_help = "Example:\n  raddle lockstep scan.cu --emit boogie --threads 2")]
    Lockstep(Lockstep),
    /// Decide whether an integer transition system terminates
    #[command(after_help = "Example:\n  raddle terminate system.koat --timeout 10\n\n\
        Exit codes: 0 it terminates; 1 it does not terminate; 2 unknown;\n\
        3 the input or the command line is wrong.")]
    Terminate(Terminate),
    /// Explain a rule, by the id in a report's brackets
    #[command(after_help = "Example:\n  raddle explain race/read-write")]
    Explain {
        /// Rule [default: list all rules]
        rule: Option<String>,
    },
}

/// `raddle check`.
#[derive(Debug, Args)]
pub struct Check {
    /// Kernels: .cu, .cl, .ptx or .rir files, folders with such files, or patterns such as 'sdk/**/*.cu'
    #[arg(required = true, value_name = "FILE|DIR|GLOB")]
    pub files: Vec<PathBuf>,
    #[command(flatten)]
    pub many: Many,
    #[command(flatten)]
    pub launch: Launch,
    #[command(flatten)]
    pub source: Source,
    /// Properties to check, separated by commas [default: deadlock,barrier-reuse,divergence,race,termination, contracts if there are any, and bounds of buffers and arrays of known size]
    #[arg(long, value_name = "NAME", value_delimiter = ',', value_parser = property)]
    pub property: Vec<Property>,
    /// Assume that the threads of a warp run in lock-step, instruction by instruction
    #[arg(long)]
    pub warp_synchronous: bool,
    /// Report unordered writes of equal values as races
    #[arg(long)]
    pub strict_benign: bool,
    /// Count no proof that holds for some inputs only, because a counter or an index may wrap around or rows overlap
    #[arg(long)]
    pub strict_wrap: bool,
    /// Precondition over integer parameters and sizes of the launch, such as 'n >= 32 && n % blockDim.x == 0'; may be
    /// repeated. It is for the kernels that have its parameters
    #[arg(long, value_name = "EXPR", value_parser = requirement, allow_hyphen_values = true)]
    pub require: Vec<Requirement>,
    /// Do not assume that distinct pointer parameters point to disjoint memory
    #[arg(long)]
    pub may_alias: bool,
    /// Time limit for each kernel in seconds; whatever is undecided by then is unknown
    #[arg(long, value_name = "S", value_parser = seconds)]
    pub timeout: Option<Duration>,
    /// SMT-LIB 2 solver to use: a command that reads standard input, or `z3` for the built-in one.
    /// May be repeated: the first answer counts
    #[arg(long, value_name = "CMD")]
    pub solver: Vec<String>,
    /// Save solver queries in this directory, as SMT-LIB 2
    #[arg(long, value_name = "DIR")]
    pub keep_queries: Option<PathBuf>,
    /// Format of the report
    #[arg(long, value_enum, default_value_t = Format::Human)]
    pub format: Format,
    /// Write the witness of each finding into this directory, for `raddle replay`
    #[arg(long, value_name = "DIR")]
    pub witnesses: Option<PathBuf>,
    /// Write the barrier dependence graph to this .dot, .svg or .json file
    #[arg(long, value_name = "FILE", value_parser = crate::graph::parse)]
    pub graph: Option<GraphFile>,
    /// Number of dynamic barriers in the graph, besides those at races and missing orders
    #[arg(long, value_name = "N", default_value_t = 100)]
    pub graph_limit: usize,
    /// Report the sizes of the kernel, and time and memory for each stage
    #[arg(long)]
    pub stats: bool,
    /// Unroll loops N times to find bugs; proves nothing
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=64))]
    pub find_bugs: Option<u32>,
    /// Do not check races between threads of different blocks
    #[arg(long)]
    pub within_cta: bool,
    /// Prove loop invariants by k-induction with this K
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    pub k_induction: u32,
    /// Treat source invariants as candidates; use those that are proved
    #[arg(long)]
    pub invariants_as_candidates: bool,
    /// What the two-thread method assumes about values read from memory
    #[arg(long, value_enum, default_value_t = Memory::Equality)]
    pub memory: Memory,
    /// Show what the two-thread method found: closed forms and invariants of loops, conditions of barriers
    #[arg(long)]
    pub explain: bool,
}

/// How many kernels are checked.
#[derive(Debug, Args)]
pub struct Many {
    /// Skip this kernel, by its mangled or source name; may be repeated
    #[arg(long, value_name = "NAME")]
    pub except: Vec<String>,
    /// Read launches and options from this file [default: the nearest raddle.toml, from each FILE upwards]
    #[arg(long, value_name = "FILE")]
    pub config: Option<PathBuf>,
    /// Number of kernels that are checked at once [default: the number of processors]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub jobs: Option<u16>,
    /// Run part M of N of the checks
    #[arg(long, value_name = "M/N", value_parser = crate::many::plan::partition)]
    pub partition: Option<crate::many::plan::Partition>,
    /// Keep results in this directory; reuse them while kernel and options are unchanged
    #[arg(long, value_name = "DIR")]
    pub cache: Option<PathBuf>,
    /// Print only the table of all kernels, and errors in the input [default for directories and patterns]
    #[arg(long)]
    pub summary: bool,
    /// Print every kernel in full before the table [default for files that are named]
    #[arg(long, conflicts_with = "summary")]
    pub full: bool,
    /// Do not show progress
    #[arg(long, short)]
    pub quiet: bool,
    /// Kernels need not have this parameter, though something is given for it; may be repeated
    #[arg(long, value_name = "NAME|INDEX", hide = true)]
    pub if_there: Vec<String>,
    /// Check one file for another process, which is this build of raddle
    #[arg(long, value_name = "BUILD", hide = true)]
    pub worker: Option<String>,
}

/// Format of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a terminal.
    Human,
    /// All data (docs/src/json-schema.json describes it).
    Json,
    /// SARIF 2.1.0.
    Sarif,
}

/// What is known of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Memory {
    /// A thread reads its own writes; after a barrier, all threads of the block read equal values; so do all threads where no thread writes.
    Equality,
    /// Each load reads an arbitrary value, except from parameters and constants.
    Adversarial,
}

/// What a thread that has ended is to a barrier of its whole block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Exited {
    /// The others wait for it forever: the language wants all threads at the barrier.
    Wait,
    /// It counts as arrived: NVIDIA documents that GPUs since Volta do not wait for it.
    Arrive,
}

/// The launch.
#[derive(Debug, Args)]
pub struct Launch {
    /// Check only this kernel, by its mangled or source name; may be repeated
    #[arg(long, value_name = "NAME")]
    pub kernel: Vec<String>,
    /// Threads per block, or work-items per work-group; `*` for any number
    #[arg(long, visible_alias = "local-size", value_name = "X[,Y[,Z]]", value_parser = given, allow_hyphen_values = true)]
    pub block: Option<Given>,
    /// Check a block although GPUs, or the kernel itself, do not allow one of its size
    #[arg(long)]
    pub beyond_limits: bool,
    /// Blocks in the grid, or work-groups; `*` for any number
    #[arg(long, visible_alias = "num-groups", value_name = "X[,Y[,Z]]", value_parser = given, allow_hyphen_values = true)]
    pub grid: Option<Given>,
    /// Work-items of the whole NDRange, a multiple of the local size, in place of the number of work-groups
    #[arg(long, value_name = "X[,Y[,Z]]", value_parser = given, allow_hyphen_values = true, conflicts_with = "grid")]
    pub global_size: Option<Given>,
    /// Names of the kernel's parameters in their order, for PTX that lost them; an empty one leaves a parameter its own
    #[arg(long, value_name = "NAME[,NAME…]", value_delimiter = ',', value_parser = name)]
    pub names: Vec<String>,
    /// Value of a scalar parameter, by its name or its index from 0; may be repeated
    #[arg(long, value_name = "NAME|INDEX=VALUE", value_parser = argument)]
    pub arg: Vec<(Key, String)>,
    /// Number of elements of a buffer (a `float4` is one), or a NumPy file with its contents; may be repeated
    #[arg(long, value_name = "NAME=N|FILE.npy", value_parser = buffer)]
    pub buffer: Vec<(Key, BufferSpec)>,
    /// Block to check, or `all` to run every block [default: every block, by one representative where that is sound]
    #[arg(long, value_name = "X,Y,Z|all", value_parser = cta, allow_hyphen_values = true)]
    pub cta: Option<CtaChoice>,
    /// Threads per warp, 1 to 32
    #[arg(long, value_name = "N", default_value_t = 32, value_parser = clap::value_parser!(u32).range(1..=32))]
    pub warp_size: u32,
    /// What a thread that has ended is to a barrier of its whole block
    #[arg(long, value_name = "HOW", value_enum, default_value_t = Exited::Wait)]
    pub exited: Exited,
    /// Bytes of dynamic shared memory
    #[arg(long, value_name = "BYTES")]
    pub dynamic_shared: Option<u64>,
    /// Stop a run after this many instructions, counted per warp; 50000000 if not given, and 5000000 where a loop is known not to terminate
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=raddle::MOST_STEPS))]
    pub steps: Option<u64>,
}

/// How sources are compiled.
#[derive(Debug, Args)]
pub struct Source {
    /// Define a macro
    #[arg(short = 'D', value_name = "NAME[=VALUE]")]
    pub define: Vec<String>,
    /// Search this directory for headers
    #[arg(short = 'I', value_name = "DIR")]
    pub include: Vec<String>,
    /// Check this instance of a template, which the file itself need not instantiate; may be repeated
    #[arg(long, value_name = "KERNEL<ARGS>")]
    pub instantiate: Vec<String>,
    /// Language standard, such as c++17 or CL2.0
    #[arg(long = "std", value_name = "STD")]
    pub standard: Option<String>,
    /// Optimisation level; the default 0 keeps every access of the source
    #[arg(short = 'O', value_name = "N", default_value_t = 0, value_parser = clap::value_parser!(u8).range(0..=3))]
    pub optimise: u8,
    /// Assume that functions without a body in the file return a value and do nothing else
    #[arg(long)]
    pub pure_calls: bool,
    /// Reject invariants that GPUVerify does not accept
    #[arg(long)]
    pub portable_contracts: bool,
    /// Compiler for CUDA sources
    #[arg(long, value_enum, default_value_t = CompilerName::Auto)]
    pub compiler: CompilerName,
    /// GPU architecture to compile for
    #[arg(long, value_name = "sm_NN", default_value_t = CompileOptions::default().arch)]
    pub arch: String,
    /// Bits of a pointer on the device and on the host, 32 or 64
    #[arg(long, value_name = "N", default_value_t = 64, value_parser = pointer_bits)]
    pub pointer_bits: u8,
}

/// The compiler of CUDA sources.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum CompilerName {
    /// clang; nvcc for a source that includes a library which only nvcc compiles, such as CUB, if it is installed.
    Auto,
    /// clang 19 with raddle's own device headers.
    Clang,
    /// NVIDIA's compiler, of the CUDA toolkit or of PyPI's nvidia-cuda-nvcc.
    Nvcc,
}

/// `raddle run`.
#[derive(Debug, Args)]
pub struct Run {
    /// File of the kernel
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub launch: Launch,
    #[command(flatten)]
    pub source: Source,
    /// Number of elements of each buffer to show
    #[arg(long, value_name = "N", default_value_t = 16)]
    pub show: usize,
}

/// `raddle replay`.
#[derive(Debug, Args)]
pub struct Replay {
    /// A witness that `raddle check --witnesses DIR` wrote
    #[arg(value_name = "WITNESS")]
    pub witness: PathBuf,
}

/// `raddle ir`.
#[derive(Debug, Args)]
pub struct Ir {
    /// File of the kernel
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print only this kernel
    #[arg(long, value_name = "NAME")]
    pub kernel: Vec<String>,
    /// Print the kernel as the methods see it: after inlining, slot promotion, folding and address resolution
    #[arg(long)]
    pub prepared: bool,
    #[command(flatten)]
    pub source: Source,
}

/// `raddle list`.
#[derive(Debug, Args)]
pub struct List {
    /// File of the kernels
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    #[command(flatten)]
    pub source: Source,
}

/// `raddle lockstep`.
#[derive(Debug, Args)]
pub struct Lockstep {
    /// File of the kernel
    #[arg(value_name = "FILE")]
    pub file: PathBuf,
    /// Print only this kernel
    #[arg(long, value_name = "NAME")]
    pub kernel: Vec<String>,
    /// Output language
    #[arg(long, value_enum, default_value_t = EmitName::Rir)]
    pub emit: EmitName,
    /// Number of threads in the Boogie program
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=64))]
    pub threads: u8,
    #[command(flatten)]
    pub source: Source,
}

/// `raddle terminate`.
#[derive(Debug, Args)]
pub struct Terminate {
    /// Transition system (.koat, .kittel, .simple or .smt2); with --emit, kernels (.cu, .cl, .ptx or .rir)
    #[arg(value_name = "SYSTEM")]
    pub file: PathBuf,
    /// Print kernels as rewrite systems without deciding anything (see `raddle check --property termination`)
    #[arg(long, value_enum)]
    pub emit: Option<SystemName>,
    /// With --emit: only this kernel
    #[arg(long, value_name = "NAME", requires = "emit")]
    pub kernel: Vec<String>,
    /// Stop after this many seconds
    #[arg(long, value_name = "S", default_value = "60", value_parser = seconds)]
    pub timeout: Duration,
    /// Format of the verdict
    #[arg(long, value_enum, default_value_t = TerminationFormatName::Human)]
    pub format: TerminationFormatName,
    #[command(flatten)]
    pub source: Source,
}

/// How a system is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum SystemName {
    /// Rules between loop heads, in the source's names.
    Its,
}

/// How a verdict on a transition system is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum TerminationFormatName {
    /// For people.
    Human,
    /// For programs.
    Json,
}

impl Terminate {
    /// The library's form.
    pub fn format(&self) -> raddle::TerminationFormat {
        match self.format {
            TerminationFormatName::Human => raddle::TerminationFormat::Human,
            TerminationFormatName::Json => raddle::TerminationFormat::Json,
        }
    }
}

/// How a lock-step program is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum EmitName {
    /// The notation of the paper's figures, with the operations of the IR.
    Rir,
    /// Input for the Boogie verifier.
    Boogie,
}

impl Lockstep {
    /// The library's form.
    pub fn emit(&self) -> raddle::Emit {
        match self.emit {
            EmitName::Rir => raddle::Emit::Rir,
            EmitName::Boogie => raddle::Emit::Boogie { threads: usize::from(self.threads) },
        }
    }
}

impl Source {
    /// The library's form.
    pub fn options(&self) -> CompileOptions {
        CompileOptions {
            compiler: match self.compiler {
                CompilerName::Auto => raddle::Compiler::Auto,
                CompilerName::Clang => raddle::Compiler::Clang,
                CompilerName::Nvcc => raddle::Compiler::Nvcc,
            },
            defines: self.define.clone(),
            includes: self.include.clone(),
            instances: self.instantiate.clone(),
            standard: self.standard.clone(),
            optimise: self.optimise,
            arch: self.arch.clone(),
            pure_calls: self.pure_calls,
            portable_contracts: self.portable_contracts,
            cache: cache_folder(),
            pointer_bits: self.pointer_bits,
            ..CompileOptions::default()
        }
    }
}

/// The directory for the compiled device headers: `RADDLE_CACHE_DIR`, nothing if that is empty, else the user's cache directory.
fn cache_folder() -> Option<PathBuf> {
    let folder = |name: &str| env::var_os(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    if env::var_os("RADDLE_CACHE_DIR").is_some() {
        return folder("RADDLE_CACHE_DIR");
    }
    let home = || folder("HOME").map(|home| home.join(".cache"));
    Some(folder("XDG_CACHE_HOME").or_else(home)?.join("raddle"))
}

impl Launch {
    /// The library's form, with the compiler's options beside it.
    pub fn options(&self, source: &Source) -> Options {
        let launch = Launches {
            block: self.block.map(|block| block.sizes),
            grid: self.grid.map(|grid| grid.sizes),
            global: self.global_size.map(|global| global.sizes),
            work_dim: self
                .block
                .zip(self.grid.or(self.global_size))
                .map(|(block, grid)| block.dimensions.max(grid.dimensions)),
            names: self.names.clone(),
            args: self.arg.clone(),
            buffers: self.buffer.clone(),
            cta: self.cta.unwrap_or_default(),
            warp_size: self.warp_size,
            exited_arrive: self.exited == Exited::Arrive,
            dynamic_shared: self.dynamic_shared,
            beyond_limits: self.beyond_limits,
            ..Launches::default()
        };
        let mut options = Options { launch, compile: source.options(), ..Options::default() };
        options.which.kernels.clone_from(&self.kernel);
        options.run.step_limit = self.steps;
        options
    }
}

impl Check {
    /// How many kernels are checked at once.
    pub fn at_once(&self) -> NonZero<usize> {
        let given = self.many.jobs.map(usize::from).and_then(NonZero::new);
        given.unwrap_or_else(|| std::thread::available_parallelism().unwrap_or(NonZero::<usize>::MIN))
    }

    /// The library's form.
    pub fn options(&self) -> Options {
        let mut options = self.launch.options(&self.source);
        options.which.except.clone_from(&self.many.except);
        options.which.if_there = self.many.if_there.iter().map(|text| Key::parse(text)).collect();
        options.launch.warp_synchronous = self.warp_synchronous;
        options.launch.may_alias = self.may_alias;
        options.launch.requires.clone_from(&self.require);
        options.ask = Ask {
            properties: (!self.property.is_empty()).then(|| self.property.clone()),
            within_cta: self.within_cta,
            strict_benign: self.strict_benign,
            strict_wrap: self.strict_wrap,
            candidates: self.invariants_as_candidates,
        };
        options.two_threads.find_bugs = self.find_bugs;
        options.two_threads.k_induction = self.k_induction;
        options.two_threads.adversarial = self.memory == Memory::Adversarial;
        options.solver = self.solver();
        options.time.timeout = self.timeout;
        options.also = Also {
            witnesses: self.witnesses.clone(),
            stats: self.stats,
            explain: self.explain,
            graph: self.graph.is_some().then_some(self.graph_limit),
        };
        options
    }

    fn solver(&self) -> SolverChoice {
        let commands: Vec<String> = self.solver.iter().filter(|command| *command != "z3").cloned().collect();
        SolverChoice {
            in_process: commands.len() < self.solver.len() || self.solver.is_empty(),
            commands,
            keep: self.keep_queries.clone(),
        }
    }
}

fn property(text: &str) -> Result<Property, String> {
    text.parse().map_err(|e: raddle_report::UnknownProperty| e.to_string())
}

fn name(text: &str) -> Result<String, String> {
    let text = text.trim();
    let is_part = |c: char| c == '_' || c.is_alphanumeric();
    match text.chars().all(is_part) && !text.starts_with(|c: char| c.is_ascii_digit()) {
        true => Ok(text.to_owned()),
        false => Err("a name has letters, digits and underscores, and begins with no digit".to_owned()),
    }
}

fn requirement(text: &str) -> Result<Requirement, String> {
    Requirement::parse(text)
}

fn pointer_bits(text: &str) -> Result<u8, String> {
    match text {
        "32" => Ok(32),
        "64" => Ok(64),
        _ => Err("32 or 64".to_owned()),
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let number: f64 = text.parse().map_err(|_| "a number of seconds, such as 10 or 0.5".to_owned())?;
    Duration::try_from_secs_f64(number).map_err(|_| "a positive number of seconds".to_owned())
}

/// The sizes of a block or a grid, and how many were given.
#[derive(Clone, Copy, Debug)]
pub struct Given {
    sizes: Sizes,
    dimensions: u32,
}

fn given(text: &str) -> Result<Given, String> {
    let dimensions = sizes(text).count() as u32;
    Ok(Given { sizes: extent(text)?, dimensions })
}

/// The parts of `16,16` or `16x16`.
fn sizes(text: &str) -> impl Iterator<Item = &str> {
    text.split([',', 'x'])
}

fn extent(text: &str) -> Result<Sizes, String> {
    let mut extent = [Some(1); 3];
    let parts: Vec<&str> = sizes(text).collect();
    if parts.len() > 3 {
        return Err("at most three numbers, such as 16,16".to_owned());
    }
    for (size, part) in extent.iter_mut().zip(parts) {
        *size = match part.trim() {
            "*" => None,
            number => {
                let number =
                    number.parse().map_err(|_| "one to three numbers, such as 128 or 16,16".to_owned())?;
                Some(number)
            }
        };
        if *size == Some(0) {
            return Err("a size is at least 1".to_owned());
        }
    }
    Ok(extent)
}

fn pair(text: &str) -> Result<(Key, &str), String> {
    let (key, value) = text.split_once('=').ok_or("write it as NAME=VALUE")?;
    if key.is_empty() || value.is_empty() {
        return Err("write it as NAME=VALUE".to_owned());
    }
    Ok((Key::parse(key), value))
}

fn argument(text: &str) -> Result<(Key, String), String> {
    pair(text).map(|(key, value)| (key, value.to_owned()))
}

fn buffer(text: &str) -> Result<(Key, BufferSpec), String> {
    let (key, value) = pair(text)?;
    let spec = match value.parse() {
        Ok(n) => BufferSpec::Elements(n),
        Err(_) if value.ends_with(".npy") => BufferSpec::File(PathBuf::from(value)),
        Err(_) => return Err("a number of elements or a .npy file".to_owned()),
    };
    Ok((key, spec))
}

fn cta(text: &str) -> Result<CtaChoice, String> {
    if text == "all" {
        return Ok(CtaChoice::All);
    }
    let mut at = [0; 3];
    let parts: Vec<&str> = text.split(',').collect();
    if parts.len() > 3 {
        return Err("at most three numbers, or `all`".to_owned());
    }
    for (index, part) in at.iter_mut().zip(parts) {
        *index =
            part.trim().parse().map_err(|_| "one to three numbers, such as 0,1,0, or `all`".to_owned())?;
    }
    Ok(CtaChoice::One(at))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_consistent() {
        use clap::CommandFactory;
        Cli::command().debug_assert();
    }

    #[test]
    fn sizes() {
        assert_eq!(extent("128"), Ok([Some(128), Some(1), Some(1)]));
        assert_eq!(extent("16,16"), Ok([Some(16), Some(16), Some(1)]));
        assert_eq!(extent("16x8x*"), Ok([Some(16), Some(8), None]));
        assert!(extent("16x").is_err() && extent("0x10").is_err());
        assert_eq!(extent("64,*"), Ok([Some(64), None, Some(1)]));
        assert_eq!(extent("*"), Ok([None, Some(1), Some(1)]));
        assert!(extent("0").is_err());
        assert!(extent("1,2,3,4").is_err());
        assert!(extent("**").is_err() && extent("64*").is_err());
        assert!(extent("-1").is_err());
        assert!(extent("4294967296").is_err());
    }

    #[test]
    fn ctas_and_pairs() {
        assert_eq!(cta("all"), Ok(CtaChoice::All));
        assert_eq!(cta("1,2"), Ok(CtaChoice::One([1, 2, 0])));
        assert!(cta("x").is_err());
        assert_eq!(argument("n=5"), Ok((Key::Name("n".to_owned()), "5".to_owned())));
        assert_eq!(argument("2=5").unwrap().0, Key::Index(2));
        assert!(argument("n").is_err());
        assert_eq!(buffer("a=64").unwrap().1, BufferSpec::Elements(64));
        assert!(buffer("a=b.txt").is_err());
    }
}
