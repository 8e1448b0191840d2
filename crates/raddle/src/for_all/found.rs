//! What may go wrong, by two threads, is run: only what the reference machine shows is an error.
//!
//! The solver's inputs are arguments, the size of the grid, and what buffers hold. The first two are given to the run as a user would give
//! them; contents are [chosen](raddle_machine::chosen), and kept in the witness.

use super::{Asked, LANES, of_contracts};
use crate::ctas::{self, MOST_STEPS};
use crate::evidence::Evidence;
use crate::inputs::Logged;
use crate::ir_text::place;
use crate::launch::{launch_of, param_name};
use crate::options::{CtaChoice, Key, Options};
use crate::{contracts, names, unknown};
use raddle_ir::{Address, Base, Inst, InstKind, Space, Special, Type, functions};
use raddle_lockstep::prove::{Content, Finding, Valued, What};
use raddle_machine::chosen::{Attempt, Chosen};
use raddle_machine::images::is_about;
use raddle_machine::launch::{Buffer, BufferContent, MOST_RUN};
use raddle_machine::logs::Choice;
use raddle_report::{Diagnostic, Dim3, Facts, Property, Rule, Severity};
use std::collections::BTreeMap;

/// So many findings are run.
const MOST_FINDINGS: usize = 2;
/// And so many where loops were unwound: each round has its own.
const MOST_UNWOUND: usize = 8;

/// Arguments up to here are tried once more, so much larger.
const SMALL: u128 = 64;
const LARGER: u128 = 3;

