//! What [`Uniformity`] says threads agree on, against threads that run.
//!
//! A thread runs alone. What it reads of shared memory is a number drawn from what threads that agree must have in common: the
//! load, its moment, the address, and the group if the memory is written. That is more than a race-free kernel can see, so what holds here holds
//! there. Everything that may differ (`havoc`, `goto`) is drawn anew by each thread.

use crate::judge::generate;
use crate::judge::random::Random;
use raddle_ir::cfg::Loops;
use raddle_ir::*;
use raddle_launch::LaunchSpace;
use raddle_lockstep::edge::When;
use raddle_lockstep::prove::{Shared, Uniformity};
use raddle_lockstep::{Normal, normalise};
use std::collections::{BTreeMap, BTreeSet};

/// The number of rounds of each loop around a block, from the outermost one on.
type Moment = Vec<u32>;

/// Two groups of three threads.
const GROUP: u64 = 3;
const THREADS: u64 = 6;

#[derive(Default)]
struct Trace {
    /// The last value of each definition at a moment.
    values: BTreeMap<(Value, Moment), u64>,
    /// What values were where they were used.
    uses: BTreeMap<(Value, Block, Moment), u64>,
    blocks: BTreeSet<(Block, Moment)>,
    /// Of a loop entered at a moment: the round and the edge by which it was left.
    exits: BTreeMap<(usize, Moment), (u32, Block, usize)>,
    finished: bool,
}

struct Thread<'a> {
    kernel: &'a Normal,
    number: u64,
    /// What all threads have in common.
    world: u64,
    random: Random,
    values: Vec<u64>,
    vars: Vec<Option<u64>>,
    rounds: Vec<u32>,
    trace: Trace,
}

/// The number of an edge, and its target.
type Way = (usize, Block, Vec<Value>);

impl<'a> Thread<'a> {
    fn new(kernel: &'a Normal, number: u64, world: u64) -> Self {
        let function = kernel.function();
        Self {
            kernel,
            number,
            world,
            random: Random::new(world ^ number << 32),
            values: vec![0; function.values.len()],
            vars: vec![None; function.vars.len()],
            rounds: vec![0; kernel.loops().all().len()],
            trace: Trace::default(),
        }
    }

    fn around(loops: &Loops, block: Block) -> Vec<usize> {
        let mut all: Vec<usize> =
            std::iter::successors(loops.innermost(block), |&n| loops.all()[n].parent).collect();
        all.reverse();
        all
    }

    fn moment(&self, block: Block) -> Moment {
        Self::around(self.kernel.loops(), block).into_iter().map(|n| self.rounds[n]).collect()
    }

    fn run(mut self) -> Trace {
        let mut block = self.kernel.order()[0];
        for _ in 0..300 {
            self.trace.blocks.insert((block, self.moment(block)));
            for &inst in &self.kernel.function().blocks[block].insts {
                if !self.execute(block, inst) {
                    return self.trace;
                }
            }
            let ways = self.ways(block);
            let Some(choice) = (!ways.is_empty()).then(|| self.random.below(ways.len())) else {
                self.trace.finished = true;
                return self.trace;
            };
            let Some(to) = self.go(block, ways, choice) else { return self.trace };
            block = to;
        }
        self.trace
    }

    /// The edges that the terminator allows.
    fn ways(&mut self, block: Block) -> Vec<Way> {
        self.kernel.function().blocks[block].term.uses().iter().for_each(|&v| self.used(v, block));
        let holds = |when| match when {
            When::Always => true,
            When::Is(value, truth) => (self.values[value.index()] == 1) == truth,
            When::Equals(value, n) => self.values[value.index()] == n,
            When::AtLeast(value, n) => self.values[value.index()] >= n,
        };
        let edges = self.kernel.edges(block).into_iter().enumerate();
        edges.filter(|(_, e)| holds(e.when)).filter_map(|(n, e)| Some((n, e.to?, e.args))).collect()
    }

    /// Goes along one of the ways: the chosen one, or, if its target assumes what does not hold, the next one.
    fn go(&mut self, from: Block, mut ways: Vec<Way>, choice: usize) -> Option<Block> {
        ways.rotate_left(choice);
        for (number, to, args) in ways {
            let before = self.values.clone();
            let (function, loops) = (self.kernel.function(), self.kernel.loops());
            let passed: Vec<u64> = args.iter().map(|v| self.values[v.index()]).collect();
            for (&param, &value) in function.blocks[to].params.iter().zip(&passed) {
                self.values[param.index()] = value;
            }
            if !self.assumed(to) {
                self.values = before;
                continue;
            }
            for inner in Self::around(loops, from).into_iter().filter(|&n| !loops.contains(n, to)) {
                let mut entered = self.moment(loops.all()[inner].header);
                let round = entered.pop().expect("the loop's own");
                self.trace.exits.insert((inner, entered), (round, from, number));
            }
            for (n, one) in loops.all().iter().enumerate().filter(|(_, l)| l.header == to) {
                self.rounds[n] = if one.blocks.contains(&from) { self.rounds[n] + 1 } else { 0 };
            }
            let moment = self.moment(to);
            for (&param, &value) in function.blocks[to].params.iter().zip(&passed) {
                self.trace.values.insert((param, moment.clone()), value);
            }
            return Some(to);
        }
        None
    }

