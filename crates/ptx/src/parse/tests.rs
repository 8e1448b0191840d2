//! Small inputs for each form of directive, statement and operand, and for each kind of error.

use super::{MAX_DEPTH, MAX_ERRORS, parse};
use crate::ast::{Base, Expr, Int, Item, Module, Operand, Space, Span, Statement};

/// Parses, and checks that what is printed parses to what prints the same.
fn module(source: &str) -> Module<'_> {
    let module = parse(source).unwrap_or_else(|errors| panic!("{source}\n{}", errors[0]));
    let printed = module.to_string();
    match parse(&printed) {
        Ok(again) => assert_eq!(again.to_string(), printed),
        Err(errors) => panic!("printed:\n{printed}\n{}", errors[0]),
    }
    module
}

/// The items of a module, printed, one string each.
fn items(source: &str) -> Vec<String> {
    let source = format!(".version 8.0\n.target sm_80\n.address_size 64\n{source}");
    module(&source).items.iter().map(ToString::to_string).collect()
}

/// The statements of a function body, printed, one string each.
fn statements(body: &str) -> Vec<String> {
    let source = format!(".version 8.0\n.func f() {{\n{body}\n}}");
    let module = module(&source);
    let [Item::Function(function)] = module.items.as_slice() else { panic!("one function") };
    function.body.as_ref().unwrap().statements.iter().map(ToString::to_string).collect()
}

/// Statements that print exactly as they are written.
fn verbatim(lines: &[&str]) {
    assert_eq!(statements(&lines.join("\n")), lines);
}

