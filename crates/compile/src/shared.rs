//! `__device__ __shared__ int a[64];` in a function, which nvcc takes and clang refuses: shared memory is on the device anyway, but
//! clang asks for `static` as soon as `__device__` is there.
//!
//! clang says where it refuses one, through macros too. There, and only there, the text is mended, under the name that it
//! has: `__device__` gives way to blanks, or, where a macro hides it, `static` comes before. A variable that is not shared keeps its error.

use crate::{CompileError, files};
use std::collections::{BTreeMap, BTreeSet};
use std::path::{Component, Path, PathBuf};

/// What clang says of such a variable.
const REFUSED: &str =
    ": error: __constant__, __device__, and __managed__ are not allowed on non-static local variables";

const DEVICE: &str = "__device__";

/// Texts that stand for those of files, by the absolute names of the files.
#[derive(Debug, Default)]
pub(crate) struct Mended {
    texts: BTreeMap<PathBuf, String>,
}

impl Mended {
    /// Mends what `stderr` refuses; whether there was anything.
    pub(crate) fn mend(&mut self, stderr: &str) -> bool {
        let mut places: BTreeMap<PathBuf, BTreeSet<(usize, usize)>> = BTreeMap::new();
        let lines: Vec<&str> = stderr.lines().collect();
        for (at, line) in lines.iter().enumerate() {
            let Some((file, row, column)) = line.strip_suffix(REFUSED).and_then(place) else { continue };
            let block = lines[at + 1..].iter().take_while(|line| !line.contains(": error: "));
            let by_macro = block.clone().any(|line| line.contains("__shared__"));
            let Some(text) = self.text(&file) else { continue };
            if let Some(offset) =
                offset(text, row, column).filter(|offset| by_macro || is_shared(text, *offset))
            {
                places.entry(file).or_default().insert((offset, column));
            }
        }
        for (file, offsets) in &places {
            let Some(text) = self.texts.get_mut(file) else { continue };
            for &(offset, _) in offsets.iter().rev() {
                if text[offset..].starts_with(DEVICE) {
                    text.replace_range(offset..offset + DEVICE.len(), &" ".repeat(DEVICE.len()));
                } else {
                    text.insert_str(offset, "static ");
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
            let mended = folder.join(format!("mended{n}"));
            write(&mended, text)?;
            let (name, contents) = (quoted(file), quoted(&mended));
            roots.push(format!("{{\"type\":\"file\",\"name\":{name},\"external-contents\":{contents}}}"));
        }
        let overlay = folder.join("mended.yaml");
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

/// `file:row:column`, the file by its absolute name.
fn place(text: &str) -> Option<(PathBuf, usize, usize)> {
    let (rest, column) = text.rsplit_once(':')?;
    let (file, row) = rest.rsplit_once(':')?;
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
    Some((name, row.parse().ok()?, column.parse().ok()?))
}

/// Where a row and a column, counted from 1, lie in a text.
fn offset(text: &str, row: usize, column: usize) -> Option<usize> {
    let start = text.split_inclusive('\n').take(row.checked_sub(1)?).map(str::len).sum::<usize>();
    let offset = start + column.checked_sub(1)?;
    (offset < text.len() && text.is_char_boundary(offset)).then_some(offset)
}

/// Whether the declaration around a place is of shared memory.
fn is_shared(text: &str, offset: usize) -> bool {
    let begin = text[..offset].rfind([';', '{', '}']).map_or(0, |at| at + 1);
    let end = text[offset..].find(';').map_or(text.len(), |at| offset + at);
    text[begin..end].contains("__shared__")
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

    #[test]
    fn only_what_is_refused_and_shared_is_mended() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("a.cu");
        std::fs::write(&file, "{\n  __device__ __shared__ int a;\n  BOTH int b;\n  __device__ int c;\n}\n")
            .expect("written");
        let name = file.display();
        let said = format!(
            "{name}:2:3{REFUSED}\n    2 |   __device__ __shared__ int a;\n{name}:3:3{REFUSED}\n    3 |   BOTH int b;\n\
             {name}:1:9: note: expanded from macro 'BOTH'\n    1 | #define BOTH __device__ __shared__\n\
             {name}:4:3{REFUSED}\n    4 |   __device__ int c;\n"
        );
        let mut mended = Mended::default();
        assert!(mended.mend(&said));
        let text = mended.text(&file).expect("a text");
        assert_eq!(text, "{\n             __shared__ int a;\n  static BOTH int b;\n  __device__ int c;\n}\n");
        assert!(!mended.mend("a.cu:1:2: error: something else\n"));
        assert!(!mended.mend(&format!("nowhere.cu:1:1{REFUSED}\n")));
    }
}
