// build: sm_80 -lineinfo
//! check: --block 128 --grid 2 --arg 2=200
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! why: After the first reduction all threads read part[0], and thread 0 fills it again for the second with no barrier between.
extern "C" __global__ void softmax_missing_barrier(const float* x, float* out, int cols) {
    __shared__ float part[128];
    int t = threadIdx.x;
    x += blockIdx.x * cols;
    out += blockIdx.x * cols;
    float high = -1e30f, total = 0;
    for (int i = t; i < cols; i += 128) high = fmaxf(high, x[i]);
    part[t] = high;
    __syncthreads();
    for (int width = 64; width > 0; width /= 2) {
        if (t < width) part[t] = fmaxf(part[t], part[t + width]);
        __syncthreads();
    }
    high = part[0];
    for (int i = t; i < cols; i += 128) total += __expf(x[i] - high);
    part[t] = total;
    __syncthreads();
    for (int width = 64; width > 0; width /= 2) {
        if (t < width) part[t] += part[t + width];
        __syncthreads();
    }
    for (int i = t; i < cols; i += 128) out[i] = __expf(x[i] - high) / part[0];
}
