//! A counter that grows by the size of the block up to a bound that is not given
//! source: paper 004, figure 7b
//! check: --property termination
//! expect: termination=proved
//! check: --property termination --strict-wrap
//! expect: termination=refuted
//! finding: termination line 17
//! check: --property termination --strict-wrap -D INDEX=unsigned -D BITS
//! expect: termination=proved
//! why: `i + s` wraps around for `n` near 2^31; from below -2^31 + n it may then step over `n` again and again. With the step taken out of the
//!   bound, nothing can wrap around.
#ifndef INDEX
#define INDEX int
#endif
__global__ void sum(int *out, int n, int base) {
    int s = blockDim.x;
    for (INDEX i = 0; i < n; i += s) { // [A]
#ifdef BITS
        if (i > 0x7fffffffu) break;
#endif
        out[i] += 1;
    }
}
