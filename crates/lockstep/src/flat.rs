//! Control flow flattened: blocks in a line, and the two extra blocks of every loop (table 2).
//!
//! The line is the sort order. After the last block of a loop come its *back* block, from which control returns to the
//! head, and its *exit* block, from which it continues:
//!
//! ```text
//! B:        …; goto B_back, B_exit
//! B_back:   assume active = B_head;  goto B_head
//! B_exit:   assume active ≠ B_head;  goto next(B)
//! ```
//!
//! A block may be the last of several nested loops, even if it has at most one loop head among its successors: in an
//! outer loop whose latch lies inside an inner loop, before that loop's last block. Table 2 has no row for that. The
//! exit block of the inner loop then goes to the outer loop's back and exit blocks, and so on outwards.

use crate::normal::Normal;
use raddle_ir::Block;

/// The label of a node.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Label {
    /// A block of the kernel.
    Block(Block),
    /// B_back of the loop with this head.
    Back(Block),
    /// B_exit of the loop with this head.
    Exit(Block),
}

/// A block of a flat program, with statements of kind `S`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Node<S> {
    /// Its label, unique in the program.
    pub label: Label,
    /// What it does, in order.
    pub stmts: Vec<S>,
    /// Where it goes, to any of these; none is *End*.
    pub goto: Vec<Label>,
}

/// The line of nodes for the blocks of a kernel in the given order.
///
/// `block` makes the statements of a block; `back` and `exit` make the statement of the back and exit blocks of the loop with
/// the given head.
pub(crate) fn flatten<S>(
    kernel: &Normal,
    order: &[Block],
    mut block: impl FnMut(Block) -> Vec<S>,
    back: impl Fn(Block) -> S,
    exit: impl Fn(Block) -> S,
) -> Vec<Node<S>> {
    let mut nodes = Vec::new();
    for (place, &at) in order.iter().enumerate() {
        let next: Vec<Label> = order.get(place + 1).map(|&b| Label::Block(b)).into_iter().collect();
        let heads = ending(kernel, order, place);
        // Where control goes when the first n loops of `heads` are done.
        let after = |n: usize| match heads.get(n) {
            Some(&head) => vec![Label::Back(head), Label::Exit(head)],
            None => next.clone(),
        };
        nodes.push(Node { label: Label::Block(at), stmts: block(at), goto: after(0) });
        for (n, &head) in heads.iter().enumerate() {
            let to_head = vec![Label::Block(head)];
            nodes.push(Node { label: Label::Back(head), stmts: vec![back(head)], goto: to_head });
            nodes.push(Node { label: Label::Exit(head), stmts: vec![exit(head)], goto: after(n + 1) });
        }
    }
    nodes
}

/// The heads of the loops whose last block is the one at `place`, innermost first.
fn ending(kernel: &Normal, order: &[Block], place: usize) -> Vec<Block> {
    let loops = kernel.loops();
    let mut heads = Vec::new();
    let mut at = loops.innermost(order[place]);
    while let Some(number) = at {
        if order[place + 1..].iter().any(|&later| loops.contains(number, later)) {
            break;
        }
        heads.push(loops.all()[number].header);
        at = loops.all()[number].parent;
    }
    heads
}
