//! Standard output: colours, width, and a reader that may go away.

use raddle_report::human::Style;
use std::io::{ErrorKind, IsTerminal, Write};

/// How to write for people here: colours where a terminal reads and `NO_COLOR` is not set
/// (<https://no-color.org>), and as wide as the terminal is.
pub fn style() -> Style {
    let terminal = std::io::stdout().is_terminal();
    let no_colour = std::env::var_os("NO_COLOR").is_some_and(|v| !v.is_empty());
    let forced = std::env::var_os("CLICOLOR_FORCE").is_some_and(|v| v != "0" && !v.is_empty());
    let dumb = std::env::var_os("TERM").is_some_and(|v| v == "dumb");
    let colour = !no_colour && (forced || terminal && !dumb);
    let columns = std::env::var("COLUMNS").ok().and_then(|c| c.parse().ok());
    let width = columns.or_else(|| terminal_size::terminal_size().map(|(w, _)| usize::from(w.0)));
    Style { colour, width: width.unwrap_or(100).clamp(40, 140), ..Style::default() }
}

/// Prints to standard output. A reader that has gone away (`raddle check … | head`) is no error; a full disk is one, and ends the
/// process with the code of a wrong input.
pub fn print(text: &str) {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    let mut out = std::io::stdout().lock();
    let written = write!(out, "{text}{end}").and_then(|()| out.flush());
    if let Err(error) = written.as_ref().map_err(std::io::Error::kind)
        && error != ErrorKind::BrokenPipe
    {
        tell(&format!("raddle: the report cannot be written: {error}"));
        std::process::exit(3);
    }
}

/// Writes a line to standard error. That nothing reads it (`raddle check … 2>&1 | head`) is no error.
pub fn tell(line: &str) {
    let _ = writeln!(std::io::stderr(), "{line}");
}
