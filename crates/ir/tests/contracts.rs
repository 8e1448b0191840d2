//! Contracts on the IR: where they may stand, and where postconditions go.

use raddle_ir::cfg::{Cfg, Dominators, Loops};
use raddle_ir::contracts::{Misplaced, invariants, late, place, regions, spread};
use raddle_ir::{Function, InstKind, SpecKind};

fn kernel(body: &str) -> Function {
    let text = format!(
        "module cuda address 64\nkernel \"k\" {{\n  param \"n\" offset 0 size 4 align 4 type i32\n{body}}}\n"
    );
    let module = raddle_ir::text::parse(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
    let function = module.functions.values().next().expect("one kernel").clone();
    raddle_ir::validate(&module, &function).unwrap_or_else(|errors| panic!("{errors:?}"));
    function
}

fn kinds(wrong: &[Misplaced]) -> Vec<SpecKind> {
    wrong.iter().map(|m| m.kind).collect()
}

/// A postcondition with a branch in it, in front of two returns.
const ENSURES: &str = "\
block0():
  v0 = load i32 param[params + 0]
  spec_begin ensures
  v1 = const i32 0x0
  v2 = icmp_eq i1 v0, v1
  branch v2, block2(v2), block1()
block1():
  v3 = load i32 global[absolute + 64]
  v4 = icmp_eq i1 v3, v0
  jump block2(v4)
block2(v5: i1):
  spec_end ensures, v5
  store global[absolute + 64], v0
  branch v2, block3(), block4()
block3():
  return
block4():
  return
";

#[test]
fn a_postcondition_is_evaluated_at_each_return() {
    let mut function = kernel(ENSURES);
    place(&mut function).expect("it stands at the head");
    let all = regions(&function);
    assert_eq!(all.len(), 3, "the empty one at the head, and one for each return");
    let states = |end| match function.insts[end].kind {
        InstKind::SpecEnd(SpecKind::Ensures, value) => function.as_const(value),
        _ => None,
    };
    let constant: Vec<Option<u128>> = all.iter().map(|r| states(r.end)).collect();
    assert_eq!(constant, [Some(1), None, None]);
    for region in &all[1..] {
        let loads = region.parts.iter().flat_map(|(_, insts)| insts);
        let loads = loads.filter(|&&i| matches!(function.insts[i].kind, InstKind::Load { .. })).count();
        assert_eq!(loads, 1, "memory is read at the end");
    }
}

#[test]
fn behind_an_effect_is_not_the_head() {
    for kind in ["requires", "ensures"] {
        let body = format!(
            "block0():\n  v0 = const i32 0x1\n  v1 = const i1 0x1\n  store global[absolute + 0], v0\n  spec_begin {kind}\n  \
             spec_end {kind}, v1\n  return\n"
        );
        let wrong = place(&mut kernel(&body)).expect_err("it stands behind a store");
        assert_eq!(wrong.len(), 1, "{kind}");
    }
}

/// A loop; `HEAD` is at its head, `BODY` after the condition.
fn looping(head: &str, body: &str) -> Function {
    let region = "  spec_begin invariant\n  spec_end invariant, v1\n";
    let text = "\
block0():
  v0 = load i32 param[params + 0]
  v2 = const i32 0x0
  v1 = icmp_ne i1 v0, v2
  jump block1(v2)
block1(v3: i32):
HEAD  v4 = icmp_lt_s i1 v3, v0
  branch v4, block2(), block3()
block2():
BODY  v5 = add i32 v3, v0
  jump block1(v5)
block3():
  return
";
    kernel(
        &text.replace("HEAD", &head.replace("INV\n", region)).replace("BODY", &body.replace("INV\n", region)),
    )
}

#[test]
fn invariants_stand_at_the_head_of_a_loop() {
    let store = "  store global[absolute + 0], v0\n";
    for (head, body, good) in [
        ("INV\n", "", true),
        ("INV\nINV\n", "INV\n", true),
        ("", "INV\n", true),
        ("", &format!("INV\n{store}")[..], true),
        ("", &format!("{store}INV\n"), false),
        (&format!("{store}INV\n"), "", false),
        (store, "INV\n", false),
    ] {
        let placed = place(&mut looping(head, body));
        assert_eq!(placed.is_ok(), good, "{head:?} {body:?}");
    }
}

#[test]
fn an_invariant_in_no_loop_is_misplaced() {
    let outside = |condition: &str| {
        let body =
            format!("block0():\n  {condition}\n  spec_begin invariant\n  spec_end invariant, v1\n  return\n");
        place(&mut kernel(&body))
    };
    let wrong =
        outside("v0 = load i32 param[params + 0]\n  v1 = icmp_eq i1 v0, v0").expect_err("there is no loop");
    assert_eq!(kinds(&wrong), [SpecKind::Invariant]);
    // One that states nothing may stand anywhere: an invariant of all loops is left so in its own place.
    outside("v1 = const i1 0x1").expect("it is true anyhow");
}

#[test]
fn what_a_body_does_before_its_invariant_shows() {
    let store = "  store global[absolute + 0], v0\n";
    assert_eq!(kinds(&late(&looping("", &format!("{store}INV\n")))), [SpecKind::Invariant]);
    // What a condition does is done before the body begins.
    for (head, body) in [("", "INV\n"), ("INV\n", store), (store, "INV\n")] {
        assert!(late(&looping(head, body)).is_empty(), "{head:?} {body:?}");
    }
}

/// An invariant after a loop, spread over all loops of the function.
#[test]
fn an_invariant_of_all_loops_is_evaluated_at_each_head() {
    let mut function = kernel(
        "\
block0():
  v0 = load i32 param[params + 0]
  v1 = const i32 0x0
  jump block1(v1)
block1(v2: i32):
  v3 = icmp_lt_s i1 v2, v0
  branch v3, block2(), block3(v1)
block2():
  v4 = add i32 v2, v0
  jump block1(v4)
block3(v5: i32):
  v6 = icmp_lt_s i1 v5, v0
  branch v6, block4(), block5()
block4():
  v7 = add i32 v5, v0
  jump block3(v7)
block5():
  spec_begin invariant
  v8 = load i32 global[absolute + 64]
  v9 = icmp_eq i1 v8, v8
  spec_end invariant, v9
  return
",
    );
    let begins: Vec<_> = regions(&function).iter().map(|r| r.begin).collect();
    spread(&mut function, &begins);
    place(&mut function).expect("each copy is at the head of a loop");
    let all = regions(&function);
    let cfg = Cfg::new(&function);
    let loops = Loops::new(&cfg, &Dominators::new(&cfg));
    let (placed, wrong) = invariants(&function, &all, &loops);
    assert!(wrong.is_empty());
    let mut heads: Vec<_> = placed.iter().map(|i| i.head).collect();
    heads.dedup();
    assert_eq!((all.len(), heads.len()), (3, 2), "one at each of two heads, and the one that states nothing");
}
