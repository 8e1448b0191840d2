//! A postcondition about what was in memory at the start
//! source: raddle
//! check: --block 64 --grid 1
//! expect: contract=proved race=proved
//! check: --block 64 --grid 1 -D BROKEN
//! expect: contract=refuted race=proved
//! finding: contract line 12
//! why: The thread adds n to its element, once or never. The broken variant adds it twice.

__global__ void add(int *out, int n) {
    __requires(n > 0 && n < 100);
    __ensures(__implies(threadIdx.x < 32, out[threadIdx.x] == __old_int(out[threadIdx.x]) + n)); // [A]
    if (threadIdx.x >= 32) return;
    out[threadIdx.x] += n;
#ifdef BROKEN
    out[threadIdx.x] += n;
#endif
}
