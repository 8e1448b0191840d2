//! What is linked is the Z3 that `./dev setup` installs, whatever others the machine has.
//!
//! The build script of `z3-sys` asks pkg-config where Z3 is. On a machine with Debian's `libz3-dev` that names an older library, whose folder
//! then stands among those that the linker and doctests look into. So `.cargo/config.toml` sets `Z3_NO_PKG_CONFIG`.

#![cfg(unix)]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

/// A `pkg-config` that says of every library that it is there, in a folder of its own.
const DECOY: &str = "#!/bin/sh
case \"$*\" in
    *--modversion*) echo 4.8.12 ;;
    *) echo -L/decoy/lib -lz3 ;;
esac
";

/// The lines by which the build script of `z3-sys` tells cargo what to link, in a build of its own with a decoy.
#[test]
fn a_z3_that_pkg_config_finds_is_not_linked() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("linking");
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("a folder");
    let decoy = folder.join("pkg-config");
    fs::write(&decoy, DECOY).expect("written");
    fs::set_permissions(&decoy, fs::Permissions::from_mode(0o755)).expect("executable");
    let target = folder.join("target");
    // In the workspace's folder, so that its .cargo/config.toml counts; without what this test's own cargo has set from there.
    let built = Command::new(env!("CARGO"))
        .args(["check", "--quiet", "--offline", "--locked", "-p", "z3-sys", "--target-dir"])
        .arg(&target)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .env("PKG_CONFIG", &decoy)
        .env_remove("Z3_NO_PKG_CONFIG")
        .env_remove("Z3_LIBRARY_PATH_OVERRIDE")
        .output()
        .expect("cargo starts");
    assert!(built.status.success(), "{}", String::from_utf8_lossy(&built.stderr));
    let builds = fs::read_dir(target.join("debug/build")).expect("builds");
    let outputs = builds.filter_map(|build| fs::read_to_string(build.ok()?.path().join("output")).ok());
    let said: Vec<String> = outputs.filter(|text| text.contains("rustc-link-lib=z3")).collect();
    assert_eq!(said.len(), 1, "one build script links Z3");
    let folders: Vec<&str> =
        said[0].lines().filter_map(|line| line.strip_prefix("cargo:rustc-link-search=native=")).collect();
    assert_eq!(folders.len(), 1, "{}", said[0]);
    let is_ours = Path::new(folders[0]).ends_with(".cache/z3/z3/lib");
    assert!(is_ours, "{}", said[0]);
}
