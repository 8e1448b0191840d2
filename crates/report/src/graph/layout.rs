//! Where the parts of the picture lie: a row for each step and node, so that lines go down and bars do not overlap.
//!
//! Each thing lies as high as it can. An `arrive` and an access lie below the step before in their column; a
//! node, below all arrivals at it and below the steps before in the columns that wait for it. The bar of a node reaches
//! over the columns that wait for it and over its label; neither another bar nor a point lies on the same stretch of the same
//! row.

use super::{Act, Graph, Node};

/// Row 0 is the one of the heads. Slot `2 * c + 1` is column `c`; the even ones lie between columns, where labels are.
pub(super) struct Layout {
    /// By column and step.
    pub(super) steps: Vec<Vec<usize>>,
    /// By node.
    pub(super) nodes: Vec<Bar>,
    /// By column: where it ends.
    pub(super) ends: Vec<usize>,
    /// How many rows there are.
    pub(super) rows: usize,
}

/// The bar of a node.
#[derive(Clone, Copy)]
pub(super) struct Bar {
    pub(super) row: usize,
    /// The slot of the label.
    pub(super) label: usize,
    /// The first and the last slot.
    pub(super) span: [usize; 2],
}

/// The columns of a node, with their steps.
type Participants = Vec<Vec<(usize, usize)>>;

pub(super) fn layout(graph: &Graph) -> Layout {
    let mut participants: Participants = vec![Vec::new(); graph.nodes.len()];
    for (c, column) in graph.columns.iter().enumerate() {
        for (s, step) in column.steps.iter().enumerate() {
            if let Some(of_node) = step.act.node().and_then(|n| participants.get_mut(n)) {
                of_node.push((c, s));
            }
        }
    }
    let columns = graph.columns.len();
    let mut making = Making {
        graph,
        steps: graph.columns.iter().map(|column| vec![0; column.steps.len()]).collect(),
        next: vec![0; columns],
        last: vec![0; columns],
        taken: vec![0; 2 * columns + 1],
    };
    let nodes = (graph.nodes.iter().zip(&participants)).map(|(node, of_node)| making.place(node, of_node));
    let nodes: Vec<Bar> = nodes.collect();
    for c in 0..columns {
        making.advance(c, graph.columns[c].steps.len());
    }
    let ends: Vec<usize> = making.last.iter().map(|last| last + 1).collect();
    let lowest = nodes.iter().map(|bar| bar.row).chain(ends.iter().copied()).max();
    Layout { steps: making.steps, nodes, ends, rows: lowest.unwrap_or(0) + 1 }
}

struct Making<'a> {
    graph: &'a Graph,
    steps: Vec<Vec<usize>>,
    /// By column: its first step without a row.
    next: Vec<usize>,
    /// By column: the row of the step before.
    last: Vec<usize>,
    /// By slot: the row of the last bar over it.
    taken: Vec<usize>,
}

impl Making<'_> {
    /// Gives rows to the steps of a column before `step`.
    fn advance(&mut self, c: usize, step: usize) {
        while self.next[c] < step {
            let s = self.next[c];
            // A point beside which its place is written.
            let beside = usize::from(self.graph.columns[c].steps[s].act == Act::Access);
            let slots = &mut self.taken[2 * c + 1..=2 * c + 1 + beside];
            let row = slots.iter().copied().max().unwrap_or(0).max(self.last[c]) + 1;
            slots.fill(row);
            self.steps[c][s] = row;
            self.last[c] = row;
            self.next[c] = s + 1;
        }
    }

    /// Gives a row to a node, and to the steps at it and before.
    fn place(&mut self, node: &Node, participants: &[(usize, usize)]) -> Bar {
        let act = |c: usize, s: usize| self.graph.columns[c].steps[s].act;
        let waits: Vec<(usize, usize)> =
            participants.iter().copied().filter(|&(c, s)| act(c, s).waits()).collect();
        let arrives: Vec<(usize, usize)> =
            participants.iter().copied().filter(|&(c, s)| !act(c, s).waits()).collect();
        for &(c, s) in &waits {
            self.advance(c, s);
        }
        for &(c, s) in &arrives {
            self.advance(c, s + 1);
        }
        let all = matches!(node, Node::More { .. });
        let (label, span) = if all {
            (0, [0, self.taken.len() - 1])
        } else {
            let label = label(&waits, &arrives);
            let slots = waits.iter().map(|&(c, _)| 2 * c + 1).chain([label]);
            (label, [slots.clone().min().unwrap_or(label), slots.max().unwrap_or(label)])
        };
        let above = waits.iter().map(|&(c, _)| self.last[c]);
        let above = above.chain(arrives.iter().map(|&(c, s)| self.steps[c][s]));
        let everything = if all { &self.last[..] } else { &[] };
        let bars = &self.taken[span[0]..=span[1]];
        let row = above.chain(everything.iter().copied()).chain(bars.iter().copied()).max().unwrap_or(0) + 1;
        self.taken[span[0]..=span[1]].fill(row);
        if all {
            self.last.fill(row);
        }
        for &(c, s) in &waits {
            self.steps[c][s] = row;
            self.last[c] = row;
            self.next[c] = self.next[c].max(s + 1);
        }
        Bar { row, label, span }
    }
}

/// The slot of a node's label: beside the first column that waits, on the side from which others come.
fn label(waits: &[(usize, usize)], arrives: &[(usize, usize)]) -> usize {
    let first = waits.first().or(arrives.first()).map_or(0, |&(c, _)| c);
    let from_left = waits.len() == 1 && arrives.first().is_some_and(|&(c, _)| c < first);
    if from_left { 2 * first } else { 2 * first + 2 }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{example, loops};
    use super::*;

    /// Lines go down, and no two bars lie on each other.
    fn check(graph: &Graph) {
        let layout = layout(graph);
        for (c, column) in graph.columns.iter().enumerate() {
            let rows = &layout.steps[c];
            assert!(rows.windows(2).all(|pair| pair[0] < pair[1]), "column {c}: {rows:?}");
            assert!(rows.first().is_none_or(|&row| row > 0));
            assert!(rows.last().is_none_or(|&row| row < layout.ends[c]));
            for (step, &row) in column.steps.iter().zip(rows) {
                match step.act {
                    Act::Sync { node } | Act::Skip { node } => assert_eq!(row, layout.nodes[node].row),
                    Act::Arrive { node } => assert!(row < layout.nodes[node].row),
                    Act::Access => {}
                }
            }
        }
        for (n, a) in layout.nodes.iter().enumerate() {
            for b in &layout.nodes[..n] {
                assert!(a.row != b.row || a.span[1] < b.span[0] || b.span[1] < a.span[0], "bars overlap");
            }
        }
    }

    #[test]
    fn lines_go_down() {
        check(&example());
        check(&loops());
    }

    #[test]
    fn what_is_independent_lies_side_by_side() {
        let layout = layout(&loops());
        assert!(layout.nodes[0].row == layout.nodes[1].row, "two pairs of warps, two bars on one row");
    }
}
