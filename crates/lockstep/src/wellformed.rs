//! Well-formedness (definition 5.1): after every block, some successor's guard holds, whatever the values are.
//!
//! "P is well-formed if for every block B in P if B ends with `goto B1, …, Bn`, then ⋁ guard(Bi) is a tautology."
//! Without it theorem 5.2 fails: §5 has a kernel whose only race lies on a path that lock-step execution finds
//! infeasible. What a compiler made is well-formed by its terminators: one of `c` and `¬c` holds.
//!
//! Tautologies over few bits are decided here, by looking at all values; what is beyond that is [left open](Verdict::Open) for a
//! solver ([`mod@crate::prove`]). Three attempts, from the coarsest to the finest:
//! 1. comparisons are taken for truth values of their own, equal ones for the same and opposite ones for opposite: `a < b ∨ a ≥ b`
//!    needs no more;
//! 2. the values that come from outside the block's head are free;
//! 3. what those are computed from is free.
//!
//! Where there are too many values, those near the condition's own constants are tried: they may show that it does not
//! always hold, and never that it does.

use crate::edge::{Edge, Guard, When};
use crate::limits;
use crate::normal::Normal;
use raddle_ir::{Block, Function, InstKind, IntCond, PureOp, Special, Type, Value, ValueDef, Var, eval};
use raddle_smt::Terms;
use raddle_symbolic::pure;

/// What is known of definition 5.1 for a kernel.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Verdict {
    /// It is well-formed.
    WellFormed,
    /// It is not: after this block, with these values, no guard holds.
    IllFormed {
        /// The block that ends in the jump.
        block: Block,
        /// Values of the leaves, by name, for which no edge may be taken.
        values: Vec<(String, u128)>,
    },
    /// Not decided by enumeration: after these blocks, in sort order, the guards depend on too many bits.
    Open {
        /// The blocks.
        blocks: Vec<Block>,
    },
}

/// Decides definition 5.1 where enumeration can.
#[must_use]
pub fn wellformed(kernel: &Normal) -> Verdict {
    let mut open = Vec::new();
    for &block in kernel.order() {
        let edges = kernel.edges(block);
        let shallow = disjunction(kernel, &edges, false);
        if shallow.propositional().tautology() == Some(None) || shallow.tautology() == Some(None) {
            continue;
        }
        match disjunction(kernel, &edges, true).tautology() {
            Some(None) => {}
            Some(Some(values)) => return Verdict::IllFormed { block, values },
            None => open.push(block),
        }
    }
    if open.is_empty() { Verdict::WellFormed } else { Verdict::Open { blocks: open } }
}

/// That after a block no edge may be taken, as a term over what the guards depend on; `None` where they have no term.
pub(crate) fn stuck(kernel: &Normal, block: Block, terms: &mut Terms) -> Option<raddle_smt::Term> {
    disjunction(kernel, &kernel.edges(block), true).fails(block, terms)
}

/// What a condition depends on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Leaf {
    Value(Value),
    Var(Var),
    Special(Special),
    /// The comparison with this number.
    Atom(usize),
}

/// A condition over leaves.
#[derive(Clone, PartialEq)]
enum Term {
    Const(u128, Type),
    Leaf(usize),
    Op { op: PureOp, ty: Type, operand: Type, args: Vec<Term> },
}

struct Condition<'a> {
    function: &'a Function,
    leaves: Vec<(Leaf, Type)>,
    term: Term,
}

/// The disjunction of the edges' conditions.
fn disjunction<'a>(kernel: &'a Normal, edges: &[Edge], deep: bool) -> Condition<'a> {
    let function = kernel.function();
    let mut builder = Builder { function, deep, leaves: Vec::new() };
    let no_guard = Guard::default();
    let mut ways = Vec::new();
    for edge in edges {
        let guard = edge.to.map_or(&no_guard, |to| kernel.guard(to));
        let mut all = builder.when(edge.when);
        for cond in &guard.conds {
            let mut term = builder.term(cond.value, edge, guard);
            if let Some(unless) = cond.guard {
                let holds = builder.term(unless.value, edge, guard);
                let off = if unless.negated { holds } else { not(holds) };
                term = bool_op(PureOp::Or, vec![off, term]);
            }
            all = bool_op(PureOp::And, vec![all, term]);
        }
        ways.push(all);
    }
    Condition { function, leaves: builder.leaves, term: any_of(ways) }
}

/// The disjunction of conditions: no deeper than it must be, as a switch has many.
fn any_of(mut ways: Vec<Term>) -> Term {
    while ways.len() > 1 {
        let mut rest = ways.into_iter();
        let mut joined = Vec::new();
        while let Some(first) = rest.next() {
            joined.push(match rest.next() {
                Some(second) => bool_op(PureOp::Or, vec![first, second]),
                None => first,
            });
        }
        ways = joined;
    }
    ways.pop().unwrap_or(Term::Const(0, Type::I1))
}

fn bool_op(op: PureOp, args: Vec<Term>) -> Term {
    Term::Op { op, ty: Type::I1, operand: Type::I1, args }
}

