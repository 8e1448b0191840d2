//! Theorem 5.2: for a well-formed kernel, "race free and terminating" means the same for all interleavings and for the
//! lock-step program run by one thread; and then the sets of final shared stores are the same.

use crate::cases::{cases, workers};
use crate::judge::code::Code;
use crate::judge::explore::{Limits, Summary, TooLarge, explore};
use crate::judge::generate::{self, Kernel};
use crate::judge::interleave::Interleaving;
use crate::judge::together::{Reading, Together};
use raddle_ir::passes::construct_ssa;
use raddle_ir::{Function, Terminator};
use raddle_lockstep::wellformed::{Verdict, wellformed};
use raddle_lockstep::{LockStep, Normal, normalise};

/// More states than this are not explored.
const MOST_STATES: usize = 20_000;

/// What was compared.
#[derive(Default, Debug)]
struct Counts {
    compared: usize,
    good: usize,
    good_with_loops: usize,
    good_with_loop_barriers: usize,
    good_with_early_exits: usize,
    good_with_choice: usize,
    good_with_arrays: usize,
    good_with_three_threads: usize,
    racy: usize,
    failing: usize,
    endless: usize,
    irreducible: usize,
    open: usize,
    too_large: usize,
}

/// All initial shared stores.
pub fn stores(kernel: &Kernel) -> Vec<Vec<u8>> {
    let mut all = vec![Vec::new()];
    for _ in 0..kernel.cells() {
        let with = |store: &Vec<u8>| -> Vec<Vec<u8>> {
            (0..kernel.domain).map(|v| [store.as_slice(), &[v]].concat()).collect()
        };
        all = all.iter().flat_map(with).collect();
    }
    all
}

fn limits() -> Limits {
    Limits { states: MOST_STATES, stop: true }
}

/// The lock-step program of the kernel, run by one thread from one store.
pub fn run_together(
    program: &LockStep,
    kernel: &Kernel,
    store: &[u8],
    reading: Reading,
) -> Result<Summary, TooLarge> {
    let code = Code::new(program.kernel.function(), kernel.threads, kernel.domain, kernel.cells());
    explore(&Together::new(program, &code, reading), store, limits())
}

/// All interleavings of the kernel from one store.
pub fn run_interleaved(kernel: &Kernel, store: &[u8]) -> Result<Summary, TooLarge> {
    let code = Code::new(kernel.function(), kernel.threads, kernel.domain, kernel.cells());
    explore(&Interleaving { code: &code, plain: false }, store, limits())
}

/// The same kernel with values in place of its private scalars.
pub fn in_ssa(function: &Function) -> Function {
    let mut function = function.clone();
    construct_ssa(&mut function);
    function
}

/// A kernel of a seed with its normal form, where it has one and is well-formed.
pub fn wellformed_kernel(seed: u64) -> Result<(Kernel, Normal), &'static str> {
    let kernel = generate::kernel(seed);
    let Ok(normal) = normalise(kernel.function()) else { return Err("irreducible") };
    match wellformed(&normal) {
        Verdict::WellFormed => Ok((kernel, normal)),
        Verdict::Open { .. } => Err("open"),
        Verdict::IllFormed { .. } => {
            panic!("seed {seed}: the generator makes well-formed kernels\n{}", kernel.module)
        }
    }
}

/// Does the theorem hold for this program, from this store?
pub fn agree(interleaved: &Summary, together: &Summary) -> bool {
    interleaved.good() == together.good() && (!interleaved.good() || interleaved.finals == together.finals)
}

fn check(seed: u64, counts: &mut Counts) {
    let (kernel, normal) = match wellformed_kernel(seed) {
        Ok(both) => both,
        Err("irreducible") => return counts.irreducible += 1,
        Err(_) => return counts.open += 1,
    };
    let scalars = LockStep::new(&normal);
    let values = LockStep::new(&normalise(&in_ssa(kernel.function())).expect("it is still reducible"));
    let compile = |function| Code::new(function, kernel.threads, kernel.domain, kernel.cells());
    let code = compile(kernel.function());
    let interleaving = Interleaving { code: &code, plain: false };
    let codes = [&scalars, &values].map(|program| (program, compile(program.kernel.function())));
    let programs = codes.each_ref().map(|(program, code)| Together::new(program, code, Reading::Ours));
    let (mut good, mut bad) = (0, Summary::default());
    for store in stores(&kernel) {
        let Ok(interleaved) = explore(&interleaving, &store, limits()) else { return counts.too_large += 1 };
        for program in &programs {
            let Ok(together) = explore(program, &store, limits()) else { return counts.too_large += 1 };
            assert!(
                agree(&interleaved, &together),
                "seed {seed}, {} threads, store {store:?}\ninterleaving: {interleaved:?}\nlock-step: {together:?}\n{}\n{:#?}",
                kernel.threads,
                kernel.module,
                program.program.nodes,
            );
        }
        good += usize::from(interleaved.good());
        bad.race |= interleaved.race;
        bad.error |= interleaved.error;
        bad.infinite |= interleaved.infinite;
    }
    counts.compared += 1;
    if good == stores(&kernel).len() {
        count_good(kernel.function(), &normal, counts);
        counts.good_with_three_threads += usize::from(kernel.threads == 3);
    }
    counts.racy += usize::from(bad.race);
    counts.failing += usize::from(bad.error);
    counts.endless += usize::from(bad.infinite);
}

