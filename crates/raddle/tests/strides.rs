//! Loops with large steps: where no race is proved, if need be under conditions, no inputs that meet these show one.
//!
//! The threads of two CTAs count from numbers of their own, in steps so large that a counter leaves its 32 bits after a few rounds, and write to places that they
//! compute from it. What they do is computed here for sizes at the ends of what the conditions allow. `RADDLE_STRIDES` sets the number of
//! kernels, `RADDLE_STRIDES_SEED` the seed.

use crate::cases::cases;
use crate::common::{Random, setting};
use raddle::{Ask, Launches, Options, check};
use raddle_report::{Property, Verdict};
use std::collections::HashMap;

const THREADS: i64 = 4;
const CTAS: i64 = 2;
/// Rounds that are followed.
const ROUNDS: usize = 200;
/// No region has more elements.
const ELEMENTS: i128 = 1 << 45;

/// `for (i = times * tid + first; i < bound; i += step) out[scale * i + pitch * ctaid] = who`, all but the address in 32 bits.
#[derive(Debug)]
struct Kernel {
    is_signed: bool,
    inclusive: bool,
    /// Is the step an argument, or this number?
    step: Option<u32>,
    /// Is what the counter is compared with the argument, or at most this number?
    most: Option<u32>,
    times: u32,
    first: u32,
    scale: i64,
    rows: bool,
    /// Does each CTA count on its own, or all together?
    of_grid: bool,
}

/// The arguments of a launch.
#[derive(Clone, Copy, Debug)]
struct Inputs {
    n: u32,
    step: u32,
    pitch: u64,
}

impl Kernel {
    fn random(random: &mut Random) -> Self {
        let step = random.pick(&[1 << 26, 1 << 28, 100_000_000, 250_000_001, 1_000_000_007, 3 << 29]);
        Self {
            is_signed: random.chance(60),
            inclusive: random.chance(30),
            step: random.chance(75).then_some(step),
            most: random.chance(20).then(|| random.pick(&[1 << 30, 0x7fff_ffff, 2_000_000_000])),
            times: random.pick(&[1, 1, 1, 5, 1 << 24]),
            first: random.pick(&[0, 0, 1, 7, 1 << 30]),
            scale: random.pick(&[1, 1, 1, 2, 3, -1]),
            rows: random.chance(40),
            of_grid: random.chance(50),
        }
    }

    fn text(&self) -> String {
        let sign = if self.is_signed { "s" } else { "u" };
        let compare = if self.inclusive { "le" } else { "lt" };
        let step = self.step.map_or("%step".to_owned(), |step| format!("0x{step:08x}"));
        let bound = self.most.map_or_else(String::new, |most| format!("min.{sign}32 %n, %n, {most};\n"));
        let who = if self.of_grid { "mad.lo.u32 %w, %c, 4, %t;" } else { "mov.u32 %w, %t;" };
        let rows = if self.rows { "mad.lo.s64 %a, %l, %p, %a;" } else { "" };
        format!(
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 .ptr .global .align 4 out, .param .{sign}32 n, .param .{sign}32 step, \
             .param .u64 pitch) {{\n\
             .reg .b32 %t, %c, %i, %n, %step, %w; .reg .b64 %o, %a, %p, %l, %s; .reg .pred %q;\n\
             ld.param.u64 %o, [out]; ld.param.{sign}32 %n, [n]; ld.param.{sign}32 %step, [step]; ld.param.u64 %p, [pitch];\n\
             mov.u32 %t, %tid.x; mov.u32 %c, %ctaid.x; {who}\n\
             mad.lo.u32 %i, %w, {}, {}; {bound}cvt.u64.u32 %l, %c;\n\
             setp.{compare}.{sign}32 %q, %i, %n; @!%q bra E;\n\
             L:\ncvt.{sign}64.{sign}32 %a, %i; mul.lo.s64 %a, %a, {};\n{rows}\n\
             shl.b64 %a, %a, 2; add.s64 %a, %a, %o; mad.lo.u32 %w, %c, 4, %t; st.global.u32 [%a], %w;\n\
             add.u32 %i, %i, {step}; setp.{compare}.{sign}32 %q, %i, %n; @%q bra L;\nE:\nret;\n}}\n",
            self.times, self.first, self.scale
        )
    }

    /// As an integer.
    fn read(&self, bits: u32) -> i128 {
        if self.is_signed { i128::from(bits.cast_signed()) } else { i128::from(bits) }
    }

    /// The elements of `out` that a thread writes, those that may be within it.
    fn elements(&self, cta: i64, thread: i64, inputs: &Inputs) -> Vec<i128> {
        let who = if self.of_grid { 4 * cta + thread } else { thread } as u32;
        let mut counter = who.wrapping_mul(self.times).wrapping_add(self.first);
        let n = self.most.map_or(self.read(inputs.n), |most| self.read(inputs.n).min(self.read(most)));
        let mut all = Vec::new();
        for _ in 0..ROUNDS {
            let at = self.read(counter);
            if at > n || at == n && !self.inclusive {
                break;
            }
            let row = if self.rows { (inputs.pitch as i64).wrapping_mul(cta) } else { 0 };
            let element = (at as i64).wrapping_mul(self.scale).wrapping_add(row);
            // The address is a sum of 64 bits.
            let offset = i128::from(element.wrapping_mul(4));
            if (0..4 * ELEMENTS).contains(&offset) {
                all.push(offset / 4);
            }
            counter = counter.wrapping_add(self.step.unwrap_or(inputs.step));
        }
        all
    }

    /// Two threads that write one element.
    fn race(&self, inputs: &Inputs) -> Option<[(i64, i64); 2]> {
        let mut written: HashMap<i128, (i64, i64)> = HashMap::new();
        for (cta, thread) in (0..CTAS).flat_map(|cta| (0..THREADS).map(move |thread| (cta, thread))) {
            for element in self.elements(cta, thread, inputs) {
                let first = *written.entry(element).or_insert((cta, thread));
                if first != (cta, thread) {
                    return Some([first, (cta, thread)]);
                }
            }
        }
        None
    }

    /// Is a condition met? It compares products of numbers and arguments, with or without a cast.
    fn meets(&self, condition: &str, inputs: &Inputs) -> bool {
        let value = |factor: &str| -> i128 {
            let (cast, name) = match factor.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
                Some((cast, name)) => (Some(cast), name),
                None => (None, factor),
            };
            let is_signed = cast.map_or(self.is_signed, |cast| cast.starts_with('s'));
            let of = |bits: u32| if is_signed { i128::from(bits.cast_signed()) } else { i128::from(bits) };
            match name {
                "n" => of(inputs.n),
                "step" => of(inputs.step),
                "pitch" if cast.is_some_and(|cast| cast.starts_with('s')) => {
                    i128::from(inputs.pitch.cast_signed())
                }
                "pitch" => i128::from(inputs.pitch),
                number => number.parse().unwrap_or_else(|_| panic!("{condition}: {factor}")),
            }
        };
        let side = |side: &str| side.split(" * ").map(value).product::<i128>();
        match (condition.split_once(" <= "), condition.split_once(" >= ")) {
            (Some((left, right)), _) => side(left) <= side(right),
            (_, Some((left, right))) => side(left) >= side(right),
            _ => panic!("{condition}"),
        }
    }
}

