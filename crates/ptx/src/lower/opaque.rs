//! Instructions that raddle does not model.
//!
//! One line of [`MODELS`] for each says what an instruction may do besides giving unknown results, and which operands it writes. An opcode
//! without a line may do anything and writes every register that it names outside an address. A line for an instruction that reads, writes
//! or orders memory, or waits, says so; a line that takes an instruction for one that does not has the reason.

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

/// What an instruction may do besides giving unknown results.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Does {
    /// No thread can observe whether it was executed, for this reason: it is dropped.
    Hint(&'static str),
    /// It neither touches nor orders memory, and waits for nothing, for this reason.
    Results(&'static str),
    /// This.
    May(Effects),
}

impl Does {
    const fn effects(self) -> Effects {
        match self {
            Self::Hint(_) | Self::Results(_) => Effects::NONE,
            Self::May(effects) => effects,
        }
    }
}

const READS: Does = Does::May(Effects { reads: true, ..Effects::NONE });
const STORES: Does = Does::May(Effects { writes: true, ..Effects::NONE });
const BOTH: Does = Does::May(Effects { reads: true, writes: true, synchronises: false });
const SYNC: Does = Does::May(Effects { synchronises: true, ..Effects::NONE });
const ALL: Does = Does::May(Effects::ALL);

/// Reasons that several lines have.
const SLOWER: Does = Does::Hint("it takes time, and nothing else");
const CACHES: Does = Does::Hint("it moves data between memory and caches, which changes no value");
const OBSERVED: Does = Does::Hint("a debugger or a profiler sees it, threads do not");
const DEPENDENTS: Does = Does::Hint(
    "it lets other grids start, and a verdict is about the launch alone, whatever else runs beside it",
);
const COMPUTES: Does = Does::Results("it computes registers from registers");
const QUERY: Does = Does::Results("it queries a property of its operand that no thread can change");
const STACK: Does = Does::Results("it moves the end of the thread's own stack, which no other thread sees");

/// What begins a name, what the instruction may do, and what it writes. The first line that fits
/// holds. PTX ISA 9.0, section by section.
const MODELS: &[(&str, Does, Writes)] = &[
    // 9.7.1 to 9.7.9: forms of modelled instructions that are not modelled themselves.
    ("fns", COMPUTES, Writes::First),
    ("createpolicy", Does::Results("a policy says how long caches keep data"), Writes::First),
    // Through its result the shared memory of another CTA is accessed, and through that CTA's results this one's.
    ("mapa", BOTH, Writes::First),
    ("getctarank", QUERY, Writes::First),
    ("cvt", COMPUTES, Writes::First),
    ("mov", COMPUTES, Writes::First),
    ("movmatrix", COMPUTES, Writes::First),
    ("prefetch", CACHES, Writes::Nothing),
    ("prefetchu", CACHES, Writes::Nothing),
    ("applypriority", CACHES, Writes::Nothing),
    ("ld", READS, Writes::First),
    ("ldu", READS, Writes::First),
    ("st.async", ALL, Writes::Nothing),
    ("st", STORES, Writes::Nothing),
    ("discard", STORES, Writes::Nothing),
    // Asynchronous copies. A thread waits for its own copies only, which orders no other thread.
    ("cp.async.bulk.prefetch", CACHES, Writes::Nothing),
    ("cp.async.bulk", ALL, Writes::Nothing),
    (
        "cp.async.commit_group",
        Does::Results("it only says which copies are waited for together"),
        Writes::Nothing,
    ),
    ("cp.async.wait_group", BOTH, Writes::Nothing),
    ("cp.async.wait_all", BOTH, Writes::Nothing),
    ("cp.async.mbarrier", ALL, Writes::Nothing),
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
    ("txq", QUERY, Writes::First),
    ("suq", QUERY, Writes::First),
    ("istypep", QUERY, Writes::First),
    // 9.7.13: synchronisation.
    ("mbarrier.pending_count", COMPUTES, Writes::First),
    ("mbarrier", ALL, Writes::First),
    ("barrier", SYNC, Writes::Nothing),
    ("bar", SYNC, Writes::First),
    ("membar", SYNC, Writes::Nothing),
    ("fence", SYNC, Writes::Nothing),
    ("atom", BOTH, Writes::First),
    ("red.async", ALL, Writes::Nothing),
    ("red", BOTH, Writes::Nothing),
    ("vote", SYNC, Writes::First),
    ("match", SYNC, Writes::First),
    ("shfl", SYNC, Writes::First),
    ("redux", SYNC, Writes::First),
    ("elect", SYNC, Writes::First),
    ("griddepcontrol.launch_dependents", DEPENDENTS, Writes::Nothing),
    // Until it returns, other grids may access memory.
    ("griddepcontrol", BOTH, Writes::Nothing),
    ("clusterlaunchcontrol.query_cancel", COMPUTES, Writes::First),
    ("clusterlaunchcontrol", ALL, Writes::Nothing),
    // 9.7.14 to 9.7.16: matrices. See also [`WHOLE_WARP`].
    ("mma", COMPUTES, Writes::First),
    ("wmma.mma", COMPUTES, Writes::First),
    ("wmma.load", READS, Writes::First),
    ("wmma.store", STORES, Writes::Nothing),
    ("ldmatrix", READS, Writes::First),
    ("stmatrix", STORES, Writes::Nothing),
    ("wgmma.mma_async", ALL, Writes::First),
    ("wgmma", SYNC, Writes::Nothing),
    ("tcgen05.ld.red", ALL, Writes::Any),
    // Tensor memory is memory that the threads of a CTA share.
    ("tcgen05.ld", READS, Writes::First),
    ("tcgen05.st", STORES, Writes::Nothing),
    ("tcgen05", ALL, Writes::Nothing),
    // 9.7.17 to 9.7.19: stack, video, miscellaneous.
    ("alloca", STACK, Writes::First),
    ("stacksave", STACK, Writes::First),
    ("stackrestore", STACK, Writes::Nothing),
    ("setmaxnreg", SYNC, Writes::Nothing),
    ("nanosleep", SLOWER, Writes::Nothing),
    ("brkpt", OBSERVED, Writes::Nothing),
    ("pmevent", OBSERVED, Writes::Nothing),
    ("vadd", COMPUTES, Writes::First),
    ("vsub", COMPUTES, Writes::First),
    ("vabsdiff", COMPUTES, Writes::First),
    ("vmin", COMPUTES, Writes::First),
    ("vmax", COMPUTES, Writes::First),
    ("vavrg", COMPUTES, Writes::First),
    ("vshl", COMPUTES, Writes::First),
    ("vshr", COMPUTES, Writes::First),
    ("vmad", COMPUTES, Writes::First),
    ("vset", COMPUTES, Writes::First),
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
fn model(opcode: &str, name: &str) -> (Does, Writes) {
    if PURE.binary_search(&opcode).is_ok() {
        return (COMPUTES, Writes::First);
    }
    let line = MODELS.iter().find(|(prefix, ..)| begins(name, prefix));
    line.map_or((ALL, Writes::Any), |&(_, does, writes)| (does, writes))
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
    let (does, writes) = model(inst.opcode.text, &name);
    if matches!(does, Does::Hint(_)) {
        return Ok(());
    }
    let effects = does.effects();
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
    /// Names that nothing declares may be words of future PTX.
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

    /// One form of each instruction of the PTX ISA that may be opaque, and what lowering assumes that it does.
    const FORMS: &[(&str, Does)] = &[
        ("add.fast.s32", COMPUTES),
        ("alloca.u64", STACK),
        ("applypriority.global.L2::evict_normal", CACHES),
        ("atom.async", BOTH),
        ("bar.cluster", SYNC),
        ("barrier.cluster.arrive", SYNC),
        ("barrier.cluster.wait", SYNC),
        ("brkpt", OBSERVED),
        ("clusterlaunchcontrol.query_cancel.is_canceled.pred.b128", COMPUTES),
        ("clusterlaunchcontrol.try_cancel.async.shared::cta", ALL),
        ("cp.async.bulk.commit_group", ALL),
        ("cp.async.bulk.prefetch.L2.global", CACHES),
        ("cp.async.bulk.prefetch.tensor.1d.L2.global", CACHES),
        ("cp.async.bulk.shared::cluster.global", ALL),
        ("cp.async.bulk.tensor.2d.shared::cta.global", ALL),
        ("cp.async.bulk.wait_group", ALL),
        ("cp.async.ca.shared.global", BOTH),
        ("cp.async.commit_group", Does::Results("it only says which copies are waited for together")),
        ("cp.async.mbarrier.arrive.b64", ALL),
        ("cp.async.wait_all", BOTH),
        ("cp.async.wait_group", BOTH),
        ("cp.reduce.async.bulk.tensor.1d.global", ALL),
        (
            "createpolicy.fractional.L2::evict_last.b64",
            Does::Results("a policy says how long caches keep data"),
        ),
        ("cvt.rn.satfinite.e4m3x2.f32", COMPUTES),
        ("discard.global.L2", STORES),
        ("elect.sync.last", SYNC),
        ("fence.mbarrier_init.release.cluster", SYNC),
        ("fence.proxy.alias", SYNC),
        ("fence.proxy.async", SYNC),
        ("fence.proxy.tensormap::generic.acquire.gpu", SYNC),
        ("fns.b32", COMPUTES),
        ("getctarank.u32", QUERY),
        ("griddepcontrol.launch_dependents", DEPENDENTS),
        ("griddepcontrol.wait", BOTH),
        ("istypep.texref", QUERY),
        ("ld.global.b1024", READS),
        ("ldmatrix.sync.aligned.m8n8.x4.shared.b16", READS),
        ("ldu.global.b1024", READS),
        ("mapa.shared::cluster.u32", BOTH),
        ("match.none.sync.b32", SYNC),
        ("mbarrier.arrive.shared.b64", ALL),
        ("mbarrier.complete_tx.shared::cta.b64", ALL),
        ("mbarrier.expect_tx.shared::cta.b64", ALL),
        ("mbarrier.init.shared.b64", ALL),
        ("mbarrier.inval.shared.b64", ALL),
        ("mbarrier.pending_count.b64", COMPUTES),
        ("mbarrier.test_wait.shared.b64", ALL),
        ("mbarrier.try_wait.shared.b64", ALL),
        ("membar.proxy.alias", SYNC),
        ("mma.sp.sync.aligned.m16n8k16", COMPUTES),
        ("mov.b1024", COMPUTES),
        ("movmatrix.sync.aligned.m8n8.trans.b16", COMPUTES),
        ("multimem.cp.async.bulk", ALL),
        ("multimem.cp.reduce.async.bulk", ALL),
        ("multimem.ld_reduce.global.add.u32", READS),
        ("multimem.red.global.add.u32", BOTH),
        ("multimem.st.global.u32", STORES),
        ("nanosleep.u32", SLOWER),
        ("pmevent", OBSERVED),
        ("prefetch.global.L2", CACHES),
        ("prefetch.tensormap", CACHES),
        ("prefetchu.L1", CACHES),
        ("red.async.relaxed.cluster.global.add.u32", ALL),
        ("red.global.add.b1024", BOTH),
        ("redux.sync.mul.s32", SYNC),
        ("setmaxnreg.inc.sync.aligned.u32", SYNC),
        ("shfl.sync.rotate.b32", SYNC),
        ("st.async.shared::cluster.b32", ALL),
        ("st.bulk.weak.shared::cta", STORES),
        ("st.global.b1024", STORES),
        ("stackrestore.u64", STACK),
        ("stacksave.u64", STACK),
        ("stmatrix.sync.aligned.m8n8.x4.shared.b16", STORES),
        ("stop", ALL),
        ("suld.b.1d.b32.trap", READS),
        ("suq.width.b32", QUERY),
        ("sured.b.add.1d.u32.trap", BOTH),
        ("sust.b.1d.b32.trap", STORES),
        ("tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32", ALL),
        ("tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64", ALL),
        ("tcgen05.cp.cta_group::1.128x256b", ALL),
        ("tcgen05.dealloc.cta_group::1.sync.aligned.b32", ALL),
        ("tcgen05.fence::before_thread_sync", ALL),
        ("tcgen05.ld.red.sync.aligned.32x32b.x2.b32", ALL),
        ("tcgen05.ld.sync.aligned.32x32b.x1.b32", READS),
        ("tcgen05.mma.cta_group::1.kind::f16", ALL),
        ("tcgen05.relinquish_alloc_permit.cta_group::1.sync.aligned", ALL),
        ("tcgen05.shift.cta_group::1.down", ALL),
        ("tcgen05.st.sync.aligned.32x32b.x1.b32", STORES),
        ("tcgen05.wait::ld.sync.aligned", ALL),
        ("teleport", ALL),
        ("tensormap.cp_fenceproxy.global.shared::cta", ALL),
        ("tensormap.replace.tile.rank.global.b1024.b32", STORES),
        ("tex.1d.v4.s32.s32", READS),
        ("tld4.r.2d.v4.f32.f32", READS),
        ("txq.width.b32", QUERY),
        ("vabsdiff4.u32.u32.u32", COMPUTES),
        ("vadd2.s32.s32.s32", COMPUTES),
        ("vavrg2.u32.u32.u32", COMPUTES),
        ("vmad.s32.u32.u32", COMPUTES),
        ("vmax.s32.u32.u32", COMPUTES),
        ("vmin.s32.u32.u32", COMPUTES),
        ("vote.sync.most.pred", SYNC),
        ("vset.u32.u32.eq", COMPUTES),
        ("vshl.u32.u32.u32.clamp", COMPUTES),
        ("vshr.u32.u32.u32.clamp", COMPUTES),
        ("vsub.u32.u32.u32", COMPUTES),
        ("wgmma.commit_group.sync.aligned", SYNC),
        ("wgmma.fence.sync.aligned", SYNC),
        ("wgmma.mma_async.sync.aligned.m64n8k16.f16.f16.f16", ALL),
        ("wgmma.wait_group.sync.aligned", SYNC),
        ("wmma.load.a.sync.aligned.row.m16n16k16.s8", READS),
        ("wmma.mma.sync.aligned.row.col.m16n16k16.f32.f32", COMPUTES),
        ("wmma.store.d.sync.aligned.row.m16n16k16.s32", STORES),
    ];

    #[test]
    fn names_find_their_line() {
        assert!(PURE.is_sorted());
        let mut used = std::collections::BTreeSet::new();
        for &(name, does) in FORMS {
            let opcode = name.split('.').next().unwrap();
            assert_eq!(model(opcode, name).0, does, "{name}");
            used.extend(MODELS.iter().map(|(prefix, ..)| *prefix).find(|prefix| begins(name, prefix)));
        }
        let unused: Vec<&str> =
            MODELS.iter().map(|(prefix, ..)| *prefix).filter(|line| !used.contains(line)).collect();
        assert_eq!(unused, [""; 0], "each line has a form that shows it");
    }

    /// Every claim that an instruction leaves memory alone, or is a hint, has a reason.
    #[test]
    fn what_has_no_effect_has_a_reason() {
        for (prefix, does, _) in MODELS {
            match does {
                Does::Hint(why) | Does::Results(why) => assert!(!why.is_empty(), "{prefix}"),
                Does::May(effects) => assert_ne!(*effects, Effects::NONE, "{prefix}"),
            }
        }
    }
}
