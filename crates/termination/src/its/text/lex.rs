//! Words of rules and while programs, and expressions made of them.

use super::condition::{Comparison, Condition};
use super::{Error, Place};
use crate::its::Poly;
use crate::limits::systems;
use num_bigint::BigInt;

/// A word.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Token {
    Name(String),
    Number(BigInt),
    Sign(&'static str),
    End,
}

impl Token {
    fn show(&self) -> String {
        match self {
            Self::Name(name) => format!("`{name}`"),
            Self::Number(number) => format!("`{number}`"),
            Self::Sign(sign) => format!("`{sign}`"),
            Self::End => "the end of the text".to_owned(),
        }
    }
}

/// Longer ones first.
const SIGNS: [&str; 34] = [
    ":|:", "->", "&&", "/\\", "||", "\\/", "==", "!=", "<>", "<=", ">=", "=<", ":=", "=", "<", ">", "+", "-",
    "*", "/", "^", "!", "(", ")", "[", "]", "{", "}", ",", ";", ":", "?", "|", "%",
];

/// A text word by word.
pub struct Words {
    tokens: Vec<(Token, Place)>,
    at: usize,
}

impl Words {
    /// Splits a text. `#` and `//` begin comments to the end of the line; `/* … */` is one too.
    pub fn new(text: &str) -> Result<Self, Error> {
        let mut tokens = Vec::new();
        let mut place = Place { line: 1, column: 1 };
        let mut rest = text;
        while let Some(c) = rest.chars().next() {
            let length = match c {
                _ if c.is_whitespace() => c.len_utf8(),
                '#' => rest.find('\n').unwrap_or(rest.len()),
                _ if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
                _ if rest.starts_with("/*") => match rest.find("*/") {
                    Some(end) => end + 2,
                    None => return Err(place.error("this comment does not end: `*/` is missing")),
                },
                _ if c.is_ascii_digit() => {
                    let length = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
                    let number = rest[..length].parse().map_err(|_| place.error("not a number"))?;
                    tokens.push((Token::Number(number), place));
                    length
                }
                _ if c.is_alphabetic() || c == '_' || c == '$' => {
                    let inside = |c: char| c.is_alphanumeric() || "_$.'".contains(c);
                    let length = rest.find(|c| !inside(c)).unwrap_or(rest.len());
                    tokens.push((Token::Name(rest[..length].to_owned()), place));
                    length
                }
                _ => match SIGNS.iter().find(|sign| rest.starts_with(*sign)) {
                    Some(sign) => {
                        tokens.push((Token::Sign(sign), place));
                        sign.len()
                    }
                    None => return Err(place.error(format!("`{c}` has no meaning here"))),
                },
            };
            for c in rest[..length].chars() {
                if c == '\n' {
                    place = Place { line: place.line + 1, column: 1 };
                } else {
                    place.column += 1;
                }
            }
            rest = &rest[length..];
        }
        tokens.push((Token::End, place));
        Ok(Self { tokens, at: 0 })
    }

    /// The next word, which stays.
    pub fn peek(&self) -> &Token {
        &self.tokens[self.at].0
    }

    /// The word after the next one.
    pub fn peek_second(&self) -> &Token {
        &self.tokens[(self.at + 1).min(self.tokens.len() - 1)].0
    }

    /// Where the next word is.
    pub fn place(&self) -> Place {
        self.tokens[self.at].1
    }

    /// The next word; the end comes again and again.
    pub fn next(&mut self) -> Token {
        let token = self.peek().clone();
        self.at = (self.at + 1).min(self.tokens.len() - 1);
        token
    }

    /// Takes a sign, if it is next.
    pub fn take(&mut self, sign: &str) -> bool {
        let there = matches!(self.peek(), Token::Sign(s) if *s == sign);
        if there {
            self.next();
        }
        there
    }

    /// Takes a name, if it is next.
    pub fn take_name(&mut self, name: &str) -> bool {
        let there = matches!(self.peek(), Token::Name(n) if n == name);
        if there {
            self.next();
        }
        there
    }

    /// An error at the next word, which is not what was expected.
    pub fn expected(&self, what: &str) -> Error {
        self.place().error(format!("expected {what}, found {}", self.peek().show()))
    }

    /// Takes a sign that must be next.
    pub fn expect(&mut self, sign: &str) -> Result<(), Error> {
        if self.take(sign) { Ok(()) } else { Err(self.expected(&format!("`{sign}`"))) }
    }

    /// Takes a name that must be next.
    pub fn name(&mut self, what: &str) -> Result<String, Error> {
        match self.peek() {
            Token::Name(name) => {
                let name = name.clone();
                self.next();
                Ok(name)
            }
            _ => Err(self.expected(what)),
        }
    }

    /// A sum.
    pub fn expression(&mut self, names: &mut dyn FnMut(&str) -> Poly, depth: usize) -> Result<Poly, Error> {
        if depth > systems::NESTING {
            return Err(self.place().error("nested too deeply"));
        }
        let mut sum = self.product(names, depth)?;
        loop {
            if self.take("+") {
                sum = sum.plus(&self.product(names, depth)?);
            } else if self.take("-") {
                sum = sum.minus(&self.product(names, depth)?);
            } else {
                return Ok(sum);
            }
        }
    }

    fn product(&mut self, names: &mut dyn FnMut(&str) -> Poly, depth: usize) -> Result<Poly, Error> {
        let mut product = self.power(names, depth)?;
        while self.take("*") {
            let place = self.place();
            let factor = self.power(names, depth)?;
            if product.len().saturating_mul(factor.len()) > systems::TERMS_OF_PRODUCT
                || product.degree() + factor.degree() > 32
            {
                return Err(place.error("this product has too many terms"));
            }
            product = product.product(&factor);
        }
        Ok(product)
    }

