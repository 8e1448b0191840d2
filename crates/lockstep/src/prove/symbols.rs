//! The two threads: what is different for them has a name for each, what is the same one for both.
//!
//! A symbol that belongs to a thread ends in `!1` or `!2`. So the two threads are exchanged by exchanging the endings, and every
//! question about them is asked once for both orders.

use super::uniform::Shared;
use raddle_ir::{Func, Special, Type, null};
use raddle_launch::LaunchSpace;
use raddle_launch::limits::IN_A_DIMENSION;
use raddle_smt::{Sort, Term, Terms};
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// How the two threads stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pair {
    /// Two different threads of one warp.
    SameWarp,
    /// Two different threads of one CTA.
    SameCta,
    /// Threads of two different CTAs.
    OtherCta,
}

impl Pair {
    /// What such threads agree on is what so many do.
    #[must_use]
    pub const fn shared(self) -> Shared {
        match self {
            Self::SameWarp | Self::SameCta => Shared::Group,
            Self::OtherCta => Shared::Launch,
        }
    }
}

/// One of the two threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Who {
    /// The one.
    First,
    /// The other.
    Second,
}

impl Who {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The ending of what belongs to it.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::First => "!1",
            Self::Second => "!2",
        }
    }
}

/// The letters of dimensions.
pub(crate) const DIMENSIONS: [char; 3] = ['x', 'y', 'z'];

/// The size of a CTA, in one dimension.
pub fn ntid(terms: &mut Terms, launch: &LaunchSpace, dim: usize) -> Term {
    match launch.block[dim] {
        Some(size) => terms.bits(32, u128::from(size)),
        None => {
            let most = launch.most_in_block(dim);
            terms.bounded(format!("ntid.{}", DIMENSIONS[dim]), 32, 1, u128::from(most))
        }
    }
}

/// Do formulas speak of nothing but scalar parameters, and of where the threads are?
pub fn are_inputs(terms: &mut Terms, formulas: &[Term]) -> bool {
    let is_input = |name: &str| {
        ["parameter ", "tid.", "ctaid.", "ntid.", "nctaid."].iter().any(|prefix| name.starts_with(prefix))
    };
    let variables = terms.variables(formulas);
    // What a function that is not interpreted gives is no choice.
    terms.functions(formulas).is_empty()
        && variables.into_iter().all(|symbol| is_input(&terms.declaration(symbol).name))
}

/// How many threads a CTA has.
fn threads(terms: &mut Terms, launch: &LaunchSpace) -> Term {
    let [x, y, z] = [0, 1, 2].map(|dim| ntid(terms, launch, dim));
    let row = terms.bvmul(x, y);
    terms.bvmul(row, z)
}

/// The position of a thread in its CTA, in one dimension.
pub fn tid(terms: &mut Terms, launch: &LaunchSpace, who: Who, dim: usize) -> Term {
    let name = format!("tid.{}{}", DIMENSIONS[dim], who.ending());
    terms.bounded(name, 32, 0, u128::from(launch.most_in_block(dim) - 1))
}

