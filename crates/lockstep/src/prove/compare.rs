//! Several pairs of accesses in one question.
//!
//! Paper 000 (§6) has a kernel with many contiguous accesses, each of which was compared with each: 202 s, where 3 s were enough for those who saw
//! one access. So contiguous accesses of a thread are *one piece* first: if the pieces of two threads are apart, so are all accesses in
//! them; if not, these are compared one by one. What is found is the same.
//!
//! Two other ways to ask are here to be measured against it (docs, "Evaluation"): they are those of verifiers that instrument a
//! program. With a **log**, a thread remembers one access, any of an array, and each access of the other thread is checked against it. With a
//! **watched offset**, one place of an array, any, is watched, and both threads say whether they access it.

use super::question::overlap;
use super::setup::Setup;
use super::walk::{Access, Kind, Seen};
use crate::limits;
use raddle_smt::{Sort, Term, Terms};
use raddle_symbolic::Region;
use std::collections::BTreeMap;

/// How accesses of two threads are compared.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Compare {
    /// Contiguous pieces first, then the pairs of accesses in those that may meet.
    #[default]
    Pieces,
    /// Pair by pair.
    Pairs,
    /// Each access with all of an array and of a kind of the other thread, then pair by pair.
    Logged,
    /// All of an array and of a kind with all of another kind, then pair by pair.
    Watched,
}

/// What is compared first.
pub struct Bundles<'s> {
    compare: Compare,
    accesses: [&'s [Access]; 2],
    /// For each thread, the number of the bundle of each access.
    of: [Vec<usize>; 2],
    /// For each thread and bundle, the accesses in it.
    members: [Vec<Vec<usize>>; 2],
    /// Bundles that were compared: are they apart?
    known: BTreeMap<(usize, usize), bool>,
}

impl<'s> Bundles<'s> {
    /// Bundles of the accesses of two walks.
    pub fn new(terms: &mut Terms, compare: Compare, seen: &'s [Seen; 2]) -> Self {
        let accesses = seen.each_ref().map(|seen| seen.accesses.as_slice());
        let members = [0, 1].map(|who| match compare {
            Compare::Pairs => Vec::new(),
            Compare::Pieces => pieces(terms, accesses[who]),
            Compare::Logged if who == 1 => (0..accesses[who].len()).map(|n| vec![n]).collect(),
            Compare::Logged | Compare::Watched => arrays(accesses[who]),
        });
        let of = [0, 1].map(|who| {
            let mut of = vec![0; accesses[who].len()];
            for (number, bundle) in members[who].iter().enumerate() {
                bundle.iter().for_each(|&n| of[n] = number);
            }
            of
        });
        Self { compare, accesses, of, members, known: BTreeMap::new() }
    }

    /// Is it known that this access of the first thread and that of the second do not meet? `holds` asks whether formulas can hold together.
    pub fn are_apart(
        &mut self,
        terms: &mut Terms,
        setup: &Setup<'_>,
        (a, b): (usize, usize),
        mut holds: impl FnMut(&mut Terms, &[Term]) -> Option<bool>,
    ) -> bool {
        if self.compare == Compare::Pairs || self.accesses[0][a].region != self.accesses[1][b].region {
            return false;
        }
        let pair = (self.of[0][a], self.of[1][b]);
        if let Some(&apart) = self.known.get(&pair) {
            return apart;
        }
        let both = [self.bundle(0, pair.0), self.bundle(1, pair.1)];
        let apart = both.iter().any(|bundle| bundle.len() > 1) && {
            let formulas = self.meet(terms, setup, &both);
            holds(terms, &formulas) == Some(false)
        };
        self.known.insert(pair, apart);
        apart
    }

