//! Two stores to places that are read from shared memory, which the first thread sets
//! source: raddle
//! check: --block 8
//! expect: race=refuted
//! why: Threads read cell[0] without a barrier after thread 0 has set it. Where a replay does not know the place of an access, it shows
//!   nothing.
__global__ void place_found_in_memory(int *out) {
    __shared__ int cell[8];
    int block = blockIdx.x, lane = threadIdx.x;
    if (lane == 0) cell[0] = block * 8 + 7;
    out[cell[0] * (int)gridDim.x + block] = lane;
    if (lane == block % 8) cell[0] = block;
    out[cell[0]] = lane;
}
