//! `raddle check` of one file with a part of the comparison of two threads left out, to measure what the part is worth.
//!
//! `cargo run --release -p raddle-cli --example check_without -- PART FILE OPTION…`: PART is `closed-forms`, `guesses` or `rewriting`; the rest
//! is as for `raddle check`, and the report comes out as JSON. What is proved so is proved; less is.

// The command line is that of the binary, of which this needs its parser only.
#[allow(dead_code)]
#[path = "../src/args.rs"]
mod args;
#[allow(dead_code)]
#[path = "../src/check.rs"]
mod check;
#[allow(dead_code)]
#[path = "../src/graph.rs"]
mod graph;
#[allow(dead_code)]
#[path = "../src/live/mod.rs"]
mod live;
#[allow(dead_code)]
#[path = "../src/many/mod.rs"]
mod many;
#[allow(dead_code)]
#[path = "../src/output.rs"]
mod output;
#[allow(dead_code)]
#[path = "../src/progress.rs"]
mod progress;
#[allow(dead_code)]
#[path = "../src/stop.rs"]
mod stop;

use args::{Cli, Command};
use clap::Parser;
use raddle::Part;
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut words = std::env::args().skip(1);
    let (Some(part), Some(file)) = (words.next(), words.next()) else {
        eprintln!("check_without PART FILE OPTION…");
        return ExitCode::from(3);
    };
    let part: Part = match part.parse() {
        Ok(part) => part,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::from(3);
        }
    };
    let command = ["raddle".to_owned(), "check".to_owned(), file.clone()];
    let Command::Check(check) = Cli::parse_from(command.into_iter().chain(words)).command else {
        unreachable!("the command is check");
    };
    let mut options = check.options();
    options.two_threads.without = Some(part);
    let report = raddle::check(Path::new(&file), &options, &|_| {}).report;
    print!("{}", raddle_report::json::render(&report));
    ExitCode::from(report.exit_code().code())
}