    /// Do the assumptions at the head of a block hold?
    fn assumed(&mut self, block: Block) -> bool {
        let guard = self.kernel.guard(block);
        for &inst in &guard.insts {
            let data = &self.kernel.function().insts[inst];
            let value = match &data.kind {
                InstKind::VarGet(var) => self.vars[var.index()].unwrap_or(0),
                _ => self.compute(inst),
            };
            self.values[data.results[0].index()] = value;
        }
        guard.conds.iter().all(|cond| {
            cond.guard.is_some_and(|g| (self.values[g.value.index()] == 1) == g.negated)
                || self.values[cond.value.index()] == 1
        })
    }

    fn used(&mut self, value: Value, block: Block) {
        let key = (value, block, self.moment(block));
        self.trace.uses.insert(key, self.values[value.index()]);
    }

    /// What is not drawn anew by each thread.
    fn compute(&self, inst: Inst) -> u64 {
        let function = self.kernel.function();
        let data = &function.insts[inst];
        let ty = function.ty(data.results[0]);
        match &data.kind {
            InstKind::Const(bits) => *bits as u64,
            InstKind::Pure { op, args } => {
                let operand = function.ty(args[usize::from(*op == PureOp::Select)]);
                let args: Vec<u64> = args.iter().map(|v| self.values[v.index()]).collect();
                eval64(*op, ty, operand, &args).unwrap_or(0)
            }
            InstKind::Special(Special::Tid(_)) => self.number % GROUP,
            InstKind::Special(Special::Ctaid(_)) => self.number / GROUP,
            InstKind::Special(Special::Ntid(_)) => GROUP,
            other => panic!("{other:?} in a generated kernel"),
        }
    }

    /// Executes an instruction; false where the execution is infeasible.
    fn execute(&mut self, block: Block, inst: Inst) -> bool {
        let function = self.kernel.function();
        let data = &function.insts[inst];
        data.uses().iter().for_each(|&v| self.used(v, block));
        let enabled = data.guard.is_none_or(|g| (self.values[g.value.index()] == 1) != g.negated);
        let moment = self.moment(block);
        let group = self.number / GROUP;
        let value = match &data.kind {
            InstKind::Havoc | InstKind::Uninitialised => self.random.below(4) as u64,
            InstKind::VarGet(var) if function.vars[*var].shared.is_none() => {
                let any = self.random.below(4) as u64;
                *self.vars[var.index()].get_or_insert(any)
            }
            InstKind::VarGet(var) => {
                let writes =
                    |i: &Inst| matches!(function.insts[*i].kind, InstKind::VarSet(v, _) if v == *var);
                let mut blocks = self.kernel.order().iter();
                match blocks.any(|&b| function.blocks[b].insts.iter().any(writes)) {
                    true => self.common(inst, &moment, group + 1),
                    false => self.common(Inst::new(var.index()), &Moment::new(), 0),
                }
            }
            InstKind::Load { addr, .. } => {
                let at = addr.index.map_or(0, |v| self.values[v.index()]);
                self.common(inst, &moment, group + 1 + 16 * at)
            }
            InstKind::VarSet(var, value) => {
                if enabled && function.vars[*var].shared.is_none() {
                    self.vars[var.index()] = Some(self.values[value.index()]);
                }
                return true;
            }
            InstKind::Assume(value) => return !enabled || self.values[value.index()] == 1,
            _ if data.results.is_empty() => return true,
            _ => self.compute(inst),
        };
        let result = data.results[0];
        let value = value & function.ty(result).mask() as u64;
        self.values[result.index()] = value;
        self.trace.values.insert((result, moment), value);
        true
    }

    /// A number that follows from these.
    fn common(&self, inst: Inst, moment: &Moment, rest: u64) -> u64 {
        let parts = moment.iter().map(|&n| u64::from(n)).chain([inst.index() as u64, rest]);
        let seed = parts.fold(self.world, |hash, part| Random::new(hash ^ (part << 20)).bits());
        Random::new(seed).below(4) as u64
    }
}

/// How often a claim was compared, and how often threads differed where none is made.
#[derive(Default, Debug)]
struct Count {
    agreed: usize,
    differed: usize,
}

