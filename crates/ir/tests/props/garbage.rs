//! The parser, and the validator after it, on malformed texts: an error, never a panic.

use crate::props::generate::module;
use proptest::prelude::*;
use raddle_ir::passes::prepare;
use raddle_ir::{text, validate, validate_module};

/// What the text form is made of, and what it is not.
const TOKENS: &[&str] = &[
    "module",
    "ptx",
    "cuda",
    "address",
    "64",
    "32",
    "kernel",
    "device",
    "\"f\"",
    "{",
    "}",
    "(",
    ")",
    ":",
    ",",
    "=",
    "block0",
    "block1",
    "v0",
    "v1",
    "v16777215",
    "v99999999999",
    "i32",
    "i64",
    "i1",
    "opaque",
    "const",
    "0x1",
    "-1",
    "add",
    "load",
    "store",
    "shared",
    "[",
    "]",
    "+",
    "-",
    ">",
    "obj0",
    "slot0",
    "slot16777215",
    "var0",
    "loc0",
    "!",
    "loc1",
    "file0",
    "at",
    "inlined",
    "in",
    "jump",
    "branch",
    "switch",
    "goto",
    "return",
    "call",
    "func0",
    "among",
    "barrier_sync",
    "count",
    "predicate",
    "set",
    "get",
    "params",
    "buffer0",
    "absolute",
    "param",
    "offset",
    "size",
    "align",
    "element",
    "init",
    "\"0g\"",
    "\"00\"",
    "reloc",
    "bytes",
    "field",
    "promoted",
    "to",
    "arguments",
    "results",
    "type",
    "pointer",
    "generic",
    "as",
    "_",
    "@",
    ";",
    "\n",
    "\"",
    "\"\\u{110000}\"",
    "é",
    "shared var",
    "special",
    "envreg99",
    "opaque \"x\"",
    "340282366920938463463374607431768211456",
    "lop3.0xzz",
    "fadd.rz.rz",
];

/// What is read prints to a text that is read as the same; what is valid can be prepared and stays valid.
fn use_it(text: &str) {
    let Ok(mut module) = text::parse(text) else { return };
    let printed = module.to_string();
    let again = text::parse(&printed).unwrap_or_else(|e| panic!("{e}\n{printed}"));
    assert_eq!(again.to_string(), printed);
    if validate_module(&module).is_ok() {
        let kernels: Vec<_> = module.kernels().map(|(id, _)| id).collect();
        for kernel in kernels {
            if let Ok(prepared) = prepare(&mut module, kernel) {
                assert_eq!(validate(&module, &prepared), Ok(()));
            }
        }
    }
}

proptest! {
    #![proptest_config(crate::proptests::config(1000, 10000))]

    #[test]
    fn token_soup(tokens in proptest::collection::vec(0..TOKENS.len(), 0..60)) {
        let soup: Vec<&str> = tokens.iter().map(|&n| TOKENS[n]).collect();
        use_it(&soup.join(" "));
        use_it(&format!("module ptx address 64 {}", soup.join(" ")));
        use_it(&format!("module ptx address 64 kernel \"k\" {{ block0(): {} return }}", soup.join(" ")));
    }

    #[test]
    fn any_characters(text in "\\PC{0,80}") {
        use_it(&text);
    }

    #[test]
    fn mutated_texts(
        bytes in proptest::collection::vec(any::<u8>(), 0..120),
        edits in proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0..4u8), 1..4),
    ) {
        let (module, _) = module(&bytes);
        let printed = module.to_string();
        let mut words: Vec<String> = printed.split_inclusive(&[' ', '\n', ','][..]).map(str::to_owned).collect();
        for (at, other, how) in edits {
            let at = at.index(words.len());
            match how {
                0 => { words.remove(at); }
                1 => { let word = words[other.index(words.len())].clone(); words[at] = word; }
                2 => { let other = other.index(words.len()); words.swap(at, other); }
                _ => words.insert(at, format!("{} ", TOKENS[other.index(TOKENS.len())])),
            }
            if words.is_empty() {
                words.push(String::new());
            }
        }
        use_it(&words.concat());
    }

    #[test]
    fn cut_texts(bytes in proptest::collection::vec(any::<u8>(), 0..60), cut in any::<prop::sample::Index>()) {
        let printed = module(&bytes).0.to_string();
        let mut at = cut.index(printed.len());
        while !printed.is_char_boundary(at) {
            at -= 1;
        }
        use_it(&printed[..at]);
    }
}
