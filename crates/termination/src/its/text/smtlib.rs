//! The SMT-LIB form of the Termination Problem Database's Integer_Transition_Systems.
//!
//! ```text
//! (declare-const l0 Loc)
//! (define-fun init_main ((pc^0 Loc) (x^0 Int)) Bool (cfg_init pc^0 l0 true))
//! (define-fun next_main ((pc^0 Loc) (x^0 Int) (pc^post Loc) (x^post Int)) Bool
//!   (or (cfg_trans2 pc^0 l0 pc^post l0 (and (> x^0 0) (= x^post (- x^0 1))))))
//! ```
//!
//! The second half of `next_main`'s parameters are the values after the step. One that an equation gives is an update; any other is
//! a free value. What a condition on the initial values says becomes a rule from a start location of its own. Calls (`cfg_trans3`)
//! are not read.

use super::condition::{Comparison, Condition};
use super::{Error, Place};
use crate::its::{Kind, Location, Poly, Rule, System, Var};
use crate::limits::systems;
use num_bigint::BigInt;
use std::collections::BTreeMap;

/// An s-expression.
enum Sexp {
    Word(String, Place),
    List(Vec<Sexp>, Place),
}

impl Sexp {
    fn place(&self) -> Place {
        match self {
            Self::Word(_, place) | Self::List(_, place) => *place,
        }
    }

    fn word(&self) -> Result<&str, Error> {
        match self {
            Self::Word(word, _) => Ok(word),
            Self::List(_, place) => Err(place.error("expected a name here, not a list")),
        }
    }

    fn list(&self) -> Result<&[Sexp], Error> {
        match self {
            Self::List(items, _) => Ok(items),
            Self::Word(word, place) => Err(place.error(format!("expected a list here, not `{word}`"))),
        }
    }

    /// What is applied, and to what.
    fn call(&self) -> Result<(&str, &[Sexp]), Error> {
        match self.list()? {
            [head, arguments @ ..] => Ok((head.word()?, arguments)),
            [] => Err(self.place().error("an empty list")),
        }
    }
}

/// All s-expressions of a text.
fn sexps(text: &str) -> Result<Vec<Sexp>, Error> {
    let mut open: Vec<(Vec<Sexp>, Place)> = Vec::new();
    let mut items = Vec::new();
    let mut place = Place { line: 1, column: 1 };
    let mut chars = text.char_indices().peekable();
    while let Some((at, c)) = chars.next() {
        let here = place;
        if c == '\n' {
            place = Place { line: place.line + 1, column: 1 };
        } else {
            place.column += 1;
        }
        match c {
            _ if c.is_whitespace() => {}
            ';' => while chars.next_if(|(_, c)| *c != '\n').is_some() {},
            '(' if open.len() >= 4000 => return Err(here.error("nested too deeply")),
            '(' => open.push((std::mem::take(&mut items), here)),
            ')' => {
                let Some((before, start)) = open.pop() else { return Err(here.error("`)` closes nothing")) };
                let list = std::mem::replace(&mut items, before);
                items.push(Sexp::List(list, start));
            }
            _ => {
                let quoted = c == '|';
                let mut end = at + c.len_utf8();
                let more = |c: char| if quoted { c != '|' } else { !c.is_whitespace() && !"();".contains(c) };
                while let Some((at, c)) = chars.next_if(|(_, c)| more(*c)) {
                    end = at + c.len_utf8();
                    place = if c == '\n' {
                        Place { line: place.line + 1, column: 1 }
                    } else {
                        Place { column: place.column + 1, ..place }
                    };
                }
                let word = &text[at..end];
                if quoted && chars.next().is_none() {
                    return Err(here.error("this name does not end: `|` is missing"));
                }
                place.column += u32::from(quoted);
                items.push(Sexp::Word(word.trim_start_matches('|').to_owned(), here));
            }
        }
    }
    match open.last() {
        Some((_, start)) => Err(start.error("`(` is not closed")),
        None => Ok(items),
    }
}

