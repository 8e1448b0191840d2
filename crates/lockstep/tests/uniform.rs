//! What threads agree on, in kernels written by hand.

use raddle_ir::{Block, Entity, Function, Module, Value};
use raddle_launch::LaunchSpace;
use raddle_lockstep::prove::{Shared, Uniformity};
use raddle_lockstep::{Normal, normalise};

/// A kernel with a parameter `n`, an array in global memory and one in shared memory; `v0` is the thread's number, `v1` its
/// group's, `v2` the group's size, and `v3` the parameter; then comes the text, which begins inside of block 0.
fn kernel(text: &str) -> Normal {
    let text = format!(
        "module cuda address 64\nobj0 = global \"g\" size 64 align 4 element 4\n\
         obj1 = shared \"s\" size 64 align 4 element 4\n\
         kernel \"k\" {{\n  param \"n\" offset 0 size 4 align 4 type i32\n  var0 = \"x\": i32\nblock0():\n  \
         v0 = special i32 tid.x\n  v1 = special i32 ctaid.x\n  v2 = special i32 ntid.x\n  \
         v3 = load i32 param[params + 0]\n  v4 = const i32 0x0\n  v5 = const i32 0x1\n  \
         v6 = icmp_lt_u i1 v0, v5\n  v7 = icmp_lt_u i1 v3, v5\n{text}}}\n"
    );
    let module: Module = raddle_ir::text::parse(&text).unwrap_or_else(|e| panic!("{e:?}\n{text}"));
    raddle_ir::validate_module(&module).unwrap_or_else(|e| panic!("{}\n{text}", e[0]));
    let function: &Function = module.kernels().next().expect("a kernel").1;
    normalise(function).expect("reducible")
}

fn level(shared: Shared) -> &'static str {
    match shared {
        Shared::Launch => "launch",
        Shared::Group => "group",
        Shared::Thread => "thread",
    }
}

/// Asks for each word of a claim: `v8:thread` a value, `v8/group` a value outside its loops, `block2=thread` the control of a
/// block, `block2!launch` the exits of the loop with this head.
#[track_caller]
fn check(text: &str, claims: &str) {
    let kernel = kernel(text);
    let uniform = Uniformity::new(&kernel, &LaunchSpace::default(), &|_| true);
    let number =
        |name: &str| name.trim_start_matches(char::is_alphabetic).parse::<usize>().expect("a number");
    let said: Vec<String> = claims
        .split_whitespace()
        .map(|claim| {
            let at = claim.find([':', '/', '=', '!']).expect("a claim");
            let (name, kind) = (&claim[..at], &claim[at..=at]);
            let shared = match kind {
                ":" => uniform.value(Value::new(number(name))),
                "/" => uniform.outside(Value::new(number(name))),
                "=" => uniform.control(Block::new(number(name))),
                _ => uniform.exits(Block::new(number(name))),
            };
            format!("{name}{kind}{}", level(shared))
        })
        .collect();
    assert_eq!(said.join(" "), claims.split_whitespace().collect::<Vec<_>>().join(" "));
}

#[test]
fn sources_and_what_is_computed_from_them() {
    let text = "  v8 = add i32 v1, v2\n  v9 = add i32 v8, v0\n  v10 = mul i32 v2, v3\n  v11 = havoc i32\n  \
                v12 = div_u i32 v2, v3\n  v13 = div_u i32 v3, v5\n  v14 = special i32 laneid\n  \
                v15 = zext i64 v2\n  v16 = zext i64 v3\n  v17 = rem_s i64 v16, v15\n  return\n";
    check(text, "v0:thread v1:group v2:launch v3:launch v4:launch v6:thread v7:launch");
    check(text, "v8:group v9:thread v10:launch v11:thread v12:thread v13:launch v14:thread v17:launch");
}

