//! The graph as a picture: columns side by side, time downwards.
//!
//! A `sync` is a full dot on its column's line, in the bar of its dynamic barrier; an `arrive`, a ring, with a dashed line to
//! the label of the bar. Numbers of accesses stand beside the line above the step that they come before. What is wrong is
//! red, numbered, and described in full below. Colours follow the reader's light or dark theme.

use super::layout::{Bar, Layout, layout};
use super::{Accesses, Act, Graph, MarkKind, Node, plain};
use std::fmt::Write;

/// From one row to the next.
const ROW: usize = 44;
/// Left of the first column, and below all.
const MARGIN: usize = 24;
/// The height of the title and the legend.
const TOP: usize = 104;
/// A label's height.
const LABEL: usize = 18;

const STYLE: &str = "
  svg { font-family: system-ui, sans-serif; font-size: 12px; color-scheme: light dark; }
  .paper { fill: #ffffff; } text { fill: #24292f; } .title { font-size: 16px; font-weight: 600; }
  .head { font-weight: 600; text-anchor: middle; }
  .line { stroke: #8c959f; stroke-width: 1.5; } .bar { stroke: #0969da; stroke-width: 3; }
  .dot { fill: #0969da; } .ring { fill: #ffffff; stroke: #0969da; stroke-width: 2; }
  .arrive { stroke: #0969da; stroke-width: 1.5; stroke-dasharray: 5 3; }
  .label { fill: #ddf4ff; stroke: #0969da; } .label.open { stroke-dasharray: 4 3; } .mid { text-anchor: middle; font-size: 11px; }
  .dim { fill: #656d76; font-size: 10px; }
  .more { fill: #f6f8fa; stroke: #8c959f; stroke-dasharray: 2 3; }
  .bad { stroke: #cf222e; stroke-width: 2; fill: none; } .weak { stroke-dasharray: 2 3; }
  .label.stuck { fill: #ffebe9; stroke: #cf222e; } .point { fill: #cf222e; } text.wrong { fill: #cf222e; } .small { font-size: 10px; }
  @media (prefers-color-scheme: dark) {
    .paper, .ring { fill: #0d1117; } text { fill: #e6edf3; } .dim { fill: #8d96a0; } .line { stroke: #6e7681; }
    .bar, .arrive, .ring, .label { stroke: #4493f8; } .dot { fill: #4493f8; } .label { fill: #121d2f; } .more { fill: #161b22; stroke: #6e7681; }
    .bad, .label.stuck { stroke: #f85149; } .label.stuck { fill: #3c1618; } .point, text.wrong { fill: #f85149; }
  }
";

pub(super) fn render(graph: &Graph) -> String {
    let layout = layout(graph);
    let picture = Picture { graph, lane: lane(graph), layout: &layout };
    picture.render()
}

/// How far columns lie apart, so that labels fit between them.
fn lane(graph: &Graph) -> usize {
    let terms = graph.terms();
    let labels = graph.nodes.iter().filter(|node| matches!(node, Node::Barrier { .. }));
    let labels = labels.map(|node| text_width(&node.label(terms), 11) + 12 + 36).max();
    let steps = graph.columns.iter().flat_map(|column| {
        column
            .steps
            .iter()
            .map(|step| &step.before)
            .chain([&column.after])
            .flat_map(|accesses| accesses.lines(terms))
    });
    let steps = steps.map(|line| text_width(&line, 10) + 20).max();
    let heads = graph.columns.iter().map(|column| text_width(&terms.names(&column.threads), 10) + 16).max();
    let ends = graph.columns.iter().map(|column| text_width(&column.end.label(graph), 10) + 16).max();
    [labels, steps, heads, ends, Some(110)].into_iter().flatten().max().unwrap_or(110).min(320)
}

/// About how wide a text is, in pixels.
fn text_width(text: &str, size: usize) -> usize {
    text.chars().count() * size * 6 / 11 + 2
}

struct Picture<'a> {
    graph: &'a Graph,
    lane: usize,
    layout: &'a Layout,
}

impl Picture<'_> {
    /// A slot's place: odd ones are columns.
    fn x(&self, slot: usize) -> usize {
        MARGIN + slot * self.lane / 2
    }

    fn column(&self, c: usize) -> usize {
        self.x(2 * c + 1)
    }

    fn y(&self, row: usize) -> usize {
        TOP + ROW / 2 + row * ROW
    }

    fn render(&self) -> String {
        let graph = self.graph;
        let notes = graph.notes();
        let notes_top = TOP + self.layout.rows * ROW + MARGIN;
        let height = notes_top + notes.len() * 18 + if notes.is_empty() { 0 } else { MARGIN };
        let subtitle = format!("{}: {}", graph.file, graph.launch);
        let texts = notes.iter().map(|note| text_width(note, 12)).chain([text_width(&subtitle, 12), 620]);
        // What stands beside the last column needs room as well.
        let columns = 2 * MARGIN + graph.columns.len() * self.lane + self.lane / 2;
        let width = columns.max(texts.max().unwrap_or(0) + 2 * MARGIN);
        let mut out = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\">\n<title>{}</title>\n<style>{STYLE}</style>\n",
            escaped(&graph.title())
        );
        let _ = writeln!(out, "<rect class=\"paper\" width=\"{width}\" height=\"{height}\"/>");
        text(&mut out, "title", MARGIN, 30, &graph.title());
        text(&mut out, "", MARGIN, 50, &subtitle);
        self.legend(&mut out);
        for c in 0..graph.columns.len() {
            self.line(&mut out, c);
        }
        for (n, node) in graph.nodes.iter().enumerate() {
            self.node(&mut out, node, self.layout.nodes[n]);
        }
        for c in 0..graph.columns.len() {
            self.steps(&mut out, c);
        }
        for number in 0..graph.marks.len() {
            self.mark(&mut out, number);
        }
        for (n, note) in notes.iter().enumerate() {
            text(&mut out, "wrong", MARGIN, notes_top + 14 + n * 18, note);
        }
        out.push_str("</svg>\n");
        out
    }

    fn legend(&self, out: &mut String) {
        let y = 76;
        let mut x = MARGIN;
        let mut entry = |out: &mut String, sign: &str, words: &str| {
            let _ = writeln!(out, "<g transform=\"translate({x} {})\">{sign}</g>", y - 4);
            text(out, "small", x + 34, y, words);
            x += 34 + text_width(words, 10) + 22;
        };
        let sync = "<path class=\"bar\" d=\"M0 0H28\"/><circle class=\"dot\" cx=\"14\" r=\"5\"/>";
        entry(out, sync, "sync: waits for the barrier");
        let arrive = "<path class=\"arrive\" d=\"M5 0H28\"/><circle class=\"ring\" cx=\"5\" r=\"4.5\"/>";
        entry(out, arrive, "arrive: continues");
        entry(
            out,
            "<path class=\"line\" d=\"M14 -8V8\"/>",
            &format!("a {}, time downwards", self.graph.terms().warp),
        );
        let (missing, races): (Vec<_>, Vec<_>) =
            self.graph.marks.iter().partition(|mark| mark.kind == MarkKind::MissingOrder);
        if !races.is_empty() {
            entry(out, "<path class=\"bad\" d=\"M0 0H28\"/>", "race");
        }
        if !missing.is_empty() {
            entry(out, "<path class=\"bad\" d=\"M0 0H26M20 -4L27 0L20 4\"/>", "missing order");
        }
    }

    /// A column's head, line and end.
    fn line(&self, out: &mut String, c: usize) {
        let column = &self.graph.columns[c];
        let x = self.column(c);
        let (top, bottom) = (self.y(0), self.y(self.layout.ends[c]));
        let terms = self.graph.terms();
        let (short, numbers) = (terms.short(&column.threads), terms.numbers(&column.threads));
        text(out, "head", x, top - 6, &short);
        if numbers != short {
            text(out, "mid dim", x, top + 7, &numbers);
        }
        let _ = writeln!(out, "<path class=\"line\" d=\"M{x} {}V{bottom}\"/>", top + 12);
        let _ = writeln!(out, "<path class=\"line\" d=\"M{} {bottom}H{}\"/>", x - 6, x + 6);
        let class = if column.end.is_bad() { "mid wrong" } else { "mid dim" };
        text(out, class, x, bottom + 12, &column.end.label(self.graph));
    }

    fn node(&self, out: &mut String, node: &Node, bar: Bar) {
        let y = self.y(bar.row);
        if let Node::More { .. } = node {
            let (left, right) = (self.x(bar.span[0]), self.x(bar.span[1]));
            let (top, width) = (y - LABEL / 2, right - left);
            let _ = writeln!(
                out,
                "<rect class=\"more\" x=\"{left}\" y=\"{top}\" width=\"{width}\" height=\"{LABEL}\" rx=\"4\"/>"
            );
            text(out, "mid", (left + right) / 2, y + 4, &node.label(self.graph.terms()));
            return;
        }
        let stuck = if node.is_stuck() { " stuck" } else { "" };
        let class = if node.is_stuck() { "bad" } else { "bar" };
        let (left, right) = (self.x(bar.span[0]), self.x(bar.span[1]));
        if left < right {
            let _ = writeln!(out, "<path class=\"{class}\" d=\"M{left} {y}H{right}\"/>");
        }
        let open = if matches!(node, Node::Barrier { complete: false, .. }) { " open" } else { "" };
        let (x, half) = (self.x(bar.label), self.half_label(node));
        let _ = writeln!(
            out,
            "<rect class=\"label{open}{stuck}\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{LABEL}\" rx=\"9\"/>",
            x - half,
            y - LABEL / 2,
            2 * half
        );
        text(out, "mid", x, y + 4, &node.label(self.graph.terms()));
    }

    fn half_label(&self, node: &Node) -> usize {
        (text_width(&node.label(self.graph.terms()), 11) + 12) / 2
    }

    /// The steps of a column, with the accesses before them.
    fn steps(&self, out: &mut String, c: usize) {
        let column = &self.graph.columns[c];
        let x = self.column(c);
        for (step, &row) in column.steps.iter().zip(&self.layout.steps[c]) {
            let y = self.y(row);
            self.accesses(out, &step.before, x, y);
            let who = self.graph.terms().short(&column.threads);
            let place = step.location.as_ref().map(|at| self.graph.place(at)).unwrap_or_default();
            match step.act {
                Act::Sync { .. } => dot(out, "dot", x, y, &format!("{who} waits, {place}")),
                Act::Arrive { node } => {
                    if let (Some(of), Some(&bar)) = (self.graph.nodes.get(node), self.layout.nodes.get(node))
                    {
                        let (label, half) = (self.x(bar.label), self.half_label(of));
                        let to = if x < label { label - half } else { label + half };
                        let _ =
                            writeln!(out, "<path class=\"arrive\" d=\"M{x} {y}L{to} {}\"/>", self.y(bar.row));
                    }
                    dot(out, "ring", x, y, &format!("{who} arrives, {place}"));
                }
                Act::Access => {
                    dot(out, "point", x, y, &format!("{who}, {place}"));
                    text(out, "wrong small", x + 9, y + 14, &place);
                }
                Act::Skip { .. } => {}
            }
        }
        self.accesses(out, &column.after, x, self.y(self.layout.ends[c]) + 4);
    }

    /// Above a step.
    fn accesses(&self, out: &mut String, accesses: &Accesses, x: usize, y: usize) {
        for (n, line) in accesses.lines(self.graph.terms()).iter().rev().enumerate() {
            text(out, "dim", x + 8, y - 12 - n * 11, line);
        }
    }

    fn mark(&self, out: &mut String, number: usize) {
        let mark = &self.graph.marks[number];
        let place = |end: &super::MarkEnd| {
            let row = self.layout.steps.get(end.column)?.get(end.step)?;
            Some((self.column(end.column), self.y(*row)))
        };
        let [Some((x1, y1)), Some((x2, y2))] = mark.ends.each_ref().map(place) else { return };
        let weak = matches!(mark.kind, MarkKind::PossibleRace | MarkKind::BenignRace);
        let class = if weak { "bad weak" } else { "bad" };
        let _ = writeln!(out, "<g><title>{}</title>", escaped(&self.graph.sentence(number)));
        // In one column the line bends aside; else parallel lines are kept apart by bending a little.
        let bend = if x1 == x2 { self.lane / 3 } else { 0 };
        let (cx, cy) = ((x1 + x2) / 2 - bend, (y1 + y2) / 2 - if y1 == y2 { 18 } else { 0 });
        if (x1, y1) == (x2, y2) {
            let _ = writeln!(out, "<circle class=\"{class}\" cx=\"{x1}\" cy=\"{y1}\" r=\"9\"/>");
        } else {
            let _ = writeln!(out, "<path class=\"{class}\" d=\"M{x1} {y1}Q{cx} {cy} {x2} {y2}\"/>");
        }
        if mark.kind == MarkKind::MissingOrder {
            head(out, (cx, cy), (x2, y2));
        }
        let (x, y) = if (x1, y1) == (x2, y2) {
            (x1 - 18, y1)
        } else {
            // A quarter of the way, where there are fewer labels.
            ((9 * x1 + 6 * cx + x2) / 16, (9 * y1 + 6 * cy + y2) / 16)
        };
        let _ = writeln!(out, "<circle class=\"point\" cx=\"{x}\" cy=\"{y}\" r=\"8\"/>");
        let _ = writeln!(
            out,
            "<text class=\"mid\" style=\"fill: #ffffff\" x=\"{x}\" y=\"{}\">{}</text></g>",
            y + 4,
            number + 1
        );
    }
}

/// The head of an arrow that comes from `from`.
fn head(out: &mut String, from: (usize, usize), to: (usize, usize)) {
    let (dx, dy) = (to.0 as f64 - from.0 as f64, to.1 as f64 - from.1 as f64);
    let length = dx.hypot(dy).max(1.0);
    let (ux, uy) = (dx / length, dy / length);
    let corner = |side: f64| {
        let x = to.0 as f64 - 12.0 * ux - side * 5.0 * uy;
        let y = to.1 as f64 - 12.0 * uy + side * 5.0 * ux;
        (x.round() as i64, y.round() as i64)
    };
    let ((ax, ay), (bx, by)) = (corner(1.0), corner(-1.0));
    let _ = writeln!(out, "<path class=\"point\" d=\"M{} {}L{ax} {ay}L{bx} {by}Z\"/>", to.0, to.1);
}

fn dot(out: &mut String, class: &str, x: usize, y: usize, says: &str) {
    let _ = writeln!(
        out,
        "<circle class=\"{class}\" cx=\"{x}\" cy=\"{y}\" r=\"5\"><title>{}</title></circle>",
        escaped(says.trim_end_matches(", "))
    );
}

fn text(out: &mut String, class: &str, x: usize, y: usize, words: &str) {
    let class = if class.is_empty() { String::new() } else { format!(" class=\"{class}\"") };
    let _ = writeln!(out, "<text{class} x=\"{x}\" y=\"{y}\">{}</text>", escaped(words));
}

/// Text inside of an element or an attribute.
fn escaped(text: &str) -> String {
    plain(text).replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
