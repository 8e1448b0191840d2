//! OpenCL's prelude, compiled once.
//!
//! The front end takes five times as long over the prelude as over a kernel, so what it makes of the prelude (clang's "precompiled
//! header") is kept in [`CompileOptions::cache`](crate::CompileOptions::cache). A precompiled header names its sources, which clang
//! compares with what is there, so the unpacked headers lie beside it.
//!
//! It is a help and never needed: where it cannot be made, or clang refuses it or the source, the source is compiled again
//! without it, and only what that says counts. With it the code is the same to the byte (`tests/precompiled.rs`).

use crate::headers::unpack;
use crate::process;
use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// A prelude that `clang`, whose `--version` is `version`, has compiled with these `arguments`: the file for `-include-pch`. It is
/// made if it is not there yet.
pub(crate) fn prelude(
    cache: &Path,
    clang: &str,
    version: &str,
    arguments: &[String],
    scratch: &Path,
    limit: Duration,
) -> Option<PathBuf> {
    let headers = cache.join(format!("headers-{}", digest(crate::headers::texts())));
    let key = [clang, version].into_iter().chain(arguments.iter().map(String::as_str));
    let made = headers.join(format!("prelude-{}.pch", digest(key)));
    if made.exists() {
        return Some(made);
    }
    if !headers.exists() {
        // All of it appears at once; who comes second finds it there.
        fs::create_dir_all(cache).ok()?;
        let fresh = tempfile::tempdir_in(cache).ok()?;
        unpack(fresh.path()).ok()?;
        let _ = fs::rename(fresh.path(), &headers);
    }
    let new = tempfile::Builder::new().suffix(".pch").tempfile_in(&headers).ok()?;
    let mut command = vec![clang.to_owned()];
    command.extend(arguments.iter().cloned());
    command.extend(["-Xclang", "-emit-pch", "-o"].map(str::to_owned));
    command.push(new.path().to_str()?.to_owned());
    command.extend(["--".to_owned(), headers.join("opencl/all.h").to_str()?.to_owned()]);
    process::run(&command, scratch, limit).ok()?;
    new.persist(&made).ok()?;
    Some(made)
}

/// A name for texts.
fn digest(texts: impl Iterator<Item = impl AsRef<str>>) -> String {
    let mut hash = Sha256::new();
    for text in texts {
        let text = text.as_ref();
        hash.update(text.len().to_le_bytes());
        hash.update(text);
    }
    hash.finalize().iter().take(8).map(|byte| format!("{byte:02x}")).collect()
}
