//! Lock-step verification (paper 000): all threads of a kernel as one sequential program.
//!
//! # The idea
//! A kernel with an arbitrary *reducible* control-flow graph is laid out in a line, its **sort order**. Each thread
//! remembers in `active` the block that it has to execute next, and walks down the line: in that block it is
//! *enabled*, in all others its statements do nothing. At the last block of a loop it goes back to the head if that is
//! where it has to continue. That is **predication**, π(P). Since all threads now walk down the same line, one
//! sequential program can do the work of all of them at once, statement by statement, and go round each loop until
//! no thread is left in it: the **lock-step program** φ(P). Theorem 5.2: for a well-formed P, "race free and terminating"
//! means the same for P's interleavings and for φ(P) run by one thread, and then the final shared stores are the same.
//!
//! # The rooms
//! | module | from | to | source |
//! | --- | --- | --- | --- |
//! | [`normal`] | a function of the IR | the form that the paper assumes ([`Normal`]) | §3.1, §4 |
//! | [`edge`] | a terminator | edges, each with the condition under which it may be taken, and guard(B) | §3.1 |
//! | [`wellformed`] | a normal kernel | does some edge's condition always hold? | definition 5.1 |
//! | [`flat`] | a normal kernel | blocks in a line, back and exit blocks | table 2 |
//! | [`predicate`] | a normal kernel | π(P) | tables 1 and 2 |
//! | [`lockstep`] | π(P) | φ(P) | table 3 |
//! | [`prove`] | a kernel | verdicts for all inputs: two threads, from barrier to barrier | §2, §6 |
//! | [`text`] | φ(P) | `.rir`-like text, Boogie | figures 5 and 7 |
//!
//! # One program type, for the paper's language and for real kernels
//! The paper's programs are the part of the kernel IR that has scalars and barriers only. So π(P) and φ(P) are not
//! programs over a syntax of their own: **a statement names an instruction of the IR and the block that enables
//! it**, and says how all threads execute it: a vector assignment, a ψ, a barrier assertion. What carries over:
//!
//! * *Values* (SSA) are private variables that are assigned once per pass. `v := (active = B) ? e : v` keeps the old
//!   value for a disabled thread; that is needed only where some thread reads it after the innermost loop around its
//!   definition: then the statement says `hold` (why this is enough: [`predicate`]). All others may be computed for
//!   disabled threads as well, which is what makes the program small for a solver.
//! * *Block parameters* are assigned along an edge: by the threads that choose it, before they move.
//! * *Terminators* are lists of [edges](edge::Edge): a `branch` is a `goto` whose guards are `c` and `¬c`. So table 2 has one
//!   rule for all of them, and well-formedness of what a compiler made is evident. `next` ranges over edges, not blocks:
//!   two edges may lead to one block with different arguments.
//! * *Guards* of instructions (PTX's `@p`) narrow enabledness: `active = B ∧ p`.
//! * *Memory* is shared like a shared scalar: a load reads, a store is a ψ at each address.
//! * *Barriers* of a whole group are barrier assertions. What the paper has no rule for (named barriers with counts, warp
//!   collectives, calls, opaque instructions) stays in the program as a statement of its own kind, so that no
//!   verifier can overlook it.
//!
//! The two-thread reduction reads φ(P) with two threads instead of all, and a solver instead of values; `active = B` is a
//! predicate per block there.
//!
//! # Invariants
//! * [`Normal`] is made by [`normal::normalise`] only: one exit, which is after a barrier of all threads; assumes at block heads,
//!   over private values; at most one loop head among the successors of a block; a sort order.
//! * Programs are data: construction is a pure function of the kernel, and deterministic.
//! * This crate knows no other method and no front end; of solvers, only [`raddle_smt`]'s trait.
//!
//! Where the paper's rules are wrong or can be read in several ways is listed in docs/src/semantics.md; `tests/judge`
//! holds each rule against exhaustive execution.

pub mod edge;
pub mod flat;
mod limits;
pub mod lockstep;
pub mod normal;
pub mod predicate;
pub mod prove;
pub mod text;
pub mod wellformed;

pub use flat::{Label, Node};
pub use lockstep::LockStep;
pub use normal::{Normal, NotNormal, normalise};
pub use predicate::Predicated;
