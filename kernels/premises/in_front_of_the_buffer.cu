//! The first thread reads the element in front of the buffer, in each grid
//! source: raddle
//! check: --kernel unguarded --block 64
//! expect: race=unknown termination=proved
//! check: --kernel unguarded --block 64 --grid 4
//! expect: race=unknown termination=proved
//! check: --kernel unguarded --block 64 --grid *
//! expect: race=unknown termination=proved
//! check: --kernel unguarded --block *
//! expect: race=unknown termination=proved
//! check: --kernel unguarded
//! expect: race=unknown termination=proved
//! check: --kernel long_after --block 64
//! expect: race=unknown
//! check: --kernel guarded --block 64
//! expect: race=proved termination=proved
//! check: --kernel guarded --block 64 --grid 4
//! expect: race=proved termination=proved
//! check: --kernel by_data --block 64
//! expect: race=unknown termination=proved
//! check: --kernel by_data --block 64 --grid 4
//! expect: race=unknown termination=proved
//! why: A proof that assumes that no access is out of bounds does not count where block (0,0,0), which is in every grid, leaves a buffer, or may.
__global__ void unguarded(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = in[i - 1] + in[i]; // [A]
}
__global__ void long_after(float *out, const float *in) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    float x = in[i - 1];
    for (int j = 0; j < 30000000; j++) x = x * 1.5f + 1.0f;
    out[i] = x;
}
__global__ void guarded(float *out, const float *in, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i > 0 && i < n) out[i] = in[i - 1] + in[i];
}
__global__ void by_data(float *out, const float *in, const int *has_left, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = has_left[i] ? in[i - 1] + in[i] : in[i];
}
