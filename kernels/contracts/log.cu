//! Contracts about a log of accesses, as GPUVerify has one
//! source: raddle
//! check: --block 64 --grid 1
//! expect: contract=proved race=proved
//! check: --block 64 --grid 1 -D ASSERTED
//! expect: assert=unknown contract=proved race=proved
//! why: No log is kept, so the invariant is left out, and the scope says so; the race needs no invariant. An assertion about the log is
//!   not decided.

__global__ void rows(int *out, int n) {
    for (int i = 0; i < n; i++) {
        __invariant(__write_implies(out, __write_offset_bytes(out) % 256 / 4 == threadIdx.x));
        __invariant(i >= 0);
        out[i * 64 + threadIdx.x] = i;
    }
#ifdef ASSERTED
    __assert(__no_read(out));
#endif
}
