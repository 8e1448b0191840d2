//! From a solver's model to inputs of the kernel.

use super::question::MOST_BYTES;
use super::setup::Setup;
use super::symbols::{self, Pair, Who};
use raddle_ir::{Func, contracts, functions};
use raddle_launch::LaunchSpace;
use raddle_smt::{Model, Scalar, Sort, Symbol, Term, Terms};
use raddle_symbolic::thread::{DIMENSIONS, nctaid, ntid};
use raddle_symbolic::{Region, address, parameter};
use std::collections::{BTreeMap, BTreeSet};

/// Where a thread is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place {
    /// Its CTA in the grid.
    pub cta: [u32; 3],
    /// The thread in the CTA.
    pub tid: [u32; 3],
}

/// For which inputs, and which threads, something may go wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inputs {
    /// The two threads.
    pub threads: [Place; 2],
    /// The size of a CTA.
    pub block: [u32; 3],
    /// The size of the grid.
    pub grid: [u32; 3],
    /// Values of scalar parameters, by the number of the parameter.
    pub args: BTreeMap<u32, u128>,
    /// What buffers hold, by the number of the parameter.
    pub buffers: BTreeMap<u32, Content>,
}

/// What a buffer holds at the start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Content {
    /// The width of an element in bits.
    pub width: u32,
    /// What is where nothing else is said.
    pub default: u128,
    /// Elements, by their offset in bytes.
    pub elements: BTreeMap<u64, u128>,
}

/// What a model says of the inputs.
#[must_use]
pub fn inputs(terms: &mut Terms, setup: &Setup<'_>, pair: Pair, model: &Model) -> Inputs {
    let launch = setup.launch;
    let number =
        |terms: &Terms, term: Term| model.value(terms, term).and_then(|v| v.scalar()).unwrap_or(0) as u32;
    let mut place = |who: Who| {
        let mut at = Place { cta: [0; 3], tid: [0; 3] };
        for dim in 0..3 {
            let tid = symbols::thread(launch, pair, who).tid(terms, dim);
            let cta = symbols::thread(launch, pair, who).ctaid(terms, dim);
            at.tid[dim] = number(terms, tid);
            at.cta[dim] = number(terms, cta);
        }
        at
    };
    let threads = Who::BOTH.map(&mut place);
    let grid = grid(terms, launch, model, &threads);
    let block = block(terms, launch, model, &threads);
    let mut args = BTreeMap::new();
    for (at, param) in setup.kernel.function().params.iter().enumerate() {
        let name = parameter::name(param.offset as i64, param.size * 8);
        if let Some(symbol) = terms.symbol(&name)
            && let Some(value) = scalar(model, symbol)
        {
            args.insert(at as u32, lies_at(terms, setup, model, value));
        }
    }
    let buffers = buffers(terms, setup, model);
    Inputs { threads, block, grid, args, buffers }
}

/// Small CTAs, where their size is free; the smaller one first.
pub const SMALL_BLOCKS: [[u32; 3]; 3] = [[64, 8, 2], [256, 32, 4], [2048, 128, 128]];

/// That the inputs are small, or functions where those lie.
#[must_use]
pub fn small(terms: &mut Terms, setup: &Setup<'_>, pair: Pair, block: [u32; 3]) -> Vec<Term> {
    let launch = setup.launch;
    let mut all = Vec::new();
    for (dim, most_threads) in block.into_iter().enumerate() {
        for who in Who::BOTH.into_iter().filter(|_| launch.cta.is_none()) {
            let at = symbols::thread(launch, pair, who).ctaid(terms, dim);
            let most = terms.bits(32, 1);
            all.push(terms.bvule(at, most));
        }
        let size = nctaid(terms, launch, dim);
        let most = terms.bits(32, 2 + launch.cta.map_or(0, |cta| u128::from(cta[dim])));
        if launch.grid[dim].is_none() {
            all.push(terms.bvule(size, most));
        }
        if launch.block[dim].is_none() {
            let size = ntid(terms, launch, dim);
            let most = terms.bits(32, u128::from(most_threads));
            all.push(terms.bvule(size, most));
        }
    }
    for param in &setup.kernel.function().params {
        let name = parameter::name(param.offset as i64, param.size * 8);
        if let Some(symbol) = terms.symbol(&name)
            && let Sort::Bits(width) = terms.declaration(symbol).sort
            && width >= 8
        {
            let value = terms.var(name, Sort::Bits(width));
            let most = terms.bits(width, 64);
            let mut ways = vec![terms.bvule(value, most)];
            for (&func, _) in setup.functions.iter().filter(|&(_, &of)| of == width) {
                let address = address::function(terms, func, width);
                ways.push(terms.eq(value, address));
            }
            all.push(terms.any(&ways));
        }
    }
    for (&func, &width) in &setup.functions {
        let (address, at) = (address::function(terms, func, width), functions::address(func));
        let at = terms.bits(width, u128::from(at));
        all.push(terms.eq(address, at));
    }
    all
}

