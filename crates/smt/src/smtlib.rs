//! Terms as SMT-LIB 2 text.
//!
//! What is used more than once is defined once (`define-fun`). A variable keeps its name, in bars and with `!` at its end, so
//! that it is none of a solver's own; a name that raddle makes up begins with `%`, which no other name does. What SMT-LIB leaves open and raddle does not is said beside: the
//! bits of a float are a variable of which the float is asserted to be made, and a
//! [bounded](Terms::bounded) variable is asserted to be within its bounds.

use crate::op::{Op, Symbol};
use crate::sort::Sort;
use crate::terms::{Term, Terms};
use raddle_ir::Rounding;
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::Write;

/// What a script has said so far.
#[derive(Clone, Debug, Default)]
pub struct Said {
    symbols: FxHashSet<Symbol>,
    terms: FxHashSet<Term>,
}

/// SMT-LIB's name of a rounding direction.
#[must_use]
pub const fn rounding_name(rounding: Rounding) -> &'static str {
    match rounding {
        Rounding::Nearest => "RNE",
        Rounding::NearestAway => "RNA",
        Rounding::Zero => "RTZ",
        Rounding::Down => "RTN",
        Rounding::Up => "RTP",
    }
}

/// The name of a variable or a function, in bars and with `!` at its end: for some solvers `|and|` is `and`.
#[must_use]
pub fn name(terms: &Terms, symbol: Symbol) -> String {
    let mut quoted = String::from("|");
    for c in terms.declaration(symbol).name.chars() {
        match c {
            '%' => quoted.push_str("%%"),
            '|' => quoted.push_str("%p"),
            '\\' => quoted.push_str("%b"),
            c if c.is_ascii_graphic() || c == ' ' => quoted.push(c),
            c => {
                let _ = write!(quoted, "%u{:x}.", u32::from(c));
            }
        }
    }
    quoted.push_str("!|");
    quoted
}

/// The bits of a number.
#[must_use]
pub fn bits(width: u32, value: u128) -> String {
    if width.is_multiple_of(4) {
        format!("#x{value:0digits$x}", digits = width as usize / 4)
    } else {
        format!("#b{value:0digits$b}", digits = width as usize)
    }
}

/// A value of a sort without structure.
#[must_use]
pub fn value(sort: Sort, value: u128) -> String {
    match sort {
        Sort::Bool => if value == 1 { "true" } else { "false" }.into(),
        Sort::Bits(width) => bits(width, value),
        Sort::Float(format) => {
            format!(
                "((_ to_fp {} {}) {})",
                format.exponent(),
                format.significand(),
                bits(format.bits(), value)
            )
        }
        Sort::Array(..) => unreachable!("an array is not a scalar"),
    }
}

/// How the operator of a term is written before its arguments; with the rounding direction, where it has one.
#[must_use]
pub fn head(op: Op, sort: Sort, args: &[Sort]) -> String {
    use Op as O;
    let width = |s: Sort| s.width().unwrap_or(0);
    let to_fp = |name: &str| match sort {
        Sort::Float(f) => format!("(_ {name} {} {})", f.exponent(), f.significand()),
        _ => name.to_owned(),
    };
    let indexed = match op {
        O::Extract(low) => format!("(_ extract {} {low})", low + width(sort) - 1),
        O::Zext => format!("(_ zero_extend {})", width(sort) - width(args[0])),
        O::Sext => format!("(_ sign_extend {})", width(sort) - width(args[0])),
        O::ConstArray => format!("(as const {sort})"),
        O::FpFromBits | O::FpToFp(_) | O::FpFromSigned(_) => to_fp("to_fp"),
        O::FpFromUnsigned(_) => to_fp("to_fp_unsigned"),
        O::FpToUnsigned(_) => format!("(_ fp.to_ubv {})", width(sort)),
        O::FpToSigned(_) => format!("(_ fp.to_sbv {})", width(sort)),
        _ => op.name().to_owned(),
    };
    match op.rounding() {
        Some(rounding) => format!("{indexed} {}", rounding_name(rounding)),
        None => indexed,
    }
}

/// How the bits of a float are called.
#[must_use]
pub fn bits_name(term: Term) -> String {
    format!("%bits{}", term.0)
}

fn is_leaf(op: Op) -> bool {
    matches!(op, Op::Var(_) | Op::Bool(_) | Op::Const(_) | Op::FpToBits)
}

impl Said {
    /// Writes the declarations and definitions that a formula needs, and returns its own text.
    pub fn say(&mut self, terms: &Terms, formula: Term, out: &mut String) -> String {
        let order = terms.post_order(&[formula], |t| self.terms.contains(&t));
        let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
        for &term in &order {
            for &arg in terms.args(term) {
                *uses.entry(arg).or_default() += 1;
            }
        }
        let mut texts: FxHashMap<Term, String> = FxHashMap::default();
        for &term in &order {
            let text = self.text(terms, term, &texts, out);
            let shared = uses.get(&term).copied().unwrap_or(0) > 1 && !is_leaf(terms.op(term));
            // Long texts are cut, so that no solver's reader nests deep.
            if shared || (text.len() > 2000 && term != formula) {
                let _ = writeln!(out, "(define-fun %{} () {} {text})", term.0, terms.sort(term));
                self.terms.insert(term);
            } else {
                texts.insert(term, text);
            }
        }
        self.written(terms, formula, &texts)
    }

