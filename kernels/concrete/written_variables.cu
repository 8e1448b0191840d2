//! Variables of the module that the host, or another kernel, has written
//! source: raddle (as in work lists that one kernel fills and the next one empties)
//! check: --block 64 --kernel takes_work
//! expect: race=refuted
//! finding: race line 21
//! check: --block 64 --kernel smooths
//! expect: race=refuted
//! finding: race line 32
//! why: As the module initialises them, the list is empty and the row has no elements. With a list of some lengths two warps take vertices of one row [A]; with a width of
//!   the block's and more, neighbours read what a thread writes [B].

__device__ int taken, length;

__global__ void takes_work(const int *list, int *state) {
    int lane = threadIdx.x % 32, at = 0;
    if (lane == 0) at = atomicAdd(&taken, 1);
    at = __shfl_sync(0xffffffff, at, 0);
    while (at < length) {
        int row = list[at];
        if (state[row] != 1 && lane == 0)
            state[row] = at; // [A]
        if (lane == 0) at = atomicAdd(&taken, 1);
        at = __shfl_sync(0xffffffff, at, 0);
    }
}

__constant__ int width;

__global__ void smooths(float *row) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < width - 1)
        row[i] = 0.5f * (row[i - 1] + row[i + 1]); // [B]
}
