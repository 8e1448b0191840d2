//! Kernels on the reference machine: random inputs, random schedules, and a monitor that sees races.
//!
//! It judges proofs. It shares the front end and the machine with `raddle check`, and nothing else: what it finds in a kernel that is
//! reported as proved is a bug of a method, or needs an input that the proof excludes.
//!
//! `cargo run --release -p raddle --example hunt -- FILE --block X[,Y[,Z]] [--grid X[,Y[,Z]]] [--runs N] [--seed N] [--seconds S] [--steps N] [--arg I=V]… [-D NAME[=VALUE]]…
//! [-I FOLDER]… [--warp-size N] [--warp-synchronous] [--pure-calls]` prints a JSON object for each kernel of the file.
//!
//! Each run chooses the scalar arguments ([`inputs`]), what buffers hold ([`raddle_machine::chosen`]), up to three CTAs of the grid (the
//! others have not begun yet), and the schedule of each. A run *counts* unless an assumption of the kernel is false in it, an access leaves
//! its object, or a thread could not be followed. One that takes too many steps counts as far as it got, and is listed separately.

mod inputs;

use inputs::{Inputs, Random};
use raddle::{CompileOptions, source_name};
use raddle_ir::{Function, FunctionKind, LocId, Module, SpecKind};
use raddle_machine::chosen::{Attempt, Chosen};
use raddle_machine::domain::Site;
use raddle_machine::races::Races;
use raddle_machine::{
    Issue, Launch, Machine, Options as MachineOptions, Outcome, Partial, Program, Scheduler, WhichCta,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::path::Path;
use std::time::{Duration, Instant};

/// At most this many CTAs run.
const MOST_CTAS: usize = 3;
/// An input is chosen at most this often for each run that is to count.
const MOST_TRIES: u64 = 4;
/// Runs that keep to this part of the time are on plan.
const PLANNED: f64 = 0.7;
/// For one run.
const RUN_LIMIT: Duration = Duration::from_secs(10);

/// What is asked.
struct Asked {
    compile: CompileOptions,
    block: [u32; 3],
    grid: [u32; 3],
    warp_size: u32,
    in_step: bool,
    given: BTreeMap<usize, String>,
    runs: u64,
    seed: u64,
    limit: Duration,
    steps: u64,
}

fn extent(text: &str) -> [u32; 3] {
    let mut extent = [1; 3];
    for (size, text) in extent.iter_mut().zip(text.split(',')) {
        *size = text.parse().unwrap_or(1);
    }
    extent
}

fn asked(mut args: impl Iterator<Item = String>) -> Result<Asked, String> {
    let mut asked = Asked {
        compile: CompileOptions::default(),
        block: [1; 3],
        grid: [1; 3],
        warp_size: 32,
        in_step: false,
        given: BTreeMap::new(),
        runs: 100,
        seed: 1,
        limit: Duration::from_secs(60),
        steps: 2_000_000,
    };
    while let Some(flag) = args.next() {
        let mut next = || args.next().ok_or_else(|| format!("{flag} needs a value"));
        let number = |text: String| text.parse::<u64>().map_err(|_| format!("{flag} needs a number"));
        match flag.as_str() {
            "--pure-calls" => asked.compile.pure_calls = true,
            "--warp-synchronous" => asked.in_step = true,
            "--block" => asked.block = extent(&next()?),
            "--grid" => asked.grid = extent(&next()?),
            "--warp-size" => asked.warp_size = number(next()?)? as u32,
            "--runs" => asked.runs = number(next()?)?,
            "--seed" => asked.seed = number(next()?)?,
            "--seconds" => asked.limit = Duration::from_secs(number(next()?)?),
            "--steps" => asked.steps = number(next()?)?,
            "--pointer-bits" => asked.compile.pointer_bits = number(next()?)? as u8,
            "-D" => asked.compile.defines.push(next()?),
            "-I" => asked.compile.includes.push(next()?),
            "--arg" => {
                let text = next()?;
                let (key, value) = text.split_once('=').ok_or("--arg needs INDEX=VALUE")?;
                let key = key.parse().map_err(|_| "--arg needs the number of a parameter")?;
                asked.given.insert(key, value.to_owned());
            }
            _ => return Err(format!("{flag} is not known")),
        }
    }
    Ok(asked)
}

fn main() {
    let mut args = std::env::args().skip(1);
    let file = args.next().unwrap_or_default();
    let told = asked(args).and_then(|asked| hunt(Path::new(&file), &asked));
    if let Err(error) = told {
        eprintln!("hunt: {error}");
        std::process::exit(3);
    }
}

/// Hunts in each kernel of a file.
fn hunt(file: &Path, asked: &Asked) -> Result<(), String> {
    let first =
        |errors: Vec<raddle_report::Diagnostic>| errors.first().map_or("?".to_owned(), |e| e.title.clone());
    let mut input = raddle::load(file, &asked.compile).map_err(first)?;
    let kernels = input.module.functions.iter().filter(|(_, f)| f.kind == FunctionKind::Kernel);
    let kernels: Vec<_> = kernels.filter(|(_, f)| !f.is_declaration()).map(|(func, _)| func).collect();
    for func in kernels {
        let mut function =
            raddle_ir::passes::prepare(&mut input.module, func).map_err(|error| error.to_string())?;
        let wrong = |_| "a contract stands where it cannot".to_owned();
        raddle_ir::contracts::place(&mut function).map_err(wrong)?;
        println!("{}", Hunt::new(&input.module, &function, asked).run()?);
    }
    Ok(())
}

/// What was seen in a kernel: each thing once, with the first run that shows it.
#[derive(Default)]
struct Found {
    counted: u64,
    cut: BTreeMap<&'static str, u64>,
    /// Those under a random schedule.
    at_random: u64,
    /// Runs that count as far as they got.
    not_to_the_end: u64,
    /// Runs that count although something was unknown: whether or where an access happens, or whether an assumption holds.
    in_part: u64,
    seen: BTreeMap<(&'static str, String), Value>,
}

struct Hunt<'a> {
    module: &'a Module,
    function: &'a Function,
    asked: &'a Asked,
    program: Program<'a>,
}

/// How a run ended, and what it showed.
struct Ran {
    cut: Option<&'static str>,
    to_the_end: bool,
    in_part: bool,
    seen: Vec<(&'static str, String, Value)>,
}

impl<'a> Hunt<'a> {
    fn new(module: &'a Module, function: &'a Function, asked: &'a Asked) -> Self {
        let program = Program::decode(module, function).expect("a kernel with a body");
        Self { module, function, asked, program }
    }

    fn run(&self) -> Result<Value, String> {
        let (start, mut found, mut done) = (Instant::now(), Found::default(), 0);
        let waits_for_grid = self.function.grid_syncs().next().is_some() && self.asked.grid != [1; 3];
        let mut inputs = Inputs::new(self.function, self.asked.block, self.asked.grid, &self.asked.given)?;
        while found.counted < self.asked.runs
            && done < MOST_TRIES * self.asked.runs
            && start.elapsed() < self.asked.limit
            && !waits_for_grid
        {
            let mut random = Random::new(self.asked.seed << 32 | done);
            let ctas = self.ctas(&mut random);
            let bytes = inputs.draw(&mut random, &mut |args| {
                let launch = self.launch(args, done as u32);
                self.reaches(&launch, ctas[0])
            });
            let launch = self.launch(&bytes, done as u32);
            // When runs are late, a warp runs as far as it can before the next one: that takes fewer steps.
            let behind = start.elapsed().as_secs_f64() * self.asked.runs as f64
                > self.asked.limit.as_secs_f64() * PLANNED * (found.counted + 1) as f64;
            let scheduler = match (self.asked.in_step, behind) {
                (true, _) => Scheduler::WarpSynchronous,
                (false, true) => Scheduler::Independent,
                (false, false) => Scheduler::Random(random.next() >> 1),
            };
            let ran = self.once(&launch, &ctas, scheduler)?;
            done += 1;
            if let Some(cut) = ran.cut {
                *found.cut.entry(cut).or_default() += 1;
                continue;
            }
            found.counted += 1;
            found.at_random += u64::from(matches!(scheduler, Scheduler::Random(_)));
            found.not_to_the_end += u64::from(!ran.to_the_end);
            found.in_part += u64::from(ran.in_part);
            for (what, text, mut value) in ran.seen {
                value["run"] = json!(done - 1);
                value["args"] = json!(inputs.shown(&launch));
                value["in part"] = json!(ran.in_part);
                found.seen.entry((what, text)).or_insert(value);
            }
        }
        let seen = found.seen.into_iter().map(|((what, text), mut value)| {
            value["what"] = json!(what);
            value["text"] = json!(text);
            value
        });
        let seen: Vec<Value> = seen.collect();
        Ok(json!({
            "kernel": source_name(&self.function.name), "runs": done, "counted": found.counted, "at random": found.at_random, "cut": found.cut,
            "not to the end": found.not_to_the_end, "in part": found.in_part, "waits for the grid": waits_for_grid,
            "seen": seen, "seconds": start.elapsed().as_secs_f64(),
        }))
    }

    fn launch(&self, args: &[raddle_machine::Arg], attempt: u32) -> Launch {
        let chosen = Chosen {
            args: args.iter().map(|arg| arg.param).collect(),
            attempt: Some(Attempt(attempt)),
            atomics: true,
            ..Chosen::default()
        };
        Launch {
            grid: Some(self.asked.grid),
            warp_size: self.asked.warp_size,
            args: args.to_vec(),
            chosen: Some(chosen),
            ..Launch::new(self.asked.block)
        }
    }

    /// A CTA, its neighbour in some dimension, and any other, as far as there are.
    fn ctas(&self, random: &mut Random) -> Vec<[u32; 3]> {
        let grid = self.asked.grid;
        let any = |random: &mut Random| grid.map(|size| random.below(u64::from(size)) as u32);
        let first = any(random);
        let mut next = first;
        let dimension = random.below(3) as usize;
        next[dimension] = (next[dimension] + 1) % grid[dimension];
        let mut all = vec![first, next, any(random)];
        all.dedup();
        if all.len() == MOST_CTAS && all[0] == all[2] {
            all.pop();
        }
        all
    }

    /// How far a run gets before an assumption is false: the place of that, or beyond all places.
    fn reaches(&self, launch: &Launch, cta: [u32; 3]) -> usize {
        let options = MachineOptions { max_steps: 5_000, ..MachineOptions::default() };
        let Ok(mut machine) = Machine::<Partial>::new(&self.program, launch.clone(), options) else {
            return 0;
        };
        let Outcome::Infeasible { site, .. } =
            machine.run_cta(WhichCta::At(cta), &mut raddle_machine::Unwatched)
        else {
            return usize::MAX;
        };
        let mut insts = self.function.order.iter().flat_map(|&block| &self.function.blocks[block].insts);
        insts.position(|&inst| Some(inst) == site.inst).unwrap_or(0)
    }

    fn once(&self, launch: &Launch, ctas: &[[u32; 3]], scheduler: Scheduler) -> Result<Ran, String> {
        let in_step = self.asked.in_step;
        let options = MachineOptions {
            scheduler,
            max_steps: self.asked.steps,
            deadline: Some(Instant::now() + RUN_LIMIT),
            ..MachineOptions::default()
        };
        let machine = Machine::<Partial>::new(&self.program, launch.clone(), options);
        let mut machine = machine.map_err(|error| error.to_string())?;
        let mut races = Races::new(self.function, launch.threads(), launch.warp_size, in_step);
        let mut ran = Ran { cut: None, to_the_end: true, in_part: false, seen: Vec::new() };
        for (number, &cta) in ctas.iter().enumerate() {
            races.begin(number as u32);
            match machine.run_cta(WhichCta::At(cta), &mut races) {
                Outcome::Done => {}
                Outcome::StepLimit { .. } | Outcome::TimeLimit { .. } | Outcome::MemoryLimit { .. } => {
                    ran.to_the_end = false;
                }
                Outcome::Infeasible { .. } => ran.cut = Some("an assumption is false"),
                Outcome::Unknown(_) | Outcome::NotRun | Outcome::Held => ran.cut = Some("not followed"),
                Outcome::Trap { site, .. } => {
                    ran.seen.push(("trap", self.place(site.loc), json!({ "cta": cta })));
                }
                Outcome::Deadlock(deadlock) => {
                    let at = deadlock.waiting.first().map_or(self.function.loc, |first| first.site.loc);
                    ran.seen.push(("deadlock", self.place(at), json!({ "cta": cta })));
                }
                Outcome::BarrierError { site, .. } => {
                    ran.seen.push(("deadlock", self.place(site.loc), json!({ "cta": cta })));
                }
            }
            if ran.cut.is_some() || !ran.to_the_end {
                break;
            }
        }
        ran.in_part |= races.unsure > 0;
        for issue in &races.issues {
            self.tell(issue, &mut ran);
        }
        if races.partial_barrier {
            ran.cut = ran.cut.or(Some("a barrier of some threads"));
        }
        for (pair, seen) in &races.found {
            let what = match (pair.benign, pair.between_ctas) {
                (true, _) => "race of equal values",
                (false, true) => "race between CTAs",
                (false, false) => "race",
            };
            let text = format!("{} and {}", self.place(pair.first.loc), self.place(pair.second.loc));
            let threads = seen.threads.map(|(cta, thread)| json!([ctas[cta as usize], launch.tid(thread)]));
            let object = &machine.objects().info(seen.object).name;
            ran.seen.push((what, text, json!({ "threads": threads, "object": object, "byte": seen.byte })));
        }
        Ok(ran)
    }

    /// What an issue of the machine means for a run.
    fn tell(&self, issue: &Issue, ran: &mut Ran) {
        let mut at = |what, site: Site| ran.seen.push((what, self.place(site.loc), json!({})));
        match issue {
            Issue::PartOfWarp { site, .. } | Issue::NotMember { site, .. } => at("divergence", *site),
            Issue::Divergence { first_site, second_site, .. } => {
                at("divergence", *first_site);
                at("divergence", *second_site);
            }
            Issue::Spec { kind, refuted: true, site, .. } => {
                at(if *kind == SpecKind::Assert { "assert" } else { "contract" }, *site);
            }
            Issue::Spec { kind, refuted: false, .. } => ran.in_part |= kind.is_trusted(),
            Issue::OutOfBounds { may: false, site, .. } | Issue::LeavesArray { may: false, site, .. } => {
                at("bounds", *site);
                ran.cut = ran.cut.or(Some("out of bounds"));
            }
            Issue::UnknownAddress { .. } | Issue::Opaque { .. } | Issue::SteppedOver { .. } => {
                ran.in_part = true;
            }
            _ => {}
        }
    }

    /// A place in the source.
    fn place(&self, loc: LocId) -> String {
        let sources = &self.module.sources;
        match sources.loc(loc).source {
            Some(at) => {
                let file = Path::new(&sources.files[at.file]).file_name().unwrap_or_default();
                format!("{}:{}:{}", file.to_string_lossy(), at.line, at.column)
            }
            None => format!("line {} of the PTX", sources.loc(loc).ptx_line),
        }
    }
}
