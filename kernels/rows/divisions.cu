//! A flat index that is taken apart by `/` and `%`, and put together again
//! source: raddle (as in programs for tensors)
//! check: --block 256 --kernel rows_and_columns
//! expect: race=proved
//! check: --block 256 --kernel transposed
//! expect: race=proved
//! check: --block 256 --kernel three
//! expect: race=proved
//! check: --block 256 --kernel unsigned_numbers
//! expect: race=proved
//! check: --block 256 --kernel with_a_pitch
//! expect: race=proved
//! check: --block 256 --kernel no_pitch
//! expect: race=refuted
//! check: --block 256 --kernel column_alone
//! expect: race=refuted
//! why: The row is `at / columns` and the column `at % columns`, and no two threads have both in common. In `with_a_pitch` no row is longer than the
//!   pitch where `columns <= pitch`. In `no_pitch` each row begins one element after the one before it, in `column_alone` all rows share one.
__global__ void rows_and_columns(float *out, const float *in, int columns, int total) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= total) return;
    int row = at / columns, column = at % columns;
    out[row * columns + column] = in[column];
}

__global__ void transposed(float *out, const float *in, int columns, int rows) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= columns * rows) return;
    int row = at / columns, column = at % columns;
    out[column * rows + row] = in[at];
}

__global__ void three(float *out, const float *in, int width, int height, int planes) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= width * height * planes) return;
    int x = at % width, y = at / width % height, z = at / (width * height);
    out[(z * height + y) * width + x] = in[z];
}

__global__ void unsigned_numbers(float *out, const float *in, unsigned columns, unsigned total) {
    unsigned at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= total) return;
    out[at / columns * columns + at % columns] = in[at / columns];
}

__global__ void with_a_pitch(float *out, const float *in, int columns, int rows, int pitch) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= columns * rows) return;
    out[at / columns * pitch + at % columns] = in[at];
}

__global__ void no_pitch(float *out, const float *in, int columns, int total) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= total) return;
    out[at / columns + at % columns] = in[at];
}

__global__ void column_alone(float *out, const float *in, int columns, int total) {
    int at = blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= total) return;
    out[at % columns] = in[at];
}
