//! What all CTAs of a grid do in global memory.

use crate::methods::one_run::limits::MOST_ACCESSES;
use crate::running::exec::Run;
use crate::running::places::{GlobalUse, Two};
use crate::running::programs::Sites;
use raddle_ir::{Function, LocId, Module};
use raddle_machine::ObjectId;
use raddle_machine::monitor::Issue;
use raddle_machine::objects::{ObjectInfo, ObjectKind};
use raddle_sync::program::{Registration, Space};
use raddle_sync::warps::{Values, Warps};
use std::collections::BTreeMap;

/// The accesses to global memory of all CTAs.
#[derive(Default)]
pub(crate) struct GridRun {
    /// Where each CTA lies in the grid.
    pub(crate) places: Vec<[u32; 3]>,
    /// The programs, with accesses to global memory only. Objects have the same number in all CTAs.
    pub(crate) programs: Vec<Warps>,
    /// What the objects are.
    pub(crate) objects: Vec<(ObjectKind, String, u32)>,
    pub(super) sites: Sites,
    /// How CTAs use global memory (objects by their number here): two of them, and where.
    uses: BTreeMap<GlobalUse, (Two, LocId)>,
    pub(super) too_many: bool,
    /// Where a thread of some CTA may trap, if one may.
    pub(super) may_trap: Option<LocId>,
    /// The barriers of the whole grid that each CTA reaches, if it ends.
    pub(super) comes: Vec<Option<Vec<LocId>>>,
    accesses: usize,
    /// Were there too many names of unknown values to share them between all CTAs?
    pub(super) nameless: bool,
}

impl GridRun {
    /// An access at an unknown place, or at a known one, that another CTA's access may meet: one of the two is at an unknown place.
    pub(super) fn unplaced(&self) -> Option<LocId> {
        let unplaced = self.uses.iter().filter(|(one, _)| !one.placed);
        let mut meeting = unplaced.filter(|(one, (ctas, _))| {
            self.uses.iter().any(|(other, (others, _))| one.may_conflict(other) && ctas.differ(others))
        });
        meeting.next().map(|(_, &(_, loc))| loc)
    }

    /// The number of an object, which is the same in all CTAs.
    fn number(&mut self, info: &ObjectInfo) -> u32 {
        let known = self.objects.iter().position(|(kind, ..)| *kind == info.kind);
        known.unwrap_or_else(|| {
            self.objects.push((info.kind, info.name.clone(), info.element));
            self.objects.len() - 1
        }) as u32
    }

    /// Values of CTAs that do not share their names: whether they are the same is not known.
    pub(super) fn forget_values(&mut self) {
        for footprint in self.programs.iter_mut().flat_map(|cta| &mut cta.footprints) {
            footprint.values = Values::None;
        }
    }

    pub(super) fn add(&mut self, (module, function): (&Module, &Function), at: [u32; 3], run: &Run) {
        self.comes.push(run.barriers_of_grid(function));
        let traps = run.recording.issues.iter().find_map(|issue| match issue {
            Issue::MayTrap { site, .. } => Some(site.loc),
            _ => None,
        });
        self.may_trap = self.may_trap.or(traps);
        if self.too_many {
            return;
        }
        for (mut one, loc) in crate::running::places::global_uses(&run.recording) {
            one.object = one.object.map(|object| ObjectId(self.number(run.objects.info(object))));
            let (ctas, _) = self.uses.entry(one).or_insert((Two::default(), loc));
            ctas.add(self.places.len() as u32);
        }
        let making = crate::running::programs::Making {
            function,
            sources: &module.sources,
            objects: &run.objects,
            warp_synchronous: false,
            unplaced: false,
        };
        let mut programs = crate::running::programs::programs(&run.recording, making, &mut self.sites).waits;
        for footprint in &mut programs.footprints {
            footprint.map_objects(|object| self.number(run.objects.info(ObjectId(object))));
        }
        let of_grid = |registration: &Registration| self.sites.is_of_grid(registration.site);
        self.accesses += programs.keep_accesses(Space::Global, of_grid);
        self.too_many = self.accesses > MOST_ACCESSES;
        self.places.push(at);
        self.programs.push(programs);
    }
}
