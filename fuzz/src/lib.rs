//! What the fuzz targets do with their bytes. libFuzzer calls it for hours (`./dev fuzz`), and `crates/ptx/tests/fuzz.rs` for a
//! minute, without libFuzzer.

use raddle_ir::{passes, text, validate, validate_module};
use raddle_ptx::lower::{Options, lower};
use raddle_ptx::{dwarf, parse, source};

/// Any bytes: the parser of PTX neither panics nor hangs, what parses prints and parses again to the
/// same text, and its DWARF is read without a panic.
pub fn parse_ptx(bytes: &[u8]) {
    let text = source::decode(bytes);
    match parse::parse(&text) {
        Ok(module) => {
            dwarf::debug_info(&module);
            let printed = module.to_string();
            let again = parse::parse(&printed).expect("what is printed parses");
            assert_eq!(again.to_string(), printed);
        }
        Err(errors) => are_said(&errors),
    }
}

/// Any bytes that parse as PTX: lowering and the passes neither panic nor hang, and what they make is
/// well-formed IR.
pub fn lower_ptx(bytes: &[u8]) {
    let text = source::decode(bytes);
    let Ok(tree) = parse::parse(&text) else { return };
    let mut module = match lower(&tree, &text, Options::default()) {
        Ok(module) => module,
        Err(errors) => return are_said(&errors),
    };
    validate_module(&module).expect("what lowering makes is well-formed");
    prepare(&mut module);
}

/// Any bytes into the parser of the IR's text: a module or an error, never a panic or a hang. What is read
/// prints to a text that is read again as the same; what is valid can be prepared, and is valid afterwards.
pub fn parse_rir(bytes: &[u8]) {
    let Ok(input) = std::str::from_utf8(bytes) else { return };
    let Ok(mut module) = text::parse(input) else { return };
    let printed = module.to_string();
    let again = text::parse(&printed).expect("what is printed is read");
    assert_eq!(again.to_string(), printed);
    if validate_module(&module).is_ok() {
        prepare(&mut module);
    }
}

/// What the passes leave of each kernel is well-formed.
fn prepare(module: &mut raddle_ir::Module) {
    let kernels: Vec<_> = module.kernels().map(|(func, _)| func).collect();
    for kernel in kernels {
        if let Ok(function) = passes::prepare(module, kernel) {
            validate(module, &function).expect("what the passes leave is well-formed");
        }
    }
}

/// There is an error, and each can be printed.
fn are_said(errors: &[impl ToString]) {
    assert!(!errors.is_empty());
    for error in errors {
        let _ = error.to_string();
    }
}
