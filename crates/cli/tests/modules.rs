//! The modules of `crates/raddle`: which names which, without a large cycle.
//!
//! A module is a file. It names another one where a path in it leads there: `crate::…`, `super::…`, or a module that it declares. What the methods of
//! a type written in several files need does not show in paths and is ignored.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

type Module = Vec<String>;

/// The layers, bottom up: a module names only modules of its own layer and of those before it in this list.
const ROOMS: [&str; 13] = [
    "options",
    "evidence",
    "observe",
    "subject",
    "running",
    "words",
    "confirm::replay",
    "methods::one_run",
    "methods::two_threads",
    "methods::termination",
    "confirm",
    "plan",
    "session",
];

#[test]
fn no_circle_has_more_than_three_modules() {
    let graph = graph();
    assert!(graph.len() > 60, "the modules were read: {}", graph.len());
    let edges: usize = graph.values().map(BTreeSet::len).sum();
    assert!(edges > 300, "paths were followed: {edges}");
    for circle in circles(&graph) {
        let names: Vec<String> = circle.iter().map(|module| module.join("::")).collect();
        assert!(names.len() <= 3, "these modules name each other in a circle: {}", names.join(", "));
    }
}

#[test]
fn rooms_know_only_rooms_below_them() {
    for (module, named) in graph() {
        let Some(own) = room(&module) else { continue };
        for other in named {
            let Some(of) = room(&other) else { continue };
            let (from, to) = (module.join("::"), other.join("::"));
            assert!(of <= own, "{from} names {to}, which is above it");
            let is_method = |room: usize| ROOMS[room].starts_with("methods::");
            assert!(
                of == own || !is_method(of) || !is_method(own),
                "{from} names {to}: methods do not know each other"
            );
        }
    }
}

/// The index of a module's layer in the list; none for the entry points other than checks, which may name any module.
fn room(module: &Module) -> Option<usize> {
    let path = module.join("::");
    let is_in =
        |room: &str| path == room || path.strip_prefix(room).is_some_and(|rest| rest.starts_with("::"));
    let all = ROOMS.iter().enumerate().filter(|(_, room)| is_in(room));
    all.max_by_key(|(_, room)| room.len()).map(|(place, _)| place)
}

/// The modules, each with those that it names.
fn graph() -> BTreeMap<Module, BTreeSet<Module>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../raddle/src");
    let mut texts = BTreeMap::new();
    for file in sources(&root) {
        let path = file.strip_prefix(&root).expect("it lies there").with_extension("");
        let mut module: Module = path.iter().map(|part| part.to_string_lossy().into_owned()).collect();
        if module.last().is_some_and(|last| last == "mod" || last == "lib") {
            module.pop();
        }
        let text = fs::read_to_string(&file).expect("a source");
        texts.insert(module, code(text.split("#[cfg(test)]").next().unwrap_or_default()));
    }
    let modules: BTreeSet<Module> = texts.keys().cloned().collect();
    let named = |module: &Module, text: &str| -> BTreeSet<Module> {
        let paths = paths(text).into_iter().filter_map(|path| resolve(module, &path, &modules));
        paths.filter(|other| other != module && !other.is_empty()).collect()
    };
    // The root only declares modules.
    let own = texts.iter().filter(|(module, _)| !module.is_empty());
    own.map(|(module, text)| (module.clone(), named(module, text))).collect()
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let all = entries.flat_map(|path| if path.is_dir() { sources(&path) } else { vec![path] });
    all.filter(|path| path.extension().is_some_and(|end| end == "rs")).collect()
}

/// The source without comments and string literals.
fn code(text: &str) -> String {
    let without = text.lines().map(|line| line.split("//").next().unwrap_or_default());
    let mut code = String::new();
    for line in without {
        for (n, part) in line.split('"').enumerate() {
            code.push_str(if n % 2 == 0 { part } else { "\"" });
        }
        code.push('\n');
    }
    code
}

/// All paths of two and more parts, with those of nested `use`.
fn paths(text: &str) -> Vec<Vec<String>> {
    let mut all = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("use ") {
        let is_word = at == 0 || !rest.as_bytes()[at - 1].is_ascii_alphanumeric();
        let tree = rest[at + 4..].split(';').next().unwrap_or_default();
        if is_word {
            expand(&[], tree, &mut all);
        }
        rest = &rest[at + 4..];
    }
    let is_of_path = |c: char| c.is_alphanumeric() || c == '_' || c == ':';
    for word in text.split(|c| !is_of_path(c)).filter(|word| word.contains("::")) {
        all.push(word.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect());
    }
    all
}

