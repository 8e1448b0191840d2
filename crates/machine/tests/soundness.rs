//! What a run with unknowns claims holds for every input: random kernels with branches and loops on
//! unknown data, run once with unknowns and several times with numbers.
//!
//! - Every access of a run with numbers is covered by an access of the same instruction and thread in the run
//!   with unknowns: at the same place, or somewhere in its object.
//! - The accesses that are sure happen, in their order, at their places.
//! - Stores with equal identities store equal values.
//! - Places of one group differ as their offsets do, modulo two to the 32nd; exactly, if they are of one name.
//! - Bytes of shared memory that are known at the end have that value.
//! - Where the run with unknowns ends, so does every run with numbers: no thread waits forever in a collective.

use crate::common::*;
use raddle_machine::objects::{Objects, SHARED};
use raddle_machine::{
    Arg, Buffer, BufferContent, Concrete, Domain, Event, Launch, Loads, Machine, Options, Outcome, Partial,
    Program, Recorder, Scheduler, Stores, Target, ValueId, Wanted,
};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

struct Random(u64);

impl Random {
    fn below(&mut self, n: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 33) % n
    }
}

/// A random kernel: `%r4` to `%r9` are its variables, of which `%r4` begins as the unknown `n`; each thread has
/// its own 16 words of `s` (at `%r2`) and of local memory (at `%r20`); `a` and `b` are only read. `%rd8` to `%rd10` walk
/// through `a` or `b`, and two such pointers are in local memory (at `%rd11`). `b` is declared a pointer, `a` is not.
struct Generator {
    random: Random,
    text: String,
    labels: u32,
    /// Are there votes and shuffles?
    collectives: bool,
}

impl Generator {
    fn var(&mut self) -> String {
        format!("%r{}", 4 + self.random.below(6))
    }

    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn label(&mut self) -> u32 {
        self.labels += 1;
        self.labels
    }

    fn condition(&mut self) {
        let (x, k) = (self.var(), self.random.below(4));
        let cond = ["eq", "ne", "lt", "ge"][self.random.below(4) as usize];
        let text = format!("and.b32 %r10, {x}, 3;\nsetp.{cond}.u32 %p1, %r10, {k};");
        self.line(&text);
    }

    /// The address of a word: at a constant, or at an index from a variable, in one of the arrays.
    fn address(&mut self, space: &str) -> String {
        let base = if space == "local" { "%r20" } else { "%r2" };
        if self.random.below(2) == 0 {
            return format!("[{base}+{}]", 4 * self.random.below(4));
        }
        let x = self.var();
        let text = format!("and.b32 %r11, {x}, 7;\nshl.b32 %r11, %r11, 2;\nadd.u32 %r11, %r11, {base};");
        self.line(&text);
        "[%r11]".to_owned()
    }

    /// A vote, a shuffle or a reduction, wherever it may stand: of both threads, of one alone, or of those that run together.
    fn collective(&mut self) {
        let (x, y, k) = (self.var(), self.var(), self.random.below(2));
        let mask = ["", ", 3", ", 3", ", 3", ", 3", ", %r30"][self.random.below(6) as usize];
        let sync = if mask.is_empty() { "" } else { ".sync" };
        let text = match self.random.below(4) {
            0 => format!("shfl{sync}.idx.b32 {x}, {y}, {k}, 31{mask};"),
            1 => format!("shfl{sync}.bfly.b32 {x}, {y}, 1, 31{mask};"),
            2 if !mask.is_empty() => format!("redux.sync.add.u32 {x}, {y}{mask};"),
            _ => {
                self.condition();
                format!("vote{sync}.ballot.b32 {x}, %p1{mask};")
            }
        };
        self.line(&text);
        if self.random.below(2) == 0 {
            let index = format!("and.b32 %r11, {x}, 7;\nshl.b32 %r11, %r11, 2;\nadd.u32 %r11, %r11, %r2;");
            self.line(&format!("{index}\nld.shared.u32 {y}, [%r11];"));
        }
    }

