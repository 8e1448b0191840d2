//! Loops that never end
//! source: raddle
//! check: --kernel stays --property termination
//! expect: termination=refuted
//! finding: termination line 15
//! check: --kernel always --property termination
//! expect: termination=refuted
//! finding: termination line 23
//! check: --kernel spins --property termination
//! expect: termination=unknown
//! why: `stays` does not change `i` at 7. `always` has no way out but a barrier. `spins` waits for another thread, and it is unknown whether
//!   that comes.
__global__ void stays(int *out, int n) {
    int i = 0;
    while (i < n) { // [A]
        if (i == 7)
            continue;
        i++;
    }
    out[threadIdx.x] = i;
}
__global__ void always(int *out) {
    for (;;) { // [B]
        out[threadIdx.x] += 1;
        __syncthreads();
    }
}
__global__ void spins(volatile int *flag, int *out) {
    while (*flag == 0)
        ;
    out[threadIdx.x] = 1;
}
