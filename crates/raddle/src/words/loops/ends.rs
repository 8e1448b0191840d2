//! Why a loop ends, and how soon, in a sentence.

use raddle_smt::Term;
use raddle_termination::from_kernel::Model;
use raddle_termination::from_kernel::progress::Progress;
use raddle_termination::from_kernel::ranking::Ranking;
use raddle_termination::from_kernel::show::Place;
use raddle_termination::from_kernel::trips::{Most, Trips};

/// The longest text of a number in a bound.
const LONG: usize = 80;

/// The sentence about a loop with a ranking; `at` is where it begins. A loop that does not loop has no measure.
pub(crate) fn why(
    model: &mut Model<'_>,
    (number, at): (usize, &str),
    (ranking, trips): (&Ranking, Option<&Trips>),
) -> String {
    let more = u32::from(!model.is_left_first(number));
    if let Some(rounds) = ranking.rounds {
        return match rounds + more as usize {
            0 | 1 => format!("the loop at {at} never repeats: its body runs at most once"),
            all => format!("the loop at {at} ends after at most {all} iterations"),
        };
    }
    let each = match (ranking.ahead, ranking.disturbed) {
        (true, false) => "in each iteration but the last",
        (false, false) => "in each iteration",
        (_, true) => {
            "in each iteration, except in the last one and after the counter is reset, which happens finitely often"
        }
    };
    let shown = |model: &Model<'_>, term: Term| format!("`{}`", model.show(term));
    let mut text = match ranking.measures.as_slice() {
        [] if ranking.disturbed => {
            return format!(
                "the loop at {at} ends: it continues only after the counter was written, which happens finitely often"
            );
        }
        [] if ranking.ahead => return format!("the loop at {at} ends after at most {} iterations", 1 + more),
        [] => return format!("the loop at {at} never repeats: its body runs at most once"),
        &[one] => {
            let progress = match (model.progress(number, one), trips) {
                (Progress::Towards(var, bound), Some(_)) => {
                    format!("{} grows towards {}", shown(model, var), shown(model, bound))
                }
                (Progress::Towards(var, _) | Progress::Grows(var), _) => {
                    format!("{} grows", shown(model, var))
                }
                (Progress::Down(var, bound), Some(_)) if model.terms.constant(bound).is_some() => {
                    // If a bound is never below 0, the variable less that bound is never below it.
                    format!("{}, never below {}, gets smaller", shown(model, var), model.show(bound))
                }
                (Progress::Down(var, bound), Some(_)) => {
                    format!("{} falls towards {}", shown(model, var), shown(model, bound))
                }
                (Progress::Down(var, _), None) => format!("{} gets smaller", shown(model, var)),
                (Progress::Falls(measure), Some(_)) => {
                    format!("{}, never negative, gets smaller", shown(model, measure))
                }
                (Progress::Falls(measure), None) => format!("{} gets smaller", shown(model, measure)),
            };
            format!("the loop at {at} ends: {progress} {each}")
        }
        many => {
            let many: Vec<String> = many.iter().map(|&measure| shown(model, measure)).collect();
            format!(
                "the loop at {at} ends: {each}, the first of {} that changes gets smaller",
                many.join(", ")
            )
        }
    };
    if let Some(trips) = trips
        && !trips.is_of_before(model, number)
        && let Some(most) = at_most(model, trips, more)
    {
        if most == "0 iterations" {
            return format!("the loop at {at} never repeats: its body runs at most once");
        }
        text.push_str(&format!("; so there are at most {most}"));
        let firsts: Vec<String> =
            trips.firsts(model, number).iter().map(|name| format!("the first `{name}`")).collect();
        if !firsts.is_empty() {
            text.push_str(&format!(", with {}", firsts.join(" and ")));
        }
        let changed: Vec<String> =
            trips.changed(model, number).iter().map(|name| format!("`{name}`")).collect();
        if !changed.is_empty() {
            let names = changed.join(" and ");
            text.push_str(&format!(", with {names} as the iteration of the enclosing loop begins"));
        }
    }
    text
}

/// How many iterations a loop has at most, if that can be said in the source's names; `more` are those that begin and do not return to the
/// head.
fn at_most(model: &mut Model<'_>, trips: &Trips, more: u32) -> Option<String> {
    let shown = |text: String| Some(text).filter(|text| !text.contains('…') && text.len() <= LONG);
    let none = |below: &str| match more {
        0 => format!("none if {below}"),
        _ => format!("one if {below}"),
    };
    let (text, of, rounded, improper) = match trips.most.as_ref()? {
        Most::Sum { of, by } => {
            let width = model.terms.width(*of);
            let unsigned = by.is_some_and(|by| model.terms.constant(by).is_none() && model.has_unsigned(by));
            let by_wide = match by {
                None => model.terms.bits(width, 1),
                Some(by) if unsigned => model.terms.zext(width, *by),
                Some(by) => model.terms.sext(width, *by),
            };
            // One iteration more is one step more.
            let of = if more > 0 { model.terms.bvadd(*of, by_wide) } else { *of };
            let improper = none(if more > 0 { "that is less" } else { "that is negative" });
            match by {
                None => (shown(model.show(of))?, of, None, improper),
                Some(by) => {
                    let text = format!(
                        "{} / {}",
                        model.show_operand(of),
                        model.operand(*by, !unsigned, Place::Operand)
                    );
                    (shown(text)?, of, Some("rounded up"), improper)
                }
            }
        }
        Most::Logarithm { base, of, first } => {
            let number = match first {
                1 => shown(model.show(*of))?,
                first => format!("{} / {first}", shown(model.show_operand(*of))?),
            };
            let improper = none(&format!("`{} < {first}`", model.show(*of)));
            (format!("log{base}({number}) + {}", 1 + more), *of, Some("rounded down"), improper)
        }
    };
    let otherwise = (!trips.proper).then_some(improper.as_str());
    let unsigned = model.takes_unsigned(of).then_some("as unsigned numbers");
    let notes: Vec<&str> = [rounded, unsigned, otherwise].into_iter().flatten().collect();
    let iterations = if text == "1" { "iteration" } else { "iterations" };
    Some(match notes.is_empty() {
        true => format!("`{text}` {iterations}")
            .replace('`', if text.bytes().all(|b| b.is_ascii_digit()) { "" } else { "`" }),
        false => format!("`{text}` {iterations} ({})", notes.join("; ")),
    })
}
