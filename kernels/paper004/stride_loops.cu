//! Three shapes of loops: doubling, block stride, and an exact bound
//! source: paper 004, figure 7
//! check: --block 64 --arg n=100 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 64 --grid 1 --property deadlock,barrier-reuse,divergence,race
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: With n = 100 all bounds are known. The block-stride loop runs twice for threads 0 to 35 and once for the
//!   others, but holds no barrier. Its writes hit distinct cells. The other two loops have the same count for all
//!   threads, and each of their rounds separates the reads of a cell from its next write by a barrier. Without n
//!   it is unknown how many rounds there are, but all threads go through the same ones.
__global__ void loops(int *out, int n) {
    __shared__ int cell[128];
    for (int i = threadIdx.x; i < n; i += blockDim.x)
        cell[i] = i;
    __syncthreads();
    int sum = 0;
    for (int i = 1; i < n; i *= 2)
        sum += cell[i];
    for (int i = 0; i != n; i++) {
        sum += cell[(i + 1) % n];
        __syncthreads();
        if (threadIdx.x == 0)
            cell[i] = sum;
        __syncthreads();
    }
    out[threadIdx.x] = sum;
}
