//! Bitonic sort of a block with selects in place of branches
//! source: raddle (paper 002, figure 2 sorts with branches)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: In a stage both partners read both cells, meet, write their own, and meet again. Which of the two values
//!   is kept depends on the data; which cells are touched does not.
__global__ void sort(unsigned *values) {
    __shared__ unsigned cell[64];
    unsigned t = threadIdx.x;
    cell[t] = values[t];
    __syncthreads();
    for (unsigned k = 2; k <= blockDim.x; k *= 2) {
        for (unsigned j = k / 2; j > 0; j /= 2) {
            unsigned mine = cell[t];
            unsigned other = cell[t ^ j];
            bool keep_smaller = ((t & j) == 0) == ((t & k) == 0);
            unsigned smaller = mine < other ? mine : other;
            unsigned larger = mine < other ? other : mine;
            __syncthreads();
            cell[t] = keep_smaller ? smaller : larger;
            __syncthreads();
        }
    }
    values[t] = cell[t];
}
