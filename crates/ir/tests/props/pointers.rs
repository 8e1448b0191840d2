//! Pointers that meet where ways meet, walk in loops, and are one of a few: whatever is found out about them, the same is accessed.

use crate::props::interpret::run;
use crate::props::meaning::check;
use proptest::prelude::*;
use raddle_ir::passes::{fold, prepare, remove_dead, resolve_addresses, split_choices};
use raddle_ir::*;
use std::fmt::Write as _;

const FUEL: usize = 400;

/// The bytes of a kernel, one after another; zeros when they are used up.
struct Bytes<'a>(std::slice::Iter<'a, u8>);

impl Bytes<'_> {
    fn below(&mut self, end: usize) -> usize {
        usize::from(self.0.next().copied().unwrap_or(0)) % end
    }
}

/// A kernel whose blocks take two pointers and a counter, access memory through them, and pass them on, changed and exchanged.
fn kernel(bytes: &[u8]) -> String {
    let mut bytes = Bytes(bytes.iter());
    let mut text = String::from(
        "module ptx address 64\nobj0 = global \"tile\" size 256 align 16 element 4\nkernel \"k\" {\n",
    );
    // Generic pointers, some of which are converted; or all are global.
    let converts = bytes.below(2) == 1;
    let space = if converts { "generic" } else { "global" };
    for (n, name) in ["p", "q", "r"].into_iter().enumerate() {
        let _ = writeln!(
            text,
            "  param \"{name}\" offset {} size 8 align 8 type i64 pointer {space} align 16",
            8 * n
        );
    }
    text.push_str(
        "block0():\n  v0 = load i64 param[params + 0]\n  v1 = load i64 param[params + 8]\n  v2 = load i64 param[params + 16]\n  \
         v3 = addr_of i64 obj0 + 0\n  v4 = special i32 tid.x\n  v5 = zext i64 v4\n  v6 = const i32 0x1\n  v7 = const i32 0x9\n  v8 = const i64 0x10\n",
    );
    let blocks = 1 + bytes.below(4);
    let mut next = 9;
    let first = ["v0", "v1", "v2", "v3"];
    let pick = |bytes: &mut Bytes<'_>| first[bytes.below(4)];
    let (a, b) = (pick(&mut bytes), pick(&mut bytes));
    let _ = writeln!(text, "  jump block1({a}, {b}, v7)");
    for block in 1..=blocks {
        let (a, b, count) = (next, next + 1, next + 2);
        next += 3;
        let _ = writeln!(text, "block{block}(v{a}: i64, v{b}: i64, v{count}: i32):");
        let mut known = vec![a, b];
        for _ in 0..bytes.below(4) {
            let from = known[bytes.below(known.len())];
            let op = ["add", "sub"][bytes.below(2)];
            let by = ["v5", "v8"][bytes.below(2)];
            let _ = match bytes.below(3) {
                0 if converts => writeln!(text, "  v{next} = from_generic.global i64 v{from}"),
                1 if converts => writeln!(text, "  v{next} = to_generic.global i64 v{from}"),
                _ => writeln!(text, "  v{next} = {op} i64 v{from}, {by}"),
            };
            known.push(next);
            next += 1;
        }
        for _ in 0..1 + bytes.below(3) {
            let at = known[bytes.below(known.len())];
            let _ = match bytes.below(2) {
                0 => writeln!(text, "  v{next} = load i32 {space}[absolute + v{at} + 4]"),
                _ => writeln!(
                    text,
                    "  v{next} = add i32 v{count}, v4\n  store {space}[absolute + v{at} + 8], v{next}"
                ),
            };
            next += 1;
        }
        let _ = writeln!(text, "  v{next} = sub i32 v{count}, v6");
        let less = next;
        next += 1;
        let way = |bytes: &mut Bytes<'_>| {
            let to = 1 + bytes.below(blocks);
            let arg = |bytes: &mut Bytes<'_>| match bytes.below(3) {
                0 => pick(bytes).to_owned(),
                _ => format!("v{}", known[bytes.below(known.len())]),
            };
            let (a, b) = (arg(bytes), arg(bytes));
            format!("block{to}({a}, {b}, v{less})")
        };
        let (one, other) = (way(&mut bytes), way(&mut bytes));
        let _ = writeln!(text, "  goto {one}, {other}, block{}()", blocks + 1);
    }
    let _ = writeln!(text, "block{}():\n  return\n}}", blocks + 1);
    text
}

proptest! {
    #![proptest_config(crate::proptests::config(3000, 30000))]

    #[test]
    fn what_is_found_out_about_pointers_changes_no_access(bytes in proptest::collection::vec(any::<u8>(), 0..80)) {
        let text = kernel(&bytes);
        let mut module = text::parse(&text).map_err(|error| TestCaseError::fail(format!("{error:?}\n{text}")))?;
        let id = module.functions.keys().next().expect("a kernel");
        let original = run(&module, &module.functions[id], FUEL);
        let mut function = module.functions[id].clone();
        split_choices(&mut function, &module);
        check(&module, &original, &function, "split_choices")?;
        resolve_addresses(&mut function, &module);
        check(&module, &original, &function, "resolve_addresses behind it")?;
        fold(&mut function);
        remove_dead(&mut function);
        check(&module, &original, &function, "what is left")?;
        let mut function = module.functions[id].clone();
        resolve_addresses(&mut function, &module);
        check(&module, &original, &function, "resolve_addresses")?;
        let prepared = prepare(&mut module, id).expect("there are no calls");
        check(&module, &original, &prepared, "prepare")?;
        let is_followed = |inst: &InstKind| inst.address().is_none_or(|addr| addr.base != Base::Absolute);
        let insts = prepared.order.iter().flat_map(|&block| &prepared.blocks[block].insts);
        let left = insts.filter(|&&inst| !is_followed(&prepared.insts[inst].kind)).count();
        prop_assert!(left == 0 || text.contains("generic"), "{left} accesses are not followed:\n{}", text::print_function(&module, &prepared));
    }
}
