//! Texts that mean nothing.

use raddle_ptx::lower::{Options, lower, lower_kernels};

/// The first error of a module.
fn error(text: &str) -> String {
    let text = format!(".version 8.0 .target sm_80 .address_size 64\n{text}");
    let ast = raddle_ptx::parse::parse(&text).unwrap_or_else(|errors| panic!("{}", errors[0]));
    match lower(&ast, &text, Options::default()) {
        Ok(_) => String::new(),
        Err(errors) => errors[0].to_string(),
    }
}

#[track_caller]
fn check(text: &str, begins: &str) {
    let error = error(text);
    assert!(error.starts_with(begins), "{text}: {error}");
}

#[test]
fn names_must_be_declared_once() {
    check(".entry k() { mov.u32 %r1, 0; }", "2:22: `%r1` is not declared");
    check(".entry k() { .reg .b32 %r<4>; mov.u32 %r1, %r4; }", "2:44: `%r4` is not declared");
    check(".entry k() { .reg .b32 %r<4>; @%p mov.u32 %r1, %r2; }", "2:32: `%p` is not declared");
    check(".entry k() { .reg .b32 a; .reg .b32 a; }", "2:37: `a` is declared twice");
    check(".global .b32 a; .global .b32 a;", "2:30: `a` is declared twice");
    check(".entry k() { ret; } .entry k() { ret; }", "2:28: `k` is declared twice");
    check(".entry k() { L: L: ret; }", "2:17: `L` is declared twice");
    check(".entry k() { call f, (); }", "2:19: `f` is not declared");
    check(".entry k() { { .reg .b32 a; } mov.b32 a, 0; }", "2:39: `a` is not declared");
}

#[test]
fn jumps_need_a_target_in_scope() {
    check(".entry k() { bra L; }", "2:18: no label `L`");
    check(".entry k() { { L: ret; } bra L; }", "2:30: no label `L`");
    check(".entry k() { .reg .b32 i; brx.idx i, T; }", "2:38: `brx.idx` needs a `.branchtargets`");
}

#[test]
fn operands_must_fit() {
    check(
        ".entry k() { .reg .b16 h; .reg .b32 r; add.s32 r, h, 1; }",
        "2:51: `h` is 16 bits wide, but the instruction needs type .s32",
    );
    check(".entry k() { .reg .b16 h; .reg .b32 r; add.s32 h, r, 1; }", "2:48: `h` is 16 bits wide");
    check(".entry k() { .reg .pred p; add.s32 p, 1, 1; }", "2:36: `p` is a predicate");
    check(".entry k() { .reg .b32 r; @r ret; }", "2:28: `r` is no predicate");
    check(".entry k() { .reg .f32 f; add.f32 f, f, 1; }", "2:41: `1` is an integer");
}

#[test]
fn vectors_have_the_sizes_of_the_isa() {
    let access = |code: &str| {
        error(&format!(
            ".entry k() {{ .reg .b32 a, b, c, d; .reg .b64 l; .reg .f64 e; .reg .b128 q;\n{code} }}"
        ))
    };
    for (code, why) in [
        ("st.shared.v3.b32 [a], {a, b, c};", "`.v3` does not exist"),
        ("ld.global.v16.b8 {a, b}, [l];", "`.v16` does not exist"),
        ("red.global.v3.f32.add [l], {a, b, c};", "`.v3` does not exist"),
        (
            "st.shared.v4.f64 [a], {e, e, e, e};",
            "an access to 4 elements of type .f64 in shared memory does not exist",
        ),
        ("st.shared.v8.b32 [a], {a, a, a, a, b, b, b, b};", "an access to 8 elements of type .b32 in shared"),
        ("ld.global.v8.b16 {a, a, a, a, b, b, b, b}, [l];", "an access to 8 elements of type .b16"),
        ("st.shared.v2.b32 [a], {a, b, c};", "an access to 2 elements names 3 registers"),
        ("st.shared.b32 [a], {a, b};", "an access to 1 element names 2 registers"),
        ("ld.shared.v4.b32 {a, b}, [a];", "an access to 4 elements names 2 registers"),
    ] {
        let error = access(code);
        assert!(error.starts_with(&format!("3:1: {why}")), "{code}: {error}");
    }
    for code in [
        "st.shared.v2.b32 [a], {a, b};",
        "ld.global.v4.b32 {a, _, b, c}, [l];",
        "ld.global.v8.b32 {a, a, a, a, b, b, b, b}, [l];",
        "ld.global.v4.f64 {e, e, e, e}, [l];",
        "ld.shared.v2.f64 {e, e}, [a];",
        "st.shared.b32 [a], {a};",
    ] {
        assert_eq!(access(code), "", "{code}");
    }
}

#[test]
fn barriers_are_sixteen() {
    check(".entry k() { bar.sync 16; }", "2:23: barrier 16 does not exist");
    check(".entry k() { bar.sync -1; }", "2:23: barrier -1 does not exist");
    assert_eq!(error(".entry k() { bar.sync 15; }"), "");
}

