//! The nvcc command line, for users who have one.
//!
//! nvcc brings its own headers; raddle adds its contracts to a source that has some: their names are those of functions in NVIDIA's
//! libraries. `-G` is its debug mode: no optimisation of device code, and DWARF. `-rdc=true` lets the contract markers stay calls of
//! functions without a body.

use crate::again::{Made, dependencies};
use crate::headers::Workspace;
use crate::messages::{Level, Message};
use crate::{
    CompileError, CompileOptions, Compiled, Compiler, contracts, find, instances, messages, process,
};
use std::path::Path;

/// Compiles by nvcc. A source that does not compile with the contracts is compiled without: if it does then, it needs none of their names.
pub(crate) fn compile(source: &Path, options: &CompileOptions) -> Result<Made<Compiled>, CompileError> {
    let workspace = Workspace::new()?;
    let nvcc = find::nvcc(workspace.scratch())?;
    if !contracts::are_in(source, options) {
        return attempt(&nvcc, source, options, &workspace, false);
    }
    match attempt(&nvcc, source, options, &workspace, true) {
        Err(error @ CompileError::Failed { .. }) => {
            attempt(&nvcc, source, options, &workspace, false).map_err(|_| error)
        }
        done => done,
    }
}

/// Compiles it once, with the contracts or without.
fn attempt(
    nvcc: &str,
    source: &Path,
    options: &CompileOptions,
    workspace: &Workspace,
    with_contracts: bool,
) -> Result<Made<Compiled>, CompileError> {
    let (out, rule) = (workspace.scratch().join("out.ptx"), workspace.scratch().join("read.d"));
    let mut command = vec![nvcc.to_owned(), "-ptx".to_string(), "-rdc=true".to_string()];
    command.push(format!("-arch={}", options.arch));
    if options.optimise == 0 {
        command.push("-G".to_string());
    } else {
        command.push("-lineinfo".to_string());
    }
    command.push("-DRADDLE=1".to_string());
    command.extend(["-MD".to_string(), "-MF".to_string(), rule.display().to_string()]);
    if let Some(standard) = &options.standard {
        command.push(format!("-std={standard}"));
    }
    command.extend(options.include_arguments());
    command.extend(instances::folder(options));
    if with_contracts {
        command.extend(["-include".to_string(), workspace.header("raddle.h")]);
    }
    command.extend(["-include".to_string(), workspace.write("defines.h", &options.definitions())?]);
    command.extend(options.extra.iter().cloned());
    let main = instances::main_file(source, options, workspace)?;
    command.extend(["-o".to_string(), out.display().to_string(), main.display().to_string()]);
    let ran = process::run(&command, workspace.scratch(), options.time_limit);
    let output = ran.map_err(|error| match error {
        CompileError::Failed { command, status, stderr, .. } => {
            let said = messages::of_nvcc(&stderr);
            CompileError::Failed { command, status, stderr, said }
        }
        other => other,
    })?;
    let made = Compiled {
        compiler: Compiler::Nvcc,
        missing: None,
        ptx: process::read(&out)?,
        commands: vec![command],
        warnings: output.stderr,
    };
    // Without that list nothing is kept.
    Ok(Made { made, read: workspace.strangers(dependencies(&process::read(&rule).unwrap_or_default())) })
}

/// Libraries of NVIDIA whose headers clang does not compile, or not with raddle's: each by how the name of a header begins.
const LIBRARIES: &[&str] = &["cub/", "cuda/", "cute/", "cutlass/", "mma.h", "nv/", "thrust/"];

/// The first header of such a library that clang did not find.
pub(crate) fn missing_header(said: &[Message]) -> Option<&str> {
    let missing = said.iter().filter(|message| message.level == Level::Fatal);
    let mut names =
        missing.filter_map(|message| message.text.strip_suffix("' file not found")?.strip_prefix('\''));
    names.find(|name| is_of_library(name))
}

/// Does a header belong to one of these libraries?
pub(crate) fn is_of_library(header: &str) -> bool {
    LIBRARIES.iter().any(|library| header.starts_with(library))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_missing_library_of_nvidia_calls_for_nvcc() {
        let fatal =
            |text: &str| Message { level: Level::Fatal, place: None, text: text.to_owned(), option: None };
        let said = [fatal("'mine.h' file not found"), fatal("'cub/cub.cuh' file not found")];
        assert_eq!(missing_header(&said), Some("cub/cub.cuh"));
        assert_eq!(missing_header(&said[..1]), None);
    }
}
