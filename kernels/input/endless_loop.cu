//! A loop that never ends, before a barrier
//! source: raddle (bad input)
//! check: --block 32
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown divergence=unknown
//! why: No thread ever reaches the barrier, and none waits at it. The run ends at the step limit with a message
//!   that names the loop; nothing is concluded from a run that was cut off.
//! check: --block 32 --timeout 0.3
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown divergence=unknown
//! why: The same at the end of the time given.
__global__ void forever(int *out) {
    __shared__ int cell[32];
    int i = 0;
    while (i >= 0)
        i = (i + 1) & 0xffff;
    cell[threadIdx.x] = i;
    __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x ^ 1];
}
