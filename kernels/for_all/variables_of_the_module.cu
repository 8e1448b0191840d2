//! Bugs that are seen once variables of the module hold something
//! source: raddle
//! check: --block 64 --grid 8 --property race --kernel last_block
//! expect: race=refuted
//! check: --block 64 --grid 8 --property race --kernel by_a_table
//! expect: race=refuted
//! check: --block 64 --grid 8 --property race --kernel by_another_table
//! expect: race=unknown
//! why: In `last_block` lanes of a warp race before the block takes its ticket; whether another barrier follows depends on the counter, which may hold any number when the kernel starts, and holds 0 when the
//!   module is loaded. `step` is 0 then, and all threads of `by_a_table` write one element. That they do in `by_another_table` needs that the host has written 0 to `stride`, which a run does not choose.
__device__ unsigned int tickets = 0;
__device__ int step;
__device__ int stride = 1;

__global__ void last_block(const float *in, float *out, unsigned n) {
    __shared__ volatile float s[64];
    __shared__ bool last;
    unsigned t = threadIdx.x;
    float sum = 0;
    for (unsigned i = t; i < n; i += 64) sum += in[i];
    s[t] = sum;
    __syncthreads();
    if (t < 32) {
        s[t] = sum = sum + s[t + 32];
        s[t] = sum = sum + s[t + 16];
    }
    if (t == 0) {
        out[blockIdx.x] = s[0];
        last = atomicInc(&tickets, gridDim.x) == gridDim.x - 1;
    }
    __syncthreads();
    if (last) {
        s[t] = t < gridDim.x ? out[t] : 0;
        __syncthreads();
        if (t == 0) {
            tickets = 0;
            out[0] = s[0] + s[1];
        }
    }
}

__global__ void by_a_table(int *out) {
    out[(blockIdx.x * 64 + threadIdx.x) * step] = threadIdx.x;
}

__global__ void by_another_table(int *out) {
    out[(blockIdx.x * 64 + threadIdx.x) * stride] = threadIdx.x;
}
