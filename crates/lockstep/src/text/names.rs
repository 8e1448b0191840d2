//! Names of blocks, scalars and values: those of the input where they have one, each thing with a spelling of its own.

use crate::flat::Label;
use crate::normal::Normal;
use raddle_ir::{Block, SecondaryMap, Value, Var};
use std::collections::BTreeSet;

pub(super) struct Names {
    blocks: SecondaryMap<Block, String>,
    /// The back and exit blocks of loops, by their heads.
    loops: SecondaryMap<Block, (String, String)>,
    vars: SecondaryMap<Var, String>,
    values: SecondaryMap<Value, String>,
}

/// Words that the texts use themselves.
const TAKEN: [&str; 14] = [
    "active",
    "next",
    "End",
    "psi",
    "havoc",
    "assume",
    "assert",
    "goto",
    "var",
    "const",
    "type",
    "true",
    "false",
    "procedure",
];

impl Names {
    pub(super) fn new(kernel: &Normal) -> Self {
        let function = kernel.function();
        let mut taken: BTreeSet<String> = TAKEN.iter().map(|&t| t.to_owned()).collect();
        let mut fresh = |wish: Option<&String>, own: String| {
            let wish = wish.map_or(own, |w| clean(w));
            let mut name = wish.clone();
            let mut n = 2;
            while !taken.insert(name.clone()) {
                name = format!("{wish}.{n}");
                n += 1;
            }
            name
        };
        let mut names = Self {
            blocks: SecondaryMap::new(),
            loops: SecondaryMap::new(),
            vars: SecondaryMap::new(),
            values: SecondaryMap::new(),
        };
        for &block in kernel.order() {
            names.blocks[block] = fresh(function.blocks[block].name.as_ref(), block.to_string());
        }
        for head in kernel.loops().all().iter().map(|l| l.header) {
            let mut name = |suffix| fresh(None, format!("{}_{suffix}", names.blocks[head]));
            names.loops[head] = (name("back"), name("exit"));
        }
        for (var, data) in function.vars.iter() {
            names.vars[var] = fresh(Some(&data.name), var.to_string());
        }
        for (value, data) in function.values.iter() {
            names.values[value] = fresh(data.name.as_ref(), value.to_string());
        }
        names
    }

    pub(super) fn block(&self, block: Block) -> &str {
        &self.blocks[block]
    }

    pub(super) fn label(&self, label: Label) -> &str {
        match label {
            Label::Block(block) => self.block(block),
            Label::Back(head) => &self.loops[head].0,
            Label::Exit(head) => &self.loops[head].1,
        }
    }

    pub(super) fn var(&self, var: Var) -> &str {
        &self.vars[var]
    }

    pub(super) fn value(&self, value: Value) -> &str {
        &self.values[value]
    }

    /// The names of the edges of a block in `next`: their targets; a second edge to the same target has a number.
    pub(super) fn edges(&self, targets: &[Option<Block>]) -> Vec<String> {
        let name = |n: usize| {
            let to = targets[n].map_or("End", |b| self.block(b));
            match targets[..n].iter().filter(|t| **t == targets[n]).count() {
                0 => to.to_owned(),
                earlier => format!("{to}#{}", earlier + 1),
            }
        };
        (0..targets.len()).map(name).collect()
    }
}

/// A name that Boogie's lexer takes, too. Names with a dot are ours: special registers, functions, second spellings.
fn clean(name: &str) -> String {
    let good = |c: char| c.is_ascii_alphanumeric() || "_'$".contains(c);
    let mut text: String = name.chars().map(|c| if good(c) { c } else { '_' }).collect();
    if text.is_empty() || text.starts_with(|c: char| c.is_ascii_digit()) {
        text.insert(0, '_');
    }
    text
}
