//! What steps read and write, and what is left of them.

use super::Kept;
use super::registers::{self, Numbers};
use crate::programs::program::{AddressRef, Edge, GuardRef, Program, Reg, Step};
use raddle_ir::{Effects, Type};

/// Calls `f` on every register that a step writes, except those of edges.
pub(super) fn written(step: &Step, mut f: impl FnMut(Reg)) {
    match step {
        Step::Pure { dst, .. }
        | Step::Convert { dst, .. }
        | Step::Special { dst, .. }
        | Step::AddressOf { dst, .. } => f(*dst),
        Step::Wide { result, dst, .. } => {
            f(*dst);
            if *result == Type::I128 {
                f(*dst + 1);
            }
        }
        Step::Unknown { dsts, .. } | Step::Collective { dsts, .. } | Step::Opaque { dsts, .. } => {
            dsts.iter().copied().for_each(f);
        }
        Step::Copy { dst, .. } => dst.iter().copied().for_each(f),
        Step::Load { elements, .. } => elements.iter().for_each(|e| f(e.reg)),
        Step::Atomic { dst, .. } | Step::Barrier { dst, .. } => dst.iter().copied().for_each(f),
        Step::Store { .. }
        | Step::Fence
        | Step::WarpSync { .. }
        | Step::Assume { .. }
        | Step::Assert { .. }
        | Step::Stray { .. }
        | Step::Jump(_)
        | Step::Branch { .. }
        | Step::Switch { .. }
        | Step::Choice { .. }
        | Step::Exit
        | Step::Trap => {}
    }
}

/// Calls `f` on every register that a step reads or writes, those of its edges included.
pub(super) fn each_register(step: &mut Step, mut f: impl FnMut(&mut Reg)) {
    fn guarded(guard: &mut Option<GuardRef>, f: &mut impl FnMut(&mut Reg)) {
        if let Some(guard) = guard {
            f(&mut guard.reg);
        }
    }
    fn address(addr: &mut AddressRef, f: &mut impl FnMut(&mut Reg)) {
        addr.index.iter_mut().for_each(f);
    }
    match step {
        Step::Pure { dst, args, n, .. } => {
            f(dst);
            args[..usize::from(*n)].iter_mut().for_each(&mut f);
        }
        Step::Wide { dst, args, .. } => {
            f(dst);
            args.iter_mut().for_each(|(reg, _)| f(reg));
        }
        Step::Convert { dst, src, .. } => {
            f(dst);
            f(src);
        }
        Step::Special { dst, .. } | Step::AddressOf { dst, .. } => f(dst),
        Step::Unknown { dsts, .. } => dsts.iter_mut().for_each(&mut f),
        Step::Copy { guard, dst, src } => {
            guarded(guard, &mut f);
            dst.iter_mut().chain(src).for_each(&mut f);
        }
        Step::Load { guard, addr, elements, .. } | Step::Store { guard, addr, elements, .. } => {
            guarded(guard, &mut f);
            address(addr, &mut f);
            elements.iter_mut().for_each(|e| f(&mut e.reg));
        }
        Step::Atomic { guard, addr, dst, args, carried, .. } => {
            guarded(guard, &mut f);
            address(addr, &mut f);
            dst.iter_mut().for_each(&mut f);
            if *carried {
                args.iter_mut().for_each(&mut f);
            }
        }
        Step::Barrier { guard, id, count, predicate, dst, .. } => {
            guarded(guard, &mut f);
            f(id);
            count.iter_mut().chain(predicate).chain(dst).for_each(&mut f);
        }
        Step::WarpSync { guard, mask } => {
            guarded(guard, &mut f);
            f(mask);
        }
        Step::Collective { guard, args, dsts, mask, .. } => {
            guarded(guard, &mut f);
            args.iter_mut().chain(dsts).chain(mask).for_each(&mut f);
        }
        Step::Assume { value, .. } | Step::Assert { value, .. } => f(value),
        Step::Stray { guard, target } => {
            guarded(guard, &mut f);
            f(target);
        }
        Step::Opaque { guard, args, dsts, .. } => {
            guarded(guard, &mut f);
            args.iter_mut().chain(dsts).for_each(&mut f);
        }
        Step::Branch { cond, .. } => f(cond),
        Step::Switch { value, .. } => f(value),
        Step::Fence | Step::Jump(_) | Step::Choice { .. } | Step::Exit | Step::Trap => {}
    }
    for edge in step.edges_mut() {
        edge.moves.iter_mut().for_each(|(to, from)| {
            f(to);
            f(from);
        });
    }
}

