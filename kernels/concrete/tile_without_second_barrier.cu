//! A loop over tiles without a barrier at its end
//! source: raddle
//! check: --block 64 --kernel nearest
//! expect: race=refuted
//! finding: race line 19
//! check: --block 64 --kernel nearest_with_barrier --grid 1
//! expect: race=proved
//! why: The next iteration overwrites the tile that others still read [A]: two iterations are enough, so twice the block size shows it. How far a thread
//!   reads depends on n, and comparing two threads at an arbitrary iteration leaves it open.
#define SIZE 64

__global__ void nearest(const float *points, float *result, int n) {
    __shared__ float tile[SIZE];
    float best = 1e20f;
    for (int first = 0; first < n; first += SIZE) {
        tile[threadIdx.x] = points[first + threadIdx.x];
        __syncthreads();
        int have = min(SIZE, n - first);
        for (int i = 0; i < have; i++) best = fminf(best, tile[i]); // [A]
    }
    result[blockIdx.x * blockDim.x + threadIdx.x] = best;
}

__global__ void nearest_with_barrier(const float *points, float *result, int n) {
    __shared__ float tile[SIZE];
    float best = 1e20f;
    for (int first = 0; first < n; first += SIZE) {
        tile[threadIdx.x] = points[first + threadIdx.x];
        __syncthreads();
        int have = min(SIZE, n - first);
        for (int i = 0; i < have; i++) best = fminf(best, tile[i]);
        __syncthreads();
    }
    result[blockIdx.x * blockDim.x + threadIdx.x] = best;
}
