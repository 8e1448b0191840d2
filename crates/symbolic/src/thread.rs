//! What a launch fixes for a thread, as terms: where the thread is, the sizes of blocks and of the grid, and the other special registers.
//!
//! A size that is given is a number, and one that is free a symbol within the limits of the [launch](LaunchSpace). Where threads are
//! distinguished, the names of what belongs to a thread, or to its block, have an ending of their own.

use raddle_ir::Special;
use raddle_launch::LaunchSpace;
use raddle_launch::limits::IN_A_DIMENSION;
use raddle_smt::{Sort, Term, Terms};

/// The letters of dimensions.
pub const DIMENSIONS: [char; 3] = ['x', 'y', 'z'];

/// A thread of a launch.
#[derive(Clone, Copy, Debug)]
pub struct Thread<'a> {
    /// The launch.
    pub launch: &'a LaunchSpace,
    /// The ending of the names of what each thread has for itself.
    pub own: &'static str,
    /// The ending of the names of what all threads of a block have, and threads of other blocks may not.
    pub of_block: &'static str,
}

/// The size of a block, in one dimension.
pub fn ntid(terms: &mut Terms, launch: &LaunchSpace, dim: usize) -> Term {
    match launch.block[dim] {
        Some(size) => terms.bits(32, u128::from(size)),
        None => {
            let most = launch.most_in_block(dim);
            terms.bounded(format!("ntid.{}", DIMENSIONS[dim]), 32, 1, u128::from(most))
        }
    }
}

/// The size of the grid, in one dimension.
pub fn nctaid(terms: &mut Terms, launch: &LaunchSpace, dim: usize) -> Term {
    match launch.grid[dim] {
        Some(size) => terms.bits(32, u128::from(size)),
        None => {
            let most = launch.most_in_grid(dim);
            terms.bounded(format!("nctaid.{}", DIMENSIONS[dim]), 32, 1, u128::from(most))
        }
    }
}

/// `nctaid * ntid`: how many threads there are in a dimension.
fn everywhere(terms: &mut Terms, dim: usize) -> Term {
    terms.bounded(format!("nctaid*ntid.{}", DIMENSIONS[dim]), 32, 1, IN_A_DIMENSION.into())
}

/// Is the size of a block free in a dimension, and are there fewer than 2^31 threads in it? Then `ctaid * ntid` and `nctaid * ntid` do not
/// wrap around, and each is a symbol of its own, as solvers are slow with products. [`products`] states the facts needed about them.
fn is_product(launch: &LaunchSpace, dim: usize) -> bool {
    let most = u64::from(launch.most_in_block(dim)) * u64::from(launch.grid[dim].unwrap_or(0));
    launch.block[dim].is_none() && most <= IN_A_DIMENSION.into()
}

