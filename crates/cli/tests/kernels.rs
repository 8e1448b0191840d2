//! Every kernel under `kernels/` against what its header expects (the format: kernels/README.md).
//!
//! `RADDLE_KERNELS=paper001` runs only the files whose path contains that text, or one of several with spaces between.

use serde_json::Value;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

/// One `check:` line with what belongs to it.
#[derive(Debug, Default)]
struct Check {
    flags: Vec<String>,
    verdicts: BTreeMap<String, String>,
    exit: Option<i32>,
    findings: Vec<(String, u64)>,
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().expect("the repository's root")
}

fn collect(folder: &Path, into: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).expect("kernels/").map(|e| e.expect("an entry").path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            collect(&path, into);
        } else if path.extension().is_some_and(|e| ["cu", "cl", "ptx", "rir"].iter().any(|k| e == *k)) {
            into.push(path);
        }
    }
}

/// Reads a header. Lines that it does not know are errors, so that no expectation is lost.
fn header(path: &Path) -> Result<Vec<Check>, String> {
    let text = String::from_utf8_lossy(&std::fs::read(path).map_err(|e| e.to_string())?).into_owned();
    let mut checks: Vec<Check> = Vec::new();
    let mark = if path.extension().is_some_and(|e| e == "rir") { ";!" } else { "//!" };
    let lines = text.lines().map_while(|line| line.strip_prefix(mark));
    for line in lines.skip(usize::from(!text.starts_with(&format!("{mark} check")))) {
        if line.starts_with("   ") || line.trim().is_empty() {
            continue;
        }
        let (word, rest) = line.trim().split_once(':').ok_or_else(|| format!("no colon in `{line}`"))?;
        let rest = rest.trim();
        match word {
            "source" | "why" => {}
            "check" => {
                let flags = rest.split_whitespace().map(str::to_owned).collect();
                checks.push(Check { flags, ..Check::default() });
            }
            _ => {
                let check = checks.last_mut().ok_or("an expectation before any `check:`")?;
                match word {
                    "expect" => {
                        for pair in rest.split_whitespace() {
                            let (property, verdict) =
                                pair.split_once('=').ok_or("expect: property=verdict")?;
                            check.verdicts.insert(property.to_owned(), verdict.to_owned());
                        }
                    }
                    "expect-exit" => check.exit = Some(rest.parse().map_err(|_| "expect-exit: a number")?),
                    "finding" => {
                        let words: Vec<&str> = rest.split_whitespace().collect();
                        let [property, "line", line] = words.as_slice() else {
                            return Err(format!("finding: PROPERTY line N, not `{rest}`"));
                        };
                        let line = line.parse().map_err(|_| "a line number")?;
                        check.findings.push(((*property).to_owned(), line));
                    }
                    _ => return Err(format!("unknown header line `{word}`")),
                }
            }
        }
    }
    Ok(checks)
}

