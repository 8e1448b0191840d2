//! What nvcc accepts and clang rejects. clang reports each such place; there, and only there, the text is changed, under its own name.
//!
//! - `__device__ __shared__ int a[64];` in a function: shared memory is always on the device, but with `__device__` clang requires
//!   `static`. `__device__` is replaced by blanks, or, where a macro hides it, `static` is put before it. Neither affects a shared variable,
//!   whatever the error there is; a variable that is not shared keeps its error.
//! - `__shared__ alignas(16) int a[64];`: after another specifier clang accepts only C's `_Alignas`, which means the same there.
//! - `k<<<1, 32>>>(p);` in a kernel: a launch by the device becomes a call of unknown code. One that a macro writes, or through a pointer to a
//!   kernel, keeps its error.

use crate::messages::Message;
use crate::{CompileError, files, process};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::{Component, Path, PathBuf};

const DEVICE: &str = "__device__";
const SHARED: &str = "__shared__";
const ALIGNAS: &str = "alignas";
/// clang's error where `alignas` comes after a specifier.
const MISPLACED: &str = "an attribute list cannot appear here";
/// How clang's errors begin where device code launches a kernel: at the kernel's name, and at `<<<`.
const LAUNCHED: [&str; 2] =
    ["reference to __global__ function", "reference to __host__ function 'cudaConfigureCall'"];

/// Texts that stand for those of files, by the absolute names of the files.
#[derive(Debug, Default)]
pub(crate) struct Fixed {
    texts: BTreeMap<PathBuf, String>,
}

/// The words that each macro expands to, with other macros in them not expanded.
#[derive(Debug, Default)]
pub(crate) struct Macros(BTreeMap<String, BTreeSet<String>>);

impl Macros {
    /// The macros defined in preprocessed text.
    pub(crate) fn of(preprocessed: &str) -> Self {
        let mut macros = Self::default();
        for definition in preprocessed.lines().filter_map(|line| line.strip_prefix("#define ")) {
            let name = word(definition);
            macros.0.entry(name.to_owned()).or_default().extend(words(&definition[name.len()..]));
        }
        macros
    }

    /// Does a word finally expand to another one?
    fn holds(&self, word: &str, sought: &str) -> bool {
        let (mut open, mut seen) = (vec![word], BTreeSet::new());
        while let Some(word) = open.pop() {
            if word == sought {
                return true;
            }
            if seen.insert(word) {
                open.extend(self.0.get(word).into_iter().flatten().map(String::as_str));
            }
        }
        false
    }
}

/// The first word of a text.
fn word(text: &str) -> &str {
    &text[..text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len())]
}

fn words(text: &str) -> impl Iterator<Item = String> {
    let all = text.split(|c: char| !c.is_alphanumeric() && c != '_');
    all.filter(|word| !word.is_empty()).map(str::to_owned)
}

/// A change of a text: what is replaced, and by what.
type Edit = (Range<usize>, String);

impl Fixed {
    /// Fixes the texts at the errors that are about such places; returns whether it changed anything. `macros` is called where a macro may hide the words.
    pub(crate) fn fix(&mut self, said: &[Message], macros: impl Fn() -> Macros) -> bool {
        let mut edits: BTreeMap<PathBuf, BTreeMap<usize, Edit>> = BTreeMap::new();
        let mut known: Option<Macros> = None;
        for message in said.iter().filter(|message| message.is_error()) {
            let Some(place) = message.place.as_ref() else { continue };
            let Some((file, column)) = absolute(&place.file).zip(place.column) else { continue };
            let Some(text) = self.text(&file) else { continue };
            let Some(offset) = offset(text, place.line as usize, column as usize) else { continue };
            let mut holds = |word: &str, sought: &str| known.get_or_insert_with(&macros).holds(word, sought);
            let found = match word(&text[offset..]) {
                ALIGNAS if message.text == MISPLACED && is_shared(declaration(text, offset), &mut holds) => {
                    vec![(offset..offset + ALIGNAS.len(), "_Alignas".to_owned())]
                }
                _ if LAUNCHED.iter().any(|begin| message.text.starts_with(begin)) => launch(text, offset),
                _ => shared(text, offset, &mut holds).into_iter().collect(),
            };
            edits.entry(file).or_default().extend(found.into_iter().map(|edit| (edit.0.start, edit)));
        }
        for (file, edits) in &edits {
            let Some(text) = self.texts.get_mut(file) else { continue };
            let mut end = text.len();
            for (range, instead) in edits.values().rev() {
                // Of two that overlap, the later one.
                if range.end <= end {
                    text.replace_range(range.clone(), instead);
                    end = range.start;
                }
            }
        }
        edits.values().any(|edits| !edits.is_empty())
    }

