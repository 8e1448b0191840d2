//! Locks: accesses that threads make one after the other, because each thread holds the lock while it makes them.
//!
//! A lock is a region in which one number means *free*, and which nothing writes but
//! - atomics that *acquire* it: a compare-and-swap of the free number for another one, or an exchange for another one. A thread holds the lock from where it has
//!   seen that the atomic found the free number;
//! - what *releases* it: an atomic, or a strong store, of the free number, by a thread that holds the lock at this very address.
//!
//! So while a thread holds it, the region holds another number there, and no other thread acquires it. What a thread does after a fence while it holds the
//! lock is ordered after what the last one did before a fence and its release (PTX ISA, "Release and Acquire Patterns", "Causality order"): such accesses do not race,
//! if both threads hold a lock at one address.
//!
//! Who holds it first depends on the schedule, and so do the numbers that are found there. Elsewhere a kernel without races is taken to find the same in
//! every schedule. So accesses count as ordered only where it does not matter what the region holds: no condition, address or assertion depends on it.

mod place;

pub use place::repeated;

use super::needed::Needed;
use super::setup::Setup;
use crate::edge::When;
use place::Place;
use raddle_ir::cfg::Cfg;
use raddle_ir::{
    AtomicOp, Block, Function, Inst, InstKind, IntCond, Language, Order, PureOp, Scope, Value, ValueDef,
};
use raddle_symbolic::Region;
use std::collections::{BTreeMap, BTreeSet};

/// A lock that a thread holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Lock {
    /// The atomic that acquired it, at whose address it lies.
    pub acquired: Inst,
    /// Which threads it keeps apart.
    pub scope: Scope,
}

/// What an instruction does to a lock.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Step {
    Acquires,
    Releases,
}

/// What is known of a lock that this thread may hold, by the atomic that acquired it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Hold {
    /// Has it seen that it holds it?
    is_seen: bool,
    /// Has it passed a fence since?
    fenced: bool,
    /// Has it accessed memory since the last fence?
    touched: bool,
}

type State = BTreeMap<Inst, Hold>;

/// Which locks are held at each access.
#[must_use]
pub fn locks(setup: &Setup<'_>) -> BTreeMap<Inst, Vec<Lock>> {
    let function = setup.kernel.function();
    let insts = || function.order.iter().flat_map(|&block| &function.blocks[block].insts).copied();
    let is_wild = |inst: Inst| function.insts[inst].kind.effects().touches_anything();
    let anywhere = |region: &Region| matches!(region, Region::Anywhere(_));
    // A fence of OpenCL orders the memory that its flags name, for a work-group; what it is compiled to orders more.
    let names_memory = setup.module.language == Language::OpenCl;
    if names_memory || setup.uses.keys().any(anywhere) || !setup.copies.is_empty() || insts().any(is_wild) {
        return BTreeMap::new();
    }
    let steps = steps(setup);
    if steps.is_empty() {
        return BTreeMap::new();
    }
    let places = steps.keys().filter_map(|&inst| Some((inst, Place::of(function, inst)?))).collect();
    Flow { setup, function, cfg: Cfg::new(function), steps, places }.held()
}

/// The region that an instruction accesses.
fn region(setup: &Setup<'_>, inst: Inst) -> Option<Region> {
    let function = setup.kernel.function();
    function.insts[inst].kind.address().map(|addr| Region::of(setup.module, function, addr))
}

/// A constant, as a number of its type.
fn constant(function: &Function, value: Value) -> Option<u128> {
    function.as_const(value).map(|number| number & function.ty(value).mask())
}

/// In which order an instruction accesses memory.
fn order(function: &Function, inst: Inst) -> Order {
    function.insts[inst].kind.access().map_or(Order::Weak, |access| access.order)
}

/// A comparison of what an atomic found with a constant: the atomic, the constant, and whether they are equal where the value is true.
fn compared(function: &Function, value: Value) -> Option<(Inst, u128, bool)> {
    let ValueDef::Result(inst, _) = function.values[value].def else { return None };
    let InstKind::Pure { op: PureOp::Icmp(cond), args } = &function.insts[inst].kind else { return None };
    let equal = match cond {
        IntCond::Eq => true,
        IntCond::Ne => false,
        _ => return None,
    };
    let found = |value: Value| match function.values[value].def {
        ValueDef::Result(inst, 0) => {
            matches!(function.insts[inst].kind, InstKind::Atomic { .. }).then_some(inst)
        }
        _ => None,
    };
    let with = |a: Value, b: Value| Some((found(a)?, constant(function, b)?, equal));
    with(args[0], args[1]).or_else(|| with(args[1], args[0]))
}

