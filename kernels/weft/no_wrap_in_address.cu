//! The same index computed with 64 bits does not wrap
//! source: raddle
//! check: --block 128 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: tid * 2^26 fits in 64 bits for all 128 threads, so the index is tid and each thread has its own cell. A
//!   tool that truncates to 32 bits would report a race.
__global__ void wide(int *out) {
    __shared__ int cell[128];
    unsigned long long index = (threadIdx.x * 0x04000000ull) >> 26;
    cell[index] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x];
}
