//! Contracts in words: what is assumed, what is false, and why nothing is known.

use crate::subject::contracts::{assumptions, spelling};
use crate::subject::input::{Input, place as place_of};
use crate::subject::requirements;
use raddle_ir::contracts::Region;
use raddle_ir::{Function, SpecKind};
use raddle_lockstep::prove::{Gap, Outcome};
use raddle_report::{Assumption, Diagnostic, Exception, Location, Property, Rule, Scope, Terms, Unknown};

/// The scope of a proof that depends on the assumptions of the kernel.
pub(crate) fn assuming(input: &Input, function: &Function, mut scope: Scope) -> Scope {
    for region in assumptions(function) {
        let at = place_of(input, function.insts[region.begin].loc);
        let text = match requirements::text_at(input, &at) {
            Some(text) => format!("`{text}` holds, as `--require` says"),
            None => format!("`{}` at {} holds", spelling(region.kind), at.short()),
        };
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

/// The scope of a proof that depends on what built-in functions require of their operands: their results for others are left open.
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
    let text = format!("the arguments of `mul24` and `mad24` at {} are 24-bit numbers", places.join(", "));
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

/// The finding for a statement that is false for a thread.
pub(crate) fn finding(kind: SpecKind, at: Location, thread: &str) -> Diagnostic {
    let (rule, title) = match kind {
        SpecKind::Assert => (Rule::AssertFailed, "an assertion fails"),
        SpecKind::Invariant => (Rule::ContractInvariant, "a loop invariant does not hold"),
        _ => (Rule::ContractEnsures, "a postcondition does not hold at the kernel's end"),
    };
    Diagnostic::new(rule, title).primary(at, format!("it is false for {thread}"))
}

/// Why nothing is known where the assumptions contradict each other, or what the launch gives: no launch meets them.
pub(crate) fn contradictory(input: &Input, function: &Function, gap: &Gap) -> Unknown {
    let help = "no launch satisfies these assumptions, so nothing can be proved: weaken them, or give other arguments";
    let reason = input.terms().translated(&gap.reason);
    let mut unknown = Unknown::new(Rule::UnknownContradiction, reason).at(place_of(input, gap.loc));
    let of_operands =
        |region: &Region| region.kind == SpecKind::Operands && function.insts[region.end].loc == gap.loc;
    if assumptions(function).iter().any(of_operands) {
        unknown = unknown.note("raddle assumes that the arguments of `mul24` and `mad24` are 24-bit numbers: for others the result is undefined in OpenCL");
    }
    unknown.help(help)
}

/// The verdict where the contracts hold unless there is a race; `alone` says that one block is asked about.
pub(crate) fn disorderly(property: Property, alone: bool, terms: &Terms) -> Unknown {
    let what = if property == Property::Bounds { "no access is out of bounds" } else { "the contracts hold" };
    let Terms { threads, block, blocks, option_alone, .. } = terms;
    let text = format!("{what} as long as no {threads} race or diverge: see race and divergence");
    let unknown = Unknown::new(Rule::UnknownPrerequisite, text);
    let unknown = unknown.help("where one of these is refuted, fix it first");
    match alone {
        true => unknown,
        false => unknown.help(format!(
            "where only {blocks} race with each other, {option_alone} asks about one {block} alone"
        )),
    }
}
