//! OpenCL C, as it arrives in PTX.
//!
//! # Built-in functions
//! The prelude (`headers/opencl/`) defines built-ins in OpenCL C and PTX, so that they arrive as plain instructions:
//! - work-items: `get_local_id`, `get_group_id`, `get_local_size`, `get_enqueued_local_size`, `get_num_groups`,
//!   `get_global_id`, `get_global_size`, `get_global_offset` (zero), `get_local_linear_id`, `get_global_linear_id`:
//!   special registers; `get_work_dim` is a pure function without a body;
//! - fences: `mem_fence`, `read_mem_fence`, `write_mem_fence`: `membar.cta` or `membar.gl`;
//! - atomics of OpenCL 1.x: `atomic_*` and `atom_*` on global, local and generic memory: `atom`;
//! - integers: `min`, `max`, `clamp`, `abs`, `abs_diff`, `add_sat`, `sub_sat`, `hadd`, `rhadd`, `mul24`, `mad24`,
//!   `mul_hi`, `mad_hi`, `rotate`, `popcount`, `clz`, `upsample`;
//! - conversions: `convert_T` with every width, rounding and saturation; `as_T` is clang's own;
//! - vectors: `vloadn`, `vstoren`, the same of halves, `select`, `any`, `all`, `shuffle`, `bitselect`;
//! - atomics of OpenCL 2.0: `atom`, and strong `ld` and `st`, with the given order and scope;
//! - asynchronous copies: by one unspecified work-item, up to the wait: see `headers/opencl/copies.h`;
//! - work-group functions: meetings of all work-items, which order no memory: see `headers/opencl/collective.h`;
//! - arithmetic on halves, where the source uses it;
//! - images: pointers to memory of their own, see `headers/opencl/images.h`;
//! - math: instructions where they exist, else pure functions without a body, see [`crate::externs`].
//!
//! `barrier` and `work_group_barrier` are calls of `__raddle_cl_barrier(flags)`, because their fence flags matter to
//! OpenCL's conditions on races: 1 local, 2 global, 3 both. Everything else (pipes, device-side enqueue, sub-groups) stays a call of its
//! name, to unknown code. `tests/built_ins.txt` lists what is supported.
//!
//! # `reqd_work_group_size`
//! clang leaves the attribute in its IR as metadata that the PTX back end does not read. [`annotate`] repeats it in
//! the form that the back end does read, so that the kernel gets its `.reqntid`.

use crate::files;
use crate::messages::Message;
use std::fmt::Write;
use std::path::Path;

/// The standard to compile by: the user's, written `CL2.0` or `-cl-std=CL2.0`, else OpenCL C 1.2. Versions before 1.2
/// are compiled as 1.2, which contains them; the prelude needs its `static` functions.
pub(crate) fn standard(given: Option<&str>) -> &str {
    match given {
        None | Some("CL" | "cl" | "CL1.0" | "cl1.0" | "CL1.1" | "cl1.1") => "CL1.2",
        Some(standard) => standard,
    }
}

/// The version of OpenCL, as `__OPENCL_VERSION__` has it: that of the standard asked for.
pub(crate) fn version(given: Option<&str>) -> u32 {
    match given.map(str::to_ascii_lowercase).as_deref() {
        Some("cl1.0") => 100,
        Some("cl" | "cl1.1") => 110,
        Some("cl2.0" | "clc++" | "clc++1.0" | "clc++1") => 200,
        Some("cl3.0" | "clc++2021") => 300,
        _ => 120,
    }
}

/// Did a source request halves without success, by `#pragma OPENCL EXTENSION cl_khr_fp16 : enable`?
pub(crate) fn asks_for_halves(said: &[Message]) -> bool {
    let names_halves = |message: &Message| {
        let place =
            message.place.as_ref().filter(|_| message.option.as_deref() == Some("ignored-pragmas"))?;
        let text = files::read_text(Path::new(&place.file)).ok()?;
        let line = text.lines().nth(place.line.checked_sub(1)? as usize)?;
        Some(line.get(place.column?.checked_sub(1)? as usize..)?.starts_with("cl_khr_fp16"))
    };
    said.iter().any(|message| names_halves(message).unwrap_or(false))
}

/// Does LLVM IR text call built-ins that are not in front of every source? Names of OpenCL's built-ins are mangled, those of a source's own functions
/// are not.
pub(crate) fn wants_more(ir: &str) -> bool {
    ir.lines().any(|line| line.starts_with("declare ") && line.contains("@_Z"))
}

/// Does LLVM IR text read or write pipes?
pub(crate) fn has_pipes(ir: &str) -> bool {
    ir.lines().any(|line| line.starts_with("declare ") && line.contains("_pipe"))
}

