//! Rules and their pages keep in step.

use raddle_report::Rule;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

fn docs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src")
}

fn pages(folder: &Path, found: &mut BTreeSet<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("the folder of rules is there") {
        let path = entry.expect("its entries can be read").path();
        if path.is_dir() {
            pages(&path, found);
        } else if path.file_name().is_some_and(|name| name != "README.md") {
            found.insert(path);
        }
    }
}

#[test]
fn every_page_has_its_rule_and_every_rule_its_page() {
    let mut found = BTreeSet::new();
    pages(&docs().join("rules"), &mut found);
    let declared: BTreeSet<PathBuf> = Rule::ALL.iter().map(|rule| docs().join(rule.page())).collect();
    assert_eq!(found, declared);
}

#[test]
fn a_page_is_about_its_rule() {
    for rule in Rule::ALL {
        let page = rule.documentation();
        assert!(page.starts_with(&format!("# `{rule}`\n\n")), "{rule}: its title");
        assert!(page.contains("\n```"), "{rule}: an example");
        assert!(page.lines().any(|line| line.starts_with("## ")), "{rule}: what to do");
        if rule.property().is_some() {
            for section in ["## Why it is a bug", "## How to fix it", "## How raddle decides"] {
                assert!(page.contains(section), "{rule}: {section}");
            }
        }
    }
}

#[test]
fn ids_are_unique_and_well_formed() {
    let ids: BTreeSet<&str> = Rule::ALL.iter().map(|rule| rule.id()).collect();
    assert_eq!(ids.len(), Rule::ALL.len());
    for rule in Rule::ALL {
        let (group, name) = rule.id().split_once('/').expect("an id has a group and a name");
        let kebab = |text: &str| {
            !text.is_empty()
                && text.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
        };
        assert!(kebab(group) && kebab(name), "{rule}");
        assert_eq!(Rule::by_id(rule.id()), Some(*rule));
        assert_eq!(serde_json::to_value(rule).unwrap(), rule.id());
    }
}

#[test]
fn the_index_lists_all_rules() {
    crate::common::compare("../../docs/src/rules/README.md", &Rule::index());
}

/// What `raddle explain` shows: no link that cannot be followed, and everything it names exists.
#[test]
fn an_explanation_leads_somewhere() {
    let mut books = 0;
    for rule in Rule::ALL {
        let text = rule.explanation();
        assert!(!text.contains("]("), "{rule}: {text}");
        for named in text.split("(raddle explain ").skip(1) {
            let id = named.split(')').next().unwrap_or_default();
            assert!(Rule::by_id(id).is_some(), "{rule}: `{id}`");
        }
        for named in text.split("(docs/src/").skip(1) {
            let file = named.split([')', '#']).next().unwrap_or_default();
            assert!(docs().join(file).is_file(), "{rule}: `{file}`");
            books += 1;
        }
    }
    assert!(books > 5, "{books}");
}
