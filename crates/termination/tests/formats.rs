//! Systems as text: what the readers accept, and where they report errors.

use raddle_termination::its::System;
use raddle_termination::its::text::{Format, print, read};

fn koat(text: &str) -> System {
    read(text, Format::Koat).unwrap()
}

/// The rules as they are printed.
fn rules(system: &System) -> Vec<String> {
    print(system).lines().filter(|l| l.contains("->")).map(|l| l.trim().to_owned()).collect()
}

#[test]
fn rules_in_both_notations() {
    let brackets = koat("f(x, y) -> g(x - 1, y^2) [ x > 0 /\\ x' >= y ]  g(x, y) -> f(x, z)");
    assert_eq!(
        rules(&brackets),
        ["f(x, y) -> Com_1(g(x - 1, y*y)) :|: x >= 1 && free1 >= y", "g(x, y) -> Com_1(f(x, free1))"]
    );
    assert_eq!(brackets.starts, [0, 1], "rules alone begin anywhere");
    let sections = koat(
        "(GOAL COMPLEXITY) (STARTTERM (FUNCTIONSYMBOLS g)) (VAR a b)
         (RULES f(a) -> Com_2(f(a - 1), g(a)) :|: a = 3 || a != b  g(a) -> Com_0()  h -> h)",
    );
    assert_eq!(sections.starts, [1]);
    assert_eq!(rules(&sections).len(), 7, "three alternatives with two calls each, and h");
}

#[test]
fn a_left_side_may_fix_its_arguments() {
    let system = koat("f(0, x, x, y + 1) -> f(x, x, x, y)");
    assert_eq!(
        rules(&system),
        ["f(v1, x, v3, v4) -> Com_1(f(x, x, x, free1)) :|: v1 = 0 && v3 = x && v4 = free1 + 1"]
    );
}

#[test]
fn what_is_printed_is_read_again() {
    for text in [
        "f(x, y) -> g(x - 1, y) [ x > y /\\ 2*x' = x ]  g(x, y) -> f(-x, y*y*x - 3)",
        "(STARTTERM (FUNCTIONSYMBOLS f)) (RULES f(x.1) -> f(free2) :|: x.1 > 3)",
    ] {
        let printed = print(&koat(text));
        assert_eq!(print(&koat(&printed)), printed);
    }
}

#[test]
fn while_programs() {
    let text = "/* two loops */ var x: int, y: int;
        begin
          x = random; assume (x > 0);
          while (x > 0 and brandom) do
            if (not (y = x)) then x = x - 1; else skip; endif;
          done;
        end";
    let system = read(text, Format::Simple).unwrap();
    assert_eq!(system.variables, ["x", "y"]);
    let printed = rules(&system);
    assert!(printed.iter().any(|r| r.contains("x >= 1 && free1 >= 0")), "{printed:?}");
    assert!(printed.iter().any(|r| r.ends_with(":|: free1 <= -1")), "{printed:?}");
}

#[test]
fn errors_say_where() {
    let error = |text: &str, format| read(text, format).unwrap_err().to_string();
    for (text, what) in [
        ("", "line 1, column 1: there are no rules here"),
        (
            "f(x) -> ",
            "line 1, column 9: expected a rule, which begins with the name of a location, found the end of the text",
        ),
        ("f(x) -> f(x)\nf(x, y) -> f(x)", "line 2, column 1: `f` has 2 arguments here and 1 before"),
        ("f(x, y) -> f(x)", "line 1, column 12: `f` has 1 argument here and 2 before"),
        (
            "(RULES f(x) -> f(x) :|: x > )",
            "line 1, column 29: expected a number, a variable or `(`, found `)`",
        ),
        ("(RULE)", "line 1, column 2: there is no section `RULE`; GOAL, STARTTERM, VAR and RULES are"),
        ("f(x) -> f(x) :|: x & 1", "line 1, column 20: `&` has no meaning here"),
        (
            "(STARTTERM (FUNCTIONSYMBOLS s)) f(x) -> f(x)",
            "line 1, column 12: no rule has the start location `s`",
        ),
        ("f(x) -> f(x^99)", "line 1, column 13: this exponent is too large"),
        ("(RULES f(x) -> f(x)", "line 1, column 20: expected `)`, found the end of the text"),
    ] {
        assert_eq!(error(text, Format::Koat), what);
    }
    let many = format!("f(x) -> f(x) :|: {}", vec!["x != 1"; 13].join(" && "));
    assert_eq!(error(&many, Format::Koat), "line 1, column 1: this rule's guard has too many alternatives");
    let deep = format!("f(x) -> f({}x", "(".repeat(100_000));
    assert!(error(&deep, Format::Koat).ends_with("nested too deeply"));
    let deep = format!("f(x) -> f(x) :|: {}x > 0", "(".repeat(100_000));
    assert!(error(&deep, Format::Koat).ends_with("nested too deeply"));
    assert_eq!(
        error("begin x = 1; end", Format::Simple),
        "line 1, column 7: `x` is neither a statement nor a declared variable"
    );
    assert_eq!(
        error("var x: int; begin x = z; end", Format::Simple),
        "line 1, column 23: `z` is not declared"
    );
}

/// Any text is read or refused; none makes a reader panic or loop.
#[test]
fn mutilated_texts_do_no_harm() {
    let texts = [
        (
            "(STARTTERM (FUNCTIONSYMBOLS f)) (VAR x) (RULES f(x, 0) -> Com_2(g(x + 1), f(x, x)) :|: x > 0 && (x = 3 || !(x < 2^3)))",
            Format::Koat,
        ),
        (
            "var x: int; begin while (x > 0 or brandom) do if (x = 1) then x = -x; else skip; endif; done; end",
            Format::Simple,
        ),
        (
            "(declare-const l Loc) (define-fun init_main ((p Loc) (x Int)) Bool (cfg_init p l (> x 0)))
             (define-fun next_main ((p Loc) (x Int) (q Loc) (y Int)) Bool (or (cfg_trans2 p l q l
             (exists ((z Int)) (and (not (= x z)) (= y (+ x (* 2 z) (- 1))))))))",
            Format::SmtLib,
        ),
    ];
    let (mut read_well, mut refused) = (0, 0);
    for (text, format) in texts {
        assert!(read(text, format).is_ok());
        for at in 0..text.len() {
            for other in ["", "(", ")", "x", "-", " ", "é", "|", "9"] {
                let mutilated = format!("{}{other}{}", &text[..at], &text[at + 1..]);
                match read(&mutilated, format) {
                    Ok(_) => read_well += 1,
                    Err(e) => {
                        assert!(e.line >= 1 && e.column >= 1, "{mutilated}: {e}");
                        refused += 1;
                    }
                }
            }
        }
    }
    assert!(read_well > 100 && refused > 1000, "{read_well} {refused}");
}
