//! Sentences that several renderers share: scopes, summaries, counts.

use crate::model::diagnostic::{Diagnostic, Severity};
use crate::model::facts::{Count, Facts};
use crate::model::report::{KernelReport, PropertyResult, Tried};
use crate::model::verdict::{Part, Portion, Unknown, Verdict};
use crate::rules::Rule;
use crate::terms::Terms;
use raddle_verdict::{Exception, Location, Property, Scope};
use std::collections::BTreeSet;

/// `1 pair`, `2 pairs`, `2 or more pairs`.
#[must_use]
pub fn count(count: Count, one: &str, many: &str) -> String {
    let number = grouped(count.number);
    match (count.number, count.or_more) {
        (_, true) => format!("{number} or more {many}"),
        (1, false) => format!("1 {one}"),
        _ => format!("{number} {many}"),
    }
}

/// The result where nothing is refuted except that every barrier is needed.
#[must_use]
pub fn removable(refuted: impl Iterator<Item = (Property, u64)>) -> String {
    match refuted.map(|(_, findings)| findings).sum() {
        1 => "no bug was found, but a barrier is redundant".to_owned(),
        n => format!("no bug was found, but {n} barriers are redundant"),
    }
}

/// Digits in groups of three: `14,000,000`.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `a`, `a and b`, `a, b and c`.
#[must_use]
pub fn list<S: AsRef<str>>(items: &[S]) -> String {
    match items {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [init @ .., last] => {
            let init: Vec<&str> = init.iter().map(AsRef::as_ref).collect();
            format!("{} and {}", init.join(", "), last.as_ref())
        }
    }
}

/// The reach of a proof, without its assumptions: `every input, block size 128, block (0,0,0)`.
#[must_use]
pub fn reach(scope: &Scope, terms: &Terms) -> String {
    let mut parts = Vec::new();
    if scope.inputs.is_empty() {
        parts.push("every input".to_owned());
    } else {
        let inputs: Vec<String> = scope.inputs.iter().map(ToString::to_string).collect();
        parts.push(format!("{} (other inputs arbitrary)", list(&inputs)));
    }
    let launch = &scope.launch;
    match &launch.block {
        Some(block) if block.is_free() => parts.push(format!("any {}{}", terms.block_size, block.free())),
        Some(block) => parts.push(terms.block_of(block)),
        None => parts.push(format!("every {}", terms.block_size)),
    }
    match &launch.grid {
        Some(grid) if grid.is_free() => parts.push(format!("any {}{}", terms.grid_size, grid.free())),
        Some(grid) => parts.push(terms.grid_of(grid)),
        None => {}
    }
    parts.push(terms.ctas(launch.ctas));
    parts.extend(launch.options.changed());
    let mut text = parts.join(", ");
    if !scope.conditions.is_empty() {
        text.push_str(&format!(", provided that {}", list(&scope.conditions)));
    }
    if !scope.up_to.is_empty() {
        text.push_str(&format!(", up to {}", list(&exceptions(scope, terms))));
    }
    text
}

/// What a proof leaves out, writes of equal values together.
fn exceptions(scope: &Scope, terms: &Terms) -> Vec<String> {
    let equal = scope.up_to.iter().filter_map(|one| match one {
        Exception::EqualWrites { location } => Some(location.clone()),
        _ => None,
    });
    let equal: Vec<Location> = equal.collect();
    let others = scope.up_to.iter().filter(|one| !matches!(one, Exception::EqualWrites { .. }));
    let mut all: Vec<String> = others.map(|one| terms.exception(one)).collect();
    if !equal.is_empty() {
        all.insert(0, format!("equal-value writes at {}", places(&equal)));
    }
    all
}

/// A word of a command line, as a POSIX shell takes it.
#[must_use]
pub fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./,=+:@%".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