/// The position of a thread's CTA in the grid, in one dimension.
pub fn ctaid(terms: &mut Terms, launch: &LaunchSpace, pair: Pair, who: Who, dim: usize) -> Term {
    let ending = if pair == Pair::OtherCta { who.ending() } else { "" };
    let most = launch.most_in_grid(dim);
    terms.bounded(format!("ctaid.{}{ending}", DIMENSIONS[dim]), 32, 0, u128::from(most - 1))
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

/// The number of a thread in its CTA.
pub fn linear(terms: &mut Terms, launch: &LaunchSpace, who: Who) -> Term {
    let mut sum = tid(terms, launch, who, 2);
    for dim in [1, 0] {
        let size = ntid(terms, launch, dim);
        let row = terms.bvmul(size, sum);
        let at = tid(terms, launch, who, dim);
        sum = terms.bvadd(row, at);
    }
    sum
}

/// What holds of the first thread: it lies in the grid.
pub fn one_thread(terms: &mut Terms, launch: &LaunchSpace) -> Vec<Term> {
    let free = (0..3).filter(|&dim| launch.grid[dim].is_none());
    let inside = free.map(|dim| {
        let size = nctaid(terms, launch, dim);
        let at = ctaid(terms, launch, Pair::SameCta, Who::First, dim);
        terms.bvult(at, size)
    });
    let mut all: Vec<Term> = inside.collect();
    all.extend(sizes(terms, launch));
    all.extend(in_cta(terms, launch, Who::First));
    (0..3).for_each(|dim| all.extend(in_line(terms, launch, Pair::SameCta, dim)));
    all
}

/// A thread lies in its CTA, where the CTA's size is free.
fn in_cta(terms: &mut Terms, launch: &LaunchSpace, who: Who) -> Vec<Term> {
    let free = (0..3).filter(|&dim| launch.block[dim].is_none());
    let inside = free.map(|dim| {
        let (at, size) = (tid(terms, launch, who, dim), ntid(terms, launch, dim));
        terms.bvult(at, size)
    });
    inside.collect()
}

/// What holds of sizes of CTAs that are free: there are no more threads than a CTA can have.
fn sizes(terms: &mut Terms, launch: &LaunchSpace) -> Vec<Term> {
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

/// Is the size of a CTA free in a dimension, and are there fewer than 2^31 threads in it? Then `ctaid * ntid` and `nctaid * ntid` do not
/// wrap around, and each is a symbol of its own: solvers are slow with products. [`in_line`] says what is needed of them.
fn is_product(launch: &LaunchSpace, dim: usize) -> bool {
    let most = u64::from(launch.most_in_block(dim)) * u64::from(launch.grid[dim].unwrap_or(0));
    launch.block[dim].is_none() && most <= IN_A_DIMENSION.into()
}

/// `ctaid * ntid`: where the threads of a CTA begin in a dimension.
fn begin(terms: &mut Terms, pair: Pair, who: Who, dim: usize) -> Term {
    let ending = if pair == Pair::OtherCta { who.ending() } else { "" };
    terms.bounded(format!("ctaid*ntid.{}{ending}", DIMENSIONS[dim]), 32, 0, IN_A_DIMENSION.into())
}

/// `nctaid * ntid`: how many threads there are in a dimension.
fn everywhere(terms: &mut Terms, dim: usize) -> Term {
    terms.bounded(format!("nctaid*ntid.{}", DIMENSIONS[dim]), 32, 1, IN_A_DIMENSION.into())
}

/// A product, if it is one that has a symbol.
pub fn product(
    terms: &mut Terms,
    launch: &LaunchSpace,
    (pair, who): (Pair, Who),
    factors: [Term; 2],
) -> Option<Term> {
    let width = terms.width(factors[0]);
    for dim in (0..3).filter(|&dim| width >= 32 && is_product(launch, dim)) {
        let wide = |terms: &mut Terms, term: Term| terms.resize(width, term);
        let (size, at) = (ntid(terms, launch, dim), ctaid(terms, launch, pair, who, dim));
        let [size, at] = [size, at].map(|term| wide(terms, term));
        let ctas = nctaid(terms, launch, dim);
        let ctas = wide(terms, ctas);
        let is = |a: Term, b: Term| factors == [a, b] || factors == [b, a];
        if is(at, size) {
            let begin = begin(terms, pair, who, dim);
            return Some(wide(terms, begin));
        }
        if is(ctas, size) {
            let all = everywhere(terms, dim);
            return Some(wide(terms, all));
        }
    }
    None
}

/// What holds of [products](product): CTAs do not overlap, and lie within the grid. Of the first two CTAs, and of grids of one and two, it
/// is all that holds.
fn in_line(terms: &mut Terms, launch: &LaunchSpace, pair: Pair, dim: usize) -> Vec<Term> {
    if !is_product(launch, dim) {
        return Vec::new();
    }
    let (size, ctas, all) = (ntid(terms, launch, dim), nctaid(terms, launch, dim), everywhere(terms, dim));
    let at = Who::BOTH.map(|who| ctaid(terms, launch, pair, who, dim));
    let begin = Who::BOTH.map(|who| begin(terms, pair, who, dim));
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
    begin.iter().zip(at).for_each(|(&begin, at)| times(terms, at, begin));
    for n in 0..2 {
        let end = terms.bvadd(begin[n], size);
        facts.push(terms.bvule(begin[n], last));
        let (earlier, apart) = (terms.bvult(at[n], at[1 - n]), terms.bvule(end, begin[1 - n]));
        facts.push(terms.implies(earlier, apart));
    }
    facts
}

/// The address of a function.
pub fn function(terms: &mut Terms, func: Func, width: u32) -> Term {
    terms.var(format!("{func}"), Sort::Bits(width))
}

/// What holds of the addresses of functions: they are different, and none is among the lowest. No proof depends on more.
pub fn functions(terms: &mut Terms, functions: &BTreeMap<Func, u32>) -> Vec<Term> {
    let all: Vec<(Term, u32)> =
        functions.iter().map(|(&f, &width)| (function(terms, f, width), width)).collect();
    let mut facts = Vec::new();
    for (n, &(address, width)) in all.iter().enumerate() {
        let lowest = terms.bits(width, u128::from(null::LOWEST));
        facts.push(terms.bvule(lowest, address));
        for &(other, _) in all[..n].iter().filter(|(_, other)| *other == width) {
            let same = terms.eq(address, other);
            facts.push(terms.not(same));
        }
    }
    facts
}

/// What holds of two threads: they are different, and lie in the grid.
pub fn two_threads(terms: &mut Terms, launch: &LaunchSpace, pair: Pair) -> Vec<Term> {
    let mut all = Vec::new();
    let mut same = Vec::new();
    for dim in 0..3 {
        let both = Who::BOTH.map(|who| match pair {
            Pair::SameWarp | Pair::SameCta => tid(terms, launch, who, dim),
            Pair::OtherCta => ctaid(terms, launch, pair, who, dim),
        });
        same.push(terms.eq(both[0], both[1]));
        if launch.grid[dim].is_none() {
            let size = nctaid(terms, launch, dim);
            for who in Who::BOTH {
                let at = ctaid(terms, launch, pair, who, dim);
                all.push(terms.bvult(at, size));
            }
        }
    }
    let same = terms.all(&same);
    all.push(terms.not(same));
    if pair == Pair::SameWarp {
        all.push(same_warp(terms, launch));
    }
    all.extend(sizes(terms, launch));
    for who in Who::BOTH {
        all.extend(in_cta(terms, launch, who));
    }
    (0..3).for_each(|dim| all.extend(in_line(terms, launch, pair, dim)));
    all
}

/// That two threads of a CTA are in one warp.
pub fn same_warp(terms: &mut Terms, launch: &LaunchSpace) -> Term {
    let size = terms.bits(32, u128::from(launch.warp_size.max(1)));
    let [first, second] = Who::BOTH.map(|who| {
        let number = linear(terms, launch, who);
        terms.bvudiv(number, size)
    });
    terms.eq(first, second)
}

/// The same of the other thread: the endings exchanged.
pub fn other(terms: &mut Terms, term: Term) -> Term {
    let mut exchanged = FxHashMap::default();
    for symbol in terms.variables(&[term]) {
        let declared = terms.declaration(symbol).clone();
        let [one, two] = Who::BOTH.map(Who::ending);
        let name = match declared.name.strip_suffix(one) {
            Some(name) => format!("{name}{two}"),
            None => match declared.name.strip_suffix(two) {
                Some(name) => format!("{name}{one}"),
                None => continue,
            },
        };
        let variable = |terms: &mut Terms, name: String| match (declared.bounds, declared.sort) {
            (Some((least, most)), Sort::Bits(width)) => terms.bounded(name, width, least, most),
            _ => terms.var(name, declared.sort),
        };
        let (own, its) = (variable(terms, declared.name.clone()), variable(terms, name));
        exchanged.insert(own, its);
    }
    terms.substitute(term, &exchanged)
}

/// A special register that has a value of its own for each thread, CTA or launch; `None` for one that differs from read to read.
pub fn special(terms: &mut Terms, launch: &LaunchSpace, pair: Pair, who: Who, of: Special) -> Option<Term> {
    let of_cta = if pair == Pair::OtherCta { who.ending() } else { "" };
    Some(match of {
        Special::Tid(dim) => tid(terms, launch, who, usize::from(dim)),
        Special::Ntid(dim) => ntid(terms, launch, usize::from(dim)),
        Special::Ctaid(dim) => ctaid(terms, launch, pair, who, usize::from(dim)),
        Special::Nctaid(dim) => nctaid(terms, launch, usize::from(dim)),
        Special::LaneId => lane(terms, launch, who),
        Special::LaneMaskEq
        | Special::LaneMaskLe
        | Special::LaneMaskLt
        | Special::LaneMaskGe
        | Special::LaneMaskGt => {
            let (one, ones) = (terms.bits(32, 1), terms.bits(32, u128::from(u32::MAX)));
            let lane = lane(terms, launch, who);
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
        Special::NwarpId => {
            let warp = launch.warp_size.max(1);
            let (all, size) = (threads(terms, launch), terms.bits(32, u128::from(warp)));
            let more = terms.bits(32, u128::from(warp - 1));
            let all = terms.bvadd(all, more);
            terms.bvudiv(all, size)
        }
        Special::DynamicSmemSize => match launch.dynamic_shared {
            Some(size) => terms.bits(32, u128::from(size)),
            None => terms.var("dynamic_smem_size", Sort::Bits(32)),
        },
        Special::TotalSmemSize
        | Special::NsmId
        | Special::GridId
        | Special::EnvReg(_)
        | Special::NclusterId(_)
        | Special::ClusterNctaid(_)
        | Special::ClusterNctarank => terms.var(format!("{of:?}"), Sort::Bits(32)),
        Special::IsExplicitCluster => terms.var(format!("{of:?}"), Sort::Bool),
        Special::ClusterId(_) | Special::ClusterCtaid(_) | Special::ClusterCtarank => {
            terms.var(format!("{of:?}{of_cta}"), Sort::Bits(32))
        }
        Special::WarpId | Special::SmId | Special::Clock => return None,
    })
}

fn lane(terms: &mut Terms, launch: &LaunchSpace, who: Who) -> Term {
    let number = linear(terms, launch, who);
    let size = terms.bits(32, u128::from(launch.warp_size));
    terms.bvurem(number, size)
}

/// The sort of a value: Booleans for predicates, bits for all others, floats too.
#[must_use]
pub fn sort(ty: Type) -> Sort {
    match ty {
        Type::I1 => Sort::Bool,
        // Nothing is computed with a fragment.
        Type::Opaque => Sort::Bits(1),
        _ => Sort::Bits(ty.bits()),
    }
}
