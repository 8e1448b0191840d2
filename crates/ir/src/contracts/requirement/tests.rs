use super::*;
use crate::inst::Base;
use crate::module::{FunctionKind, KernelParam, PointerInfo, Structure};
use crate::op::PureOp;
use crate::source::{Loc, SourceMap};
use crate::types::{Space, Type};
use crate::{InstKind, Special, Value, eval, validate};
use parse::{Binary, Node, Unary};
use std::collections::BTreeMap;

fn param(name: &str, offset: u64, ty: Option<Type>, source_type: Option<&str>) -> KernelParam {
    let size = ty.map_or(16, |ty| ty.bytes().into());
    KernelParam {
        name: format!("k_param_{offset}"),
        source_name: Some(name.to_owned()),
        source_type: source_type.map(str::to_owned),
        pointee: None,
        members: Vec::new(),
        of: None,
        offset,
        size,
        align: 8,
        ty,
        signed: false,
        pointer: None,
    }
}

/// The integer parameters of [`kernel`]: name, type of the source, width, sign.
const INTEGERS: [(&str, &str, u32, bool); 9] = [
    ("c", "signed char", 8, true),
    ("b", "unsigned char", 8, false),
    ("h", "short", 16, true),
    ("n", "int", 32, true),
    ("u", "unsigned int", 32, false),
    ("l", "long", 64, true),
    ("s", "unsigned long", 64, false),
    ("m", "const int", 32, true),
    ("t", "size_t", 64, false),
];

/// A kernel with parameters of all kinds, and an empty body.
fn kernel() -> Function {
    let mut sources = SourceMap::default();
    let loc = sources.intern(Loc::default());
    let mut function = Function::new("k", FunctionKind::Kernel, loc);
    for (nth, (name, ty, bits, _)) in INTEGERS.into_iter().enumerate() {
        function.params.push(param(name, 8 * nth as u64, Type::int(bits), Some(ty)));
    }
    let next = 8 * INTEGERS.len() as u64;
    function.params.push(param("flag", next, Some(Type::I8), Some("bool")));
    function.params.push(param("x", next + 8, Some(Type::F32), Some("float")));
    function.params.push(param("a", next + 16, Some(Type::I64), Some("float *")));
    let members = [
        ("p.size.n", Type::I32, "int"),
        ("p.count[0]", Type::I32, "unsigned int"),
        ("p.count[1]", Type::I32, "unsigned int"),
        ("p.x", Type::F32, "float"),
    ];
    for (nth, (name, ty, source_type)) in members.into_iter().enumerate() {
        let of = Structure { name: "p".to_owned(), ty: "Pair".to_owned(), offset: next + 24, size: 16 };
        let member = param(name, next + 24 + 4 * nth as u64, Some(ty), Some(source_type));
        function.params.push(KernelParam { of: Some(of), ..member });
    }
    let mut unnamed = param("", next + 40, Some(Type::I32), None);
    unnamed.source_name = None;
    unnamed.name = "_Z1kPii_param_13".to_owned();
    function.params.push(unnamed);
    let mut signed = param("", next + 48, Some(Type::I32), None);
    signed.source_name = None;
    signed.name = "z".to_owned();
    signed.signed = true;
    function.params.push(signed);
    let entry = function.add_block(loc);
    function.blocks[entry].term = crate::Terminator::Return;
    function
}

fn stated(text: &str) -> (Function, Vec<Remark>) {
    let mut function = kernel();
    let requirement = Requirement::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let fits = requirement.fits(&function).unwrap_or_else(|error| panic!("{text}: {error}"));
    let loc = function.loc;
    let remarks = requirement.state(&mut function, loc).expect("it fits");
    assert_eq!(fits, remarks, "{text}");
    let mut module = crate::Module { address_bits: 64, ..crate::Module::default() };
    module.sources.intern(Loc::default());
    validate(&module, &function).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    (function, remarks)
}

/// Is the requirement at the head of a kernel true, where parameters have these bits, by offset, and sizes are `size`?
fn holds(function: &Function, params: &BTreeMap<i64, u128>, size: u32) -> bool {
    let mut values: BTreeMap<Value, u128> = BTreeMap::new();
    for &inst in &function.blocks[function.entry()].insts {
        let data = &function.insts[inst];
        let result = match &data.kind {
            InstKind::Const(bits) => *bits,
            InstKind::Special(Special::Ntid(_) | Special::Nctaid(_)) => size.into(),
            InstKind::Load { addr, .. } => {
                assert_eq!((addr.base, addr.index), (Base::Params, None));
                params[&addr.offset] & function.ty(data.results[0]).mask()
            }
            InstKind::Pure { op, args } => {
                let args: Vec<(Type, u128)> =
                    args.iter().map(|arg| (function.ty(*arg), values[arg])).collect();
                let ty = function.ty(data.results[0]);
                eval_one(*op, &args, ty)
            }
            InstKind::SpecBegin(SpecKind::Requires) => continue,
            InstKind::SpecEnd(SpecKind::Requires, holds) => return values[holds] == 1,
            other => panic!("{other:?}"),
        };
        values.insert(data.results[0], result);
    }
    panic!("no requirement")
}

