//! Could a control-flow graph be written with `if` and `while`?
//!
//! Paper 000 counts the kernels that need its method: those whose control is not "organised using `if` and `while` statements".
//! A graph is *structured* here if these steps shrink it to one block:
//!
//! | step | from | to |
//! | --- | --- | --- |
//! | sequence | `n → m`, nothing else enters m | n |
//! | `if` | `n → a, b` and `a → b`, nothing else enters a | `n → b` |
//! | `if`-`else` | `n → a, b`, `a → c` and `b → c`, nothing else enters a or b | `n → c` |
//! | `while` | `n → a, b` and `a → n`, nothing else enters a | `n → b` |
//! | `do`-`while` | `n → n, b` | `n → b` |
//!
//! The last step goes beyond the paper's `if` and `while`, so it is counted separately. Blocks that end the kernel meet in one exit. An early return that
//! leaves a loop, or more than one `if`, a `break`, a short-circuited condition of an `if` and cases that share code are not structured; one
//! `if` around the rest of the kernel is, as is a chain of cases that are compared one after another.

use super::{Cfg, Dominators, Loops};
use crate::module::Function;
use std::collections::BTreeSet;

/// How control flow is organised.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Flow {
    /// With `if` and `while`.
    Structured,
    /// With these and `do`-`while`.
    DoWhile,
    /// It cannot be written so without blocks that stand twice.
    Unstructured,
    /// A loop has two entries.
    Irreducible,
}

impl Flow {
    /// How the control flow of a function with a body is organised.
    #[must_use]
    pub fn of(function: &Function) -> Self {
        let cfg = Cfg::new(function);
        if Loops::new(&cfg, &Dominators::new(&cfg)).irreducible().is_some() {
            return Self::Irreducible;
        }
        if Graph::new(&cfg).shrinks(false) {
            Self::Structured
        } else if Graph::new(&cfg).shrinks(true) {
            Self::DoWhile
        } else {
            Self::Unstructured
        }
    }
}

/// Blocks by their numbers in reverse post-order, and the exit after the last.
struct Graph {
    succs: Vec<BTreeSet<usize>>,
    preds: Vec<BTreeSet<usize>>,
    /// How many are left.
    left: usize,
}

impl Graph {
    fn new(cfg: &Cfg) -> Self {
        let exit = cfg.rpo().len();
        let number = |block| cfg.number(block).unwrap_or(exit);
        let mut succs: Vec<BTreeSet<usize>> =
            cfg.rpo().iter().map(|&block| cfg.succs(block).iter().copied().map(number).collect()).collect();
        succs.iter_mut().filter(|to| to.is_empty()).for_each(|to| to.extend([exit]));
        succs.push(BTreeSet::new());
        let mut preds = vec![BTreeSet::new(); succs.len()];
        for (from, to) in succs.iter().enumerate() {
            to.iter().for_each(|&to| _ = preds[to].insert(from));
        }
        let left = succs.len();
        Self { succs, preds, left }
    }

    /// Is one block left in the end?
    fn shrinks(mut self, do_while: bool) -> bool {
        let exit = self.succs.len() - 1;
        let mut goes_on = true;
        while goes_on {
            goes_on = false;
            // Inner parts first.
            for n in (0..exit).rev() {
                while self.step(n, do_while) {
                    goes_on = true;
                }
            }
        }
        self.left == 1
    }

    /// Makes a step at a block, if there is one.
    fn step(&mut self, n: usize, do_while: bool) -> bool {
        let to: Vec<usize> = self.succs[n].iter().copied().collect();
        match *to.as_slice() {
            [m] if m != n && self.is_entered_from(m, n) => {
                self.merge(n, m);
                true
            }
            [a, b] if a == n || b == n => {
                if do_while {
                    self.cut(n, n);
                }
                do_while
            }
            [a, b] => [(a, b), (b, a)].into_iter().any(|(a, b)| self.branch(n, a, b)),
            // A loop without an end, as if it had one.
            [m] if m == n => {
                let exit = self.succs.len() - 1;
                self.cut(n, n);
                self.succs[n].insert(exit);
                self.preds[exit].insert(n);
                true
            }
            _ => false,
        }
    }

