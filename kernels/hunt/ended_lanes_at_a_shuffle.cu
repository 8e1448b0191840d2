//! Lanes that have ended, and are named in the mask of a collective
//! source: raddle
//! check: --block 64 --kernel tail --arg n=40 --grid 1
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved
//! check: --block 64 --kernel vote --arg n=40
//! expect: deadlock=proved
//! check: --block 64 --kernel syncwarp --arg n=40
//! expect: deadlock=refuted
//! check: --block 32 --kernel stays_away
//! expect: deadlock=refuted
//! finding: deadlock line 48
//! finding: deadlock line 49
//! why: shfl.sync, vote.sync, match.sync and redux.sync wait for the threads of the mask that have not exited (PTX ISA), so the
//!   lanes of the second warp that are left continue. bar.warp.sync waits for all threads of the mask (syncwarp), and a
//!   thread that lives but does not come is waited for, too (stays_away: [A] waits for thread 0, and [B] for the others).
__global__ void tail(const int *in, int *out, int n)
{
    int t = threadIdx.x;
    if (t >= n)
        return;
    int x = in[t];
    for (int d = 16; d > 0; d /= 2)
        x += __shfl_down_sync(0xffffffffu, x, d);
    if (t % 32 == 0)
        out[t / 32] = x;
}

__global__ void vote(const int *in, int *out, int n)
{
    int t = threadIdx.x;
    if (t < n)
        out[t] = __any_sync(0xffffffffu, in[t]);
}

__global__ void syncwarp(int *out, int n)
{
    int t = threadIdx.x;
    if (t >= n)
        return;
    __syncwarp();
    out[t] = 1;
}

__global__ void stays_away(int *out)
{
    int t = threadIdx.x;
    if (t > 0)
        out[t] = __shfl_sync(0xffffffffu, t, 1); // [A]
    __syncwarp(); // [B]
}
