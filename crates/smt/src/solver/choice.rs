//! Which solver to use: what a command line says.

use super::keep::Keep;
use super::portfolio::Portfolio;
use super::process::Process;
use super::z3::Z3;
use super::{Answer, Limits, Solver};
use crate::terms::{Term, Terms};
use std::path::PathBuf;

/// What a user chooses. The default is Z3 in process, and no files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Is Z3 in process one of the solvers?
    pub in_process: bool,
    /// The commands of the others: `--solver CMD`.
    pub commands: Vec<String>,
    /// Where queries are kept: `--keep-queries DIR`.
    pub keep: Option<PathBuf>,
}

impl Default for Choice {
    fn default() -> Self {
        Self { in_process: true, commands: Vec::new(), keep: None }
    }
}

impl Choice {
    /// The solver: a portfolio where there are several.
    ///
    /// # Errors
    /// When there is none, a command is empty, or the folder cannot be made. A command that cannot be run is not an error yet: the
    /// first query says so.
    pub fn open(&self) -> Result<Box<dyn Solver>, String> {
        let mut others = Vec::new();
        for command in &self.commands {
            others.push(Process::new(command)?);
        }
        let solver: Box<dyn Solver> = match (self.in_process, others.len()) {
            (true, 0) => Box::new(Z3::for_addresses()),
            (false, 1) => Box::new(others.remove(0)),
            (false, 0) => return Err("no solver is chosen; leave Z3 in process, or give --solver".into()),
            (here, _) => Box::new(Portfolio::new(here.then(Z3::for_addresses), others)),
        };
        match &self.keep {
            None => Ok(solver),
            Some(folder) => {
                let kept = Keep::new(solver, folder);
                kept.map(|keep| Box::new(keep) as Box<dyn Solver>).map_err(|error| {
                    format!("{}: {error}; pass a writable directory to --keep-queries", folder.display())
                })
            }
        }
    }
}

impl Solver for Box<dyn Solver> {
    fn name(&self) -> String {
        (**self).name()
    }

    fn push(&mut self) {
        (**self).push();
    }

    fn pop(&mut self) {
        (**self).pop();
    }

    fn assert(&mut self, terms: &Terms, formula: Term) {
        (**self).assert(terms, formula);
    }

    fn work(&self) -> u64 {
        (**self).work()
    }

    fn check(&mut self, terms: &Terms, assumptions: &[Term], limits: &Limits) -> Answer {
        (**self).check(terms, assumptions, limits)
    }
}
