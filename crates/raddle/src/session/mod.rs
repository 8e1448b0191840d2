//! A check as it continues: a file is read, and its kernels are checked, one after another or several at once. Each is reported as soon as it is done.
//!
//! [`check`] waits for the whole of it. A [`Session`] continues when it is asked: for all kernels that are left, or for the next one. To stop is
//! to ask no more.

use crate::observe::Observer;
use crate::options::{Key, Options};
use crate::subject::choose::choose_but;
use crate::subject::host;
use crate::subject::input::Input;
use crate::subject::launch::in_blocks;
use crate::subject::load::{Unread, load_observed, sources_of};
use crate::subject::names;
use crate::subject::params::{find, name};
use crate::subject::prepare::constants;
use crate::subject::requirements;
use crate::words::launch::launched_at;
use raddle_compile::files;
use raddle_ir::clock::Deadline;
use raddle_ir::{Func, Object};
use raddle_report::graph::Graph;
use raddle_report::{Diagnostic, FileStatistics, KernelReport, Report, Rule, Statistics, Verdict};
use raddle_smt::solver::choice::Choice;
use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::num::NonZero;
use std::path::Path;
use std::time::Duration;

mod as_launched;
mod at_once;
mod kernel;
mod unread;

use unread::Why;

/// What came of a file, or of one of its kernels: a report and the source texts that it shows lines of.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What raddle says.
    pub report: Report,
    /// Texts by file name.
    pub sources: BTreeMap<String, String>,
    /// For each kernel of the report its barrier dependence graph, if it is wanted and its barriers are known.
    pub graphs: Vec<Option<Graph>>,
    /// The parameters of [`Which::if_there`](crate::Which::if_there) that no kernel has.
    pub missing: Vec<Key>,
}

impl Checked {
    /// Nothing yet.
    fn nothing() -> Self {
        let report = Report::new(env!("CARGO_PKG_VERSION"), Vec::new());
        Self { report, sources: BTreeMap::new(), graphs: Vec::new(), missing: Vec::new() }
    }

    /// Adds what came of the next kernel. An error that several have is one: a file that cannot be read, for example.
    fn add(&mut self, kernel: Self) {
        let (all, report) = (&mut self.report, kernel.report);
        for error in report.errors {
            if !all.errors.contains(&error) {
                all.errors.push(error);
            }
        }
        all.kernels.extend(report.kernels);
        if let Some(more) = report.statistics {
            all.statistics.get_or_insert_default().kernels.extend(more.kernels);
        }
        self.graphs.extend(kernel.graphs);
        self.sources.extend(kernel.sources);
    }
}

/// What happens in a check.
#[derive(Debug)]
pub enum Event<'a> {
    /// The check of a kernel begins.
    Started {
        /// Its name in the source.
        kernel: &'a str,
    },
    /// It is over.
    Done {
        /// Its number among those that were left, from 0. Those that are checked at once may be done in any order.
        nth: usize,
        /// What came of it: one report, or the errors for which it cannot be checked.
        kernel: &'a Checked,
        /// How long it took.
        time: Duration,
    },
}

/// Checks the kernels of a file, one after another. `progress` hears what is being done.
#[must_use]
pub fn check(file: &Path, options: &Options, progress: &dyn Fn(&str)) -> Checked {
    progress(&format!("reading {}", file.display()));
    let mut session = Session::open(file, options);
    session.go_on(NonZero::<usize>::MIN, &mut |event| {
        if let Event::Started { kernel } = event {
            progress(&format!("checking {kernel}"));
        }
    });
    session.finish()
}

/// The reports of the kernels of a file, if the run is stopped before the file is read.
#[must_use]
pub fn unreached(file: &Path, options: &Options) -> Vec<KernelReport> {
    unread::kernels(&file.display().to_string(), &[], options, &Why::Stopped)
}

/// A check that continues when it is asked.
#[derive(Debug)]
pub struct Session {
    checked: Checked,
    /// What is read; nothing where that was not possible.
    read: Option<Input>,
    /// The kernels that are left, each as often as there are launches to check.
    left: VecDeque<Left>,
    /// The variables in constant memory, as the file has them.
    constants: BTreeSet<Object>,
}

