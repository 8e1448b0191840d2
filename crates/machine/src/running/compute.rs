//! Values that are computed lane by lane: of 128 bits, addresses, special registers.

use crate::launches::launch::WhichCta;
use crate::launches::objects::{ABSOLUTE, LOCAL, PARAM_SLOTS, PARAMS, SHARED};
use crate::programs::program::{BaseRef, mask_of};
use crate::running::machine::Machine;
use crate::values::domain::{Domain, Placed, Reason, Schedule, Site};
use raddle_ir::{IntCond, PureOp, Space, Special, Type};

impl<D: Domain> Machine<'_, D> {
    /// A pure operation on 128-bit values, half by half where that says more.
    #[allow(clippy::too_many_arguments)]
    pub(crate) fn wide(
        &mut self,
        warp: usize,
        lane: u32,
        op: PureOp,
        result: Type,
        dst: u32,
        args: &[(u32, Type)],
        site: Site,
    ) {
        let zero = D::known(0);
        let mut halves = [[zero; 2]; 4];
        for (half, &(reg, ty)) in halves.iter_mut().zip(args) {
            half[0] = self.get(warp, reg, lane);
            if ty == Type::I128 {
                half[1] = self.get(warp, reg + 1, lane);
            }
        }
        let [x, y, z, _] = halves;
        let mut both =
            |op, a: D::Value, b: D::Value| self.domain.pure(op, Type::I64, Type::I64, &[a, b], site);
        let by_halves = match op {
            PureOp::Zext => Some([x[0], zero]),
            PureOp::Bitcast => Some(x),
            PureOp::And | PureOp::Or | PureOp::Xor => Some([both(op, x[0], y[0]), both(op, x[1], y[1])]),
            PureOp::Trunc if result.bits() == 64 => Some([x[0], zero]),
            PureOp::Shl if D::get(y[0]) == Some(64) => Some([zero, x[0]]),
            PureOp::ShrU if D::get(y[0]) == Some(64) => Some([x[1], zero]),
            PureOp::Select => D::get(x[0]).map(|c| if c & 1 == 1 { y } else { z }),
            _ => None,
        };
        let value = by_halves.unwrap_or_else(|| {
            let mut bits = [0u128; 4];
            let mut known = true;
            for (bits, half) in bits.iter_mut().zip(&halves) {
                match (D::get(half[0]), D::get(half[1])) {
                    (Some(low), Some(high)) => *bits = u128::from(high) << 64 | u128::from(low),
                    _ => known = false,
                }
            }
            let operand = args.get(usize::from(op == PureOp::Select)).map_or(result, |a| a.1);
            let done =
                if known { raddle_ir::eval(op, result, operand, &bits[..args.len().min(4)]) } else { None };
            match done {
                Some(bits) => [D::known(bits as u64), D::known((bits >> 64) as u64)],
                None => {
                    let from: Vec<D::Value> = halves.iter().flatten().copied().collect();
                    let reason =
                        if known { crate::values::concrete::without_result(op) } else { Reason::TooComplex };
                    [
                        self.domain.unknown(reason.clone(), site, &from),
                        self.domain.unknown(reason, site, &from),
                    ]
                }
            }
        });
        self.set(warp, dst, lane, value[0]);
        if result == Type::I128 {
            self.set(warp, dst + 1, lane, value[1]);
        }
    }

    /// Address-space conversions. A generic address of shared or local memory is the window's base plus
    /// the address in the space; other spaces have generic addresses to begin with.
    pub(crate) fn convert(
        &mut self,
        op: PureOp,
        result: Type,
        operand: Type,
        value: D::Value,
        site: Site,
    ) -> D::Value {
        let window = |space| match space {
            Space::Shared | Space::Cluster => Some(SHARED),
            Space::Local => Some(LOCAL),
            Space::Param => Some(PARAMS),
            _ => None,
        };
        let resize = |domain: &mut D, value, from: Type, to: Type| match from.bits().cmp(&to.bits()) {
            std::cmp::Ordering::Less => domain.pure(PureOp::Zext, to, from, &[value], site),
            std::cmp::Ordering::Equal => value,
            std::cmp::Ordering::Greater => domain.pure(PureOp::Trunc, to, from, &[value], site),
        };
        match op {
            PureOp::ToGeneric(space) => {
                let value = resize(&mut self.domain, value, operand, result);
                let Some(window) = window(space) else { return value };
                if let (PARAMS, Placed::Number(n @ PARAM_SLOTS..)) = (window, self.domain.place(value)) {
                    return self.address_of(LOCAL, (n - PARAM_SLOTS) as i64);
                }
                let base = self.address_of(window, 0);
                self.domain.pure(PureOp::Add, result, result, &[value, base], site)
            }
            PureOp::FromGeneric(space) => {
                let Some(window) = window(space) else {
                    return resize(&mut self.domain, value, operand, result);
                };
                let base = self.address_of(window, 0);
                let distance = self.domain.pure(PureOp::Sub, operand, operand, &[value, base], site);
                resize(&mut self.domain, distance, operand, result)
            }
            PureOp::IsSpace(space) => {
                let object = match self.domain.place(value) {
                    Placed::Object(id, _) | Placed::Within(id) => Some(id),
                    Placed::Param(..) | Placed::WithinParam(_) => Some(ABSOLUTE),
                    Placed::Number(address) if D::CONCRETE => self.objects.find(address).map(|(id, _)| id),
                    Placed::Number(_) => Some(ABSOLUTE),
                    Placed::Unknown => None,
                };
                match object {
                    Some(id) => {
                        let is = self.objects.info(id).space;
                        let cluster = space == Space::Cluster && is == Space::Shared;
                        D::known(u64::from(is == space || cluster))
                    }
                    None if D::CONCRETE => D::known(u64::from(space == Space::Global)),
                    None => self.domain.pure(op, result, operand, &[value], site),
                }
            }
            _ => value,
        }
    }

    /// The address that an [`InstKind::AddrOf`](raddle_ir::InstKind::AddrOf) gives, in the object's own space.
    pub(crate) fn address_value(&mut self, base: BaseRef, offset: i64, ty: Type, site: Site) -> D::Value {
        let number = |n: u64| D::known(n.wrapping_add(offset as u64) & mask_of(ty));
        match base {
            BaseRef::Absolute | BaseRef::Params => number(0),
            BaseRef::Slot(slot) if self.function.slots[slot].space == Space::Param => {
                number(PARAM_SLOTS + self.objects.of_slot(slot))
            }
            BaseRef::Slot(slot) => number(self.objects.of_slot(slot)),
            BaseRef::Fixed(_, at) => number(at),
            BaseRef::Object(object) => match self.objects.of_module(object) {
                Some((SHARED, at)) => number(at),
                Some((id, at)) => self.address_of(id, (at as i64).wrapping_add(offset)),
                None => self.domain.unknown(Reason::UnknownAddress, site, &[]),
            },
            BaseRef::Function(func) => self.domain.function_address(func),
            BaseRef::Buffer(param) => {
                let pointer = self.read(PARAMS, param, ty.bytes(), 0, 0, site);
                let by = D::known(offset as u64 & mask_of(ty));
                self.domain.pure(PureOp::Add, ty, ty, &[pointer, by], site)
            }
        }
    }

    pub(crate) fn special(
        &mut self,
        which: Special,
        ty: Type,
        warp: usize,
        lane: u32,
        site: Site,
    ) -> D::Value {
        let launch = &self.launch;
        let thread = self.thread(warp, lane as usize);
        let pick = |all: [u32; 3], d: u8| all.get(usize::from(d)).map_or(0, |&n| u64::from(n));
        let cta = match self.state.cta.at {
            WhichCta::At(at) => Some(at),
            WhichCta::Any => None,
        };
        let no_cluster = self.function.bounds.cluster.is_none();
        let below = |n: u32| if n >= 32 { u32::MAX } else { (1 << n) - 1 };
        let bits = match which {
            Special::Tid(d) => Some(pick(launch.tid(thread), d)),
            Special::Ntid(d) => Some(pick(launch.block, d)),
            Special::Ctaid(d) => cta.map(|c| pick(c, d)),
            Special::Nctaid(d) => launch.grid.map(|g| pick(g, d)),
            Special::LaneId => Some(u64::from(lane)),
            Special::WarpSize => Some(u64::from(launch.warp_size)),
            Special::LaneMaskEq => Some(1 << lane),
            Special::LaneMaskLt => Some(u64::from(below(lane))),
            Special::LaneMaskLe => Some(u64::from(below(lane + 1))),
            Special::LaneMaskGe => Some(u64::from(!below(lane))),
            Special::LaneMaskGt => Some(u64::from(!below(lane + 1))),
            Special::DynamicSmemSize => launch.dynamic_shared,
            // A launch without clusters makes each CTA a cluster of its own (PTX ISA, `%clusterid`).
            Special::ClusterId(d) if no_cluster => cta.map(|c| pick(c, d)),
            Special::NclusterId(d) if no_cluster => launch.grid.map(|g| pick(g, d)),
            Special::ClusterCtaid(_) | Special::ClusterCtarank if no_cluster => Some(0),
            Special::ClusterNctaid(_) | Special::ClusterNctarank if no_cluster => Some(1),
            Special::IsExplicitCluster => Some(u64::from(!no_cluster)),
            _ => None,
        };
        if let Some(bits) = bits {
            return D::known(bits & mask_of(ty));
        }
        match which {
            Special::Clock => self.domain.unknown(Reason::Schedule(Schedule::Clock), site, &[]),
            Special::WarpId | Special::SmId | Special::GridId => {
                self.domain.unknown(Reason::Schedule(Schedule::Placement), site, &[])
            }
            // The same dimension may be read at two widths; the names are the low half's.
            _ if ty.bits() > 32 => {
                let low = self.domain.special(which, site);
                self.domain.pure(PureOp::Zext, ty, Type::I32, &[low], site)
            }
            _ => {
                let whole = self.domain.special(which, site);
                match ty.bits() {
                    32 => whole,
                    _ => self.domain.pure(PureOp::Trunc, ty, Type::I32, &[whole], site),
                }
            }
        }
    }

    /// `a < b`, unsigned, for numbers of the machine itself.
    pub(crate) fn below(&mut self, a: D::Value, b: D::Value, ty: Type, site: Site) -> D::Value {
        self.domain.pure(PureOp::Icmp(IntCond::LtU), Type::I1, ty, &[a, b], site)
    }
}
