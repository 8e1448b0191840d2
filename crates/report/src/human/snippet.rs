//! One diagnostic with its source lines, drawn by `annotate-snippets`.

use super::Style;
use super::paint::{clean, clean_lines, fold};
use crate::model::diagnostic::{Diagnostic, Label, Severity};
use crate::source::SourceProvider;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use raddle_verdict::Location;
use std::collections::BTreeMap;
use std::ops::Range;

/// Draws diagnostics, remembering where the lines of each file begin.
pub(super) struct Snippets<'s> {
    sources: &'s dyn SourceProvider,
    renderer: Renderer,
    width: usize,
    lines: BTreeMap<String, Option<Lines<'s>>>,
}

/// A source file cut into lines.
struct Lines<'s> {
    text: &'s str,
    /// The byte where each line begins.
    starts: Vec<usize>,
}

impl<'s> Lines<'s> {
    fn new(text: &'s str) -> Self {
        let after_newline = text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1);
        Lines { text, starts: std::iter::once(0).chain(after_newline).collect() }
    }

    /// The bytes of line `number`, from 1, without its newline.
    fn range(&self, number: u32) -> Option<Range<usize>> {
        let at = usize::try_from(number).ok()?.checked_sub(1)?;
        let start = *self.starts.get(at)?;
        let end = self.starts.get(at + 1).map_or(self.text.len(), |next| next - 1);
        let line = &self.text[start..end];
        Some(start..start + line.trim_end_matches('\r').len())
    }
}

/// Labels of one file so near to each other that one picture shows them.
struct Cluster<'a> {
    file: &'a str,
    labels: Vec<&'a Label>,
}

/// Lines farther apart are drawn as two pictures, so that a picture never spans a whole file.
const NEAR: u32 = 60;

impl<'s> Snippets<'s> {
    pub(super) fn new(sources: &'s dyn SourceProvider, style: Style) -> Self {
        let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
        let decor = if style.unicode { DecorStyle::Unicode } else { DecorStyle::Ascii };
        Snippets {
            sources,
            renderer: renderer.term_width(style.width).decor_style(decor),
            width: style.width,
            lines: BTreeMap::new(),
        }
    }

    /// The diagnostic as text, ending with a newline.
    pub(super) fn render(&mut self, diagnostic: &Diagnostic) -> String {
        let level = match diagnostic.severity {
            Severity::Error => Level::ERROR,
            Severity::Warning => Level::WARNING,
            Severity::Note => Level::NOTE,
            Severity::Help => Level::HELP,
        };
        let title = level.primary_title(clean(&diagnostic.title)).id(diagnostic.rule.id());
        let mut group = Group::with_title(title);
        // What another tool says shows its lines itself.
        let drawn: &[Label] = if diagnostic.verbatim.is_some() { &[] } else { &diagnostic.labels };
        for cluster in clusters(drawn) {
            group = self.picture(group, &cluster);
        }
        // What stands before a note: the gutter for line numbers, and `= note: `.
        let room = self.width.saturating_sub(14).max(40);
        for note in diagnostic.all_notes() {
            group = group.element(Level::NOTE.message(fold(&clean(&note), room)));
        }
        for help in &diagnostic.help {
            group = group.element(Level::HELP.message(fold(&clean(help), room)));
        }
        let mut text = self.renderer.render(&[group]);
        text.push('\n');
        if let Some(verbatim) = &diagnostic.verbatim {
            text.push_str(&clean_lines(verbatim));
        }
        text
    }

    /// Adds the lines of `cluster` with its labels; where a line has no source, its place alone.
    fn picture<'a>(&mut self, mut group: Group<'a>, cluster: &Cluster<'_>) -> Group<'a> {
        let sources = self.sources;
        let lines = self
            .lines
            .entry(cluster.file.to_owned())
            .or_insert_with(|| sources.source(cluster.file).map(Lines::new));
        let ranges: Option<Vec<(Range<usize>, &Label)>> = lines.as_ref().and_then(|lines| {
            cluster.labels.iter().map(|l| Some((lines.range(l.location.line)?, *l))).collect()
        });
        let (Some(lines), Some(ranges)) = (lines, ranges) else {
            for label in &cluster.labels {
                group = bare(group, label);
            }
            return group;
        };
        if cluster.labels.iter().all(|label| label.location.is_option()) {
            for (range, label) in ranges {
                group = option(group, &lines.text[range], label);
            }
            return group;
        }
        let start = ranges.iter().map(|(range, _)| range.start).min().unwrap_or(0);
        let end = ranges.iter().map(|(range, _)| range.end).max().unwrap_or(0);
        let first = cluster.labels.iter().map(|label| label.location.line).min().unwrap_or(1);
        let mut picture = Snippet::source(lines.text[start..end].to_owned())
            .line_start(usize::try_from(first).unwrap_or(1))
            .path(clean(cluster.file));
        for (range, label) in ranges {
            let span = span(&lines.text[range.clone()], &label.location);
            let at = range.start - start;
            let kind = if label.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let text = (!label.text.is_empty()).then(|| clean(&label.text));
            picture = picture.annotation(kind.span(at + span.start..at + span.end).label(text));
        }
        group.element(picture)
    }
}

