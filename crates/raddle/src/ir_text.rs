//! `raddle ir`: the kernel IR as text.

use crate::input::{Input, load};
use crate::{Failed, names};
use raddle_compile::{CompileOptions, files};
use raddle_ir::{Func, FunctionKind, Module};
use raddle_report::{Diagnostic, Location, Rule};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

/// The IR of a file: the whole module, or the named kernels. With `prepared`, kernels as the methods see
/// them: inlined, in SSA form, folded, addresses resolved.
///
/// # Errors
/// When the input is wrong, has no such kernel, or recurses.
pub fn ir_text(
    file: &Path,
    kernels: &[String],
    prepared: bool,
    options: &CompileOptions,
) -> Result<String, Failed> {
    let mut input = load(file, options).map_err(|errors| Failed { errors, sources: sources_of(file) })?;
    if !prepared && kernels.is_empty() {
        return Ok(input.module.to_string());
    }
    let failed = |input: &Input, errors| Failed { errors, sources: all_sources(input, file) };
    let chosen = choose(&input, kernels).map_err(|errors| failed(&input, errors))?;
    let mut text = String::new();
    for func in chosen {
        let function = if prepared {
            let prepared = raddle_ir::passes::prepare(&mut input.module, func);
            let mut function =
                prepared.map_err(|error| failed(&input, vec![inline_error(&input, &error)]))?;
            crate::contracts::place(&input, func, &mut function).map_err(|errors| failed(&input, errors))?;
            function
        } else {
            input.module.functions[func].clone()
        };
        let _ = write!(text, "{}", raddle_ir::text::print_function(&input.module, &function));
    }
    Ok(text)
}

/// The text of the file itself, where it is one.
pub(crate) fn sources_of(file: &Path) -> BTreeMap<String, String> {
    let text = files::read(file).map(|bytes| raddle_ptx::source::decode(&bytes).into_owned());
    text.map(|text| BTreeMap::from([(file.display().to_string(), text)])).unwrap_or_default()
}

/// The text of the file, and what the compiler made of it.
pub(crate) fn all_sources(input: &Input, file: &Path) -> BTreeMap<String, String> {
    input.texts.clone().into_iter().chain(sources_of(file)).collect()
}

/// The kernels that the user means, without those that `except` names. Of all kernels of a file none may be left.
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
    let title = format!("`--except` leaves none of the kernels of `{}` that are named", input.file);
    Err(vec![Diagnostic::new(Rule::InputKernel, title).help("name other kernels, or leave fewer out")])
}

fn is_wrong(input: &Input, func: Func) -> bool {
    input.wrong.iter().any(|(kernel, _)| *kernel == input.module.functions[func].name)
}

/// The kernels that the user means: all, or those named.
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

/// Recursion, or a call that does not fit.
pub(crate) fn inline_error(input: &Input, error: &raddle_ir::passes::InlineError) -> Diagnostic {
    use raddle_ir::passes::InlineError;
    let (rule, loc) = match error {
        InlineError::Time => return Diagnostic::new(Rule::UnknownLimit, error.to_string()),
        InlineError::Recursion { loc, .. } => (Rule::InputRecursion, *loc),
        InlineError::Arity { loc, .. } | InlineError::TooLarge { loc, .. } => (Rule::InputInvalid, *loc),
    };
    let mut title = error.to_string();
    if let InlineError::Recursion { cycle, .. } = error {
        for name in cycle {
            title = title.replace(name.as_str(), &names::source_name(name));
        }
    }
    let place = place(input, loc);
    Diagnostic::new(rule, title).primary(place, "")
}

/// The place of an IR location: in the source where there is one, else in the PTX.
pub(crate) fn place(input: &Input, loc: raddle_ir::LocId) -> Location {
    let sources = &input.module.sources;
    let data = sources.loc(loc);
    let mut place = match data.source {
        Some(pos) => Location::new(sources.files[pos.file].as_str(), pos.line, pos.column),
        None => Location::line(input.ptx_name.as_str(), data.ptx_line.max(1)),
    };
    place.function = data.function.as_deref().map(names::source_name);
    place.ptx_line = (data.ptx_line > 0).then_some(data.ptx_line);
    place.inlined_at = data.inlined_at.map(|site| Box::new(self::place(input, site)));
    place
}
