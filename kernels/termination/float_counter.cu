//! A counter that is a floating-point number
//! source: paper 004, figure 9a
//! check: --property termination
//! expect: termination=unknown
//! why: From 2^24 on, `i + 1` is `i`. Floating-point arithmetic is not followed yet.
__global__ void halves(float *out, float n) {
    for (float i = 1.0f; i < n; i += 1.0f)
        out[threadIdx.x] += i;
}