fn expand(before: &[String], tree: &str, all: &mut Vec<Vec<String>>) {
    let (path, inner) = match tree.find('{') {
        Some(at) => (&tree[..at], Some(&tree[at + 1..tree.rfind('}').unwrap_or(tree.len())])),
        None => (tree, None),
    };
    let name = |part: &str| part.split_whitespace().next().unwrap_or_default().to_owned();
    let mut whole = before.to_vec();
    whole.extend(path.split("::").map(name).filter(|part| !part.is_empty()));
    let Some(inner) = inner else {
        all.push(whole);
        return;
    };
    let (mut depth, mut begin) = (0, 0);
    for (at, c) in inner.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            ',' if depth == 0 => {
                expand(&whole, &inner[begin..at], all);
                begin = at + 1;
            }
            _ => {}
        }
    }
    if !inner[begin..].trim().is_empty() {
        expand(&whole, &inner[begin..], all);
    }
}

/// The deepest module that a path leads to.
fn resolve(module: &Module, path: &[String], modules: &BTreeSet<Module>) -> Option<Module> {
    let (mut at, mut rest) = match path.first()?.as_str() {
        "crate" => (Vec::new(), &path[1..]),
        "self" => (module.clone(), &path[1..]),
        "super" => (module.clone(), path),
        first => {
            let inner: Module = module.iter().cloned().chain([first.to_owned()]).collect();
            if !modules.contains(&inner) {
                return None;
            }
            (module.clone(), path)
        }
    };
    while rest.first().is_some_and(|part| part == "super") {
        at.pop();
        rest = &rest[1..];
    }
    for part in rest {
        let deeper: Module = at.iter().cloned().chain([part.clone()]).collect();
        if !modules.contains(&deeper) {
            break;
        }
        at = deeper;
    }
    Some(at)
}

/// The sets of modules that reach each other.
fn circles(graph: &BTreeMap<Module, BTreeSet<Module>>) -> Vec<BTreeSet<Module>> {
    let reached = |from: &Module| {
        let mut seen: BTreeSet<&Module> = BTreeSet::new();
        let mut next: Vec<&Module> = graph.get(from).into_iter().flatten().collect();
        while let Some(module) = next.pop() {
            if seen.insert(module) {
                next.extend(graph.get(module).into_iter().flatten());
            }
        }
        seen
    };
    let reach: BTreeMap<&Module, BTreeSet<&Module>> =
        graph.keys().map(|module| (module, reached(module))).collect();
    let mut circles: Vec<BTreeSet<Module>> = Vec::new();
    for module in graph.keys() {
        let mutual = |other: &&&Module| reach.get(**other).is_some_and(|back| back.contains(module));
        let circle: BTreeSet<Module> =
            reach[module].iter().filter(mutual).map(|&other| other.clone()).collect();
        if circle.len() > 1 && !circles.contains(&circle) {
            circles.push(circle);
        }
    }
    circles
}

/// The tests above detect what they are meant to.
#[test]
fn paths_lead_to_modules() {
    let all =
        |names: &[&str]| names.iter().map(|name| name.split("::").map(str::to_owned).collect()).collect();
    let modules: BTreeSet<Module> = all(&["a", "a::b", "c"]);
    let text =
        "use crate::{a::{self, b::T}, c as d};\nfn f() { super::super::c::g(); b::h(); raddle::a::x() }";
    let module: Module = vec!["a".to_owned()];
    let found: BTreeSet<Module> =
        paths(&code(text)).iter().filter_map(|path| resolve(&module, path, &modules)).collect();
    assert!(found.is_superset(&all(&["a", "a::b", "c"]).into_iter().collect()), "{found:?}");
    let graph: BTreeMap<Module, BTreeSet<Module>> = [("a", "a::b"), ("a::b", "c"), ("c", "a")]
        .map(|(from, to)| (from.split("::").map(str::to_owned).collect(), all(&[to]).into_iter().collect()))
        .into();
    assert_eq!(circles(&graph).len(), 1);
    assert_eq!(circles(&graph)[0].len(), 3);
}
