//! From a file and options to a report: the one place where methods meet.
//!
//! For each kernel: prepare it, settle the launch, ask the methods for all launches and inputs ([`for_all`](crate::for_all),
//! [`termination`]), and run CTAs on the reference machine with what is not given as unknown, whose thread programs `raddle-sync`
//! decides ([`ctas`](crate::ctas)). What each of them says is evidence in one [`Ledger`], which [`closing`] turns into results.

use crate::evidence::Ledger;
use crate::for_all::Asked;
use crate::input::{Input, Unread, late, load_observed};
use crate::ir_text::{choose_but, inline_error, place, sources_of};
use crate::launch::{
    block_of, find, fixed, launch_at, least, reported, reported_options, ruled_out, sizes, space_of,
    too_large, too_large_grid, too_much_shared,
};
use crate::observe::{Observer, Seen};
use crate::options::{CtaChoice, DEFAULT_PROPERTIES, Key, Options};
use crate::{closing, contracts, known_sizes, names, termination, tries, witness, work_dim};
use raddle_compile::files;
use raddle_ir::cfg;
use raddle_ir::clock::Deadline;
use raddle_ir::passes::InlineError;
use raddle_ir::{Base, Func, Function, Inst, InstKind, Language, LocId, Module, Object, Space, Terminator};
use raddle_machine::domain::Site;
use raddle_machine::launch::{Launch, MOST_RUN};
use raddle_machine::objects::Objects;
use raddle_report::graph::Graph;
use raddle_report::{
    Ctas, Diagnostic, FileStatistics, Flow, KernelReport, KernelStatistics, Location, Property,
    PropertyResult, Report, Rule, StageName, Statistics, Unknown, Verdict,
};
use raddle_smt::solver::choice::Choice;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// Why the solver that was chosen cannot be asked, or its questions not be kept.
fn unusable_solver(options: &Options) -> Option<Diagnostic> {
    let chosen = options.solver != Choice::default();
    let error = chosen.then(|| options.solver.open().err()).flatten()?;
    Some(Diagnostic::new(Rule::InputCommandLine, error))
}

/// A report and the source texts that it shows lines of.
#[derive(Clone, Debug)]
pub struct Checked {
    /// What raddle says.
    pub report: Report,
    /// Texts by file name.
    pub sources: BTreeMap<String, String>,
    /// For each kernel of the report its barrier dependence graph, if it is wanted and its barriers are known.
    pub graphs: Vec<Option<Graph>>,
    /// The parameters of [`Options::if_there`] that no kernel has.
    pub missing: Vec<Key>,
}

/// A kernel with its launch, for speaking about it.
pub struct Kernel<'a> {
    /// The input that it comes from.
    pub input: &'a Input,
    /// The kernel, prepared.
    pub function: &'a Function,
    /// The launch.
    pub launch: &'a Launch,
    /// The CTA that findings are shown in.
    pub cta: [u32; 3],
    /// The memory objects of the launch.
    pub objects: &'a Objects,
}

impl Kernel<'_> {
    /// The place of a location, in the source where there is one.
    #[must_use]
    pub fn place(&self, loc: LocId) -> Location {
        place(self.input, loc)
    }

    /// Where threads return: the end of the last block that does.
    #[must_use]
    pub fn end_place(&self) -> Location {
        let ends = |t: &Terminator| matches!(t, Terminator::Return | Terminator::Exit);
        let mut blocks = self.function.order.iter().rev().map(|&b| &self.function.blocks[b]);
        let loc = blocks.find(|b| ends(&b.term)).map_or(self.function.loc, |b| b.term_loc);
        self.place(loc)
    }

    /// Does a call through a pointer stand there, that leads to no function?
    #[must_use]
    pub fn is_stray(&self, site: Site) -> bool {
        site.inst.is_some_and(|inst| self.function.insts[inst].kind.stray_target().is_some())
    }

    /// Its name for people.
    #[must_use]
    pub fn name(&self) -> String {
        names::source_name(&self.function.name)
    }
}

