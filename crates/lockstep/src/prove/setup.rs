//! What is asked: a kernel, a launch, and what is given of its inputs.

use super::contracts::Contracts;
use super::counters::{Counter, counters};
use super::lane_memory::LaneMemory;
use super::lanes;
use super::locks::{Lock, locks};
use super::needed::Needed;
use super::uniform::{Rules, Uniformity};
use super::{Part, Wanted};
use crate::normal::Normal;
use raddle_ir::clock::Deadline;
use raddle_ir::copies::Copies;
use raddle_ir::{Address, Block, Func, Inst, InstData, InstKind, Module, SecondaryMap, Space, Value};
use raddle_launch::LaunchSpace;
use raddle_smt::Term;
use raddle_symbolic::region::{self, Region, Use};
use std::collections::{BTreeMap, BTreeSet};

/// A kernel and its launch, with what is known of the kernel before any walk.
#[derive(Clone, Debug)]
pub struct Setup<'a> {
    /// The module: its objects.
    pub module: &'a Module,
    /// The kernel; each barrier ends its block ([`super::split`]).
    pub kernel: &'a Normal,
    /// The launch.
    pub launch: &'a LaunchSpace,
    /// How each region is used.
    pub uses: BTreeMap<Region, Use>,
    /// Regions to which one non-zero constant is added, atomically.
    pub counters: BTreeMap<Region, Counter>,
    /// The locks that are held at accesses.
    pub locks: BTreeMap<Inst, Vec<Lock>>,
    /// Where threads agree.
    pub uniform: Uniformity,
    /// When walks are given up.
    pub deadline: Deadline,
    /// What is taken to hold besides what is promised.
    pub rules: Rules,
    /// What is assumed of inputs, as if the kernel required it.
    pub assumed: Vec<Term>,
    /// Do changing loop variables have arbitrary values after the first round?
    pub without_closed_forms: bool,
    /// Its contracts.
    pub contracts: Contracts,
    /// The heads of the loops that meet barriers, or waits of lanes.
    pub meeting: BTreeSet<Block>,
    /// The blocks that end in a barrier of the whole grid.
    pub of_grid: BTreeSet<Block>,
    /// Does it matter which lanes of a warp are together: are warps in lock-step, or do lanes wait for each other?
    pub lanes: bool,
    /// Where lanes that share memory in lock-step meet, if walks see what other lanes write.
    pub lane_memory: Option<LaneMemory>,
    /// The functions whose addresses it takes, and how wide these are.
    pub functions: BTreeMap<Func, u32>,
    /// Its asynchronous copies.
    pub copies: Copies,
    /// Where each value is defined.
    pub defined: SecondaryMap<Value, Option<Block>>,
}

