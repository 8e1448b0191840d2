//! From the options to a launch of one kernel: sizes, arguments by name, buffers, NumPy files.

use crate::options::{CtaChoice, Extent, Key, Launches, Sizes};
use crate::subject::buffers::buffer;
use crate::subject::input::terms;
use crate::subject::limits::{block_limit, ruled_out, sizes, too_large};
use crate::subject::params::{
    argument_error, find_all, is_structure, key_of, number_in_source, one_of, param_name, points,
};
use raddle_ir::pointee::{is_pointer, pointee};
use raddle_ir::{Function, KernelParam, Language, Module};
use raddle_launch::limits::SHARED_FOLLOWED;
use raddle_launch::{LaunchSpace, Limits};
use raddle_machine::launch::{Arg, Launch, WhichCta, parse_arg};
use raddle_machine::objects::Objects;
use raddle_report::{Diagnostic, Dim3, Rule, Terms};
use std::ops::Range;

/// The block size of a kernel: given, or demanded by the kernel itself. What the kernel demands is not free.
#[must_use]
pub fn block_of(function: &Function, asked: &Launches) -> Option<Sizes> {
    let required = function.bounds.required.map(|size| size.map(Some));
    let Some(mut block) = asked.block else { return required };
    for (size, required) in block.iter_mut().zip(required.unwrap_or_default()) {
        *size = size.or(required);
    }
    Some(block)
}

/// The size with all that is given, if nothing is free.
#[must_use]
pub fn fixed(sizes: Sizes) -> Option<Extent> {
    let [x, y, z] = sizes;
    Some([x?, y?, z?])
}

/// The size with 1 for what is free.
#[must_use]
pub fn least(sizes: Sizes) -> Extent {
    sizes.map(|size| size.unwrap_or(1))
}

/// The same launches with the number of blocks in place of the size of all of them together.
///
/// # Errors
/// A diagnostic of `input/launch`.
pub fn in_blocks(module: &Module, function: &Function, asked: &Launches) -> Result<Launches, Diagnostic> {
    let Some(global) = asked.global else { return Ok(asked.clone()) };
    let Terms { block, blocks, block_size, option_block, .. } = terms(module.language);
    let wrong = |text: String, help: String| Err(Diagnostic::new(Rule::InputLaunch, text).help(help));
    let Some(local) = block_of(function, asked) else {
        let text = format!(
            "the global size is given without the {block_size}, so the number of {blocks} is unknown"
        );
        return wrong(text, format!("pass {option_block} as well"));
    };
    let mut grid = [None; 3];
    for ((blocks, dimension), (global, local)) in
        grid.iter_mut().zip(["x", "y", "z"]).zip(global.into_iter().zip(local))
    {
        *blocks = match (global, local) {
            (None, _) => None,
            (Some(global), Some(local)) if global.is_multiple_of(local) => Some(global / local),
            (Some(global), Some(local)) => {
                let text = format!(
                    "the global size {global} is not a multiple of the {block_size} {local} in {dimension}"
                );
                let help = format!(
                    "pass a multiple: OpenCL 2.0 allows a last {block} that is smaller, which raddle does not model"
                );
                return wrong(text, help);
            }
            (Some(_), None) => {
                let text =
                    format!("the {block_size} is left free in {dimension}, but the global size is not");
                return wrong(text, format!("pass `*` for both, or a number for the {block_size}"));
            }
        };
    }
    Ok(Launches { grid: Some(grid), global: None, ..asked.clone() })
}

