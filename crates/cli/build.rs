//! Lets the binary and the examples find Z3's shared library: beside themselves, as in a package (`./dev package`), or where `raddle-smt`
//! found it. A package names no folder of the machine that made it.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-env-changed=DEP_RADDLE_SMT_LIBRARY");
    println!("cargo::rerun-if-env-changed=RADDLE_PACKAGE");
    println!("cargo::rustc-link-arg-bins=-Wl,-rpath,$ORIGIN");
    if std::env::var_os("RADDLE_PACKAGE").is_some() {
        return;
    }
    if let Ok(folder) = std::env::var("DEP_RADDLE_SMT_LIBRARY") {
        println!("cargo::rustc-link-arg-bins=-Wl,-rpath,{folder}");
        println!("cargo::rustc-link-arg-examples=-Wl,-rpath,{folder}");
    }
}
