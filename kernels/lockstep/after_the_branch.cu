//! Both sides of a branch write, and the warp reads after it
//! source: design §6, independent threads
//! check: --block 32
//! expect: race=refuted
//! finding: race line 18
//! check: --block 32 --warp-synchronous --grid 1
//! expect: race=proved
//! why: In lock-step the sides meet again after the branch, at its immediate post-dominator, before [C]; so both writes come
//!   before all reads. Without it nothing holds a lane back.
__global__ void join(const int *in, int *out) {
    __shared__ int s[32];
    int t = threadIdx.x;
    if (t < 8) {
        s[t] = in[t];
    } else {
        s[t] = in[t] + 1;
    }
    out[t] = s[31 - t]; // [C]
}
