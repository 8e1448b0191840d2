//! Colours, wrapping, and text that is safe for a terminal.

use crate::model::diagnostic::Severity;
use annotate_snippets::normalize_untrusted_str;

/// Wraps text in ANSI colours, or leaves it alone.
#[derive(Clone, Copy)]
pub(super) struct Paint {
    colour: bool,
}

impl Paint {
    pub(super) fn new(colour: bool) -> Self {
        Paint { colour }
    }

    fn sgr(self, code: &str, text: &str) -> String {
        if self.colour { format!("\x1b[{code}m{text}\x1b[0m") } else { text.to_owned() }
    }

    pub(super) fn bold(self, text: &str) -> String {
        self.sgr("1", text)
    }

    pub(super) fn dim(self, text: &str) -> String {
        self.sgr("2", text)
    }

    /// `text` in the colour of the verdict `word`; others are dimmed.
    pub(super) fn verdict(self, word: &str, text: &str) -> String {
        match word {
            "refuted" => self.sgr("1;31", text),
            "proved" => self.sgr("1;32", text),
            "unknown" => self.sgr("1;33", text),
            _ => self.dim(text),
        }
    }

    pub(super) fn severity(self, severity: Severity, text: &str) -> String {
        self.sgr(if severity == Severity::Error { "1;31" } else { "1;33" }, text)
    }
}

/// `text` on one line and without control characters, which a name in a hostile file may hold.
pub(super) fn clean(text: &str) -> String {
    normalize_untrusted_str(text).replace(['\n', '\r'], " ")
}

/// The lines of `text`, each without control characters and ending with a newline.
pub(super) fn clean_lines(text: &str) -> String {
    text.lines().map(|line| clean(line) + "\n").collect()
}

/// `text` in lines of at most `width` columns, without a newline at the end.
pub(super) fn fold(text: &str, width: usize) -> String {
    wrap(text, 0, 0, width).trim_end().to_owned()
}

/// `text` in lines of at most `width` columns where its words allow, the first indented by `first`
/// columns and the others by `rest`; each line ends with a newline.
pub(super) fn wrap(text: &str, first: usize, rest: usize, width: usize) -> String {
    let mut out = String::new();
    let mut line = " ".repeat(first);
    let mut empty = true;
    for word in text.split_whitespace() {
        if !empty && line.chars().count() + 1 + word.chars().count() > width {
            out.push_str(&line);
            out.push('\n');
            line = " ".repeat(rest);
            empty = true;
        }
        if !empty {
            line.push(' ');
        }
        line.push_str(word);
        empty = false;
    }
    out.push_str(&line);
    out.push('\n');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_wrap_and_long_ones_stay_whole() {
        assert_eq!(wrap("a bb ccc dddddddddddd e", 2, 4, 9), "  a bb\n    ccc\n    dddddddddddd\n    e\n");
    }

    #[test]
    fn escapes_do_not_reach_the_terminal() {
        let text = clean("evil\x1b[31m\nname");
        assert!(!text.contains('\x1b') && !text.contains('\n'), "{text}");
    }
}
