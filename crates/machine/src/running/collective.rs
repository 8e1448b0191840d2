//! Warp collectives: shuffles, votes, matches, reductions, election (PTX ISA, "Parallel Synchronization and
//! Communication").
//!
//! The forms with a member mask wait until all members that have not ended have reached the same instruction (`elect.sync`
//! for those that have, too); then all results are computed at once. The forms without a mask take the lanes that happen to run together: in another
//! schedule they may be others. In a domain of unknowns their results are known in lock-step only, if these are all lanes that live.

use crate::programs::program::{Reg, Step, mask_of};
use crate::running::machine::Machine;
use crate::states::state::{Group, Lane};
use crate::values::domain::{Domain, Reason, Schedule};
use crate::watching::monitor::{Monitor, lanes};
use raddle_ir::{AtomicOp, Collective, PureOp, Shuffle, Type};

impl<D: Domain> Machine<'_, D> {
    /// A step at a collective with a member mask.
    pub(crate) fn collective(
        &mut self,
        warp: usize,
        group: &mut Group,
        on: u32,
        mask: Reg,
        monitor: &mut dyn Monitor,
    ) {
        let pc = group.pc;
        let together = group.lanes;
        self.join(warp, Group { pc: pc + 1, lanes: together & !on });
        group.lanes = 0;
        let Some(masks) = self.come(warp, on, together, pc, mask, false, monitor) else { return };
        for m in masks {
            self.complete(warp, m, pc);
        }
    }

    /// Lets the lanes of a mask that wait at a collective continue, if all lanes that it waits for have come.
    fn complete(&mut self, warp: usize, mask: u32, pc: u32) {
        let came = self.mask_of(warp, |s| s == Lane::Lanes { mask, pc });
        let for_ended = self.program.steps[pc as usize].waits_for_ended();
        let ended = if for_ended { 0 } else { self.mask_of(warp, |s| s == Lane::Exited) };
        if came != 0 && mask & self.existing(warp) & !ended & !came == 0 {
            self.perform(warp, came, pc, true);
            self.set_state(warp, came, Lane::Running);
            self.join(warp, Group { pc: pc + 1, lanes: came });
        }
    }

    /// Lanes have ended: others may have waited for them only.
    pub(crate) fn complete_waits(&mut self, warp: usize) {
        let program = self.program;
        for lane in 0..self.width {
            let Lane::Lanes { mask, pc } = self.state.cta.warps[warp].lanes[lane] else { continue };
            match program.steps[pc as usize] {
                Step::WarpSync { .. } => self.complete_sync(warp, mask),
                _ => self.complete(warp, mask, pc),
            }
        }
    }

    /// Computes the results for the lanes that take part. `sure`: do just these take part in every schedule?
    pub(crate) fn perform(&mut self, warp: usize, on: u32, pc: u32, sure: bool) {
        let program = self.program;
        let Step::Collective { op, args, dsts, ty, .. } = &program.steps[pc as usize] else { return };
        if dsts.is_empty() {
            return;
        }
        let site = program.sites[pc as usize];
        let by_schedule = match op {
            _ if D::CONCRETE => None,
            Collective::ActiveMask => Some(Schedule::ActiveLanes),
            Collective::Elect => Some(Schedule::Elect),
            Collective::MatchAny | Collective::MatchAll => Some(Schedule::Match),
            _ if !sure => Some(Schedule::ActiveLanes),
            _ => None,
        };
        if let Some(why) = by_schedule {
            for lane in lanes(on) {
                for &dst in dsts {
                    let value = self.domain.unknown(Reason::Schedule(why), site, &[]);
                    self.set(warp, dst, lane, value);
                }
            }
            return;
        }
        let argument = |machine: &Self, n: usize, lane| machine.get(warp, args[n], lane);
        match op {
            Collective::Shfl(how) => {
                for lane in lanes(on) {
                    let [b, c] = [1, 2].map(|n| argument(self, n, lane));
                    let (value, inside) = match (D::get(b), D::get(c)) {
                        (Some(b), Some(c)) => {
                            let (from, inside) = source(*how, lane, b as u32, c as u32);
                            let value = if on >> from & 1 == 1 {
                                argument(self, 0, from)
                            } else {
                                self.domain.unknown(Reason::InactiveLane, site, &[])
                            };
                            (value, D::known(u64::from(inside)))
                        }
                        _ => {
                            let from = [b, c];
                            let mut any = || self.domain.unknown(Reason::TooComplex, site, &from);
                            (any(), any())
                        }
                    };
                    self.put_results(warp, lane, dsts, &[value, inside]);
                }
            }
            Collective::VoteAll | Collective::VoteAny | Collective::VoteUni | Collective::VoteBallot => {
                let predicates: Vec<D::Value> = lanes(on).map(|l| argument(self, 0, l)).collect();
                let known: Vec<Option<bool>> =
                    predicates.iter().map(|&p| D::get(p).map(|bits| bits & 1 == 1)).collect();
                let (yes, no) = (known.contains(&Some(true)), known.contains(&Some(false)));
                let open = known.contains(&None);
                let result = match op {
                    Collective::VoteAll if no => Some(0),
                    Collective::VoteAll if !open => Some(1),
                    Collective::VoteAny if yes => Some(1),
                    Collective::VoteAny if !open => Some(0),
                    Collective::VoteUni if yes && no => Some(0),
                    Collective::VoteUni if !open => Some(1),
                    Collective::VoteBallot if !open => {
                        Some(lanes(on).zip(&known).fold(0, |m, (l, &k)| m | u64::from(k == Some(true)) << l))
                    }
                    _ => None,
                };
                let value = match result {
                    Some(bits) => D::known(bits),
                    None => self.domain.unknown(Reason::TooComplex, site, &predicates),
                };
                for lane in lanes(on) {
                    self.put_results(warp, lane, dsts, &[value]);
                }
            }
            Collective::Redux(op) => {
                let values: Vec<D::Value> = lanes(on).map(|l| argument(self, 0, l)).collect();
                let result = self.reduce_lanes(*op, *ty, &values, site);
                for lane in lanes(on) {
                    self.put_results(warp, lane, dsts, &[result]);
                }
            }
            Collective::Elect => {
                let leader = on.trailing_zeros();
                for lane in lanes(on) {
                    let values = [D::known(u64::from(leader)), D::known(u64::from(lane == leader))];
                    self.put_results(warp, lane, dsts, &values);
                }
            }
            Collective::ActiveMask => {
                for lane in lanes(on) {
                    self.put_results(warp, lane, dsts, &[D::known(u64::from(on))]);
                }
            }
            Collective::MatchAny | Collective::MatchAll => {
                for lane in lanes(on) {
                    let mine = argument(self, 0, lane);
                    let same = lanes(on).filter(|&l| argument(self, 0, l) == mine);
                    let same = same.fold(0u32, |m, l| m | 1 << l);
                    let values = match op {
                        Collective::MatchAny => [D::known(u64::from(same)), D::known(0)],
                        _ if same == on => [D::known(u64::from(on)), D::known(1)],
                        _ => [D::known(0), D::known(0)],
                    };
                    self.put_results(warp, lane, dsts, &values);
                }
            }
        }
    }

    fn put_results(&mut self, warp: usize, lane: u32, dsts: &[Reg], values: &[D::Value]) {
        for (&dst, &value) in dsts.iter().zip(values) {
            self.set(warp, dst, lane, value);
        }
    }

    fn reduce_lanes(
        &mut self,
        op: AtomicOp,
        ty: Type,
        values: &[D::Value],
        site: crate::values::domain::Site,
    ) -> D::Value {
        let op = match op {
            AtomicOp::And => PureOp::And,
            AtomicOp::Or => PureOp::Or,
            AtomicOp::Xor => PureOp::Xor,
            AtomicOp::Add => PureOp::Add,
            AtomicOp::MinU => PureOp::MinU,
            AtomicOp::MaxU => PureOp::MaxU,
            AtomicOp::MinS => PureOp::MinS,
            AtomicOp::MaxS => PureOp::MaxS,
            AtomicOp::FMin => PureOp::FMin { nan: false, ftz: false },
            AtomicOp::FMax => PureOp::FMax { nan: false, ftz: false },
            _ => {
                let reason = Reason::Opaque(format!("redux of {op:?}"));
                return self.domain.unknown(reason, site, values);
            }
        };
        let mut rest = values.iter().copied();
        let mut result = rest.next().unwrap_or(D::known(0));
        for value in rest {
            result = self.domain.pure(op, ty, ty, &[result, value], site);
        }
        D::get(result).map_or(result, |bits| D::known(bits & mask_of(ty)))
    }
}