/// Runs `check` on the operands of one instruction.
fn operands(instruction: &str, check: impl FnOnce(&[Operand<'_>])) {
    let source = format!(".version 8.0\n.func f() {{ {instruction} }}");
    let module = module(&source);
    let [Item::Function(function)] = module.items.as_slice() else { panic!("one function") };
    let [Statement::Instruction(instruction)] = function.body.as_ref().unwrap().statements.as_slice() else {
        panic!("one instruction")
    };
    check(&instruction.operands);
}

/// The first error, as `line:column: expected …, found …`.
fn error(source: &str) -> String {
    let errors = parse(source).expect_err("a syntax error");
    errors[0].to_string().lines().next().unwrap_or_default().to_owned()
}

fn error_in_body(body: &str) -> String {
    error(&format!(".version 8.0\n.func f() {{\n{body}\n}}"))
}

#[test]
fn header() {
    let module = module(".version 1.4\n.target sm_10, map_f64_to_f32\n.target debug\n");
    assert_eq!((module.version.major, module.version.minor), (1, 4));
    assert_eq!(module.version.span, Span::new(0, 12));
    assert_eq!(
        module.targets.iter().map(|name| name.text).collect::<Vec<_>>(),
        ["sm_10", "map_f64_to_f32", "debug"]
    );
    assert_eq!(module.address_size, 32);
    assert_eq!(self::module(".version 9.10 .address_size 64").version.minor, 10);
}

#[test]
fn kernels_and_functions() {
    assert_eq!(
        items(
            ".visible .entry k(.param .u64 .ptr .global .align 16 p, .param .align 8 .b8 s[24])
             .maxntid 128, 1, 1 .minnctapersm 2 .pragma \"nounroll\"; { ret; }
             .extern .func (.param .b32 r) vprintf (.param .b64 a, .param .b64 b);
             .weak .func .attribute(.unified(1, 2)) g .noreturn ;
             .func (.reg .f32 %f, .reg .v4 .b32 %v) h (.reg .u32 %r) { }
             .entry old { .param .u32 x; }"
        ),
        [
            ".visible .entry k(.param .u64 .ptr .global .align 16 p, .param .align 8 .b8 s[24]) .maxntid 128, 1, 1 \
             .minnctapersm 2 .pragma \"nounroll\";\n{\n  ret;\n}",
            ".extern .func (.param .b32 r) vprintf(.param .b64 a, .param .b64 b);",
            ".weak .func .attribute(.unified(1, 2)) g() .noreturn;",
            ".func (.reg .f32 %f, .reg .v4 .b32 %v) h(.reg .u32 %r)\n{\n}",
            ".entry old()\n{\n  .param .u32 x;\n}",
        ]
    );
}

#[test]
fn directives_of_tomorrow_are_kept_by_name() {
    assert_eq!(
        items(".entry k() .reqnctapercluster 2, 1 .explicitcluster .blocksareclusters .new_thing 3, word {}"),
        [".entry k() .reqnctapercluster 2, 1 .explicitcluster .blocksareclusters .new_thing 3, word\n{\n}"]
    );
}

#[test]
fn module_variables() {
    assert_eq!(
        items(
            ".extern .shared .align 16 .b8 smem[];
             .visible .global .align 4 .u32 a[2][3] = {{1, 2}, {-3, 0x10, 4U},};
             .const[3] .f32 c = 0f3F800000;
             .global .attribute(.managed) .s32 m;
             .global .v4 .f32 v = {1.5, 0d3FF0000000000000, -2.0, 1e3};
             .global .u64 p[3] = {a, a+4, generic(a)+12};
             .global .u8 q[2] = {0xff(a), 0xff00(generic(a) + 4)};
             .weak .global .b8 s[4] = \"abc\";
             .global .texref t;
             .texref u;
             .global .samplerref w = { addr_mode_0 = clamp_to_border, filter_mode = nearest };
             .common .global .u32 n[4 * 8 + WARP_SZ];"
        ),
        [
            ".extern .shared .align 16 .b8 smem[];",
            ".visible .global .align 4 .u32 a[2][3] = {{1, 2}, {-3, 16, 4U}};",
            ".const[3] .f32 c = 0f3F800000;",
            ".global .attribute(.managed) .s32 m;",
            ".global .v4 .f32 v = {0d3FF8000000000000, 0d3FF0000000000000, 0dC000000000000000, 0d408F400000000000};",
            ".global .u64 p[3] = {a, a + 4, generic(a) + 12};",
            ".global .u8 q[2] = {255(a), 65280(generic(a) + 4)};",
            ".weak .global .b8 s[4] = \"abc\";",
            ".global .texref t;",
            ".global .texref u;",
            ".global .samplerref w = {addr_mode_0 = clamp_to_border, filter_mode = nearest};",
            ".common .global .u32 n[4 * 8 + WARP_SZ];",
        ]
    );
}

#[test]
fn files_pragmas_aliases_prototypes() {
    assert_eq!(
        items(
            ".file 1 \"C:\\\\a b.cu\"\n.file 2 \"x.cuh\", 1234567890, 42\n.pragma \"a\", \"b\";
             .alias f, g;\n p : .callprototype _ ();\n.loc 1 2 3"
        ),
        [
            ".file 1 \"C:\\\\a b.cu\"",
            ".file 2 \"x.cuh\", 1234567890, 42",
            ".pragma \"a\", \"b\";",
            ".alias f, g;",
            "p: .callprototype () _ ();",
            ".loc 1 2 3",
        ]
    );
}

#[test]
fn sections_hold_bytes_labels_and_references() {
    let source = ".version 8.0 .section .debug_info {
        $start: .b8 1, 255 .b16 0x102
        .b32 .debug_abbrev
        .b64 $func+8
        mid:
        .b32 $end-$start .b8 -1
        .b64 generic(var)
        $end:
        }";
    let module = module(source);
    let [Item::Section(section)] = module.items.as_slice() else { panic!("one section") };
    assert_eq!(section.name.text, "debug_info");
    let mut bytes = vec![1, 255, 2, 1];
    bytes.extend([0; 16]);
    bytes.push(255);
    bytes.extend([0; 8]);
    assert_eq!(section.bytes, bytes);
    let labels: Vec<_> = section.labels.iter().map(|label| (label.name.text, label.offset)).collect();
    assert_eq!(labels, [("$start", 0), ("mid", 16), ("$end", 29)]);
    let references: Vec<_> = section
        .references
        .iter()
        .map(|r| (r.at, r.width, r.symbol.text, r.addend, r.minus.map(|name| name.text)))
        .collect();
    assert_eq!(
        references,
        [
            (4, 4, "debug_abbrev", 0, None),
            (8, 8, "$func", 8, None),
            (16, 4, "$end", 0, Some("$start")),
            (21, 8, "var", 0, None),
        ]
    );
}

#[test]
fn declarations_in_bodies() {
    verbatim(&[
        ".reg .pred %p<20>;",
        ".reg .b32 %r<10>, x, %y;",
        ".reg .v4 .f32 %v;",
        ".local .align 8 .b8 __local_depot0[16];",
        ".shared .align 4 .b8 tile[4224];",
        ".extern .shared .b8 dyn[];",
        ".param .align 4 .b8 param0[12];",
    ]);
}

#[test]
fn labels_may_repeat_in_nested_scopes() {
    assert_eq!(
        statements("L: bra L; { L: .reg .b32 t; { L: } bra L; }"),
        ["L:", "bra L;", "{\nL:\n  .reg .b32 t;\n  {\n  L:\n  }\n  bra L;\n}"]
    );
}

#[test]
fn locations() {
    verbatim(&[
        ".loc 1 20 3",
        ".loc 2 5 7, function_name $L__info_string0, inlined_at 1 20 3",
        ".loc 2 5 7, function_name .debug_str+16, inlined_at 1 20 3",
    ]);
}

#[test]
fn guards_and_modifiers() {
    verbatim(&[
        "@%p1 bra L;",
        "@!%p1 st.shared.f32 [%r1], %f1;",
        "ret;",
        "cp.async.bulk.tensor.2d.shared::cluster.global.tile.mbarrier::complete_tx::bytes.L2::cache_hint [%r1], \
         [%rd1, {%r2, %r3}], [%r4], %rd2;",
        "mma.sync.aligned.m16n8k256.row.col.s32.b1.b1.s32.xor.popc {%r1, %r2}, {%r3}, {%r4}, {%r5, %r6};",
        "ldmatrix.sync.aligned.m8n16.x4.shared::cta.b8x16.b4x16_p64 {%r1, %r2}, [%r3];",
    ]);
    // A guard may stand away from its register, and modifiers away from each other.
    assert_eq!(statements("@ ! p add .u32 a , b , 1 ;"), ["@!p add.u32 a, b, 1;"]);
}

#[test]
fn operands_of_every_form() {
    verbatim(&[
        "mov.u32 %r1, %tid.x;",
        "vadd.u32.u32.u32 %r1, %r2.b0, %r3.h1;",
        "setp.eq.and.s32 %p1|%p2, %r1, %r2, !%p3;",
        "shfl.sync.idx.b32 %r1|_, %r2, 0, 31, -1;",
        "mov.b64 {%r1, _}, %rd1;",
        "tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [tex, sampler, {%f5, %f6}];",
        "suld.b.1d.b32.trap %r1, [surf, {%r2}];",
        "mov.u64 %rd1, table[3];",
        "mov.u64 %rd1, table + 8;",
        "mov.u32 %r1, WARP_SZ;",
        "mov.f32 %f1, 0f7F800000;",
        "mov.f64 %fd1, 0dFFF0000000000000;",
        "brx.idx %r1, $L_table;",
        "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1}, %rd1, %rd2, %p1, 1, -1, 0, 1;",
        "fence.proxy.tensormap::generic.acquire.gpu [%rd1], 128;",
        "tcgen05.mma.cta_group::1.kind::f16 [%r1], %rd1, %rd2, %r2, {%r3, %r4}, %p1;",
    ]);
}

#[test]
fn expressions_print_with_the_parentheses_that_they_need() {
    verbatim(&[
        "mov.u32 x, (1 + 2) * 3 - (4 - 5);",
        "mov.u32 x, a + 1 << 2;",
        "mov.u32 x, a + (1 << 2);",
        "mov.u32 x, (a ? 1 : 2) ? 3 : b ? 4 : 5;",
        "mov.u32 x, -(a + 1) + ~-b;",
        "mov.u32 x, !1 + 2;",
        "mov.u32 x, (.u64)a / 2;",
        "ld.u32 x, [(a << 2)+4];",
    ]);
    operands("mov.u32 x, !1 + 2;", |operands| {
        assert!(matches!(&operands[1], Operand::Expr(e) if matches!(**e, Expr::Binary(..))));
    });
}

#[test]
fn branch_tables_and_calls() {
    verbatim(&[
        "$L_table: .branchtargets L1, L2, L1;",
        "targets: .calltargets f, g;",
        "proto: .callprototype (.param .b32 _) _ (.param .b64 _, .param .align 8 .b8 _[12]) .noreturn .abi_preserve 4;",
        "call.uni (retval0), vprintf, (param0, param1);",
        "call (r1), %rd1, (p0), proto;",
        "call f, (1, %r1);",
        "call (r1), f;",
        "call f;",
        "call %rd1, targets;",
    ]);
}

#[test]
fn calls_are_taken_apart() {
    let cases = [
        ("call.uni (r), f, (a, b);", "r|f|a b|"),
        ("call (r), %rd1, (a), proto;", "r|%rd1|a|proto"),
        ("call f, (a);", "|f|a|"),
        ("call (r), f;", "r|f||"),
        ("call %rd1, table;", "|%rd1||table"),
        ("call (), f, ();", "|f||"),
    ];
    for (source, expected) in cases {
        let source = format!(".version 8.0 .func f() {{ {source} }}");
        let module = module(&source);
        let Item::Function(function) = &module.items[0] else { panic!("a function") };
        let Statement::Instruction(call) = &function.body.as_ref().unwrap().statements[0] else {
            panic!("a call")
        };
        let call = call.as_call().expect("a call");
        let names =
            |operands: &[Operand<'_>]| operands.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        let targets = call.targets.map_or("", |name| name.text);
        let found = format!("{}|{}|{}|{targets}", names(call.returns), call.callee, names(call.args));
        assert_eq!(found, expected);
    }
}

#[test]
fn addresses_fold_their_offsets() {
    let cases = [
        ("[%rd1]", "%rd1", 0),
        ("[%rd1+4]", "%rd1", 4),
        ("[%rd1+-4]", "%rd1", -4),
        ("[%rd1-4]", "%rd1", -4),
        ("[4+sym]", "sym", 4),
        ("[sym + 4*8 - 2]", "sym", 30),
        ("[%rd1+0xFFFFFFFFFFFFFFFC]", "%rd1", -4),
    ];
    for (address, base, offset) in cases {
        operands(&format!("ld.u32 %r1, {address};"), |operands| {
            let Operand::Address(address) = &operands[1] else { panic!("an address") };
            let Base::Name(name) = address.base else { panic!("{address:?}") };
            assert_eq!((name.text, address.offset), (base, offset));
        });
    }
    operands("ld.u32 %r1, [16];", |operands| {
        assert!(matches!(&operands[1], Operand::Address(a) if a.base == Base::Absolute && a.offset == 16));
    });
    operands("ld.u32 %r1, [%v.x+4];", |operands| {
        assert!(
            matches!(&operands[1], Operand::Address(a) if matches!(a.base, Base::Component(..)) && a.offset == 4)
        );
    });
    operands("ld.u32 %r1, [a[3]+4];", |operands| {
        let Operand::Address(address) = &operands[1] else { panic!("an address") };
        assert!(
            matches!(&address.base, Base::Expr(e) if matches!(**e, Expr::Element(..))) && address.offset == 4
        );
    });
}

#[test]
fn literals() {
    let int = |text: &str| {
        let mut found = None;
        operands(&format!("mov.u64 x, {text};"), |operands| {
            let Operand::Int(Int { value, unsigned, .. }) = operands[1] else { panic!("{operands:?}") };
            found = Some((value, unsigned));
        });
        found.unwrap()
    };
    assert_eq!(int("42"), (42, false));
    assert_eq!(int("0x1fU"), (31, true));
    assert_eq!(int("017"), (15, false));
    assert_eq!(int("0b101"), (5, false));
    assert_eq!(int("-1"), (u64::MAX, false));
    assert_eq!(int("18446744073709551615"), (u64::MAX, true));
    assert_eq!(int("0"), (0, false));
    let float = |text: &str| {
        let mut found = None;
        operands(&format!("mov.f32 x, {text};"), |operands| {
            let Operand::Float(float) = operands[1] else { panic!("{operands:?}") };
            found = Some((float.single, float.value()));
        });
        found.unwrap()
    };
    assert_eq!(float("0f3FC00000"), (true, 1.5));
    assert_eq!(float("0dBFF8000000000000"), (false, -1.5));
    assert_eq!(float("-1.5"), (false, -1.5));
    assert_eq!(float("1.5e-3"), (false, 1.5e-3));
    assert_eq!(float("2e3"), (false, 2000.0));
    assert_eq!(float(".5"), (false, 0.5));
}

#[test]
fn spans_cover_what_was_written() {
    let source = ".version 8.0\n.func f() { @!%p ld.shared::cta.u32 %r1, [ x + -4 ] ; }";
    let module = module(source);
    let text = |span: Span| &source[span.start as usize..span.end as usize];
    let Item::Function(function) = &module.items[0] else { panic!("a function") };
    assert_eq!(text(function.span), &source[13..]);
    let Statement::Instruction(ld) = &function.body.as_ref().unwrap().statements[0] else { panic!("ld") };
    assert_eq!(text(ld.span), "@!%p ld.shared::cta.u32 %r1, [ x + -4 ] ;");
    assert_eq!(text(ld.modifiers[0].span), "shared::cta");
    assert_eq!(text(ld.operands[1].span()), "[ x + -4 ]");
    assert!(ld.has("u32") && !ld.has("shared"));
}

#[test]
fn windows_line_ends_and_comments_anywhere() {
    assert_eq!(
        statements("# 1 \"a.cu\"\r\n/* a\r\n b */ add.u32 /**/ %r1, // c\r\n %r2, 1;\r\n"),
        ["add.u32 %r1, %r2, 1;"]
    );
}

#[test]
fn a_parameter_says_its_space() {
    let module = module(".version 8.0 .func f(.reg .u32 a, .param .b32 _) ;");
    let function = module.functions().next().unwrap();
    assert_eq!(function.params[0].space, Space::Reg);
    assert_eq!(function.params[1].space, Space::Param);
    assert_eq!(function.params[1].name, None);
    assert!(function.body.is_none());
}

#[test]
fn errors_say_what_was_expected() {
    assert_eq!(
        error(""),
        "1:1: expected `.version`, with which every PTX module begins, found the end of the file"
    );
    assert_eq!(
        error("int main() {}"),
        "1:1: expected `.version`, with which every PTX module begins, found `int`"
    );
    assert_eq!(error(".version eight"), "1:10: expected a version such as `8.4`, found `eight`");
    assert_eq!(error(".version 8.0 .address_size 16"), "1:28: expected 32 or 64, found `16`");
    assert!(error(".version 8.0\n.frobnicate 3").starts_with("2:1: expected a directive such as `.entry`"));
    assert!(error(".version 8.0 .visible .frob").starts_with("1:23: expected a directive such as `.entry`"));
    assert_eq!(error_in_body("add.u32 %r1, ;"), "3:14: expected an operand, found `;`");
    assert_eq!(error_in_body("add.u32 %r1 %r2;"), "3:13: expected `,` or `;`, found `%r2`");
    assert_eq!(error_in_body("ret"), "4:1: expected an operand or `;`, found `}`");
    assert_eq!(
        error_in_body("mov.u32 %r1, 12x;"),
        "3:14: expected a number such as `12`, `0x1F`, `0f3F800000` or `1.5`, found `12x`"
    );
    assert_eq!(
        error_in_body("mov.f32 %r1, 0f12;"),
        "3:14: expected exactly 8 hexadecimal digits after `0f`, found `0f12`"
    );
    assert_eq!(
        error_in_body("mov.u64 %r1, 99999999999999999999;"),
        "3:14: expected a number of at most 64 bits, found `99999999999999999999`"
    );
    assert!(error_in_body(".frob;").starts_with("3:1: expected a directive such as `.reg`"));
    assert_eq!(
        error_in_body("ret; /* never"),
        "3:6: expected an instruction, a label, a directive or `}`, found a comment without an end"
    );
    assert_eq!(error_in_body("mov.u32 é, 1;"), "3:9: expected an operand, found 'é', which is not PTX");
    assert_eq!(
        error(".version 8.0 .entry k() {"),
        "1:26: expected a statement, or `}` at the end of the function, found the end of the file"
    );
    assert_eq!(error(".version 8.0 .func f(.param)"), "1:28: expected a type such as `.u32`, found `)`");
    assert_eq!(
        error(".version 8.0 .version 8.0"),
        "1:14: expected no second `.version`: a module has one, at its beginning, found `.version`"
    );
}

#[test]
fn one_run_shows_several_errors() {
    let source = ".version 8.0\n.entry k() {\n  add.u32 %r1 %r2;\n  ret;\n  { mov {a, ; }\n  @ ;\n}\n.frob x;\n.func g() { ret 1 2; }";
    let errors = parse(source).unwrap_err();
    let lines: Vec<u32> = errors.iter().map(|error| error.position.line).collect();
    assert_eq!(lines, [3, 5, 6, 8, 9]);
    let many = format!(".version 8.0\n.entry k() {{\n{}}}", "add 1 2;\n".repeat(100));
    assert_eq!(parse(&many).unwrap_err().len(), MAX_ERRORS);
}

#[test]
fn deep_nesting_is_an_error_and_no_overflow() {
    let deep = |open: &str, close: &str, n: usize| format!("{}{}", open.repeat(n), close.repeat(n));
    let n = MAX_DEPTH as usize;
    assert_eq!(statements(&deep("{", "}", n - 1)).len(), 1);
    assert!(error_in_body(&deep("{", "}", 100_000)).contains("levels of nesting"));
    assert!(error_in_body(&format!("mov x, {}", "{".repeat(100_000))).contains("levels of nesting"));
    assert!(error_in_body(&format!("mov x, {}", "(".repeat(100_000))).contains("levels of nesting"));
    assert!(error_in_body(&format!("mov x, {}1;", "-".repeat(100_000))).contains("levels of nesting"));
    assert!(error_in_body(&format!("mov x, {}p;", "!".repeat(100_000))).contains("levels of nesting"));
    assert!(
        error_in_body(&format!("mov x, 1{};", "+1".repeat(100_000))).contains("operators in one expression")
    );
    assert!(error_in_body(&format!("mov x, 1{};", "?1:1".repeat(100_000))).contains("levels of nesting"));
    assert!(error_in_body(&format!("mov x, {};", "a[".repeat(100_000))).contains("levels of nesting"));
    assert!(error_in_body(&format!("mov x, {};", "[a,".repeat(100_000))).contains("levels of nesting"));
    // What is at the limit is printed and dropped without overflow, and parses again.
    let widest = format!("mov x, {}1{};", "~".repeat(n), " + x".repeat(n));
    verbatim(&[&widest]);
    let init = format!(".version 8.0 .global .u32 x = {}", "{".repeat(100_000));
    assert!(error(&init).contains("levels of nesting"));
}