    /// The arguments that make clang read the texts in place of the files; `folder` is where they may lie.
    pub(crate) fn arguments(&self, folder: &Path) -> Result<Vec<String>, CompileError> {
        if self.texts.is_empty() {
            return Ok(Vec::new());
        }
        let mut roots = Vec::new();
        for (n, (file, text)) in self.texts.iter().enumerate() {
            let fixed = folder.join(format!("fixed{n}"));
            process::write(&fixed, text)?;
            let (name, contents) = (quoted(file), quoted(&fixed));
            roots.push(format!("{{\"type\":\"file\",\"name\":{name},\"external-contents\":{contents}}}"));
        }
        let overlay = folder.join("fixed.yaml");
        let roots = roots.join(",");
        process::write(
            &overlay,
            &format!("{{\"version\":0,\"use-external-names\":false,\"roots\":[{roots}]}}"),
        )?;
        Ok(vec!["-ivfsoverlay".to_owned(), overlay.display().to_string()])
    }

    /// The text of a file as it is by now.
    fn text(&mut self, file: &Path) -> Option<&str> {
        if !self.texts.contains_key(file) {
            // A text that is no UTF-8 is left as it is.
            self.texts.insert(file.to_owned(), files::read_text(file).ok()?);
        }
        self.texts.get(file).map(String::as_str)
    }
}

/// Does a declaration say, perhaps by a macro, that its variables are shared?
fn is_shared(declaration: &str, holds: &mut dyn FnMut(&str, &str) -> bool) -> bool {
    words(declaration).any(|word| word == SHARED || holds(&word, SHARED))
}

/// The change at a shared variable that is also declared `__device__`.
fn shared(text: &str, offset: usize, holds: &mut dyn FnMut(&str, &str) -> bool) -> Option<Edit> {
    let word = word(&text[offset..]);
    let is_plain = word == DEVICE;
    let is_device = is_plain || !word.is_empty() && holds(word, DEVICE);
    (is_device && is_shared(declaration(text, offset), holds)).then(|| match is_plain {
        true => (offset..offset + DEVICE.len(), " ".repeat(DEVICE.len())),
        false => (offset..offset, "static ".to_owned()),
    })
}

/// The changes at a launch by the device, whose kernel's name, or whose `<<<`, is at this place: `k<int><<<1, 32>>>(p)` becomes
/// `__raddle_launch(1, 32)(p)`. None where it is written in another way.
fn launch(text: &str, offset: usize) -> Vec<Edit> {
    let Some(open) = find_outside(text, offset, "<<<") else { return Vec::new() };
    let name = name_before(text, open);
    let is_member = text[..name].trim_end().ends_with(['.', '>']);
    let close = find_outside(text, open + "<<<".len(), ">>>");
    match close.filter(|_| name < open && name <= offset && !is_member) {
        Some(close) => vec![
            (name..open + "<<<".len(), "__raddle_launch(".to_owned()),
            (close..close + ">>>".len(), ")".to_owned()),
        ],
        None => Vec::new(),
    }
}

/// Where a text comes next in the same statement, outside of parentheses, braces and comments.
fn find_outside(text: &str, from: usize, sought: &str) -> Option<usize> {
    let (mut depth, mut at) = (0_u32, from);
    while let Some(c) = text[at..].chars().next() {
        let rest = &text[at..];
        if depth == 0 && rest.starts_with(sought) {
            return Some(at);
        }
        let comment = ["/*", "//"].iter().zip(["*/", "\n"]).find(|(begin, _)| rest.starts_with(**begin));
        at += match comment {
            Some((_, end)) => rest.find(end)? + end.len(),
            None => c.len_utf8(),
        };
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth = depth.checked_sub(1)?,
            ';' if depth == 0 => return None,
            _ => {}
        }
    }
    None
}

/// Where the name that ends here begins, with template arguments and scopes: `ns::k<T<int>>`.
fn name_before(text: &str, end: usize) -> usize {
    let head = text[..end].trim_end();
    let (mut depth, mut last) = (0_u32, ' ');
    for (at, c) in head.char_indices().rev() {
        let is_part = c == '_' || c == ':' || c.is_alphanumeric();
        match c {
            '>' if depth > 0 || last == ' ' => depth += 1,
            '<' if depth > 0 => depth -= 1,
            _ if depth > 0 || is_part => {}
            _ => return at + c.len_utf8(),
        }
        last = c;
    }
    0
}

/// A file by its absolute name.
fn absolute(file: &str) -> Option<PathBuf> {
    let mut name = PathBuf::new();
    for part in std::path::absolute(file).ok()?.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                name.pop();
            }
            part => name.push(part),
        }
    }
    Some(name)
}

