//! Memory on a walk: what a thread finds in mutable scalars, parameters and regions.
//!
//! The content of a region is an array from offsets to elements, of regions that are accessed in elements of one width only and whose
//! content [matters](super::super::needed). Of all others nothing is known but on what threads [agree](super::super::uniform).

use super::super::symbols::{self, Pair, sort};
use super::super::uniform::Shared;
use super::{Env, Start, Walk};
use raddle_ir::{Address, Base, Block, FenceFlags, Inst, Space, Type, Value, Var};
use raddle_smt::{Scalar, Sort, Term};
use raddle_symbolic::parameter;
use raddle_symbolic::region::{Region, Use};
use std::collections::BTreeSet;

impl Walk<'_, '_> {
    /// What a mutable scalar of the thread holds. One that was never assigned has any value.
    pub(super) fn var(&mut self, var: Var, env: &Env) -> Term {
        let data = &self.setup.kernel.function().vars[var];
        match env.vars.get(&var) {
            Some(&term) => term,
            None => self.terms.var(format!("scalar {}{}", data.name, self.who.ending()), sort(data.ty)),
        }
    }

    /// A result of a load.
    pub(super) fn load(
        &mut self,
        inst: Inst,
        addr: &Address,
        number: usize,
        result: Value,
        env: &Env,
    ) -> Term {
        let function = self.setup.kernel.function();
        let ty = function.ty(result);
        let before: u32 =
            function.insts[inst].results[..number].iter().map(|&r| function.ty(r).bytes()).sum();
        let region = Region::of(self.setup.module, self.setup.kernel.function(), addr);
        if !region.is_private() {
            let offset = self.offset(addr);
            let before = self.terms.bits(64, u128::from(before));
            let offset = self.terms.bvadd(offset, before);
            return self.read((region, offset), result, env);
        }
        let at = addr.offset.wrapping_add(i64::from(before));
        match (addr.base, addr.index) {
            (Base::Params, None) => self.param(at, ty),
            // What nothing writes is the same for all.
            (Base::Params | Base::Object(_) | Base::Absolute, _)
                if matches!(addr.space, Space::Param | Space::Const)
                    && ty != Type::I1
                    && ty != Type::Opaque =>
            {
                let name = format!("constant {:?} {:?}:{}", addr.space, addr.base, ty.bits());
                let array = self.terms.array(name, 64, Scalar::Bits(ty.bits()));
                let offset = self.offset(addr);
                let before = self.terms.bits(64, u128::from(before));
                let offset = self.terms.bvadd(offset, before);
                self.terms.select(array, offset)
            }
            _ => self.fresh(&format!("{result}"), sort(ty), Shared::Thread),
        }
    }

    /// A parameter of the kernel.
    fn param(&mut self, at: i64, ty: Type) -> Term {
        let function = self.setup.kernel.function();
        match parameter::piece(self.terms, function, self.setup.launch, at, ty) {
            Some(piece) => piece.term,
            None => self.terms.var(parameter::name(at, ty.bits().into()), sort(ty)),
        }
    }

    /// The width of the elements of a region whose content the walk follows.
    pub(super) fn followed(&self, region: Region) -> Option<u32> {
        let used = self.setup.uses.get(&region)?;
        let wild = |(other, of): (&Region, &Use)| {
            matches!(other, Region::Anywhere(_)) && of.written && self.setup.meet(region, *other)
        };
        if !self.needed.content(region)
            || self.setup.rules.adversarial
            || used.special
            || region.is_private()
            || matches!(region, Region::Anywhere(_))
            || self.setup.uses.iter().any(wild)
        {
            return None;
        }
        // Predicates are kept as Booleans, and no array holds those.
        used.width.filter(|&w| w > 1)
    }

    /// What a region holds for the thread, where that is followed.
    pub(super) fn content(&mut self, region: Region, env: &Env) -> Option<Term> {
        if let Some(&content) = env.memory.get(&region) {
            return Some(content);
        }
        let width = self.followed(region)?;
        // At the start: global memory is the same for all, shared memory for a CTA.
        let ending =
            if self.setup.is_of_cta(region) && self.pair == Pair::OtherCta { self.who.ending() } else { "" };
        Some(self.terms.array(format!("memory {region:?}{ending}"), 64, Scalar::Bits(width)))
    }

