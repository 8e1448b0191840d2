//! How long the passes take on a made-up kernel: `cargo run --release -p raddle-ir --example prepare_speed`,
//! with the number of blocks after it (5000 when left out).
//!
//! Each block has 40 instructions and reads and writes 4 of 4 scalars per block; loops nest, some blocks
//! call a device function, slots hold 100 source variables.

use raddle_ir::{Module, passes, text, validate};
use std::fmt::Write;
use std::time::Instant;

fn main() {
    let blocks = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(5000);
    let text = kernel(blocks);
    let (mut module, kernel) = timed("parse", || {
        let module = text::parse(&text).expect("a right text");
        let kernel = module.function("big").expect("it is there");
        (module, kernel)
    });
    println!("{} bytes, {} instructions", text.len(), module.functions[kernel].insts.len());
    timed("validate", || validate(&module, &module.functions[kernel]).expect("a valid kernel"));
    let mut function = timed("inline", || passes::inline(&mut module, kernel).expect("no recursion"));
    timed("construct_ssa", || passes::construct_ssa(&mut function));
    timed("fold", || passes::fold(&mut function));
    timed("resolve_addresses", || passes::resolve_addresses(&mut function, &module));
    timed("remove_dead", || passes::remove_dead(&mut function));
    timed("promote_slots", || passes::promote_slots(&mut function));
    timed("sort_order", || {
        raddle_ir::cfg::sort_order(&function).map(|order| order.len()).expect("reducible")
    });
    let prepared =
        timed("prepare, all of it", || passes::prepare(&mut module, kernel).expect("no recursion"));
    timed("validate", || validate(&module, &prepared).expect("a valid kernel"));
    let printed = timed("print", || printed(&module, &prepared));
    println!(
        "{} instructions in {} blocks are left, {} bytes",
        prepared.insts.len(),
        prepared.blocks.len(),
        printed.len()
    );
}

fn printed(module: &Module, function: &raddle_ir::Function) -> String {
    text::print_function(module, function)
}

fn timed<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let start = Instant::now();
    let result = work();
    println!("{what:20} {:8.1} ms", start.elapsed().as_secs_f64() * 1e3);
    result
}

/// A kernel of `blocks` blocks in `.rir`.
fn kernel(blocks: usize) -> String {
    let mut out = String::from(
        "module ptx address 64\ndevice \"helper\" {\n  slot0 = param \"a\" size 4 align 4 element 4\n  arguments slot0\nblock0():\n  v0 = load i32 param[slot0 + 0]\n  store global[absolute + 0], v0\n  return\n}\nkernel \"big\" {\n  slot0 = local \"depot\" size 400 align 8 element 4\n",
    );
    for n in 0..100 {
        let _ = writeln!(out, "  field slot0 \"x{n}\" offset {} size 4", 4 * n);
    }
    out.push_str("  slot1 = param \"c\" size 4 align 4 element 4\n");
    let vars = 4 * blocks;
    for n in 0..vars {
        let _ = writeln!(out, "  var{n} = \"%r{n}\": i32");
    }
    out.push_str("block0():\n  jump block1()\n");
    let mut value = 0;
    for block in 1..=blocks {
        let _ = writeln!(out, "block{block}():");
        let mut last = value;
        let _ = writeln!(out, "  v{value} = special i32 tid.x");
        value += 1;
        for n in 0..4 {
            let (from, to) = ((block * 7 + n * 13) % vars, (block * 4 + n) % vars);
            let _ = writeln!(
                out,
                "  v{value} = get i32 var{from}\n  v{} = add i32 v{value}, v{last}\n  set var{to}, v{}",
                value + 1,
                value + 1
            );
            last = value + 1;
            value += 2;
            let at = 4 * ((block + n) % 100);
            let _ = writeln!(
                out,
                "  store local[slot0 + {at}], v{last}\n  v{value} = load i32 local[slot0 + {}]",
                (at + 40) % 400
            );
            let _ = writeln!(
                out,
                "  v{} = const i32 {:#x}\n  v{} = xor i32 v{value}, v{}",
                value + 1,
                n % 2,
                value + 2,
                value + 1
            );
            let _ = writeln!(out, "  store global[absolute + {at}], v{}", value + 2);
            last = value + 2;
            value += 3;
        }
        if block % 10 == 0 {
            let _ = writeln!(out, "  store param[slot1 + 0], v{last}\n  call func0 (slot1) -> ()");
        }
        let _ =
            writeln!(out, "  v{value} = const i32 0x5\n  v{} = icmp_lt_u i1 v{last}, v{value}", value + 1);
        let cond = value + 1;
        value += 2;
        // Every 16th block closes a loop over the 15 before it, every 256th one over 255.
        let next = block + 1;
        let other = match block {
            _ if block % 256 == 0 => block - 255,
            _ if block % 16 == 0 => block - 15,
            _ if block % 16 < 14 => block + 2,
            _ => next,
        };
        let limit = |b: usize| b.min(blocks + 1);
        let _ = writeln!(out, "  branch v{cond}, block{}(), block{}()", limit(next), limit(other));
    }
    let _ = write!(out, "block{}():\n  return\n}}\n", blocks + 1);
    out
}
