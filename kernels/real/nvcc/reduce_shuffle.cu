// build: sm_80 -lineinfo
//! check: --block 256 --grid 2 --arg 2=2048
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: Warps add by shuffles, which touch no memory. The first lane of each warp writes its own cell of part, all read
//! why: after the one barrier, and the only writes to global memory are atomic.
extern "C" __global__ void reduce_shuffle(const int* x, int* out, int n) {
    __shared__ int part[8];
    int sum = 0;
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += gridDim.x * 256) sum += x[i];
    for (int d = 16; d; d /= 2) sum += __shfl_xor_sync(~0u, sum, d);
    if (threadIdx.x % 32 == 0) part[threadIdx.x / 32] = sum;
    __syncthreads();
    if (threadIdx.x < 32) {
        sum = threadIdx.x < 8 ? part[threadIdx.x] : 0;
        for (int d = 4; d; d /= 2) sum += __shfl_down_sync(~0u, sum, d);
        if (threadIdx.x == 0) atomicAdd(out, sum);
    }
}
