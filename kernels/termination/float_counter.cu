//! A counter that is a floating-point number
//! source: paper 004, figure 9a
//! check: --kernel up_to --property termination
//! expect: termination=proved
//! check: --kernel up_to --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 17
//! check: --kernel up_to --property termination --arg n=1000 --strict-wrap
//! expect: termination=proved
//! check: --kernel window --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel tenths --property termination
//! expect: termination=unknown
//! why: From 2^24 on, `i + 1` is `i`: up to there the counter moves. A window of constants lies far below. What is divided is not followed,
//!   so nothing is known of the last one.
__global__ void up_to(float *out, float n) {
    for (float i = 1.0f; i < n; i += 1.0f) // [A]
        out[threadIdx.x] += i;
}
__global__ void window(float *out) {
    for (float i = -3.0f; i <= 3.0f; i++)
        for (float j = -3.0f; j <= 3.0f; j++)
            out[threadIdx.x] += i * j;
}
__global__ void tenths(float *out, float n) {
    for (float i = n; i > 1.0f; i = i / n)
        out[threadIdx.x] += i;
}