fn eval_one(op: PureOp, args: &[(Type, u128)], ty: Type) -> u128 {
    let bits: Vec<u128> = args.iter().map(|arg| arg.1).collect();
    eval(op, ty, args[0].0, &bits).unwrap_or_else(|| panic!("{op:?} of {args:x?} has no value"))
}

/// A number of the reference: one beyond 2^127 only comes from a product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Int {
    Plain(i128),
    Large(u128),
}

impl Int {
    fn cmp(self, other: Self) -> std::cmp::Ordering {
        let key = |int| match int {
            Self::Plain(n) if n < 0 => (false, n as u128),
            Self::Plain(n) => (true, n as u128),
            Self::Large(n) => (true, n),
        };
        key(self).cmp(&key(other))
    }
}

/// What the expression is for these parameters: none where it has no value.
fn reference(expr: &Expr, known: &dyn Fn(&str) -> i128) -> Option<Int> {
    let truth = |truth: bool| Some(Int::Plain(truth.into()));
    let plain = |int: Int| match int {
        Int::Plain(n) => n,
        Int::Large(n) => panic!("{n} is computed with"),
    };
    let zero = Int::Plain(0);
    match &expr.node {
        Node::Number(n) => Some(Int::Plain((*n).into())),
        Node::Operand(operand) => Some(Int::Plain(known(&operand.text()))),
        Node::Size(_) => Some(Int::Plain(known("size"))),
        Node::Unary(op, inner) => {
            let inner = reference(inner, known)?;
            match op {
                Unary::Not => truth(inner == zero),
                Unary::Complement => Some(Int::Plain(!plain(inner))),
                Unary::Minus => Some(Int::Plain(-plain(inner))),
                Unary::Plus => Some(inner),
            }
        }
        Node::Cast(cast, inner) => {
            let bits = match reference(inner, known)? {
                Int::Plain(n) => n as u128,
                Int::Large(n) => n,
            };
            let unused = 128 - cast.ty.bits();
            let wide = bits << unused;
            Some(Int::Plain(if cast.signed { wide as i128 >> unused } else { (wide >> unused) as i128 }))
        }
        Node::Binary(op, left, right) => {
            let left = reference(left, known)?;
            match op {
                Binary::And if left == zero => return truth(false),
                Binary::Or if left != zero => return truth(true),
                _ => {}
            }
            let right = reference(right, known)?;
            let order = left.cmp(right);
            Some(match op {
                Binary::And | Binary::Or => return truth(right != zero),
                Binary::Equal => return truth(order.is_eq()),
                Binary::Unequal => return truth(order.is_ne()),
                Binary::Less => return truth(order.is_lt()),
                Binary::AtMost => return truth(order.is_le()),
                Binary::Greater => return truth(order.is_gt()),
                Binary::AtLeast => return truth(order.is_ge()),
                Binary::Times => {
                    let (a, b) = (plain(left), plain(right));
                    match a.checked_mul(b) {
                        Some(product) => Int::Plain(product),
                        None => {
                            assert!(a > 0 && b > 0);
                            Int::Large((a as u128).checked_mul(b as u128).expect("a product"))
                        }
                    }
                }
                op => {
                    let (a, b) = (plain(left), plain(right));
                    Int::Plain(match op {
                        Binary::BitOr => a | b,
                        Binary::BitXor => a ^ b,
                        Binary::BitAnd => a & b,
                        Binary::ShiftLeft | Binary::ShiftRight if !(0..64).contains(&b) => return None,
                        Binary::ShiftLeft => a.checked_mul(1 << b).expect("it fits"),
                        Binary::ShiftRight => a >> b,
                        Binary::Plus => a.checked_add(b).expect("it fits"),
                        Binary::Minus => a.checked_sub(b).expect("it fits"),
                        Binary::Divide => a.checked_div(b)?,
                        _ => a.checked_rem(b)?,
                    })
                }
            })
        }
    }
}

/// Small random numbers.
struct Random(u64);

