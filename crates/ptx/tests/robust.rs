//! No input makes the parser panic, hang or overflow the stack, and whatever parses prints and
//! parses again to the same.

use proptest::prelude::*;
use raddle_ptx::parse::{MAX_ERRORS, parse};
use raddle_ptx::source::decode;

/// A small module in which nearly every construct occurs.
const SAMPLE: &str = include_str!("sample.ptx");

/// Parses; checks that errors are well-formed and that a tree survives printing.
fn check(source: &str) {
    match parse(source) {
        Ok(module) => {
            let printed = module.to_string();
            let again = parse(&printed).unwrap_or_else(|errors| panic!("printed:\n{printed}\n{}", errors[0]));
            assert!(again.to_string() == printed, "printed, parsed and printed otherwise:\n{printed}");
        }
        Err(errors) => {
            assert!((1..=MAX_ERRORS).contains(&errors.len()));
            for error in errors {
                assert!(error.span.start <= error.span.end && error.span.end as usize <= source.len());
                assert!(error.caret as usize <= error.text.chars().count());
                assert!(error.to_string().lines().count() == 3);
            }
        }
    }
}

#[test]
fn the_sample_parses() {
    assert_eq!(
        parse(SAMPLE).map(|module| module.items.len()).map_err(|errors| errors[0].to_string()),
        Ok(15)
    );
    check(SAMPLE);
}

#[test]
fn truncation_at_every_byte() {
    for (end, _) in SAMPLE.char_indices() {
        check(&SAMPLE[..end]);
    }
}

#[test]
fn each_token_removed_or_doubled() {
    // Cut between words and marks, roughly as the lexer does.
    let mut cuts: Vec<usize> = vec![0];
    let kind = |c: char| if c.is_alphanumeric() || "_$%".contains(c) { 'a' } else { c };
    let mut last = ' ';
    for (at, c) in SAMPLE.char_indices() {
        if kind(c) != kind(last) {
            cuts.push(at);
        }
        last = c;
    }
    for pair in cuts.windows(2) {
        let (before, token, after) = (&SAMPLE[..pair[0]], &SAMPLE[pair[0]..pair[1]], &SAMPLE[pair[1]..]);
        check(&format!("{before}{after}"));
        check(&format!("{before}{token} {token}{after}"));
    }
}

/// A word of PTX, or something like one.
fn token() -> impl Strategy<Value = String> {
    prop_oneof![
        4 => prop::sample::select(vec![
            ".version", "8.0", ".target", "sm_80", ".address_size", "64", ".entry", ".func", ".visible", ".extern",
            ".global", ".shared", ".reg", ".param", ".const", ".align", ".v4", ".u32", ".b8", ".file", ".section",
            ".debug_info", ".loc", ".pragma", ".alias", ".attribute", ".ptr", ".branchtargets", ".callprototype",
            "function_name", "inlined_at", "generic", "call", "mov", "ld", "bra", "%r1", "x", "_", "WARP_SZ", "L",
        ])
        .prop_map(str::to_owned),
        4 => prop::sample::select(vec![
            "{", "}", "(", ")", "[", "]", "<", ">", ",", ";", ":", "@", "!", "|", "+", "-", "*", "/", "%", "~", "?",
            "=", "==", "<<", "&&", "/*", "*/", "//", "#", "\"", "\n", "\\", "\u{e9}",
        ])
        .prop_map(str::to_owned),
        1 => "[0-9]{1,20}|0[xXfFdDbB]?[0-9a-fA-F]{0,17}U?|[0-9]\\.[0-9]e[+-]?[0-9]{1,3}",
    ]
}

proptest! {
    #![proptest_config(crate::proptests::config(8_000, 80_000))]

    #[test]
    fn token_soup(words in prop::collection::vec(token(), 0..80), inside in 0..3) {
        let soup = words.join(" ");
        match inside {
            0 => check(&soup),
            1 => check(&format!(".version 8.0 {soup}")),
            _ => check(&format!(".version 8.0 .func f() {{ {soup} }}")),
        }
    }

    #[test]
    fn mutated_bytes(edits in prop::collection::vec((any::<prop::sample::Index>(), 0..4, any::<u8>()), 1..12)) {
        let mut bytes = SAMPLE.as_bytes().to_vec();
        for (index, kind, byte) in edits {
            let at = index.index(bytes.len());
            match kind {
                0 => bytes[at] = byte,
                1 => bytes.insert(at, byte),
                2 => drop(bytes.remove(at)),
                _ => {
                    // A piece of the text once more.
                    let piece = bytes[at..bytes.len().min(at + usize::from(byte))].to_vec();
                    bytes.splice(at..at, piece);
                }
            }
        }
        check(&decode(&bytes));
    }
}

#[test]
fn the_time_is_over() {
    use raddle_ir::clock::Deadline;
    use raddle_ptx::lower::{Options, Problem, lower};
    use raddle_ptx::parse::{Unparsed, parse_by};
    let deadline = Deadline::after(Some(std::time::Duration::ZERO));
    let long = format!("{} .entry k() {{ {} ret; }}", ".version 8.0", "bar.sync 0; ".repeat(2000));
    assert_eq!(parse_by(&long, deadline), Err(Unparsed::Late));
    let module = parse(&long).expect("PTX");
    let errors = lower(&module, &long, Options { deadline, ..Options::default() }).expect_err("late");
    assert!(errors.iter().any(|error| error.problem == Problem::Late));
}

/// Labels that no instruction stands between are one place.
#[test]
fn labels_of_one_place_are_one_block() {
    let labels: String = (0..1000).map(|n| format!("L{n}:\n")).collect();
    let source =
        format!(".version 8.0\n.entry k() {{ .reg .pred %p; {labels} @%p bra L0; @%p bra L999; ret; }}");
    let module = parse(&source).expect("PTX");
    let module = raddle_ptx::lower::lower(&module, &source, Default::default()).expect("a module");
    let (_, function) = module.kernels().next().expect("a kernel");
    assert!(function.blocks.len() < 8, "{} blocks", function.blocks.len());
}