#[test]
fn memory_has_the_level_of_its_address_and_of_who_shares_it() {
    let text = "  v8 = load i32 global[obj0 + 4]\n  v9 = zext i64 v0\n  v10 = load i32 global[obj0 + v9 + 0]\n  \
                v11 = load i32 shared[obj1 + 0]\n  v12 = load.volatile i32 shared[obj1 + 0]\n  \
                v13 = load.volatile i32 global[obj0 + 4]\n  return\n";
    // Volatile global memory may be written from elsewhere at any time.
    check(text, "v8:group v10:thread v11:group v12:group v13:thread");
    // Nobody writes it: the launch agrees.
    let unwritten = Uniformity::new(&kernel(text), &LaunchSpace::default(), &|_| false);
    assert_eq!(unwritten.value(Value::new(8)), Shared::Launch);
    assert_eq!(unwritten.value(Value::new(11)), Shared::Group);
}

const DIAMOND: &str = "  branch COND, block1(), block2()\nblock1():\n  jump block3(v4, v4)\nblock2():\n  \
                       jump block3(v5, v4)\nblock3(v8: i32, v9: i32):\n  v10 = add i32 v8, v9\n  return\n";

#[test]
fn a_divergent_branch_tells_the_edges_of_its_join_apart() {
    let claims = "v8:thread v9:launch v10:thread block1=thread block2=thread block3=launch";
    check(&DIAMOND.replace("COND", "v6"), claims);
    let claims = "v8:launch v9:launch v10:launch block1=launch block2=launch block3=launch";
    check(&DIAMOND.replace("COND", "v7"), claims);
}

/// Threads meet in block 3, or later in block 4: to which one of the two ways goes directly, by a uniform branch.
#[test]
fn a_join_behind_a_join() {
    for (first, second) in [("block1", "block2"), ("block2", "block1")] {
        let text = format!(
            "  branch v6, {first}(), {second}()\nblock1():\n  jump block3()\nblock2():\n  \
             branch v7, block3(), block4(v5)\nblock3():\n  jump block4(v4)\nblock4(v8: i32):\n  return\n"
        );
        check(&text, "v8:thread block3=thread block4=launch");
    }
}

#[test]
fn a_goto_is_a_divergent_branch() {
    let text = DIAMOND.replace("branch COND, block1(), block2()", "goto block1(), block2()");
    check(&text, "v8:thread v9:launch block1=thread block3=launch");
}

/// `if (a) { if (b) return; }`: the exit is a join of both, and what lies between is not reached by all.
#[test]
fn an_early_return_in_a_uniform_branch() {
    let text = "  branch v7, block1(), block3(v4)\nblock1():\n  branch v6, block2(), block3(v5)\nblock2():\n  return\n\
                block3(v8: i32):\n  v9 = add i32 v8, v1\n  return\n";
    // Those that come to block 3 from block 1 have all come from there.
    check(text, "v8:launch v9:group block1=launch block2=thread block3=thread");
}

/// Cases 0 and 1 fall through to the next.
#[test]
fn a_switch_that_falls_through() {
    let text = "  switch VALUE, [block1(v4), block2(v4)], block3(v4)\nblock1(v8: i32):\n  jump block2(v5)\n\
                block2(v9: i32):\n  v10 = add i32 v9, v5\n  jump block3(v10)\nblock3(v11: i32):\n  return\n";
    check(
        &text.replace("VALUE", "v0"),
        "v8:launch v9:thread v10:thread v11:thread block1=thread block2=thread block3=launch",
    );
    check(&text.replace("VALUE", "v1"), "v8:launch v9:group v10:group v11:group block2=group block3=launch");
}

/// `for (i = 0; i < BOUND; i++)`, and `i` once more after it.
const LOOP: &str = "  jump block1(v4)\nblock1(v8: i32):\n  v9 = icmp_lt_u i1 v8, BOUND\n  \
                    branch v9, block2(), block3()\nblock2():\n  v10 = add i32 v8, v5\n  jump block1(v10)\n\
                    block3():\n  v11 = add i32 v8, v2\n  return\n";

#[test]
fn a_counter_is_uniform_in_its_loop_and_not_behind_a_divergent_exit() {
    check(&LOOP.replace("BOUND", "v3"), "v8:launch v8/launch v11:launch block1!launch block2=launch");
    check(&LOOP.replace("BOUND", "v1"), "v8:launch v8/group v9:group v11:group block1!group block2=group");
    let claims =
        "v8:launch v9:thread v10:launch v8/thread v11:thread block1!thread block2=thread block3=launch";
    check(&LOOP.replace("BOUND", "v0"), claims);
}

