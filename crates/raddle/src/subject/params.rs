//! The parameters of a kernel, by name and number.

use crate::options::Key;
use crate::subject::input::Input;
use crate::subject::names;
use raddle_ir::{Base, Func, Function, KernelParam};
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

/// Gives the parameters of kernels the names that the user chose, before anything else speaks of them.
///
/// # Errors
/// Where a kernel has fewer parameters, or two would have one name.
pub(crate) fn name(input: &mut Input, kernels: &[Func], names: &[String]) -> Result<(), Vec<Diagnostic>> {
    for &func in kernels {
        let function = &mut input.module.functions[func];
        let kernel = names::source_name(&function.name);
        let (has, given) = (function.params.len(), names.len());
        if has < given {
            let text = format!("--names gives {given} names, and `{kernel}` has {has} parameters");
            return Err(vec![argument_error(&text).help("name fewer, or choose kernels with --kernel")]);
        }
        for (param, name) in function.params.iter_mut().zip(names).filter(|(_, name)| !name.is_empty()) {
            param.source_name = Some(name.clone());
        }
        let all: Vec<&str> = function.params.iter().map(param_name).collect();
        if let Some(twice) = names.iter().find(|name| all.iter().filter(|other| *other == name).count() > 1) {
            let text = format!("--names gives two parameters of `{kernel}` the name `{twice}`");
            return Err(vec![argument_error(&text)]);
        }
    }
    Ok(())
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