    /// What a load finds.
    pub(super) fn read(&mut self, (region, offset): (Region, Term), result: Value, env: &Env) -> Term {
        // What is evaluated once more is not what the analysis knows of.
        let agreed = if self.again_at_barrier { Shared::Thread } else { self.setup.uniform.value(result) };
        let ty = self.setup.kernel.function().ty(result);
        let Some(content) = self.content(region, env) else {
            return self.fresh(&format!("{result}"), sort(ty), agreed);
        };
        let found = self.terms.select(content, offset);
        let is_written = self.setup.uses.get(&region).is_some_and(|used| used.written);
        if !is_written || !self.agrees(agreed) {
            return found;
        }
        // What each thread knows of the content alone need not tell that they find the same. That the two are equal must not be assumed:
        // where what one finds is its own write, and the other races with it, this would assume the race away.
        if symbols::other(self.terms, found) == found {
            found
        } else {
            self.fresh(&format!("{result}"), sort(ty), agreed)
        }
    }

    /// Forgets the content of a region.
    pub(super) fn forget_content(&mut self, region: Region, env: &mut Env) {
        if self.setup.lane_memory.is_some() {
            self.next_version(&format!("memory {region:?}"), region, env);
        } else if let Some(width) = self.followed(region) {
            let sort = Sort::Array(64, Scalar::Bits(width));
            let content = self.fresh(&format!("memory {region:?}"), sort, Shared::Thread);
            env.memory.insert(region, content);
        }
    }

    /// The regions that a barrier shows to all, of those that some thread writes.
    pub(super) fn fenced(&self, fence: FenceFlags) -> Vec<Region> {
        let uses = self.setup.uses.iter();
        let fenced = |used: &Use| if used.shared { fence.shared } else { fence.global };
        uses.filter(|(_, used)| used.written && fenced(used)).map(|(&region, _)| region).collect()
    }

    /// What an instruction stores.
    pub(super) fn store(
        &mut self,
        inst: Inst,
        (region, offset): (Region, Term),
        value: Term,
        enabled: Term,
        env: &mut Env,
    ) {
        if self.setup.lane_memory.is_some() {
            self.next_version(&format!("memory {region:?} {inst}"), region, env);
        } else if let Some(old) = self.content(region, env) {
            let new = self.terms.store(old, offset, value);
            let new = self.terms.ite(enabled, new, old);
            env.memory.insert(region, new);
        }
    }

    /// After a barrier of the CTA its threads see the same memory; after one of the grid, all threads see the same global memory.
    pub(super) fn barrier(&mut self, block: Block, fence: FenceFlags, enabled: Term, env: &mut Env) -> Term {
        for region in self.fenced(fence) {
            if let Some(width) = self.followed(region) {
                let sort = Sort::Array(64, Scalar::Bits(width));
                let all = self.setup.of_grid.contains(&block) && !self.setup.is_of_cta(region);
                let agreed = if all { Shared::Launch } else { Shared::Group };
                let content = self.fresh(&format!("memory {region:?} {block}"), sort, agreed);
                env.memory.insert(region, content);
            }
        }
        let enabled = self.instantiate(block, enabled, env);
        self.start(block, enabled, env);
        enabled
    }

    /// After a wait of lanes a thread sees what its warp has written, but no thread waits for other warps.
    pub(super) fn warp_wait(&mut self, block: Block, enabled: Term, env: &mut Env) {
        let agreed = if self.pair == Pair::SameWarp { Shared::Group } else { Shared::Thread };
        for region in self.fenced(FenceFlags::BOTH) {
            if let Some(width) = self.followed(region) {
                let sort = Sort::Array(64, Scalar::Bits(width));
                let content = self.fresh(&format!("memory {region:?} {block}"), sort, agreed);
                env.memory.insert(region, content);
            }
        }
        if self.lanes.waits.contains(&block) {
            self.start(block, enabled, env);
        }
    }

    /// Walks may begin here.
    fn start(&mut self, block: Block, enabled: Term, env: &Env) {
        if self.counts() {
            let start = Start { enabled, values: self.values.clone(), env: env.clone() };
            self.seen.starts.insert((block, self.at_rounds()), start);
        }
    }

    pub(super) fn merge(&mut self, when: Term, then: &Env, other: &Env) -> Env {
        let mut merged = Env::default();
        let vars: BTreeSet<Var> = then.vars.keys().chain(other.vars.keys()).copied().collect();
        for var in vars {
            let (a, b) = (self.var(var, then), self.var(var, other));
            merged.vars.insert(var, self.terms.ite(when, a, b));
        }
        let regions: BTreeSet<Region> = then.memory.keys().chain(other.memory.keys()).copied().collect();
        for region in regions {
            let (a, b) = (self.content(region, then), self.content(region, other));
            if let Some((a, b)) = a.zip(b) {
                merged.memory.insert(region, self.terms.ite(when, a, b));
            }
        }
        let heads: BTreeSet<Block> = then.rounds.keys().chain(other.rounds.keys()).copied().collect();
        for head in heads {
            let (a, b) = (self.rounds(head, then), self.rounds(head, other));
            merged.rounds.insert(head, self.terms.ite(when, a, b));
        }
        merged
    }
}
