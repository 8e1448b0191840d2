//! A lane's own data decides within a voted branch who reaches a shuffle
//! source: raddle
//! check: --block 64
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown divergence=unknown
//! why: All lanes of a warp enter the outer branch or none does. But at [A] only those are that have entered the inner one, too, and the
//!   mask names all 32.
__global__ void nested(const float *in, float *out) {
    int t = threadIdx.x;
    float x = in[t];
    if (__any_sync(0xffffffffu, x > 1.0f)) {
        if (x > 2.0f)
            x = __shfl_sync(0xffffffffu, x, 0); // [A]
    }
    out[t] = x;
}