/// What instructions do to locks.
fn steps(setup: &Setup<'_>) -> BTreeMap<Inst, Step> {
    let function = setup.kernel.function();
    // The number that means free, by region: what atomics are compared with.
    let mut free: BTreeMap<Region, BTreeSet<u128>> = BTreeMap::new();
    for &block in setup.kernel.order() {
        for edge in setup.kernel.edges(block) {
            if let When::Is(cond, _) = edge.when
                && let Some((atomic, number, _)) = compared(function, cond)
                && let Some(region) = region(setup, atomic)
            {
                free.entry(region).or_default().insert(number);
            }
        }
    }
    let mut steps = BTreeMap::new();
    for (&region, numbers) in &free {
        if let [number] = numbers.iter().copied().collect::<Vec<_>>()[..]
            && let Some(of) = steps_of(setup, region, number)
        {
            steps.extend(of);
        }
    }
    steps
}

/// The steps of a lock, if all that writes to it is one.
fn steps_of(setup: &Setup<'_>, of: Region, free: u128) -> Option<BTreeMap<Inst, Step>> {
    let function = setup.kernel.function();
    // Each thread has its own.
    if of.is_private() {
        return None;
    }
    let constant = |value: Value| constant(function, value);
    let mut steps = BTreeMap::new();
    let mut types = BTreeSet::new();
    for &inst in setup.kernel.order().iter().flat_map(|&block| &function.blocks[block].insts) {
        let data = &function.insts[inst];
        let Some(region) = region(setup, inst).filter(|&region| setup.meet(region, of)) else { continue };
        let (step, value) = match &data.kind {
            InstKind::Load { .. } => continue,
            _ if region != of || data.guard.is_some() => return None,
            InstKind::Atomic { op: AtomicOp::Cas, args, .. } => {
                match (constant(args[0])?, constant(args[1])?) {
                    (from, to) if from == free && to != free => (Step::Acquires, args[0]),
                    (from, to) if from != free && to == free => (Step::Releases, args[0]),
                    _ => return None,
                }
            }
            InstKind::Atomic { op: AtomicOp::Exch, args, .. } => match constant(args[0])? {
                to if to == free => (Step::Releases, args[0]),
                _ => (Step::Acquires, args[0]),
            },
            InstKind::Store { values, access, .. } if access.is_strong() => match values.as_slice() {
                &[value] if constant(value)? == free => (Step::Releases, value),
                _ => return None,
            },
            _ => return None,
        };
        types.insert(function.ty(value));
        steps.insert(inst, step);
    }
    (types.len() == 1).then_some(steps)
}

struct Flow<'a> {
    setup: &'a Setup<'a>,
    function: &'a Function,
    cfg: Cfg,
    steps: BTreeMap<Inst, Step>,
    places: BTreeMap<Inst, Place>,
}

