//! What values are called: by the variable of the source that they hold, or else by how they are computed.

use crate::limits;
use raddle_ir::{
    Base, Function, InstKind, Language, LocId, Module, PureOp, Space, Special, Type, Value, ValueDef,
};

/// A value as the source would write it: `n - 1`, `threadIdx.x`; by the line that computes it where that is too long.
#[must_use]
pub fn text(module: &Module, function: &Function, value: Value) -> String {
    Naming { module, function }.value(value, limits::DEPTH_OF_TEXT, 0)
}

/// What a parameter of the kernel is called.
#[must_use]
pub fn parameter(function: &Function, number: usize) -> String {
    match function.params.get(number) {
        Some(param) => param.source_name.clone().unwrap_or_else(|| param.name.clone()),
        None => format!("parameter {number}"),
    }
}

/// A number of a type, with its sign.
#[must_use]
pub fn number(ty: Type, bits: u128) -> String {
    match ty {
        Type::I1 => (bits & 1 == 1).to_string(),
        ty if ty.is_int() && ty.bits() > 0 => {
            let unused = 128 - ty.bits();
            ((bits << unused) as i128 >> unused).to_string()
        }
        ty if ty.is_float() => raddle_ir::eval::to_f64(ty, bits).to_string(),
        _ => bits.to_string(),
    }
}

/// How tight an operator binds.
const SUM: u32 = 1;
const PRODUCT: u32 = 2;
const ATOM: u32 = 3;

struct Naming<'a> {
    module: &'a Module,
    function: &'a Function,
}

impl Naming<'_> {
    /// A value, in parentheses where it binds less tightly than it must.
    fn value(&self, value: Value, depth: u32, least: u32) -> String {
        let data = &self.function.values[value];
        if let Some(name) = &data.name {
            return name.clone();
        }
        let ValueDef::Result(inst, _) = data.def else { return value.to_string() };
        let inst = &self.function.insts[inst];
        let (text, binds) = match &inst.kind {
            InstKind::Const(bits) => (number(data.ty, *bits), ATOM),
            InstKind::Special(of) => (special(self.module, *of), ATOM),
            InstKind::Load { addr, .. } if addr.space == Space::Param && addr.base == Base::Params => {
                let at = u64::try_from(addr.offset).unwrap_or(u64::MAX);
                let within = |p: &raddle_ir::KernelParam| (p.offset..p.offset + p.size).contains(&at);
                match self.function.params.iter().position(within) {
                    Some(param) if addr.index.is_none() => (parameter(self.function, param), ATOM),
                    _ => (self.line(inst.loc), ATOM),
                }
            }
            InstKind::Pure { op, args } if depth > 0 => match self.pure(*op, args, depth - 1, least) {
                Some(written) => written,
                None => (self.line(inst.loc), ATOM),
            },
            _ => (self.line(inst.loc), ATOM),
        };
        if binds < least { format!("({text})") } else { text }
    }

    fn pure(&self, op: PureOp, args: &[Value], depth: u32, least: u32) -> Option<(String, u32)> {
        // Conversions of integers leave the number, as a rule.
        if let (PureOp::Sext | PureOp::Zext | PureOp::Trunc, &[arg]) = (op, args) {
            return Some((self.value(arg, depth, least), ATOM));
        }
        let &[a, b] = args else { return None };
        let (sign, binds) = match op {
            PureOp::Add => ("+", SUM),
            PureOp::Sub => ("-", SUM),
            PureOp::Mul => ("*", PRODUCT),
            PureOp::DivS | PureOp::DivU => ("/", PRODUCT),
            PureOp::RemS | PureOp::RemU => ("%", PRODUCT),
            PureOp::Shl => ("<<", 0),
            PureOp::ShrS | PureOp::ShrU => (">>", 0),
            PureOp::And => ("&", 0),
            PureOp::Or => ("|", 0),
            PureOp::Xor => ("^", 0),
            PureOp::Icmp(cond) => (comparison(cond), 0),
            _ => return None,
        };
        let (left, right) = (self.value(a, depth, binds.max(1)), self.value(b, depth, binds + 1));
        Some((format!("{left} {sign} {right}"), binds))
    }

    fn line(&self, loc: LocId) -> String {
        let place = self.module.sources.loc(loc);
        let line = place.source.map_or(place.ptx_line, |at| at.line);
        if line == 0 { "a value".to_owned() } else { format!("the value of line {line}") }
    }
}

/// A special register in the words of the language.
#[must_use]
pub fn special(module: &Module, special: Special) -> String {
    let dim = |d: u8| ["x", "y", "z"][usize::from(d).min(2)];
    let (of, d, cuda, opencl) = match special {
        Special::Tid(d) => ("tid", d, "threadIdx", "get_local_id"),
        Special::Ntid(d) => ("ntid", d, "blockDim", "get_local_size"),
        Special::Ctaid(d) => ("ctaid", d, "blockIdx", "get_group_id"),
        Special::Nctaid(d) => ("nctaid", d, "gridDim", "get_num_groups"),
        other => return format!("{other:?}").to_lowercase(),
    };
    match module.language {
        Language::Cuda => format!("{cuda}.{}", dim(d)),
        Language::OpenCl => format!("{opencl}({d})"),
        Language::Ptx => format!("%{of}.{}", dim(d)),
    }
}

fn comparison(cond: raddle_ir::IntCond) -> &'static str {
    use raddle_ir::IntCond as Cond;
    match cond {
        Cond::Eq => "==",
        Cond::Ne => "!=",
        Cond::LtU | Cond::LtS => "<",
        Cond::LeU | Cond::LeS => "<=",
        Cond::GtU | Cond::GtS => ">",
        Cond::GeU | Cond::GeS => ">=",
    }
}
