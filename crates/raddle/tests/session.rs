//! A check that is asked to continue, kernel by kernel, and what is reported of the kernels that it did not reach.

use raddle::{Checked, CtaChoice, Event, Key, Launches, Options, Session, unreached};
use raddle_report::{Ctas, Dim3, Language, Rule, Size, Verdict};
use std::num::NonZero;
use std::path::{Path, PathBuf};

const HEADER: &str = ".version 8.0\n.target sm_80\n.address_size 64\n.func rec() { call rec; ret; }\n";

fn file(name: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    std::fs::write(&path, text).expect("a file");
    path
}

/// A kernel `first` that is fine, one that cannot be prepared, and one more.
fn three(name: &str) -> PathBuf {
    let kernel = |name: &str, body: &str| {
        format!(".visible .entry {name}(.param .u64 a, .param .u32 n) {{ {body} ret; }}\n")
    };
    let kernels =
        [("first", ""), ("broken", "call rec;"), ("last", "")].map(|(name, body)| kernel(name, body));
    file(name, &(HEADER.to_owned() + &kernels.concat()))
}

fn options() -> Options {
    let mut launch = Launches { block: Some([Some(32), None, Some(1)]), ..Launches::default() };
    launch.grid = Some([Some(4), Some(1), Some(1)]);
    launch.cta = CtaChoice::One([1, 0, 0]);
    launch.args = vec![(Key::Index(1), "3".to_owned())];
    Options { launch, ..Options::default() }
}

#[test]
fn a_session_continues_when_it_is_asked() {
    let mut session = Session::open(&three("next.ptx"), &Options::default());
    let names = |session: &Session| -> Vec<String> {
        session.unreached().into_iter().map(|kernel| kernel.name).collect()
    };
    assert_eq!(names(&session), ["first", "broken", "last"]);
    let done = session.check_next().expect("a kernel");
    assert!(done.report.kernels[0].name == "first" && done.report.errors.is_empty());
    assert_eq!(names(&session), ["broken", "last"]);
    let done = session.check_next().expect("a kernel");
    assert!(done.report.kernels.is_empty(), "it cannot be checked");
    assert_eq!(done.report.errors[0].rule, Rule::InputRecursion);
    assert_eq!(session.next_kernel().as_deref(), Some("last"));
    assert_eq!(session.so_far().report.kernels.len(), 1);
    assert!(session.check_next().is_some() && session.check_next().is_none());
    let report = session.finish().report;
    assert_eq!((report.kernels.len(), report.errors.len()), (2, 1));
}

/// What is said when so many of the kernels are checked at once.
fn events(path: &Path, at_once: usize) -> (Vec<String>, Checked) {
    let mut session = Session::open(path, &Options::default());
    let mut said = Vec::new();
    session.go_on(NonZero::new(at_once).expect("some"), &mut |event| {
        said.push(match event {
            Event::Started { kernel } => format!("{kernel} started"),
            Event::Done { nth, kernel, .. } => {
                let names: Vec<&str> = kernel.report.kernels.iter().map(|one| one.name.as_str()).collect();
                format!("{nth}: {names:?}, {} errors", kernel.report.errors.len())
            }
        });
    });
    assert!(session.unreached().is_empty());
    (said, session.finish())
}

#[test]
fn events_say_what_came_of_each_kernel() {
    let path = three("events.ptx");
    let (said, one_by_one) = events(&path, 1);
    let all = [
        "first started",
        "0: [\"first\"], 0 errors",
        "broken started",
        "1: [], 1 errors",
        "last started",
        "2: [\"last\"], 0 errors",
    ];
    assert_eq!(said, all);
    // Whatever the order in which they are done, the report has them in that of the file.
    for at_once in [2, 3, 8] {
        let (mut said, checked) = events(&path, at_once);
        said.sort();
        let mut all = all.to_vec();
        all.sort_unstable();
        assert_eq!(said, all);
        assert_eq!(checked.report, one_by_one.report);
    }
}

#[test]
fn a_kernel_that_was_not_reached_has_the_launch_that_was_given() {
    let path = three("unreached.ptx");
    let read = Session::open(&path, &options()).unreached();
    for (kernels, parameter) in [(&read, "n"), (&unreached(&path, &options()), "1")] {
        for kernel in kernels {
            let launch = &kernel.launch;
            assert_eq!(launch.block, Some(Dim3([Size::Fixed(32), Size::Free, Size::Fixed(1)])));
            assert_eq!(launch.grid, Some(Dim3::fixed([4, 1, 1])));
            assert_eq!(launch.ctas, Ctas::One([1, 0, 0]));
            assert_eq!((launch.args[0].name.as_str(), launch.args[0].value.as_str()), (parameter, "3"));
            assert!(kernel.results.iter().all(|result| matches!(result.verdict, Verdict::Unknown(_))));
        }
    }
    // Every block is meant where none is named.
    assert!(unreached(&path, &Options::default()).iter().all(|kernel| kernel.launch.ctas == Ctas::All));
}

#[test]
fn the_language_of_a_kernel_is_that_of_its_file() {
    let text = "module opencl address 64\n\nkernel \"k\" {\nblock0():\n  return\n}\n";
    let path = file("language.rir", text);
    let language = |kernels: Vec<raddle_report::KernelReport>| kernels[0].language;
    assert_eq!(language(Session::open(&path, &Options::default()).unreached()), Language::OpenCl);
    // Of one that was not read the name says it.
    assert_eq!(language(unreached(Path::new("k.cl"), &Options::default())), Language::OpenCl);
    assert_eq!(language(unreached(&path, &Options::default())), Language::Ptx);
}
