//! Random C functions, all of whose operations are defined.
//!
//! What C leaves open is avoided: no division by zero or of the least number by -1, no shift by the width or
//! more, no conversion of a floating-point number that does not fit, no access beyond an array, no two
//! unordered effects, no endless loop. Signed arithmetic wraps (`-fwrapv`).

use crate::common::Random;
use crate::judge::expression::Scope;
use crate::judge::program::{Function, Program, Statement, WORDS};
use crate::judge::types::Ty;

/// How many argument lists each function is called with.
pub(crate) const INPUTS: usize = 6;

/// How often the statements of a function may run in one call, at most.
const BUDGET: u32 = 600;

/// A function that others may call: its name, parameters, result and cost.
#[derive(Clone, Debug)]
pub(crate) struct Helper {
    pub(crate) name: String,
    pub(crate) params: Vec<Param>,
    pub(crate) result: Ty,
    pub(crate) cost: u32,
}

/// A parameter of a helper.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Param {
    Value(Ty),
    Pointer(Ty),
    Struct,
}

/// A field of the program's structure: its type, and its width where it is a bit field.
pub(crate) type Field = (Ty, Option<u32>);

/// The function with this number, of this seed.
pub(crate) fn program(seed: u64, number: u64) -> Program {
    let mut random = Random::new(seed, number);
    let mut declarations = Vec::new();
    let fields = fields(&mut random);
    declarations.push(structure(number, &fields));
    let element = random.pick(&[Ty::I8, Ty::U8, Ty::I16, Ty::U16, Ty::I32, Ty::U32, Ty::I64, Ty::U64]);
    declarations.push(table(&mut random, number, element));

    let mut functions = Vec::new();
    let mut helpers: Vec<Helper> = Vec::new();
    for n in 0..random.below(4) {
        let name = format!("h{number}_{n}");
        let (function, helper) = helper(&mut random, number, name, &fields, element, &helpers);
        functions.push(function);
        helpers.push(helper);
    }
    let mut scope = Scope::new(&mut random, number, &fields, element, &helpers, BUDGET);
    let mut body = declare(&mut scope);
    let count = 3 + scope.random.below(7);
    body.extend(crate::judge::statement::statements(&mut scope, count, 0));
    body.push(Statement::Line("u64 hash = 0;".to_owned()));
    body.extend(
        scope.observe().into_iter().map(|word| Statement::Line(format!("hash = mix(hash, {word});"))),
    );
    let head = format!("NOINLINE u64 fun{number}(const u64 *in)");
    functions.push(Function { head, body, result: "hash".to_owned() });

    let mut inputs = vec![[0; WORDS]; INPUTS];
    for word in inputs.iter_mut().skip(1).flatten() {
        *word = random.word();
    }
    Program { number, declarations, functions, inputs }
}

fn fields(random: &mut Random) -> Vec<Field> {
    (0..2 + random.below(4))
        .map(|_| {
            let ty = random.pick(&Ty::ALL);
            let bits = ty.bits();
            let field = !ty.is_float() && !ty.is_wide() && ty != Ty::Bool && random.chance(40);
            (ty, field.then(|| 1 + random.below(bits as usize) as u32))
        })
        .collect()
}

fn structure(number: u64, fields: &[Field]) -> Statement {
    let mut inner = Vec::new();
    for (n, (ty, bits)) in fields.iter().enumerate() {
        let width = bits.map_or(String::new(), |bits| format!(" : {bits}"));
        inner.push(Statement::Line(format!("{} m{n}{width};", ty.name())));
    }
    Statement::Nest { parts: vec![(format!("struct s{number} {{"), inner)], close: "};".to_owned() }
}

fn table(random: &mut Random, number: u64, ty: Ty) -> Statement {
    let values: Vec<String> = (0..8).map(|_| format!("({})0x{:x}ull", ty.name(), random.word())).collect();
    Statement::Line(format!("static CONST {} t{number}[8] = {{ {} }};", ty.name(), values.join(", ")))
}

