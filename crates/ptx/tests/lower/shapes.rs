//! What effects lower to, in the IR's text form.

use super::machine::{REGISTERS, module};
use raddle_ir::{Callee, Effects, FunctionKind, InstKind, Module, RelocationTarget, Space};
use raddle_ptx::lower::{Options, lower};

/// The operations that [`super::semantics`] is about: left out here.
const QUIET: &[&str] =
    &["const", "get", "select", "bitcast", "zext", "trunc", "not", "shr_u", "shl", "or", "add", "icmp_ne"];

/// A kernel's lines but for declarations and quiet operations, without locations.
fn lines(module: &Module) -> Vec<String> {
    let (_, kernel) = module.kernels().next().expect("one kernel");
    let text = raddle_ir::text::print_function(module, kernel);
    let body = text.lines().skip_while(|line| !line.starts_with("block"));
    let body = body.map(|line| line.split(" !loc").next().unwrap_or_default().trim().to_owned());
    let loud = |line: &String| {
        let operation = line.split(" = ").nth(1).unwrap_or(line);
        !QUIET.contains(&operation.split(['.', ' ']).next().unwrap_or_default()) && !line.starts_with("set ")
    };
    body.filter(loud).filter(|line| line != "}").collect()
}

/// Straight-line code, and its lines between the block's head and its end.
#[track_caller]
fn check(code: &str, expected: &[&str]) {
    let found = lines(&module(code));
    assert_eq!(found[1..found.len() - 1], *expected, "{code}");
}

/// Code with jumps, and all its lines.
#[track_caller]
fn check_all(code: &str, expected: &[&str]) {
    assert_eq!(lines(&module(code)), *expected, "{code}");
}

