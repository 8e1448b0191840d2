//! Reports as a run of raddle would fill them, and a comparison with text files that can be blessed.
#![allow(dead_code, unreachable_pub)] // Each test file uses a part.

use raddle_report::*;
use std::collections::BTreeMap;
use std::path::PathBuf;

/// The source files of the sample reports.
pub fn sources() -> BTreeMap<String, String> {
    [
        (
            "shift.cu",
            "#include <raddle.h>\n\
             __global__ void shift(const int *in, int *out) {\n\
             \x20   __shared__ int s[129];\n\
             \x20   int i = threadIdx.x;\n\
             \x20   s[i] = in[i];\n\
             \n\
             \x20   out[i] = s[i + 1];\n\
             }\n",
        ),
        (
            "flag.cu",
            "__global__ void flag(const int *in, int *found) {\n\
             \x20   if (in[threadIdx.x] == 42) *found = 1;\n\
             }\n",
        ),
        (
            "crossed.cu",
            "__global__ void __launch_bounds__(64) crossed() {\n\
             \x20   if (threadIdx.x < 32) {\n\
             \x20       named_sync(0, 64);\n\
             \x20       named_sync(1, 64);\n\
             \x20   } else {\n\
             \x20       named_sync(1, 64);\n\
             \x20       named_sync(0, 64);\n\
             \x20   }\n\
             }\n",
        ),
        (
            "ring.ptx",
            ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry ring() {\n\
             \x20   bar.arrive 1, 64;\n\
             \x20   bar.sync 1, 64;\n\
             }\n",
        ),
        (
            "partial.cu",
            "__global__ void partial(int *s, int n) {\n\
             \x20   if (threadIdx.x < 40) {\n\
             \x20       s[threadIdx.x] = 0;\n\
             \x20       __syncthreads();\n\
             \x20   }\n\
             }\n",
        ),
        (
            "gemm.cu",
            "__global__ void gemm(const float *a, int k) {\n\
             \x20   __shared__ float tile[32];\n\
             \x20   int steps = k / 32;\n\
             \x20   for (int i = 0; i < steps; i++) {\n\
             \x20       tile[threadIdx.x] = a[i * 32 + threadIdx.x];\n\
             \x20       __syncthreads();\n\
             \x20   }\n\
             }\n",
        ),
        ("bad.ptx", ".version 8.0\n.entry k() {\n\tadd.s32 %r1, %r2,, %r3;\n}\n"),
    ]
    .into_iter()
    .map(|(file, text)| (file.to_owned(), text.to_owned()))
    .collect()
}

pub fn input(file: &str) -> Input {
    let (language, compiler) =
        if file.ends_with(".ptx") { ("ptx", None) } else { ("cuda", Some("clang 19, -O0 -g".to_owned())) };
    Input { file: file.to_owned(), language: language.to_owned(), compiler }
}

pub fn report(file: &str, kernel: KernelReport) -> Report {
    let mut report = Report::new("0.1.0", vec![input(file)]);
    let language = if file.ends_with(".ptx") { Language::Ptx } else { Language::Cuda };
    report.kernels.push(kernel.language(language));
    report
}

fn block(n: u32) -> Launch {
    Launch::new([n, 1, 1], [1, 1, 1])
}

fn thread(n: u64) -> Thread {
    Thread::new(n, [0; 3], [128, 1, 1], 32)
}

fn warp(n: u64) -> Threads {
    Threads::new(32 * n..32 * (n + 1), [0; 3], 32)
}

fn proof(launch: &Launch) -> Scope {
    Scope::every_input(launch).assuming(Assumption::DisjointPointers).assuming(Assumption::InBounds)
}

fn witness(file: &str, kernel: &str, launch: &Launch, threads: &[Thread]) -> Witness {
    Witness {
        file: file.to_owned(),
        kernel: kernel.to_owned(),
        launch: launch.clone(),
        inputs: vec![],
        noted: false,
        threads: threads.to_vec(),
        schedule: serde_json::json!({ "steps": [[33, 12], [32, 14]] }),
        replayed: true,
        written_to: Some(format!("{kernel}-1.json")),
    }
}

