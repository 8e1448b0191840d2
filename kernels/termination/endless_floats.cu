//! Loops over floats that never end, each for a special number
//! source: raddle
//! check: --kernel scaled --property termination
//! expect: termination=refuted
//! finding: termination line 17
//! check: --kernel summed --property termination
//! expect: termination=refuted
//! finding: termination line 22
//! check: --kernel quotient --property termination
//! expect: termination=refuted
//! finding: termination line 26
//! check: --kernel clamped --property termination
//! expect: termination=unknown
//! why: `x * 1` is `x`, `i + 0` is `i`, infinity divided by 1 is infinity. `clamped` ends, since a step is 1 at least, but a maximum of floats is not
//!   followed.
__global__ void scaled(float *out, float x, float f) {
    while (x > 0.5f) // [A]
        x = x * f;
    out[threadIdx.x] = x;
}
__global__ void summed(float *out, float x, float d) {
    for (float i = 0.0f; i < x; i += d) // [B]
        out[threadIdx.x] += i;
}
__global__ void quotient(float *out, float x, float d) {
    for (; x != 0.0f; x /= d) // [C]
        out[threadIdx.x] += x;
}
__global__ void clamped(float *out, float d) {
    for (float i = 0.0f; i < 100.0f; i += fmaxf(d, 1.0f))
        out[threadIdx.x] += i;
}