/// What is wrong with one run; empty when all is as expected. In the folder `compiled` sources are kept that several runs compile.
fn run(path: &Path, check: &Check, compiled: &Path) -> Vec<String> {
    let root = root();
    let shown = path.strip_prefix(&root).unwrap_or(path);
    let folder = tempfile::tempdir().expect("a folder for witnesses");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(&root)
        .arg("check")
        .arg(shown)
        .args(&check.flags)
        .args(["--format", "json", "--cache"])
        .arg(compiled)
        .arg("--witnesses")
        .arg(folder.path())
        .output()
        .expect("raddle runs");
    let stderr = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code();
    if stderr.contains("panicked at") {
        return vec![format!("it panicked: {stderr}")];
    }
    if let Some(exit) = check.exit {
        return match code {
            Some(code) if code == exit => Vec::new(),
            _ => vec![format!("exit code {code:?} instead of {exit}")],
        };
    }
    let Ok(report) = serde_json::from_slice::<Value>(&output.stdout) else {
        return vec![format!("no JSON report; exit code {code:?}; {stderr}")];
    };
    let mut wrong = Vec::new();
    let results: Vec<&Value> = report["kernels"]
        .as_array()
        .into_iter()
        .flatten()
        .flat_map(|k| k["results"].as_array().into_iter().flatten())
        .collect();
    if results.is_empty() {
        wrong.push(format!("no results; exit code {code:?}: {}", report["errors"]));
    }
    for (asked_for, expected) in &check.verdicts {
        let (property, part) =
            asked_for.split_once('/').map_or((asked_for.as_str(), None), |(p, s)| (p, Some(s)));
        let mut asked = results.iter().filter(|r| r["property"] == property).peekable();
        if asked.peek().is_none() {
            wrong.push(format!("{property} was not asked"));
        }
        for result in asked {
            let verdict = &result["verdict"];
            if part.is_some_and(|part| holds(&verdict["proved"]["of"], part)) {
                if expected != "proved" {
                    wrong.push(format!("{asked_for} is proved instead of {expected}"));
                }
                continue;
            }
            if verdict["kind"] != expected.as_str() {
                let detail = match verdict["kind"].as_str() {
                    Some("unknown") => verdict["reason"].to_string(),
                    _ => result["diagnostics"]
                        .as_array()
                        .into_iter()
                        .flatten()
                        .map(|d| d["title"].to_string())
                        .collect::<Vec<_>>()
                        .join("; "),
                };
                wrong.push(format!("{asked_for} is {} instead of {expected}: {detail}", verdict["kind"]));
            }
        }
    }
    wrong.extend(bad_premises(&report));
    for (property, line) in &check.findings {
        let found = results.iter().filter(|r| r["property"] == property.as_str()).any(|result| {
            let labels =
                result["diagnostics"].as_array().into_iter().flatten().flat_map(|d| d["labels"].as_array());
            labels.flatten().any(|label| points_at(&label["location"], *line))
        });
        if !found {
            wrong.push(format!("no finding of {property} at line {line}"));
        }
    }
    // Sources would be compiled again for each: PTX will do.
    if path.extension().is_some_and(|extension| extension == "ptx") {
        wrong.extend(replayed(folder.path()));
    }
    wrong
}

/// Is a portion proved? What holds of all that happens within a block holds of shared memory.
fn holds(proved: &Value, part: &str) -> bool {
    proved == part || proved == "within-cta" && part == "shared"
}

/// Proofs that stand on what is not proved, or in a circle; and methods that contradict each other.
fn bad_premises(report: &Value) -> Vec<String> {
    let mut wrong = Vec::new();
    for kernel in report["kernels"].as_array().into_iter().flatten() {
        let results: Vec<&Value> = kernel["results"].as_array().into_iter().flatten().collect();
        let proofs: BTreeMap<&str, Vec<&str>> = results
            .iter()
            .filter(|result| result["verdict"]["kind"] == "proved")
            .map(|result| {
                let premises = result["verdict"]["scope"]["stands_on"].as_array();
                let premises = premises.into_iter().flatten().filter_map(Value::as_str).collect();
                (result["property"].as_str().unwrap_or_default(), premises)
            })
            .collect();
        for (property, premises) in &proofs {
            for premise in premises {
                let is_asked = results.iter().any(|result| result["property"] == *premise);
                if is_asked && !proofs.contains_key(premise) {
                    wrong.push(format!("the proof of {property} stands on {premise}, which is not proved"));
                }
            }
            let (mut next, mut seen) = (premises.clone(), Vec::new());
            while let Some(premise) = next.pop() {
                if premise == *property {
                    wrong.push(format!("the proof of {property} stands on itself"));
                    break;
                }
                if !seen.contains(&premise) {
                    seen.push(premise);
                    next.extend(proofs.get(premise).into_iter().flatten());
                }
            }
        }
        // An assumption that is a property of the same report is not refuted there.
        let refuted =
            |property| results.iter().any(|r| r["property"] == property && r["verdict"]["kind"] == "refuted");
        for result in results.iter().filter(|result| result["verdict"]["kind"] == "proved") {
            for assumption in result["verdict"]["scope"]["assumptions"].as_array().into_iter().flatten() {
                let of = match assumption["name"].as_str() {
                    Some("in-bounds" | "function-pointers") => "bounds",
                    Some("terminates") => "termination",
                    Some("barriers-release") => "deadlock",
                    _ => continue,
                };
                if refuted(of) {
                    wrong.push(format!(
                        "{} is proved assuming {}, beside {of} refuted",
                        result["property"], assumption["name"]
                    ));
                }
            }
        }
        let notes = kernel["notes"].as_array().into_iter().flatten().filter_map(Value::as_str);
        wrong.extend(notes.filter(|note| note.starts_with("internal error")).map(str::to_owned));
    }
    wrong
}

