//! In lock-step a lane reads what its neighbour wrote after it, and that decides where it stores
//! source: raddle
//! check: --kernel always --block 32 --warp-synchronous
//! expect: race=refuted
//! finding: race line 17
//! check: --kernel perhaps --block 32 --grid 1 --warp-synchronous
//! expect: race=refuted
//! finding: race line 24
//! why: In `always` each cell holds 1 when it is read, so every block stores to out[0] [A]: what the lane itself wrote before is no
//!   longer there. In `perhaps` the same store happens if the data say so [B].
__global__ void always(int *out) {
    __shared__ int cell[32];
    int lane = threadIdx.x;
    cell[lane] = 0;
    cell[(lane + 1) & 31] = 1;
    int found = cell[lane];
    if (lane == 0) out[found ? 0 : blockIdx.x + 1] = blockIdx.x; // [A]
}
__global__ void perhaps(int *out, const int *in) {
    __shared__ int cell[32];
    int lane = threadIdx.x;
    cell[lane] = 0;
    cell[(lane + 1) & 31] = in[lane];
    if (cell[lane]) out[0] = lane; // [B]
}
