//! One half of a warp waits at a shuffle, the other at __syncwarp(), for the same mask
//! source: raddle
//! check: --block 32
//! expect: deadlock=refuted
//! why: A shuffle waits until all lanes of its mask execute a shuffle; what the others wait at does not count.
__global__ void two_waits(int *out)
{
    int t = threadIdx.x, x = 0;
    if (t < 16)
        x = __shfl_sync(0xffffffffu, t, 0);
    else
        __syncwarp();
    out[t] = x;
}
