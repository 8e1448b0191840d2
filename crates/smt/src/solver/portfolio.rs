//! Several solvers at once.

use super::process::Process;
use super::z3::Z3;
use super::{Answer, Cancel, Limits, Reason, Solver, Stack};
use crate::terms::{Term, Terms};
use std::sync::mpsc::channel;

/// Z3 in process, if wanted, and any number of processes. The first answer that decides stops the others; where one has
/// said otherwise by then, there is no answer.
pub struct Portfolio {
    here: Option<Z3>,
    others: Vec<Process>,
    stack: Stack,
    all: bool,
}

impl Portfolio {
    /// Of these.
    #[must_use]
    pub fn new(here: Option<Z3>, others: Vec<Process>) -> Self {
        Self { here, others, stack: Stack::default(), all: false }
    }

    /// Waits for all of them, and so finds every disagreement.
    #[must_use]
    pub fn waiting_for_all(mut self) -> Self {
        self.all = true;
        self
    }

    fn each(&mut self, mut f: impl FnMut(&mut dyn Solver)) {
        if let Some(z3) = &mut self.here {
            f(z3);
        }
        for other in &mut self.others {
            f(other);
        }
    }
}

impl Solver for Portfolio {
    fn name(&self) -> String {
        let here = self.here.iter().map(Solver::name);
        let names: Vec<String> = here.chain(self.others.iter().map(Solver::name)).collect();
        names.join(", ")
    }

    fn push(&mut self) {
        self.stack.push();
        self.each(|solver| solver.push());
    }

    fn pop(&mut self) {
        self.stack.pop();
        self.each(|solver| solver.pop());
    }

    fn assert(&mut self, terms: &Terms, formula: Term) {
        self.stack.assert(formula);
        self.each(|solver| solver.assert(terms, formula));
    }

    fn work(&self) -> u64 {
        self.here.as_ref().map_or(0, Solver::work)
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term], limits: &Limits) -> Answer {
        if let Some(answer) = self.stack.plain_answer(terms, assumptions) {
            return answer;
        }
        // One to stop all of these; the waiting thread also checks the caller's.
        let stop = Cancel::default();
        let own = Limits { cancel: Some(stop.clone()), ..limits.clone() };
        let (sender, answers) = channel::<(String, Answer)>();
        let (here, others, all) = (&mut self.here, &mut self.others, self.all);
        let given = std::thread::scope(|scope| {
            for other in others.iter_mut() {
                let (sender, own) = (sender.clone(), &own);
                scope.spawn(move || {
                    let answer = other.check(terms, assumptions, own);
                    // The receiver lives as long as this scope.
                    let _ = sender.send((other.name(), answer));
                });
            }
            let (collected, collect) = channel();
            scope.spawn({
                let (stop, limits) = (stop.clone(), limits);
                move || {
                    let mut given = Vec::new();
                    loop {
                        match answers.recv_timeout(super::process::LOOK) {
                            Ok((name, answer)) => {
                                let decides = !matches!(answer, Answer::Unknown(_));
                                given.push((name, answer));
                                if decides && !all {
                                    stop.cancel();
                                }
                            }
                            Err(std::sync::mpsc::RecvTimeoutError::Timeout) => {
                                if limits.is_cancelled() {
                                    stop.cancel();
                                }
                            }
                            Err(std::sync::mpsc::RecvTimeoutError::Disconnected) => break,
                        }
                    }
                    let _ = collected.send(given);
                }
            });
            if let Some(z3) = here {
                let answer = z3.check(terms, assumptions, &own);
                let _ = sender.send((z3.name(), answer));
            }
            drop(sender);
            collect.recv().unwrap_or_default()
        });
        joined(given, limits)
    }
}

/// The one answer of several, in the order in which they came.
fn joined(given: Vec<(String, Answer)>, limits: &Limits) -> Answer {
    let unsat = given.iter().find(|(_, a)| matches!(a, Answer::Unsat(_)));
    let sat = given.iter().find(|(_, a)| matches!(a, Answer::Sat(_)));
    if let (Some((no, _)), Some((yes, _))) = (unsat, sat) {
        return Answer::Unknown(Reason::Disagreement(no.clone(), yes.clone()));
    }
    let decided = given.iter().position(|(_, a)| !matches!(a, Answer::Unknown(_)));
    if decided.is_none() && limits.is_cancelled() {
        return Answer::Unknown(Reason::Cancelled);
    }
    let several = given.len() > 1;
    let mut reasons = Vec::new();
    for (n, (name, answer)) in given.into_iter().enumerate() {
        match answer {
            answer if Some(n) == decided => return answer,
            Answer::Unknown(reason) => reasons.push((name, reason)),
            _ => {}
        }
    }
    match reasons.as_slice() {
        [] => Answer::Unknown(Reason::Failed("there is no solver".into())),
        [(_, first), rest @ ..] if !several || rest.iter().all(|(_, r)| r == first) => {
            Answer::Unknown(first.clone())
        }
        _ => {
            let all: Vec<String> = reasons.iter().map(|(name, reason)| format!("{name}: {reason}")).collect();
            Answer::Unknown(Reason::Incomplete(all.join("; ")))
        }
    }
}
