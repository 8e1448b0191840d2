//! Times the analysis on a generated CTA of a given size.
//!
//! ```text
//! families FAMILY ACCESSES SECONDS
//! ```
//!
//! repeats the analysis until this number of seconds is over, and prints the sizes and the seconds of one of them, in one line. Seconds are
//! processor time where Linux provides it, else wall time. The families are those of [`Family`]; all are well-synchronised and free of
//! races, so that nothing but the proof is timed. `benches/run families` draws the times against the sizes, `benches/run instructions`
//! counts the instructions of [`measured`].

use raddle_sync::program::{Access, BarrierId, How, Kind, Registration, Site};
use raddle_sync::warps::{Action, Event, Footprint, Places, Twins, Values, Warp, WarpRegistration, Warps};
use raddle_sync::{Analysis, RaceVerdict, Stop, Synchronisation, analyse};
use std::process::ExitCode;
use std::time::Instant;

/// How warps use shared memory and barriers in turn.
#[derive(Clone, Copy)]
enum Family {
    /// A token goes round a ring of warps; the warp that has it updates a table. Order is by chains over all other warps.
    Ring,
    /// As in the diffusion kernels of paper 001, §5.3: each warp writes its row of constants, a barrier, all warps read all rows,
    /// a barrier.
    Exchange,
    /// Three stages of warps with three buffers between each two; a pair of barriers says of a buffer that it is full, or
    /// empty.
    Pipeline,
}

/// Warps in a ring and in an exchange.
const WARPS: u32 = 8;
/// Words of a lane in a table or a buffer.
const WORDS: u32 = 16;
/// Warps of each stage of a pipeline.
const STAGE: u32 = 2;
/// Buffers between two stages.
const BUFFERS: u32 = 3;
const LANES: u64 = 32;

impl Family {
    fn named(name: &str) -> Option<Self> {
        match name {
            "ring" => Some(Self::Ring),
            "exchange" => Some(Self::Exchange),
            "pipeline" => Some(Self::Pipeline),
            _ => None,
        }
    }

    /// A member with about this number of accesses.
    fn of_size(self, accesses: u64) -> Warps {
        let rows = u64::from(WARPS);
        let each = match self {
            Self::Ring => rows * 2 * u64::from(WORDS),
            Self::Exchange => rows + rows * rows,
            Self::Pipeline => u64::from(2 * STAGE * (1 + STAGE) * WORDS),
        };
        let rounds = (accesses / (LANES * each)).max(1) as u32;
        match self {
            Self::Ring => ring(rounds),
            Self::Exchange => exchange(rounds),
            Self::Pipeline => pipeline(rounds),
        }
    }
}

/// A CTA in the making. The numbers of its footprints and registrations are given by their position.
struct Maker {
    all: Warps,
}

impl Maker {
    fn new(warps: u32) -> Self {
        let warp = |n| Warp { first: n * LANES as u32, lanes: u32::MAX, ..Warp::default() };
        Self { all: Warps { warps: (0..warps).map(warp).collect(), ..Warps::default() } }
    }

    /// A new access: lane `l` to the word `row * 32 + l` of shared memory.
    fn access(&mut self, kind: Kind, row: u32) -> Action {
        let access = Access::shared(kind, 0, 4, self.all.footprints.len() as u32);
        let places = Places::Affine { object: 0, start: u64::from(row) * 4 * LANES, stride: 4 };
        self.all.footprints.push(Footprint {
            access,
            places,
            values: Values::None,
            twins: Twins::default(),
            uncertain: 0,
            area: None,
        });
        Action::Access(self.all.footprints.len() as u32 - 1)
    }

    /// A new registration of a warp, where this number of warps meet.
    fn barrier(&mut self, how: How, barrier: u32, warps: u32) -> Action {
        let site = Site(self.all.registrations.len() as u32);
        let (barrier, count) = (BarrierId::Named(barrier), warps * LANES as u32);
        let registration = Registration { how, barrier, count, weight: 1, site };
        self.all.registrations.push(WarpRegistration { registration, extra: (0, 0), edge: None });
        Action::Register(self.all.registrations.len() as u32 - 1)
    }

    fn push(&mut self, warp: u32, actions: impl IntoIterator<Item = Action>) {
        let events = actions.into_iter().map(|action| Event::new(u32::MAX, action));
        self.all.warps[warp as usize].events.extend(events);
    }
}

fn ring(rounds: u32) -> Warps {
    let mut maker = Maker::new(WARPS);
    let update: Vec<Action> =
        (0..2 * WORDS).map(|n| maker.access([Kind::Read, Kind::Write][n as usize % 2], n / 2)).collect();
    for warp in 0..WARPS {
        let mine = maker.barrier(How::Sync, warp, 2);
        let next = maker.barrier(How::Arrive, (warp + 1) % WARPS, 2);
        for round in 0..rounds {
            maker.push(warp, (warp > 0 || round > 0).then_some(mine));
            maker.push(warp, update.iter().copied());
            maker.push(warp, [next]);
        }
        // The token returns to the first.
        maker.push(warp, (warp == 0).then_some(mine));
    }
    maker.all
}

