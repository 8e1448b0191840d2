//! The preprocessing that paper 000 assumes (§3.1, §4): what the passes make of small kernels, as IR text.

use raddle_ir::{Function, Module};
use raddle_lockstep::normal::{guard_heads, join_exits, one_loop_head};
use raddle_lockstep::wellformed::{Verdict, wellformed};
use raddle_lockstep::{NotNormal, normalise};

/// A kernel with one shared and two private scalars.
fn kernel(blocks: &str) -> (Module, Function) {
    let text = format!(
        "module cuda address 64\nshared var \"s\": i8\nkernel \"k\" {{\n  var0 = shared \"s\"\n  var1 = \"p\": i8\n\
         {blocks}}}\n"
    );
    let module = raddle_ir::text::parse(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    let function = module.kernels().next().expect("a kernel").1.clone();
    (module, function)
}

/// The blocks after a pass, which must leave a valid function.
fn after(blocks: &str, pass: impl Fn(&mut Function)) -> String {
    let (mut module, mut function) = kernel(blocks);
    pass(&mut function);
    let text = raddle_ir::text::print_function(&module, &function);
    module.functions[raddle_ir::Entity::new(0)] = function;
    raddle_ir::validate_module(&module).unwrap_or_else(|e| panic!("{}\n{text}", e[0]));
    let lines =
        text.lines().filter(|l| l.starts_with("block") || (l.starts_with("  ") && !l.contains("\"s\"")));
    lines
        .filter(|l| !l.contains("var1 = \"p\""))
        .map(|l| format!("{}\n", l.trim_end_matches(" !loc0")))
        .collect()
}

#[test]
fn several_returns_meet_at_one_barrier() {
    let blocks = "block0():\n  v0 = havoc i1\n  branch v0, block1(), block2()\nblock1():\n  return\nblock2():\n  exit\n";
    let expected = "block0():\n  v0 = havoc i1\n  branch v0, block1(), block2()\nblock1():\n  jump block3()\n\
                    block2():\n  jump block3()\nblock3() \"exit\":\n  v1 = const i32 0x0\n  \
                    barrier_sync.aligned.shared.global v1\n  return\n";
    let text = after(blocks, |f| {
        join_exits(f);
    });
    assert_eq!(text, expected);
}

#[test]
fn one_return_gets_the_barrier_itself_and_a_trap_is_a_failed_assertion() {
    let one = after("block0():\n  return\n", |f| {
        join_exits(f);
    });
    assert_eq!(one, "block0():\n  v0 = const i32 0x0\n  barrier_sync.aligned.shared.global v0\n  return\n");
    let trap = after("block0():\n  trap\n", |f| {
        join_exits(f);
    });
    assert!(trap.starts_with("block0():\n  v0 = const i1 0x0\n  assert v0\n"), "{trap}");
}

#[test]
fn a_block_is_split_at_an_assume_behind_a_shared_read() {
    let blocks = "block0():\n  jump block1()\nblock1() \"B\":\n  v0 = get i8 var0\n  v1 = get i8 var1\n  \
                  v2 = icmp_eq i1 v0, v1\n  assume v2\n  set var1, v0\n  return\n";
    let expected = "block0():\n  jump block1()\nblock1() \"B\":\n  v0 = get i8 var0\n  v1 = get i8 var1\n  \
                    v2 = icmp_eq i1 v0, v1\n  jump block2()\nblock2() \"B'\":\n  assume v2\n  set var1, v0\n  return\n";
    assert_eq!(after(blocks, guard_heads), expected);
}

#[test]
fn an_assume_over_private_values_stays_at_its_head_and_the_start_has_none() {
    let blocks = "block0():\n  v0 = get i8 var1\n  v1 = icmp_eq i1 v0, v0\n  assume v1\n  return\n";
    let text = after(blocks, guard_heads);
    assert_eq!(text, format!("block1():\n  jump block0()\n{blocks}"));
}

/// Two loops with one latch: `block2` goes back to both heads.
const TWO_HEADS: &str = "block0():\n  jump block1()\nblock1() \"outer\":\n  jump block2()\nblock2() \"inner\":\n  \
                         v0 = havoc i1\n  goto block1(), block2(), block3()\nblock3():\n  return\n";

#[test]
fn edges_to_two_loop_heads_go_through_blocks_of_their_own() {
    let expected = "block0():\n  jump block1()\nblock1() \"outer\":\n  jump block2()\nblock2() \"inner\":\n  \
                    v0 = havoc i1\n  goto block4(), block5(), block3()\nblock3():\n  return\nblock4():\n  \
                    jump block1()\nblock5():\n  jump block2()\n";
    assert_eq!(after(TWO_HEADS, one_loop_head), expected);
}

#[test]
fn the_guard_of_a_loop_head_moves_into_the_blocks_before_it() {
    let assumes = "\"inner\":\n  v1 = get i8 var1\n  v2 = icmp_eq i1 v1, v1\n  assume v2\n";
    let blocks = TWO_HEADS.replace("\"inner\":\n", assumes);
    let text = after(&blocks, one_loop_head);
    assert_eq!(text.matches("assume").count(), 2, "one on each edge to the head, none at the head\n{text}");
    let head = text.split("block").find(|b| b.contains("\"inner\"")).expect("the head");
    assert!(!head.contains("assume"), "{text}");
    let (_, function) = kernel(&blocks);
    assert_eq!(wellformed(&normalise(&function).expect("reducible")), Verdict::WellFormed);
}

#[test]
fn an_irreducible_graph_is_an_error_that_names_the_edge() {
    let (_, function) = kernel(
        "block0():\n  v0 = havoc i1\n  branch v0, block1(), block2()\nblock1() \"left\":\n  goto block2()\n\
         block2() \"right\":\n  goto block1(), block3()\nblock3():\n  return\n",
    );
    let Err(error) = normalise(&function) else { panic!("it is irreducible") };
    assert!(matches!(error, NotNormal::Irreducible { .. }));
    let text = error.to_string();
    assert!(text.contains("left") && text.contains("right"), "{text}");
}

#[test]
fn guards_of_any_width_are_decided_where_they_are_opposites() {
    let two = |second: &str| {
        let blocks = format!(
            "block0():\n  v0 = special i32 tid.x\n  v1 = special i32 ntid.x\n  goto block1(), block2()\nblock1():\n  \
             v2 = icmp_lt_u i1 v0, v1\n  assume v2\n  return\nblock2():\n  {second}\n  assume v3\n  return\n"
        );
        wellformed(&normalise(&kernel(&blocks).1).expect("reducible"))
    };
    assert_eq!(two("v4 = icmp_lt_u i1 v0, v1\n  v3 = not i1 v4"), Verdict::WellFormed);
    let ill = two("v3 = icmp_gt_u i1 v0, v1");
    assert!(matches!(&ill, Verdict::IllFormed { values, .. } if values[0].1 == values[1].1), "{ill:?}");
}
