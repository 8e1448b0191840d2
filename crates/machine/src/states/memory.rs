//! Memory, byte by byte.
//!
//! A byte is known, or a piece of an unknown value, or *initial*: it was not written since the
//! kernel started, or since the whole object last became unknown. So what is stored and loaded again comes back as it
//! was, known or not, and partial overlaps are seen.

use crate::values::domain::Domain;
use std::collections::BTreeMap;

/// The content of a memory object.
#[derive(Clone, Debug)]
pub struct Memory<D: Domain> {
    store: Store<D::Byte>,
    /// Is every byte initial? Then there is nothing to forget.
    blank: bool,
    /// How often all of it became unknown; part of the name of what it holds since.
    pub(crate) version: u64,
    /// How often it was written; part of the name of what is read at an unknown offset.
    pub(crate) writes: u64,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Store<B> {
    Dense(Vec<B>),
    /// Pages that were written, and what all other bytes are.
    Sparse(BTreeMap<u64, Vec<B>>, B),
}

const PAGE: u64 = 256;
/// Objects up to this size are dense.
const DENSE: u64 = 1 << 18;

/// Equality and hash by `key`: a derived one would ask them of the domain, which takes no part.
macro_rules! equal_by_key {
    ($name:ident) => {
        impl<D: Domain> PartialEq for $name<D> {
            fn eq(&self, other: &Self) -> bool {
                self.key() == other.key()
            }
        }

        impl<D: Domain> Eq for $name<D> {}

        impl<D: Domain> std::hash::Hash for $name<D> {
            fn hash<H: std::hash::Hasher>(&self, hasher: &mut H) {
                self.key().hash(hasher);
            }
        }
    };
}
pub(crate) use equal_by_key;

equal_by_key!(Memory);

impl<D: Domain> Memory<D> {
    fn key(&self) -> (&Store<D::Byte>, u64, u64) {
        (&self.store, self.version, self.writes)
    }

    /// An object of this size (any, when none) that holds `fill` everywhere.
    #[must_use]
    pub fn new(size: Option<u64>, fill: D::Byte) -> Self {
        let store = match size {
            Some(size) if size <= DENSE => Store::Dense(vec![fill; size as usize]),
            _ => Store::Sparse(BTreeMap::new(), fill),
        };
        Self { store, blank: fill == D::INITIAL, version: 0, writes: 0 }
    }

    /// Copies the bytes from `offset` on; bytes beyond the object are initial.
    #[inline]
    pub fn read(&self, offset: u64, out: &mut [D::Byte]) {
        match &self.store {
            Store::Dense(bytes) => {
                let start = offset as usize;
                match bytes.get(start..start.saturating_add(out.len())) {
                    Some(from) => out.copy_from_slice(from),
                    None => {
                        for (n, byte) in out.iter_mut().enumerate() {
                            *byte = bytes.get(start.saturating_add(n)).copied().unwrap_or(D::INITIAL);
                        }
                    }
                }
            }
            Store::Sparse(pages, fill) => {
                for (n, byte) in out.iter_mut().enumerate() {
                    let at = offset.wrapping_add(n as u64);
                    *byte = pages.get(&(at / PAGE)).map_or(*fill, |page| page[(at % PAGE) as usize]);
                }
            }
        }
    }

    /// Counts a write that leaves all bytes as they are: of what is there nothing is known, or nothing asks.
    pub(crate) fn count_write(&mut self) {
        self.writes = self.writes.wrapping_add(1);
    }

    /// Writes bytes from `offset` on; those beyond the object are dropped.
    #[inline]
    pub fn write(&mut self, offset: u64, from: &[D::Byte]) {
        self.count_write();
        self.blank = false;
        match &mut self.store {
            Store::Dense(bytes) => {
                let start = offset as usize;
                match bytes.get_mut(start..start.saturating_add(from.len())) {
                    Some(to) => to.copy_from_slice(from),
                    None => {
                        for (n, &byte) in from.iter().enumerate() {
                            if let Some(to) = bytes.get_mut(start.saturating_add(n)) {
                                *to = byte;
                            }
                        }
                    }
                }
            }
            Store::Sparse(pages, fill) => {
                for (n, &byte) in from.iter().enumerate() {
                    let at = offset.wrapping_add(n as u64);
                    let page = pages.entry(at / PAGE).or_insert_with(|| vec![*fill; PAGE as usize]);
                    page[(at % PAGE) as usize] = byte;
                }
            }
        }
    }

    /// Makes all of it unknown: something was written, it is unknown where.
    pub fn forget(&mut self) {
        if !self.blank {
            match &mut self.store {
                Store::Dense(bytes) => bytes.fill(D::INITIAL),
                Store::Sparse(pages, fill) => {
                    pages.clear();
                    *fill = D::INITIAL;
                }
            }
            self.blank = true;
        }
        self.version += 1;
        self.writes = self.writes.wrapping_add(1);
    }

    /// Sets known bytes, before the run.
    pub(crate) fn fill(&mut self, offset: u64, bytes: &[u8]) {
        let bytes: Vec<D::Byte> = bytes.iter().map(|&b| D::byte(b)).collect();
        self.write(offset, &bytes);
    }

    /// The known bytes from `offset` on; none where a byte is not known.
    #[must_use]
    pub fn known(&self, offset: u64, len: usize) -> Vec<Option<u8>> {
        let mut bytes = vec![D::INITIAL; len];
        self.read(offset, &mut bytes);
        bytes.into_iter().map(D::get_byte).collect()
    }

    /// The bytes of this process that it takes, roughly.
    #[must_use]
    pub fn footprint(&self) -> u64 {
        let bytes = match &self.store {
            Store::Dense(bytes) => bytes.len() as u64,
            Store::Sparse(pages, _) => pages.len() as u64 * PAGE,
        };
        bytes * size_of::<D::Byte>() as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::concrete::Concrete;

    #[test]
    fn sparse_and_dense_agree() {
        let mut dense = Memory::<Concrete>::new(Some(1024), Concrete::INITIAL);
        let mut sparse = Memory::<Concrete>::new(None, Concrete::INITIAL);
        for (offset, byte) in [(0, 1), (255, 2), (254, 3), (1000, 4), (256, 5)] {
            for memory in [&mut dense, &mut sparse] {
                memory.fill(offset, &[byte, byte + 100]);
            }
        }
        assert_eq!(dense.known(0, 1024), sparse.known(0, 1024));
        assert_eq!(dense.known(254, 4), [Some(3), Some(103), Some(5), Some(105)]);
        dense.forget();
        assert_eq!(dense.known(0, 1), [None]);
    }

    #[test]
    fn beyond_the_end_nothing_is_written() {
        let mut memory = Memory::<Concrete>::new(Some(4), Concrete::INITIAL);
        memory.fill(2, &[1, 2, 3, 4]);
        assert_eq!(memory.known(2, 4), [Some(1), Some(2), None, None]);
        memory.fill(u64::MAX, &[9, 9]);
    }
}
