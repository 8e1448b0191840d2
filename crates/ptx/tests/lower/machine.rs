//! A machine for straight-line code: it runs lowered instructions on given register values, with
//! the IR's own evaluation of pure operations.

use std::collections::HashMap;

use raddle_ir::{Effects, InstKind, Module, PureOp, Type, Value, Var};
use raddle_ptx::lower::{Options, lower};

/// The registers that every snippet has, four of each kind: `%a` to `%d` and so on.
pub(crate) const REGISTERS: &str =
    ".reg .b32 %a, %b, %c, %d; .reg .b64 %la, %lb, %lc, %ld; .reg .b16 %ha, %hb, %hc, %hd;
    .reg .f32 %fa, %fb, %fc, %fd; .reg .f64 %da, %db, %dc, %dd; .reg .b8 %ba, %bd; .reg .b128 %qa, %qd;
    .reg .pred %p, %q, %o, %s; .reg .v2 .b32 %va, %vd;";

/// The module of one kernel with a body.
pub(crate) fn module(body: &str) -> Module {
    let text =
        format!(".version 8.8 .target sm_100 .address_size 64\n.entry k() {{ {REGISTERS}\n{body}\n }}");
    let ast = raddle_ptx::parse::parse(&text).unwrap_or_else(|errors| panic!("{body}: {}", errors[0]));
    lower(&ast, &text, Options::default()).unwrap_or_else(|errors| panic!("{body}: {}", errors[0]))
}

/// Registers after running `code`; a register without a known value is absent.
pub(crate) fn run(code: &str, inputs: &[(&str, u128)]) -> HashMap<String, u128> {
    let module = module(code);
    let (_, kernel) = module.kernels().next().expect("one kernel");
    let mut values: HashMap<Value, u128> = HashMap::new();
    let mut vars: HashMap<Var, u128> = HashMap::new();
    for (var, data) in kernel.vars.iter() {
        if let Some((_, bits)) = inputs.iter().find(|(name, _)| *name == data.name) {
            vars.insert(var, bits & data.ty.mask());
        }
    }
    assert_eq!(kernel.order.len(), 1, "{code}: straight-line code is one block");
    for &inst in &kernel.blocks[kernel.entry()].insts {
        let data = &kernel.insts[inst];
        let result = match &data.kind {
            InstKind::Const(bits) => Some(*bits),
            InstKind::VarGet(var) => vars.get(var).copied(),
            InstKind::VarSet(var, value) => {
                assert_eq!(kernel.vars[*var].ty, kernel.ty(*value), "{code}: a register keeps its type");
                match values.get(value) {
                    Some(&bits) => vars.insert(*var, bits),
                    None => vars.remove(var),
                };
                None
            }
            InstKind::Pure { op: PureOp::Select, args } if values.contains_key(&args[0]) => {
                values.get(&args[if values[&args[0]] == 1 { 1 } else { 2 }]).copied()
            }
            InstKind::Opaque { effects: Effects::NONE, .. } => None,
            InstKind::Pure { op, args } => {
                let known: Option<Vec<u128>> = args.iter().map(|arg| values.get(arg).copied()).collect();
                let operand = kernel.ty(*args
                    .get(1)
                    .filter(|_| args.len() == 3 && kernel.ty(args[0]) == Type::I1)
                    .unwrap_or(&args[0]));
                known
                    .and_then(|known| raddle_ir::eval::eval(*op, kernel.ty(data.results[0]), operand, &known))
            }
            other => panic!("{code}: {other:?} is not straight-line arithmetic"),
        };
        if let (Some(bits), Some(&value)) = (result, data.results.first()) {
            values.insert(value, bits);
        }
    }
    vars.into_iter().map(|(var, bits)| (kernel.vars[var].name.clone(), bits)).collect()
}
