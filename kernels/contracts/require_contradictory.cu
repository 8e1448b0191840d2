//! Preconditions on the command line that no launch meets
//! source: raddle
//! check: --block 64 --grid 1 --require n>8 --require n<4
//! expect: race=unknown divergence=unknown termination=unknown
//! check: --block 64 --grid 1 --require n>8&&n<4
//! expect: race=unknown divergence=unknown termination=unknown
//! check: --block 64 --grid 1 --require n>8 --arg n=4
//! expect: race=unknown divergence=unknown
//! check: --block 64 --grid 1 --require n>8 -D SMALL
//! expect: race=unknown divergence=unknown termination=unknown
//! why: From a contradiction everything would follow: that there is no race at [A], and that the loop ends. So nothing is said, whether a second requirement contradicts
//!   the first, or the argument, or the source.
#ifdef SMALL
#define LEAST __requires(n < 4)
#else
#define LEAST
#endif

__global__ void nothing(int *out, int n) {
    LEAST;
    for (int i = n; i != 0; i -= 2);
    out[n] = threadIdx.x; // [A]
}
