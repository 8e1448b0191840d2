//! Which objects that a kernel accesses have a size that is known: without one there is nothing that an access could leave.

use super::Asked;
use crate::launch::param_name;
use crate::names;
use raddle_ir::Base;
use raddle_ir::null::{at_numbers, may_be_at_numbers};
use raddle_report::{Rule, Unknown, words};
use std::collections::BTreeSet;

/// What is accessed.
pub(super) struct Known {
    /// The buffers, and the arrays whose size the launch gives, of which nobody has said how large they are.
    open: BTreeSet<String>,
    /// Is there something of which it is known, an access that may be at a null pointer, or a call that may lead nowhere?
    some: bool,
}

impl Asked<'_> {
    /// What the kernel accesses, by whether its size is known.
    pub(super) fn sizes(&self) -> Known {
        let at_numbers = at_numbers(self.function).next().is_some() || may_be_at_numbers(self.function);
        let is_asked = at_numbers || self.function.strays();
        let mut known = Known { open: BTreeSet::new(), some: is_asked };
        for base in self.insts().filter_map(|kind| kind.address()).map(|addr| addr.base) {
            let (name, is_known) = match base {
                Base::Buffer(param) => {
                    let given = self.launch.buffers.iter().any(|buffer| buffer.param == param as usize);
                    (param_name(&self.function.params[param as usize]), given)
                }
                Base::Object(object) => {
                    let object = &self.input.module.objects[object];
                    let is_known = object.size.is_some() || self.launch.dynamic_shared.is_some();
                    (object.source_name.as_deref().unwrap_or(&object.name), is_known)
                }
                Base::Slot(_) => ("", true),
                Base::Absolute | Base::Params => continue,
            };
            match is_known {
                true => known.some = true,
                false => _ = known.open.insert(format!("`{}`", names::variable_name(name))),
            }
        }
        known
    }
}

impl Known {
    /// Is nothing of a known size accessed, but something else? Then it would be assumed what is asked.
    pub(super) fn are_all_open(&self) -> bool {
        !self.some && !self.open.is_empty()
    }

    /// Why nothing is known then.
    pub(super) fn unknown(&self) -> Unknown {
        let names: Vec<&String> = self.open.iter().collect();
        let text = format!(
            "how large {} may be is not given, and the kernel accesses nothing else",
            words::list(&names)
        );
        Unknown::new(Rule::UnknownLaunch, text)
            .help("give sizes, as --buffer NAME=N (for dynamic shared memory --dynamic-shared N)")
    }

    /// What a proof stands on.
    pub(super) fn condition(&self) -> Option<String> {
        let names: Vec<&String> = self.open.iter().collect();
        let have = if names.len() == 1 { "has" } else { "have" };
        (!names.is_empty())
            .then(|| format!("{} {have} room for every access (no size is given)", words::list(&names)))
    }
}
