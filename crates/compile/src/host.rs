//! The launches in the host half of a CUDA source: `k<<<grid, block, shared>>>(a)`.
//!
//! clang compiles the host half with optimisation, so that sizes which are constants, or are computed from constants, become numbers. A launch is a
//! call that configures it, with the sizes as numbers, and, after its successful branch, a call with the kernel's stub. A size that depends on the input
//! stays unknown. raddle's headers make such a pair of calls of `cudaLaunchKernel` and its kin, and a function that launches a kernel is inlined
//! into its callers ([`inline_launches`]): who calls it knows the kernel and the sizes.

mod arguments;
mod passed;
mod values;

use crate::headers::SHOWN_AS;
pub use arguments::{Argument, Pair};
use arguments::{Arguments, Passes, settled};
use passed::Defined;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use values::{Value, Values, definitions};

/// A launch in the host half of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HostLaunch {
    /// The kernel, by its name in PTX; none if it is not known which one it is.
    pub kernel: Option<String>,
    /// Blocks of the grid in x, y and z, where they are known.
    pub grid: [Option<u32>; 3],
    /// Threads of the block in x, y and z, where they are known.
    pub block: [Option<u32>; 3],
    /// Bytes of dynamic shared memory, where they are known.
    pub shared: Option<u64>,
    /// What is passed to the kernel, where it is a number that is known.
    pub arguments: Vec<Argument>,
    /// The parameters for which pointers into one buffer are passed.
    pub pairs: Vec<Pair>,
    /// The file and the line of the launch.
    pub place: Option<(String, u32)>,
}

impl HostLaunch {
    /// A launch of which only the kernel is known, or nothing.
    fn open(kernel: Option<String>) -> Self {
        Self {
            kernel,
            grid: [None; 3],
            block: [None; 3],
            shared: None,
            arguments: Vec::new(),
            pairs: Vec::new(),
            place: None,
        }
    }
}

/// What is called to configure a launch.
const CONFIGURE: &str = "@cudaConfigureCall(";
/// What is called to launch what is configured: by clang, and by the launching functions of raddle's headers.
const LAUNCH: [&str; 2] = ["@cudaLaunch(", "@__raddle_start("];
/// How the names of the runtime's functions begin that launch a kernel.
const LAUNCHES: &str = "cudaLaunch";
/// How the names of the runtime's functions begin that take a kernel, or a function of the host, and launch no kernel.
const KNOWN: [&str; 4] = ["cudaRegister", "cudaFunc", "cudaOccupancy", "cudaLaunchHostFunc"];
/// What stands before a kernel's name in the name of its stub.
const STUB: &str = "__device_stub__";

/// The launches in LLVM IR of a host half, in the order of the text.
pub(crate) fn launches(ir: &str) -> Vec<HostLaunch> {
    let nodes = ir.lines().filter(|line| line.starts_with('!')).filter_map(|line| line.split_once(" = "));
    let metadata: BTreeMap<&str, &str> = nodes.collect();
    let tables = ir.lines().filter(|line| line.starts_with('@'));
    let values = tables.flat_map(stubs_in).map(|kernel| HostLaunch::open(Some(kernel)));
    let heads = ir.lines().filter_map(passed::head);
    let functions = heads.zip(functions(ir)).map(|((name, params), blocks)| (name, (params, blocks)));
    let (order, defined): (Vec<&str>, Defined<'_>) = functions.map(|one| (one.0, one)).unzip();
    let found = order.iter().filter_map(|name| Some(of_function(&defined.get(name)?.1, &metadata, &defined)));
    found.flatten().chain(values).collect()
}

/// IR in which each function of one source that launches a kernel is to be inlined, but for those that are not to be.
pub(crate) fn inline_launches(ir: &str) -> String {
    let no_inlining = |line: &&str| line.starts_with("attributes #") && line.contains(" noinline ");
    let never: BTreeSet<&str> =
        ir.lines().filter(no_inlining).filter_map(|line| line.split(' ').nth(1)).collect();
    let starts = ["define internal ", "define linkonce_odr "];
    let mut out = String::with_capacity(ir.len());
    for function in ir.split_inclusive("\n}\n") {
        let head = starts.iter().filter_map(|start| function.find(&format!("\n{start}"))).min();
        let launches = head.filter(|&at| function[at..].contains(CONFIGURE)).and_then(|at| {
            let line = function[at + 1..].split('\n').next()?;
            let group = line.rfind(" #")?;
            let name = line[group + 1..].split(' ').next()?;
            (!never.contains(name)).then_some(at + 1 + group)
        });
        let (before, after) = function.split_at(launches.unwrap_or(0));
        out.push_str(before);
        if launches.is_some() {
            out.push_str(" alwaysinline");
        }
        out.push_str(after);
    }
    out
}

/// The basic blocks of a function: each with its label and its lines.
type Blocks<'a> = Vec<(&'a str, Vec<&'a str>)>;

fn functions(ir: &str) -> Vec<Blocks<'_>> {
    let mut all: Vec<Blocks<'_>> = Vec::new();
    let mut inside = false;
    for line in ir.lines() {
        if line.starts_with("define ") {
            inside = true;
            all.push(vec![("", Vec::new())]);
        } else if line == "}" {
            inside = false;
        } else if inside && let Some(function) = all.last_mut() {
            let label =
                line.split(':').next().filter(|label| line.len() > label.len() && !line.starts_with(' '));
            match (label, function.last_mut()) {
                (Some(label), _) => function.push((label, Vec::new())),
                (None, Some((_, lines))) => lines.push(line.trim_start()),
                (None, None) => {}
            }
        }
    }
    all
}

