//! Contracts in the source of a kernel: where they stand, and which properties they add.
//!
//! The pass [`raddle_ir::contracts::place`] puts them where they are evaluated. A run of the reference machine evaluates them too: a
//! statement that is false in a run is a finding. Only lock-step verification shows that they hold for all inputs.

use crate::options;
use crate::options::Options;
use crate::subject::input::{Input, place as place_of};
use crate::subject::{Unprepared, work_dim};
use raddle_ir::clock::Deadline;
use raddle_ir::contracts::{About, Ask, Misplaced, Region};
use raddle_ir::passes::{InlineError, prepare_by, prepare_watched};
use raddle_ir::{Func, Function, FunctionKind, Inst, InstKind, LocId, SpecKind, contracts};
use raddle_report::{Diagnostic, Property, Rule};
use std::collections::BTreeSet;

/// Puts the contracts of a prepared kernel where they are evaluated.
///
/// # Errors
/// One for each that stands where it cannot, or one that the time is over.
pub(crate) fn place(
    input: &Input,
    func: Func,
    function: &mut Function,
    deadline: Deadline,
) -> Result<(), Unprepared> {
    // As the front end leaves them, statements before an invariant still show.
    let source = input.module.functions.iter();
    let of_it = source.filter(|(other, f)| *other == func || f.kind == FunctionKind::Device);
    let mut wrong: Vec<Misplaced> = of_it.flat_map(|(_, f)| contracts::late(f)).collect();
    let effects = effects(input, func, function, deadline).ok_or(Unprepared::Late)?;
    let outside: BTreeSet<LocId> = contracts::outside(function).into_iter().collect();
    if let Err(more) = contracts::place(function) {
        wrong.extend(more);
    }
    let mut errors: Vec<Diagnostic> = effects.iter().map(|&loc| effect(input, loc)).collect();
    errors.extend(outside.into_iter().map(|loc| beyond(input, loc)));
    for one in wrong.iter().map(|one| misplaced(input, one)) {
        if !errors.contains(&one) {
            errors.push(one);
        }
    }
    if errors.is_empty() { Ok(()) } else { Err(Unprepared::Wrong(errors)) }
}

/// A prepared kernel once more, with all that it states about logs of accesses; nothing where it states nothing of them.
pub(crate) fn with_logs(input: &Input, function: &Function, options: &Options) -> Option<Function> {
    let asks = |&inst: &Inst| match contracts::about(function, inst) {
        Some(About::Log(..)) => true,
        _ => function.insts[inst].kind.asks(Ask::Unsupported),
    };
    if !function.order.iter().flat_map(|&block| &function.blocks[block].insts).any(asks) {
        return None;
    }
    // It was prepared before.
    let mut module = input.module.clone();
    let (func, _) = module.kernels().find(|(_, other)| other.name == function.name)?;
    let mut whole = prepare_by(&mut module, func, Deadline::at(options.time.deadline)).ok()?;
    work_dim::settle(&mut whole, &options.launch);
    contracts::place_with_logs(&mut whole).ok()?;
    about_logs(&whole).then_some(whole)
}

/// Is a contract about logs of accesses?
pub(crate) fn about_logs(function: &Function) -> bool {
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.any(|&inst| matches!(contracts::about(function, inst), Some(About::Log(..))))
}

/// Where contracts change what the kernel does; none if the time is over. That a variable was set shows only while variables lie in slots.
fn effects(input: &Input, func: Func, function: &Function, deadline: Deadline) -> Option<BTreeSet<LocId>> {
    let of = |f: &Function| contracts::effects(f, &contracts::regions(f));
    let mut found: BTreeSet<LocId> = of(function).into_iter().collect();
    if !contracts::regions(function).is_empty() {
        let mut module = input.module.clone();
        // It was prepared before, so nothing but the time can be in the way.
        let again = prepare_watched(&mut module, func, |f| found.extend(of(f)), deadline);
        if matches!(again, Err(InlineError::Time)) {
            return None;
        }
    }
    Some(found)
}

/// A contract that changes what the kernel does.
fn effect(input: &Input, loc: LocId) -> Diagnostic {
    let title = "a contract changes what the kernel does: it writes, waits, or sets a variable";
    Diagnostic::new(Rule::InputContract, title)
        .primary(place_of(input, loc), "this is visible outside of the contract")
        .help("compute it before the contract; to compare, write `==`")
}

/// The kernel itself uses a query that only contracts may use.
fn beyond(input: &Input, loc: LocId) -> Diagnostic {
    let title = "the kernel uses something that is only allowed in contracts: the other thread, accesses, values at the start";
    Diagnostic::new(Rule::InputContract, title)
        .primary(place_of(input, loc), "this is not a contract")
        .help("write it in `__assert`, `__assume`, `__requires`, `__ensures` or `__invariant`")
}

fn misplaced(input: &Input, one: &Misplaced) -> Diagnostic {
    Diagnostic::new(Rule::InputContract, one.to_string())
        .primary(place_of(input, one.loc), format!("`{}` stands here", spelling(one.kind)))
        .help(format!("put it {}", one.remedy()))
}

/// How the header spells it.
pub(crate) const fn spelling(kind: SpecKind) -> &'static str {
    match kind {
        SpecKind::Requires => "__requires",
        SpecKind::Ensures | SpecKind::Promise => "__ensures",
        SpecKind::Assert => "__assert",
        SpecKind::Assume => "__assume",
        SpecKind::Invariant => "__invariant",
        SpecKind::Operands => "mul24",
    }
}

/// The property that a false statement of this kind refutes.
pub(crate) const fn property(kind: SpecKind) -> Property {
    match kind {
        SpecKind::Assert => Property::Assert,
        _ => Property::Contract,
    }
}

/// The properties that the contracts of a kernel are about: asked when the user names none.
pub(crate) fn properties(function: &Function, ask: &options::Ask) -> Vec<Property> {
    let insts = || function.order.iter().flat_map(|&b| &function.blocks[b].insts);
    let candidates = candidates(function);
    let claims = |inst: Inst, kind: SpecKind| {
        let candidate = kind == SpecKind::Invariant && (ask.candidates || candidates.contains(&inst));
        !kind.is_trusted() && !candidate
    };
    let asks = |wanted: Property| {
        insts().any(|&inst| match function.insts[inst].kind {
            InstKind::SpecEnd(kind, _) => claims(inst, kind) && property(kind) == wanted,
            InstKind::Assert(_) => wanted == Property::Assert,
            _ => false,
        })
    };
    [Property::Assert, Property::Contract].into_iter().filter(|&property| asks(property)).collect()
}

/// The closing markers of invariants that are candidates.
fn candidates(function: &Function) -> BTreeSet<Inst> {
    let regions = contracts::regions(function).into_iter();
    let is_candidate = |region: &Region| {
        let mut insts = region.parts.iter().flat_map(|(_, insts)| insts);
        insts.any(|&inst| contracts::about(function, inst) == Some(About::Candidate))
    };
    regions.filter(is_candidate).map(|region| region.end).collect()
}

/// The assumptions of a kernel.
pub(crate) fn assumptions(function: &Function) -> Vec<Region> {
    contracts::regions(function).into_iter().filter(|r| r.kind.is_trusted()).collect()
}

/// Does the kernel assume anything?
pub(crate) fn assumes(function: &Function) -> bool {
    !assumptions(function).is_empty()
}
