//! Computing for a group of lanes at once.
//!
//! Nearly all values that control and addresses are made of are numbers. For a step whose operands are numbers in all
//! lanes, the operation is looked up once and the lanes are a loop; [`raddle_ir::eval64`] says what it does, here too. A step
//! with an unknown operand, or with an operation that is rare, goes lane by lane through its [`Domain`].

use crate::programs::program::Reg;
use crate::running::exec::Active;
use crate::running::machine::Machine;
use crate::running::place::LANES;
use crate::values::domain::{Domain, Site};
use crate::watching::monitor::lanes;
use raddle_ir::{IntCond, PureOp, Type, eval64};

type Numbers = [u64; LANES];

/// The results of an operation on numbers, lane by lane; none for an operation that is not listed here.
fn compute(op: PureOp, result: Type, operand: Type, args: &[Numbers; 3]) -> Option<Numbers> {
    use PureOp as P;
    let [a, b, c] = args;
    let mut out = [0; LANES];
    let mut whole = true;
    // The operation is a constant in each arm, so that evaluation becomes a few instructions.
    macro_rules! each {
        ($op:expr) => {
            for (n, out) in out.iter_mut().enumerate() {
                match eval64($op, result, operand, &[a[n], b[n], c[n]]) {
                    Some(bits) => *out = bits,
                    None => whole = false,
                }
            }
        };
    }
    match op {
        P::Add => each!(P::Add),
        P::Sub => each!(P::Sub),
        P::Mul => each!(P::Mul),
        P::And => each!(P::And),
        P::Or => each!(P::Or),
        P::Xor => each!(P::Xor),
        P::Not => each!(P::Not),
        P::Shl => each!(P::Shl),
        P::ShrU => each!(P::ShrU),
        P::ShrS => each!(P::ShrS),
        P::Select => each!(P::Select),
        P::Trunc => each!(P::Trunc),
        P::Zext => each!(P::Zext),
        P::Sext => each!(P::Sext),
        P::Icmp(IntCond::Eq) => each!(P::Icmp(IntCond::Eq)),
        P::Icmp(IntCond::Ne) => each!(P::Icmp(IntCond::Ne)),
        P::Icmp(IntCond::LtU) => each!(P::Icmp(IntCond::LtU)),
        P::Icmp(IntCond::LeU) => each!(P::Icmp(IntCond::LeU)),
        P::Icmp(IntCond::GtU) => each!(P::Icmp(IntCond::GtU)),
        P::Icmp(IntCond::GeU) => each!(P::Icmp(IntCond::GeU)),
        P::Icmp(IntCond::LtS) => each!(P::Icmp(IntCond::LtS)),
        P::Icmp(IntCond::LeS) => each!(P::Icmp(IntCond::LeS)),
        P::Icmp(IntCond::GtS) => each!(P::Icmp(IntCond::GtS)),
        P::Icmp(IntCond::GeS) => each!(P::Icmp(IntCond::GeS)),
        _ => return None,
    }
    whole.then_some(out)
}

/// What a group knows of a predicate.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Truth {
    /// The lanes in which it is true.
    pub(crate) yes: u32,
    /// The lanes in which it is unknown.
    pub(crate) open: u32,
}

