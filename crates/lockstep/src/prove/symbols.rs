//! The two threads: what is different for them has a name for each, what is the same one for both.
//!
//! A symbol that belongs to a thread ends in `!1` or `!2`. So the two threads are exchanged by exchanging the endings, and every
//! question about them is asked once for both orders.

use super::uniform::Shared;
use raddle_ir::Type;
use raddle_launch::LaunchSpace;
use raddle_smt::{Sort, Term, Terms};
use raddle_symbolic::pure;
use raddle_symbolic::thread::{Thread, nctaid, products, sizes};
use rustc_hash::FxHashMap;

/// How the two threads stand to each other.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Pair {
    /// Two different threads of one warp.
    SameWarp,
    /// Two different threads of one CTA.
    SameCta,
    /// Threads of two different CTAs.
    OtherCta,
}

impl Pair {
    /// The level at which such threads agree.
    #[must_use]
    pub const fn shared(self) -> Shared {
        match self {
            Self::SameWarp | Self::SameCta => Shared::Group,
            Self::OtherCta => Shared::Launch,
        }
    }
}

/// One of the two threads.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Who {
    /// The one.
    First,
    /// The other.
    Second,
}

impl Who {
    /// Both.
    pub const BOTH: [Self; 2] = [Self::First, Self::Second];

    /// The ending of what belongs to it.
    #[must_use]
    pub const fn ending(self) -> &'static str {
        match self {
            Self::First => "!1",
            Self::Second => "!2",
        }
    }
}

/// One of the two, as a thread of its own.
#[must_use]
pub const fn thread(launch: &LaunchSpace, pair: Pair, who: Who) -> Thread<'_> {
    let of_block = match pair {
        Pair::OtherCta => who.ending(),
        Pair::SameWarp | Pair::SameCta => "",
    };
    Thread { launch, own: who.ending(), of_block }
}

/// What holds of the first thread: it lies in the grid.
pub fn one_thread(terms: &mut Terms, launch: &LaunchSpace) -> Vec<Term> {
    thread(launch, Pair::SameCta, Who::First).facts(terms)
}

/// What holds of two threads: they are different, and lie in the grid.
pub fn two_threads(terms: &mut Terms, launch: &LaunchSpace, pair: Pair) -> Vec<Term> {
    let threads = Who::BOTH.map(|who| thread(launch, pair, who));
    let mut all = Vec::new();
    let mut same = Vec::new();
    for dim in 0..3 {
        let both = threads.map(|thread| match pair {
            Pair::SameWarp | Pair::SameCta => thread.tid(terms, dim),
            Pair::OtherCta => thread.ctaid(terms, dim),
        });
        same.push(terms.eq(both[0], both[1]));
        if launch.grid[dim].is_none() {
            let size = nctaid(terms, launch, dim);
            for thread in threads {
                let at = thread.ctaid(terms, dim);
                all.push(terms.bvult(at, size));
            }
        }
    }
    let same = terms.all(&same);
    all.push(terms.not(same));
    if pair == Pair::SameWarp {
        all.push(same_warp(terms, launch));
    }
    all.extend(sizes(terms, launch));
    for thread in threads {
        all.extend(thread.in_block(terms));
    }
    (0..3).for_each(|dim| all.extend(products(terms, launch, &threads, dim)));
    all
}

/// That two threads of a CTA are in one warp.
pub fn same_warp(terms: &mut Terms, launch: &LaunchSpace) -> Term {
    let size = terms.bits(32, u128::from(launch.warp_size.max(1)));
    let [first, second] = Who::BOTH.map(|who| {
        let number = thread(launch, Pair::SameWarp, who).linear(terms);
        terms.bvudiv(number, size)
    });
    terms.eq(first, second)
}

/// The same of the other thread: the endings exchanged.
pub fn other(terms: &mut Terms, term: Term) -> Term {
    let mut exchanged = FxHashMap::default();
    for symbol in terms.variables(&[term]) {
        let declared = terms.declaration(symbol).clone();
        let [one, two] = Who::BOTH.map(Who::ending);
        let name = match declared.name.strip_suffix(one) {
            Some(name) => format!("{name}{two}"),
            None => match declared.name.strip_suffix(two) {
                Some(name) => format!("{name}{one}"),
                None => continue,
            },
        };
        let variable = |terms: &mut Terms, name: String| match (declared.bounds, declared.sort) {
            (Some((least, most)), Sort::Bits(width)) => terms.bounded(name, width, least, most),
            _ => terms.var(name, declared.sort),
        };
        let (own, its) = (variable(terms, declared.name.clone()), variable(terms, name));
        exchanged.insert(own, its);
    }
    terms.substitute(term, &exchanged)
}

/// The sort of a value: Booleans for predicates, bits for all others, floats too.
#[must_use]
pub fn sort(ty: Type) -> Sort {
    // Nothing is computed with a fragment.
    pure::sort(ty).unwrap_or(Sort::Bits(1))
}