/// The name of a part of a property: `race (shared)`.
#[must_use]
pub fn part(property: Property, part: &Part) -> String {
    format!("{} ({})", property.name(), part.of.name())
}

/// What a part is about, to be read after "it is proved".
fn portion(of: Portion, terms: &Terms) -> String {
    match of {
        Portion::Shared => format!("for {}", terms.shared),
        Portion::WithinCta => format!("within each {}", terms.block),
    }
}

/// What a proof assumes, each as a part of a sentence: `the kernel terminates (terminates)`.
#[must_use]
pub fn assumed(scope: &Scope, terms: &Terms) -> Vec<String> {
    scope.assumptions.iter().map(|a| format!("{} ({})", terms.assumption(a), a.name())).collect()
}

/// Assumptions as a sentence without a full stop.
#[must_use]
pub fn assuming(assumptions: &[String]) -> String {
    format!("assuming that {}", list(assumptions))
}

/// What a proof depends on besides assumptions, as sentences without a full stop: other proofs, dead code.
#[must_use]
pub fn footing(scope: &Scope, terms: &Terms) -> Vec<String> {
    let mut sentences = Vec::new();
    if !scope.stands_on.is_empty() {
        let names: Vec<&str> = scope.stands_on.iter().map(|p| p.name()).collect();
        let noun = if names.len() == 1 { "proof" } else { "proofs" };
        sentences.push(format!("relying on the {noun} of {}", list(&names)));
    }
    if !scope.together_with.is_empty() {
        let names: Vec<&str> = scope.together_with.iter().map(|p| p.name()).collect();
        sentences.push(format!("proved together with {}: none of them can be violated first", list(&names)));
    }
    if !scope.dead_code.is_empty() {
        sentences.push(format!(
            "no {} reaches an access or a barrier at {}",
            terms.thread,
            places(&scope.dead_code)
        ));
    }
    sentences
}

/// The whole scope in a sentence or two.
#[must_use]
pub fn scope(scope: &Scope, terms: &Terms) -> String {
    let mut text = format!("For {}", reach(scope, terms));
    let assumed = Some(assumed(scope, terms)).filter(|assumed| !assumed.is_empty());
    for sentence in assumed.map(|assumed| assuming(&assumed)).into_iter().chain(footing(scope, terms)) {
        text.push_str("; ");
        text.push_str(&sentence);
    }
    text.push('.');
    text
}

/// Places as `a.cu:3, a.cu:7 and 12 more`; JSON has them all.
#[must_use]
pub fn places(locations: &[Location]) -> String {
    const SHOWN: usize = 5;
    let mut shown: Vec<String> = Vec::new();
    for location in locations {
        let text = location.short();
        if !shown.contains(&text) {
            shown.push(text);
        }
    }
    if shown.len() > SHOWN {
        let rest = shown.len() - SHOWN;
        shown.truncate(SHOWN);
        shown.push(format!("{rest} more"));
    }
    list(&shown)
}

/// One line on a result: what was found, the reach of the proof, or the rule and place of its reason.
#[must_use]
pub fn summary(result: &PropertyResult, terms: &Terms) -> String {
    match &result.verdict {
        Verdict::Proved { scope } => format!("for {}", reach(scope, terms)),
        Verdict::Refuted { findings, pairs } => {
            let (one, many) = match result.property {
                Property::Race | Property::BarrierReuse => ("pair of source lines", "pairs of source lines"),
                _ => ("finding", "findings"),
            };
            let lines = pairs_of_lines(&result.diagnostics).filter(|&lines| lines > 0 && lines != *findings);
            let mut text = match lines {
                Some(lines) => {
                    let findings = count(Count::exactly(*findings), "finding", "findings");
                    format!("{findings} at {}", count(Count::exactly(lines), one, many))
                }
                None => count(Count::exactly(*findings), one, many),
            };
            // "One or more" adds nothing.
            if let Some(pairs) = pairs.as_ref().filter(|pairs| pairs.number > 1 || !pairs.or_more) {
                text.push_str(", ");
                text.push_str(&match result.property {
                    Property::BarrierReuse => {
                        count(*pairs, "pair of registrations", "pairs of registrations")
                    }
                    _ => count(*pairs, "pair of accesses", "pairs of accesses"),
                });
            }
            text
        }
        Verdict::Unknown(unknown) => match &unknown.location {
            Some(location) => format!("see {} ({})", unknown.rule, location.short()),
            None => format!("see {}", unknown.rule),
        },
    }
}