/// The launches of a prepared kernel that are asked about.
///
/// # Errors
/// Diagnostics of `input/launch` and `input/argument`.
pub fn space_of(
    module: &Module,
    function: &Function,
    asked: &Launches,
) -> Result<LaunchSpace, Vec<Diagnostic>> {
    let mut space = LaunchSpace {
        block: block_of(function, asked).unwrap_or([None; 3]),
        grid: asked.grid.unwrap_or([None; 3]),
        cta: asked.cta.one(),
        warp_size: asked.warp_size,
        warp_synchronous: asked.warp_synchronous,
        exited_arrive: asked.exited_arrive,
        dynamic_shared: asked.dynamic_shared,
        may_alias: asked.may_alias,
        ..LaunchSpace::of(module.language, function.bounds)
    };
    let mut errors = Vec::new();
    for (key, text) in &asked.args {
        match find_all(function, key).and_then(|params| arguments(function, key, params, text)) {
            Ok(args) => {
                for arg in args {
                    match space.args.iter().any(|a| a.param == arg.param) {
                        true => errors.push(given_twice(function, arg.param, "--arg")),
                        false => space.args.push(arg),
                    }
                }
            }
            Err(error) => errors.push(error),
        }
    }
    for (key, spec) in &asked.buffers {
        match one_buffer(function, key).and_then(|param| {
            can_point(module, function, param)?;
            buffer(function, param, spec)
        }) {
            Ok(buffer) if space.buffers.iter().any(|b| b.param == buffer.param) => {
                errors.push(given_twice(function, buffer.param, "--buffer"));
            }
            Ok(buffer) => space.buffers.push(buffer),
            Err(error) => errors.push(error),
        }
    }
    if !errors.is_empty() {
        return Err(errors);
    }
    if !space.leaves_a_block() {
        let text = format!(
            "no free size of the block {} is allowed: {}",
            sizes(space.block),
            block_limit(&space).text()
        );
        return Err(vec![Diagnostic::new(Rule::InputLaunch, text)]);
    }
    match impossible(module.language, function, space.block).filter(|_| !asked.beyond_limits) {
        Some(error) => Err(vec![error]),
        None => Ok(space),
    }
}

/// The parameter that is to point to a buffer.
fn one_buffer(function: &Function, key: &Key) -> Result<usize, Diagnostic> {
    let params = find_all(function, key)?;
    match &function.params[params.clone()] {
        [_] => Ok(params.start),
        members => {
            let ty = members.first().and_then(|member| member.of.as_ref()).map_or("", |of| of.ty.as_str());
            let error = format!("parameter `{key}` takes no buffer: it is a `{ty}`, a structure");
            Err(argument_error(&error).help(one_of(members)))
        }
    }
}

/// What is passed for a parameter, or for all members of a structure.
fn arguments(
    function: &Function,
    key: &Key,
    params: Range<usize>,
    text: &str,
) -> Result<Vec<Arg>, Diagnostic> {
    let given = &function.params[params.clone()];
    let [param] = given else {
        let passed = given.first().map_or(0..0, KernelParam::passed);
        let whole = KernelParam {
            ty: None,
            size: passed.end - passed.start,
            ..function.params[params.start].clone()
        };
        let bytes = parse_arg(&whole, text).map_err(|_| is_structure(function, key, given))?;
        params.clone().try_for_each(|member| takes_value(function, member))?;
        let of_member = |(number, member): (usize, &KernelParam)| {
            let from = (member.offset - passed.start) as usize;
            Arg { param: number, bytes: bytes[from..from + member.size as usize].to_vec() }
        };
        return Ok(params.zip(given).map(of_member).collect());
    };
    takes_value(function, params.start)?;
    let bytes = parse_arg(param, text).map_err(|e| argument_error(&e.to_string()))?;
    Ok(vec![Arg { param: params.start, bytes }])
}

/// A block that cannot be launched.
fn impossible(language: Language, function: &Function, block: Sizes) -> Option<Diagnostic> {
    let block = fixed(block)?;
    let why = ruled_out(language, function, block).or_else(|| too_large(language, block))?;
    let Terms { block: block_of, option_block, .. } = terms(language);
    let text = format!("a {block_of} of size {} cannot be launched: {why}", Dim3::fixed(block));
    let help = format!("pass another {option_block}, or --beyond-limits to check this one anyway");
    Some(Diagnostic::new(Rule::InputLaunch, text).help(help))
}

/// The launch of a space with blocks of this size. Its CTA is (0,0,0), or the one that the user chose.
///
/// # Errors
/// Diagnostics of `input/launch`.
pub fn launch_at(
    module: &Module,
    function: &Function,
    space: &LaunchSpace,
    block: Extent,
    cta: CtaChoice,
) -> Result<Launch, Vec<Diagnostic>> {
    let mut launch = Launch::at(space, block);
    if let CtaChoice::One(cta) = cta {
        launch.cta = WhichCta::At(cta);
    }
    let wrong = launch.validate(function).err();
    let terms = terms(module.language);
    let error = wrong.map(|error| Diagnostic::new(Rule::InputLaunch, terms.translated(&error.to_string())));
    match error.or_else(|| far_too_much_shared(module, function, &launch)) {
        Some(error) => Err(vec![error]),
        None => Ok(launch),
    }
}

