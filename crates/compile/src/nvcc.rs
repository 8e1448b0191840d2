//! The nvcc command line, for users who have one.
//!
//! nvcc brings its own headers; raddle adds its contracts. `-G` is its debug mode: no optimisation of device code,
//! and DWARF. `-rdc=true` lets the contract markers stay calls of functions without a body.

use crate::headers::Workspace;
use crate::{CompileError, CompileOptions, Compiled, find, messages, process};
use std::path::Path;

/// Compiles by nvcc.
pub(crate) fn compile(source: &Path, options: &CompileOptions) -> Result<Compiled, CompileError> {
    let workspace = Workspace::new()?;
    let nvcc = find::nvcc(workspace.scratch())?;
    let out = workspace.scratch().join("out.ptx");
    let mut command = vec![nvcc, "-ptx".to_string(), "-rdc=true".to_string()];
    command.push(format!("-arch={}", options.arch));
    if options.optimise == 0 {
        command.push("-G".to_string());
    } else {
        command.push("-lineinfo".to_string());
    }
    command.push("-DRADDLE=1".to_string());
    if let Some(standard) = &options.standard {
        command.push(format!("-std={standard}"));
    }
    command.extend(options.include_arguments());
    command.extend(["-include".to_string(), workspace.header("raddle.h")]);
    command.extend(["-include".to_string(), workspace.write("defines.h", &options.definitions())?]);
    command.extend(options.extra.iter().cloned());
    command.extend(["-o".to_string(), out.display().to_string(), source.display().to_string()]);
    let ran = process::run(&command, workspace.scratch(), options.time_limit);
    let output = ran.map_err(|error| match error {
        CompileError::Failed { command, status, stderr, .. } => {
            let said = messages::of_nvcc(&stderr);
            CompileError::Failed { command, status, stderr, said }
        }
        other => other,
    })?;
    Ok(Compiled { ptx: process::read(&out)?, commands: vec![command], warnings: output.stderr })
}
