//! Words, numbers, names of entities, lists. Optional things are read by their first word.

use super::super::lex::Token;
use super::{ParseError, Parser, Result};
use crate::entity::{Entity, LocId, Value};
use crate::inst::Values;
use crate::source::Loc;
use crate::types::{Space, Type};

/// Entities of one kind are numbered below this: a larger number is a mistake, not a module.
const MOST: usize = 1 << 24;

impl<'s> Parser<'s> {
    /// An error at the token that comes next.
    pub(super) fn fail<T>(&self, message: impl Into<String>) -> Result<T> {
        self.fail_at(self.lexer.start(), message)
    }

    pub(super) fn fail_at<T>(&self, at: usize, message: impl Into<String>) -> Result<T> {
        let (line, column) = self.lexer.place(at);
        Err(ParseError { line, column, message: message.into() })
    }

    pub(super) fn expected<T>(&self, what: &str) -> Result<T> {
        self.fail(format!("expected {what}, found {}", self.lexer.peek()))
    }

    pub(super) fn word(&mut self) -> Result<&'s str> {
        match self.lexer.peek() {
            Token::Word(word) => {
                self.lexer.next();
                Ok(word)
            }
            _ => self.expected("a word"),
        }
    }

    pub(super) fn is_word(&self, word: &str) -> bool {
        self.lexer.peek() == Token::Word(word)
    }

    /// Takes the word if it comes next.
    pub(super) fn take(&mut self, word: &str) -> bool {
        let there = self.is_word(word);
        if there {
            self.lexer.next();
        }
        there
    }

    pub(super) fn take_sign(&mut self, sign: char) -> bool {
        let there = self.lexer.peek() == Token::Sign(sign);
        if there {
            self.lexer.next();
        }
        there
    }

    pub(super) fn need(&mut self, word: &str) -> Result<()> {
        if self.take(word) { Ok(()) } else { self.expected(&format!("`{word}`")) }
    }

    pub(super) fn sign(&mut self, sign: char) -> Result<()> {
        if self.take_sign(sign) { Ok(()) } else { self.expected(&format!("`{sign}`")) }
    }

    pub(super) fn string(&mut self) -> Result<String> {
        match self.lexer.peek() {
            Token::Text(raw) => match unescape(raw) {
                Some(text) => {
                    self.lexer.next();
                    Ok(text)
                }
                None => self.fail("this string has an escape that is not one of Rust's"),
            },
            _ => self.expected("a string"),
        }
    }

    pub(super) fn number<T: TryFrom<i128>>(&mut self) -> Result<T> {
        let negative = self.take_sign('-');
        let Token::Word(word) = self.lexer.peek() else { return self.expected("a number") };
        let digits = word.strip_prefix("0x");
        let parsed = digits.map_or_else(|| word.parse(), |d| u128::from_str_radix(d, 16));
        let value = parsed.ok().and_then(|n| i128::try_from(n).ok()).map(|n| if negative { -n } else { n });
        match value.and_then(|n| T::try_from(n).ok()) {
            Some(n) => {
                self.lexer.next();
                Ok(n)
            }
            None => self.expected("a number in range"),
        }
    }

    pub(super) fn bits(&mut self) -> Result<u128> {
        let Token::Word(word) = self.lexer.peek() else { return self.expected("a number") };
        let digits = word.strip_prefix("0x");
        match digits.map_or_else(|| word.parse(), |d| u128::from_str_radix(d, 16)) {
            Ok(n) => {
                self.lexer.next();
                Ok(n)
            }
            Err(_) => self.expected("a number of at most 128 bits"),
        }
    }

    pub(super) fn entity<K: Entity>(&mut self, prefix: &str, what: &str) -> Result<K> {
        let Token::Word(word) = self.lexer.peek() else { return self.expected(what) };
        match word.strip_prefix(prefix).and_then(|n| n.parse().ok()).filter(|&n: &usize| n < MOST) {
            Some(n) => {
                self.lexer.next();
                Ok(K::new(n))
            }
            None => self.expected(what),
        }
    }

    pub(super) fn is_entity(&self, prefix: &str) -> bool {
        let Token::Word(word) = self.lexer.peek() else { return false };
        word.strip_prefix(prefix).is_some_and(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit()))
    }

    pub(super) fn value(&mut self) -> Result<Value> {
        self.entity("v", "a value such as `v0`")
    }

    /// Items separated by commas; none if the first does not begin as `begins` says.
    pub(super) fn list<T>(
        &mut self,
        begins: impl Fn(&Self) -> bool,
        item: impl Fn(&mut Self) -> Result<T>,
    ) -> Result<Vec<T>> {
        let mut items = Vec::new();
        if begins(self) {
            items.push(item(self)?);
            while self.take_sign(',') {
                items.push(item(self)?);
            }
        }
        Ok(items)
    }

    pub(super) fn values(&mut self) -> Result<Values> {
        Ok(self.list(|p| p.is_entity("v"), Self::value)?.into())
    }

    pub(super) fn ty(&mut self) -> Result<Type> {
        let Token::Word(word) = self.lexer.peek() else { return self.expected("a type") };
        match Type::ALL.into_iter().find(|t| t.name() == word) {
            Some(ty) => {
                self.lexer.next();
                Ok(ty)
            }
            None => self.expected("a type such as `i32`"),
        }
    }

    pub(super) fn is_type(&self) -> bool {
        matches!(self.lexer.peek(), Token::Word(word) if Type::ALL.iter().any(|t| t.name() == word))
    }

    pub(super) fn types(&mut self) -> Result<Vec<Type>> {
        self.list(Self::is_type, Self::ty)
    }

    pub(super) fn space(&mut self) -> Result<Space> {
        let Token::Word(word) = self.lexer.peek() else { return self.expected("an address space") };
        match Space::ALL.into_iter().find(|s| s.name() == word) {
            Some(space) => {
                self.lexer.next();
                Ok(space)
            }
            None => self.expected("an address space such as `shared`"),
        }
    }

    pub(super) fn loc(&mut self) -> Result<LocId> {
        if self.take_sign('!') {
            let at = self.lexer.start();
            let loc: LocId = self.entity("loc", "a location such as `loc0`")?;
            let known = self.module.sources.contains(loc);
            return if known { Ok(loc) } else { self.fail_at(at, format!("{loc} is not listed above")) };
        }
        Ok(self.module.sources.intern(Loc::default()))
    }

    pub(super) fn dims(&mut self) -> Result<[u32; 3]> {
        let x = self.number()?;
        self.sign(',')?;
        let y = self.number()?;
        self.sign(',')?;
        Ok([x, y, self.number()?])
    }
}

/// The text that a string literal stands for: the escapes that `{:?}` writes.
fn unescape(raw: &str) -> Option<String> {
    let mut text = String::with_capacity(raw.len());
    let mut chars = raw.chars();
    while let Some(c) = chars.next() {
        if c != '\\' {
            text.push(c);
            continue;
        }
        match chars.next()? {
            'n' => text.push('\n'),
            't' => text.push('\t'),
            'r' => text.push('\r'),
            '0' => text.push('\0'),
            'u' => {
                let rest = chars.as_str().strip_prefix('{')?;
                let (digits, after) = rest.split_once('}')?;
                text.push(char::from_u32(u32::from_str_radix(digits, 16).ok()?)?);
                chars = after.chars();
            }
            other @ ('\\' | '"' | '\'') => text.push(other),
            _ => return None,
        }
    }
    Some(text)
}