    /// A branch that both threads take the same way, if both reach it.
    fn voted(&mut self, depth: u32) {
        self.condition();
        let n = self.label();
        let vote = [
            "vote.sync.any.pred %p3, %p1, 3;",
            "vote.sync.all.pred %p3, %p1, 3;",
            "vote.any.pred %p3, %p1;",
            // The same for both without a vote.
            "setp.lt.u32 %p3, %r31, 2;",
            "setp.eq.u32 %p3, %r31, 7;",
        ][self.random.below(5) as usize];
        self.line(&format!("{vote}\n@%p3 bra A{n};"));
        if self.random.below(2) == 0 {
            self.collective();
        }
        self.block(depth - 1);
        self.line(&format!("bra B{n};\nA{n}:"));
        self.block(depth - 1);
        self.collective();
        self.line(&format!("B{n}:"));
    }

    fn statement(&mut self, depth: u32) {
        if self.collectives && self.random.below(6) == 0 {
            return if depth == 0 || self.random.below(3) == 0 {
                self.collective();
            } else {
                self.voted(depth);
            };
        }
        let most = if depth == 0 { 10 } else { 13 };
        match self.random.below(most) {
            8 => self.pointers(),
            9 => self.near(),
            0 | 1 => {
                let (x, y, z) = (self.var(), self.var(), self.var());
                let op = ["add.u32", "sub.u32", "mul.lo.u32", "xor.b32", "and.b32", "min.u32"]
                    [self.random.below(6) as usize];
                self.line(&format!("{op} {x}, {y}, {z};"));
            }
            2 => {
                let (x, k) = (self.var(), self.random.below(8));
                self.line(&format!("mov.u32 {x}, {k};"));
            }
            3 | 4 => {
                let space = ["shared", "local"][self.random.below(2) as usize];
                let (address, x) = (self.address(space), self.var());
                if self.random.below(4) == 0 {
                    self.condition();
                    self.line(&format!("@%p1 st.{space}.u32 {address}, {x};"));
                } else {
                    let width = ["u32", "u32", "u8"][self.random.below(3) as usize];
                    self.line(&format!("st.{space}.{width} {address}, {x};"));
                }
            }
            5 | 6 => {
                let space = ["shared", "local"][self.random.below(2) as usize];
                let (address, x) = (self.address(space), self.var());
                self.line(&format!("ld.{space}.u32 {x}, {address};"));
            }
            7 => {
                let (x, y) = (self.var(), self.var());
                let text = format!(
                    "and.b32 %r12, {y}, 7;\nmul.wide.u32 %rd2, %r12, 4;\nadd.u64 %rd2, %rd2, %rd0;\nld.global.u32 {x}, [%rd2];"
                );
                self.line(&text);
            }
            10 | 11 => {
                self.condition();
                let n = self.label();
                self.line(&format!("@%p1 bra A{n};"));
                self.block(depth - 1);
                self.line(&format!("bra B{n};\nA{n}:"));
                self.block(depth - 1);
                self.line(&format!("B{n}:"));
            }
            _ => {
                let (n, x, i) = (self.label(), self.var(), 21 + depth);
                let text = format!(
                    "and.b32 %r{j}, {x}, 3;\nmov.u32 %r{i}, 0;\nL{n}: setp.ge.u32 %p2, %r{i}, %r{j};\n@%p2 bra X{n};",
                    j = i + 4
                );
                self.line(&text);
                self.block(depth - 1);
                self.line(&format!("add.u32 %r{i}, %r{i}, 1;\nbra L{n};\nX{n}:"));
            }
        }
    }

    /// A read at an unknown distance and a known one, of either sign.
    fn near(&mut self) {
        let (x, y, k) = (self.var(), self.var(), self.random.below(5));
        let add = ["add", "sub"][self.random.below(2) as usize];
        let tid = ["mov.u32 %r13, %tid.x;", "mov.u32 %r13, 0;"][self.random.below(2) as usize];
        let base = ["%rd0", "%rd15"][self.random.below(2) as usize];
        let at = 64 + 4 * self.random.below(3);
        self.line(&format!(
            "{tid}\nand.b32 %r12, {x}, 7;\n{add}.u32 %r12, %r12, %r13;\nsub.u32 %r12, %r12, {k};\n\
             mul.wide.s32 %rd2, %r12, 4;\nadd.u64 %rd2, %rd2, {base};\nld.global.u32 {y}, [%rd2+{at}];"
        ));
    }