pub fn shift_race() -> Race {
    let at = |thread, kind, location| Access {
        thread,
        kind,
        bytes: 4,
        address: Address::element(Space::Shared, "s", &[33], 132),
        location,
        value: None,
        uncertain: false,
        last_barrier: None,
    };
    Race {
        first: at(thread(33), AccessKind::Write, Location::new("shift.cu", 5, 5)),
        second: at(thread(32), AccessKind::Read, Location::new("shift.cu", 7, 14)),
        unordered: Unordered::NoBarrier,
        pairs: Count::exactly(127),
        benign: false,
        explanation: None,
        same_cause: Vec::new(),
    }
}

/// A harmful race; the other properties proved.
pub fn shift() -> KernelReport {
    let launch = block(128);
    let race = Diagnostic::race(shift_race(), Language::Cuda.terms())
        .help("put `__syncthreads()` between shift.cu:5 and shift.cu:7")
        .witness(witness("shift.cu", "shift", &launch, &[thread(33), thread(32)]));
    let no_barrier = Scope::every_input(&launch);
    KernelReport::new("shift(int const*, int*)", "shift.cu", launch.clone())
        .raw_name("_Z5shiftPKiPi")
        .result(PropertyResult::from_findings(
            Property::Race,
            vec![race],
            Verdict::Proved { scope: proof(&launch) },
        ))
        .result(PropertyResult::proved(Property::Divergence, no_barrier.clone()))
        .result(PropertyResult::proved(Property::Deadlock, no_barrier.clone()))
        .result(PropertyResult::proved(Property::BarrierReuse, no_barrier.standing_on(Property::Deadlock)))
}

/// A race of equal values: proved, with a warning.
pub fn flag() -> KernelReport {
    let launch = block(64);
    let write = |n| Access {
        thread: thread(n),
        kind: AccessKind::Write,
        bytes: 4,
        address: Address::element(Space::Global, "found", &[0], 0),
        location: Location::new("flag.cu", 2, 39),
        value: Some("1".to_owned()),
        uncertain: true,
        last_barrier: None,
    };
    let race = Diagnostic::race(
        Race {
            first: write(0),
            second: write(1),
            unordered: Unordered::NoBarrier,
            pairs: Count::at_least(1000),
            benign: true,
            explanation: None,
            same_cause: Vec::new(),
        },
        Language::Cuda.terms(),
    )
    .help("`--strict-benign` treats such a race as a bug");
    let scope = proof(&launch).up_to(Exception::EqualWrites { location: Location::line("flag.cu", 2) });
    KernelReport::new("flag", "flag.cu", launch).result(PropertyResult::from_findings(
        Property::Race,
        vec![race],
        Verdict::Proved { scope },
    ))
}

/// A cycle of waits, and what cannot be decided because of it.
pub fn crossed() -> KernelReport {
    let launch = block(64);
    let wait = |who, barrier, line, missing, owed| Wait {
        threads: warp(who),
        barrier: Barrier::Named(barrier),
        generation: 0,
        location: Location::new("crossed.cu", line, 9),
        arrived: 32,
        expected: 64,
        waits_for: Some(warp(missing)),
        owed: Some(Location::new("crossed.cu", owed, 9)),
    };
    let cycle = Diagnostic::deadlock(
        Deadlock { waits: vec![wait(0, 0, 3, 1, 7), wait(1, 1, 6, 0, 4)], cycle: true, exited: None },
        Language::Cuda.terms(),
    )
    .help("use the barriers in the same order in both warps")
    .witness(witness("crossed.cu", "crossed", &launch, &[thread(0), thread(32)]));
    let blocked = Unknown::new(
        Rule::UnknownPrerequisite,
        "the kernel deadlocks before its later accesses and barriers",
    );
    let otherwise = Verdict::Unknown(blocked.clone());
    KernelReport::new("crossed", "crossed.cu", launch)
        .result(PropertyResult::unknown(Property::Race, blocked.clone()))
        .result(PropertyResult::from_findings(Property::Deadlock, vec![cycle], otherwise))
        .result(PropertyResult::unknown(Property::BarrierReuse, blocked))
}