impl Asked<'_> {
    /// Runs the kernel with the inputs of findings: the first bug that is seen.
    ///
    /// Where buffers hold what the solver says, and one number everywhere else, two threads may write the same by chance. So
    /// there is a second try, with different numbers everywhere else. A contract is a statement about one thread.
    ///
    /// In which round of a loop something may go wrong is any for the solver: that it comes to this round may take a larger argument, and that rounds
    /// differ one that is not 0. So there is another try, with arguments that are a bit larger.
    pub(super) fn run(&self, findings: &[Finding], property: Property) -> Option<Vec<Diagnostic>> {
        let logs = self.logs(property);
        findings.iter().take(self.most_findings()).find_map(|finding| {
            let tries = if of_contracts(property) { 1 } else { 2 };
            let elsewhere = [None, Some(Attempt(0))].into_iter().take(tries);
            let mut tries = elsewhere.flat_map(|elsewhere| logs.iter().map(move |&logs| (elsewhere, logs)));
            let seen = tries.find_map(|with| self.seen(finding, property, with));
            seen.or_else(|| self.seen(&self.larger(finding)?, property, (None, logs[0])))
        })
    }

    /// Says what is open, as no run showed it. Where threads are seen to part at a barrier, `parting` refuted, it is that which leaves
    /// open what they do together.
    pub(super) fn left_open(
        &self,
        findings: &[Finding],
        property: Property,
        parting: Option<Property>,
    ) -> Evidence {
        let Some(first) = findings.first() else { return Evidence::open(unknown::prerequisite(LANES)) };
        Evidence::open(match (first.what, parting) {
            (What::Divergence { .. }, Some(parting)) => {
                let text = "two threads are compared only where all reach each barrier";
                unknown::prerequisite(text).help(format!("fix the {parting} first"))
            }
            _ if of_contracts(property) => {
                contracts::open(self.input, self.function, first).note(self.possible(first))
            }
            _ => unknown::prerequisite(self.possible(first)),
        })
    }

    /// Adds the invariants that are not shown to hold, where a run has refuted something else: what it shows may come from them.
    pub(super) fn with_invariants(&self, findings: &[Finding], mut seen: Vec<Diagnostic>) -> Vec<Diagnostic> {
        for finding in findings {
            let What::Invariant { invariant, .. } = finding.what else { continue };
            let at = place(self.input, self.function.insts[invariant].loc);
            if seen.iter().any(|one| one.location().is_some_and(|known| known.same_place(&at))) {
                continue;
            }
            let open = contracts::open(self.input, self.function, finding);
            let mut found = Diagnostic::new(Rule::ContractInvariant, "a loop invariant is not shown to hold")
                .primary(at, open.reason)
                .note(self.possible(finding));
            found.severity = Severity::Warning;
            found.help = open.help;
            seen.push(found);
        }
        seen
    }

    /// The finding with larger numbers for the arguments, if it gives any.
    fn larger(&self, finding: &Finding) -> Option<Finding> {
        let mut larger = finding.clone();
        let is_number = |param: &u32| {
            let data = self.function.params.get(*param as usize);
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

    /// How many findings are run.
    pub(super) fn most_findings(&self) -> usize {
        if self.options.find_bugs.is_some() { MOST_UNWOUND } else { MOST_FINDINGS }
    }

    /// What the logs of accesses are to hold, of which a contract may speak.
    fn logs(&self, property: Property) -> Vec<Option<Choice>> {
        let about_logs = of_contracts(property) && contracts::about_logs(self.function);
        if about_logs { Choice::ALL.map(Some).to_vec() } else { vec![None] }
    }

    fn seen(
        &self,
        finding: &Finding,
        property: Property,
        (elsewhere, logs): (Option<Attempt>, Option<Choice>),
    ) -> Option<Vec<Diagnostic>> {
        let inputs = &finding.inputs;
        if self.is_at_a_number(finding) {
            return None;
        }
        let mut options =
            Options { step_limit: self.options.step_limit.min(MOST_STEPS), ..self.options.clone() };
        let mut given = Vec::new();
        for (&param, &value) in &inputs.args {
            let data = self.function.params.get(param as usize)?;
            if data.pointer.is_some() || self.launch.args.iter().any(|a| a.param == param as usize) {
                continue;
            }
            let text = text(data.ty?, value)?;
            let whose =
                self.function_at(value).map_or_else(String::new, |name| format!(", where `{name}` lies"));
            given.push(format!("`{}` = {text}{whose}", names::variable_name(param_name(data))));
            options.args.push((Key::Index(param as usize), text));
        }
        let [first, second] = inputs.threads;
        options.grid = Some(inputs.grid);
        options.cta = if first.cta == second.cta { CtaChoice::One(first.cta) } else { CtaChoice::All };
        (options.free_block, options.free_grid) = (None, None);
        let mut launch = launch_of(&self.input.module, self.function, inputs.block, &options).ok()?;
        if launch.threads() > MOST_RUN {
            return None;
        }
        if self.space.has_free_block() {
            given.push(format!("--block {}", Dim3::fixed(inputs.block)));
        }
        let grid = self.launch.grid.is_none();
        // Of several CTAs each is run alone, so what an atomic finds in one says nothing of the others.
        let together = first.cta == second.cta;
        let atomics = together && self.insts().any(|kind| matches!(kind, InstKind::Atomic { .. }));
        let unwritten = self.insts().any(|kind| matches!(kind, InstKind::Uninitialised));
        let uninitialised = unwritten.then(|| elsewhere.unwrap_or(Attempt(0)));
        let loaded = self.insts().any(|kind| kind.address().is_some_and(|addr| self.is_variable(addr)));
        let of_image = |kind: &InstKind| matches!(kind, InstKind::Opaque { name, .. } if is_about(name));
        let images = self.insts().any(of_image);
        let attempt = elsewhere;
        let mut chosen =
            Chosen { attempt, grid, atomics, loaded, logs, images, uninitialised, ..Chosen::default() };
        let reads_grid = |kind: &InstKind| matches!(kind, InstKind::Special(Special::Nctaid(_)));
        if grid && (self.insts().any(reads_grid) || first.cta != second.cta) {
            let [x, y, z] = inputs.grid;
            given.push(format!("a grid of {x},{y},{z}"));
        }
        for (&param, content) in &inputs.buffers {
            let data = self.function.params.get(param as usize)?;
            let holds =
                |b: &Buffer| b.param == param as usize && matches!(b.content, BufferContent::Bytes(_));
            if !launch.buffers.iter().any(holds) {
                let name = names::variable_name(param_name(data));
                given.push(format!("`{name}` holding {}", shown(content, elsewhere)));
                let bytes = bytes(content, elsewhere).into_iter();
                chosen.contents.extend(bytes.map(|(at, byte)| ((data.offset, at), byte)));
            }
        }
        if let Some(logs) = logs {
            given.push(format!("logs that hold {}", Logged::from(logs).words()));
        }
        if unwritten {
            given.push("values for what nothing has written".to_owned());
        }
        if images {
            given.push("images of texels with four channels of 32 bits".to_owned());
        }
        if loaded {
            given.push("the variables of the module as they are loaded".to_owned());
        }
        if grid || atomics || loaded || images || !inputs.buffers.is_empty() || logs.is_some() || unwritten {
            launch.chosen = Some(chosen);
        }
        let checked =
            ctas::check(self.input, self.function, &launch, &options, &[property], self.observer).ok()?;
        // Accesses are assumed to be in bounds, and assumptions to hold: a run in which one may not shows nothing but what comes before.
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
        if !given.is_empty() {
            let note = format!("this is with {}", given.join(", "));
            seen.iter_mut().for_each(|one| one.notes.insert(0, note.clone()));
        }
        Some(seen)
    }

    /// Is this an address in a variable of the module that the host may have written, too?
    fn is_variable(&self, addr: &Address) -> bool {
        let Base::Object(object) = addr.base else { return false };
        self.input.module.objects[object].space == Space::Global
    }

    /// The name of the function that lies at an address, if the kernel takes that.
    fn function_at(&self, address: u128) -> Option<String> {
        let func = self.insts().find_map(|kind| match kind {
            InstKind::FuncAddr(func) if u128::from(functions::address(*func)) == address => Some(*func),
            _ => None,
        })?;
        Some(names::source_name(&self.input.module.functions[func].name))
    }

    /// The scalar parameters with what the solver gives them.
    fn arguments(&self, finding: &Finding) -> Vec<String> {
        let told = |(&param, &value): (&u32, &u128)| {
            let data = self.function.params.get(param as usize).filter(|data| data.pointer.is_none())?;
            let name = names::variable_name(param_name(data));
            // A variable of that name tells it too.
            let known = finding.values.iter().any(|valued| valued.name == name && valued.thread.is_none());
            (!known).then_some(())?;
            Some(format!("`{name}` = {}", text(data.ty?, value)?))
        };
        finding.inputs.args.iter().filter_map(told).collect()
    }

    /// Does a race need that a parameter which may be an address is a number? What lies there is no memory of the kernel, and a run
    /// would show no more than that.
    fn is_at_a_number(&self, finding: &Finding) -> bool {
        let What::Race { first, second } = finding.what else { return false };
        let is_wide = |param: &u32| {
            let data = self.function.params.get(*param as usize);
            data.is_some_and(|p| {
                p.pointer.is_none() && p.size * 8 >= u64::from(self.input.module.address_bits)
            })
        };
        let derives = |inst: Inst| match self.function.insts[inst].kind.address().map(|addr| addr.base) {
            // Where no pointer is declared, any of these may be the one that walked here.
            Some(Base::Absolute) => {
                let undeclared = self.function.params.iter().all(|p| p.pointer.is_none());
                undeclared && finding.inputs.args.keys().any(is_wide)
            }
            Some(Base::Buffer(param)) => finding.inputs.args.contains_key(&param) && is_wide(&param),
            _ => false,
        };
        derives(first) || derives(second)
    }

    /// What may go wrong, in a sentence.
    fn possible(&self, finding: &Finding) -> String {
        // A trap is an assertion that the kernel's own text does not have.
        let at = |inst: Inst| match self.function.insts.get(inst) {
            Some(data) => place(self.input, data.loc).short(),
            None => "a trap".to_owned(),
        };
        let [first, second] = finding.inputs.threads;
        let what = match finding.what {
            What::Race { first, second } => format!("the accesses at {} and {}", at(first), at(second)),
            What::Divergence { barrier: Some(barrier) } => format!("the barrier at {}", at(barrier)),
            What::Divergence { barrier: None } => "the end of the kernel".to_owned(),
            What::Bounds(inst) if self.function.insts[inst].kind.stray_target().is_some() => {
                format!("the call at {}", at(inst))
            }
            What::Bounds(inst) => format!("the access at {}", at(inst)),
            What::Assertion(inst) => format!("the contract at {}", at(inst)),
            What::Invariant { invariant, entry } => {
                let when = if entry {
                    "where the loop is entered"
                } else {
                    "after an arbitrary iteration that began with it"
                };
                format!("the invariant at {} {when}", at(invariant))
            }
        };
        let size =
            self.space.has_free_block().then(|| format!("--block {}", Dim3::fixed(finding.inputs.block)));
        let values =
            [Vec::from_iter(size), self.arguments(finding), values(&finding.values)].concat().join(", ");
        let with = if values.is_empty() { values } else { format!(", with {values}") };
        format!(
            "comparing two threads for all inputs leaves {what} open, for threads {:?} and {:?} of CTAs {:?} and {:?}{with}; \
             a run with these did not show it",
            first.tid, second.tid, first.cta, second.cta
        )
    }
}

/// Variables of the source with their values.
fn values(all: &[Valued]) -> Vec<String> {
    let one = |valued: &Valued| {
        let whose = match valued.thread {
            None => "",
            Some(0) => " in the first",
            Some(_) => " in the second",
        };
        let free = if valued.arbitrary.is_some() { " (in an arbitrary round)" } else { "" };
        format!("`{}` = {}{whose}{free}", valued.name, valued.number())
    };
    all.iter().map(one).collect()
}

/// So many bytes of a buffer are filled at least: more than a CTA reads at once, as a rule.
const LEAST_BYTES: u64 = 4096;

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

/// What a buffer holds, for people.
fn shown(content: &Content, elsewhere: Option<Attempt>) -> String {
    let element = u64::from(content.width / 8).max(1);
    let mut all: Vec<String> =
        content.elements.iter().take(4).map(|(at, value)| format!("{value} at [{}]", at / element)).collect();
    if content.elements.len() > 4 {
        all.push("…".to_owned());
    }
    all.push(match elsewhere {
        None if all.is_empty() => format!("{} everywhere", content.default),
        None => format!("{} elsewhere", content.default),
        Some(_) if all.is_empty() => "what the witness lists".to_owned(),
        Some(_) => "what the witness lists elsewhere".to_owned(),
    });
    all.join(", ")
}

/// A value as the command line takes it.
fn text(ty: Type, value: u128) -> Option<String> {
    let signed = |bits: u32| ((value << (128 - bits)) as i128) >> (128 - bits);
    match ty {
        Type::F32 => Some(f32::from_bits(value as u32)).filter(|x| x.is_finite()).map(|x| format!("{x:?}")),
        Type::F64 => Some(f64::from_bits(value as u64)).filter(|x| x.is_finite()).map(|x| format!("{x:?}")),
        ty if ty.is_int() && ty.bits() <= 64 => Some(signed(ty.bits()).to_string()),
        _ => None,
    }
}
