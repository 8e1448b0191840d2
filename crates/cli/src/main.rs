//! The binary `raddle`: parses the command line, calls the library, prints what it says.
//!
//! It decides nothing about kernels. All output to standard output is the report; progress and the command
//! line's own errors go to standard error.

mod args;
mod check;
mod commands;
mod graph;
mod live;
mod many;
mod output;
mod progress;
mod stop;

use args::{Cli, Command};
use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => {
            // clap's own code for a wrong command line is 2, which means "unknown" here.
            let wrong = error.use_stderr();
            let _ = error.print();
            return ExitCode::from(if wrong { 3 } else { 0 });
        }
    };
    let code = match &cli.command {
        Command::Check(check) => check::run(check),
        Command::Run(run) => commands::run(run),
        Command::Replay(replay) => commands::replay(replay),
        Command::Ir(ir) => commands::ir(ir),
        Command::List(list) => commands::list(list),
        Command::Doctor => commands::doctor(),
        Command::Lockstep(lockstep) => commands::lockstep(lockstep),
        Command::Terminate(terminate) => commands::terminate(terminate),
        Command::Explain { rule } => commands::explain(rule.as_deref()),
    };
    ExitCode::from(code)
}
