//! Any bytes as the IR's text form: its parser neither panics nor hangs, and what the validator lets
//! through prints, reads back to the same text, and goes through the passes without a panic.

#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_ir::{passes, text, validate, validate_module};

fuzz_target!(|bytes: &[u8]| {
    let source = String::from_utf8_lossy(bytes);
    let Ok(mut module) = text::parse(&source) else { return };
    if validate_module(&module).is_err() {
        return;
    }
    let printed = module.to_string();
    let again = text::parse(&printed).expect("what is printed parses");
    assert_eq!(again.to_string(), printed);
    let kernels: Vec<_> = module.kernels().map(|(func, _)| func).collect();
    for kernel in kernels {
        if let Ok(function) = passes::prepare(&mut module, kernel) {
            validate(&module, &function).expect("what the passes leave is well-formed");
        }
    }
});
