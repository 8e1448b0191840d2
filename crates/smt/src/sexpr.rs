//! S-expressions: the syntax of rules, and of solvers' answers.

use std::fmt;

/// An S-expression.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Sexpr {
    /// A word, without the bars or quotes that it may be written in.
    Atom(String),
    /// A list.
    List(Vec<Sexpr>),
}

impl Sexpr {
    /// The word, if it is one.
    #[must_use]
    pub fn atom(&self) -> Option<&str> {
        match self {
            Self::Atom(word) => Some(word),
            Self::List(_) => None,
        }
    }

    /// The parts, if it is a list.
    #[must_use]
    pub fn list(&self) -> Option<&[Self]> {
        match self {
            Self::Atom(_) => None,
            Self::List(items) => Some(items),
        }
    }
}

impl fmt::Display for Sexpr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Atom(word) => f.write_str(word),
            Self::List(items) => {
                f.write_str("(")?;
                for (n, item) in items.iter().enumerate() {
                    if n > 0 {
                        f.write_str(" ")?;
                    }
                    item.fmt(f)?;
                }
                f.write_str(")")
            }
        }
    }
}

/// Reads a text step by step, so that an answer may come in parts.
#[derive(Debug, Default)]
pub struct Reader {
    /// Lists that are not closed yet.
    open: Vec<Vec<Sexpr>>,
    /// What is read.
    done: Vec<Sexpr>,
    /// The word that is being read, with what ends it if it is quoted.
    word: Option<(String, Option<char>)>,
    comment: bool,
}

impl Reader {
    /// Takes more text.
    ///
    /// # Errors
    /// Where a list is closed that was not opened.
    pub fn feed(&mut self, text: &str) -> Result<(), String> {
        for c in text.chars() {
            if self.comment {
                self.comment = c != '\n';
                continue;
            }
            match (&mut self.word, c) {
                (Some((_, Some(end))), _) if c == *end => self.finish(),
                (Some((word, Some(_))), _) => word.push(c),
                (_, '(') => {
                    self.finish();
                    self.open.push(Vec::new());
                }
                (_, ')') => {
                    self.finish();
                    let items = self.open.pop().ok_or("a parenthesis is closed that was not opened")?;
                    self.push(Sexpr::List(items));
                }
                (_, ';') => {
                    self.finish();
                    self.comment = true;
                }
                (None, '|' | '"') => self.word = Some((String::new(), Some(c))),
                (_, c) if c.is_whitespace() => self.finish(),
                (Some((word, None)), _) => word.push(c),
                (None, _) => self.word = Some((c.to_string(), None)),
            }
        }
        Ok(())
    }

    fn finish(&mut self) {
        if let Some((word, _)) = self.word.take() {
            self.push(Sexpr::Atom(word));
        }
    }

    fn push(&mut self, item: Sexpr) {
        self.open.last_mut().unwrap_or(&mut self.done).push(item);
    }

    /// Takes out the S-expressions that are complete. A word is complete when something follows it.
    pub fn take(&mut self) -> Vec<Sexpr> {
        std::mem::take(&mut self.done)
    }
}

/// All S-expressions of a text.
///
/// # Errors
/// Where parentheses do not match.
pub fn read_all(text: &str) -> Result<Vec<Sexpr>, String> {
    let mut reader = Reader::default();
    reader.feed(text)?;
    reader.feed("\n")?;
    if reader.open.is_empty() { Ok(reader.take()) } else { Err("a parenthesis is not closed".into()) }
}
