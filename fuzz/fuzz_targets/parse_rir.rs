//! Any bytes into the parser of the IR's text: a module or an error, never a panic or a hang. What is read
//! prints to a text that is read again as the same; what is valid can be prepared, and is valid afterwards.

#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_ir::{Func, passes, text, validate, validate_module};

fuzz_target!(|bytes: &[u8]| {
    let Ok(input) = std::str::from_utf8(bytes) else { return };
    let Ok(mut module) = text::parse(input) else { return };
    let printed = module.to_string();
    let again = text::parse(&printed).expect("what is printed is read");
    assert_eq!(again.to_string(), printed);
    if validate_module(&module).is_err() {
        return;
    }
    let kernels: Vec<Func> = module.kernels().map(|(id, _)| id).collect();
    for kernel in kernels {
        if let Ok(prepared) = passes::prepare(&mut module, kernel) {
            assert_eq!(validate(&module, &prepared), Ok(()));
        }
    }
});
