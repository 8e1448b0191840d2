//! From the options to a launch of one kernel: sizes, arguments by name, buffers, NumPy files.

use crate::names;
use crate::options::{BufferSpec, CtaChoice, Extent, Key, Options, Sizes};
use crate::pointee::{Pointee, pointee};
use raddle_compile::files;
use raddle_ir::passes::RETURNED;
use raddle_ir::{Base, Function, InstKind, KernelParam, Language, Member, Module, Type};
use raddle_launch::limits::{OBJECT, SHARED_FOLLOWED};
use raddle_launch::{LaunchSpace, Limits};
use raddle_machine::launch::{Arg, Buffer, BufferContent, Launch, WhichCta, parse_arg};
use raddle_machine::objects::Objects;
use raddle_report::{Argument, Assumption, Ctas, Diagnostic, Dim3, Rule, Scope, Size};
use std::collections::BTreeSet;
use std::path::Path;

/// The block size of a kernel: given, or demanded by the kernel itself. What the kernel demands is not free.
#[must_use]
pub fn block_of(function: &Function, options: &Options) -> Option<Sizes> {
    let required = function.bounds.required.map(|size| size.map(Some));
    let Some(mut free) = options.free_block else {
        return options.block.map(|size| size.map(Some)).or(required);
    };
    for (size, required) in free.iter_mut().zip(required.unwrap_or_default()) {
        *size = size.or(required);
    }
    Some(free)
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

/// The size as the report states it.
#[must_use]
pub fn sizes(sizes: Sizes) -> Dim3 {
    Dim3(sizes.map(|size| size.map_or(Size::Free, Size::Fixed)))
}

/// The launches of a prepared kernel that are asked about.
///
/// # Errors
/// Diagnostics of `input/launch` and `input/argument`.
pub fn space_of(
    module: &Module,
    function: &Function,
    options: &Options,
) -> Result<LaunchSpace, Vec<Diagnostic>> {
    let mut space = LaunchSpace {
        block: block_of(function, options).unwrap_or([None; 3]),
        grid: options.grid.map(|grid| grid.map(Some)).or(options.free_grid).unwrap_or([None; 3]),
        warp_size: options.warp_size,
        warp_synchronous: options.warp_synchronous,
        dynamic_shared: options.dynamic_shared,
        may_alias: options.may_alias,
        ..LaunchSpace::of(module.language, function.bounds)
    };
    let mut errors = Vec::new();
    for (key, text) in &options.args {
        match find(function, key).and_then(|param| {
            takes_value(function, param)?;
            let bytes =
                parse_arg(&function.params[param], text).map_err(|e| argument_error(&e.to_string()))?;
            Ok(Arg { param, bytes })
        }) {
            Ok(arg) if space.args.iter().any(|a| a.param == arg.param) => {
                errors.push(given_twice(function, arg.param, "--arg"));
            }
            Ok(arg) => space.args.push(arg),
            Err(error) => errors.push(error),
        }
    }
    for (key, spec) in &options.buffers {
        match find(function, key).and_then(|param| {
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
            "no size is left for what is free in a block of size {}: {}",
            sizes(space.block),
            block_limit(&space).text()
        );
        return Err(vec![Diagnostic::new(Rule::InputLaunch, text)]);
    }
    Ok(space)
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
    let error = wrong.map(|error| Diagnostic::new(Rule::InputLaunch, error.to_string()));
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
    options: &Options,
) -> Result<Launch, Vec<Diagnostic>> {
    let space = space_of(module, function, options)?;
    launch_at(module, function, &space, block, options.cta)
}

/// What a proof for blocks of any size assumes: the limit of the language, or the kernel's own.
#[must_use]
pub fn block_limit(space: &LaunchSpace) -> Assumption {
    let (most, limits) = (space.most_threads(), space.limits());
    let deep = if limits.block[2] < most { format!(", and {} in z", limits.block[2]) } else { String::new() };
    let text = match space.language {
        _ if most < limits.threads => format!(
            "a block has at most {most} threads{deep}, as the kernel demands (`.maxntid`, or `__launch_bounds__` in CUDA)"
        ),
        Language::Cuda => format!("a block has at most {most} threads{deep} (CUDA)"),
        Language::Ptx => format!("a CTA has at most {most} threads{deep} (PTX)"),
        Language::OpenCl => format!("a work-group has at most {most} work-items (OpenCL has no limit)"),
    };
    Assumption::BlockLimit { text }
}

/// What a proof for grids of any size assumes where the kernel looks at y or z: the limit of the language.
#[must_use]
pub fn grid_limit(space: &LaunchSpace) -> Assumption {
    let [_, y, z] = space.limits().grid;
    let text = match space.language {
        Language::Ptx => format!("a grid has at most {y} CTAs in y, and {z} in z (PTX)"),
        _ => format!("a grid has at most {y} blocks in y, and {z} in z (CUDA)"),
    };
    Assumption::GridLimit { text }
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

/// What is to be said of a CTA that the language does not allow.
#[must_use]
pub fn too_large(language: Language, launch: &Launch) -> Option<String> {
    let limits = Limits::of(language);
    let text = format!(
        "a block of size {} is launched, although GPUs take at most {} threads, and at most {} in z",
        Dim3::fixed(launch.block),
        limits.threads,
        limits.block[2]
    );
    (!limits.allow_block(launch.block)).then_some(text)
}

/// What is to be said of a grid that the language does not allow; where none is given, of the smallest that has the CTA.
#[must_use]
pub fn too_large_grid(language: Language, launch: &Launch) -> Option<String> {
    let limits = Limits::of(language);
    let has = match launch.cta {
        WhichCta::At(cta) => cta.map(|at| at.saturating_add(1)),
        WhichCta::Any => [1; 3],
    };
    let grid = launch.grid.unwrap_or(has);
    let [x, y, z] = limits.grid;
    let text = format!(
        "a grid of size {} is launched, although GPUs take at most {x} blocks in x, {y} in y, and {z} in z",
        Dim3::fixed(grid)
    );
    (!limits.allow_grid(grid)).then_some(text)
}

/// What is to be said of a CTA of a size that the kernel itself rules out.
#[must_use]
pub fn ruled_out(function: &Function, block: Extent) -> Option<String> {
    let bounds = &function.bounds;
    let threads: u64 = block.iter().map(|&size| u64::from(size)).product();
    let other = bounds.required.filter(|&required| required != block);
    let says = match (other, bounds.max_threads.filter(|&most| threads > most)) {
        (Some(required), _) => format!(
            "the kernel demands {} (`.reqntid`, or `reqd_work_group_size` in OpenCL)",
            Dim3::fixed(required)
        ),
        (None, Some(most)) => {
            format!("the kernel allows at most {most} threads (`.maxntid`, or `__launch_bounds__` in CUDA)")
        }
        (None, None) => return None,
    };
    Some(format!("a block of size {} is launched, although {says}", Dim3::fixed(block)))
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
    if let Some(text) = ruled_out(function, launch.block) {
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

/// What a proof assumes of the kernel's pointers, as preparing it has found out.
pub(crate) fn of_pointers(function: &Function, mut scope: Scope) -> Scope {
    if function.assumed.not_rebuilt {
        scope = scope.assuming(Assumption::PointersNotRebuilt);
    }
    if function.assumed.to_global {
        scope = scope.assuming(Assumption::GlobalPointers);
    }
    scope
}

fn given_twice(function: &Function, param: usize, option: &str) -> Diagnostic {
    let name = param_name(&function.params[param]);
    argument_error(&format!("parameter `{name}` is given twice"))
        .help(format!("pass {option} once for it; its number {param} and its name mean the same"))
}

/// The bytes of shared memory that a CTA needs.
fn shared_bytes(module: &Module, function: &Function, launch: &Launch) -> u64 {
    let objects = Objects::new(module, function, launch);
    let arrays: u64 = objects.shared_parts().iter().filter_map(|part| part.size).sum();
    arrays.saturating_add(launch.dynamic_shared.unwrap_or(0))
}

/// What is to be said of shared memory that the language does not allow.
#[must_use]
pub fn too_much_shared(module: &Module, function: &Function, launch: &Launch) -> Option<String> {
    let most = Limits::of(module.language).shared?;
    let bytes = shared_bytes(module, function, launch);
    let text = format!("a CTA has {bytes} bytes of shared memory, although GPUs have at most {most}");
    (bytes > most).then_some(text)
}

/// Shared memory that is too large even to be followed.
fn far_too_much_shared(module: &Module, function: &Function, launch: &Launch) -> Option<Diagnostic> {
    let bytes = shared_bytes(module, function, launch);
    let has = Limits::of(module.language)
        .shared
        .map_or_else(String::new, |most| format!("a CTA has at most {most}, and "));
    let text = format!(
        "{bytes} bytes of shared memory are not possible: {has}more than {SHARED_FOLLOWED} are not followed"
    );
    let error = Diagnostic::new(Rule::InputLaunch, text);
    let dynamic = launch.dynamic_shared.unwrap_or(0) > 0;
    let error = if dynamic { error.help("pass a smaller --dynamic-shared") } else { error };
    (bytes > SHARED_FOLLOWED).then_some(error)
}

fn argument_error(text: &str) -> Diagnostic {
    Diagnostic::new(Rule::InputArgument, text)
}

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

/// A parameter that is a pointer in the source takes no number.
fn takes_value(function: &Function, number: usize) -> Result<(), Diagnostic> {
    let param = &function.params[number];
    let is_pointer = |ty: &&str| {
        let qualifier = |c: char| c.is_alphanumeric() || c == '_' || c == ' ';
        param.ty.is_some() && ty.trim_end_matches(qualifier).ends_with('*')
    };
    let Some(ty) = param.source_type.as_deref().filter(is_pointer) else { return Ok(()) };
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
    let key = if param.source_name.is_some() { name.to_owned() } else { number.to_string() };
    let error = argument_error(&format!("parameter `{name}` takes no buffer: {why}"));
    Err(error.help(format!("pass --arg {key}=VALUE")))
}

/// Is a type of the source one of numbers? Of names that a source gives to types it is not known.
fn is_number(ty: &str) -> bool {
    pointee(&format!("{ty} *")).is_some()
}

/// Is it a structure that is not just one pointer?
fn is_more_than_a_pointer(param: &KernelParam, address_bits: u32) -> bool {
    let number = |member: &Member| is_number(&member.source_type);
    param.ty.is_none() && (param.size * 8 != u64::from(address_bits) || param.members.iter().any(number))
}

fn buffer(function: &Function, param: usize, spec: &BufferSpec) -> Result<Buffer, Diagnostic> {
    match spec {
        BufferSpec::Elements(n) => {
            let element = element_of(function, param);
            let size = n.checked_mul(u64::from(element)).filter(|&size| size <= OBJECT).ok_or_else(|| {
                argument_error(&format!("a buffer of {n} elements of {element} bytes is too large"))
            })?;
            Ok(Buffer { param, content: BufferContent::Size(size), element })
        }
        BufferSpec::File(path) => {
            let array = read_npy(path)?;
            fits(function, param, &array, path)?;
            let element = pointee_of(function, param).map_or(array.element, Pointee::bytes);
            Ok(Buffer { param, content: BufferContent::Bytes(array.bytes), element })
        }
    }
}

/// What the source says that a parameter points to.
pub(crate) fn pointee_of(function: &Function, param: usize) -> Option<Pointee> {
    pointee(function.params[param].source_type.as_deref()?)
}

/// Has an array the numbers that the buffer of a parameter holds? By the source's type of the parameter, or else by the
/// accesses to it.
fn fits(function: &Function, param: usize, array: &Array, path: &Path) -> Result<(), Diagnostic> {
    let (shown, name) = (path.display(), param_name(&function.params[param]));
    let wrong = |holds: &str, has: String| {
        let error = argument_error(&format!("`{shown}` holds {holds}, and {has}"));
        Err(error.help("save it with the element type of the buffer (`astype`)"))
    };
    let size = format!("elements of {} bytes", array.element);
    match (pointee_of(function, param), &widths(function, param)[..]) {
        (Some(of), _) => {
            let ty = function.params[param].source_type.as_deref().unwrap_or_default();
            let says = format!("`{name}` is a `{ty}`");
            let width = of.ty.bytes();
            if array.element != width {
                return wrong(&size, format!("{says}, whose numbers have {width}"));
            }
            // NumPy has no type for bfloat16: its bits are stored as integers.
            match array.kind {
                'f' if !of.ty.is_float() => wrong("floating-point numbers", says),
                'i' | 'u' if of.ty.is_float() && of.ty != Type::Bf16 => wrong("integers", says),
                _ => Ok(()),
            }
        }
        (None, &[width]) if width != array.element => {
            wrong(&size, format!("the kernel accesses `{name}` by {width} bytes"))
        }
        _ => Ok(()),
    }
}

/// The size of an element of the buffer that a parameter points to: as the source says, or else the width of the first
/// access to it; 4 bytes when there is none.
#[must_use]
pub fn element_of(function: &Function, param: usize) -> u32 {
    let first = || accesses(function, param).next().unwrap_or(4);
    pointee_of(function, param).map_or_else(first, Pointee::bytes)
}

/// The different widths in bytes by which the buffer is accessed, as far as accesses name it.
fn widths(function: &Function, param: usize) -> Vec<u32> {
    let mut widths: Vec<u32> = accesses(function, param).collect();
    widths.sort_unstable();
    widths.dedup();
    widths
}

/// The widths of the elements of the accesses to a buffer.
fn accesses(function: &Function, param: usize) -> impl Iterator<Item = u32> {
    let insts = function.order.iter().flat_map(|&b| &function.blocks[b].insts);
    insts.filter_map(move |&inst| {
        let data = &function.insts[inst];
        let address = data.kind.address()?;
        let to_it = matches!(address.base, Base::Buffer(n) if n as usize == param);
        let ty = match &data.kind {
            raddle_ir::InstKind::Store { values, .. } => values.first().map(|&v| function.ty(v)),
            raddle_ir::InstKind::Atomic { args, .. } => args.first().map(|&v| function.ty(v)),
            _ => data.results.first().map(|&v| function.ty(v)),
        };
        to_it.then(|| ty.map_or(4, Type::bytes).max(1))
    })
}

/// The array of a NumPy file.
struct Array {
    /// The data.
    bytes: Vec<u8>,
    /// The size of an element.
    element: u32,
    /// NumPy's letter for what an element is: `f` a floating-point number, `i` and `u` integers.
    kind: char,
}

fn read_npy(path: &Path) -> Result<Array, Diagnostic> {
    use std::io::Read;
    let shown = path.display();
    let failed = |why: String| argument_error(&format!("cannot read `{shown}`: {why}"));
    let file = files::open(path).map_err(|e| failed(e.to_string()))?;
    let mut reader = std::io::BufReader::new(file);
    let header = npyz::NpyHeader::from_reader(&mut reader).map_err(|e| failed(e.to_string()))?;
    if header.order() == npyz::Order::Fortran && header.shape().len() > 1 {
        return Err(failed("it is in column-major order; save it with `np.ascontiguousarray`".to_owned()));
    }
    let npyz::DType::Plain(plain) = header.dtype() else {
        return Err(failed("its elements are structures; give an array of numbers".to_owned()));
    };
    if plain.to_string().contains('>') {
        return Err(failed("it is big-endian; GPUs are little-endian".to_owned()));
    }
    let element = plain.num_bytes().and_then(|n| u32::try_from(n).ok()).filter(|&n| n > 0);
    let element = element.ok_or_else(|| failed("its elements have no size".to_owned()))?;
    let mut bytes = Vec::new();
    reader.read_to_end(&mut bytes).map_err(|e| failed(e.to_string()))?;
    if bytes.len() as u64 != header.len() * u64::from(element) {
        return Err(failed("it is shorter or longer than its header says".to_owned()));
    }
    let kind = plain.to_string().chars().find(char::is_ascii_alphabetic).unwrap_or('V');
    Ok(Array { bytes, element, kind })
}

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
    reported.grid = launch.grid.map(Dim3::fixed).or(options.free_grid.map(sizes));
    for (key, text) in &options.args {
        if let Ok(param) = find(function, key) {
            reported.args.push(Argument::new(param_name(&function.params[param]), text));
        }
    }
    for (key, spec) in &options.buffers {
        if let Ok(param) = find(function, key) {
            let value = match spec {
                BufferSpec::Elements(n) => format!("{n} elements"),
                BufferSpec::File(path) => path.display().to_string(),
            };
            reported.buffers.push(Argument::new(param_name(&function.params[param]), value));
        }
    }
    reported.options = reported_options(options);
    reported
}

/// The options that change a verdict's meaning, as the report states them.
#[must_use]
pub fn reported_options(options: &Options) -> raddle_report::Options {
    raddle_report::Options {
        warp_size: options.warp_size,
        warp_synchronous: options.warp_synchronous,
        strict_benign: options.strict_benign,
        strict_wrap: options.strict_wrap,
        may_alias: options.may_alias,
        pure_calls: options.compile.pure_calls,
        optimisation: (options.compile.optimise > 0).then_some(options.compile.optimise),
        within_cta: options.within_cta,
        candidates: options.candidates,
        pointer_bits: (options.compile.pointer_bits != 64).then_some(options.compile.pointer_bits),
        dynamic_shared: options.dynamic_shared,
    }
}