impl Flow<'_> {
    fn held(&self) -> BTreeMap<Inst, Vec<Lock>> {
        let needed = Needed::new(self.setup.module, self.function);
        let mut held: BTreeMap<Inst, Vec<Inst>> = BTreeMap::new();
        let mut broken = BTreeSet::new();
        for (block, mut state) in self.states() {
            for &inst in &self.function.blocks[block].insts {
                let visible = self.function.insts[inst].kind.effects().is_visible();
                let matters = |region: Region| region.is_private() || needed.content(region);
                let region = region(self.setup, inst).filter(|&region| !matters(region));
                if visible && region.is_some() && !self.steps.contains_key(&inst) {
                    let ordered = state.iter().filter(|(_, hold)| hold.is_seen && hold.fenced);
                    held.insert(inst, ordered.map(|(&acquired, _)| acquired).collect());
                }
                if self.steps.get(&inst) == Some(&Step::Releases) && self.released(&state, inst).is_none() {
                    broken.extend(self.region(inst));
                }
                self.after(inst, &mut state);
            }
        }
        let scope = self.scopes();
        let lock = |acquired: Inst| {
            let region = self.region(acquired).filter(|region| !broken.contains(region))?;
            Some(Lock { acquired, scope: scope[&region] })
        };
        let locks = |acquired: Vec<Inst>| acquired.into_iter().filter_map(lock).collect::<Vec<_>>();
        let held = held.into_iter().map(|(inst, acquired)| (inst, locks(acquired)));
        held.filter(|(_, locks)| !locks.is_empty()).collect()
    }

    fn region(&self, inst: Inst) -> Option<Region> {
        region(self.setup, inst)
    }

    /// The narrowest scope of what acquires and releases a lock, and of the fences.
    fn scopes(&self) -> BTreeMap<Region, Scope> {
        let blocks = self.setup.kernel.order().iter();
        let insts = blocks.flat_map(|&block| &self.function.blocks[block].insts);
        let fences = insts.filter_map(|&inst| match self.function.insts[inst].kind {
            InstKind::Fence { scope, .. } => Some(scope),
            _ => None,
        });
        let fences = fences.min().unwrap_or(Scope::Sys);
        let mut scopes = BTreeMap::new();
        for &inst in self.steps.keys() {
            let Some(region) = self.region(inst) else { continue };
            let scope = self.function.insts[inst].kind.strength().unwrap_or(Scope::Cta);
            let least = scopes.entry(region).or_insert(fences);
            *least = scope.min(*least);
        }
        scopes
    }

    /// What holds at the start of each block that is reached, whichever way a thread took.
    fn states(&self) -> BTreeMap<Block, State> {
        let mut states = BTreeMap::from([(self.function.entry(), State::new())]);
        let mut open = vec![self.function.entry()];
        while let Some(block) = open.pop() {
            let mut state = states[&block].clone();
            for &inst in &self.function.blocks[block].insts {
                self.after(inst, &mut state);
            }
            for edge in self.setup.kernel.edges(block) {
                let Some(to) = edge.to.filter(|&to| self.cfg.is_reachable(to)) else { continue };
                let mut there = self.along(edge.when, state.clone());
                self.forget(&self.function.blocks[to].params, &mut there);
                let met = match states.get(&to) {
                    Some(known) => meet(known, &there),
                    None => there,
                };
                if states.get(&to) != Some(&met) {
                    states.insert(to, met);
                    open.push(to);
                }
            }
        }
        states
    }

    /// The lock that a release gives back.
    fn released(&self, state: &State, inst: Inst) -> Option<Inst> {
        let releases = order(self.function, inst) >= Order::Release;
        let is_safe = |hold: &Hold| hold.is_seen && hold.fenced && (!hold.touched || releases);
        let of = |acquired: Inst| self.places.get(&acquired) == self.places.get(&inst);
        state.iter().find(|&(&acquired, hold)| of(acquired) && is_safe(hold)).map(|(&acquired, _)| acquired)
    }

    fn after(&self, inst: Inst, state: &mut State) {
        let data = &self.function.insts[inst];
        match (self.steps.get(&inst), &data.kind) {
            (Some(Step::Acquires), _) => {
                let order = order(self.function, inst);
                let fenced = matches!(order, Order::Acquire | Order::AcqRel | Order::SeqCst);
                state.insert(inst, Hold { is_seen: false, fenced, touched: false });
            }
            (Some(Step::Releases), _) => {
                let released = self.places.get(&inst);
                state.retain(|acquired, _| self.places.get(acquired) != released);
            }
            (None, InstKind::Fence { order, .. }) if data.guard.is_none() && *order >= Order::AcqRel => {
                state.values_mut().for_each(|hold| (hold.fenced, hold.touched) = (true, false));
            }
            (None, kind) if kind.effects().is_visible() => {
                state.values_mut().for_each(|hold| hold.touched = true);
            }
            _ => {}
        }
        self.forget(&data.results, state);
    }

    /// What was acquired at an address that is computed anew is not known by it.
    fn forget(&self, defined: &[Value], state: &mut State) {
        state.retain(|acquired, _| !self.places[acquired].is_of(defined));
    }

    /// What is seen on the way along an edge.
    fn along(&self, when: When, mut state: State) -> State {
        if let When::Is(cond, truth) = when
            && let Some((atomic, _, equal)) = compared(self.function, cond)
            && let Some(hold) = state.get_mut(&atomic).filter(|hold| !hold.is_seen)
        {
            hold.is_seen = truth == equal;
            if !hold.is_seen {
                state.remove(&atomic);
            }
        }
        state
    }
}

/// What is known on both ways.
fn meet(a: &State, b: &State) -> State {
    let both = |(inst, a): (&Inst, &Hold)| {
        let b = b.get(inst).filter(|b| a.is_seen == b.is_seen)?;
        let hold = Hold { is_seen: a.is_seen, fenced: a.fenced && b.fenced, touched: a.touched || b.touched };
        Some((*inst, hold))
    };
    a.iter().filter_map(both).collect()
}
