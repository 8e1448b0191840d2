//! A warp that lags makes another one register with a count that the open generation does not have
//! source: raddle
//! check: --block 128 --grid 1 --kernel lags
//! expect: barrier-reuse=refuted
//! finding: barrier-reuse line 18
//! check: --block 128 --grid 1 --kernel waits
//! expect: barrier-reuse=proved deadlock=proved
//! why: Warps 0 and 1 make a generation of 64 threads, and warps 1, 2 and 3 the next one, of 96. Nothing makes warps 2 and 3
//!   wait for the first: while warp 1 has not yet reached [A], warp 0 has opened a generation of 64 threads, at which warp
//!   2 arrives with 96 ([B]). No run in which each warp goes as far as it can shows it, since warp 1 comes before warp 2.
//!   In `waits` warps 2 and 3 arrive after a barrier that warp 1 reaches after the first generation.
__global__ void lags()
{
    int warp = threadIdx.x / 32;
    if (warp == 0)
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    if (warp == 1)
        asm volatile("bar.sync 1, 64;" ::: "memory"); // [A]
    if (warp == 1)
        asm volatile("bar.sync 1, 96;" ::: "memory");
    if (warp >= 2)
        asm volatile("bar.arrive 1, 96;" ::: "memory"); // [B]
}

__global__ void waits()
{
    int warp = threadIdx.x / 32;
    if (warp == 0)
        asm volatile("bar.arrive 1, 64;" ::: "memory");
    if (warp == 1)
        asm volatile("bar.sync 1, 64;" ::: "memory");
    if (warp >= 1)
        asm volatile("bar.sync 2, 96;" ::: "memory");
    if (warp == 1)
        asm volatile("bar.sync 1, 96;" ::: "memory");
    if (warp >= 2)
        asm volatile("bar.arrive 1, 96;" ::: "memory");
}
