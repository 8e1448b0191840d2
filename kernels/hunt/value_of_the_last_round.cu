//! What the last round read is not what this round reads
//! source: raddle
//! check: --block 32 --grid 1 --kernel loads
//! expect: race=refuted
//! check: --block 32 --grid 1 --kernel atomics
//! expect: race=refuted
//! why: From the second round on `v == prev` is an accident, and threads for which it does not hold all write `o[0]`. Runs show both; that of `atomics` takes their results in
//!   its own order.
__global__ void loads(int *o, int *g, int n)
{
    int t = threadIdx.x, v = 0, prev = 0, behind = 0;
    if (t == 0)
        *(short *)g = 4;
    __syncthreads();
    for (int i = 0; i < n; i++) {
        v = g[i + 1 + t];
        o[t * ((v == prev) | (behind ^ 1))] = t;
        if (i % 3 == 0) {
            __syncthreads();
            behind = 1;
        }
        prev = v;
    }
}

__global__ void atomics(int *o, int *g, int n)
{
    int t = threadIdx.x, v = 0, prev = 0, behind = 0;
    for (int i = 0; i < n; i++) {
        v = atomicExch(g, i + t);
        o[t * ((v == prev) | (behind ^ 1))] = t;
        if (i % 3 == 0) {
            __syncthreads();
            behind = 1;
        }
        prev = v;
    }
}
