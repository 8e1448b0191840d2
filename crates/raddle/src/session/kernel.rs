//! The check of one kernel of a file.

use crate::confirm::replay::witness;
use crate::observe::{Observer, Seen};
use crate::options::{Key, Options};
use crate::plan;
use crate::session::{as_launched, unread};
use crate::subject::Unprepared;
use crate::subject::input::Input;
use crate::subject::params::find_all;
use crate::subject::prepare::{inlined, one_buffer, settle, writes_constant};
use raddle_ir::clock::Deadline;
use raddle_ir::{Func, Function, Object, cfg};
use raddle_report::graph::Graph;
use raddle_report::{Flow, KernelStatistics, Report, StageName};
use std::collections::BTreeSet;

/// The options without what is given for parameters that only others of the kernels have, or that a kernel need not have.
pub(super) fn options_of(input: &Input, func: Func, kernels: &[Func], options: &Options) -> Options {
    let has = |func: Func, key: &Key| find_all(&input.module.functions[func], key).is_ok();
    let of_others =
        |key: &Key| options.which.if_there.contains(key) || kernels.iter().any(|&other| has(other, key));
    let mine = |key: &Key| has(func, key) || !of_others(key);
    let mut options = options.clone();
    options.launch.args.retain(|(key, _)| mine(key));
    options.launch.buffers.retain(|(key, _)| mine(key));
    options
}

/// Checks a kernel into the report, at one of its launches, with what is passed there and its number. Its graph, if the kernel could be checked.
pub(super) fn check(
    input: &mut Input,
    func: Func,
    (options, passed, nth): (&Options, &[(Key, String)], u32),
    constants: &BTreeSet<Object>,
    report: &mut Report,
) -> Option<Option<Graph>> {
    let mut options = options.begin();
    let observer = Observer::of_kernel(options.also.stats, options.also.graph);
    let deadline = Deadline::at(options.time.deadline);
    let prepared = observer.measure(StageName::Prepare, || inlined(input, func, deadline));
    let mut function = match prepared {
        Ok(function) => function,
        Err(why) => return unprepared(input, func, &options, why, report),
    };
    if !one_buffer(&mut function, &options.launch.within) {
        options.launch.may_alias = true;
    }
    let options = &options;
    // Placed, contracts are no longer where the source has them.
    let flow =
        options.also.stats.then(|| (flow(&function), raddle_ir::contracts::regions(&function).len() as u64));
    if let Some(error) = writes_constant(input, &function, constants) {
        report.errors.push(error);
        return None;
    }
    let dimensions = match settle(input, func, &mut function, options, deadline) {
        Ok(dimensions) => dimensions,
        Err(why) => return unprepared(input, func, options, why, report),
    };
    let of = |options: &Options, observer: &Observer| plan::results(input, &function, options, observer);
    // A graph is that of one check.
    let passed = if observer.graph_limit().is_some() { &[] } else { passed };
    match as_launched::results(&function, options, passed, &observer, &of) {
        Ok((mut kernel, options)) => {
            kernel.notes.extend(dimensions);
            if let Some(folder) = &options.also.witnesses
                && let Err(error) = witness::write_all(&mut kernel, input, &function, &options, (folder, nth))
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

/// Reports a kernel that could not be prepared.
fn unprepared(
    input: &Input,
    func: Func,
    options: &Options,
    why: Unprepared,
    report: &mut Report,
) -> Option<Option<Graph>> {
    match why {
        Unprepared::Late => {
            let why = unread::Why::Late(StageName::Prepare);
            report.kernels.push(unread::kernel(input, func, options, &why));
            Some(None)
        }
        Unprepared::Wrong(errors) => {
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
