//! Which loops of a kernel are known to end: asked for when it first matters, and at most once.

use raddle_ir::cfg::{Cfg, Dominators, Loops};
use raddle_ir::{Block, Function};
use std::sync::OnceLock;

/// The heads of the loops of a kernel of which it is not known that they end.
pub(crate) struct Ends<'a> {
    find: Box<dyn Fn() -> Vec<Block> + Sync + 'a>,
    found: OnceLock<Vec<Block>>,
}

impl<'a> Ends<'a> {
    /// They are found when they are asked for. Two threads may ask at once, so `find` must not wait for work of the other one.
    pub(crate) fn by(find: impl Fn() -> Vec<Block> + Sync + 'a) -> Self {
        Self { find: Box::new(find), found: OnceLock::new() }
    }

    /// The heads.
    pub(crate) fn open(&self) -> &[Block] {
        self.found.get_or_init(&self.find)
    }
}

/// The heads of all loops: where control can return to a block that it came from.
pub(crate) fn heads(function: &Function) -> Vec<Block> {
    let cfg = Cfg::new(function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    // With more than one entry, a loop has no head: any block may be one.
    match loops.irreducible() {
        Some(_) => cfg.rpo().to_vec(),
        None => loops.all().iter().map(|one| one.header).collect(),
    }
}
