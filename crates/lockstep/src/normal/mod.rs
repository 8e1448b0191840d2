//! The form that paper 000 assumes of a kernel, and the passes that give it.
//!
//! "Observe that any kernel can be easily pre-processed to satisfy these restrictions" (§3.1, §4):
//!
//! | pass | what it does | source |
//! | --- | --- | --- |
//! | [`join_exits`] | one exit, after a barrier of all threads; traps become failed assertions | §4 |
//! | [`guard_heads`] | `assume`s at block heads only, over private values; none at the start | §3.1 |
//! | [`one_loop_head`] | at most one loop head among the successors of a block | §4 |
//!
//! Labels are unique because blocks are: [`text`](crate::text) gives equal names different spellings. Each pass keeps what
//! the kernel does: accesses, barriers, assertions, and which executions are feasible. The graph must be reducible: an
//! irreducible one is an error that names the edge.

mod exits;
mod heads;
mod loop_heads;

pub use exits::join_exits;
pub use heads::guard_heads;
pub use loop_heads::one_loop_head;

use crate::edge::{Edge, Guard, edges, guard};
use raddle_ir::cfg::{Cfg, Dominators, Irreducible, Loops, sort_order};
use raddle_ir::{Block, Function, Inst, LocId, SecondaryMap};
use std::fmt;

/// A kernel in normal form, in its sort order.
#[derive(Clone, Debug)]
pub struct Normal {
    function: Function,
    order: Vec<Block>,
    guards: SecondaryMap<Block, Guard>,
    loops: Loops,
    final_barrier: Inst,
}

impl Normal {
    /// The kernel itself.
    #[must_use]
    pub fn function(&self) -> &Function {
        &self.function
    }

    /// The reachable blocks in sort order (§4); the first is the paper's *Start*.
    #[must_use]
    pub fn order(&self) -> &[Block] {
        &self.order
    }

    /// Its loops.
    #[must_use]
    pub fn loops(&self) -> &Loops {
        &self.loops
    }

    /// guard(B): what the `assume`s at the head of a block state.
    #[must_use]
    pub fn guard(&self, block: Block) -> &Guard {
        &self.guards[block]
    }

    /// The ways out of a block.
    #[must_use]
    pub fn edges(&self, block: Block) -> Vec<Edge> {
        edges(&self.function, block)
    }

    /// The barrier that all threads meet at when they end; the kernel's text does not have it.
    #[must_use]
    pub fn final_barrier(&self) -> Inst {
        self.final_barrier
    }
}

/// Why a kernel has no normal form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NotNormal {
    /// It is only declared.
    Declaration {
        /// Its name.
        name: String,
    },
    /// Its control flow is irreducible.
    Irreducible {
        /// Its name.
        name: String,
        /// An edge that enters a cycle elsewhere than at its head.
        edge: Irreducible,
        /// The labels of the edge's ends.
        labels: (String, String),
        /// Where the jump stands.
        loc: LocId,
    },
}

impl fmt::Display for NotNormal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Declaration { name } => write!(f, "`{name}` has no body"),
            Self::Irreducible { name, labels: (from, to), .. } => write!(
                f,
                "the control flow of `{name}` is irreducible: the edge from {from} to {to} closes a cycle that can be \
                 entered elsewhere; give the cycle a single entry"
            ),
        }
    }
}

impl std::error::Error for NotNormal {}

/// The normal form of a kernel.
///
/// # Errors
/// When it has no body, or when its control flow is irreducible.
pub fn normalise(function: &Function) -> Result<Normal, NotNormal> {
    if function.is_declaration() {
        return Err(NotNormal::Declaration { name: function.name.clone() });
    }
    let mut function = function.clone();
    if let Some(edge) = loops(&function).irreducible() {
        return Err(irreducible(&function, edge));
    }
    let final_barrier = join_exits(&mut function);
    guard_heads(&mut function);
    one_loop_head(&mut function);
    let order = sort_order(&function).map_err(|edge| irreducible(&function, edge))?;
    let mut guards: SecondaryMap<Block, Guard> = SecondaryMap::new();
    for &block in &order {
        guards[block] = guard(&function, block);
    }
    let loops = loops(&function);
    Ok(Normal { function, order, guards, loops, final_barrier })
}

/// The natural loops of a function.
pub(crate) fn loops(function: &Function) -> Loops {
    let cfg = Cfg::new(function);
    Loops::new(&cfg, &Dominators::new(&cfg))
}

fn irreducible(function: &Function, edge: Irreducible) -> NotNormal {
    let label = |block: Block| function.blocks[block].name.clone().unwrap_or_else(|| block.to_string());
    NotNormal::Irreducible {
        name: function.name.clone(),
        labels: (label(edge.from), label(edge.to)),
        loc: function.blocks[edge.from].term_loc,
        edge,
    }
}
