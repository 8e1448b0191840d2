//! A tree reduction with its barrier inside the conditional
//! source: raddle
//! check: --kernel broken --block 128
//! expect: deadlock=refuted divergence=refuted
//! finding: deadlock line 21
//! finding: divergence line 21
//! check: --kernel fixed --block 128
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved bounds=proved termination=proved
//! why: In the first iteration only threads 0 to 63 reach the barrier [A]; the others run to the end of the kernel,
//!   and a thread that has ended does not arrive. Races are defined only where no thread waits forever, so no
//!   claim is made. In `fixed` every thread reaches the barrier in each iteration, and it orders each step of the
//!   tree after the last.
__global__ void broken(const int *in, int *out) {
    __shared__ int sum[128];
    int t = threadIdx.x;
    sum[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    for (int step = 64; step > 0; step /= 2)
        if (t < step) {
            sum[t] += sum[t + step];
            __syncthreads(); // [A]
        }
    if (t == 0)
        out[blockIdx.x] = sum[0];
}

__global__ void fixed(const int *in, int *out) {
    __shared__ int sum[128];
    int t = threadIdx.x;
    sum[t] = in[blockIdx.x * 128 + t];
    __syncthreads();
    for (int step = 64; step > 0; step /= 2) {
        if (t < step)
            sum[t] += sum[t + step];
        __syncthreads();
    }
    if (t == 0)
        out[blockIdx.x] = sum[0];
}
