//! Models from solvers: read, completed, and checked.

use super::{Answer, Reason};
use crate::op::{Op, Symbol};
use crate::sexpr::Sexpr;
use crate::sort::{Format, Sort, mask};
use crate::terms::{Term, Terms};
use crate::value::{ArrayValue, Evaluator, Model, Value};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What can be asked of a solver after `sat`.
pub(crate) enum Question {
    /// The value of a term.
    Term(Term),
    /// What an array variable holds at an index.
    At(Symbol, u128),
}

/// Asks for values; in the order of the questions.
pub(crate) trait Ask {
    fn ask(&mut self, terms: &Terms, questions: &[Question]) -> Result<Vec<Sexpr>, Reason>;
}

/// The model of formulas for which a solver has said `sat`.
pub(crate) fn model(terms: &Terms, formulas: &[Term], solver: &mut impl Ask) -> Answer {
    let read = read(terms, formulas, solver);
    match read.and_then(|model| confirm(terms, formulas, &model).map(|()| model)) {
        Ok(model) => Answer::Sat(model),
        Err(reason) => Answer::Unknown(reason),
    }
}

/// All formulas hold, and all variables are within their bounds.
pub(crate) fn confirm(terms: &Terms, formulas: &[Term], model: &Model) -> Result<(), Reason> {
    for (symbol, value) in &model.variables {
        let declaration = terms.declaration(*symbol);
        if let (Some((least, most)), Some(value)) = (declaration.bounds, value.scalar())
            && !(least..=most).contains(&value)
        {
            return Err(Reason::BadModel(format!("{} is {value}", declaration.name)));
        }
    }
    let mut evaluator = Evaluator::new(model, terms);
    for &formula in formulas {
        if evaluator.value(formula) != Some(Value::Scalar(1)) {
            let mut text = terms.display_short(formula);
            text.push_str(" does not hold in it");
            return Err(Reason::BadModel(text));
        }
    }
    Ok(())
}

fn read(terms: &Terms, formulas: &[Term], solver: &mut impl Ask) -> Result<Model, Reason> {
    let parts = terms.post_order(formulas, |_| false);
    let mut model = Model::default();
    // Scalars, and functions at the arguments that occur.
    let scalar = |t: &Term| terms.sort(*t).scalar().is_some();
    let wanted: Vec<Term> =
        parts.iter().copied().filter(|t| matches!(terms.op(*t), Op::Var(_)) && scalar(t)).collect();
    for (&term, value) in wanted.iter().zip(values(terms, &wanted, solver)?) {
        if let Op::Var(symbol) = terms.op(term) {
            model.variables.insert(symbol, Value::Scalar(value));
        }
    }
    for &term in &parts {
        let Op::Apply(symbol) = terms.op(term) else { continue };
        let mut wanted = terms.args(term).to_vec();
        wanted.push(term);
        let mut at = values(terms, &wanted, solver)?;
        let value = at.pop().unwrap_or_default();
        model.functions.entry(symbol).or_default().insert(at, value);
    }
    // Variables that the formulas do not need any more keep their default values.
    let arrays: Vec<Term> =
        parts.iter().copied().filter(|t| matches!(terms.op(*t), Op::Var(_)) && !scalar(t)).collect();
    let questions: Vec<Question> = arrays.iter().map(|t| Question::Term(*t)).collect();
    let answers = if arrays.is_empty() { Vec::new() } else { solver.ask(terms, &questions)? };
    for (&term, answer) in arrays.iter().zip(&answers) {
        let Op::Var(symbol) = terms.op(term) else { continue };
        let value = match array(answer, terms.sort(term)) {
            Some(array) => array,
            None => points(terms, &parts, term, solver)?,
        };
        model.variables.insert(symbol, Value::Array(Arc::new(value)));
    }
    Ok(model)
}

/// The values of terms without structure.
fn values(terms: &Terms, wanted: &[Term], solver: &mut impl Ask) -> Result<Vec<u128>, Reason> {
    if wanted.is_empty() {
        return Ok(Vec::new());
    }
    let questions: Vec<Question> = wanted.iter().map(|t| Question::Term(*t)).collect();
    let answers = solver.ask(terms, &questions)?;
    wanted.iter().zip(&answers).map(|(t, answer)| understood(answer, terms.sort(*t))).collect()
}

