//! While programs, as KITTeL's `.simple` files have them.
//!
//! ```text
//! var x: int, y: int;
//! begin
//!   while (x > 0 and y > 0) do
//!     if (brandom) then x = x - 1; y = random; else y = y - 1; endif;
//!   done;
//! end
//! ```
//!
//! `random` is any number and `brandom` any truth; `assume (c)` continues only where `c` holds; `skip` does nothing.

use super::condition::Condition;
use super::lex::{Token, Words};
use super::{Error, Place};
use crate::its::{Kind, Location, Poly, Rule, System};
use crate::limits::systems;

struct Reader {
    words: Words,
    system: System,
}

/// Reads a program.
pub fn read(text: &str) -> Result<System, Error> {
    let mut reader = Reader { words: Words::new(text)?, system: System::default() };
    reader.declarations()?;
    if !reader.words.take_name("begin") {
        return Err(reader.words.expected("`begin`"));
    }
    let start = reader.location("start");
    reader.system.starts = vec![start];
    reader.statements(start, &["end"], 0)?;
    reader.words.next();
    reader.words.take(";");
    match reader.words.peek() {
        Token::End => Ok(reader.system),
        _ => Err(reader.words.expected("nothing after `end`")),
    }
}

impl Reader {
    fn declarations(&mut self) -> Result<(), Error> {
        while self.words.take_name("var") {
            loop {
                let place = self.words.place();
                let name = self.words.name("the name of a variable")?;
                if self.system.variables.contains(&name) {
                    return Err(place.error(format!("`{name}` is declared twice")));
                }
                self.words.expect(":")?;
                if !self.words.take_name("int") {
                    return Err(self.words.expected("`int`, the only type"));
                }
                self.system.variables.push(name);
                self.system.kinds.push(Kind::Integer);
                if !self.words.take(",") {
                    break;
                }
            }
            self.words.expect(";")?;
        }
        Ok(())
    }

    fn location(&mut self, what: &str) -> Location {
        let number = self.system.locations.len();
        let line = self.words.place().line;
        self.system.locations.push(format!("{what}_{line}_{number}"));
        number
    }

    /// An expression or condition; `random` and `brandom` are free values, and a name that is not declared an error.
    fn parse<T>(
        &mut self,
        what: impl FnOnce(&mut Words, &mut dyn FnMut(&str) -> Poly) -> Result<T, Error>,
    ) -> Result<(T, usize), Error> {
        let place = self.words.place();
        let variables = &self.system.variables;
        let (mut free, mut unknown) = (0, None);
        let parsed = what(&mut self.words, &mut |name| match variables.iter().position(|v| v == name) {
            Some(var) => Poly::var(var),
            None => {
                if name != "random" && name != "brandom" {
                    unknown = Some(name.to_owned());
                }
                free += 1;
                Poly::var(variables.len() + free - 1)
            }
        })?;
        match unknown {
            Some(name) => Err(place.error(format!("`{name}` is not declared"))),
            None => Ok((parsed, free)),
        }
    }

    fn condition(&mut self) -> Result<(Condition, usize), Error> {
        self.parse(|words, names| words.condition(names, 0))
    }

    /// Rules from one location to another where a condition holds.
    fn branch(
        &mut self,
        from: Location,
        to: Location,
        condition: &(Condition, usize),
        place: Place,
    ) -> Result<(), Error> {
        let too_many = || place.error("this condition has too many alternatives");
        for guard in condition.0.alternatives().ok_or_else(too_many)? {
            let update = (0..self.system.variables.len()).map(Poly::var).collect();
            self.system.rules.push(Rule {
                source: from,
                target: to,
                guard,
                update,
                free: condition.1,
                line: place.line,
            });
        }
        Ok(())
    }

    /// Statements up to one of the words that end them, which stays; where they end.
    fn statements(&mut self, mut at: Location, ends: &[&str], depth: usize) -> Result<Location, Error> {
        if depth > systems::NESTING {
            return Err(self.words.place().error("nested too deeply"));
        }
        loop {
            if self.words.take(";") {
                continue;
            }
            let place = self.words.place();
            let name = match self.words.peek() {
                Token::Name(name) if ends.contains(&name.as_str()) => return Ok(at),
                Token::Name(name) => name.clone(),
                _ => return Err(self.words.expected(&format!("a statement or `{}`", ends.join("` or `")))),
            };
            self.words.next();
            at = match name.as_str() {
                "skip" => at,
                "assume" => {
                    let condition = self.condition()?;
                    let to = self.location("assume");
                    self.branch(at, to, &condition, place)?;
                    to
                }
                "while" => self.repeat(at, place, depth)?,
                "if" => self.choose(at, place, depth)?,
                _ => self.assign(at, &name, place)?,
            };
        }
    }

    fn word(&mut self, word: &str) -> Result<(), Error> {
        if self.words.take_name(word) { Ok(()) } else { Err(self.words.expected(&format!("`{word}`"))) }
    }

    fn repeat(&mut self, at: Location, place: Place, depth: usize) -> Result<Location, Error> {
        let head = self.location("while");
        self.branch(at, head, &(Condition::True, 0), place)?;
        let condition = self.condition()?;
        self.word("do")?;
        let (body, after) = (self.location("body"), self.location("done"));
        self.branch(head, body, &condition, place)?;
        self.branch(head, after, &(condition.0.negate(), condition.1), place)?;
        let end = self.statements(body, &["done", "od"], depth + 1)?;
        self.words.next();
        self.branch(end, head, &(Condition::True, 0), place)?;
        Ok(after)
    }

    fn choose(&mut self, at: Location, place: Place, depth: usize) -> Result<Location, Error> {
        let condition = self.condition()?;
        self.word("then")?;
        let (then, otherwise, after) = (self.location("then"), self.location("else"), self.location("endif"));
        self.branch(at, then, &condition, place)?;
        self.branch(at, otherwise, &(condition.0.negate(), condition.1), place)?;
        let mut ends = vec![self.statements(then, &["else", "endif", "fi"], depth + 1)?];
        if self.words.take_name("else") {
            ends.push(self.statements(otherwise, &["endif", "fi"], depth + 1)?);
        } else {
            ends.push(otherwise);
        }
        self.words.next();
        for end in ends {
            self.branch(end, after, &(Condition::True, 0), place)?;
        }
        Ok(after)
    }

    fn assign(&mut self, at: Location, name: &str, place: Place) -> Result<Location, Error> {
        let Some(var) = self.system.variables.iter().position(|v| v == name) else {
            return Err(place.error(format!("`{name}` is neither a statement nor a declared variable")));
        };
        if !self.words.take("=") {
            self.words.expect(":=")?;
        }
        let (value, free) = self.parse(|words, names| words.expression(names, 0))?;
        let mut update: Vec<Poly> = (0..self.system.variables.len()).map(Poly::var).collect();
        update[var] = value;
        let to = self.location("set");
        self.system.rules.push(Rule {
            source: at,
            target: to,
            guard: Vec::new(),
            update,
            free,
            line: place.line,
        });
        Ok(to)
    }
}
