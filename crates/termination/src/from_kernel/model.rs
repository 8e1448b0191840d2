//! A thread of a kernel as terms: see [the idea](super).

use super::needed::Needed;
use super::path::{Path, common, join};
use crate::limits::kernels;
use raddle_ir::cfg::{Cfg, Dominators, Irreducible, Loops};
use raddle_ir::clock::Deadline;
use raddle_ir::{
    Block, Function, Inst, InstKind, Module, Object, PureOp, SecondaryMap, Terminator, Type, Value,
};
use raddle_launch::LaunchSpace;
use raddle_smt::{Op, Sort, Symbol, Term, Terms};
use raddle_symbolic::pure::{Meaning, sort};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What a pure operation computes: [`partial`](raddle_symbolic::pure::partial), or less, to measure its contribution.
pub type Operations = fn(&mut Terms, PureOp, Type, Type, &[Term]) -> Option<Meaning>;

/// What a symbol stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Origin {
    /// Something that a launch fixes.
    Input(Input),
    /// A variable at the head of the loop with this number.
    Head(usize, Value),
    /// A value that may be anything, computed in this block by this instruction.
    Any(Block, Inst),
    /// Which way a nondeterministic jump goes.
    Choice(Block),
}

/// Something that a launch fixes.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Input {
    /// A piece of a parameter: its number, where in it, how many bits.
    Param(u32, u64, u32),
    /// The thread's place in its block, by dimension.
    Tid(u8),
    /// The block's size.
    Ntid(u8),
    /// The block's place in the grid.
    Ctaid(u8),
    /// The grid's size.
    Nctaid(u8),
    /// `blockIdx * blockDim`, which does not wrap around.
    Begin(u8),
    /// `gridDim * blockDim`, which does not wrap around.
    All(u8),
    /// Another special register, an address.
    Other,
}

/// Memory that nothing writes, as a function from bytes' places to what lies there.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Read {
    /// The buffer, if it is one: the number of its parameter.
    pub buffer: Option<u32>,
    /// The type that is read.
    pub ty: Type,
    /// Where it is read first.
    pub inst: Inst,
}

/// A way to a loop's head.
#[derive(Clone, Debug)]
pub struct Edge {
    /// From where.
    pub from: Block,
    /// When it is taken.
    pub condition: Term,
    /// What the head's symbols become.
    pub args: Vec<Term>,
}

/// A loop.
#[derive(Clone, Debug)]
pub struct Head {
    /// Its first block.
    pub block: Block,
    /// The variables that matter, with their symbols.
    pub params: Vec<(Value, Term)>,
    /// Ways into the loop.
    pub entries: Vec<Edge>,
    /// Ways back.
    pub backs: Vec<Edge>,
    /// When it is left, for good or to where no loop follows.
    pub exits: Vec<Term>,
}

/// What a model assumes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Assumed {
    /// Memory that the kernel does not write stays as it is: buffers are disjoint, and accesses in bounds.
    pub unwritten: bool,
    /// No counter in memory wraps around.
    pub counters: bool,
    /// Constants hold what the module initialises them with.
    pub constants: bool,
    /// There are fewer than 2^31 threads in each dimension.
    pub launch_size: bool,
    /// A block whose size is free is no larger than the language and the kernel allow.
    pub block_limit: bool,
    /// A grid whose size is free is no larger than the language allows.
    pub grid_limit: bool,
}

/// Why a kernel has no model.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NoModel {
    /// A cycle can be entered at two blocks.
    Irreducible(Irreducible),
    /// The time was over before it was made.
    Late,
}

impl fmt::Display for NoModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Irreducible(edge) => edge.fmt(f),
            Self::Late => f.write_str("there was not enough time to analyse the loops"),
        }
    }
}

