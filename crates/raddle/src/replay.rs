//! `raddle replay`: runs a witness again on the reference machine.

use crate::options::{BufferSpec, CtaChoice, Key, Options};
use crate::run::Ran;
use crate::{Failed, check};
use raddle_report::{Ctas, Diagnostic, Rule, Size, Witness};
use std::path::{Path, PathBuf};

/// A witness as `raddle check --witnesses DIR` writes it.
#[derive(Debug, serde::Serialize, serde::Deserialize)]
pub(crate) struct Stored {
    /// The rule that speaks.
    pub(crate) rule: Rule,
    /// What it said.
    pub(crate) title: String,
    /// How to see it again.
    pub(crate) witness: Witness,
    /// How the source was compiled.
    pub(crate) compile: Compile,
}

/// The options of the compiler that a witness depends on.
#[derive(Debug, Default, serde::Serialize, serde::Deserialize)]
pub(crate) struct Compile {
    pub(crate) defines: Vec<String>,
    pub(crate) includes: Vec<String>,
    pub(crate) standard: Option<String>,
    pub(crate) optimise: u8,
    pub(crate) arch: String,
}

/// Checks the witness's kernel again at its launch and looks for the finding.
///
/// # Errors
/// When the file is no witness, or its kernel cannot be read.
pub fn replay(path: &Path) -> Result<Ran, Failed> {
    let shown = path.display();
    let wrong = |why: String| Failed {
        errors: vec![Diagnostic::new(Rule::InputFile, format!("cannot replay `{shown}`: {why}"))],
        ..Failed::default()
    };
    let text = std::fs::read_to_string(path).map_err(|e| wrong(e.to_string()))?;
    let stored: Stored = serde_json::from_str(&text).map_err(|e| wrong(format!("it is no witness: {e}")))?;
    let options = options(&stored).map_err(wrong)?;
    let checked = check(Path::new(&stored.witness.file), &options, &|_| {});
    if !checked.report.errors.is_empty() {
        return Err(Failed { errors: checked.report.errors, sources: checked.sources });
    }
    let findings = checked.report.kernels.iter().flat_map(|k| &k.results).flat_map(|r| &r.diagnostics);
    let again = findings
        .filter(|d| d.rule == stored.rule)
        .find(|d| d.witness.as_ref().is_some_and(|w| w.replayed && w.schedule == stored.witness.schedule));
    let threads: Vec<String> = stored.witness.threads.iter().map(ToString::to_string).collect();
    let launch = &stored.witness.launch;
    Ok(match again {
        Some(found) => Ran {
            text: format!(
                "seen again at {launch}, by {}, with the schedule {}\n\n{}",
                threads.join(" and "),
                stored.witness.schedule,
                raddle_report::human::diagnostic(
                    found,
                    &checked.sources,
                    raddle_report::human::Style::default()
                ),
            ),
            exit_code: 1,
        },
        None => Ran {
            text: format!("{}\nnot seen again at {launch}: the kernel has changed since", stored.title),
            exit_code: 0,
        },
    })
}

fn options(stored: &Stored) -> Result<Options, String> {
    let launch = &stored.witness.launch;
    let extent = |dims: Option<raddle_report::Dim3>| -> Result<Option<[u32; 3]>, String> {
        let Some(dims) = dims else { return Ok(None) };
        let mut extent = [1; 3];
        for (size, given) in extent.iter_mut().zip(dims.0) {
            let Size::Fixed(n) = given else { return Err("its launch has a free size".to_owned()) };
            *size = n;
        }
        Ok(Some(extent))
    };
    let buffers = launch.buffers.iter().map(|b| {
        let elements = b.value.strip_suffix(" elements").and_then(|n| n.parse().ok());
        let spec = elements.map_or_else(|| BufferSpec::File(PathBuf::from(&b.value)), BufferSpec::Elements);
        (Key::parse(&b.name), spec)
    });
    let compile = raddle_compile::CompileOptions {
        defines: stored.compile.defines.clone(),
        includes: stored.compile.includes.clone(),
        standard: stored.compile.standard.clone(),
        optimise: stored.compile.optimise,
        arch: stored.compile.arch.clone(),
        ..raddle_compile::CompileOptions::default()
    };
    Ok(Options {
        kernels: vec![stored.witness.kernel.clone()],
        block: extent(launch.block)?,
        grid: extent(launch.grid)?,
        args: launch.args.iter().map(|a| (Key::parse(&a.name), a.value.clone())).collect(),
        buffers: buffers.collect(),
        cta: match launch.ctas {
            Ctas::One(cta) => CtaChoice::One(cta),
            Ctas::OneForAll(_) | Ctas::All => CtaChoice::Default,
        },
        warp_synchronous: launch.options.warp_synchronous,
        warp_size: launch.options.warp_size,
        strict_benign: launch.options.strict_benign,
        may_alias: launch.options.may_alias,
        compile,
        ..Options::default()
    })
}
