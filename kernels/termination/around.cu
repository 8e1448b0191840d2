//! Numbers that are doubled until they are 0, and counters that go around until they hit their bound
//! source: raddle
//! check: --kernel doubled --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel times_six --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel bytes --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel hit --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel hit_bytes --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel up --property termination --strict-wrap
//! expect: termination=proved
//! check: --kernel missed --property termination
//! expect: termination=refuted
//! finding: termination line 53
//! check: --kernel tripled --property termination
//! expect: termination=refuted
//! finding: termination line 58
//! why: Each product with an even number has one 0 more at its end, and with 32 of them it is 0. A step of 5 is odd: modulo 2^32, or 2^8, the counter reaches each number, so to 3
//!   as well, and `up`, whose counter may go beyond `n` and around, reaches `n` at the latest. By steps of 4 a multiple of 4 never becomes 3 at [A], and an odd
//!   number times 3 stays odd at [B].
__global__ void doubled(int *out, int n) {
    for (int i = n; i; i <<= 1)
        out[threadIdx.x] = i;
}
__global__ void times_six(int *out, long long n) {
    while (n)
        n *= 6;
    out[threadIdx.x] = n;
}
__global__ void bytes(int *out, unsigned char n) {
    while (n)
        n += n;
    out[threadIdx.x] = n;
}
__global__ void hit(int *out, unsigned n) {
    while (n != 3)
        n += 5;
    out[threadIdx.x] = n;
}
__global__ void hit_bytes(int *out, unsigned char n) {
    while (n > 3)
        n += 5;
    out[threadIdx.x] = n;
}
__global__ void up(int *out, int n) {
    for (int i = 0; i < n; i += 3)
        out[threadIdx.x] = i;
}
__global__ void missed(int *out, unsigned n) {
    while (n != 3) // [A]
        n += 4;
    out[threadIdx.x] = n;
}
__global__ void tripled(int *out, unsigned char n) {
    while (n != 0) // [B]
        n *= 3;
    out[threadIdx.x] = n;
}
