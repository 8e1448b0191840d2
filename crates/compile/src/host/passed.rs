//! Where a kernel goes that is passed to a function of the source.
//!
//! A launch of it in there is seen, as one of that kernel or of an unknown one. But the function may pass it on, to code of which nothing is seen.

use super::{Blocks, calls, is_known, launched};
use std::collections::{BTreeMap, BTreeSet};

/// The functions of a source: the parameters of each, by their names, and its blocks.
pub(super) type Defined<'a> = BTreeMap<&'a str, (Vec<&'a str>, Blocks<'a>)>;

/// The name of the function that a line begins, and those of its parameters.
pub(super) fn head(line: &str) -> Option<(&str, Vec<&str>)> {
    let (_, rest) = line.strip_prefix("define ")?.split_once('@')?;
    let (name, params) = rest.split_once('(')?;
    Some((name.trim_matches('"'), items(params).into_iter().map(last).collect()))
}

/// Do the operands of a call that are meant stay in functions of the source? What is stored in memory counts as staying.
pub(super) fn stays(line: &str, is_meant: &dyn Fn(&str) -> bool, defined: &Defined<'_>) -> bool {
    let mut open = Vec::new();
    let mut all_stay = handed(line, is_meant, defined, &mut open);
    let mut seen: BTreeSet<(&str, usize)> = BTreeSet::new();
    while let Some((name, at)) = open.pop().filter(|_| all_stay) {
        if seen.insert((name, at)) {
            // A parameter that is not declared is one of `...`.
            let of = defined.get(name).and_then(|(params, blocks)| Some((*params.get(at)?, blocks)));
            all_stay = of.is_some_and(|(param, blocks)| stays_in(param, blocks, defined, &mut open));
        }
    }
    all_stay
}

/// The same of a parameter of one function; adds where that passes it on.
fn stays_in<'a>(
    param: &'a str,
    blocks: &'a Blocks<'a>,
    defined: &Defined<'_>,
    open: &mut Vec<(&'a str, usize)>,
) -> bool {
    let mut same = BTreeSet::from([param]);
    blocks.iter().flat_map(|(_, lines)| lines).all(|line| {
        if is_call(line) {
            return handed(line, &|operand| same.contains(operand), defined, open);
        }
        if let Some((result, of)) = line.split_once(" = ")
            && words(of).any(|word| same.contains(word))
        {
            same.insert(result);
        }
        true
    })
}

/// Adds where a call passes what is meant to functions of the source. `false` if it may pass it to another one.
fn handed<'a>(
    line: &'a str,
    is_meant: &dyn Fn(&str) -> bool,
    defined: &Defined<'_>,
    open: &mut Vec<(&'a str, usize)>,
) -> bool {
    let Some(callee) = calls(line) else { return !words(line).any(is_meant) };
    let operands = line.split_once(&format!("{callee}(")).map_or_else(Vec::new, |(_, rest)| items(rest));
    let mut meant = operands.iter().enumerate().filter(|(_, operand)| is_meant(last(operand))).peekable();
    let is_harmless = launched(line).is_some() || is_known(callee) || callee.starts_with("llvm.");
    if is_harmless || meant.peek().is_none() {
        return true;
    }
    open.extend(meant.map(|(at, _)| (callee, at)));
    defined.contains_key(callee)
}

fn is_call(line: &str) -> bool {
    line.contains("call ") || line.contains("invoke ")
}

fn words(line: &str) -> impl Iterator<Item = &str> {
    line.split([' ', ',', '(', ')', '[', ']'])
}

/// The items of a list up to its closing parenthesis, or its end.
pub(super) fn items(list: &str) -> Vec<&str> {
    let (mut depth, mut from, mut all) = (0_u32, 0, Vec::new());
    let mut is_closed = false;
    for (at, c) in list.char_indices() {
        match c {
            '(' => depth += 1,
            ')' | ',' if depth == 0 => {
                all.push(list[from..at].trim());
                from = at + 1;
                if c == ')' {
                    is_closed = true;
                    break;
                }
            }
            ')' => depth -= 1,
            _ => {}
        }
    }
    if !is_closed {
        all.push(list[from..].trim());
    }
    all
}

pub(super) fn last(item: &str) -> &str {
    item.rsplit(' ').next().unwrap_or_default()
}
