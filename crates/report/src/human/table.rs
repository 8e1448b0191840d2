//! The two tables: properties of a kernel, and kernels of a report.

use super::Style;
use super::paint::{Paint, clean, wrap};
use crate::model::report::{KernelReport, PropertyResult};
use crate::model::verdict::Verdict;
use crate::words;
use raddle_verdict::Property;

/// One line for each property: name, verdict, and a short summary.
pub(super) fn properties(kernel: &KernelReport, paint: Paint, style: Style) -> String {
    let part = |result: &PropertyResult| match &result.verdict {
        Verdict::Unknown(unknown) => unknown
            .proved
            .as_ref()
            .map(|part| (words::part(result.property, part), words::reach(&part.scope, kernel.terms()))),
        _ => None,
    };
    let name =
        |result: &PropertyResult| part(result).map_or(result.property.name().len(), |(name, _)| name.len());
    let names = kernel.results.iter().map(name).max().unwrap_or(0);
    if names == 0 {
        return "  no property was asked\n".to_owned();
    }
    // Two spaces, name, two spaces, "refuted", two spaces.
    let indent = 2 + names + 2 + 7 + 2;
    let mut out = String::new();
    let mut last: Option<&Verdict> = None;
    for result in &kernel.results {
        let word = result.verdict.word();
        let summary = clean(&words::summary(result, kernel.terms()));
        // A reason that several properties share is given once.
        let again = word == "unknown" && last == Some(&result.verdict);
        let detail = wrap(if again { "for the same reason" } else { &summary }, indent, indent, style.width);
        last = Some(&result.verdict);
        out.push_str(&format!("  {:names$}  ", result.property.name()));
        out.push_str(&paint.verdict(word, &format!("{word:7}")));
        out.push_str("  ");
        out.push_str(&detail[indent..]);
        if let Some((name, reach)) = part(result) {
            out.push_str(&format!("  {name:names$}  {}  ", paint.verdict("proved", "proved ")));
            out.push_str(&wrap(&clean(&format!("for {reach}")), indent, indent, style.width)[indent..]);
        }
    }
    out
}

/// One line for each kernel, one column for each property that any kernel was asked.
pub(super) fn kernels(kernels: &[KernelReport], paint: Paint, style: Style) -> String {
    let asked: Vec<Property> = Property::ALL
        .into_iter()
        .filter(|property| kernels.iter().flat_map(|kernel| &kernel.results).any(|r| r.property == *property))
        .collect();
    let labels: Vec<String> = labels(kernels);
    let longest = labels.iter().map(|label| label.chars().count()).max().unwrap_or(0);
    let columns: usize = asked.iter().map(|property| property.name().len().max(7) + 2).sum();
    let room = style.width.saturating_sub(2 + columns).max(16);
    let width = longest.max("kernel".len()).min(room);

    let mut head = format!("  {:width$}", "kernel");
    for property in &asked {
        head.push_str(&format!("  {:7}", property.name()));
    }
    let mut out = format!("{}\n", paint.dim(head.trim_end()));
    for (kernel, label) in kernels.iter().zip(&labels) {
        out.push_str(&format!("  {:width$}", shorten(label, width)));
        let mut cells = String::new();
        for property in &asked {
            let column = property.name().len().max(7);
            let word = kernel
                .results
                .iter()
                .find(|result| result.property == *property)
                .map_or("-", |result| result.verdict.word());
            cells.push_str("  ");
            cells.push_str(&paint.verdict(word, word));
            cells.push_str(&" ".repeat(column - word.len()));
        }
        out.push_str(cells.trim_end());
        out.push('\n');
    }
    out
}

/// The kernels' names, with their files, or their launches, where one name occurs twice.
fn labels(kernels: &[KernelReport]) -> Vec<String> {
    let label = |kernel: &KernelReport| {
        let alike = || kernels.iter().filter(|other| other.name == kernel.name);
        let name = clean(&kernel.name);
        if alike().count() == 1 {
            return name;
        }
        let file = alike().any(|other| other.file != kernel.file).then(|| clean(&kernel.file));
        let launches = || alike().filter(|other| other.file == kernel.file);
        let sizes = |of: &KernelReport| {
            [&of.launch.block, &of.launch.grid].map(|size| size.as_ref().map(ToString::to_string))
        };
        let [block, grid] = sizes(kernel);
        let several = |nth: usize| launches().any(|other| sizes(other)[nth] != sizes(kernel)[nth]);
        let of = |nth: usize, what: &str, size: Option<String>| {
            size.filter(|_| several(nth)).map(|size| format!("{what} {size}"))
        };
        let terms = kernel.terms();
        let parts = [file, of(0, terms.block_size, block), of(1, terms.grid, grid)];
        let parts: Vec<String> = parts.into_iter().flatten().collect();
        if parts.is_empty() { name } else { format!("{name} ({})", parts.join(", ")) }
    };
    kernels.iter().map(label).collect()
}

/// At most `width` characters, the middle cut out: both ends of a template's name distinguish kernels.
fn shorten(text: &str, width: usize) -> String {
    let length = text.chars().count();
    if length <= width {
        return text.to_owned();
    }
    let kept = width.saturating_sub(3);
    let head: String = text.chars().take(kept.div_ceil(2)).collect();
    let tail: String = text.chars().skip(length - kept / 2).collect();
    format!("{head}...{tail}")
}
