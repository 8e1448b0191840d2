//! `--graph FILE`: which format, and which file for which kernel.

use raddle_report::graph::{Format, Graph, render};
use raddle_report::{Diagnostic, Report, Rule};
use std::path::{Path, PathBuf};

/// Why a kernel has no graph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoGraph {
    /// No run of it could be followed to the end.
    NotFollowed,
    /// The run of raddle was stopped before it was checked.
    Unchecked,
}

impl NoGraph {
    const fn reason(self) -> &'static str {
        match self {
            Self::NotFollowed => "its run could not be followed to the end",
            Self::Unchecked => "raddle was stopped before this kernel was checked",
        }
    }
}

/// A file for a graph, with the format that its extension says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GraphFile {
    path: PathBuf,
    format: Format,
}

/// The file that the user names.
pub fn parse(text: &str) -> Result<GraphFile, String> {
    let path = PathBuf::from(text);
    let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
    let format = Format::of_extension(extension).ok_or("name it .dot (or .gv), .svg or .json")?;
    Ok(GraphFile { path, format })
}

/// Writes the graphs of the report's kernels: one into the file named, several into numbered ones beside it. The report
/// says where they are.
pub fn write(file: &GraphFile, graphs: &[Result<Graph, NoGraph>], report: &mut Report) {
    let of_kernels: Vec<(String, &Result<Graph, NoGraph>)> =
        report.kernels.iter().map(|kernel| kernel.name.clone()).zip(graphs).collect();
    for (nth, (kernel, graph)) in (1..).zip(&of_kernels) {
        let path = if graphs.len() == 1 { file.path.clone() } else { numbered(&file.path, nth) };
        let graph = match graph {
            Ok(graph) => graph,
            Err(why) => {
                let why = why.reason();
                report.notes.push(format!("`{kernel}`: there is no barrier dependence graph, because {why}"));
                continue;
            }
        };
        match std::fs::write(&path, render(graph, file.format)) {
            Ok(()) => {
                let note = format!("`{kernel}`: the barrier dependence graph is in {}", path.display());
                report.notes.push(note);
            }
            Err(error) => {
                let title = format!("cannot write the graph to `{}`: {error}", path.display());
                report.errors.push(Diagnostic::new(Rule::InputFile, title));
                return;
            }
        }
    }
}

/// `a/b.svg` as `a/b-2.svg`.
fn numbered(path: &Path, nth: usize) -> PathBuf {
    let part = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    path.with_file_name(format!("{}-{nth}.{}", part(path.file_stem()), part(path.extension())))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_says_the_format() {
        assert_eq!(parse("a/b.SVG").unwrap().format, Format::Svg);
        assert_eq!(parse("b.gv").unwrap().format, Format::Dot);
        assert!(parse("b.png").unwrap_err().contains(".svg"));
        assert!(parse("svg").is_err());
    }

    #[test]
    fn several_kernels_have_numbered_files() {
        assert_eq!(numbered(Path::new("a/b.svg"), 2), Path::new("a/b-2.svg"));
    }
}
