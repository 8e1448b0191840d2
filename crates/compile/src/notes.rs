//! Notes of the compiler that mean nothing for raddle: that a function returns nothing, of one that is known by its contracts only.

use std::collections::BTreeMap;

/// What clang writes behind the place of a function's last brace.
const RETURNS_NOTHING: &str = "[-Wreturn-type]";

/// The notes without those of functions whose name begins with `__spec`; `read` gives the text of a file that a note names.
pub(crate) fn without_idle(notes: &str, read: impl Fn(&str) -> Option<String>) -> String {
    let mut texts: BTreeMap<String, Option<String>> = BTreeMap::new();
    let mut is_idle = |line: &str| {
        let Some((file, row, column)) = place(line).filter(|_| line.ends_with(RETURNS_NOTHING)) else {
            return false;
        };
        let text = texts.entry(file.to_owned()).or_insert_with(|| read(file));
        text.as_deref().is_some_and(|text| ends_specification(text, row, column))
    };
    // A note goes with the lines of the source below it, and then how many there are is wrong.
    let (mut idle, mut some) = (false, false);
    let kept = notes.split_inclusive('\n').filter(|line| {
        let line = line.trim_end();
        if place(line).is_some() {
            idle = is_idle(line);
            some |= idle;
        }
        !(idle || some && is_count(line))
    });
    kept.collect()
}

/// `2 warnings generated.`
fn is_count(line: &str) -> bool {
    let rest = line.trim_start_matches(|c: char| c.is_ascii_digit());
    rest.len() < line.len()
        && (rest.starts_with(" warning generated") || rest.starts_with(" warnings generated"))
}

/// Of `k.cu:6:1: warning: …` the file, the line and the column.
fn place(line: &str) -> Option<(&str, usize, usize)> {
    let (before, _) = line.split_once(": warning: ")?;
    let (rest, column) = before.rsplit_once(':')?;
    let (file, row) = rest.rsplit_once(':')?;
    Some((file, row.parse().ok()?, column.parse().ok()?))
}

/// Is the brace there the last one of a function that is known by its contracts only? What is between the braces, comments with braces
/// of their own aside, is balanced; the head of a function begins behind the brace or the semicolon before it.
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

    fn kept(notes: &str) -> String {
        without_idle(notes, |file| (file == "k.cu").then(|| TEXT.to_owned()))
    }

    #[test]
    fn of_functions_without_code_it_is_no_news_that_they_return_nothing() {
        let spec = "k.cu:3:1: warning: non-void function does not return a value [-Wreturn-type]\n    3 | }\n      | ^\n";
        let other = "k.cu:4:40: warning: non-void function does not return a value [-Wreturn-type]\n    4 | }\n      | ^\n";
        assert_eq!(kept(&format!("{spec}1 warning generated when compiling for sm_90.\n")), "");
        let one = format!("{other}1 warning generated.\n");
        assert_eq!(kept(&one), one);
        let both = format!("{spec}{other}2 warnings generated.\n");
        assert_eq!(kept(&both), other);
        let unused = "k.cu:3:1: warning: unused [-Wunused]\n";
        assert_eq!(kept(unused), unused);
        let elsewhere = spec.replace("k.cu", "other.cu");
        assert_eq!(kept(&elsewhere), elsewhere);
    }
}
