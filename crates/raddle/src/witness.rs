//! Witnesses: what is needed to see a finding again, and the files they are kept in.

use crate::check::Kernel;
use crate::options::Options;
use crate::replay::{Compile, Stored};
use raddle_report::{Diagnostic, Launch, Report, Witness};
use std::path::Path;

/// The witness of a finding about these threads.
pub(crate) fn make(
    kernel: &Kernel<'_>,
    launch: &Launch,
    threads: &[u32],
    schedule: serde_json::Value,
    replayed: bool,
) -> Witness {
    Witness {
        file: kernel.input.file.clone(),
        kernel: kernel.function.name.clone(),
        launch: launch.clone(),
        inputs: Vec::new(),
        threads: threads.iter().take(64).map(|&t| kernel.thread(t)).collect(),
        schedule,
        replayed,
        written_to: None,
    }
}

/// Writes the replayed witnesses of a report into a folder, and notes in each where it lies.
///
/// # Errors
/// When the folder or a file cannot be written.
pub(crate) fn write_all(report: &mut Report, folder: &Path, options: &Options) -> std::io::Result<()> {
    std::fs::create_dir_all(folder)?;
    for kernel in &mut report.kernels {
        let name: String =
            kernel.name.chars().map(|c| if c.is_ascii_alphanumeric() { c } else { '_' }).collect();
        let diagnostics = kernel.results.iter_mut().flat_map(|r| &mut r.diagnostics);
        for (number, diagnostic) in diagnostics.enumerate() {
            let file =
                folder.join(format!("{name}-{}-{}.json", diagnostic.rule.id().replace('/', "-"), number + 1));
            write(diagnostic, &file, options)?;
        }
    }
    Ok(())
}

fn write(diagnostic: &mut Diagnostic, file: &Path, options: &Options) -> std::io::Result<()> {
    let Some(witness) = diagnostic.witness.as_mut().filter(|w| w.replayed) else { return Ok(()) };
    witness.written_to = Some(file.display().to_string());
    let compile = Compile {
        defines: options.compile.defines.clone(),
        includes: options.compile.includes.clone(),
        standard: options.compile.standard.clone(),
        optimise: options.compile.optimise,
        arch: options.compile.arch.clone(),
    };
    let stored =
        Stored { rule: diagnostic.rule, title: diagnostic.title.clone(), witness: witness.clone(), compile };
    std::fs::write(file, serde_json::to_string_pretty(&stored)?)
}
