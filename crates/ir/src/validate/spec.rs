//! Specification regions: opened and closed in pairs on every path.

use super::{At, Checker, Rule};
use crate::entity::{Block, SecondaryMap};
use crate::inst::{InstKind, SpecKind, Terminator};

/// What is open at a place: nothing, or a region of a kind.
type Open = Option<SpecKind>;

impl Checker<'_> {
    /// Walks the blocks that the entry reaches with the region that is open at their heads.
    pub(super) fn spec_regions(&mut self) {
        let function = self.function;
        if function.is_declaration() {
            return;
        }
        let mut at_head: SecondaryMap<Block, Option<Open>> = SecondaryMap::new();
        at_head[function.entry()] = Some(None);
        let mut work = vec![function.entry()];
        while let Some(block) = work.pop() {
            let open = self.walk(block, at_head[block].flatten());
            for target in function.blocks[block].term.targets() {
                match at_head[target.block] {
                    None => {
                        at_head[target.block] = Some(open);
                        work.push(target.block);
                    }
                    Some(known) if known != open => {
                        let message = format!(
                            "on this path {} is open in {}, on another path {} is",
                            name(open),
                            target.block,
                            name(known)
                        );
                        self.error(Rule::SpecRegion, At::Terminator(block), message);
                    }
                    Some(_) => {}
                }
            }
        }
    }

    /// The region that is open at the end of a block.
    fn walk(&mut self, block: Block, mut open: Open) -> Open {
        let function = self.function;
        for &inst in &function.blocks[block].insts {
            let at = At::Inst(block, inst);
            match function.insts[inst].kind {
                InstKind::SpecBegin(kind) => {
                    if open.is_some() {
                        self.error(Rule::SpecRegion, at, format!("{} is still open", name(open)));
                    }
                    open = Some(kind);
                }
                InstKind::SpecEnd(kind, _) => {
                    if open != Some(kind) {
                        let message = format!("it closes {}, but {} is open", name(Some(kind)), name(open));
                        self.error(Rule::SpecRegion, at, message);
                    }
                    open = None;
                }
                _ => {}
            }
        }
        if open.is_some() && matches!(function.blocks[block].term, Terminator::Return | Terminator::Exit) {
            self.error(Rule::SpecRegion, At::Terminator(block), format!("{} is still open", name(open)));
        }
        open
    }
}

fn name(open: Open) -> String {
    open.map_or("no region".to_owned(), |kind| format!("a region of {}", crate::text::spec_name(kind)))
}
