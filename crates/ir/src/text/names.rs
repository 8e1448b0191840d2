//! The spelling of operations: one table, read by the printer and by the parser.

use crate::contracts::Ask;
use crate::inst::{AtomicOp, BarrierOp, Collective, Shuffle, SpecKind, Special};
use crate::marker::Marker;
use crate::module::Language;
use crate::op::{ApproxFn, FloatCond, FloatMode, IntCond, PureOp, Rounding, Testp};
use crate::types::Space;

/// A thing with a spelling, and all things of its kind.
macro_rules! spelled {
    ($(#[$doc:meta])* $name:ident: $ty:ty { $($text:literal => $value:expr),* $(,)? }) => {
        $(#[$doc])*
        pub(super) const $name: &[(&str, $ty)] = &[$(($text, $value)),*];
    };
}

spelled! {
    /// Operations without modifiers.
    PLAIN_OPS: PureOp {
        "not" => PureOp::Not, "neg" => PureOp::Neg, "abs" => PureOp::Abs, "popc" => PureOp::Popc,
        "clz" => PureOp::Clz, "brev" => PureOp::Brev, "bfind_u" => PureOp::BfindU, "bfind_s" => PureOp::BfindS,
        "add" => PureOp::Add, "sub" => PureOp::Sub, "mul" => PureOp::Mul, "mul_hi_u" => PureOp::MulHiU,
        "mul_hi_s" => PureOp::MulHiS, "div_u" => PureOp::DivU, "div_s" => PureOp::DivS,
        "rem_u" => PureOp::RemU, "rem_s" => PureOp::RemS, "and" => PureOp::And, "or" => PureOp::Or,
        "xor" => PureOp::Xor, "shl" => PureOp::Shl, "shr_u" => PureOp::ShrU, "shr_s" => PureOp::ShrS,
        "min_u" => PureOp::MinU, "max_u" => PureOp::MaxU, "min_s" => PureOp::MinS, "max_s" => PureOp::MaxS,
        "add_sat_s" => PureOp::AddSatS, "sub_sat_s" => PureOp::SubSatS, "select" => PureOp::Select,
        "bfe_u" => PureOp::BfeU, "bfe_s" => PureOp::BfeS, "bfi" => PureOp::Bfi,
        "shf_l_wrap" => PureOp::ShfLWrap, "shf_l_clamp" => PureOp::ShfLClamp,
        "shf_r_wrap" => PureOp::ShfRWrap, "shf_r_clamp" => PureOp::ShfRClamp, "prmt" => PureOp::Prmt,
        "trunc" => PureOp::Trunc, "zext" => PureOp::Zext, "sext" => PureOp::Sext, "bitcast" => PureOp::Bitcast,
        "fneg" => PureOp::FNeg, "fabs" => PureOp::FAbs, "fcopysign" => PureOp::FCopysign,
        "approx_rcp" => PureOp::Approx(ApproxFn::Rcp), "approx_sqrt" => PureOp::Approx(ApproxFn::Sqrt),
        "approx_rsqrt" => PureOp::Approx(ApproxFn::Rsqrt), "approx_sin" => PureOp::Approx(ApproxFn::Sin),
        "approx_cos" => PureOp::Approx(ApproxFn::Cos), "approx_lg2" => PureOp::Approx(ApproxFn::Lg2),
        "approx_ex2" => PureOp::Approx(ApproxFn::Ex2), "approx_tanh" => PureOp::Approx(ApproxFn::Tanh),
        "approx_div" => PureOp::Approx(ApproxFn::Div),
        "icmp_eq" => PureOp::Icmp(IntCond::Eq), "icmp_ne" => PureOp::Icmp(IntCond::Ne),
        "icmp_lt_u" => PureOp::Icmp(IntCond::LtU), "icmp_le_u" => PureOp::Icmp(IntCond::LeU),
        "icmp_gt_u" => PureOp::Icmp(IntCond::GtU), "icmp_ge_u" => PureOp::Icmp(IntCond::GeU),
        "icmp_lt_s" => PureOp::Icmp(IntCond::LtS), "icmp_le_s" => PureOp::Icmp(IntCond::LeS),
        "icmp_gt_s" => PureOp::Icmp(IntCond::GtS), "icmp_ge_s" => PureOp::Icmp(IntCond::GeS),
        "testp_finite" => PureOp::Testp(Testp::Finite), "testp_infinite" => PureOp::Testp(Testp::Infinite),
        "testp_number" => PureOp::Testp(Testp::Number), "testp_nan" => PureOp::Testp(Testp::NotANumber),
        "testp_normal" => PureOp::Testp(Testp::Normal), "testp_subnormal" => PureOp::Testp(Testp::Subnormal),
    }
}

spelled! {
    /// Float comparisons: `fcmp_lt`, with `.ftz` after.
    FLOAT_CONDS: FloatCond {
        "fcmp_eq" => FloatCond::Eq, "fcmp_ne" => FloatCond::Ne, "fcmp_lt" => FloatCond::Lt,
        "fcmp_le" => FloatCond::Le, "fcmp_gt" => FloatCond::Gt, "fcmp_ge" => FloatCond::Ge,
        "fcmp_equ" => FloatCond::Equ, "fcmp_neu" => FloatCond::Neu, "fcmp_ltu" => FloatCond::Ltu,
        "fcmp_leu" => FloatCond::Leu, "fcmp_gtu" => FloatCond::Gtu, "fcmp_geu" => FloatCond::Geu,
        "fcmp_num" => FloatCond::Num, "fcmp_nan" => FloatCond::Nan,
    }
}

/// An operation that takes a float mode.
type Moded = fn(FloatMode) -> PureOp;

spelled! {
    /// Operations with a float mode after them: `fadd.rz.ftz`.
    MODED_OPS: Moded {
        "u_to_f" => PureOp::UToF, "s_to_f" => PureOp::SToF, "f_to_u" => PureOp::FToU, "f_to_s" => PureOp::FToS,
        "f_to_f" => PureOp::FToF, "f_round" => PureOp::FRound, "fsqrt" => PureOp::FSqrt, "frcp" => PureOp::FRcp,
        "fadd" => PureOp::FAdd, "fsub" => PureOp::FSub, "fmul" => PureOp::FMul, "fdiv" => PureOp::FDiv,
        "fma" => PureOp::Fma,
    }
}

spelled! {
    /// Rounding directions; the first is not written.
    ROUNDINGS: Rounding {
        "rn" => Rounding::Nearest, "rna" => Rounding::NearestAway, "rz" => Rounding::Zero,
        "rm" => Rounding::Down, "rp" => Rounding::Up,
    }
}

spelled! {
    /// What an atomic computes.
    ATOMICS: AtomicOp {
        "and" => AtomicOp::And, "or" => AtomicOp::Or, "xor" => AtomicOp::Xor, "add" => AtomicOp::Add,
        "inc" => AtomicOp::Inc, "dec" => AtomicOp::Dec, "min_u" => AtomicOp::MinU, "max_u" => AtomicOp::MaxU,
        "min_s" => AtomicOp::MinS, "max_s" => AtomicOp::MaxS, "fadd" => AtomicOp::FAdd,
        "fmin" => AtomicOp::FMin, "fmax" => AtomicOp::FMax, "exch" => AtomicOp::Exch, "cas" => AtomicOp::Cas,
    }
}

spelled! {
    /// What a thread does at a barrier.
    BARRIERS: BarrierOp {
        "sync" => BarrierOp::Sync, "arrive" => BarrierOp::Arrive, "red_popc" => BarrierOp::RedPopc,
        "red_and" => BarrierOp::RedAnd, "red_or" => BarrierOp::RedOr,
    }
}

spelled! {
    /// Warp collectives, `redux` apart.
    COLLECTIVES: Collective {
        "shfl_idx" => Collective::Shfl(Shuffle::Idx), "shfl_up" => Collective::Shfl(Shuffle::Up),
        "shfl_down" => Collective::Shfl(Shuffle::Down), "shfl_bfly" => Collective::Shfl(Shuffle::Bfly),
        "vote_all" => Collective::VoteAll, "vote_any" => Collective::VoteAny,
        "vote_uni" => Collective::VoteUni, "vote_ballot" => Collective::VoteBallot,
        "match_any" => Collective::MatchAny, "match_all" => Collective::MatchAll,
        "elect" => Collective::Elect, "activemask" => Collective::ActiveMask,
    }
}

spelled! {
    /// Special registers, `envreg` apart.
    SPECIALS: Special {
        "tid.x" => Special::Tid(0), "tid.y" => Special::Tid(1), "tid.z" => Special::Tid(2),
        "ntid.x" => Special::Ntid(0), "ntid.y" => Special::Ntid(1), "ntid.z" => Special::Ntid(2),
        "ctaid.x" => Special::Ctaid(0), "ctaid.y" => Special::Ctaid(1), "ctaid.z" => Special::Ctaid(2),
        "nctaid.x" => Special::Nctaid(0), "nctaid.y" => Special::Nctaid(1), "nctaid.z" => Special::Nctaid(2),
        "laneid" => Special::LaneId, "warpid" => Special::WarpId, "nwarpid" => Special::NwarpId,
        "warp_size" => Special::WarpSize,
        "smid" => Special::SmId, "nsmid" => Special::NsmId, "gridid" => Special::GridId,
        "lanemask_eq" => Special::LaneMaskEq, "lanemask_le" => Special::LaneMaskLe,
        "lanemask_lt" => Special::LaneMaskLt, "lanemask_ge" => Special::LaneMaskGe,
        "lanemask_gt" => Special::LaneMaskGt, "clock" => Special::Clock,
        "dynamic_smem_size" => Special::DynamicSmemSize, "total_smem_size" => Special::TotalSmemSize,
        "clusterid.x" => Special::ClusterId(0), "clusterid.y" => Special::ClusterId(1),
        "clusterid.z" => Special::ClusterId(2), "nclusterid.x" => Special::NclusterId(0),
        "nclusterid.y" => Special::NclusterId(1), "nclusterid.z" => Special::NclusterId(2),
        "cluster_ctaid.x" => Special::ClusterCtaid(0), "cluster_ctaid.y" => Special::ClusterCtaid(1),
        "cluster_ctaid.z" => Special::ClusterCtaid(2), "cluster_nctaid.x" => Special::ClusterNctaid(0),
        "cluster_nctaid.y" => Special::ClusterNctaid(1), "cluster_nctaid.z" => Special::ClusterNctaid(2),
        "cluster_ctarank" => Special::ClusterCtarank, "cluster_nctarank" => Special::ClusterNctarank,
        "is_explicit_cluster" => Special::IsExplicitCluster,
    }
}

spelled! {
    /// Markers.
    MARKERS: Marker {
        "grid_sync" => Marker::GridSync, "stray_call" => Marker::StrayCall, "copy" => Marker::Copy,
        "copy_end" => Marker::CopyEnd, "copy_wait" => Marker::CopyWait,
        "copy_unwaited" => Marker::CopyUnwaited, "copy_alone" => Marker::CopyAlone,
        "work_dim" => Marker::WorkDim,
        "ask_other" => Marker::Ask(Ask::Other), "ask_old" => Marker::Ask(Ask::Old),
        "ask_instance" => Marker::Ask(Ask::Instance), "ask_pair_instance" => Marker::Ask(Ask::PairInstance),
        "ask_candidate" => Marker::Ask(Ask::Candidate), "ask_same_group" => Marker::Ask(Ask::SameGroup),
        "ask_taken" => Marker::Ask(Ask::Taken), "ask_log" => Marker::Ask(Ask::Log),
        "ask_log_everywhere" => Marker::Ask(Ask::LogEverywhere), "ask_pointer" => Marker::Ask(Ask::Pointer),
        "ask_snapshot" => Marker::Ask(Ask::Snapshot), "ask_footprint" => Marker::Ask(Ask::Footprint),
        "ask_returned" => Marker::Ask(Ask::Returned), "ask_stated" => Marker::Ask(Ask::Stated),
        "ask_ensured" => Marker::Ask(Ask::Ensured), "ask_unsupported" => Marker::Ask(Ask::Unsupported),
    }
}

/// The marker that an opaque instruction of this name was before markers had instructions of their own.
pub(super) fn reserved(name: &str, language: Language) -> Option<Marker> {
    Some(match name {
        "grid_sync" => Marker::GridSync,
        "stray_call" => Marker::StrayCall,
        "async_work_group_copy" => Marker::Copy,
        "end of async_work_group_copy" => Marker::CopyEnd,
        "wait_group_events" => Marker::CopyWait,
        "async_work_group_copy without wait_group_events" => Marker::CopyUnwaited,
        "async_work_group_copy in a group of one work-item" => Marker::CopyAlone,
        "__raddle_cl_work_dim" => Marker::WorkDim,
        // In CUDA it is a function of the source.
        "_Z12get_work_dimv" if language != Language::Cuda => Marker::WorkDim,
        _ => {
            let asked = name.strip_prefix("__raddle_contract_")?;
            // `other32` and `other64` are one query, whose result has either type.
            let asked = asked.trim_end_matches(|c: char| c.is_ascii_digit());
            meaning(MARKERS, &format!("ask_{asked}")).unwrap_or(Marker::Ask(Ask::Unsupported))
        }
    })
}

spelled! {
    /// What specification regions state.
    SPECS: SpecKind {
        "requires" => SpecKind::Requires, "ensures" => SpecKind::Ensures, "assert" => SpecKind::Assert,
        "assume" => SpecKind::Assume, "invariant" => SpecKind::Invariant,
        "promise" => SpecKind::Promise, "operands" => SpecKind::Operands,
    }
}

spelled! {
    /// Languages.
    LANGUAGES: Language {
        "ptx" => Language::Ptx, "cuda" => Language::Cuda, "opencl" => Language::OpenCl,
    }
}

/// The spelling of `value` in a table.
///
/// # Panics
/// When the table does not hold it: then it is not a table of all things of its kind.
pub(super) fn spelling<T: PartialEq>(table: &'static [(&'static str, T)], value: &T) -> &'static str {
    table.iter().find(|(_, v)| v == value).map(|(text, _)| *text).expect("every value has a spelling")
}

