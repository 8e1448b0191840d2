//! Evidence in, verdict out.
//!
//! A method never edits a verdict. It looks at a kernel and yields [`Evidence`] about a [`Property`]: proved within a [`Scope`],
//! shown by a replayed witness, or open for a reason. One [`Ledger`] holds what is known of each property and has three operations:
//!
//! - [`Ledger::record`] joins evidence **across methods**, which are about the same launches and inputs: the strongest stays.
//! - [`Ledger::add_part`] joins **across parts**, of which each is a part of what is asked (a block of the grid, a case of a condition):
//!   what is shown of one part is shown, what is open in one is open, and a proof needs all. Their scopes join: exceptions and
//!   assumptions of any part are those of the whole, and code is dead only where it is dead in each.
//! - [`Ledger::close`] lets no proof stand on a premise that is refuted, doubted or not proved.
//!
//! Two more take what was learnt by looking at less than what is asked: [`Ledger::with_instance`] at one instance of many, and
//! [`Ledger::by_cases`] at cases of which it is not known whether they occur.
//!
//! What a finding and a reason look like is not known here ([`Finding`], [`Gap`]): `raddle-report` has the words.
//!
//! # Joint proofs
//! Two proofs may stand on each other, as race freedom and freedom from barrier divergence do (paper 000, theorem 5.2): each is about
//! the first moment at which something goes wrong, and assumes that nothing has gone wrong before. By induction over
//! the steps of an execution nothing goes wrong at all. That works for properties that are violated at some moment
//! ([`Property::is_safety`]). [`Ledger::close`] makes one joint proof of such a circle, and the scopes name it as
//! [`together_with`](Scope::together_with). A circle through termination stands on nothing, and falls.
//!
//! Invariants:
//! - the crate depends on no other of raddle's;
//! - after [`Ledger::close`] no proof stands on a property that is not proved, and `stands_on` has no circle;
//! - nothing is overwritten: a verdict is computed from all evidence and all doubts. A witness beside a proof of everything is a
//!   [conflict](Ledger::conflicts).

mod assumption;
mod cases;
mod close;
mod exception;
mod launch;
mod ledger;
mod location;
mod property;
mod scope;

pub use assumption::Assumption;
pub use close::Fall;
pub use exception::Exception;
pub use launch::{Argument, Ctas, Dim3, Launch, Options, Size};
pub use ledger::{Discount, Entry, Evidence, Finding, Gap, Ledger, Standing};
pub use location::Location;
pub use property::{Property, UnknownProperty};
pub use scope::Scope;
