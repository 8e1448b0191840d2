//! Barriers of the block and of the grid at one place of the source
//! source: raddle
//! check: --block 2 --grid 2 --cta all
//! expect: race=proved deadlock=proved divergence=proved
//! why: The expansion of a macro has one place: the barriers of the block must not be taken for barriers of the grid. CTA 0 writes before the barrier of the grid, all
//!   read after it.
#include <cooperative_groups.h>

#define PHASE                                     \
    if (blockIdx.x == 0) {                        \
        __syncthreads();                          \
        __syncthreads();                          \
        if (threadIdx.x == 0) p[0] = 1;           \
    }                                             \
    cooperative_groups::this_grid().sync();

__global__ void mac(int *p, int *out) {
    PHASE
    out[blockIdx.x * blockDim.x + threadIdx.x] = p[0];
}
