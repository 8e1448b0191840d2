//! A pointer walks down a column by a pitch that is not given
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: `a` is read at places that are not known, but all of them in the buffer of `a`: `p` is `a + t`, then `a + t + pitch`,
//!   then `a + t + 2 * pitch`, however often. No thread writes there, and `out` is another buffer, by assumption.
__global__ void columns(const float *a, int pitch, float *out) {
    const float *p = a + threadIdx.x;
    float sum = 0;
    for (int i = 0; i < 1000; i++, p += pitch) sum += *p;
    out[threadIdx.x] = sum;
}