impl Random {
    fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.next(all.len() as u64) as usize]
    }
}

fn expression(random: &mut Random, depth: u32) -> String {
    if depth == 0 || random.next(6) == 0 {
        return match random.next(8) {
            0 => random
                .of(&["0", "1", "2", "31", "64", "255", "0x7fffffff", "4294967295", "0xffffffffffffffff"])
                .to_owned(),
            1 => random.of(&["blockDim.x", "get_num_groups(0)", "%nctaid.y"]).to_owned(),
            2 => random.of(&["flag", "p.size.n", "p.count[1]", "z", "param_13"]).to_owned(),
            _ => random.of(&INTEGERS).0.to_owned(),
        };
    }
    let mut inner = || expression(random, depth - 1);
    let (a, b) = (inner(), inner());
    match random.next(12) {
        0 => format!("{}({a})", random.of(&["!", "-", "~"])),
        1 => format!("({})({a})", random.of(&["int", "unsigned char", "s16", "u32", "long", "size_t"])),
        2 | 3 => format!("({a}) {} ({b})", random.of(&["<<", ">>", "|", "^", "&"])),
        4 => format!("({a}) {} ({b})", random.of(&["/", "%"])),
        5 | 6 => format!("({a}) {} ({b})", random.of(&["+", "-", "*"])),
        7..=9 => format!("({a}) {} ({b})", random.of(&["<", "<=", ">", ">=", "==", "!="])),
        _ => format!("({a}) {} ({b})", random.of(&["&&", "||"])),
    }
}

fn bits_of(random: &mut Random, bits: u32) -> u128 {
    let bits = match random.next(4) {
        0 => u128::from(random.next(4)).wrapping_sub(1),
        1 => (1_u128 << (bits - 1)).wrapping_sub(random.next(3).into()),
        2 => random.next(100).into(),
        _ => u128::from(random.next(1 << 31)) << 33 | u128::from(random.next(1 << 31)) << 2,
    };
    bits & u128::from(u64::MAX)
}

fn read(bits: u128, width: u32, signed: bool) -> i128 {
    let unused = 128 - width;
    let wide = bits << unused;
    if signed { wide as i128 >> unused } else { (wide >> unused) as i128 }
}

#[test]
fn requirements_mean_what_they_say_in_mathematics() {
    let mut random = Random(7);
    let (mut true_ones, mut false_ones, mut too_large, mut undefined) = (0, 0, 0, 0);
    for _ in 0..6000 {
        let depth = 1 + random.next(4) as u32;
        let text = expression(&mut random, depth);
        let requirement = match Requirement::parse(&text) {
            Ok(requirement) => requirement,
            Err(error) => {
                assert!(error.contains("names neither") || error.contains("compared"), "{text}: {error}");
                continue;
            }
        };
        if let Err(misfit) = requirement.fits(&kernel()) {
            assert!(matches!(misfit, Misfit::TooLarge(_)), "{text}: {misfit}");
            too_large += 1;
            continue;
        }
        let (function, remarks) = stated(&text);
        for _ in 0..12 {
            let size = bits_of(&mut random, 32) as u32;
            let params: BTreeMap<i64, u128> = (0..40).map(|at| (4 * at, bits_of(&mut random, 32))).collect();
            let known = |name: &str| {
                let param = |nth: usize| params[&(function.params[nth].offset as i64)];
                match name {
                    "size" => size.into(),
                    "flag" => (param(INTEGERS.len()) & 1) as i128,
                    "p.size.n" => read(param(INTEGERS.len() + 3), 32, true),
                    "p.count[1]" => read(param(INTEGERS.len() + 5), 32, false),
                    "param_13" => read(param(INTEGERS.len() + 7), 32, false),
                    "z" => read(param(INTEGERS.len() + 8), 32, true),
                    name => {
                        let nth = INTEGERS.iter().position(|one| one.0 == name).expect("a name");
                        read(param(nth), INTEGERS[nth].2, INTEGERS[nth].3)
                    }
                }
            };
            let expected = reference(&requirement.expr, &known);
            undefined += usize::from(expected.is_none());
            let expected = expected.is_some_and(|int| int != Int::Plain(0));
            assert_eq!(holds(&function, &params, size), expected, "{text}, {params:?}, sizes {size}");
            assert!(expected || !remarks.contains(&Remark::AlwaysTrue), "{text}");
            *(if expected { &mut true_ones } else { &mut false_ones }) += 1;
        }
    }
    assert!(true_ones > 5000 && false_ones > 5000, "{true_ones} {false_ones}");
    assert!((10..2000).contains(&too_large), "{too_large}");
    assert!(undefined > 500, "{undefined}");
}