/// Reads a system.
pub fn read(text: &str) -> Result<System, Error> {
    let items = sexps(text)?;
    let mut reader = Reader::default();
    let (mut init, mut next) = (None, None);
    for item in &items {
        let (head, arguments) = item.call()?;
        match (head, arguments) {
            ("declare-const", [name, sort]) if sort.word().is_ok_and(|s| s == "Loc") => {
                reader.system.locations.push(name.word()?.to_owned());
            }
            ("declare-fun", [name, Sexp::List(none, _), sort])
                if none.is_empty() && sort.word().is_ok_and(|s| s == "Loc") =>
            {
                reader.system.locations.push(name.word()?.to_owned());
            }
            ("define-fun", [name, parameters, _, body]) => match name.word()? {
                "init_main" => init = Some((parameters, body)),
                "next_main" => next = Some((parameters, body)),
                _ => {}
            },
            _ => {}
        }
    }
    let missing =
        |name: &str| Place { line: 1, column: 1 }.error(format!("there is no `(define-fun {name} …)` here"));
    let (parameters, body) = next.ok_or_else(|| missing("next_main"))?;
    reader.steps(parameters, body)?;
    let (parameters, body) = init.ok_or_else(|| missing("init_main"))?;
    reader.start(parameters, body)?;
    Ok(reader.system)
}

#[derive(Default)]
struct Reader {
    system: System,
}

/// What names mean in a formula, and how many free values there are.
struct Scope {
    names: BTreeMap<String, Var>,
    next: Var,
}

impl Reader {
    fn location(&self, at: &Sexp) -> Result<Location, Error> {
        let name = at.word()?;
        let found = self.system.locations.iter().position(|l| l == name);
        found.ok_or_else(|| at.place().error(format!("no location `{name}` is declared")))
    }

    /// The names of `Int` parameters; those of sort `Loc` come apart.
    fn parameters(parameters: &Sexp) -> Result<(Vec<String>, Vec<String>), Error> {
        let (mut places, mut numbers) = (Vec::new(), Vec::new());
        for parameter in parameters.list()? {
            match parameter.list()? {
                [name, sort] => match sort.word()? {
                    "Loc" => places.push(name.word()?.to_owned()),
                    "Int" => numbers.push(name.word()?.to_owned()),
                    other => {
                        return Err(sort.place().error(format!("variables are of sort Int, not `{other}`")));
                    }
                },
                _ => return Err(parameter.place().error("expected `(name sort)`")),
            }
        }
        Ok((places, numbers))
    }

    fn steps(&mut self, parameters: &Sexp, body: &Sexp) -> Result<(), Error> {
        let (_, names) = Self::parameters(parameters)?;
        if names.len() % 2 != 0 {
            return Err(parameters
                .place()
                .error("half of the variables are before the step and half after it"));
        }
        let count = names.len() / 2;
        self.system.variables = names[..count].to_vec();
        self.system.kinds = vec![Kind::Integer; count];
        let cases = match body.call() {
            Ok(("or", cases)) => cases,
            _ => std::slice::from_ref(body),
        };
        for case in cases {
            let (source, target, formula) = match case.call() {
                Ok(("cfg_trans2", [_, source, _, target, formula])) => (source, target, formula),
                Ok(("cfg_trans3", _)) => return Err(case.place().error("calls (`cfg_trans3`) are not read")),
                _ if case.word().is_ok_and(|w| w == "false") => continue,
                _ => return Err(case.place().error("expected `(cfg_trans2 pc source pc1 target formula)`")),
            };
            let (source, target) = (self.location(source)?, self.location(target)?);
            let map = names.iter().cloned().zip(0..).collect();
            let mut scope = Scope { names: map, next: names.len() };
            let condition = condition(formula, &mut scope, true, 0)?;
            let too_many = || formula.place().error("this formula has too many alternatives");
            for guard in condition.alternatives().ok_or_else(too_many)? {
                let mut rule = Rule {
                    source,
                    target,
                    guard,
                    update: (count..names.len()).map(Poly::var).collect(),
                    free: scope.next - count,
                    line: case.place().line,
                };
                rule.solve(count);
                self.system.rules.push(rule);
            }
        }
        Ok(())
    }

