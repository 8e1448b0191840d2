//! A size that is a quotient decides which barriers all threads reach: it may be divided by 0
//! source: raddle
//! check: --kernel batched --block 64
//! expect: divergence=proved deadlock=proved race=proved
//! check: --kernel planes --block 16,16
//! expect: divergence=proved deadlock=proved
//! check: --kernel own --block 64
//! expect: divergence=refuted deadlock=refuted
//! why: PTX says that a quotient by 0 is unspecified, and specific to the machine. All threads divide the same numbers in `batched` and in `planes`, where the product
//!   may wrap around to 0: that they get one result is the assumption `equal-quotients`. In `own` each divides its own number.
__global__ void batched(const float *in, float *out, long total, long each) {
    __shared__ float tile[64];
    long count = total / each;
    for (int i = 0; i < 4; i++) {
        unsigned at = blockIdx.x * 4 + i;
        if (at >= count) break;
        tile[threadIdx.x] = in[at * 64L + threadIdx.x];
        __syncthreads();
        out[at * 64L + threadIdx.x] = tile[63 - threadIdx.x];
        __syncthreads();
    }
}

__global__ void planes(const float *in, float *out, long total, long width, long height) {
    __shared__ float sum;
    if (blockIdx.x >= total / (width * height)) return;
    if (threadIdx.x == 0 && threadIdx.y == 0) sum = in[blockIdx.x];
    __syncthreads();
    if (threadIdx.x == 0 && threadIdx.y == 0) out[blockIdx.x] = sum;
}

__global__ void own(float *out, int n) {
    if (threadIdx.x / n > 1) return;
    __syncthreads();
    out[threadIdx.x + blockIdx.x * blockDim.x] = 1;
}