/// That an integer parameter is at least 1. None for other parameters, and where no access and no branch depends on it.
pub fn positive(terms: &mut Terms, setup: &Setup<'_>, param: u32) -> Option<Term> {
    let data = setup.kernel.function().params.get(param as usize)?;
    let is_signed = contracts::integer_sign(data)??;
    let name = parameter::name(data.offset as i64, data.size * 8);
    let Sort::Bits(width) = terms.declaration(terms.symbol(&name)?).sort else { return None };
    let value = terms.var(name, Sort::Bits(width));
    let one = terms.bits(width, 1);
    Some(if is_signed { terms.bvsle(one, value) } else { terms.bvule(one, value) })
}

/// The integer parameters that are 0 or negative.
#[must_use]
pub fn absurd(setup: &Setup<'_>, args: &BTreeMap<u32, u128>) -> BTreeSet<u32> {
    let function = setup.kernel.function();
    let is_absurd = |param: u32, value: u128| {
        let data = function.params.get(param as usize)?;
        let is_signed = contracts::integer_sign(data)??;
        let sign = u32::try_from(data.size * 8 - 1).ok()?;
        Some(value == 0 || is_signed && value >> sign & 1 == 1)
    };
    args.iter()
        .filter(|&(&param, &value)| is_absurd(param, value) == Some(true))
        .map(|(&param, _)| param)
        .collect()
}

/// A number; if it is the address of a function in the model, the one that the function has.
fn lies_at(terms: &mut Terms, setup: &Setup<'_>, model: &Model, number: u128) -> u128 {
    let is_there = |(&func, &width): (&Func, &u32)| {
        let address = address::function(terms, func, width);
        let there = model.value(terms, address).and_then(|v| v.scalar()) == Some(number);
        there.then(|| u128::from(functions::address(func)))
    };
    setup.functions.iter().find_map(is_there).unwrap_or(number)
}

fn scalar(model: &Model, symbol: Symbol) -> Option<u128> {
    model.variables.get(&symbol)?.scalar()
}

fn block(terms: &Terms, launch: &LaunchSpace, model: &Model, threads: &[Place; 2]) -> [u32; 3] {
    let mut block = launch.block.map(|size| size.unwrap_or(1));
    for dim in (0..3).filter(|&dim| launch.block[dim].is_none()) {
        let named = terms.symbol(&format!("ntid.{}", DIMENSIONS[dim])).and_then(|s| scalar(model, s));
        let least = threads.iter().map(|t| t.tid[dim] + 1).max().unwrap_or(1);
        block[dim] = named.map_or(least, |n| n as u32).max(least);
    }
    block
}

fn grid(terms: &mut Terms, launch: &LaunchSpace, model: &Model, threads: &[Place; 2]) -> [u32; 3] {
    let mut grid = [1; 3];
    for (dim, size) in grid.iter_mut().enumerate() {
        if let Some(given) = launch.grid[dim] {
            *size = given;
            continue;
        }
        let named = terms.symbol(&format!("nctaid.{}", DIMENSIONS[dim])).and_then(|s| scalar(model, s));
        let least = threads.iter().map(|t| t.cta[dim] + 1).max().unwrap_or(1);
        *size = named.map_or(least, |n| n as u32).max(least);
    }
    grid
}

fn buffers(terms: &mut Terms, setup: &Setup<'_>, model: &Model) -> BTreeMap<u32, Content> {
    let mut all = BTreeMap::new();
    for region in setup.uses.keys() {
        let Region::Buffer(param) = *region else { continue };
        let Some(symbol) = terms.symbol(&format!("memory {region:?}")) else { continue };
        let Sort::Array(_, Scalar::Bits(width)) = terms.declaration(symbol).sort else { continue };
        let mut lies_at = |value| lies_at(terms, setup, model, value);
        // What the model does not name is 0.
        let (default, elements) = match model.variables.get(&symbol) {
            Some(raddle_smt::Value::Array(array)) => {
                // What lies outside any buffer is looked at by the solver alone.
                let inside = array.entries.iter().filter(|&(&at, _)| at < MOST_BYTES);
                (
                    lies_at(array.default),
                    inside.map(|(&at, &value)| (at as u64, lies_at(value))).collect::<BTreeMap<_, _>>(),
                )
            }
            _ => (0, BTreeMap::new()),
        };
        all.insert(param, Content { width, default, elements });
    }
    all
}