/// Checks the kernels of a file. `progress` is told what is being done.
#[must_use]
pub fn check(file: &Path, options: &Options, progress: &dyn Fn(&str)) -> Checked {
    match check_unless(file, options, progress, &mut |_| false) {
        Some(checked) => checked,
        None => unreachable!("nothing was known"),
    }
}

/// The same, unless the result `is_known` once the file has been read and compiled: `None` then.
#[must_use]
pub fn check_unless(
    file: &Path,
    options: &Options,
    progress: &dyn Fn(&str),
    is_known: &mut dyn FnMut(&Input) -> bool,
) -> Option<Checked> {
    let shown = file.display().to_string();
    progress(&format!("reading {shown}"));
    let mut report = Report::new(env!("CARGO_PKG_VERSION"), Vec::new());
    let mut sources = sources_of(file);
    if let Some(error) = unusable_solver(options) {
        report.errors.push(error);
        return Some(Checked { report, sources, graphs: Vec::new(), missing: Vec::new() });
    }
    let reading = Observer::of_file(options.stats);
    let deadline = Deadline::at(options.begin().deadline);
    let loaded = load_observed(file, &options.compile, &reading, deadline);
    let stages = reading.into_seen().stages;
    if options.stats {
        let files = vec![FileStatistics { file: shown.clone(), stages }];
        report.statistics = Some(Statistics { files, kernels: Vec::new() });
    }
    let (mut graphs, mut missing) = (Vec::new(), Vec::new());
    let mut input = match loaded {
        Ok(input) => input,
        Err(Unread::Wrong(errors)) => {
            report.errors = errors;
            return Some(Checked { report, sources, graphs, missing });
        }
        Err(Unread::Late { stage, kernels }) => {
            report.kernels = unread_kernels(&shown, &kernels, options, stage);
            graphs.resize(report.kernels.len(), None);
            return Some(Checked { report, sources, graphs, missing });
        }
    };
    if is_known(&input) {
        return None;
    }
    sources.extend(std::mem::take(&mut input.texts));
    report.inputs.push(raddle_report::Input {
        file: shown,
        language: language(input.module.language).to_owned(),
        compiler: input.compiled.then(|| format!("{:?}", options.compile.compiler).to_lowercase()),
    });
    if !input.warnings.trim().is_empty() {
        report.notes.push(format!("the compiler says:\n{}", input.warnings.trim_end()));
    }
    match choose_but(&input, &options.kernels, &options.except) {
        Err(errors) => report.errors.extend(errors),
        Ok(kernels) => {
            let has = |func: &Func, key: &Key| find(&input.module.functions[*func], key).is_ok();
            let none_has = |key: &&Key| !kernels.iter().any(|func| has(func, key));
            missing = options.if_there.iter().filter(none_has).cloned().collect();
            let all: Vec<Options> =
                kernels.iter().map(|&func| of_kernel(&input, func, &kernels, options)).collect();
            let constants = constants(&input.module);
            for (func, options) in kernels.into_iter().zip(&all) {
                let name = names::source_name(&input.module.functions[func].name);
                progress(&format!("checking {name}"));
                graphs.extend(check_kernel(&mut input, func, options, &constants, &mut report));
            }
            // A file that cannot be read is one error, not one for each kernel that it is given to.
            let mut errors: Vec<Diagnostic> = Vec::new();
            for error in std::mem::take(&mut report.errors) {
                if !errors.contains(&error) {
                    errors.push(error);
                }
            }
            report.errors = errors;
        }
    }
    add_sources(&report, &mut sources);
    Some(Checked { report, sources, graphs, missing })
}

/// The variables in constant memory.
fn constants(module: &Module) -> BTreeSet<Object> {
    module.objects.iter().filter(|(_, data)| data.space == Space::Const).map(|(object, _)| object).collect()
}

