//! Keeping every access through instruction selection.
//!
//! `-O0` runs no optimiser over LLVM's IR, but instruction selection simplifies expressions at every level. Measured
//! with clang 19.1.7 at `-O0`: of `a[1] * 0` and `a[3] ^ a[3]` the loads vanish, `a[4] & 0xff` and `a[5] >> 16 & 0xff`
//! load one of the four bytes, and `a[6] = (a[6] & ~0xff) | 3` becomes a store of one byte without a load. Each of
//! these hides a race that the source has.
//!
//! What selection leaves alone is a volatile access. So [`pin`] makes every access in the IR volatile, and [`unpin`]
//! takes the word out of the PTX again. An access that is volatile in the source must stay so: `pin` puts it between
//! two markers, empty volatile assembly with a comment, which selection keeps in order with volatile accesses; `unpin`
//! keeps the word between markers and removes the markers. Assembly of the source is never touched.
//!
//! A direct access to a stack slot is private to its thread, and stays as it is.
//!
//! What the source says about its inputs is also lost: after `__builtin_unreachable()` control would continue in the next
//! block, and `__builtin_assume(...)` leaves nothing. A launch that reaches the former or violates the latter is undefined; so
//! `pin` makes both a trap.

use std::collections::BTreeSet;

const OPEN: &str = "// raddle: volatile";
/// Traps if its operand is 0.
const ASSUME: &str = "{ .reg .pred %raddle; setp.eq.u32 %raddle, $0, 0; @%raddle trap; }";
const CLOSE: &str = "// raddle: end of volatile";

/// Asks for short code instead of code that is not optimised: then a division by a constant stays one. Selection would make a
/// multiplication of twice the width of it, at every level, and for methods that ask solvers that is a much harder question.
pub(crate) fn keep_divisions(ir: &str) -> String {
    let is_group = |line: &str| line.starts_with("attributes #");
    let lines = ir.lines().map(|line| match is_group(line) {
        true => line.replace(" optnone ", " minsize optsize ") + "\n",
        false => format!("{line}\n"),
    });
    lines.collect()
}

/// Makes the loads and stores in LLVM IR text volatile, those of the source's own volatile accesses between markers.
pub(crate) fn pin(ir: &str) -> String {
    let mut out = String::with_capacity(ir.len() + ir.len() / 8);
    let mut slots: BTreeSet<&str> = BTreeSet::new();
    let mut number = 0;
    for line in ir.lines() {
        if line.starts_with("define ") {
            slots.clear();
        }
        if let Some((name, _)) = line.trim_start().split_once(" = alloca ") {
            slots.insert(name);
        }
        match access(line) {
            Some((head, tail)) if is_volatile(tail) => {
                push_marker(&mut out, OPEN);
                push_line(&mut out, &[head, tail]);
                push_marker(&mut out, CLOSE);
            }
            Some((head, tail)) if !tail.starts_with("atomic ") && !is_slot(tail, &slots) => {
                push_line(&mut out, &[head, "volatile ", tail]);
            }
            _ if line.trim() == "unreachable" || line.starts_with("  unreachable, !") => {
                push_line(&mut out, &["  call void asm sideeffect \"trap;\", \"\"()"]);
                push_line(&mut out, &[line]);
            }
            _ => {
                if let Some(holds) = assumed(line) {
                    number += 1;
                    let value = format!("%raddle.assumed.{number}");
                    push_line(&mut out, &["  ", &value, " = zext i1 ", holds, " to i32"]);
                    push_line(
                        &mut out,
                        &["  call void asm sideeffect \"", ASSUME, "\", \"r\"(i32 ", &value, ")"],
                    );
                }
                push_line(&mut out, &[line]);
            }
        }
    }
    out
}

/// The condition of a line that assumes one.
fn assumed(line: &str) -> Option<&str> {
    let (holds, rest) = line.trim_start().strip_prefix("call void @llvm.assume(i1 ")?.split_once(')')?;
    // Others say something of a pointer.
    let plain = holds.starts_with('%') && (rest.is_empty() || rest.starts_with(", !"));
    plain.then_some(holds)
}

/// Splits the line of a load or store after its opcode: `  %5 = load `, `i32, ptr %4, align 4`.
fn access(line: &str) -> Option<(&str, &str)> {
    let indented = line.strip_prefix("  ")?;
    let opcode = match indented.split_once(" = load ") {
        Some((name, _)) if name.starts_with('%') && !name.contains(' ') => 2 + name.len() + " = load ".len(),
        _ if indented.starts_with("store ") => 2 + "store ".len(),
        _ => return None,
    };
    Some(line.split_at(opcode))
}

fn is_volatile(operands: &str) -> bool {
    operands.starts_with("volatile ") || operands.starts_with("atomic volatile ")
}

