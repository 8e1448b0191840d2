//! Every third block writes its array twice as densely as it should
//! source: raddle
//! check: --block 32 --grid 9
//! expect: race=refuted deadlock=proved
//! finding: race line 15
//! check: --block 32 --grid 9 --cta 0,0,0
//! expect: race=proved
//! check: --block 32
//! expect: race=refuted
//! finding: race line 15
//! why: Threads 0 and 1 of block 2 write one cell at [A]. Block (0,0,0) has no race, which is a proof of every block only
//!   for who asks about that one.
__global__ void third_block_races(int *out) {
    __shared__ int cell[32];
    if (blockIdx.x % 3 == 2) cell[threadIdx.x / 2] = threadIdx.x; // [A]
    else cell[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 32 + threadIdx.x] = cell[threadIdx.x];
}