fn whole(text: &str) -> Module {
    let text = format!(".version 8.8 .target sm_100 .address_size 64\n{text}");
    let ast = raddle_ptx::parse::parse(&text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    lower(&ast, &text, Options::default()).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

#[test]
fn loads_and_stores_say_how() {
    check("ld.global.u32 %d, [%la+4];", &["v1 = load i32 global[absolute + v0 + 4]"]);
    check("ld.shared.v2.b32 {%c, %d}, [%a];", &["v1, v2 = load i32, i32 shared[absolute + v0 + 0]"]);
    check("ld.shared.v2.b32 %vd, [%a];", &["v1, v2 = load i32, i32 shared[absolute + v0 + 0]"]);
    check("ld.global.nc.f32 %fd, [%la];", &["v1 = load.nc f32 global[absolute + v0 + 0]"]);
    check("ld.u8 %d, [%la];", &["v1 = load i8 generic[absolute + v0 + 0]"]);
    check("ld.volatile.shared.u32 %d, [16];", &["v0 = load.volatile i32 shared[absolute + 16]"]);
    check(
        "ld.acquire.sys.global.L1::no_allocate.b32 %d, [%la];",
        &["v1 = load.acquire.sys i32 global[absolute + v0 + 0]"],
    );
    check("st.shared::cluster.b16 [%a], %c;", &["store cluster[absolute + v0 + 0], v2"]);
    check("st.release.cta.global.b64 [%la], %lb;", &["store.release.cta global[absolute + v0 + 0], v1"]);
    check("@%p st.global.f32 [%la], %fa;", &["@v0 store global[absolute + v1 + 0], v2"]);
    check("@!%p ld.global.f32 %fd, [%la];", &["@!v0 v2 = load f32 global[absolute + v1 + 0]"]);
    // A hint and its policy change nothing.
    check("ld.global.L2::cache_hint.b32 %d, [%la], %lb;", &["v1 = load i32 global[absolute + v0 + 0]"]);
}

#[test]
fn variables_are_bases_of_addresses() {
    check(
        ".shared .b32 tile[64]; .local .b64 mine; st.shared.b32 [tile+8], 1; ld.b32 %d, [tile[3]]; ld.local.b64 %ld, [mine];",
        &["store shared[obj0 + 8], v0", "v1 = load i32 shared[obj0 + 12]", "v2 = load i64 local[slot0 + 0]"],
    );
    check(
        ".shared .b32 tile[64]; mov.u64 %ld, tile+4; mov.u32 %d, tile; cvta.shared.u64 %ld, %la; cvta.to.global.u64 %ld, %la; isspacep.local %p, %la;",
        &[
            "v0 = addr_of i64 obj0 + 4",
            "v1 = addr_of i64 obj0 + 0",
            "v4 = to_generic.shared i64 v3",
            "v5 = from_generic.global i64 v3",
            "v6 = is_space.local i1 v3",
        ],
    );
}

#[test]
fn kernel_parameters_are_places_in_the_bank() {
    let module = whole(
        ".entry k(.param .u8 a, .param .align 16 .b8 s[20], .param .u64 .ptr .global .align 4 p) .reqntid 32, 2
           .reqnctapercluster 2
        { .reg .b64 %l; .reg .b32 %r; ld.param.u64 %l, [p]; ld.param.b32 %r, [s+4]; mov.b64 %l, s; ld.param.u8 %r, [a]; }",
    );
    let (_, kernel) = module.kernels().next().expect("one kernel");
    let laid: Vec<_> = kernel.params.iter().map(|p| (p.name.as_str(), p.offset, p.size, p.align)).collect();
    assert_eq!(laid, [("a", 0, 1, 1), ("s", 16, 20, 16), ("p", 40, 8, 8)]);
    assert_eq!(kernel.params[2].pointer.map(|p| (p.space, p.align)), Some((Space::Global, 4)));
    assert_eq!((kernel.bounds.required, kernel.bounds.cluster), (Some([32, 2, 1]), Some([2, 1, 1])));
    assert_eq!(
        lines(&module)[1..5],
        [
            "v0 = load i64 param[params + 40]",
            "v1 = load i32 param[params + 20]",
            "v2 = addr_of i64 params + 16",
            "v3 = load i8 param[params + 0]"
        ]
    );
}

#[test]
fn a_pointer_parameter_is_as_wide_as_an_address() {
    for (width, pointer) in [("b64", true), ("b32", false)] {
        let module = whole(&format!(".entry k(.param .{width} .ptr .global p) {{ ret; }}"));
        let (_, kernel) = module.kernels().next().expect("one kernel");
        assert_eq!(kernel.params[0].pointer.is_some(), pointer, "{width}");
        assert_eq!(raddle_ir::validate_module(&module), Ok(()));
    }
}

#[test]
fn module_variables_have_bytes_and_relocations() {
    let module = whole(
        ".extern .shared .align 4 .b8 one[]; .extern .shared .align 16 .b8 two[];
         .const .f32 c[3] = {1.0, 2}; .global .b16 g[2][2] = {{1, 2}, {3}};
         .global .u64 t[3] = {f, generic(c)+4, t}; .global .b8 s[] = {104, 105};
         .func f() { ret; } .func h() { .shared .b32 s; st.shared.b32 [s], 1; }",
    );
    let objects: Vec<_> =
        module.objects.values().map(|o| (o.name.as_str(), o.space, o.size, o.align)).collect();
    assert_eq!(
        objects,
        [
            // Both dynamic arrays begin at one address: they are one object.
            ("one", Space::Shared, None, 16),
            ("c", Space::Const, Some(12), 4),
            ("g", Space::Global, Some(8), 2),
            ("t", Space::Global, Some(24), 8),
            ("s", Space::Global, Some(2), 1),
            ("h.s", Space::Shared, Some(4), 4),
        ]
    );
    let init: Vec<_> = module.objects.values().filter_map(|o| o.init.clone()).collect();
    assert_eq!(init[0].bytes, [0, 0, 0x80, 0x3f, 0, 0, 0, 0x40]);
    assert_eq!(init[1].bytes, [1, 0, 2, 0, 3, 0]);
    let relocations: Vec<_> =
        init[2].relocations.iter().map(|r| (r.at, r.bytes, r.addend, r.generic)).collect();
    assert_eq!(relocations, [(0, 8, 0, false), (8, 8, 4, true), (16, 8, 0, false)]);
    assert!(
        matches!(init[2].relocations[0].target, RelocationTarget::Func(f) if module.functions[f].name == "f")
    );
}

#[test]
fn atomics_are_one_for_each_element() {
    check(
        "atom.global.add.u32 %d, [%la], %a;",
        &["v2 = atomic_add.relaxed i32 global[absolute + v0 + 0], v1"],
    );
    check(
        "atom.acq_rel.cta.shared.cas.b32 %d, [%a], %b, %c;",
        &["v3 = atomic_cas.acq_rel.cta i32 shared[absolute + v0 + 0], v1, v2"],
    );
    check(
        "@%p red.release.sys.global.max.s32 [%la], %a;",
        &["@v0 atomic_max_s.release.sys global[absolute + v1 + 0], v2"],
    );
    check("atom.global.exch.b32 _, [%la], %a;", &["atomic_exch.relaxed global[absolute + v0 + 0], v1"]);
    check(
        "red.global.add.noftz.bf16x2 [%la], %a;",
        &[
            "atomic_fadd.relaxed global[absolute + v0 + 0], v3",
            "atomic_fadd.relaxed global[absolute + v0 + 2], v7",
        ],
    );
    check(
        "atom.global.v2.f32.add {%fc, %fd}, [%la], {%fa, %fb};",
        &[
            "v3 = atomic_fadd.relaxed f32 global[absolute + v0 + 0], v1",
            "v4 = atomic_fadd.relaxed f32 global[absolute + v0 + 4], v2",
        ],
    );
}

#[test]
fn barriers_in_every_form() {
    check("bar.sync 0;", &["barrier_sync.aligned.shared.global v0"]);
    check("bar.sync %a, 64;", &["barrier_sync.aligned.shared.global v0 count v1"]);
    check("barrier.sync 3;", &["barrier_sync.shared.global v0"]);
    check("barrier.cta.arrive.aligned 3, %a;", &["barrier_arrive.aligned.shared.global v0 count v1"]);
    check(
        "@%p bar.red.popc.u32 %d, 1, !%q;",
        &["@v0 v4 = barrier_red_popc.aligned.shared.global i32 v1 predicate v3"],
    );
    check(
        "barrier.red.and.pred %q, 1, 32, %p;",
        &["v3 = barrier_red_and.shared.global i1 v0 count v1 predicate v2"],
    );
    check("bar.warp.sync -1;", &["warp_sync v0"]);
    check("membar.gl;", &["fence.seq_cst.gpu"]);
    check("fence.acq_rel.cluster;", &["fence.acq_rel.cluster"]);
    check("barrier.cluster.arrive;", &["opaque \"barrier.cluster.arrive\" synchronises ()"]);
}

#[test]
fn warp_collectives() {
    check("shfl.sync.bfly.b32 %d|%p, %a, 1, 31, -1;", &["v4, v5 = shfl_bfly.sync i32, i1 v1, v2, v3, v0"]);
    check("shfl.up.b32 %d, %a, 1, 0;", &["v3, v4 = shfl_up i32, i1 v0, v1, v2"]);
    check("vote.sync.ballot.b32 %d, !%p, -1;", &["v3 = vote_ballot.sync i32 v2, v0"]);
    check("vote.all.pred %q, %p;", &["v1 = vote_all i1 v0"]);
    check("match.all.sync.b32 %d|%p, %a, -1;", &["v2, v3 = match_all.sync i32, i1 v1, v0"]);
    check("redux.sync.min.u32 %d, %a, -1;", &["v2 = redux_min_u.sync i32 v1, v0"]);
    check("redux.sync.xor.b32 %d, %a, %b;", &["v2 = redux_xor.sync i32 v1, v0"]);
    check(
        "redux.sync.max.abs.NaN.f32 %fd, %fa, -1;",
        &[
            "v2 = fabs f32 v1",
            "v3 = redux_fmax.sync f32 v2, v0",
            "v4 = fmax f32 v3, v3",
            "v5 = testp_nan i1 v2",
            "v6 = vote_any.sync i1 v5, v0",
        ],
    );
    check(
        "@%p redux.sync.min.f32 %fd, %fa, -1;",
        &["@v0 v3 = redux_fmin.sync f32 v2, v1", "v4 = fmin f32 v3, v3"],
    );
    check("elect.sync %d|%p, -1;", &["v1, v2 = elect.sync i32, i1 v0"]);
    check("activemask.b32 %d;", &["v0 = activemask i32"]);
}

/// Threads may wait in a future form of a collective, so it must not pass for one that only computes.
#[test]
fn an_unknown_form_of_a_collective_synchronises() {
    for code in [
        "redux.sync.mul.s32 %d, %a, -1;",
        "redux.sync.min.NaN.s32 %d, %a, -1;",
        "shfl.sync.rotate.b32 %d, %a, 1, 31, -1;",
        "vote.sync.most.pred %p, %q, -1;",
        "match.none.sync.b32 %d, %a, -1;",
        "elect.sync.last %d|%p, -1;",
    ] {
        let module = module(code);
        let (_, kernel) = module.kernels().next().expect("one kernel");
        let opaque = kernel.insts.iter().find_map(|(_, inst)| match &inst.kind {
            InstKind::Opaque { effects, .. } => Some(*effects),
            _ => None,
        });
        assert_eq!(opaque, Some(Effects { synchronises: true, ..Effects::NONE }), "{code}");
    }
}

/// What they compute is unknown, but it is known that the whole warp has to come.
#[test]
fn matrix_instructions_wait_for_the_warp() {
    check(
        "@%p ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%d}, [%a];",
        &[
            "@v0 v2, v3 = elect.sync i32, i1 v1",
            "@v0 v5 = opaque \"ldmatrix.sync.aligned.m8n8.x1.shared.b16\" reads i32 (v4)",
        ],
    );
    for code in [
        "mma.sync.aligned.m8n8k16.row.col.s32.u8.u8.s32 {%c, %d}, {%a}, {%b}, {%c, %d};",
        "wmma.load.a.sync.aligned.row.m16n16k16.s8 {%c, %d}, [%la];",
        "wmma.store.d.sync.aligned.row.m16n16k16.s32 [%la], {%c, %d};",
        "stmatrix.sync.aligned.m8n8.x1.shared.b16 [%a], {%b};",
        "movmatrix.sync.aligned.m8n8.trans.b16 %d, %a;",
        "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%d}, [%a];",
        "tcgen05.st.sync.aligned.32x32b.x1.b32 [%a], {%d};",
    ] {
        let lines = lines(&module(code));
        assert!(lines[1].contains("= elect.sync i32, i1 "), "{code}: {lines:?}");
        assert!(lines[2].contains("opaque "), "{code}: {lines:?}");
    }
}

#[test]
fn special_registers_have_dimensions_and_widths() {
    check("mov.u32 %d, %tid.y;", &["v0 = special i32 tid.y"]);
    check("mov.u16 %hd, %ctaid.x;", &["v0 = special i32 ctaid.x"]);
    check("add.u32 %d, %laneid, %ntid.z;", &["v0 = special i32 laneid", "v1 = special i32 ntid.z"]);
    check("mov.u64 %ld, %globaltimer;", &["v0 = special i64 clock"]);
    check("mov.u32 %d, WARP_SZ;", &["v0 = special i32 warp_size"]);
}

#[test]
fn jumps_end_blocks() {
    check_all(
        "@!%p bra L; mov.u32 %d, 1; L: ret; mov.u32 %d, 2;",
        &[
            "block1():",
            "branch v0, block2(), block0()",
            "block2():",
            "jump block0()",
            "block0() \"L\":",
            "return",
            // Nothing jumps here, and it ends as the function does.
            "block3():",
            "return",
        ],
    );
    check_all(
        "@%p exit; { bra L; L: } L: trap;",
        &[
            "block1():",
            "branch v0, block2(), block3()",
            "block2():",
            "exit",
            "block3():",
            "jump block4()",
            "block4() \"L\":",
            "jump block0()",
            "block0() \"L\":",
            "trap",
        ],
    );
    check_all(
        "brx.idx %a, T; T: .branchtargets A, B, A; A: ret; B: exit;",
        &[
            "block2():",
            "switch v0, [block0(), block1(), block0()], block3()",
            "block3():",
            "unreachable",
            "block0() \"A\":",
            "return",
            "block1() \"B\":",
            "exit",
        ],
    );
}

const CALLEES: &str =
    ".func (.param .b32 r) f(.param .b32 a) { .reg .b32 x; ld.param.b32 x, [a]; st.param.b32 [r], x; ret; }
    .func (.reg .b32 r) g(.reg .b32 a, .reg .f32 b) { add.u32 r, a, 1; ret; }
    .extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);
    .extern .func (.param .f32 r) sinf(.param .f32 a);
    .extern .func (.param .b64 r) malloc(.param .b64 a);
    .extern .func __assertfail(.param .b64 a);
    .extern .func __raddle_spec_begin(.param .b32 k);
    .extern .func __raddle_spec_end(.param .b32 k, .param .b32 v);
    .extern .func __raddle_cl_barrier(.param .b32 k);
    .extern .func (.param .b64 r) _Z13get_global_idj(.param .b32 d);
    .alias f2, f;";

#[track_caller]
fn check_call(code: &str, expected: &[&str]) {
    let module = whole(&format!("{CALLEES}\n.entry k() {{ {REGISTERS}\n{code} }}"));
    assert_eq!(lines(&module)[1..], *expected, "{code}");
}

#[test]
fn calls_pass_slots() {
    check_call(
        "{ .param .b32 p; .param .b32 q; st.param.b32 [p], %a; call.uni (q), f2, (p); ld.param.b32 %d, [q]; }",
        &[
            "store param[slot0 + 0], v0",
            "call func0 (slot0) -> (slot1)",
            "v1 = load i32 param[slot1 + 0]",
            "return",
        ],
    );
    // Old PTX passes registers and numbers.
    check_call(
        "@%p call (%d), g, (%a, 0f00000000);",
        &[
            "branch v0, block1(), block2()",
            "block1():",
            "store param[slot0 + 0], v1",
            "store param[slot1 + 0], v2",
            "call func1 (slot0, slot1) -> (slot2)",
            "v3 = load i32 param[slot2 + 0]",
            "jump block2()",
            "block2():",
            "return",
        ],
    );
    check_call(
        "{ P: .callprototype (.param .b32 _) _ (.param .b32 _); C: .calltargets f, g; call (%c), %la, (%a), P; call (%d), %la, (%a), P; }",
        &[
            "store param[slot0 + 0], v1",
            "call v0 (slot0) -> (slot1)",
            "v2 = load i32 param[slot1 + 0]",
            "store param[slot2 + 0], v1",
            "call v0 (slot2) -> (slot3)",
            "v3 = load i32 param[slot3 + 0]",
            "return",
        ],
    );
}

#[test]
fn indirect_calls_know_their_candidates() {
    let code = "C: .calltargets f, f2; call (%d), %la, (%a), C; mov.u64 %la, malloc;";
    let module = whole(&format!("{CALLEES}\n.entry k() {{ {REGISTERS}\n{code} }}"));
    let (_, kernel) = module.kernels().next().expect("one kernel");
    let candidates = kernel.insts.values().find_map(|inst| match &inst.kind {
        InstKind::Call { callee: Callee::Indirect { candidates, .. }, .. } => Some(candidates.clone()),
        _ => None,
    });
    let f = module.function("f").expect("f has a body");
    assert_eq!(candidates, Some(vec![f, f]));
    // A function whose address is taken is in the module, without a body.
    let malloc = module.function("malloc").map(|f| &module.functions[f]).expect("its address is taken");
    assert!(malloc.is_declaration() && malloc.kind == FunctionKind::Device);
    assert!(module.function("sinf").is_none());
}

#[test]
fn functions_without_a_body_may_have_a_meaning() {
    let one = "{ .param .b32 p; st.param.b32 [p+0], 1; ";
    check_call(
        &format!("{one} call __raddle_cl_barrier, (p); }}"),
        &["store param[slot0 + 0], v0", "barrier_sync.aligned.shared v1", "return"],
    );
    // Flags from a variable: a barrier for each value, for folding to choose from.
    check_call(
        "call __raddle_cl_barrier, (%a);",
        &[
            "store param[slot0 + 0], v0",
            "v1 = load i32 param[slot0 + 0]",
            "v3 = and i32 v1, v2",
            "switch v3, [block1(), block2(), block3(), block4()], block1()",
            "block1():",
            "barrier_sync.aligned v4",
            "jump block5()",
            "block2():",
            "barrier_sync.aligned.shared v5",
            "jump block5()",
            "block3():",
            "barrier_sync.aligned.global v6",
            "jump block5()",
            "block4():",
            "barrier_sync.aligned.shared.global v7",
            "jump block5()",
            "block5():",
            "return",
        ],
    );
    check_call(
        &format!(
            "{one} call __raddle_spec_begin, (p); .param .b32 v; st.param.b32 [v], %a; call __raddle_spec_end, (p, v); }}"
        ),
        &[
            "store param[slot0 + 0], v0",
            "spec_begin assume",
            "store param[slot1 + 0], v1",
            "v2 = load i32 param[slot1 + 0]",
            "spec_end assume, v4",
            "return",
        ],
    );
    check_call(
        "{ .param .b64 a; .param .b64 b; .param .b32 r; call (r), vprintf, (a, b); }",
        &[
            "v0 = load i64 param[slot0 + 0]",
            "v1 = load i64 param[slot1 + 0]",
            "v2 = opaque \"vprintf\" i32 (v0, v1)",
            "store param[slot2 + 0], v2",
            "return",
        ],
    );
    check_call(
        "call (%fd), sinf, (%fa);",
        &[
            "store param[slot0 + 0], v0",
            "v1 = load i32 param[slot0 + 0]",
            "v2 = opaque \"sinf\" i32 (v1)",
            "store param[slot1 + 0], v2",
            "v3 = load f32 param[slot1 + 0]",
            "return",
        ],
    );
    check_call(
        "call (%ld), malloc, (%la);",
        &[
            "store param[slot0 + 0], v0",
            "call \"malloc\" (slot0) -> (slot1)",
            "v1 = load i64 param[slot1 + 0]",
            "return",
        ],
    );
    check_call("call __assertfail, (%la);", &["store param[slot0 + 0], v0", "trap"]);
    check_call(
        "{ .param .b32 p; .param .b64 r; st.param.b32 [p+0], 1; call (r), _Z13get_global_idj, (p); }",
        &[
            "store param[slot0 + 0], v0",
            "v1 = special i32 ctaid.y",
            "v3 = special i32 ntid.y",
            "v5 = mul i64 v2, v4",
            "v6 = special i32 tid.y",
            "store param[slot1 + 0], v8",
            "return",
        ],
    );
}

#[test]
fn what_is_not_modelled_is_opaque_by_name() {
    check(
        "cp.async.ca.shared.global [%a], [%la], 16;",
        &["opaque \"cp.async.ca.shared.global\" reads writes (v0, v1, v2)"],
    );
    check(
        "tex.1d.v2.s32.s32 {%c, %d}, [%la, {%a}];",
        &["v2, v3 = opaque \"tex.1d.v2.s32.s32\" reads i32, i32 (v0, v1)"],
    );
    check(
        "mbarrier.arrive.shared.b64 %ld, [%a];",
        &["v1 = opaque \"mbarrier.arrive.shared.b64\" reads writes synchronises i64 (v0)"],
    );
    check(
        "@%p cvt.rn.satfinite.e4m3x2.f32 %hd, %fa, %fb;",
        &["@v0 v3 = opaque \"cvt.rn.satfinite.e4m3x2.f32\" i16 (v1, v2)"],
    );
    // A known opcode with a word of future PTX.
    check("add.fast.s32 %d, %a, %b;", &["v2 = opaque \"add.fast.s32\" i32 (v0, v1)"]);
    // An unknown opcode may do anything, and write every register that it names.
    check(
        "teleport.now %a, [%la], %b;",
        &["v3, v4 = opaque \"teleport.now\" reads writes synchronises i32, i32 (v0, v1, v2)"],
    );
    for (code, effects) in [
        ("wgmma.fence.sync.aligned;", Effects { synchronises: true, ..Effects::NONE }),
        ("discard.global.L2 [%la], 128;", Effects { writes: true, ..Effects::NONE }),
        ("mov.b32 %a, {%a, %b, %c};", Effects::NONE),
    ] {
        let module = module(code);
        let (_, kernel) = module.kernels().next().expect("one kernel");
        let found =
            kernel.blocks[kernel.entry()].insts.iter().find_map(|&inst| match &kernel.insts[inst].kind {
                InstKind::Opaque { effects, .. } => Some(*effects),
                _ => None,
            });
        assert_eq!(found, Some(effects), "{code}");
    }
}

/// Whatever is dropped, or claimed not to touch memory, has its reason in the table of opaque instructions; whatever is not modelled and
/// touches or orders memory, or waits, says so.
#[test]
fn what_touches_memory_or_waits_is_not_dropped() {
    const READS: &str = "reads ";
    const WRITES: &str = "writes ";
    const BOTH: &str = "reads writes ";
    const SYNC: &str = "synchronises ";
    const ALL: &str = "reads writes synchronises ";
    for code in [
        "brkpt;",
        "nanosleep.u32 20;",
        "pmevent 3;",
        "prefetch.global.L2 [%la];",
        "prefetchu.L1 [%la];",
        "applypriority.global.L2::evict_normal [%la], 128;",
        "cp.async.bulk.prefetch.L2.global [%la], 16;",
    ] {
        check(code, &[]);
    }
    for (code, effects) in [
        ("createpolicy.fractional.L2::evict_last.b64 %ld;", ""),
        ("getctarank.shared::cluster.u32 %d, %a;", ""),
        ("cp.async.commit_group;", ""),
        ("stacksave.u64 %ld;", ""),
        ("mapa.shared::cluster.u32 %d, %a, %b;", BOTH),
        ("griddepcontrol.wait;", BOTH),
        ("st.async.shared::cluster.mbarrier::complete_tx::bytes.u32 [%a], %b, [%c];", ALL),
        (
            "red.async.relaxed.cluster.shared::cluster.mbarrier::complete_tx::bytes.inc.u32 [%a], %b, [%c];",
            ALL,
        ),
        ("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [%a], [%la], 16, [%b];", ALL),
        ("cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%la], [%a], 16;", ALL),
        ("cp.async.bulk.commit_group;", ALL),
        ("cp.async.wait_group 0;", BOTH),
        ("multimem.ld_reduce.global.add.u32 %d, [%la];", READS),
        ("multimem.st.global.u32 [%la], %a;", WRITES),
        ("multimem.red.global.add.u32 [%la], %a;", BOTH),
        ("discard.global.L2 [%la], 128;", WRITES),
        ("fence.proxy.async;", SYNC),
        ("fence.proxy.tensormap::generic.acquire.gpu [%la], 128;", SYNC),
        ("fence.mbarrier_init.release.cluster;", SYNC),
        ("barrier.cluster.arrive;", SYNC),
        ("barrier.cluster.wait;", SYNC),
        ("mbarrier.init.shared.b64 [%a], 1;", ALL),
        ("mbarrier.try_wait.shared.b64 %p, [%a], %ld;", ALL),
        ("setmaxnreg.inc.sync.aligned.u32 240;", SYNC),
        (
            "clusterlaunchcontrol.try_cancel.async.shared::cta.mbarrier::complete_tx::bytes.b128 [%a], [%b];",
            ALL,
        ),
        ("wgmma.commit_group.sync.aligned;", SYNC),
        ("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [%a], 32;", ALL),
        ("tcgen05.ld.sync.aligned.32x32b.x1.b32 {%d}, [%a];", READS),
        ("tcgen05.st.sync.aligned.32x32b.x1.b32 [%a], {%d};", WRITES),
        ("tcgen05.wait::st.sync.aligned;", ALL),
        ("tcgen05.fence::before_thread_sync;", ALL),
        ("ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%d}, [%a];", READS),
        ("stmatrix.sync.aligned.m8n8.x1.shared.b16 [%a], {%b};", WRITES),
        ("wmma.store.d.sync.aligned.row.m16n16k16.s32 [%la], {%c, %d};", WRITES),
        ("suld.b.1d.b32.trap {%d}, [%la, {%a}];", READS),
        ("sust.b.1d.b32.trap [%la, {%a}], {%b};", WRITES),
        ("sured.b.add.1d.u32.trap [%la, {%a}], %b;", BOTH),
    ] {
        let name = code.split([' ', ';']).next().unwrap_or_default();
        let said = format!("opaque \"{name}\" {effects}");
        let lines = lines(&module(code));
        let is_it = |line: &String| {
            line.split_once(&said).is_some_and(|(_, rest)| {
                !["reads", "writes", "synchronises"].iter().any(|word| rest.starts_with(word))
            })
        };
        assert!(lines.iter().any(is_it), "{code}: {lines:?}");
    }
}

#[test]
fn locations_are_chains() {
    let module = whole(
        ".file 1 \"a.cu\"\n.entry k() { .reg .b32 %r;\n.loc 1 3 7\nmov.u32 %r, 1;
         .loc 1 9 2, function_name $f, inlined_at 1 3 7\nmov.u32 %r, 2;
         .loc 1 20 4, function_name $f, inlined_at 1 9 2\nmov.u32 %r, 3; }
         .section .debug_str { $f: .b8 102, 49, 0 }",
    );
    let (_, kernel) = module.kernels().next().expect("one kernel");
    let begins = module.sources.loc(kernel.loc);
    assert_eq!((begins.ptx_line, begins.source.map(|pos| pos.line)), (3, Some(3)));
    let mut loc = kernel.insts.values().last().map(|inst| inst.loc);
    let mut chain = Vec::new();
    while let Some(id) = loc {
        let at = module.sources.loc(id);
        chain.push((at.ptx_line, at.source.map(|pos| (pos.line, pos.column)), at.function.as_deref()));
        loc = at.inlined_at;
    }
    assert_eq!(
        chain,
        [(9, Some((20, 4)), Some("f1")), (0, Some((9, 2)), Some("f1")), (0, Some((3, 7)), None)]
    );
}

