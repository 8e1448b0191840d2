//! Lets the binary and the examples find Z3's shared library where `raddle-smt` found it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=DEP_RADDLE_SMT_LIBRARY");
    if let Ok(folder) = std::env::var("DEP_RADDLE_SMT_LIBRARY") {
        println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{folder}");
        println!("cargo::rustc-link-arg-examples=-Wl,-rpath,{folder}");
    }
}
