//! The direction of dependence between the crates (ARCHITECTURE.md): a crate depends only on crates
//! above it in this list, and names the ones it needs itself. And where its tests are.

use std::fs;
use std::path::{Path, PathBuf};

/// The house, from the ground up: folder and package.
const HOUSE: [(&str, &str); 14] = [
    ("verdict", "raddle-verdict"),
    ("ir", "raddle-ir"),
    ("ptx", "raddle-ptx"),
    ("compile", "raddle-compile"),
    ("launch", "raddle-launch"),
    ("smt", "raddle-smt"),
    ("symbolic", "raddle-symbolic"),
    ("machine", "raddle-machine"),
    ("sync", "raddle-sync"),
    ("lockstep", "raddle-lockstep"),
    ("termination", "raddle-termination"),
    ("report", "raddle-report"),
    ("raddle", "raddle"),
    ("cli", "raddle-cli"),
];

/// The names of raddle's crates in one section of a manifest.
fn dependencies(manifest: &str, section: &str) -> Vec<String> {
    let mut inside = false;
    let mut names = Vec::new();
    for line in manifest.lines() {
        if line.starts_with('[') {
            inside = line == format!("[{section}]");
        } else if inside && line.starts_with("raddle") {
            names.push(line.split(['.', ' ', '=']).next().unwrap_or_default().to_owned());
        }
    }
    names
}

fn manifest(folder: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder).join("Cargo.toml");
    fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

#[test]
fn crates_depend_only_on_crates_above_them() {
    let mut edges = 0;
    for (floor, (folder, package)) in HOUSE.iter().enumerate() {
        let manifest = manifest(folder);
        assert!(manifest.contains(&format!("name = \"{package}\"")), "{folder} is not {package}");
        for section in ["dependencies", "dev-dependencies", "build-dependencies"] {
            for name in dependencies(&manifest, section) {
                let below = HOUSE.iter().position(|(_, p)| *p == name);
                let below =
                    below.unwrap_or_else(|| panic!("{package} depends on {name}, which is not in the list"));
                assert!(below < floor, "{package} must not depend on {name} ({section})");
                edges += 1;
            }
        }
    }
    assert!(edges > HOUSE.len(), "the manifests were read");
}

#[test]
fn front_ends_methods_and_report_do_not_know_each_other() {
    for (folder, never) in [
        ("ir", &["raddle-ptx", "raddle-machine", "raddle-sync", "raddle-report"][..]),
        ("ptx", &["raddle-compile", "raddle-machine", "raddle-sync", "raddle-report"]),
        ("compile", &["raddle-ptx", "raddle-machine", "raddle-sync", "raddle-report"]),
        (
            "launch",
            &["raddle-ptx", "raddle-compile", "raddle-smt", "raddle-machine", "raddle-sync", "raddle-report"],
        ),
        ("smt", &["raddle-ptx", "raddle-compile", "raddle-machine", "raddle-sync", "raddle-report"]),
        (
            "symbolic",
            &[
                "raddle-ptx",
                "raddle-compile",
                "raddle-machine",
                "raddle-sync",
                "raddle-lockstep",
                "raddle-termination",
                "raddle-report",
            ],
        ),
        ("machine", &["raddle-ptx", "raddle-compile", "raddle-sync", "raddle-report"]),
        ("sync", &["raddle-ptx", "raddle-compile", "raddle-report"]),
        ("lockstep", &["raddle-ptx", "raddle-compile", "raddle-machine", "raddle-sync", "raddle-report"]),
        (
            "termination",
            &[
                "raddle-ptx",
                "raddle-compile",
                "raddle-machine",
                "raddle-sync",
                "raddle-lockstep",
                "raddle-report",
            ],
        ),
        ("report", &["raddle-ir", "raddle-ptx", "raddle-machine", "raddle-sync"]),
    ] {
        let used = dependencies(&manifest(folder), "dependencies");
        for name in never {
            assert!(!used.iter().any(|u| u == name), "{folder} must not know {name}");
        }
    }
}

