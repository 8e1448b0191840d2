//! Block 1 writes one cell with all its threads, and always the same value; the others write a cell for each
//! source: raddle
//! check: --block 64 --grid 3
//! expect: race=proved deadlock=proved divergence=proved bounds=proved termination=proved
//! check: --block 64 --grid 3 --strict-benign
//! expect: race=refuted
//! finding: race line 12
//! why: The writes at [A] are unordered and equal, so race freedom holds up to them. That blocks 0 and 2 have no such
//!   writes takes nothing away from that.
__global__ void alike_in_one_block(int *out) {
    __shared__ int cell[64];
    if (blockIdx.x == 1) cell[3] = 8; // [A]
    else cell[threadIdx.x] = 2 * threadIdx.x;
    __syncthreads();
    out[blockIdx.x * 64 + threadIdx.x] = cell[threadIdx.x / 64];
}
