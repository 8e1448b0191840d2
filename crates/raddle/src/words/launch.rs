//! Launches in words: as reports state them, notes on them, and what a proof about them assumes.

use crate::options::{BufferSpec, Extent, Key, Launches, Options, Within};
use crate::subject::buffers::{declared, element_of};
use crate::subject::input::terms;
use crate::subject::launch::{block_of, shared_bytes};
use crate::subject::limits::{self, block_limit, grid_limit, sizes};
use crate::subject::names;
use crate::subject::params::{find_all, param_name, whole_name};
use raddle_ir::passes::RETURNED;
use raddle_ir::{Function, InstKind, Language, Module};
use raddle_launch::{LaunchSpace, Limits};
use raddle_machine::launch::{Launch, WhichCta};
use raddle_report::{Argument, Assumption, Ctas, Dim3, Scope, Terms};
use std::collections::BTreeSet;

/// The launch as the report states it.
#[must_use]
pub fn reported(
    function: &Function,
    launch: &Launch,
    ctas: Ctas,
    options: &Options,
) -> raddle_report::Launch {
    let mut reported = raddle_report::Launch::not_given().ctas(ctas);
    reported.block = Some(Dim3::fixed(launch.block));
    reported.grid = launch.grid.map(Dim3::fixed).or(options.launch.grid.map(sizes));
    parameters(&mut reported, Some(function), options);
    reported.options = reported_options(options);
    reported
}

/// Where the launch comes from that a check is about, where the user asked for the first and the source makes the second.
pub fn launched_at(
    function: &Function,
    (asked, launch): (&Launches, &Launches),
    (file, line): &(String, u32),
) -> String {
    let name = |param: usize| format!("`{}`", param_name(&function.params[param]));
    let pair = |&Within { kept, gone, apart }: &Within| match apart {
        0 => format!("; it passes one pointer for {} and {}", name(kept), name(gone)),
        _ => format!("; it passes pointers into one buffer for {} and {}", name(kept), name(gone)),
    };
    let beside = |&[first, second]: &[usize; 2]| {
        format!(
            "; it passes pointers into one buffer for {} and {}, and what is accessed through them is assumed not to overlap",
            name(first),
            name(second)
        )
    };
    let pointers: Vec<String> =
        launch.within.iter().map(pair).chain(launch.beside.iter().map(beside)).collect();
    let pointers = pointers.concat();
    match launch.block {
        Some(_) if launch.grid.is_some() && asked.grid.is_none() => format!(
            "the block and the grid are those of the launch at {file}:{line}{pointers}; pass --block and --grid to check another one"
        ),
        Some(_) => format!(
            "the block is that of the launch at {file}:{line}{pointers}; pass --block and --grid to check another one"
        ),
        None => format!("the block of the launch at {file}:{line} depends on the program's input{pointers}"),
    }
}

/// The launch of a kernel that was not looked at: what is given. The kernel is not known where its file was not read.
#[must_use]
pub fn as_given(function: Option<&Function>, options: &Options) -> raddle_report::Launch {
    let mut given = raddle_report::Launch::not_given().ctas(options.launch.cta.one().into());
    let block = function.map_or(options.launch.block, |function| block_of(function, &options.launch));
    given.block = block.map(sizes);
    given.grid = options.launch.grid.map(sizes);
    parameters(&mut given, function, options);
    given.options = reported_options(options);
    given
}

/// Adds what is given for parameters of the kernel, by the names that it has for them; of a kernel that is not known, all that is given.
fn parameters(launch: &mut raddle_report::Launch, function: Option<&Function>, options: &Options) {
    let name = |key: &Key| match function {
        Some(function) => named(function, key),
        None => Some(key.to_string()),
    };
    for (key, text) in &options.launch.args {
        launch.args.extend(name(key).map(|name| Argument::new(name, text)));
    }
    launch.args.extend(function.into_iter().flat_map(|function| one_pointer(function, options)));
    launch.requires = required(options);
    for (key, spec) in &options.launch.buffers {
        let value = match spec {
            BufferSpec::Elements(n) => {
                format!("{n} elements{}", function.map(|of| unit(of, key)).unwrap_or_default())
            }
            BufferSpec::File(path) => path.display().to_string(),
        };
        launch.buffers.extend(name(key).map(|name| Argument::new(name, value)));
    }
}

/// What the source calls the parameter that is meant.
pub(crate) fn named(function: &Function, key: &Key) -> Option<String> {
    find_all(function, key).ok().map(|params| whole_name(&function.params[params]).to_owned())
}

/// The parameters that point into the buffers of others, each with what it is: `a + 1`.
pub(crate) fn one_pointer(function: &Function, options: &Options) -> Vec<Argument> {
    let name = |param: usize| param_name(&function.params[param]);
    let sum = |&Within { kept, gone, apart }: &Within| {
        let element = declared(function, kept).map_or(1, i64::from);
        let sign = if apart < 0 { '-' } else { '+' };
        let text = match apart {
            0 => name(kept).to_owned(),
            _ if apart % element == 0 => {
                format!("{} {sign} {}", name(kept), (apart / element).unsigned_abs())
            }
            _ => format!("{} {sign} {} bytes", name(kept), apart.unsigned_abs()),
        };
        Argument::new(name(gone), text)
    };
    options.launch.within.iter().map(sum).collect()
}