/// An inner loop that each thread leaves in its own round, in an outer one that all leave together.
#[test]
fn nested_loops() {
    let text = "  jump block1(v4)\nblock1(v8: i32):\n  v9 = icmp_lt_u i1 v8, v3\n  branch v9, block2(v4), block4()\n\
                block2(v10: i32):\n  v11 = add i32 v10, v5\n  v12 = icmp_lt_u i1 v11, v0\n  \
                branch v12, block2(v11), block3()\nblock3():\n  v13 = add i32 v8, v5\n  v14 = add i32 v11, v8\n  \
                jump block1(v13)\nblock4():\n  return\n";
    check(text, "v8:launch v8/launch v10:launch v11:launch v11/thread v12:thread v13:launch v14:thread");
    check(text, "block1!launch block2!thread block2=thread block3=launch block4=launch block3!thread");
}

/// The exit post-dominates the branch that goes on to it or straight to the next round; still it is passed in different
/// rounds, and then by different edges.
#[test]
fn a_uniform_exit_behind_a_divergent_continue() {
    let text = "  jump block1(v4)\nblock1(v8: i32):\n  v9 = add i32 v8, v5\n  branch v6, block2(), block1(v9)\n\
                block2():\n  v10 = icmp_eq i1 v8, v4\n  branch v10, block3(v4), block4()\n\
                block4():\n  v11 = icmp_lt_u i1 v8, v3\n  branch v11, block1(v9), block3(v5)\nblock3(v12: i32):\n  return\n";
    check(text, "v8:thread v10:thread v12:thread block1!thread block2=thread block3=launch");
}

/// `break` in a divergent branch; what the loop computes after it is still uniform among those that are left.
#[test]
fn a_divergent_break() {
    let text = "  jump block1(v4, v4)\nblock1(v8: i32, v9: i32):\n  v10 = icmp_lt_u i1 v8, v3\n  \
                branch v10, block2(), block5(v9)\nblock2():\n  v11 = icmp_eq i1 v8, v0\n  \
                branch v11, block5(v8), block3()\nblock3():\n  branch v7, block4(v4), block4(v5)\n\
                block4(v12: i32):\n  v13 = add i32 v8, v5\n  v14 = add i32 v9, v12\n  jump block1(v13, v14)\n\
                block5(v15: i32):\n  return\n";
    check(text, "v8:launch v9:launch v12:launch v14:launch v9/thread v15:thread block1!thread");
    check(text, "block2=thread block4=thread block5=launch");
}

/// Two latches, chosen by each thread: the head's parameters tell who came from where.
#[test]
fn a_divergent_branch_to_two_latches() {
    let text = "  jump block1(v4, v4)\nblock1(v8: i32, v9: i32):\n  v10 = add i32 v9, v5\n  \
                v11 = icmp_lt_u i1 v10, v3\n  branch v11, block2(), block5()\nblock2():\n  \
                branch v6, block3(), block4()\nblock3():\n  jump block1(v4, v10)\nblock4():\n  jump block1(v5, v10)\n\
                block5():\n  return\n";
    check(text, "v8:thread v9:thread");
    let once = text.replace(
        "jump block1(v4, v10)\nblock4():\n  jump block1(v5, v10)",
        "jump block6(v4)\nblock4():\n  jump block6(v5)\nblock6(v12: i32):\n  jump block1(v12, v10)",
    );
    check(&once, "v8:thread v9:launch v12:thread block1!launch block3=thread block6=launch");
}

#[test]
fn private_scalars_are_what_was_set() {
    let text = "  set var0, v3\n  v8 = get i32 var0\n  branch COND, block1(), block2()\nblock1():\n  set var0, v1\n  \
                jump block2()\nblock2():\n  v9 = get i32 var0\n  return\n";
    check(&text.replace("COND", "v7"), "v8:group v9:group");
    check(&text.replace("COND", "v6"), "v8:thread v9:thread");
    check("  v8 = get i32 var0\n  set var0, v3\n  v9 = get i32 var0\n  return\n", "v8:thread v9:launch");
}

#[test]
fn a_reduction_over_the_group_is_the_group_s() {
    let text = "  v8 = barrier_red_popc.aligned.shared.global i32 v4 predicate v6\n  \
                v9 = vote_all i1 v6\n  return\n";
    check(text, "v8:group v9:thread");
}

