//! Solvers that are missing, die, or talk nonsense, as a user gives them with `--solver`: the verdict is unknown with the reason, never a
//! proof, never a panic, never a hang.
#![cfg(unix)]

// Only a part of it is used here.
#[allow(dead_code)]
use crate::common::Folder;
use std::os::unix::fs::PermissionsExt;

/// Whether threads race depends on a product, which rewriting does not decide.
const PRODUCTS: &str = "__global__ void k(int *out, int n) {
    __requires(n > 100 && n < 1000);
    out[threadIdx.x * n + threadIdx.x * threadIdx.x] = n;
}
";

/// A solver that is a script.
fn script(folder: &Folder, name: &str, lines: &str) {
    folder.file(name, format!("#!/bin/sh\n{lines}\n"));
    let executable = std::fs::Permissions::from_mode(0o755);
    std::fs::set_permissions(folder.0.join(name), executable).expect("it can be made executable");
}

#[test]
fn a_solver_that_does_not_answer_leaves_it_unknown() {
    let folder = Folder::new("solvers");
    folder.file("k.cu", PRODUCTS);
    script(&folder, "dies.sh", "read line; kill -9 $$");
    script(&folder, "dies_late.sh", "(sleep 0.3; kill -9 $$) & cat > /dev/null");
    script(&folder, "garbage.sh", "cat > /dev/null & while true; do echo ')( maybe'; done");
    script(
        &folder,
        "liar.sh",
        "while read line; do case \"$line\" in *check-sat*) echo sat;; *get-*) echo '()';; esac; done",
    );
    script(&folder, "silent.sh", "sleep 600");
    for (solver, time, says) in [
        ("no-such-solver-anywhere", "", "not found"),
        ("./dies.sh", "", "SIGKILL"),
        ("./dies_late.sh", "", "SIGKILL"),
        ("./garbage.sh", "", "the solver failed"),
        ("./liar.sh", "", "the solver failed"),
        ("./silent.sh", "--timeout 2", "time"),
        ("./k.cu", "", "the solver failed"),
    ] {
        let line = format!("check k.cu --block 64 --grid 1 --property race --solver {solver} {time}");
        folder.each(&[(&line, 2, "unknown"), (&line, 2, says)]);
    }
}

/// One that answers is enough.
#[test]
fn a_portfolio_does_without_those_that_do_not_answer() {
    let folder = Folder::new("portfolio");
    folder.file("k.cu", PRODUCTS);
    script(&folder, "dies.sh", "read line; kill -9 $$");
    folder.each(&[
        ("check k.cu --block 64 --grid 1 --property race", 0, "proved"),
        ("check k.cu --block 64 --grid 1 --property race --solver z3 --solver ./dies.sh", 0, "proved"),
        ("check k.cu --block 64 --grid 1 --property race --solver no-such-solver --solver z3", 0, "proved"),
    ]);
}
