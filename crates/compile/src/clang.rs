//! The clang command lines: source to LLVM IR, and IR to PTX.
//!
//! Between the two, the IR is completed: [`accesses::pin`] keeps every access through instruction selection, and
//! [`opencl::annotate`] keeps an OpenCL kernel's required size.
//!
//! Measured with clang 19.1.7: without `+ptx85` the PTX version for `sm_90` is 7.8, which lacks newer instructions;
//! `-ffp-contract=off` keeps multiplication and addition apart, as the source has them; without `-fwrapv` a square is taken for
//! a number that is not negative, at `-O0` too; DWARF 2 is what PTX takes.

use crate::again::{Made, dependencies};
use crate::headers::{Workspace, plain_file_names};
use crate::messages::{self, Message};
use crate::{
    CompileError, CompileOptions, Compiled, Compiler, Language, accesses, contracts, dialect, files, find,
    host, instances, notes, opencl, precompiled, process, standard, warp_size,
};
use std::borrow::Cow;
use std::path::{Path, PathBuf};

/// The newest PTX version that clang 19 writes.
const PTX_FEATURE: &str = "+ptx85";

/// Limit of rounds of fixes by [`dialect`]: clang reports only a few errors at a time.
const FIXES: usize = 8;

/// Compiles by clang.
pub(crate) fn compile(
    source: &Path,
    language: Language,
    options: &CompileOptions,
) -> Result<Made<Compiled>, CompileError> {
    // If it fails with what was kept, only what it says without counts.
    let cache = options.cache.as_deref().filter(|_| options.extra.is_empty());
    if let Some(kept) = cache.and_then(Workspace::kept)
        && let Ok(clang) = find::clang(kept.scratch())
    {
        let front =
            Front { clang: &clang, language, half: Half::Device, options, workspace: &kept, keeps: true };
        if let Ok(tried) = front.to_ir(source) {
            return to_ptx(&front, tried);
        }
    }
    let workspace = Workspace::new()?;
    let clang = find::clang(workspace.scratch())?;
    let front =
        Front { clang: &clang, language, half: Half::Device, options, workspace: &workspace, keeps: false };
    let tried = front.to_ir(source)?;
    to_ptx(&front, tried)
}

/// LLVM IR of the host half of a CUDA source, optimised so that sizes which can be numbers are.
pub(crate) fn host_half(source: &Path, options: &CompileOptions) -> Result<Made<String>, CompileError> {
    let cache = options.cache.as_deref().filter(|_| options.extra.is_empty());
    let kept = cache.and_then(Workspace::kept);
    let keeps = kept.is_some();
    let workspace = &kept.map_or_else(Workspace::new, Ok)?;
    let clang = &find::clang(workspace.scratch())?;
    let front = Front { clang, language: Language::Cuda, half: Half::Host, options, workspace, keeps };
    let Tried { ir, read, .. } = front.to_ir(source)?;
    process::write(&ir, &host::inline_launches(&process::read(&ir)?))?;

    let out = workspace.scratch().join("host.ll");
    // Launches of two branches stay two.
    let apart = ["-mllvm", "-sink-common-insts=false", "-mllvm", "-hoist-common-insts=false"];
    let mut optimise = vec![clang.name.clone()];
    optimise.extend(words(&["-x", "ir", "-S", "-emit-llvm", "-O2", "-w"]));
    optimise.extend(words(&apart));
    optimise.extend(["-o".to_owned(), out.display().to_string(), ir.display().to_string()]);
    process::run(&optimise, workspace.scratch(), options.time_limit)?;
    Ok(Made { made: process::read(&out)?, read })
}

