//! What may go wrong according to two threads is run: only what the reference machine shows is an error.
//!
//! The solver's inputs are arguments, the size of the grid, and what buffers hold. The first two are given to the run as a user would give
//! them; contents are [chosen](raddle_machine::chosen), and kept in the witness.

use crate::confirm::limits::{LARGER, LEAST_BYTES, SMALL};
use crate::confirm::replay::inputs::Logged;
use crate::confirm::replay::wanted;
use crate::methods::one_run;
use crate::methods::one_run::limits::STEPS_WITH_INPUTS;
use crate::methods::two_threads::{Asked, of_contracts};
use crate::options::{CtaChoice, Key};
use crate::subject::buffers::pointee_of;
use crate::subject::launch::launch_of;
use crate::subject::params::{param_name, text};
use crate::subject::{contracts, names};
use crate::words::notes::EXCLUDE;
use crate::words::possible::{for_inputs, holding};
use raddle_ir::contracts::depend_on_block;
use raddle_ir::{Address, Base, Inst, InstKind, Space, Special, Type, functions};
use raddle_lockstep::prove::{Content, Finding, What};
use raddle_machine::chosen::{Attempt, Chosen};
use raddle_machine::images::is_about;
use raddle_machine::launch::{Buffer, BufferContent, MOST_RUN};
use raddle_machine::logs::Choice;
use raddle_machine::variables::Variables;
use raddle_report::{Diagnostic, Dim3, Facts, Property, Severity};
use std::collections::BTreeMap;

/// Runs the kernel with the inputs of findings: the first bug that is seen.
///
/// Where buffers hold what the solver says, and one number everywhere else, two threads may write the same by chance. So
/// there is a second try, with different numbers everywhere else. A contract is a statement about one thread.
///
/// The solver may choose any round of a loop for what goes wrong: reaching it may take a larger argument, and rounds may differ only for
/// one that is not 0. So there is another try, with arguments that are a bit larger.
pub(crate) fn run(asked: &Asked<'_>, findings: &[Finding], property: Property) -> Option<Vec<Diagnostic>> {
    let logs = logs(asked, property);
    findings.iter().take(asked.most_findings()).find_map(|finding| {
        let tries = if of_contracts(property) { 1 } else { 2 };
        let elsewhere = [None, Some(Attempt(0))].into_iter().take(tries);
        let mut tries = elsewhere.flat_map(|elsewhere| logs.iter().map(move |&logs| (elsewhere, logs)));
        let seen = tries.find_map(|with| run_one(asked, finding, property, with));
        seen.or_else(|| run_one(asked, &larger(asked, finding)?, property, (None, logs[0])))
    })
}

/// The finding with larger numbers for the arguments, if it gives any.
fn larger(asked: &Asked<'_>, finding: &Finding) -> Option<Finding> {
    let mut larger = finding.clone();
    let is_number = |param: &u32| {
        let data = asked.function.params.get(*param as usize);
        data.is_some_and(|data| data.pointer.is_none() && matches!(data.ty, Some(Type::I32 | Type::I64)))
    };
    let mut changed = false;
    for (_, value) in
        larger.inputs.args.iter_mut().filter(|(param, value)| is_number(param) && **value <= SMALL)
    {
        *value += LARGER;
        changed = true;
    }
    changed.then_some(larger)
}

/// What the logs of accesses are to hold, which a contract may ask about.
fn logs(asked: &Asked<'_>, property: Property) -> Vec<Option<Choice>> {
    let about_logs = of_contracts(property) && contracts::about_logs(asked.function);
    if about_logs { Choice::ALL.map(Some).to_vec() } else { vec![None] }
}

