//! Several elements for each thread, or many for each block: indices that wrap around in 32 bits where the grid is huge
//! source: raddle
//! check: --block 256 --kernel four
//! expect: race=proved
//! check: --block 256 --kernel in_place --strict-wrap
//! expect: race=unknown
//! check: --block 256 --kernel in_place
//! expect: race=proved
//! check: --block 256 --kernel own_part
//! expect: race=proved
//! check: --block 256 --kernel tile
//! expect: race=proved
//! check: --block 256 --kernel large_tile
//! expect: race=proved
//! check: --block 128 --kernel rows_of_constant_length
//! expect: race=proved
//! check: --block 64 --kernel two_dimensions
//! expect: race=proved
//! check: --block 250 --kernel odd
//! expect: race=proved
//! check: --block 256 --kernel in_place --grid 4194304
//! expect: race=proved
//! check: --block 256 --kernel overlapping_tiles
//! expect: race=refuted
//! check: --block 256 --kernel small_numbers
//! expect: race=refuted
//! why: `1024 * blockIdx.x` leaves 32 bits with more than 4,194,304 blocks, and two blocks then write one element. Such grids are not meant: the proof says so, and does not
//!   count with --strict-wrap. In `overlapping_tiles` blocks share elements whatever the grid; in `small_numbers` the index wraps around with 65 blocks, which
//!   is no condition that goes without saying, and a run shows it.
__global__ void four(float *out, const float *in) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int k = 0; k < 4; k++) out[first + k] = in[first + k] * 2.f;
}

__global__ void in_place(float *data, int n) {
    int first = (blockIdx.x * blockDim.x + threadIdx.x) * 4;
    for (int k = 0; k < 4; k++)
        if (first + k < n) data[first + k] *= 2.f;
}

__global__ void own_part(float *out, const float *in) {
    out[blockIdx.x * 1024 + threadIdx.x] = in[threadIdx.x] + blockIdx.x;
}

__global__ void tile(float *data, int n) {
    int base = blockIdx.x * 1024;
    for (int k = threadIdx.x; k < 1024; k += blockDim.x)
        if (base + k < n) data[base + k] += 1.f;
}

__global__ void large_tile(float *data) {
    unsigned base = blockIdx.x * 16384;
    for (unsigned k = threadIdx.x; k < 16384; k += 256) data[base + k] += 1.f;
}

__global__ void rows_of_constant_length(float *data, int rows) {
    int row = blockIdx.x * 4 + threadIdx.x / 32;
    if (row < rows) data[row * 96 + threadIdx.x % 32] += 1.f;
}

__global__ void two_dimensions(float *out) {
    if (blockIdx.x < 1024) out[blockIdx.y * 65536 + blockIdx.x * 64 + threadIdx.x] += 1.f;
}

__global__ void odd(float *data) {
    data[(blockIdx.x * 250 + threadIdx.x) * 3 + 1] += 1.f;
}

__global__ void overlapping_tiles(float *out) {
    out[blockIdx.x * 255 + threadIdx.x] = threadIdx.x;
}

__global__ void small_numbers(float *out) {
    unsigned short first = blockIdx.x * 1024 + threadIdx.x;
    out[first] = blockIdx.x;
}