    fn power(&mut self, names: &mut dyn FnMut(&str) -> Poly, depth: usize) -> Result<Poly, Error> {
        let base = self.factor(names, depth)?;
        if !self.take("^") {
            return Ok(base);
        }
        let place = self.place();
        let Token::Number(exponent) = self.next() else {
            return Err(place.error("expected a number as exponent"));
        };
        let bits = base.terms().map(|(_, factor)| factor.bits()).max().unwrap_or(0);
        let fits = |e: u32| {
            let few = e <= 16 && (base.len() <= 2 || e <= 4);
            few && base.degree() * e as usize <= systems::DEGREE
                && bits * u64::from(e) <= systems::BITS_OF_COEFFICIENT
        };
        let exponent = u32::try_from(&exponent).ok().filter(|&e| fits(e));
        let Some(exponent) = exponent else {
            return Err(place.error("this exponent is too large"));
        };
        Ok((0..exponent).fold(Poly::constant(1), |power, _| power.product(&base)))
    }

    fn factor(&mut self, names: &mut dyn FnMut(&str) -> Poly, depth: usize) -> Result<Poly, Error> {
        if depth > systems::NESTING {
            return Err(self.place().error("nested too deeply"));
        }
        if self.take("-") {
            return Ok(Poly::default().minus(&self.power(names, depth + 1)?));
        }
        if self.take("+") {
            return self.power(names, depth + 1);
        }
        if self.take("(") {
            let inside = self.expression(names, depth + 1)?;
            self.expect(")")?;
            return Ok(inside);
        }
        match self.peek().clone() {
            Token::Number(number) => {
                self.next();
                Ok(Poly::constant(number))
            }
            Token::Name(name) => {
                self.next();
                Ok(names(&name))
            }
            _ => Err(self.expected("a number, a variable or `(`")),
        }
    }

    /// Whether the next word compares two numbers, and how.
    fn comparison(&mut self) -> Option<Comparison> {
        let comparison = match self.peek() {
            Token::Sign("<") => Comparison::Less,
            Token::Sign("<=" | "=<") => Comparison::AtMost,
            Token::Sign(">") => Comparison::Greater,
            Token::Sign(">=") => Comparison::AtLeast,
            Token::Sign("=" | "==") => Comparison::Equal,
            Token::Sign("!=" | "<>") => Comparison::Different,
            _ => return None,
        };
        self.next();
        Some(comparison)
    }

    /// A comparison.
    pub fn compare(&mut self, names: &mut dyn FnMut(&str) -> Poly, depth: usize) -> Result<Condition, Error> {
        let mut left = self.expression(names, depth)?;
        let Some(comparison) = self.comparison() else { return Err(self.expected("a comparison")) };
        let right = self.expression(names, depth)?;
        let mut all = vec![Condition::Compare(comparison, left, right.clone())];
        left = right;
        // 0 <= x < n
        while let Some(comparison) = self.comparison() {
            let right = self.expression(names, depth)?;
            all.push(Condition::Compare(comparison, left, right.clone()));
            left = right;
        }
        Ok(Condition::And(all))
    }

    /// A Boolean combination of comparisons: `or` binds weakest.
    pub fn condition(
        &mut self,
        names: &mut dyn FnMut(&str) -> Poly,
        depth: usize,
    ) -> Result<Condition, Error> {
        let mut parts = vec![self.conjunction(names, depth)?];
        while self.take("||") || self.take("\\/") || self.take_name("or") {
            parts.push(self.conjunction(names, depth)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::Or(parts) })
    }

    fn conjunction(&mut self, names: &mut dyn FnMut(&str) -> Poly, depth: usize) -> Result<Condition, Error> {
        let mut parts = vec![self.literal(names, depth)?];
        while self.take("&&") || self.take("/\\") || self.take_name("and") {
            parts.push(self.literal(names, depth)?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Condition::And(parts) })
    }

    /// Whether the parenthesis that is next belongs to an expression: what follows its end decides.
    fn opens_expression(&self) -> bool {
        let mut open = 0_usize;
        for (at, (token, _)) in self.tokens.iter().enumerate().skip(self.at) {
            match token {
                Token::Sign("(") => open += 1,
                Token::Sign(")") => open -= 1,
                _ => {}
            }
            if open == 0 {
                let signs = ["+", "-", "*", "^", "<", "<=", "=<", ">", ">=", "=", "==", "!=", "<>"];
                return matches!(self.tokens.get(at + 1), Some((Token::Sign(sign), _)) if signs.contains(sign));
            }
        }
        false
    }

    fn literal(&mut self, names: &mut dyn FnMut(&str) -> Poly, depth: usize) -> Result<Condition, Error> {
        if depth > systems::NESTING {
            return Err(self.place().error("nested too deeply"));
        }
        if self.take("!") || self.take_name("not") {
            return Ok(self.literal(names, depth + 1)?.negate());
        }
        for (word, condition) in [
            ("true", Condition::True),
            ("TRUE", Condition::True),
            ("false", Condition::False),
            ("FALSE", Condition::False),
        ] {
            if self.take_name(word) {
                return Ok(condition);
            }
        }
        if self.take_name("brandom") {
            // An unknown number decides.
            return Ok(Condition::Compare(Comparison::AtLeast, names("brandom"), Poly::default()));
        }
        if matches!(self.peek(), Token::Sign("(")) && !self.opens_expression() {
            self.next();
            let inside = self.condition(names, depth + 1)?;
            self.expect(")")?;
            return Ok(inside);
        }
        self.compare(names, depth)
    }
}
