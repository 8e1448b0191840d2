//! `--explain`: what the comparison of two threads found and used, and what a failed proof lacked.

// Only a part of it is used here.
#[allow(dead_code)]
use crate::common::Folder;
use serde_json::Value;

/// The words of a report on `k.cu`.
fn explained(folder: &str, source: &str, options: &str) -> String {
    let folder = Folder::new(folder);
    folder.file("k.cu", source);
    let ran = folder.words(&format!("check k.cu --block 64 --grid 1 --explain {options}"));
    ran.one_line()
}

#[track_caller]
fn has(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "no `{part}` in:\n{text}");
    }
}

const TREE: &str = "__global__ void k(int *out, int n) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = t;
    __syncthreads();
    for (int half = n; half > 0; half /= 2) {
        int v = s[(t + half) & 63];
        __syncthreads();
        s[t] = v;
        __syncthreads();
    }
    out[t] = s[t];
}";

#[test]
fn closed_forms_and_conditions_are_told_in_names_of_the_source() {
    let text = explained("forms", TREE, "");
    has(
        &text,
        &[
            "loop at line 6: all threads of the launch leave it in the same iteration",
            "`half` is `half0 / 2^(rounds)`",
            "barrier at line 8: threads agree on all its conditions, so they reach it together",
            "`half < 1` at line 6: the same for all threads of the launch",
            "barrier at line 5: unconditional",
        ],
    );
    assert!(!text.contains("lacks"), "{text}");
}

const SEARCH: &str = "__global__ void k(int *out, const int *in, int n) {
    int at = 0;
    for (int i = 0; i < n; i++) {
        __invariant(at >= 7);
        at = in[at];
    }
    out[threadIdx.x] = at;
}";

#[test]
fn what_became_of_guesses_and_of_invariants_is_told() {
    let text = explained("invariants", SEARCH, "--property race,contract");
    has(
        &text,
        &[
            "`at` has no closed form",
            "the invariant at line 4 may fail where the loop is entered: not used",
            "guessed and discarded: ",
        ],
    );
}

#[test]
fn json_has_it_all() {
    let folder = Folder::new("json");
    folder.file("k.cu", TREE);
    let ran = folder.words("check k.cu --block 64 --grid 1 --explain --format json");
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    let reasoning = &report["kernels"][0]["reasoning"];
    assert_eq!(reasoning["loops"][0]["variables"][0]["formula"], "half0 / 2^(rounds)");
    assert_eq!(reasoning["loops"][0]["left_by"], "launch");
    assert_eq!(reasoning["barriers"].as_array().map(Vec::len), Some(3));
    assert_eq!(reasoning["lacking"].as_array().map(Vec::len), Some(0));
    // Not requested, so nothing is reported.
    let ran = folder.words("check k.cu --block 64 --grid 1 --format json");
    let report: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert!(report["kernels"][0].get("reasoning").is_none());
}

#[test]
fn what_stays_open_names_the_threads_and_the_variables() {
    let source = "__global__ void k(int *out, int n) {
    int odd = 1;
    for (int i = 0; i < n; i++) odd *= 3;
    int place = (odd & 1) * threadIdx.x;
    out[place] = threadIdx.x;
}";
    let text = explained("open", source, "--property race");
    has(
        &text,
        &["for thread (", "`place` = 0", "race lacks an invariant: as far as raddle knows", "`odd` may be"],
    );
}

#[test]
fn rounds_that_are_followed_prove_nothing() {
    let folder = Folder::new("bugs");
    folder.file("k.cu", TREE);
    let ran = folder.words("check k.cu --block 64 --grid 1 --find-bugs 3");
    assert_eq!(ran.code, Some(2), "{}", ran.out);
    let text = ran.one_line();
    has(&text, &["loops were unrolled 3 times to find bugs, which proves nothing"]);
    // With the barrier between read and write gone, a round is enough.
    let racy = TREE.replacen("63];\n        __syncthreads();", "63];", 1);
    folder.file("k.cu", racy);
    let ran = folder.words("check k.cu --block 64 --grid 1 --find-bugs 1 --property race");
    assert_eq!(ran.code, Some(1), "{}", ran.out);
    // Nor is a bug lost that a later round has.
    let late = "__global__ void k(int *out, int n) {
    for (int i = 0; i < n; i++) if (i == 20) out[0] = threadIdx.x;
}";
    folder.file("k.cu", late);
    let ran = folder.words("check k.cu --block 64 --grid 1 --find-bugs 2 --property race");
    assert_eq!(ran.code, Some(1), "{}", ran.out);
}

/// Compilers compare what a variable is going to be next.
#[test]
fn a_bound_is_found_where_the_next_value_is_compared() {
    let source = "__global__ void k(int *out, const int *in, int n) {
    if (n < 1 || n > 1000) return;
    int i = 0, x = 0;
    do {
        x += in[i] > 2;
        i++;
    } while (i != n);
    out[x + threadIdx.x] = x;
}";
    let text = explained("next", source, "--property bounds --buffer in=1000");
    has(&text, &["guessed and proved: ", "`i <= n - 1`", "bounds proved"]);
}