/// The names of all conversions, as macros of what `headers/opencl/conversions.h` defines: ten types, six widths, four
/// roundings, with saturation and without.
pub(crate) fn conversion_names() -> String {
    const TYPES: [&str; 10] =
        ["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong", "float", "double"];
    let mut out = String::from("/* The names of all conversions. */\n");
    for to in TYPES {
        let float = to == "float" || to == "double";
        for width in ["", "2", "3", "4", "8", "16"] {
            for rounding in ["", "_rte", "_rtz", "_rtp", "_rtn"] {
                let round = if rounding.is_empty() { String::new() } else { format!("__raddle{rounding}") };
                let saturate = format!("convert_{to}_sat");
                let cast = format!("({to})");
                // What converts one number, how it is rounded before that, and the suffix of the name.
                let forms: &[(&str, &str, &str)] = if float {
                    &[(&format!("__raddle_{to}{}", if round.is_empty() { "_rte" } else { rounding }), "", "")]
                } else {
                    &[(&cast, &round, ""), (&saturate, &round, "_sat")]
                };
                for (convert, round, suffix) in forms {
                    // Writing to a string cannot fail.
                    let _ = match (width, *suffix, rounding) {
                        // The scalar function itself.
                        ("", "_sat", "") => Ok(()),
                        ("", ..) => writeln!(
                            out,
                            "#define convert_{to}{suffix}{rounding}(...) ({convert}({round}(__VA_ARGS__)))"
                        ),
                        (_, "", "") => {
                            writeln!(
                                out,
                                "#define convert_{to}{width}(...) __builtin_convertvector(__VA_ARGS__, {to}{width})"
                            )
                        }
                        _ => writeln!(
                            out,
                            "#define convert_{to}{width}{suffix}{rounding}(...) \
                             RADDLE_CONVERT({to}, {width}, {convert}, {round}, __VA_ARGS__)"
                        ),
                    };
                }
            }
        }
    }
    out
}

/// Adds `reqntidx`, `reqntidy`, `reqntidz` annotations (NVVM IR, "Global Property Annotation") to LLVM IR text, for
/// each kernel definition that has `!reqd_work_group_size`.
#[must_use]
pub fn annotate(ir: &str) -> String {
    let mut out = ir.to_string();
    let first_free = ir.lines().filter_map(metadata_definition).map(|(id, _)| id + 1).max().unwrap_or(0);
    let mut next = first_free;
    for line in ir.lines().filter(|l| l.starts_with("define ")) {
        let Some((name, node)) = kernel_with_size(line) else { continue };
        let size = ir.lines().filter_map(metadata_definition).find(|(id, _)| *id == node);
        let Some([x, y, z]) = size.and_then(|(_, body)| three_integers(body)) else { continue };
        // Writing to a string cannot fail.
        let _ = writeln!(out, "!nvvm.annotations = !{{!{next}}}");
        let _ = writeln!(
            out,
            "!{next} = !{{ptr {name}, !\"reqntidx\", i32 {x}, !\"reqntidy\", i32 {y}, !\"reqntidz\", i32 {z}}}"
        );
        next += 1;
    }
    out
}

/// Compares vectors of 16-bit integers and of halves as vectors of 32 bits: clang's back end has no instruction for the others, and crashes
/// (LLVM 19). No comparison has another result.
#[must_use]
pub fn widen_comparisons(ir: &str) -> String {
    let mut out = String::with_capacity(ir.len());
    for (number, line) in ir.split_inclusive('\n').enumerate() {
        let Some(Comparison { result, what, lanes, element, a, b, rest }) = comparison(line) else {
            out.push_str(line);
            continue;
        };
        let (extend, wide) = match element {
            "half" => ("fpext", "float"),
            _ if what.starts_with("icmp s") => ("sext", "i32"),
            _ => ("zext", "i32"),
        };
        for (name, operand) in [("a", a), ("b", b)] {
            // Writing to a string cannot fail.
            let _ = writeln!(
                out,
                "  %raddle.{number}.{name} = {extend} <{lanes} x {element}> {operand} to <{lanes} x {wide}>"
            );
        }
        let operands = format!("%raddle.{number}.a, %raddle.{number}.b");
        let _ = write!(out, "  {result} = {what} <{lanes} x {wide}> {operands}{rest}");
    }
    out
}

/// `%7 = icmp slt <2 x i16> %5, %6, !dbg !20`.
struct Comparison<'a> {
    result: &'a str,
    /// The instruction and its predicate.
    what: &'a str,
    lanes: &'a str,
    element: &'a str,
    a: &'a str,
    b: &'a str,
    /// What follows, with the end of the line.
    rest: &'a str,
}

