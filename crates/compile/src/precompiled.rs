//! The headers in front of every source, compiled once.
//!
//! The front end takes several times as long over them as over a kernel, so what it makes of them (clang's "precompiled
//! header") is kept beside the headers in [`CompileOptions::cache`](crate::CompileOptions::cache): a precompiled header names its sources, which
//! clang compares with what is there.
//!
//! It is a help and never needed: where it cannot be made, or clang refuses it or the source, the source is compiled again
//! without it, and only what that says counts. With it the code is the same to the byte (`tests/precompiled.rs`).

use crate::headers::{Workspace, digest};
use crate::process;
use std::path::PathBuf;
use std::time::Duration;

/// A header that `clang`, whose `--version` is `version`, has compiled with these `arguments`: the file for `-include-pch`. It is
/// made if it is not there yet.
pub(crate) fn prelude(
    workspace: &Workspace,
    header: &str,
    (clang, version): (&str, &str),
    arguments: &[String],
    limit: Duration,
) -> Option<PathBuf> {
    let key = [clang, version, header].into_iter().chain(arguments.iter().map(String::as_str));
    let made = workspace.headers().join(format!("prelude-{}.pch", digest(key)));
    if made.exists() {
        return Some(made);
    }
    let new = tempfile::Builder::new().suffix(".pch").tempfile_in(workspace.headers()).ok()?;
    let mut command = vec![clang.to_owned()];
    command.extend(arguments.iter().cloned());
    command.extend(["-Xclang", "-emit-pch", "-o"].map(str::to_owned));
    command.push(new.path().to_str()?.to_owned());
    command.extend(["--".to_owned(), workspace.header(header)]);
    process::run(&command, workspace.scratch(), limit).ok()?;
    new.persist(&made).ok()?;
    Some(made)
}
