//! Headers that are kept, as the compiler has read them, change nothing but the time.

use raddle_compile::{CompileError, CompileOptions, Compiled, compile};
use std::fs;
use std::path::{Path, PathBuf};

fn sources() -> Vec<PathBuf> {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let entries = ["door", "headers"].map(|folder| fs::read_dir(tests.join(folder)).expect("a folder"));
    let mut files: Vec<_> =
        entries.into_iter().flatten().map(|entry| entry.expect("an entry").path()).collect();
    files.retain(|file| file.extension().is_some_and(|extension| extension == "cl" || extension == "cu"));
    // Those for another standard apart.
    files.retain(|file| !fs::read_to_string(file).expect("a text").starts_with("// standard"));
    files.sort();
    files
}

fn kept_in(cache: &Path) -> CompileOptions {
    CompileOptions { cache: Some(cache.to_owned()), ..CompileOptions::default() }
}

fn compiled(file: &Path, options: &CompileOptions) -> Compiled {
    compile(file, options).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn uses_prelude(compiled: &Compiled) -> bool {
    compiled.commands[0].iter().any(|word| word == "-include-pch")
}

/// All files below a folder that end so.
fn preludes(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let of_entry = |path: PathBuf| if path.is_dir() { preludes(&path) } else { vec![path] };
    entries.flat_map(of_entry).filter(|path| path.extension().is_some_and(|e| e == "pch")).collect()
}

#[test]
fn the_code_is_the_same() {
    let cache = tempfile::tempdir().expect("a folder");
    let files = sources();
    assert!(files.len() >= 6, "{files:?}");
    for optimise in [0, 2] {
        // Contracts are not for optimised code; some of CUDA's are enough there.
        let optimised = |(number, file): &(usize, &PathBuf)| {
            let rare = file.extension().is_some_and(|extension| extension == "cl") || number % 3 == 0;
            rare && !file.with_extension("").ends_with("contracts")
        };
        let all = files.iter().enumerate().filter(|one| optimise == 0 || optimised(one));
        for (_, file) in all {
            let plain = CompileOptions { optimise, ..CompileOptions::default() };
            let kept = compiled(file, &CompileOptions { optimise, ..kept_in(cache.path()) });
            let plain = compiled(file, &plain);
            // CUDA's rarer headers are not kept so.
            let rare = kept.commands[0].iter().any(|word| word.ends_with("raddle/more.h"));
            assert!(uses_prelude(&kept) != rare && !uses_prelude(&plain), "{}", file.display());
            assert!(kept.ptx == plain.ptx, "{}: {}", file.display(), first_difference(&kept.ptx, &plain.ptx));
            assert_eq!(kept.warnings, plain.warnings, "{}", file.display());
        }
    }
    // OpenCL's with and without the rarer built-ins, with halves as numbers and without, and CUDA's; optimised and not.
    assert_eq!(preludes(cache.path()).len(), 10);
}

#[test]
fn a_broken_or_impossible_one_is_done_without() {
    let cache = tempfile::tempdir().expect("a folder");
    let file = &sources()[0];
    let options = kept_in(cache.path());
    let good = compiled(file, &options);
    for made in preludes(cache.path()) {
        fs::write(made, "garbage").expect("written");
    }
    let broken = compiled(file, &options);
    assert!(broken.ptx == good.ptx, "{}", first_difference(&broken.ptx, &good.ptx));

    // Nor are headers that someone has changed.
    for folder in fs::read_dir(cache.path()).expect("a folder") {
        fs::write(folder.expect("an entry").path().join("raddle.h"), "#error changed").expect("written");
    }
    assert!(compiled(file, &options).ptx == good.ptx);

    let no_folder = cache.path().join("file");
    fs::write(&no_folder, "").expect("written");
    let impossible = compiled(file, &kept_in(&no_folder));
    assert!(!uses_prelude(&impossible));
    assert!(impossible.ptx == good.ptx);
}

#[test]
fn errors_are_those_of_the_source_alone() {
    let cache = tempfile::tempdir().expect("a folder");
    let wrong = cache.path().join("wrong.cl");
    fs::write(&wrong, "kernel void k(global int *a) {\n  a[0] = *;\n}\n").expect("written");
    let said = |options| match compile(&wrong, &options) {
        Err(CompileError::Failed { stderr, .. }) => stderr,
        other => panic!("{other:?}"),
    };
    let kept = said(kept_in(&cache.path().join("cache")));
    assert!(kept.contains("wrong.cl:2:11: error: expected expression"), "{kept}");
    assert_eq!(kept, said(CompileOptions::default()));
}

fn first_difference(one: &str, other: &str) -> String {
    let differ = one.lines().zip(other.lines()).find(|(one, other)| one != other);
    differ.map_or_else(|| "one is longer".to_owned(), |(one, other)| format!("`{one}` and `{other}`"))
}