fn comparison(line: &str) -> Option<Comparison<'_>> {
    let (result, right) = line.split_once(" = ")?;
    if !right.starts_with("icmp ") && !right.starts_with("fcmp ") {
        return None;
    }
    let (what, right) = right.split_once(" <")?;
    let (vector, right) = right.split_once("> ")?;
    let (lanes, element) = vector.split_once(" x ")?;
    lanes.parse::<u32>().ok()?;
    if !matches!(element, "i16" | "half") {
        return None;
    }
    // A constant vector is in brackets and has commas of its own.
    let operand = |text: &str| {
        let depth = |(depth, at): (i32, Option<usize>), (i, c): (usize, char)| match c {
            '<' => (depth + 1, at),
            '>' => (depth - 1, at),
            ',' | '\n' if depth == 0 => (depth, at.or(Some(i))),
            _ => (depth, at),
        };
        text.char_indices().fold((0, None), depth).1
    };
    let first = operand(right)?;
    let second = &right[first..].strip_prefix(", ")?;
    let end = operand(second)?;
    Some(Comparison {
        result: result.trim_start(),
        what,
        lanes,
        element,
        a: &right[..first],
        b: &second[..end],
        rest: &second[end..],
    })
}

/// `!30 = !{…}`: number and body.
fn metadata_definition(line: &str) -> Option<(u32, &str)> {
    let (id, body) = line.strip_prefix('!')?.split_once(" = ")?;
    Some((id.parse().ok()?, body))
}

/// The symbol that a `define` line defines, with its `@`, and the number of its `!reqd_work_group_size`.
fn kernel_with_size(line: &str) -> Option<(&str, u32)> {
    let (_, after) = line.split_once("!reqd_work_group_size !")?;
    let digits = after.split(|c: char| !c.is_ascii_digit()).next()?;
    let start = line.find('@')?;
    let name = &line[start..];
    // A quoted symbol may hold a parenthesis.
    let end = match name.strip_prefix("@\"") {
        Some(quoted) => quoted.find('"')? + 3,
        None => name.find('(')?,
    };
    Some((&name[..end], digits.parse().ok()?))
}

/// `!{i32 8, i32 4, i32 1}`.
fn three_integers(body: &str) -> Option<[u32; 3]> {
    let inner = body.strip_prefix("!{")?.strip_suffix('}')?;
    let mut numbers = inner.split(", ").map(|n| n.strip_prefix("i32 ")?.parse().ok());
    Some([numbers.next()??, numbers.next()??, numbers.next()??])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn repeats_the_required_size() {
        let ir = "define dso_local spir_kernel void @k(ptr %0) #0 !dbg !2 !reqd_work_group_size !30 {\n\
                  define void @\"odd(name\"() !reqd_work_group_size !31 {\n\
                  define void @plain() {\n\
                  !30 = !{i32 8, i32 4, i32 1}\n\
                  !31 = !{i32 2, i32 2, i32 2}\n";
        let added = annotate(ir);
        let added = added.strip_prefix(ir).expect("the text itself is unchanged");
        assert_eq!(
            added,
            "!nvvm.annotations = !{!32}\n\
             !32 = !{ptr @k, !\"reqntidx\", i32 8, !\"reqntidy\", i32 4, !\"reqntidz\", i32 1}\n\
             !nvvm.annotations = !{!33}\n\
             !33 = !{ptr @\"odd(name\", !\"reqntidx\", i32 2, !\"reqntidy\", i32 2, !\"reqntidz\", i32 2}\n"
        );
    }

    #[test]
    fn comparisons_of_short_vectors_are_widened() {
        let ir = "  %7 = icmp slt <2 x i16> %5, <i16 1, i16 2>, !dbg !20\n  %8 = icmp eq i16 %1, %2\n";
        assert_eq!(
            widen_comparisons(ir),
            "  %raddle.0.a = sext <2 x i16> %5 to <2 x i32>\n\
             \x20 %raddle.0.b = sext <2 x i16> <i16 1, i16 2> to <2 x i32>\n\
             \x20 %7 = icmp slt <2 x i32> %raddle.0.a, %raddle.0.b, !dbg !20\n\
             \x20 %8 = icmp eq i16 %1, %2\n"
        );
    }

    #[test]
    fn old_standards_become_1_2() {
        assert_eq!(standard(None), "CL1.2");
        assert_eq!(standard(Some("CL1.1")), "CL1.2");
        assert_eq!(standard(Some("CL2.0")), "CL2.0");
    }
}