/// A kernel whose threads end early, and one whose barrier counts disagree.
pub fn misuse() -> KernelReport {
    let launch = block(64);
    let exited = Diagnostic::deadlock(
        Deadlock {
            waits: vec![Wait {
                threads: warp(0),
                barrier: Barrier::Named(0),
                generation: 2,
                location: Location::new("partial.cu", 4, 9),
                arrived: 32,
                expected: 64,
                waits_for: None,
                owed: None,
            }],
            cycle: false,
            exited: Some(Exited {
                threads: warp(1),
                location: Location::line("partial.cu", 6),
                branch: None,
            }),
        },
        Language::Cuda.terms(),
    );
    let registration = |who, line, how, expected| Registration {
        threads: warp(who),
        location: Location::new("ring.ptx", line, 5),
        how,
        generation: 0,
        expected: Some(expected),
    };
    let mismatch = |misuse, arrived| {
        Diagnostic::barrier_misuse(
            BarrierMisuse {
                misuse,
                barrier: Barrier::Named(1),
                offending: registration(1, 6, RegistrationKind::Sync, 96),
                earlier: Some(registration(0, 5, RegistrationKind::Arrive, 64)),
                arrived,
            },
            Language::Cuda.terms(),
        )
    };
    let bad = Diagnostic::barrier_misuse(
        BarrierMisuse {
            misuse: Misuse::BadOperand,
            barrier: Barrier::Named(16),
            offending: registration(1, 6, RegistrationKind::Sync, 48),
            earlier: None,
            arrived: None,
        },
        Language::Cuda.terms(),
    );
    let findings =
        vec![exited, mismatch(Misuse::CountMismatch, None), mismatch(Misuse::OverArrival, Some(128)), bad];
    let otherwise = Verdict::Proved { scope: proof(&launch) };
    KernelReport::new("misuse", "ring.ptx", launch).result(PropertyResult::from_findings(
        Property::Deadlock,
        findings,
        otherwise,
    ))
}

/// A named barrier whose two generations may mix.
pub fn ring() -> KernelReport {
    let launch = block(96);
    let registration = |who, line, how, generation| Registration {
        threads: warp(who),
        location: Location::new("ring.ptx", line, 5),
        how,
        generation,
        expected: Some(64),
    };
    let reuse = Diagnostic::reuse(
        Reuse {
            barrier: Barrier::Named(1),
            earlier: registration(0, 5, RegistrationKind::Arrive, 0),
            later: registration(2, 6, RegistrationKind::Sync, 1),
            pairs: Count::exactly(2),
        },
        Language::Cuda.terms(),
    )
    .help("use another barrier id for the second generation")
    .witness(witness("ring.ptx", "ring", &launch, &[thread(0), thread(64)]));
    let scope = proof(&launch);
    KernelReport::new("ring", "ring.ptx", launch)
        .result(PropertyResult::proved(Property::Deadlock, scope.clone()))
        .result(PropertyResult::from_findings(Property::BarrierReuse, vec![reuse], Verdict::Proved { scope }))
}

/// A barrier in a branch, inside a function that was inlined.
pub fn partial() -> KernelReport {
    let launch = block(64).arg("n", 7);
    let found = |rule, elsewhere| {
        Diagnostic::divergence(
            Divergence {
                rule,
                location: Location::new("partial.cu", 4, 9)
                    .inlined("settle", Location::new("main.cu", 88, 3)),
                present: Threads::new(0..40, [0; 3], 32),
                absent: Threads::new(40..64, [0; 3], 32),
                elsewhere,
                branch: Some(Location::new("partial.cu", 2, 21)),
            },
            Language::Cuda.terms(),
        )
    };
    let exited = Elsewhere::Exited { location: Location::line("partial.cu", 6) };
    let findings = vec![
        found(DivergenceRule::B1, exited.clone())
            .help("move the barrier out of the branch, and guard only the work"),
        found(DivergenceRule::Aligned, exited),
        found(DivergenceRule::B2, Elsewhere::AtBarrier { location: Location::new("partial.cu", 4, 9) }),
    ];
    KernelReport::new("partial", "partial.cu", launch.clone()).result(PropertyResult::from_findings(
        Property::Divergence,
        findings,
        Verdict::Proved { scope: proof(&launch) },
    ))
}

