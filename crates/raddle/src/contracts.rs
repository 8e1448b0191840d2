//! Contracts in the source of a kernel: where they stand, what they add to what is asked, and how they are told.
//!
//! The pass [`raddle_ir::contracts::place`] puts them where they are evaluated. A run of the reference machine evaluates them
//! too: a statement that is false in a run is a finding. That they hold for all inputs only
//! [lock-step verification](crate::for_all) tells.

use crate::evidence::Ledger;
use crate::input::Input;
use crate::ir_text::place as place_of;
use crate::options::Options;
use raddle_ir::contracts::{self, About, Misplaced, Region};
use raddle_ir::{Func, Function, FunctionKind, Inst, InstKind, LocId, SpecKind};
use raddle_lockstep::prove::{Answer, Finding, Gap, Outcome, What};
use raddle_machine::domain::Site;
use raddle_machine::monitor::Issue;
use raddle_report::{Assumption, Diagnostic, Exception, Property, Rule, Scope, Unknown};
use raddle_verdict::Discount;
use std::collections::BTreeSet;

/// Puts the contracts of a prepared kernel where they are evaluated.
///
/// # Errors
/// One for each that stands where it cannot.
pub(crate) fn place(input: &Input, func: Func, function: &mut Function) -> Result<(), Vec<Diagnostic>> {
    // As the front end leaves them, statements before an invariant still show.
    let source = input.module.functions.iter();
    let of_it = source.filter(|(other, f)| *other == func || f.kind == FunctionKind::Device);
    let mut wrong: Vec<Misplaced> = of_it.flat_map(|(_, f)| contracts::late(f)).collect();
    let effects = effects(input, func, function);
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
    if errors.is_empty() { Ok(()) } else { Err(errors) }
}

/// A prepared kernel once more, with all that it states about logs of accesses; nothing where it states nothing of them.
pub(crate) fn with_logs(input: &Input, function: &Function, options: &Options) -> Option<Function> {
    let asks = |&inst: &Inst| match contracts::about(function, inst) {
        Some(About::Log(..)) => true,
        _ => {
            matches!(&function.insts[inst].kind, InstKind::Opaque { name, .. } if name == contracts::UNSUPPORTED)
        }
    };
    if !function.order.iter().flat_map(|&block| &function.blocks[block].insts).any(asks) {
        return None;
    }
    // It was prepared before.
    let mut module = input.module.clone();
    let (func, _) = module.kernels().find(|(_, other)| other.name == function.name)?;
    let mut whole = raddle_ir::passes::prepare(&mut module, func).ok()?;
    crate::work_dim::settle(&mut whole, options);
    contracts::place_with_logs(&mut whole).ok()?;
    about_logs(&whole).then_some(whole)
}

/// Does a contract speak of logs of accesses?
pub(crate) fn about_logs(function: &Function) -> bool {
    let mut insts = function.order.iter().flat_map(|&block| &function.blocks[block].insts);
    insts.any(|&inst| matches!(contracts::about(function, inst), Some(About::Log(..))))
}

/// Where contracts change what the kernel does. That a variable was set shows only while variables lie in slots.
fn effects(input: &Input, func: Func, function: &Function) -> BTreeSet<LocId> {
    let of = |f: &Function| contracts::effects(f, &contracts::regions(f));
    let mut found: BTreeSet<LocId> = of(function).into_iter().collect();
    if !contracts::regions(function).is_empty() {
        let mut module = input.module.clone();
        // It was prepared before.
        let _ = raddle_ir::passes::prepare_watched(&mut module, func, |f| found.extend(of(f)));
    }
    found
}

/// A contract that changes what the kernel does.
fn effect(input: &Input, loc: LocId) -> Diagnostic {
    let title = "a contract changes what the kernel does: it writes, waits, or sets a variable";
    Diagnostic::new(Rule::InputContract, title)
        .primary(place_of(input, loc), "this shows outside of the contract")
        .help("compute it before the contract; to compare, write `==`")
}

