//! A counter that is compared for inequality
//! source: paper 004, figure 7c
//! check: --property termination
//! expect: termination=proved
//! check: --property termination -D FROM=a
//! expect: termination=proved
//! check: --property termination -D STEP=2
//! expect: termination=proved
//! check: --property termination -D STEP=2 -D FROM=1
//! expect: termination=refuted
//! finding: termination line 22
//! why: The distance `n - i` modulo 2^32 gets smaller by one each time, wherever `i` begins: machine integers reach every number. By
//!   steps of two they reach every even number if they begin at one, and no even number otherwise.
#ifndef STEP
#define STEP 1
#endif
#ifndef FROM
#define FROM 0
#endif
__global__ void count(int *out, int a) {
    int n = 100;
    for (int i = FROM; i != n; i += STEP) // [A]
        out[threadIdx.x] += i;
}