#[test]
fn every_crate_of_the_workspace_is_in_the_list() {
    let root = fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("../../Cargo.toml")).unwrap();
    let members = root.lines().filter(|l| l.trim_start().starts_with("\"crates/")).count();
    assert_eq!(members, HOUSE.len());
}

/// A test file that nothing names would not be compiled, and its tests never run.
#[test]
fn every_test_file_is_a_module_of_its_crates_one_program() {
    for (folder, _) in HOUSE {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(folder).join("tests");
        if tests.is_dir() {
            modules(&tests, &tests.join("main.rs"));
        }
    }
}

/// The files and folders beside the file of a module are named in it.
fn modules(folder: &Path, module: &Path) {
    let text = fs::read_to_string(module).unwrap_or_else(|e| panic!("{}: {e}", module.display()));
    for entry in fs::read_dir(folder).expect("a folder of tests") {
        let path = entry.expect("an entry").path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let inner = path.join("mod.rs");
        let is_file = path.extension().is_some_and(|e| e == "rs") && path != module;
        if is_file || inner.is_file() {
            assert!(text.contains(&format!("mod {name};")), "{} names no `mod {name};`", module.display());
        }
        if inner.is_file() {
            modules(&path, &inner);
        }
    }
}

/// Limits of languages and hardware are written down in `crates/launch` and nowhere else: a limit that is written twice can differ.
#[test]
fn limits_stand_in_one_place() {
    const LIMITS: [&str; 6] =
        ["65_535", "65535", "i32::MAX as u", "[1024, 1024, 64]", "227 * 1024", "228 * 1024"];
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut looked_at = 0;
    for (folder, _) in HOUSE.iter().filter(|(folder, _)| *folder != "launch") {
        for file in sources(&crates.join(folder).join("src")) {
            let text = fs::read_to_string(&file).expect("a source");
            for (n, line) in text.lines().enumerate().filter(|(_, line)| !line.trim_start().starts_with("//"))
            {
                let limit = LIMITS.iter().find(|limit| line.contains(**limit));
                assert!(limit.is_none(), "{}:{}: {line}", file.display(), n + 1);
            }
            looked_at += 1;
        }
    }
    assert!(looked_at > 100, "the sources were read");
}

/// Only one module names Z3, so replacing the solver touches one directory.
#[test]
fn one_module_names_the_solvers_crate() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (folder, _) in HOUSE {
        let takes = manifest(folder).lines().any(|line| line.starts_with("z3"));
        assert_eq!(takes, folder == "smt", "{folder}: only `smt` depends on the crate `z3`");
    }
    let face = crates.join("smt/src/solver/z3");
    for file in sources(&crates.join("smt/src")) {
        let text = fs::read_to_string(&file).expect("a source");
        let names = text.lines().any(|line| line.starts_with("use z3::"));
        assert!(!names || file.starts_with(&face), "{} names the crate `z3`", file.display());
    }
}

/// The sources in a folder and those within it.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let paths = entries.map(|entry| entry.expect("an entry").path());
    paths
        .flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] })
        .filter(|path| path.extension().is_some_and(|end| end == "rs"))
        .collect()
}

/// Files that a user names are opened in one place, which looks what they are.
#[test]
fn files_of_users_are_opened_in_one_place() {
    // These read what raddle itself or its compiler has written, and what the system says of this process.
    let own = [
        "cli/src/stop.rs",
        "compile/src/files.rs",
        "compile/src/process.rs",
        "raddle/src/observe.rs",
        "smt/src/solver/z3/terms.rs",
    ];
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut open: Vec<_> = HOUSE.iter().map(|(folder, _)| crates.join(folder).join("src")).collect();
    while let Some(folder) = open.pop() {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                open.push(path);
                continue;
            }
            let text = fs::read_to_string(&path).unwrap_or_default();
            let text = text.split("#[cfg(test)]").next().unwrap_or_default();
            let reads = ["fs::read(", "fs::read)", "read_to_string(", "File::open("];
            let found = reads.iter().any(|read| text.contains(read));
            assert!(!found || own.iter().any(|own| path.ends_with(own)), "{}: use `files`", path.display());
        }
    }
}