/// The launch of a prepared kernel, for a block size.
///
/// # Errors
/// Diagnostics of `input/launch` and `input/argument`.
pub fn launch_of(
    module: &Module,
    function: &Function,
    block: Extent,
    asked: &Launches,
) -> Result<Launch, Vec<Diagnostic>> {
    let space = space_of(module, function, asked)?;
    launch_at(module, function, &space, block, asked.cta)
}

fn given_twice(function: &Function, param: usize, option: &str) -> Diagnostic {
    let name = param_name(&function.params[param]);
    let number = number_in_source(function, param);
    argument_error(&format!("parameter `{name}` is given twice"))
        .help(format!("pass {option} once for it: number {number} is the same parameter"))
}

/// The bytes of shared memory that a CTA needs.
pub(crate) fn shared_bytes(module: &Module, function: &Function, launch: &Launch) -> u64 {
    let objects = Objects::new(module, function, launch);
    let arrays: u64 = objects.shared_parts().iter().filter_map(|part| part.size).sum();
    arrays.saturating_add(launch.dynamic_shared.unwrap_or(0))
}

/// Shared memory that is too large even to be followed.
fn far_too_much_shared(module: &Module, function: &Function, launch: &Launch) -> Option<Diagnostic> {
    let bytes = shared_bytes(module, function, launch);
    let Terms { block, shared, .. } = terms(module.language);
    let has = Limits::of(module.language)
        .shared
        .map_or_else(String::new, |most| format!("a {block} has at most {most}, and "));
    let text =
        format!("{bytes} bytes of {shared} are not possible: {has}raddle supports at most {SHARED_FOLLOWED}");
    let error = Diagnostic::new(Rule::InputLaunch, text);
    let dynamic = launch.dynamic_shared.unwrap_or(0) > 0;
    let error = if dynamic { error.help("pass a smaller --dynamic-shared") } else { error };
    (bytes > SHARED_FOLLOWED).then_some(error)
}

/// A parameter that is a pointer in the source takes no number.
fn takes_value(function: &Function, number: usize) -> Result<(), Diagnostic> {
    let param = &function.params[number];
    let is_one = |ty: &&str| param.ty.is_some() && is_pointer(ty);
    let Some(ty) = param.source_type.as_deref().filter(is_one) else { return Ok(()) };
    let name = param_name(param);
    let error = argument_error(&format!("parameter `{name}` takes no number: it is a `{ty}`"));
    Err(error.help(format!("pass --buffer {name}=N, its number of elements, or --buffer {name}=FILE.npy")))
}

/// A parameter that is no pointer takes no buffer.
fn can_point(module: &Module, function: &Function, number: usize) -> Result<(), Diagnostic> {
    let param = &function.params[number];
    let bits = module.address_bits;
    let why = match param.ty {
        Some(ty) if ty.is_float() => format!("it is a number of type {ty}"),
        // Another kernel's parameter may point to shared memory, whose addresses are narrower.
        Some(ty) if ty.bits() != bits && param.pointer.is_none() => {
            format!("it has {} bits, and an address has {bits}", ty.bits())
        }
        _ => match param.source_type.as_deref().filter(|_| !points(function, number)) {
            Some(ty) if is_number(ty) => format!("it is a `{ty}`"),
            Some(ty) if is_more_than_a_pointer(param, bits) => format!("it is a `{ty}`, a structure"),
            _ => return Ok(()),
        },
    };
    let name = param_name(param);
    let key = key_of(function, number);
    let error = argument_error(&format!("parameter `{name}` takes no buffer: {why}"));
    Err(error.help(format!("pass --arg {key}=VALUE")))
}

/// Is a type of the source one of numbers? Of names that a source gives to types it is not known.
fn is_number(ty: &str) -> bool {
    pointee(&format!("{ty} *")).is_some()
}

/// Is it a structure that is not just one pointer?
fn is_more_than_a_pointer(param: &KernelParam, address_bits: u32) -> bool {
    param.ty.is_none() && param.size * 8 != u64::from(address_bits)
}
