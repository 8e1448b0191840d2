//! Witnesses: what is needed to see a finding again, and the files that they are kept in.
//!
//! A file holds all of it: the kernel's file and name with fingerprints, how it is compiled, the launch with its
//! arguments, what stayed unknown, the threads, and the schedule. A seal over all that tells whether it was changed.

use crate::confirm::replay::inputs::Inputs;
use crate::confirm::replay::schedule::{Schedule, Scheduler, Show};
use crate::options::{BufferSpec, Key, Options, Within};
use crate::subject::input::Input;
use crate::subject::kernel::Kernel;
use crate::subject::launch::fixed;
use crate::subject::params::{find, find_all, param_name, points, whole_name};
use crate::words::launch::required;
use raddle_compile::{CompileOptions, files};
use raddle_ir::Function;
use raddle_machine::launch::WhichCta;
use raddle_machine::machine::Scheduler as MachineScheduler;
use raddle_report::{Diagnostic, KernelReport, Launch, Rule, Size, Thread, Witness};
use serde::{Deserialize, Serialize};
use std::path::Path;

/// The version of the form below.
pub(crate) const FORMAT: u32 = 3;

/// A witness as it lies in a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stored {
    /// [`FORMAT`].
    pub(crate) witness: u32,
    /// The version of raddle that wrote it.
    pub(crate) raddle: String,
    /// The rule of the finding.
    pub(crate) rule: Rule,
    /// Its title.
    pub(crate) title: String,
    /// The kernel.
    pub(crate) kernel: StoredKernel,
    /// The launch.
    pub(crate) launch: StoredLaunch,
    /// What is not given. The finding shows whatever it is.
    pub(crate) unknown: Vec<String>,
    /// The threads that the finding is about.
    pub(crate) threads: Vec<Thread>,
    /// The schedule that shows it.
    pub(crate) schedule: Schedule,
    /// The fingerprint of all the rest.
    pub(crate) seal: String,
}

/// Where the kernel comes from.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredKernel {
    /// The file, as the user named it.
    pub(crate) file: String,
    /// The fingerprint of its bytes.
    pub(crate) file_fingerprint: String,
    /// The kernel's name as PTX has it.
    pub(crate) name: String,
    /// The fingerprint of its IR, as the methods see it: headers and compilers change too.
    pub(crate) ir_fingerprint: String,
    /// How a source was compiled.
    pub(crate) compile: Compile,
}

/// The options of the compiler that a witness depends on.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Compile {
    pub(crate) compiler: String,
    pub(crate) defines: Vec<String>,
    pub(crate) includes: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) instances: Vec<String>,
    pub(crate) standard: Option<String>,
    pub(crate) optimise: u8,
    pub(crate) arch: String,
    #[serde(default = "usual_pointer_bits", skip_serializing_if = "are_usual")]
    pub(crate) pointer_bits: u8,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) pure_calls: bool,
}

fn usual_pointer_bits() -> u8 {
    CompileOptions::default().pointer_bits
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn are_usual(bits: &u8) -> bool {
    *bits == usual_pointer_bits()
}

/// The launch, with the values of its arguments.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredLaunch {
    pub(crate) block: [u32; 3],
    pub(crate) grid: Option<[u32; 3]>,
    pub(crate) warp_size: u32,
    /// Do threads that have ended count as arrived?
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) exited_arrive: bool,
    /// Parameters that point into the buffers of others.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) within: Vec<Within>,
    pub(crate) dynamic_shared: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) work_dim: Option<u32>,
    /// Steps that the machine takes at most.
    pub(crate) steps: u64,
    /// Does the schedule count loads that no write can meet?
    pub(crate) every_load: bool,
    pub(crate) arguments: Vec<StoredArgument>,
    pub(crate) buffers: Vec<StoredBuffer>,
    /// What the launch guarantees.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) requires: Vec<String>,
    /// The names that were given to parameters.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) names: Vec<String>,
}

/// The value of a parameter.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredArgument {
    /// The number of the parameter.
    pub(crate) parameter: usize,
    pub(crate) name: String,
    /// As on the command line.
    pub(crate) value: String,
}

/// What is known of a buffer: how many elements it has, or the file with its contents.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct StoredBuffer {
    /// The number of the parameter.
    pub(crate) parameter: usize,
    pub(crate) name: String,
    pub(crate) elements: Option<u64>,
    pub(crate) file: Option<String>,
    pub(crate) file_fingerprint: Option<String>,
}