#[test]
fn source_names_come_from_dwarf() {
    // What clang 19 makes at `-O0 -g` of
    // `__global__ void k(int *out, int n) { __shared__ int tile[64]; int i = n; float w[2]; … }`.
    let text = include_str!("named.ptx");
    let ast = raddle_ptx::parse::parse(text).expect("clang writes PTX");
    let module = lower(&ast, text, Options::default()).expect("clang writes PTX that means something");
    let (_, kernel) = module.kernels().next().expect("one kernel");
    let params: Vec<_> = kernel.params.iter().map(|param| param.source_name.as_deref()).collect();
    assert_eq!(params, [Some("out"), Some("n")]);
    let fields = kernel.slots.keys().flat_map(|slot| &kernel.slot_fields[slot]);
    let fields: Vec<_> = fields.map(|field| (field.name.as_str(), field.offset, field.size)).collect();
    assert_eq!(fields, [("out", 0, 8), ("n", 8, 4), ("i", 12, 4), ("w", 16, 8)]);
    let tile = module.objects.values().find(|object| object.space == Space::Shared).expect("one tile");
    assert_eq!((tile.source_name.as_deref(), tile.size, tile.element), (Some("tile"), Some(256), 4));
}

#[test]
fn an_initial_value_may_name_a_variable_of_a_function() {
    let constant = ".const .align 8 .u64 c = generic(s)+8;";
    let one = whole(&format!("{constant} .entry k() {{ .shared .b32 s[4]; st.shared.u32 [s], 1; ret; }}"));
    let objects: Vec<(&str, Space)> = one.objects.values().map(|o| (o.name.as_str(), o.space)).collect();
    assert_eq!(objects, [("c", Space::Const), ("s", Space::Shared)], "there is one `s`");
    let init = one.objects.values().next().and_then(|c| c.init.as_ref()).expect("it has an initial value");
    let relocation = &init.relocations[0];
    assert_eq!((relocation.addend, relocation.generic), (8, true));
    let RelocationTarget::Object(target) = relocation.target else { panic!("{relocation:?}") };
    assert_eq!(one.objects[target].name, "s");
    // In an inner scope, and where it is declared before another one is looked for.
    whole(&format!("{constant} .entry k() {{ {{ .shared .b32 s[4]; }} ret; }}"));
    // Which of two?
    let text = format!(
        ".version 8.8 .target sm_100 .address_size 64\n{constant}
        .entry k() {{ .shared .b32 s[4]; ret; }} .entry j() {{ .shared .b32 s[4]; ret; }}"
    );
    let ast = raddle_ptx::parse::parse(&text).expect("it parses");
    let errors = lower(&ast, &text, Options::default()).expect_err("there are two");
    assert!(errors[0].to_string().contains("`s` is not declared in this scope"), "{}", errors[0]);
}