    /// A step with the pointers; all stay in their buffers, as these are long.
    fn pointers(&mut self) {
        let mut one = || format!("%rd{}", 8 + self.random.below(3));
        let (p, q, r) = (one(), one(), one());
        let text = match self.random.below(9) {
            0 => format!("mov.u64 {p}, %rd0;"),
            1 => format!("mov.u64 {p}, %rd15;"),
            2 => format!("add.u64 {p}, {q}, 4;"),
            3 => {
                let x = self.var();
                format!("and.b32 %r12, {x}, 3;\nmul.wide.u32 %rd2, %r12, 4;\nadd.u64 {p}, {q}, %rd2;")
            }
            // A way to get from one buffer to another.
            4 => format!("sub.u64 %rd13, {p}, {q};\nadd.u64 {r}, {q}, %rd13;"),
            5 => {
                self.condition();
                format!("@%p1 mov.u64 {p}, {q};")
            }
            6 | 7 => {
                let x = self.var();
                let cell =
                    format!("and.b32 %r12, {x}, 1;\nmul.wide.u32 %rd2, %r12, 8;\nadd.u64 %rd2, %rd2, %rd11;");
                if self.random.below(2) == 0 {
                    format!("{cell}\nst.local.u64 [%rd2], {p};")
                } else {
                    format!("{cell}\nld.local.u64 {p}, [%rd2];")
                }
            }
            _ => String::new(),
        };
        self.line(&text);
        let x = self.var();
        self.line(&format!("ld.global.u32 {x}, [{p}];"));
    }

    fn block(&mut self, depth: u32) {
        for _ in 0..1 + self.random.below(4) {
            self.statement(depth);
        }
    }

    fn kernel(seed: u64, collectives: bool) -> Kernel {
        let mut generator = Self {
            random: Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
            text: String::new(),
            labels: 0,
            collectives,
        };
        for _ in 0..4 {
            generator.block(3);
        }
        for n in 0..6 {
            let _ = writeln!(generator.text, "st.shared.u32 [%r2+{}], %r{};", 32 + 4 * n, 4 + n);
        }
        let head = "ld.param.u64 %rd0, [a];\nld.param.u32 %r4, [n];\nmov.u32 %r5, %tid.x;\nmov.u32 %r6, 1;\nmov.u32 %r7, 2;\n\
            mov.u32 %r8, 3;\nmov.u32 %r9, %r4;\n.shared .align 4 .b32 s[32];\n.local .align 4 .b32 l[16];\nshl.b32 %r2, %r5, 6;\n\
            mov.u32 %r3, s;\nadd.u32 %r2, %r2, %r3;\nmov.u64 %rd3, l;\ncvt.u32.u64 %r20, %rd3;\n\
            mov.u32 %r31, %r4;\nmov.u32 %r30, 1;\nshl.b32 %r30, %r30, %r5;\n.local .align 8 .b64 q[2];\nmov.u64 %rd11, q;\nld.param.u64 %rd15, [b];\nmov.u64 %rd8, %rd0;\nmov.u64 %rd9, %rd15;\n\
            mov.u64 %rd10, %rd0;\nst.local.u64 [%rd11], %rd8;\nst.local.u64 [%rd11+8], %rd9;\n";
        let body = generator.text.replace(".local.u32 [%r20", ".local.u32 [%rd3");
        let body = body.replace(".local.u8 [%r20", ".local.u8 [%rd3");
        // Local addresses have 64 bits.
        let body = wide_local(&body);
        module(
            raddle_ir::Language::Ptx,
            &format!(
                ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k(.param .u64 a, .param .u32 n, .param .u64 .ptr .global .align 4 b) {{\n\
                 .reg .b32 %r<40>;\n.reg .b64 %rd<16>;\n.reg .pred %p<8>;\n{head}{body}ret;\n}}\n"
            ),
        )
    }
}