/// A label in an option of the command line: the option with its value, or what the label says.
fn option<'a>(group: Group<'a>, value: &str, label: &Label) -> Group<'a> {
    match label.text.is_empty() {
        true => group.element(Origin::path(clean(&format!("{} '{value}'", label.location.file)))),
        false => group.element(Level::NOTE.message(clean(&label.text))),
    }
}

/// A label whose source line is not at hand.
fn bare<'a>(group: Group<'a>, label: &Label) -> Group<'a> {
    let location = &label.location;
    let mut origin = Origin::path(clean(&location.file));
    if let Ok(line) = usize::try_from(location.line) {
        origin = origin.line(line);
    }
    if let Some(column) = location.column.and_then(|column| usize::try_from(column).ok()) {
        origin = origin.char_column(column);
    }
    let group = group.element(origin);
    if label.text.is_empty() {
        return group;
    }
    group.element(Level::NOTE.no_name().message(clean(&format!("{}: {}", location.short(), label.text))))
}

/// Labels gathered by file, in order of first mention, then by nearness of their lines.
fn clusters(labels: &[Label]) -> Vec<Cluster<'_>> {
    let mut clusters: Vec<Cluster<'_>> = Vec::new();
    for label in labels {
        let near = |cluster: &&mut Cluster<'_>| {
            let at = label.location.line;
            cluster.file == label.location.file
                && cluster.labels.iter().any(|other| other.location.line.abs_diff(at) <= NEAR)
        };
        match clusters.iter_mut().find(near) {
            Some(cluster) => cluster.labels.push(label),
            None => clusters.push(Cluster { file: &label.location.file, labels: vec![label] }),
        }
    }
    clusters
}

/// The bytes of `line` that `location` means. Compilers give a column only: then the word or operator
/// there, with the index or the arguments that follow it; without a column, the line's text.
fn span(line: &str, location: &Location) -> Range<usize> {
    let byte = |column: u32| {
        let at = usize::try_from(column).unwrap_or(usize::MAX).saturating_sub(1);
        line.char_indices().nth(at).map_or(line.len(), |(byte, _)| byte)
    };
    let Some(column) = location.column else {
        let start = line.len() - line.trim_start().len();
        return start..line.trim_end().len().max(start);
    };
    let start = byte(column);
    let end = match location.end_column {
        Some(end) => byte(end).max(start),
        None => start + token(&line[start..]),
    };
    start..end
}

/// The length in bytes of the word, with one bracketed tail, or of the operator that `text` begins with.
fn token(text: &str) -> usize {
    let is_word = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '%' | '$');
    let word = text.find(|c| !is_word(c)).unwrap_or(text.len());
    if word == 0 {
        let is_operator = |c: char| "+-*/%=<>!&|^~".contains(c);
        let operator = text.find(|c| !is_operator(c)).unwrap_or(text.len());
        return operator.max(text.chars().next().map_or(0, char::len_utf8));
    }
    let mut depth = 0_usize;
    for (at, c) in text.char_indices().skip_while(|(at, _)| *at < word) {
        match c {
            '[' | '(' => depth += 1,
            ']' | ')' if depth > 0 => depth -= 1,
            _ if depth == 0 => return at,
            _ => {}
        }
    }
    // An index that continues on the next line: only the word.
    if depth == 0 { text.len() } else { word }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pick(line: &str, column: u32) -> &str {
        &line[span(line, &Location::new("a", 1, column))]
    }

    #[test]
    fn a_column_means_the_expression_there() {
        assert_eq!(pick("  s[tid + 1] = x;", 3), "s[tid + 1]");
        assert_eq!(pick("  s[i][j] += x;", 11), "+=");
        assert_eq!(pick("  __syncthreads();", 3), "__syncthreads()");
        assert_eq!(pick("  bar.sync 0;", 3), "bar.sync");
        assert_eq!(pick("  f(a,", 3), "f");
        assert_eq!(pick("  whole line ", 0), "whole line");
        assert_eq!(pick("short", 99), "");
        assert_eq!(pick("é = ü;", 5), "ü");
    }

    #[test]
    fn lines_are_found_whatever_ends_them() {
        let lines = Lines::new("one\r\ntwo\n\nfour");
        let text = |n| lines.range(n).map(|range| &lines.text[range]);
        assert_eq!(text(1), Some("one"));
        assert_eq!(text(3), Some(""));
        assert_eq!(text(4), Some("four"));
        assert_eq!((text(0), text(5)), (None, None));
    }
}
