//! Which objects that a kernel accesses have a size that is known: without one there is nothing that an access could leave.

use crate::subject::names;
use crate::subject::params::param_name;
use raddle_ir::null::{at_numbers, may_be_at_numbers};
use raddle_ir::{Base, Function, Module, Space};
use raddle_machine::launch::Buffer;
use raddle_report::{Rule, Unknown, words};
use std::collections::BTreeSet;

/// What is accessed.
pub(crate) struct Known {
    /// The buffers, and the arrays whose size the launch gives, of unknown size.
    open: BTreeSet<String>,
    /// Is there an access that may be to any object?
    anywhere: bool,
    /// Is there an object of known size, an access that may be at a null pointer, or a call that may lead nowhere?
    some: bool,
}

impl Known {
    /// What a kernel accesses, where the launch has these buffers and this much dynamic shared memory.
    pub(crate) fn of(
        module: &Module,
        function: &Function,
        buffers: &[Buffer],
        dynamic_shared: Option<u64>,
    ) -> Self {
        let dynamic = dynamic_shared.is_some();
        let given = |param: usize| buffers.iter().any(|buffer| buffer.param == param);
        let at_numbers = at_numbers(function).next().is_some() || may_be_at_numbers(function);
        let mut known =
            Known { open: BTreeSet::new(), anywhere: false, some: at_numbers || function.strays() };
        let insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
        for base in insts.filter_map(|&inst| function.insts[inst].kind.address()).map(|addr| addr.base) {
            let (name, is_known) = match base {
                Base::Buffer(param) => (param_name(&function.params[param as usize]), given(param as usize)),
                Base::Object(object) => {
                    let object = &module.objects[object];
                    let is_known = object.size.is_some() || dynamic && object.space == Space::Shared;
                    (object.source_name.as_deref().unwrap_or(&object.name), is_known)
                }
                Base::Slot(_) => ("", true),
                Base::Params => continue,
                Base::Absolute => {
                    known.anywhere = true;
                    continue;
                }
            };
            match is_known {
                true => known.some = true,
                false => _ = known.open.insert(format!("`{}`", names::variable_name(name))),
            }
        }
        known
    }

    /// Is something accessed that has a known size, or may be at no object at all?
    pub(crate) fn are_some(&self) -> bool {
        self.some
    }

    /// Is nothing of known size accessed, but something else? Then the property would be its own assumption.
    pub(crate) fn are_all_open(&self) -> bool {
        !self.some && !self.open.is_empty()
    }

    /// Is the size of everything known that is accessed?
    pub(crate) fn are_all(&self) -> bool {
        self.open.is_empty() && !self.anywhere
    }

    /// Why nothing is known then.
    pub(crate) fn unknown(&self) -> Unknown {
        let names: Vec<&String> = self.open.iter().collect();
        let text =
            format!("the size of {} is not given, and the kernel accesses nothing else", words::list(&names));
        Unknown::new(Rule::UnknownLaunch, text)
            .help("give sizes with --buffer NAME=N (for dynamic shared memory with --dynamic-shared N)")
    }
}
