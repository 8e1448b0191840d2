//! Rules as KoAT and KITTeL write them.
//!
//! ```text
//! (GOAL COMPLEXITY)
//! (STARTTERM (FUNCTIONSYMBOLS start))
//! (VAR x y)
//! (RULES
//!   start(x, y) -> Com_1(loop(x, 0))
//!   loop(x, y)  -> Com_1(loop(x, y + z)) :|: x > y && z > 0
//! )
//! ```
//!
//! Sections may be missing: rules alone begin runs at every location. The guard may also stand in brackets, `[ x > y /\ z > 0 ]`. Of
//! `Com_2(f(x), g(x))` both are run, so it is two rules: a tree of calls is endless only if a branch is. A location's variables are
//! known by their place; the left side names them, and may fix them (`f(0, x)`).

use super::condition::Condition;
use super::lex::{Token, Words};
use super::{Error, Place};
use crate::its::{Atom, Kind, Location, Poly, Rule, System, Var};

/// A rule before it is known how many variables the system has: variables are numbers of names in the rule.
struct Raw {
    names: Vec<String>,
    source: Location,
    /// The place of each name among the source's variables.
    bound: Vec<Option<usize>>,
    guard: Vec<Atom>,
    target: Location,
    arguments: Vec<Poly>,
    line: u32,
}

#[derive(Default)]
struct Reader {
    system: System,
    raws: Vec<Raw>,
    /// How many variables each location has, once seen.
    arity: Vec<usize>,
    start: Option<(Vec<String>, Place)>,
}

/// Reads sections and rules, or rules alone.
pub fn read(text: &str) -> Result<System, Error> {
    let mut words = Words::new(text)?;
    let mut reader = Reader::default();
    while *words.peek() != Token::End {
        if words.take("(") {
            reader.section(&mut words)?;
        } else {
            reader.rule(&mut words)?;
        }
    }
    reader.finish(&words)
}

impl Reader {
    fn section(&mut self, words: &mut Words) -> Result<(), Error> {
        let place = words.place();
        let name = words.name("a section such as `RULES`")?;
        match name.as_str() {
            "RULES" => {
                while !matches!(words.peek(), Token::Sign(")") | Token::End) {
                    self.rule(words)?;
                }
            }
            "STARTTERM" => {
                let place = words.place();
                if self.start.is_some() {
                    return Err(
                        place.error("there is a second section `STARTTERM`; name all start locations in one")
                    );
                }
                let mut starts = Vec::new();
                if words.take("(") {
                    words.name("`FUNCTIONSYMBOLS`")?;
                    while let Token::Name(_) = words.peek() {
                        push_new(&mut starts, words, "a location")?;
                    }
                    words.expect(")")?;
                } else {
                    // CONSTRUCTOR-BASED and the like: anywhere.
                    while !matches!(words.peek(), Token::Sign(")") | Token::End) {
                        words.next();
                    }
                }
                if !starts.is_empty() {
                    self.start = Some((starts, place));
                }
            }
            "VAR" => {
                let mut names = Vec::new();
                while let Token::Name(_) = words.peek() {
                    push_new(&mut names, words, "a variable")?;
                }
            }
            "GOAL" | "COMMENT" => {
                let mut open = 0;
                while *words.peek() != Token::End && (open > 0 || !matches!(words.peek(), Token::Sign(")"))) {
                    match words.next() {
                        Token::Sign("(") => open += 1,
                        Token::Sign(")") => open -= 1,
                        _ => {}
                    }
                }
            }
            _ => {
                return Err(
                    place.error(format!("there is no section `{name}`; GOAL, STARTTERM, VAR and RULES are"))
                );
            }
        }
        words.expect(")")
    }

    fn rule(&mut self, words: &mut Words) -> Result<(), Error> {
        let place = words.place();
        let mut names: Vec<String> = Vec::new();
        let (source, left) = self.term(words, &mut names)?;
        // A variable alone is bound by its first place; everything else is a condition.
        let mut bound = vec![None; names.len()];
        let mut same = Vec::new();
        for (at, argument) in left.iter().enumerate() {
            match argument.as_var() {
                Some(name) if bound[name].is_none() => bound[name] = Some(at),
                _ => same.push((at, argument.clone())),
            }
        }
        words.expect("->")?;
        let targets = self.right(words, &mut names)?;
        let guard = self.guard(words, &mut names)?;
        // What the left side fixes is compared with a name of its own.
        let mut fixed = Vec::new();
        bound.resize(names.len(), None);
        for (at, argument) in same {
            fixed.push(Atom::equal(Poly::var(names.len()).minus(&argument)));
            names.push(format!("argument {}", at + 1));
            bound.push(Some(at));
        }
        let alternatives =
            guard.alternatives().ok_or_else(|| place.error("this rule's guard has too many alternatives"))?;
        for atoms in alternatives {
            for (target, arguments) in &targets {
                self.raws.push(Raw {
                    names: names.clone(),
                    source,
                    bound: bound.clone(),
                    guard: fixed.iter().chain(&atoms).cloned().collect(),
                    target: *target,
                    arguments: arguments.clone(),
                    line: place.line,
                });
            }
        }
        Ok(())
    }

