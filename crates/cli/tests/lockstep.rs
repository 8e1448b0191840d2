//! `raddle lockstep`: the lock-step program of a kernel as text.

use std::path::Path;
use std::process::Command;

/// Exit code and standard output of `raddle lockstep` with these arguments, in the repository's root.
fn lockstep(arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("../.."))
        .arg("lockstep")
        .args(arguments)
        .output()
        .expect("raddle runs");
    (output.status.code(), String::from_utf8_lossy(&output.stdout).into_owned())
}

#[test]
fn the_papers_language_is_taken_as_it_stands() {
    let (code, text) = lockstep(&["kernels/paper000/fig3.rir"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("⟨offset⟩ := ⟨active = W_last ? mul(offset, 2) : offset⟩"), "{text}");
}

#[test]
fn boogie_for_three_threads() {
    let (code, text) = lockstep(&["kernels/paper000/fig3.rir", "--emit", "boogie", "--threads", "3"]);
    assert_eq!(code, Some(0));
    assert!(text.contains("assume active$1 == W || active$2 == W || active$3 == W;"), "{text}");
}

#[test]
fn functions_differ_and_no_call_leads_nowhere() {
    let kernel = "kernels/function_pointers/required.cu";
    let (code, text) = lockstep(&[kernel, "--emit", "boogie"]);
    assert_eq!(code, Some(0));
    assert!(
        text.contains("const unique func0: bv64;") && text.contains("const unique func1: bv64;"),
        "{text}"
    );
    assert!(!text.contains("unmodelled: opaque") && text.contains("// marker stray_call"), "{text}");
    let (code, text) = lockstep(&["kernels/function_pointers/not_required.cu"]);
    assert_eq!(code, Some(0));
    assert!(!text.contains("unmodelled") && text.contains("; marker stray_call"), "{text}");
}

#[test]
fn a_source_has_its_barriers_and_its_loop() {
    let (code, text) = lockstep(&["kernels/paper000/fig1a.cu"]);
    assert_eq!(code, Some(0), "{text}");
    assert_eq!(text.matches("; barrier").count(), 2, "{text}");
    assert_eq!(text.matches("; final barrier").count(), 1, "{text}");
    assert!(text.contains("ψ⟨") && text.contains("_back, ") && !text.contains("unmodelled"), "{text}");
}

#[test]
fn an_irreducible_kernel_is_an_error_that_names_the_edge() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("irreducible.rir");
    let text = "module cuda address 64\nkernel \"k\" {\nblock0():\n  goto block1(), block2()\nblock1() \"left\":\n  \
                goto block2()\nblock2() \"right\":\n  goto block1(), block3()\nblock3():\n  return\n}\n";
    std::fs::write(&file, text).expect("it can be written");
    let (code, text) = lockstep(&[file.to_str().expect("a path in UTF-8")]);
    assert_eq!(code, Some(3));
    assert!(text.contains("irreducible") && text.contains("left") && text.contains("right"), "{text}");
}