/// A check that is left: of a kernel, with its options, and what is to be said of its launch if the source makes it.
#[derive(Debug)]
struct Left {
    func: Func,
    options: Options,
    launched: Option<String>,
    /// The numbers that the source passes there.
    passed: Vec<(Key, String)>,
    /// The number of the launch among those of its kernel, from 1.
    nth: u32,
    /// What is to be said of it, whatever comes of the check.
    notes: Vec<String>,
}

impl Left {
    /// The name of the kernel in the source.
    fn name(&self, input: &Input) -> String {
        names::source_name(&input.module.functions[self.func].name)
    }

    /// Checks it; what came of it. `file` is what is known of its file.
    fn check(&self, input: &mut Input, constants: &BTreeSet<Object>, file: &Checked) -> Checked {
        let mut checked = Checked::nothing();
        let report = &mut checked.report;
        report.statistics = file.report.statistics.as_ref().map(|_| Statistics::default());
        let graph =
            kernel::check(input, self.func, (&self.options, &self.passed, self.nth), constants, report);
        checked.graphs.extend(graph);
        for kernel in &mut report.kernels {
            kernel.notes.extend(self.notes.iter().cloned());
            kernel.notes.extend(self.launched.clone());
        }
        if let Some(note) = &self.launched {
            for error in report.errors.iter_mut().filter(|error| error.rule == Rule::InputLaunch) {
                *error = error.clone().note(note);
            }
        }
        add_sources(&report.kernels, &file.sources, &mut checked.sources);
        checked
    }
}

impl Session {
    /// Reads a file, and chooses its kernels.
    #[must_use]
    pub fn open(file: &Path, options: &Options) -> Self {
        let checked = Checked { sources: sources_of(file), ..Checked::nothing() };
        let (left, constants) = (VecDeque::new(), BTreeSet::new());
        let mut session = Self { checked, read: None, left, constants };
        match unusable_solver(options) {
            Some(error) => session.checked.report.errors.push(error),
            None => session.read(file, options),
        }
        session
    }

    fn read(&mut self, file: &Path, options: &Options) {
        let shown = file.display().to_string();
        let reading = Observer::of_file(options.also.stats);
        let deadline = Deadline::at(options.begin().time.deadline);
        let loaded = load_observed(file, &options.compile, &reading, deadline);
        let stages = reading.into_seen().stages;
        let report = &mut self.checked.report;
        if options.also.stats {
            let files = vec![FileStatistics { file: shown.clone(), stages }];
            report.statistics = Some(Statistics { files, kernels: Vec::new() });
        }
        let mut input = match loaded {
            Ok(input) => input,
            Err(Unread::Wrong(errors)) => {
                report.errors = errors;
                return;
            }
            Err(Unread::Late { stage, kernels }) => {
                report.kernels = unread::kernels(&shown, &kernels, options, &Why::Late(stage));
                self.checked.graphs.resize(report.kernels.len(), None);
                return;
            }
        };
        report.inputs.push(raddle_report::Input {
            file: shown,
            language: input.terms().language.name().to_owned(),
            compiler: input.compiler.map(|compiler| format!("{compiler:?}").to_lowercase()),
        });
        if let Some(header) = &input.missing {
            report.notes.push(format!("compiled by nvcc, because clang does not find `{header}`"));
        }
        if !input.warnings.trim().is_empty() {
            report.notes.push(format!("the compiler says:\n{}", input.warnings.trim_end()));
        }
        let chosen = choose_but(&input, &options.which.kernels, &options.which.except).and_then(|kernels| {
            name(&mut input, &kernels, &options.launch.names)?;
            let stated = requirements::state(&mut input, &kernels, options)?;
            Ok((kernels, stated))
        });
        match chosen {
            Err(errors) => report.errors.extend(errors),
            Ok((kernels, stated)) => {
                report.notes.extend(input.instantiate().filter(|_| options.which.kernels.is_empty()));
                let has = |func: &Func, key: &Key| find(&input.module.functions[*func], key).is_ok();
                let none_has =
                    |key: &&Key| !kernels.iter().any(|func| has(func, key)) && !stated.is_taken(key);
                self.checked.missing = options.which.if_there.iter().filter(none_has).cloned().collect();
                input.launches = host::launches(&input, file, options, deadline);
                for &func in &kernels {
                    let mut options = kernel::options_of(&input, func, &kernels, options);
                    let of_it = stated.of(func);
                    options.launch.requires.clone_from(&of_it.requires);
                    let function = &input.module.functions[func];
                    let asked = match in_blocks(&input.module, function, &options.launch) {
                        Ok(asked) => asked,
                        Err(error) => {
                            if !report.errors.contains(&error) {
                                report.errors.push(error);
                            }
                            continue;
                        }
                    };
                    let questions = host::questions(function, &input.launches, &asked);
                    self.left.extend(questions.into_iter().zip(1..).map(|(question, nth)| {
                        let note = |place| launched_at(function, (&asked, &question.launch), place);
                        let launched = question.place.as_ref().map(note);
                        let options = Options { launch: question.launch, ..options.clone() };
                        let passed = question.arguments;
                        Left { func, options, launched, passed, nth, notes: of_it.notes.clone() }
                    }));
                }
            }
        }
        self.checked.sources.extend(input.texts.clone());
        self.constants = constants(&input.module);
        self.read = Some(input);
    }

