//! Progress, on standard error: a spinner or a bar on a terminal, elsewhere a line for each kernel that is done.

use indicatif::{ProgressBar, ProgressStyle};
use raddle_report::{KernelReport, human};
use std::io::IsTerminal;
use std::time::Duration;

/// The progress of a run.
pub struct Progress {
    bar: ProgressBar,
    is_terminal: bool,
    /// The number of checks.
    checks: usize,
}

impl Progress {
    /// For this number of checks; if they run one by one, the current activity is shown.
    pub fn new(checks: usize, one_by_one: bool) -> Self {
        let is_terminal = std::io::stderr().is_terminal();
        let (bar, template) = match one_by_one {
            true => (ProgressBar::new_spinner(), "{spinner} {msg} ({elapsed})"),
            false => {
                let bar = ProgressBar::new(checks as u64);
                (bar, "{bar:30} {pos}/{len} ({elapsed}, about {eta} more) {msg}")
            }
        };
        if is_terminal {
            if let Ok(style) = ProgressStyle::with_template(template) {
                bar.set_style(style);
            }
            bar.enable_steady_tick(Duration::from_millis(120));
        } else {
            bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
        }
        Self { bar, is_terminal, checks }
    }

    /// Shows the current activity.
    pub fn doing(&self, what: &str) {
        self.bar.set_message(what.to_owned());
    }

    /// One of several kernels is done; of `all` checks, or kernels of a file, it is number `number`.
    pub fn kernel(&self, number: usize, all: usize, kernel: &KernelReport, seconds: Option<f64>) {
        if all > 1 && !self.is_terminal {
            let time = seconds.map_or_else(|| "cached".to_owned(), |seconds| format!("{seconds:.1} s"));
            let (file, name, short) = (&kernel.file, &kernel.name, human::in_short(kernel));
            eprintln!("[{number}/{all}] {}", clean(&format!("{file}: {name}: {short}, {time}")));
        }
    }

    /// A check is done.
    pub fn check(&self, file: &str, warnings: &[String]) {
        for warning in warnings {
            self.bar.suspend(|| eprintln!("warning: {warning}"));
        }
        if self.checks > 1 {
            self.bar.set_message(file.to_owned());
            self.bar.inc(1);
        }
    }

    /// Prints on standard output, beside the bar.
    pub fn print(&self, text: &str) {
        self.bar.suspend(|| crate::output::print(text));
    }

    /// Removes the bar at the end.
    pub fn end(&self) {
        self.bar.finish_and_clear();
    }
}

/// Without control characters, which a name in a hostile file may contain.
fn clean(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect()
}
