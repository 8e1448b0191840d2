//! Every barrier of a reduction is needed
//! source: raddle
//! check: --block 128 --property redundant-barrier,race --grid 1
//! expect: redundant-barrier=proved race=proved
//! why: Each round reads what the round before has written, by other threads, and the barrier between them is the only order.
//!   Both barriers of the source are passed at block 128: the one before the loop orders the first writes before the first
//!   round's reads.
__global__ void sum(const int *in, int *out) {
    __shared__ int s[128];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 64; d > 0; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        out[0] = s[0];
}
