//! The binary works away from the checkout: with Z3's library beside it, and nothing else.

use crate::common::{Folder, kernel};
use std::fs;
use std::path::PathBuf;
use std::process::Command;

#[test]
fn the_binary_and_a_library_beside_it_prove_a_kernel() {
    let folder = Folder::new("away");
    let bin = folder.0.join("bin");
    fs::create_dir(&bin).expect("a folder");
    fs::copy(env!("CARGO_BIN_EXE_raddle"), bin.join("raddle")).expect("the binary");
    let of_z3 = std::env::var_os("Z3_LIBRARY_PATH_OVERRIDE").expect(".cargo/config.toml sets it");
    let library = fs::read_dir(PathBuf::from(&of_z3))
        .expect("the folder of Z3's library")
        .map(|entry| entry.expect("its files"))
        .find(|entry| entry.file_name().to_string_lossy().starts_with("libz3.so."))
        .expect("Z3's library, under its name with a version");
    fs::copy(library.path(), bin.join(library.file_name())).expect("Z3's library");
    folder.file("k.ptx", kernel("k", "ret;"));
    let ran = Command::new(bin.join("raddle"))
        .args(["check", "k.ptx", "--block", "64"])
        .current_dir(&folder.0)
        .env_clear()
        .env("LD_DEBUG", "libs")
        .output()
        .expect("raddle starts");
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert_eq!(ran.status.code(), Some(0), "{out}\n{err}");
    assert!(out.contains("everything asked is proved"), "{out}");
    // The one beside it was loaded, not the one that tests find.
    let loaded = format!("calling init: {}", bin.join(library.file_name()).display());
    assert!(err.contains(&loaded), "{loaded}\n{err}");
}
