//! Lanes of a store that write the same, whatever that is.
//!
//! Where several lanes of a warp store to one place, as the halo of a tile is often computed, it matters whether they write equal values. A
//! run that follows values shows it; but such a run takes long if values are sums of products. Often there is no need: lanes that compute
//! something in the same way from what they read at the same time in the same places get the same result. So two lanes of a store are
//! *twins* if the value is computed, by operations without memory, from constants, parameters, what is equal in a CTA, and from loads of
//! the same block of the program, in which both lanes read in the same step at the same place.
//!
//! The two values are equal in the run at hand, as with values that are followed: if the loads race with a write, that is a race of its
//! own.

use crate::running::limits::MOST_COMPUTED;
use raddle_ir::{Access, Address, Base, Function, Inst, InstKind, Order, Space, Special, ValueDef};
use raddle_machine::monitor::{AccessKind, Issue, Target, lanes};
use raddle_machine::record::{Footprint, Targets, WarpRecorder, What};
use raddle_sync::warps::Twins;
use std::collections::{BTreeMap, BTreeSet};

/// Lanes of a warp.
const LANES: usize = raddle_sync::warps::LANES as usize;

/// The twins of each footprint of a record.
pub(super) fn twins(recorder: &WarpRecorder, function: &Function) -> Vec<Twins> {
    let footprints = recorder.footprints();
    let mut found = vec![Twins::default(); footprints.len()];
    // Where a branch is stepped over, one event stands for many.
    let blurs = |issue: &Issue| matches!(issue, Issue::SteppedOver { .. });
    if recorder.issues.iter().any(blurs) {
        return found;
    }
    let mut search = Search::of(recorder, function);
    if search.stores.is_empty() {
        return found;
    }
    for entries in recorder.warps() {
        search.warp(recorder, entries);
    }
    for (number, masks) in search.masks {
        found[number as usize] = Twins::new(&masks);
    }
    found
}

/// When lanes executed an instruction last: by lane, the number of the entry, counted from 1.
type Last = [u32; LANES];

struct Search {
    /// The stores whose lanes meet, and the loads that their values are computed from.
    stores: BTreeMap<Inst, Vec<Inst>>,
    /// The same loads and stores: when each lane executed them last, and where it went then, if that is known.
    last: BTreeMap<Inst, (Last, Vec<Option<Target>>)>,
    /// For each footprint whose lanes meet, by lane: which lanes have written the same so far.
    masks: BTreeMap<u32, [u32; LANES]>,
}

impl Search {
    fn of(recorder: &WarpRecorder, function: &Function) -> Self {
        let mut of_store: BTreeMap<Inst, Option<Vec<Inst>>> = BTreeMap::default();
        let mut masks = BTreeMap::default();
        for (footprint, number) in recorder.footprints().iter().zip(0..) {
            let Some(store) = footprint.site.inst.filter(|_| footprint.kind == AccessKind::Write) else {
                continue;
            };
            if footprint.may == 0
                && lanes_meet(&footprint.targets)
                && of_store.entry(store).or_insert_with(|| sources(function, store)).is_some()
            {
                masks.insert(number, [u32::MAX; LANES]);
            }
        }
        let stores: BTreeMap<Inst, Vec<Inst>> =
            of_store.into_iter().filter_map(|(store, loads)| Some((store, loads?))).collect();
        let watched = stores.iter().flat_map(|(&store, loads)| loads.iter().copied().chain([store]));
        let last = watched.map(|inst| (inst, ([0; LANES], vec![None; LANES]))).collect();
        Self { stores, last, masks }
    }

    /// Follows a warp.
    fn warp(&mut self, recorder: &WarpRecorder, entries: &[raddle_machine::record::Entry]) {
        for (last, _) in self.last.values_mut() {
            *last = [0; LANES];
        }
        for (entry, at) in entries.iter().zip(1..) {
            let What::Access(number) = recorder.act(*entry).what else { continue };
            let footprint = &recorder.footprints()[number as usize];
            let Some(inst) = footprint.site.inst.filter(|inst| self.last.contains_key(inst)) else {
                continue;
            };
            if self.masks.contains_key(&number) {
                self.store(inst, number, entry.lanes);
            }
            self.execute(inst, footprint, entry.lanes, at);
        }
    }

