//! No barrier and no race: each thread keeps to its own cell
//! source: raddle
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Thread t reads and writes cell[t] and out[t] only.
__global__ void own_cell(int *out) {
    __shared__ int cell[64];
    cell[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = cell[threadIdx.x] + 1;
}
