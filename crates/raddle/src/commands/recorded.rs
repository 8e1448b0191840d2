//! The thread programs of a kernel, for tests of the method that analyses them.

use crate::options::Options;
use crate::running::programs::{Making, Sites};
use crate::running::{exec, programs};
use crate::subject::launch::{block_of, fixed, launch_of};
use crate::subject::load::load;
use raddle_machine::{Outcome, Partial, Stores};
use raddle_sync::warps::Warps;
use std::path::Path;

/// What the warps of one CTA of each kernel of a file do, with what they write. Kernels that have no launch, or do not run
/// to their end, are left out.
#[must_use]
pub fn recorded(file: &Path, options: &Options) -> Vec<Warps> {
    let Ok(mut input) = load(file, &options.compile) else { return Vec::new() };
    let all: Vec<_> = input.module.kernels().map(|(func, _)| func).collect();
    let mut found = Vec::new();
    for func in all {
        let Ok(function) = raddle_ir::passes::prepare(&mut input.module, func) else { continue };
        let Some(block) = block_of(&function, &options.launch).and_then(fixed) else { continue };
        let Ok(launch) = launch_of(&input.module, &function, block, &options.launch) else { continue };
        let (run, _) =
            exec::run(&input.module, &function, &launch, options, &Stores::All, Partial::default());
        if run.outcome == Outcome::Done {
            let making = Making {
                function: &function,
                sources: &input.module.sources,
                objects: &run.objects,
                warp_synchronous: false,
                unplaced: false,
            };
            found.push(programs::programs(&run.recording, making, &mut Sites::default()).waits);
        }
    }
    found
}
