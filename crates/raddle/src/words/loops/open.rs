//! Why it is open whether loops terminate, in words.

use crate::subject::input::place;
use crate::words::loops::Loops;
use raddle_ir::{Inst, InstKind};
use raddle_report::{Location, Rule, Terms, Unknown};
use raddle_termination::from_kernel::model::NoModel;
use raddle_termination::from_kernel::{Model, Reason};

/// A function is called of which nothing is known.
pub(crate) fn unknown_call(at: Location) -> Unknown {
    let text = "the called function is unknown, and so is whether it returns";
    Unknown::new(Rule::UnknownOpaque, text).at(at)
}

/// An instruction may wait for what is not modelled.
pub(crate) fn may_wait(at: Location) -> Unknown {
    Unknown::new(Rule::UnknownOpaque, "an instruction that is not modelled may wait").at(at)
}

/// The kernel has no model.
pub(crate) fn no_model(why: &NoModel) -> Unknown {
    match why {
        NoModel::Late => Unknown::new(Rule::UnknownLimit, why.to_string()).help("raise --timeout"),
        NoModel::Irreducible(_) => Unknown::new(Rule::UnknownUnmodelled, why.to_string())
            .help("write the loop with a single entry: splitting its blocks makes it too large"),
    }
}

/// There is no solver.
pub(crate) fn no_solver() -> Unknown {
    Unknown::new(Rule::UnknownLimit, "the solver is not available")
}

/// Everything is proved from assumptions that cannot be true.
pub(crate) fn contradiction() -> Unknown {
    let text = "the assumptions contradict each other, so no run satisfies them";
    Unknown::new(Rule::UnknownContradiction, text)
}

impl Loops<'_> {
    /// Why it is open whether a loop terminates.
    pub(crate) fn open(&self, model: &Model<'_>, number: usize, reason: &Reason) -> Unknown {
        let at = self.at(model, number);
        let place = |inst: &Inst| place(self.input, model.function.insts[*inst].loc);
        match reason {
            Reason::Waits(inst) => {
                let Terms { thread, threads, block, .. } = self.input.terms();
                let place = place(inst).short();
                // A loop that tries again needs no barrier.
                if let InstKind::Atomic { .. } = &model.function.insts[*inst].kind {
                    let text = format!(
                        "the loop repeats until its atomic at {place} succeeds, which depends on what other {threads} do",
                        threads = self.input.terms().threads
                    );
                    return Unknown::new(Rule::UnknownSchedule, text).at(at);
                }
                let text = format!("the loop waits for another {thread} at {place}");
                Unknown::new(Rule::UnknownSchedule, text).at(at).help(format!(
                    "raddle does not track the other {thread}'s progress; {threads} of one {block} can wait at a \
                     barrier instead"
                ))
            }
            Reason::Atomic(inst) => {
                let threads = self.input.terms().threads;
                let text = format!(
                    "the number of iterations depends on the result of an atomic, which other {threads} may change"
                );
                let why = match model.disturbs(*inst) {
                    Some(write) => {
                        let there = place(&write).short();
                        format!(
                            "this may be any value, because the counter is also written at {there}, in a loop: other {threads} may write it repeatedly"
                        )
                    }
                    None => "this may be any value".to_owned(),
                };
                Unknown::new(Rule::UnknownData, text)
                    .at(at)
                    .because(Some(place(inst)), why)
                    .help("bound the loop by a counter of its own as well; raddle follows an atomic counter that only counts up and is otherwise written finitely often")
            }
            Reason::Data(inst) => {
                let text = "the number of iterations depends on values that are read from memory or computed in a way that raddle does not follow";
                let why = match model.writes(*inst) {
                    Some(write) => {
                        let there = place(&write).short();
                        format!("this may be any value, because the kernel writes it at {there}")
                    }
                    None => "this may be any value".to_owned(),
                };
                Unknown::new(Rule::UnknownData, text)
                    .at(at)
                    .because(Some(place(inst)), why)
                    .help("bound the loop by a counter as well")
            }
            Reason::NoRanking => {
                let text = "raddle found neither a value that decreases in each iteration of the loop nor an input for which it does not terminate";
                Unknown::new(Rule::UnknownData, text)
                    .at(at)
                    .help("give the sizes of the launch, and arguments with --arg")
            }
            Reason::Time | Reason::Unconfirmed => Unknown::new(
                Rule::UnknownLimit,
                "the solver did not decide in time whether the loop terminates",
            )
            .at(at)
            .help("raise --timeout"),
        }
    }
}
