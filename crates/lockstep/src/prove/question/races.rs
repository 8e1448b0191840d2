//! Whether two accesses of two threads race.

use super::super::compare::Bundles;
use super::super::gaps::Gap;
use super::super::provided::{self, Conditions, Without};
use super::super::setup::Setup;
use super::super::symbols::{self, Pair};
use super::super::walk::{Access, Held, Kind};
use super::super::{Answer, joined};
use super::{Excluded, Questions, Said, Topic, Two};
use raddle_ir::{Inst, Scope, Space};
use raddle_launch::limits;
use raddle_smt::{Op, Term, Terms};
use raddle_symbolic::Region;
use std::collections::BTreeSet;

/// No region reaches beyond this many bytes.
pub const MOST_BYTES: u128 = limits::OBJECT as u128;

impl Questions<'_> {
    /// Do two accesses of a segment, or of the kernel for two CTAs, meet? `which` selects regions, with whether each is in shared
    /// memory, and `ordered` says whether two accesses of a warp cannot race. Stores that meet only where both write the same value are put into `equal`, conditions without which
    /// products in addresses wrap around into `provided`.
    pub fn races(
        &mut self,
        terms: &mut Terms,
        setup: &Setup<'_>,
        two: Two<'_>,
        which: impl Fn(bool) -> bool,
        ordered: impl Fn(&Access, &Access) -> bool,
        (equal, provided): (&mut BTreeSet<Inst>, &mut Conditions),
    ) -> Answer {
        self.open(terms, setup, two);
        let Two { pair, seen, .. } = two;
        let wanted = |access: &Access| match access.region {
            // It may be in either memory.
            Region::Anywhere(space) if space != Space::Shared => which(false) || which(true),
            Region::Anywhere(_) => which(true),
            region => which(setup.is_of_cta(region)),
        };
        let settled = self.wanted.no_race_in_shared;
        let is_known =
            |a: &Access, b: &Access| settled && setup.is_of_cta(a.region) && setup.is_of_cta(b.region);
        let is_store = |access: &Access| matches!(access.kind, Kind::Write);
        let (mut all, mut lost) = (Vec::new(), 0);
        let mut bundles = Bundles::new(terms, self.wanted.compare, seen);
        'pairs: for (m, a) in seen[0].accesses.iter().enumerate().filter(|(_, a)| wanted(a)) {
            // More accesses than can be compared: what is left is not known.
            if self.left().is_none() {
                let loc = setup.kernel.function().insts[a.inst].loc;
                all.push(Answer::Unknown(vec![Gap::unanswered(loc, &raddle_smt::Reason::Time)]));
                break;
            }
            for (n, b) in seen[1].accesses.iter().enumerate().filter(|(_, b)| wanted(b)) {
                // The other order is this one with the threads exchanged.
                if a.inst > b.inst || !conflict(setup, pair, a, b) || is_known(a, b) {
                    continue;
                }
                let in_shared = |access: &Access| setup.is_of_cta(access.region);
                if pair != Pair::OtherCta
                    && in_shared(a) == in_shared(b)
                    && setup.copies.are_ordered(a.inst, b.inst, in_shared(a))
                {
                    continue;
                }
                // What is not seen soon of all of them is asked of each pair, with conditions.
                let soon =
                    |terms: &mut Terms, parts: &[Term]| self.with_few_products(|ask| ask.holds(terms, parts));
                if bundles.are_apart(terms, setup, (m, n), soon) {
                    continue;
                }
                let mut parts = vec![a.enabled, b.enabled];
                parts.extend(in_bounds(terms, setup, a, b));
                if a.region == b.region {
                    parts.push(match self.can_be_aligned(terms, a, b) {
                        true => terms.eq(a.offset, b.offset),
                        false => overlap(terms, (a.offset, a.bytes), (b.offset, b.bytes)),
                    });
                }
                if pair == Pair::SameCta && ordered(a, b) {
                    let together = symbols::same_warp(terms, setup.launch);
                    parts.push(terms.not(together));
                }
                parts.extend(apart_by_locks(terms, setup, pair, a, b));
                let reached = [a.enabled, b.enabled];
                let mut only_if = |conditions: Said| {
                    for (one, violated_by) in conditions {
                        provided::add(provided, one, Without { accesses: [a.inst, b.inst], violated_by });
                    }
                };
                // What excludes accesses altogether is asked of once more: a bug there is one.
                let beside = match self.impossible_if(terms, setup, &reached, &parts) {
                    Some(Excluded { said, is_reached: true }) => {
                        only_if(said);
                        continue;
                    }
                    excluded => excluded,
                };
                let topic = Topic::race(setup, a, b);
                // Where it is known what both write, two writes that meet may be equal.
                let differ = differ(terms, a, b);
                let mut found = match differ {
                    Some(_) if self.holds(terms, &parts) == Some(false) => continue,
                    Some(_) => None,
                    None => match self.ask(terms, setup, pair, &parts, &topic) {
                        None => continue,
                        found => found,
                    },
                };
                let beside = match self.impossible_unless_it_wraps(terms, setup, &reached, &parts) {
                    Some(Excluded { said, is_reached: true }) => {
                        only_if(said);
                        continue;
                    }
                    excluded => beside.or(excluded),
                };
                if let Some(differ) = differ {
                    parts.push(differ);
                    found = self.ask(terms, setup, pair, &parts, &topic);
                }
                let is_possible = matches!(found, Some(Answer::Possible(_)));
                if let Some(Excluded { said, .. }) = beside.filter(|_| !is_possible) {
                    only_if(said);
                    continue;
                }
                let Some(found) = found else {
                    equal.extend([a.inst, b.inst]);
                    continue;
                };
                let open = is_store(a) && is_store(b) && differ.is_none();
                let is_lost = matches!(found, Answer::Possible(_)) && !open;
                all.push(found);
                lost += usize::from(is_lost);
                if lost >= self.wanted.most_races {
                    break 'pairs;
                }
            }
        }
        self.end();
        joined(all)
    }

    /// Are there inputs for which both accesses, of one size, are made, and for which they are at multiples of it in all threads? Then that is what is
    /// assumed of them, as of every access, and they meet where they are at one place.
    fn can_be_aligned(&mut self, terms: &mut Terms, a: &Access, b: &Access) -> bool {
        if a.bytes != b.bytes || !a.bytes.is_power_of_two() {
            return false;
        }
        let arguments = [a, b].map(|access| aligning(terms, access.offset, access.bytes.ilog2()));
        let [Some(first), Some(second)] = arguments else { return false };
        let mut all = vec![a.enabled, b.enabled];
        for (argument, bits) in first.union(&second) {
            let (lowest, zero) = (terms.extract(0, *bits, *argument), terms.bits(*bits, 0));
            all.push(terms.eq(lowest, zero));
        }
        // Nothing is asked where it follows from the places themselves.
        all.len() == 2 || self.with_few_products(|ask| ask.holds(terms, &all)) == Some(true)
    }
}

