//! Equal values get equal numbers, in the order of their first appearance.

use rustc_hash::FxHasher;
use std::hash::{Hash, Hasher};

/// Values by number, each once.
#[derive(Clone, Debug)]
pub(crate) struct Interner<T> {
    /// The values, by number.
    pub(crate) all: Vec<T>,
    /// Open addressing: numbers of values, at most half of the places taken. Its length is a power of two.
    places: Vec<u32>,
}

const FREE: u32 = u32::MAX;

impl<T> Default for Interner<T> {
    fn default() -> Self {
        Self { all: Vec::new(), places: Vec::new() }
    }
}

/// The hash of a value.
pub(crate) fn hash_of(value: &impl Hash) -> usize {
    let mut hasher = FxHasher::default();
    value.hash(&mut hasher);
    hasher.finish() as usize
}

impl<T: Eq + Hash> Interner<T> {
    /// The number of a value, given when it is new.
    pub(crate) fn number(&mut self, value: T) -> u32 {
        let (n, place) = self.find(hash_of(&value), |known| *known == value);
        if let Some(at) = place {
            self.add(at, value);
        }
        n
    }

    /// The number of the value with this hash that `same` knows; that of the next one, and where it is to be
    /// [added](Self::add), if there is none.
    pub(crate) fn find(&mut self, hash: usize, same: impl Fn(&T) -> bool) -> (u32, Option<usize>) {
        if self.all.len() * 2 >= self.places.len() {
            self.grow();
        }
        let last = self.places.len() - 1;
        let mut at = hash & last;
        loop {
            match self.places[at] {
                FREE => return (self.all.len() as u32, Some(at)),
                n if same(&self.all[n as usize]) => return (n, None),
                _ => at = (at + 1) & last,
            }
        }
    }

    /// Gives the next number to a value, at the place that [`find`](Self::find) named.
    pub(crate) fn add(&mut self, at: usize, value: T) {
        self.places[at] = self.all.len() as u32;
        self.all.push(value);
    }

    fn grow(&mut self) {
        let len = (self.places.len() * 2).max(64);
        self.places = vec![FREE; len];
        for (value, n) in self.all.iter().zip(0..) {
            let mut at = hash_of(value) & (len - 1);
            while self.places[at] != FREE {
                at = (at + 1) & (len - 1);
            }
            self.places[at] = n;
        }
    }

    /// Bytes it takes.
    pub(crate) fn footprint(&self) -> usize {
        self.all.capacity() * size_of::<T>() + self.places.len() * size_of::<u32>()
    }
}
