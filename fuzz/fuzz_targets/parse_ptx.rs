//! Any bytes: the parser neither panics nor hangs, what parses prints and parses again to the
//! same text, and its DWARF is read without a panic.
//!
//! How to run it: docs/src/evaluation.md.

#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_ptx::{dwarf, parse, source};

fuzz_target!(|bytes: &[u8]| {
    let text = source::decode(bytes);
    match parse::parse(&text) {
        Ok(module) => {
            dwarf::debug_info(&module);
            let printed = module.to_string();
            let again = parse::parse(&printed).expect("what is printed parses");
            assert_eq!(again.to_string(), printed);
        }
        Err(errors) => {
            assert!(!errors.is_empty());
            for error in errors {
                let _ = error.to_string();
            }
        }
    }
});
