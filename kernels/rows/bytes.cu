//! Rows that are a number of bytes apart, and planes that are a number of rows apart
//! source: raddle
//! check: --block 256 --kernel rows_of_floats
//! expect: race=proved
//! check: --block 256 --kernel rows_of_floats --strict-wrap
//! expect: race=refuted
//! check: --block 256 --kernel plane
//! expect: race=proved
//! check: --block 256 --kernel of_sizes
//! expect: race=proved
//! check: --block 256 --kernel strips
//! expect: race=proved
//! check: --block 256 --kernel half_a_row
//! expect: race=refuted
//! check: --block 256 --kernel no_guard
//! expect: race=refuted
//! why: In `rows_of_floats` a row is `pitch` bytes long and holds `4 * n` of them; in `plane` a plane must hold as many rows as the grid has blocks in x. In
//!   `of_sizes` the sizes themselves are the distances. `strips` has two numbers in each place. `half_a_row` lets the
//!   rows of two blocks overlap, whatever the sizes are, and `no_guard` lets a strip of blocks go past the end of a row.
__global__ void rows_of_floats(const float *in, char *out, unsigned n, size_t pitch) {
    float *row = (float *)(out + blockIdx.x * pitch);
    unsigned i = threadIdx.x;
    if (i < n) row[i] = in[i];
}

__global__ void plane(const float *in, char *out, unsigned n, size_t pitch, size_t plane) {
    float *row = (float *)(out + blockIdx.x * pitch + blockIdx.y * plane);
    unsigned i = threadIdx.x;
    if (i < n) row[i] = in[i];
}

__global__ void of_sizes(const float *in, float *out, long long width, long long height) {
    long long x = blockIdx.x, y = blockIdx.y, i = threadIdx.x;
    float *row = (float *)((char *)out + x * width * sizeof(float) + y * height * width * sizeof(float));
    if (i < width) row[i] = in[i];
}

__global__ void strips(const float *in, float *out, unsigned n, size_t pitch) {
    unsigned i = blockIdx.y * blockDim.x + threadIdx.x;
    if (i < n) {
        out[blockIdx.x * pitch + 2 * i] = in[i];
        out[blockIdx.x * pitch + 2 * i + 1] = -in[i];
    }
}

__global__ void half_a_row(const float *in, float *out, unsigned width) {
    float *row = out + (size_t)blockIdx.x * width;
    unsigned i = threadIdx.x;
    if (i < 2 * width) row[i] = in[i];
}

__global__ void no_guard(const float *in, float *out, size_t pitch) {
    unsigned i = blockIdx.y * blockDim.x + threadIdx.x;
    out[blockIdx.x * pitch + i] = in[i];
}
