//! Writes queries to files: what `--keep-queries` does.

use super::{Answer, Limits, Solver, Stack};
use crate::smtlib;
use crate::terms::{Term, Terms};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::Instant;

/// A solver each of whose queries is written to `DIR/query-NNNNN.smt2`, with its answer. Queries that rewriting answers
/// are written, too.
pub struct Keep<S> {
    solver: S,
    stack: Stack,
    folder: PathBuf,
    number: usize,
    failure: Option<String>,
}

impl<S: Solver> Keep<S> {
    /// Makes the folder, if it is not there.
    ///
    /// # Errors
    /// When the folder cannot be made.
    pub fn new(solver: S, folder: &Path) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        Ok(Self { solver, stack: Stack::default(), folder: folder.to_owned(), number: 0, failure: None })
    }

    /// What went wrong the last time that a file was written.
    #[must_use]
    pub fn failure(&self) -> Option<&str> {
        self.failure.as_deref()
    }
}

impl<S: Solver> Solver for Keep<S> {
    fn name(&self) -> String {
        self.solver.name()
    }

    fn push(&mut self) {
        self.stack.push();
        self.solver.push();
    }

    fn pop(&mut self) {
        self.stack.pop();
        self.solver.pop();
    }

    fn assert(&mut self, terms: &Terms, formula: Term) {
        self.stack.assert(formula);
        self.solver.assert(terms, formula);
    }

    fn work(&self) -> u64 {
        self.solver.work()
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term], limits: &Limits) -> Answer {
        let start = Instant::now();
        let answer = self.solver.check(terms, assumptions, limits);
        let time = start.elapsed().as_millis();
        let mut text = format!("; {} says {} after {time} ms\n", self.solver.name(), answer.name());
        if let Answer::Unknown(reason) = &answer {
            text += &format!("; {reason}\n").replace('\n', " ");
            text.push('\n');
        }
        text += &smtlib::script(terms, &self.stack.with(assumptions));
        let path = self.folder.join(format!("query-{:05}.smt2", self.number));
        self.number += 1;
        if let Err(error) = fs::write(&path, text) {
            self.failure = Some(format!("{}: {error}", path.display()));
        }
        answer
    }
}
