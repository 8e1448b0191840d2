//! The built-in functions of OpenCL C, every one for each type that it is specified for, from the table `built_ins.txt`.

use raddle_compile::{CompileOptions, compile, externs};
use std::fmt::Write;
use std::fs;

const INTEGERS: &[&str] = &["char", "uchar", "short", "ushort", "int", "uint", "long", "ulong"];

/// What the source is compiled as.
#[derive(Clone, Copy)]
struct As {
    version_2: bool,
    halves: bool,
}

/// The element types that a word of the table stands for.
fn types(word: &'static str, with: As) -> Vec<&'static str> {
    let half = if with.halves { &["half"][..] } else { &[] };
    match word {
        "integers" => INTEGERS.to_vec(),
        "floats" => [&["float", "double"], half].concat(),
        "numbers" => [INTEGERS, &["float", "double"], half].concat(),
        // Of which there are functions only where half is a number.
        "halves" if with.halves => [INTEGERS, &["float", "double", "half"]].concat(),
        "halves" => Vec::new(),
        "atomics" => vec!["int", "uint", "long", "ulong", "float", "double"],
        other => vec![other],
    }
}

/// The integer of an element's size.
fn integer(element: &str, signed: bool) -> String {
    let plain = match element {
        "float" => "int",
        "double" => "long",
        "half" => "short",
        integer => integer.strip_prefix('u').unwrap_or(integer),
    };
    format!("{}{plain}", if signed { "" } else { "u" })
}

/// A type of the table, for an element and a width.
fn typed(text: &str, element: &str, width: &str) -> String {
    let word = |word: &str| match word {
        "G" => format!("{element}{width}"),
        "T" => element.to_owned(),
        "R" => format!("{}{width}", integer(element, true)),
        "U" => format!("{}{width}", integer(element, false)),
        "atomic_T" => format!("atomic_{element}"),
        "T2" | "T4" | "T8" | "T16" => format!("{element}{}", &word[1..]),
        "E2" | "E4" | "E8" | "E16" => format!("{}{}", integer(element, false), &word[1..]),
        other => match other.strip_suffix('N') {
            Some(base) => format!("{base}{width}"),
            None => other.to_owned(),
        },
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// A source with a function for each call of the table.
fn source(with: As) -> String {
    let mut out = String::new();
    if with.halves {
        out.push_str("#pragma OPENCL EXTENSION cl_khr_fp16 : enable\n");
    }
    let data: &[&str] = if with.version_2 {
        &["__private", "__global", "__local", "__generic"]
    } else {
        &["__private", "__global", "__local"]
    };
    let shared: Vec<&str> = data.iter().copied().filter(|space| *space != "__private").collect();
    let mut number = 0;
    let lines = include_str!("built_ins.txt").lines().filter(|l| !l.is_empty() && !l.starts_with('#'));
    for line in lines {
        let fields: Vec<&str> = line.split("; ").collect();
        let [elements, widths, version, signature] = fields[..] else { panic!("{line}") };
        if version == "2.0" && !with.version_2 {
            continue;
        }
        let (head, parameters) = signature.trim_end_matches(')').split_once('(').expect("parameters");
        let mut names: Vec<&str> = head.trim_end().split(' ').collect();
        let pointer = names.iter().position(|&word| word == "*").unwrap_or(0);
        let result = names.drain(..=pointer).collect::<Vec<_>>().join(" ");
        let parameters: Vec<&str> = parameters.split(", ").filter(|p| !p.is_empty()).collect();
        let is_in = |mark: &str| parameters.iter().any(|p| p.contains(mark));
        let spaces = if is_in("@") { data } else { &["@"] };
        let places = if is_in("$") { &shared[..] } else { &["$"] };
        for element in elements.split(' ').flat_map(|word| types(word, with)) {
            for width in widths.split(' ').map(|width| if width == "1" { "" } else { width }) {
                for (space, place) in spaces.iter().flat_map(|s| places.iter().map(move |p| (s, p))) {
                    let of = |(n, p): (usize, &&str)| {
                        format!("{} a{n}", typed(&p.replace('@', space).replace('$', place), element, width))
                    };
                    let declared: Vec<String> = parameters.iter().enumerate().map(of).collect();
                    let given: Vec<String> = (0..parameters.len()).map(|n| format!("a{n}")).collect();
                    for name in &names {
                        let returns = if result == "void" { "" } else { "return " };
                        writeln!(
                            out,
                            "{} f{number}({}) {{ {returns}{}({}); }}",
                            typed(&result, element, width),
                            declared.join(", "),
                            name.replace('#', width),
                            given.join(", ")
                        )
                        .expect("written");
                        number += 1;
                    }
                }
            }
        }
    }
    out
}

/// They compile and call no unknown function.
#[test]
fn every_built_in_function_is_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("all.cl");
    for (version_2, halves, least) in [(false, false, 6000), (true, true, 8000)] {
        let text = source(As { version_2, halves });
        assert!(text.lines().count() > least, "{}", text.lines().count());
        fs::write(&file, text).expect("written");
        let standard = Some(if version_2 { "CL2.0" } else { "CL1.2" }.to_owned());
        let options = CompileOptions { standard, ..CompileOptions::default() };
        let ptx = compile(&file, &options).unwrap_or_else(|error| panic!("{error}")).ptx;
        for line in ptx.lines().filter(|line| line.starts_with(".extern .func")) {
            let name = line.trim_end_matches(';').rsplit(' ').next().expect("a name").trim_end();
            assert!(externs::meaning(name).is_some(), "`{name}` is unknown");
        }
    }
}
