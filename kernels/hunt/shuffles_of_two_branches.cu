//! Lanes wait for each other at two shuffles of one kind
//! source: raddle
//! check: --block 64
//! expect: deadlock=unknown barrier-reuse=unknown divergence=unknown race=unknown
//! why: By the PTX ISA a lane waits until all lanes of its mask have executed such a shuffle with that mask:
//!   at which instruction it does not say, so the two sides may meet. The machine has no such meeting.
__global__ void two_sides(int *out)
{
    int t = threadIdx.x, v = t;
    if (t & 1)
        v += __shfl_down_sync(~0u, v, 1);
    else
        v -= __shfl_down_sync(~0u, v, 1);
    out[t] = v;
}
