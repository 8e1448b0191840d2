//! Counters in memory that hand out distinct numbers: no two atomics return the same one.

use raddle_ir::{AtomicOp, Function, InstKind, Module, Type};
use raddle_symbolic::Region;
use std::collections::{BTreeMap, BTreeSet};

/// The regions that the kernel accesses only by atomic additions of one non-zero constant. Each addition returns
/// a different value from the others at the same place while there are at most 2^w / gcd(2^w, c) of them: if `most` threads that execute each of
/// them once are too many for that, the region is excluded.
#[must_use]
pub fn counters(module: &Module, function: &Function, most: impl Fn(Region) -> u64) -> BTreeSet<Region> {
    let mut found: BTreeMap<Region, (Option<(u128, Type)>, u64)> = BTreeMap::new();
    for &inst in function.order.iter().flat_map(|&b| &function.blocks[b].insts) {
        let kind = &function.insts[inst].kind;
        let Some(addr) = kind.address() else { continue };
        let adds = match kind {
            InstKind::Atomic { op: AtomicOp::Add, args, .. } => {
                let ty = function.ty(args[0]);
                function.as_const(args[0]).filter(|&c| c & ty.mask() != 0).map(|c| (c, ty))
            }
            _ => None,
        };
        let (of, count) = found.entry(Region::of(module, function, addr)).or_insert((adds, 0));
        *count += 1;
        if *of != adds {
            *of = None;
        }
    }
    let wild = found.keys().any(|region| matches!(region, Region::Anywhere(_)));
    let counts = found.into_iter().filter(|&(region, (adds, count))| {
        let lasts = adds.is_some_and(|(number, ty)| {
            let period = 1_u128 << ty.bits().saturating_sub(number.trailing_zeros()).min(127);
            u128::from(most(region)) * u128::from(count) <= period
        });
        !wild && !region.is_private() && lasts
    });
    counts.map(|(region, _)| region).collect()
}
