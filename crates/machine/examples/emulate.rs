//! How long a kernel's emulation takes, stage by stage: `cargo run --release -p raddle-machine --example emulate --
//! [--full] [--values] [--compare] FILE.ptx…`.
//!
//! The first kernel of each file is run in the domain of unknowns, CTA (0, 0, 0), with the block that its `.maxntid` allows
//! (32 threads where it has none): sliced, with the events recorded by warp. `--full` runs all of the program,
//! `--values` asks for the values of all stores, `--compare` runs both ways and compares the events of each thread. Times are in milliseconds; *peak* is the most memory that the process has
//! had so far.

use raddle_machine::{
    Buffers, Event, Launch, Loads, Machine, Options, Outcome, Partial, Program, Stores, Wanted, WarpRecorder,
};
use std::time::{Duration, Instant};

#[derive(Clone, Copy)]
struct Flags {
    full: bool,
    values: bool,
    compare: bool,
}

fn main() {
    let (flags, files): (Vec<String>, Vec<String>) =
        std::env::args().skip(1).partition(|arg| arg.starts_with("--"));
    let has = |flag: &str| flags.iter().any(|f| f == flag);
    println!(
        "{:28} {:>8} {:>8} {:>7} {:>8} {:>7} {:>9} {:>9} {:>10} {:>8} {:>7}  outcome",
        "kernel",
        "lower",
        "prepare",
        "decode",
        "run",
        "steps",
        "taken",
        "entries",
        "events",
        "distinct",
        "peak"
    );
    for file in files {
        let flags = Flags { full: has("--full"), values: has("--values"), compare: has("--compare") };
        if let Err(error) = emulate(&file, flags) {
            println!("{file}: {error}");
        }
    }
}

fn emulate(file: &str, flags: Flags) -> Result<(), String> {
    let text = std::fs::read_to_string(file).map_err(|e| e.to_string())?;
    let mut clock = Instant::now();
    let mut lap = || {
        let now = Instant::now();
        (now - std::mem::replace(&mut clock, now)).as_secs_f64() * 1e3
    };
    let ast = raddle_ptx::parse::parse(&text).map_err(|e| format!("{e:?}"))?;
    let language = raddle_ptx::lower::Options { language: raddle_ir::Language::Ptx, ..Default::default() };
    let mut module = raddle_ptx::lower::lower(&ast, &text, language).map_err(|e| format!("{e:?}"))?;
    let func = module.kernels().next().ok_or("no kernel")?.0;
    let lower = lap();
    let function = raddle_ir::passes::prepare(&mut module, func).map_err(|e| format!("{e:?}"))?;
    let prepare = lap();
    let stores = if flags.values { Stores::All } else { Stores::None };
    let wanted = Wanted { values: stores, buffers: Buffers::Apart, loads: Loads::All, atomics: false };
    let program = match flags.full {
        true => Program::decode(&module, &function),
        false => Program::decode_sliced(&module, &function, &wanted),
    };
    let program = program.map_err(|e| e.to_string())?;
    let decode = lap();
    let threads = function.bounds.max_threads.unwrap_or(32) as u32;
    let (record, outcome, taken) = record_run(&program, threads, flags.values, flags.compare)?;
    let run = lap();
    let name =
        std::path::Path::new(file).file_stem().map_or_else(String::new, |n| n.to_string_lossy().into());
    println!(
        "{name:28} {lower:8.1} {prepare:8.1} {decode:7.1} {run:8.1} {:7} {:9} {:9} {:10} {:8} {:>7}  {outcome}",
        program.len(),
        taken,
        record.warps().iter().map(Vec::len).sum::<usize>(),
        record.len(),
        record.footprints().len(),
        peak(),
    );
    if flags.compare {
        let all = Program::decode(&module, &function).map_err(|e| e.to_string())?;
        let (all, end, _) = record_run(&all, threads, false, true)?;
        let without_value = |mut event: Event| {
            if let Event::Access { value, .. } = &mut event {
                *value = None;
            }
            event
        };
        let same = |t| all.thread_events(t).eq(record.thread_events(t).map(without_value));
        let same = (0..threads).filter(|&t| same(t)).count();
        let issues = (all.issues.len(), record.issues.len());
        let differ = (0..threads).find_map(|t| {
            let pairs = all.thread_events(t).zip(record.thread_events(t).map(without_value));
            pairs.enumerate().find(|(_, (a, b))| a != b).map(|(n, pair)| (t, n, pair))
        });
        if let Some((thread, n, (a, b))) = differ {
            println!("thread {thread}, event {n}: in full {a:?}, sliced {b:?}");
        }
        println!(
            "{same} of {threads} threads are the same, issues {issues:?}, in full: {end} ({:.0} ms)",
            lap()
        );
    }
    Ok(())
}

/// Runs CTA (0, 0, 0): the record, the end, and how many steps were taken. Comparisons get enough names for unknowns that what is known
/// seldom depends on how many are taken.
fn record_run(
    program: &Program<'_>,
    threads: u32,
    values: bool,
    compare: bool,
) -> Result<(WarpRecorder, Outcome, u64), String> {
    let deadline = Some(Instant::now() + Duration::from_secs(60));
    let options = Options { deadline, ..Options::default() };
    let launch = Launch::new([threads, 1, 1]);
    let domain = if compare { Partial::with_names(1 << 23) } else { Partial::default() };
    let machine = Machine::with_domain(program, launch, options, domain);
    let mut machine = machine.map_err(|e| e.to_string())?;
    let mut record = WarpRecorder::new(threads, 32, values);
    let outcome = machine.run(&mut record);
    Ok((record, outcome, machine.steps()))
}

/// The most memory that this process has had, where the system says so.
fn peak() -> String {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"));
    let kib = line.and_then(|l| l.trim().trim_end_matches(" kB").parse::<u64>().ok());
    kib.map_or_else(|| "?".into(), |kib| format!("{} MB", kib / 1024))
}