impl<'a> Setup<'a> {
    /// Looks at a kernel.
    #[must_use]
    pub fn new(module: &'a Module, kernel: &'a Normal, launch: &'a LaunchSpace, wanted: &Wanted) -> Self {
        let rules = Rules { adversarial: wanted.adversarial, equal_quotients: wanted.equal_quotients };
        let uses = region::uses(module, kernel.function());
        let anywhere = |space| uses.get(&Region::Anywhere(space)).is_some_and(|u| u.written);
        let spaces = raddle_ir::Space::ALL;
        let wild = spaces.into_iter().any(anywhere);
        let written = |address: &Address| {
            let region = Region::of(module, kernel.function(), address);
            match region {
                Region::Own | Region::Constant => false,
                Region::Anywhere(_) => uses.values().any(|u| u.written),
                _ => wild || uses.get(&region).is_some_and(|u| u.written),
            }
        };
        let uniform = Uniformity::with(kernel, launch, &written, rules);
        let mut defined: SecondaryMap<Value, Option<Block>> = SecondaryMap::new();
        for &block in kernel.order() {
            let data = &kernel.function().blocks[block];
            let results = data.insts.iter().flat_map(|&i| &kernel.function().insts[i].results);
            data.params.iter().chain(results).for_each(|&v| defined[v] = Some(block));
        }
        let counters = counters(module, kernel, |region| {
            let of_cta = launch.threads().unwrap_or(launch.most_threads()).into();
            let shared = uses.get(&region).is_some_and(|used| used.shared);
            if shared { of_cta } else { of_cta.saturating_mul(about_ctas(launch)) }
        });
        let contracts = Contracts::new(kernel);
        let function = kernel.function();
        let is_barrier = |&inst: &Inst| function.insts[inst].kind.effects().is_barrier();
        let meets = |&block: &Block| function.blocks[block].insts.iter().any(is_barrier);
        let meeting = kernel.loops().all().iter().filter(|of| of.blocks.iter().any(meets));
        let meeting = meeting.map(|of| of.header).collect();
        let waits_for_all = |block: &&Block| {
            function.blocks[**block].insts.iter().any(|&inst| function.insts[inst].kind.is_grid_sync())
        };
        let of_grid = kernel.order().iter().filter(waits_for_all).copied().collect();
        let functions = kernel.order().iter().flat_map(|&block| &function.blocks[block].insts);
        let functions = functions.filter_map(|&inst| match &function.insts[inst] {
            InstData { kind: InstKind::FuncAddr(func), results, .. } => {
                Some((*func, function.ty(results[0]).bits()))
            }
            _ => None,
        });
        let functions = functions.collect();
        let lanes = launch.warp_synchronous || lanes::waits(function).next().is_some();
        let mut setup = Self {
            deadline: wanted.deadline,
            module,
            kernel,
            launch,
            uses,
            counters,
            locks: BTreeMap::new(),
            uniform,
            rules,
            assumed: Vec::new(),
            without_closed_forms: wanted.without == Some(Part::ClosedForms),
            contracts,
            meeting,
            of_grid,
            lanes,
            lane_memory: None,
            functions,
            copies: Copies::new(kernel.function()),
            defined,
        };
        setup.locks = locks(&setup);
        setup
    }

    /// Are warps in lock-step, and does something matter of what memory holds that the kernel writes?
    #[must_use]
    pub fn reads_in_lock_step(&self, needed: &Needed) -> bool {
        let matters = |region: &Region| needed.content(*region) && self.uses[region].written;
        self.launch.warp_synchronous && self.uses.keys().any(matters)
    }

    /// Does each CTA have a region of its own?
    #[must_use]
    pub fn is_of_cta(&self, region: Region) -> bool {
        self.uses.get(&region).is_some_and(|used| used.shared)
    }

    /// May accesses to the two meet? An address of `.shared` is none of `.global` (PTX ISA, "State Spaces"); a generic one
    /// may be either.
    #[must_use]
    pub fn meet(&self, a: Region, b: Region) -> bool {
        let is_shared = |region| match region {
            Region::Anywhere(Space::Shared) => Some(true),
            Region::Anywhere(Space::Global) => Some(false),
            Region::Anywhere(_) => None,
            region => Some(self.is_of_cta(region)),
        };
        a.meets(b) && (is_shared(a).is_none() || is_shared(b).is_none() || is_shared(a) == is_shared(b))
    }

    /// The size of a region in bytes, where known.
    #[must_use]
    pub fn size(&self, region: Region) -> Option<u64> {
        match region {
            Region::Object(object) => self.module.objects[object].size,
            Region::Dynamic => self.launch.dynamic_shared,
            Region::Buffer(param) => self.launch.buffer_size(param),
            Region::Scalar(_) | Region::Anywhere(_) | Region::Own | Region::Constant => None,
        }
    }
}

/// How many CTAs there are, with some that are usual for a grid whose size is not given.
fn about_ctas(launch: &LaunchSpace) -> u64 {
    const USUAL: u64 = 1024;
    let given =
        launch.grid.iter().flatten().fold(1_u64, |product, &size| product.saturating_mul(size.into()));
    if launch.grid.contains(&None) { given.saturating_mul(USUAL) } else { given }
}