/// A write to a variable in constant memory, which the kernel names.
fn writes_constant(input: &Input, function: &Function, constants: &BTreeSet<Object>) -> Option<Diagnostic> {
    let insts = function.order.iter().flat_map(|&b| &function.blocks[b].insts);
    let written = |&&inst: &&Inst| match &function.insts[inst].kind {
        InstKind::Store { addr, .. } | InstKind::Atomic { addr, .. } => match addr.base {
            Base::Object(object) => constants.contains(&object).then_some((object, inst)),
            _ => None,
        },
        _ => None,
    };
    let (object, inst) = insts.clone().find_map(|inst| written(&inst))?;
    let data = &input.module.objects[object];
    let name = names::variable_name(data.source_name.as_ref().unwrap_or(&data.name));
    let title = format!("`{name}` is in constant memory, which a kernel cannot write");
    let error =
        Diagnostic::new(Rule::InputInvalid, title).primary(place(input, function.insts[inst].loc), "");
    Some(error.help("declare it `__device__`, or pass a buffer"))
}

/// The options without what is given for parameters that only others of the kernels have, or that a kernel need not have.
fn of_kernel(input: &Input, func: Func, kernels: &[Func], options: &Options) -> Options {
    let has = |func: Func, key: &Key| find(&input.module.functions[func], key).is_ok();
    let of_others =
        |key: &Key| options.if_there.contains(key) || kernels.iter().any(|&other| has(other, key));
    let mine = |key: &Key| has(func, key) || !of_others(key);
    let mut options = options.clone();
    options.args.retain(|(key, _)| mine(key));
    options.buffers.retain(|(key, _)| mine(key));
    options
}

fn language(language: Language) -> &'static str {
    match language {
        Language::Ptx => "ptx",
        Language::Cuda => "cuda",
        Language::OpenCl => "opencl",
    }
}

/// Reads the other files (headers, sources of a PTX file) that the report points into, where they exist.
fn add_sources(report: &Report, sources: &mut BTreeMap<String, String>) {
    let results = report.kernels.iter().flat_map(|k| &k.results);
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
        if !sources.contains_key(file)
            && let Ok(bytes) = files::read(Path::new(file))
        {
            sources.insert(file.to_owned(), raddle_ptx::source::decode(&bytes).into_owned());
        }
    }
}

/// The reports of the kernels of a file that there was no time to read: of those that were asked for, of all that are known, or of all
/// there may be.
fn unread_kernels(file: &str, kernels: &[String], options: &Options, stage: StageName) -> Vec<KernelReport> {
    let is_meant = |raw: &&String| {
        let named = |names: &[String]| names.contains(raw) || names.contains(&names::source_name(raw));
        (options.kernels.is_empty() || named(&options.kernels)) && !named(&options.except)
    };
    let known: Vec<&String> = kernels.iter().filter(is_meant).collect();
    let raw = if known.is_empty() { options.kernels.iter().collect() } else { known };
    if raw.is_empty() {
        let report = KernelReport::new("(all kernels)".to_owned(), file.to_owned(), no_launch(options));
        return vec![out_of_time(report, options, stage)];
    }
    raw.into_iter().map(|raw| unknown_for_time(file, raw, options, stage)).collect()
}

/// The report of a kernel that there was no time to look at.
fn unknown_for_time(file: &str, raw: &str, options: &Options, stage: StageName) -> KernelReport {
    let report = KernelReport::new(names::source_name(raw), file.to_owned(), no_launch(options));
    out_of_time(report.raw_name(raw.to_owned()), options, stage)
}

fn no_launch(options: &Options) -> raddle_report::Launch {
    let mut launch = raddle_report::Launch::not_given();
    launch.options = reported_options(options);
    launch
}

/// The report with each property unknown, as there was no time for a stage.
fn out_of_time(report: KernelReport, options: &Options, stage: StageName) -> KernelReport {
    let properties = options.properties.clone();
    let properties =
        properties.unwrap_or_else(|| [&DEFAULT_PROPERTIES[..], &[Property::Termination]].concat());
    let unknown = Unknown::new(Rule::UnknownLimit, late(stage)).help("raise --timeout");
    let results = properties.iter().map(|&property| PropertyResult::unknown(property, unknown.clone()));
    results.fold(report, KernelReport::result)
}

