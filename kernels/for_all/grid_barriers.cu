//! Barriers of the whole grid
//! source: raddle
//! check: --kernel halves --block 64 --grid 4
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel halves --block 64 --grid 4 --cta all
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel halves --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel without --block 64 --grid 4 --cta all
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel rounds --block 64 --grid 4 --cta all
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel rounds_unordered --block 64 --grid 4 --cta all
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel too_late --block 64 --grid 4 --cta all
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel first_block --block 64 --grid 4
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! check: --kernel first_block --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel some_threads --block 64 --grid 4
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! check: --kernel some_blocks --block 64 --grid 4
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! check: --kernel rounds_of_each_block --block 64 --grid 4
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! check: --kernel by_what_was_written --block 64 --grid 4 --cta all
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown divergence=unknown
//! check: --kernel reduce --block 64 --grid 4 --cta all
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel reduce_early --block 64 --grid 4 --cta all
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! why: After `grid.sync()` each thread sees what all threads of the launch have written. In `halves` each thread reads what one of the last CTA
//!   has written; `without` has only the barrier of the CTA. In `rounds` two halves of a buffer are read and written in turn, with a barrier of the
//!   grid after each round; in `rounds_unordered` the second one is missing, and in
//!   `too_late` the one that there is comes first. `first_block` and `some_blocks` leave CTAs out, `some_threads` a part of each CTA;
//!   in `rounds_of_each_block` each CTA has a number of rounds of its own. `reduce` adds up in each CTA, and then what the CTAs have found; in
//!   `reduce_early` only the threads of one CTA wait. What another CTA has written may be anything, so that `by_what_was_written` is not known to have
//!   one number of rounds for all.

#include <cooperative_groups.h>
namespace cg = cooperative_groups;

__global__ void halves(int *a, int *b) {
    cg::grid_group grid = cg::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n = gridDim.x * blockDim.x;
    a[i] = i;
    grid.sync();
    b[i] = a[n - 1 - i];
}

__global__ void without(int *a, int *b) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n = gridDim.x * blockDim.x;
    a[i] = i;
    __syncthreads();
    b[i] = a[n - 1 - i];
}

__global__ void rounds(float *a, float *b, int times) {
    cg::grid_group grid = cg::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < times; k++) {
        b[i + 1] = a[i] + a[i + 1] + a[i + 2];
        grid.sync();
        a[i + 1] = b[i] + b[i + 1] + b[i + 2];
        grid.sync();
    }
}

__global__ void rounds_unordered(float *a, float *b, int times) {
    cg::grid_group grid = cg::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    for (int k = 0; k < times; k++) {
        b[i + 1] = a[i] + a[i + 1] + a[i + 2];
        grid.sync();
        a[i + 1] = b[i] + b[i + 1] + b[i + 2];
    }
}

__global__ void too_late(int *a, int *b) {
    cg::grid_group grid = cg::this_grid();
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    int n = gridDim.x * blockDim.x;
    grid.sync();
    a[i] = i;
    __syncthreads();
    b[i] = a[n - 1 - i];
}

__global__ void first_block(int *a) {
    cg::grid_group grid = cg::this_grid();
    if (blockIdx.x == 0) grid.sync();
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void some_threads(int *a) {
    cg::grid_group grid = cg::this_grid();
    if (threadIdx.x < 32) grid.sync();
    a[blockIdx.x * blockDim.x + threadIdx.x] = 1;
}

__global__ void some_blocks(int *a, int n) {
    cg::grid_group grid = cg::this_grid();
    if (blockIdx.x * blockDim.x < n) {
        a[blockIdx.x * blockDim.x + threadIdx.x] += 1;
        grid.sync();
    }
}

__global__ void rounds_of_each_block(int *a) {
    cg::grid_group grid = cg::this_grid();
    for (int k = 0; k <= blockIdx.x; k++) grid.sync();
}

__global__ void by_what_was_written(int *n) {
    cg::grid_group grid = cg::this_grid();
    if (blockIdx.x == 0 && threadIdx.x == 0) n[0] = n[1];
    grid.sync();
    for (int k = 0; k < n[0]; k++) grid.sync();
}

__global__ void reduce(const int *in, int *parts, int *out) {
    cg::grid_group grid = cg::this_grid();
    __shared__ int s[64];
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) parts[blockIdx.x] = s[0];
    grid.sync();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int sum = 0;
        for (int k = 0; k < gridDim.x; k++) sum += parts[k];
        *out = sum;
    }
}

__global__ void reduce_early(const int *in, int *parts, int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = in[blockIdx.x * blockDim.x + threadIdx.x];
    __syncthreads();
    for (int d = 32; d > 0; d /= 2) {
        if (threadIdx.x < d) s[threadIdx.x] += s[threadIdx.x + d];
        __syncthreads();
    }
    if (threadIdx.x == 0) parts[blockIdx.x] = s[0];
    __syncthreads();
    if (blockIdx.x == 0 && threadIdx.x == 0) {
        int sum = 0;
        for (int k = 0; k < gridDim.x; k++) sum += parts[k];
        *out = sum;
    }
}
