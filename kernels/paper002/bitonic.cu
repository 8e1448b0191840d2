//! Bitonic sort whose swaps depend on the data
//! source: paper 002, figure 2
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Each stage pairs thread t with t ^ j; the one with the smaller number touches both cells, so stages are
//!   race-free between barriers. The stores stand under a comparison of loaded data, which is unknown here: both
//!   ways are followed, and neither meets another thread's cells.
__global__ void bitonic(unsigned *values) {
    __shared__ unsigned cell[64];
    unsigned t = threadIdx.x;
    cell[t] = values[t];
    __syncthreads();
    for (unsigned k = 2; k <= blockDim.x; k *= 2) {
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned partner = t ^ j;
            if (partner > t) {
                unsigned a = cell[t];
                unsigned b = cell[partner];
                bool ascending = (t & k) == 0;
                if (ascending ? a > b : a < b) {
                    cell[t] = b;
                    cell[partner] = a;
                }
            }
            __syncthreads();
        }
    }
    values[t] = cell[t];
}
