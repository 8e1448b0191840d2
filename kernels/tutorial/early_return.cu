//! Threads beyond the end of the array return before the barrier
//! source: raddle
//! check: --kernel broken --block 128
//! expect: deadlock=refuted divergence=refuted
//! finding: deadlock line 17
//! finding: divergence line 17
//! check: --kernel fixed --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved bounds=proved termination=proved
//! why: If n is not a multiple of 128, some threads of the last block return and the others wait at [A]. In `fixed`
//!   all threads pass the barrier first, and cells without an element hold 0.
__global__ void broken(const int *in, int *out, int n) {
    __shared__ int tile[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    if (i >= n)
        return;
    tile[t] = in[i];
    __syncthreads(); // [A]
    out[i] = tile[t] + tile[0];
}

__global__ void fixed(const int *in, int *out, int n) {
    __shared__ int tile[128];
    int t = threadIdx.x, i = blockIdx.x * 128 + t;
    tile[t] = i < n ? in[i] : 0;
    __syncthreads();
    if (i >= n)
        return;
    out[i] = tile[t] + tile[0];
}
