//! The comparison of two threads alone, for tests and measurements.

use crate::methods::two_threads::effort::Effort;
use crate::methods::two_threads::limits::ALL;
use crate::methods::two_threads::{Asked, Settled};
use crate::observe::Observer;
use crate::options::Options;
use crate::subject::choose::choose;
use crate::subject::ends::{Ends, heads};
use crate::subject::launch::{block_of, launch_at, least, space_of};
use crate::subject::load::load;
use crate::subject::prepare::prepare;
use raddle_lockstep::prove::Outcome;
use raddle_report::{Diagnostic, Property};
use std::path::Path;

/// What lock-step verification alone says of a kernel: for tests and measurements.
///
/// # Errors
/// When the input or the launch is wrong, or the kernel has no normal form.
pub fn two_threads(file: &Path, kernel: &str, options: &Options) -> Result<Outcome, String> {
    let text = |errors: Vec<Diagnostic>| {
        errors.iter().map(|error| error.title.clone()).collect::<Vec<_>>().join("; ")
    };
    let mut input = load(file, &options.compile).map_err(text)?;
    let func = choose(&input, &[kernel.to_owned()]).map_err(text)?[0];
    let function = prepare(&mut input, func, options).map_err(text)?;
    let block = block_of(&function, &options.launch).ok_or("no block size is given")?;
    let space = space_of(&input.module, &function, &options.launch).map_err(text)?;
    let launch =
        launch_at(&input.module, &function, &space, least(block), options.launch.cta).map_err(text)?;
    let observer = Observer::of_kernel(false, None);
    let asks_bounds = options.ask.properties.as_ref().is_some_and(|all| all.contains(&Property::Bounds));
    let asked = Asked {
        input: &input,
        function: &function,
        launch: &launch,
        space: &space,
        options,
        properties: &[],
        observer: &observer,
        ends: &Ends::by(|| heads(&function)),
    };
    let effort = Effort::given_or(options, ALL).ok_or("the time is over")?;
    asked
        .outcome(Settled::default(), asks_bounds, effort)
        .ok_or_else(|| "the control flow is irreducible".to_owned())
}
