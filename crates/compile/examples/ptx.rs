//! Prints the PTX that the verifier reads: `cargo run -p raddle-compile --example ptx -- FILE [ARGUMENT OF THE COMPILER…]`.

use raddle_compile::{CompileOptions, compile};
use std::path::Path;
use std::process::ExitCode;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let Some(source) = arguments.next() else {
        eprintln!("usage: ptx FILE [ARGUMENT OF THE COMPILER…]");
        return ExitCode::from(3);
    };
    let options = CompileOptions { extra: arguments.collect(), ..CompileOptions::default() };
    match compile(Path::new(&source), &options) {
        Ok(compiled) => {
            eprint!("{}", compiled.warnings);
            print!("{}", compiled.ptx);
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}
