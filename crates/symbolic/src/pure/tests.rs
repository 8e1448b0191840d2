//! Every operation at every type that it takes: what its term evaluates to is what `eval` computes.

use super::{constant, partial, pure, sort};
use raddle_ir::text::op_name;
use raddle_ir::{ApproxFn, FloatCond, FloatMode, IntCond, PureOp as P, Rounding, Space, Testp, Type, eval};
use raddle_smt::{Evaluator, Model, Op, Term, Terms, Value};

const INTS: [Type; 6] = [Type::I1, Type::I8, Type::I16, Type::I32, Type::I64, Type::I128];
const FLOATS: [Type; 4] = [Type::F16, Type::Bf16, Type::F32, Type::F64];

/// The place of an operation in the list of all. A new operation does not compile until it is added here; add it to [`all`], too.
fn number(op: P) -> usize {
    match op {
        P::Not => 0,
        P::Neg => 1,
        P::Abs => 2,
        P::Popc => 3,
        P::Clz => 4,
        P::Brev => 5,
        P::BfindU => 6,
        P::BfindS => 7,
        P::Add => 8,
        P::Sub => 9,
        P::Mul => 10,
        P::MulHiU => 11,
        P::MulHiS => 12,
        P::DivU => 13,
        P::DivS => 14,
        P::RemU => 15,
        P::RemS => 16,
        P::And => 17,
        P::Or => 18,
        P::Xor => 19,
        P::Shl => 20,
        P::ShrU => 21,
        P::ShrS => 22,
        P::MinU => 23,
        P::MaxU => 24,
        P::MinS => 25,
        P::MaxS => 26,
        P::AddSatS => 27,
        P::SubSatS => 28,
        P::Select => 29,
        P::BfeU => 30,
        P::BfeS => 31,
        P::Bfi => 32,
        P::ShfLWrap => 33,
        P::ShfLClamp => 34,
        P::ShfRWrap => 35,
        P::ShfRClamp => 36,
        P::Prmt => 37,
        P::Lop3(_) => 38,
        P::Icmp(_) => 39,
        P::Fcmp(..) => 40,
        P::Trunc => 41,
        P::Zext => 42,
        P::Sext => 43,
        P::Bitcast => 44,
        P::UToF(_) => 45,
        P::SToF(_) => 46,
        P::FToU(_) => 47,
        P::FToS(_) => 48,
        P::FToF(_) => 49,
        P::FRound(_) => 50,
        P::FNeg => 51,
        P::FAbs => 52,
        P::FSqrt(_) => 53,
        P::FRcp(_) => 54,
        P::FAdd(_) => 55,
        P::FSub(_) => 56,
        P::FMul(_) => 57,
        P::FDiv(_) => 58,
        P::Fma(_) => 59,
        P::FMin { .. } => 60,
        P::FMax { .. } => 61,
        P::FCopysign => 62,
        P::Testp(_) => 63,
        P::Approx(_) => 64,
        P::ToGeneric(_) => 65,
        P::FromGeneric(_) => 66,
        P::IsSpace(_) => 67,
    }
}

const OPERATIONS: usize = 68;

