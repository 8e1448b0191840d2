//! Contracts that are to stay usable with GPUVerify: those that it would not accept are errors.

use crate::subject::input::{Input, place};
use raddle_compile::files;
use raddle_ir::Function;
use raddle_ir::clock::Deadline;
use raddle_ir::contracts::{Unportable, about_variables, function_wide, unportable};
use raddle_ir::passes::{InlineError, prepare_watched};
use raddle_report::{Diagnostic, Location, Rule};
use std::collections::BTreeSet;
use std::path::Path;

/// The contracts that GPUVerify would not accept, each with what to write instead; `None` if the time is over.
pub(super) fn rejected(input: &Input, deadline: Deadline) -> Option<Vec<Diagnostic>> {
    let functions = || input.module.functions.iter().map(|(_, function)| function);
    let functions = || functions().filter(|function| !function.is_declaration());
    let mut found: BTreeSet<_> = functions().flat_map(unportable).collect();
    let wide: BTreeSet<_> = functions().flat_map(function_wide).collect();
    if !wide.is_empty() {
        for (func, _) in input.module.kernels() {
            let watch = |kernel: &Function| found.extend(about_variables(kernel, &wide));
            // What is wrong with a call is reported where the kernel is checked.
            if let Err(InlineError::Time) = prepare_watched(&mut input.module.clone(), func, watch, deadline)
            {
                return None;
            }
        }
    }
    let places = found.into_iter().map(|(why, loc)| (why, place(input, loc)));
    let stand = places.filter(|(why, at)| *why != Unportable::Branches || is_written_with_branches(at));
    Some(stand.map(|(why, at)| diagnostic(why, at)).collect())
}

fn diagnostic(why: Unportable, at: Location) -> Diagnostic {
    Diagnostic::new(Rule::InputContract, format!("GPUVerify does not accept {why}"))
        .primary(at, "it is here")
        .help(format!("{}, or leave out --portable-contracts", why.remedy()))
}

/// Does the source have an operator that branches between the parentheses that open here? Macros may branch, too; GPUVerify has its own.
fn is_written_with_branches(at: &Location) -> bool {
    let Ok(text) = files::read_text(Path::new(&at.file)) else { return false };
    let line = at.line.saturating_sub(1) as usize;
    let rest = text.split_inclusive('\n').skip(line).collect::<String>();
    let from = at.column.unwrap_or(1).saturating_sub(1) as usize;
    let mut depth = 0_u32;
    let mut last = ' ';
    for c in rest.chars().skip(from) {
        match c {
            '(' => depth += 1,
            ')' if depth <= 1 => return false,
            ')' => depth -= 1,
            '?' => return true,
            '&' | '|' if last == c => return true,
            _ => {}
        }
        last = c;
    }
    false
}
