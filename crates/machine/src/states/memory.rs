//! Memory, byte by byte.
//!
//! A byte is known, or a piece of an unknown value, or *initial*: it was not written since the kernel started, or since the whole object
//! last became unknown. So what is stored and loaded again is unchanged, known or not, and partial overlaps are seen.
//! was, known or not, and partial overlaps are seen.

use crate::states::part::Part;
use crate::values::domain::Domain;
use std::collections::BTreeMap;
use std::sync::Arc;

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

/// Bytes are kept in pages, so that a [clone](Memory::share) copies only what one of the two writes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
enum Store<B> {
    /// All of an object; its last page may be shorter.
    Dense(Vec<Page<B>>),
    /// What was written of an object.
    Sparse {
        blocks: BTreeMap<u64, Part<Block<B>>>,
        /// How many pages there are in the blocks.
        pages: u64,
        /// What all other bytes are.
        fill: B,
    },
}

/// [`PAGE`] bytes.
type Page<B> = Part<Vec<B>>;
/// [`BLOCK`] pages; none where nothing was written.
type Block<B> = Vec<Option<Page<B>>>;

/// How many bytes a page has.
const PAGE: usize = 256;
/// How many pages a block has.
const BLOCK: usize = 64;
/// Objects up to this size, in bytes, are dense.
const DENSE: u64 = 1 << 18;

impl<B: Copy> Store<B> {
    fn new(size: Option<u64>, fill: B) -> Self {
        match size {
            Some(size) if size <= DENSE => Self::Dense(blank_pages(size as usize, fill)),
            _ => Self::Sparse { blocks: BTreeMap::new(), pages: 0, fill },
        }
    }

    /// A page by its number; none where there is none, and all bytes are as at the start.
    #[inline]
    fn page(&self, number: u64) -> Option<&Page<B>> {
        match self {
            Self::Dense(pages) => pages.get(number as usize),
            Self::Sparse { blocks, .. } => {
                blocks.get(&(number / BLOCK as u64))?[number as usize % BLOCK].as_ref()
            }
        }
    }

    /// A page to be written; none beyond the end of the object.
    #[inline]
    fn page_mut(&mut self, number: u64) -> Option<&mut Page<B>> {
        match self {
            Self::Dense(pages) => pages.get_mut(number as usize),
            Self::Sparse { .. } => self.sparse_page_mut(number),
        }
    }

    fn sparse_page_mut(&mut self, number: u64) -> Option<&mut Page<B>> {
        let Self::Sparse { blocks, pages, fill } = self else { return None };
        let block = blocks.entry(number / BLOCK as u64);
        let block = block.or_insert_with(|| Part::Own(vec![None; BLOCK]));
        let page = &mut block[number as usize % BLOCK];
        *pages += u64::from(page.is_none());
        Some(page.get_or_insert_with(|| Part::Own(vec![*fill; PAGE])))
    }

    /// The offset that lies `by` bytes after another. After the last of all addresses comes the first one, but not in an object of
    /// known size.
    fn after(&self, offset: u64, by: usize) -> u64 {
        match self {
            Self::Dense(_) => offset.saturating_add(by as u64),
            Self::Sparse { .. } => offset.wrapping_add(by as u64),
        }
    }
}

/// Pages of an object that holds the same everywhere: one page, until they are written.
fn blank_pages<B: Copy>(size: usize, fill: B) -> Vec<Page<B>> {
    let mut pages = vec![Part::Shared(Arc::new(vec![fill; size.min(PAGE)])); size / PAGE];
    if !size.is_multiple_of(PAGE) {
        pages.push(Part::Shared(Arc::new(vec![fill; size % PAGE])));
    }
    pages
}

/// Copies bytes, mostly those of one number.
#[inline]
fn copy<B: Copy>(from: &[B], to: &mut [B]) {
    match (<&[B; 4]>::try_from(from), <&mut [B; 4]>::try_from(&mut *to)) {
        (Ok(from), Ok(to)) => *to = *from,
        _ => to.copy_from_slice(from),
    }
}

fn size_of_pages<B>(pages: &[Page<B>]) -> usize {
    pages.last().map_or(0, |last| (pages.len() - 1) * PAGE + last.len())
}