/// The schedule of a finding in a run of a kernel.
pub(crate) fn schedule(kernel: &Kernel<'_>, scheduler: MachineScheduler, show: Show) -> Schedule {
    let cta = match kernel.launch.cta {
        WhichCta::At(cta) => Some(cta),
        WhichCta::Any => None,
    };
    let inputs = Inputs::of(kernel.launch);
    Schedule { cta, scheduler: Scheduler::from(scheduler), show, inputs }
}

/// The witness of a finding about these threads.
pub(crate) fn make(
    input: &Input,
    function: &Function,
    launch: &Launch,
    threads: Vec<Thread>,
    schedule: &Schedule,
    replayed: bool,
) -> Witness {
    Witness {
        file: input.file.clone(),
        kernel: function.name.clone(),
        launch: launch.clone(),
        inputs: schedule.inputs.told(function),
        noted: false,
        threads,
        schedule: serde_json::to_value(schedule).unwrap_or_default(),
        replayed,
        written_to: None,
    }
}

/// The 64-bit FNV-1a hash of some bytes: enough to notice a change, and no more than that.
pub(crate) fn fingerprint(bytes: &[u8]) -> String {
    let hash = bytes.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, &byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    format!("{hash:016x}")
}

/// The fingerprint of a prepared kernel.
pub(crate) fn fingerprint_of(input: &Input, function: &Function) -> String {
    let text = raddle_ir::text::print_function(&input.module, function);
    // The numbering of locations depends on the kernels that were prepared before.
    let bare = |line: &str| match line.rsplit_once(" !loc") {
        Some((bare, number)) if number.bytes().all(|b| b.is_ascii_digit()) => bare.to_owned() + "\n",
        _ => line.to_owned() + "\n",
    };
    fingerprint(text.lines().map(bare).collect::<String>().as_bytes())
}

impl Stored {
    /// The seal that fits the rest.
    pub(crate) fn sealed(&self) -> String {
        let open = Self { seal: String::new(), ..self.clone() };
        fingerprint(serde_json::to_string(&open).unwrap_or_default().as_bytes())
    }
}

/// Writes the replayed witnesses of a kernel into a folder, and notes in each where it lies.
///
/// # Errors
/// When the folder or a file cannot be written.
pub(crate) fn write_all(
    report: &mut KernelReport,
    input: &Input,
    function: &Function,
    options: &Options,
    (folder, nth): (&Path, u32),
) -> Result<(), Diagnostic> {
    let failed = |error: std::io::Error| {
        let title = format!("cannot write witnesses into `{}`: {error}", folder.display());
        Diagnostic::new(Rule::InputFile, title)
    };
    std::fs::create_dir_all(folder).map_err(failed)?;
    let name: String = report.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
    // Another launch of the same kernel has files of its own.
    let name = if nth > 1 { format!("{name}-{nth}") } else { name };
    let ir_fingerprint = fingerprint_of(input, function);
    let diagnostics = report.results.iter_mut().flat_map(|r| &mut r.diagnostics);
    for (number, diagnostic) in diagnostics.enumerate() {
        let rule = diagnostic.rule.id().replace('/', "-");
        let file = folder.join(format!("{name}-{rule}-{}.json", number + 1));
        let Some(witness) = diagnostic.witness.as_mut().filter(|w| w.replayed) else { continue };
        let stored = stored(diagnostic.rule, &diagnostic.title, witness, function, options, &ir_fingerprint);
        let text = stored.and_then(|stored| Ok(serde_json::to_string_pretty(&stored)?)).map_err(failed)?;
        std::fs::write(&file, text).map_err(failed)?;
        witness.written_to = Some(file.display().to_string());
    }
    Ok(())
}

