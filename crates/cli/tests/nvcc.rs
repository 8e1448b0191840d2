//! Sources that only nvcc compiles. A script stands for it: these tests are about when it is taken, and where it is found.

use std::env;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

/// An nvcc that writes one kernel, whatever the source is, and says in the kernel's name whether it was given the contracts.
const NVCC: &str = r#"#!/bin/sh
[ "$1" = --version ] && { echo release 13.0; exit 0; }
name=plain
for word; do
  case $word in */raddle.h) name=with_contracts;; esac
  [ "$last" = -o ] && out=$word
  last=$word
done
grep -q clash "$last" && [ $name = with_contracts ] && { echo "$last(1): error: clash" >&2; exit 1; }
printf '.version 8.5\n.target sm_90\n.address_size 64\n.visible .entry %s() { ret; }\n' $name > "$out"
"#;

fn check(folder: &Path, source: &str, options: &[&str]) -> Output {
    fs::write(folder.join("k.cu"), source).expect("a source");
    // A machine may have an nvcc of its own.
    let path = env::var_os("PATH").unwrap_or_default();
    let without = env::split_paths(&path).filter(|folder| !folder.join("nvcc").exists());
    Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(folder)
        .args(["check", "k.cu", "--block", "32", "--grid", "1"])
        .args(options)
        .env("PYTHONPATH", folder)
        .env("PATH", env::join_paths(without).expect("folders"))
        .env_remove("RADDLE_NVCC")
        .output()
        .expect("raddle runs")
}

/// A folder of Python packages, in which nvcc is.
fn packages() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let bin = folder.path().join("nvidia/cu13/bin");
    fs::create_dir_all(&bin).expect("a folder");
    fs::write(bin.join("nvcc"), NVCC).expect("a script");
    fs::set_permissions(bin.join("nvcc"), fs::Permissions::from_mode(0o755)).expect("executable");
    folder
}

#[test]
fn nvcc_is_taken_for_a_library_that_clang_lacks() {
    let folder = packages();
    let out = check(folder.path(), "#include <cub/cub.cuh>\n__global__ void k() {}\n", &[]);
    let text = String::from_utf8_lossy(&out.stdout);
    assert!(text.contains("kernel plain (k.cu)") && text.contains("exit code 0"), "{text}");
    assert!(text.contains("compiled by nvcc, because clang does not find `cub/cub.cuh`"), "{text}");
    let contracts = "#include <cub/cub.cuh>\n__global__ void k(int n) { __requires(n > 0); }\n";
    let text = check(folder.path(), contracts, &[]).stdout;
    assert!(String::from_utf8_lossy(&text).contains("kernel with_contracts"));
    // A name of a contract that means something else.
    let other = "#include <cub/cub.cuh> // clash\n__device__ int f(int x) { return __all(x); }\n";
    let text = check(folder.path(), other, &[]).stdout;
    assert!(String::from_utf8_lossy(&text).contains("kernel plain"));
}

#[test]
fn nvcc_is_not_taken_without_need() {
    let folder = packages();
    let plain = "__global__ void k() {}\n";
    let text = |source, options: &[&str]| {
        String::from_utf8_lossy(&check(folder.path(), source, options).stdout).into_owned()
    };
    assert!(text(plain, &[]).contains("kernel k (k.cu)"));
    assert!(text(plain, &["--compiler", "nvcc"]).contains("kernel plain (k.cu)"));
    let missing = text("#include <cub/cub.cuh>\n__global__ void k() {}\n", &["--compiler", "clang"]);
    assert!(missing.contains("'cub/cub.cuh' file not found"), "{missing}");
    assert!(text("#include \"own.h\"\n__global__ void k() {}\n", &[]).contains("'own.h' file not found"));
}
