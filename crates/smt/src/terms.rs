//! The arena of terms: every term once, with a number.
//!
//! Terms are *hash-consed*: two that are built alike are one, so equality is equality of numbers, and a formula that
//! shares parts costs what its different parts cost. A term's arguments have smaller numbers than the term.
//!
//! [`Terms::make`] is the one way in. It rewrites (`crate::rewrite`), unless the arena is [plain](Terms::plain): that is
//! for the rules' own proofs, and for tests that compare.

use crate::facts::Facts;
use crate::op::{Op, Symbol};
use crate::sort::Sort;
use crate::word::Bits;
use rustc_hash::{FxHashMap, FxHasher};
use smallvec::SmallVec;
use std::hash::{Hash, Hasher};

/// A term, by its number in the arena that made it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Term(pub(crate) u32);

/// A few terms.
pub(crate) type Few = SmallVec<[Term; 4]>;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Node {
    op: Op,
    sort: Sort,
    /// Where its arguments lie.
    start: u32,
    len: u32,
}

/// What is declared of a variable or a function.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Declaration {
    /// Its name, unique in the arena; any text.
    pub name: String,
    /// The sorts of its arguments: scalars; none for a variable.
    pub arguments: Vec<Sort>,
    /// Its sort, or that of its values: a scalar for a function.
    pub sort: Sort,
    /// The least and the greatest unsigned number that it may be, for a variable that is [bounded](Terms::bounded).
    pub bounds: Option<(u128, u128)>,
}

/// The arena of terms.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    arguments: Vec<Term>,
    /// The facts of each term, without their width; none in a plain arena.
    facts: Vec<[u128; 4]>,
    /// Open addressing: hashes and numbers of terms, at most half of the places taken. Its length is a power of two.
    places: Vec<(u32, u32)>,
    symbols: Vec<Declaration>,
    by_name: FxHashMap<String, Symbol>,
    plain: bool,
    /// What `crate::rewrite` made of parts of terms.
    pub(crate) extracted: FxHashMap<(Term, u32, u32), Term>,
    pub(crate) depth: u32,
}

const FREE: (u32, u32) = (0, u32::MAX);

fn hash_of(op: Op, sort: Sort, args: &[Term]) -> u32 {
    let mut hasher = FxHasher::default();
    (op, sort, args).hash(&mut hasher);
    (hasher.finish().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32) as u32
}

impl Terms {
    /// An arena that rewrites.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An arena that keeps terms as they are built.
    #[must_use]
    pub fn plain() -> Self {
        Self { plain: true, ..Self::default() }
    }

