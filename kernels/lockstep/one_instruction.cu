//! Lanes of one instruction write different values to one cell
//! source: design §6, independent threads
//! check: --block 32
//! expect: race=refuted
//! finding: race line 14
//! check: --block 32 --warp-synchronous
//! expect: race=refuted
//! finding: race line 14
//! why: Lock-step orders instructions, not the lanes of one: which lane's value stays at [A] is open in both modes. No wait of
//!   the warp fixes that.
__global__ void collide(int *out) {
    __shared__ int s[16];
    int t = threadIdx.x;
    s[t / 2] = t; // [A]
    __syncwarp();
    out[t] = s[t / 2];
}
