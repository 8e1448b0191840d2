//! What a lane finds that other lanes of its warp have written, [in lock-step](super::super::lane_memory).

use super::super::symbols::{self, Pair};
use super::{Env, Walk};
use raddle_ir::Block;
use raddle_smt::{Scalar, Term};
use raddle_symbolic::Region;
use std::borrow::Cow;

impl Walk<'_, '_> {
    /// Begins a version of a region.
    pub(super) fn next_version(&mut self, what: &str, region: Region, env: &mut Env) {
        if let Some(width) = self.followed(region) {
            let version = self.version(what, width);
            env.memory.insert(region, version);
        }
    }

    /// A version: one array for two lanes of a warp that are in the same iteration, and one for each of two other threads.
    fn version(&mut self, what: &str, width: u32) -> Term {
        let array = |walk: &mut Self, whose: &str| {
            walk.terms.array(format!("{what}@{}{whose}", walk.place), 64, Scalar::Bits(width))
        };
        let own = array(self, self.who.ending());
        if !self.joint() || self.pair == Pair::OtherCta {
            return own;
        }
        let of_warp = array(self, " of the warp");
        let together = match self.pair {
            Pair::SameWarp => self.terms.truth(true),
            _ => symbols::same_warp(self.terms, self.setup.launch),
        };
        self.terms.ite(together, of_warp, own)
    }

    /// The state in front of a block, where lanes meet that went different ways.
    pub(super) fn met<'e>(&mut self, block: Option<Block>, env: Cow<'e, Env>) -> Cow<'e, Env> {
        let (Some(memory), Some(block)) = (&self.setup.lane_memory, block) else { return env };
        let mut env = env;
        for region in memory.changed_before(block) {
            self.next_version(&format!("memory {region:?} {block}"), region, env.to_mut());
        }
        env
    }
}
