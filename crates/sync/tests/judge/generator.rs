//! Random small CTAs, biased so that each verdict is common.

use raddle_sync::program::{Access, Command, Cta, How, Kind, Scope, Site, ValueId};

/// SplitMix64: a generator that is the same everywhere and needs no crate.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A CTA of 2 to 4 threads and 1 to 3 barriers. Every command has a site of its own.
pub(crate) fn random_cta(random: &mut Random) -> Cta {
    let threads = 2 + random.below(3);
    let barriers = 1 + random.below(3);
    let mut programs = match random.below(10) {
        0 => unrelated(random, threads, barriers),
        _ => phases(random, threads, barriers),
    };
    if random.chance(35) {
        for _ in 0..=random.below(2) {
            perturb(random, &mut programs, barriers);
        }
    }
    // An initialisation by all threads: the races that are benign.
    let same_stores = random.chance(5);
    for (thread, program) in programs.iter_mut().enumerate() {
        for (index, command) in program.iter_mut().enumerate() {
            let site = Site((thread * 100 + index) as u32);
            match command {
                Command::Access(access) => {
                    if same_stores {
                        *access = Access { value: Some(ValueId(0)), ..Access::shared(Kind::Write, 0, 4, 0) };
                    }
                    access.site = site;
                }
                Command::Register(registration) => registration.site = site,
            }
        }
    }
    Cta::new(programs)
}

/// Each thread acts independently.
fn unrelated(random: &mut Random, threads: usize, barriers: usize) -> Vec<Vec<Command>> {
    let mut program = |_| {
        let length = random.below(5);
        (0..length).map(|_| random_command(random, threads, barriers)).collect()
    };
    (0..threads).map(&mut program).collect()
}

/// One barrier after the other is passed by some of the threads, which access memory in between: a run that is done
/// is built in. Whether the barriers are reused safely is left to chance.
fn phases(random: &mut Random, threads: usize, barriers: usize) -> Vec<Vec<Command>> {
    let mut programs: Vec<Vec<Command>> = vec![Vec::new(); threads];
    let count = random.below(if threads == 4 { 6 } else { 8 });
    // Walking through the barriers in turn makes safe reuse likelier than drawing them.
    let in_turn = random.chance(60);
    // A barrier of all threads every other time makes most reuse safe.
    let fenced = random.chance(40);
    let arrivals = [0, 20, 45, 90][random.below(4)];
    for phase in 0..count {
        accesses(random, &mut programs);
        if fenced && phase % 2 == 1 {
            for program in &mut programs {
                program.push(Command::sync(0, threads as u32, 0));
            }
            continue;
        }
        let barrier = if in_turn { phase % barriers } else { random.below(barriers) } as u32;
        if random.chance(1) {
            // An arrive-only generation of one thread, twice.
            let program = &mut programs[random.below(threads)];
            program.extend([Command::arrive(barrier, 1, 0); 2]);
            continue;
        }
        let mut registrations: Vec<usize> = (0..threads).filter(|_| random.chance(75)).collect();
        if registrations.is_empty() || random.chance(40) {
            registrations = (0..threads).collect();
        }
        if random.chance(3) {
            // One thread alone, without blocking.
            registrations.truncate(1);
        }
        if random.chance(4) {
            // One thread twice; its first must then be an arrive.
            registrations.insert(0, registrations[0]);
        }
        let weights: Vec<u16> = registrations.iter().map(|_| 1 + u16::from(random.chance(3))).collect();
        let mut expected: u32 = weights.iter().map(|&weight| u32::from(weight)).sum();
        if phase + 1 == count && random.chance(8) {
            expected += 1 + random.below(2) as u32; // dangling, or stuck
        }
        for (at, (&thread, &weight)) in registrations.iter().zip(&weights).enumerate() {
            let again = registrations[at + 1..].contains(&thread);
            let how = if again || random.chance(arrivals) { How::Arrive } else { How::Sync };
            programs[thread].push(register(how, barrier, expected, weight));
        }
    }
    accesses(random, &mut programs);
    programs
}

fn accesses(random: &mut Random, programs: &mut [Vec<Command>]) {
    for program in programs {
        if random.chance(30) {
            program.push(random_access(random));
        }
    }
}

fn register(how: How, barrier: u32, count: u32, weight: u16) -> Command {
    let command =
        if how == How::Sync { Command::sync(barrier, count, 0) } else { Command::arrive(barrier, count, 0) };
    match command {
        Command::Register(registration) => {
            Command::Register(raddle_sync::program::Registration { weight, ..registration })
        }
        Command::Access(_) => command,
    }
}

fn random_access(random: &mut Random) -> Command {
    let kind = [Kind::Read, Kind::Write, Kind::Write, Kind::Update][random.below(4)];
    let size = [1, 2, 4][random.below(3)];
    let mut access = Access::shared(kind, random.below(2) as u64 * u64::from(size), size, 0);
    if kind == Kind::Update || random.chance(10) {
        access.scope = Some([Scope::Cta, Scope::Gpu][random.below(2)]);
    }
    if kind == Kind::Write && random.chance(50) {
        access.value = Some(ValueId(random.below(2) as u32));
    }
    access.uncertain = random.chance(5);
    Command::Access(access)
}

fn random_command(random: &mut Random, threads: usize, barriers: usize) -> Command {
    if random.chance(30) {
        return random_access(random);
    }
    let how = if random.chance(35) { How::Arrive } else { How::Sync };
    let barrier = random.below(barriers) as u32;
    let count = if random.chance(75) { 2 } else { 1 + random.below(threads + 1) };
    register(how, barrier, count as u32, 1)
}

/// Breaks something, perhaps.
fn perturb(random: &mut Random, programs: &mut [Vec<Command>], barriers: usize) {
    let threads = programs.len();
    let thread = random.below(threads);
    let what = random.below(6);
    let program = &mut programs[thread];
    if program.is_empty() {
        return;
    }
    let at = random.below(program.len());
    match what {
        0 => {
            program.remove(at);
        }
        1 if program.len() < 14 => {
            let command = program[at];
            program.insert(at, command);
        }
        2 if program.len() < 14 => program.insert(at, random_command(random, threads, barriers)),
        3 => {
            let other = random.below(program.len());
            program.swap(at, other);
        }
        _ => {
            if let Command::Register(registration) = &mut program[at] {
                match what {
                    4 => {
                        registration.count =
                            (registration.count + 1) % 5 + u32::from(registration.count == 4);
                    }
                    _ => {
                        registration.how = if registration.how == How::Sync { How::Arrive } else { How::Sync }
                    }
                }
            }
        }
    }
}
