//! Contracts where they cannot stand
//! source: raddle
//! check: --block 64 -D IN_BODY
//! expect-exit: 3
//! check: --block 64 -D OUTSIDE
//! expect-exit: 3
//! check: --block 64 -D BEHIND_IF
//! expect-exit: 3
//! check: --block 64 -D BEHIND_BRANCH
//! expect-exit: 3
//! check: --block 64 -D LATE_REQUIRES
//! expect-exit: 3
//! check: --block 64 -D LATE_ENSURES
//! expect-exit: 3
//! check: --block 64
//! expect: race=proved
//! why: An invariant after a statement of the body, in no loop, after a branch of the body; a precondition and a postcondition after a
//!   store. Without any of them the kernel is correct.

__global__ void sum(int *out, int n) {
    int sum = 0;
#ifdef OUTSIDE
    __invariant(sum >= 0);
#endif
    for (int i = 0; i < n; i++) {
#ifdef BEHIND_IF
        if (i == 3) sum = 1;
        __invariant(sum >= 0);
#endif
#ifdef BEHIND_BRANCH
        if (i == 3) continue;
        __invariant(sum >= 0);
#endif
        sum += i;
#ifdef IN_BODY
        __invariant(sum >= i);
#endif
    }
    out[threadIdx.x] = sum;
#ifdef LATE_REQUIRES
    __requires(n > 0);
#endif
#ifdef LATE_ENSURES
    __ensures(n > 0);
#endif
}
