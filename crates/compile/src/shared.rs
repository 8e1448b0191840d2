//! `__device__ __shared__ int a[64];` in a function, which nvcc accepts and clang rejects: shared memory is always on the device, but
//! with `__device__` clang requires `static`.
//!
//! clang reports each such place, through macros too. There, and only there, the text is changed, under its own name:
//! `__device__` is replaced by blanks, or, where a macro hides it, `static` is put before it. Neither affects a shared variable, whatever
//! the error there is; a variable that is not shared keeps its error.

use crate::messages::Message;
use crate::{CompileError, files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

const DEVICE: &str = "__device__";
const SHARED: &str = "__shared__";

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

impl Fixed {
    /// Fixes the texts at errors on such variables; returns whether it changed anything. `macros` is called where a macro may hide the words.
    pub(crate) fn fix(&mut self, said: &[Message], macros: impl Fn() -> Macros) -> bool {
        let mut places: BTreeMap<PathBuf, BTreeSet<(usize, bool)>> = BTreeMap::new();
        let mut known: Option<Macros> = None;
        for place in
            said.iter().filter(|message| message.is_error()).filter_map(|message| message.place.as_ref())
        {
            let Some((file, column)) = absolute(&place.file).zip(place.column) else { continue };
            let Some(text) = self.text(&file) else { continue };
            let Some(offset) = offset(text, place.line as usize, column as usize) else { continue };
            let (word, declaration) = (word(&text[offset..]), declaration(text, offset));
            let is_plain = word == DEVICE;
            let mut holds = |word: &str, sought: &str| known.get_or_insert_with(&macros).holds(word, sought);
            let is_device = is_plain || !word.is_empty() && holds(word, DEVICE);
            if is_device && words(declaration).any(|word| word == SHARED || holds(&word, SHARED)) {
                places.entry(file).or_default().insert((offset, is_plain));
            }
        }
        for (file, offsets) in &places {
            let Some(text) = self.texts.get_mut(file) else { continue };
            for &(offset, is_plain) in offsets.iter().rev() {
                match is_plain {
                    true => text.replace_range(offset..offset + DEVICE.len(), &" ".repeat(DEVICE.len())),
                    false => text.insert_str(offset, "static "),
                }
            }
        }
        !places.is_empty()
    }

    /// The arguments that make clang read the texts in place of the files; `folder` is where they may lie.
    pub(crate) fn arguments(&self, folder: &Path) -> Result<Vec<String>, CompileError> {
        if self.texts.is_empty() {
            return Ok(Vec::new());
        }
        let write = |path: &Path, text: &str| {
            std::fs::write(path, text).map_err(|error| CompileError::System {
                what: format!("cannot write {}", path.display()),
                error,
            })
        };
        let mut roots = Vec::new();
        for (n, (file, text)) in self.texts.iter().enumerate() {
            let fixed = folder.join(format!("fixed{n}"));
            write(&fixed, text)?;
            let (name, contents) = (quoted(file), quoted(&fixed));
            roots.push(format!("{{\"type\":\"file\",\"name\":{name},\"external-contents\":{contents}}}"));
        }
        let overlay = folder.join("fixed.yaml");
        let roots = roots.join(",");
        write(&overlay, &format!("{{\"version\":0,\"use-external-names\":false,\"roots\":[{roots}]}}"))?;
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
}
