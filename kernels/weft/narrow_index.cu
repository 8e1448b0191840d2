//! An index kept in one byte wraps at 256
//! source: raddle
//! check: --block 320
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 12
//! check: --block 256 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Threads 256 to 319 wrap to 0 to 63 and write those cells at [A] a second time, with another value.
__global__ void narrow(int *out) {
    __shared__ int cell[256];
    unsigned char index = threadIdx.x;
    cell[index] = threadIdx.x; // [A]
    __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x % 256];
}
