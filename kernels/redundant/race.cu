//! A sum whose last steps lack their barriers
//! source: raddle
//! check: --block 64 --grid 1 --property race --property redundant-barrier
//! expect: race=refuted redundant-barrier=unknown
//! finding: race line 18
//! why: Below 32 threads nothing orders the steps of the loop, so they race at [A]. What the two barriers are for cannot be
//!   distinguished from a kernel that lacks others: neither that all of them are needed, nor that one is not.
__global__ void sum(int *out, const int *in)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (d == 16)
            __syncthreads();
        if (t < d)
            s[t] += s[t + d]; // [A]
    }
    if (t == 0)
        *out = s[0];
}