fn not(term: Term) -> Term {
    bool_op(PureOp::Not, vec![term])
}

struct Builder<'a> {
    function: &'a Function,
    /// Look through definitions outside the guard.
    deep: bool,
    leaves: Vec<(Leaf, Type)>,
}

impl Builder<'_> {
    fn leaf(&mut self, leaf: Leaf, ty: Type) -> Term {
        let at = self.leaves.iter().position(|(l, _)| *l == leaf).unwrap_or_else(|| {
            self.leaves.push((leaf, ty));
            self.leaves.len() - 1
        });
        Term::Leaf(at)
    }

    fn when(&mut self, when: When) -> Term {
        let outside = Edge { to: None, args: Vec::new(), when: When::Always };
        let (value, cond, number) = match when {
            When::Always => return Term::Const(1, Type::I1),
            When::Is(value, truth) => {
                let term = self.term(value, &outside, &Guard::default());
                return if truth { term } else { not(term) };
            }
            When::Equals(value, number) => (value, IntCond::Eq, number),
            When::AtLeast(value, number) => (value, IntCond::GeU, number),
        };
        let term = self.term(value, &outside, &Guard::default());
        let args = vec![term, Term::Const(u128::from(number), self.function.ty(value))];
        Term::Op { op: PureOp::Icmp(cond), ty: Type::I1, operand: self.function.ty(value), args }
    }

    /// A value as it is at the end of the predecessor, when `edge` is taken.
    fn term(&mut self, value: Value, edge: &Edge, guard: &Guard) -> Term {
        let ty = self.function.ty(value);
        let inst = match self.function.values[value].def {
            ValueDef::Param(block, number) if Some(block) == edge.to => {
                let outside = Edge { to: None, args: Vec::new(), when: When::Always };
                return self.term(edge.args[usize::from(number)], &outside, &Guard::default());
            }
            ValueDef::Param(..) => return self.leaf(Leaf::Value(value), ty),
            ValueDef::Result(inst, _) => inst,
        };
        match &self.function.insts[inst].kind {
            InstKind::Const(bits) => Term::Const(*bits, ty),
            InstKind::Special(special) if *special != Special::Clock => {
                self.leaf(Leaf::Special(*special), ty)
            }
            InstKind::VarGet(var) if guard.insts.contains(&inst) => self.leaf(Leaf::Var(*var), ty),
            InstKind::Pure { op, args } if self.deep || guard.insts.contains(&inst) => {
                let of = args[usize::from(*op == PureOp::Select)];
                let operand = self.function.ty(of);
                let args = args.iter().map(|&a| self.term(a, edge, guard)).collect();
                Term::Op { op: *op, ty, operand, args }
            }
            _ => self.leaf(Leaf::Value(value), ty),
        }
    }
}

impl Condition<'_> {
    /// The same with truth values in place of comparisons.
    fn propositional(&self) -> Self {
        let mut atoms = Vec::new();
        let term = self.term.propositional(&mut atoms);
        let leaves = (0..atoms.len()).map(|n| (Leaf::Atom(n), Type::I1)).collect();
        Condition { function: self.function, leaves, term }
    }

    /// `Some(None)`: it always holds. `Some(Some(values))`: it does not for these. `None`: too many values.
    fn tautology(&self) -> Option<Option<Vec<(String, u128)>>> {
        if self.leaves.iter().any(|(_, ty)| *ty == Type::Opaque) {
            return None;
        }
        let bits: u32 = self.leaves.iter().map(|(_, ty)| ty.bits()).sum();
        if bits <= limits::BITS_ENUMERATED && (1 << bits) <= self.most_tries() {
            let all = |ty: Type| (0..=ty.mask()).collect();
            return Some(self.counterexample(all));
        }
        let mut near = vec![0, 1, u128::MAX];
        self.term.constants(&mut near);
        let tries = |ty: Type| {
            let mut values: Vec<u128> = near
                .iter()
                .flat_map(|&n| [n, n.wrapping_add(1), n.wrapping_sub(1)])
                .map(|n| n & ty.mask())
                .collect();
            values.sort_unstable();
            values.dedup();
            values
        };
        self.counterexample(tries).map(Some)
    }

    /// How many values are tried.
    fn most_tries(&self) -> usize {
        limits::COMBINATIONS_TRIED.min(limits::OPERATIONS_COMPUTED / self.term.size().max(1))
    }

    /// Values, among the candidates for each type, for which the condition does not hold.
    fn counterexample(&self, candidates: impl Fn(Type) -> Vec<u128>) -> Option<Vec<(String, u128)>> {
        let candidates: Vec<Vec<u128>> = self.leaves.iter().map(|(_, ty)| candidates(*ty)).collect();
        let many: usize = candidates.iter().map(Vec::len).fold(1, usize::saturating_mul);
        (0..many.min(self.most_tries())).find_map(|mut number| {
            let pick = |from: &Vec<u128>| {
                let value = from[number % from.len()];
                number /= from.len();
                value
            };
            let values: Vec<u128> = candidates.iter().map(pick).collect();
            // What has no defined result is not relied on.
            let fails = self.term.value(&values) != Some(1);
            fails.then(|| self.leaves.iter().map(|(leaf, _)| self.name(*leaf)).zip(values).collect())
        })
    }

    /// That it does not hold. A result that is not specified may be anything.
    fn fails(&self, block: Block, terms: &mut Terms) -> Option<raddle_smt::Term> {
        let mut leaves = Vec::new();
        for (n, (_, ty)) in self.leaves.iter().enumerate() {
            leaves.push(terms.var(format!("leaf {n} of {block}"), pure::sort(*ty)?));
        }
        let holds = self.term.smt(terms, &leaves, &mut format!("unspecified in {block}"))?;
        Some(terms.not(holds))
    }

    fn name(&self, leaf: Leaf) -> String {
        match leaf {
            Leaf::Var(var) => self.function.vars[var].name.clone(),
            Leaf::Value(value) => {
                self.function.values[value].name.clone().unwrap_or_else(|| value.to_string())
            }
            Leaf::Special(special) => raddle_ir::text::special_name(special),
            Leaf::Atom(n) => format!("comparison {n}"),
        }
    }
}

