//! Any bytes that parse as PTX: lowering and the passes neither panic nor hang, and what they make is
//! well-formed IR.

#![no_main]

use libfuzzer_sys::fuzz_target;
use raddle_ir::{passes, validate, validate_module};
use raddle_ptx::lower::{Options, lower};
use raddle_ptx::{parse, source};

fuzz_target!(|bytes: &[u8]| {
    let text = source::decode(bytes);
    let Ok(tree) = parse::parse(&text) else { return };
    let mut module = match lower(&tree, &text, Options::default()) {
        Ok(module) => module,
        Err(errors) => {
            assert!(!errors.is_empty());
            for error in errors {
                let _ = error.to_string();
            }
            return;
        }
    };
    validate_module(&module).expect("what lowering makes is well-formed");
    let kernels: Vec<_> = module.kernels().map(|(func, _)| func).collect();
    for kernel in kernels {
        if let Ok(function) = passes::prepare(&mut module, kernel) {
            validate(&module, &function).expect("what the passes leave is well-formed");
        }
    }
});
