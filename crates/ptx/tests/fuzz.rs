//! The fuzz targets without libFuzzer, on files that are ours with a few edits. `./dev fuzz` runs them with it, for hours.

use crate::proptests::config;
use proptest::prelude::*;
use proptest::sample::Index;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

#[path = "../../../fuzz/src/lib.rs"]
mod targets;

/// Longer texts are slow, and show no more.
const LONGEST: usize = 16 << 10;

/// The characters that end a line, and those that end a word.
const LINES: &[u8] = b"\n";
const WORDS: &[u8] = b" \t\n,";

static PTX: LazyLock<Vec<String>> = LazyLock::new(|| texts(&["kernels", "crates/ptx/tests"], "ptx"));
static RIR: LazyLock<Vec<String>> = LazyLock::new(|| texts(&["kernels", "crates/ir/tests/filetests"], "rir"));

/// The texts of all short files with this extension in some folders of the repository.
fn texts(folders: &[&str], extension: &str) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut files = Vec::new();
    folders.iter().for_each(|folder| collect(&root.join(folder), extension, &mut files));
    files.sort();
    let texts = files.iter().map(|file| std::fs::read(file).expect("a file"));
    texts.filter_map(|bytes| String::from_utf8(bytes).ok()).filter(|text| text.len() <= LONGEST).collect()
}

fn collect(folder: &Path, extension: &str, into: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            collect(&path, extension, into);
        } else if path.extension().is_some_and(|e| e == extension) {
            into.push(path);
        }
    }
}

#[derive(Clone, Debug)]
enum Edit {
    /// A byte is another one.
    Byte(Index, u8),
    /// The rest is missing.
    Cut(Index),
    /// A line is missing.
    Lose(Index),
    /// A line of the text, or of another one, replaces a line, twice.
    Line(Index, Index),
    /// A word of the text, or of another one, replaces a word.
    Word(Index, Index),
}

/// The input of a target, which a failure shows as text.
struct Input(Vec<u8>);

impl fmt::Debug for Input {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", String::from_utf8_lossy(&self.0))
    }
}

/// One of the texts with a few edits.
fn input(texts: &'static [String]) -> impl Strategy<Value = Input> {
    edits().prop_map(|edits| Input(edited(texts, &edits)))
}

fn edits() -> impl Strategy<Value = (Index, Index, Vec<Edit>)> {
    let index = any::<Index>;
    let edit = prop_oneof![
        2 => (index(), any::<u8>()).prop_map(|(at, byte)| Edit::Byte(at, byte)),
        1 => index().prop_map(Edit::Cut),
        3 => index().prop_map(Edit::Lose),
        4 => (index(), index()).prop_map(|(from, to)| Edit::Line(from, to)),
        8 => (index(), index()).prop_map(|(from, to)| Edit::Word(from, to)),
    ];
    (index(), index(), prop::collection::vec(edit, 1..6))
}

/// One of the texts with edits, in which parts of another one are used.
fn edited(texts: &[String], (text, other, edits): &(Index, Index, Vec<Edit>)) -> Vec<u8> {
    let (mut text, other) = (text.get(texts).clone().into_bytes(), other.get(texts).as_bytes());
    for edit in edits {
        if text.is_empty() {
            break;
        }
        match edit {
            Edit::Byte(at, byte) => *at.get_mut(&mut text) = *byte,
            Edit::Cut(at) => text.truncate(at.index(text.len())),
            Edit::Lose(at) => splice(&mut text, LINES, *at, &[]),
            Edit::Line(from, at) => {
                let line = piece(&[&text, other].concat(), LINES, *from);
                splice(&mut text, LINES, *at, &line.repeat(2));
            }
            Edit::Word(from, at) => {
                let word = piece(&[&text, other].concat(), WORDS, *from);
                splice(&mut text, WORDS, *at, &word);
            }
        }
    }
    text
}

/// One of the pieces that end in one of these bytes.
fn piece(text: &[u8], ends: &[u8], which: Index) -> Vec<u8> {
    let pieces: Vec<&[u8]> = text.split_inclusive(|byte| ends.contains(byte)).collect();
    which.get(&pieces).to_vec()
}

/// Something else in place of such a piece.
fn splice(text: &mut Vec<u8>, ends: &[u8], which: Index, new: &[u8]) {
    let mut pieces: Vec<&[u8]> = text.split_inclusive(|byte| ends.contains(byte)).collect();
    let at = which.index(pieces.len());
    pieces[at] = new;
    *text = pieces.concat();
}

proptest! {
    #![proptest_config(config(50_000, 500_000))]

    #[test]
    fn parse_ptx(input in input(&PTX)) {
        targets::parse_ptx(&input.0);
    }

    #[test]
    fn lower_ptx(input in input(&PTX)) {
        targets::lower_ptx(&input.0);
    }

    #[test]
    fn parse_rir(input in input(&RIR)) {
        targets::parse_rir(&input.0);
    }
}