impl<D: Domain> Machine<'_, D> {
    /// A predicate, in the lanes of a mask.
    #[inline]
    pub(crate) fn truth(&self, warp: usize, reg: Reg, mask: u32) -> Truth {
        let (mut yes, mut open) = (0, 0);
        for (lane, &value) in self.row(warp, reg).iter().enumerate() {
            match D::get(value) {
                Some(bits) => yes |= ((bits & 1) as u32) << lane,
                None => open |= 1 << lane,
            }
        }
        Truth { yes: yes & mask, open: open & mask }
    }

    /// The numbers in a register; none where a lane of the mask has none.
    #[inline]
    fn numbers(&self, warp: usize, reg: Reg, mask: u32) -> Option<Numbers> {
        let mut numbers = [0; LANES];
        let mut unknown = 0;
        for (lane, (number, &value)) in numbers.iter_mut().zip(self.row(warp, reg)).enumerate() {
            let (bits, root) = D::parts(value);
            *number = bits;
            unknown |= u32::from(root != 0) << lane;
        }
        (unknown & mask == 0).then_some(numbers)
    }

    /// A pure step.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn pure(
        &mut self,
        warp: usize,
        active: Active,
        op: PureOp,
        (result, operand): (Type, Type),
        dst: Reg,
        args: &[Reg],
        site: Site,
    ) {
        if let Some(values) = self.pure_numbers(warp, active.lanes, op, (result, operand), args) {
            let start = dst as usize * self.width;
            let row = &mut self.state.cta.warps[warp].regs[start..start + self.width];
            for (lane, (place, bits)) in row.iter_mut().zip(values).enumerate() {
                if active.lanes >> lane & 1 == 1 {
                    *place = D::known(bits);
                }
            }
            return;
        }
        if self.pure_alike(warp, active.lanes, op, (result, operand), dst, args, site) {
            return;
        }
        let mut values = [D::known(0); 4];
        for lane in lanes(active.lanes) {
            for (value, &arg) in values.iter_mut().zip(args) {
                *value = self.get(warp, arg, lane);
            }
            let value = self.domain.pure(op, result, operand, &values[..args.len()], site);
            self.set(warp, dst, lane, value);
        }
    }

    /// A pure step on unknowns that are equal in all lanes, or differ by numbers where the operation passes differences
    /// on: it is computed for one lane. Was it so?
    #[allow(clippy::too_many_arguments)]
    fn pure_alike(
        &mut self,
        warp: usize,
        mask: u32,
        op: PureOp,
        (result, operand): (Type, Type),
        dst: Reg,
        args: &[Reg],
        site: Site,
    ) -> bool {
        if mask == 0 || args.len() > 3 {
            return false;
        }
        let first = mask.trailing_zeros() as usize;
        // By argument: how much each lane exceeds the first.
        let mut excess = [[0u64; LANES]; 3];
        let mut values = [D::known(0); 3];
        let (mut differ, mut unknown) = (0, false);
        for (n, &arg) in args.iter().enumerate() {
            let row = self.row(warp, arg);
            let (from, root) = D::parts(row[first]);
            values[n] = row[first];
            unknown |= root != 0;
            for (lane, (excess, &value)) in excess[n].iter_mut().zip(row).enumerate() {
                let (number, other) = D::parts(value);
                if mask >> lane & 1 == 1 {
                    if other != root {
                        return false;
                    }
                    *excess = number.wrapping_sub(from);
                    differ |= u32::from(number != from) << n;
                }
            }
        }
        // Of numbers, a result may be unspecified, and new each time.
        if !unknown {
            return false;
        }
        let [a, b, _] = &excess;
        let number = |n: usize| D::get(values[n]);
        let mut by = [0u64; LANES];
        let lanewise = |by: &mut Numbers, f: &dyn Fn(usize) -> u64| {
            by.iter_mut().enumerate().for_each(|(lane, by)| *by = f(lane));
        };
        match (op, differ) {
            (_, 0) => {}
            (PureOp::Add, _) => lanewise(&mut by, &|l| a[l].wrapping_add(b[l])),
            (PureOp::Sub, _) => lanewise(&mut by, &|l| a[l].wrapping_sub(b[l])),
            (PureOp::Neg, _) => lanewise(&mut by, &|l| a[l].wrapping_neg()),
            (PureOp::Trunc, _) => by = *a,
            (PureOp::Mul, 1 | 2) => {
                let (of, k) = if differ == 1 { (a, number(1)) } else { (b, number(0)) };
                let Some(k) = k else { return false };
                lanewise(&mut by, &|l| of[l].wrapping_mul(k));
            }
            (PureOp::Shl, 1) => {
                let inside = |&k: &u64| k < u64::from(operand.bits());
                let Some(k) = number(1).filter(inside) else { return false };
                lanewise(&mut by, &|l| a[l] << k);
            }
            _ => return false,
        }
        let value = self.domain.pure(op, result, operand, &values[..args.len()], site);
        let all = result.mask() as u64;
        let start = dst as usize * self.width;
        let row = &mut self.state.cta.warps[warp].regs[start..start + self.width];
        for (lane, (place, by)) in row.iter_mut().zip(by).enumerate() {
            if mask >> lane & 1 == 1 {
                *place = D::shifted(value, by, all);
            }
        }
        true
    }

    fn pure_numbers(
        &self,
        warp: usize,
        mask: u32,
        op: PureOp,
        (result, operand): (Type, Type),
        args: &[Reg],
    ) -> Option<Numbers> {
        let mut numbers = [[0; LANES]; 3];
        for (numbers, &arg) in numbers.iter_mut().zip(args) {
            *numbers = self.numbers(warp, arg, mask)?;
        }
        compute(op, result, operand, &numbers)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The loops over lanes compute what the operation means, at every width.
    #[test]
    fn groups_compute_what_lanes_do() {
        use PureOp as P;
        let ops = [P::Add, P::Sub, P::Mul, P::And, P::Or, P::Xor, P::Shl, P::ShrU, P::ShrS];
        let conds = [IntCond::Eq, IntCond::LtU, IntCond::GeU, IntCond::LtS, IntCond::GtS];
        let mut seed = 1u64;
        for ty in [Type::I1, Type::I8, Type::I16, Type::I32, Type::I64] {
            let mut random = || {
                seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
                (seed >> (seed >> 59)) & ty.mask() as u64
            };
            let args = [(); 3].map(|()| [(); LANES].map(|()| random()));
            let all = ops.iter().map(|&op| (op, ty)).chain(conds.map(|c| (P::Icmp(c), Type::I1)));
            for (op, result) in all.chain([(P::Select, ty), (P::Not, ty)]) {
                let out = compute(op, result, ty, &args).expect("a listed operation");
                for n in 0..LANES {
                    assert_eq!(Some(out[n]), eval64(op, result, ty, &args.map(|a| a[n])), "{op:?} {ty}");
                }
            }
        }
        assert_eq!(compute(P::DivU, Type::I32, Type::I32, &[[1; LANES]; 3]), None);
    }
}
