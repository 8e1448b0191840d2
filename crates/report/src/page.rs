//! The page of a rule as a text that stands alone: its links cannot be followed in a terminal or in a log.

use crate::rules::Rule;

/// Where the book lies among raddle's sources.
const BOOK: &str = "docs/src";

impl Rule {
    /// The rule's page, whose links name what to type for the page of another rule, or where the book has it.
    #[must_use]
    pub fn explanation(self) -> String {
        let (mut text, mut code, mut names_book) = (String::new(), false, false);
        for line in self.documentation().lines() {
            code ^= line.starts_with("```");
            let line = if code { line.to_owned() } else { self.unlinked(line) };
            names_book |= !code && line.contains(&format!("({BOOK}/"));
            text.push_str(&line);
            text.push('\n');
        }
        if names_book {
            text.push_str(&format!("\nPages named {BOOK}/... are part of raddle's sources.\n"));
        }
        text
    }

    /// A line of the page without links.
    fn unlinked(self, line: &str) -> String {
        let (mut text, mut rest) = (String::new(), line);
        while let Some((before, name, target, after)) = link(rest) {
            text.push_str(&format!("{before}{name} ({})", self.place(target)));
            rest = after;
        }
        text + rest
    }

    /// What a link of the page leads to.
    fn place(self, target: &str) -> String {
        if target.contains("://") {
            return target.to_owned();
        }
        let page = self.page();
        let mut folders: Vec<&str> = page.split('/').collect();
        folders.pop();
        for part in target.split('/') {
            match part {
                ".." => drop(folders.pop()),
                part => folders.push(part),
            }
        }
        let path = folders.join("/");
        let rule = path.strip_prefix("rules/").and_then(|page| Rule::by_id(page.strip_suffix(".md")?));
        match rule {
            Some(rule) => format!("raddle explain {rule}"),
            None => format!("{BOOK}/{path}"),
        }
    }
}

/// The first link of a text: what stands before it, its words, its target, and the rest.
fn link(text: &str) -> Option<(&str, &str, &str, &str)> {
    let (head, tail) = text.split_once("](")?;
    let (before, name) = head.rsplit_once('[')?;
    let (target, after) = tail.split_once(')')?;
    Some((before, name, target, after))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_become_what_can_be_typed_or_found() {
        let line = "See [`race/benign`](benign.md), [cycles](../deadlock/cycle.md) and [the idea](../../methods/sync.md#x).";
        let unlinked = "See `race/benign` (raddle explain race/benign), cycles (raddle explain deadlock/cycle) and the idea (docs/src/methods/sync.md#x).";
        assert_eq!(Rule::RaceAtomic.unlinked(line), unlinked);
        assert_eq!(Rule::RaceAtomic.unlinked("[x](https://a.b/c)"), "x (https://a.b/c)");
    }
}
