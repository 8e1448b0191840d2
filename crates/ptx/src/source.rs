//! Places in the source, and syntax errors that show them.
//!
//! The tree holds byte offsets only; lines and columns are worked out from a [`LineIndex`] when
//! they are asked for, so that parsing does not pay for them.

use std::borrow::Cow;
use std::fmt;

use crate::ast::Span;

/// The source of a file: its bytes as text, without a byte-order mark.
///
/// PTX is ASCII, but comments and file names in it are not always UTF-8. Bytes that are not
/// become U+FFFD, which no token contains outside strings, so in code they are a syntax error at
/// their place.
pub fn decode(bytes: &[u8]) -> Cow<'_, str> {
    String::from_utf8_lossy(bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes))
}

/// Where each line begins.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
}

/// A line and a column, both from 1. A column is a character; a tab is one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Position {
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl LineIndex {
    /// Finds the lines of `source`. They end with `\n`; a `\r` before it belongs to the line end.
    pub fn new(source: &str) -> LineIndex {
        let breaks = source.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        LineIndex { starts: std::iter::once(0).chain(breaks.map(|(at, _)| at as u32 + 1)).collect() }
    }

    /// The line, from 1, that holds the byte at `offset`.
    pub fn line(&self, offset: u32) -> u32 {
        self.starts.partition_point(|&start| start <= offset) as u32
    }

    /// The position of the byte at `offset` in `source`, the text that the index was made from.
    pub fn position(&self, source: &str, offset: u32) -> Position {
        let line = self.line(offset);
        let start = self.starts[line as usize - 1] as usize;
        let end = (offset as usize).min(source.len());
        let before = source.as_bytes().get(start..end).unwrap_or_default();
        // A character is what does not continue one: bytes 10xxxxxx do.
        let characters = before.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        Position { line, column: characters as u32 + 1 }
    }

    /// The text of line `line` (from 1) without its line end; empty where there is no such line.
    pub fn text<'src>(&self, source: &'src str, line: u32) -> &'src str {
        let Some(&start) = self.starts.get((line as usize).wrapping_sub(1)) else { return "" };
        let end = self.starts.get(line as usize).map_or(source.len(), |&next| next as usize - 1);
        let text = source.get(start as usize..end).unwrap_or_default();
        text.strip_suffix('\r').unwrap_or(text)
    }
}

/// What is wrong with a PTX text, and where.
///
/// The caller that reads files adds the file's name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SyntaxError {
    /// The bytes that are wrong.
    pub span: Span,
    /// Where they begin.
    pub position: Position,
    /// The line that holds them; of a very long line, the part around them.
    pub text: String,
    /// Where in `text` they begin, in characters from 0.
    pub caret: u32,
    /// How many characters of `text` they cover, at least one.
    pub length: u32,
    /// What stands there: `` `foo` `` or `end of file`.
    pub found: String,
    /// What should: `` `,` or `;` ``.
    pub expected: String,
}

/// Characters of a line that an error shows.
const SHOWN: usize = 160;

impl SyntaxError {
    /// The error at `span` of `source`.
    pub(crate) fn new(
        source: &str,
        index: &LineIndex,
        span: Span,
        found: String,
        expected: String,
    ) -> SyntaxError {
        let position = index.position(source, span.start);
        let line = index.text(source, position.line);
        let column = position.column as usize - 1;
        // A line of a megabyte is cut to a window that begins a little before the error.
        let skipped = if line.chars().nth(SHOWN).is_none() { 0 } else { column.saturating_sub(SHOWN / 2) };
        let text: String = line.chars().skip(skipped).take(SHOWN).collect();
        let caret = column - skipped;
        let covered = source.get(span.start as usize..span.end as usize).unwrap_or_default();
        let covered = covered.lines().next().unwrap_or_default().chars().take(SHOWN).count();
        let room = text.chars().count().saturating_sub(caret);
        let length = covered.min(room).max(1) as u32;
        SyntaxError { span, position, text, caret: caret as u32, length, found, expected }
    }
}

impl fmt::Display for SyntaxError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Position { line, column } = self.position;
        writeln!(f, "{line}:{column}: expected {}, found {}", self.expected, self.found)?;
        // The caret's line repeats the tabs of the text above, so that the two stay aligned.
        let indent: String =
            self.text.chars().take(self.caret as usize).map(|c| if c == '\t' { '\t' } else { ' ' }).collect();
        let number = line.to_string();
        writeln!(f, "{number} | {}", self.text)?;
        write!(f, "{:1$} | {indent}{2}", "", number.len(), "^".repeat(self.length as usize))
    }
}

impl std::error::Error for SyntaxError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_count_characters_and_know_both_line_ends() {
        let source = "ab\r\n\té x\n";
        let index = LineIndex::new(source);
        let at = |needle| index.position(source, source.find(needle).unwrap() as u32);
        assert_eq!(at("b"), Position { line: 1, column: 2 });
        assert_eq!(at("é"), Position { line: 2, column: 2 });
        assert_eq!(at("x"), Position { line: 2, column: 4 });
        assert_eq!(index.text(source, 1), "ab");
        assert_eq!(index.text(source, 2), "\té x");
        assert_eq!(index.text(source, 3), "");
        assert_eq!(index.text(source, 99), "");
        assert_eq!(index.position(source, source.len() as u32), Position { line: 3, column: 1 });
    }

    #[test]
    fn bytes_that_are_not_utf8_are_replaced() {
        assert_eq!(decode(b"\xef\xbb\xbfab"), "ab");
        assert_eq!(decode(b"a\xffb"), "a\u{fffd}b");
    }

    #[test]
    fn an_error_shows_the_line_with_a_caret() {
        let source = "x\n\tadd %r1 oops;\n";
        let start = source.find("oops").unwrap() as u32;
        let span = Span::new(start, start + 4);
        let error =
            SyntaxError::new(source, &LineIndex::new(source), span, "`oops`".into(), "`,` or `;`".into());
        assert_eq!(
            error.to_string(),
            "2:10: expected `,` or `;`, found `oops`\n2 | \tadd %r1 oops;\n  | \t        ^^^^"
        );
    }

    #[test]
    fn a_long_line_is_cut() {
        let source = format!("{}bad{}", "a ".repeat(5000), " b".repeat(5000));
        let span = Span::new(10_000, 10_003);
        let error = SyntaxError::new(&source, &LineIndex::new(&source), span, "`bad`".into(), "`;`".into());
        assert_eq!(error.position, Position { line: 1, column: 10_001 });
        assert_eq!(error.text.chars().count(), SHOWN);
        assert_eq!(error.text.chars().skip(error.caret as usize).take(3).collect::<String>(), "bad");
    }
}
