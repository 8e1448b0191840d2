//! Reductions, prefix sums and shuffles of structures over tiles whose size is known
//! source: raddle
//! check: --kernel sum --block 64
//! expect: deadlock=proved divergence=proved race=proved bounds=proved termination=proved
//! check: --kernel before --block 64
//! expect: deadlock=proved divergence=proved race=proved bounds=proved termination=proved
//! check: --kernel up_to --block 64
//! expect: deadlock=proved divergence=proved race=proved bounds=proved termination=proved
//! check: --kernel shifted --block 64
//! expect: deadlock=proved divergence=proved race=proved bounds=proved termination=proved
//! check: --kernel exchanged --block 64
//! expect: deadlock=proved divergence=proved race=refuted termination=proved
//! finding: race line 50
//! why: How often lanes exchange values, and how many words a value has, is known when the source is compiled: no loop of raddle's headers is left
//!   to be decided. Lane 0 writes where lane 1 may not have read yet [A].
#include <cooperative_groups.h>
#include <cooperative_groups/reduce.h>
#include <cooperative_groups/scan.h>
namespace cg = cooperative_groups;

struct Vector {
    float x, y, z;
};

__global__ void sum(const double *a, double *out) {
    auto tile = cg::tiled_partition<32>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    double all = cg::reduce(tile, a[i], cg::plus<double>());
    if (tile.thread_rank() == 0) out[i] = all;
}

__global__ void before(int *a) {
    auto tile = cg::tiled_partition<16>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = cg::exclusive_scan(tile, a[i], cg::plus<int>());
}

__global__ void up_to(int *a) {
    auto tile = cg::tiled_partition<4>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = cg::inclusive_scan(tile, a[i]);
}

__global__ void shifted(Vector *a) {
    auto tile = cg::tiled_partition<8>(cg::this_thread_block());
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    a[i] = tile.shfl_down(a[i], 2);
}

__global__ void exchanged(Vector *a) { a[threadIdx.x ^ 1].x = a[threadIdx.x].x + 1; } // [A]
