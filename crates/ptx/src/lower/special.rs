//! Special registers (PTX ISA, chapter 10).

use raddle_ir::{Effects, InstKind, Special, Type, Value, Values};

use super::function::Body;

/// What a special register gives: its meaning and its type.
enum Register {
    /// One that the IR knows.
    Known(Special, Type),
    /// One whose value only the device knows.
    Unknown(Type),
}

/// Reads a special register; none when there is none of this name and component.
pub(super) fn read(body: &mut Body<'_, '_, '_>, name: &str, component: Option<&str>) -> Option<Value> {
    let name = name.strip_prefix('%')?;
    Some(match register(name, component)? {
        Register::Known(special, ty) => body.one(InstKind::Special(special), ty),
        Register::Unknown(ty) => {
            let name = format!("%{name}");
            body.one(InstKind::Opaque { name, args: Values::new(), effects: Effects::NONE }, ty)
        }
    })
}

fn register(name: &str, component: Option<&str>) -> Option<Register> {
    // `%tid` alone is a vector, of which old PTX reads the first component.
    let dimension = match component {
        None | Some("x") => 0,
        Some("y") => 1,
        Some("z") => 2,
        // The fourth component exists and is 0 (1 for a size), but nothing reads it.
        Some("w") => return dimensional(name, 0).map(|_| Register::Unknown(Type::I32)),
        Some(_) => return None,
    };
    if let Some(special) = dimensional(name, dimension) {
        return Some(Register::Known(special, Type::I32));
    }
    if component.is_some() {
        return None;
    }
    let (special, ty) = match name {
        "laneid" => (Special::LaneId, Type::I32),
        "warpid" => (Special::WarpId, Type::I32),
        "nwarpid" => (Special::NwarpId, Type::I32),
        "smid" => (Special::SmId, Type::I32),
        "nsmid" => (Special::NsmId, Type::I32),
        "gridid" => (Special::GridId, Type::I64),
        "lanemask_eq" => (Special::LaneMaskEq, Type::I32),
        "lanemask_le" => (Special::LaneMaskLe, Type::I32),
        "lanemask_lt" => (Special::LaneMaskLt, Type::I32),
        "lanemask_ge" => (Special::LaneMaskGe, Type::I32),
        "lanemask_gt" => (Special::LaneMaskGt, Type::I32),
        "clock" | "clock_hi" | "globaltimer_lo" | "globaltimer_hi" => (Special::Clock, Type::I32),
        "clock64" | "globaltimer" => (Special::Clock, Type::I64),
        "dynamic_smem_size" => (Special::DynamicSmemSize, Type::I32),
        "total_smem_size" => (Special::TotalSmemSize, Type::I32),
        "cluster_ctarank" => (Special::ClusterCtarank, Type::I32),
        "cluster_nctarank" => (Special::ClusterNctarank, Type::I32),
        "is_explicit_cluster" => (Special::IsExplicitCluster, Type::I1),
        "aggr_smem_size"
        | "reserved_smem_offset_begin"
        | "reserved_smem_offset_end"
        | "reserved_smem_offset_cap" => return Some(Register::Unknown(Type::I32)),
        "current_graph_exec" => return Some(Register::Unknown(Type::I64)),
        _ => {
            if let Some(number) = name.strip_prefix("envreg") {
                let number = number.parse().ok().filter(|&n| n < 32)?;
                return Some(Register::Known(Special::EnvReg(number), Type::I32));
            }
            if name.starts_with("reserved_smem_offset_") {
                return Some(Register::Unknown(Type::I32));
            }
            let counter = name.strip_prefix("pm")?;
            let (number, ty) = match counter.strip_suffix("_64") {
                Some(number) => (number, Type::I64),
                None => (counter, Type::I32),
            };
            number.parse::<u8>().ok().filter(|&n| n < 8)?;
            (Special::Clock, ty)
        }
    };
    Some(Register::Known(special, ty))
}

fn dimensional(name: &str, dimension: u8) -> Option<Special> {
    Some(match name {
        "tid" => Special::Tid(dimension),
        "ntid" => Special::Ntid(dimension),
        "ctaid" => Special::Ctaid(dimension),
        "nctaid" => Special::Nctaid(dimension),
        "clusterid" => Special::ClusterId(dimension),
        "nclusterid" => Special::NclusterId(dimension),
        "cluster_ctaid" => Special::ClusterCtaid(dimension),
        "cluster_nctaid" => Special::ClusterNctaid(dimension),
        _ => return None,
    })
}