fn exchange(rounds: u32) -> Warps {
    let mut maker = Maker::new(WARPS);
    let reads: Vec<Action> = (0..WARPS).map(|row| maker.access(Kind::Read, row)).collect();
    let (written, read) = (maker.barrier(How::Sync, 0, WARPS), maker.barrier(How::Sync, 1, WARPS));
    for warp in 0..WARPS {
        let write = maker.access(Kind::Write, warp);
        for _ in 0..rounds {
            maker.push(warp, [write, written]);
            maker.push(warp, reads.iter().copied());
            maker.push(warp, [read]);
        }
    }
    maker.all
}

fn pipeline(rounds: u32) -> Warps {
    let mut maker = Maker::new(3 * STAGE);
    for stage in 0..3 {
        for of_stage in 0..STAGE {
            let warp = stage * STAGE + of_stage;
            // By buffer: what the warp does when it takes from the stage before, and gives to the next.
            let mut turn = |buffer: u32, link: u32, takes: bool| {
                let number = link * BUFFERS + buffer;
                let (full, empty) = (2 * number, 2 * number + 1);
                let (wait, tell) = if takes { (full, empty) } else { (empty, full) };
                let wait = maker.barrier(How::Sync, wait, 2 * STAGE);
                // Each warp writes its rows of a buffer, and reads all.
                let rows = if takes { 0..STAGE * WORDS } else { of_stage * WORDS..(of_stage + 1) * WORDS };
                let kind = if takes { Kind::Read } else { Kind::Write };
                let accesses: Vec<Action> =
                    rows.map(|row| maker.access(kind, number * STAGE * WORDS + row)).collect();
                (wait, accesses, maker.barrier(How::Arrive, tell, 2 * STAGE))
            };
            let takes: Vec<_> =
                (0..BUFFERS).filter(|_| stage > 0).map(|b| turn(b, stage - 1, true)).collect();
            let gives: Vec<_> = (0..BUFFERS).filter(|_| stage < 2).map(|b| turn(b, stage, false)).collect();
            for round in 0..rounds {
                for (all, takes) in [(&takes, true), (&gives, false)] {
                    let Some((wait, accesses, tell)) = all.get((round % BUFFERS) as usize) else { continue };
                    // At first a buffer is empty without a signal, and in the end none is needed.
                    let asked = takes || round >= BUFFERS;
                    let asks = !takes || round + BUFFERS < rounds;
                    maker.push(warp, asked.then_some(*wait));
                    maker.push(warp, accesses.iter().copied());
                    maker.push(warp, asks.then_some(*tell));
                }
            }
        }
    }
    maker.all
}

/// What is timed.
#[inline(never)]
fn measured(warps: &Warps) -> Analysis {
    analyse(warps, &Stop::default())
}

/// How long this thread has been on a processor, in seconds.
fn processor_time() -> Option<f64> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds: u64 = text.split_whitespace().next()?.parse().ok()?;
    Some(nanoseconds as f64 / 1e9)
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let accesses = arguments.get(1).and_then(|text| text.parse::<u64>().ok());
    let family = arguments.first().and_then(|name| Family::named(name));
    let seconds = arguments.get(2).and_then(|text| text.parse::<f64>().ok());
    let (Some(family), Some(accesses), Some(seconds)) = (family, accesses, seconds) else {
        eprintln!("families: ring, exchange or pipeline; a number of accesses; and seconds, please");
        return ExitCode::FAILURE;
    };
    let warps = family.of_size(accesses);
    let (start, wall) = (processor_time(), Instant::now());
    let mut repeats = 0;
    let mut last;
    let spent = loop {
        last = Some(measured(&warps));
        repeats += 1;
        let used = start.and_then(|start| Some(processor_time()? - start));
        let spent = used.unwrap_or_else(|| wall.elapsed().as_secs_f64());
        if spent >= seconds {
            break spent;
        }
    };
    let each = spent / f64::from(repeats);
    let Some(analysis) = last else { return ExitCode::FAILURE };
    let free = matches!(&analysis.races, RaceVerdict::Decided(races) if races.races.is_empty());
    if analysis.synchronisation != Synchronisation::Well || !free {
        eprintln!("families: not proved: {:?}, {:?}", analysis.synchronisation, analysis.races);
        return ExitCode::FAILURE;
    }
    let of = analysis.statistics;
    println!("{} {} {} {each:.9}", of.accesses, of.dynamic_barriers, of.classes);
    ExitCode::SUCCESS
}
