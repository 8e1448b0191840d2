//! A size that the kernel requires
//! source: raddle
//! check: --block 32 --grid 2
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 32 --grid 2 -D MORE
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown divergence=unknown
//! check: --block 32 --grid 2 -D OTHER
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 32 --grid 2 --arg n=32
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown divergence=unknown
//! why: With n = 64 each row is one thread's own, and the last element of a row is no element of another one. With two sizes at once no launch is
//!   meant, and nothing is proved; nor with an argument that the kernel does not take. With any n the product may wrap around: the
//!   proof is for those with which it does not.
__kernel void rows(__global int *a, int n) {
#ifndef OTHER
    __requires(n == 64);
#endif
#ifdef MORE
    __requires(n == 32);
#endif
    int row = get_global_id(0);
    for (int i = 0; i < n; i += 3)
        a[row * n + n - 1 - i / 3] = i;
}