fn wide_local(body: &str) -> String {
    let mut out = String::new();
    for line in body.lines() {
        if line.contains(".local.") && line.contains("[%r11]") {
            out.push_str("cvt.u64.u32 %rd4, %r11;\n");
            out.push_str(&line.replace("[%r11]", "[%rd4]"));
        } else {
            out.push_str(line);
        }
        out.push('\n');
    }
    out
}

/// What was seen, how it ended, shared memory at the end, and the objects.
type Went = (Recorder, Outcome, Vec<Option<u8>>, Objects);

fn go<D: Domain + Default>(kernel: &Kernel, launch: Launch, options: Options) -> Went {
    let program = Program::decode(&kernel.module, &kernel.function).unwrap();
    let mut machine = Machine::<D>::new(&program, launch, options).unwrap();
    let mut both = Both::new(machine.launch());
    let outcome = machine.run(&mut both);
    let shared = machine.bytes(SHARED);
    let recorder = both.checked();
    for values in [Stores::None, Stores::All] {
        let wanted = Wanted { values, buffers: buffers::<D>(), loads: Loads::All, atomics: false };
        sliced::<D>(kernel, machine.launch(), options, &wanted, &recorder, &outcome);
    }
    (recorder, outcome, shared, machine.objects().clone())
}

/// Does the place of the run with unknowns cover that of the run with numbers?
fn covers(unknown: &Event, known: &Event) -> bool {
    let (
        Event::Access { target: u, site: s, kind: k, .. },
        Event::Access { target: t, site: r, kind: l, .. },
    ) = (unknown, known)
    else {
        return false;
    };
    let place = match (*u, *t) {
        (Target::At(x, i), Target::At(y, j)) => x == y && i == j,
        (Target::Within(x) | Target::Near { object: x, .. }, Target::At(y, _)) => x == y,
        _ => *u == Target::Unknown,
    };
    place && s == r && k == l
}

/// How long `a` and `b` are: no pointer is moved so often that it leaves them.
const WORDS: u64 = 4096;

/// What a test was about.
#[derive(Clone, Copy, Default)]
struct Seen {
    /// Kernels in which a loop was stepped over.
    cyclic: usize,
    /// Bytes that are known at the end.
    known: usize,
    /// Reads somewhere in a buffer, after loops.
    within: usize,
    /// Pairs of places that could be compared.
    compared: usize,
    /// Kernels that a thread did not get through with unknowns.
    stuck: usize,
    /// Kernels in which threads that were stepped over waited for each other.
    met: usize,
}

fn is_wait(event: &Event) -> bool {
    matches!(event, Event::WarpSync { .. })
}

