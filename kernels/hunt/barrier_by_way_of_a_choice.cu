//! A barrier depends on memory that is written by way of a pointer that may be one of two
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=refuted divergence=unknown deadlock=unknown
//! why: With `n` above 5 thread 0 writes what the others read, unordered, and that decides who reaches the barrier.
__global__ void chosen(int *a, int *o, int n)
{
    int t = threadIdx.x;
    int *p = n > 5 ? a : o;
    if (t == 0)
        p[0] = 3;
    if (a[0] == 3)
        __syncthreads();
}
