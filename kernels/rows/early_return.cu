//! Guards by an early return, and unsigned sizes
//! source: raddle
//! check: --block 16,16
//! expect: race=proved
//! why: As a guard around the access. Unsigned sizes are read as unsigned numbers.
__global__ void scale(float *x, int w, int h) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r >= h || c >= w) return;
    int at = r * w + c;
    x[at] *= 2;
}

__global__ void scale_unsigned(float *x, unsigned w, unsigned h) {
    unsigned c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < h && c < w) x[r * w + c] *= 2;
}
