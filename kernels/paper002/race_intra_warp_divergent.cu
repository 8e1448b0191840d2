//! Odd lanes read what even lanes write, on the two sides of a branch
//! source: paper 002, section 2.2.2, intra-warp race with divergence (a porting race)
//! check: --block 32
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 15
//! check: --block 32 --warp-synchronous
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 15
//! why: The read [A] and the write [B] are by different lanes of one warp and unordered. In warp-synchronous
//!   execution the hardware may run either side of the branch first, so they stay unordered. The even lanes' writes
//!   among themselves store the same constant and are benign.
__global__ void two_sides(int *out) {
    __shared__ int v;
    if (threadIdx.x % 2) {
        out[threadIdx.x] = v; // [A]
    } else {
        v = 42; // [B]
    }
}
