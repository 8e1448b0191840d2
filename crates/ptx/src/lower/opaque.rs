//! Instructions that raddle does not model.
//!
//! One line of [`MODELS`] for each says what an instruction may do besides giving unknown results,
//! and which operands it writes. An opcode without a line may do anything and writes every register
//! that it names outside an address.

use raddle_ir::{Effects, InstKind, Type, Values, Var};

use super::error::{Res, Stop};
use super::function::Body;
use super::operand::undefined;
use super::scope::Symbol;
use crate::ast::{self, Instruction, Operand};

/// Which operands an instruction writes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Writes {
    /// None.
    Nothing,
    /// The first, unless it is an address: some forms leave it out.
    First,
    /// Perhaps any register that is an operand.
    Any,
}

const NONE: Effects = Effects::NONE;
const READS: Effects = Effects { reads: true, ..NONE };
const STORES: Effects = Effects { writes: true, ..NONE };
const BOTH: Effects = Effects { reads: true, writes: true, synchronises: false };
const SYNC: Effects = Effects { synchronises: true, ..NONE };
const SIGNAL: Effects = Effects { reads: false, writes: true, synchronises: true };
const ALL: Effects = Effects::ALL;

/// What begins a name, what the instruction may do, and what it writes. The first line that fits
/// holds. PTX ISA 9.0, section by section.
const MODELS: &[(&str, Effects, Writes)] = &[
    // 9.7.1 to 9.7.9: forms of modelled instructions that are not modelled themselves.
    ("fns", NONE, Writes::First),
    ("createpolicy", NONE, Writes::First),
    ("mapa", NONE, Writes::First),
    ("getctarank", NONE, Writes::First),
    ("cvt", NONE, Writes::First),
    ("mov", NONE, Writes::First),
    ("movmatrix", NONE, Writes::First),
    ("ld", READS, Writes::First),
    ("ldu", READS, Writes::First),
    ("st.async", SIGNAL, Writes::Nothing),
    ("st", STORES, Writes::Nothing),
    ("discard", STORES, Writes::Nothing),
    // Asynchronous copies. A thread waits for its own copies only, which orders no other thread.
    ("cp.async.bulk.prefetch", NONE, Writes::Nothing),
    ("cp.async.bulk", ALL, Writes::Nothing),
    ("cp.async.commit_group", NONE, Writes::Nothing),
    ("cp.async.wait_group", BOTH, Writes::Nothing),
    ("cp.async.wait_all", BOTH, Writes::Nothing),
    ("cp.async.mbarrier", SIGNAL, Writes::Nothing),
    ("cp.async", BOTH, Writes::Nothing),
    ("cp.reduce.async", ALL, Writes::Nothing),
    ("multimem.ld_reduce", READS, Writes::First),
    ("multimem.st", STORES, Writes::Nothing),
    ("multimem.red", BOTH, Writes::Nothing),
    ("multimem", ALL, Writes::Nothing),
    ("tensormap.replace", STORES, Writes::Nothing),
    ("tensormap", ALL, Writes::Nothing),
    // 9.7.10, 9.7.11: textures and surfaces.
    ("tex", READS, Writes::First),
    ("tld4", READS, Writes::First),
    ("suld", READS, Writes::First),
    ("sust", STORES, Writes::Nothing),
    ("sured", BOTH, Writes::Nothing),
    ("txq", NONE, Writes::First),
    ("suq", NONE, Writes::First),
    ("istypep", NONE, Writes::First),
    // 9.7.13: synchronisation.
    ("mbarrier.pending_count", NONE, Writes::First),
    ("mbarrier", SIGNAL, Writes::First),
    ("barrier", SYNC, Writes::Nothing),
    ("bar", SYNC, Writes::First),
    ("membar", SYNC, Writes::Nothing),
    ("fence", SYNC, Writes::Nothing),
    ("atom", BOTH, Writes::First),
    ("red.async", SIGNAL, Writes::Nothing),
    ("red", BOTH, Writes::Nothing),
    ("vote", SYNC, Writes::First),
    ("match", SYNC, Writes::First),
    ("shfl", SYNC, Writes::First),
    ("redux", SYNC, Writes::First),
    ("elect", SYNC, Writes::First),
    ("clusterlaunchcontrol.query_cancel", NONE, Writes::First),
    ("clusterlaunchcontrol", SIGNAL, Writes::Nothing),
    // 9.7.14 to 9.7.16: matrices. See also [`WHOLE_WARP`].
    ("mma", NONE, Writes::First),
    ("wmma.mma", NONE, Writes::First),
    ("wmma.load", READS, Writes::First),
    ("wmma.store", STORES, Writes::Nothing),
    ("ldmatrix", READS, Writes::First),
    ("stmatrix", STORES, Writes::Nothing),
    ("wgmma.mma_async", READS, Writes::First),
    ("wgmma", SYNC, Writes::Nothing),
    ("tcgen05.ld.red", ALL, Writes::Any),
    ("tcgen05.ld", NONE, Writes::First),
    ("tcgen05.st", NONE, Writes::Nothing),
    ("tcgen05", ALL, Writes::Nothing),
    // 9.7.17 to 9.7.19: stack, video, miscellaneous.
    ("alloca", NONE, Writes::First),
    ("stacksave", NONE, Writes::First),
    ("stackrestore", NONE, Writes::Nothing),
    ("setmaxnreg", SYNC, Writes::Nothing),
    ("vadd", NONE, Writes::First),
    ("vsub", NONE, Writes::First),
    ("vabsdiff", NONE, Writes::First),
    ("vmin", NONE, Writes::First),
    ("vmax", NONE, Writes::First),
    ("vavrg", NONE, Writes::First),
    ("vshl", NONE, Writes::First),
    ("vshr", NONE, Writes::First),
    ("vmad", NONE, Writes::First),
    ("vset", NONE, Writes::First),
];

