//! Rows, or one long row, that threads go along in steps
//! source: raddle
//! check: --block 256 --kernel block_stride
//! expect: race=proved
//! check: --block 256 --kernel last_included
//! expect: race=proved
//! check: --block 256 --kernel unsigned_counter
//! expect: race=proved
//! check: --block 256 --kernel long_counter
//! expect: race=proved
//! check: --block 256 --kernel grid_stride
//! expect: race=proved
//! check: --block 250 --kernel odd_stride
//! expect: race=proved
//! check: --block 256 --kernel one_too_far
//! expect: race=refuted
//! check: --block 256 --kernel steps_too_short
//! expect: race=refuted
//! check: --block 256 --kernel grid_step_too_short --grid 4
//! expect: race=refuted
//! check: --block 256 --kernel guard_of_the_size --grid 4
//! expect: race=refuted
//! check: --block 256 --kernel guard_of_two --grid 4
//! expect: race=refuted
//! check: --block 1 --kernel for_large_sizes
//! expect: race=unknown
//! check: --block 256 --kernel nested --strict-benign
//! expect: race=proved
//! why: The counters leave 32 bits for n > 2^31 - 256 only, which is the condition of these proofs; where they do, the rows do overlap. `one_too_far` writes the first element of the
//!   next row, `steps_too_short` and `grid_step_too_short` come to elements that another thread has. In `guard_of_the_size`, `guard_of_two`
//!   and `for_large_sizes` threads race where the conditions exclude it, which has nothing to do with the counters.
__global__ void block_stride(const float *in, char *out, int n, size_t pitch) {
    float *row = (float *)(out + blockIdx.x * pitch);
    for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] = in[i];
}

__global__ void last_included(const float *in, float *out, int last, long long pitch) {
    float *row = out + blockIdx.x * pitch;
    for (int i = 1 + threadIdx.x; i <= last; i += 256) row[i - 1] = in[i];
}

__global__ void unsigned_counter(const float *in, float *out, unsigned n, size_t pitch) {
    float *row = out + blockIdx.x * pitch;
    for (unsigned i = threadIdx.x; i < n; i += blockDim.x) row[i] = in[i];
}

__global__ void long_counter(const float *in, float *out, long long n, long long pitch) {
    float *row = out + blockIdx.x * pitch;
    for (long long i = threadIdx.x; i < n; i += blockDim.x) row[i] = in[i];
}

__global__ void grid_stride(float *data, int n, float factor) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] *= factor;
}

__global__ void odd_stride(const float *in, float *out, int n) {
    for (int i = threadIdx.x; i < n; i += blockDim.x) out[blockIdx.x * n + i] += in[i];
}

__global__ void one_too_far(const float *in, float *out, int n) {
    float *row = out + blockIdx.x * (size_t)n;
    for (int i = threadIdx.x; i <= n; i += blockDim.x) row[i] = in[i];
}

__global__ void steps_too_short(const float *in, float *out, int n, size_t pitch) {
    float *row = out + blockIdx.x * pitch;
    for (int i = threadIdx.x; i < n; i += blockDim.x / 2) row[i] = in[i] + threadIdx.x;
}

__global__ void grid_step_too_short(float *data, int n, float factor) {
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += (gridDim.x - 1) * blockDim.x) data[i] *= factor;
}

__global__ void guard_of_the_size(float *data, int n, float factor) {
    if (n > 2147483500) {
        data[0] = threadIdx.x;
        return;
    }
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] *= factor;
}

__global__ void guard_of_two(float *data, int n, float factor) {
    if (n > 2147482623) {
        if (threadIdx.x < n - 2147482623) data[blockIdx.x] = threadIdx.x;
        return;
    }
    for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) data[i] *= factor;
}

__global__ void for_large_sizes(int *out, int n) {
    __requires(n > 2147483500);
    int sum = blockIdx.x;
    for (int i = blockIdx.x; i < n; i += 1 << 30) sum += i;
    out[0] = sum;
}

__global__ void nested(float *data, int n, size_t pitch, int rounds) {
    float *row = data + blockIdx.x * pitch;
    for (int round = 0; round < rounds; round++) {
        for (int i = threadIdx.x; i < n; i += blockDim.x) row[i] += round;
        __syncthreads();
    }
}