fn check(seed: u64, collectives: bool, seen: &mut Seen) {
    let kernel = Generator::kernel(seed, collectives);
    // Results of votes without a mask are known in lock-step only.
    let in_step = collectives && seed.is_multiple_of(2);
    let scheduler = if in_step { Scheduler::WarpSynchronous } else { Scheduler::Independent };
    let options = Options { scheduler, ..Options::default() };
    let mut unknown = launch(2);
    for param in [0, 2] {
        unknown.buffers.push(Buffer { param, content: BufferContent::Size(4 * WORDS), element: 4 });
    }
    let (claims, claimed, end, objects) = go::<Partial>(&kernel, unknown, options);
    if collectives && matches!(claimed, Outcome::Unknown(_)) {
        seen.stuck += 1;
        return;
    }
    let waits_for_ever = collectives && matches!(claimed, Outcome::Deadlock(_));
    // Nothing else in these kernels synchronises: everything can be stepped over.
    assert!(waits_for_ever || claimed == Outcome::Done, "seed {seed}: {claimed:?}");
    let mut random = Random(seed | 1);
    let mut met = false;
    for n in [0, 1, 2, 7, 0xffff_ffff] {
        let mut words = || (0..WORDS).map(|_| random.below(9) as u32).collect::<Vec<u32>>();
        let mut launch = with_buffer(with_buffer(launch(2), 0, &words()), 2, &words());
        launch.args.push(Arg { param: 1, bytes: u32::to_le_bytes(n).to_vec() });
        let (facts, outcome, bytes, _) = go::<Concrete>(&kernel, launch, options);
        if waits_for_ever {
            assert!(matches!(outcome, Outcome::Deadlock(_)), "seed {seed} n {n}");
            continue;
        }
        assert_eq!(outcome, Outcome::Done, "seed {seed} n {n}");
        let mut values: HashMap<ValueId, Option<ValueId>> = HashMap::new();
        let mut groups: BTreeMap<u32, Vec<(i32, Option<u32>, u64)>> = BTreeMap::new();
        for thread in 0..2 {
            let (claims, facts) = (&claims.threads[thread], &facts.threads[thread]);
            let waits = |events: &[Event]| events.iter().filter(|e| is_wait(e)).count();
            met |= waits(facts) > waits(claims);
            for fact in facts.iter().filter(|fact| !is_wait(fact)) {
                assert!(
                    claims.iter().any(|c| covers(c, fact)),
                    "seed {seed} n {n}: {fact:?} is not foreseen"
                );
            }
            let mut rest = facts.iter();
            for claim in claims {
                let Event::Access { may: false, value, .. } = claim else { continue };
                let fact = rest.find(|fact| covers(claim, fact));
                let Some(is @ Event::Access { value: fact, .. }) = fact else {
                    panic!("seed {seed} n {n}: {claim:?} does not happen")
                };
                // Where the same instruction may have stored before, this fact may be that one.
                let unclear =
                    |c: &Event| matches!(c, Event::Access { may: true, site, .. } if *site == claim.site());
                if claims.iter().any(unclear) {
                    continue;
                }
                if let (
                    Event::Access { target: Target::Near { group, offset, .. }, .. },
                    Event::Access { target: Target::At(_, at), .. },
                ) = (claim, is)
                {
                    let name = objects.name_in_group(*group, *offset);
                    groups.entry(*group).or_default().push((*offset, name, *at));
                }
                if let Some(id) = value {
                    let first = values.entry(*id).or_insert(*fact);
                    assert_eq!(first, fact, "seed {seed} n {n}: {claim:?}");
                }
            }
        }
        for places in groups.values() {
            for (n, &(x, x_name, x_at)) in places.iter().enumerate() {
                for &(y, y_name, y_at) in &places[n + 1..] {
                    let (offsets, bytes) = (i64::from(x) - i64::from(y), x_at as i64 - y_at as i64);
                    assert_eq!(offsets as u32, bytes as u32, "seed {seed}");
                    if x_name.is_some() && x_name == y_name {
                        assert_eq!(offsets, bytes, "seed {seed}");
                    }
                    seen.compared += usize::from(x != y);
                }
            }
        }
        for (at, (claim, fact)) in end.iter().zip(&bytes).enumerate() {
            let Some(byte) = claim else { continue };
            assert_eq!(Some(*byte), *fact, "seed {seed} n {n}: byte {at} of shared memory");
        }
    }
    let cyclic = has(&claims, |i| matches!(i, raddle_machine::Issue::SteppedOver { cyclic: true, .. }));
    let within = |event: &&Event| matches!(event, Event::Access { target: Target::Within(object), .. } if *object != SHARED);
    let within = claims.threads.iter().flatten().filter(within).count();
    seen.cyclic += usize::from(cyclic);
    seen.known += end.iter().flatten().count();
    seen.within += within * usize::from(cyclic);
    seen.met += usize::from(met);
}

#[test]
fn what_is_claimed_with_unknowns_holds_with_numbers() {
    let mut seen = Seen::default();
    for seed in 1..1500 {
        check(seed, false, &mut seen);
    }
    // The test is about something: loops were stepped over, and yet much stayed known.
    let Seen { cyclic, known, within, compared, .. } = seen;
    let all = (cyclic, known, within, compared);
    assert!(cyclic > 40 && known > 400 && within > 800 && compared > 1000, "{all:?}");
}

#[test]
fn lanes_that_are_said_to_meet_in_a_region_do() {
    let mut seen = Seen::default();
    for seed in 1..1500 {
        check(seed, true, &mut seen);
    }
    let Seen { cyclic, known, stuck, met, .. } = seen;
    assert!(cyclic > 20 && known > 200 && stuck > 200 && met > 100, "{cyclic} {known} {stuck} {met}");
}