/// A function for others to call.
fn helper(
    random: &mut Random,
    number: u64,
    name: String,
    fields: &[Field],
    element: Ty,
    helpers: &[Helper],
) -> (Function, Helper) {
    let result = random.pick(&Ty::ALL);
    let mut params = Vec::new();
    for _ in 0..1 + random.below(4) {
        params.push(match random.below(8) {
            0 | 1 => Param::Pointer(random.pick(&Ty::ALL)),
            2 => Param::Struct,
            _ => Param::Value(random.pick(&Ty::ALL)),
        });
    }
    let inlined = random.chance(25);
    let mut scope = Scope::new(random, number, fields, element, helpers, 60);
    let mut list = Vec::new();
    for (n, param) in params.iter().enumerate() {
        list.push(match param {
            Param::Value(ty) => {
                scope.add_scalar(format!("a{n}"), *ty);
                format!("{} a{n}", ty.name())
            }
            Param::Pointer(ty) => {
                scope.pointers.push((format!("a{n}"), *ty));
                format!("{} *a{n}", ty.name())
            }
            Param::Struct => {
                scope.add_struct(format!("a{n}"));
                format!("struct s{number} a{n}")
            }
        });
    }
    let mut body = Vec::new();
    for n in 0..scope.random.below(3) {
        let ty = scope.random.pick(&Ty::ALL);
        let start = scope.expression(ty, 1);
        body.push(Statement::Line(format!("{} v{n} = {start};", ty.name())));
        scope.add_scalar(format!("v{n}"), ty);
    }
    let count = 1 + scope.random.below(4);
    body.extend(crate::judge::statement::statements(&mut scope, count, 1));
    let value = scope.expression(result, 3);
    let cost = scope.spent + 1;
    let how = if inlined { "INLINE" } else { "NOINLINE" };
    let head = format!("{how} {} {name}({})", result.name(), list.join(", "));
    (Function { head, body, result: value }, Helper { name, params, result, cost })
}

/// The variables of the function, which begin with the arguments.
fn declare(scope: &mut Scope<'_>) -> Vec<Statement> {
    let mut lines = Vec::new();
    for n in 0..3 + scope.random.below(5) {
        let ty = scope.random.pick(&Ty::ALL);
        let start = input(scope, ty);
        let volatile = if scope.random.chance(6) { "volatile " } else { "" };
        lines.push(format!("{volatile}{} v{n} = {start};", ty.name()));
        if volatile.is_empty() {
            scope.add_scalar(format!("v{n}"), ty);
        } else {
            scope.scalars.push((format!("v{n}"), ty));
        }
    }
    for n in 0..scope.random.below(3) {
        let ty = scope.random.pick(&Ty::ALL);
        let length = scope.random.pick(&[2, 4, 8]);
        let start: Vec<String> = (0..length).map(|_| input(scope, ty)).collect();
        lines.push(format!("{} r{n}[{length}] = {{ {} }};", ty.name(), start.join(", ")));
        scope.arrays.push((format!("r{n}"), ty, length));
    }
    if scope.random.chance(50) {
        // Without the first line the bits between fields would have no value.
        lines.push(format!("struct s{} w; __builtin_memset(&w, 0, sizeof w);", scope.number));
        for (n, (ty, _)) in scope.fields.iter().copied().enumerate() {
            lines.push(format!("w.m{n} = {};", input(scope, ty)));
        }
        scope.add_struct("w".to_owned());
    }
    if scope.random.chance(15) {
        let (ty, element) = scope.random.pick(&[("v4u32", Ty::U32), ("v4f32", Ty::F32)]);
        let start: Vec<String> = (0..4).map(|_| input(scope, element)).collect();
        lines.push(format!("{ty} x = {{ {} }};", start.join(", ")));
        scope.vector = Some(element);
    }
    for n in 0..scope.random.below(3) {
        if let Some((place, ty)) = scope.place() {
            lines.push(format!("{} *p{n} = {place};", ty.name()));
            scope.pointers.push((format!("p{n}"), ty));
        }
    }
    lines.into_iter().map(Statement::Line).collect()
}

/// An argument as a value of a type.
fn input(scope: &mut Scope<'_>, ty: Ty) -> String {
    let mut word = || format!("in[{}]", scope.random.below(WORDS));
    let (first, second) = (word(), word());
    match ty {
        _ if ty.is_float() => format!("{}_in({first})", ty.name()),
        _ if ty.is_wide() => format!("({})((u128){first} << 64 | {second})", ty.name()),
        _ => format!("({}){first}", ty.name()),
    }
}
