//! Compaction: each thread takes a place of the output by adding to a counter
//! source: raddle
//! check: --kernel compact --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel compact_by_data --block 64
//! expect: deadlock=proved barrier-reuse=proved race=unknown divergence=proved
//! why: A counter that only ever grows by 1 gives each addition another place, so no two threads write one word. Where
//!   it grows by `in[i]`, which is positive, the places differ too unless the counter wraps around; that cannot be known without reasoning
//!   about all additions together: unknown.

__global__ void compact(int *out, unsigned *count, const int *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (in[i] > 0) out[atomicAdd(count, 1)] = in[i];
}
__global__ void compact_by_data(int *out, unsigned *count, const int *in, int n) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
        if (in[i] > 0) out[atomicAdd(count, in[i])] = in[i];
}