/// A thread as terms.
pub struct Model<'a> {
    /// The module.
    pub module: &'a Module,
    /// The kernel, prepared.
    pub function: &'a Function,
    /// What is given of the launch.
    pub launch: &'a LaunchSpace,
    /// Variables of the module that hold what it initialises them with.
    pub initialised: &'a [Object],
    pub(super) operations: Operations,
    /// The kernel's graph.
    pub cfg: Cfg,
    /// Its loops.
    pub loops: Loops,
    /// What matters.
    pub needed: Needed,
    /// The terms.
    pub terms: Terms,
    pub(super) values: SecondaryMap<Value, Option<Term>>,
    pub(super) paths: SecondaryMap<Block, Option<Path>>,
    /// What holds of every launch.
    pub facts: Vec<Term>,
    /// The loops as terms, by their numbers in `loops`.
    pub heads: Vec<Head>,
    /// What symbols stand for.
    pub origins: BTreeMap<Symbol, Origin>,
    /// What memory the functions stand for that nothing writes.
    pub contents: BTreeMap<Symbol, Read>,
    /// What terms are called that are not written as the source has them.
    pub names: BTreeMap<Term, String>,
    /// What is assumed.
    pub assumed: Assumed,
    /// What must hold for each assumption of the source to be passed.
    pub trusted: Vec<Term>,
    /// Where they stand.
    pub(super) trusting: BTreeSet<Block>,
    pub(super) written: super::inst::Written,
    /// Guesses about two variables of a loop, where they are made too.
    pub(super) related: BTreeMap<usize, Vec<Term>>,
    /// Linear measures of loops, as far as they were looked for.
    pub(super) linear: BTreeMap<usize, Vec<Term>>,
    /// Loops with counters that something else writes, too.
    pub(super) disturbed: BTreeMap<usize, Vec<super::counters::Disturbed>>,
    /// Ways into loops from which a [state](super::finite) comes again, as far as they were looked for.
    pub(super) again: BTreeMap<usize, Vec<Term>>,
}

impl<'a> Model<'a> {
    /// The model of a prepared kernel.
    ///
    /// # Errors
    /// When a cycle is no natural loop.
    pub fn new(
        module: &'a Module,
        function: &'a Function,
        launch: &'a LaunchSpace,
        initialised: &'a [Object],
        operations: Operations,
    ) -> Result<Self, NoModel> {
        Self::by(module, function, launch, initialised, operations, Deadline::default())
    }

    /// The same, as long as there is time.
    ///
    /// # Errors
    /// As [`Model::new`], or that there was not enough time.
    pub fn by(
        module: &'a Module,
        function: &'a Function,
        launch: &'a LaunchSpace,
        initialised: &'a [Object],
        operations: Operations,
        deadline: Deadline,
    ) -> Result<Self, NoModel> {
        let cfg = Cfg::new(function);
        let loops = Loops::new(&cfg, &Dominators::new(&cfg));
        if let Some(edge) = loops.irreducible() {
            return Err(NoModel::Irreducible(edge));
        }
        let needed = Needed::of(function, &cfg, &loops);
        let heads = loops.all().iter().map(|l| Head {
            block: l.header,
            params: Vec::new(),
            entries: Vec::new(),
            backs: Vec::new(),
            exits: Vec::new(),
        });
        let mut model = Self {
            module,
            function,
            launch,
            initialised,
            operations,
            heads: heads.collect(),
            cfg,
            loops,
            needed,
            terms: Terms::new(),
            values: SecondaryMap::new(),
            paths: SecondaryMap::new(),
            facts: Vec::new(),
            origins: BTreeMap::new(),
            contents: BTreeMap::new(),
            names: BTreeMap::new(),
            assumed: Assumed::default(),
            trusted: Vec::new(),
            trusting: BTreeSet::new(),
            written: super::inst::Written::of(module, function),
            related: BTreeMap::new(),
            linear: BTreeMap::new(),
            disturbed: BTreeMap::new(),
            again: BTreeMap::new(),
        };
        model.walk(deadline)?;
        model.name_values();
        Ok(model)
    }

    /// Names what a launch fixes and is too long to be written, such as an element of a table, as the source does.
    fn name_values(&mut self) {
        for value in self.function.values.keys() {
            if let (Some(name), Some(term)) = (&self.function.values[value].name, self.values[value])
                && self.of_launch(term)
                && self.terms.op(term) == Op::Ite
                && (self.show(term).contains('…') || self.show(term).len() > kernels::LENGTH_OF_TEXT)
            {
                self.names.entry(term).or_insert_with(|| name.clone());
            }
        }
    }