    /// The input, if it could be read.
    #[must_use]
    pub fn input(&self) -> Option<&Input> {
        self.read.as_ref()
    }

    /// The name of the kernel that comes next, in the source; none where none is left.
    #[must_use]
    pub fn next_kernel(&self) -> Option<String> {
        Some(self.left.front()?.name(self.read.as_ref()?))
    }

    /// Checks the next kernel; what came of it: one report, or the errors for which it cannot be checked. None where no kernel is left.
    pub fn check_next(&mut self) -> Option<Checked> {
        let (left, input) = (self.left.pop_front()?, self.read.as_mut()?);
        let kernel = left.check(input, &self.constants, &self.checked);
        self.checked.add(kernel.clone());
        Some(kernel)
    }

    /// Checks all kernels that are left, this number at once, and tells what happens.
    ///
    /// # Panics
    /// When the check of a kernel does.
    pub fn go_on(&mut self, at_once: NonZero<usize>, told: &mut dyn FnMut(Event<'_>)) {
        let Some(input) = &self.read else { return };
        let left = self.left.make_contiguous();
        let kernels = at_once::check(left, at_once, (input, &self.constants, &self.checked), told);
        self.left.clear();
        kernels.into_iter().for_each(|kernel| self.checked.add(kernel));
    }

    /// The reports of the kernels that are left, if the run is stopped now.
    #[must_use]
    pub fn unreached(&self) -> Vec<KernelReport> {
        let input = self.read.iter();
        let of = |input: &Input, left: &Left| unread::kernel(input, left.func, &left.options, &Why::Stopped);
        input.flat_map(|input| self.left.iter().map(|left| of(input, left)).collect::<Vec<_>>()).collect()
    }

    /// All that is known by now.
    #[must_use]
    pub fn so_far(&self) -> &Checked {
        &self.checked
    }

    /// All that is known; what was not checked is left out.
    #[must_use]
    pub fn finish(mut self) -> Checked {
        let (known, mut new) = (&self.checked.sources, BTreeMap::new());
        add_sources(&self.checked.report.kernels, known, &mut new);
        self.checked.sources.extend(new);
        self.checked
    }
}

/// Why the solver that was chosen cannot be asked, or its questions not be kept.
fn unusable_solver(options: &Options) -> Option<Diagnostic> {
    let chosen = options.solver != Choice::default();
    let error = chosen.then(|| options.solver.open().err()).flatten()?;
    Some(Diagnostic::new(Rule::InputCommandLine, error))
}

/// Reads the other files (headers, sources of a PTX file) that reports point into, where they exist and are not known.
fn add_sources(
    reports: &[KernelReport],
    known: &BTreeMap<String, String>,
    sources: &mut BTreeMap<String, String>,
) {
    let results = reports.iter().flat_map(|kernel| &kernel.results);
    let labels = results.clone().flat_map(|r| &r.diagnostics).flat_map(|d| &d.labels).map(|l| &l.location);
    let unknown = results.filter_map(|r| match &r.verdict {
        Verdict::Unknown(u) => Some(u),
        _ => None,
    });
    let chain =
        unknown.flat_map(|u| u.location.iter().chain(u.chain.iter().filter_map(|l| l.location.as_ref())));
    let mut files: Vec<&str> = labels.chain(chain).map(|l| l.file.as_str()).collect();
    files.sort_unstable();
    files.dedup();
    for file in files {
        if !known.contains_key(file)
            && let Ok(bytes) = files::read(Path::new(file))
        {
            sources.insert(file.to_owned(), raddle_ptx::source::decode(&bytes).into_owned());
        }
    }
}
