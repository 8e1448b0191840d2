//! Notes of the compiler that mean nothing for raddle: that a function returns nothing, of one that is known by its contracts only; that
//! it ignores OpenCL's sub-groups, whose functions raddle's headers have.

use crate::messages::{Level, Message, Place};
use std::collections::BTreeMap;

/// The warning for a function without a return; it points to the function's last brace.
const RETURNS_NOTHING: &str = "return-type";

/// How a warning begins that an OpenCL source enables sub-groups, which the target does not have.
const SUB_GROUPS: &str = "unsupported OpenCL extension 'cl_khr_subgroup";

/// The messages, one per line, without those on sub-groups and on functions whose name begins with `__spec`; `read` returns the text of a file that a
/// message names.
pub(crate) fn without_idle(said: &[Message], read: impl Fn(&str) -> Option<String>) -> String {
    let mut texts: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut is_idle = |message: &Message| {
        if message.text.starts_with(SUB_GROUPS) {
            return true;
        }
        let Some(Place { file, line, column }) = &message.place else { return false };
        let Some(column) = column.filter(|_| message.option.as_deref() == Some(RETURNS_NOTHING)) else {
            return false;
        };
        let text = texts.entry(file.clone()).or_insert_with(|| read(file));
        text.as_deref().is_some_and(|text| ends_specification(text, *line as usize, column as usize))
    };
    // A note goes with the message before it.
    let mut idle = false;
    let kept = said.iter().filter(|message| {
        if message.level > Level::Note {
            idle = is_idle(message);
        }
        !idle
    });
    kept.map(Message::line).collect()
}

/// Is this the closing brace of a function that is specified by contracts only? The text between the braces is balanced, comments with
/// braces aside; the head of a function begins after the previous brace or semicolon.
fn ends_specification(text: &str, row: usize, column: usize) -> bool {
    let lines = text.split_inclusive('\n').take(row.saturating_sub(1));
    let place = lines.map(str::len).sum::<usize>() + column.saturating_sub(1);
    let Some(before) = text.get(..place) else { return false };
    let mut depth = 1;
    let open = before.char_indices().rev().find(|&(_, c)| {
        match c {
            '{' => depth -= 1,
            '}' => depth += 1,
            _ => {}
        }
        depth == 0
    });
    let Some((open, _)) = open else { return false };
    let head = &before[..open];
    let head = head.rfind(['}', ';', '{']).map_or(head, |at| &head[at + 1..]);
    let name = head.split_once('(').map_or("", |(name, _)| name);
    let name = name.rsplit(|c: char| !c.is_alphanumeric() && c != '_').find(|word| !word.is_empty());
    name.is_some_and(|name| name.starts_with("__spec"))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str =
        "__device__ int __spec_f(int x) {\n  if (x) { }\n}\n__device__ int g(int x) { __spec_f(x); }\n";

    fn said(file: &str, line: u32, column: u32, option: &str) -> Message {
        let place = Some(Place { file: file.to_owned(), line, column: Some(column) });
        Message { level: Level::Warning, place, text: "no".to_owned(), option: Some(option.to_owned()) }
    }

    fn kept(said: &[Message]) -> String {
        without_idle(said, |file| (file == "k.cu").then(|| TEXT.to_owned()))
    }

    #[test]
    fn of_functions_without_code_it_is_no_news_that_they_return_nothing() {
        let (spec, other) = (said("k.cu", 3, 1, "return-type"), said("k.cu", 4, 40, "return-type"));
        let note = Message { level: Level::Note, place: None, text: "more".to_owned(), option: None };
        assert_eq!(kept(&[spec.clone(), note.clone()]), "");
        let line = "k.cu:4:40: warning: no [-Wreturn-type]\n";
        assert_eq!(kept(&[other.clone(), note.clone()]), format!("{line}note: more\n"));
        assert_eq!(kept(&[spec, note, other]), line);
        for more in [said("k.cu", 3, 1, "unused"), said("other.cu", 3, 1, "return-type")] {
            assert_eq!(kept(std::slice::from_ref(&more)), more.line());
        }
    }
}
