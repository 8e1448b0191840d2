//! A reduction whose result is read by the thread that wrote it, after a barrier
//! source: raddle
//! check: --block 64 --property redundant-barrier
//! expect: redundant-barrier=refuted
//! finding: redundant-barrier line 21
//! why: The sum at s[0] is written by thread 0 and read by thread 0 only, so the barrier at [A] orders no two threads. The other
//!   two barriers are needed.
__global__ void sum(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 32; d > 1; d /= 2) {
        if (t < d)
            s[t] += s[t + d];
        __syncthreads();
    }
    if (t == 0)
        s[0] += s[1];
    // No other thread looks at it.
    __syncthreads(); // [A]
    if (t == 0)
        out[0] = s[0];
}
