//! A branch and a loop on data around plain arithmetic are stepped over
//! source: paper 001, footnote 3
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: What the branch and the loop decide is a value in a register. They hold no barrier and no shared access,
//!   so whatever they compute, the accesses and barriers around them are the same.
__global__ void clamp_and_halve(const int *in, int *out) {
    __shared__ int cell[64];
    int value = in[threadIdx.x];
    if (value > 100)
        value = 100;
    while (value > 10)
        value = value / 2;
    cell[threadIdx.x] = value;
    __syncthreads();
    out[threadIdx.x] = cell[63 - threadIdx.x];
}