/// Is something left of a step of which this is needed?
pub(super) fn keeps(step: &Step, results: bool, content: bool, seen: bool) -> bool {
    match step {
        Step::Pure { .. }
        | Step::Wide { .. }
        | Step::Convert { .. }
        | Step::Special { .. }
        | Step::AddressOf { .. }
        | Step::Unknown { .. }
        | Step::Copy { .. } => results,
        Step::Collective { mask: None, .. } => results,
        Step::Fence => false,
        Step::Load { .. } => results || seen,
        Step::Store { .. } => content || seen,
        Step::Opaque { effects, .. } => results || content || *effects != Effects::NONE,
        _ => true,
    }
}

/// The step of this number without what is not needed of it.
fn trimmed(mut step: Step, n: usize, kept: &Kept) -> Step {
    let (needed, results, content) = (&kept.needed, kept.results[n], kept.content[n]);
    for edge in step.edges_mut() {
        let all = std::mem::take(&mut edge.moves);
        edge.moves = all.iter().copied().filter(|&(to, _)| needed[to as usize]).collect();
        edge.in_order = edge.in_order || Edge::may_go_in_order(&edge.moves);
    }
    match &mut step {
        Step::Load { elements, silent, .. } => {
            *silent |= kept.untold[n];
            if !results {
                *elements = Box::default();
            }
        }
        Step::Store { elements, .. } if !content => *elements = Box::default(),
        Step::Atomic { dst, carried, .. } => {
            *carried = content;
            if !results {
                *dst = None;
            }
        }
        Step::Barrier { dst, predicate, .. } if !results => (*dst, *predicate) = (None, None),
        Step::Collective { args, dsts, .. } if !results => {
            (*args, *dsts) = (Box::default(), Box::default());
        }
        Step::Opaque { args, dsts, rets, .. } => {
            if !results {
                (*args, *dsts) = (Box::default(), Box::default());
            }
            if !content {
                *rets = Box::default();
            }
        }
        _ => {}
    }
    step
}

/// By block: does control reach it, where branches that make no difference are not taken?
fn reached(program: &Program<'_>, ways: &[Option<Edge>]) -> Vec<bool> {
    let mut reached = vec![false; program.starts.len()];
    reached[0] = true;
    let mut work = vec![0];
    while let Some(block) = work.pop() {
        let end = program.starts.get(block + 1).map_or(program.steps.len(), |&start| start as usize);
        let all = match &ways[block] {
            Some(way) => smallvec::SmallVec::from_slice(&[way]),
            None => program.steps[end - 1].edges(),
        };
        for edge in all {
            let next = edge.block as usize;
            if !std::mem::replace(&mut reached[next], true) {
                work.push(next);
            }
        }
    }
    reached
}

/// The program of what is left, over as many registers as that uses.
pub(super) fn rebuild<'m>(program: Program<'m>, kept: &Kept, ways: &[Option<Edge>]) -> Program<'m> {
    let reached = reached(&program, ways);
    let mut old_starts = program.starts.iter().copied().peekable();
    let (mut steps, mut sites, mut starts) = (Vec::new(), Vec::new(), Vec::new());
    for (n, step) in program.steps.iter().enumerate() {
        if old_starts.next_if_eq(&(n as u32)).is_some() {
            starts.push(steps.len() as u32);
        }
        let block = starts.len() - 1;
        let is_last = old_starts.peek().map_or(program.steps.len(), |&start| start as usize) == n + 1;
        let here = reached[block] || is_last;
        if !here || !keeps(step, kept.results[n], kept.content[n], kept.seen[n]) {
            continue;
        }
        steps.push(match &ways[block] {
            Some(way) if is_last => Step::Jump(way.clone()),
            _ => trimmed(step.clone(), n, kept),
        });
        sites.push(program.sites[n]);
    }
    let counts = (program.registers, program.variables, program.values);
    let numbers = registers::number(&mut steps, &starts, &program.flow, counts);
    for step in &mut steps {
        each_register(step, |reg| *reg = numbers.new[*reg as usize]);
        for edge in step.edges_mut() {
            edge.to = starts[edge.block as usize];
        }
    }
    let mut constants = program.constants;
    constants.retain(|&(reg, _)| numbers.is_used(reg));
    constants.iter_mut().for_each(|(reg, _)| *reg = numbers.new[*reg as usize]);
    let Numbers { registers, variables, .. } = numbers;
    let untold = program.sites.iter().zip(&kept.untold).filter(|(_, untold)| **untold);
    let untold = untold.filter_map(|(site, _)| site.inst).collect();
    Program { steps, sites, starts, registers, variables, values: 0, constants, untold, ..program }
}
