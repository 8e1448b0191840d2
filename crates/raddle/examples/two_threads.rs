//! What lock-step verification alone says of kernels, and how long it takes.
//!
//! `cargo run --release -p raddle --example two_threads -- FILE KERNEL X[,Y[,Z]] [X[,Y[,Z]]]`: block, and grid.

use raddle::{Options, two_threads};
use raddle_lockstep::prove::Answer;
use std::path::Path;
use std::time::Instant;

fn extent(text: &str) -> [u32; 3] {
    let mut extent = [1; 3];
    for (size, text) in extent.iter_mut().zip(text.split(',')) {
        *size = text.parse().unwrap_or(1);
    }
    extent
}

fn answer(answer: &Answer) -> String {
    match answer {
        Answer::Proved => "proved".to_owned(),
        Answer::Possible(findings) => format!("possible {:?}", findings[0].what),
        Answer::Unknown(gaps) => format!("unknown: {}", gaps[0].reason),
    }
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [file, kernel, block, grid @ ..] = args.as_slice() else {
        eprintln!("two_threads FILE KERNEL BLOCK [GRID]");
        return;
    };
    let options =
        Options { block: Some(extent(block)), grid: grid.first().map(|g| extent(g)), ..Options::default() };
    let start = Instant::now();
    match two_threads(Path::new(file), kernel, &options) {
        Err(error) => println!("{kernel}: {error}"),
        Ok(outcome) => {
            let (asked, solved) = outcome.asked;
            let time = start.elapsed().as_secs_f64();
            println!("{kernel}: {asked} questions, {solved} to the solver, {time:.2} s");
            println!("  divergence:        {}", answer(&outcome.divergence));
            println!("  race:              {}", answer(&outcome.race));
            println!("  race between CTAs: {}", answer(&outcome.race_between_ctas));
            println!("  assertions:        {}", answer(&outcome.assertions));
        }
    }
}
