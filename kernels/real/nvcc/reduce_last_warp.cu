// build: sm_80 -lineinfo
//! check: --block 64
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! why: The last warp adds without synchronisation, as was usual when a warp ran in lock-step. Threads are independent, so
//! why: thread 0's read of part[16] and thread 16's write of it are unordered; `volatile` orders nothing between threads.
extern "C" __global__ void reduce_last_warp(const int* x, int* out) {
    __shared__ volatile int part[64];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    if (t < 32) {
        part[t] += part[t + 32];
        part[t] += part[t + 16];
        part[t] += part[t + 8];
        part[t] += part[t + 4];
        part[t] += part[t + 2];
        part[t] += part[t + 1];
    }
    if (t == 0) *out = part[0];
}
