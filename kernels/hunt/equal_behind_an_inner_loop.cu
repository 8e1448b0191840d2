//! A sum of two loops, written to one place by all threads
//! source: raddle
//! check: --block 64 --kernel with_barriers
//! expect: race=refuted
//! check: --block 64 --kernel without
//! expect: race=refuted
//! check: --block 64 --kernel of_all
//! expect: race=proved
//! why: Each thread has a sum of its own, unless `n` is 0: what it was when the loops were entered says nothing of what it is after them.
//!   In `of_all` the sums are equal.
__global__ void with_barriers(int *c, int n)
{
    int sum = 0;
    for (int tile = 0; tile < n; tile++) {
        __syncthreads();
        for (int k = 0; k < 4; k++)
            sum = sum * 3 + threadIdx.x;
    }
    c[0] = sum;
}

__global__ void without(int *c, int n)
{
    int sum = 0;
    for (int tile = 0; tile < n; tile++)
        for (int k = 0; k < 4; k++)
            sum += threadIdx.x;
    c[0] = sum;
}

__global__ void of_all(int *c, int n)
{
    int sum = 0;
    for (int tile = 0; tile < n; tile++)
        for (int k = 0; k < 4; k++)
            sum = sum * 3 + tile;
    c[0] = sum;
}
