//! One warp waits at a named barrier of two warps, to which the other never comes
//! source: raddle
//! check: --block 64 --grid 1
//! expect: deadlock=refuted termination=unknown race=unknown
//! finding: deadlock line 10
//! why: The loop ends for every n, if each thread reaches it. That no thread waits forever is an assumption of that
//!   proof, and the wait at [A] shows it to be false.
__global__ void waits_for_nothing(int *out, int n) {
    if (threadIdx.x >= 32)
        asm volatile("bar.sync 5, 64;" ::: "memory"); // [A]
    for (int i = n; i > 0; i--) out[threadIdx.x] = i;
}
