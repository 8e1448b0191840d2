//! Random statements.

use crate::judge::expression::{Scope, convert, shift_amount};
use crate::judge::program::Statement;
use crate::judge::types::Ty;

/// Some statements; `depth` counts what they stand in.
pub(crate) fn statements(scope: &mut Scope<'_>, count: usize, depth: u32) -> Vec<Statement> {
    let mut all = Vec::new();
    for _ in 0..count {
        if scope.afford(1) {
            all.extend(statement(scope, depth));
        }
    }
    all
}

fn line(text: String) -> Vec<Statement> {
    vec![Statement::Line(text)]
}

fn statement(scope: &mut Scope<'_>, depth: u32) -> Vec<Statement> {
    match scope.random.below(20) {
        0 | 1 if depth < 3 => vec![branch(scope, depth)],
        2 | 3 if depth < 3 => vec![repeat(scope, depth)],
        4 if depth < 3 => vec![switch(scope, depth)],
        5 | 6 => call(scope),
        7 => aim(scope),
        8 => copy_bytes(scope),
        9 if scope.vector.is_some() => vector(scope),
        10 | 11 => step(scope),
        12..=14 => compound(scope),
        _ => assign(scope),
    }
}

fn assign(scope: &mut Scope<'_>) -> Vec<Statement> {
    let Some((target, ty)) = scope.target() else { return Vec::new() };
    let value = scope.expression(ty, 3);
    line(format!("{target} = {value};"))
}

fn compound(scope: &mut Scope<'_>) -> Vec<Statement> {
    let Some((target, ty)) = scope.target() else { return Vec::new() };
    if ty.is_float() {
        let op = scope.random.pick(&["+", "-", "*", "/"]);
        // Not of a wider type: the result is then converted, and that may not fit.
        let value = scope.expression(ty, 2);
        return line(format!("{target} {op}= {value};"));
    }
    if ty != Ty::Bool && scope.random.chance(30) {
        let op = scope.random.pick(&["<<", ">>"]);
        let by = shift_amount(&scope.expression(Ty::U32, 1), ty);
        // A bit field may be promoted to a narrower type than its own.
        let bits = if target.contains('.') { 32 } else { ty.promoted_bits() };
        return line(format!("{target} {op}= {by} & {};", bits - 1));
    }
    let op = scope.random.pick(&["+", "-", "*", "&", "|", "^"]);
    let other = if ty == Ty::Bool { ty } else { scope.random.pick(&Ty::INTEGERS) };
    let value = scope.expression(other, 2);
    line(format!("{target} {op}= {value};"))
}

fn step(scope: &mut Scope<'_>) -> Vec<Statement> {
    let Some((target, ty)) = scope.target() else { return Vec::new() };
    if ty == Ty::Bool {
        return line(format!("{target} = !{target};"));
    }
    let op = scope.random.pick(&["++", "--"]);
    line(format!("({target}){op};"))
}

fn call(scope: &mut Scope<'_>) -> Vec<Statement> {
    let Some((target, ty)) = scope.target() else { return Vec::new() };
    let Some((call, result)) = scope.any_call() else { return assign(scope) };
    // The call may change what the target's subscript reads: it comes first.
    let n = scope.counters;
    scope.counters += 1;
    vec![
        Statement::Line(format!("{} c{n} = {call};", result.name())),
        Statement::Line(format!("{target} = {};", convert(&format!("c{n}"), result, ty))),
    ]
}

/// Lets a pointer point elsewhere.
fn aim(scope: &mut Scope<'_>) -> Vec<Statement> {
    if scope.pointers.is_empty() {
        return assign(scope);
    }
    let n = scope.random.below(scope.pointers.len());
    let (name, ty) = scope.pointers[n].clone();
    let (Some(place), Some(other)) = (scope.place_of(ty), scope.place_of(ty)) else { return Vec::new() };
    if scope.random.chance(50) {
        let condition = scope.condition(1);
        return line(format!("{name} = {condition} ? {place} : {other};"));
    }
    line(format!("{name} = {place};"))
}

/// The bytes of one integer array as another integer.
fn copy_bytes(scope: &mut Scope<'_>) -> Vec<Statement> {
    let integer = |ty: Ty| !ty.is_float() && ty != Ty::Bool;
    let arrays: Vec<(String, Ty, usize)> = scope.arrays.iter().filter(|a| integer(a.1)).cloned().collect();
    if arrays.is_empty() {
        return compound(scope);
    }
    let (name, ty, length) = arrays[scope.random.below(arrays.len())].clone();
    let other = scope.random.pick(&Ty::INTEGERS);
    let Some(place) = scope.place_of(other) else { return Vec::new() };
    let size = ty.bits() as usize / 8 * length;
    let bytes = other.bits() as usize / 8;
    if size < bytes {
        return Vec::new();
    }
    let at = scope.random.below(size - bytes + 1);
    if scope.random.chance(50) {
        line(format!("__builtin_memmove({place}, (char *){name} + {at}, {bytes});"))
    } else {
        line(format!("__builtin_memmove((char *){name} + {at}, {place}, {bytes});"))
    }
}