/// The back end: IR to PTX.
fn to_ptx(front: &Front<'_>, tried: Tried) -> Result<Made<Compiled>, CompileError> {
    let &Front { clang, language, options, workspace, .. } = front;
    let (ir, out) = (tried.ir, workspace.scratch().join("out.ptx"));
    let read = |file: &str| files::read_text(Path::new(file)).ok();
    let (first, warnings) = (tried.command, notes::without_idle(&tried.said, read));

    let mut text = process::read(&ir)?;
    if options.optimise > 0 && contracts::are_inlined(&text) {
        return Err(CompileError::Option {
            what: format!("-O {} inlines a function with contracts into its callers", options.optimise),
            help: "leave out -O, so that each contract stays in its function".to_owned(),
        });
    }
    if language == Language::OpenCl {
        text = opencl::widen_comparisons(&opencl::annotate(&text));
    }
    if language == Language::Cuda {
        text = warp_size::read(&without_lists(&text));
    }
    if options.optimise == 0 {
        text = accesses::pin(&accesses::keep_divisions(&text));
    }
    process::write(&ir, &text)?;

    let mut second = vec![
        clang.name.clone(),
        format!("--target={}", triple(language, options)),
        format!("-march={}", options.arch),
    ];
    second.extend(words(&["-Xclang", "-target-feature", "-Xclang", PTX_FEATURE]));
    second.extend(words(&["-x", "ir", "-S", "-g", "-fno-dwarf-directory-asm", "-ffp-contract=off"]));
    second.extend(words(&["-nogpulib", "-Xclang", "-disable-llvm-passes"]));
    second.push(format!("-O{}", options.optimise));
    second.extend(["-o".to_string(), out.display().to_string(), ir.display().to_string()]);
    process::run(&second, workspace.scratch(), options.time_limit)?;

    let mut ptx = plain_file_names(&process::read(&out)?);
    if options.optimise == 0 {
        ptx = accesses::unpin(&ptx);
    }
    let made =
        Compiled { compiler: Compiler::Clang, missing: None, ptx, commands: vec![first, second], warnings };
    Ok(Made { made, read: tried.read })
}

/// The front end: source to IR.
struct Front<'a> {
    clang: &'a find::Clang,
    language: Language,
    half: Half,
    options: &'a CompileOptions,
    workspace: &'a Workspace,
    /// Is what the compiler makes of the headers kept beside them?
    keeps: bool,
}

/// A half of a CUDA source; OpenCL has the device's only.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Half {
    Device,
    Host,
}

/// What a compilation is to have beyond what every one has.
#[derive(Clone, Copy, Default)]
struct Extent {
    /// The headers that are not in front of every source.
    more: bool,
    /// OpenCL's arithmetic on halves.
    halves: bool,
    /// OpenCL's pipes, which come without images: where images are pointers, the words that say how they are accessed vanish.
    pipes: bool,
}

/// A compilation that succeeded.
struct Tried {
    extent: Extent,
    command: Vec<String>,
    /// What clang said.
    said: Vec<Message>,
    /// What it wrote.
    ir: PathBuf,
    /// The files that it read, but for raddle's own.
    read: Vec<PathBuf>,
}

