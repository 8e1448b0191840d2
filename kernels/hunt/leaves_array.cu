//! why: threads 128 and above write past `a`, into `b` if it lies there: nothing is proved, but a race there is seen.
//! check: --block 128 --grid 1
//! expect: race=proved
//! check: --block 256
//! expect: race=refuted deadlock=unknown divergence=unknown
//! finding: race line 11

__global__ void __launch_bounds__(256) overflow(int *out) {
    __shared__ int a[128], b[128];
    b[threadIdx.x % 128] = 0;
    a[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = a[threadIdx.x % 128] + b[0];
}
