//! The parameters of a kernel, by name and number.

use crate::options::Key;
use crate::subject::input::Input;
use crate::subject::names;
use raddle_ir::{Base, Func, Function, KernelParam, Type};
use raddle_report::{Diagnostic, Rule};
use std::ops::Range;

/// The name of a parameter for people.
#[must_use]
pub fn param_name(param: &KernelParam) -> &str {
    param.source_name.as_deref().unwrap_or(&param.name)
}

/// A value as the command line takes it.
pub(crate) fn text(ty: Type, value: u128) -> Option<String> {
    let signed = |bits: u32| ((value << (128 - bits)) as i128) >> (128 - bits);
    match ty {
        Type::F32 => Some(f32::from_bits(value as u32)).filter(|x| x.is_finite()).map(|x| format!("{x:?}")),
        Type::F64 => Some(f64::from_bits(value as u64)).filter(|x| x.is_finite()).map(|x| format!("{x:?}")),
        ty if ty.is_int() && ty.bits() <= 64 => Some(signed(ty.bits()).to_string()),
        _ => None,
    }
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
        let (has, given) = (function.params_of_source().count(), names.len());
        if has < given {
            let text = format!("--names gives {given} names, and `{kernel}` has {has} parameters");
            return Err(vec![argument_error(&text).help("name fewer, or choose kernels with --kernel")]);
        }
        let of_source: Vec<usize> =
            (0..function.params.len()).map(|param| number_in_source(function, param)).collect();
        for (param, number) in function.params.iter_mut().zip(of_source) {
            let Some(name) = names.get(number).filter(|name| !name.is_empty()) else { continue };
            match &mut param.of {
                Some(of) => {
                    let way = param.source_name.as_ref().and_then(|way| way.strip_prefix(of.name.as_str()));
                    param.source_name = way.map(|way| format!("{name}{way}"));
                    of.name.clone_from(name);
                }
                None => param.source_name = Some(name.clone()),
            }
        }
        let all: Vec<&str> = function.params_of_source().map(source_of).collect();
        if let Some(twice) = names.iter().find(|name| all.iter().filter(|other| *other == name).count() > 1) {
            let text = format!("--names gives two parameters of `{kernel}` the name `{twice}`");
            return Err(vec![argument_error(&text)]);
        }
    }
    Ok(())
}

/// The number of the parameter that the user means. A structure with several members is none.
pub(crate) fn find(function: &Function, key: &Key) -> Result<usize, Diagnostic> {
    let numbers = find_all(function, key)?;
    let of_it = &function.params[numbers.clone()];
    if of_it.len() == 1 { Ok(numbers.start) } else { Err(is_structure(function, key, of_it)) }
}

/// The numbers of what the user means: a parameter, or all members of a structure.
pub(crate) fn find_all(function: &Function, key: &Key) -> Result<Range<usize>, Diagnostic> {
    if let Key::Name(name) = key
        && let Some(number) =
            function.params.iter().position(|p| p.source_name.as_ref() == Some(name) || p.name == *name)
    {
        return Ok(number..number + 1);
    }
    let mut start = 0;
    for (number, params) in function.params_of_source().enumerate() {
        let is_it = match key {
            Key::Name(name) => params[0].of.as_ref().is_some_and(|of| of.name == *name),
            Key::Index(index) => number == *index,
        };
        if is_it {
            return Ok(start..start + params.len());
        }
        start += params.len();
    }
    let kernel = names::source_name(&function.name);
    let help = match known(function).as_slice() {
        [] => format!("`{kernel}` has no parameters"),
        known => format!("its parameters are {}", known.join(", ")),
    };
    Err(argument_error(&format!("`{kernel}` has no parameter `{key}`")).help(help))
}

/// That a structure takes no number.
pub(super) fn is_structure(function: &Function, key: &Key, members: &[KernelParam]) -> Diagnostic {
    let kernel = names::source_name(&function.name);
    let bytes = members.first().map_or(0..0, KernelParam::passed);
    argument_error(&format!("parameter `{key}` of `{kernel}` is a structure"))
        .help(one_of(members))
        .help(format!(
            "or pass all its {} bytes as hexadecimal digits, two for each, in the order of memory: --arg {key}=HEX",
            bytes.end - bytes.start
        ))
}

/// How to name one member of a structure.
pub(super) fn one_of(members: &[KernelParam]) -> String {
    let members: Vec<&str> = members.iter().map(param_name).collect();
    format!("name one of its members: {}", members.join(", "))
}

/// What the source calls these: a parameter, or all members of a structure.
pub(crate) fn whole_name(params: &[KernelParam]) -> &str {
    match params {
        [one] => param_name(one),
        _ => params.first().and_then(|one| one.of.as_ref()).map_or("", |of| of.name.as_str()),
    }
}

/// The number that the source counts for a parameter: that of its structure, if it is a member.
pub(crate) fn number_in_source(function: &Function, param: usize) -> usize {
    let ends = function.params_of_source().scan(0, |end, params| {
        *end += params.len();
        Some(*end)
    });
    ends.take_while(|&end| end <= param).count()
}

/// How the user names a parameter: by its name in the source, or else by its number.
pub(crate) fn key_of(function: &Function, param: usize) -> String {
    match &function.params[param].source_name {
        Some(name) => names::variable_name(name),
        None => number_in_source(function, param).to_string(),
    }
}

/// The parameters of the source, with their numbers.
pub(super) fn known(function: &Function) -> Vec<String> {
    let all = function.params_of_source().enumerate();
    all.map(|(n, params)| format!("{n} `{}`", source_of(params))).collect()
}

/// What the source calls a parameter or a structure, also one with one member.
fn source_of(params: &[KernelParam]) -> &str {
    params[0].of.as_ref().map_or_else(|| param_name(&params[0]), |of| of.name.as_str())
}

/// An error in what is given for a parameter.
pub(super) fn argument_error(text: &str) -> Diagnostic {
    Diagnostic::new(Rule::InputArgument, text)
}
