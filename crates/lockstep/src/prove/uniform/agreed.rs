//! Loops that all threads leave in the same round although each counts from another start, as 256 threads do in
//! `for (i = threadIdx.x; i < 1024; i += 256)`.
//!
//! In round k the counters of all threads lie in `[least + k s, most + k s]`, where the starts lie in `[least, most]` and s is the step. So the branch
//! that leaves the loop where a counter reaches its end is taken by all threads at once, unless the end lies between the two in some round: and of the rounds in
//! which one thread leaves, only the first matters.

use crate::normal::Normal;
use raddle_ir::cfg::{Cfg, Loop};
use raddle_ir::{Block, Function, InstKind, IntCond, PureOp, Special, Terminator, Type, Value, ValueDef};
use raddle_launch::LaunchSpace;
use std::collections::BTreeSet;

/// How far what a value is computed from is followed.
const DEPTH: u32 = 8;

/// The blocks whose branches leave a loop, for all threads of the launch that reach them in the same round or for none.
pub(super) fn agreed(normal: &Normal, cfg: &Cfg, launch: &LaunchSpace) -> BTreeSet<Block> {
    let seen = Seen { function: normal.function(), cfg, launch };
    let loops = normal.loops();
    let of_loop = |&block: &Block| {
        let number = loops.innermost(block)?;
        seen.leaves_together(block, &loops.all()[number])
    };
    cfg.rpo().iter().copied().filter(|block| of_loop(block) == Some(true)).collect()
}

/// An interval of numbers, each with a sign.
type Interval = (i128, i128);

struct Seen<'a> {
    function: &'a Function,
    cfg: &'a Cfg,
    launch: &'a LaunchSpace,
}

