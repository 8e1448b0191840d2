//! From a file to a module: read, compile, parse, lower. Whatever is wrong becomes a diagnostic.

use crate::observe::Observer;
use crate::subject::input::Input;
use crate::subject::input::Wrong;
use crate::subject::names::source_name;
use crate::subject::portable;
use raddle_compile::{CompileError, CompileOptions, Level, Message, files};
use raddle_ir::clock::Deadline;
use raddle_ir::{Language, Module};
use raddle_ptx::ast::FunctionKind;
use raddle_ptx::lower::Problem;
use raddle_ptx::parse::Unparsed;
use raddle_report::{Diagnostic, Location, Rule, StageName};
use std::collections::BTreeMap;
use std::path::Path;

/// Reads `.ptx`, `.cu`, `.cl` and `.rir` files.
///
/// # Errors
/// Diagnostics of the `input/…` rules.
pub fn load(path: &Path, options: &CompileOptions) -> Result<Input, Vec<Diagnostic>> {
    load_observed(path, options, &Observer::default(), Deadline::default()).map_err(|unread| match unread {
        Unread::Wrong(errors) => errors,
        Unread::Late { stage, .. } => vec![Diagnostic::new(Rule::UnknownLimit, late(stage))],
    })
}

/// Why there are no kernels.
#[derive(Debug)]
pub enum Unread {
    /// Something is wrong in the file: diagnostics of the `input/…` rules.
    Wrong(Vec<Diagnostic>),
    /// The time was over.
    Late {
        /// What was being done then.
        stage: StageName,
        /// The kernels of the file, by their names in it, as far as they are known.
        kernels: Vec<String>,
    },
}

impl From<Vec<Diagnostic>> for Unread {
    fn from(errors: Vec<Diagnostic>) -> Self {
        Self::Wrong(errors)
    }
}

/// That there was no time for a stage.
pub(crate) fn late(stage: StageName) -> String {
    let what = match stage {
        StageName::Compile => "compile the source",
        StageName::Parse => "parse the file",
        StageName::Lower => "read the kernels",
        StageName::Prepare => "prepare the kernel",
        _ => "check the kernel",
    };
    format!("there was not enough time to {what}")
}

/// The same, observed, as long as there is time.
///
/// # Errors
/// As [`load`], or that there was not enough time.
pub fn load_observed(
    path: &Path,
    options: &CompileOptions,
    observer: &Observer,
    deadline: Deadline,
) -> Result<Input, Unread> {
    let file = path.display().to_string();
    let extension = path.extension().and_then(|e| e.to_str()).unwrap_or_default().to_ascii_lowercase();
    let mut input = match extension.as_str() {
        "rir" => {
            let text = observer.measure(StageName::Read, || read(path, &file))?;
            from_rir(&file, text, observer).map_err(Unread::Wrong)
        }
        "ptx" => {
            let text = observer.measure(StageName::Read, || read(path, &file))?;
            from_ptx(&file, text, Language::Ptx, observer, deadline)
        }
        _ => compile(path, &file, options, observer, deadline),
    }?;
    if options.pure_calls {
        raddle_ir::passes::assume_pure_calls(&mut input.module);
    }
    if !options.portable_contracts {
        return Ok(input);
    }
    match portable::rejected(&input, deadline) {
        Some(rejected) if rejected.is_empty() => Ok(input),
        Some(rejected) => Err(Unread::Wrong(rejected)),
        None => {
            let kernels = input.module.kernels().map(|(_, kernel)| kernel.name.clone()).collect();
            Err(Unread::Late { stage: StageName::Prepare, kernels })
        }
    }
}

/// The options with no more time for the compiler than is left.
pub(crate) fn limited(options: &CompileOptions, deadline: Deadline) -> CompileOptions {
    let time_limit = deadline.left().map_or(options.time_limit, |left| left.min(options.time_limit));
    CompileOptions { time_limit, ..options.clone() }
}

