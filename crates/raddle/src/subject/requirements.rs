//! Preconditions that are given with the launch: each is put at the head of the kernels that have its parameters, as if the source
//! had it there.
//!
//! So no method knows where a precondition comes from. In reports it has a place of its own: a line of [`FILE`], whose text is the requirement.

use crate::options::{Key, Options, Requirement};
use crate::subject::input::Input;
use crate::subject::names;
use crate::subject::params::known;
use raddle_ir::contracts::{Misfit, Remark};
use raddle_ir::{Func, Function, Language, Loc, LocId, SourcePos};
use raddle_report::{Diagnostic, Location, Rule};

/// What reports name instead of a file.
const FILE: &str = "--require";

/// The most kernels that an error names.
const NAMED: usize = 10;

/// What a kernel is given.
#[derive(Clone, Debug, Default)]
pub(crate) struct OfKernel {
    /// The requirements that it takes.
    pub(crate) requires: Vec<Requirement>,
    /// What is to be said of the others, and of these.
    pub(crate) notes: Vec<String>,
}

/// What each kernel is given.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stated(Vec<(Func, OfKernel)>);

impl Stated {
    /// What a kernel is given.
    pub(crate) fn of(&self, func: Func) -> OfKernel {
        self.0.iter().find(|(other, _)| *other == func).map(|(_, of)| of.clone()).unwrap_or_default()
    }

    /// Does a kernel take the requirement with this key?
    pub(crate) fn is_taken(&self, key: &Key) -> bool {
        let mut all = self.0.iter().flat_map(|(_, of)| &of.requires);
        all.any(|one| Key::of_requirement(one.text()) == *key)
    }
}

/// Puts the requirements at the heads of these kernels. One that a kernel does not take is noted.
///
/// # Errors
/// One for each requirement that none of them takes, unless it need not be taken.
pub(crate) fn state(
    input: &mut Input,
    kernels: &[Func],
    options: &Options,
) -> Result<Stated, Vec<Diagnostic>> {
    let mut stated = Stated(kernels.iter().map(|&func| (func, OfKernel::default())).collect());
    let all = &options.launch.requires;
    if all.is_empty() {
        return Ok(stated);
    }
    let (mut errors, lines) = (Vec::new(), lines(input, all));
    // Each is put before what is there: the first comes last.
    for (requirement, &loc) in all.iter().zip(&lines).rev() {
        let mut misfits = Vec::new();
        for (func, of) in &mut stated.0 {
            match requirement.state(&mut input.module.functions[*func], loc) {
                Ok(remarks) => {
                    let language = input.module.language;
                    let said = remarks.iter().map(|remark| remarked(requirement, remark, language));
                    of.notes.splice(0..0, said);
                    of.requires.insert(0, requirement.clone());
                }
                Err(misfit) => {
                    of.notes
                        .insert(0, format!("`{requirement}` (`--require`) does not apply here: {misfit}"));
                    misfits.push((*func, misfit));
                }
            }
        }
        let may_be_idle = options.which.if_there.contains(&Key::of_requirement(requirement.text()));
        if misfits.len() == kernels.len() && !kernels.is_empty() && !may_be_idle {
            errors.insert(0, fits_none(input, requirement, &misfits));
        }
    }
    if errors.is_empty() { Ok(stated) } else { Err(errors) }
}

/// The requirement that stands at a place.
pub(crate) fn text_at<'i>(input: &'i Input, at: &Location) -> Option<&'i str> {
    let text = input.texts.get(FILE).filter(|_| at.file == FILE)?;
    text.lines().nth((at.line as usize).checked_sub(1)?)
}

/// A place for each requirement.
fn lines(input: &mut Input, all: &[Requirement]) -> Vec<LocId> {
    let texts: Vec<&str> = all.iter().map(Requirement::text).collect();
    input.texts.insert(FILE.to_owned(), texts.join("\n"));
    let file = input.module.sources.file(FILE);
    let line = |line: u32| {
        let source = Some(SourcePos { file, line, column: 1 });
        input.module.sources.intern(Loc { source, ..Loc::default() })
    };
    (1..).take(all.len()).map(line).collect()
}

fn remarked(requirement: &Requirement, remark: &Remark, language: Language) -> String {
    match remark {
        Remark::AlwaysTrue => {
            format!("`{requirement}` (`--require`) says nothing: it holds for all numbers of these types")
        }
        Remark::Unsigned { name, bits } => {
            let ty = match (language, bits) {
                (Language::Ptx, _) => format!("s{bits}"),
                (_, 8) => "signed char".to_owned(),
                (_, 16) => "short".to_owned(),
                (_, 32) => "int".to_owned(),
                _ => "long".to_owned(),
            };
            format!(
                "`{name}` in `{requirement}` (`--require`) is read as unsigned, since its type does not tell: write `({ty}){name}` if it has a sign"
            )
        }
    }
}

fn fits_none(input: &Input, requirement: &Requirement, misfits: &[(Func, Misfit)]) -> Diagnostic {
    let function = |func: Func| &input.module.functions[func];
    let name = |func: Func| names::source_name(&function(func).name);
    if let [(func, misfit)] = misfits {
        let title = format!("`{requirement}` does not apply to `{}`: {misfit}", name(*func));
        return Diagnostic::new(Rule::InputArgument, title).help(parameters(function(*func)));
    }
    let title = format!("`{requirement}` applies to none of the kernels that are checked");
    let mut error = Diagnostic::new(Rule::InputArgument, title);
    for (func, misfit) in misfits.iter().take(NAMED) {
        error = error.note(format!("`{}`: {misfit}; {}", name(*func), parameters(function(*func))));
    }
    if misfits.len() > NAMED {
        error = error.note(format!("and {} more kernels", misfits.len() - NAMED));
    }
    error.help("a requirement applies to the kernels that have its parameters: correct the name, or choose kernels with --kernel")
}

/// The parameters of a kernel, as a requirement names them.
fn parameters(function: &Function) -> String {
    match known(function).as_slice() {
        [] => "it has no parameters".to_owned(),
        known => format!("its parameters are {}", known.join(", ")),
    }
}
