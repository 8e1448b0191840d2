//! A CTA that only a large grid has
//! source: raddle (bad input)
//! check: --block 32 --cta 100000,0,0
//! expect: race=refuted divergence=proved
//! finding: race line 13
//! check: --block 32 --cta 0,70000,0
//! expect: race=refuted divergence=proved
//! why: Two threads write `n` and the width of the grid: different for some inputs, of which one is tried. The grid that is tried has the
//!   CTA that is asked for, or is left open.
__global__ void far(int *o, int n)
{
    __shared__ int s[4];
    if (threadIdx.x < 2) s[0] = threadIdx.x == 0 ? n : (int)gridDim.x;
    __syncthreads();
    o[threadIdx.x] = s[0];
}
