//! Contracts that do not depend on memory hold whether threads race or not
//! source: raddle
//! check: --block 64 --grid 1 --kernel counter
//! expect: contract=proved race=refuted
//! check: --block 64 --grid 1 --kernel read
//! expect: contract=unknown race=refuted
//! check: --block 64 --grid 1 --kernel behind_a_read
//! expect: assert=refuted race=refuted
//! why: All threads write `out[0]` at [A]. What the invariant of `counter` states is the thread's own. In `read` it is what was read. In
//!   `behind_a_read` the race decides that the assertion is reached.
__global__ void counter(int *out, int n) {
    for (int i = 0; i < n; i++) {
        __invariant(i >= 0);
        out[0] = threadIdx.x + i; // [A]
    }
}

__global__ void read(int *out, int n) {
    out[0] = 1;
    for (int i = 0; i < n; i++) {
        __invariant(out[0] >= 0);
        out[0] = threadIdx.x + 1;
    }
}

__global__ void behind_a_read(int *out, int n) {
    out[0] = threadIdx.x;
    if (out[0] != threadIdx.x) __assert(n > 3);
}
