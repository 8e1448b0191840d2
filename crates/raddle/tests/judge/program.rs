//! A generated function as a tree of statements, so that it can be printed, and made smaller.

use std::fmt::{self, Write};

/// How many words a function takes.
pub(crate) const WORDS: usize = 8;

/// A statement.
#[derive(Clone, Debug)]
pub(crate) enum Statement {
    /// One line.
    Line(String),
    /// Lines with statements below each, and a last line: `if (c) {` … `} else {` … `}`.
    Nest { parts: Vec<(String, Vec<Self>)>, close: String },
}

/// A C function.
#[derive(Clone, Debug)]
pub(crate) struct Function {
    /// Up to its `{`.
    pub(crate) head: String,
    pub(crate) body: Vec<Statement>,
    /// What it returns.
    pub(crate) result: String,
}

/// A function to judge, `u64 funN(const u64 *in)`, with what it uses.
#[derive(Clone, Debug)]
pub(crate) struct Program {
    pub(crate) number: u64,
    /// Types and tables.
    pub(crate) declarations: Vec<Statement>,
    /// The functions that it calls, then the function itself.
    pub(crate) functions: Vec<Function>,
    /// The arguments that it is called with.
    pub(crate) inputs: Vec<[u64; WORDS]>,
}

impl Program {
    /// How many lines it has: what shrinking makes smaller.
    pub(crate) fn size(&self) -> usize {
        self.to_string().lines().count()
    }

    /// Every program that results from leaving something out, the largest cuts first.
    pub(crate) fn smaller(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for n in 0..self.functions.len().saturating_sub(1) {
            let mut less = self.clone();
            less.functions.remove(n);
            all.push(less);
        }
        for body in smaller(&self.declarations) {
            all.push(Self { declarations: body, ..self.clone() });
        }
        for (n, function) in self.functions.iter().enumerate() {
            for body in smaller(&function.body) {
                let mut less = self.clone();
                less.functions[n].body = body;
                all.push(less);
            }
        }
        all.sort_by_key(Self::size);
        all
    }
}

/// The lists that lack one statement, or have some of the statements below it instead.
fn smaller(body: &[Statement]) -> Vec<Vec<Statement>> {
    let mut all = Vec::new();
    let half = body.len() / 2;
    if half > 2 {
        // A half of a long list at once: most of what is left out has nothing to do with the failure.
        let quarter = half / 2;
        for at in (0..body.len()).step_by(quarter.max(1)) {
            all.push([&body[..at], &body[(at + half).min(body.len())..]].concat());
            all.push([&body[..at], &body[(at + quarter).min(body.len())..]].concat());
        }
    }
    for (n, statement) in body.iter().enumerate() {
        let with = |instead: &[Statement]| [&body[..n], instead, &body[n + 1..]].concat();
        all.push(with(&[]));
        let Statement::Nest { parts, close } = statement else { continue };
        for (p, (_, inner)) in parts.iter().enumerate() {
            all.push(with(inner));
            if parts.len() > 1 {
                let mut parts = parts.clone();
                parts.remove(p);
                all.push(with(&[Statement::Nest { parts, close: close.clone() }]));
            }
            for inner in smaller(inner) {
                let mut parts = parts.clone();
                parts[p].1 = inner;
                all.push(with(&[Statement::Nest { parts, close: close.clone() }]));
            }
        }
    }
    all
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        print(f, &self.declarations, 0)?;
        for function in &self.functions {
            writeln!(f, "{}\n{{", function.head)?;
            print(f, &function.body, 1)?;
            writeln!(f, "    return {};\n}}", function.result)?;
        }
        Ok(())
    }
}

fn print(out: &mut impl Write, body: &[Statement], depth: usize) -> fmt::Result {
    let indent = "    ".repeat(depth);
    for statement in body {
        match statement {
            Statement::Line(line) => writeln!(out, "{indent}{line}")?,
            Statement::Nest { parts, close } => {
                for (head, inner) in parts {
                    writeln!(out, "{indent}{head}")?;
                    print(out, inner, depth + 1)?;
                }
                writeln!(out, "{indent}{close}")?;
            }
        }
    }
    Ok(())
}