/// Compares what two threads have under equal keys with what is claimed.
fn compare<K: Ord + std::fmt::Debug, V: PartialEq + std::fmt::Debug>(
    (seed, what): (u64, &str),
    count: &mut Count,
    apart: Shared,
    (one, other): (&BTreeMap<K, V>, &BTreeMap<K, V>),
    claim: impl Fn(&K) -> Shared,
) {
    for (key, value) in one {
        let Some(second) = other.get(key) else { continue };
        let claim = claim(key);
        // The level must not be one that separates the two.
        if claim < apart {
            assert_eq!(value, second, "seed {seed}: {what} {key:?} is {claim:?}");
            count.agreed += 1;
        } else if claim == Shared::Thread && value != second {
            count.differed += 1;
        }
    }
}

/// Is each block executed by both threads or by none, where that is claimed?
fn come(
    seed: u64,
    counts: &mut [Count; 2],
    (kernel, uniform): (&Normal, &Uniformity),
    apart: Shared,
    both: (&Trace, &Trace),
) {
    let loops = kernel.loops();
    for (one, other) in [both, (both.1, both.0)] {
        for (block, moment) in &one.blocks {
            let there = other.blocks.contains(&(*block, moment.clone()));
            let head = loops.innermost(*block).map(|n| loops.all()[n].header);
            let together = head.is_none_or(|h| other.blocks.contains(&(h, moment.clone())));
            let claims = [(uniform.control(*block), true), (uniform.within(*block), together)];
            for ((claim, applies), count) in claims.into_iter().zip(counts.iter_mut()) {
                if applies && claim < apart {
                    assert!(there, "seed {seed}: {block} at {moment:?} is {claim:?}");
                    count.agreed += 1;
                } else if applies && claim == Shared::Thread && !there {
                    count.differed += 1;
                }
            }
        }
    }
}

/// The generated kernel, where some threads' numbers are groups' numbers and sizes, and scalars may be SSA values.
fn kernel(seed: u64) -> Option<Normal> {
    let kernel = generate::kernel(seed);
    let mut random = Random::new(!seed);
    let mut function = kernel.function().clone();
    let insts: Vec<Inst> = function.insts.iter().map(|(inst, _)| inst).collect();
    for inst in insts {
        if let InstKind::Special(special @ Special::Tid(_)) = &mut function.insts[inst].kind {
            *special = random.pick(&[Special::Tid(0), Special::Ctaid(0), Special::Ntid(0), Special::Ntid(0)]);
        }
    }
    if random.chance(70) {
        passes::construct_ssa(&mut function);
    }
    normalise(&function).ok()
}

#[test]
fn threads_agree_where_they_are_said_to() {
    let (mut values, mut uses, mut exits) = (Count::default(), Count::default(), Count::default());
    let mut blocks = [Count::default(), Count::default()];
    for seed in 0..250 {
        let Some(kernel) = kernel(seed) else { continue };
        let function = kernel.function();
        let launch = LaunchSpace { block: [Some(GROUP as u32), Some(1), Some(1)], ..LaunchSpace::default() };
        let uniform = Uniformity::new(&kernel, &launch, &|_| true);
        let mut home: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
        for &block in kernel.order() {
            let data = &function.blocks[block];
            let results = data.insts.iter().flat_map(|&i| function.insts[i].results.iter());
            data.params.iter().chain(results).for_each(|&v| home[v] = Some(block));
        }
        let inside = |value: Value, block: Block| {
            let inner = home[value].and_then(|b| kernel.loops().innermost(b));
            inner.is_none_or(|n| kernel.loops().contains(n, block))
        };
        for world in 0..4 {
            let traces: Vec<Trace> =
                (0..THREADS).map(|t| Thread::new(&kernel, t, seed << 8 | world).run()).collect();
            for (a, one) in traces.iter().enumerate() {
                for (b, other) in traces.iter().enumerate().skip(a + 1) {
                    let same = a as u64 / GROUP == b as u64 / GROUP;
                    // The least level that does not bind the two.
                    let apart = if same { Shared::Thread } else { Shared::Group };
                    let both = (&one.values, &other.values);
                    compare((seed, "value"), &mut values, apart, both, |k| uniform.value(k.0));
                    let both = (&one.uses, &other.uses);
                    compare((seed, "use"), &mut uses, apart, both, |k| uniform.seen(k.0, k.1));
                    compare((seed, "use outside"), &mut uses, apart, both, |k| {
                        if inside(k.0, k.1) { uniform.value(k.0) } else { uniform.outside(k.0) }
                    });
                    let both = (&one.exits, &other.exits);
                    compare((seed, "exit of"), &mut exits, apart, both, |k| {
                        uniform.exits(kernel.loops().all()[k.0].header)
                    });
                    if one.finished && other.finished {
                        come(seed, &mut blocks, (&kernel, &uniform), apart, (one, other));
                    }
                }
            }
        }
    }
    let said = format!("{values:?} {uses:?} {exits:?} {blocks:?}");
    for count in [&values, &uses, &exits, &blocks[0], &blocks[1]] {
        assert!(count.agreed > 1000 && count.differed > 1000, "{said}");
    }
}
