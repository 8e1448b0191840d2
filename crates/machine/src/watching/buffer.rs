//! Events that are reported later, or not at all.
//!
//! A branch that is [stepped over](crate::running::over) is swept until nothing changes: only what happens in the last sweep is reported.

use crate::values::domain::{Site, ValueId};
use crate::watching::monitor::{AccessKind, BarrierEvent, Issue, Monitor, Target, WarpAccess, WarpSyncEvent};
use raddle_ir::{Access, Space};

/// An access that waits to be reported.
#[derive(Clone, Debug)]
pub(crate) struct KeptAccess {
    warp: u32,
    first_thread: u32,
    pub(crate) lanes: u32,
    group: u32,
    may: u32,
    site: Site,
    kind: AccessKind,
    access: Access,
    space: Space,
    size: u32,
    targets: Vec<Target>,
    values: Vec<Option<ValueId>>,
}

impl KeptAccess {
    pub(crate) fn as_access(&self) -> WarpAccess<'_> {
        WarpAccess {
            warp: self.warp,
            first_thread: self.first_thread,
            lanes: self.lanes,
            group: self.group,
            may: self.may,
            site: self.site,
            kind: self.kind,
            access: self.access,
            space: self.space,
            size: self.size,
            targets: &self.targets,
            values: &self.values,
        }
    }
}

pub(crate) enum Kept {
    Access(KeptAccess),
    Issue(Issue),
}

/// Accesses and issues, in order.
pub(crate) struct Buffer {
    pub(crate) events: Vec<Kept>,
    values: bool,
}

impl Buffer {
    /// A buffer for what a monitor gets later.
    pub(crate) fn of(monitor: &dyn Monitor) -> Self {
        Self { events: Vec::new(), values: monitor.wants_values() }
    }
}

impl Monitor for Buffer {
    fn access(&mut self, a: &WarpAccess<'_>) {
        self.events.push(Kept::Access(KeptAccess {
            warp: a.warp,
            first_thread: a.first_thread,
            lanes: a.lanes,
            group: a.group,
            may: a.may,
            site: a.site,
            kind: a.kind,
            access: a.access,
            space: a.space,
            size: a.size,
            targets: a.targets.to_vec(),
            values: a.values.to_vec(),
        }));
    }
    fn barrier(&mut self, _: &BarrierEvent) {}
    fn warp_sync(&mut self, _: &WarpSyncEvent) {}
    fn issue(&mut self, issue: Issue) {
        self.events.push(Kept::Issue(issue));
    }
    fn wants_values(&self) -> bool {
        self.values
    }
}