fn count_good(function: &Function, normal: &Normal, counts: &mut Counts) {
    use raddle_ir::InstKind;
    let insts = |b: &raddle_ir::Block| function.blocks[*b].insts.clone();
    let has = |pred: &dyn Fn(&InstKind) -> bool| {
        function.order.iter().flat_map(insts).any(|i| pred(&function.insts[i].kind))
    };
    let in_loop = |b: &&raddle_ir::Block| normal.loops().innermost(**b).is_some();
    let loop_barrier = normal.order().iter().filter(in_loop).any(|&b| {
        let insts = &normal.function().blocks[b].insts;
        insts.iter().any(|&i| matches!(normal.function().insts[i].kind, InstKind::Barrier(_)))
    });
    let last = function.order.iter().find(|&&b| function.blocks[b].term == Terminator::Return);
    let exits = function
        .order
        .iter()
        .filter(|&&b| function.blocks[b].term.targets().iter().any(|t| Some(&t.block) == last));
    counts.good += 1;
    counts.good_with_loops += usize::from(!normal.loops().all().is_empty());
    counts.good_with_loop_barriers += usize::from(loop_barrier);
    counts.good_with_early_exits += usize::from(exits.count() > 1);
    counts.good_with_choice += usize::from(has(&|k| matches!(k, InstKind::Havoc)));
    counts.good_with_arrays += usize::from(has(&|k| matches!(k, InstKind::Store { .. })));
}

#[test]
fn theorem_5_2_holds_on_random_kernels() {
    let kernels = cases("RADDLE_LOCKSTEP_KERNELS", 6_000, 100_000);
    let workers = workers();
    let mut counts: Vec<Counts> = (0..workers).map(|_| Counts::default()).collect();
    std::thread::scope(|scope| {
        for (worker, counts) in counts.iter_mut().enumerate() {
            scope.spawn(move || {
                (0..kernels).skip(worker).step_by(workers).for_each(|seed| check(seed, counts));
            });
        }
    });
    let sum = |of: fn(&Counts) -> usize| counts.iter().map(of).sum::<usize>();
    let compared = sum(|c| c.compared);
    println!(
        "compared {compared} of {kernels}: good {} (loops {}, barriers in loops {}, several ways out {}, havoc {}, arrays {}, three threads {}), racy {}, \
         error {}, endless {}; irreducible {}, open {}, too large {}",
        sum(|c| c.good),
        sum(|c| c.good_with_loops),
        sum(|c| c.good_with_loop_barriers),
        sum(|c| c.good_with_early_exits),
        sum(|c| c.good_with_choice),
        sum(|c| c.good_with_arrays),
        sum(|c| c.good_with_three_threads),
        sum(|c| c.racy),
        sum(|c| c.failing),
        sum(|c| c.endless),
        sum(|c| c.irreducible),
        sum(|c| c.open),
        sum(|c| c.too_large),
    );
    let enough = |part: usize, percent: usize| part * 100 >= compared * percent;
    assert!(compared as u64 * 100 >= kernels * 80, "most kernels are compared");
    assert!(enough(sum(|c| c.good), 20) && enough(sum(|c| c.racy), 10));
    assert!(enough(sum(|c| c.good_with_loops), 5) && enough(sum(|c| c.good_with_loop_barriers), 1));
    assert!(enough(sum(|c| c.good_with_early_exits), 2) && enough(sum(|c| c.failing), 5));
    assert!(enough(sum(|c| c.good_with_arrays), 2) && enough(sum(|c| c.good_with_three_threads), 2));
}
