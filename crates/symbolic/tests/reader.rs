//! Instructions as terms.

use raddle_ir::{
    Base, Entity, Func, Function, Inst, Module, Object, PureOp, Special, Type, Value, eval, text,
};
use raddle_launch::LaunchSpace;
use raddle_smt::{Evaluator, Model, Op, Sort, Term, Terms};
use raddle_symbolic::access::{bytes, elements};
use raddle_symbolic::reader::{Environment, Source, applied, computed, from_base, source};
use raddle_symbolic::{Region, Thread, address, parameter};
use std::collections::BTreeMap;

/// One thread that goes through a block: what it has computed, it knows; anything else is a symbol.
struct Registers<'a> {
    terms: Terms,
    values: BTreeMap<Value, Term>,
    function: &'a Function,
    launch: &'a LaunchSpace,
}

impl Environment for Registers<'_> {
    fn terms(&mut self) -> &mut Terms {
        &mut self.terms
    }

    fn value(&mut self, value: Value) -> Term {
        let sort = raddle_symbolic::pure::sort(self.function.ty(value)).expect("no fragment");
        let terms = &mut self.terms;
        *self.values.entry(value).or_insert_with(|| terms.var(value.to_string(), sort))
    }

    fn special(&mut self, special: Special) -> Option<Term> {
        Thread { launch: self.launch, own: "", of_block: "" }.special(&mut self.terms, special)
    }

    fn start(&mut self, base: Base, ty: Type) -> Term {
        address::start(&mut self.terms, base, ty, "")
    }

    fn code(&mut self, func: Func, ty: Type) -> Option<Term> {
        Some(address::function(&mut self.terms, func, ty.bits()))
    }

    fn anything(&mut self, result: Value, sort: Sort) -> Term {
        self.terms.var(format!("any {result}"), sort)
    }
}

impl Registers<'_> {
    /// Reads an instruction, and keeps what it computes.
    fn read(&mut self, inst: Inst) {
        let data = &self.function.insts[inst];
        let term = match source(&data.kind) {
            Source::Computed => computed(self.function, self, inst),
            Source::Applied(_) => applied(self.function, self, inst),
            _ => None,
        };
        if let (Some(term), &[result]) = (term, data.results.as_slice()) {
            self.values.insert(result, term);
        }
    }
}

fn parsed(body: &str) -> Module {
    let module = format!(
        "module ptx address 64\nobj0 = shared \"tile\" size 256 align 4 element 4\n\
         obj1 = shared \"dynamic\" align 4 element 4\nobj2 = const \"table\" size 16 align 4 element 4\n\
         kernel \"k\" {{\n  param \"n\" offset 0 size 4 align 4 type i32\n  \
         param \"p\" offset 8 size 8 align 8 type i64 pointer global align 4\n  \
         slot0 = local \"own\" size 8 align 4 element 1\n  var0 = \"x\": i32\nblock0():\n{body}  return\n}}\n"
    );
    text::parse(&module).unwrap_or_else(|error| panic!("{error}\n{module}"))
}

fn kernel(module: &Module) -> &Function {
    module.functions.values().next().expect("a kernel")
}

fn insts(function: &Function) -> Vec<Inst> {
    function.order.iter().flat_map(|&block| &function.blocks[block].insts).copied().collect()
}

/// What a block computes, of a launch.
fn read<'a>(function: &'a Function, launch: &'a LaunchSpace) -> Registers<'a> {
    let (terms, values) = (Terms::new(), BTreeMap::new());
    let mut registers = Registers { terms, values, function, launch };
    insts(function).into_iter().for_each(|inst| registers.read(inst));
    registers
}