fn compile(
    path: &Path,
    file: &str,
    options: &CompileOptions,
    observer: &Observer,
    deadline: Deadline,
) -> Result<Input, Unread> {
    let limited = limited(options, deadline);
    let compiled = observer.measure(StageName::Compile, || raddle_compile::compile(path, &limited));
    let compiled = match compiled {
        Err(CompileError::TimedOut { .. }) if deadline.passed() => {
            return Err(Unread::Late { stage: StageName::Compile, kernels: Vec::new() });
        }
        // What is no text a compiler quotes at length.
        Err(_) if files::read(path).is_ok_and(|bytes| bytes.contains(&0)) => {
            let error =
                Diagnostic::new(Rule::InputFile, format!("cannot read `{file}`: it is not UTF-8 text"));
            return Err(Unread::Wrong(vec![error]));
        }
        compiled => compiled.map_err(|e| vec![compile_error(file, &e)])?,
    };
    let language = options.language.or_else(|| raddle_compile::Language::of(path));
    let language = match language {
        Some(raddle_compile::Language::OpenCl) => Language::OpenCl,
        _ => Language::Cuda,
    };
    let ptx_name = format!("{file} (compiled to PTX)");
    let mut input = from_ptx(&ptx_name, compiled.ptx, language, observer, deadline)?;
    input.file = file.to_owned();
    input.compiler = Some(compiled.compiler);
    input.missing = compiled.missing;
    input.warnings = compiled.warnings;
    if language == Language::Cuda {
        input.templates = templates_without_instance(path, &input.module);
    }
    Ok(input)
}

/// The templates of kernels that a source defines and of which no instance is there.
fn templates_without_instance(path: &Path, module: &Module) -> Vec<String> {
    let text = files::read_text(path).unwrap_or_default();
    let mut templates = raddle_compile::templates(&text);
    let names: Vec<String> = module.kernels().map(|(_, kernel)| source_name(&kernel.name)).collect();
    let plain = |name: &str| {
        let name = name.split('<').next().unwrap_or_default();
        name.rsplit("::").next().unwrap_or_default().to_owned()
    };
    let instances: Vec<String> = names.iter().map(|name| plain(name)).collect();
    templates.retain(|template| !instances.contains(template));
    templates
}

fn compile_error(file: &str, error: &CompileError) -> Diagnostic {
    let title = match error {
        CompileError::Source { error, .. } => {
            return Diagnostic::new(Rule::InputFile, format!("cannot read `{file}`: {error}"));
        }
        CompileError::UnknownLanguage { .. } => {
            return Diagnostic::new(
                Rule::InputFile,
                format!("raddle does not know this kind of file: `{file}`"),
            )
            .help("kernel files end in .cu (CUDA), .cl (OpenCL), .ptx or .rir");
        }
        CompileError::Failed { .. } => format!("`{file}` does not compile"),
        CompileError::TimedOut { .. } => format!("the compiler did not finish with `{file}`"),
        CompileError::CompilerNotFound { .. } => format!("no compiler for `{file}`"),
        CompileError::Option { .. } | CompileError::System { .. } => format!("cannot compile `{file}`"),
    };
    let mut diagnostic = Diagnostic::new(Rule::InputCompiler, title);
    let said = if let CompileError::Failed { said, .. } = error { &said[..] } else { &[] };
    let errors = said.iter().filter(|message| message.is_error());
    let first = errors.clone().find_map(|message| Some((message.place.as_ref()?, &message.text)));
    if let Some((place, text)) = first {
        let place = Location::new(&place.file, place.line, place.column.unwrap_or(0));
        diagnostic = diagnostic.primary(place, text);
    }
    diagnostic = diagnostic.verbatim(error.to_string());
    if file.ends_with(".cu") && errors.into_iter().any(is_missing_header) {
        let help = "pass -I DIR with the folder of the header; a header of the CUDA toolkit that raddle does not have needs --compiler nvcc, or PTX made by nvcc";
        diagnostic = diagnostic.help(help);
    }
    diagnostic
}

/// Does the compiler give up where a header is included?
fn is_missing_header(message: &Message) -> bool {
    let Some(place) = message.place.as_ref().filter(|_| message.level == Level::Fatal) else { return false };
    let text = files::read_text(Path::new(&place.file)).unwrap_or_default();
    let line = text.lines().nth((place.line as usize).saturating_sub(1)).unwrap_or_default();
    line.trim_start().strip_prefix('#').is_some_and(|rest| rest.trim_start().starts_with("include"))
}

fn read(path: &Path, file: &str) -> Result<String, Vec<Diagnostic>> {
    let failed =
        |e: std::io::Error| vec![Diagnostic::new(Rule::InputFile, format!("cannot read `{file}`: {e}"))];
    let bytes = files::read(path).map_err(failed)?;
    Ok(raddle_ptx::source::decode(&bytes).into_owned())
}

/// Parses and lowers PTX text; `file` names it in diagnostics.
fn from_ptx(
    file: &str,
    text: String,
    language: Language,
    observer: &Observer,
    deadline: Deadline,
) -> Result<Input, Unread> {
    let parsed = observer.measure(StageName::Parse, || parse(file, &text, deadline))?;
    let lower = || lower(file, &text, &parsed, raddle_ptx::lower::Options { language, deadline });
    let (module, wrong) = observer.measure(StageName::Lower, lower)?;
    drop(parsed);
    Ok(Input::of_text(file, text, module, wrong))
}

