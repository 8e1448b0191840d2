//! Kernels that never end, or may not, and in which nothing can go wrong
//! source: raddle
//! check: --block 64 --grid 4 --kernel for_ever --steps 5000
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved
//! check: --block 64 --grid 4 --kernel for_ever --property termination
//! expect: termination=refuted
//! check: --block 64 --grid 4 --kernel writes_for_ever --steps 5000
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=unknown
//! why: No work-item waits, and in `for_ever` none accesses memory either: whether the loop ends does not matter.
__kernel void for_ever() {
    while (true) {
    }
}

__kernel void writes_for_ever(__global int *out) {
    while (true) out[0] = get_local_id(0);
}
