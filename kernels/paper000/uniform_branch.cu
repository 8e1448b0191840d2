//! A barrier inside a conditional that all threads of the block enter together
//! source: paper 000, condition B1
//! check: --block 64 --arg rounds=3 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The condition and the loop bound are the same for every thread, so B1 and B2 hold. Each round writes the
//!   own cell, and reads the neighbour's between two barriers. Without `rounds` it is unknown how many
//!   barriers there are, but it is one number for all threads, so two of them are compared for all `rounds`.
__global__ void uniform(int *out, int rounds) {
    __shared__ int cell[64];
    int sum = 0;
    if (rounds > 0) {
        for (int r = 0; r < rounds; r++) {
            cell[threadIdx.x] = threadIdx.x + r;
            __syncthreads();
            sum += cell[threadIdx.x ^ 1];
            __syncthreads();
        }
    }
    out[threadIdx.x] = sum;
}
