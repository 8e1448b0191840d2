//! Between two barriers one thread is a round ahead
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=refuted divergence=proved
//! why: After the barrier of the first round thread 0 continues to the second, and the others do not: so `v` is `g[1]` for it and `g[0]`
//!   for them. If `g[1]` is `g[0] + 1`, thread 0 and thread 1 write one element.
__global__ void ahead(int *o, int *g, int n)
{
    int t = threadIdx.x;
    if (t == 0)
        *(short *)(g + 5) = 4;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        if (i == 0) {
            __syncthreads();
            if (t == 0)
                continue;
        }
        int v = g[i];
        o[((t == 0) ? v : v + 1) * 64 + (t == 0 ? 1 : t)] = t;
        if (i < 2)
            break;
        __syncthreads();
    }
}
