//! Inclusive prefix sum of a block, with two buffers that swap roles
//! source: raddle
//! check: --block 128 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 100 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Each round reads one row of `sums` and writes the other, with one barrier at its end. Round k + 1 writes
//!   the row that round k read, after that barrier. The loop count depends on the block size only, so all threads
//!   meet.
__global__ void scan(const int *in, int *out) {
    __shared__ int sums[2][128];
    int t = threadIdx.x;
    int row = 0;
    sums[row][t] = in[t];
    __syncthreads();
    for (int offset = 1; offset < blockDim.x; offset *= 2) {
        int sum = sums[row][t];
        if (t >= offset)
            sum += sums[row][t - offset];
        row = 1 - row;
        sums[row][t] = sum;
        __syncthreads();
    }
    out[t] = sums[row][t];
}