/// The value that a spelling stands for.
pub(super) fn meaning<T: Copy>(table: &[(&str, T)], text: &str) -> Option<T> {
    table.iter().find(|(t, _)| *t == text).map(|(_, v)| *v)
}

/// The spelling of a special register: `tid.x`.
#[must_use]
pub fn special_name(special: Special) -> String {
    match special {
        Special::EnvReg(n) => format!("envreg{n}"),
        _ => spelling(SPECIALS, &special).to_owned(),
    }
}

/// The spelling of a pure operation, modifiers included: `icmp_lt_s`, `fadd.rz.ftz`.
#[must_use]
pub fn op_name(op: PureOp) -> String {
    if let Some((text, _)) = PLAIN_OPS.iter().find(|(_, o)| *o == op) {
        return (*text).to_owned();
    }
    match op {
        PureOp::Lop3(table) => format!("lop3.{table:#04x}"),
        PureOp::Fcmp(cond, ftz) => {
            format!("{}{}", spelling(FLOAT_CONDS, &cond), if ftz { ".ftz" } else { "" })
        }
        PureOp::FMin { nan, ftz } => flags("fmin", &[(nan, "nan"), (ftz, "ftz")]),
        PureOp::FMax { nan, ftz } => flags("fmax", &[(nan, "nan"), (ftz, "ftz")]),
        PureOp::ToGeneric(space) => format!("to_generic.{space}"),
        PureOp::FromGeneric(space) => format!("from_generic.{space}"),
        PureOp::IsSpace(space) => format!("is_space.{space}"),
        _ => {
            let (mode, name) = mode_of(op).expect("all other operations have a float mode");
            let rounding = mode.rounding != Rounding::Nearest;
            let list = [
                (rounding, spelling(ROUNDINGS, &mode.rounding)),
                (mode.ftz, "ftz"),
                (mode.sat, "sat"),
                (mode.relu, "relu"),
            ];
            flags(name, &list)
        }
    }
}

