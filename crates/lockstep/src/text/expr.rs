//! Expressions of the text: values put into the places where they are used.

use crate::edge::{Edge, Guard, When};
use crate::normal::Normal;
use raddle_ir::{
    Address, Base, Block, Function, Inst, InstKind, IntCond, PureOp, SecondaryMap, Special, Type, Value,
    ValueDef, Var,
};

/// An expression over the variables of one thread.
pub(super) enum Expr {
    Const(Type, u128),
    Value(Value),
    Var(Var),
    Special(Special, Type),
    /// The address of an object, plus bytes.
    AddrOf(Base, i64, Type),
    /// A constant that only has a name: the address of a function.
    Named(String, Type),
    Op {
        op: PureOp,
        ty: Type,
        operand: Type,
        args: Vec<Expr>,
    },
}

impl Expr {
    pub(super) fn not(self) -> Self {
        Self::Op { op: PureOp::Not, ty: Type::I1, operand: Type::I1, args: vec![self] }
    }
}

/// Which instructions have no statement of their own in the text.
pub(super) struct Exprs<'a> {
    kernel: &'a Normal,
    folded: SecondaryMap<Inst, bool>,
}

/// A place in a block: an instruction, or the end.
type Place = (Block, usize);

impl<'a> Exprs<'a> {
    pub(super) fn new(kernel: &'a Normal) -> Self {
        let uses = uses(kernel);
        let mut folded: SecondaryMap<Inst, bool> = SecondaryMap::new();
        for &block in kernel.order() {
            fold(kernel.function(), block, &uses, &mut folded);
        }
        Self { kernel, folded }
    }

    fn function(&self) -> &'a Function {
        self.kernel.function()
    }

    pub(super) fn is_folded(&self, inst: Inst) -> bool {
        self.folded[inst]
    }

    pub(super) fn value(&self, value: Value) -> Expr {
        self.at(value, None)
    }

    /// A value as it is at the end of a block, where the edge is taken: in the guard of the edge's target.
    pub(super) fn at(&self, value: Value, edge: Option<&Edge>) -> Expr {
        match self.function().values[value].def {
            ValueDef::Param(block, number) => match edge {
                Some(edge) if edge.to == Some(block) => self.value(edge.args[usize::from(number)]),
                _ => Expr::Value(value),
            },
            ValueDef::Result(inst, _) => {
                let guard = edge.and_then(|e| e.to).map(|to| self.kernel.guard(to));
                if self.folded[inst] || guard.is_some_and(|g| g.insts.contains(&inst)) {
                    self.inst(inst, edge)
                } else {
                    Expr::Value(value)
                }
            }
        }
    }

    /// What an instruction computes.
    pub(super) fn inst(&self, inst: Inst, edge: Option<&Edge>) -> Expr {
        let function = self.function();
        let data = &function.insts[inst];
        let ty = data.results.first().map_or(Type::I1, |&r| function.ty(r));
        match &data.kind {
            InstKind::Const(bits) => Expr::Const(ty, *bits),
            InstKind::Special(special) => Expr::Special(*special, ty),
            InstKind::VarGet(var) => Expr::Var(*var),
            InstKind::AddrOf { base, offset } => Expr::AddrOf(*base, *offset, ty),
            InstKind::Pure { op, args } => {
                let operand = function.ty(args[usize::from(*op == PureOp::Select)]);
                Expr::Op { op: *op, ty, operand, args: args.iter().map(|&a| self.at(a, edge)).collect() }
            }
            InstKind::FuncAddr(func) => Expr::Named(func.to_string(), ty),
            _ => Expr::Named(inst.to_string(), ty),
        }
    }

    /// Index plus offset of an address, where there is one.
    pub(super) fn offset(&self, addr: &Address) -> Option<Expr> {
        let index = addr.index?;
        let ty = self.function().ty(index);
        let index = self.value(index);
        if addr.offset == 0 {
            return Some(index);
        }
        let offset = Expr::Const(ty, (addr.offset as u128) & ty.mask());
        Some(Expr::Op { op: PureOp::Add, ty, operand: ty, args: vec![index, offset] })
    }

    /// The condition of an edge: the terminator's, and the guard of its target. None is *true*.
    pub(super) fn condition(&self, edge: &Edge) -> Vec<Expr> {
        let icmp = |value: Value, cond: IntCond, number: u64| {
            let operand = self.function().ty(value);
            let args = vec![self.value(value), Expr::Const(operand, u128::from(number))];
            Expr::Op { op: PureOp::Icmp(cond), ty: Type::I1, operand, args }
        };
        let mut all = match edge.when {
            When::Always => Vec::new(),
            When::Is(value, true) => vec![self.value(value)],
            When::Is(value, false) => vec![self.value(value).not()],
            When::Equals(value, number) => vec![icmp(value, IntCond::Eq, number)],
            When::AtLeast(value, number) => vec![icmp(value, IntCond::GeU, number)],
        };
        let no_guard = Guard::default();
        let guard = edge.to.map_or(&no_guard, |to| self.kernel.guard(to));
        for cond in &guard.conds {
            let value = self.at(cond.value, Some(edge));
            all.push(match cond.guard {
                None => value,
                Some(unless) => {
                    let p = self.at(unless.value, Some(edge));
                    let off = if unless.negated { p } else { p.not() };
                    Expr::Op { op: PureOp::Or, ty: Type::I1, operand: Type::I1, args: vec![off, value] }
                }
            });
        }
        all
    }
}

