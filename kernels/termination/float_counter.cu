//! A counter that is a floating-point number
//! source: paper 004, figure 9a
//! check: --kernel up_to --property termination
//! expect: termination=proved
//! check: --kernel up_to --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 32
//! check: --kernel up_to --property termination --arg n=1000 --strict-wrap
//! expect: termination=proved
//! check: --kernel window --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel tenths --property termination
//! expect: termination=unknown
//! check: --kernel printed --property termination
//! expect: termination=proved
//! check: --kernel printed --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 45
//! check: --kernel to_integer --property termination
//! expect: termination=proved
//! check: --kernel to_integer --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 49
//! check: --kernel to_short --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel constants --property termination --strict-wrap
//! expect: termination=proved
//! why: From 2^24 on, `i + 1` is `i`: up to there the counter moves. A window of constants lies far below. What is divided is not followed,
//!   so nothing is known of `tenths`. At [B], as the paper prints it, 1.0 is a double: the counter is made wider, and its sum narrow again. An `int` at [C] may become a float
//!   that is larger than 2^24; a `short` may not. Where all is constant, the loop is gone round by hand: 0.1 is added ten times.
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
__global__ void printed(float *out, float n) {
    for (float i = 1.0; i < n; i += 1.0) // [B]
        out[threadIdx.x] += i;
}
__global__ void to_integer(float *out, int n) {
    for (float i = 1.0; i < n; i += 1.0) // [C]
        out[threadIdx.x] += i;
}
__global__ void to_short(float *out, short n) {
    for (float i = 0; i < n; i += 0.5)
        out[threadIdx.x] += i;
}
__global__ void constants(float *out) {
    for (float i = 0; i < 1.0; i += 0.1)
        out[threadIdx.x] += i;
}
