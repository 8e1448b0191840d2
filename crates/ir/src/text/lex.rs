//! Tokens of the text form: words, strings and signs; `;` begins a comment.

use std::fmt;

/// A token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Token<'s> {
    /// Letters, digits, `_` and `.`.
    Word(&'s str),
    /// What stands between two quotes, escapes as written.
    Text(&'s str),
    /// Any other character.
    Sign(char),
    /// The end of the text.
    End,
}

impl fmt::Display for Token<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Word(word) => write!(f, "`{word}`"),
            Self::Text(text) => write!(f, "\"{text}\""),
            Self::Sign(sign) => write!(f, "`{sign}`"),
            Self::End => f.write_str("the end of the text"),
        }
    }
}

/// A text and the token that comes next.
pub(super) struct Lexer<'s> {
    text: &'s str,
    token: Token<'s>,
    start: usize,
    end: usize,
}

impl<'s> Lexer<'s> {
    pub(super) fn new(text: &'s str) -> Self {
        let mut lexer = Self { text, token: Token::End, start: 0, end: 0 };
        lexer.next();
        lexer
    }

    /// The token that comes next.
    pub(super) fn peek(&self) -> Token<'s> {
        self.token
    }

    /// Where the token that comes next begins, in bytes.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// The line and column, from 1, of a place in the text.
    pub(super) fn place(&self, at: usize) -> (u32, u32) {
        let before = &self.text[..at];
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |l| l.chars().count()) + 1;
        (line as u32, column as u32)
    }

    /// Moves to the token after the next one.
    pub(super) fn next(&mut self) {
        let mut at = self.end;
        loop {
            let rest = &self.text[at..];
            let skipped = rest.trim_start();
            at += rest.len() - skipped.len();
            if !skipped.starts_with(';') {
                break;
            }
            at += skipped.find('\n').unwrap_or(skipped.len());
        }
        let rest = &self.text[at..];
        self.start = at;
        let Some(first) = rest.chars().next() else {
            self.token = Token::End;
            self.end = at;
            return;
        };
        let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        if is_word(first) {
            let len = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
            self.token = Token::Word(&rest[..len]);
            self.end = at + len;
        } else if first == '"' {
            match closing_quote(rest) {
                Some(len) => {
                    self.token = Token::Text(&rest[1..len]);
                    self.end = at + len + 1;
                }
                None => {
                    self.token = Token::Sign('"');
                    self.end = at + 1;
                }
            }
        } else {
            self.token = Token::Sign(first);
            self.end = at + first.len_utf8();
        }
    }
}

/// The place of the quote that closes the string which `text` begins with.
fn closing_quote(text: &str) -> Option<usize> {
    let mut escaped = false;
    text.bytes().enumerate().skip(1).find_map(|(n, byte)| match byte {
        _ if escaped => {
            escaped = false;
            None
        }
        b'\\' => {
            escaped = true;
            None
        }
        b'"' => Some(n),
        _ => None,
    })
}
