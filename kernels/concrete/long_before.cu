//! A race after many steps, in a loop that need not end
//! source: raddle (as in kernels that clear a large table first)
//! check: --block 256
//! expect: race=refuted
//! finding: race line 20
//! why: Each thread clears a table of its own, more than 100,000 steps for a block; then all take the row of the best one, which that one changes at the same time
//!   [A]. How many generations there are depends on memory.

__global__ void generations(const int *data, int *best, int n) {
    unsigned char table[4096];
    __shared__ int row[256];
    row[threadIdx.x] = data[threadIdx.x];
    do {
        for (int i = 0; i < 4096; i++) table[i] = 0;
        for (int i = 0; i < n; i++) table[data[i] & 4095] += row[threadIdx.x] & 1;
        if (threadIdx.x == 0) best[0] = 0;
        __syncthreads();
        atomicMax(&best[0], table[row[threadIdx.x] & 4095]);
        __syncthreads();
        row[threadIdx.x] = row[best[0] & 255] + 1; // [A]
        __syncthreads();
    } while (best[0] < 100);
}