/// The source lane of a shuffle and whether it is in range (PTX ISA, `shfl`): `c` holds the clamp in its low
/// five bits and the segment mask in bits 8 to 12.
fn source(how: Shuffle, lane: u32, b: u32, c: u32) -> (u32, bool) {
    let (b, clamp, segment) = (b & 31, c & 31, c >> 8 & 31);
    let most = (lane & segment) | (clamp & !segment);
    let least = lane & segment;
    let (from, inside) = match how {
        Shuffle::Up => (lane.wrapping_sub(b), lane as i32 - b as i32 >= most as i32),
        Shuffle::Down => (lane + b, lane + b <= most),
        Shuffle::Bfly => (lane ^ b, lane ^ b <= most),
        Shuffle::Idx => {
            let from = least | (b & !segment);
            (from, from <= most)
        }
    };
    if inside { (from & 31, true) } else { (lane, false) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The rows of CUDA's `__shfl_*_sync(…, width)`: `c` is `(32 - width) << 8 | clamp`.
    #[test]
    fn sources() {
        assert_eq!(source(Shuffle::Idx, 5, 0, 31), (0, true));
        assert_eq!(source(Shuffle::Idx, 13, 2, 24 << 8 | 31), (10, true));
        assert_eq!(source(Shuffle::Up, 3, 1, 0), (2, true));
        assert_eq!(source(Shuffle::Up, 0, 1, 0), (0, false));
        assert_eq!(source(Shuffle::Up, 8, 1, 24 << 8), (8, false));
        assert_eq!(source(Shuffle::Down, 30, 2, 31), (30, false));
        assert_eq!(source(Shuffle::Down, 6, 1, 24 << 8 | 31), (7, true));
        assert_eq!(source(Shuffle::Down, 7, 1, 24 << 8 | 31), (7, false));
        assert_eq!(source(Shuffle::Bfly, 5, 16, 31), (21, true));
    }
}
