// build: sm_80 -lineinfo
//! check: --block 128
//! expect: race=unknown deadlock=proved barrier-reuse=proved divergence=proved
//! why: Ballots and a counting barrier compute where each kept element goes. Both barriers are reached by all; the place that
//! why: is written depends on data, so whether two threads write the same one is beyond a method that runs the kernel once.
extern "C" __global__ void compact(const int* x, int* out, int* count) {
    __shared__ int before[4];
    int t = threadIdx.x, v = x[t];
    unsigned kept = __ballot_sync(~0u, v > 0);
    if (t % 32 == 0) before[t / 32] = __popc(kept);
    int total = __syncthreads_count(v > 0);
    int at = __popc(kept & ((1u << (t % 32)) - 1));
    for (int w = 0; w < t / 32; ++w) at += before[w];
    if (v > 0) out[at] = v;
    if (t == 0) *count = total;
}
