//! A spin loop on a volatile flag instead of a barrier
//! source: raddle (schedule-dependent values)
//! check: --block 64
//! expect: deadlock=unknown barrier-reuse=unknown divergence=unknown race=unknown
//! why: How often warp 1 goes round depends on the schedule, and a barrier follows. A method that looks at one
//!   schedule may not draw conclusions. Volatile accesses race like others, but what looks like a race after such a
//!   loop may be none, as order through memory is not modelled.
__global__ void spin(int *out) {
    __shared__ volatile int flag;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 0)
        flag = 1;
    if (threadIdx.x >= 32) {
        while (flag == 0) {
        }
    }
    __syncthreads();
    out[threadIdx.x] = flag;
}