    /// From the entry to each block that matters.
    fn walk(&mut self, deadline: Deadline) -> Result<(), NoModel> {
        let order: Vec<Block> = self.cfg.rpo().iter().copied().filter(|&b| self.needed.blocks[b]).collect();
        // Ways to each block: from where, on which path, with which arguments.
        let mut ways: FxHashMap<Block, Vec<(Block, Path, Vec<Value>)>> = FxHashMap::default();
        for (at, &block) in order.iter().enumerate() {
            if deadline.passed() {
                return Err(NoModel::Late);
            }
            let into = ways.remove(&block).unwrap_or_default();
            if at > 0 && into.is_empty() {
                // No path leads here, whatever the variables are.
                continue;
            }
            let head = self.loops.all().iter().position(|l| l.header == block);
            let paths: Vec<Path> = into.iter().map(|(_, path, _)| path.clone()).collect();
            let path = if at == 0 { Path::default() } else { join(&mut self.terms, &paths) };
            match head {
                Some(number) => self.enter(number, &into),
                None => self.meet(block, &into),
            }
            let path = self.block(block, path);
            self.paths[block] = Some(path.clone());
            for (edge, target, args) in self.edges(block, &path) {
                let back =
                    self.loops.all().iter().position(|l| l.header == target && l.blocks.contains(&block));
                if edge.never(&self.terms) {
                    continue;
                }
                self.leave(block, target, &edge);
                if !self.needed.blocks[target] {
                    continue;
                }
                match back {
                    Some(number) => {
                        let edge = self.edge(number, block, &edge, &args);
                        self.heads[number].backs.push(edge);
                    }
                    None => ways.entry(target).or_default().push((block, edge, args)),
                }
            }
        }
        Ok(())
    }

    /// Notes when loops are left.
    fn leave(&mut self, block: Block, target: Block, edge: &Path) {
        let mut at = self.loops.innermost(block);
        while let Some(number) = at.filter(|&number| !self.loops.contains(number, target)) {
            let condition = edge.term(&mut self.terms);
            self.heads[number].exits.push(condition);
            at = self.loops.all()[number].parent;
        }
    }

    fn edge(&mut self, number: usize, from: Block, path: &Path, args: &[Value]) -> Edge {
        let condition = path.term(&mut self.terms);
        let params = self.heads[number].params.clone();
        let block = self.heads[number].block;
        let all = &self.function.blocks[block].params;
        let args = params.into_iter().map(|param| match all.iter().position(|q| *q == param.0) {
            Some(place) => self.value(args[place]),
            None => self.last_count(number, from, param),
        });
        let args = args.collect();
        Edge { from, condition, args }
    }

    /// The head of a loop: its variables become symbols.
    fn enter(&mut self, number: usize, into: &[(Block, Path, Vec<Value>)]) {
        let block = self.heads[number].block;
        for &param in &self.function.blocks[block].params {
            if self.needed.values[param]
                && let Some(sort) = sort(self.function.ty(param))
            {
                let name = self.function.values[param].name.clone().unwrap_or_else(|| "i".to_owned());
                let term = self.fresh(&format!("{name}@{param}"), sort, Origin::Head(number, param));
                self.values[param] = Some(term);
                self.heads[number].params.push((param, term));
            }
        }
        self.enter_counters(number);
        for (from, path, args) in into {
            let edge = self.edge(number, *from, path, args);
            self.heads[number].entries.push(edge);
        }
    }

    /// A block where ways meet: which one was taken says what its parameters are.
    fn meet(&mut self, block: Block, into: &[(Block, Path, Vec<Value>)]) {
        let paths: Vec<Path> = into.iter().map(|(_, path, _)| path.clone()).collect();
        let shared = common(&paths);
        let params = self.function.blocks[block].params.clone();
        for (place, &param) in params.iter().enumerate() {
            if !self.needed.values[param] {
                continue;
            }
            let mut term = None;
            for (_, path, args) in into.iter().rev() {
                let value = self.value(args[place]);
                term = Some(match term {
                    None => value,
                    Some(other) => {
                        let taken = path.beyond(&mut self.terms, &shared);
                        self.terms.ite(taken, value, other)
                    }
                });
            }
            self.values[param] = term;
        }
    }

    /// The instructions of a block; what it takes to reach its end.
    fn block(&mut self, block: Block, mut path: Path) -> Path {
        let function = self.function;
        for &inst in &function.blocks[block].insts {
            match &function.insts[inst].kind {
                InstKind::Assume(value) => self.trust(block, *value, &mut path),
                InstKind::SpecEnd(kind, value) if kind.is_trusted() => self.trust(block, *value, &mut path),
                _ => {
                    self.inst(block, inst);
                    self.count(block, inst, &path);
                }
            }
        }
        path
    }

    /// Restricts a path to those on which a value is true.
    fn trust(&mut self, block: Block, value: Value, path: &mut Path) {
        let holds = self.value(value);
        *path = path.and(&self.terms, holds);
        let all = path.term(&mut self.terms);
        self.trusted.push(all);
        self.trusting.insert(block);
    }