fn flags(name: &str, list: &[(bool, &str)]) -> String {
    let mut text = name.to_owned();
    for (_, flag) in list.iter().filter(|(set, _)| *set) {
        text.push('.');
        text.push_str(flag);
    }
    text
}

/// The float mode of an operation that has one, and its name.
fn mode_of(op: PureOp) -> Option<(FloatMode, &'static str)> {
    let mode = match op {
        PureOp::UToF(m)
        | PureOp::SToF(m)
        | PureOp::FToU(m)
        | PureOp::FToS(m)
        | PureOp::FToF(m)
        | PureOp::FRound(m)
        | PureOp::FSqrt(m)
        | PureOp::FRcp(m)
        | PureOp::FAdd(m)
        | PureOp::FSub(m)
        | PureOp::FMul(m)
        | PureOp::FDiv(m)
        | PureOp::Fma(m) => m,
        _ => return None,
    };
    MODED_OPS.iter().find(|(_, make)| make(mode) == op).map(|(name, _)| (mode, *name))
}

/// The pure operation of a spelling.
pub(super) fn parse_pure_op(text: &str) -> Option<PureOp> {
    if let Some(op) = meaning(PLAIN_OPS, text) {
        return Some(op);
    }
    let mut parts = text.split('.');
    let name = parts.next()?;
    let rest: Vec<&str> = parts.collect();
    let space = |make: fn(Space) -> PureOp| {
        let [text] = rest.as_slice() else { return None };
        Space::ALL.into_iter().find(|s| s.name() == *text).map(make)
    };
    match name {
        "lop3" => {
            let [table] = rest.as_slice() else { return None };
            u8::from_str_radix(table.strip_prefix("0x")?, 16).ok().map(PureOp::Lop3)
        }
        "to_generic" => space(PureOp::ToGeneric),
        "from_generic" => space(PureOp::FromGeneric),
        "is_space" => space(PureOp::IsSpace),
        "fmin" | "fmax" => {
            if rest.iter().any(|flag| !["nan", "ftz"].contains(flag)) {
                return None;
            }
            let (nan, ftz) = (rest.contains(&"nan"), rest.contains(&"ftz"));
            Some(if name == "fmin" { PureOp::FMin { nan, ftz } } else { PureOp::FMax { nan, ftz } })
        }
        _ => match (meaning(FLOAT_CONDS, name), meaning(MODED_OPS, name)) {
            (Some(cond), _) => match rest.as_slice() {
                [] => Some(PureOp::Fcmp(cond, false)),
                ["ftz"] => Some(PureOp::Fcmp(cond, true)),
                _ => None,
            },
            (None, Some(make)) => parse_mode(&rest).map(make),
            (None, None) => None,
        },
    }
}

