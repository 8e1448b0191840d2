//! Progress, on standard error: a spinner or a bar on a terminal, elsewhere a line for each kernel that is done.

use crate::args::{Check, Format};
use crate::output;
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::Duration;

/// What of the progress is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shows {
    /// A spinner or a bar.
    Bar,
    /// A line for each kernel.
    Lines,
    /// Nothing.
    Nothing,
}

impl Shows {
    /// As the user wants it, and standard error can show it. Who reads a document wants no lines beside it.
    pub fn of(check: &Check) -> Self {
        match check.format {
            _ if check.many.quiet => Self::Nothing,
            _ if std::io::stderr().is_terminal() => Self::Bar,
            Format::Human => Self::Lines,
            Format::Json | Format::Sarif => Self::Nothing,
        }
    }
}

/// How a run gets on.
pub struct Progress {
    bar: ProgressBar,
    shows: Shows,
    /// How many checks there are.
    checks: usize,
}

impl Progress {
    /// Of this number of checks; where they are done one by one, what is being done is shown.
    pub fn new(checks: usize, one_by_one: bool, shows: Shows) -> Self {
        let (bar, template) = match one_by_one {
            true => (ProgressBar::new_spinner(), "{spinner} {msg} ({elapsed})"),
            false => {
                let bar = ProgressBar::new(checks as u64);
                (bar, "{bar:30} {pos}/{len} ({elapsed}, about {eta} more) {msg}")
            }
        };
        if shows == Shows::Bar {
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(120));
        } else {
            bar.set_draw_target(ProgressDrawTarget::hidden());
        }
        Self { bar, shows, checks }
    }

    /// Shows what is being done.
    pub fn doing(&self, what: &str) {
        self.bar.set_message(what.to_owned());
    }

    /// One of several kernels is done: of `all` checks, or kernels of a file, `number` are.
    pub fn line(&self, number: usize, all: usize, what: &str) {
        if all > 1 && self.shows == Shows::Lines {
            output::tell(&format!("[{number}/{all}] {}", clean(what)));
        }
    }

    /// Says what a check warns of.
    pub fn warn(&self, warnings: &[String]) {
        for warning in warnings {
            self.bar.suspend(|| output::tell(&format!("warning: {warning}")));
        }
    }

    /// A check is done.
    pub fn check(&self, file: &str) {
        if self.checks > 1 {
            self.bar.set_message(file.to_owned());
            self.bar.inc(1);
        }
    }

    /// Prints on standard output, beside the bar.
    pub fn print(&self, text: &str) {
        self.bar.suspend(|| output::print(text));
    }

    /// Nothing more comes.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Without control characters, which a name in a hostile file may hold.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