/// Checks a kernel into the report. Its graph, if the kernel could be checked.
fn check_kernel(
    input: &mut Input,
    func: Func,
    options: &Options,
    constants: &BTreeSet<Object>,
    report: &mut Report,
) -> Option<Option<Graph>> {
    let options = &options.begin();
    let observer = Observer::of_kernel(options.stats, options.graph);
    let deadline = Deadline::at(options.deadline);
    let prepare = || raddle_ir::passes::prepare_by(&mut input.module, func, deadline);
    let mut function = match observer.measure(StageName::Prepare, prepare) {
        Ok(function) => function,
        Err(InlineError::Time) => {
            let raw = &input.module.functions[func].name;
            report.kernels.push(unknown_for_time(&input.file, raw, options, StageName::Prepare));
            return Some(None);
        }
        Err(error) => {
            report.errors.push(inline_error(input, &error));
            return None;
        }
    };
    // Placed, contracts are no longer where the source has them.
    let flow =
        options.stats.then(|| (flow(&function), raddle_ir::contracts::regions(&function).len() as u64));
    let dimensions = work_dim::settle(&mut function, options);
    if let Some(error) = writes_constant(input, &function, constants) {
        report.errors.push(error);
        return None;
    }
    if let Err(errors) = contracts::place(input, func, &mut function) {
        report.errors.extend(errors);
        return None;
    }
    match results(input, &function, options, &observer) {
        Ok(mut kernel) => {
            kernel.notes.extend(dimensions);
            if let Some(folder) = &options.witnesses
                && let Err(error) = witness::write_all(&mut kernel, input, &function, options, folder)
            {
                report.errors.push(error);
            }
            let Seen { stages, sizes, runs, questions, graph } = observer.into_seen();
            if let Some(statistics) = &mut report.statistics {
                let (kernel, file) = (kernel.name.clone(), kernel.file.clone());
                let (flow, contracts) = flow.unzip();
                let contracts = contracts.unwrap_or_default();
                let all = KernelStatistics { kernel, file, runs, sizes, flow, contracts, questions, stages };
                statistics.kernels.push(all);
            }
            report.kernels.push(kernel);
            Some(graph)
        }
        Err(errors) => {
            report.errors.extend(errors);
            None
        }
    }
}

/// How the control flow of a prepared kernel is organised, as reports have it.
fn flow(function: &Function) -> Flow {
    match cfg::Flow::of(function) {
        cfg::Flow::Structured => Flow::Structured,
        cfg::Flow::DoWhile => Flow::DoWhile,
        cfg::Flow::Unstructured => Flow::Unstructured,
        cfg::Flow::Irreducible => Flow::Irreducible,
    }
}

/// The properties that a user means who names none: races, barriers and termination; contracts where there are any; and bounds of what has a
/// known size, where something has.
fn meant(input: &Input, function: &Function, options: &Options) -> Vec<Property> {
    let mut all = [&DEFAULT_PROPERTIES[..], &contracts::properties(function, options)].concat();
    if known_sizes::are_some_known(&input.module, function, options) {
        all.push(Property::Bounds);
    }
    all.push(Property::Termination);
    all
}

/// The properties that proofs of these may stand on.
fn with_premises(asked: &[Property]) -> Vec<Property> {
    let is_asked = |property: &&Property| !asked.contains(property);
    asked.iter().chain(DEFAULT_PROPERTIES.iter().filter(is_asked)).copied().collect()
}

/// The options, where a grid is given: then every block of it is meant. Which barriers are needed is asked of one block.
fn of_grid(options: &Options, properties: &[Property]) -> Options {
    let several = options.grid.is_some_and(|grid| grid != [1; 3]);
    let mut options = options.clone();
    if several && options.cta == CtaChoice::Default && !properties.contains(&Property::RedundantBarrier) {
        options.cta = CtaChoice::All;
    }
    options
}