impl Thread<'_> {
    /// Its place in its block, in one dimension.
    pub fn tid(self, terms: &mut Terms, dim: usize) -> Term {
        let name = format!("tid.{}{}", DIMENSIONS[dim], self.own);
        terms.bounded(name, 32, 0, u128::from(self.launch.most_in_block(dim) - 1))
    }

    /// The place of its block in the grid, in one dimension.
    pub fn ctaid(self, terms: &mut Terms, dim: usize) -> Term {
        if let Some(cta) = self.launch.cta {
            return terms.bits(32, u128::from(cta[dim]));
        }
        let most = self.launch.most_in_grid(dim);
        terms.bounded(format!("ctaid.{}{}", DIMENSIONS[dim], self.of_block), 32, 0, u128::from(most - 1))
    }

    /// Its number in its block.
    pub fn linear(self, terms: &mut Terms) -> Term {
        let mut sum = self.tid(terms, 2);
        for dim in [1, 0] {
            let size = ntid(terms, self.launch, dim);
            let row = terms.bvmul(size, sum);
            let at = self.tid(terms, dim);
            sum = terms.bvadd(row, at);
        }
        sum
    }

    /// Its number in its warp, where warps are cut from the block in order.
    fn lane(self, terms: &mut Terms) -> Term {
        let number = self.linear(terms);
        let size = terms.bits(32, u128::from(self.launch.warp_size));
        terms.bvurem(number, size)
    }

    /// A special register that has a value of its own for each thread, block or launch; `None` for one that differs from read to read.
    pub fn special(self, terms: &mut Terms, of: Special) -> Option<Term> {
        let launch = self.launch;
        Some(match of {
            Special::Tid(dim) => self.tid(terms, usize::from(dim)),
            Special::Ntid(dim) => ntid(terms, launch, usize::from(dim)),
            Special::Ctaid(dim) => self.ctaid(terms, usize::from(dim)),
            Special::Nctaid(dim) => nctaid(terms, launch, usize::from(dim)),
            Special::LaneId => self.lane(terms),
            Special::LaneMaskEq
            | Special::LaneMaskLe
            | Special::LaneMaskLt
            | Special::LaneMaskGe
            | Special::LaneMaskGt => {
                let (one, ones) = (terms.bits(32, 1), terms.bits(32, u128::from(u32::MAX)));
                let lane = self.lane(terms);
                let this = terms.bvshl(one, lane);
                let below = terms.bvsub(this, one);
                let upto = terms.bvor(below, this);
                match of {
                    Special::LaneMaskEq => this,
                    Special::LaneMaskLt => below,
                    Special::LaneMaskLe => upto,
                    Special::LaneMaskGe => terms.bvxor(ones, below),
                    _ => terms.bvxor(ones, upto),
                }
            }
            Special::WarpSize => terms.bits(32, u128::from(launch.warp_size)),
            Special::DynamicSmemSize => match launch.dynamic_shared {
                Some(size) => terms.bits(32, u128::from(size)),
                None => terms.var("dynamic_smem_size", Sort::Bits(32)),
            },
            Special::TotalSmemSize
            | Special::NwarpId
            | Special::NsmId
            | Special::GridId
            | Special::EnvReg(_)
            | Special::NclusterId(_)
            | Special::ClusterNctaid(_)
            | Special::ClusterNctarank => terms.var(format!("{of:?}"), Sort::Bits(32)),
            Special::IsExplicitCluster => terms.var(format!("{of:?}"), Sort::Bool),
            Special::ClusterId(_) | Special::ClusterCtaid(_) | Special::ClusterCtarank => {
                terms.var(format!("{of:?}{}", self.of_block), Sort::Bits(32))
            }
            Special::WarpId | Special::SmId | Special::Clock => return None,
        })
    }

    /// `ctaid * ntid`: where the threads of its block begin in a dimension.
    fn begin(self, terms: &mut Terms, dim: usize) -> Term {
        let name = format!("ctaid*ntid.{}{}", DIMENSIONS[dim], self.of_block);
        terms.bounded(name, 32, 0, IN_A_DIMENSION.into())
    }

    /// A product, if it is one that has a symbol.
    pub fn product(self, terms: &mut Terms, factors: [Term; 2]) -> Option<Term> {
        let (width, launch) = (terms.width(factors[0]), self.launch);
        for dim in (0..3).filter(|&dim| width >= 32 && is_product(launch, dim)) {
            let wide = |terms: &mut Terms, term: Term| terms.resize(width, term);
            let (size, at) = (ntid(terms, launch, dim), self.ctaid(terms, dim));
            let [size, at] = [size, at].map(|term| wide(terms, term));
            let ctas = nctaid(terms, launch, dim);
            let ctas = wide(terms, ctas);
            let is = |a: Term, b: Term| factors == [a, b] || factors == [b, a];
            if is(at, size) {
                let begin = self.begin(terms, dim);
                return Some(wide(terms, begin));
            }
            if is(ctas, size) {
                let all = everywhere(terms, dim);
                return Some(wide(terms, all));
            }
        }
        None
    }

    /// It lies in its block, where the block's size is free.
    pub fn in_block(self, terms: &mut Terms) -> Vec<Term> {
        let free = (0..3).filter(|&dim| self.launch.block[dim].is_none());
        let inside = free.map(|dim| {
            let (at, size) = (self.tid(terms, dim), ntid(terms, self.launch, dim));
            terms.bvult(at, size)
        });
        inside.collect()
    }

    /// All that holds of it: it lies in its block, and its block in the grid.
    pub fn facts(self, terms: &mut Terms) -> Vec<Term> {
        let free = (0..3).filter(|&dim| self.launch.grid[dim].is_none());
        let inside = free.map(|dim| {
            let size = nctaid(terms, self.launch, dim);
            let at = self.ctaid(terms, dim);
            terms.bvult(at, size)
        });
        let mut all: Vec<Term> = inside.collect();
        all.extend(sizes(terms, self.launch));
        all.extend(self.in_block(terms));
        (0..3).for_each(|dim| all.extend(products(terms, self.launch, &[self], dim)));
        all
    }
}

