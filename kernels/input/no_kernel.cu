//! A file without any kernel
//! source: raddle (bad input)
//! check: --block 64
//! expect-exit: 3
//! why: There is only a device function, so there is nothing to check; saying "proved" would mislead.
__device__ int twice(int x) {
    return 2 * x;
}
