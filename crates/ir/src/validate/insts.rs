//! Instructions: arguments, results, guards, and what they name.

use super::address::join;
use super::{At, Checker, Rule};
use crate::entity::{Block, Inst, Slot, Value, Var};
use crate::inst::{Barrier, BarrierOp, Callee, Collective, InstKind, Special, Values};
use crate::marker::Marker;
use crate::module::FunctionKind;
use crate::types::{Order, Type};
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

type Types = SmallVec<[Type; 4]>;

impl Checker<'_> {
    pub(super) fn instructions(&mut self) {
        for &block in &self.function.order {
            for &inst in &self.function.blocks[block].insts {
                // A value that does not exist has no type to look at: `dominance` reports it.
                if self.function.insts[inst].uses().iter().all(|&v| self.function.values.contains(v)) {
                    self.guard(block, inst);
                    self.instruction(block, inst);
                }
            }
            self.condition(block);
        }
    }

    fn guard(&mut self, block: Block, inst: Inst) {
        let data = &self.function.insts[inst];
        let Some(guard) = data.guard else { return };
        let at = At::Inst(block, inst);
        if self.function.ty(guard.value) != Type::I1 {
            let message =
                format!("a guard is an i1, but {} has type {}", guard.value, self.function.ty(guard.value));
            self.error(Rule::Guard, at, message);
        }
        let shared = |var: Var| self.function.vars.get(var).is_some_and(|v| v.shared.is_some());
        let may = match &data.kind {
            InstKind::Load { .. }
            | InstKind::Store { .. }
            | InstKind::Atomic { .. }
            | InstKind::Fence { .. }
            | InstKind::Barrier(_)
            | InstKind::WarpSync(_)
            | InstKind::Collective { .. }
            | InstKind::Assume(_)
            | InstKind::Assert(_)
            | InstKind::Call { .. }
            | InstKind::Marker { .. }
            | InstKind::Opaque { .. } => true,
            InstKind::VarGet(var) | InstKind::VarSet(var, _) => shared(*var),
            InstKind::Const(_)
            | InstKind::Pure { .. }
            | InstKind::Havoc
            | InstKind::Uninitialised
            | InstKind::Special(_)
            | InstKind::AddrOf { .. }
            | InstKind::FuncAddr(_)
            | InstKind::SpecBegin(_)
            | InstKind::SpecEnd(..) => false,
        };
        if !may {
            self.error(
                Rule::Guard,
                at,
                "it has no effect, so it carries no guard: select between its result and another",
            );
        }
    }

    fn types(&self, values: &[crate::entity::Value]) -> Types {
        values.iter().map(|&v| self.function.ty(v)).collect()
    }

    fn instruction(&mut self, block: Block, inst: Inst) {
        let at = At::Inst(block, inst);
        let data = &self.function.insts[inst];
        let results = self.types(&data.results);
        match &data.kind {
            InstKind::Const(bits) => {
                self.results(at, &results, &[&[]]);
                if let [ty] = *results
                    && (ty == Type::Opaque || bits & !ty.mask() != 0)
                {
                    self.error(Rule::Constant, at, format!("{bits:#x} is not a value of type {ty}"));
                }
            }
            InstKind::Pure { op, args } => self.pure(at, *op, &self.types(args), &results),
            InstKind::Havoc | InstKind::Uninitialised => self.results(at, &results, &[&[]]),
            InstKind::Special(special) => self.special(at, *special, &results),
            InstKind::AddrOf { base, .. } => self.address_of(at, *base, &results),
            InstKind::FuncAddr(func) => {
                if !self.module.functions.contains(*func) {
                    self.error(Rule::Reference, at, format!("{func} does not exist"));
                }
                self.results(at, &results, &[&[Type::I32, Type::I64]]);
            }
            InstKind::VarGet(var) => self.scalar(at, *var, &results, true),
            InstKind::VarSet(var, value) => {
                self.results(at, &results, &[]);
                self.scalar(at, *var, &self.types(&[*value]), false);
            }
            InstKind::Load { addr, access } => {
                self.address(at, addr);
                self.elements(at, addr.base, &results);
                self.load_order(at, *access);
                if results.is_empty() {
                    self.error(Rule::Result, at, "a load has a result");
                }
            }
            InstKind::Store { addr, access, values } => {
                self.address(at, addr);
                self.elements(at, addr.base, &self.types(values));
                self.store_order(at, *access);
                self.results(at, &results, &[]);
                if values.is_empty() {
                    self.error(Rule::Arity, at, "a store needs a value");
                }
            }
            InstKind::Atomic { op, addr, args, .. } => {
                self.address(at, addr);
                self.atomic(at, *op, &self.types(args), &results);
            }
            InstKind::Fence { order, .. } => {
                self.results(at, &results, &[]);
                if matches!(order, Order::Weak | Order::Relaxed) {
                    self.error(Rule::OrderOfAccess, at, format!("a fence that is {order} orders nothing"));
                }
            }
            InstKind::Barrier(barrier) => self.barrier(at, barrier, &results),
            InstKind::WarpSync(mask) => {
                self.takes(at, &self.types(&[*mask]), &[&[Type::I32]]);
                self.results(at, &results, &[]);
            }
            InstKind::Collective { op, args, sync } => self.collective(at, *op, args, *sync, &results),
            InstKind::Assume(value) | InstKind::Assert(value) | InstKind::SpecEnd(_, value) => {
                self.takes(at, &self.types(&[*value]), &[&[Type::I1]]);
                self.results(at, &results, &[]);
            }
            InstKind::SpecBegin(_) => self.results(at, &results, &[]),
            InstKind::Call { callee, args, rets } => {
                self.callee(at, callee);
                self.passed(at, args, rets);
                self.results(at, &results, &[]);
            }
            InstKind::Marker { marker, args } => self.marker(at, *marker, args, &results),
            InstKind::Opaque { .. } => {}
        }
    }

    /// Each argument has one of the types listed for it (an empty list stands for all).
    fn takes(&mut self, at: At, args: &[Type], wanted: &[&[Type]]) {
        if args.len() != wanted.len() {
            let message = format!("it takes {} arguments, not {}", wanted.len(), args.len());
            return self.error(Rule::Arity, at, message);
        }
        for (n, (ty, wanted)) in args.iter().zip(wanted).enumerate() {
            if !wanted.is_empty() && !wanted.contains(ty) {
                let message = format!("argument {} has type {ty}, but it takes {}", n + 1, join(wanted));
                self.error(Rule::OperandType, at, message);
            }
        }
    }

    fn results(&mut self, at: At, results: &[Type], wanted: &[&[Type]]) {
        if results.len() != wanted.len() {
            let message = format!("it has {} results, not {}", wanted.len(), results.len());
            return self.error(Rule::Result, at, message);
        }
        for (ty, wanted) in results.iter().zip(wanted) {
            if !wanted.is_empty() && !wanted.contains(ty) {
                let message = format!("its result has type {ty}, but it gives {}", join(wanted));
                self.error(Rule::Result, at, message);
            }
        }
    }

    fn marker(&mut self, at: At, marker: Marker, args: &[Value], results: &[Type]) {
        let args = self.types(args);
        let (takes, gives): (&[&[Type]], &[&[Type]]) = match marker {
            Marker::GridSync | Marker::CopyEnd | Marker::CopyUnwaited | Marker::CopyAlone => (&[], &[]),
            Marker::StrayCall => (&[&[]], &[]),
            Marker::Copy => (&[&[], &[]], &[&[]]),
            Marker::WorkDim => (&[], &[&[Type::I32]]),
            // Any number of events.
            Marker::CopyWait => return self.results(at, results, &[]),
            Marker::Ask(_) => return self.results(at, results, &[&[]]),
        };
        self.takes(at, &args, takes);
        self.results(at, results, gives);
    }

    fn special(&mut self, at: At, special: Special, results: &[Type]) {
        let (most, dimension) = match special {
            Special::Tid(d) | Special::Ntid(d) | Special::Ctaid(d) | Special::Nctaid(d) => (2, d),
            Special::ClusterId(d) | Special::NclusterId(d) => (2, d),
            Special::ClusterCtaid(d) | Special::ClusterNctaid(d) => (2, d),
            Special::EnvReg(n) => (31, n),
            _ => (0, 0),
        };
        if dimension > most {
            self.error(
                Rule::Reference,
                at,
                format!("there is no such register: its number is at most {most}"),
            );
        }
        let wanted: &[Type] = match special {
            Special::Clock | Special::GridId => &[Type::I32, Type::I64],
            Special::IsExplicitCluster => &[Type::I1],
            _ => &[Type::I32],
        };
        self.results(at, results, &[wanted]);
    }

    fn scalar(&mut self, at: At, var: Var, types: &[Type], read: bool) {
        let Some(data) = self.function.vars.get(var) else {
            return self.error(Rule::Reference, at, format!("{var} does not exist"));
        };
        let wanted: &[&[Type]] = &[&[data.ty]];
        if read { self.results(at, types, wanted) } else { self.takes(at, types, wanted) }
    }

    fn barrier(&mut self, at: At, barrier: &Barrier, results: &[Type]) {
        let word = [barrier.id].into_iter().chain(barrier.count);
        for value in word {
            if self.function.ty(value) != Type::I32 {
                let message = format!(
                    "a barrier's number and count are i32, but {value} has type {}",
                    self.function.ty(value)
                );
                self.error(Rule::OperandType, at, message);
            }
        }
        let reduces = matches!(barrier.op, BarrierOp::RedPopc | BarrierOp::RedAnd | BarrierOp::RedOr);
        match barrier.predicate {
            Some(_) if !reduces => self.error(Rule::Arity, at, "only a reduction has a predicate"),
            None if reduces => self.error(Rule::Arity, at, "a reduction needs a predicate"),
            Some(value) if self.function.ty(value) != Type::I1 => {
                self.error(Rule::OperandType, at, format!("the predicate {value} is not an i1"));
            }
            _ => {}
        }
        if barrier.op == BarrierOp::Arrive && barrier.count.is_none() {
            self.error(Rule::Arity, at, "an arrival needs the count of participants");
        }
        match barrier.op {
            BarrierOp::Sync | BarrierOp::Arrive => self.results(at, results, &[]),
            BarrierOp::RedPopc => self.results(at, results, &[&[Type::I32]]),
            BarrierOp::RedAnd | BarrierOp::RedOr => self.results(at, results, &[&[Type::I1]]),
        }
    }

    fn collective(&mut self, at: At, op: Collective, args: &Values, sync: bool, results: &[Type]) {
        const WORD: &[Type] = &[Type::I32];
        const BIT: &[Type] = &[Type::I1];
        const SHUFFLED: &[Type] = &[Type::I32, Type::F32];
        const MATCHED: &[Type] = &[Type::I32, Type::F32, Type::I64, Type::F64];
        let types = self.types(args);
        let value: &[Type] = match &types[..] {
            [first, ..] => std::slice::from_ref(first),
            [] => &[],
        };
        // Arguments without the mask; results; is a mask required?
        let (mut takes, gives, masked): (Vec<&[Type]>, Vec<&[Type]>, bool) = match op {
            Collective::Shfl(_) => (vec![SHUFFLED, WORD, WORD], vec![value, BIT], false),
            Collective::VoteAll | Collective::VoteAny | Collective::VoteUni => (vec![BIT], vec![BIT], false),
            Collective::VoteBallot => (vec![BIT], vec![WORD], false),
            Collective::MatchAny => (vec![MATCHED], vec![WORD], true),
            Collective::MatchAll => (vec![MATCHED], vec![WORD, BIT], true),
            Collective::Redux(_) => (vec![SHUFFLED], vec![value], true),
            Collective::Elect => (Vec::new(), vec![WORD, BIT], true),
            Collective::ActiveMask => (Vec::new(), vec![WORD], false),
        };
        if masked && !sync {
            self.error(Rule::Arity, at, "it exists only with a member mask (`.sync`)");
        }
        if op == Collective::ActiveMask && sync {
            self.error(Rule::Arity, at, "it takes no member mask");
        } else if sync {
            takes.push(WORD);
        }
        self.takes(at, &types, &takes);
        self.results(at, results, &gives);
    }

    fn callee(&mut self, at: At, callee: &Callee) {
        let (named, target) = match callee {
            Callee::Func(func) => (std::slice::from_ref(func), None),
            Callee::External(_) => return,
            Callee::Indirect { target, candidates } => (&candidates[..], Some(*target)),
        };
        for &func in named {
            match self.module.functions.get(func).map(|f| f.kind) {
                None => self.error(Rule::Reference, at, format!("{func} does not exist")),
                Some(FunctionKind::Kernel) => {
                    self.error(
                        Rule::Reference,
                        at,
                        format!("{func} is a kernel, and kernels are not called"),
                    );
                }
                Some(FunctionKind::Device) => {}
            }
        }
        if let Some(target) = target {
            self.takes(at, &self.types(&[target]), &[&[Type::I32, Type::I64]]);
        }
    }

    fn passed(&mut self, at: At, args: &[Slot], rets: &[Slot]) {
        for slot in args.iter().chain(rets) {
            if !self.function.slots.contains(*slot) {
                self.error(Rule::Reference, at, format!("{slot} does not exist"));
            }
        }
        let mut taken: FxHashSet<Slot> = args.iter().copied().collect();
        for slot in rets {
            if !taken.insert(*slot) {
                self.error(Rule::Reference, at, format!("{slot} receives a result and is passed already"));
            }
        }
    }
}
