// build: sm_80 -lineinfo
//! check: --block 64 --grid 1
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: The last warp adds with a warp barrier between every read of a neighbour's cell and every write of it, so each
//! why: step's reads and writes lie in different intervals of the warp.
extern "C" __global__ void reduce_last_warp_synchronised(const int* x, int* out) {
    __shared__ int part[64];
    int t = threadIdx.x;
    part[t] = x[t];
    __syncthreads();
    if (t < 32) {
        int sum = part[t] + part[t + 32];
        for (int d = 16; d > 0; d /= 2) {
            part[t] = sum;
            __syncwarp();
            sum += part[(t + d) % 32];
            __syncwarp();
        }
        if (t == 0) *out = sum;
    }
}
