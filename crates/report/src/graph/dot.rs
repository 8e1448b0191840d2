//! The graph for Graphviz.
//!
//! A dynamic barrier is a box; a column is a chain that begins at a box of its own and goes through the boxes at which it
//! waits. An `arrive`, and an access that races, is a small point in the chain; a dashed line leads from the `arrive`
//! to its box. So a path along solid and dashed lines is happens-before. Red lines order nothing.

use super::{Accesses, Act, Graph, MarkEnd, MarkKind, Node, plain};
use std::fmt::Write;

pub(super) fn render(graph: &Graph) -> String {
    let mut out = String::new();
    let mut title = format!("{}\n{}: {}", graph.title(), graph.file, graph.launch);
    if graph.more_marks > 0 {
        title.extend(
            graph
                .notes()
                .pop()
                .map(|more| format!("\n{} races or missing orders, {more}", graph.marks.len())),
        );
    }
    let _ = writeln!(out, "digraph {} {{", quoted(&graph.kernel));
    let _ = writeln!(out, "  graph [label={}, labelloc=t, fontname=\"sans-serif\"];", quoted(&title));
    out.push_str("  node [shape=box, style=rounded, fontname=\"sans-serif\", fontsize=11];\n");
    out.push_str("  edge [fontname=\"sans-serif\", fontsize=9];\n");
    out.push_str("  { rank=same;");
    for (c, column) in graph.columns.iter().enumerate() {
        let label = quoted(&graph.terms().short(&column.threads));
        let _ = write!(out, " c{c} [label={label}, shape=plaintext, fontsize=13];");
    }
    out.push_str(" }\n");
    for (n, node) in graph.nodes.iter().enumerate() {
        let style = match node {
            Node::More { .. } => ", style=dashed",
            Node::Barrier { stuck: true, .. } => ", color=red, fontcolor=red",
            Node::Barrier { complete: false, .. } => ", style=\"rounded,dashed\"",
            Node::Barrier { .. } => "",
        };
        let _ = writeln!(out, "  n{n} [label={}{style}];", quoted(&node.label(graph.terms())));
    }
    for c in 0..graph.columns.len() {
        chain(&mut out, graph, c);
    }
    for (number, mark) in graph.marks.iter().enumerate() {
        let [from, to] = mark.ends.each_ref().map(|end| at(graph, end));
        let style = match mark.kind {
            MarkKind::MissingOrder => "style=bold",
            MarkKind::Race => "style=bold, dir=none",
            MarkKind::PossibleRace | MarkKind::BenignRace => "style=dotted, dir=none",
        };
        let label = quoted(&graph.sentence(number));
        let _ = writeln!(
            out,
            "  {from} -> {to} [{style}, color=red, fontcolor=red, constraint=false, label={label}];"
        );
    }
    out.push_str("}\n");
    out
}

/// A column from its head to its end.
fn chain(out: &mut String, graph: &Graph, c: usize) {
    let column = &graph.columns[c];
    let mut from = format!("c{c}");
    for (s, step) in column.steps.iter().enumerate() {
        let to = name(c, s, step.act);
        let place = step.location.as_ref().map(|at| graph.place(at)).unwrap_or_default();
        match step.act {
            Act::Arrive { .. } => {
                let tooltip = quoted(&format!("{} arrives, {place}", graph.terms().short(&column.threads)));
                let _ = writeln!(out, "  {to} [shape=circle, width=0.08, label=\"\", tooltip={tooltip}];");
            }
            Act::Access => {
                let label = quoted(&place);
                let _ = writeln!(
                    out,
                    "  {to} [color=red, fontcolor=red, fontsize=9, height=0.2, label={label}];"
                );
            }
            Act::Sync { .. } | Act::Skip { .. } => {}
        }
        let _ = writeln!(out, "  {from} -> {to}{};", labelled(&step.before, graph));
        if let Act::Arrive { node } = step.act {
            let _ = writeln!(out, "  {to} -> n{node} [style=dashed];");
        }
        from = to;
    }
    let colour = if column.end.is_bad() { ", fontcolor=red" } else { "" };
    let end = quoted(&column.end.label(graph));
    let _ = writeln!(out, "  e{c} [shape=plaintext, fontsize=9, label={end}{colour}];");
    let _ = writeln!(out, "  {from} -> e{c}{};", labelled(&column.after, graph));
}

/// The attributes of an edge along which there are accesses.
fn labelled(accesses: &Accesses, graph: &Graph) -> String {
    match accesses.lines(graph.terms()).as_slice() {
        [] => String::new(),
        lines => format!(" [label={}]", quoted(&lines.join("\n"))),
    }
}

/// The box or point of a step.
fn name(column: usize, step: usize, act: Act) -> String {
    match act {
        Act::Sync { node } | Act::Skip { node } => format!("n{node}"),
        Act::Arrive { .. } | Act::Access => format!("s{column}_{step}"),
    }
}

fn at(graph: &Graph, end: &MarkEnd) -> String {
    graph.step(end).map_or_else(|| format!("c{}", end.column), |step| name(end.column, end.step, step.act))
}

/// A string of the DOT language: in quotes, with quotes and backslashes escaped, lines as `\n`.
fn quoted(text: &str) -> String {
    let lines: Vec<String> =
        text.split('\n').map(|line| plain(line).replace('\\', "\\\\").replace('"', "\\\"")).collect();
    format!("\"{}\"", lines.join("\\n"))
}
