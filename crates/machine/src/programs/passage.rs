//! From a branch to where its sides meet, and what is in the way of stepping over it.

use crate::programs::flow::Region;
use crate::programs::program::{Program, Step};
use crate::values::domain::Site;
use std::collections::BTreeMap;

/// The way from a branch to where its sides meet.
#[derive(Clone, Debug)]
pub(crate) struct Passage {
    pub(crate) region: Option<Region>,
    /// The first instruction in the region that synchronises.
    pub(crate) obstacle: Option<Site>,
    /// By block with a collective that lanes may reach together: the branches that decide who does.
    pub(crate) meetings: BTreeMap<usize, Vec<usize>>,
}

impl Passage {
    /// The region, unless something is in the way.
    pub(crate) fn free(&self) -> Option<&Region> {
        self.region.as_ref().filter(|_| self.obstacle.is_none())
    }
}

impl Program<'_> {
    /// The way from the branch at the end of a block.
    pub(crate) fn passage(&self, branch: usize) -> Passage {
        let region = self.flow.region(branch);
        let (mut obstacle, mut meetings) = (None, BTreeMap::new());
        for region in region.iter() {
            for &b in &region.blocks {
                let end = self.starts.get(b + 1).map_or(self.steps.len(), |&s| s as usize);
                for pc in self.starts[b] as usize..end {
                    let in_the_way = match &self.steps[pc] {
                        Step::Collective { mask, .. } => {
                            if !region.cyclic && !meetings.contains_key(&b) {
                                meetings.extend(self.flow.deciders(branch, region, b).map(|all| (b, all)));
                            }
                            mask.is_some() && !meetings.contains_key(&b)
                        }
                        Step::Barrier { .. } | Step::WarpSync { .. } => true,
                        Step::Opaque { effects, .. } => effects.synchronises,
                        _ => false,
                    };
                    if in_the_way && obstacle.is_none() {
                        obstacle = Some(self.sites[pc]);
                    }
                }
            }
        }
        Passage { region, obstacle, meetings }
    }
}
