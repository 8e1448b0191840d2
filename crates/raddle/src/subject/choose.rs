//! Which kernels of an input are meant.

use crate::subject::input::Input;
use crate::subject::names;
use raddle_ir::{Func, FunctionKind, Module};
use raddle_report::{Diagnostic, Rule};

/// The kernels that the user selects, without those that `except` names. If all kernels of a file are selected, none may be left.
///
/// # Errors
/// As [`choose`], and where none is left of those that are named.
pub(crate) fn choose_but(
    input: &Input,
    named: &[String],
    except: &[String],
) -> Result<Vec<Func>, Vec<Diagnostic>> {
    if except.is_empty() {
        return choose(input, named);
    }
    let all = choose_any(input, named, |func| is_wrong(input, func)).map_err(|error| vec![error])?;
    let name = |func: Func| &input.module.functions[func].name;
    let meant = |func: Func| except.iter().any(|one| names::means(one, name(func)));
    let left: Vec<String> =
        all.into_iter().filter(|&func| !meant(func)).map(|func| name(func).clone()).collect();
    if !left.is_empty() {
        return choose(input, &left);
    }
    if named.is_empty() {
        return Ok(Vec::new());
    }
    let title = format!("`--except` leaves none of the named kernels of `{}`", input.file);
    Err(vec![Diagnostic::new(Rule::InputKernel, title).help("name other kernels, or exclude fewer")])
}

fn is_wrong(input: &Input, func: Func) -> bool {
    input.wrong.iter().any(|(kernel, _)| *kernel == input.module.functions[func].name)
}

/// The kernels that the user selects: all, or those named.
///
/// # Errors
/// When there is none, or none of a name, and what is wrong in those that are chosen.
pub(crate) fn choose(input: &Input, named: &[String]) -> Result<Vec<Func>, Vec<Diagnostic>> {
    let wrong = |func: Func| {
        let name = &input.module.functions[func].name;
        input.wrong.iter().filter(move |(kernel, _)| kernel == name).map(|(_, error)| error)
    };
    let chosen = choose_any(input, named, |func| wrong(func).next().is_some()).map_err(|e| vec![e])?;
    let errors: Vec<Diagnostic> = chosen.iter().flat_map(|&func| wrong(func)).cloned().collect();
    if errors.is_empty() { Ok(chosen) } else { Err(errors) }
}

fn choose_any(
    input: &Input,
    named: &[String],
    is_wrong: impl Fn(Func) -> bool,
) -> Result<Vec<Func>, Diagnostic> {
    let functions = input.module.functions.iter().filter(|(_, f)| f.kind == FunctionKind::Kernel);
    let all: Vec<Func> =
        functions.filter(|(func, f)| !f.is_declaration() || is_wrong(*func)).map(|(func, _)| func).collect();
    if all.is_empty() {
        let title = format!("`{}` has no kernel", input.file);
        let help = "a kernel is a `__global__` function, a `__kernel` function, or an `.entry` of PTX";
        let help = input.instantiate().unwrap_or_else(|| help.to_owned());
        return Err(Diagnostic::new(Rule::InputKernel, title).help(help));
    }
    if named.is_empty() {
        return Ok(all);
    }
    let mut chosen = Vec::new();
    for name in named {
        let found: Vec<Func> =
            all.iter().copied().filter(|&f| names::means(name, &input.module.functions[f].name)).collect();
        if found.is_empty() {
            return Err(no_such_kernel(&input.module, &input.file, name, &all));
        }
        chosen.extend(found);
    }
    chosen.sort_unstable();
    chosen.dedup();
    Ok(chosen)
}

fn no_such_kernel(module: &Module, file: &str, name: &str, all: &[Func]) -> Diagnostic {
    const SHOWN: usize = 20;
    let known =
        all.iter().take(SHOWN).map(|&f| format!("`{}`", names::source_name(&module.functions[f].name)));
    let more = if all.len() > SHOWN { format!(" and {} more", all.len() - SHOWN) } else { String::new() };
    Diagnostic::new(Rule::InputKernel, format!("`{file}` has no kernel `{name}`"))
        .help(format!("its kernels are {}{more}", known.collect::<Vec<_>>().join(", ")))
}
