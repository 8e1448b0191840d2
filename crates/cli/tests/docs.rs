//! The book in step with the code: its table of contents with its pages, the page on the command line with the
//! binary's own help, its links with what they point at.

// Only a part of it is used here.
#[allow(dead_code)]
use crate::common::{Folder, kernel};
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn book() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// All Markdown files below a folder, relative to `root`, with `/`.
fn pages(folder: &Path, root: &Path, found: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).expect("the folder is readable") {
        let path = entry.expect("the entry is readable").path();
        if path.is_dir() {
            pages(&path, root, found);
        } else if path.extension().is_some_and(|extension| extension == "md") {
            let relative = path.strip_prefix(root).expect("it lies below the root");
            found.insert(relative.to_string_lossy().replace('\\', "/"));
        }
    }
}

/// The targets of `[text](target)`, outside of code.
fn links(text: &str) -> Vec<String> {
    let mut found = Vec::new();
    let mut code = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            code = !code;
        }
        if code {
            continue;
        }
        let mut rest = line;
        while let Some((_, after)) = rest.split_once("](") {
            let Some((target, after)) = after.split_once(')') else { break };
            found.push(target.to_owned());
            rest = after;
        }
    }
    found
}

#[test]
fn the_table_of_contents_lists_every_page_once() {
    let book = book();
    let listed = links(&read(&book.join("SUMMARY.md")));
    let mut there = BTreeSet::new();
    pages(&book, &book, &mut there);
    there.remove("SUMMARY.md");
    assert!(there.len() > 10, "the book is where it is looked for: {there:?}");
    let once: BTreeSet<String> = listed.iter().cloned().collect();
    assert_eq!(once.len(), listed.len(), "SUMMARY.md lists a page twice");
    assert_eq!(once, there, "left: listed in SUMMARY.md; right: pages in docs/src");
}