    fn bundle(&self, who: usize, number: usize) -> Vec<&'s Access> {
        self.members[who][number].iter().map(|&n| &self.accesses[who][n]).collect()
    }

    /// That something in the one bundle meets something in the other, if accesses are in bounds.
    fn meet(&self, terms: &mut Terms, setup: &Setup<'_>, both: &[Vec<&Access>; 2]) -> Vec<Term> {
        match self.compare {
            Compare::Pieces | Compare::Pairs => {
                let ends = both.each_ref().map(|bundle| hull(terms, bundle));
                let mut all = vec![both[0][0].enabled, both[1][0].enabled];
                // An access in a piece is in bounds, so the piece does not begin long before its object, nor end long after it.
                for (start, bytes) in ends {
                    let size = setup.size(both[0][0].region).map_or(super::question::MOST_BYTES, u128::from);
                    if matches!(both[0][0].region, Region::Anywhere(_)) {
                        continue;
                    }
                    let margin = terms.bits(64, u128::from(bytes));
                    let most = terms.bits(64, size + u128::from(bytes));
                    let from = terms.bvadd(start, margin);
                    all.push(terms.bvule(from, most));
                }
                all.push(overlap(terms, ends[0], ends[1]));
                all
            }
            Compare::Logged => {
                let [log, one] = both;
                let one = one[0];
                let met = log.iter().map(|a| {
                    let meets = overlap(terms, (a.offset, a.bytes), (one.offset, one.bytes));
                    terms.and(a.enabled, meets)
                });
                let met: Vec<Term> = met.collect();
                vec![one.enabled, terms.any(&met)]
            }
            Compare::Watched => {
                let watched = terms.var("watched", Sort::Bits(64));
                let accessed = |bundle: &Vec<&Access>| {
                    let met = bundle.iter().map(|a| {
                        let meets = overlap(terms, (a.offset, a.bytes), (watched, 1));
                        terms.and(a.enabled, meets)
                    });
                    let met: Vec<Term> = met.collect();
                    terms.any(&met)
                };
                both.iter().map(accessed).collect()
            }
        }
    }
}

/// Where the first byte of a piece is, and how many it has.
fn hull(terms: &mut Terms, piece: &[&Access]) -> (Term, u32) {
    let (first, start) = (piece[0].offset, place(terms, piece[0]));
    let mut end = start;
    for access in piece {
        end = end.max(place(terms, access) + i128::from(access.bytes));
    }
    (first, u32::try_from(end - start).unwrap_or(u32::MAX))
}

/// The number that is added in an offset.
fn place(terms: &Terms, access: &Access) -> i128 {
    i128::from(terms.added(access.offset) as u64 as i64)
}

/// The contiguous pieces of memory that accesses make: of one kind, made together, and at places that differ by numbers. Each
/// begins with its first byte.
fn pieces(terms: &mut Terms, accesses: &[Access]) -> Vec<Vec<usize>> {
    let mut alike: Vec<Vec<usize>> = Vec::new();
    let mut numbers: BTreeMap<(Region, u8, Term, Term), usize> = BTreeMap::new();
    for (n, access) in accesses.iter().enumerate() {
        let added = terms.bits(64, terms.added(access.offset));
        let base = terms.bvsub(access.offset, added);
        // A strong access is a piece of its own: what it may meet depends on its width.
        if access.strong.is_some() {
            alike.push(vec![n]);
            continue;
        }
        let kind = u8::from(access.kind != Kind::Read);
        let number = *numbers.entry((access.region, kind, access.enabled, base)).or_insert(alike.len());
        if number == alike.len() {
            alike.push(Vec::new());
        }
        alike[number].push(n);
    }
    let mut pieces = Vec::new();
    for mut members in alike {
        members.sort_by_key(|&n| (place(terms, &accesses[n]), n));
        let (mut piece, mut start, mut end) = (Vec::new(), 0, 0);
        for n in members {
            let at = place(terms, &accesses[n]);
            let behind = at + i128::from(accesses[n].bytes);
            if !piece.is_empty() && (at > end || behind - start > i128::from(limits::BYTES_OF_PIECE)) {
                pieces.push(std::mem::take(&mut piece));
            }
            if piece.is_empty() {
                (start, end) = (at, behind);
            }
            end = end.max(behind);
            piece.push(n);
        }
        pieces.push(piece);
    }
    pieces
}

/// The accesses of each array and kind.
fn arrays(accesses: &[Access]) -> Vec<Vec<usize>> {
    let mut all: Vec<(&Access, Vec<usize>)> = Vec::new();
    for (n, access) in accesses.iter().enumerate() {
        match all.iter_mut().find(|(of, _)| (of.region, of.kind) == (access.region, access.kind)) {
            Some((_, members)) => members.push(n),
            None => all.push((access, vec![n])),
        }
    }
    all.into_iter().map(|(_, members)| members).collect()
}