    /// `f(x, y + 1)`, or `f` alone.
    fn term(&mut self, words: &mut Words, names: &mut Vec<String>) -> Result<(Location, Vec<Poly>), Error> {
        let place = words.place();
        let name = words.name("a rule, which begins with the name of a location")?;
        let mut arguments = Vec::new();
        if words.take("(") && !words.take(")") {
            loop {
                arguments.push(words.expression(&mut |name| intern(names, name), 0)?);
                if !words.take(",") {
                    break;
                }
            }
            words.expect(")")?;
        }
        let location = self.location(&name);
        match self.arity.get(location) {
            None => self.arity.push(arguments.len()),
            Some(arity) if *arity == arguments.len() => {}
            Some(arity) => {
                let count = arguments.len();
                let s = if count == 1 { "" } else { "s" };
                let message = format!("`{name}` has {count} argument{s} here and {arity} before");
                return Err(place.error(message));
            }
        }
        Ok((location, arguments))
    }

    /// `Com_2(f(x), g(x))`, or a term alone.
    fn right(
        &mut self,
        words: &mut Words,
        names: &mut Vec<String>,
    ) -> Result<Vec<(Location, Vec<Poly>)>, Error> {
        let is_com = matches!(words.peek(), Token::Name(name)
            if name.strip_prefix("Com_").is_some_and(|n| n.chars().all(|c| c.is_ascii_digit())));
        if !is_com || !matches!(words.peek_second(), Token::Sign("(")) {
            return Ok(vec![self.term(words, names)?]);
        }
        words.next();
        words.expect("(")?;
        let mut targets = Vec::new();
        if !words.take(")") {
            loop {
                targets.push(self.term(words, names)?);
                if !words.take(",") {
                    break;
                }
            }
            words.expect(")")?;
        }
        Ok(targets)
    }

    fn guard(&mut self, words: &mut Words, names: &mut Vec<String>) -> Result<Condition, Error> {
        let bracket = words.take("[");
        if !bracket && !words.take(":|:") {
            return Ok(Condition::True);
        }
        if bracket && words.take("]") {
            return Ok(Condition::True);
        }
        let condition = words.condition(&mut |name| intern(names, name), 0)?;
        if bracket {
            words.expect("]")?;
        }
        Ok(condition)
    }

    /// The number of a location, a new one if need be.
    fn location(&mut self, name: &str) -> Location {
        let known = self.system.locations.iter().position(|l| l == name);
        known.unwrap_or_else(|| {
            self.system.locations.push(name.to_owned());
            self.system.locations.len() - 1
        })
    }

    fn finish(mut self, words: &Words) -> Result<System, Error> {
        if self.raws.is_empty() && self.system.locations.is_empty() {
            return Err(words.place().error("there are no rules here"));
        }
        let count = self.arity.iter().copied().max().unwrap_or(0);
        let mut system = std::mem::take(&mut self.system);
        system.kinds = vec![Kind::Integer; count];
        system.variables = (0..count).map(|at| self.name_of(at)).collect();
        system.starts = match &self.start {
            None => (0..system.locations.len()).collect(),
            Some((starts, place)) => {
                let find = |name: &String| system.locations.iter().position(|l| l == name);
                let missing = || {
                    let names = starts.iter().filter(|name| find(name).is_none());
                    let names: Vec<&str> = names.map(String::as_str).collect();
                    place.error(format!("no rule has the start location `{}`", names.join(" ")))
                };
                let found: Option<Vec<Location>> = starts.iter().map(find).collect();
                found.ok_or_else(missing)?
            }
        };
        system.rules = self.raws.iter().map(|raw| raw.rule(count)).collect();
        Ok(system)
    }

    /// The name of the variable at a place: as in the first rule that names it, unless another place has that name.
    fn name_of(&self, at: usize) -> String {
        let named = |at: usize| {
            let name =
                |raw: &Raw| raw.bound.iter().position(|b| *b == Some(at)).map(|n| raw.names[n].clone());
            self.raws.iter().find_map(name).filter(|name| !name.contains(' '))
        };
        match named(at) {
            Some(name) if (0..at).all(|other| named(other).as_ref() != Some(&name)) => name,
            _ => format!("v{}", at + 1),
        }
    }
}

impl Raw {
    /// Over `count` variables: those that the location does not have become 0.
    fn rule(&self, count: usize) -> Rule {
        let mut free = 0;
        let to: Vec<Var> = self
            .bound
            .iter()
            .map(|place| {
                place.unwrap_or_else(|| {
                    free += 1;
                    count + free - 1
                })
            })
            .collect();
        let change = |poly: &Poly| poly.rename(&mut |name| to[name]);
        let mut update: Vec<Poly> = self.arguments.iter().map(change).collect();
        update.resize(count, Poly::default());
        Rule {
            source: self.source,
            target: self.target,
            guard: self.guard.iter().map(|atom| atom.map(change)).collect(),
            update,
            free,
            line: self.line,
        }
    }
}

/// Adds the next name, which must not be there yet.
fn push_new(names: &mut Vec<String>, words: &mut Words, what: &str) -> Result<(), Error> {
    let place = words.place();
    let name = words.name(what)?;
    if names.contains(&name) {
        return Err(place.error(format!("`{name}` is named twice")));
    }
    names.push(name);
    Ok(())
}

/// A name as a variable of the rule.
fn intern(names: &mut Vec<String>, name: &str) -> Poly {
    let known = names.iter().position(|n| n == name);
    Poly::var(known.unwrap_or_else(|| {
        names.push(name.to_owned());
        names.len() - 1
    }))
}
