//! `raddle list`: the kernels of a file, their parameters, and the launches in the host code.

use crate::Failed;
use crate::options::{Launches, Options};
use crate::subject::choose::choose;
use crate::subject::host::{arguments, launches, shown};
use crate::subject::launch::fixed;
use crate::subject::load::{all_sources, load, sources_of};
use crate::subject::names::{source_name, variable_name};
use crate::subject::params::param_name;
use raddle_compile::{CompileOptions, HostLaunch};
use raddle_ir::clock::Deadline;
use raddle_ir::{Function, KernelParam, LaunchBounds};
use raddle_report::Dim3;
use std::collections::BTreeSet;
use std::path::Path;

/// The kernels of a file, each with a line for what it declares and for each launch of it.
///
/// # Errors
/// When the input is wrong, or has no kernel.
pub fn list(file: &Path, options: &CompileOptions) -> Result<String, Failed> {
    let input = load(file, options).map_err(|errors| Failed { errors, sources: sources_of(file) })?;
    let chosen =
        choose(&input, &[]).map_err(|errors| Failed { errors, sources: all_sources(&input, file) })?;
    let asked = Options { compile: options.clone(), ..Options::default() };
    let all = launches(&input, file, &asked, Deadline::default());
    let mut lines = Vec::new();
    for func in chosen {
        let function = &input.module.functions[func];
        lines.push(signature(function));
        lines.extend(structures(function));
        lines.extend(declared(function.bounds));
        let of_it = |launch: &&HostLaunch| launch.kernel.as_deref() == Some(&function.name);
        let mut told = BTreeSet::new();
        let line = |launch: &HostLaunch| line(function, launch);
        lines.extend(all.iter().filter(of_it).map(line).filter(|line| told.insert(line.clone())));
    }
    let unknown = all.iter().filter(|launch| launch.kernel.is_none());
    lines.extend(unknown.map(|launch| format!("an unknown kernel is launched at {}", at(launch))));
    lines.extend(input.instantiate());
    Ok(lines.join("\n"))
}

/// A kernel with its parameters, as the source names them.
fn signature(function: &Function) -> String {
    let params: Vec<String> = function.params_of_source().map(whole).collect();
    format!("{}({})", source_name(&function.name), params.join(", "))
}

/// The members of each structure that is passed by value.
fn structures(function: &Function) -> impl Iterator<Item = String> + '_ {
    function.params_of_source().filter(|params| params[0].of.is_some()).map(|params| {
        let members: Vec<String> = params.iter().map(parameter).collect();
        format!("  {} is {}", whole(params), members.join(", "))
    })
}

/// What the source declares as one parameter.
fn whole(params: &[KernelParam]) -> String {
    match &params[0].of {
        Some(of) => format!("{} {}", of.ty, variable_name(&of.name)),
        None => parameter(&params[0]),
    }
}

fn parameter(param: &KernelParam) -> String {
    let name = variable_name(param_name(param));
    match (&param.source_type, param.ty) {
        (Some(ty), _) if ty.ends_with('*') => format!("{ty}{name}"),
        (Some(ty), _) => format!("{ty} {name}"),
        (None, Some(ty)) => format!("{ty} {name}"),
        (None, None) => format!("{} bytes {name}", param.size),
    }
}

/// What the kernel demands of its block.
fn declared(bounds: LaunchBounds) -> Option<String> {
    let required = bounds.required.map(|[x, y, z]| format!("  declares a block of {x},{y},{z}"));
    required.or_else(|| Some(format!("  declares a block of at most {} threads", bounds.max_threads?)))
}

/// A launch, as the options that check it.
fn line(function: &Function, launch: &HostLaunch) -> String {
    if launch.place.is_none() {
        return "  may be launched in a way that raddle does not follow".to_owned();
    }
    let option = |what: &str, sizes: [Option<u32>; 3]| match fixed(sizes) {
        Some(sizes) => format!("--{what} {}", Dim3::fixed(sizes)),
        None => format!("(the {what} is not known)"),
    };
    let mut options = vec![option("block", launch.block), option("grid", launch.grid)];
    if let Some(bytes) = launch.shared.filter(|&bytes| bytes > 0) {
        options.push(format!("--dynamic-shared {bytes}"));
    }
    let passed = arguments(function, launch, &Launches::default());
    options.extend(passed.iter().map(|(key, value)| format!("--arg {}={value}", shown(function, key))));
    format!("  launched at {}: {}", at(launch), options.join(" "))
}

fn at(launch: &HostLaunch) -> String {
    launch
        .place
        .as_ref()
        .map_or_else(|| "an unknown line".to_owned(), |(file, line)| format!("{file}:{line}"))
}
