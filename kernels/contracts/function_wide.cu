//! An invariant of all loops of a function is written once
//! source: raddle
//! check: --block 64 --grid 4
//! expect: race=proved contract=proved divergence=proved
//! why: In both loops `at` lies in the thread's own part of the array, which is what keeps threads apart: how far it goes
//!   depends on data. The invariant of all loops says so; it is proved at the head of each.

__global__ void walk(int *out, const int *step) {
    int base = (blockIdx.x * 64 + threadIdx.x) * 16, at = base;
    while (at < base + 8) {
        out[at] = 1;
        at += step[at] > 0 && step[at] < 4 ? step[at] : 1;
    }
    at = base + 8;
    while (at < base + 16) {
        out[at] = 2;
        at += step[at] > 0 && step[at] < 4 ? step[at] : 1;
    }
    __function_wide_invariant(at >= base);
}
