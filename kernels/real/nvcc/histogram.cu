// build: sm_80 -lineinfo
//! check: --block 256 --grid 2 --arg 2=1024
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: Which bin is counted depends on data, so a count may be anywhere in shared memory. Atomics of one width never race,
//! why: and barriers order them with all that is done to the bins before and after.
extern "C" __global__ void histogram(const unsigned char* data, unsigned* out, int n) {
    __shared__ unsigned bins[256];
    bins[threadIdx.x] = 0;
    __syncthreads();
    for (int i = blockIdx.x * 256 + threadIdx.x; i < n; i += 256 * gridDim.x) atomicAdd(&bins[data[i]], 1u);
    __syncthreads();
    atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
}
