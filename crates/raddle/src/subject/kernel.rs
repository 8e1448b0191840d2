//! A kernel at a launch, as findings name its parts.

use crate::subject::input::{Input, place};
use crate::subject::names;
use raddle_ir::{Function, LocId, Terminator};
use raddle_machine::domain::Site;
use raddle_machine::launch::Launch;
use raddle_machine::objects::Objects;
use raddle_report::{Location, Terms};

/// A kernel with its launch, for naming its parts.
pub struct Kernel<'a> {
    /// The input that it comes from.
    pub input: &'a Input,
    /// The kernel, prepared.
    pub function: &'a Function,
    /// The launch.
    pub launch: &'a Launch,
    /// The CTA that findings are shown in.
    pub cta: [u32; 3],
    /// The memory objects of the launch.
    pub objects: &'a Objects,
}

impl Kernel<'_> {
    /// The words of its language.
    #[must_use]
    pub fn terms(&self) -> &'static Terms {
        self.input.terms()
    }

    /// The place of a location, in the source where there is one.
    #[must_use]
    pub fn place(&self, loc: LocId) -> Location {
        place(self.input, loc)
    }

    /// Where threads return: the end of the last block that does.
    #[must_use]
    pub fn end_place(&self) -> Location {
        let ends = |t: &Terminator| matches!(t, Terminator::Return | Terminator::Exit);
        let mut blocks = self.function.order.iter().rev().map(|&b| &self.function.blocks[b]);
        let loc = blocks.find(|b| ends(&b.term)).map_or(self.function.loc, |b| b.term_loc);
        self.place(loc)
    }

    /// Does a call through a pointer stand there, that leads to no function?
    #[must_use]
    pub fn is_stray(&self, site: Site) -> bool {
        site.inst.is_some_and(|inst| self.function.insts[inst].kind.stray_target().is_some())
    }

    /// Its name for people.
    #[must_use]
    pub fn name(&self) -> String {
        names::source_name(&self.function.name)
    }
}
