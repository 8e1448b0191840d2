//! What lock-step verification alone says of kernels, and how long it takes.
//!
//! `cargo run --release -p raddle --example two_threads -- FILE KERNEL X[,Y[,Z]] [X[,Y[,Z]]] [pieces|pairs|logged|watched]`: block, grid, and
//! how accesses are compared.

use raddle::{Options, two_threads};
use raddle_lockstep::prove::{Answer, Compare, Tally};
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
    let [file, kernel, block, rest @ ..] = args.as_slice() else {
        eprintln!("two_threads FILE KERNEL BLOCK [GRID] [pieces|pairs|logged|watched]");
        return;
    };
    let ways = [
        ("pieces", Compare::Pieces),
        ("pairs", Compare::Pairs),
        ("logged", Compare::Logged),
        ("watched", Compare::Watched),
    ];
    let way = |text: &String| ways.iter().find(|(name, _)| name == text).map(|&(_, way)| way);
    let mut options = Options::default();
    options.launch.block = Some(extent(block).map(Some));
    options.launch.grid = rest.iter().find(|text| way(text).is_none()).map(|grid| extent(grid).map(Some));
    options.two_threads.compare = rest.iter().find_map(way).unwrap_or_default();
    let start = Instant::now();
    match two_threads(Path::new(file), kernel, &options) {
        Err(error) => println!("{kernel}: {error}"),
        Ok(outcome) => {
            let Tally { all: asked, solved, .. } = outcome.asked;
            let time = start.elapsed().as_secs_f64();
            println!("{kernel}: {asked} questions, {solved} to the solver, {time:.2} s");
            println!("  divergence:        {}", answer(&outcome.divergence));
            println!("  race:              {}", answer(&outcome.race));
            println!("  race between CTAs: {}", answer(&outcome.race_between_ctas));
            println!("  assertions:        {}", answer(&outcome.assertions));
        }
    }
}
