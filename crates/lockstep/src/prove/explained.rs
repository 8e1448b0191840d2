//! What the method found out about a kernel and what it used, for `--explain`.
//!
//! Loops: which variables have a closed form, which guesses Houdini kept and which it dropped, the fate of the user's
//! invariants. Barriers: the conditions that decide which threads reach them, and which threads agree on each. Nothing is recomputed that the method
//! decided with: shapes and levels come from its walks.

use super::candidates::{Bound, Candidate, Candidates, Relation};
use super::induction::{self, Shape};
use super::naming;
use super::setup::Setup;
use super::uniform::Shared;
use super::{Answer, Finding, Method, What};
use crate::edge::When;
use raddle_ir::cfg::{Cfg, PostDominators};
use raddle_ir::{Block, Function, Inst, InstKind, LocId, SecondaryMap, Value};
use std::collections::BTreeSet;

/// What was found and used, in the names of the source.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Explained {
    /// The loops, by their heads.
    pub loops: Vec<OfLoop>,
    /// The barriers, but for the one at the end of the kernel.
    pub barriers: Vec<OfBarrier>,
}

/// What was found of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfLoop {
    /// Where its head is.
    pub loc: LocId,
    /// Which threads leave it in the same round.
    pub left: Shared,
    /// Its variables, those that the method evaluates.
    pub variables: Vec<Variable>,
    /// What was guessed; nothing where no guess was needed.
    pub guesses: Vec<Guess>,
    /// The user's invariants.
    pub invariants: Vec<(LocId, Held)>,
}

/// A variable of a loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Variable {
    /// What it is called.
    pub name: String,
    /// What it is after a number of rounds, where that is known.
    pub form: Option<Form>,
}

/// What a variable is after a number of rounds, from what it was at first.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Form {
    /// What it was, and this in each round: a number, and names of values that stay, those with `true` subtracted.
    Sum(i128, Vec<(String, bool)>),
    /// Shifted left by this many bits in each round.
    Left(u32),
    /// Shifted right, zeros coming in.
    Right(u32),
    /// Shifted right, the sign coming in.
    Arithmetic(u32),
    /// Divided by two to this in each round, rounded to zero.
    Divided(u32),
}

/// A guess about a variable at the head of its loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Guess {
    /// The variable.
    pub variable: String,
    /// How it stands to the bound.
    pub relation: Relation,
    /// A number, or the name of a value that stays.
    pub bound: String,
    /// Is it proved? Otherwise it was given up.
    pub kept: bool,
}

/// What became of an invariant of the user.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Held {
    /// It holds.
    Proved,
    /// It may fail where the loop is entered.
    Entry,
    /// It may fail after a round that began with it.
    Round,
    /// Why it is not known.
    Unknown(String),
    /// It is about a log of accesses, which the method does not have: left out.
    LeftOut,
}

/// On what a barrier depends.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct OfBarrier {
    /// Where it is.
    pub loc: LocId,
    /// Which threads agree on whether they reach it; if those of a CTA do, no solver is asked.
    pub agreed: Shared,
    /// The conditions that it depends on.
    pub conditions: Vec<Condition>,
}

/// A condition of a branch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Condition {
    /// Where the branch is.
    pub loc: LocId,
    /// The condition.
    pub text: String,
    /// Which threads agree on it.
    pub agreed: Shared,
}

/// What Houdini was given, and what it kept.
#[derive(Clone, Debug, Default)]
pub struct Guessed {
    /// What is proved.
    pub kept: Candidates,
    /// What was given up.
    pub dropped: Candidates,
}

/// Where the head of a loop is.
pub fn head(function: &Function, block: Block) -> LocId {
    let data = &function.blocks[block];
    data.insts.first().map_or(data.term_loc, |&inst| function.insts[inst].loc)
}

impl Method<'_, '_> {
    /// What was found and used.
    pub(super) fn explained(&self) -> Explained {
        let setup = self.setup;
        let loops = setup.kernel.loops().all().iter();
        Explained {
            loops: loops.map(|of| self.of_loop(of.header, &of.blocks)).collect(),
            barriers: barriers(setup),
        }
    }

