//! CUDA's `warpSize`, which is not a compile-time constant.
//!
//! nvcc turns each use into a read of `WARP_SZ`, whose value the hardware defines. The header declares it as a variable defined
//! elsewhere, since it must have type `int`, work in overloads and templates, and not affect members of the same name.
//! [`read`] replaces each load of that variable. Where its address is taken instead (for a parameter of type `const int &`), the
//! variable stays, and its content is unknown.

/// The end of a load from the variable, up to the metadata of the load.
const LOAD: &str = " = load i32, ptr addrspacecast (ptr addrspace(1) @warpSize to ptr), ";
const READ: &str = " = call i32 asm \"mov.u32 $0, WARP_SZ;\", \"=r\"()";

/// LLVM IR text in which loads of `warpSize` are reads of `WARP_SZ`.
pub(crate) fn read(ir: &str) -> String {
    let mut out = String::with_capacity(ir.len());
    for line in ir.split_inclusive('\n') {
        match line.split_once(LOAD) {
            Some((result, rest)) => {
                out.push_str(result);
                out.push_str(READ);
                // Keeps the location; drops metadata on the memory.
                let debug = rest.find(", !dbg !").map(|at| &rest[at..]);
                let end =
                    debug.and_then(|debug| debug[", !dbg !".len()..].find(|c: char| !c.is_ascii_digit()));
                if let (Some(debug), Some(end)) = (debug, end) {
                    out.push_str(&debug[..", !dbg !".len() + end]);
                }
                out.push('\n');
            }
            None => out.push_str(line),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::read;

    #[test]
    fn loads_become_reads() {
        let ir = "@warpSize = external dso_local addrspace(1) constant i32, align 4\n  \
                  %3 = load i32, ptr addrspacecast (ptr addrspace(1) @warpSize to ptr), align 4, !dbg !12, !tbaa !13\n  \
                  %4 = load i32, ptr addrspacecast (ptr addrspace(1) @warpSize to ptr), align 4\n  \
                  store ptr addrspacecast (ptr addrspace(1) @warpSize to ptr), ptr %13, align 8, !dbg !89\n";
        let expected = "@warpSize = external dso_local addrspace(1) constant i32, align 4\n  \
                  %3 = call i32 asm \"mov.u32 $0, WARP_SZ;\", \"=r\"(), !dbg !12\n  \
                  %4 = call i32 asm \"mov.u32 $0, WARP_SZ;\", \"=r\"()\n  \
                  store ptr addrspacecast (ptr addrspace(1) @warpSize to ptr), ptr %13, align 8, !dbg !89\n";
        assert_eq!(read(ir), expected);
    }
}