    fn execute(&mut self, inst: Inst, footprint: &Footprint, mask: u32, at: u32) {
        let Some((last, targets)) = self.last.get_mut(&inst) else { return };
        for lane in lanes(mask) {
            last[lane as usize] = at;
            let target = footprint.targets.get(lane);
            let sure = is_place(target) && footprint.may >> lane & 1 == 0;
            targets[lane as usize] = sure.then_some(target);
        }
    }

    /// A store whose lanes meet: those stay twins that have read the same since they stored last.
    fn store(&mut self, inst: Inst, number: u32, mask: u32) {
        let before = self.last[&inst].0;
        let loads: Vec<&(Last, Vec<Option<Target>>)> =
            self.stores[&inst].iter().map(|load| &self.last[load]).collect();
        let Some(masks) = self.masks.get_mut(&number) else { return };
        let has_read = |lane: usize| {
            loads.iter().all(|(last, targets)| last[lane] > before[lane] && targets[lane].is_some())
        };
        let mut fresh = 0;
        for lane in lanes(mask).filter(|&lane| has_read(lane as usize)) {
            fresh |= 1 << lane;
        }
        let alike = |a: usize, b: usize| {
            loads.iter().all(|(last, targets)| last[a] == last[b] && targets[a] == targets[b])
        };
        for a in lanes(mask) {
            let mut same = 0;
            if fresh >> a & 1 == 1 {
                for b in lanes(fresh).filter(|&b| alike(a as usize, b as usize)) {
                    same |= 1 << b;
                }
            }
            masks[a as usize] &= same | !mask;
        }
    }
}

fn is_place(target: Target) -> bool {
    matches!(target, Target::At(..) | Target::Near { .. })
}

/// May two lanes go to the same place?
fn lanes_meet(targets: &Targets) -> bool {
    match targets {
        Targets::Affine { stride, .. } => *stride == 0,
        Targets::Same(target) => is_place(*target),
        Targets::Table(_, all) => {
            let place = |target: &Target| match *target {
                Target::At(object, offset) => Some((object.0, offset as i64, false)),
                Target::Near { group, offset, .. } => Some((group, i64::from(offset), true)),
                _ => None,
            };
            let mut places: Vec<_> = all.iter().filter_map(place).collect();
            places.sort_unstable();
            places.windows(2).any(|two| two[0] == two[1])
        }
    }
}

/// The loads that what is stored is computed from, besides what is equal for all threads of a CTA; none if it is computed from something
/// else.
fn sources(function: &Function, store: Inst) -> Option<Vec<Inst>> {
    let data = &function.insts[store];
    let InstKind::Store { values, access, .. } = &data.kind else { return None };
    if data.guard.is_some() || is_strong(access) {
        return None;
    }
    let block = function.order.iter().copied().find(|&b| function.blocks[b].insts.contains(&store))?;
    let before: Vec<Inst> =
        function.blocks[block].insts.iter().copied().take_while(|&inst| inst != store).collect();
    let (mut open, mut seen, mut loads) = (values.to_vec(), BTreeSet::new(), BTreeSet::new());
    while let Some(value) = open.pop() {
        let ValueDef::Result(inst, _) = function.values[value].def else { return None };
        if !seen.insert(inst) {
            continue;
        }
        if seen.len() > MOST_COMPUTED {
            return None;
        }
        let data = &function.insts[inst];
        if data.guard.is_some() {
            return None;
        }
        match &data.kind {
            InstKind::Const(_) => {}
            InstKind::Special(special) if is_of_cta(*special) => {}
            InstKind::Pure { args, .. } => open.extend(args.iter().copied()),
            InstKind::Load { addr, .. } if is_constant(addr) => {}
            InstKind::Load { addr, access } => {
                let told = matches!(addr.space, Space::Shared | Space::Global) && !is_strong(access);
                if !told || !before.contains(&inst) {
                    return None;
                }
                loads.insert(inst);
            }
            _ => return None,
        }
    }
    Some(loads.into_iter().collect())
}

fn is_strong(access: &Access) -> bool {
    access.volatile || access.order != Order::Weak
}

/// Is it equal for all threads of a CTA?
fn is_of_cta(special: Special) -> bool {
    matches!(special, Special::Ntid(_) | Special::Ctaid(_) | Special::Nctaid(_) | Special::WarpSize)
}

/// Does it read the same for every reader, at any time?
fn is_constant(addr: &Address) -> bool {
    let named = matches!(addr.base, Base::Object(_)) && addr.space == Space::Const;
    addr.index.is_none() && (named || addr.base == Base::Params)
}