    fn of_loop(&self, header: Block, blocks: &[Block]) -> OfLoop {
        let (setup, function) = (self.setup, self.setup.kernel.function());
        let blocks: BTreeSet<Block> = blocks.iter().copied().collect();
        let name = |value: Value| naming::text(setup.module, function, value);
        let params = &function.blocks[header].params;
        let evaluated = params.iter().enumerate().filter(|(_, param)| self.needed.value(**param));
        let variables = evaluated.map(|(number, &param)| {
            let shape = induction::shape(setup, header, &blocks, number);
            Variable {
                name: name(param),
                form: shape.map(|shape| form(&shape, function.ty(param).bits(), &name)),
            }
        });
        let of = |candidates: &Candidates, kept: bool| {
            let all = candidates.get(&header).cloned().unwrap_or_default();
            let said = |c: Candidate| Guess {
                variable: name(params[c.param]),
                relation: c.relation,
                bound: match c.bound {
                    Bound::Number(bits) => naming::number(function.ty(params[c.param]), bits),
                    // What a variable begins with often has its name too.
                    Bound::Value(value, less) => {
                        let own = name(value) == name(params[c.param]);
                        let name = format!("{}{}", name(value), if own { "0" } else { "" });
                        match naming::number(function.ty(value), less).as_str() {
                            "0" => name,
                            less => match less.strip_prefix('-') {
                                Some(more) => format!("{name} + {more}"),
                                None => format!("{name} - {less}"),
                            },
                        }
                    }
                },
                kept,
            };
            all.into_iter().map(said).collect::<Vec<Guess>>()
        };
        let mut guesses = of(&self.guessed.kept, true);
        guesses.extend(of(&self.guessed.dropped, false));
        let invariants = setup.contracts.ends(header).map(|end| (function.insts[end].loc, self.held(end)));
        OfLoop {
            loc: head(function, header),
            left: setup.uniform.exits(header),
            variables: variables.collect(),
            guesses,
            invariants: invariants.collect(),
        }
    }

    fn held(&self, end: Inst) -> Held {
        if self.setup.contracts.of_log(end) {
            return Held::LeftOut;
        }
        let Some((_, answer)) = self.failing.iter().find(|(inst, _)| *inst == end) else {
            return Held::Proved;
        };
        match answer {
            Answer::Proved => Held::Proved,
            Answer::Unknown(gaps) => {
                Held::Unknown(gaps.first().map_or_else(String::new, |g| g.reason.clone()))
            }
            Answer::Possible(findings) => {
                let entry = |f: &Finding| matches!(f.what, What::Invariant { entry: true, .. });
                if findings.iter().any(entry) { Held::Entry } else { Held::Round }
            }
        }
    }
}

fn form(shape: &Shape, width: u32, name: &dyn Fn(Value) -> String) -> Form {
    match shape {
        Shape::Sum(sum) => {
            let unused = 128 - width;
            let constant = (sum.constant << unused) as i128 >> unused;
            Form::Sum(constant, sum.parts.iter().map(|&(part, minus)| (name(part), minus)).collect())
        }
        Shape::Left(by) => Form::Left(*by),
        Shape::Right(by) => Form::Right(*by),
        Shape::Arithmetic(by) => Form::Arithmetic(*by),
        Shape::Divided(by) => Form::Divided(*by),
    }
}

/// The barriers, in program order.
fn barriers(setup: &Setup<'_>) -> Vec<OfBarrier> {
    let function = setup.kernel.function();
    let cfg = Cfg::new(function);
    let on = dependences(setup, &cfg, &PostDominators::new(&cfg));
    let mut all = Vec::new();
    for &block in setup.kernel.order() {
        // The report on barriers is not part of a verdict.
        if setup.deadline.passed() {
            break;
        }
        for &inst in &function.blocks[block].insts {
            if !matches!(function.insts[inst].kind, InstKind::Barrier(_))
                || inst == setup.kernel.final_barrier()
            {
                continue;
            }
            let branches = deciding(&on, block);
            all.push(OfBarrier {
                loc: function.insts[inst].loc,
                agreed: setup.uniform.control(block),
                conditions: branches.into_iter().filter_map(|branch| condition(setup, branch)).collect(),
            });
        }
    }
    all
}

/// For each block the branches that it is control dependent on (Ferrante, Ottenstein and Warren): it lies between one of their sides and the
/// place where the sides meet.
fn dependences(setup: &Setup<'_>, cfg: &Cfg, post: &PostDominators) -> SecondaryMap<Block, Vec<Block>> {
    let mut on: SecondaryMap<Block, Vec<Block>> = SecondaryMap::new();
    let branches = setup.kernel.order().iter().copied().filter(|&block| cfg.succs(block).len() > 1);
    for branch in branches {
        let meet = post.ipdom(branch);
        for &side in cfg.succs(branch) {
            let between = std::iter::successors(Some(side), |&at| post.ipdom(at));
            for block in between.take_while(|&block| Some(block) != meet) {
                if on[block].last() != Some(&branch) {
                    on[block].push(branch);
                }
            }
        }
    }
    on
}

/// The branches on which it depends whether a block is executed, and how often.
fn deciding(on: &SecondaryMap<Block, Vec<Block>>, block: Block) -> BTreeSet<Block> {
    let (mut found, mut open) = (BTreeSet::new(), vec![block]);
    while let Some(of) = open.pop() {
        open.extend(on[of].iter().copied().filter(|&branch| found.insert(branch)));
    }
    found
}

fn condition(setup: &Setup<'_>, block: Block) -> Option<Condition> {
    let function = setup.kernel.function();
    let value = setup.kernel.edges(block).iter().find_map(|edge| match edge.when {
        When::Always => None,
        When::Is(value, _) | When::Equals(value, _) | When::AtLeast(value, _) => Some(value),
    })?;
    Some(Condition {
        loc: function.blocks[block].term_loc,
        text: naming::text(setup.module, function, value),
        agreed: setup.uniform.seen(value, block),
    })
}