fn understood(answer: &Sexpr, sort: Sort) -> Result<u128, Reason> {
    scalar(answer, sort).ok_or_else(|| Reason::Failed(format!("{answer} is not a value of sort {sort}")))
}

/// An array whose value is not written as writes: what it holds at each index at which something is read.
fn points(terms: &Terms, parts: &[Term], array: Term, solver: &mut impl Ask) -> Result<ArrayValue, Reason> {
    let (Op::Var(symbol), Sort::Array(_, element)) = (terms.op(array), terms.sort(array)) else {
        return Err(Reason::Failed("an array was expected".into()));
    };
    let mut indices = BTreeSet::new();
    for &part in parts {
        if let (Op::Select | Op::Store, [from, index, ..]) = (terms.op(part), terms.args(part))
            && terms.post_order(&[*from], |_| false).contains(&array)
        {
            indices.extend(values(terms, &[*index], solver)?);
        }
    }
    let mut value = ArrayValue::default();
    for index in indices {
        let answers = solver.ask(terms, &[Question::At(symbol, index)])?;
        let answer = answers.first().ok_or_else(|| Reason::Failed("no value".into()))?;
        value.set(index, understood(answer, element.into())?);
    }
    Ok(value)
}

/// A value of a sort without structure, as solvers write it.
fn scalar(answer: &Sexpr, sort: Sort) -> Option<u128> {
    match (answer, sort) {
        (Sexpr::Atom(word), Sort::Bool) => match word.as_str() {
            "true" => Some(1),
            "false" => Some(0),
            _ => None,
        },
        (Sexpr::Atom(word), Sort::Bits(width)) => digits(word).map(|(_, value)| value & mask(width)),
        (Sexpr::List(items), Sort::Bits(width)) => match items.as_slice() {
            [under, number, _] if under.atom() == Some("_") => {
                number.atom()?.strip_prefix("bv")?.parse::<u128>().ok().map(|value| value & mask(width))
            }
            _ => None,
        },
        (_, Sort::Float(format)) => float(answer, format),
        _ => None,
    }
}

/// Binary or hexadecimal digits: how many bits, and which.
fn digits(word: &str) -> Option<(u32, u128)> {
    if let Some(hex) = word.strip_prefix("#x") {
        return Some((4 * hex.len() as u32, u128::from_str_radix(hex, 16).ok()?));
    }
    let binary = word.strip_prefix("#b")?;
    Some((binary.len() as u32, u128::from_str_radix(binary, 2).ok()?))
}

fn float(answer: &Sexpr, format: Format) -> Option<u128> {
    let items = answer.list()?;
    let word = |n: usize| items.get(n).and_then(Sexpr::atom);
    match (word(0)?, word(1)?) {
        ("fp", _) => {
            let mut all = 0u128;
            for item in &items[1..] {
                let (length, value) = digits(item.atom()?)?;
                all = all << length | value;
            }
            Some(if format.is_nan(all) { format.nan() } else { all })
        }
        ("_", "+oo") => Some(format.infinity()),
        ("_", "-oo") => Some(format.infinity() | format.sign()),
        ("_", "+zero") => Some(0),
        ("_", "-zero") => Some(format.sign()),
        ("_", "NaN") => Some(format.nan()),
        _ => None,
    }
}

/// An array that is written as writes into one value everywhere.
fn array(answer: &Sexpr, sort: Sort) -> Option<ArrayValue> {
    let Sort::Array(index, element) = sort else { return None };
    let mut writes = Vec::new();
    let mut rest = answer;
    loop {
        match rest.list()? {
            [store, inner, at, value] if store.atom() == Some("store") => {
                writes.push((scalar(at, Sort::Bits(index))?, scalar(value, element.into())?));
                rest = inner;
            }
            [constant, value] => {
                let is_const = constant.list()?.iter().any(|word| word.atom() == Some("const"));
                let mut array =
                    ArrayValue { default: scalar(value, element.into())?, ..ArrayValue::default() };
                is_const.then_some(())?;
                for (at, value) in writes.into_iter().rev() {
                    array.set(at, value);
                }
                return Some(array);
            }
            _ => return None,
        }
    }
}