#[test]
fn links_between_pages_lead_somewhere() {
    let book = book();
    let mut there = BTreeSet::new();
    pages(&book, &book, &mut there);
    let mut checked = 0;
    for page in &there {
        let path = book.join(page);
        for link in links(&read(&path)) {
            let (file, anchor) = link.split_once('#').map_or((link.as_str(), None), |(f, a)| (f, Some(a)));
            if file.contains("://") {
                continue;
            }
            let target = if file.is_empty() { path.clone() } else { path.with_file_name("").join(file) };
            assert!(target.exists(), "{page} links to {link}, which is not there");
            if let Some(anchor) = anchor {
                let anchors: Vec<String> = read(&target).lines().filter_map(heading).collect();
                assert!(
                    anchors.iter().any(|a| a == anchor),
                    "{page} links to {link}, but there is {anchors:?}"
                );
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "only {checked} links were found");
}

/// The anchor of a heading, as mdBook makes it.
fn heading(line: &str) -> Option<String> {
    let text = line.strip_prefix('#')?.trim_start_matches('#').strip_prefix(' ')?;
    let kept = text.trim().to_lowercase();
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    Some(kept.map(|c| if c == ' ' { '-' } else { c }).collect())
}

fn help(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .args(arguments)
        .arg("--help")
        .output()
        .expect("the binary runs");
    assert!(output.status.success(), "`raddle {arguments:?} --help` fails");
    String::from_utf8(output.stdout).expect("help is UTF-8")
}

/// The flags that a help text declares: the first words of its lines that begin with `-`, and their aliases in brackets.
fn flags(help: &str) -> BTreeSet<String> {
    let declares = |line: &&str| line.trim_start().starts_with('-');
    let first = help
        .lines()
        .filter(declares)
        .flat_map(|line| line.split([' ', ',']).take_while(|word| word.is_empty() || word.starts_with('-')));
    let in_brackets = help.split("[alias").skip(1).filter_map(|rest| rest.split(']').next());
    let aliases =
        in_brackets.flat_map(|names| names.split([',', ' ', '\n']).filter(|word| word.starts_with("--")));
    first.chain(aliases).filter(|word| word.len() > 1).map(str::to_owned).collect()
}

/// The commands that a help text lists.
fn commands(help: &str) -> Vec<String> {
    let lines = help.lines().skip_while(|line| !line.starts_with("Commands:")).skip(1);
    let lines = lines.take_while(|line| line.starts_with(' '));
    // Continuation lines of a description are indented further.
    lines
        .filter(|line| line.starts_with("  ") && !line.starts_with("   "))
        .filter_map(|line| line.split_whitespace().next())
        .map(str::to_owned)
        .collect()
}

/// The flags that a Markdown text names in code: `` `--flag …` ``, also inside a longer piece of code.
fn named(text: &str) -> BTreeSet<String> {
    let code = text.split('`').skip(1).step_by(2);
    let words = code.flat_map(|code| code.split_whitespace());
    let flag = |word: &&str| word.starts_with("--") || (word.len() == 2 && word.starts_with('-'));
    words.filter(flag).map(|word| word.trim_end_matches(',').to_owned()).collect()
}

#[test]
fn every_flag_is_documented_and_every_documented_flag_is_there() {
    let page = read(&book().join("command-line.md"));
    // Blocks of commands are examples.
    let prose: String = page.split("```").step_by(2).collect();
    let documented = named(&prose);
    let mut declared: BTreeSet<String> = flags(&help(&[]));
    let commands = commands(&help(&[]));
    assert!(commands.iter().any(|command| command == "check"), "{commands:?}");
    for command in commands.iter().filter(|command| *command != "help") {
        assert!(
            page.contains(&format!("## `raddle {command}")),
            "command-line.md has no section on `{command}`"
        );
        let flags = flags(&help(&[command]));
        assert!(flags.contains("--help"), "no flag was found in the help of `{command}`");
        for flag in flags.iter().filter(|flag| !matches!(flag.as_str(), "-h")) {
            assert!(
                documented.contains(flag),
                "command-line.md does not name `{flag}` of `raddle {command}`"
            );
        }
        declared.extend(flags);
    }
    for flag in &documented {
        assert!(declared.contains(flag), "command-line.md names `{flag}`, which no command has");
    }
}

#[test]
fn every_command_shows_an_example_in_its_help() {
    for command in commands(&help(&[])).iter().filter(|command| *command != "help") {
        let help = help(&[command]);
        // The usage line names the command too.
        let example = help.split_once("Example:").map_or("", |(_, after)| after);
        let shows = |line: &str| line.trim().split(' ').take(2).eq(["raddle", command]);
        assert!(example.lines().any(shows), "the help of `{command}` has no example");
    }
}

/// Blocks of code with their languages, in order.
fn blocks(page: &str) -> Vec<(&str, &str)> {
    let fenced = page.split("\n```").skip(1).step_by(2);
    fenced.filter_map(|block| block.split_once('\n')).collect()
}

/// Each page of a rule shows an example and the command that gives the rule.
#[test]
fn the_examples_of_rules_give_the_rules() {
    let mut pages_of_rules = BTreeSet::new();
    let rules = book().join("rules");
    pages(&rules, &rules, &mut pages_of_rules);
    pages_of_rules.remove("README.md");
    for page in &pages_of_rules {
        let rule = page.trim_end_matches(".md");
        // A defect of raddle has no example, and a wrong command line is refused before there are rules.
        if matches!(rule, "unknown/unreplayed" | "input/command-line" | "internal/crash") {
            continue;
        }
        let text = read(&rules.join(page));
        let folder = Folder::new(&rule.replace('/', "-"));
        folder.file("kernel.ptx", kernel("scan", "ret;"));
        for (language, code) in blocks(&text) {
            let name = match language {
                "cuda" => "example.cu",
                "opencl" => "example.cl",
                "ptx" => "example.ptx",
                "toml" => "raddle.toml",
                _ => continue,
            };
            folder.file(name, code);
        }
        let command = blocks(&text).into_iter().find(|(language, _)| *language == "sh");
        let line = command.and_then(|(_, code)| code.lines().next()).unwrap_or_default();
        let line = line.split('#').next().unwrap_or_default();
        let Some(line) = line.strip_prefix("raddle ") else { panic!("{page} has no command") };
        let ran = folder.words(line);
        assert!(ran.code.is_some(), "{page}: raddle {line} dies");
        // A deadlock says that it is divergence, too.
        let names = [format!("[{rule}]"), format!("({rule}), too")];
        assert!(
            names.iter().any(|name| ran.out.contains(name)),
            "{page}: raddle {line}\n{}{}",
            ran.out,
            ran.err
        );
    }
}

/// The commands of a page's console blocks that check kernels of this project, each with what the page shows of its output.
fn shown(text: &str) -> Vec<(&str, Vec<&str>)> {
    let blocks = text.split("```console\n$ raddle ").skip(1);
    let blocks = blocks.filter_map(|block| block.split("\n```").next()?.split_once('\n'));
    let own = blocks.filter(|(command, _)| command.starts_with("check kernels/"));
    own.map(|(command, output)| (command, output.lines().map(str::trim_end).collect())).collect()
}

/// Does a report have these lines, where `...` stands for any number of lines?
fn fits(wanted: &[&str], lines: &[&str]) -> bool {
    match (wanted, lines) {
        ([], rest) => rest.iter().all(|line| line.is_empty()),
        (["...", wanted @ ..], lines) => (0..=lines.len()).any(|from| fits(wanted, &lines[from..])),
        ([first, wanted @ ..], [line, lines @ ..]) => first == line && fits(wanted, lines),
        _ => false,
    }
}

#[test]
fn reports_are_what_raddle_prints() {
    let root = book().join("../..");
    let mut count = 0;
    for page in ["README.md", "docs/src/guide.md", "docs/src/tutorial.md"] {
        let text = read(&root.join(page));
        for (command, wanted) in shown(&text) {
            // In the shell `*` needs quotes.
            let arguments = command.split_whitespace().map(|argument| argument.trim_matches('\''));
            let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
                .current_dir(&root)
                .args(arguments)
                .output()
                .expect("raddle runs");
            let report = String::from_utf8_lossy(&output.stdout);
            let lines: Vec<&str> = report.lines().map(str::trim_end).collect();
            assert!(fits(&wanted, &lines), "{page} shows something else of `raddle {command}`:\n{report}");
            count += 1;
        }
    }
    assert!(count >= 20, "only {count} reports are shown");
}

/// The folder of the tutorial, which the README shows first: no kernel is left open.
#[test]
fn the_tutorial_counts_its_kernels() {
    let root = book().join("../..");
    let output = Command::new(env!("CARGO_BIN_EXE_raddle"))
        .current_dir(&root)
        .args(["check", "kernels/tutorial", "--quiet"])
        .output()
        .expect("raddle runs");
    let table = String::from_utf8_lossy(&output.stdout);
    assert!(table.contains("24 kernels of 10 files: 13 proved, 11 refuted, 0 not decided"), "{table}");
    let page = read(&book().join("tutorial.md"));
    assert!(page.contains("11 kernels are refuted, and 13 are proved"), "tutorial.md");
}
