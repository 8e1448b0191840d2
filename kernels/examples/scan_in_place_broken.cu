//! The prefix sum in one buffer, with one barrier too few
//! source: raddle
//! check: --block 128
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 16
//! why: In one round thread t adds to sums[t] at [A] while thread t + offset reads the same cell in its own [A].
//!   The barrier at the end of the round comes too late; reading into a register, a barrier, and then writing would
//!   do.
__global__ void scan(const int *in, int *out) {
    __shared__ int sums[128];
    int t = threadIdx.x;
    sums[t] = in[t];
    __syncthreads();
    for (int offset = 1; offset < blockDim.x; offset *= 2) {
        if (t >= offset)
            sums[t] += sums[t - offset]; // [A]
        __syncthreads();
    }
    out[t] = sums[t];
}
