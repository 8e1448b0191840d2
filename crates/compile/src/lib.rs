//! The door for sources: `.cu` and `.cl` to PTX text.
//!
//! raddle checks PTX. A CUDA or OpenCL source is first compiled by clang 19, device side only, with raddle's own
//! device headers; no CUDA toolkit is needed, and the host half of a `.cu` file only has to parse. [`Compiler::Nvcc`] uses nvcc
//! instead, and [`Compiler::Auto`] does where a source includes one of NVIDIA's libraries that clang does not compile.
//!
//! # What the compilation must not change
//! A verifier that reads optimised code proves something about the optimised code: an optimiser deletes racy reads
//! whose value is dead, writes to arrays that are never read and infinite loops, and hoists guarded loads. So the default
//! is `-O0 -g`. That alone is not enough: instruction selection drops and narrows accesses at every level, which
//! the module `accesses` prevents, and nothing is inlined by clang but raddle's own header functions (the headers turn
//! `always_inline` of the user's functions into a harmless attribute). `tests/door/` has one kernel for each thing
//! that an optimiser would delete, fold or invent. [`CompileOptions::optimise`] asks for optimised
//! code, which is then what is checked.
//!
//! # What the PTX contains
//! - Atomics, barriers with a result, shuffles, votes, matches and reductions are inline assembly, so plain PTX.
//! - Whatever has no instruction is a call of a function without a body, whose meaning [`externs`] defines.
//! - `.file` names files as the user wrote them; the embedded headers are `raddle-headers/…`, and their functions have
//!   no locations of their own: their instructions carry the line of the call.
//!
//! # Invariants
//! The same source, options and compiler give the same text. No file is written outside a temporary directory that
//! is gone when [`compile`] returns, except what [`CompileOptions::cache`] and [`CompileOptions::kept`] keep.

mod accesses;
mod again;
mod clang;
mod contracts;
mod dialect;
mod error;
mod find;
mod headers;
mod host;
mod instances;
mod messages;
mod notes;
mod nvcc;
mod options;
mod precompiled;
mod process;
mod standard;
mod warp_size;

pub mod entries;
pub mod externs;
pub mod files;
pub mod opencl;

pub use again::Kept;
pub use error::CompileError;
pub use find::{Found, compilers};
pub use host::{Argument, HostLaunch, Pair};
pub use instances::templates;
pub use messages::{Level, Message, Place};
pub use options::{CompileOptions, Compiler, Language};

use again::Made;
use serde::{Deserialize, Serialize};
use std::path::Path;

/// What a compilation gives.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Compiled {
    /// The compiler that made it, never [`Compiler::Auto`].
    pub compiler: Compiler,
    /// The PTX text.
    pub ptx: String,
    /// The command lines that made it, in order, each as program and arguments. Paths of embedded headers lie in a
    /// temporary directory that no longer exists.
    pub commands: Vec<Vec<String>>,
    /// The header for which nvcc was taken, because clang does not find it.
    pub missing: Option<String>,
    /// The compiler's warnings, one per line, except those irrelevant here. Mostly empty.
    pub warnings: String,
}

/// Compiles `source` to PTX.
///
/// # Errors
/// [`CompileError`] says for each case what is wrong and what to do; [`CompileError::Failed`] has the compiler's own
/// words.
pub fn compile(source: &Path, options: &CompileOptions) -> Result<Compiled, CompileError> {
    if let Err(error) = files::open(source) {
        return Err(CompileError::Source { path: source.to_path_buf(), error });
    }
    let language = match options.language {
        Some(language) => language,
        None => Language::of(source)
            .ok_or_else(|| CompileError::UnknownLanguage { path: source.to_path_buf() })?,
    };
    options.validate()?;
    if language == Language::OpenCl && !options.instances.is_empty() {
        return Err(CompileError::Option {
            what: "OpenCL has no templates to instantiate".to_string(),
            help: "leave out `--instantiate`: it is for CUDA sources".to_string(),
        });
    }
    if source.to_str().is_none() {
        return Err(CompileError::Option {
            what: format!("the name of {} is not UTF-8", source.display()),
            help: "rename it: the compiler needs a name in UTF-8".to_string(),
        });
    }
    // A name that begins with a dash would be taken for an option.
    let dashed = source.as_os_str().as_encoded_bytes().starts_with(b"-");
    let source = &if dashed { Path::new(".").join(source) } else { source.to_path_buf() };
    again::or("device", source, options, || match (options.compiler, language) {
        (Compiler::Auto, Language::Cuda) => automatic(source, options),
        (Compiler::Auto | Compiler::Clang, _) => clang::compile(source, language, options),
        (Compiler::Nvcc, Language::Cuda) => nvcc::compile(source, options),
        (Compiler::Nvcc, Language::OpenCl) => Err(CompileError::Option {
            what: "nvcc does not compile OpenCL".to_string(),
            help: "leave out `--compiler nvcc`: clang compiles it".to_string(),
        }),
    })
}

/// By clang, or by nvcc if clang misses a header of NVIDIA's libraries.
fn automatic(source: &Path, options: &CompileOptions) -> Result<Made<Compiled>, CompileError> {
    let failed = match clang::compile(source, Language::Cuda, options) {
        Err(CompileError::Failed { command, status, stderr, said }) if options.pointer_bits == 64 => {
            (command, status, stderr, said)
        }
        done => return done,
    };
    let (command, status, stderr, said) = failed;
    let Some(header) = nvcc::missing_header(&said) else {
        return Err(CompileError::Failed { command, status, stderr, said });
    };
    match nvcc::compile(source, options) {
        Ok(mut compiled) => {
            compiled.made.missing = Some(header.to_owned());
            Ok(compiled)
        }
        Err(CompileError::CompilerNotFound { tried, .. }) => Err(CompileError::CompilerNotFound {
            tried,
            help: format!("`{header}` needs nvcc: {}", find::INSTALL_NVCC),
        }),
        Err(error) => Err(error),
    }
}

/// The launches in the host half of a CUDA source; none where clang does not compile it.
#[must_use]
pub fn host_launches(source: &Path, options: &CompileOptions) -> Vec<HostLaunch> {
    // A launch is written in the source, or in what it includes.
    let signs = ["<<<", "cudaLaunch", "#include"];
    if !files::read_text(source).is_ok_and(|text| signs.iter().any(|sign| text.contains(sign))) {
        return Vec::new();
    }
    let made = again::or("host", source, options, || {
        let Made { made, read } = clang::host_half(source, options)?;
        Ok(Made { made: host::launches(&made), read })
    });
    made.unwrap_or_default()
}
