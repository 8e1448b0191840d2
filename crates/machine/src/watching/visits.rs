//! The values of variables whenever threads reach a block: they show whether a loop repeats a state.

use crate::programs::program::{Edge, Program, Reg};
use crate::running::machine::Machine;
use crate::running::outcome::Outcome;
use crate::values::domain::Domain;
use crate::watching::monitor::{Monitor, lanes};
use raddle_ir::{Block, Type, Value};

/// A thread reaches the block that is watched.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Visit {
    /// The thread, by its linear number.
    pub thread: u32,
    /// What each of the variables is; nothing where that is not known.
    pub values: Vec<Option<u64>>,
}

/// What is watched, and what was seen.
#[derive(Clone, Debug)]
pub(crate) struct Visits {
    /// The first step of the block.
    to: u32,
    regs: Vec<Option<Reg>>,
    most: usize,
    seen: Vec<Visit>,
}

impl Program<'_> {
    /// The register of a value that is no constant and has at most 64 bits.
    fn register(&self, value: Value) -> Option<Reg> {
        let mut register = 0;
        for (other, data) in self.function.values.iter() {
            if self.function.as_const(other).is_some() {
                continue;
            }
            if other == value {
                return (data.ty != Type::I128 && register < self.values).then_some(register);
            }
            register += if data.ty == Type::I128 { 2 } else { 1 };
        }
        None
    }
}

impl<D: Domain> Machine<'_, D> {
    /// Runs the launch's CTA, and reports, for the first `most` times that a thread certainly reaches a block, the values that it then has
    /// for these variables.
    pub fn run_with_visits(
        &mut self,
        block: Block,
        values: &[Value],
        most: usize,
        monitor: &mut impl Monitor,
    ) -> (Outcome, Vec<Visit>) {
        if let Some(number) = self.program.flow.number(block) {
            let regs = values.iter().map(|&value| self.program.register(value)).collect();
            let to = self.program.starts[number];
            self.visits = Some(Box::new(Visits { to, regs, most, seen: Vec::new() }));
        }
        let outcome = self.run(monitor);
        (outcome, self.visits.take().map_or(Vec::new(), |visits| visits.seen))
    }

    /// Lanes have gone along an edge.
    pub(crate) fn visit(&mut self, warp: usize, edge: &Edge, mask: u32) {
        let Some(mut visits) = self.visits.take() else { return };
        // What depends on a condition that is not known is stepped over: no thread certainly gets there.
        if visits.to == edge.to && !self.is_stepping_over() {
            for lane in lanes(mask) {
                if visits.seen.len() >= visits.most {
                    break;
                }
                let value = |reg: &Option<Reg>| {
                    reg.and_then(|reg| self.domain.but_for_nans(self.get(warp, reg, lane)))
                };
                let values = visits.regs.iter().map(value).collect();
                visits.seen.push(Visit { thread: self.thread(warp, lane as usize), values });
            }
        }
        self.visits = Some(visits);
    }
}
