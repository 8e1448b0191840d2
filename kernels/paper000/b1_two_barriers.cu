//! Two warps meet at two different __syncthreads() of the source
//! source: paper 000, condition B1
//! check: --block 64
//! expect: divergence=refuted
//! finding: divergence line 14
//! why: Warp 0 is at [A], warp 1 at [B]: two barriers of the source, so B1 is violated (v_barrier differs). In
//!   PTX both are `bar.sync 0` and each is executed by a whole warp; given as PTX, the same program is legal,
//!   see ../ptx/two_branches.ptx. What the language leaves undefined is not judged further, so the header is silent
//!   on the other properties.
__global__ void two_barriers(int *out) {
    __shared__ int cell[64];
    cell[threadIdx.x] = threadIdx.x;
    if (threadIdx.x < 32) {
        __syncthreads(); // [A]
        out[threadIdx.x] = cell[threadIdx.x + 32];
    } else {
        __syncthreads(); // [B]
        out[threadIdx.x] = cell[threadIdx.x - 32];
    }
}
