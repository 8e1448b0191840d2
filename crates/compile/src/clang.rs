//! The clang command lines: source to LLVM IR, and IR to PTX.
//!
//! Between the two, the IR is completed: [`accesses::pin`] keeps every access through instruction selection, and
//! [`opencl::annotate`] keeps an OpenCL kernel's required size.
//!
//! Measured with clang 19.1.7: without `+ptx85` the PTX version for `sm_90` is 7.8, which lacks newer instructions;
//! `-ffp-contract=off` keeps multiplication and addition apart, as the source has them; DWARF 2 is what PTX takes.

use crate::headers::{Workspace, plain_file_names};
use crate::{CompileError, CompileOptions, Compiled, Language, accesses, contracts, find, opencl, process};
use std::path::Path;

/// The newest PTX version that clang 19 writes.
const PTX_FEATURE: &str = "+ptx85";

/// Compiles by clang.
pub(crate) fn compile(
    source: &Path,
    language: Language,
    options: &CompileOptions,
    workspace: &Workspace,
) -> Result<Compiled, CompileError> {
    let clang = find::clang(workspace.scratch())?;
    let ir = workspace.scratch().join("out.ll");
    let out = workspace.scratch().join("out.ptx");

    let defines = workspace.write("defines.h", &options.definitions())?;
    let command = |more: bool| {
        let mut command = vec![clang.clone()];
        command.extend(match language {
            Language::Cuda => cuda_arguments(options, workspace, more),
            Language::OpenCl => opencl_arguments(options, workspace, more),
        });
        command.extend(words(&["-S", "-emit-llvm", "-g", "-gdwarf-2", "-ffp-contract=off", "-DRADDLE=1"]));
        command.push(format!("-O{}", options.optimise));
        command.extend(workspace.path_arguments());
        command.extend(words(&["-include", &workspace.header("raddle.h"), "-include", &defines]));
        command.extend(options.extra.iter().cloned());
        command.extend(["-o".to_string(), ir.display().to_string()]);
        command.extend(["--".to_string(), source.display().to_string()]);
        command
    };
    let mut first = command(false);
    let mut done = process::run(&first, workspace.scratch(), options.time_limit);
    let more = match (&done, language) {
        (Err(CompileError::Failed { .. }), _) => true,
        (Ok(_), Language::OpenCl) => opencl::wants_more(&process::read(&ir)?),
        _ => false,
    };
    if more {
        // Headers that are not in front of every source: a source that does without never sees them.
        let with_more = command(true);
        let again = process::run(&with_more, workspace.scratch(), options.time_limit);
        if left(&again) < left(&done) || again.is_ok() {
            (first, done) = (with_more, again);
        }
    }
    let warnings = done?.stderr;

    let mut text = process::read(&ir)?;
    if options.optimise > 0 && contracts::are_inlined(&text) {
        return Err(CompileError::Option {
            what: format!(
                "-O {} makes a function with contracts part of the functions that call it",
                options.optimise
            ),
            help: "leave out -O, so that each contract stays in its function".to_owned(),
        });
    }
    if language == Language::OpenCl {
        text = opencl::annotate(&text);
    }
    if options.optimise == 0 {
        text = accesses::pin(&accesses::keep_divisions(&text));
    }
    std::fs::write(&ir, text)
        .map_err(|error| CompileError::System { what: format!("cannot write {}", ir.display()), error })?;

    let mut second =
        vec![clang, format!("--target={}", triple(language, options)), format!("-march={}", options.arch)];
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
    Ok(Compiled { ptx, commands: vec![first, second], warnings })
}

/// The target. For `nvcl` the back end writes each pointer parameter of a kernel with its space
/// (`.param .u64 .ptr .shared .align 4`), so that a dynamic `__local` buffer can be told from a global one.
fn triple(language: Language, options: &CompileOptions) -> &'static str {
    match (language, options.pointer_bits) {
        (Language::Cuda, 32) => "nvptx-nvidia-cuda",
        (Language::Cuda, _) => "nvptx64-nvidia-cuda",
        (Language::OpenCl, 32) => "nvptx-nvidia-nvcl",
        (Language::OpenCl, _) => "nvptx64-nvidia-nvcl",
    }
}

/// How many errors the compiler wrote of.
fn left(done: &Result<process::Output, CompileError>) -> usize {
    match done {
        Err(CompileError::Failed { stderr, .. }) => stderr.matches(" error: ").count().max(1),
        Err(_) => usize::MAX,
        Ok(_) => 0,
    }
}

/// CUDA, device side only; with `more`, also what is not in front of every source.
fn cuda_arguments(options: &CompileOptions, workspace: &Workspace, more: bool) -> Vec<String> {
    let mut arguments = words(&["-x", "cuda", "--cuda-device-only", "-nocudainc", "-nocudalib"]);
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
    arguments.extend(options.include_arguments());
    arguments.extend(["-isystem".to_string(), workspace.header("cuda")]);
    arguments.extend(["-idirafter".to_string(), workspace.header("host")]);
    arguments.extend(["-include".to_string(), workspace.header("cuda/raddle/cuda.h")]);
    if more {
        arguments.extend(["-include".to_string(), workspace.header("cuda/raddle/more.h")]);
    }
    arguments
}

/// OpenCL. C99 emits no body for a plain `inline` function, which would leave an unknown call; GNU's rule does.
fn opencl_arguments(options: &CompileOptions, workspace: &Workspace, more: bool) -> Vec<String> {
    let mut arguments = words(&["-x", "cl", "-nostdlibinc", "-nogpulib", "-fgnu89-inline"]);
    arguments.push(format!("--target={}", triple(Language::OpenCl, options)));
    arguments.push(format!("-march={}", options.arch));
    arguments.extend(words(&["-Xclang", "-target-feature", "-Xclang", PTX_FEATURE]));
    arguments.push(format!("-cl-std={}", opencl::standard(options.standard.as_deref())));
    arguments.extend(options.include_arguments());
    if more {
        arguments.push("-DRADDLE_MORE=1".to_string());
    }
    arguments.extend(["-include".to_string(), workspace.header("opencl/prelude.h")]);
    arguments
}

fn words(list: &[&str]) -> Vec<String> {
    list.iter().map(|w| (*w).to_string()).collect()
}
