//! Measures how fast PTX text becomes a tree, on one core.
//!
//! `cargo run --release -p raddle-ptx --example parse_speed -- FILE.ptx …`
//! prints for each file its size, the best of several runs, and the speed in MB/s (10^6 bytes).

use std::time::{Duration, Instant};

fn main() {
    let mut failed = false;
    let (mut total_bytes, mut total_time) = (0, Duration::ZERO);
    for path in std::env::args().skip(1) {
        let bytes = match std::fs::read(&path) {
            Ok(bytes) => bytes,
            Err(error) => {
                eprintln!("{path}: {error}");
                failed = true;
                continue;
            }
        };
        let source = raddle_ptx::source::decode(&bytes);
        let mut best = Duration::MAX;
        let mut wrong = Vec::new();
        // Small files are parsed more often, so that the best run is not a timer's tick.
        let runs = (20_000_000 / (source.len() + 1)).clamp(3, 50);
        for _ in 0..runs {
            let start = Instant::now();
            let result = raddle_ptx::parse::parse(&source);
            best = best.min(start.elapsed());
            wrong = result.err().unwrap_or_default();
        }
        for error in &wrong {
            println!("{path}:{error}");
        }
        failed |= !wrong.is_empty();
        total_bytes += source.len();
        total_time += best;
        println!("{path}: {} bytes, {best:?}, {:.1} MB/s", source.len(), speed(source.len(), best));
    }
    println!("total: {total_bytes} bytes, {total_time:?}, {:.1} MB/s", speed(total_bytes, total_time));
    std::process::exit(i32::from(failed));
}

fn speed(bytes: usize, time: Duration) -> f64 {
    bytes as f64 / 1e6 / time.as_secs_f64().max(1e-9)
}