fn vector(scope: &mut Scope<'_>) -> Vec<Statement> {
    let Some(ty) = scope.vector else { return Vec::new() };
    let value = scope.expression(ty, 2);
    let op = scope.random.pick(&["+", "-", "*"]);
    match scope.random.below(3) {
        0 => line(format!("x {op}= {value};")),
        1 => line(format!("x[{}] = {value};", scope.random.below(4))),
        _ => line(format!("x = x.{} {op} {value};", scope.random.pick(&["wzyx", "xxzz", "yzwx"]))),
    }
}

fn branch(scope: &mut Scope<'_>, depth: u32) -> Statement {
    let condition = scope.condition(2);
    let count = 1 + scope.random.below(3);
    let mut parts = vec![(format!("if ({condition}) {{"), statements(scope, count, depth + 1))];
    if scope.random.chance(50) {
        let count = 1 + scope.random.below(3);
        parts.push(("} else {".to_owned(), statements(scope, count, depth + 1)));
    }
    Statement::Nest { parts, close: "}".to_owned() }
}

/// A loop that ends.
fn repeat(scope: &mut Scope<'_>, depth: u32) -> Statement {
    let most = 1 + scope.random.below(7) as u32;
    let n = scope.counters;
    scope.counters += 1;
    // How often, known only when it runs; or a constant, which compilers unroll.
    let count = if scope.random.chance(50) {
        let ty = scope.random.pick(&Ty::INTEGERS);
        let value = scope.expression(ty, 1);
        let mask = most.next_power_of_two() - 1;
        format!("(int)({value} & {mask})")
    } else {
        most.to_string()
    };
    let outside = scope.times;
    scope.times *= most.next_power_of_two();
    let length = 1 + scope.random.below(3);
    let mut body = statements(scope, length, depth + 1);
    if scope.random.chance(35) {
        let leave = scope.random.pick(&["break;", "continue;"]);
        let condition = scope.condition(1);
        let at = scope.random.below(body.len() + 1);
        let inner = vec![Statement::Line(leave.to_owned())];
        body.insert(
            at,
            Statement::Nest { parts: vec![(format!("if ({condition}) {{"), inner)], close: "}".to_owned() },
        );
    }
    scope.times = outside;
    match scope.random.below(3) {
        0 => Statement::Nest {
            parts: vec![(format!("for (int n{n} = {count}; n{n} > 0; n{n}--) {{"), body)],
            close: "}".to_owned(),
        },
        1 => Statement::Nest {
            parts: vec![(format!("for (int n{n} = {count}; n{n}-- > 0;) {{"), body)],
            close: "}".to_owned(),
        },
        _ => {
            let counted = vec![
                Statement::Line(format!("int n{n} = {count};")),
                Statement::Nest {
                    parts: vec![("do {".to_owned(), body)],
                    close: format!("}} while (--n{n} > 0);"),
                },
            ];
            Statement::Nest { parts: vec![("{".to_owned(), counted)], close: "}".to_owned() }
        }
    }
}

fn switch(scope: &mut Scope<'_>, depth: u32) -> Statement {
    let ty = scope.random.pick(&Ty::INTEGERS);
    let value = scope.expression(ty, 2);
    let dense = scope.random.chance(70);
    let mut parts = Vec::new();
    let mut head =
        if dense { format!("switch ({value} & 7) {{") } else { format!("switch ((i32){value}) {{") };
    let cases = 2 + scope.random.below(6);
    let default = scope.random.below(2 * cases);
    for n in 0..cases {
        let label = if n == default {
            "default:".to_owned()
        } else if dense || n < 2 {
            format!("case {n}:")
        } else {
            format!("case {}:", (scope.random.next() as i32 as i64 & !15) + n as i64)
        };
        let count = 1 + scope.random.below(2);
        let mut body = statements(scope, count, depth + 1);
        if scope.random.chance(70) {
            body.push(Statement::Line("break;".to_owned()));
        } else {
            body.push(Statement::Line(";".to_owned()));
        }
        parts.push((format!("{head}{label} {{"), body));
        head = "} ".to_owned();
    }
    Statement::Nest { parts, close: "} }".to_owned() }
}
