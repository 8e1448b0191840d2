//! Registers that take turns.
//!
//! In SSA form each value has a register of its own, and a straight-line kernel has thousands of them, for each of a
//! thousand threads. Most are read soon after they are written, and never again: their registers can be shared.
//!
//! A value's *span* goes from the step that defines it to the last one that reads it. The definition dominates its uses,
//! and a block stands after those that dominate it ([`flow`](crate::programs::flow)), so all reads lie within, unless control goes
//! back. A value that a loop reads and that was defined before it is needed until the loop's last backward edge. And where a
//! branch is stepped over ([`over`](crate::running::over)), its region is run again and again if there is a cycle in it, all of it: what was defined
//! before the branch and is read in the region is needed until the region ends. Values whose spans do not meet may
//! share a register. The span counts steps as they stand, and not as control reaches them, so it also holds where a
//! region is run under both outcomes of its branch.
//!
//! These keep registers of their own: block parameters, which are set in one block and read in another, and which regions merge by register
//! number; mutable scalars; what a guarded step defines, because without the guard the old content stays; and the halves of `i128`, which
//! stand side by side.

use super::steps::{each_register, written};
use crate::programs::flow::Flow;
use crate::programs::program::{Reg, Step};
use raddle_ir::Type;
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// New numbers of registers.
pub(super) struct Numbers {
    /// By old number; of those that no step uses, [`UNUSED`].
    pub(super) new: Vec<Reg>,
    /// How many are no constants; they come first.
    pub(super) variables: Reg,
    /// How many there are.
    pub(super) registers: Reg,
}

const UNUSED: Reg = Reg::MAX;

impl Numbers {
    /// Does a step use a register, by its old number?
    pub(super) fn is_used(&self, reg: Reg) -> bool {
        self.new[reg as usize] != UNUSED
    }
}

/// What is known of a register.
#[derive(Clone, Copy, Default)]
struct Seen {
    first: u32,
    last: u32,
    used: bool,
    /// Does it keep a number of its own?
    alone: bool,
    /// Where it is defined, and how often.
    defined: (u32, u32),
}

/// Numbers the registers that steps use. `counts`: how many registers there were, how many of the first are no constants,
/// and how many of the first of these are SSA values. `starts`: the first step of each block of `flow`.
pub(super) fn number(
    steps: &mut [Step],
    starts: &[u32],
    flow: &Flow,
    (registers, variables, values): (Reg, Reg, Reg),
) -> Numbers {
    let mut seen = vec![Seen::default(); registers as usize];
    let mut loops: Vec<(u32, u32)> = Vec::new();
    for (step, at) in steps.iter_mut().zip(0..) {
        look_at(step, at, &mut seen);
        let back = step.edges().into_iter().map(|edge| starts[edge.block as usize]).filter(|&to| to <= at);
        loops.extend(back.map(|to| (to, at)));
    }
    loops.extend(regions(steps, starts, flow, &loops));
    loops.sort_unstable();
    let mut new = vec![UNUSED; registers as usize];
    let mut next = 0;
    let mut sharing: Vec<(u32, u32, Reg)> = Vec::new();
    for (reg, seen) in (0..variables).zip(&seen).filter(|(_, seen)| seen.used) {
        let (defined, times) = seen.defined;
        if reg < values && !seen.alone && times == 1 && seen.first == defined {
            sharing.push((defined, last_needed(&loops, defined, seen.last), reg));
        } else {
            new[reg as usize] = next;
            next += 1;
        }
    }
    sharing.sort_unstable();
    let mut taken: BinaryHeap<Reverse<(u32, Reg)>> = BinaryHeap::new();
    let mut free: BinaryHeap<Reverse<Reg>> = BinaryHeap::new();
    for (from, to, reg) in sharing {
        while let Some(&Reverse((end, number))) = taken.peek()
            && end < from
        {
            taken.pop();
            free.push(Reverse(number));
        }
        let number = free.pop().map_or_else(
            || {
                next += 1;
                next - 1
            },
            |Reverse(number)| number,
        );
        new[reg as usize] = number;
        taken.push(Reverse((to, number)));
    }
    let variables_left = next;
    for (number, _) in new.iter_mut().zip(&seen).skip(variables as usize).filter(|(_, seen)| seen.used) {
        *number = next;
        next += 1;
    }
    Numbers { new, variables: variables_left, registers: next }
}

