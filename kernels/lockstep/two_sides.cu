//! One side of a branch writes what the other side reads
//! source: design §6, independent threads
//! check: --block 32
//! expect: race=refuted
//! finding: race line 14
//! finding: race line 16
//! check: --block 32 --warp-synchronous
//! expect: race=refuted
//! finding: race line 14
//! why: Even in lock-step it is open which side of a branch is executed first, so [A] and [B] are unordered in both modes.
__global__ void sides(int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 16) s[t] = t; // [A]
    else
        out[t] = s[t - 16]; // [B]
}
