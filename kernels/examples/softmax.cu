//! Softmax of one row per block: maximum, sum of exponentials, quotient
//! source: raddle
//! check: --block 128 --grid 2 --cta all --arg columns=200
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Each reduction runs by shuffles within the four warps and by one cell per warp across them; a barrier
//!   precedes the cells' reads, and another one separates the first reduction's reads from the second one's writes.
//!   The stride loops hold no barrier. Each column of each row has one writer.
#define WARPS 4

__device__ float warp_max(float v) {
    for (int d = 16; d > 0; d /= 2)
        v = fmaxf(v, __shfl_xor_sync(0xffffffffu, v, d));
    return v;
}

__device__ float warp_sum(float v) {
    for (int d = 16; d > 0; d /= 2)
        v += __shfl_xor_sync(0xffffffffu, v, d);
    return v;
}

__global__ void softmax(const float *in, float *out, int columns) {
    __shared__ float part[WARPS];
    int t = threadIdx.x;
    const float *row = in + blockIdx.x * columns;

    float largest = row[0];
    for (int c = t; c < columns; c += blockDim.x)
        largest = fmaxf(largest, row[c]);
    largest = warp_max(largest);
    if (t % 32 == 0)
        part[t / 32] = largest;
    __syncthreads();
    for (int w = 0; w < WARPS; w++)
        largest = fmaxf(largest, part[w]);
    __syncthreads();

    float sum = 0.0f;
    for (int c = t; c < columns; c += blockDim.x)
        sum += expf(row[c] - largest);
    sum = warp_sum(sum);
    if (t % 32 == 0)
        part[t / 32] = sum;
    __syncthreads();
    sum = 0.0f;
    for (int w = 0; w < WARPS; w++)
        sum += part[w];

    for (int c = t; c < columns; c += blockDim.x)
        out[blockIdx.x * columns + c] = expf(row[c] - largest) / sum;
}