    fn written(&self, terms: &Terms, term: Term, texts: &FxHashMap<Term, String>) -> String {
        if self.terms.contains(&term) {
            return match terms.op(term) {
                Op::FpToBits => bits_name(term),
                _ => format!("%{}", term.0),
            };
        }
        texts.get(&term).cloned().unwrap_or_default()
    }

    fn text(
        &mut self,
        terms: &Terms,
        term: Term,
        texts: &FxHashMap<Term, String>,
        out: &mut String,
    ) -> String {
        let (op, sort, args) = (terms.op(term), terms.sort(term), terms.args(term));
        match op {
            Op::Bool(truth) => return truth.to_string(),
            Op::Const(number) => return value(sort, number),
            Op::Var(symbol) => {
                self.declare(terms, symbol, out);
                return name(terms, symbol);
            }
            _ => {}
        }
        let parts: Vec<String> = args.iter().map(|a| self.written(terms, *a, texts)).collect();
        let parts = parts.join(" ");
        match op {
            Op::Apply(symbol) => {
                self.declare(terms, symbol, out);
                format!("({} {parts})", name(terms, symbol))
            }
            Op::FpToBits => {
                let own = bits_name(term);
                let Sort::Float(format) = terms.sort(args[0]) else { unreachable!("the sorts fit") };
                let (e, s) = (format.exponent(), format.significand());
                let nan = bits(format.bits(), format.nan());
                let _ = writeln!(out, "(declare-fun {own} () {sort})");
                let _ = writeln!(out, "(assert (= ((_ to_fp {e} {s}) {own}) {parts}))");
                let _ = writeln!(out, "(assert (=> (fp.isNaN {parts}) (= {own} {nan})))");
                self.terms.insert(term);
                own
            }
            _ => {
                let sorts: Vec<Sort> = args.iter().map(|a| terms.sort(*a)).collect();
                format!("({} {parts})", head(op, sort, &sorts))
            }
        }
    }

    fn declare(&mut self, terms: &Terms, symbol: Symbol, out: &mut String) {
        if !self.symbols.insert(symbol) {
            return;
        }
        let declaration = terms.declaration(symbol);
        let own = name(terms, symbol);
        let sorts: Vec<String> = declaration.arguments.iter().map(ToString::to_string).collect();
        let _ = writeln!(out, "(declare-fun {own} ({}) {})", sorts.join(" "), declaration.sort);
        if let (Some((least, most)), Some(width)) = (declaration.bounds, declaration.sort.width()) {
            let (least, most) = (bits(width, least), bits(width, most));
            let _ = writeln!(out, "(assert (and (bvule {least} {own}) (bvule {own} {most})))");
        }
    }
}

/// A whole script: the formulas are asserted, then checked.
#[must_use]
pub fn script(terms: &Terms, formulas: &[Term]) -> String {
    let mut out = String::from("(set-logic ALL)\n");
    let mut said = Said::default();
    for &formula in formulas {
        let text = said.say(terms, formula, &mut out);
        let _ = writeln!(out, "(assert {text})");
    }
    out.push_str("(check-sat)\n");
    out
}

impl Terms {
    /// A term as SMT-LIB text, whole: for messages and tests. What is shared is written each time.
    #[must_use]
    pub fn display(&self, term: Term) -> String {
        let (op, sort, args) = (self.op(term), self.sort(term), self.args(term));
        match op {
            Op::Bool(truth) => truth.to_string(),
            Op::Const(number) => value(sort, number),
            Op::Var(symbol) => self.declaration(symbol).name.clone(),
            _ => {
                let sorts: Vec<Sort> = args.iter().map(|a| self.sort(*a)).collect();
                let head = match op {
                    Op::Apply(symbol) => self.declaration(symbol).name.clone(),
                    _ => head(op, sort, &sorts),
                };
                let args: Vec<String> = args.iter().map(|a| self.display(*a)).collect();
                format!("({head} {})", args.join(" "))
            }
        }
    }

    /// The text of a term if it is short, its operator and its size otherwise.
    #[must_use]
    pub fn display_short(&self, term: Term) -> String {
        let order = self.post_order(&[term], |_| false);
        // Written whole, a term that shares much may be much longer than it has parts.
        let mut sizes: FxHashMap<Term, usize> = FxHashMap::default();
        for &part in &order {
            let size = self.args(part).iter().fold(1usize, |sum, a| sum.saturating_add(sizes[a]));
            sizes.insert(part, size);
        }
        if sizes[&term] <= 60 {
            return self.display(term);
        }
        format!("a formula ({} …) of {} terms", self.op(term).name(), order.len())
    }
}
