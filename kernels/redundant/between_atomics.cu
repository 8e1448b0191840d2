//! A barrier that orders atomics with atomics
//! source: raddle
//! check: --block 64 --grid 1 --property redundant-barrier,race
//! expect: redundant-barrier=proved race=proved
//! why: Without the barrier at [A] there would still be no race, as atomics do not race. But some threads might read the count
//!   before all have counted, so the barrier orders accesses that conflict: it is needed.
__global__ void all_counted(int *out) {
    __shared__ int count;
    if (threadIdx.x == 0)
        count = 0;
    __syncthreads();
    atomicAdd(&count, 1);
    __syncthreads(); // [A]
    out[threadIdx.x] = atomicAdd(&count, 0);
}
