// build: sm_80 -lineinfo
//! check: --block 64
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! why: Two threads count into each of 32 bins, with a plain read and write in place of an atomic addition: t and t + 32 collide.
extern "C" __global__ void histogram_plain_increment(unsigned* out) {
    __shared__ unsigned bins[32];
    if (threadIdx.x < 32) bins[threadIdx.x] = 0;
    __syncthreads();
    bins[threadIdx.x % 32] += 1;
    __syncthreads();
    if (threadIdx.x < 32) out[threadIdx.x] = bins[threadIdx.x];
}
