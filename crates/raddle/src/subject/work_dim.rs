//! What the launch settles in a kernel of OpenCL: `get_work_dim()`, the number of sizes that were given; and copies of groups of one.

use crate::options::Launches;
use raddle_ir::{Function, InstKind, Marker, copies};

/// Puts the number in, where the launch gives it. Returns the note on that, if the kernel calls it.
pub(crate) fn settle(function: &mut Function, asked: &Launches) -> Option<String> {
    if may_be_alone(asked) {
        copies::mark_alone(function);
    }
    let dimensions = asked.work_dim?;
    let mut asked = false;
    let insts: Vec<_> =
        function.order.iter().flat_map(|&block| &function.blocks[block].insts).copied().collect();
    for inst in insts {
        if function.insts[inst].kind.as_marker() == Some(Marker::WorkDim) {
            function.insts[inst].kind = InstKind::Const(u128::from(dimensions));
            asked = true;
        }
    }
    let text = format!("`get_work_dim()` is {dimensions}, the number of sizes given");
    asked.then_some(text)
}

/// May a CTA have one thread only?
fn may_be_alone(asked: &Launches) -> bool {
    let one = |size: Option<u32>| size.is_none_or(|size| size == 1);
    // Nothing is proved without a launch.
    asked.block.is_some_and(|block| block.into_iter().all(one))
}
