//! Which variables are taken to hold what the module initialises them with.

use crate::common::module;
use raddle_ir::Language;
use raddle_machine::constants::as_initialised;

/// Is `t` taken to be as initialised in a module with this declaration, body of a kernel, and rest?
fn holds(declaration: &str, body: &str, rest: &str) -> bool {
    let text = format!(
        ".version 8.0\n.target sm_80\n.address_size 64\n{declaration}\n.visible .entry k(.param .u64 a) {{\n\
         .reg .b32 %r<8>; .reg .b64 %rd<8>; .reg .pred %p<2>;\nmov.u32 %r0, %tid.x;\nmul.wide.u32 %rd0, %r0, 4;\n\
         mov.u64 %rd1, t;\nadd.u64 %rd2, %rd1, %rd0;\nld.param.u64 %rd3, [a];\n{body}\nret;\n}}\n{rest}"
    );
    let kernel = module(Language::Ptx, &text);
    let t = kernel.module.objects.iter().find(|(_, object)| object.name == "t").expect("the variable").0;
    as_initialised(&kernel.module)[t]
}

const TABLE: &str = ".global .align 4 .b32 t[2] = {1, 2};";
const READ: &str = "ld.global.u32 %r1, [%rd2];\nst.global.u32 [%rd3], %r1;";

#[test]
fn what_is_only_read_holds() {
    assert!(holds(TABLE, READ, ""));
    assert!(holds(".const .align 4 .b32 t[2] = {1, 2};", "ld.const.u32 %r1, [%rd2];", ""));
    // A pointer that a loop advances.
    assert!(holds(
        TABLE,
        "L: ld.global.u32 %r1, [%rd2];\nadd.u64 %rd2, %rd2, 4;\nsetp.eq.u32 %p0, %r1, 0;\n@%p0 bra L;",
        ""
    ));
}

#[test]
fn what_others_may_name_or_something_writes_does_not() {
    assert!(!holds(&format!(".visible {TABLE}"), READ, ""), "another module");
    assert!(!holds(".global .align 4 .b32 t[2];", READ, ""), "no initialiser");
    for body in [
        "st.global.u32 [%rd2], 1;",
        "st.global.u32 [t+4], 1;",
        "atom.global.add.u32 %r1, [%rd2], 1;",
        "cvta.global.u64 %rd4, %rd2;\nst.u32 [%rd4], 1;",
        "st.global.u64 [%rd3], %rd2;",
        "setp.eq.u32 %p0, %r0, 0;\n@%p0 mov.u64 %rd2, %rd3;\nst.global.u32 [%rd2], 1;",
        "shfl.sync.bfly.b32 %r1, %r0, 1, 31, -1;\ncvt.u32.u64 %r2, %rd2;\nshfl.sync.bfly.b32 %r2, %r2, 1, 31, -1;",
    ] {
        assert!(!holds(TABLE, body, ""), "{body}");
    }
    let other =
        ".visible .entry l() {\n.reg .b64 %rd<2>;\nmov.u64 %rd0, t;\nst.global.u32 [%rd0], 3;\nret;\n}\n";
    assert!(!holds(TABLE, READ, other), "another kernel");
    let pointer = format!("{TABLE}\n.global .align 8 .u64 p = t;");
    assert!(!holds(&pointer, READ, ""), "an initialiser takes its address");
}
