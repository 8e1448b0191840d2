//! The conditions of paths: conjunctions that meet again where paths do.

use raddle_smt::{Op, Term, Terms};

/// What must hold for control to be somewhere: all of these, in the order in which they are met.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Path(pub Vec<Term>);

impl Path {
    /// With one condition more.
    #[must_use]
    pub fn and(&self, terms: &Terms, condition: Term) -> Self {
        let mut path = self.clone();
        if !terms.is_true(condition) && !path.0.contains(&condition) {
            path.0.push(condition);
        }
        path
    }

    /// Is it obvious that no thread goes there?
    #[must_use]
    pub fn never(&self, terms: &Terms) -> bool {
        self.0.iter().any(|&c| terms.is_false(c) || self.0.iter().any(|&d| is_not(terms, c, d)))
    }

    /// The conjunction.
    pub fn term(&self, terms: &mut Terms) -> Term {
        terms.all(&self.0)
    }

    /// What it demands beyond these conditions.
    pub fn beyond(&self, terms: &mut Terms, common: &[Term]) -> Term {
        let rest: Vec<Term> = self.0.iter().copied().filter(|c| !common.contains(c)).collect();
        terms.all(&rest)
    }
}

/// Is one the negation of the other?
fn is_not(terms: &Terms, a: Term, b: Term) -> bool {
    let negates = |a: Term, b: Term| terms.op(a) == Op::Not && terms.args(a) == [b];
    negates(a, b) || negates(b, a)
}

/// What all of some paths demand.
pub fn common(paths: &[Path]) -> Vec<Term> {
    let Some((first, rest)) = paths.split_first() else { return Vec::new() };
    first.0.iter().copied().filter(|c| rest.iter().all(|p| p.0.contains(c))).collect()
}

/// One of the paths is taken.
pub fn join(terms: &mut Terms, paths: &[Path]) -> Path {
    let mut paths: Vec<Path> = paths.to_vec();
    // Both sides of a branch together are the path that leads to it.
    while let Some((a, b, both)) = merged(terms, &paths) {
        paths[a] = both;
        paths.remove(b);
    }
    let mut shared = common(&paths);
    if paths.len() > 1 {
        let rest: Vec<Term> = paths.iter().map(|p| p.beyond(terms, &shared)).collect();
        let any = terms.any(&rest);
        if !terms.is_true(any) {
            shared.push(any);
        }
    }
    Path(shared)
}

/// Two paths that differ in one condition and its negation only, and what they have in common.
fn merged(terms: &Terms, paths: &[Path]) -> Option<(usize, usize, Path)> {
    for a in 0..paths.len() {
        for b in a + 1..paths.len() {
            let shared = common(&[paths[a].clone(), paths[b].clone()]);
            let beyond =
                |p: &Path| -> Vec<Term> { p.0.iter().copied().filter(|c| !shared.contains(c)).collect() };
            match (beyond(&paths[a]).as_slice(), beyond(&paths[b]).as_slice()) {
                ([x], [y]) if is_not(terms, *x, *y) => return Some((a, b, Path(shared))),
                ([], _) | (_, []) => return Some((a, b, Path(shared))),
                _ => {}
            }
        }
    }
    None
}
