//! Loops over few bits, of which all states are looked at
//! source: raddle
//! check: --kernel walk --property termination
//! expect: termination=proved
//! check: --kernel shifted --property termination
//! expect: termination=proved
//! check: --kernel table --property termination
//! expect: termination=proved
//! check: --kernel masked --property termination
//! expect: termination=proved
//! check: --kernel read --property termination
//! expect: termination=proved
//! check: --kernel stops --property termination
//! expect: termination=refuted
//! finding: termination line 57
//! check: --kernel sometimes --property termination
//! expect: termination=unknown
//! why: No measure falls from round to round, but of the few values that `x` has none comes again before the loop is left. A register that is shifted, with what falls out fed back, reaches each
//!   number but 0, so also to 1; from 0 it never does [A]. What else is computed, or read (a bit in `read`), may be anything. In `sometimes` what is read may be 0 forever.
__global__ void walk(int *out, unsigned char x) {
    while (x != 0)
        x = (x * 5 + 3) & 127;
    out[threadIdx.x] = x;
}
__global__ void shifted(int *out, int n) {
    int x = (n & 255) | 1;
    do
        x = (x >> 1) ^ (x & 1 ? 0xb8 : 0);
    while (x != 1);
    out[threadIdx.x] = x;
}
__global__ void table(int *out, unsigned char x) {
    const unsigned char next[8] = {3, 0, 1, 6, 2, 4, 5, 0};
    while (x != 0)
        x = next[x & 7];
    out[threadIdx.x] = x;
}
__global__ void masked(int *out, int n, int m) {
    int x = n & 1023;
    while (x != 5) {
        x = (x * 5 + 4 * (m & 3) + 1) & 1023;
        if (out[x] == m)
            break;
    }
    out[threadIdx.x] = x;
}
__global__ void read(int *out, unsigned char x) {
    while (x != 0) {
        x = (x * 5 + 3) & 127;
        if (x != 0 && out[x] & 1)
            x = (x * 5 + 3) & 127;
    }
    out[threadIdx.x] = x;
}
__global__ void stops(int *out, int n) {
    int x = n & 255;
    while (x != 1) // [A]
        x = (x >> 1) ^ (x & 1 ? 0xb8 : 0);
    out[threadIdx.x] = x;
}
__global__ void sometimes(int *out, unsigned char x) {
    while (x != 0)
        x = (x + (out[x] & 1)) & 31;
    out[threadIdx.x] = x;
}
