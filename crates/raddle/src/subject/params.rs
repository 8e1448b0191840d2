//! The parameters of a kernel, by name and number.

use crate::options::Key;
use crate::subject::names;
use raddle_ir::{Base, Function, KernelParam};
use raddle_report::{Diagnostic, Rule};

/// The name of a parameter for people.
#[must_use]
pub fn param_name(param: &KernelParam) -> &str {
    param.source_name.as_deref().unwrap_or(&param.name)
}

/// Is the parameter a pointer, by its declaration or by its use?
#[must_use]
pub fn points(function: &Function, param: usize) -> bool {
    let mut insts = function.order.iter().flat_map(|&b| &function.blocks[b].insts);
    function.params[param].pointer.is_some()
        || insts
            .any(|&i| function.insts[i].kind.address().is_some_and(|a| a.base == Base::Buffer(param as u32)))
}

/// The number of the parameter that the user means.
pub(crate) fn find(function: &Function, key: &Key) -> Result<usize, Diagnostic> {
    let found = match key {
        Key::Index(index) => (*index < function.params.len()).then_some(*index),
        Key::Name(name) => {
            function.params.iter().position(|p| p.source_name.as_ref() == Some(name) || p.name == *name)
        }
    };
    found.ok_or_else(|| {
        let kernel = names::source_name(&function.name);
        let known: Vec<String> =
            function.params.iter().enumerate().map(|(n, p)| format!("{n} `{}`", param_name(p))).collect();
        let help = match known.as_slice() {
            [] => format!("`{kernel}` has no parameters"),
            _ => format!("its parameters are {}", known.join(", ")),
        };
        argument_error(&format!("`{kernel}` has no parameter `{key}`")).help(help)
    })
}

/// An error in what is given for a parameter.
pub(super) fn argument_error(text: &str) -> Diagnostic {
    Diagnostic::new(Rule::InputArgument, text)
}