/// Where each value is used; guards are used at the end of the blocks that lead to them.
fn uses(kernel: &Normal) -> SecondaryMap<Value, Vec<Place>> {
    let function = kernel.function();
    let mut uses: SecondaryMap<Value, Vec<Place>> = SecondaryMap::new();
    for &block in kernel.order() {
        let data = &function.blocks[block];
        for (place, &inst) in data.insts.iter().enumerate() {
            if !matches!(function.insts[inst].kind, InstKind::Assume(_)) {
                function.insts[inst].uses().into_iter().for_each(|v| uses[v].push((block, place)));
            }
        }
        let end = (block, data.insts.len());
        data.term.uses().into_iter().for_each(|v| uses[v].push(end));
        for edge in kernel.edges(block) {
            let Some(to) = edge.to else { continue };
            let guard = kernel.guard(to);
            let inner = guard.insts.iter().flat_map(|&i| function.insts[i].uses());
            let outer =
                guard.conds.iter().flat_map(|c| std::iter::once(c.value).chain(c.guard.map(|g| g.value)));
            for value in inner.chain(outer) {
                let own = match function.values[value].def {
                    ValueDef::Result(inst, _) => guard.insts.contains(&inst),
                    ValueDef::Param(param_of, _) => param_of == to,
                };
                if !own {
                    uses[value].push(end);
                }
            }
        }
    }
    uses
}

/// Decides which instructions of a block are put into expressions.
fn fold(
    function: &Function,
    block: Block,
    uses: &SecondaryMap<Value, Vec<Place>>,
    folded: &mut SecondaryMap<Inst, bool>,
) {
    let insts = &function.blocks[block].insts;
    // Where the statement stands that a use ends up in.
    let mut root: Vec<usize> = (0..=insts.len()).collect();
    for place in (0..insts.len()).rev() {
        let data = &function.insts[insts[place]];
        let [result] = data.results[..] else { continue };
        let here = uses[result].iter().all(|(b, _)| *b == block);
        let last = uses[result].iter().filter(|(b, _)| *b == block).map(|(_, p)| root[*p]).max();
        let last = last.unwrap_or(place);
        let fold = match &data.kind {
            InstKind::Const(_) | InstKind::AddrOf { .. } | InstKind::FuncAddr(_) => true,
            InstKind::Special(special) => *special != Special::Clock,
            InstKind::Pure { .. } => here && uses[result].len() <= 1,
            InstKind::VarGet(var) if function.vars[*var].shared.is_none() => {
                let set =
                    |&inst: &Inst| matches!(function.insts[inst].kind, InstKind::VarSet(v, _) if v == *var);
                here && !insts[place + 1..last.max(place + 1)].iter().any(set)
            }
            _ => false,
        };
        folded[insts[place]] = fold;
        if fold {
            root[place] = last;
        }
    }
}