    fn edges(&mut self, block: Block, path: &Path) -> Vec<(Path, Block, Vec<Value>)> {
        let function = self.function;
        // No thread gets beyond a call that leads to no function: that is assumed, by name.
        let strays = |inst: &Inst| function.insts[*inst].kind.stray_target().is_some();
        if function.blocks[block].insts.iter().any(strays) {
            return Vec::new();
        }
        let term = &function.blocks[block].term;
        let targets = term.targets();
        let conditions: Vec<Term> = match term {
            Terminator::Branch { cond, .. } => {
                let then = self.value(*cond);
                vec![then, self.terms.not(then)]
            }
            Terminator::Switch { value, .. } => {
                let value = self.value(*value);
                let width = self.terms.width(value);
                let mut numbers = Vec::new();
                for n in 0..targets.len() - 1 {
                    let n = self.terms.bits(width, n as u128);
                    numbers.push(self.terms.eq(value, n));
                }
                let any = self.terms.any(&numbers);
                numbers.push(self.terms.not(any));
                numbers
            }
            Terminator::Goto(all) => {
                let choice = self.fresh(&format!("way from {block}"), Sort::Bits(32), Origin::Choice(block));
                (0..all.len())
                    .map(|n| {
                        let n = self.terms.bits(32, n as u128);
                        self.terms.eq(choice, n)
                    })
                    .collect()
            }
            _ => targets.iter().map(|_| self.terms.truth(true)).collect(),
        };
        let out = targets.iter().zip(conditions);
        out.map(|(target, c)| (path.and(&self.terms, c), target.block, target.args.to_vec())).collect()
    }

    /// A symbol of its own.
    pub(super) fn fresh(&mut self, name: &str, sort: Sort, origin: Origin) -> Term {
        let term = self.terms.var(name, sort);
        self.named(term, origin);
        term
    }

    /// Says what a variable stands for.
    pub(super) fn named(&mut self, term: Term, origin: Origin) {
        for symbol in self.terms.variables(&[term]) {
            self.origins.entry(symbol).or_insert(origin);
        }
    }

    /// When control reaches a loop's head, as far as symbols say.
    pub fn reached(&mut self, number: usize) -> Term {
        let entries: Vec<Term> = self.heads[number].entries.iter().map(|e| e.condition).collect();
        self.terms.any(&entries)
    }

    /// The place of a block in reverse post-order.
    #[must_use]
    pub fn place(&self, block: Block) -> usize {
        self.cfg.number(block).unwrap_or(usize::MAX)
    }

    /// Is a term the same in all rounds of a loop: does it depend on nothing that is computed in it? Its own variables are allowed where `own`.
    #[must_use]
    pub fn outside(&self, number: usize, term: Term, own: bool) -> bool {
        self.terms.variables(&[term]).iter().all(|symbol| match &self.origins[symbol] {
            Origin::Input(_) => true,
            Origin::Head(other, _) if *other == number => own,
            Origin::Head(other, _) => !self.loops.contains(number, self.heads[*other].block),
            Origin::Any(block, _) | Origin::Choice(block) => !self.loops.contains(number, *block),
        })
    }

    /// Does a term depend on nothing but what a launch fixes?
    #[must_use]
    pub fn of_launch(&self, term: Term) -> bool {
        let input = |symbol: &Symbol| matches!(self.origins[symbol], Origin::Input(_));
        self.terms.variables(&[term]).iter().all(input) && self.terms.functions(&[term]).is_empty()
    }

    /// Does a term depend on the thread? No launch has only threads that meet a condition on that, so it cannot be a condition.
    #[must_use]
    pub fn of_thread(&self, term: Term) -> bool {
        let place = |symbol: &Symbol| {
            matches!(self.origins[symbol], Origin::Input(Input::Tid(_) | Input::Ctaid(_) | Input::Begin(_)))
        };
        self.terms.variables(&[term]).iter().any(place)
    }

    /// Where the values come from that may be anything in each round of a loop and that a term depends on.
    #[must_use]
    pub fn unknowns(&self, number: usize, term: Term) -> Vec<Inst> {
        let mut all = Vec::new();
        let mut seen: FxHashSet<Symbol> = FxHashSet::default();
        for symbol in self.terms.variables(&[term]) {
            if let Origin::Any(block, inst) = self.origins[&symbol]
                && self.loops.contains(number, block)
                && seen.insert(symbol)
            {
                all.push(inst);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }
}
