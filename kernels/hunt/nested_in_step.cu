//! Branches inside a branch on data, by lanes of a warp in lock-step
//! source: raddle
//! check: --block 64 --warp-synchronous --kernel one_side --kernel one_after_the_other
//! expect: race=proved deadlock=proved
//! check: --block 64 --warp-synchronous --kernel two_sides
//! expect: race=refuted deadlock=proved
//! check: --block 64 --kernel one_side
//! expect: race=refuted deadlock=proved
//! why: In lock-step a lane that reaches a branch waits where its sides meet. If each branch has one side only, the accesses of a
//!   warp are in the order of the program, whoever takes part in which (one_side, one_after_the_other). The two sides of
//!   one branch are in no order (two_sides). Nothing orders independent lanes (one_side, without the option). Whether a side is taken depends
//!   on data, which is found; that threads of two warps never meet at one cell is known without.
__global__ void one_side(const float *in, int *out) {
    __shared__ int cell[2];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int found = 0;
    if (in[at] > 0.0f) {
        if (lane == 0) cell[warp] = 7;
        found = cell[warp];
    }
    out[at] = found;
}

__global__ void one_after_the_other(const float *in, int *out) {
    __shared__ int cell[2];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int found = 0;
    if (in[at] > 0.0f) {
        if (in[at] > 2.0f) {
            if (lane < 4) cell[warp] = 1;
            found = 1;
        }
        if (in[at] > 1.0f) found += cell[warp];
    }
    out[at] = found;
}

__global__ void two_sides(const float *in, int *out) {
    __shared__ int cell[2];
    int lane = threadIdx.x & 31, warp = threadIdx.x >> 5;
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    int found = 0;
    if (in[at] > 0.0f) {
        if (in[at] > 2.0f) {
            if (lane == 0) cell[warp] = 1;
        } else {
            found = cell[warp];
        }
    }
    out[at] = found;
}