fn run_one(
    asked: &Asked<'_>,
    finding: &Finding,
    property: Property,
    (elsewhere, logs): (Option<Attempt>, Option<Choice>),
) -> Option<Vec<Diagnostic>> {
    let inputs = &finding.inputs;
    if is_at_a_number(asked, finding) {
        return None;
    }
    let mut options = asked.options.clone();
    options.run.limit(STEPS_WITH_INPUTS);
    let (mut given, mut contents) = (Vec::new(), Vec::new());
    for (&param, &value) in &inputs.args {
        let data = asked.function.params.get(param as usize)?;
        if data.pointer.is_some() || asked.launch.args.iter().any(|a| a.param == param as usize) {
            continue;
        }
        let text = text(data.ty?, value)?;
        let whose =
            function_at(asked, value).map_or_else(String::new, |name| format!(", where `{name}` lies"));
        let shown = if data.is_unsigned() { (value & data.ty?.mask()).to_string() } else { text.clone() };
        given.push(format!("`{}` = {shown}{whose}", names::variable_name(param_name(data))));
        options.launch.args.push((Key::Name(data.name.clone()), text));
    }
    let has_numbers = !given.is_empty();
    let [first, second] = inputs.threads;
    options.launch.block = Some(inputs.block.map(Some));
    options.launch.grid = Some(inputs.grid.map(Some));
    // What is assumed of each block only a run of all shows.
    let about_one = options.launch.cta.one().is_some() || !depend_on_block(asked.function);
    let is_one = first.cta == second.cta && about_one;
    options.launch.cta = if is_one { CtaChoice::One(first.cta) } else { CtaChoice::All };
    let mut launch = launch_of(&asked.input.module, asked.function, inputs.block, &options.launch).ok()?;
    if launch.threads() > MOST_RUN {
        return None;
    }
    if asked.space.has_free_block() {
        given.push(format!("{} {}", asked.input.terms().block_size, Dim3::fixed(inputs.block)));
    }
    let grid = asked.launch.grid.is_none();
    // Of several CTAs each is run alone, so what an atomic finds in one says nothing of the others.
    let together = first.cta == second.cta;
    let atomics = together && asked.insts().any(|kind| matches!(kind, InstKind::Atomic { .. }));
    let unwritten = asked.insts().any(|kind| matches!(kind, InstKind::Uninitialised));
    let uninitialised = unwritten.then(|| elsewhere.unwrap_or(Attempt(0)));
    let has_variables = asked.insts().any(|kind| kind.address().is_some_and(|addr| is_variable(asked, addr)));
    let variables = has_variables.then_some(Variables::Loaded);
    let of_image = |kind: &InstKind| matches!(kind, InstKind::Opaque { name, .. } if is_about(name));
    let images = asked.insts().any(of_image);
    let attempt = elsewhere;
    let mut chosen =
        Chosen { attempt, grid, atomics, variables, logs, images, uninitialised, ..Chosen::default() };
    let reads_grid = |kind: &InstKind| matches!(kind, InstKind::Special(Special::Nctaid(_)));
    if grid && (asked.insts().any(reads_grid) || first.cta != second.cta) {
        given.push(format!("{} {}", asked.input.terms().grid_size, Dim3::fixed(inputs.grid)));
    }
    for (&param, content) in &inputs.buffers {
        let data = asked.function.params.get(param as usize)?;
        let holds = |b: &Buffer| b.param == param as usize && matches!(b.content, BufferContent::Bytes(_));
        if !launch.buffers.iter().any(holds) {
            let name = names::variable_name(param_name(data));
            let pointee = pointee_of(asked.function, param as usize);
            contents.push(holding(&name, content, pointee, elsewhere));
            let bytes = bytes(content, elsewhere).into_iter();
            chosen.contents.extend(bytes.map(|(at, byte)| ((data.offset, at), byte)));
        }
    }
    if let Some(logs) = logs {
        given.push(format!("logs that hold {}", Logged::from(logs).words()));
    }
    if unwritten {
        given.push("values of memory that was never written".to_owned());
    }
    if images {
        given.push("images with four channels of 32 bits".to_owned());
    }
    if has_variables {
        given.push("the variables of the module as initialised".to_owned());
    }
    if grid || atomics || has_variables || images || !inputs.buffers.is_empty() || logs.is_some() || unwritten
    {
        launch.chosen = Some(chosen);
    }
    let checked = one_run::check(
        asked.input,
        asked.function,
        &launch,
        &options,
        &[property],
        asked.observer,
        asked.ends,
    )
    .ok()?;
    // Accesses are assumed to be in bounds, and assumptions to hold: a run that may violate one of these shows nothing but what comes
    // before.
    let leaves = checked.out_of_bounds && property != Property::Bounds;
    if (leaves || checked.takes_for_granted) && !checked.certain.contains(&property) {
        return None;
    }
    let mut seen = checked.shown(property)?;
    // What lies at a number that was taken for an address is no memory of the kernel.
    let stray = |one: &Diagnostic| matches!(&one.facts, Some(Facts::Race(race)) if race.first.address.buffer.is_none());
    if seen.iter().any(stray) {
        return None;
    }
    for one in &mut seen {
        // Other contents show that values which only look equal differ: then a note says which.
        let held = one.witness.as_ref().is_none_or(|witness| wanted::has_contents(witness, &launch));
        let contents = contents.iter().filter(|_| held);
        let given: Vec<String> = given.iter().chain(contents).cloned().collect();
        if !given.is_empty() {
            note_inputs(std::slice::from_mut(one), &for_inputs(&given), has_numbers);
        }
    }
    Some(seen)
}

