//! Every pass keeps the meaning: the same events in the same order, the same memory at the end.

use crate::props::generate::module;
use crate::props::interpret::{Run, run};
use proptest::prelude::*;
use raddle_ir::passes::{
    compact, construct_ssa, fold, inline, make_reducible, prepare, promote_slots, remove_dead,
    resolve_addresses, split_arrays, split_choices,
};
use raddle_ir::*;

/// Steps of the run before a pass; the one after may take more, since passes split instructions.
const FUEL: usize = 600;

fn valid(module: &Module, function: &Function, pass: &str) -> Result<(), TestCaseError> {
    validate(module, function).map_err(|errors| {
        let text = text::print_function(module, function);
        TestCaseError::fail(format!("after {pass}: {}\n{text}", errors[0]))
    })
}

/// A run that ended must be repeated; one that did not must be repeated as far as both go.
fn same(before: &Run, after: &Run) -> bool {
    let common = before.events.len().min(after.events.len());
    match (&before.memory, &after.memory) {
        (Some(_), _) => before == after,
        (None, _) => before.events[..common] == after.events[..common],
    }
}

pub fn check(module: &Module, original: &Run, function: &Function, pass: &str) -> Result<(), TestCaseError> {
    valid(module, function, pass)?;
    let after = run(module, function, 10 * FUEL);
    if same(original, &after) {
        return Ok(());
    }
    let at = original.events.iter().zip(&after.events).take_while(|(a, b)| a == b).count();
    Err(TestCaseError::fail(format!(
        "{pass} changes event {at} from {:?} to {:?}\n{module}\nafterwards:\n{}",
        original.events.get(at),
        after.events.get(at),
        text::print_function(module, function)
    )))
}

fn is_reducible(function: &Function) -> bool {
    let cfg = cfg::Cfg::new(function);
    cfg::Loops::new(&cfg, &cfg::Dominators::new(&cfg)).irreducible().is_none()
}

/// Does it hold an access that is certainly misaligned?
fn is_misaligned(function: &Function) -> bool {
    let is_it =
        |kind: &InstKind| matches!(kind, InstKind::Opaque { name, .. } if name.starts_with("misaligned"));
    function
        .order
        .iter()
        .flat_map(|&block| &function.blocks[block].insts)
        .any(|&inst| is_it(&function.insts[inst].kind))
}

fn forget_alignment(module: &mut Module) {
    let objects: Vec<Object> = module.objects.keys().collect();
    objects.into_iter().for_each(|object| module.objects[object].align = 1);
    let functions: Vec<Func> = module.functions.keys().collect();
    for func in functions {
        let function = &mut module.functions[func];
        let slots: Vec<Slot> = function.slots.keys().collect();
        slots.into_iter().for_each(|slot| function.slots[slot].align = 1);
        for pointer in function.params.iter_mut().filter_map(|param| param.pointer.as_mut()) {
            pointer.align = 1;
        }
    }
}

fn bytes() -> impl Strategy<Value = Vec<u8>> {
    proptest::collection::vec(any::<u8>(), 0..400)
}

proptest! {
    #![proptest_config(crate::proptests::config(1500, 15000))]

    #[test]
    fn passes_keep_the_meaning(bytes in bytes()) {
        let (mut module, kernel) = module(&bytes);
        if let Err(errors) = validate_module(&module) {
            return Err(TestCaseError::fail(format!("generated: {}\n{module}", errors[0])));
        }
        let original = run(&module, &module.functions[kernel], FUEL);
        let mut function = inline(&mut module, kernel).expect("no recursion is generated");
        check(&module, &original, &function, "inline")?;
        construct_ssa(&mut function);
        check(&module, &original, &function, "construct_ssa")?;
        for round in 0..2 {
            fold(&mut function);
            check(&module, &original, &function, "fold")?;
            resolve_addresses(&mut function, &module);
            check(&module, &original, &function, "resolve_addresses")?;
            remove_dead(&mut function);
            check(&module, &original, &function, "remove_dead")?;
            if round == 0 {
                promote_slots(&mut function);
                check(&module, &original, &function, "promote_slots")?;
                construct_ssa(&mut function);
                check(&module, &original, &function, "construct_ssa after promote_slots")?;
            }
        }
        compact(&mut function);
        check(&module, &original, &function, "compact")?;
        let mut prepared = prepare(&mut module, kernel).expect("no recursion is generated");
        if is_misaligned(&prepared) {
            // What a misaligned access does is undefined: without declared alignments, no access is certainly misaligned.
            forget_alignment(&mut module);
            prepared = prepare(&mut module, kernel).expect("no recursion is generated");
            prop_assert!(!is_misaligned(&prepared));
        }
        check(&module, &original, &prepared, "prepare")?;
        let left = prepared.insts.values().any(|i| match i.kind {
            InstKind::VarGet(var) | InstKind::VarSet(var, _) => prepared.vars[var].shared.is_none(),
            // A call through a pointer stays where it may lead back to the function that it stands in.
            InstKind::Call { callee: Callee::Indirect { target, .. }, .. } => {
                prepared.def_inst(target).is_some_and(|data| matches!(data.kind, InstKind::FuncAddr(_)))
            }
            InstKind::Call { .. } => true,
            _ => false,
        });
        let mut alone = prepared.clone();
        if split_arrays(&mut alone, 2000) {
            check(&module, &original, &alone, "split_arrays")?;
            construct_ssa(&mut alone);
            check(&module, &original, &alone, "construct_ssa after split_arrays")?;
        }
        if make_reducible(&mut alone, 2000) {
            check(&module, &original, &alone, "make_reducible")?;
            prop_assert!(is_reducible(&alone), "it is not reducible:\n{}", text::print_function(&module, &alone));
        }
        prop_assert!(!left, "private scalars or calls are left:\n{}", text::print_function(&module, &prepared));
    }

    /// Each pass alone, on what the front end leaves: they rely on no order.
    #[test]
    fn each_pass_alone_keeps_the_meaning(bytes in bytes()) {
        let (mut module, kernel) = module(&bytes);
        let original = run(&module, &module.functions[kernel], FUEL);
        let inlined = inline(&mut module, kernel).expect("no recursion is generated");
        type Pass = fn(&mut Function, &Module);
        let passes: [(&str, Pass); 9] = [
            ("fold", |f, _| fold(f)),
            ("resolve_addresses", |f, m| resolve_addresses(f, m)),
            ("remove_dead", |f, _| remove_dead(f)),
            ("promote_slots", |f, _| { promote_slots(f); }),
            ("split_choices", |f, m| { split_choices(f, m); }),
            ("split_arrays", |f, _| { split_arrays(f, 2000); }),
            ("make_reducible", |f, _| { make_reducible(f, 2000); }),
            ("construct_ssa", |f, _| construct_ssa(f)),
            ("compact", |f, _| compact(f)),
        ];
        for (name, pass) in passes {
            let mut function = inlined.clone();
            pass(&mut function, &module);
            check(&module, &original, &function, name)?;
        }
    }
}