impl Term {
    fn propositional(&self, atoms: &mut Vec<Self>) -> Self {
        match self {
            Self::Const(..) => self.clone(),
            Self::Op { op, ty, operand: Type::I1, args }
                if matches!(op, PureOp::And | PureOp::Or | PureOp::Xor | PureOp::Not) =>
            {
                let args = args.iter().map(|a| a.propositional(atoms)).collect();
                Self::Op { op: *op, ty: *ty, operand: Type::I1, args }
            }
            Self::Op { op: PureOp::Icmp(cond), operand, args, .. } if !is_basic(*cond) => {
                let (basic, swapped, negated) = in_basic_terms(*cond);
                let mut args = args.clone();
                if swapped {
                    args.reverse();
                }
                let atom = Self::Op { op: PureOp::Icmp(basic), ty: Type::I1, operand: *operand, args };
                let atom = atom.propositional(atoms);
                if negated { not(atom) } else { atom }
            }
            _ => {
                let at = atoms.iter().position(|a| a == self).unwrap_or_else(|| {
                    atoms.push(self.clone());
                    atoms.len() - 1
                });
                Self::Leaf(at)
            }
        }
    }

    /// How many operations it has.
    fn size(&self) -> usize {
        match self {
            Self::Const(..) | Self::Leaf(_) => 0,
            Self::Op { args, .. } => 1 + args.iter().map(Self::size).sum::<usize>(),
        }
    }

    fn constants(&self, into: &mut Vec<u128>) {
        match self {
            Self::Const(bits, _) => into.push(*bits),
            Self::Leaf(_) => {}
            Self::Op { args, .. } => args.iter().for_each(|a| a.constants(into)),
        }
    }

    fn smt(
        &self,
        terms: &mut Terms,
        leaves: &[raddle_smt::Term],
        unspecified: &mut String,
    ) -> Option<raddle_smt::Term> {
        match self {
            Self::Const(bits, ty) => pure::constant(terms, *ty, *bits),
            Self::Leaf(at) => leaves.get(*at).copied(),
            Self::Op { op, ty, operand, args } => {
                let mut made = Vec::new();
                for arg in args {
                    made.push(arg.smt(terms, leaves, unspecified)?);
                }
                let pure::Meaning { value, defined } = pure::partial(terms, *op, *ty, *operand, &made)?;
                // Each has a name of its own.
                unspecified.push('\'');
                let any = terms.var(unspecified.clone(), pure::sort(*ty)?);
                Some(terms.ite(defined, value, any))
            }
        }
    }

    fn value(&self, leaves: &[u128]) -> Option<u128> {
        match self {
            Self::Const(bits, _) => Some(*bits),
            Self::Leaf(at) => Some(leaves[*at]),
            Self::Op { op, ty, operand, args } => {
                let args: Option<Vec<u128>> = args.iter().map(|a| a.value(leaves)).collect();
                eval(*op, *ty, *operand, &args?)
            }
        }
    }
}

/// `=` and `<` are taken as they are.
fn is_basic(cond: IntCond) -> bool {
    matches!(cond, IntCond::Eq | IntCond::LtU | IntCond::LtS)
}

/// Any comparison by `=` or `<`: of the operands in which order, and negated?
fn in_basic_terms(cond: IntCond) -> (IntCond, bool, bool) {
    match cond {
        IntCond::Eq => (IntCond::Eq, false, false),
        IntCond::Ne => (IntCond::Eq, false, true),
        IntCond::LtU => (IntCond::LtU, false, false),
        IntCond::GeU => (IntCond::LtU, false, true),
        IntCond::GtU => (IntCond::LtU, true, false),
        IntCond::LeU => (IntCond::LtU, true, true),
        IntCond::LtS => (IntCond::LtS, false, false),
        IntCond::GeS => (IntCond::LtS, false, true),
        IntCond::GtS => (IntCond::LtS, true, false),
        IntCond::LeS => (IntCond::LtS, true, true),
    }
}
