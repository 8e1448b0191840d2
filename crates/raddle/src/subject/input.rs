//! An input as the methods take it, and the places in it.

use crate::subject::names;
use raddle_compile::{Compiler, HostLaunch};
use raddle_ir::{Language, Module};
use raddle_report::{Diagnostic, Location, Terms};
use std::collections::BTreeMap;

/// A module and the texts that diagnostics may quote.
#[derive(Clone, Debug)]
pub struct Input {
    /// The file as the user named it.
    pub file: String,
    /// The kernels.
    pub module: Module,
    /// Errors in the bodies of kernels, which the module then lacks, by the kernel's name.
    pub wrong: Vec<Wrong>,
    /// Texts by file name: the PTX that the compiler made, under [`Input::ptx_name`].
    pub texts: BTreeMap<String, String>,
    /// The name under which locations without a source line show the PTX.
    pub ptx_name: String,
    /// The compiler that made PTX of it, for a source.
    pub compiler: Option<Compiler>,
    /// The header for which nvcc compiled it, because clang does not find it.
    pub missing: Option<String>,
    /// The templates of kernels in a source that nothing in it instantiates, and no option: they are no code.
    pub templates: Vec<String>,
    /// The compiler's warnings.
    pub warnings: String,
    /// The launches in its host half, where a check is about these.
    pub launches: Vec<HostLaunch>,
}

impl Input {
    /// An input of one text that no compiler made.
    pub(crate) fn of_text(file: &str, text: String, module: Module, wrong: Vec<Wrong>) -> Self {
        Self {
            file: file.to_owned(),
            module,
            wrong,
            texts: BTreeMap::from([(file.to_owned(), text)]),
            ptx_name: file.to_owned(),
            compiler: None,
            missing: None,
            templates: Vec::new(),
            warnings: String::new(),
            launches: Vec::new(),
        }
    }

    /// What to do about templates without an instance.
    pub(crate) fn instantiate(&self) -> Option<String> {
        let first = self.templates.first()?;
        let names: Vec<String> = self.templates.iter().map(|name| format!("`{name}`")).collect();
        let (is, them) = if names.len() == 1 { ("is a template", "it") } else { ("are templates", "them") };
        Some(format!(
            "{} {is} of kernels, and nothing here instantiates {them}: check an instance with --instantiate '{first}<…>', with its arguments",
            names.join(", ")
        ))
    }

    /// The words of its language.
    #[must_use]
    pub fn terms(&self) -> &'static Terms {
        terms(self.module.language)
    }
}

/// The words of a language.
pub(crate) const fn terms(language: Language) -> &'static Terms {
    match language {
        Language::Cuda => raddle_report::Language::Cuda.terms(),
        Language::OpenCl => raddle_report::Language::OpenCl.terms(),
        Language::Ptx => raddle_report::Language::Ptx.terms(),
    }
}

/// The name of a kernel, as its module has it, and what is wrong in it.
pub type Wrong = (String, Diagnostic);

/// The place of an IR location: in the source where there is one, else in the PTX. For code of an installed library it is the user's call of
/// the library, if there is one: that is what a user can change.
pub(crate) fn place(input: &Input, loc: raddle_ir::LocId) -> Location {
    let place = own_place(input, loc);
    let mut frames = std::iter::successors(Some(&place), |frame| frame.inlined_at.as_deref());
    match frames.find(|frame| !is_of_library(&frame.file)) {
        Some(call) => Location { ptx_line: place.ptx_line, ..call.clone() },
        None => place,
    }
}

/// Is this a header of the system or of the CUDA toolkit's libraries?
fn is_of_library(file: &str) -> bool {
    const ROOTS: [&str; 4] = ["/usr/include/", "/usr/lib/", "/usr/local/cuda/", "/usr/local/cuda-1"];
    const FOLDERS: [&str; 5] = [
        "/include/cccl/",
        "/include/cub/",
        "/include/thrust/",
        "/include/cuda/std/",
        "/nvidia/cu13/include/",
    ];
    ROOTS.iter().any(|root| file.starts_with(root)) || FOLDERS.iter().any(|folder| file.contains(folder))
}

/// The place of an IR location itself.
fn own_place(input: &Input, loc: raddle_ir::LocId) -> Location {
    let sources = &input.module.sources;
    let data = sources.loc(loc);
    let mut place = match data.source {
        Some(pos) => Location::new(sources.files[pos.file].as_str(), pos.line, pos.column),
        None => Location::line(input.ptx_name.as_str(), data.ptx_line.max(1)),
    };
    place.function = data.function.as_deref().map(names::source_name);
    place.ptx_line = (data.ptx_line > 0).then_some(data.ptx_line);
    place.inlined_at = data.inlined_at.map(|site| Box::new(own_place(input, site)));
    place
}
