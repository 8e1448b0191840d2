//! How much the parts of the method for termination matter: kernels with one of them left out.
//!
//! `cargo run --release -p raddle --example termination_without -- FILE [--block X,Y,Z] [--grid X,Y,Z] [-D NAME[=VALUE]] [-I FOLDER]` prints a row for each
//! kernel and part, with tabs: kernel, what is left out, how many loops, whether they are said to end (and under how many conditions), seconds.

use raddle::{Options, WITHOUT, ablated};
use std::path::Path;
use std::time::Duration;

/// For each kernel and part.
const LIMIT: Duration = Duration::from_secs(20);

fn extent(text: &str) -> [u32; 3] {
    let mut extent = [1; 3];
    for (size, text) in extent.iter_mut().zip(text.split(',')) {
        *size = text.parse().unwrap_or(1);
    }
    extent
}

fn main() {
    let mut args = std::env::args().skip(1);
    let Some(file) = args.next() else { return eprintln!("a file is missing") };
    let mut options = Options::default();
    while let Some(flag) = args.next() {
        match flag.as_str() {
            "--pure-calls" => options.compile.pure_calls = true,
            "--block" => options.launch.block = args.next().map(|text| extent(&text).map(Some)),
            "--grid" => options.launch.grid = args.next().map(|text| extent(&text).map(Some)),
            "-D" => options.compile.defines.extend(args.next()),
            "-I" => options.compile.includes.extend(args.next()),
            _ => {}
        }
    }
    for without in WITHOUT {
        match ablated(Path::new(&file), &options, LIMIT, without) {
            Err(errors) => return eprintln!("{}", errors.first().map_or("?", |e| &e.title)),
            Ok(all) => {
                for row in all {
                    let ends = if row.ends { "ends" } else { "unknown" };
                    println!(
                        "{}\t{without:?}\t{}\t{ends}\t{}\t{:.6}",
                        row.kernel, row.loops, row.conditions, row.seconds
                    );
                }
            }
        }
    }
}