/// The kernel itself asks for what no thread knows.
fn beyond(input: &Input, loc: LocId) -> Diagnostic {
    let title = "the kernel asks for what only contracts may speak of: the other thread, accesses, values at the start";
    Diagnostic::new(Rule::InputContract, title)
        .primary(place_of(input, loc), "this is no contract")
        .help("write it within `__assert`, `__assume`, `__requires`, `__ensures` or `__invariant`")
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
pub(crate) fn properties(function: &Function, options: &Options) -> Vec<Property> {
    let insts = || function.order.iter().flat_map(|&b| &function.blocks[b].insts);
    let candidates = candidates(function);
    let claims = |inst: Inst, kind: SpecKind| {
        let candidate = kind == SpecKind::Invariant && (options.candidates || candidates.contains(&inst));
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

/// The closing markers of invariants that may fail.
fn candidates(function: &Function) -> BTreeSet<Inst> {
    let regions = contracts::regions(function).into_iter();
    let is_candidate = |region: &Region| {
        let mut insts = region.parts.iter().flat_map(|(_, insts)| insts);
        insts.any(|&inst| contracts::about(function, inst) == Some(About::Candidate))
    };
    regions.filter(is_candidate).map(|region| region.end).collect()
}

/// The assumptions of a kernel.
fn assumptions(function: &Function) -> Vec<Region> {
    contracts::regions(function).into_iter().filter(|r| r.kind.is_trusted()).collect()
}

/// Does the kernel assume anything?
pub(crate) fn assumes(function: &Function) -> bool {
    !assumptions(function).is_empty()
}

/// The scope of a proof that stands on the assumptions of the kernel.
pub(crate) fn assuming(input: &Input, function: &Function, mut scope: Scope) -> Scope {
    for region in assumptions(function) {
        let at = place_of(input, function.insts[region.begin].loc).short();
        let text = format!("`{}` at {at} holds", spelling(region.kind));
        let assumption = match region.kind {
            SpecKind::Operands => continue,
            SpecKind::Requires => Assumption::Required { text },
            SpecKind::Promise => Assumption::Ensured { text },
            _ => Assumption::Assumed { text },
        };
        scope = scope.assuming(assumption);
    }
    assuming_operands(input, function, scope)
}

/// The scope of a proof that stands on what built-in functions ask of their operands: what they give for others is left open.
pub(crate) fn assuming_operands(input: &Input, function: &Function, scope: Scope) -> Scope {
    let calls = assumptions(function).into_iter().filter(|region| region.kind == SpecKind::Operands);
    let mut places: Vec<String> = Vec::new();
    for at in calls.map(|region| place_of(input, function.insts[region.begin].loc).short()) {
        if !places.contains(&at) {
            places.push(at);
        }
    }
    if places.is_empty() {
        return scope;
    }
    let text = format!("`mul24` and `mad24` at {} are given numbers of 24 bits", places.join(", "));
    scope.assuming(Assumption::Operands { text })
}

/// The scope without the invariants that are left out.
pub(crate) fn up_to(input: &Input, outcome: &Outcome, mut scope: Scope) -> Scope {
    for &loc in &outcome.left_out {
        scope = scope.up_to(Exception::UnusedInvariant { location: place_of(input, loc) });
    }
    for &loc in &outcome.given_up {
        scope = scope.up_to(Exception::Candidate { location: place_of(input, loc) });
    }
    scope
}

/// The issues of a run up to the first statement that is false, if nothing was taken for granted before and every access was in bounds. What functions
/// ensure behind that does not matter, nor what leaves its object there; whether the launch meets another assumption does.
pub(crate) fn certain<'i>(issues: &'i [Issue], of: Property, options: &Options) -> &'i [Issue] {
    let other = |issue: &Issue| matches!(issue, Issue::Spec { kind, .. } if kind.is_trusted() && *kind != SpecKind::Promise);
    let first = issues.iter().position(|issue| is_false(issue, of, options));
    let known = first.map_or(&[][..], |first| &issues[..=first]);
    let leaves = |issue: &Issue| matches!(issue, Issue::OutOfBounds { .. } | Issue::LeavesArray { .. });
    if relies(known) || known.iter().any(leaves) || issues.iter().any(other) { &[] } else { known }
}

/// Is something taken for granted?
pub(crate) fn relies(issues: &[Issue]) -> bool {
    issues.iter().any(|issue| matches!(issue, Issue::Spec { kind, .. } if kind.is_trusted()))
}

/// Is it a statement about operands of a built-in function?
pub(crate) fn of_operands(function: &Function, site: Site) -> bool {
    let kind = site.inst.map(|inst| &function.insts[inst].kind);
    matches!(kind, Some(InstKind::SpecEnd(SpecKind::Operands, _)))
}

/// Is it a statement that is false, and that the property is about?
pub(crate) fn is_false(issue: &Issue, of: Property, options: &Options) -> bool {
    let Issue::Spec { kind, refuted: true, .. } = issue else { return false };
    let may_fail = options.candidates && *kind == SpecKind::Invariant;
    !kind.is_trusted() && property(*kind) == of && !may_fail
}

/// The properties that a run refutes before it takes anything for granted.
pub(crate) fn certainly_refuted(issues: &[Issue], options: &Options) -> Vec<Property> {
    let refuted = |&of: &Property| !certain(issues, of, options).is_empty();
    [Property::Assert, Property::Contract].into_iter().filter(refuted).collect()
}

/// What a false statement is called.
pub(crate) fn finding(kind: SpecKind) -> (Rule, &'static str) {
    match kind {
        SpecKind::Assert => (Rule::AssertFailed, "an assertion fails"),
        SpecKind::Invariant => (Rule::ContractInvariant, "a loop invariant does not hold"),
        _ => (Rule::ContractEnsures, "a postcondition does not hold at the kernel's end"),
    }
}

/// Why nothing is known where the assumptions contradict each other, or what the launch gives: no launch meets them.
pub(crate) fn contradictory(input: &Input, function: &Function, gap: &Gap) -> Unknown {
    let help = "from a contradiction everything follows, so nothing is proved: weaken the assumptions, or give other arguments";
    let mut unknown =
        Unknown::new(Rule::UnknownContradiction, gap.reason.clone()).at(place_of(input, gap.loc));
    let of_operands =
        |region: &Region| region.kind == SpecKind::Operands && function.insts[region.end].loc == gap.loc;
    if assumptions(function).iter().any(of_operands) {
        unknown = unknown.note("`mul24` and `mad24` are assumed to be given numbers of 24 bits: for others OpenCL leaves open what they give");
    }
    unknown.help(help)
}

/// That a refutation shows nothing as long as it is not known whether a launch can meet the assumptions; but for one of the
/// `certain` properties, which come before any.
pub(crate) fn perhaps_contradict(why: Option<String>, ledger: &mut Ledger, certain: &[Property]) {
    let text = "it is not known whether the assumptions of this kernel can hold together";
    let unknown = Unknown::new(Rule::UnknownContradiction, text);
    let unknown = why.into_iter().fold(unknown, Unknown::note);
    ledger.discount(&Discount::Witnesses { but: certain.to_vec() }, &unknown);
}

/// What lock-step verification says of a property of single threads: assertions, contracts, or bounds.
pub(crate) fn answer(outcome: &Outcome, property: Property) -> &Answer {
    match property {
        Property::Assert => &outcome.assertions,
        Property::Bounds => &outcome.bounds,
        _ => &outcome.contracts,
    }
}

/// What the method takes memory to hold is right only if there is no race, with the order that barriers make: is that known? That
/// something else keeps threads apart is not enough.
pub(crate) fn orderly(outcome: &Outcome) -> bool {
    outcome.race == Answer::Proved
}

/// May what other CTAs write matter to the contracts?
pub(crate) fn between_ctas(outcome: &Outcome) -> bool {
    outcome.race_between_ctas != Answer::Proved || outcome.looks_at_other_ctas
}

/// A contract that may fail.
pub(crate) fn open(input: &Input, function: &Function, finding: &Finding) -> Unknown {
    let (at, text) = match finding.what {
        What::Invariant { invariant, entry: true } => {
            (Some(invariant), "that this invariant holds when the loop is entered is not shown")
        }
        What::Invariant { invariant, entry: false } => (
            Some(invariant),
            "that an iteration which begins with this invariant leads to one that does so too is not shown",
        ),
        What::Bounds(inst) if function.insts[inst].kind.stray_target().is_some() => {
            (Some(inst), "that this call leads to a function is not shown")
        }
        What::Bounds(inst) => (Some(inst), "that this access stays in its object is not shown"),
        What::Assertion(inst) if function.insts.contains(inst) => {
            (Some(inst), "that this contract holds is not shown")
        }
        _ => (None, "that no thread traps is not shown"),
    };
    let mut unknown = Unknown::new(Rule::UnknownUnreplayed, text);
    if let Some(inst) = at {
        unknown = unknown.at(place_of(input, function.insts[inst].loc));
    }
    if matches!(finding.what, What::Invariant { entry: false, .. }) {
        unknown = unknown.help("say in the invariant what an iteration needs to begin with");
    }
    unknown
}

/// The verdict where the contracts hold unless there is a race.
pub(crate) fn disorderly(property: Property) -> Unknown {
    let what =
        if property == Property::Bounds { "accesses stay in their objects" } else { "the contracts hold" };
    let text = format!("{what} unless threads race or diverge, and that they do not is not proved");
    Unknown::new(Rule::UnknownPrerequisite, text)
        .help("see race and divergence; --grid 1 asks about one CTA alone")
}
