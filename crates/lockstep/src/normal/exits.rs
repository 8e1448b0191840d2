//! One exit, after a barrier.

use raddle_ir::{
    Barrier, BarrierOp, Block, FenceFlags, Function, Inst, InstKind, LocId, Target, Terminator, Type,
};

/// Makes all threads meet at one barrier before they end ("kernels always synchronise on a barrier immediately
/// preceding termination", §4), and returns that barrier.
///
/// There is one barrier for all exits: with one for each, every early return would be barrier divergence. A `trap`
/// is an error, and so is control that reaches `unreachable`: both become a failed assertion in front of the exit.
pub fn join_exits(function: &mut Function) -> Inst {
    let is_exit = |term: &Terminator| term.targets().is_empty() && !matches!(term, Terminator::Goto(_));
    let exits: Vec<Block> =
        function.order.iter().copied().filter(|&b| is_exit(&function.blocks[b].term)).collect();
    let mut returns = Vec::new();
    for &block in &exits {
        match function.blocks[block].term {
            Terminator::Trap | Terminator::Unreachable => {
                let loc = function.blocks[block].term_loc;
                let never = function.append1(block, InstKind::Const(0), Type::I1, loc);
                function.append(block, InstKind::Assert(never), &[], loc);
            }
            _ => returns.push(block),
        }
    }
    let last = match (returns.as_slice(), exits.len()) {
        (&[only], 1) => only,
        _ => {
            let last = function.add_block(function.loc);
            function.blocks[last].name = Some("exit".to_owned());
            for block in exits {
                function.blocks[block].term = Terminator::Jump(Target::new(last));
            }
            last
        }
    };
    function.blocks[last].term = Terminator::Return;
    let loc = function.blocks[last].term_loc;
    barrier(function, last, loc)
}

fn barrier(function: &mut Function, block: Block, loc: LocId) -> Inst {
    let id = function.append1(block, InstKind::Const(0), Type::I32, loc);
    let barrier = Barrier {
        op: BarrierOp::Sync,
        id,
        count: None,
        predicate: None,
        aligned: true,
        fence: FenceFlags::BOTH,
    };
    function.append(block, InstKind::Barrier(barrier), &[], loc)
}
