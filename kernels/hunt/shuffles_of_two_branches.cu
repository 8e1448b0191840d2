//! Lanes wait for each other at two shuffles of one kind
//! source: raddle
//! check: --block 64
//! expect: deadlock=unknown barrier-reuse=unknown divergence=unknown race=unknown
//! why: The PTX ISA lets a lane wait until all lanes of the mask have executed a shuffle "with the same qualifiers and same membermask value":
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
