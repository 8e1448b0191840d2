//! The kernels of a file as rewrite systems.

use crate::Failed;
use crate::methods::termination::{asked, initialised};
use crate::options::Options;
use crate::subject::choose::choose;
use crate::subject::input::Input;
use crate::subject::load::{all_sources, load, sources_of};
use crate::subject::names;
use crate::subject::prepare::prepare;
use raddle_compile::CompileOptions;
use raddle_report::{Diagnostic, Rule};
use raddle_symbolic::pure::partial;
use raddle_termination::from_kernel::system::system;
use raddle_termination::from_kernel::{Model, alone};
use std::path::Path;

/// The kernels of a file as rewrite systems, for reading (paper 004, figure 6).
///
/// # Errors
/// When the input is wrong, has no such kernel, or a kernel's control flow is irreducible.
pub fn systems_text(file: &Path, kernels: &[String], options: &CompileOptions) -> Result<String, Failed> {
    let mut input = load(file, options).map_err(|errors| Failed { errors, sources: sources_of(file) })?;
    let failed = |input: &Input, errors| Failed { errors, sources: all_sources(input, file) };
    let chosen = choose(&input, kernels).map_err(|errors| failed(&input, errors))?;
    let mut text = String::new();
    for func in chosen {
        let options = Options::default();
        let function = prepare(&mut input, func, &options).map_err(|errors| failed(&input, errors))?;
        let asked = asked(&input, &function, &options.launch).map_err(|errors| failed(&input, errors))?;
        let function = alone(&function);
        let initialised = initialised(&input.module);
        let model = Model::new(&input.module, &function, &asked, &initialised, partial)
            .map_err(|why| failed(&input, vec![Diagnostic::new(Rule::InputInvalid, why.to_string())]))?;
        text.push_str(&format!("; {}\n{}\n", names::source_name(&function.name), system(&model)));
    }
    Ok(text)
}