/// What holds of sizes of blocks that are free: there are no more threads than a block can have.
pub fn sizes(terms: &mut Terms, launch: &LaunchSpace) -> Vec<Term> {
    if launch.block.iter().filter(|size| size.is_none()).count() < 2 {
        return Vec::new();
    }
    let bound = (0..3).fold(1, |all: u64, dim| all.saturating_mul(launch.most_in_block(dim).into()));
    // The product must not wrap around.
    let width = if bound <= u64::from(u32::MAX) { 32 } else { 64 };
    let sizes = [0, 1, 2].map(|dim| {
        let size = ntid(terms, launch, dim);
        terms.resize(width, size)
    });
    let row = terms.bvmul(sizes[0], sizes[1]);
    let (threads, most) = (terms.bvmul(row, sizes[2]), terms.bits(width, launch.most_threads().into()));
    vec![terms.bvule(threads, most)]
}

/// What holds of [products](Thread::product) for some threads: their blocks do not overlap, and lie within the grid. Of the first two blocks,
/// and of grids of one and two, it is all that holds.
pub fn products(terms: &mut Terms, launch: &LaunchSpace, threads: &[Thread<'_>], dim: usize) -> Vec<Term> {
    if !is_product(launch, dim) {
        return Vec::new();
    }
    let (size, ctas, all) = (ntid(terms, launch, dim), nctaid(terms, launch, dim), everywhere(terms, dim));
    let at: Vec<Term> = threads.iter().map(|thread| thread.ctaid(terms, dim)).collect();
    let begin: Vec<Term> = threads.iter().map(|thread| thread.begin(terms, dim)).collect();
    let last = terms.bvsub(all, size);
    let mut facts = vec![terms.bvule(size, all)];
    let mut times = |terms: &mut Terms, number: Term, product: Term| {
        let mut multiple = terms.bits(32, 0);
        for n in 0..3 {
            let n = terms.bits(32, n);
            let (same, right) = (terms.eq(number, n), terms.eq(product, multiple));
            facts.push(terms.implies(same, right));
            multiple = terms.bvadd(multiple, size);
        }
    };
    times(terms, ctas, all);
    begin.iter().zip(&at).for_each(|(&begin, &at)| times(terms, at, begin));
    for (n, &own) in begin.iter().enumerate() {
        let end = terms.bvadd(own, size);
        facts.push(terms.bvule(own, last));
        for m in (0..begin.len()).filter(|&m| m != n) {
            let (earlier, apart) = (terms.bvult(at[n], at[m]), terms.bvule(end, begin[m]));
            facts.push(terms.implies(earlier, apart));
        }
    }
    facts
}

/// Is this the name of a scalar parameter, or of the place of a thread?
#[must_use]
pub fn is_input(name: &str) -> bool {
    ["parameter ", "tid.", "ctaid.", "ntid.", "nctaid."].iter().any(|prefix| name.starts_with(prefix))
}

/// Do formulas depend on nothing but scalar parameters and the places of threads?
pub fn are_inputs(terms: &mut Terms, formulas: &[Term]) -> bool {
    let variables = terms.variables(formulas);
    // The result of an uninterpreted function cannot be chosen.
    terms.functions(formulas).is_empty()
        && variables.into_iter().all(|symbol| is_input(&terms.declaration(symbol).name))
}