/// Every operation, with every condition and class, and some modes and tables.
fn all() -> Vec<P> {
    let mut all = vec![P::Not, P::Neg, P::Abs, P::Popc, P::Clz, P::Brev, P::BfindU, P::BfindS];
    all.extend([P::Add, P::Sub, P::Mul, P::MulHiU, P::MulHiS, P::DivU, P::DivS, P::RemU, P::RemS]);
    all.extend([P::And, P::Or, P::Xor, P::Shl, P::ShrU, P::ShrS, P::MinU, P::MaxU, P::MinS, P::MaxS]);
    all.extend([P::AddSatS, P::SubSatS, P::Select, P::BfeU, P::BfeS, P::Bfi, P::Prmt]);
    all.extend([P::ShfLWrap, P::ShfLClamp, P::ShfRWrap, P::ShfRClamp]);
    all.extend([0x00, 0x96, 0xe8, 0xf0, 0xca, 0x1b, 0x80, 0xfe, 0xff].map(P::Lop3));
    use IntCond as I;
    let conds = [I::Eq, I::Ne, I::LtU, I::LeU, I::GtU, I::GeU, I::LtS, I::LeS, I::GtS, I::GeS];
    all.extend(conds.map(P::Icmp));
    use FloatCond as F;
    let ordered = [F::Eq, F::Ne, F::Lt, F::Le, F::Gt, F::Ge, F::Num];
    let unordered = [F::Equ, F::Neu, F::Ltu, F::Leu, F::Gtu, F::Geu, F::Nan];
    for cond in ordered.into_iter().chain(unordered) {
        all.extend([P::Fcmp(cond, false), P::Fcmp(cond, true)]);
    }
    all.extend([P::Trunc, P::Zext, P::Sext, P::Bitcast, P::FNeg, P::FAbs, P::FCopysign]);
    let plain = FloatMode::default();
    let down = FloatMode { rounding: Rounding::Down, ftz: true, ..plain };
    for mode in [plain, down, FloatMode { sat: true, ..plain }, FloatMode { relu: true, ..plain }] {
        all.extend([P::UToF(mode), P::SToF(mode), P::FToU(mode), P::FToS(mode), P::FToF(mode)]);
        all.extend([P::FRound(mode), P::FSqrt(mode), P::FRcp(mode), P::FAdd(mode), P::FSub(mode)]);
        all.extend([P::FMul(mode), P::FDiv(mode), P::Fma(mode)]);
    }
    for (nan, ftz) in [(false, false), (false, true), (true, false), (true, true)] {
        all.extend([P::FMin { nan, ftz }, P::FMax { nan, ftz }]);
    }
    use Testp as T;
    all.extend([T::Finite, T::Infinite, T::Number, T::NotANumber, T::Normal, T::Subnormal].map(P::Testp));
    all.extend([ApproxFn::Sin, ApproxFn::Div].map(P::Approx));
    all.extend([P::ToGeneric(Space::Shared), P::FromGeneric(Space::Shared), P::IsSpace(Space::Shared)]);
    all
}

/// The types that an operation takes: of its result, and of its arguments.
fn types(op: P) -> Vec<(Type, Vec<Type>)> {
    let same = |types: &[Type]| types.iter().map(|&t| (t, vec![t; op.arity()])).collect();
    let pairs = |results: &[Type], args: &[Type], fit: fn(Type, Type) -> bool| {
        let all = results.iter().flat_map(|&r| args.iter().map(move |&a| (r, a)));
        all.filter(|&(r, a)| fit(r, a)).map(|(r, a)| (r, vec![a; op.arity()])).collect()
    };
    let modelled = [&INTS[..], &FLOATS].concat();
    match op {
        P::Popc | P::Clz | P::BfindU | P::BfindS => pairs(&[Type::I32], &INTS, |_, _| true),
        P::Shl | P::ShrU | P::ShrS => {
            INTS.iter().flat_map(|&t| INTS.map(|amount| (t, vec![t, amount]))).collect()
        }
        P::Select => modelled.iter().map(|&t| (t, vec![Type::I1, t, t])).collect(),
        P::BfeU | P::BfeS => INTS.iter().map(|&t| (t, vec![t, Type::I32, Type::I32])).collect(),
        P::Bfi => INTS.iter().map(|&t| (t, vec![t, t, Type::I32, Type::I32])).collect(),
        P::ShfLWrap | P::ShfLClamp | P::ShfRWrap | P::ShfRClamp | P::Prmt => same(&[Type::I32]),
        P::Icmp(_) => pairs(&[Type::I1], &modelled, |_, _| true),
        P::Fcmp(..) | P::Testp(_) => pairs(&[Type::I1], &FLOATS, |_, _| true),
        P::Trunc => pairs(&INTS, &INTS, |r, a| r.bits() <= a.bits()),
        P::Zext | P::Sext => pairs(&INTS, &INTS, |r, a| r.bits() >= a.bits()),
        P::Bitcast => pairs(&modelled, &modelled, |r, a| r.bits() == a.bits()),
        P::UToF(_) | P::SToF(_) => pairs(&FLOATS, &INTS, |_, _| true),
        P::FToU(_) | P::FToS(_) => pairs(&INTS, &FLOATS, |_, _| true),
        P::FToF(_) => pairs(&FLOATS, &FLOATS, |_, _| true),
        P::FRound(_) | P::FNeg | P::FAbs | P::FSqrt(_) | P::FRcp(_) | P::FCopysign => same(&FLOATS),
        P::FAdd(_) | P::FSub(_) | P::FMul(_) | P::FDiv(_) | P::Fma(_) => same(&FLOATS),
        P::FMin { .. } | P::FMax { .. } | P::Approx(_) => same(&FLOATS),
        P::ToGeneric(_) | P::FromGeneric(_) => same(&[Type::I64]),
        P::IsSpace(_) => vec![(Type::I1, vec![Type::I64])],
        _ => same(&INTS),
    }
}