#[test]
fn calls_agree_with_declarations() {
    let f = ".func (.param .b32 r) f(.param .b32 a) { ret; }";
    check(
        &format!("{f} .entry k() {{ call f, (); }}"),
        "2:67: `f` has 1 arguments and 1 results, but is called with 0",
    );
    check(".entry a() { ret; } .entry b() { call a, (); }", "2:39: `a` is a kernel");
    check(
        ".extern .func __raddle_spec_begin(.param .b32 k); .entry k() { .reg .b32 r; call __raddle_spec_begin, (r); }",
        "2:82: a specification region needs a constant kind",
    );
}

#[test]
fn variables_have_sizes() {
    check(".global .b32 a[-1];", "2:16: the size of an array is not a number");
    check(".global .b32 a[0x4000000000000000][8];", "2:14: `a` is too large");
    check(".global .b32 a[2] = {1, 2, 3};", "2:28: more initial values than elements");
    check(".global .b32 a[2] = {b, 2};", "2:22: `b` is not declared");
    check(".global .e4m3 a;", "2:10: `.e4m3` is not a type");
}

#[test]
fn a_variable_is_accessed_in_its_own_space() {
    let space = |access: &str| {
        format!(
            ".shared .b32 s; .global .b32 g; .const .b32 c; .entry k(.param .u32 n) {{ .reg .b32 %r<2>; .local .b32 l; .param .b32 p;\n{access} ret; }}"
        )
    };
    for (access, says) in [
        ("st.shared.u32 [p], %r0;", "3:15: `[p]` is in param space, but the access is to shared space"),
        ("st.shared.u32 [l+4], %r0;", "3:15: `[l+4]` is in local space, but the access is to shared space"),
        ("ld.global.u32 %r0, [s];", "3:20: `[s]` is in shared space, but the access is to global space"),
        ("ld.const.u32 %r0, [g];", "3:19: `[g]` is in global space, but the access is to const space"),
        ("ld.global.u32 %r0, [n];", "3:20: `[n]` is in param space, but the access is to global space"),
        (
            "atom.shared.add.u32 %r0, [g], 1;",
            "3:26: `[g]` is in global space, but the access is to shared space",
        ),
        ("red.global.add.u32 [s], 1;", "3:20: `[s]` is in shared space, but the access is to global space"),
    ] {
        check(&space(access), says);
    }
    for access in [
        "ld.shared::cluster.u32 %r0, [s];",
        "ld.u32 %r0, [g];",
        "st.local.u32 [l], %r0;",
        "ld.param.u32 %r0, [n];",
    ] {
        let text = format!(".version 8.0 .target sm_90 .address_size 64\n{}", space(access));
        let ast = raddle_ptx::parse::parse(&text).expect("it parses");
        assert!(lower(&ast, &text, Options::default()).is_ok(), "{access}");
    }
}

#[test]
fn errors_are_many_but_not_endless() {
    let body = "mov.u32 %r1, 0;\n".repeat(100);
    let text = format!(".version 8.0 .target sm_80\n.entry k() {{ {body} }}");
    let ast = raddle_ptx::parse::parse(&text).expect("it parses");
    let errors = lower(&ast, &text, Options::default()).expect_err("nothing is declared");
    assert_eq!(errors.len(), raddle_ptx::lower::MAX_ERRORS);
    assert_eq!((errors[0].position.line, errors[1].position.line), (2, 3));
}

#[test]
fn an_error_in_a_kernel_is_none_of_the_others() {
    let lowered = |text: &str| {
        let text = format!(".version 8.0 .target sm_80 .address_size 64\n{text}");
        let ast = raddle_ptx::parse::parse(&text).expect("it parses");
        lower_kernels(&ast, &text, Options::default())
    };
    let bad = ".entry bad() { bar.sync 16; ret; }";
    let (module, errors) = lowered(&format!("{bad} .entry good() {{ ret; }}")).expect("one kernel is good");
    assert_eq!(module.kernels().map(|(_, f)| f.name.as_str()).collect::<Vec<_>>(), ["good"]);
    assert_eq!(errors.len(), 1);
    assert_eq!(errors[0].function.as_deref(), Some("bad"));
    // A function that kernels may call, and what is outside of functions, matters to all.
    for all in [".func f() { bar.sync 16; ret; }", ".global .b32 a; .global .b32 a;"] {
        let errors = lowered(&format!("{bad} {all} .entry good() {{ ret; }}")).expect_err(all);
        assert_eq!(errors.len(), 2, "{all}");
    }
}

#[test]
fn an_error_knows_its_place_in_the_source() {
    let text = ".version 8.0 .target sm_80 .address_size 64
        .file 1 \"k.cu\"
        .entry k() { .loc 1 7 5\n bar.sync 16; ret; }";
    let ast = raddle_ptx::parse::parse(text).expect("it parses");
    let errors = lower(&ast, text, Options::default()).expect_err("there are 16 barriers");
    assert_eq!(errors[0].source, Some(("k.cu".to_owned(), 7, 5)));
}
