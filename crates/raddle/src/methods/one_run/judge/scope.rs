//! What a proof is about: its launch, what it assumes, and the code that no thread reached.

use super::{Answer, InShared, Judge};
use crate::options::CtaChoice;
use crate::subject::taint;
use crate::words::launch::granted;
use raddle_ir::Entity;
use raddle_ir::{Base, Inst, InstKind, Language, Space, SpecKind};
use raddle_machine::constants::as_initialised;
use raddle_machine::domain::ObjectId;
use raddle_machine::monitor::{Event, Issue, Target};
use raddle_machine::objects::{ObjectKind, SHARED};
use raddle_report::{Assumption, Diagnostic, Exception, Facts, Property, Scope};
use std::collections::BTreeSet;

impl Judge<'_> {
    /// The scope of a proof, or of the part of it that is about shared memory.
    pub(super) fn scope(&self, property: Property, benign: &[Diagnostic], part: Option<InShared>) -> Scope {
        let only_shared = part.is_some_and(|part| !part.on_global);
        let mut scope = granted(
            &self.kernel.input.module,
            self.kernel.function,
            self.kernel.launch,
            Scope::every_input(self.launch),
        );
        let function = self.kernel.function;
        // Where nothing waits, this does not depend on what the kernel does.
        let of_waits = matches!(property, Property::Deadlock | Property::BarrierReuse | Property::Divergence);
        let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
        if of_waits
            && !function.strays()
            && !insts.any(|&inst| function.insts[inst].kind.effects().synchronises())
        {
            return scope;
        }
        // The run assumes them; which of them the proof could do without is not known.
        for given in self.launch.args.iter().chain(&self.launch.buffers) {
            scope = scope.with(&given.name, &given.value);
        }
        let pointers = function.params.iter().filter(|p| p.pointer.is_some() || p.size == 8).count();
        let pointers = pointers - self.options.launch.within.len().min(pointers);
        let several = pointers > 1 || self.buffers_and_others();
        let accesses = |space: Space| {
            function.order.iter().flat_map(|&b| &function.blocks[b].insts).any(|&i| {
                function.insts[i]
                    .kind
                    .address()
                    .is_some_and(|a| a.space == space || a.space == Space::Generic)
            })
        };
        // What is in memory matters to races, and to barriers that depend on it.
        let orders = matches!(property, Property::Race | Property::RedundantBarrier);
        let concerned = match property {
            Property::Bounds => taint::bounds_on_memory(function).is_some(),
            _ => orders || taint::control_on_memory(function).is_some(),
        };
        // OpenCL itself demands that what `__local` arguments point to is disjoint from all else.
        let to_shared = self.kernel.input.module.language != Language::OpenCl
            && function.params.iter().any(raddle_machine::objects::points_to_shared);
        let to_global = accesses(Space::Global) && several && !self.options.launch.may_alias && !only_shared;
        if concerned && (to_global || to_shared) {
            scope = scope.assuming(Assumption::DisjointPointers);
        }
        if property == Property::Bounds {
            if !self.sizes().are_all() {
                scope = scope.assuming(Assumption::BufferSizes);
            }
        } else if concerned && (accesses(Space::Global) || accesses(Space::Shared)) {
            scope = scope.assuming(Assumption::InBounds);
        }
        if self.run.recording.issues.iter().any(|issue| matches!(issue, Issue::MayStray { .. })) {
            scope = scope.assuming(Assumption::FunctionPointers);
        }
        // A run does not use other assumptions. But its results for such operands are right only if these hold.
        let of_operands = |issue: &Issue| matches!(issue, Issue::Spec { kind: SpecKind::Operands, .. });
        if self.run.recording.issues.iter().any(of_operands) {
            scope = crate::words::contracts::assuming_operands(self.kernel.input, function, scope);
        }
        if orders {
            scope = scope.standing_on(Property::Deadlock);
            // A generation that is refuted for being useless leaves the CTA well-synchronised.
            if matches!(self.reuse, Answer::Proved) {
                scope = scope.standing_on(Property::BarrierReuse);
            }
        }
        if property == Property::RedundantBarrier {
            scope = scope.standing_on(Property::Divergence).standing_on(Property::Race);
        }
        let alone = self.launch.grid.as_ref().is_some_and(|g| g.to_string() == "1");
        let shares = accesses(Space::Global) || accesses(Space::Cluster);
        // What happens in shared memory may depend on buffers, but on none that a CTA writes.
        let compared = self.options.launch.cta == CtaChoice::All && !self.options.ask.within_cta;
        if property == Property::Race && shares && !alone && part.is_none() && !compared {
            scope = scope.up_to(Exception::BetweenCtas);
        }
        // What is read where threads race decides which barriers they reach.
        if concerned && !orders {
            scope = scope.standing_on(Property::Race);
        }
        let is_given = |offset: i64| {
            self.kernel.launch.args.iter().any(|arg| function.params[arg.param].offset as i64 == offset)
        };
        if taint::quotients_decide(function, &is_given) {
            scope = scope.assuming(Assumption::EqualQuotients);
        }
        if self.run.used_alignment {
            scope = scope.assuming(Assumption::AlignedBuffers);
        }
        let constants = as_initialised(&self.kernel.input.module);
        let initialised = |base: Base| matches!(base, Base::Object(object) if constants[object]);
        let names = |inst: &InstKind| match inst {
            InstKind::AddrOf { base, .. } => initialised(*base),
            inst => inst.address().is_some_and(|a| initialised(a.base)),
        };
        if function
            .order
            .iter()
            .flat_map(|&b| &function.blocks[b].insts)
            .any(|&i| names(&function.insts[i].kind))
        {
            scope = scope.assuming(Assumption::ConstantsAsInitialised);
        }
        if self.options.launch.warp_synchronous {
            scope = scope.assuming(Assumption::WarpSynchronous);
        }
        let cyclic = |issue: &Issue| matches!(issue, Issue::SteppedOver { cyclic: true, .. });
        if self.run.recording.issues.iter().any(cyclic) {
            scope = scope.assuming(Assumption::TERMINATES);
        }
        if self.run.recording.issues.iter().any(|issue| matches!(issue, Issue::MayTrap { .. })) {
            scope = scope.provided("nothing traps");
        }
        let elsewhere = |diagnostic: &&Diagnostic| match &diagnostic.facts {
            Some(Facts::Race(race)) => {
                part.is_some() && race.first.address.space != raddle_report::Space::Shared
            }
            _ => false,
        };
        for diagnostic in benign.iter().filter(|diagnostic| !elsewhere(diagnostic)) {
            if let Some(location) = diagnostic.location().cloned() {
                scope = scope.up_to(Exception::EqualWrites { location });
            }
        }
        // Where memory decides what threads reach, code that is dead in this run is dead only if nothing races.
        if orders || concerned || taint::accesses_on_memory(function, false).is_none() {
            for location in &self.unreached {
                scope = scope.dead_code(location.clone());
            }
        }
        scope
    }

    /// Are a buffer and another object of global memory accessed? Pointers may lie in structures too.
    pub(super) fn buffers_and_others(&self) -> bool {
        let events = self.run.recording.events();
        let mut objects = BTreeSet::new();
        objects.extend(events.filter_map(|event| match event {
            Event::Access {
                target: Target::At(object, _) | Target::Within(object) | Target::Near { object, .. },
                ..
            } => Some(object),
            _ => None,
        }));
        objects.remove(&SHARED);
        let buffer = |&id: &ObjectId| matches!(self.kernel.objects.info(id).kind, ObjectKind::Buffer { .. });
        objects.len() > 1 && objects.iter().any(buffer)
    }

    /// Barriers and accesses to memory of several threads that no thread reached.
    pub(super) fn find_unreached(&self) -> Vec<raddle_report::Location> {
        let function = self.kernel.function;
        let in_contract = raddle_ir::contracts::inside(&raddle_ir::contracts::regions(function));
        let mut reached = vec![false; function.insts.len()];
        for event in self.run.recording.events() {
            if let Some(inst) = event.site().inst {
                reached[inst.index()] = true;
            }
        }
        let insts = || function.order.iter().flat_map(|&block| &function.blocks[block].insts).copied();
        let place = |inst: Inst| self.kernel.place(function.insts[inst].loc);
        // Loads that no write can meet make no events: perhaps some thread reaches them.
        let may_be_reached = |inst: &Inst| reached[inst.index()] || self.run.untold.contains(inst);
        let lines: Vec<raddle_report::Location> = insts().filter(may_be_reached).map(place).collect();
        let is_told = |inst: &Inst| match &function.insts[*inst].kind {
            InstKind::Barrier(_) | InstKind::WarpSync(_) => true,
            kind => kind.address().is_some_and(|addr| match addr.space {
                Space::Shared | Space::Cluster | Space::Global => true,
                Space::Generic => !matches!(addr.base, Base::Slot(_) | Base::Params),
                Space::Local | Space::Param | Space::Const => false,
            }),
        };
        let dead =
            insts().filter(is_told).filter(|inst| !in_contract[*inst] && !may_be_reached(inst)).map(place);
        let mut places: Vec<raddle_report::Location> = Vec::new();
        for place in dead {
            // Of what stands in one line, or is in the code twice, a part may be reached.
            if !lines.iter().chain(&places).any(|known| known.same_line(&place)) {
                places.push(place);
            }
        }
        places
    }
}
