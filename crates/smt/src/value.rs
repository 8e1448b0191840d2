//! Values, and models: values for variables and functions.

use crate::meaning::meaning;
use crate::op::{Op, Symbol};
use crate::sort::{Sort, mask};
use crate::terms::{Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

/// An array: one value everywhere but at finitely many indices.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ArrayValue {
    /// What it holds where nothing else is said.
    pub default: u128,
    /// What it holds at single indices, where that is not the default.
    pub entries: BTreeMap<u128, u128>,
}

impl ArrayValue {
    /// What it holds at an index.
    #[must_use]
    pub fn get(&self, index: u128) -> u128 {
        self.entries.get(&index).copied().unwrap_or(self.default)
    }

    /// Changes what it holds at an index.
    pub fn set(&mut self, index: u128, value: u128) {
        if value == self.default {
            self.entries.remove(&index);
        } else {
            self.entries.insert(index, value);
        }
    }

    /// Do they hold the same at every index of this width?
    #[must_use]
    pub fn same(&self, other: &Self, index_width: u32) -> bool {
        let here = self.entries.keys().all(|i| self.get(*i) == other.get(*i));
        let there = other.entries.keys().all(|i| self.get(*i) == other.get(*i));
        let named = self.entries.keys().chain(other.entries.keys().filter(|i| !self.entries.contains_key(i)));
        // Where every index is named, the defaults hold nowhere.
        let everywhere = index_width < 32 && named.count() as u128 > mask(index_width);
        here && there && (everywhere || self.default == other.default)
    }
}

/// A value of some sort.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    /// Of a scalar: a Boolean is 0 or 1, a bit-vector its unsigned number, a float its bits.
    Scalar(u128),
    /// Of an array.
    Array(Arc<ArrayValue>),
}

impl Value {
    /// The default value of a sort: false, 0, +0.
    #[must_use]
    pub fn default_of(sort: Sort) -> Self {
        match sort {
            Sort::Array(..) => Self::Array(Arc::default()),
            _ => Self::Scalar(0),
        }
    }

    /// The number of a scalar; none for an array.
    #[must_use]
    pub fn scalar(&self) -> Option<u128> {
        match self {
            Self::Scalar(value) => Some(*value),
            Self::Array(_) => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Scalar(value) => write!(f, "{value}"),
            Self::Array(array) => {
                f.write_str("[")?;
                for (index, value) in &array.entries {
                    write!(f, "{index}: {value}, ")?;
                }
                write!(f, "else: {}]", array.default)
            }
        }
    }
}

/// Values for variables and functions. What is not named has the [default](Value::default_of), or its least number where it
/// is bounded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Model {
    /// The values of variables.
    pub variables: BTreeMap<Symbol, Value>,
    /// The values of functions, by arguments.
    pub functions: BTreeMap<Symbol, BTreeMap<Vec<u128>, u128>>,
}

impl Model {
    /// The same with a value for a variable.
    #[must_use]
    pub fn with(mut self, variable: Symbol, value: Value) -> Self {
        self.variables.insert(variable, value);
        self
    }

    /// The value of a term; none where it depends on a conversion of a float that is out of range.
    #[must_use]
    pub fn value(&self, terms: &Terms, term: Term) -> Option<Value> {
        Evaluator::new(self, terms).value(term)
    }

    /// Is the formula true? None as for [`Model::value`].
    #[must_use]
    pub fn holds(&self, terms: &Terms, formula: Term) -> Option<bool> {
        self.value(terms, formula)?.scalar().map(|value| value == 1)
    }
}

/// Evaluates many terms under one model; each shared term once.
pub struct Evaluator<'a> {
    model: &'a Model,
    terms: &'a Terms,
    known: FxHashMap<Term, Option<Value>>,
}

impl<'a> Evaluator<'a> {
    /// For these.
    #[must_use]
    pub fn new(model: &'a Model, terms: &'a Terms) -> Self {
        Self { model, terms, known: FxHashMap::default() }
    }

    /// The value of a term, as for [`Model::value`].
    pub fn value(&mut self, term: Term) -> Option<Value> {
        for part in self.terms.post_order(&[term], |t| self.known.contains_key(&t)) {
            let value = self.step(part);
            self.known.insert(part, value);
        }
        self.known.get(&term).cloned().flatten()
    }

    fn known(&self, term: Term) -> Option<&Value> {
        self.known.get(&term)?.as_ref()
    }

    fn scalar(&self, term: Term) -> Option<u128> {
        self.known(term)?.scalar()
    }

    fn array(&self, term: Term) -> Option<&Arc<ArrayValue>> {
        match self.known(term)? {
            Value::Array(array) => Some(array),
            Value::Scalar(_) => None,
        }
    }

    fn step(&self, term: Term) -> Option<Value> {
        let (op, sort, args) = (self.terms.op(term), self.terms.sort(term), self.terms.args(term));
        match (op, args) {
            (Op::Var(symbol), _) => {
                let named = self.model.variables.get(&symbol).cloned();
                // One that is bounded is within its bounds, named or not.
                let least = self.terms.declaration(symbol).bounds.map(|(least, _)| Value::Scalar(least));
                Some(named.or(least).unwrap_or_else(|| Value::default_of(sort)))
            }
            (Op::Apply(symbol), _) => {
                let at = args.iter().map(|a| self.scalar(*a)).collect::<Option<Vec<u128>>>()?;
                let table = self.model.functions.get(&symbol);
                Some(Value::Scalar(table.and_then(|t| t.get(&at).copied()).unwrap_or(0)))
            }
            // Only the side that is chosen needs a value.
            (Op::Ite, &[c, a, b]) => self.known(if self.scalar(c)? == 1 { a } else { b }).cloned(),
            (Op::And, _) if args.iter().any(|a| self.scalar(*a) == Some(0)) => Some(Value::Scalar(0)),
            (Op::Or, _) if args.iter().any(|a| self.scalar(*a) == Some(1)) => Some(Value::Scalar(1)),
            (Op::ConstArray, &[v]) => {
                let array = ArrayValue { default: self.scalar(v)?, entries: BTreeMap::new() };
                Some(Value::Array(Arc::new(array)))
            }
            (Op::Select, &[a, i]) => Some(Value::Scalar(self.array(a)?.get(self.scalar(i)?))),
            (Op::Store, &[a, i, v]) => {
                let mut array = self.array(a)?.clone();
                Arc::make_mut(&mut array).set(self.scalar(i)?, self.scalar(v)?);
                Some(Value::Array(array))
            }
            (Op::Eq, &[a, b]) if matches!(self.terms.sort(a), Sort::Array(..)) => {
                let Sort::Array(width, _) = self.terms.sort(a) else { return None };
                Some(Value::Scalar(u128::from(self.array(a)?.same(self.array(b)?, width))))
            }
            _ => {
                let args: Option<smallvec::SmallVec<[(Sort, u128); 4]>> =
                    args.iter().map(|a| Some((self.terms.sort(*a), self.scalar(*a)?))).collect();
                meaning(op, sort, &args?).map(Value::Scalar)
            }
        }
    }
}
