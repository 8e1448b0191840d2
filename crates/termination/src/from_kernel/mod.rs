//! Kernels: does each thread end, whatever the others do?
//!
//! # The idea (paper 004, §4, theorem 3)
//! One arbitrary thread is analysed, alone. What it reads from memory that some thread may write is any value; barriers are passed. If this
//! thread takes finitely many steps whatever those values are, then so does each thread of the kernel, and so the kernel ends. More precise
//! than the paper where it is sound: memory that the kernel never writes is the same at each read, and what lies in a thread's own
//! variables is exact.
//!
//! # The way
//! 1. [`alone()`]: small local arrays become scalars, and where a cycle has several entries, copies of blocks make one of it.
//! 2. [`model`]: from the entry to each block one pass over the graph without its back edges. The values at loop heads are symbols; so each
//!    value becomes a term, each block gets the condition under which it is reached, and each back edge says what the symbols become.
//!    Terms are bit-vectors of the machine's widths: nothing is taken as a mathematical integer, so whatever wraps around wraps here too.
//! 3. [`measures`]: what may fall from round to round: distances to the bounds that the loop is left by, and single variables.
//!    A loop whose rounds can be [counted](rounds) needs none, nor does one of few bits, all of whose [states](finite) are explored. Where
//!    these are not enough, [`linear`] combinations of variables, found by Farkas' lemma.
//! 4. [`ranking`]: a measure that gets smaller on each way back to the head, or a list of them of which the first that changes does
//!    (lexicographic). A measure has finitely many values, so nothing more is needed. Where it falls only on ways back that are
//!    followed by another one, that is enough: an endless run has no last round.
//! 5. [`invariants`]: what the heads' symbols satisfy each time, found by guessing and giving up (Houdini), where ranking needs it; last
//!    the `relations` of two variables.
//! 6. [`conditions`]: where a counter can wrap around, the inputs for which it cannot; and whether the loop ends with no others (`exact`).
//! 7. [`endless`]: where nothing falls, inputs with which a loop returns to a state that it was in. If only a run shows that a thread
//!    reaches it, the search begins [at the states](reached) in which the run gets there.
//!
//! # Why it is right
//! Take a run, and a moment at which control is at some block. Each loop's symbols have the values of the last time that control was at its
//! head. Then each block on the way since then has a true condition, and each value that was computed on it is the value of its term. So a question
//! about a back edge that has no model is true of all rounds of all runs. Every answer comes from a solver for bit-vectors; what a guess is based on does not
//! matter.
//!
//! Nested loops: for one entry of the outer loop's head the inner loop takes finitely many rounds each time it is entered, and the outer one finitely many
//! rounds; between two visits of a head the graph has no cycle but inner loops. So the thread ends.

mod alone;
mod attempts;
pub mod conditions;
mod counters;
pub mod decide;
mod division;
pub mod endless;
mod exact;
mod filled;
pub mod finite;
pub mod floats;
mod holds;
mod inputs;
mod inst;
pub mod invariants;
pub mod linear;
pub mod measures;
pub mod model;
pub mod needed;
mod path;
pub mod progress;
pub mod ranking;
pub mod reached;
mod relations;
mod rounding;
pub mod rounds;
pub mod show;
mod standing;
pub mod system;
pub mod trips;
mod turns;
mod whole;
mod wraps;
mod written;

pub use alone::alone;
pub use decide::{Budget, Decided, Ended, LoopVerdict, Reason, decide};
pub use holds::Asker;
pub use model::{Model, Operations};
