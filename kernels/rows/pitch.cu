//! A copy between matrices whose rows are a pitch apart, of 32 and of 64 bits
//! source: raddle
//! check: --block 16,16
//! expect: race=proved
//! check: --block 16,16 --strict-wrap
//! expect: race=refuted
//! check: --block 16,16 --strict-wrap --kernel narrow --require cols<=ldo --require rows*ldo<=4294967295
//! expect: race=proved
//! why: Rows overlap if the pitch is less than their length; so race is proved provided that `cols <= ldo`, and that no product wraps around. With
//!   --strict-wrap a run with a small pitch shows the race; what is required is no condition of raddle's, so the last one is a proof.
__global__ void narrow(float *out, const float *in, int rows, int cols, int ldo, int ldi) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) out[r * ldo + c] = in[r * ldi + c];
}

__global__ void wide(float *out, const float *in, int rows, int cols, size_t ldo, size_t ldi) {
    int c = blockIdx.x * blockDim.x + threadIdx.x, r = blockIdx.y * blockDim.y + threadIdx.y;
    if (r < rows && c < cols) out[r * ldo + c] = in[r * ldi + c];
}