#[test]
fn each_kind_of_instruction_has_its_source() {
    let module = parsed(
        "  v0 = const i32 0x2\n  v1 = add i32 v0, v0\n  v2 = special i32 tid.x\n  v3 = addr_of i64 obj0 + 4\n  \
         v4 = havoc i32\n  v5 = uninitialised i32\n  v6 = load i32 shared[obj0 + 0]\n  \
         v7 = atomic_add i32 shared[obj0 + 0], v0\n  v8 = get i32 var0\n  set var0, v0\n  \
         store shared[obj0 + 0], v0\n  fence.acq_rel.gpu\n  barrier_sync v0\n  warp_sync v0\n  \
         v9 = icmp_eq i1 v0, v0\n  assume v9\n  assert v9\n  spec_begin assert\n  spec_end assert, v9\n  \
         v10 = opaque \"strange\" i32 (v0)\n  v11 = opaque \"__uninterpreted_function_f\" i32 (v0)\n  \
         v12 = opaque \"__uninterpreted_function_g\" writes i32 (v0)\n",
    );
    let function = kernel(&module);
    let said = |inst: &Inst| match source(&function.insts[*inst].kind) {
        Source::Computed => "computed",
        Source::Applied(args) => {
            assert_eq!(args.len(), 1);
            "applied"
        }
        Source::Memory(_) => "memory",
        Source::Scalar(_) => "scalar",
        Source::Threads => "threads",
        Source::Anything => "anything",
        Source::Nowhere => "nowhere",
    };
    let said: Vec<&str> = insts(function).iter().map(said).collect();
    let (first, rest) = said.split_at(4);
    assert!(first.iter().all(|source| *source == "computed"));
    let expected = "anything anything memory memory scalar nowhere nowhere nowhere threads nowhere computed \
                    nowhere nowhere nowhere nowhere anything applied anything";
    assert_eq!(rest.join(" "), expected);
}

/// Each instruction reads what the ones before it have computed, so an address is a sum of what a launch fixes.
#[test]
fn addresses_are_sums_of_what_a_launch_fixes() {
    let module = parsed(
        "  v0 = special i32 tid.x\n  v1 = const i32 0x2\n  v2 = shl i32 v0, v1\n  v3 = zext i64 v2\n  \
         v4, v5 = load i32, i32 shared[obj0 + v3 + 8]\n  v6 = addr_of i64 obj0 + 4\n",
    );
    let (function, launch) =
        (kernel(&module), LaunchSpace { block: [Some(64), Some(1), Some(1)], ..LaunchSpace::default() });
    let mut registers = read(function, &launch);
    let load = insts(function)[4];
    let data = &function.insts[load];
    let addr = data.kind.address().expect("a load");
    assert_eq!(Region::of(&module, function, addr), Region::Object(Object::new(0)));
    assert_eq!(elements(function, data).iter().map(|e| e.before).collect::<Vec<_>>(), [0, 4]);
    assert_eq!(bytes(function, data), 8);
    let at = from_base(&mut registers, addr, 4);
    for tid in [0, 1, 63] {
        let model = given(&registers.terms, &[("tid.x", tid)]);
        assert_eq!(model.value(&registers.terms, at).and_then(|v| v.scalar()), Some(4 * tid + 12));
    }
    let there = registers.values[&Value::new(6)];
    let named = registers.terms.variables(&[there]);
    assert_eq!(named.len(), 1);
    assert!(registers.terms.declaration(named[0]).name.starts_with("address Object"));
}

/// The values of symbols, by name.
fn given(terms: &Terms, values: &[(&str, u128)]) -> Model {
    values.iter().fold(Model::default(), |model, (name, value)| {
        let symbol = terms.symbol(name).unwrap_or_else(|| panic!("no symbol is called {name}"));
        model.with(symbol, raddle_smt::Value::Scalar(*value))
    })
}

#[test]
fn parameters_are_numbers_where_they_are_given() {
    let module = parsed("");
    let function = kernel(&module);
    let given = LaunchSpace {
        args: vec![raddle_launch::Arg { param: 0, bytes: vec![1, 2, 3, 4] }],
        ..LaunchSpace::default()
    };
    let mut terms = Terms::new();
    for (at, ty, number, expect) in [
        (0, Type::I32, Some(0), Some(0x0403_0201)),
        (2, Type::I8, Some(0), Some(3)),
        // Nothing is given beyond its end.
        (2, Type::I32, Some(0), None),
        (8, Type::I64, Some(1), None),
        (4, Type::I32, None, None),
        (-4, Type::I32, None, None),
    ] {
        let piece = parameter::piece(&mut terms, function, &given, at, ty);
        assert_eq!(piece.map(|piece| piece.number), number, "{at}");
        assert_eq!(piece.and_then(|piece| terms.constant(piece.term)), expect, "{at}");
    }
    let free =
        parameter::piece(&mut terms, function, &LaunchSpace::default(), 0, Type::I32).expect("a parameter");
    assert!(
        matches!(terms.op(free.term), Op::Var(symbol) if terms.declaration(symbol).name == parameter::name(0, 32))
    );
}