fn parse_mode(flags: &[&str]) -> Option<FloatMode> {
    let mut mode = FloatMode::default();
    for flag in flags {
        match *flag {
            "ftz" => mode.ftz = true,
            "sat" => mode.sat = true,
            "relu" => mode.relu = true,
            other => mode.rounding = meaning(ROUNDINGS, other)?,
        }
    }
    Some(mode)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_operation_is_read_as_it_is_written() {
        let mode = FloatMode { rounding: Rounding::Down, ftz: true, sat: false, relu: true };
        let mut all: Vec<PureOp> = PLAIN_OPS.iter().map(|(_, op)| *op).collect();
        all.extend(FLOAT_CONDS.iter().flat_map(|(_, c)| [PureOp::Fcmp(*c, false), PureOp::Fcmp(*c, true)]));
        all.extend(MODED_OPS.iter().flat_map(|(_, make)| [make(mode), make(FloatMode::default())]));
        all.extend(
            Space::ALL
                .into_iter()
                .flat_map(|s| [PureOp::ToGeneric(s), PureOp::FromGeneric(s), PureOp::IsSpace(s)]),
        );
        all.extend([
            PureOp::Lop3(0xca),
            PureOp::FMin { nan: true, ftz: false },
            PureOp::FMax { nan: false, ftz: true },
        ]);
        for op in all {
            assert_eq!(parse_pure_op(&op_name(op)), Some(op), "{}", op_name(op));
        }
    }

    #[test]
    fn spellings_are_unique() {
        let mut seen: Vec<&str> = PLAIN_OPS.iter().map(|(t, _)| *t).collect();
        seen.extend(MODED_OPS.iter().map(|(t, _)| *t));
        let n = seen.len();
        seen.sort_unstable();
        seen.dedup();
        assert_eq!(seen.len(), n);
    }

    /// Every marker that was an opaque instruction: under the name that messages still give it.
    #[test]
    fn older_names_of_markers_are_reserved() {
        for &(spelling, marker) in MARKERS {
            let older = match marker {
                Marker::WorkDim => "__raddle_cl_work_dim".to_owned(),
                _ => marker.to_string(),
            };
            assert_eq!(reserved(&older, Language::OpenCl), Some(marker), "{spelling}");
        }
        let of = |name| reserved(name, Language::Cuda);
        assert_eq!(of("__raddle_contract_old64"), Some(Marker::Ask(Ask::Old)));
        assert_eq!(of("__raddle_contract_read_offset"), Some(Marker::Ask(Ask::Unsupported)));
        assert_eq!(reserved("_Z12get_work_dimv", Language::Ptx), Some(Marker::WorkDim));
        assert_eq!(of("_Z12get_work_dimv"), None, "in CUDA a function of the source");
        assert_eq!(of("wgmma.mma_async"), None);
    }
}
