//! Four neighbours of one warp write different values to one cell
//! source: paper 002, section 2.2.2, intra-warp race without divergence
//! check: --block 32
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 15
//! check: --block 32 --warp-synchronous
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 15
//! why: x is the same for four neighbours while x + tid differs. The kernel has no barrier at all, so its writes
//!   at [A] are unordered. Warp-synchronous execution does not help: two lanes that write different values to one
//!   cell in one instruction are a conflict there too.
__global__ void same_cell() {
    __shared__ unsigned v[8];
    unsigned x = threadIdx.x >> 2;
    v[x] = x + threadIdx.x; // [A]
}