    /// Does it keep terms as they are built?
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.plain
    }

    /// The number of terms.
    #[must_use]
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Has nothing been built yet?
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    /// The operator of a term.
    #[must_use]
    #[inline]
    pub fn op(&self, term: Term) -> Op {
        self.nodes[term.0 as usize].op
    }

    /// The sort of a term.
    #[must_use]
    #[inline]
    pub fn sort(&self, term: Term) -> Sort {
        self.nodes[term.0 as usize].sort
    }

    /// The arguments of a term.
    #[must_use]
    #[inline]
    pub fn args(&self, term: Term) -> &[Term] {
        let node = &self.nodes[term.0 as usize];
        &self.arguments[node.start as usize..(node.start + node.len) as usize]
    }

    /// The width of a bit-vector.
    ///
    /// # Panics
    /// When the term is no bit-vector: a mistake in the program.
    #[must_use]
    #[track_caller]
    #[inline]
    pub fn width(&self, term: Term) -> u32 {
        let sort = self.sort(term);
        sort.width().unwrap_or_else(|| panic!("a term of sort {sort} where a bit-vector is needed"))
    }

    /// What is known of a bit-vector, whatever values its variables have; all that there is to know of a constant.
    #[must_use]
    #[inline]
    pub fn facts(&self, term: Term) -> Facts<Bits> {
        let width = self.sort(term).width().unwrap_or(1);
        let Some(&stored) = self.facts.get(term.0 as usize) else { return Facts::nothing(width) };
        let [zeros, ones, least, most] = stored.map(|value| Bits::new(width, value));
        Facts { zeros, ones, least, most }
    }

    /// The number of a constant: a Boolean is 0 or 1, a bit-vector its unsigned number, a float its bits. None for
    /// what is no constant.
    #[must_use]
    #[inline]
    pub fn constant(&self, term: Term) -> Option<u128> {
        match self.op(term) {
            Op::Const(value) => Some(value),
            Op::Bool(value) => Some(u128::from(value)),
            _ => None,
        }
    }

    /// The number that is added in a sum of bit-vectors: 0 if none is; of a constant, its number.
    #[must_use]
    pub fn added(&self, term: Term) -> u128 {
        let first = if self.op(term) == Op::BvAdd { self.args(term).first().copied() } else { None };
        self.constant(first.unwrap_or(term)).unwrap_or(0)
    }

    /// Is it the formula that always holds?
    #[must_use]
    pub fn is_true(&self, term: Term) -> bool {
        self.op(term) == Op::Bool(true)
    }

    /// Is it the formula that never holds?
    #[must_use]
    pub fn is_false(&self, term: Term) -> bool {
        self.op(term) == Op::Bool(false)
    }

    /// The declaration of a symbol.
    #[must_use]
    pub fn declaration(&self, symbol: Symbol) -> &Declaration {
        &self.symbols[symbol.0 as usize]
    }

    /// The symbol of this name.
    #[must_use]
    pub fn symbol(&self, name: &str) -> Option<Symbol> {
        self.by_name.get(name).copied()
    }

    /// All symbols.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> + use<> {
        (0..self.symbols.len() as u32).map(Symbol)
    }

    /// Declares a symbol, or finds the one that is declared so.
    ///
    /// # Panics
    /// When the name is declared otherwise, or a sort is impossible: a mistake in the program.
    #[track_caller]
    fn declare(&mut self, declaration: Declaration) -> Symbol {
        let Declaration { name, arguments, sort, bounds } = &declaration;
        if let Some(&known) = self.by_name.get(name) {
            assert!(self.symbols[known.0 as usize] == declaration, "{name} is declared twice, and not alike");
            return known;
        }
        let function = !arguments.is_empty();
        let good = sort.is_valid() && arguments.iter().all(|s| s.is_valid() && s.scalar().is_some());
        assert!(good && (!function || sort.scalar().is_some()), "{name} has an impossible sort");
        if let Some((least, most)) = bounds {
            let fits = sort.width().is_some_and(|w| *most <= crate::sort::mask(w));
            assert!(fits && least <= most, "{name} has impossible bounds");
        }
        let symbol = Symbol(self.symbols.len() as u32);
        self.by_name.insert(declaration.name.clone(), symbol);
        self.symbols.push(declaration);
        symbol
    }

    /// A variable.
    ///
    /// # Panics
    /// When the name is declared otherwise: a mistake in the program.
    #[track_caller]
    pub fn var(&mut self, name: impl Into<String>, sort: Sort) -> Term {
        let declaration = Declaration { name: name.into(), arguments: Vec::new(), sort, bounds: None };
        let symbol = self.declare(declaration);
        self.intern(Op::Var(symbol), sort, &[], Facts::nothing(sort.width().unwrap_or(1)))
    }

    /// A bit-vector variable whose unsigned number is never below `least` and never above `most`. Rewriting makes use
    /// of it, and every solver receives it, so an answer is about such values only.
    ///
    /// # Panics
    /// When the name is declared otherwise, or the bounds do not fit the width: a mistake in the program.
    #[track_caller]
    pub fn bounded(&mut self, name: impl Into<String>, width: u32, least: u128, most: u128) -> Term {
        let sort = Sort::Bits(width);
        let bounds = Some((least, most));
        let symbol = self.declare(Declaration { name: name.into(), arguments: Vec::new(), sort, bounds });
        if least == most && !self.plain {
            return self.bits(width, least);
        }
        self.intern(
            Op::Var(symbol),
            sort,
            &[],
            Facts::between(Bits::new(width, least), Bits::new(width, most)),
        )
    }

    /// An uninterpreted function.
    ///
    /// # Panics
    /// When the name is declared otherwise, or a sort is an array: a mistake in the program.
    #[track_caller]
    pub fn function(&mut self, name: impl Into<String>, arguments: &[Sort], sort: Sort) -> Symbol {
        assert!(!arguments.is_empty(), "a function without arguments is a variable");
        let arguments = arguments.to_vec();
        self.declare(Declaration { name: name.into(), arguments, sort, bounds: None })
    }

    /// A term with this operator, this sort and these arguments; rewritten, unless the arena is plain. The methods
    /// named after the operators are the comfortable way.
    ///
    /// # Panics
    /// When sorts do not fit: a mistake in the program.
    #[track_caller]
    pub fn make(&mut self, op: Op, sort: Sort, args: &[Term]) -> Term {
        let sorts: SmallVec<[Sort; 4]> = args.iter().map(|a| self.sort(*a)).collect();
        let fits = match op {
            Op::Apply(symbol) | Op::Var(symbol) => {
                let declared = self.declaration(symbol);
                declared.sort == sort && declared.arguments[..] == sorts[..]
            }
            _ => op.takes(sort, &sorts),
        };
        assert!(fits, "{op:?} of sort {sort} does not take arguments of the sorts {sorts:?}");
        if self.plain {
            return self.intern(op, sort, args, Facts::nothing(sort.width().unwrap_or(1)));
        }
        self.rewritten(op, sort, args)
    }

    /// The term with this operator and these arguments, as they are.
    pub(crate) fn intern(&mut self, op: Op, sort: Sort, args: &[Term], facts: Facts<Bits>) -> Term {
        if self.nodes.len() * 2 >= self.places.len() {
            self.grow();
        }
        let last = self.places.len() - 1;
        let hash = hash_of(op, sort, args);
        let mut at = hash as usize & last;
        loop {
            let place = self.places[at];
            if place == FREE {
                break;
            }
            if place.0 == hash {
                let node = &self.nodes[place.1 as usize];
                if node.op == op && node.sort == sort && self.args(Term(place.1)) == args {
                    return Term(place.1);
                }
            }
            at = (at + 1) & last;
        }
        let number = self.nodes.len() as u32;
        self.places[at] = (hash, number);
        self.nodes.push(Node { op, sort, start: self.arguments.len() as u32, len: args.len() as u32 });
        self.arguments.extend_from_slice(args);
        if !self.plain {
            self.facts.push([facts.zeros, facts.ones, facts.least, facts.most].map(Bits::value));
        }
        Term(number)
    }

    fn grow(&mut self) {
        let len = (self.places.len() * 2).max(256);
        let old = std::mem::replace(&mut self.places, vec![FREE; len]);
        for place in old.into_iter().filter(|place| *place != FREE) {
            let mut at = place.0 as usize & (len - 1);
            while self.places[at] != FREE {
                at = (at + 1) & (len - 1);
            }
            self.places[at] = place;
        }
    }

    /// The parts of these terms, each once and after its own parts; without those that `skip` names, and what only
    /// they have.
    #[must_use]
    pub fn post_order(&self, roots: &[Term], skip: impl Fn(Term) -> bool) -> Vec<Term> {
        let mut done = rustc_hash::FxHashSet::default();
        let mut order = Vec::new();
        // Each with the number of its arguments that were visited.
        let mut stack: Vec<(Term, usize)> = Vec::new();
        for &root in roots {
            stack.push((root, 0));
            while let Some((term, next)) = stack.pop() {
                if next == 0 && (done.contains(&term) || skip(term)) {
                    continue;
                }
                if let Some(&arg) = self.args(term).get(next) {
                    stack.push((term, next + 1));
                    stack.push((arg, 0));
                } else if done.insert(term) {
                    order.push(term);
                }
            }
        }
        order
    }

    /// The variables of these terms, in the order of their declaration.
    #[must_use]
    pub fn variables(&self, roots: &[Term]) -> Vec<Symbol> {
        self.symbols_of(roots, |op| if let Op::Var(symbol) = op { Some(symbol) } else { None })
    }

    /// The functions of these terms, in the order of their declaration.
    #[must_use]
    pub fn functions(&self, roots: &[Term]) -> Vec<Symbol> {
        self.symbols_of(roots, |op| if let Op::Apply(symbol) = op { Some(symbol) } else { None })
    }

    fn symbols_of(&self, roots: &[Term], which: impl Fn(Op) -> Option<Symbol>) -> Vec<Symbol> {
        let order = self.post_order(roots, |_| false);
        let mut symbols: Vec<Symbol> = order.iter().filter_map(|t| which(self.op(*t))).collect();
        symbols.sort_unstable();
        symbols.dedup();
        symbols
    }

    /// The term with other terms substituted for parts of it, all at once, and rewritten.
    ///
    /// A value of the map must have the sort of its key. Where a [bounded](Terms::bounded) variable is replaced, the result keeps its
    /// meaning only while the new term is within the bounds.
    ///
    /// # Panics
    /// When sorts differ: a mistake in the program.
    #[track_caller]
    pub fn substitute(&mut self, term: Term, map: &FxHashMap<Term, Term>) -> Term {
        Substitution::new(map.clone()).apply(self, term)
    }
}

/// Terms to substitute for terms; remembers the results for parts, for many terms that share some.
#[derive(Clone, Debug, Default)]
pub struct Substitution {
    done: FxHashMap<Term, Term>,
}

impl Substitution {
    /// Substitutes the values of this map for its keys.
    #[must_use]
    pub fn new(map: FxHashMap<Term, Term>) -> Self {
        Self { done: map }
    }

    /// As [`Terms::substitute`].
    ///
    /// # Panics
    /// When sorts differ: a mistake in the program.
    #[track_caller]
    pub fn apply(&mut self, terms: &mut Terms, term: Term) -> Term {
        for part in terms.post_order(&[term], |t| self.done.contains_key(&t)) {
            let old = terms.args(part);
            let new: Few = old.iter().map(|a| self.done[a]).collect();
            let same = new[..] == *old;
            let made = if same { part } else { terms.make(terms.op(part), terms.sort(part), &new) };
            self.done.insert(part, made);
        }
        self.done[&term]
    }
}
