//! In lock-step: the sides of branches that lanes are on. See [`converge`](crate::running::converge).

use std::sync::Arc;

/// The ways of a warp's lanes, by lane: none is that of a warp that has not parted.
#[derive(Clone, Debug)]
pub(crate) struct Ways(pub(crate) Vec<Option<Arc<Way>>>);

/// A side of a branch.
#[derive(Debug)]
pub(crate) struct Way {
    /// The first step of the block where the sides meet; none at the end of the kernel.
    pub(crate) end: Option<u32>,
    /// The way after that.
    pub(crate) next: Option<Arc<Way>>,
}

impl Ways {
    pub(crate) fn new(width: usize) -> Self {
        Self(vec![None; width])
    }

    /// Are two lanes on one way?
    pub(crate) fn are_one(&self, x: u32, y: u32) -> bool {
        match (&self.0[x as usize], &self.0[y as usize]) {
            (Some(x), Some(y)) => Arc::ptr_eq(x, y),
            (x, y) => x.is_none() && y.is_none(),
        }
    }
}