/// Can the two accesses race, if they meet?
pub fn conflict(setup: &Setup<'_>, pair: Pair, a: &Access, b: &Access) -> bool {
    if !setup.meet(a.region, b.region) {
        return false;
    }
    let enough = |scope: Scope| pair != Pair::OtherCta || scope >= Scope::Gpu;
    match (a.strong, b.strong) {
        _ if [a.kind, b.kind] == [Kind::Read; 2] => false,
        // They are atomic to each other where they access the same bytes.
        (Some(x), Some(y)) => !(enough(x) && enough(y)) || a.bytes != b.bytes,
        _ => true,
    }
}

/// That two threads do not hold the same lock at their accesses.
fn apart_by_locks(terms: &mut Terms, setup: &Setup<'_>, pair: Pair, a: &Access, b: &Access) -> Vec<Term> {
    let orders =
        |held: &Held| pair != Pair::OtherCta || held.scope >= Scope::Gpu && !setup.is_of_cta(held.region);
    let of = |access: &Access| access.locks.iter().copied().filter(orders).collect::<Vec<_>>();
    let (first, second) = (of(a), of(b));
    let both = first.iter().flat_map(|x| second.iter().map(move |y| (x, y)));
    let both: Vec<_> = both.filter(|(x, y)| x.region == y.region).collect();
    both.into_iter()
        .map(|(x, y)| {
            let same = terms.eq(x.offset, y.offset);
            terms.not(same)
        })
        .collect()
}