/// SplitMix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A value of a type: often an edge, or a small number.
fn some(state: &mut u64, ty: Type) -> u128 {
    let wide = u128::from(random(state)) << 64 | u128::from(random(state));
    let top = 1 << (ty.bits() - 1);
    let value = match (random(state) % 12, raddle_smt::Format::ALL.into_iter().find(|f| f.ir() == ty)) {
        (0, _) => 0,
        (1, _) => 1,
        (2, _) => u128::MAX,
        (3, _) => top,
        (4, _) => top - 1,
        (5, _) => 1 << (wide % u128::from(ty.bits())),
        (6 | 7, None) => wide % 140,
        (6, Some(format)) => format.infinity() | wide & top,
        (7, Some(format)) => wide & (format.infinity() ^ (top - 1)) | wide & top,
        (8, Some(format)) => format.infinity() | wide,
        (9, Some(format)) => 1 << (format.significand() - 1) | wide & top,
        _ => wide,
    };
    value & ty.mask()
}

/// A model in which the arguments have these values, and float functions give what `eval` gives.
fn model(
    terms: &Terms,
    vars: &[Term],
    numbers: &[u128],
    (result, commutes): (Option<u128>, bool),
    value: Term,
) -> Model {
    let mut model = Model::default();
    for (&var, &number) in vars.iter().zip(numbers) {
        if let Op::Var(symbol) = terms.op(var) {
            model.variables.insert(symbol, Value::Scalar(number));
        }
    }
    for symbol in terms.functions(&[value]) {
        let table = model.functions.entry(symbol).or_default();
        table.insert(numbers.to_vec(), result.expect("floats have results"));
        if commutes {
            let mut swapped = numbers.to_vec();
            swapped.swap(0, 1);
            table.insert(swapped, result.expect("floats have results"));
        }
    }
    model
}

