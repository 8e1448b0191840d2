//! The door: what an optimiser would delete, fold or invent is in the PTX of the default compilation.
//!
//! Each kernel in `tests/door/` states its expectations in comments on the lines they are about:
//! - `KEEP OP`: at `-O0`, at least one instruction of this line begins with `OP`; `KEEP N OP`: exactly N do.
//! - `GONE OP`: at `-O2`, none does. It shows that the expectation before it means something.
//! - `OPTIMISED N OP`: at `-O2`, N instructions of this line begin so.
//! - `DWARF NAME GONE`, anywhere: the DWARF has that name at `-O0`, and has not at `-O2`.
//!
//! An instruction belongs to the line of the last `.loc`. Accesses to the compiler's own stack slots (through `%SP`)
//! do not count, nor does the guard of an instruction.

use raddle_compile::{CompileOptions, compile};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The two compilations of one file.
struct Pair {
    plain: String,
    optimised: String,
}

#[test]
fn everything_is_kept() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/door");
    let mut files: Vec<PathBuf> = fs::read_dir(&folder)
        .expect("tests/door is there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    assert!(files.len() >= 20, "only {} kernels found", files.len());

    let mut failures = String::new();
    for file in &files {
        let pair = Pair { plain: ptx(file, 0), optimised: ptx(file, 2) };
        let source = fs::read_to_string(file).expect("readable");
        let mut expectations = 0;
        for (index, line) in source.lines().enumerate() {
            let Some((_, comment)) = line.split_once("//") else { continue };
            for expectation in Expectation::parse_all(comment) {
                expectations += 1;
                if let Err(why) = expectation.check(index + 1, &pair) {
                    let _ = writeln!(failures, "{}:{}: {why}\n  {line}", file.display(), index + 1);
                }
            }
        }
        if expectations == 0 {
            let _ = writeln!(failures, "{}: no expectation in it", file.display());
        }
    }
    assert!(failures.is_empty(), "\n{failures}");
}

fn ptx(file: &Path, optimise: u8) -> String {
    let options = CompileOptions { optimise, ..CompileOptions::default() };
    compile(file, &options).unwrap_or_else(|e| panic!("{}: {e}", file.display())).ptx
}

/// One expectation.
#[derive(Debug)]
enum Expectation {
    Keep { count: Option<usize>, op: String },
    Gone { op: String },
    Optimised { count: usize, op: String },
    Dwarf { name: String },
}

impl Expectation {
    fn parse_all(comment: &str) -> Vec<Self> {
        let mut words = comment.split_whitespace();
        let mut found = Vec::new();
        while let Some(word) = words.next() {
            let mut next = || words.next().expect("a word after the keyword").to_string();
            match word {
                "KEEP" => {
                    let first = next();
                    found.push(match first.parse() {
                        Ok(count) => Self::Keep { count: Some(count), op: next() },
                        Err(_) => Self::Keep { count: None, op: first },
                    });
                }
                "GONE" => found.push(Self::Gone { op: next() }),
                "OPTIMISED" => {
                    let count = next().parse().expect("OPTIMISED N OP");
                    found.push(Self::Optimised { count, op: next() });
                }
                "DWARF" => {
                    found.push(Self::Dwarf { name: next() });
                    assert_eq!(next(), "GONE");
                }
                _ => {}
            }
        }
        found
    }

    fn check(&self, line: usize, pair: &Pair) -> Result<(), String> {
        match self {
            Self::Keep { count, op } => {
                let n = count_at(&pair.plain, line, op);
                match count {
                    Some(count) if n != *count => Err(format!("{n} `{op}` at -O0, not {count}")),
                    None if n == 0 => Err(format!("no `{op}` at -O0")),
                    _ => Ok(()),
                }
            }
            Self::Gone { op } => match count_at(&pair.optimised, line, op) {
                0 => Ok(()),
                n => Err(format!("{n} `{op}` at -O2: the kernel shows nothing")),
            },
            Self::Optimised { count, op } => match count_at(&pair.optimised, line, op) {
                n if n == *count => Ok(()),
                n => Err(format!("{n} `{op}` at -O2, not {count}: the kernel shows nothing")),
            },
            Self::Dwarf { name } => {
                if !dwarf_has(&pair.plain, name) {
                    Err(format!("no `{name}` in the DWARF at -O0"))
                } else if dwarf_has(&pair.optimised, name) {
                    Err(format!("`{name}` is in the DWARF at -O2 too: the kernel shows nothing"))
                } else {
                    Ok(())
                }
            }
        }
    }
}

/// How many instructions of source line `line` begin with `op`.
fn count_at(ptx: &str, line: usize, op: &str) -> usize {
    let mut here = false;
    let mut count = 0;
    for text in ptx.lines().map(str::trim) {
        if let Some(location) = text.strip_prefix(".loc") {
            // `.loc FILE LINE COLUMN`; file 1 need not be the source, but no header here has code.
            here = location.split_whitespace().nth(1).is_some_and(|l| l.parse() == Ok(line));
        } else if text.contains(".section") {
            break;
        } else if here && !text.contains("%SP") {
            let text = text.trim_start_matches('{').trim_start();
            // Inline assembly may hold several instructions in one line.
            count += text
                .split(';')
                .map(|instruction| {
                    let instruction = instruction.trim();
                    match instruction.strip_prefix('@') {
                        Some(guarded) => {
                            guarded.split_once(char::is_whitespace).map_or("", |(_, i)| i.trim())
                        }
                        None => instruction,
                    }
                })
                .filter(|instruction| instruction.starts_with(op))
                .count();
        }
    }
    count
}

/// Whether the bytes of the `.section` directives hold `name` as a zero-terminated string.
fn dwarf_has(ptx: &str, name: &str) -> bool {
    let Some(start) = ptx.find(".section") else { return false };
    let bytes: Vec<u8> = ptx[start..]
        .lines()
        .filter_map(|l| l.trim().strip_prefix(".b8")?.split("//").next()?.trim().parse().ok())
        .collect();
    let mut wanted = name.as_bytes().to_vec();
    wanted.push(0);
    bytes.windows(wanted.len()).any(|w| w == wanted)
}
