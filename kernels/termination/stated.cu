//! A loop that ends by an invariant that the source states
//! source: raddle
//! check: --property termination --kernel steps
//! expect: termination=proved
//! check: --property termination --kernel unstated
//! expect: termination=unknown
//! check: --property termination --kernel wrong
//! expect: termination=unknown
//! why: The step is 3 or 7, so it is not 0; raddle does not guess that, but the source says it [A], and it carries itself. What the source says and does not hold [B] is not
//!   believed.
__global__ void steps(int *out, unsigned n) {
    if (n > 1000000)
        return;
    unsigned step = 3;
    for (unsigned i = 0; i < n; i += step) {
        __invariant(step == 3 || step == 7);  // [A]
        step = step * 5 % 8;
    }
    out[threadIdx.x] = step;
}
__global__ void unstated(int *out, unsigned n) {
    if (n > 1000000)
        return;
    unsigned step = 3;
    for (unsigned i = 0; i < n; i += step)
        step = step * 5 % 8;
    out[threadIdx.x] = step;
}
__global__ void wrong(int *out, unsigned n) {
    if (n > 1000000)
        return;
    unsigned step = 3;
    for (unsigned i = 0; i < n; i += step) {
        __invariant(step == 3);  // [B]
        step = step * 5 % 8;
    }
    out[threadIdx.x] = step;
}
