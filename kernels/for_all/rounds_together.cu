//! Loops that count from the thread's number: all threads leave them in the same round, or not
//! source: raddle
//! check: --kernel votes --block 256 --within-cta
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel votes --block 250 --within-cta
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel votes --block 320 --within-cta
//! expect: deadlock=refuted divergence=refuted
//! check: --kernel by_the_block --block 128 --within-cta
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel downwards --block 64 --within-cta
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! check: --kernel one_short --block 64 --within-cta
//! expect: deadlock=refuted divergence=refuted
//! check: --kernel rows --block 16,16 --within-cta
//! expect: deadlock=proved race=proved divergence=proved termination=proved
//! why: 256 threads make four rounds each of 1024, in steps of 256, so what they count of what all of them read is the same number in each, and decides for all
//!   of them whether they wait once more. Of 320 threads those from 256 on make three. `by_the_block` and `downwards` go in steps of the block's size, `rows` counts
//!   from a sum; 1023 is no multiple of 64.

__global__ void votes(const float *in, float *out) {
    __shared__ int vote;
    int votes = 0;
    for (int i = threadIdx.x; i < 1024; i += 256) {
        if (threadIdx.x == 0) vote = in[i] > 1.0f;
        __syncthreads();
        int seen = vote;
        if (votes < 3) {
            __syncthreads();
            votes += seen;
        }
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = votes;
}

__global__ void by_the_block(const float *in, float *out) {
    __shared__ float best;
    float last = 0.0f;
    for (int i = threadIdx.x; i < 8 * 128; i += blockDim.x) {
        if (threadIdx.x == 0) best = in[i] * last;
        __syncthreads();
        float now = best;
        if (last > 2.0f) __syncthreads();
        last = now;
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = last;
}

__global__ void downwards(const int *in, int *out) {
    __shared__ int sum;
    int all = 1;
    for (int i = 1023 - threadIdx.x; i >= 0; i -= 64) {
        if (threadIdx.x == 0) sum = in[i];
        __syncthreads();
        all += sum;
        if (all != 0) __syncthreads();
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}

__global__ void one_short(const int *in, int *out) {
    int all = 0;
    for (int i = threadIdx.x; i < 1023; i += 64) {
        all += in[i];
        __syncthreads();
    }
    out[blockIdx.x * blockDim.x + threadIdx.x] = all;
}

__global__ void rows(const int *in, int *out) {
    __shared__ int tile[256], first;
    int all = 0, at = threadIdx.y * 16 + threadIdx.x;
    for (int i = at; i < 4096; i += 256) {
        tile[at] = in[i];
        __syncthreads();
        if (at == 0) first = tile[7];
        __syncthreads();
        all += first;
        if (all > 9) __syncthreads();
    }
    out[blockIdx.x * 256 + at] = all;
}