fn is_true(text: &str, n: i128, m: i128) -> bool {
    let (function, _) = stated(text);
    let mut params: BTreeMap<i64, u128> = (0..40).map(|at| (4 * at, 0)).collect();
    let offset = |name: &str| {
        let found = function.params.iter().find(|param| param.source_name.as_deref() == Some(name));
        found.expect("a parameter").offset as i64
    };
    params.insert(offset("n"), n as u128 & 0xffff_ffff);
    params.insert(offset("m"), m as u128 & 0xffff_ffff);
    holds(&function, &params, 64)
}

#[test]
fn products_do_not_wrap() {
    assert!(is_true("n * m <= 2147483647", 46340, 46341));
    assert!(!is_true("n * m <= 2147483647", 65536, 65536));
    assert!(is_true("(int)(n * m) == 0", 65536, 65536));
    assert!(is_true("n + 1 > n", i32::MAX.into(), 0));
    assert!(is_true("-n == 2147483648", i32::MIN.into(), 0));
    assert!(is_true("n / -1 == 2147483648", i32::MIN.into(), 0));
    assert!(is_true("n % 7 == -1 && n / 2 == -4", -8, 0));
    assert!(is_true("n >> 1 == -2", -3, 0));
    assert!(is_true("~n == -6", 5, 0));
}

#[test]
fn what_has_no_value_is_false_unless_it_is_not_evaluated() {
    assert!(!is_true("100 / n >= 0", 0, 0) && !is_true("!(100 / n > 3)", 0, 0));
    assert!(is_true("n == 0 || 64 % n == 0", 0, 0) && is_true("n == 0 || 64 % n == 0", 16, 0));
    assert!(!is_true("n != 0 && 64 % n == 0", 0, 0));
    assert!(
        is_true("m == 1 << n", 5, 32) && !is_true("m != 1 << n", 64, 32) && !is_true("m != 1 << n", -1, 32)
    );
}

#[test]
fn binding_is_that_of_c() {
    assert!(is_true("n + m * 2 == 7", 1, 3));
    assert!(is_true("n - m - 1 == 0", 4, 3));
    assert!(is_true("n == 1 || n == 2 && m == 5", 1, 0));
    assert!(is_true("1 << n + 1 == 8", 2, 0));
    assert!(is_true("(n & m) == 2 && (n | m ^ 1) != 0", 6, 3));
    assert!(is_true("blockDim.x == 64 && get_local_size(0) == %ntid.x", 0, 0));
    assert!(is_true("n%%ntid.x == 1", 65, 0));
    assert!(is_true("  n\n==\t0x1Fu ", 31, 0));
    assert!(is_true("param[3] == 4 && param[12].size.n == 0 && !flag", 4, 0));
    assert!(is_true("n == true", 1, 0));
}

#[test]
fn errors_say_what_to_write() {
    for (text, says) in [
        ("", "such as n >= 32"),
        ("n >=", "expected a parameter or a number at the end"),
        ("n = 3", "write `==`"),
        ("(n = 3)", "expected `)`"),
        ("n <<= 3", "write `==`"),
        ("n > 0, m > 0", "join several with `&&`"),
        ("n > 0; m > 0", "join several with `&&`"),
        ("n ? 1 : 0", "in place of `a ? b : c`"),
        ("0 <= n < 32", "`0 <= n` is compared once more"),
        ("n == m == 1", "`n == m` is compared once more"),
        ("n & 1 == 0", "binds more strongly than `&`"),
        ("n > 0 | m > 0", "binds more strongly than `|`"),
        ("!n == 0", "put `!` before parentheses"),
        ("n > 010", "octal"),
        ("n > 1.5", "`1.5` is not an integer"),
        ("n > 1e6", "`1e6` is not an integer"),
        ("n > 18446744073709551616", "more than 64 bits"),
        ("n > 0x", "not an integer"),
        ("1 < 2", "names neither a parameter nor a size"),
        ("threadIdx.x < 3", "differs between threads"),
        ("get_global_id(0) < n", "differs between threads"),
        ("%tid.x < 3", "differs between threads"),
        ("%smid < 3", "is not the size of a launch"),
        ("blockDim == 3", "write `blockDim.x`"),
        ("blockDim.w == 3", "write `blockDim.x`"),
        ("blockDim.xy == 3", "write `blockDim.x`"),
        ("get_local_size(3) == 3", "a dimension from 0 to 2"),
        ("get_local_size == 3", "expected `(`"),
        ("min(n, m) > 3", "cannot call a function such as `min`"),
        ("a[i] > 3", "`i` is not the number of an element"),
        ("a->n > 3", "`->` follows a pointer"),
        ("*a > 3", "expected a parameter or a number"),
        ("n > 3)", "expected an operator at `)`"),
        ("n and m", "expected an operator at `and m`"),
        ("not n", "write `!`"),
        ("n $ m", "expected an operator"),
        ("n ü", "expected an operator"),
        ("p. > 3", "the name of a member"),
        ("p[ > 3", "expected `]`"),
        ("param[99999999999999999999] > 3", "there is no parameter"),
        ("n >= 32 é", "expected an operator"),
        ("0é < n", "not an integer"),
    ] {
        let error = Requirement::parse(text).expect_err(text);
        assert!(error.contains(says), "{text}: {error}");
    }
    let deep = format!("{}n{}", "(".repeat(5000), ")".repeat(5000));
    assert_eq!(Requirement::parse(&deep), Err("it nests too deep".to_owned()));
    let minus = format!("{}n", "-".repeat(5000));
    assert_eq!(Requirement::parse(&minus), Err("it nests too deep".to_owned()));
    let long = format!("n{}", " + 1".repeat(5000));
    assert!(Requirement::parse(&long).expect_err("long").contains("too long"));
}

