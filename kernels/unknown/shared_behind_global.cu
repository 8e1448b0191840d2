//! A tile in shared memory, filled from global memory that races
//! source: raddle
//! check: --block 64 --kernel tile
//! expect: race=refuted
//! check: --block 64 --kernel gathered
//! expect: race=refuted
//! check: --block 64 --kernel equal --grid 1
//! expect: race=proved
//! check: --block 64 --kernel steady --grid 1
//! expect: race=proved race/shared=proved
//! why: In `tile` no place in shared memory depends on what is read from `a`, but with a `pitch` of 0 all threads write `a[0]`. In
//!   `gathered` that is read too, and decides where in shared memory each thread writes. In `equal` all threads write one value,
//!   read before anything is written, into one place: up to these equal writes it is race-free, and so is `steady`, where the
//!   value is read from a buffer that no thread writes.
__global__ void tile(int *a, int pitch, int *out) {
    __shared__ int s[64];
    s[threadIdx.x] = a[threadIdx.x];
    __syncthreads();
    a[threadIdx.x * pitch] = s[63 - threadIdx.x];
}

__global__ void gathered(int *a, int pitch) {
    __shared__ int s[1024];
    s[(a[7 * pitch] & 511) + threadIdx.x] = 1;
    a[threadIdx.x * pitch] = 7;
}

__global__ void equal(int *a, int pitch) {
    __shared__ int s;
    s = a[7 * pitch];
    __syncthreads();
    a[threadIdx.x * pitch] = s;
}

__global__ void steady(int *a, int pitch, const int *in) {
    __shared__ int s;
    s = in[7 * pitch];
    __syncthreads();
    a[threadIdx.x * pitch] = s;
}