/// The regions of branches with a cycle in them, from after the branch.
fn regions(steps: &[Step], starts: &[u32], flow: &Flow, loops: &[(u32, u32)]) -> Vec<(u32, u32)> {
    let region = |block: usize| {
        let behind = starts.get(block + 1).copied().unwrap_or(steps.len() as u32);
        let branch = behind
            .checked_sub(1)
            .filter(|&at| at >= starts[block] && steps[at as usize].edges().len() > 1)?;
        let stop = flow.meeting(block)?.map(|stop| starts[stop]);
        // The sides may meet at the head of the loop that they lie in.
        let end = match stop {
            Some(stop) if stop > branch => stop,
            Some(stop) => loops.iter().filter(|l| l.0 == stop).map(|l| l.1 + 1).max().unwrap_or(behind),
            None => steps.len() as u32,
        };
        let cyclic = loops.iter().any(|&(to, from)| (branch..end).contains(&from) && Some(to) != stop);
        cyclic.then(|| (behind, end.max(behind + 1) - 1))
    };
    (0..starts.len()).filter_map(region).collect()
}

fn look_at(step: &mut Step, at: u32, seen: &mut [Seen]) {
    each_register(step, |&mut reg| {
        let seen = &mut seen[reg as usize];
        if !seen.used {
            (seen.used, seen.first) = (true, at);
        }
        seen.last = at;
    });
    let guarded = is_guarded(step);
    written(step, |reg| {
        let seen = &mut seen[reg as usize];
        seen.defined = (at, seen.defined.1 + 1);
        seen.alone |= guarded;
    });
    for edge in step.edges() {
        edge.moves.iter().for_each(|&(to, _)| seen[to as usize].alone = true);
    }
    // The high half goes with the low one.
    if let Step::Wide { result, dst, args, .. } = step {
        let wide = args.iter().filter(|(_, ty)| *ty == Type::I128).map(|(reg, _)| *reg);
        for low in wide.chain((*result == Type::I128).then_some(*dst)) {
            for half in [low, low + 1] {
                let seen = &mut seen[half as usize];
                (seen.used, seen.alone) = (true, true);
            }
        }
    }
}

fn is_guarded(step: &Step) -> bool {
    match step {
        Step::Copy { guard, .. }
        | Step::Load { guard, .. }
        | Step::Store { guard, .. }
        | Step::Atomic { guard, .. }
        | Step::Barrier { guard, .. }
        | Step::WarpSync { guard, .. }
        | Step::Collective { guard, .. }
        | Step::Stray { guard, .. }
        | Step::Opaque { guard, .. } => guard.is_some(),
        _ => false,
    }
}

/// Until when a value last read at `last` is needed: to the end of all loops and regions that it enters from before. `loops` are sorted, so
/// one pass is enough: a later one begins after what it reaches.
fn last_needed(loops: &[(u32, u32)], defined: u32, mut last: u32) -> u32 {
    let inside = loops.partition_point(|&(from, _)| from <= defined);
    for &(from, to) in &loops[inside..] {
        if from > last {
            break;
        }
        last = last.max(to);
    }
    last
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_loop_reads_lives_until_it_ends() {
        let loops = [(4, 10), (6, 8), (9, 20)];
        assert_eq!(last_needed(&loops, 2, 3), 3, "read before all loops");
        assert_eq!(last_needed(&loops, 5, 7), 8, "the outer loop begins before the definition");
        assert_eq!(last_needed(&loops, 2, 5), 20, "the end of one loop lies in the next");
        assert_eq!(last_needed(&loops, 12, 13), 13, "defined inside");
    }
}