impl Front<'_> {
    /// Compiles `source`.
    fn to_ir(&self, source: &Path) -> Result<Tried, CompileError> {
        let mut fixed = dialect::Fixed::default();
        let mut done = self.attempt(source, Extent::default(), &fixed);
        for _ in 0..FIXES {
            let macros = || self.macros(source).unwrap_or_default();
            match &done {
                Err(CompileError::Failed { said, .. }) if fixed.fix(said, macros) => {}
                _ => break,
            }
            done = self.attempt(source, Extent::default(), &fixed);
        }
        match self.language {
            Language::Cuda => {
                self.better(source, &fixed, done, &[Extent { more: true, ..Extent::default() }])
            }
            Language::OpenCl => self.to_opencl_ir(source, &fixed, done),
        }
    }

    /// If `done` failed: the first of these attempts to succeed, else the one with the fewest errors.
    fn better(
        &self,
        source: &Path,
        fixed: &dialect::Fixed,
        mut done: Result<Tried, CompileError>,
        extents: &[Extent],
    ) -> Result<Tried, CompileError> {
        for &extent in extents {
            if !matches!(done, Err(CompileError::Failed { .. })) {
                break;
            }
            let again = self.attempt(source, extent, fixed);
            if left(&again) < left(&done) {
                done = again;
            }
        }
        done
    }

    /// Some OpenCL headers, and halves, are only for sources that need them; other sources never
    /// see them.
    fn to_opencl_ir(
        &self,
        source: &Path,
        fixed: &dialect::Fixed,
        done: Result<Tried, CompileError>,
    ) -> Result<Tried, CompileError> {
        let (halves, more) =
            (Extent { halves: true, ..Extent::default() }, Extent { more: true, ..Extent::default() });
        let both = Extent { more: true, ..halves };
        let mut done = self.better(source, fixed, done, &[halves, more, both])?;
        if !done.extent.halves && opencl::asks_for_halves(&done.said) {
            done = self.attempt(source, halves, fixed).unwrap_or(done);
        }
        let pipes = opencl::has_pipes(&process::read(&done.ir)?);
        if !done.extent.more && opencl::wants_more(&process::read(&done.ir)?) {
            let extent = Extent { more: true, pipes, ..done.extent };
            done = self.attempt(source, extent, fixed).unwrap_or(done);
        }
        Ok(done)
    }

    /// Compiles it once, to a file that no other attempt writes.
    fn attempt(&self, source: &Path, extent: Extent, fixed: &dialect::Fixed) -> Result<Tried, CompileError> {
        let name = match (extent.more, extent.halves) {
            (false, false) => "out.ll",
            (true, false) => "more.ll",
            (false, true) => "halves.ll",
            (true, true) => "all.ll",
        };
        let ir = self.workspace.scratch().join(name);
        let mut command = self.command(source, extent, &ir)?;
        let log = self.workspace.scratch().join("said.xml");
        // clang appends to an existing log.
        let _ = std::fs::remove_file(&log);
        let path = log.display().to_string();
        insert(&mut command, fixed.arguments(self.workspace.scratch())?);
        insert(&mut command, words(&["-Xclang", "-diagnostic-log-file", "-Xclang", &path]));
        let rule = self.workspace.scratch().join("read.d");
        insert(&mut command, words(&["-MD", "-MT", "read", "-MF", &rule.display().to_string()]));
        let ran = process::run(&command, self.workspace.scratch(), self.options.time_limit);
        let said = || messages::of_clang(&process::read(&log).unwrap_or_default());
        match ran {
            Ok(_) => {
                let read = self.workspace.strangers(dependencies(&process::read(&rule)?));
                Ok(Tried { extent, command, said: said(), ir, read })
            }
            Err(CompileError::Failed { command, status, stderr, .. }) => {
                Err(CompileError::Failed { command, status, stderr, said: said() })
            }
            Err(error) => Err(error),
        }
    }

    /// The macros of a source and its headers.
    fn macros(&self, source: &Path) -> Result<dialect::Macros, CompileError> {
        let out = self.workspace.scratch().join("macros.txt");
        let mut command = self.command(source, Extent::default(), &out)?;
        insert(&mut command, words(&["-E", "-dD"]));
        process::run(&command, self.workspace.scratch(), self.options.time_limit)?;
        Ok(dialect::Macros::of(&process::read(&out)?))
    }

    /// The command line.
    fn command(&self, source: &Path, extent: Extent, ir: &Path) -> Result<Vec<String>, CompileError> {
        let Self { clang, language, half, options, workspace, keeps } = self;
        let mut language_arguments = match language {
            Language::Cuda => cuda_arguments(options, workspace, *half),
            Language::OpenCl => opencl_arguments(options, extent),
        };
        language_arguments.extend(words(&["-S", "-emit-llvm", "-ffp-contract=off", "-fwrapv", "-DRADDLE=1"]));
        match half {
            Half::Device => {
                // The size and the members of a class are wanted even where no constructor of it is compiled and no object of it accessed.
                language_arguments.extend(words(&["-g", "-gdwarf-2", "-fstandalone-debug"]));
                language_arguments.push(format!("-O{}", options.optimise));
            }
            Half::Host => {
                // What can be optimised, and is not yet.
                let raw = ["-gline-tables-only", "-O2", "-Xclang", "-disable-llvm-passes", "-w"];
                language_arguments.extend(words(&raw));
            }
        }
        let header = match language {
            Language::Cuda => "cuda/raddle/all.h",
            Language::OpenCl => "opencl/all.h",
        };
        // CUDA's rarer headers are read before the contracts.
        let more = *language == Language::Cuda && extent.more;
        let prelude = (*keeps && !more).then(|| {
            let clang = (clang.name.as_str(), clang.version.as_str());
            precompiled::prelude(workspace, header, clang, &language_arguments, options.time_limit)
        });

        let mut command = vec![clang.name.clone()];
        command.extend(language_arguments);
        command.extend(options.include_arguments());
        command.extend(instances::folder(options));
        command.extend(workspace.path_arguments());
        let mut include = |header: &str| command.extend(["-include".to_owned(), workspace.header(header)]);
        match prelude.flatten() {
            Some(prelude) => command.extend(["-include-pch".to_owned(), prelude.display().to_string()]),
            None if more => {
                ["cuda/raddle/cuda.h", "cuda/raddle/more.h", "raddle.h"].into_iter().for_each(include);
            }
            None => include(header),
        }
        command.extend(["-include".to_owned(), workspace.write("defines.h", &options.definitions())?]);
        command.extend(options.extra.iter().cloned());
        command.extend(["-o".to_owned(), ir.display().to_string()]);
        let main = match half {
            Half::Device => instances::main_file(source, options, workspace)?,
            Half::Host => Cow::Borrowed(source),
        };
        command.extend(["--".to_owned(), main.display().to_string()]);
        Ok(command)
    }
}