/// Whether the address, the last pointer operand, is a stack slot itself.
fn is_slot(operands: &str, slots: &BTreeSet<&str>) -> bool {
    let Some((_, address)) = operands.rsplit_once(", ptr ") else { return false };
    let end = address.find([',', ' ']).unwrap_or(address.len());
    slots.contains(&address[..end])
}

fn push_line(out: &mut String, parts: &[&str]) {
    for part in parts {
        out.push_str(part);
    }
    out.push('\n');
}

fn push_marker(out: &mut String, marker: &str) {
    push_line(out, &["  call void asm sideeffect \"", marker, "\", \"\"()"]);
}

/// Takes out of PTX text what [`pin`] put in.
pub(crate) fn unpin(ptx: &str) -> String {
    let mut out = String::with_capacity(ptx.len());
    let mut in_assembly = false;
    let mut volatile = false;
    let mut lines = ptx.lines().peekable();
    while let Some(line) = lines.next() {
        match line.trim() {
            "// begin inline asm" => {
                let marker = lines.peek().map(|l| l.trim());
                if marker == Some(OPEN) || marker == Some(CLOSE) {
                    volatile = marker == Some(OPEN);
                    // The marker, and the end of its assembly.
                    lines.next();
                    lines.next();
                    continue;
                }
                in_assembly = true;
            }
            "// end inline asm" => in_assembly = false,
            _ => {}
        }
        let text = line.trim_start();
        if !in_assembly && !volatile && (text.starts_with("ld.volatile") || text.starts_with("st.volatile")) {
            push_line(&mut out, &[&line.replacen(".volatile", "", 1)]);
        } else {
            push_line(&mut out, &[line]);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pins_what_other_threads_see() {
        let ir = "define void @k(ptr %0) {\n  %2 = alloca ptr, align 8\n  store ptr %0, ptr %2, align 8\n  \
                  %3 = load ptr, ptr %2, align 8\n  %4 = load i32, ptr addrspace(1) %3, align 4, !dbg !5\n  \
                  store { i32, ptr } %4, ptr %3, align 4\n  %5 = load volatile i32, ptr %3, align 4\n  \
                  %6 = load atomic i32, ptr %3 monotonic, align 4\n  ret void\n}\n";
        let pinned = "define void @k(ptr %0) {\n  %2 = alloca ptr, align 8\n  store ptr %0, ptr %2, align 8\n  \
                  %3 = load ptr, ptr %2, align 8\n  %4 = load volatile i32, ptr addrspace(1) %3, align 4, !dbg !5\n  \
                  store volatile { i32, ptr } %4, ptr %3, align 4\n  \
                  call void asm sideeffect \"// raddle: volatile\", \"\"()\n  \
                  %5 = load volatile i32, ptr %3, align 4\n  \
                  call void asm sideeffect \"// raddle: end of volatile\", \"\"()\n  \
                  %6 = load atomic i32, ptr %3 monotonic, align 4\n  ret void\n}\n";
        assert_eq!(pin(ir), pinned);
    }

    #[test]
    fn pins_what_the_source_promises() {
        let ir = "  call void @llvm.assume(i1 %10), !dbg !3\n  call void @llvm.assume(i1 true) [ \"align\"(ptr %0, i64 8) ]\n  \
                  unreachable, !dbg !4\n";
        let pinned = format!(
            "  %raddle.assumed.1 = zext i1 %10 to i32\n  call void asm sideeffect \"{ASSUME}\", \
             \"r\"(i32 %raddle.assumed.1)\n  call void @llvm.assume(i1 %10), !dbg !3\n  \
             call void @llvm.assume(i1 true) [ \"align\"(ptr %0, i64 8) ]\n  \
             call void asm sideeffect \"trap;\", \"\"()\n  unreachable, !dbg !4\n"
        );
        assert_eq!(pin(ir), pinned);
    }

    #[test]
    fn unpins_but_for_markers_and_assembly() {
        let ptx = "\tld.volatile.u32 \t%r1, [%rd1];\n\t// begin inline asm\n\t// raddle: volatile\n\t// end inline asm\n\
                   \tst.volatile.u32 \t[%rd1], %r1;\n\t// begin inline asm\n\t// raddle: end of volatile\n\
                   \t// end inline asm\n\t// begin inline asm\n\tld.volatile.u32 %r2, [%rd2];\n\t// end inline asm\n\
                   \tst.volatile.shared.v2.u32 \t[%rd1], {%r1, %r2};\n";
        let plain = "\tld.u32 \t%r1, [%rd1];\n\tst.volatile.u32 \t[%rd1], %r1;\n\t// begin inline asm\n\
                   \tld.volatile.u32 %r2, [%rd2];\n\t// end inline asm\n\tst.shared.v2.u32 \t[%rd1], {%r1, %r2};\n";
        assert_eq!(unpin(ptx), plain);
    }
}
