//! Indices beside data, and bits of data as indices
//! source: raddle
//! check: --block 64 --kernel side_by_side --grid 1
//! expect: race=proved deadlock=proved
//! check: --block 64 --kernel by_its_bits
//! expect: race=proved
//! check: --block 64 --kernel two_by_its_bits
//! expect: race=refuted
//! why: Half of the array is data, half is indices. What a thread reads as an index was written as one: a permutation [A].
//!   Where the bits of a number that was written as data are the index, they are those of a small whole number: all differ [B], or
//!   two are equal [C].
__global__ void side_by_side(float *out, const float *in) {
    __shared__ float s[128];
    unsigned t = threadIdx.x;
    s[t] = in[t] * 2.0f;
    ((int *)s)[64 + t] = 63 - t;
    __syncthreads();
    out[((int *)s)[64 + (t ^ 1)]] = s[t];  // [A]
}

__global__ void by_its_bits(float *out) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = __uint_as_float(t);
    __syncthreads();
    out[((unsigned *)s)[t ^ 1]] = 1.0f;  // [B]
}

__global__ void two_by_its_bits(float *out) {
    __shared__ float s[64];
    unsigned t = threadIdx.x;
    s[t] = __uint_as_float(t >> 1);
    __syncthreads();
    out[((unsigned *)s)[t]] = t;  // [C]
}