fn of_function(
    function: &Blocks<'_>,
    metadata: &BTreeMap<&str, &str>,
    defined: &Defined<'_>,
) -> Vec<HostLaunch> {
    let mut found = Vec::new();
    let definitions = definitions(function);
    let mut passed = None;
    for (at, (_, block)) in function.iter().enumerate() {
        for &line in block {
            let open = |kernel| HostLaunch { place: place(line, metadata), ..HostLaunch::open(kernel) };
            let callee = calls(line).unwrap_or_default();
            if line.contains(CONFIGURE) {
                let result = line.split_once(" = ").map_or("", |(result, _)| result);
                let passed = passed.get_or_insert_with(|| Arguments::of(function, &definitions, defined));
                let (kernel, known) = succeeds(block, result)
                    .and_then(|label| kernel_from(function, label, passed))
                    .map_or((None, Passes::default()), |(kernel, known)| (Some(kernel), known));
                let values = Values::at(function, &definitions, at);
                // The sizes of a launch say nothing if it may be any kernel's.
                let sizes: Vec<Option<Value<'_>>> =
                    kernel.iter().flat_map(|_| operands(line).map(|operand| values.of(operand))).collect();
                let halves: Vec<[Option<u32>; 2]> = kernel
                    .iter()
                    .flat_map(|_| operands(line).map(|operand| values.halves(operand)))
                    .collect();
                found.extend(cases(&sizes, &halves).map(|(grid, block, shared)| HostLaunch {
                    grid,
                    block,
                    shared,
                    arguments: known.arguments.clone(),
                    pairs: known.pairs.clone(),
                    ..open(kernel.clone())
                }));
            } else if launched(line).is_some() || callee.contains(STUB) || is_known(callee) {
                // What is configured is launched here, or nothing is.
            } else if defined.contains_key(callee) && passed::stays(line, &is_stub, defined) {
                // Launches in that function are seen there.
            } else if plain(callee).starts_with(LAUNCHES) && !line.contains(STUB) {
                found.push(open(None));
            } else {
                // Kernels as values, which may be launched from anywhere.
                found.extend(stubs_in(line).map(|kernel| open(Some(kernel))));
            }
        }
    }
    found
}

/// Is it a function of the runtime that launches no kernel, although it takes one?
fn is_known(callee: &str) -> bool {
    KNOWN.iter().any(|known| plain(callee).starts_with(known))
}

/// A name, with what C++ adds to it at its end only: C++ puts the length before a name.
fn plain(name: &str) -> &str {
    let name = name.strip_prefix("_ZL").or_else(|| name.strip_prefix("_Z")).unwrap_or(name);
    name.trim_start_matches(|c: char| c.is_ascii_digit())
}

/// The function that a line calls, by its name.
fn calls(line: &str) -> Option<&str> {
    let (_, call) = line.split_once("call ").or_else(|| line.split_once("invoke "))?;
    // Without a name before the operands it is a pointer that is called.
    let (_, name) = call.split_once('(')?.0.rsplit_once('@')?;
    Some(name.trim_matches('"'))
}

