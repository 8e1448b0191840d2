//! Softmax of each row, a block for each, all sizes free
//! source: raddle
//! check: --block 256
//! expect: race=proved race/shared=proved divergence=proved deadlock=proved
//! why: The threads of a block go over a row in steps of 256; blocks write different rows if the number of elements fits into 32 bits.
#define THREADS 256

__global__ void softmax(const float *in, float *out, int rows, int cols) {
    __shared__ float s[THREADS];
    int row = blockIdx.x;
    if (row >= rows) return;
    const float *x = in + row * cols;
    float *y = out + row * cols;
    float most = -1e30f;
    for (int i = threadIdx.x; i < cols; i += THREADS) most = fmaxf(most, x[i]);
    s[threadIdx.x] = most;
    __syncthreads();
    for (int h = THREADS / 2; h > 0; h /= 2) {
        if (threadIdx.x < h) s[threadIdx.x] = fmaxf(s[threadIdx.x], s[threadIdx.x + h]);
        __syncthreads();
    }
    most = s[0];
    __syncthreads();
    float sum = 0;
    for (int i = threadIdx.x; i < cols; i += THREADS) sum += expf(x[i] - most);
    s[threadIdx.x] = sum;
    __syncthreads();
    for (int h = THREADS / 2; h > 0; h /= 2) {
        if (threadIdx.x < h) s[threadIdx.x] += s[threadIdx.x + h];
        __syncthreads();
    }
    sum = s[0];
    for (int i = threadIdx.x; i < cols; i += THREADS) y[i] = expf(x[i] - most) / sum;
}