fn stored(
    rule: Rule,
    title: &str,
    witness: &Witness,
    function: &Function,
    options: &Options,
    ir_fingerprint: &str,
) -> std::io::Result<Stored> {
    let kernel = StoredKernel {
        file: witness.file.clone(),
        file_fingerprint: fingerprint(&files::read(Path::new(&witness.file))?),
        name: witness.kernel.clone(),
        ir_fingerprint: ir_fingerprint.to_owned(),
        compile: Compile {
            compiler: format!("{:?}", options.compile.compiler).to_lowercase(),
            defines: options.compile.defines.clone(),
            includes: options.compile.includes.clone(),
            instances: options.compile.instances.clone(),
            standard: options.compile.standard.clone(),
            optimise: options.compile.optimise,
            arch: options.compile.arch.clone(),
            pointer_bits: options.compile.pointer_bits,
            pure_calls: options.compile.pure_calls,
        },
    };
    let schedule: Schedule = serde_json::from_value(witness.schedule.clone())?;
    let mut stored = Stored {
        witness: FORMAT,
        raddle: env!("CARGO_PKG_VERSION").to_owned(),
        rule,
        title: title.to_owned(),
        kernel,
        launch: launch(witness, function, options)?,
        unknown: unknown(function, options, witness, &schedule.inputs),
        threads: witness.threads.clone(),
        schedule,
        seal: String::new(),
    };
    stored.seal = stored.sealed();
    Ok(stored)
}

/// The block that the finding was made with.
fn block(witness: &Witness) -> [u32; 3] {
    let fixed = |size: &Size| if let Size::Fixed(n) = size { *n } else { 1 };
    witness.launch.block.map_or([1; 3], |block| block.0.each_ref().map(fixed))
}

fn launch(witness: &Witness, function: &Function, options: &Options) -> std::io::Result<StoredLaunch> {
    let mut arguments = Vec::new();
    for (key, value) in &options.launch.args {
        let Ok(params) = find_all(function, key) else { continue };
        let (parameter, name) = (params.start, whole_name(&function.params[params]).to_owned());
        arguments.push(StoredArgument { parameter, name, value: value.clone() });
    }
    // Those that were tried, and not given.
    for given in &witness.launch.args {
        let Ok(parameter) = find(function, &Key::Name(given.name.clone())) else { continue };
        let is_another = options.launch.within.iter().any(|one| one.gone == parameter);
        if !is_another && arguments.iter().all(|known| known.parameter != parameter) {
            let (name, value) = (given.name.clone(), given.value.clone());
            arguments.push(StoredArgument { parameter, name, value });
        }
    }
    let mut buffers = Vec::new();
    for (key, spec) in &options.launch.buffers {
        let Ok(parameter) = find(function, key) else { continue };
        let name = param_name(&function.params[parameter]).to_owned();
        let (elements, file) = match spec {
            BufferSpec::Elements(n) => (Some(*n), None),
            BufferSpec::File(path) => (None, Some(path)),
        };
        let file_fingerprint =
            file.map(|path| files::read(path)).transpose()?.map(|bytes| fingerprint(&bytes));
        let file = file.map(|path| path.display().to_string());
        buffers.push(StoredBuffer { parameter, name, elements, file, file_fingerprint });
    }
    Ok(StoredLaunch {
        block: block(witness),
        grid: options.launch.grid.and_then(fixed),
        warp_size: options.launch.warp_size,
        exited_arrive: options.launch.exited_arrive,
        within: options.launch.within.clone(),
        dynamic_shared: options.launch.dynamic_shared,
        work_dim: options.launch.work_dim,
        steps: options.run.steps(),
        every_load: options.tells_every_load(),
        arguments,
        buffers,
        requires: required(options),
        names: options.launch.names.clone(),
    })
}

/// What stayed unknown, by the names that reports use.
fn unknown(function: &Function, options: &Options, witness: &Witness, inputs: &Inputs) -> Vec<String> {
    let tried: Vec<Key> = witness.launch.args.iter().map(|given| Key::Name(given.name.clone())).collect();
    let args = options.launch.args.iter().map(|(key, _)| key).chain(&tried);
    let contents = options.launch.buffers.iter().filter(|(_, spec)| matches!(spec, BufferSpec::File(_)));
    let given: Vec<usize> = args
        .chain(contents.map(|(key, _)| key))
        .filter_map(|key| find_all(function, key).ok())
        .flatten()
        .collect();
    let mut unknown = Vec::new();
    for (number, param) in function.params.iter().enumerate().filter(|(n, _)| !given.contains(n)) {
        if inputs.gives(function, number) {
            continue;
        }
        let name = crate::subject::names::variable_name(param_name(param));
        let pointer = points(function, number);
        unknown.push(if pointer { format!("contents of `{name}`") } else { format!("`{name}`") });
    }
    if options.launch.grid.and_then(fixed).or(inputs.grid).is_none() {
        unknown.push("size of the grid".to_owned());
    }
    unknown
}