/// What an element of a buffer is, where the source does not say it.
fn unit(function: &Function, key: &Key) -> String {
    let Ok(params) = find_all(function, key) else { return String::new() };
    match (declared(function, params.start), element_of(function, params.start)) {
        (None, 1) => " of 1 byte".to_owned(),
        (None, bytes) => format!(" of {bytes} bytes"),
        (Some(_), _) => String::new(),
    }
}

/// What the launch guarantees, as the report states it.
#[must_use]
pub fn required(options: &Options) -> Vec<String> {
    options.launch.requires.iter().map(ToString::to_string).collect()
}

/// The options that change a verdict's meaning, as the report states them.
#[must_use]
pub fn reported_options(options: &Options) -> raddle_report::Options {
    raddle_report::Options {
        warp_size: options.launch.warp_size,
        warp_synchronous: options.launch.warp_synchronous,
        strict_benign: options.ask.strict_benign,
        strict_wrap: options.ask.strict_wrap,
        exited_arrive: options.launch.exited_arrive,
        may_alias: options.launch.may_alias,
        pure_calls: options.compile.pure_calls,
        optimisation: (options.compile.optimise > 0).then_some(options.compile.optimise),
        within_cta: options.ask.within_cta,
        candidates: options.ask.candidates,
        pointer_bits: (options.compile.pointer_bits != 64).then_some(options.compile.pointer_bits),
        dynamic_shared: options.launch.dynamic_shared,
    }
}

/// The scope with the limits that bound sizes which are left free.
#[must_use]
pub fn limited(space: &LaunchSpace, function: &Function, mut scope: Scope) -> Scope {
    if space.has_free_block() {
        scope = scope.assuming(block_limit(space));
    }
    if space.is_bounded_in_grid(function) {
        scope = scope.assuming(grid_limit(space));
    }
    scope
}

/// The note on a CTA that the language does not allow.
#[must_use]
pub fn too_large(language: Language, launch: &Launch) -> Option<String> {
    let says = limits::too_large(language, launch.block)?;
    Some(launched_although(language, launch.block, &says))
}

fn launched_although(language: Language, block: Extent, says: &str) -> String {
    format!("a {} of size {} is launched, although {says}", terms(language).block, Dim3::fixed(block))
}

/// The note on a grid that the language does not allow; where none is given, on the smallest that has the CTA.
#[must_use]
pub fn too_large_grid(language: Language, launch: &Launch) -> Option<String> {
    let limits = Limits::of(language);
    let has = match launch.cta {
        WhichCta::At(cta) => cta.map(|at| at.saturating_add(1)),
        WhichCta::Any => [1; 3],
    };
    let grid = launch.grid.unwrap_or(has);
    let [x, y, z] = limits.grid;
    let Terms { grid: grid_of, blocks, .. } = terms(language);
    let text = format!(
        "a {grid_of} of size {} is launched, although GPUs allow at most {x} {blocks} in x, {y} in y, and {z} in z",
        Dim3::fixed(grid)
    );
    (!limits.allow_grid(grid)).then_some(text)
}

/// The note on a CTA of a size that the kernel itself rules out.
#[must_use]
pub fn ruled_out(language: Language, function: &Function, block: Extent) -> Option<String> {
    let says = limits::ruled_out(language, function, block)?;
    Some(launched_although(language, block, &says))
}

/// What a proof assumes of its launch and its program: that there is a GPU for such a CTA, what functions without a body do, and where pointers lead.
#[must_use]
pub fn granted(module: &Module, function: &Function, launch: &Launch, mut scope: Scope) -> Scope {
    if let Some(text) = too_large(module.language, launch) {
        scope = scope.assuming(Assumption::BlockSize { text });
    }
    if let Some(text) = too_large_grid(module.language, launch) {
        scope = scope.assuming(Assumption::GridSize { text });
    }
    if let Some(text) = ruled_out(module.language, function, launch.block) {
        scope = scope.assuming(Assumption::DemandedSize { text });
    }
    if let Some(text) = too_much_shared(module, function, launch) {
        scope = scope.assuming(Assumption::SharedSize { text });
    }
    let insts = function.order.iter().flat_map(|&b| &function.blocks[b].insts);
    let returned = insts.filter_map(|&inst| match &function.insts[inst].kind {
        InstKind::Opaque { name, .. } => name.strip_prefix(RETURNED),
        _ => None,
    });
    let called: BTreeSet<String> = returned.map(|name| format!("`{}`", names::source_name(name))).collect();
    for name in called {
        let text = format!("{name}, which has no body here, returns a value and does nothing else");
        scope = scope.assuming(Assumption::PureCalls { text });
    }
    of_pointers(function, scope)
}

/// What a proof assumes of the kernel's pointers, as found when it was prepared.
pub(crate) fn of_pointers(function: &Function, mut scope: Scope) -> Scope {
    if function.assumed.not_rebuilt {
        scope = scope.assuming(Assumption::PointersNotRebuilt);
    }
    if function.assumed.to_global {
        scope = scope.assuming(Assumption::GlobalPointers);
    }
    if function.assumed.alignment {
        scope = scope.assuming(Assumption::AlignedAccesses);
    }
    scope
}

/// The note on shared memory that the language does not allow.
#[must_use]
pub fn too_much_shared(module: &Module, function: &Function, launch: &Launch) -> Option<String> {
    let most = Limits::of(module.language).shared?;
    let bytes = shared_bytes(module, function, launch);
    let Terms { block, shared, .. } = terms(module.language);
    let text = format!("a {block} has {bytes} bytes of {shared}, although GPUs have at most {most}");
    (bytes > most).then_some(text)
}