    /// Where runs begin: at a location, or at a new one from which a rule with the condition leads to it.
    fn start(&mut self, parameters: &Sexp, body: &Sexp) -> Result<(), Error> {
        let (_, names) = Self::parameters(parameters)?;
        let count = self.system.variables.len();
        if names.len() != count {
            return Err(parameters
                .place()
                .error(format!("init_main has {} variables and next_main {count}", names.len())));
        }
        let Ok(("cfg_init", [_, location, formula])) = body.call() else {
            return Err(body.place().error("expected `(cfg_init pc location formula)`"));
        };
        let location = self.location(location)?;
        let mut scope = Scope { names: names.into_iter().zip(0..).collect(), next: count };
        let condition = condition(formula, &mut scope, true, 0)?;
        let too_many = || formula.place().error("this formula has too many alternatives");
        let alternatives = condition.alternatives().ok_or_else(too_many)?;
        if alternatives == [Vec::new()] {
            self.system.starts = vec![location];
            return Ok(());
        }
        let start = self.system.locations.len();
        self.system.locations.push("start".to_owned());
        self.system.starts = vec![start];
        for guard in alternatives {
            let update = (0..count).map(Poly::var).collect();
            let free = scope.next - count;
            let line = body.place().line;
            self.system.rules.push(Rule { source: start, target: location, guard, update, free, line });
        }
        Ok(())
    }
}

/// A formula as a condition. `positive` says that it is not below a negation, where `exists` would be `forall`.
fn condition(formula: &Sexp, scope: &mut Scope, positive: bool, depth: usize) -> Result<Condition, Error> {
    if depth > systems::NESTING {
        return Err(formula.place().error("nested too deeply"));
    }
    if let Sexp::Word(word, place) = formula {
        return match word.as_str() {
            "true" => Ok(Condition::True),
            "false" => Ok(Condition::False),
            _ => Err(place.error(format!("`{word}` is not a formula"))),
        };
    }
    let (head, arguments) = formula.call()?;
    let parts = |scope: &mut Scope, positive: bool| -> Result<Vec<Condition>, Error> {
        arguments.iter().map(|a| condition(a, scope, positive, depth + 1)).collect()
    };
    Ok(match (head, arguments) {
        ("and", _) => Condition::And(conjuncts(formula, scope, positive, depth)?),
        ("or", _) => Condition::Or(parts(scope, positive)?),
        ("not", [inside]) => condition(inside, scope, false, depth + 1)?.negate(),
        ("=>", [a, b]) => Condition::Or(vec![
            condition(a, scope, false, depth + 1)?.negate(),
            condition(b, scope, positive, depth + 1)?,
        ]),
        ("exists", [variables, inside]) if positive => {
            let (_, names) = Reader::parameters(variables)?;
            let mut hidden = Vec::new();
            for name in names {
                hidden.push((name.clone(), scope.names.insert(name, scope.next)));
                scope.next += 1;
            }
            let condition = condition(inside, scope, positive, depth + 1)?;
            for (name, before) in hidden.into_iter().rev() {
                match before {
                    Some(var) => scope.names.insert(name, var),
                    None => scope.names.remove(&name),
                };
            }
            condition
        }
        ("exists", _) => return Err(formula.place().error("`exists` below a negation is not read")),
        ("distinct" | "=" | "<" | "<=" | ">" | ">=", _) => {
            let comparison = match head {
                "distinct" => Comparison::Different,
                "=" => Comparison::Equal,
                "<" => Comparison::Less,
                "<=" => Comparison::AtMost,
                ">" => Comparison::Greater,
                _ => Comparison::AtLeast,
            };
            let sides: Vec<Poly> = arguments.iter().map(|a| number(a, scope, 0)).collect::<Result<_, _>>()?;
            if sides.len() < 2 || head == "distinct" && sides.len() > 2 {
                return Err(formula.place().error(format!("`{head}` compares two numbers")));
            }
            let pairs = sides.windows(2);
            Condition::And(
                pairs.map(|p| Condition::Compare(comparison, p[0].clone(), p[1].clone())).collect(),
            )
        }
        _ => return Err(formula.place().error(format!("`{head}` is not read in formulas"))),
    })
}