/// Where a row and a column, counted from 1, lie in a text.
fn offset(text: &str, row: usize, column: usize) -> Option<usize> {
    let start = text.split_inclusive('\n').take(row.checked_sub(1)?).map(str::len).sum::<usize>();
    let offset = start + column.checked_sub(1)?;
    (offset < text.len() && text.is_char_boundary(offset)).then_some(offset)
}

/// The declaration around a place.
fn declaration(text: &str, offset: usize) -> &str {
    let begin = text[..offset].rfind([';', '{', '}']).map_or(0, |at| at + 1);
    let end = text[offset..].find([';', '{', '}']).map_or(text.len(), |at| offset + at);
    &text[begin..end]
}

/// A name as JSON writes it.
fn quoted(path: &Path) -> String {
    let mut out = String::from("\"");
    for c in path.display().to_string().chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            c if c.is_control() => out.push_str(&format!("\\u{:04x}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::{Level, Place};

    fn error(file: &Path, line: u32, column: u32) -> Message {
        let place = Some(Place { file: file.display().to_string(), line, column: Some(column) });
        Message { level: Level::Error, place, text: String::new(), option: None }
    }

    #[test]
    fn only_what_is_refused_and_shared_is_fixed() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.cu");
        let text = "{\n  __device__ __shared__ int a;\n  BOTH(int) b;\n  __device__ int c;\n  int __shared__ d = e;\n}\n";
        std::fs::write(&file, text).expect("written");
        let macros = || {
            Macros::of(
                "#define BOTH(T) OTHER T\nint x;\n#define OTHER __device__ __shared__\n#define LOOP LOOP\n",
            )
        };
        let said = [
            error(&file, 2, 3),
            error(&file, 3, 3),
            error(&file, 4, 3),
            error(&file, 5, 22),
            error(&file, 9, 9),
        ];
        let mut fixed = Fixed::default();
        assert!(fixed.fix(&said, macros));
        let text = fixed.text(&file).expect("a text");
        let expected = "{\n             __shared__ int a;\n  static BOTH(int) b;\n  __device__ int c;\n  int __shared__ d = e;\n}\n";
        assert_eq!(text, expected);
        assert!(!fixed.fix(&[error(Path::new("nowhere.cu"), 1, 1)], macros));
        assert!(!fixed.fix(&said[2..], macros));
        assert!(!macros().holds("LOOP", DEVICE));
    }

    #[test]
    fn alignment_and_launches_by_the_device_are_rewritten() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.cu");
        let text = "__shared__ alignas(16) int a;\nif (x) k<int><<<dim3(1), 32>>>(p, q);\nauto f = k;\n; n::k<A<int>, 3> <<<1, 2>>>();\n";
        std::fs::write(&file, text).expect("written");
        let launched = |line, column| Message {
            text: "reference to __global__ function 'k' in __global__ function".to_owned(),
            ..error(&file, line, column)
        };
        let configured = Message {
            text: "reference to __host__ function 'cudaConfigureCall' in __global__ function".to_owned(),
            ..error(&file, 4, 19)
        };
        let misplaced = Message { text: MISPLACED.to_owned(), ..error(&file, 1, 12) };
        let said = [misplaced, launched(2, 8), launched(3, 10), configured];
        let mut fixed = Fixed::default();
        assert!(fixed.fix(&said, Macros::default));
        let expected = "__shared__ _Alignas(16) int a;\nif (x) __raddle_launch(dim3(1), 32)(p, q);\nauto f = k;\n; __raddle_launch(1, 2)();\n";
        assert_eq!(fixed.text(&file), Some(expected));
    }

    #[test]
    fn only_launches_by_name_are_rewritten() {
        let rewritten = |text: &str, offset: usize| {
            let mut text = text.to_owned();
            for (range, instead) in launch(&text.clone(), offset).into_iter().rev() {
                text.replace_range(range, &instead);
            }
            text
        };
        assert_eq!(rewritten("n::c<<<1, 1>>>(a);", 3), "__raddle_launch(1, 1)(a);");
        assert_eq!(
            rewritten("c/* ; */<<<1, /* >>> */ (2, 3)>>>(a);", 0),
            "c/* ; */<<<1, /* >>> */ (2, 3)>>>(a);"
        );
        assert_eq!(rewritten("c<<<f(x), 2>>>(a);", 0), "__raddle_launch(f(x), 2)(a);");
        assert_eq!(rewritten("c<<<dim3{1, 2}, 2>>>(a);", 0), "__raddle_launch(dim3{1, 2}, 2)(a);");
        for other in [
            "if (n < 3) p->f<<<1, 2>>>(a);",
            "(x ? c : é)<<<1, 2>>>(a);",
            "p.f<<<1, 2>>>(a);",
            "f(c); x<<<1",
            "c",
        ] {
            let at = other.find("<<<").unwrap_or(0);
            assert_eq!(rewritten(other, at), other);
        }
    }
}
