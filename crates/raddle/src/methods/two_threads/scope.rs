//! For which launches and inputs a proof by two threads holds, and what it assumes.

use super::{Asked, of_contracts};
use crate::methods::two_threads::contracts::between_ctas;
use crate::subject::input::place;
use crate::subject::limits::sizes;
use crate::words::contracts::{assuming, up_to};
use crate::words::launch::{granted, limited, reported};
use raddle_lockstep::prove::{Answer, Counts, Outcome};
use raddle_report::{Assumption, Exception, Property, Scope};

impl Asked<'_> {
    pub(super) fn scope(&self, outcome: &Outcome, property: Property) -> Scope {
        let mut launch = reported(self.function, self.launch, self.space.cta.into(), self.options);
        launch.block = Some(sizes(self.space.block));
        let mut scope = Scope::every_input(&launch);
        for given in launch.args.iter().chain(&launch.buffers) {
            scope = scope.with(&given.name, &given.value);
        }
        scope = scope.assuming(Assumption::DisjointPointers).assuming(self.terminates(property));
        if property != Property::Bounds {
            scope = scope.assuming(Assumption::InBounds);
        } else if !self.sizes().are_all() {
            scope = scope.assuming(Assumption::BufferSizes);
        }
        if property != Property::Bounds && !outcome.strays.is_empty() {
            scope = scope.assuming(Assumption::FunctionPointers);
        }
        if self.launch.grid.is_none() {
            let unread_are_one = self.options.launch.grid.is_none();
            scope = scope.assuming(Assumption::LaunchSize { unread_are_one });
        }
        scope = limited(self.space, self.function, scope);
        if self.options.launch.warp_synchronous {
            scope = scope.assuming(Assumption::WarpSynchronous);
        }
        if outcome.equal_quotients {
            scope = scope.assuming(Assumption::EqualQuotients);
        }
        match outcome.counts {
            Counts::Nothing => {}
            Counts::NoWrap => scope = scope.assuming(Assumption::Counters),
            Counts::Small => scope = scope.assuming(Assumption::SmallCounters),
        }
        if property == Property::Race && outcome.initialised {
            scope = scope.assuming(Assumption::InitialisedMemory);
        }
        for inst in outcome.equal_writes.iter().filter(|_| property == Property::Race) {
            let location = place(self.input, self.function.insts[*inst].loc);
            scope = scope.up_to(Exception::EqualWrites { location });
        }
        for (condition, _) in self.conditions(outcome).filter(|_| property == Property::Race) {
            scope = scope.provided(&condition.text);
        }
        // Where runs have shown that no threads of a CTA race, only CTAs are compared.
        let only_between = property == Property::Race && outcome.divergence != Answer::Proved;
        if property != Property::Divergence && !only_between {
            scope = scope.standing_on(Property::Divergence);
        }
        let on_memory = property == Property::Race || self.on_memory(property, outcome);
        if property != Property::Race && on_memory {
            scope = scope.standing_on(Property::Race);
        }
        scope = assuming(
            self.input,
            self.function,
            granted(&self.input.module, self.function, self.launch, scope),
        );
        if property == Property::Contract {
            scope = up_to(self.input, outcome, scope);
        }
        let elsewhere = match property {
            Property::Race => outcome.race_between_ctas != Answer::Proved,
            _ => on_memory && of_contracts(property) && between_ctas(outcome),
        };
        if elsewhere {
            scope = scope.up_to(Exception::BetweenCtas);
        }
        scope
    }
}