/// How many different pairs of lines the errors are about, if all of them are about two places.
fn pairs_of_lines(findings: &[Diagnostic]) -> Option<u64> {
    let mut pairs = BTreeSet::new();
    for finding in findings.iter().filter(|finding| finding.severity == Severity::Error) {
        let places = match finding.facts.as_ref()? {
            Facts::Race(race) => race.all().map(|sides| sides.map(|side| &side.location)).collect(),
            Facts::Reuse(reuse) => vec![[&reuse.earlier.location, &reuse.later.location]],
            _ => return None,
        };
        for places in places {
            let mut lines = places.map(|place| (place.file.clone(), place.line));
            lines.sort();
            pairs.insert(lines);
        }
    }
    Some(pairs.len() as u64)
}

/// The diagnostic that says why `properties` are unknown.
#[must_use]
pub fn unknown(unknown: &Unknown, properties: &[Property], terms: &Terms) -> Diagnostic {
    let names: Vec<&str> = properties.iter().map(|p| p.name()).collect();
    let verb = if names.len() == 1 { "is" } else { "are" };
    let mut diagnostic =
        Diagnostic::new(unknown.rule, format!("{} {verb} unknown: {}", list(&names), unknown.reason));
    diagnostic.severity = Severity::Warning;
    if let Some(location) = &unknown.location {
        // The first link without a place of its own explains the obstacle itself.
        let text = match unknown.chain.first() {
            Some(link) if link.location.is_none() => link.text.as_str(),
            _ => "",
        };
        diagnostic = diagnostic.primary(location.clone(), text);
    }
    for (i, link) in unknown.chain.iter().enumerate() {
        diagnostic = match &link.location {
            Some(location) => diagnostic.secondary(location.clone(), link.text.clone()),
            None if i == 0 && unknown.location.is_some() => diagnostic,
            None => diagnostic.note(link.text.clone()),
        };
    }
    diagnostic.notes.extend(unknown.notes.iter().cloned());
    if let Some(part) = &unknown.proved {
        diagnostic = diagnostic.note(format!(
            "it is proved {}: for {}",
            portion(part.of, terms),
            reach(&part.scope, terms)
        ));
    }
    diagnostic.help.extend(unknown.help.iter().cloned());
    diagnostic
}

/// The unknown verdicts of a kernel, each with the properties that share it, in the order of the results; those that follow from others
/// come last.
#[must_use]
pub fn unknowns(results: &[PropertyResult]) -> Vec<(&Unknown, Vec<Property>)> {
    let mut groups: Vec<(&Unknown, Vec<Property>)> = Vec::new();
    for result in results {
        let Verdict::Unknown(reason) = &result.verdict else { continue };
        match groups.iter_mut().find(|(other, _)| *other == reason) {
            Some((_, properties)) => properties.push(result.property),
            None => groups.push((reason, vec![result.property])),
        }
    }
    groups.sort_by_key(|(reason, _)| reason.rule == Rule::UnknownPrerequisite);
    groups
}