/// That two writes do not write the same to the same place; none where it is not known what they write.
fn differ(terms: &mut Terms, a: &Access, b: &Access) -> Option<Term> {
    let alike = a.written.len() == b.written.len() && a.bytes == b.bytes && !a.written.is_empty();
    if !alike || a.region != b.region {
        return None;
    }
    let mut same = vec![terms.eq(a.offset, b.offset)];
    for (&x, &y) in a.written.iter().zip(&b.written) {
        if terms.sort(x) != terms.sort(y) {
            return None;
        }
        same.push(terms.eq(x, y));
    }
    let same = terms.all(&same);
    Some(terms.not(same))
}

/// That two accesses have a byte in common, both being in bounds.
pub fn meet(terms: &mut Terms, setup: &Setup<'_>, a: &Access, b: &Access) -> Vec<Term> {
    let mut all = in_bounds(terms, setup, a, b);
    if a.region == b.region {
        all.push(overlap(terms, (a.offset, a.bytes), (b.offset, b.bytes)));
    }
    all
}

/// That two accesses to one region are in bounds.
fn in_bounds(terms: &mut Terms, setup: &Setup<'_>, a: &Access, b: &Access) -> Vec<Term> {
    let mut all = Vec::new();
    if a.region != b.region {
        return all;
    }
    if !matches!(a.region, Region::Anywhere(_)) {
        for access in [a, b] {
            let size = setup.size(a.region).map_or(MOST_BYTES, u128::from);
            let most = size.checked_sub(u128::from(access.bytes));
            all.push(match most {
                Some(most) => {
                    let most = terms.bits(64, most);
                    terms.bvule(access.offset, most)
                }
                None => terms.truth(false),
            });
        }
    }
    all
}

/// The arguments of a kernel that make a number a multiple of 2^`bits` in all threads if each is a multiple of the power of two beside it; `None`
/// where none are seen to: of `2 * threadIdx.x` no argument makes a multiple of 4.
fn aligning(terms: &Terms, number: Term, bits: u32) -> Option<BTreeSet<(Term, u32)>> {
    let is_argument = |term: Term| match terms.op(term) {
        Op::Var(symbol) => terms.declaration(symbol).name.starts_with("parameter "),
        _ => false,
    };
    let (mut open, mut all) = (vec![(number, bits)], BTreeSet::new());
    while let Some((part, bits)) = open.pop() {
        if terms.facts(part).trailing_zeros() >= bits {
            continue;
        }
        let args = terms.args(part);
        match terms.op(part) {
            Op::BvAdd | Op::Zext | Op::Sext | Op::Extract(0) => {
                open.extend(args.iter().map(|&arg| (arg, bits)));
            }
            // One of the factors has the bits that the numbers lack.
            Op::BvMul => {
                let numbers = args.iter().filter_map(|&arg| terms.constant(arg));
                let bits = bits.saturating_sub(numbers.map(u128::trailing_zeros).sum());
                let others: Vec<Term> =
                    args.iter().copied().filter(|&arg| terms.constant(arg).is_none()).collect();
                let argument = others.iter().copied().find(|&arg| is_argument(arg));
                let only = others.first().copied().filter(|_| others.len() == 1);
                open.push((argument.or(only)?, bits));
            }
            _ if is_argument(part) => {
                all.insert((part, bits.min(terms.width(part))));
            }
            _ => return None,
        }
    }
    Some(all)
}

/// The condition that two pieces of memory, given by offset and size, overlap.
pub fn overlap(terms: &mut Terms, (a, of_a): (Term, u32), (b, of_b): (Term, u32)) -> Term {
    // Two pieces of one size at multiples of it are one piece, or have nothing in common.
    let multiple =
        |offset: Term| of_a.is_power_of_two() && terms.facts(offset).trailing_zeros() >= of_a.ilog2();
    if of_a == of_b && multiple(a) && multiple(b) {
        return terms.eq(a, b);
    }
    let distance = terms.bvsub(a, b);
    let before = terms.bits(64, u128::from(of_a - 1));
    let distance = terms.bvadd(distance, before);
    let reach = terms.bits(64, u128::from(of_a) + u128::from(of_b) - 1);
    terms.bvult(distance, reach)
}