/// A loop bound that depends on a parameter that is not given.
pub fn gemm() -> KernelReport {
    let launch = block(32);
    let unknown = Unknown::new(Rule::UnknownData, "a loop bound depends on parameter `k`")
        .at(Location::new("gemm.cu", 4, 23))
        .because(None, "whether the loop goes on is not known")
        .because(Some(Location::new("gemm.cu", 3, 19)), "`steps` comes from parameter `k`")
        .help("pass `--arg k=...`");
    [Property::Race, Property::Deadlock, Property::BarrierReuse].into_iter().fold(
        KernelReport::new("gemm", "gemm.cu", launch.clone())
            .result(PropertyResult::proved(Property::Divergence, proof(&launch))),
        |kernel, property| kernel.result(PropertyResult::unknown(property, unknown.clone())),
    )
}

/// A kernel whose launch is not given, with the sizes that were tried.
pub fn untold() -> KernelReport {
    let properties = vec![Property::Deadlock, Property::Race];
    let unknown = Unknown::new(Rule::UnknownLaunch, "no block size is given for `axpy`")
        .help("pass --block X[,Y[,Z]], the number of threads per block");
    let mut kernel = KernelReport::new("axpy", "gemm.cu", Launch::not_given());
    for &property in &properties {
        kernel = kernel.result(PropertyResult::unknown(property, unknown.clone()));
    }
    let tried = |launch| Tried {
        launch,
        out_of_bounds: false,
        proved: Vec::new(),
        refuted: Vec::new(),
        unknown: Vec::new(),
    };
    let square = Launch::new([16, 16, 1], [1; 3]);
    kernel.tried = vec![
        Tried { proved: properties.clone(), ..tried(block(32)) },
        Tried { proved: properties, ..tried(square) },
        Tried {
            out_of_bounds: true,
            refuted: vec![Property::Race],
            unknown: vec![Property::Deadlock],
            ..tried(block(64))
        },
    ];
    kernel
}

/// An input that does not parse.
pub fn syntax_error() -> Report {
    let mut report = Report::new("0.1.0", vec![input("bad.ptx")]);
    report.errors.push(
        Diagnostic::new(Rule::InputSyntax, "expected an operand, found `,`")
            .primary(Location::new("bad.ptx", 3, 20).until(21), "an operand was expected here"),
    );
    report
}

/// A source that the compiler rejects.
pub fn compiler_error() -> Report {
    let mut report = Report::new("0.1.0", vec![input("broken.cu")]);
    report.errors.push(Diagnostic::new(Rule::InputCompiler, "clang rejects broken.cu").verbatim(
        "broken.cu:2:7: error: expected ';' after expression\n    2 |   a = 1\n      |        ^\n",
    ));
    report
}

/// Several kernels, and every kind of fact.
pub fn everything() -> Report {
    let files = ["shift.cu", "flag.cu", "crossed.cu", "ring.ptx", "partial.cu", "gemm.cu"];
    let mut report = Report::new("0.1.0", files.map(input).to_vec());
    report.kernels = vec![shift(), flag(), crossed(), ring(), misuse(), partial(), gemm(), untold()];
    report.notes.push("6 files in 0 directories".to_owned());
    report
}

/// Compares `actual` with the text file at `path` below this crate; `RADDLE_BLESS=1` writes it instead.
pub fn compare(path: &str, actual: &str) {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("RADDLE_BLESS").is_some_and(|value| value == "1") {
        std::fs::write(&path, actual).expect("the snapshot can be written");
        return;
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    if expected != actual {
        panic!(
            "{} differs (- expected, + actual):\n{}\nIf the new text is right: \
             RADDLE_BLESS=1 cargo test -p raddle-report",
            path.display(),
            difference(&expected, actual)
        );
    }
}

/// The lines that differ, after the common beginning and before the common end.
fn difference(expected: &str, actual: &str) -> String {
    let (old, new): (Vec<&str>, Vec<&str>) = (expected.lines().collect(), actual.lines().collect());
    let head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let rest = old.len().min(new.len()) - head;
    let tail = old.iter().rev().zip(new.iter().rev()).take(rest).take_while(|(a, b)| a == b).count();
    let mut text = format!("@@ line {} @@\n", head + 1);
    old[head..old.len() - tail].iter().for_each(|line| text.push_str(&format!("-{line}\n")));
    new[head..new.len() - tail].iter().for_each(|line| text.push_str(&format!("+{line}\n")));
    text
}
