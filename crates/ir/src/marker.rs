//! Instructions for what a front end knows and PTX cannot express.
//!
//! A marker is one [`InstKind`], so each `match` over instructions has to handle it; each marker states its effects here, in matches
//! without `_`. Nothing depends on the name of an [opaque instruction](InstKind::Opaque), which is for messages only.

use crate::contracts::Ask;
use crate::effects::{InstEffects, Meets, Touches};
use crate::entity::Value;
use crate::inst::{InstKind, Values};

/// The kinds of markers.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Marker {
    /// Between two barriers of the whole CTA, the wait for all other CTAs of the launch (CUDA programming guide, "Grid
    /// Synchronization"). For a method that follows one CTA, others may have written anything meanwhile.
    GridSync,
    /// A call through a pointer, its argument, that leads to none of its possible targets: it fetches instructions where there are
    /// none. Like an access out of bounds, it is not carried out.
    StrayCall,
    /// Where an [asynchronous copy](crate::copies) begins: arguments are an event, or zero, and the number of the thread that makes it; returns the event that the copy
    /// belongs to.
    Copy,
    /// Where the accesses of a copy end.
    CopyEnd,
    /// A wait for the events in its arguments.
    CopyWait,
    /// After a copy that is not waited for in time.
    CopyUnwaited,
    /// After a copy by a group of one work-item.
    CopyAlone,
    /// OpenCL's `get_work_dim()`, until the launch is known.
    WorkDim,
    /// A query in a contract.
    Ask(Ask),
}

impl Marker {
    /// What it does besides computing its results.
    #[must_use]
    pub const fn effects(self) -> InstEffects {
        const NONE: InstEffects = InstEffects::NONE;
        match self {
            Self::GridSync => {
                InstEffects { writes: Touches::Anything, ..InstEffects::meeting(Meets::Grid, true, true) }
            }
            Self::CopyWait => InstEffects::meeting(Meets::Agent, true, false),
            Self::CopyUnwaited | Self::CopyAlone => {
                InstEffects { reads: Touches::Anything, writes: Touches::Anything, ..NONE }
            }
            Self::StrayCall | Self::Copy | Self::CopyEnd | Self::WorkDim | Self::Ask(_) => NONE,
        }
    }

    /// May it be deleted when nothing uses its results?
    #[must_use]
    pub const fn is_removable(self) -> bool {
        match self {
            Self::WorkDim | Self::Ask(_) => true,
            Self::GridSync
            | Self::StrayCall
            | Self::Copy
            | Self::CopyEnd
            | Self::CopyWait
            | Self::CopyUnwaited
            | Self::CopyAlone => false,
        }
    }
}

/// Its name in messages.
impl std::fmt::Display for Marker {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::GridSync => "grid_sync",
            Self::StrayCall => "stray_call",
            Self::Copy => "async_work_group_copy",
            Self::CopyEnd => "end of async_work_group_copy",
            Self::CopyWait => "wait_group_events",
            Self::CopyUnwaited => "async_work_group_copy without wait_group_events",
            Self::CopyAlone => "async_work_group_copy in a group of one work-item",
            Self::WorkDim => "get_work_dim",
            Self::Ask(what) => return write!(f, "__raddle_contract_{}", what.name()),
        })
    }
}

impl InstKind {
    /// A marker without arguments.
    #[must_use]
    pub fn marker(marker: Marker) -> Self {
        Self::Marker { marker, args: Values::new() }
    }

    /// Which marker it is, if it is one.
    #[must_use]
    pub const fn as_marker(&self) -> Option<Marker> {
        match self {
            Self::Marker { marker, .. } => Some(*marker),
            _ => None,
        }
    }

    /// Is it the wait for all CTAs?
    #[must_use]
    pub fn is_grid_sync(&self) -> bool {
        self.as_marker() == Some(Marker::GridSync)
    }

    /// Is it the wait for asynchronous copies?
    #[must_use]
    pub fn waits_for_copies(&self) -> bool {
        self.as_marker() == Some(Marker::CopyWait)
    }

    /// What stands where a call through a pointer leads to no function.
    #[must_use]
    pub fn stray_call(target: Value) -> Self {
        Self::Marker { marker: Marker::StrayCall, args: Values::from_slice(&[target]) }
    }

    /// The pointer of a stray call.
    #[must_use]
    pub fn stray_target(&self) -> Option<Value> {
        match self {
            Self::Marker { marker: Marker::StrayCall, args } => args.first().copied(),
            _ => None,
        }
    }
}