/// Notes on findings with which inputs they were seen.
pub(super) fn note_inputs(findings: &mut [Diagnostic], note: &str, has_numbers: bool) {
    for one in findings {
        one.notes.insert(0, note.to_owned());
        if has_numbers && one.severity == Severity::Error {
            one.help.push(EXCLUDE.to_owned());
        }
        one.witness.iter_mut().for_each(|witness| witness.noted = true);
    }
}

/// Is this an address in a variable of the module that the host may have written, too?
fn is_variable(asked: &Asked<'_>, addr: &Address) -> bool {
    let Base::Object(object) = addr.base else { return false };
    asked.input.module.objects[object].space == Space::Global
}

/// The name of the function that lies at an address, if the kernel takes that.
fn function_at(asked: &Asked<'_>, address: u128) -> Option<String> {
    let func = asked.insts().find_map(|kind| match kind {
        InstKind::FuncAddr(func) if u128::from(functions::address(*func)) == address => Some(*func),
        _ => None,
    })?;
    Some(names::source_name(&asked.input.module.functions[func].name))
}

/// Does a race require that a parameter which may be an address is a number? What lies there is no memory of the kernel, and a run would
/// show no more than that.
fn is_at_a_number(asked: &Asked<'_>, finding: &Finding) -> bool {
    let What::Race { first, second } = finding.what else { return false };
    let is_wide = |param: &u32| {
        let data = asked.function.params.get(*param as usize);
        data.is_some_and(|p| p.pointer.is_none() && p.size * 8 >= u64::from(asked.input.module.address_bits))
    };
    let derives = |inst: Inst| match asked.function.insts[inst].kind.address().map(|addr| addr.base) {
        // Where no pointer is declared, any of these may be the one that walked here.
        Some(Base::Absolute) => {
            let undeclared = asked.function.params.iter().all(|p| p.pointer.is_none());
            undeclared && finding.inputs.args.keys().any(is_wide)
        }
        Some(Base::Buffer(param)) => finding.inputs.args.contains_key(&param) && is_wide(&param),
        _ => false,
    };
    derives(first) || derives(second)
}

/// The bytes of a buffer, by their offset; those elements only that matter, where there is something `elsewhere`.
fn bytes(content: &Content, elsewhere: Option<Attempt>) -> BTreeMap<u64, u8> {
    let element = u64::from(content.width / 8).max(1);
    let mut bytes = BTreeMap::new();
    let mut put = |at: u64, value: u128| {
        let all = value.to_le_bytes();
        bytes.extend((at..).zip(all).take(element as usize));
    };
    let all = if elsewhere.is_none() { LEAST_BYTES / element } else { 0 };
    (0..all).for_each(|n| put(n * element, content.default));
    content.elements.iter().for_each(|(&at, &value)| put(at, value));
    bytes
}