fn parse<'t>(file: &str, text: &'t str, deadline: Deadline) -> Result<raddle_ptx::ast::Module<'t>, Unread> {
    raddle_ptx::parse::parse_by(text, deadline).map_err(|unparsed| {
        let Unparsed::Errors(errors) = unparsed else {
            return Unread::Late { stage: StageName::Parse, kernels: Vec::new() };
        };
        let to_diagnostic = |e: &raddle_ptx::source::SyntaxError| {
            let title = format!("expected {}, found {}", e.expected, e.found);
            let place =
                Location::new(file, e.position.line, e.position.column).until(e.position.column + e.length);
            Diagnostic::new(Rule::InputSyntax, title).primary(place, format!("expected {}", e.expected))
        };
        Unread::Wrong(errors.iter().map(to_diagnostic).collect())
    })
}

/// The names of the kernels of a file.
fn kernels_of(ast: &raddle_ptx::ast::Module<'_>) -> Vec<String> {
    let kernels = ast.functions().filter(|function| function.kind == FunctionKind::Entry);
    kernels.map(|function| function.name.text.to_owned()).collect()
}

fn lower(
    file: &str,
    text: &str,
    ast: &raddle_ptx::ast::Module<'_>,
    options: raddle_ptx::lower::Options,
) -> Result<(Module, Vec<Wrong>), Unread> {
    let language = options.language;
    // An error in PTX that was compiled is shown in the source, at the place given by `.loc`.
    let to_diagnostic = |e: &raddle_ptx::lower::LowerError| {
        let place = match &e.source {
            Some((file, line, column)) if language != Language::Ptx => {
                let mut place = Location::new(file.as_str(), *line, *column);
                place.ptx_line = Some(e.position.line);
                place
            }
            _ => Location::new(file, e.position.line, e.position.column),
        };
        let kernel = e.function.as_deref().map(source_name);
        let title = match kernel.filter(|_| language != Language::Ptx) {
            Some(kernel) => format!("in `{kernel}`: {}", e.problem),
            None => e.problem.to_string(),
        };
        Diagnostic::new(Rule::InputInvalid, title).primary(place, "")
    };
    let lowered = raddle_ptx::lower::lower_kernels(ast, text, options);
    let errors = match &lowered {
        Ok((_, errors)) | Err(errors) => errors,
    };
    if errors.iter().any(|error| error.problem == Problem::Late) {
        return Err(Unread::Late { stage: StageName::Lower, kernels: kernels_of(ast) });
    }
    let (module, errors) = lowered.map_err(|errors| errors.iter().map(to_diagnostic).collect::<Vec<_>>())?;
    valid(file, &module)?;
    let wrong = errors.iter().map(|e| (e.function.clone().unwrap_or_default(), to_diagnostic(e))).collect();
    Ok((module, wrong))
}

/// PTX that an assembler would reject lowers to a module that breaks an invariant; so may IR that a person wrote.
fn valid(file: &str, module: &Module) -> Result<(), Vec<Diagnostic>> {
    raddle_ir::validate_module(module).map_err(|errors| {
        let diagnostic =
            |e: &raddle_ir::Invalid| Diagnostic::new(Rule::InputInvalid, format!("`{file}`: {e}"));
        errors.iter().take(20).map(diagnostic).collect()
    })
}

fn from_rir(file: &str, text: String, observer: &Observer) -> Result<Input, Vec<Diagnostic>> {
    let module = observer.measure(StageName::Parse, || raddle_ir::text::parse(&text)).map_err(|e| {
        let place = Location::new(file, e.line, e.column);
        vec![Diagnostic::new(Rule::InputSyntax, e.message).primary(place, "")]
    })?;
    observer.measure(StageName::Lower, || valid(file, &module))?;
    Ok(Input::of_text(file, text, module, Vec::new()))
}

/// The text of the file itself, where it is one.
pub(crate) fn sources_of(file: &Path) -> BTreeMap<String, String> {
    let text = files::read(file).map(|bytes| raddle_ptx::source::decode(&bytes).into_owned());
    text.map(|text| BTreeMap::from([(file.display().to_string(), text)])).unwrap_or_default()
}

/// The text of the file, and what the compiler made of it.
pub(crate) fn all_sources(input: &Input, file: &Path) -> BTreeMap<String, String> {
    input.texts.clone().into_iter().chain(sources_of(file)).collect()
}