/// In which round a loop that counts is left, in integers of so many bits; none for many rounds.
fn left_in(bits: u32, start: i64, step: i64, stays: impl Fn(i64, u64) -> bool) -> Option<u32> {
    let wrapped = |number: i64| number << (64 - bits) >> (64 - bits);
    let mut counter = wrapped(start);
    for round in 0..600 {
        if !stays(counter, counter as u64 & (u64::MAX >> (64 - bits))) {
            return Some(round);
        }
        counter = wrapped(counter + step);
    }
    None
}

/// Loops in which each thread counts from another start: where all are said to leave one in the same round, they do.
#[test]
fn threads_that_count_from_their_numbers() {
    type Stays = fn(i64, i64) -> bool;
    let signed: [(&str, Stays); 4] =
        [("lt_s", |a, b| a < b), ("le_s", |a, b| a <= b), ("gt_s", |a, b| a > b), ("ge_s", |a, b| a >= b)];
    type StaysUnsigned = fn(u64, u64) -> bool;
    let unsigned: [(&str, StaysUnsigned); 3] =
        [("lt_u", |a, b| a < b), ("le_u", |a, b| a <= b), ("gt_u", |a, b| a > b)];
    let (mut together, mut apart, mut unseen) = (0, 0, 0);
    let mut compare = |bits: u32,
                       threads: u32,
                       start: i64,
                       step: i64,
                       end: i64,
                       name: &str,
                       stays: &dyn Fn(i64, u64) -> bool,
                       leaves: bool| {
        let hex = |number: i64| format!("{:#x}", number as u64 & (u64::MAX >> (64 - bits)));
        let ty = format!("i{bits}");
        let tid =
            if bits == 32 { "  v8 = add i32 v0, v4".to_owned() } else { format!("  v8 = trunc {ty} v0") };
        let (then, other) = if leaves { ("block3", "block2") } else { ("block2", "block3") };
        let text = format!(
            "{tid}\n  v9 = const {ty} {}\n  v10 = add {ty} v8, v9\n  jump block1(v10)\nblock1(v11: {ty}):\n  v12 = const {ty} {}\n  \
             v13 = icmp_{name} i1 v11, v12\n  branch v13, {then}(), {other}()\nblock2():\n  v14 = const {ty} {}\n  \
             v15 = add {ty} v11, v14\n  jump block1(v15)\nblock3():\n  return\n",
            hex(start),
            hex(end),
            hex(step)
        );
        let kernel = kernel(&text);
        let launch = LaunchSpace { block: [Some(threads), Some(1), Some(1)], ..LaunchSpace::default() };
        let claimed = Uniformity::new(&kernel, &launch, &|_| true).exits(Block::new(1)) == Shared::Launch;
        let mut rounds = (0..i64::from(threads)).map(|tid| left_in(bits, start + tid, step, stays));
        let first = rounds.next().expect("a thread");
        let is_so = rounds.all(|round| round == first);
        assert!(is_so || !claimed, "{threads} threads of {bits} bits: {text}");
        together += usize::from(claimed);
        apart += usize::from(!is_so);
        unseen += usize::from(is_so && !claimed);
    };
    for threads in [2, 4] {
        for start in [-7, 0, 3, 120] {
            for step in [-6, -4, -1, 1, 2, 4, 5, 12] {
                for end in [-128, -8, 0, 4, 12, 16, 124, 127] {
                    for (bits, negate) in [(8, false), (8, true), (32, false)] {
                        for (name, stays) in signed {
                            let stays = |a: i64, _: u64| stays(a, end) != negate;
                            compare(bits, threads, start, step, end, name, &stays, negate);
                        }
                        for (name, stays) in unsigned {
                            let end_u = end as u64 & (u64::MAX >> (64 - bits));
                            let stays = |_: i64, a: u64| stays(a, end_u) != negate;
                            compare(bits, threads, start, step, end, name, &stays, negate);
                        }
                    }
                }
            }
        }
    }
    assert!(
        together > 500 && apart > 500,
        "{together} together, {apart} apart, {unseen} not seen to be together"
    );
    eprintln!("{together} together, {apart} apart, {unseen} not seen to be together");
}
