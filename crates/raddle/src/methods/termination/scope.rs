//! What a proof of termination is about: its launches, and what it assumes.

use super::Kernel;
use crate::subject::launch::fixed;
use crate::subject::limits::{block_limit, grid_limit, sizes};
use crate::words::contracts::assuming;
use crate::words::launch::{named, of_pointers, one_pointer, reported_options, required, ruled_out};
use raddle_ir::{Callee, InstKind, Meets};
use raddle_report::{Assumption, Dim3, Launch, Scope, Size};
use raddle_termination::from_kernel::Model;
use raddle_termination::from_kernel::conditions::Condition;
use raddle_termination::from_kernel::endless::Endless;

impl Kernel<'_> {
    /// The scope of a proof under some conditions.
    pub(super) fn scope(&self, model: &Model<'_>, conditions: &[(Condition, Option<Endless>)]) -> Scope {
        let mut scope = Scope::every_input(&self.launch(self.asked.block, self.asked.grid));
        // Without loops it terminates whatever is passed.
        let args: &[_] = if model.heads.is_empty() { &[] } else { &self.options.launch.args };
        for (key, text) in args {
            let name = named(self.function, key).unwrap_or_else(|| key.to_string());
            scope = scope.with(name, text);
        }
        let pointers = one_pointer(self.function, self.options);
        for pointer in pointers.into_iter().filter(|_| !model.heads.is_empty()) {
            scope = scope.with(&pointer.name, &pointer.value);
        }
        let waiting = |kind: &InstKind| match kind.effects().meets {
            Meets::Lanes | Meets::Cta | Meets::Grid => true,
            // A copy ends by itself; and what is not known has an assumption, or no proof, of its own.
            Meets::Nothing | Meets::Agent | Meets::Unknown => false,
        };
        let insts = || self.function.order.iter().flat_map(|&b| &self.function.blocks[b].insts);
        if insts().any(|&inst| waiting(&self.function.insts[inst].kind)) {
            scope = scope.assuming(Assumption::BarriersRelease);
        }
        if let Some(text) = fixed(self.asked.block)
            .and_then(|block| ruled_out(self.input.module.language, self.function, block))
        {
            scope = scope.assuming(Assumption::DemandedSize { text });
        }
        if model.assumed.unwritten && !self.options.launch.may_alias {
            scope = scope.assuming(Assumption::DisjointPointers);
        }
        let own = |kind: &InstKind| matches!(kind, InstKind::Store { .. } | InstKind::Atomic { .. });
        let writes = !model.heads.is_empty() && insts().any(|&inst| own(&self.function.insts[inst].kind));
        if writes {
            scope = scope.assuming(Assumption::InBounds);
        }
        if writes || model.assumed.unwritten {
            scope = of_pointers(self.function, scope);
        }
        if self.function.strays() {
            scope = scope.assuming(Assumption::FunctionPointers);
        }
        if model.assumed.constants {
            scope = scope.assuming(Assumption::ConstantsAsInitialised);
        }
        if model.assumed.counters {
            scope = scope.assuming(Assumption::Counters);
        }
        if model.assumed.launch_size {
            scope = scope.assuming(Assumption::LaunchSize { unread_are_one: false });
        }
        if model.assumed.block_limit {
            scope = scope.assuming(block_limit(self.asked));
        }
        if model.assumed.grid_limit {
            scope = scope.assuming(grid_limit(self.asked));
        }
        let external = |kind: &InstKind| matches!(kind, InstKind::Call { callee: Callee::External(_), .. });
        if insts().any(|&inst| external(&self.function.insts[inst].kind)) {
            scope = scope.assuming(Assumption::CallsReturn);
        }
        for (condition, _) in conditions {
            for (_, text) in &condition.terms {
                scope = scope.provided(self.words().written(model, condition, text));
            }
        }
        if model.heads.is_empty() { scope } else { assuming(self.input, self.function, scope) }
    }

    /// The launches that are asked about, as the report states them.
    fn launch(&self, block: [Option<u32>; 3], grid: [Option<u32>; 3]) -> Launch {
        let mut launch = Launch::not_given().ctas(self.asked.cta.into());
        launch.block = Some(sizes(block));
        // A grid that is not given is any, as for all properties.
        if self.options.launch.grid.is_some() {
            launch.grid = Some(Dim3(grid.map(|n| n.map_or(Size::Free, Size::Fixed))));
        }
        launch.requires = required(self.options);
        launch.options = reported_options(self.options);
        launch
    }
}
