//! Where an instruction comes from: its PTX line, its source position, and how it was inlined.

use crate::entity::{File, LocId, PrimaryMap};
use rustc_hash::FxHashMap;

/// A position in a source file; lines and columns count from 1, 0 means unknown.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct SourcePos {
    /// The file.
    pub file: File,
    /// The line, from 1.
    pub line: u32,
    /// The column in bytes, from 1; 0 if the compiler gave none.
    pub column: u32,
}

/// The location of an instruction.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Loc {
    /// The line of the PTX text, from 1; 0 where there is no PTX (`.rir` input, made instructions).
    pub ptx_line: u32,
    /// The source position that `.loc` gave.
    pub source: Option<SourcePos>,
    /// The name of the function that the source position lies in, where known.
    pub function: Option<String>,
    /// The call site that this location was inlined at: by the compiler (`inlined_at`) or by raddle.
    pub inlined_at: Option<LocId>,
}

/// The files and the interned locations of a module.
#[derive(Clone, Debug, Default)]
pub struct SourceMap {
    /// Paths as the compiler wrote them.
    pub files: PrimaryMap<File, String>,
    locs: PrimaryMap<LocId, Loc>,
    interned: FxHashMap<Loc, LocId>,
}

impl SourceMap {
    /// The file with this path, added when new.
    pub fn file(&mut self, path: &str) -> File {
        let known = self.files.iter().find(|(_, p)| *p == path).map(|(f, _)| f);
        known.unwrap_or_else(|| self.files.push(path.to_owned()))
    }

    /// The index of `loc`, added when new.
    pub fn intern(&mut self, loc: Loc) -> LocId {
        if let Some(&id) = self.interned.get(&loc) {
            return id;
        }
        let id = self.locs.push(loc.clone());
        self.interned.insert(loc, id);
        id
    }

    /// Is there a location with this index?
    #[must_use]
    pub fn contains(&self, id: LocId) -> bool {
        self.locs.contains(id)
    }

    /// The location of `id`.
    #[must_use]
    pub fn loc(&self, id: LocId) -> &Loc {
        &self.locs[id]
    }

    /// All locations, in the order in which they were added.
    pub fn locs(&self) -> impl Iterator<Item = (LocId, &Loc)> {
        self.locs.iter()
    }

    /// `inner` as seen from a call at `site`: the chain of `inner` ends where `site` continues.
    pub fn inline(&mut self, inner: LocId, site: LocId) -> LocId {
        let mut loc = self.locs[inner].clone();
        loc.inlined_at = Some(match loc.inlined_at {
            Some(next) => self.inline(next, site),
            None => site,
        });
        self.intern(loc)
    }
}
