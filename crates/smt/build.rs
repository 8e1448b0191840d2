//! Finds Z3's shared library, which `./dev` takes out of the PyPI wheel z3-solver, so that programs linked with it also find it when they
//! run.
//!
//! - A link to it goes into this script's output folder: `cargo test` and `cargo run` let every program look there.
//! - This crate's own tests and examples get an rpath.
//! - Another crate that makes an executable depends on this one and has a build script that passes on
//!   `DEP_RADDLE_SMT_LIBRARY`, the folder: `cargo::rustc-link-arg-bins=-Wl,-rpath,…`.

use std::env;
use std::path::{Path, PathBuf};
use std::process::exit;

const FOLDER: &str = "Z3_LIBRARY_PATH_OVERRIDE";

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed={FOLDER}");
    let Some(folder) = env::var_os(FOLDER).map(PathBuf::from) else {
        fail(&format!("{FOLDER} is not set: build inside the repository, whose .cargo/config.toml sets it"));
    };
    let Ok(folder) = folder.canonicalize() else {
        fail(&format!("{} is not there", folder.display()));
    };
    let Some(library) = libraries(&folder) else {
        fail(&format!("{} has no libz3", folder.display()));
    };
    println!("cargo::rerun-if-changed={}", folder.display());
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    for file in library {
        if let Some(name) = file.file_name() {
            link(&file, &out.join(name));
        }
    }
    println!("cargo::rustc-link-search=native={}", out.display());
    println!("cargo::rustc-link-arg=-Wl,-rpath,{}", folder.display());
    println!("cargo::metadata=LIBRARY={}", folder.display());
}

/// The files of Z3's library in a folder, if there are any.
fn libraries(folder: &Path) -> Option<Vec<PathBuf>> {
    let entries = folder.read_dir().ok()?;
    let files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("libz3.")))
        .collect();
    (!files.is_empty()).then_some(files)
}

fn link(file: &Path, to: &Path) {
    // What an earlier run of this script left.
    let _ = std::fs::remove_file(to);
    #[cfg(unix)]
    let made = std::os::unix::fs::symlink(file, to);
    #[cfg(not(unix))]
    let made = std::fs::copy(file, to).map(|_| ());
    if let Err(error) = made {
        fail(&format!("{}: {error}", to.display()));
    }
}

fn fail(what: &str) -> ! {
    println!("cargo::error=Z3's shared library is missing: {what}. Run ./dev setup once, and build again.");
    exit(1)
}
