//! An index that wraps at 32 bits makes two warps share cells
//! source: raddle (the published WEFT computes with 64 bits)
//! check: --block 128
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 13
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: tid * 2^26 is taken modulo 2^32, so threads t and t + 64 get the same index and write different values at
//!   [A]. With 64 threads no product wraps.
__global__ void wrapped(int *out) {
    __shared__ int cell[128];
    unsigned index = (threadIdx.x * 0x04000000u) >> 26;
    cell[index] = threadIdx.x; // [A]
    __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x];
}
