//! The number of a barrier comes from memory
//! source: raddle
//! check: --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown
//! why: Two warps that load the same number meet; two that load different ones wait forever: a run with
//!   such data shows it. For other data nothing is known, as the operand is unknown.
__global__ void numbered(const int *number, int *out) {
    int id = number[threadIdx.x / 32] & 7;
    asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
    out[threadIdx.x] = id;
}
