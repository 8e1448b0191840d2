//! Lanes that have ended, and are named in the mask of a collective
//! source: raddle
//! check: --block 64 --kernel tail --arg n=40 --grid 1
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved
//! check: --block 64 --kernel vote --arg n=40
//! expect: deadlock=proved
//! check: --block 64 --kernel syncwarp --arg n=40
//! expect: deadlock=proved
//! check: --block 64 --kernel exchanged --arg n=40 --grid 1
//! expect: deadlock=proved race=proved
//! check: --block 64 --kernel exchanged --arg n=41 --grid 1
//! expect: deadlock=proved race=proved
//! check: --block 64 --kernel left_behind --arg n=40 --grid 1
//! expect: deadlock=proved race=unknown
//! check: --block 32 --kernel stays_away
//! expect: deadlock=refuted
//! finding: deadlock line 77
//! finding: deadlock line 78
//! why: shfl.sync, vote.sync, match.sync and redux.sync wait for the threads of the mask that have not exited (PTX ISA), and so does
//!   bar.warp.sync (CUDA C++ Programming Guide, `__syncwarp`), so the lanes of the second warp that are left continue, and are ordered by it (exchanged).
//!   That orders nothing after what a thread wrote that has ended [C], and no run can show the race, as the others do wait for its end. A thread that lives but does not come is waited for (stays_away: [A] waits for thread 0, and [B]
//!   for the others).
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

__global__ void exchanged(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    if (t >= n)
        return;
    s[t] = in[t];
    __syncwarp();
    out[t] = s[(t ^ 1) < n ? t ^ 1 : t];
}

__global__ void left_behind(const int *in, int *out, int n)
{
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    if (t >= n)
        return;
    __syncwarp();
    out[t] = s[t ^ 8]; // [C]
}

__global__ void stays_away(int *out)
{
    int t = threadIdx.x;
    if (t > 0)
        out[t] = __shfl_sync(0xffffffffu, t, 1); // [A]
    __syncwarp(); // [B]
}