#[test]
fn a_kernel_that_it_does_not_fit_says_why() {
    for (text, says) in [
        ("k > 3", "it has no parameter `k`"),
        ("param[15] > 3", "it has no parameter `param[15]`"),
        ("param_14 > 3", "it has no parameter `param_14`"),
        ("x > 3", "`x` is a `float`, not an integer"),
        ("a > 3", "`a` is a pointer, not an integer"),
        ("p > 3", "`p` is a structure with the members size.n, count[0], count[1], x, not an integer"),
        ("p.m > 3", "`p.m` is no member of it; those are size.n, count[0], count[1], x, not an integer"),
        ("p.x > 3", "`p.x` is a `float`, not an integer"),
        ("p.count > 3", "`p.count` is no member of it"),
        ("param[12] > 3", "`param[12]` is a structure with the members size.n"),
        ("p.count[2] > 3", "`p.count[2]` is no member"),
        ("n.x > 3", "`n.x` is no member that debug information names"),
        ("n * s * t <= 3 * u", "`n * s * t` may need more than 128 bits"),
        ("s * t + 1 > 3", "`s * t + 1` may need more than 128 bits"),
    ] {
        let misfit = Requirement::parse(text).expect(text).fits(&kernel()).expect_err(text);
        assert!(misfit.to_string().contains(says), "{text}: {misfit}");
    }
    let mut function = kernel();
    function.params[3].pointer = Some(PointerInfo { space: Space::Global, align: 4 });
    assert!(Requirement::parse("n > 3").expect("n").fits(&function).is_err());
}

#[test]
fn what_a_reader_may_not_expect_is_remarked() {
    let unsigned = |name: &str| Remark::Unsigned { name: name.to_owned(), bits: 32 };
    assert_eq!(stated("param_13 >= 32").1, [unsigned("param_13")]);
    assert_eq!(stated("param[13] >= 0").1, [unsigned("param[13]"), Remark::AlwaysTrue]);
    assert_eq!(stated("(s32)param_13 >= 0").1, []);
    assert_eq!(stated("(s32)(param_13 + 1) >= 0").1, [unsigned("param_13")]);
    assert_eq!(stated("z >= 0").1, []);
    assert_eq!(stated("u >= 0 && s <= 18446744073709551615").1, [Remark::AlwaysTrue]);
}

/// A comparison is that of the source's own precondition where the types allow it.
#[test]
fn a_comparison_is_as_wide_as_its_operands() {
    let widths = |text: &str| {
        let (function, _) = stated(text);
        let entry = function.entry();
        let mut found = Vec::new();
        for &inst in &function.blocks[entry].insts {
            if let InstKind::Pure { op: PureOp::Icmp(_), args } = &function.insts[inst].kind {
                found.push(function.ty(args[0]).bits());
            }
        }
        found
    };
    for (text, bits) in [
        ("n >= 32", 32),
        ("u >= 32", 32),
        ("n < m", 32),
        ("n < u", 64),
        ("n + m < 10", 64),
        ("n * m + n < 10", 64),
        ("s >= 32", 64),
        ("l < s", 128),
        ("s * t <= 100", 128),
        ("h < c", 32),
    ] {
        assert_eq!(widths(text), [bits], "{text}");
    }
}
