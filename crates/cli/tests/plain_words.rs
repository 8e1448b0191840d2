//! The book, and the strings and comments of the code, are in plain words: phrases that were replaced do not come back.

use std::fs;
use std::path::{Path, PathBuf};

/// Phrases that are not used, each with the words to write instead.
const REPLACED: [(&str, &str); 23] = [
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("nobody", "no thread, nothing, or the passive"),
    ("everybody", "all threads"),
    ("somebody", "some thread"),
    ("come to", "reach"),
    ("comes to", "reaches"),
    ("came to", "reached"),
    ("behind", "after"),
    ("go on", "continue"),
    ("goes on", "continues"),
    ("is told", "is reported"),
    ("are told", "are reported, or are distinguished"),
    ("taken for granted", "assumed"),
    ("takes for granted", "assumes"),
    ("handed in", "given"),
    ("for sure", "certainly"),
    ("surely", "certainly"),
    ("all the same", "still"),
    ("so many", "the number, or this many"),
    ("anyhow", "in any case"),
    ("for ever", "forever"),
];

/// More of them, which only the code had.
const IN_CODE: [(&str, &str); 7] = [
    ("it learns at", "it learns only at"),
    ("leaves all else", "changes nothing else"),
    ("added to so often", "wraps around"),
    ("does not look at", "never reads, or ignores"),
    ("comes of it", "the result"),
    ("of the source may fail", "are candidates"),
    ("takes no input any more", "no longer accepts input"),
];

/// Pages with words of their own: figures, kernels of others, the introduction, and the index of the rules' titles.
const ELSEWHERE: [&str; 4] = ["evaluation.md", "gpuverify-failing.md", "introduction.md", "README.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// All files below a folder with this extension.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the entry is readable").path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|other| other == extension) {
            found.push(path);
        }
    }
}

/// The words of a text outside backticks, in lower case, each with a space on both sides.
fn words(text: &str) -> String {
    let text: String = text.split('`').step_by(2).collect::<Vec<&str>>().join(" x ");
    let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let words: Vec<String> = words.map(str::to_lowercase).collect();
    format!(" {} ", words.join(" "))
}

/// What is wrong with a text of `file`.
fn wrong(file: &Path, text: &str, phrases: &[(&str, &str)]) -> Vec<String> {
    let text = words(text);
    let has = |phrase: &str| text.contains(&format!(" {phrase} "));
    let found = phrases.iter().filter(|(phrase, _)| has(phrase));
    let at = |phrase: &str| {
        let at = text.find(&format!(" {phrase} ")).unwrap_or(0);
        let (before, after) = text.split_at(at);
        let before: String = before.chars().rev().take(40).collect::<Vec<char>>().into_iter().rev().collect();
        format!("{before}{}", after.chars().take(40).collect::<String>())
    };
    found
        .map(|(phrase, instead)| {
            format!("{}: write `{instead}` for `{phrase}`: ...{}...", file.display(), at(phrase))
        })
        .collect()
}

#[test]
fn the_book_is_in_plain_words() {
    let mut found = vec![root().join("ARCHITECTURE.md")];
    files(&root().join("docs/src"), "md", &mut found);
    found.retain(|page| !ELSEWHERE.iter().any(|name| page.ends_with(name)));
    assert!(found.len() > 50, "the book is where it is looked for: {found:?}");
    let mut all = Vec::new();
    for page in &found {
        let text = fs::read_to_string(page).expect("the page is readable");
        // Headings are names, and blocks are code.
        let text: String = text.split("```").step_by(2).collect();
        let lines: Vec<&str> = text.lines().filter(|line| !line.starts_with('#')).collect();
        all.extend(wrong(page, &lines.join(" "), &REPLACED));
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

#[test]
fn the_code_speaks_in_plain_words() {
    let phrases = [REPLACED.as_slice(), IN_CODE.as_slice()].concat();
    let crates = fs::read_dir(root().join("crates")).expect("the crates are there");
    let mut all = Vec::new();
    for folder in crates.map(|entry| entry.expect("the entry is readable").path()) {
        let mut sources = Vec::new();
        files(&folder.join("src"), "rs", &mut sources);
        for path in &sources {
            let texts = Texts::of(&fs::read_to_string(path).expect("the file is readable"));
            // A single word is a name, of a key or a value.
            let sentences = texts.strings.iter().filter(|text| text.trim().contains(' '));
            for text in sentences.chain(&texts.comments) {
                all.extend(wrong(path, text, &phrases));
            }
        }
    }
    assert!(all.is_empty(), "{}", all.join("\n"));
}

/// The texts in a Rust source that people read.
#[derive(Debug, Default, PartialEq, Eq)]
struct Texts {
    /// Its strings.
    strings: Vec<String>,
    /// Its comments; those on consecutive lines are one.
    comments: Vec<String>,
}

impl Texts {
    fn of(source: &str) -> Self {
        let mut texts = Texts::default();
        let mut rest = source;
        while let Some(at) = rest.find(['"', '/', '\'']) {
            let before = &rest[..at];
            rest = &rest[at..];
            rest = if rest.starts_with("//") {
                let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
                let text = line.trim_start_matches(['/', '!']);
                match texts.comments.last_mut().filter(|_| before.trim().is_empty()) {
                    Some(last) => last.push_str(text),
                    None => texts.comments.push(text.to_owned()),
                }
                after
            } else if rest.starts_with('"') {
                let hashes = before.len() - before.trim_end_matches('#').len();
                let raw = before[..before.len() - hashes].ends_with('r');
                let (text, after) = if raw { raw_string(rest, hashes) } else { string(rest) };
                texts.strings.push(text);
                after
            } else if let Some(character) = character(rest) {
                &rest[character..]
            } else {
                &rest[1..]
            };
        }
        texts
    }
}

/// A string that begins here, with its continued lines joined, and what follows it.
fn string(rest: &str) -> (String, &str) {
    let mut text = String::new();
    let mut characters = rest.char_indices().skip(1);
    while let Some((at, c)) = characters.next() {
        match c {
            '"' => return (text, &rest[at + 1..]),
            // An escape is not a letter; one at the end of a line continues the sentence.
            '\\' => {
                characters.next();
                text.push(' ');
            }
            c => text.push(c),
        }
    }
    (text, "")
}

/// The same for a raw string with this number of hashes.
fn raw_string(rest: &str, hashes: usize) -> (String, &str) {
    let end = format!("\"{}", "#".repeat(hashes));
    let (text, after) = rest[1..].split_once(&end).unwrap_or((&rest[1..], ""));
    (text.to_owned(), after)
}

/// The length of a character that begins here; a lifetime is none.
fn character(rest: &str) -> Option<usize> {
    let mut characters = rest.char_indices().skip(1);
    match characters.next()? {
        (_, '\\') => rest.char_indices().skip(3).find(|(_, c)| *c == '\'').map(|(at, _)| at + 1),
        _ => characters.next().filter(|(_, c)| *c == '\'').map(|(at, _)| at + 1),
    }
}

#[test]
fn strings_and_comments_are_found() {
    let source = "//! One\n//! idea.\nfn f<'a>(c: &'a str) { g('\"', \"a \\\"b\\\" \\\n   c\"); } // End\nlet x = r#\"d\"e\"#;";
    let texts = Texts::of(source);
    assert_eq!(texts.comments, [" One idea.", " End"]);
    assert_eq!(texts.strings.iter().map(|text| words(text)).collect::<Vec<_>>(), [" a b c ", " d e "]);
}
