//! The invariants that no text can break, broken by hand: the parser numbers blocks, instructions and
//! definitions so that they hold.

use raddle_ir::validate::Rule;
use raddle_ir::{
    Block, Entity, Function, Inst, LocId, Module, Value, ValueDef, text, validate, validate_module,
};

fn sample() -> (Module, Function) {
    let text = "module ptx address 64
loc0 = ptx 1
loc1 = ptx 2 inlined loc0
shared var \"s\": i32
kernel \"k\" {
  var0 = shared \"s\"
block0():
  v0 = const i32 0x0
  v1 = const i32 0x1
  jump block1(v0)
block1(v2: i32):
  return
}";
    let module = text::parse(text).expect("a right text");
    assert_eq!(validate_module(&module), Ok(()));
    let function = module.functions.values().next().expect("one function").clone();
    (module, function)
}

#[track_caller]
fn broken(rule: Rule, message: &str, change: impl FnOnce(&mut Function)) {
    let (module, mut function) = sample();
    change(&mut function);
    let errors = validate(&module, &function).expect_err("it is wrong");
    assert!(errors.iter().any(|e| e.rule == rule && e.to_string().contains(message)), "{errors:#?}");
}

#[test]
fn order() {
    broken(Rule::Order, "`block1` of \"k\": the program order lists this block twice", |f| {
        f.order.push(Block::new(1));
    });
    broken(Rule::Order, "`block7` of \"k\": the program order lists a block that does not exist", |f| {
        f.order.push(Block::new(7));
    });
}

#[test]
fn listed_once() {
    let first = Inst::new(0);
    broken(Rule::ListedOnce, "`v0 = const i32 0x0` in block1 of \"k\": it is listed twice", |f| {
        f.blocks[Block::new(1)].insts.push(first);
    });
    broken(Rule::ListedOnce, "it lists inst9, which does not exist", |f| {
        f.blocks[Block::new(1)].insts.push(Inst::new(9));
    });
}

#[test]
fn definition() {
    broken(Rule::Definition, "it defines v0, but v0 says that it is defined elsewhere", |f| {
        f.values[Value::new(0)].def = ValueDef::Result(Inst::new(1), 0);
    });
    broken(Rule::Definition, "`block1` of \"k\": it defines v2", |f| {
        f.values[Value::new(2)].def = ValueDef::Param(Block::new(1), 3);
    });
    broken(Rule::Definition, "it defines v8, which does not exist", |f| {
        f.insts[Inst::new(0)].results[0] = Value::new(8);
    });
}

#[test]
fn location() {
    broken(Rule::Location, "its location does not exist", |f| f.insts[Inst::new(0)].loc = LocId::new(9));
    broken(Rule::Location, "its location does not exist", |f| {
        f.blocks[Block::new(0)].term_loc = LocId::new(9);
    });
    broken(Rule::Location, "its location does not exist", |f| f.loc = LocId::new(9));
}

#[test]
fn scalar() {
    let var = raddle_ir::Var::new(0);
    broken(Rule::Scalar, "the shared scalar is \"s\" of type i32", |f| f.vars[var].ty = raddle_ir::Type::I64);
    broken(Rule::Scalar, "the module has no shared scalar 3", |f| f.vars[var].shared = Some(3));
}

#[test]
fn chains_of_locations_end() {
    let (mut module, _) = sample();
    let at = LocId::new(5);
    module.sources.intern(raddle_ir::Loc { ptx_line: 7, inlined_at: Some(at), ..Default::default() });
    let errors = validate_module(&module).expect_err("it is wrong");
    assert_eq!(
        errors[0].to_string(),
        "`loc3`: the call site it was inlined at must come before it (invariant `location`)"
    );
}