fn results(
    input: &Input,
    function: &Function,
    options: &Options,
    observer: &Observer,
) -> Result<KernelReport, Vec<Diagnostic>> {
    let meant = meant(input, function, options);
    let asked = options.properties.clone().unwrap_or_else(|| meant.clone());
    let options = &of_grid(options, &asked);
    // One thread is enough to decide whether it terminates, and no launch is needed.
    let of_threads: Vec<Property> = asked.iter().copied().filter(|&p| p != Property::Termination).collect();
    let ended = asked.contains(&Property::Termination).then(|| {
        observer.measure(StageName::Termination, || termination::terminates(input, function, options))
    });
    let ended = ended.transpose()?;
    let (mut report, of_threads) = if of_threads.is_empty() {
        let mut launch = raddle_report::Launch::not_given().ctas(Ctas::All);
        launch.block = block_of(function, options).map(sizes);
        launch.options = reported_options(options);
        let name = names::source_name(&function.name);
        let report = KernelReport::new(name, input.file.clone(), launch).raw_name(function.name.clone());
        (report, Ledger::new(&[]))
    } else {
        self::of_threads(input, function, options, observer, &of_threads)?
    };
    let mut ledger = Ledger::new(&with_premises(&asked));
    ledger.absorb(&of_threads);
    if let Some(ended) = ended {
        ledger.record(Property::Termination, ended.evidence);
        report.notes.extend(ended.notes);
    }
    report.results = closing::results(&ledger, &asked);
    report.notes.extend(closing::conflicts(&ledger));
    report.not_asked = meant.into_iter().filter(|property| !asked.contains(property)).collect();
    Ok(report)
}

/// What is known of the properties of threads together, and of those that they stand on.
fn of_threads(
    input: &Input,
    function: &Function,
    options: &Options,
    observer: &Observer,
    asked: &[Property],
) -> Result<(KernelReport, Ledger), Vec<Diagnostic>> {
    let properties = &with_premises(asked)[..];
    let name = names::source_name(&function.name);
    let report_of =
        |launch| KernelReport::new(name.clone(), input.file.clone(), launch).raw_name(function.name.clone());
    let Some(block) = block_of(function, options) else {
        let mut launch = raddle_report::Launch::not_given();
        launch.options = reported_options(options);
        let mut report = report_of(launch);
        let ledger = tries::check(input, function, options, (properties, asked), observer, &mut report)?;
        return Ok((report, ledger));
    };
    let space = space_of(&input.module, function, options)?;
    let launch = launch_at(&input.module, function, &space, least(block), options.cta)?;
    let asked =
        Asked { input, function, launch: &launch, space: &space, options, properties: asked, observer };
    let is_run = fixed(block).is_some() && launch.threads() <= MOST_RUN;
    let at_once = if is_run { asked.all_ctas_at_once(properties)? } else { None };
    let mut of_one = false;
    let (mut checked, reasoning, endless) = match at_once {
        Some(all) if all.is_whole() => {
            of_one = all.refutes();
            (all.checked, all.reasoning, None)
        }
        at_once if is_run => {
            let (mut checked, reasoning, endless) = asked.with_a_run(properties)?;
            of_one = at_once.is_some_and(|all| all.add_to(&mut checked.ledger));
            (checked, reasoning, endless)
        }
        _ => {
            let (checked, reasoning) = asked.without_a_run(properties);
            (checked, reasoning, None)
        }
    };
    asked.unwound(&mut checked);
    // Of one block is told what was asked of that one.
    if options.cta == CtaChoice::Default && matches!(checked.ctas, Ctas::One(_)) {
        checked.ctas = Ctas::All;
    }
    let mut reported = reported(function, &launch, checked.ctas, options);
    reported.block = Some(sizes(block));
    let mut report = report_of(reported);
    if options.explain {
        if reasoning.is_none() {
            let text = "two threads were not compared for all inputs";
            report.notes.push(text.to_owned());
        }
        report.reasoning = reasoning;
    }
    if of_one {
        let text = "stopped at a bug in one block or between two; fix it and run again to check the rest";
        report.notes.push(text.to_owned());
    }
    if let Some(reason) = endless {
        report.notes.push(format!("{reason}; the proofs do not depend on it"));
    }
    report.notes.extend(too_large(input.module.language, &launch));
    report.notes.extend(too_large_grid(input.module.language, &launch));
    if fixed(block).is_some() {
        report.notes.extend(ruled_out(function, launch.block));
    }
    report.notes.extend(too_much_shared(&input.module, function, &launch));
    Ok((report, checked.ledger))
}
