//! Elements at `i0 * s0 + i1 * s1`: a pitch for each index, as tensors have them
//! source: raddle (as in programs for tensors)
//! check: --block 256 --kernel two
//! expect: race=proved
//! check: --block 256 --kernel three
//! expect: race=proved
//! check: --block 256 --kernel bytes
//! expect: race=proved
//! check: --block 256 --kernel parts
//! expect: race=proved
//! check: --block 256 --kernel few
//! expect: race=proved
//! check: --block 256 --kernel four_by_four
//! expect: race=proved
//! check: --block 256 --kernel one_pitch
//! expect: race=refuted
//! check: --block 256 --kernel exchanged
//! expect: race=refuted
//! check: --block 256 --kernel few_and_one
//! expect: race=refuted
//! why: The rows of one pitch lie within the next one: `n0 * s0 <= s1`, `n1 * s1 <= s2`, `s0 >= 1`. With few columns, which is a number, `4 * s0 <= s1`. In
//!   `one_pitch` both indices have the same, in `exchanged` the number of rows takes the place of that of the columns, and in `few_and_one` a thread
//!   writes one element of the next one, whatever the pitches are.
__global__ void two(float *out, const float *in, int n0, int n1, int s0, int s1) {
    int i0 = blockIdx.x * blockDim.x + threadIdx.x, i1 = blockIdx.y;
    if (i0 >= n0 || i1 >= n1) return;
    out[i0 * s0 + i1 * s1] = in[i0];
}

__global__ void three(float *out, const float *in, int n0, int n1, int n2, long s0, long s1, long s2) {
    int i0 = blockIdx.x * blockDim.x + threadIdx.x, i1 = blockIdx.y, i2 = blockIdx.z;
    if (i0 >= n0 || i1 >= n1 || i2 >= n2) return;
    out[i0 * s0 + i1 * s1 + i2 * s2] = in[i0 + i2];
}

__global__ void bytes(char *out, const float *in, int n0, int n1, int n2, size_t nb1, size_t nb2) {
    int i0 = blockIdx.x * blockDim.x + threadIdx.x, i1 = blockIdx.y, i2 = blockIdx.z;
    if (i0 >= n0 || i1 >= n1 || i2 >= n2) return;
    *(float *)(out + i0 * 4 + i1 * nb1 + i2 * nb2) = in[i0 + i1 + i2];
}

__global__ void parts(float *out, const float *in, long n0, long n1, long n2, long s0, long s1, long s2) {
    long at = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n0 * n1 * n2) return;
    long i0 = at % n0, i1 = at / n0 % n1, i2 = at / (n0 * n1);
    out[i0 * s0 + i1 * s1 + i2 * s2] = in[at];
}

__global__ void few(float *out, const float *in, long n, long s0, long s1) {
    long row = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    for (int column = 0; column < 4; ++column) out[column * s0 + row * s1] = in[row];
}

__global__ void four_by_four(float *out, const float *in, long n, long s0, long s1, long s2) {
    long at = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (at >= n) return;
    for (int row = 0; row < 4; ++row)
        for (int column = 0; column < 4; ++column) out[column * s0 + row * s1 + at * s2] = in[at];
}

__global__ void one_pitch(float *out, const float *in, int n0, int n1, int s) {
    int i0 = blockIdx.x * blockDim.x + threadIdx.x, i1 = blockIdx.y;
    if (i0 >= n0 || i1 >= n1) return;
    out[i0 * s + i1 * s] = in[i0];
}

__global__ void exchanged(float *out, const float *in, int n0, int n1) {
    int i0 = blockIdx.x * blockDim.x + threadIdx.x, i1 = blockIdx.y;
    if (i0 >= n0 || i1 >= n1) return;
    out[i1 * n1 + i0] = in[i0];
}

__global__ void few_and_one(float *out, const float *in, long n, long s) {
    long row = (long)blockIdx.x * blockDim.x + threadIdx.x;
    if (row >= n) return;
    for (int column = 0; column < 4; ++column) out[column + row * s] = in[row];
    out[row * s + s] = in[row];
}