/// The parts of a conjunction of conjunctions, which may be nested deeply.
fn conjuncts(
    formula: &Sexp,
    scope: &mut Scope,
    positive: bool,
    depth: usize,
) -> Result<Vec<Condition>, Error> {
    let mut all = Vec::new();
    let mut left = vec![formula];
    while let Some(part) = left.pop() {
        match part.call() {
            Ok(("and", parts)) => left.extend(parts.iter().rev()),
            _ => all.push(condition(part, scope, positive, depth + 1)?),
        }
    }
    Ok(all)
}

/// A number.
fn number(term: &Sexp, scope: &Scope, depth: usize) -> Result<Poly, Error> {
    if depth > systems::NESTING {
        return Err(term.place().error("nested too deeply"));
    }
    if let Sexp::Word(word, place) = term {
        // The database writes -1 where SMT-LIB has (- 1).
        if let Ok(number) = word.parse::<BigInt>() {
            return Ok(Poly::constant(number));
        }
        let var = scope.names.get(word).copied();
        return var.map(Poly::var).ok_or_else(|| place.error(format!("`{word}` is not declared")));
    }
    let (head, arguments) = term.call()?;
    let parts: Vec<Poly> = arguments.iter().map(|a| number(a, scope, depth + 1)).collect::<Result<_, _>>()?;
    match (head, parts.as_slice()) {
        ("+", _) => Ok(parts.iter().fold(Poly::default(), |sum, p| sum.plus(p))),
        ("-", [one]) => Ok(Poly::default().minus(one)),
        ("-", [first, rest @ ..]) => Ok(rest.iter().fold(first.clone(), |sum, p| sum.minus(p))),
        ("*", [first, rest @ ..]) => rest.iter().try_fold(first.clone(), |product, p| {
            if product.len() * p.len() > 10_000 || product.degree() + p.degree() > 32 {
                return Err(term.place().error("this product has too many terms"));
            }
            Ok(product.product(p))
        }),
        _ => Err(term.place().error(format!("`{head}` of {} is not read in numbers", parts.len()))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_is_an_update_where_equations_say_so() {
        let system = read(
            "(declare-sort Loc 0) (declare-const a Loc) (declare-const |b c| Loc)
             (define-fun init_main ((pc Loc) (x Int) (y Int)) Bool (cfg_init pc a (> x 0)))
             (define-fun next_main ((pc Loc) (x Int) (y Int) (pc1 Loc) (x1 Int) (y1 Int)) Bool
               (or (cfg_trans2 pc a pc1 |b c| (exists ((z Int)) (and (and (= x1 (- x 1)) (> z 0)) (= z y1))))
                   (cfg_trans2 pc |b c| pc1 a (and (distinct x 0) (= y y1)))))",
        )
        .unwrap();
        let text = crate::its::text::print(&system);
        assert_eq!(
            text,
            "(GOAL COMPLEXITY)\n(STARTTERM (FUNCTIONSYMBOLS l3))\n(VAR x y)\n(RULES\n\
             \x20 l1(x, y) -> Com_1(l2(x - 1, free1)) :|: free1 >= 1\n\
             \x20 l2(x, y) -> Com_1(l1(free1, y)) :|: x <= -1\n\
             \x20 l2(x, y) -> Com_1(l1(free1, y)) :|: x >= 1\n\
             \x20 l3(x, y) -> Com_1(l1(x, y)) :|: x >= 1\n)\n"
        );
    }

    #[test]
    fn errors_have_places() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert_eq!(error("(a\n (b"), "line 2, column 2: `(` is not closed");
        assert_eq!(
            error("(declare-const a Loc)"),
            "line 1, column 1: there is no `(define-fun next_main …)` here"
        );
        let next = |body: &str| {
            error(&format!("(define-fun next_main ((p Loc) (x Int) (q Loc) (y Int)) Bool\n{body})"))
        };
        assert!(next("(cfg_trans2 p a q a true)").starts_with("line 2, column 15: no location `a`"));
        assert!(error(&"(".repeat(100_000)).contains("nested too deeply"));
    }
}
