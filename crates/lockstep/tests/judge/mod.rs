//! The judge: paper 000's rules against exhaustive execution of random kernels.
//!
//! Neither interpreter knows how the other one works. [`interleave`] runs a kernel *as it was written*, with all schedules
//! (figure 4); [`together`] runs the lock-step program that raddle makes of it, with all choices (figure 6).
//! [`theorem`] compares them (theorem 5.2). [`predicated`] runs π(P), with all schedules; [`traces`] compares it with P (theorem 5.5).
//! [`mutants`] are wrong rules, which the comparison must notice.
//! [`uniform`] holds what threads are said to agree on against threads that run.

mod code;
mod examples;
mod explore;
mod generate;
mod interleave;
mod mutants;
mod predicated;
mod random;
mod theorem;
mod together;
mod traces;
mod uniform;