impl Seen<'_> {
    /// Does the branch of a block leave the loop for all threads at once? None where it is no such branch.
    fn leaves_together(&self, block: Block, of: &Loop) -> Option<bool> {
        let Terminator::Branch { cond, then, other } = &self.function.blocks[block].term else { return None };
        let is_inside = |target: Block| of.blocks.contains(&target);
        let stays = match (is_inside(then.block), is_inside(other.block)) {
            (true, false) => true,
            (false, true) => false,
            _ => return None,
        };
        let InstKind::Pure { op: PureOp::Icmp(condition), args } = &self.function.def_inst(*cond)?.kind
        else {
            return None;
        };
        let ty = self.function.ty(args[0]);
        let condition = if stays { *condition } else { condition.negated() };
        // The counter on the left.
        let (counter, end, condition) = match self.interval(args[1], DEPTH) {
            Some((end, same)) if end == same => (args[0], end, condition),
            _ => match self.interval(args[0], DEPTH)? {
                (end, same) if end == same => (args[1], end, condition.swapped()),
                _ => return None,
            },
        };
        let (counter, added) = self.plus(counter).unwrap_or((counter, 0));
        let (start, step) = self.counter(counter, of)?;
        // It continues while the counter is below an end, or above one: then all is seen from the other side.
        let (end, (least, most), step) = match (condition, step > 0) {
            (IntCond::LtS | IntCond::LtU, true) => (end - added, start, step),
            (IntCond::LeS | IntCond::LeU, true) => (end + 1 - added, start, step),
            (IntCond::GtS, false) => (added - end, (-start.1, -start.0), -step),
            (IntCond::GeS, false) => (added - end + 1, (-start.1, -start.0), -step),
            _ => return None,
        };
        // The first round in which a thread leaves.
        let round = (end - most + step - 1).div_euclid(step).max(0);
        let (first, last) = (least.min(-least) - added.abs(), most + (round + 1) * step + added.abs());
        // Nothing wraps around until then, nor is what is compared without a sign negative.
        let largest = ty.mask() as i128 >> 1;
        let is_unsigned = matches!(condition, IntCond::LtU | IntCond::LeU);
        let fits = first > -largest && last < largest && (!is_unsigned || least + added >= 0 && end >= 0);
        (fits && ty.bits() <= 64).then_some(least + round * step >= end)
    }

    /// Where the counter of a loop, a parameter of its head, starts, and its step, which is not 0.
    fn counter(&self, value: Value, of: &Loop) -> Option<(Interval, i128)> {
        let ValueDef::Param(head, number) = self.function.values[value].def else { return None };
        if head != of.header {
            return None;
        }
        let (mut start, mut step): (Option<Interval>, Option<i128>) = (None, None);
        for &from in self.cfg.preds(head) {
            for target in self.function.blocks[from].term.targets() {
                if target.block != head {
                    continue;
                }
                let passed = target.args[number as usize];
                if of.blocks.contains(&from) {
                    let (_, added) = self.plus(passed).filter(|&(before, _)| before == value)?;
                    if step.is_some_and(|other| other != added) {
                        return None;
                    }
                    step = Some(added);
                } else {
                    let (least, most) = self.interval(passed, DEPTH)?;
                    start = Some(start.map_or((least, most), |(a, b)| (a.min(least), b.max(most))));
                }
            }
        }
        Some((start?, step.filter(|&step| step != 0)?))
    }

    /// What a number is added to, and that number.
    fn plus(&self, value: Value) -> Option<(Value, i128)> {
        let InstKind::Pure { op, args } = &self.function.def_inst(value)?.kind else { return None };
        let one = |value: Value| {
            self.interval(value, DEPTH).filter(|(least, most)| least == most).map(|(number, _)| number)
        };
        match op {
            PureOp::Add => one(args[1])
                .map(|number| (args[0], number))
                .or_else(|| one(args[0]).map(|number| (args[1], number))),
            PureOp::Sub => one(args[1]).map(|number| (args[0], -number)),
            _ => None,
        }
    }

    /// The numbers, with their signs, that a value has in all threads of the launch, if they are small.
    fn interval(&self, value: Value, depth: u32) -> Option<Interval> {
        let depth = depth.checked_sub(1)?;
        let ty = self.function.ty(value);
        let size = |dim: u8| self.launch.block.get(usize::from(dim)).copied().flatten().map(i128::from);
        let (least, most) = match &self.function.def_inst(value)?.kind {
            InstKind::Const(bits) => {
                let number = signed(*bits, ty)?;
                (number, number)
            }
            InstKind::Special(Special::Tid(dim)) => (0, size(*dim)? - 1),
            InstKind::Special(Special::Ntid(dim)) => (size(*dim)?, size(*dim)?),
            InstKind::Pure { op, args } => {
                let (a, b) = self.interval(args[0], depth)?;
                let second = || self.interval(*args.get(1)?, depth);
                match op {
                    PureOp::Sext => (a, b),
                    PureOp::Zext | PureOp::Trunc if a >= 0 => (a, b),
                    PureOp::Add => second().map(|(c, d)| (a + c, b + d))?,
                    PureOp::Sub => second().map(|(c, d)| (a - d, b - c))?,
                    PureOp::Mul if a >= 0 => {
                        second().filter(|&(c, _)| c >= 0).map(|(c, d)| (a * c, b * d))?
                    }
                    // With all bits below one set: what compilers make of a difference.
                    PureOp::Xor if a >= 0 => {
                        let (c, d) =
                            second().filter(|&(c, d)| c == d && d.count_ones() == (d + 1).ilog2())?;
                        (b <= d).then_some((c - b, d - a))?
                    }
                    PureOp::Shl if a >= 0 => {
                        let (c, d) = second().filter(|&(c, d)| c == d && (0..32).contains(&c))?;
                        (a << c, b << d)
                    }
                    _ => return None,
                }
            }
            _ => return None,
        };
        let small = ty.is_int() && least > -(ty.mask() as i128 >> 1) && most < ty.mask() as i128 >> 1;
        (small && ty.bits() <= 64).then_some((least, most))
    }
}

/// A constant as a number with a sign.
fn signed(bits: u128, ty: Type) -> Option<i128> {
    let unused = 128_u32.checked_sub(ty.bits()).filter(|_| ty.is_int() && ty.bits() > 0)?;
    Some((bits << unused) as i128 >> unused)
}
