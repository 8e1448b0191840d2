//! Making IR: the small steps that all families of instructions are written in.

use raddle_ir::{Access, Address, Base, InstKind, PureOp, Slot, Space, Type, Value, Values, Var};
use smallvec::SmallVec;

use super::function::{Body, Place};
use super::types::{Kind, Ty};

impl Body<'_, '_, '_> {
    /// An instruction with one result and no guard.
    pub(super) fn one(&mut self, kind: InstKind, ty: Type) -> Value {
        let block = self.here();
        self.func.append1(block, kind, ty, self.loc)
    }

    /// A pure operation.
    pub(super) fn op(&mut self, op: PureOp, args: &[Value], ty: Type) -> Value {
        debug_assert_eq!(args.len(), op.arity(), "{op:?}");
        self.one(InstKind::Pure { op, args: args.iter().copied().collect() }, ty)
    }

    /// A pure operation whose result has the type of its first argument.
    pub(super) fn same(&mut self, op: PureOp, args: &[Value]) -> Value {
        let ty = self.func.ty(args[0]);
        self.op(op, args, ty)
    }

    /// A constant; bits beyond the width of the type are cut.
    pub(super) fn konst(&mut self, bits: u128, ty: Type) -> Value {
        self.one(InstKind::Const(bits & ty.mask()), ty)
    }

    /// `cond ? a : b`
    pub(super) fn select(&mut self, cond: Value, a: Value, b: Value) -> Value {
        let ty = self.func.ty(a);
        self.op(PureOp::Select, &[cond, a, b], ty)
    }

    /// An instruction with an effect, under the guard of the PTX instruction.
    pub(super) fn effect(&mut self, kind: InstKind, results: &[Type]) -> SmallVec<[Value; 2]> {
        let block = self.here();
        let inst = self.func.append(block, kind, results, self.loc);
        self.func.insts[inst].guard = self.guard;
        self.func.insts[inst].results.clone()
    }

    /// The value of a register.
    pub(super) fn get(&mut self, var: Var) -> Value {
        // A value needs a block to live in.
        self.here();
        if let Some(value) = self.current.get(var) {
            return value;
        }
        let ty = self.func.vars[var].ty;
        let value = self.one(InstKind::VarGet(var), ty);
        self.current.set(var, value);
        value
    }

    /// Writes a register where the guard holds. The value has the register's type.
    pub(super) fn set(&mut self, var: Var, value: Value) {
        let value = match self.guard {
            None => value,
            Some(guard) => {
                let old = self.get(var);
                let (yes, no) = if guard.negated { (old, value) } else { (value, old) };
                self.select(guard.value, yes, no)
            }
        };
        self.note(Place::Var(var), value);
        let block = self.here();
        self.func.append(block, InstKind::VarSet(var, value), &[], self.loc);
        self.current.set(var, value);
    }

    /// A plain load from a slot.
    pub(super) fn load_slot(&mut self, slot: Slot, offset: i64, ty: Type) -> Value {
        let addr = self.slot_address(slot, offset);
        let guard = self.guard.take();
        let value = self.effect(InstKind::Load { addr, access: Access::default() }, &[ty])[0];
        self.guard = guard;
        value
    }

    /// A plain store to a slot.
    pub(super) fn store_slot(&mut self, slot: Slot, offset: i64, value: Value) {
        let addr = self.slot_address(slot, offset);
        self.effect(
            InstKind::Store { addr, access: Access::default(), values: Values::from_slice(&[value]) },
            &[],
        );
    }

    fn slot_address(&self, slot: Slot, offset: i64) -> Address {
        let space = self.func.slots[slot].space;
        Address {
            space: if space == Space::Local { space } else { Space::Param },
            base: Base::Slot(slot),
            index: None,
            offset,
        }
    }

    /// A value as another type of at least, at most or equal width: through integers, cut or
    /// extended. None where a predicate meets a number.
    pub(super) fn fit(&mut self, value: Value, to: Type, signed: bool) -> Option<Value> {
        let from = self.func.ty(value);
        if from == to {
            return Some(value);
        }
        let (narrow, wide) = (Type::int(from.bits())?, Type::int(to.bits())?);
        if from == Type::I1 || to == Type::I1 {
            return None;
        }
        let mut value = if from.is_float() { self.op(PureOp::Bitcast, &[value], narrow) } else { value };
        if from.bits() > to.bits() {
            value = self.op(PureOp::Trunc, &[value], wide);
        } else if from.bits() < to.bits() {
            value = self.op(if signed { PureOp::Sext } else { PureOp::Zext }, &[value], wide);
        }
        Some(if to.is_float() { self.op(PureOp::Bitcast, &[value], to) } else { value })
    }

    /// An integer at another width.
    pub(super) fn resize(&mut self, value: Value, to: Type, signed: bool) -> Value {
        self.fit(value, to, signed).unwrap_or(value)
    }

    /// The lanes of a packed value, lowest first, each of the lane's type.
    pub(super) fn unpack(&mut self, value: Value, ty: Ty) -> SmallVec<[Value; 4]> {
        if ty.lanes == 1 {
            return SmallVec::from_slice(&[value]);
        }
        let whole = self.func.ty(value);
        (0..ty.lanes)
            .map(|lane| {
                let mut low = value;
                if lane > 0 {
                    let amount = self.konst(u128::from(lane * ty.bits), Type::I32);
                    low = self.op(PureOp::ShrU, &[value, amount], whole);
                }
                self.resize(low, ty.lane().ir(), false)
            })
            .collect()
    }

    /// Lanes, lowest first, as one integer of type `whole`.
    pub(super) fn pack(&mut self, lanes: &[Value], whole: Type) -> Value {
        let mut at = 0;
        let mut all: Option<Value> = None;
        for &lane in lanes {
            let bits = self.func.ty(lane).bits();
            let wide = self.resize(lane, whole, false);
            let placed = if at == 0 {
                wide
            } else {
                let amount = self.konst(u128::from(at), Type::I32);
                self.op(PureOp::Shl, &[wide, amount], whole)
            };
            all = Some(match all {
                None => placed,
                Some(low) => self.op(PureOp::Or, &[low, placed], whole),
            });
            at += bits;
        }
        match all {
            Some(value) => value,
            None => self.konst(0, whole),
        }
    }

    /// Does `f` for each lane of packed arguments of type `ty`; for scalars, once. `f` gives a
    /// value of the lane's width.
    pub(super) fn lanes(
        &mut self,
        ty: Ty,
        args: &[Value],
        mut f: impl FnMut(&mut Self, &[Value]) -> Value,
    ) -> Value {
        if ty.lanes == 1 {
            return f(self, args);
        }
        let unpacked: SmallVec<[SmallVec<[Value; 4]>; 3]> =
            args.iter().map(|&arg| self.unpack(arg, ty)).collect();
        let results: SmallVec<[Value; 4]> = (0..ty.lanes as usize)
            .map(|lane| {
                let args: SmallVec<[Value; 3]> = unpacked.iter().map(|lanes| lanes[lane]).collect();
                f(self, &args)
            })
            .collect();
        self.pack(&results, ty.ir())
    }

    /// Is an integer or predicate not zero?
    pub(super) fn nonzero(&mut self, value: Value) -> Value {
        let ty = self.func.ty(value);
        if ty == Type::I1 {
            return value;
        }
        let zero = self.konst(0, ty);
        self.op(PureOp::Icmp(raddle_ir::IntCond::Ne), &[value, zero], Type::I1)
    }

    /// The float that all formats of `ty` write 1.
    pub(super) fn float_one(&mut self, ty: Ty) -> Value {
        let bits = match (ty.kind, ty.bits) {
            (Kind::Bfloat, _) => 0x3f80,
            (_, 16) => 0x3c00,
            (_, 32) => 0x3f80_0000,
            _ => 0x3ff0_0000_0000_0000,
        };
        self.konst(bits, ty.lane().ir())
    }
}