/// The operands of a call that launches what is configured.
fn launched(line: &str) -> Option<&str> {
    LAUNCH.iter().find_map(|launch| Some(line.split_once(launch)?.1))
}

/// The operands of a configuring call.
fn operands(call: &str) -> impl Iterator<Item = &str> {
    let inside = call.split_once(CONFIGURE).map_or("", |(_, rest)| rest);
    inside.split(')').next().unwrap_or_default().split(", ")
}

type Extent = [Option<u32>; 3];

/// The sizes in each case of the choice that the block depends on, else once: grid, block and bytes of shared memory.
fn cases<'a>(
    sizes: &'a [Option<Value<'_>>],
    halves: &'a [[Option<u32>; 2]],
) -> impl Iterator<Item = (Extent, Extent, Option<u64>)> + 'a {
    let decides = sizes.get(2..4).into_iter().flatten().flatten().find(|value| value.choice.is_some());
    let count = decides.map_or(1, |value| value.numbers.len());
    (0..count).map(move |case| {
        let choice = decides.and_then(|value| value.choice);
        let size = |at: usize| sizes.get(at)?.as_ref()?.in_case(choice, case);
        let half = |at: usize| halves.get(at).copied().unwrap_or_default();
        (extent(size(0), size(1), half(0)), extent(size(2), size(3), half(2)), size(4))
    })
}

/// Sizes as clang passes them: x and y in one number, of which a half may be known, then z.
fn extent(xy: Option<u64>, z: Option<u64>, [x, y]: [Option<u32>; 2]) -> Extent {
    [xy.map(|xy| xy as u32).or(x), xy.map(|xy| (xy >> 32) as u32).or(y), z.map(|z| z as u32)]
}

/// Where control goes if the configuration has this result and it is 0, success.
fn succeeds<'a>(lines: &[&'a str], result: &str) -> Option<&'a str> {
    let compared = |line: &&&str| line.contains(" = icmp ") && line.contains(&format!(" {result}, 0"));
    let (condition, comparison) = lines.iter().find(compared)?.split_once(" = ")?;
    let branch = lines.iter().find(|line| line.starts_with(&format!("br i1 {condition}, ")))?;
    let mut labels = labels(branch);
    if comparison.starts_with("icmp ne ") {
        labels.next();
    }
    labels.next()
}

/// The labels that a terminator names.
fn labels(line: &str) -> impl Iterator<Item = &str> {
    line.split("label %").skip(1).filter_map(|rest| rest.split([',', ' ', ']']).next())
}

/// The kernel that is launched first from this block on, before another launch is configured, and what is passed to it.
fn kernel_from<'a>(
    function: &'a Blocks<'a>,
    label: &str,
    passed: &Arguments<'a>,
) -> Option<(String, Passes)> {
    let (mut open, mut seen) = (VecDeque::from([label]), BTreeSet::new());
    let mut arguments = Vec::new();
    while let Some(label) = open.pop_front() {
        let Some(at) = function.iter().position(|(other, _)| *other == label) else { continue };
        let lines = &function[at].1;
        for line in lines {
            if let Some(operands) = launched(line) {
                return Some((stub_in(operands)?, settled(&arguments)));
            }
            // A stub that is large, and called several times, is not inlined.
            if let Some(callee) = calls(line).filter(|callee| callee.contains(STUB)) {
                return Some((of_stub(callee)?, settled(&passed.to_stub((at, line), callee))));
            }
            arguments.extend(passed.set_up(line));
        }
        if !lines.iter().any(|line| line.contains(CONFIGURE)) {
            let next = lines.iter().flat_map(|line| labels(line));
            open.extend(next.filter(|label| seen.insert(*label)));
        }
    }
    None
}

/// The kernel whose stub is among operands.
fn stub_in(operands: &str) -> Option<String> {
    stubs_in(operands).next()
}

/// The kernels whose stubs are named.
fn stubs_in(text: &str) -> impl Iterator<Item = String> {
    let names = text.split('@').skip(1).filter_map(|name| name.split(['(', ')', ',', ' ', ']', '}']).next());
    names.filter_map(of_stub)
}

fn is_stub(operand: &str) -> bool {
    operand.strip_prefix('@').is_some_and(|name| of_stub(name).is_some())
}