/// The witnesses that do not show their findings again.
fn replayed(folder: &Path) -> Vec<String> {
    let mut wrong = Vec::new();
    for witness in std::fs::read_dir(folder).expect("the witnesses").map(|e| e.expect("an entry").path()) {
        let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
            .current_dir(root())
            .arg("replay")
            .arg(&witness)
            .output()
            .expect("raddle runs");
        if output.status.code() != Some(1) {
            let name = witness.file_name().unwrap_or_default().to_string_lossy();
            let said = String::from_utf8_lossy(&output.stdout);
            wrong.push(format!("{name} does not show again: {said}"));
        }
    }
    wrong
}

/// Is the place, or a call that it is inlined at, on this line?
fn points_at(place: &Value, line: u64) -> bool {
    place["line"] == line || place.get("inlined_at").is_some_and(|at| !at.is_null() && points_at(at, line))
}

/// Everything in a folder gets the verdicts of its headers.
fn check_folder(folder: &str) {
    let root = root();
    let mut files = Vec::new();
    collect(&root.join("kernels").join(folder), &mut files);
    let only = std::env::var("RADDLE_KERNELS").unwrap_or_default();
    let asked = |file: &PathBuf| only.split_whitespace().any(|part| file.to_string_lossy().contains(part));
    files.retain(|file| only.is_empty() || asked(file));
    let (mut checks, mut wrong) = (0, Vec::new());
    let compiled = tempfile::tempdir().expect("a folder for what is compiled");
    for file in &files {
        let shown = file.strip_prefix(&root).unwrap_or(file).display();
        let all = header(file).unwrap_or_else(|error| {
            wrong.push(format!("{shown}: header: {error}"));
            Vec::new()
        });
        for check in &all {
            checks += 1;
            let problems = run(file, check, compiled.path());
            if !problems.is_empty() {
                let (flags, problems) = (check.flags.join(" "), problems.join("\n    "));
                wrong.push(format!("raddle check {shown} {flags}\n    {problems}"));
            }
        }
    }
    assert!(checks > 0 || !only.is_empty(), "{folder} has kernels with headers");
    assert!(wrong.is_empty(), "{} of {checks} checks are wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// A test for each folder: they run side by side.
macro_rules! folders {
    ($($folder:ident)*) => {
        const FOLDERS: &[&str] = &[$(stringify!($folder)),*];

        $(#[test]
        fn $folder() {
            check_folder(stringify!($folder));
        })*
    };
}

folders! {
    bounds concrete contracts examples for_all function_pointers headers hunt input lockstep paper000 paper001 paper002 paper004 premises ptx real rows
    redundant structures termination tickets tutorial unknown weft
}

/// `benches/corpus.py --real` writes the header of a source into its PTX.
#[test]
fn compiled_kernels_repeat_the_headers_of_their_sources() {
    let mut files = Vec::new();
    collect(&root().join("kernels/real"), &mut files);
    files.retain(|file| file.extension().is_some_and(|extension| extension == "ptx"));
    assert!(files.len() > 50, "only {} files", files.len());
    let lines = |file: &Path, mark: &str| -> Vec<String> {
        let text = std::fs::read(file).expect("a readable file");
        let text = String::from_utf8_lossy(&text);
        text.lines().filter_map(|line| Some(line.strip_prefix(mark)?.to_owned())).collect()
    };
    for file in files {
        let sources = ["cu", "cl", "py"].map(|extension| file.with_extension(extension));
        let source = sources.iter().find(|source| source.exists());
        let source = source.unwrap_or_else(|| panic!("{} has no source", file.display()));
        let mark = if source.extension().is_some_and(|extension| extension == "py") { "#! " } else { "//! " };
        assert_eq!(lines(source, mark), lines(&file, "//! "), "{} and its source", file.display());
    }
}

#[test]
fn every_folder_has_a_test() {
    let entries = std::fs::read_dir(root().join("kernels")).expect("kernels/");
    let folders = entries.map(|entry| entry.expect("an entry").path()).filter(|path| path.is_dir());
    for folder in folders {
        let name = folder.file_name().unwrap_or_default().to_string_lossy();
        assert!(FOLDERS.contains(&&*name), "kernels/{name} is in no test: add it to `folders!`");
    }
}