/// The sizes that were tried, those with the same outcome in one sentence: `tried block size 32 and 64: race is refuted`.
#[must_use]
pub fn tried(kernel: &KernelReport) -> Vec<String> {
    let mut groups: Vec<(String, Vec<&Tried>)> = Vec::new();
    for one in &kernel.tried {
        let outcome = outcome(one);
        match groups.iter_mut().find(|(other, _)| *other == outcome) {
            Some((_, all)) => all.push(one),
            None => groups.push((outcome, vec![one])),
        }
    }
    let is_found = |&property: &Property| {
        kernel
            .results
            .iter()
            .any(|one| one.property == property && matches!(one.verdict, Verdict::Refuted { .. }))
    };
    let sentence = |(outcome, all): &(String, Vec<&Tried>)| {
        let sizes: Vec<String> = all.iter().map(|one| size(one)).collect();
        let shown =
            all.first().filter(|one| !one.refuted.iter().all(is_found)).and_then(|one| one.launch.block);
        let option = kernel.terms().option_block.split(' ').next().unwrap_or_default();
        let shown = shown.map_or_else(String::new, |block| format!("; {option} {block} shows where"));
        format!("tried {} {}: {outcome}{shown}", kernel.terms().block_size, list(&sizes))
    };
    groups.iter().map(sentence).collect()
}

/// The block of a try within a list: `128`, `16x16`.
#[must_use]
pub fn size(tried: &Tried) -> String {
    tried.launch.block.map_or_else(String::new, |block| block.to_string().replace(',', "x"))
}

fn outcome(tried: &Tried) -> String {
    let names = |properties: &[Property]| {
        let names: Vec<&str> = properties.iter().map(|p| p.name()).collect();
        (list(&names), if names.len() == 1 { "is" } else { "are" })
    };
    let groups = [(&tried.refuted, "refuted"), (&tried.proved, "proved"), (&tried.unknown, "unknown")];
    let all = groups.iter().filter(|(properties, _)| !properties.is_empty()).count() == 1;
    let parts = groups.iter().filter(|(properties, _)| !properties.is_empty()).map(|(properties, word)| {
        let (names, verb) = names(properties);
        if all && properties.len() > 1 {
            format!("all {word}{}", if *word == "unknown" { " in the time of a try" } else { "" })
        } else {
            format!("{names} {verb} {word}")
        }
    });
    let mut parts: Vec<String> = parts.collect();
    if tried.out_of_bounds {
        parts.insert(0, "accesses are out of bounds".to_owned());
    }
    parts.join("; ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Assumption, Exception, Language, Launch};

    #[test]
    fn counts_and_lists_read_well() {
        assert_eq!(count(Count::exactly(1), "pair", "pairs"), "1 pair");
        assert_eq!(count(Count::exactly(14_000_000), "pair", "pairs"), "14,000,000 pairs");
        assert_eq!(count(Count::at_least(1), "pair", "pairs"), "1 or more pairs");
        assert_eq!(list(&["a", "b", "c"]), "a, b and c");
    }

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(quoted("a/b.cu"), "a/b.cu");
        assert_eq!(quoted("f<int*>"), "'f<int*>'");
        assert_eq!(quoted("it's"), r"'it'\''s'");
        assert_eq!(quoted(""), "''");
    }

    #[test]
    fn a_scope_reads_as_one_sentence() {
        let proof = Scope::every_input(&Launch::new([128, 1, 1], [4, 1, 1]))
            .with("k", 4096)
            .provided("n <= 1024")
            .assuming(Assumption::InBounds)
            .assuming(Assumption::TERMINATES)
            .standing_on(Property::Deadlock)
            .up_to(Exception::EqualWrites { location: Location::line("a.cu", 7) })
            .dead_code(Location::line("a.cu", 9));
        assert_eq!(
            scope(&proof, Language::Cuda.terms()),
            "For k = 4096 (other inputs arbitrary), block size 128, grid 4, block (0,0,0), provided that n <= 1024, \
             up to equal-value writes at a.cu:7; assuming that no access is out of bounds \
             (in-bounds) and the kernel terminates (terminates); relying on the proof of deadlock; \
             no thread reaches an access or a barrier at a.cu:9."
        );
    }
}