/// The target. For `nvcl` the back end writes each pointer parameter of a kernel with its space
/// (`.param .u64 .ptr .shared .align 4`), so that a dynamic `__local` buffer can be distinguished from a global one.
fn triple(language: Language, options: &CompileOptions) -> &'static str {
    match (language, options.pointer_bits) {
        (Language::Cuda, 32) => "nvptx-nvidia-cuda",
        (Language::Cuda, _) => "nvptx64-nvidia-cuda",
        (Language::OpenCl, 32) => "nvptx-nvidia-nvcl",
        (Language::OpenCl, _) => "nvptx64-nvidia-nvcl",
    }
}

/// IR without lists of enumerations and of names that C++ imports from other namespaces in its debug information: nothing needs them, and for
/// headers read from the cache clang does not emit them.
fn without_lists(ir: &str) -> String {
    let without = |line: String, list: &str| match line.find(list) {
        Some(from) => {
            let rest = line[from + list.len()..].trim_start_matches(|c: char| c.is_ascii_digit());
            format!("{}{rest}", &line[..from])
        }
        None => line,
    };
    let of_line = |line| match str::contains(line, " = distinct !DICompileUnit(") {
        true => Cow::Owned(without(without(line.to_owned(), ", enums: !"), ", imports: !")),
        false => Cow::Borrowed(line),
    };
    ir.split_inclusive('\n').map(of_line).collect()
}

/// Puts arguments after the name of the program.
fn insert(command: &mut Vec<String>, arguments: Vec<String>) {
    command.splice(1..1, arguments);
}

/// The number of errors.
fn left(done: &Result<Tried, CompileError>) -> usize {
    match done {
        Err(CompileError::Failed { said, .. }) => said.iter().filter(|one| one.is_error()).count().max(1),
        Err(_) => usize::MAX,
        Ok(_) => 0,
    }
}

/// CUDA, one side only.
fn cuda_arguments(options: &CompileOptions, workspace: &Workspace, half: Half) -> Vec<String> {
    let side = match half {
        Half::Device => "--cuda-device-only",
        Half::Host => "--cuda-host-only",
    };
    let mut arguments = words(&["-x", "cuda", side, "-nocudainc", "-nocudalib"]);
    arguments.push(format!("--cuda-gpu-arch={}", options.arch));
    arguments.push(format!("--cuda-feature={PTX_FEATURE}"));
    if let Some(standard) = &options.standard {
        arguments.push(format!("-std={standard}"));
    }
    if options.pointer_bits == 32 {
        // The device's pointers are as wide as the host's.
        arguments.push("--target=i386-linux-gnu".to_string());
    }
    if !options.host_headers || options.pointer_bits == 32 {
        arguments.push("-nostdlibinc".to_string());
    }
    for (how, folder) in [("-isystem", "cuda"), ("-isystem", standard::FOLDER), ("-idirafter", "host")] {
        arguments.extend([how.to_owned(), workspace.header(folder)]);
    }
    arguments
}

/// OpenCL. C99 emits no body for a plain `inline`
/// function, which would leave an unknown call; GNU's rule does.
fn opencl_arguments(options: &CompileOptions, extent: Extent) -> Vec<String> {
    let mut arguments = words(&["-x", "cl", "-nostdlibinc", "-nogpulib", "-fgnu89-inline"]);
    arguments.push(format!("--target={}", triple(Language::OpenCl, options)));
    arguments.push(format!("-march={}", options.arch));
    arguments.extend(words(&["-Xclang", "-target-feature", "-Xclang", PTX_FEATURE]));
    arguments.push(format!("-cl-std={}", opencl::standard(options.standard.as_deref())));
    arguments.push(format!("-D__OPENCL_VERSION__={}", opencl::version(options.standard.as_deref())));
    if extent.more {
        arguments.push("-DRADDLE_MORE=1".to_string());
    }
    if opencl::version(options.standard.as_deref()) >= 200 {
        // The types `atomic_long` and `atomic_double` are there with these only.
        let atomics = "-cl-ext=+cl_khr_int64_base_atomics,+cl_khr_int64_extended_atomics";
        arguments.extend(words(&["-Xclang", atomics]));
    }
    if extent.pipes {
        arguments.push("-DRADDLE_PIPES=1".to_string());
    }
    if extent.halves {
        // clang's list of what its target supports lacks it; PTX has had it for long.
        arguments.extend(words(&["-Xclang", "-cl-ext=+cl_khr_fp16"]));
    }
    arguments
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|w| (*w).to_string()).collect()
}