/// The instructions that wait for all threads of the warp before they do what their line says.
const WHOLE_WARP: &[&str] = &["ldmatrix", "mma", "movmatrix", "stmatrix", "tcgen05.ld", "tcgen05.st", "wmma"];

/// The opcodes whose every form computes its first operand from the others.
const PURE: &[&str] = &[
    "abs",
    "activemask",
    "add",
    "addc",
    "and",
    "bfe",
    "bfi",
    "bfind",
    "bmsk",
    "brev",
    "clz",
    "cnot",
    "copysign",
    "cos",
    "cvta",
    "div",
    "dp2a",
    "dp4a",
    "ex2",
    "fma",
    "isspacep",
    "lg2",
    "lop3",
    "mad",
    "mad24",
    "madc",
    "max",
    "min",
    "mul",
    "mul24",
    "neg",
    "not",
    "or",
    "popc",
    "prmt",
    "rcp",
    "rem",
    "rsqrt",
    "sad",
    "selp",
    "set",
    "setp",
    "shf",
    "shl",
    "shr",
    "sin",
    "slct",
    "sqrt",
    "sub",
    "subc",
    "szext",
    "tanh",
    "testp",
    "xor",
];

/// What is known of an instruction by its name.
fn model(opcode: &str, name: &str) -> (Effects, Writes) {
    if PURE.binary_search(&opcode).is_ok() {
        return (NONE, Writes::First);
    }
    let line = MODELS.iter().find(|(prefix, ..)| begins(name, prefix));
    line.map_or((ALL, Writes::Any), |&(_, effects, writes)| (effects, writes))
}

/// Does a name begin with these whole words? `st` does not begin `stmatrix`. Video instructions end
/// in a digit.
fn begins(name: &str, prefix: &str) -> bool {
    name.strip_prefix(prefix).is_some_and(|rest| {
        rest.is_empty()
            || rest.starts_with(['.', ':'])
            || (prefix.starts_with('v') && rest.starts_with(['2', '4']))
    })
}

/// The name of an instruction, with its modifiers.
pub(super) fn name(inst: &Instruction<'_>) -> String {
    let mut name = inst.opcode.text.to_owned();
    for word in &inst.modifiers {
        name.push('.');
        name.push_str(word.text);
    }
    name
}

/// Makes an instruction opaque.
pub(super) fn lower<'src>(body: &mut Body<'_, '_, 'src>, inst: &Instruction<'src>) -> Res<()> {
    let name = name(inst);
    let (effects, writes) = model(inst.opcode.text, &name);
    if WHOLE_WARP.iter().any(|prefix| begins(&name, prefix)) {
        super::warp::gather(body);
    }
    let mut operands = Operands { vars: Vec::new(), args: Values::new(), lenient: writes == Writes::Any };
    let (written, read) = match (writes, inst.operands.as_slice()) {
        (Writes::First, [first, rest @ ..]) if !matches!(first, Operand::Address(_)) => (Some(first), rest),
        (_, all) => (None, all),
    };
    if let Some(written) = written {
        operands.write(body, written)?;
    }
    for operand in read {
        operands.read(body, operand)?;
    }
    if writes == Writes::Any {
        for operand in read {
            operands.write(body, operand)?;
        }
    }
    if inst.has("cc") {
        operands.vars.extend(body.carry);
    }
    let Operands { vars, args, .. } = operands;
    let types: Vec<Type> = vars.iter().map(|&var| body.func.vars[var].ty).collect();
    let results = body.effect(InstKind::Opaque { name, args, effects }, &types);
    for (var, value) in vars.into_iter().zip(results) {
        body.set(var, value);
    }
    Ok(())
}

