//! bar.red is a barrier as well as a vote
//! source: raddle (the published WEFT ignores bar.red)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The vote over all 64 threads orders the writes before it and the reads after it. Its result is the count
//!   of odd threads, known to be 32 in every schedule, so the branch on it is uniform and all threads meet again at
//!   the second vote.
__device__ int count_odd(int odd) {
    int count;
    asm volatile("{\n\t"
                 ".reg .pred p;\n\t"
                 "setp.ne.s32 p, %1, 0;\n\t"
                 "bar.red.popc.u32 %0, 1, 64, p;\n\t"
                 "}"
                 : "=r"(count)
                 : "r"(odd)
                 : "memory");
    return count;
}

__global__ void vote(int *out) {
    __shared__ int cell[64];
    int t = threadIdx.x;
    cell[t] = t;
    if (count_odd(t % 2) == 32) {
        int other = cell[t ^ 32];
        count_odd(0);
        cell[t] = other;
    }
    out[t] = cell[t];
}
