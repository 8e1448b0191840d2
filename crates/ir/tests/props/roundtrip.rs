//! Print, parse, print again: the same text; before and after the passes, which leave gaps in the numbers.

use crate::props::generate::module;
use proptest::prelude::*;
use raddle_ir::passes::{construct_ssa, fold, inline, promote_slots};
use raddle_ir::*;

fn round_trips(module: &Module) -> Result<(), TestCaseError> {
    let printed = module.to_string();
    match text::parse(&printed) {
        Ok(again) => {
            prop_assert_eq!(&again.to_string(), &printed);
            prop_assert_eq!(validate_module(&again).is_ok(), validate_module(module).is_ok());
            Ok(())
        }
        Err(error) => Err(TestCaseError::fail(format!("{error}\n{printed}"))),
    }
}

proptest! {
    #![proptest_config(crate::proptests::config(500, 5000))]

    #[test]
    fn what_is_printed_is_read_back(bytes in proptest::collection::vec(any::<u8>(), 0..300)) {
        let (mut module, kernel) = module(&bytes);
        round_trips(&module)?;
        let mut function = inline(&mut module, kernel).expect("no recursion is generated");
        construct_ssa(&mut function);
        fold(&mut function);
        promote_slots(&mut function);
        module.functions[kernel] = function;
        round_trips(&module)?;
    }
}