/// Arguments at the ends of what may be allowed, and between.
fn inputs(kernel: &Kernel, conditions: &[String], random: &mut Random) -> Vec<Inputs> {
    let numbers =
        conditions.iter().flat_map(|one| one.split(' ')).filter_map(|word| word.parse::<u64>().ok());
    let mut ends: Vec<u64> = numbers.flat_map(|end| [end, end.saturating_sub(1), end / 2, end / 4]).collect();
    let step = u64::from(kernel.step.unwrap_or(1 << 28));
    ends.extend([
        0,
        1,
        3,
        5,
        1 << 31,
        u64::from(u32::MAX),
        (1 << 31) - 1,
        (1 << 31) - step.min(1 << 31),
        (1 << 32) - step,
    ]);
    let one = |random: &mut Random| {
        let n = match random.chance(70) {
            true => random.pick(&ends) as u32,
            false => random.below(1 << 32) as u32,
        };
        let step = match random.chance(50) {
            true => random.pick(&ends) as u32,
            false => random.pick(&[4, 8, 1 << 24, 1 << 27, 300_000_000]),
        };
        let pitch = match random.chance(50) {
            true => u64::from(n).wrapping_mul(random.pick(&[1, 2, 3, 4])),
            false => random.pick(&ends),
        };
        Inputs { n, step, pitch }
    };
    (0..300).map(|_| one(random)).collect()
}

#[test]
fn no_inputs_show_a_race_that_is_proved_absent() {
    let (count, seed) = (cases("RADDLE_STRIDES", 8, 1_000), setting("RADDLE_STRIDES_SEED", 1));
    let file = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("strides.ptx");
    let (block, grid) = (Some([THREADS as u32, 1, 1].map(Some)), Some([CTAS as u32, 1, 1].map(Some)));
    let launch = Launches { block, grid, ..Launches::default() };
    let ask = Ask { properties: Some(vec![Property::Race]), ..Ask::default() };
    let options = Options { launch, ask, ..Options::default() };
    let (mut racy, mut proved, mut kept, mut met) = (0, 0, 0, 0);
    for number in 0..count {
        let mut random = Random::new(seed, number);
        let kernel = Kernel::random(&mut random);
        std::fs::write(&file, kernel.text()).expect("a file");
        let report = check(&file, &options, &|_| ()).report;
        let [of_kernel] = report.kernels.as_slice() else { panic!("{:?}\n{}", report.errors, kernel.text()) };
        let (conditions, is_proved) = match &of_kernel.results[0].verdict {
            Verdict::Proved { scope, .. } => (scope.conditions.to_vec(), true),
            _ => (Vec::new(), false),
        };
        let all = inputs(&kernel, &conditions, &mut random);
        if !is_proved {
            racy += u64::from(all.iter().any(|inputs| kernel.race(inputs).is_some()));
            continue;
        }
        proved += 1;
        kept += u64::from(!conditions.is_empty());
        for inputs in all.iter().filter(|inputs| conditions.iter().all(|one| kernel.meets(one, inputs))) {
            met += 1;
            let race = kernel.race(inputs);
            assert!(
                race.is_none(),
                "kernel {number}: {race:?} with {inputs:?}, {conditions:?}\n{}",
                kernel.text()
            );
        }
    }
    eprintln!(
        "of {count}: {racy} race, {proved} are proved, {kept} of them under conditions, which {met} inputs meet"
    );
    assert!(kept > 0 && racy > count / 10, "{racy} race, {proved} are proved, {kept} under conditions");
}
