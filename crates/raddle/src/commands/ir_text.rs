//! `raddle ir`: the kernel IR as text.

use crate::Failed;
use crate::options::Options;
use crate::subject::choose::choose;
use crate::subject::input::Input;
use crate::subject::load::{all_sources, load, sources_of};
use crate::subject::prepare::prepare;
use raddle_compile::CompileOptions;
use std::fmt::Write;
use std::path::Path;

/// The IR of a file: the whole module, or the named kernels. With `prepared`, kernels as the methods see
/// them: inlined, in SSA form, folded, addresses resolved.
///
/// # Errors
/// When the input is wrong, has no such kernel, or recurses.
pub fn ir_text(
    file: &Path,
    kernels: &[String],
    prepared: bool,
    options: &CompileOptions,
) -> Result<String, Failed> {
    let mut input = load(file, options).map_err(|errors| Failed { errors, sources: sources_of(file) })?;
    if !prepared && kernels.is_empty() {
        return Ok(input.module.to_string());
    }
    let failed = |input: &Input, errors| Failed { errors, sources: all_sources(input, file) };
    let chosen = choose(&input, kernels).map_err(|errors| failed(&input, errors))?;
    let mut text = String::new();
    for func in chosen {
        let function = if prepared {
            prepare(&mut input, func, &Options::default()).map_err(|errors| failed(&input, errors))?
        } else {
            input.module.functions[func].clone()
        };
        let _ = write!(text, "{}", raddle_ir::text::print_function(&input.module, &function));
    }
    Ok(text)
}