#[test]
fn memory_falls_into_regions() {
    let module = parsed(
        "  v0 = load i32 shared[obj0 + 0]\n  v1 = load i32 shared[obj1 + 0]\n  v2 = load i32 const[obj2 + 0]\n  \
         v3 = load i32 param[params + 0]\n  v4 = load i32 local[slot0 + 0]\n  v5 = load i32 global[buffer1 + 0]\n  \
         v6 = load i32 global[buffer0 + 0]\n",
    );
    let function = kernel(&module);
    let of = |inst: &Inst| {
        let addr = function.insts[*inst].kind.address().expect("an access");
        format!("{:?}", Region::of(&module, function, addr))
    };
    let regions: Vec<String> = insts(function).iter().map(of).collect();
    let expect = ["Object(obj0)", "Dynamic", "Constant", "Constant", "Own", "Buffer(1)", "Anywhere(Global)"];
    assert_eq!(regions, expect);
}

/// SplitMix64.
fn random(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ (*state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

const OPERATIONS: [(&str, PureOp); 8] = [
    ("add", PureOp::Add),
    ("sub", PureOp::Sub),
    ("mul", PureOp::Mul),
    ("xor", PureOp::Xor),
    ("shl", PureOp::Shl),
    ("shr_u", PureOp::ShrU),
    ("div_s", PureOp::DivS),
    ("rem_u", PureOp::RemU),
];

/// Random straight-line code: for each input the last term has the value that evaluation gives, one instruction after the other. A
/// quotient that is not specified is anything, and so is what is computed from it.
#[test]
fn terms_follow_evaluation_from_instruction_to_instruction() {
    let mut state = 7;
    let (mut compared, mut open) = (0, 0);
    for _ in 0..60 {
        let steps: Vec<(usize, usize, usize)> = (0..8)
            .map(|n| {
                let mut below = |n: usize| random(&mut state) as usize % n;
                (below(OPERATIONS.len()), below(n + 3), below(n + 3))
            })
            .collect();
        let mut body =
            "  v0 = special i32 tid.x\n  v1 = load i32 param[params + 0]\n  v2 = const i32 0x3\n".to_owned();
        for (n, &(op, a, b)) in steps.iter().enumerate() {
            body.push_str(&format!("  v{} = {} i32 v{a}, v{b}\n", n + 3, OPERATIONS[op].0));
        }
        let module = parsed(&body);
        let launch = LaunchSpace::default();
        let mut registers = read(kernel(&module), &launch);
        let (tid, n, last) =
            (registers.value(Value::new(0)), registers.value(Value::new(1)), registers.value(Value::new(10)));
        for _ in 0..20 {
            let inputs = [random(&mut state) % 1024, random(&mut state) & 0xffff_ffff];
            let mut values = vec![Some(u128::from(inputs[0])), Some(u128::from(inputs[1])), Some(3)];
            for &(op, a, b) in &steps {
                let args = values[a].zip(values[b]);
                values.push(args.and_then(|(a, b)| eval(OPERATIONS[op].1, Type::I32, Type::I32, &[a, b])));
            }
            let mut model = Model::default();
            for (term, value) in [(tid, inputs[0]), (n, inputs[1])] {
                let Op::Var(symbol) = registers.terms.op(term) else { panic!("an input is a symbol") };
                model.variables.insert(symbol, raddle_smt::Value::Scalar(value.into()));
            }
            let found = Evaluator::new(&model, &registers.terms).value(last).and_then(|value| value.scalar());
            match values[10] {
                Some(value) => {
                    assert_eq!(found, Some(value), "{inputs:?}\n{body}");
                    compared += 1;
                }
                None => open += 1,
            }
        }
    }
    assert!(compared > 300 && open > 0, "{compared} compared, {open} open");
}

/// What differs from read to read has no term.
#[test]
fn a_clock_is_not_followed() {
    let module = parsed("  v0 = special i32 clock\n");
    let launch = LaunchSpace::default();
    assert!(read(kernel(&module), &launch).values.is_empty());
}
