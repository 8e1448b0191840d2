//! Counts how many instructions of PTX files lower to something other than opaque.
//!
//! `cargo run --release -p raddle-ptx --example lower_stats -- FILE…`
//!
//! Prints, by mnemonic, how many IR instructions are opaque, with those of asynchronous copies, `mbarrier`s and tensor cores listed
//! separately; then the shares. Exit code 1 when a file does not lower.

use std::collections::BTreeMap;
use std::process::ExitCode;

use raddle_ir::InstKind;
use raddle_ptx::ast::{Block, Statement};
use raddle_ptx::lower::{Options, lower};
use raddle_ptx::{parse, source};

/// The families whose models come later: asynchronous machinery and tensor cores.
const ASIDE: &[&str] = &[
    "cp.",
    "mbarrier",
    "mma",
    "wmma",
    "wgmma",
    "tcgen05",
    "ldmatrix",
    "stmatrix",
    "movmatrix",
    "fence.proxy",
    "fence.mbarrier_init",
    "tensormap",
    "setmaxnreg",
    "st.async",
    "red.async",
    "multimem",
    "clusterlaunchcontrol",
    "barrier.cluster",
];

fn instructions(block: &Block<'_>) -> usize {
    let count = |statement: &Statement<'_>| match statement {
        Statement::Instruction(_) => 1,
        Statement::Block(block) => instructions(block),
        _ => 0,
    };
    block.statements.iter().map(count).sum()
}

fn main() -> ExitCode {
    let (mut total, mut failed, mut files) = (0, 0, 0);
    let mut opaque: BTreeMap<String, usize> = BTreeMap::new();
    for path in std::env::args().skip(1) {
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{path}: {error}");
                failed += 1;
                continue;
            }
        };
        let text = source::decode(&bytes);
        let ast = match parse::parse(&text) {
            Ok(ast) => ast,
            Err(errors) => {
                eprintln!("{path}:{}", errors[0]);
                failed += 1;
                continue;
            }
        };
        let module = match lower(&ast, &text, Options::default()) {
            Ok(module) => module,
            Err(errors) => {
                for error in &errors {
                    eprintln!("{path}:{error}");
                }
                failed += 1;
                continue;
            }
        };
        files += 1;
        total += ast.functions().filter_map(|f| f.body.as_ref()).map(instructions).sum::<usize>();
        for function in module.functions.values() {
            for block in &function.order {
                for &inst in &function.blocks[*block].insts {
                    if let InstKind::Opaque { name, .. } = &function.insts[inst].kind {
                        *opaque.entry(name.clone()).or_default() += 1;
                    }
                }
            }
        }
    }
    let aside = |name: &str| ASIDE.iter().any(|family| name.starts_with(family));
    let (mut late, mut other) = (0, 0);
    for (name, count) in &opaque {
        *(if aside(name) { &mut late } else { &mut other }) += count;
        println!("{count:8} {name}{}", if aside(name) { " (aside)" } else { "" });
    }
    println!("{files} files, {failed} failed, {total} instructions");
    println!("{late} opaque of asynchronous copies, mbarriers and tensor cores; {other} other opaque");
    let known = total - late;
    println!("{:.3} % of the rest are not opaque", 100.0 * (known - other) as f64 / known.max(1) as f64);
    if failed > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS }
}
