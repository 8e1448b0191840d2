//! A counter in memory that is only added to
//! source: paper 004, figure 9b
//! check: --property termination
//! expect: termination=unknown
//! why: What an atomic returns is any value, as other threads change it too. That it only grows is not followed yet.
__global__ void take(unsigned *p, unsigned n, int *out) {
    while (atomicInc(p, 0xffffffffu) < n)
        out[threadIdx.x] += 1;
}