#[test]
fn terms_mean_what_eval_computes() {
    let mut state = 1;
    let mut seen = [0; OPERATIONS];
    for op in all() {
        for (result, types) in types(op) {
            let operand = types[usize::from(op == P::Select)];
            let arenas = [Terms::new(), Terms::plain()];
            for (mut terms, rounds) in arenas.into_iter().zip([60, 20]) {
                for _ in 0..rounds {
                    let numbers: Vec<u128> = types.iter().map(|&t| some(&mut state, t)).collect();
                    // Some arguments are constants, sometimes all, sometimes none.
                    let known = random(&mut state) % (1 << types.len());
                    let expect = eval(op, result, operand, &numbers);
                    let args: Vec<Term> = (0..types.len())
                        .map(|i| match known >> i & 1 {
                            0 => terms.var(format!("x{i}"), sort(types[i]).expect("modelled")),
                            _ => constant(&mut terms, types[i], numbers[i]).expect("modelled"),
                        })
                        .collect();
                    let said = format!("{} {result} {types:?} {numbers:x?} {known:b}", op_name(op));
                    let Some(meaning) = partial(&mut terms, op, result, operand, &args) else {
                        assert!(expect.is_none(), "{said} has a result");
                        continue;
                    };
                    assert_eq!(Some(terms.sort(meaning.value)), sort(result), "{said}");
                    let commutes = op.commutes(operand);
                    let model = model(&terms, &args, &numbers, (expect, commutes), meaning.value);
                    let mut evaluator = Evaluator::new(&model, &terms);
                    let defined = evaluator.value(meaning.defined).and_then(|v| v.scalar());
                    assert_eq!(defined, Some(u128::from(expect.is_some())), "{said}");
                    if let Some(expect) = expect {
                        let value = evaluator.value(meaning.value).and_then(|v| v.scalar());
                        assert_eq!(value, Some(expect), "{said}");
                        seen[number(op)] += 1;
                    }
                }
            }
        }
    }
    for (op, count) in seen.iter().enumerate().take(number(P::Approx(ApproxFn::Sin))) {
        assert!(*count > 20, "operation {op} was compared {count} times");
    }
    assert!(seen[number(P::Approx(ApproxFn::Sin))..].iter().all(|count| *count == 0));
}

#[test]
fn a_quotient_needs_a_divisor_that_is_never_zero() {
    let mut terms = Terms::new();
    let (ty, zero, seven) = (Type::I32, terms.bits(32, 0), terms.bits(32, 7));
    let (x, y) = (terms.var("x", sort(ty).unwrap()), terms.var("y", sort(ty).unwrap()));
    let n = terms.bounded("n", 32, 1, 1024);
    for op in [P::DivU, P::DivS, P::RemU, P::RemS] {
        for (divisor, good) in [(zero, false), (y, false), (seven, true), (n, true)] {
            let value = pure(&mut terms, op, ty, ty, &[x, divisor]);
            assert_eq!(value.is_some(), good, "{}", op_name(op));
        }
    }
}

#[test]
fn addresses_are_sums_again() {
    let mut terms = Terms::new();
    let [i, j] = ["i", "j"].map(|name| terms.var(name, sort(Type::I32).unwrap()));
    let two = terms.bits(32, 2);
    let binary = |terms: &mut Terms, op, a, b| pure(terms, op, Type::I32, Type::I32, &[a, b]).unwrap();
    // (i + j) << 2 is j · 4 + i · 4.
    let sum = binary(&mut terms, P::Add, i, j);
    let left = binary(&mut terms, P::Shl, sum, two);
    let four = terms.bits(32, 4);
    let (a, b) = (binary(&mut terms, P::Mul, j, four), binary(&mut terms, P::Mul, i, four));
    assert_eq!(left, binary(&mut terms, P::Add, a, b));
    // A bit that was widened, and cut off again.
    let bit = terms.var("bit", sort(Type::I1).unwrap());
    let wide = pure(&mut terms, P::Zext, Type::I32, Type::I1, &[bit]).unwrap();
    assert_eq!(wide, terms.from_truth(32, bit));
    assert_eq!(pure(&mut terms, P::Trunc, Type::I1, Type::I32, &[wide]), Some(bit));
    // Float sums commute, and differ by their modifiers. Those of doubles do not commute: of two NaNs either may be the result.
    let mode = FloatMode { ftz: true, ..FloatMode::default() };
    let mut add = |mode, a, b| pure(&mut terms, P::FAdd(mode), Type::F32, Type::F32, &[a, b]).unwrap();
    assert_eq!(add(mode, i, j), add(mode, j, i));
    assert_ne!(add(mode, i, j), add(FloatMode::default(), i, j));
    let [x, y] = ["x", "y"].map(|name| terms.var(name, sort(Type::F64).unwrap()));
    let plain = P::FAdd(FloatMode::default());
    let mut add = |a, b| pure(&mut terms, plain, Type::F64, Type::F64, &[a, b]).unwrap();
    assert_eq!(add(x, y), add(x, y));
    assert_ne!(add(x, y), add(y, x));
}