/// The kernel of a stub: `_Z16__device_stub__kPi` stands for `_Z1kPi`.
fn of_stub(stub: &str) -> Option<String> {
    let (head, name) = stub.trim_matches('"').split_once(STUB)?;
    let prefix = head.trim_end_matches(|c: char| c.is_ascii_digit());
    let lengths =
        (prefix.len()..head.len()).filter(|&at| head[at..].parse().is_ok_and(|n: usize| n > STUB.len()));
    // The name of a namespace may end with digits, too: the length is what follows whole names.
    let length = lengths.clone().find(|&at| is_whole(&head[..at])).or(lengths.clone().next());
    match length {
        Some(at) => Some(format!("{}{}{name}", &head[..at], head[at..].parse::<usize>().ok()? - STUB.len())),
        None => Some(format!("{head}{name}")),
    }
}

/// Is it the beginning of a mangled name that ends where the name of a namespace or of a class does?
fn is_whole(prefix: &str) -> bool {
    let mut rest = prefix.strip_prefix("_ZN").or(prefix.strip_prefix("_Z")).unwrap_or(prefix);
    while !rest.is_empty() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let Ok(length) = rest[..digits].parse::<usize>() else {
            // Arguments of a template end with `E`.
            return rest.rsplit_once('E').is_none_or(|(_, after)| is_whole(after));
        };
        let Some(after) = rest.get(digits + length..) else { return false };
        rest = after;
    }
    true
}

/// The file and the line of a call, by its debug information. Where the function that has it is inlined, the innermost call of it in the source
/// itself, else in another file of the user's.
fn place(line: &str, metadata: &BTreeMap<&str, &str>) -> Option<(String, u32)> {
    let node = |name: &str| metadata.get(name).copied();
    let name = |node: &str| node.split('"').nth(1).map(str::to_owned);
    let first = node(line.rsplit_once("!dbg ")?.1.split([',', ' ']).next()?)?;
    let inlined = |location: &&str| node(field(location, "inlinedAt: ")?);
    let chain = std::iter::successors(Some(first), inlined).map(|location| {
        let row = field(location, "line: ")?.parse().ok()?;
        let mut scope = node(field(location, "scope: ")?)?;
        let file = loop {
            match field(scope, "file: ") {
                Some(file) => break node(file)?,
                None => scope = node(field(scope, "scope: ")?)?,
            }
        };
        Some((name(file)?, row))
    });
    let places: Vec<(String, u32)> = chain.flatten().collect();
    let unit = metadata.values().find(|node| node.contains("!DICompileUnit("));
    let main = unit.and_then(|unit| name(node(field(unit, "file: ")?)?));
    let in_main = places.iter().find(|(file, _)| Some(file) == main.as_ref());
    let in_own = || places.iter().find(|(file, _)| !file.starts_with(SHOWN_AS));
    in_main.or_else(in_own).or(places.first()).cloned()
}

