//! What was written before a loop is seen in it from the second round on
//! source: raddle
//! check: --block 64 --kernel place
//! expect: race=refuted divergence=proved deadlock=proved
//! check: --block 64 --kernel meets
//! expect: divergence=refuted deadlock=refuted
//! check: --block 64 --grid 1 --kernel claims
//! expect: assert=unknown race=proved divergence=proved
//! why: Thread 0 writes `g[0]` before the loop. In the first round the others must not look at it, and in later ones they see what it
//!   wrote, as a barrier lies between. In `claims` they find 4 there, and not the 3 that it held at the start.
__global__ void place(int *o, int *g, int n)
{
    int t = threadIdx.x, x = 0;
    if (t == 0) {
        x = g[0];
        g[0] = x - 1;
    }
    for (int i = 0; i < n; i++) {
        int v = 0;
        if (i > 0 && t == 1)
            v = g[0];
        __syncthreads();
        if (i > 0 && t < 2)
            o[t == 0 ? x : v + 1] = t;
        __syncthreads();
    }
}

__global__ void meets(int *o, int *g, int n)
{
    int t = threadIdx.x, x = 0;
    if (t == 0) {
        x = g[0];
        g[0] = x + 1;
    }
    for (int i = 0; i < n; i++) {
        int v = 0;
        if (i > 0)
            v = t == 0 ? x : g[0];
        __syncthreads();
        if (i > 0 && v == 5)
            __syncthreads();
        __syncthreads();
    }
}

__global__ void claims(int *g, int n)
{
    __requires(g[0] == 3);
    int t = threadIdx.x;
    if (t == 0)
        g[0] = 4;
    for (int i = 0; i < n; i++) {
        if (i > 0 && t > 0)
            __assert(g[0] == 3);
        __syncthreads();
    }
}