/// Equality and hash by `key`: derived ones would require them of the domain, which takes no part.
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
        Self { store: Store::new(size, fill), blank: fill == D::INITIAL, version: 0, writes: 0 }
    }

    /// Makes clones of it cheap, until they are written.
    pub(crate) fn share(&mut self) {
        match &mut self.store {
            Store::Dense(pages) => pages.iter_mut().for_each(|page| page.share(|_| ())),
            Store::Sparse { blocks, .. } => {
                for block in blocks.values_mut() {
                    block.share(|pages| pages.iter_mut().flatten().for_each(|page| page.share(|_| ())));
                }
            }
        }
    }

    /// Copies the bytes from `offset` on; bytes beyond the object are initial.
    #[inline]
    pub fn read(&self, offset: u64, out: &mut [D::Byte]) {
        let at = offset as usize % PAGE;
        match self.store.page(offset / PAGE as u64).and_then(|page| page.get(at..at + out.len())) {
            Some(from) => copy(from, out),
            None => self.read_across(offset, out),
        }
    }

    /// The same where not all of them lie in one page that there is.
    fn read_across(&self, mut offset: u64, mut out: &mut [D::Byte]) {
        while !out.is_empty() {
            let at = offset as usize % PAGE;
            let (here, rest) = out.split_at_mut(out.len().min(PAGE - at));
            let page = self.store.page(offset / PAGE as u64).and_then(|page| page.get(at..));
            let from = page.unwrap_or_default();
            let (inside, beyond) = here.split_at_mut(from.len().min(here.len()));
            inside.copy_from_slice(&from[..inside.len()]);
            beyond.fill(match self.store {
                Store::Dense(_) => D::INITIAL,
                Store::Sparse { fill, .. } => fill,
            });
            offset = self.store.after(offset, here.len());
            out = rest;
        }
    }

    /// Counts a write that leaves all bytes as they are: either nothing is known of what is there, or nothing asks for it.
    pub(crate) fn count_write(&mut self) {
        self.writes = self.writes.wrapping_add(1);
    }

    /// Writes bytes from `offset` on; those beyond the object are dropped.
    #[inline]
    pub fn write(&mut self, offset: u64, from: &[D::Byte]) {
        self.count_write();
        self.blank = false;
        let at = offset as usize % PAGE;
        let page = self.store.page_mut(offset / PAGE as u64);
        match page.and_then(|page| page.get_mut(at..at + from.len())) {
            Some(to) => copy(from, to),
            None => self.write_across(offset, from),
        }
    }

    /// The same where not all of them lie in one page that there is.
    fn write_across(&mut self, mut offset: u64, mut from: &[D::Byte]) {
        while !from.is_empty() {
            let at = offset as usize % PAGE;
            let (here, rest) = from.split_at(from.len().min(PAGE - at));
            let page = self.store.page_mut(offset / PAGE as u64).and_then(|page| page.get_mut(at..));
            for (to, byte) in page.into_iter().flatten().zip(here) {
                *to = *byte;
            }
            offset = self.store.after(offset, here.len());
            from = rest;
        }
    }

    /// Makes all of it unknown: something was written at an unknown place.
    pub fn forget(&mut self) {
        if !self.blank {
            match &mut self.store {
                Store::Dense(pages) => *pages = blank_pages(size_of_pages(pages), D::INITIAL),
                Store::Sparse { blocks, pages, fill } => {
                    blocks.clear();
                    (*pages, *fill) = (0, D::INITIAL);
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
            Store::Dense(pages) => size_of_pages(pages) as u64,
            Store::Sparse { pages, .. } => pages * PAGE as u64,
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

    /// Random accesses of memories that are forked in between, against plain rows of bytes.
    #[test]
    fn forks_do_not_see_each_other() {
        let mut seed = 1u64;
        let mut random = |below: u64| {
            seed = seed.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(0x1405_7b7e_f767_814f);
            (seed >> 33) % below
        };
        for size in [Some(700u64), None] {
            let all = 40_000;
            let mut forks = vec![(Memory::<Concrete>::new(size, Concrete::INITIAL), vec![None; all])];
            for _ in 0..4_000 {
                let n = random(forks.len() as u64) as usize;
                let (memory, plain) = &mut forks[n];
                let within = if random(2) == 0 { 800 } else { 39_000 };
                let (offset, len) = (random(within), 1 + random(600));
                match random(8) {
                    0 => {
                        memory.share();
                        let fork = (memory.clone(), plain.clone());
                        if forks.len() < 6 { forks.push(fork) } else { forks[0] = fork }
                    }
                    1 if random(20) == 0 => {
                        memory.forget();
                        plain.fill(None);
                    }
                    2..5 => {
                        let bytes: Vec<u8> = (0..len).map(|_| random(256) as u8).collect();
                        memory.fill(offset, &bytes);
                        for (at, byte) in (offset..size.unwrap_or(u64::MAX)).zip(bytes) {
                            plain[at as usize] = Some(byte);
                        }
                    }
                    _ => {
                        let (start, len) = (offset as usize, len as usize);
                        assert_eq!(memory.known(offset, len), plain[start..start + len]);
                    }
                }
            }
        }
    }

    #[test]
    fn beyond_the_end_nothing_is_written() {
        let mut memory = Memory::<Concrete>::new(Some(4), Concrete::INITIAL);
        memory.fill(2, &[1, 2, 3, 4]);
        assert_eq!(memory.known(2, 4), [Some(1), Some(2), None, None]);
        memory.fill(u64::MAX, &[9, 9]);
    }
}