/// The value of a field of a node.
fn field<'a>(node: &'a str, name: &str) -> Option<&'a str> {
    node.split_once(name)?.1.split([',', ')']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_kernels_come_from_their_stubs() {
        for (stub, kernel) in [
            ("_Z16__device_stub__kPi", "_Z1kPi"),
            ("_Z20__device_stub__tiledILi128EEvPfi", "_Z5tiledILi128EEvPfi"),
            ("_ZN2ns18__device_stub__addEv", "_ZN2ns3addEv"),
            ("__device_stub__plain", "plain"),
            ("_ZN2v216__device_stub__kPf", "_ZN2v21kPf"),
            ("_ZN12_GLOBAL__N_119__device_stub__anonEPff", "_ZN12_GLOBAL__N_14anonEPff"),
            ("_ZN1AIiE2b316__device_stub__kEv", "_ZN1AIiE2b31kEv"),
        ] {
            assert_eq!(of_stub(stub).as_deref(), Some(kernel));
        }
    }

    #[test]
    fn what_is_not_seen_of_a_launch_is_open() {
        let ir = "define i32 @main() {
  %1 = call i32 @cudaConfigureCall(i64 4294967304, i32 1, i64 34359738376, i32 2, i64 noundef 16, ptr null), !dbg !3
  %2 = icmp eq i32 %1, 0
  br i1 %2, label %3, label %4
3:                                                ; preds = %0
  %5 = call i32 @cudaLaunch(ptr nonnull @_Z16__device_stub__kPi)
  br label %4
4:
  %6 = call i32 @cudaConfigureCall(i64 4294967304, i32 1, i64 4294967360, i32 1, i64 0, ptr null)
  %7 = icmp eq i32 %6, 0
  br i1 %7, label %8, label %9
8:
  call void %pointer()
  br label %9
9:
  %11 = call i32 @cudaConfigureCall(i64 4294967298, i32 1, i64 4294967360, i32 1, i64 0, ptr null)
  %12 = icmp eq i32 %11, 0
  br i1 %12, label %13, label %14
13:
  call void @_Z19__device_stub__fivePiS_i(ptr null, ptr null, i32 5)
  br label %14
14:
  %10 = call i32 @_Z16cudaLaunchKernelIPvE9cudaErrorT_(ptr nonnull @_Z16__device_stub__kPi, i64 1)
  %15 = call i32 @cudaFuncSetAttribute(ptr @_Z16__device_stub__kPi, i32 8, i32 1024)
  %16 = call i32 @_Z20cudaFuncSetAttributeIFvPiEE9cudaErrorPT_(ptr @_Z16__device_stub__kPi, i32 8)
  %20 = call i32 @_Z22cudaStreamSetAttributeP24cudaLaunchAttributeValue(ptr null)
  %21 = call i32 @cudaLaunchHostFunc(ptr null, ptr @_Z1hPv)
  %17 = call i32 @start_cudaFunc(ptr @_Z19__device_stub__fivePiS_i)
  %18 = select i1 %2, ptr @_Z16__device_stub__kPi, ptr @_Z19__device_stub__fivePiS_i
  %19 = call i32 @cudaLaunchKernel(ptr %18, i64 1)
  ret i32 0
}
!1 = !DIFile(filename: \"k.cu\", directory: \"/\")
!2 = distinct !DISubprogram(name: \"main\", file: !1, line: 1)
!3 = !DILocation(line: 7, column: 3, scope: !2)
";
        let kernel = Some("_Z1kPi".to_owned());
        let seen = HostLaunch {
            kernel: kernel.clone(),
            grid: [Some(8), Some(1), Some(1)],
            block: [Some(8), Some(8), Some(2)],
            shared: Some(16),
            arguments: Vec::new(),
            pairs: Vec::new(),
            place: Some(("k.cu".to_owned(), 7)),
        };
        let called = HostLaunch {
            kernel: Some("_Z4fivePiS_i".to_owned()),
            grid: [Some(2), Some(1), Some(1)],
            block: [Some(64), Some(1), Some(1)],
            shared: Some(0),
            arguments: Vec::new(),
            pairs: Vec::new(),
            place: None,
        };
        let five = HostLaunch::open(called.kernel.clone());
        let of_k = HostLaunch::open(kernel);
        let any = HostLaunch::open(None);
        let expected = [seen, any.clone(), called, of_k.clone(), five.clone(), of_k, five, any];
        assert_eq!(launches(ir), expected);
    }

    /// What is passed out of the source may be launched there.
    #[test]
    fn kernels_are_followed_through_functions() {
        let of = |passed: &str| {
            let ir = format!(
                "define internal i1 @_ZL5keepsPKv(ptr noundef %0) {{
  %2 = call i32 @_Z21cudaFuncGetAttributesIPKvE9cudaErrorP18cudaFuncAttributesT_(ptr null, ptr %0)
  store ptr %0, ptr @kept
  %3 = call i1 @_ZL5keepsPKv(ptr %0)
  ret i1 %3
}}
define void @leaves(i32 %0, ptr align 8 dereferenceable(8) %1) {{
  %3 = select i1 true, ptr %1, ptr null
  call void @elsewhere(i64 1, ptr nonnull %3)
  ret void
}}
define void @asks(ptr %pointer, ptr %1) {{
  call void %pointer(ptr %1)
  ret void
}}
define i32 @main() {{
  {passed}
  ret i32 0
}}
"
            );
            launches(&ir).len()
        };
        let kernel = "ptr nonnull @_Z16__device_stub__kPi";
        assert_eq!(of(&format!("%1 = call i1 @_ZL5keepsPKv({kernel})")), 0);
        assert_eq!(of(&format!("call void @leaves(i32 1, {kernel})")), 1);
        assert_eq!(of(&format!("call void @asks(ptr null, {kernel})")), 1);
        assert_eq!(of(&format!("call void @elsewhere(i64 1, {kernel})")), 1);
        assert_eq!(of(&format!("call void %0({kernel})")), 1);
        assert_eq!(of("call void @leaves(i32 1, ptr null)"), 0);
    }
}