    /// `if` or `while` at n with the body a.
    fn branch(&mut self, n: usize, a: usize, b: usize) -> bool {
        let [Some(from_a), from_b] = [a, b].map(|side| self.only_successor(side)) else { return false };
        if !self.is_entered_from(a, n) {
            return false;
        }
        let one_sided = from_a == b || from_a == n;
        let two_sided = from_b == Some(from_a) && self.is_entered_from(b, n);
        if !one_sided && !two_sided {
            return false;
        }
        self.remove(n, a);
        if !one_sided {
            self.remove(n, b);
            self.succs[n].insert(from_a);
            self.preds[from_a].insert(n);
        }
        true
    }

    fn only_successor(&self, block: usize) -> Option<usize> {
        let to = &self.succs[block];
        to.first().copied().filter(|&only| to.len() == 1 && only != block)
    }

    fn is_entered_from(&self, block: usize, from: usize) -> bool {
        self.preds[block].len() == 1 && self.preds[block].contains(&from)
    }

    fn cut(&mut self, from: usize, to: usize) {
        self.succs[from].remove(&to);
        self.preds[to].remove(&from);
    }

    /// Takes a side of a branch out.
    fn remove(&mut self, n: usize, side: usize) {
        self.cut(n, side);
        for to in std::mem::take(&mut self.succs[side]) {
            self.preds[to].remove(&side);
        }
        self.left -= 1;
    }

    /// Makes one block of two that come after each other.
    fn merge(&mut self, n: usize, m: usize) {
        self.cut(n, m);
        for to in std::mem::take(&mut self.succs[m]) {
            self.preds[to].remove(&m);
            self.preds[to].insert(n);
            self.succs[n].insert(to);
        }
        self.left -= 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The flow of a kernel whose blocks go to these; the ones that go nowhere end it.
    fn flow(blocks: &[&[usize]]) -> Flow {
        let mut text = "module opencl address 64\n\nkernel \"k\" {\n".to_owned();
        for (n, to) in blocks.iter().enumerate() {
            let to: Vec<String> = to.iter().map(|m| format!("block{m}()")).collect();
            let end = if to.is_empty() { "return".to_owned() } else { format!("goto {}", to.join(", ")) };
            text.push_str(&format!("block{n}():\n  {end}\n"));
        }
        text.push_str("}\n");
        let module = crate::text::parse(&text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let (_, function) = module.kernels().next().expect("a kernel");
        Flow::of(function)
    }

    #[test]
    fn what_if_and_while_make_is_structured() {
        let structured: [&[&[usize]]; 7] = [
            &[&[]],
            // if; if-else; while; an early return of the whole kernel.
            &[&[1, 2], &[2], &[]],
            &[&[1, 2], &[3], &[3], &[]],
            &[&[1], &[2, 3], &[1], &[]],
            &[&[1, 2], &[], &[]],
            // A while with an if-else and a while in it.
            &[&[1], &[2, 8], &[3, 4], &[5], &[5], &[6, 7], &[5], &[1], &[]],
            // while (true), in an if.
            &[&[1, 2], &[1], &[]],
        ];
        for blocks in structured {
            assert_eq!(flow(blocks), Flow::Structured, "{blocks:?}");
        }
    }

    #[test]
    fn a_loop_that_is_tested_at_its_end_is_a_do_while() {
        assert_eq!(flow(&[&[1], &[1, 2], &[]]), Flow::DoWhile);
        assert_eq!(flow(&[&[1], &[2, 3], &[3], &[1, 4], &[]]), Flow::DoWhile);
    }

    #[test]
    fn jumps_are_unstructured() {
        // if (a || b) x; y: both tests lead to x.
        assert_eq!(flow(&[&[2, 1], &[2, 3], &[3], &[]]), Flow::Unstructured);
        // while (a) { if (b) break; x; } with code between the loop and the place that it is left for.
        assert_eq!(flow(&[&[1], &[2, 4], &[5, 3], &[1], &[5], &[]]), Flow::Unstructured);
        // A switch whose first case falls through into the second.
        assert_eq!(flow(&[&[3, 1], &[4, 2], &[5], &[4], &[5], &[]]), Flow::Unstructured);
        // A switch with three cases at once.
        assert_eq!(flow(&[&[1, 2, 3], &[4], &[4], &[4], &[]]), Flow::Unstructured);
    }

    #[test]
    fn a_loop_with_two_entries_is_irreducible() {
        assert_eq!(flow(&[&[1, 2], &[2, 3], &[1], &[]]), Flow::Irreducible);
    }
}