/// What an opaque instruction writes and reads.
struct Operands {
    vars: Vec<Var>,
    args: Values,
    /// Names that nothing declares may be words of tomorrow's PTX.
    lenient: bool,
}

impl Operands {
    fn symbol<'src>(&self, body: &mut Body<'_, '_, 'src>, name: ast::Name<'src>) -> Res<Option<Symbol>> {
        match body.lookup(name) {
            Some(symbol) => Ok(Some(symbol)),
            None if name.text.starts_with('%') && super::special::read(body, name.text, None).is_some() => {
                Ok(None)
            }
            None if body.label(name.text).is_some() || body.cx.functions.contains_key(name.text) => Ok(None),
            None if self.lenient && !name.text.starts_with('%') => Ok(None),
            None => Err(undefined(name)),
        }
    }

    /// The registers of an operand are written.
    fn write<'src>(&mut self, body: &mut Body<'_, '_, 'src>, operand: &Operand<'src>) -> Res<()> {
        match operand {
            Operand::Name(name) => match self.symbol(body, *name)? {
                Some(Symbol::Register(var)) => self.vars.push(var),
                Some(Symbol::Vector { first, lanes }) => {
                    self.vars.extend((0..lanes).map(|lane| Body::component(first, lane)));
                }
                _ => {}
            },
            // A part of a register: the whole is unknown.
            Operand::Component(name, _) => self.write(body, &Operand::Name(*name))?,
            Operand::Vector(items, _) | Operand::List(items, _) => {
                for item in items {
                    self.write(body, item)?;
                }
            }
            Operand::Pair(pair) => {
                self.write(body, &pair.0)?;
                self.write(body, &pair.1)?;
            }
            Operand::Not(inner, _) => self.write(body, inner)?,
            _ => {}
        }
        Ok(())
    }

    /// The values of an operand are read.
    fn read<'src>(&mut self, body: &mut Body<'_, '_, 'src>, operand: &Operand<'src>) -> Res<()> {
        match operand {
            Operand::Name(name) => match self.symbol(body, *name)? {
                Some(Symbol::Register(var)) => self.args.push(body.get(var)),
                Some(Symbol::Vector { first, lanes }) => {
                    for lane in 0..lanes {
                        self.args.push(body.get(Body::component(first, lane)));
                    }
                }
                Some(_) => self.args.push(body.raw(operand)?),
                None => {}
            },
            Operand::Component(name, _) => match body.raw(operand) {
                Ok(value) => self.args.push(value),
                Err(Stop::Opaque) => self.read(body, &Operand::Name(*name))?,
                Err(error) => return Err(error),
            },
            Operand::Vector(items, _) | Operand::List(items, _) => {
                for item in items {
                    self.read(body, item)?;
                }
            }
            Operand::Pair(pair) => {
                self.read(body, &pair.0)?;
                self.read(body, &pair.1)?;
            }
            Operand::Not(inner, _) => self.read(body, inner)?,
            Operand::Address(address) => {
                let plain = ast::Address { rest: Vec::new(), ..(**address).clone() };
                match body.address(&Operand::Address(Box::new(plain)), None) {
                    Ok(place) => {
                        let value = body.address_value(&place);
                        self.args.push(value);
                    }
                    Err(Stop::Opaque) => {}
                    Err(error) => return Err(error),
                }
                for item in &address.rest {
                    self.read(body, item)?;
                }
            }
            Operand::Int(_) | Operand::Float(_) | Operand::Expr(_) | Operand::Element(..) => {
                match body.raw(operand) {
                    Ok(value) => self.args.push(value),
                    Err(Stop::Opaque) => {}
                    Err(error) => return Err(error),
                }
            }
            Operand::Discard(_) => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_find_their_line() {
        let effects = |name: &str| model(name.split('.').next().unwrap(), name).0;
        assert!(PURE.is_sorted());
        assert_eq!(effects("st.async.shared::cluster.b32"), SIGNAL);
        assert_eq!(effects("stmatrix.sync.aligned.m8n8.x4.shared.b16"), STORES);
        assert_eq!(effects("cp.async.ca.shared.global"), BOTH);
        assert_eq!(effects("cp.async.bulk.commit_group"), ALL);
        assert_eq!(effects("cp.async.wait_all"), BOTH);
        assert_eq!(effects("mma.sp.sync.aligned.m16n8k16"), NONE);
        assert_eq!(effects("vadd2.s32.s32.s32"), NONE);
        assert_eq!(effects("barrier.cluster.arrive"), SYNC);
        assert_eq!(effects("teleport"), ALL);
        assert_eq!(effects("stop"), ALL);
    }
}
