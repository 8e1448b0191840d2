//! A counter in memory that is only added to
//! source: paper 004, figure 9b
//! check: --kernel take --property termination
//! expect: termination=proved
//! check: --kernel draw --property termination
//! expect: termination=proved
//! check: --kernel queue --property termination
//! expect: termination=proved
//! check: --kernel reset --property termination
//! expect: termination=unknown
//! check: --kernel idle --property termination
//! expect: termination=unknown
//! why: What an atomic returns that counts up grows from round to round, whoever else counts, as long as the counter does not wrap
//!   around: with a sign in `queue`. Where something else writes the counter, or its result is not used, nothing is known.
__global__ void take(unsigned *p, unsigned n, int *out) {
    while (atomicInc(p, 0xffffffffu) < n)
        out[threadIdx.x] += 1;
}
__global__ void draw(int *out, unsigned n) {
    __shared__ unsigned next;
    if (threadIdx.x == 0)
        atomicAdd(&next, 1);
    for (;;) {
        unsigned mine = atomicAdd(&next, 1);
        if (mine >= n)
            break;
        out[mine] = 1;
    }
}
__global__ void queue(int *next, int n, int *out) {
    int mine;
    while ((mine = atomicAdd(next, 1)) < n)
        out[mine] = 1;
}
__global__ void reset(unsigned *p, unsigned n, int *out) {
    while (atomicInc(p, 0xffffffffu) < n)
        if (out[threadIdx.x] == 7)
            *p = 0;
}
__global__ void idle(unsigned *p) {
    unsigned mine = 1;
    while (mine != 0)
        mine = atomicAdd(p, 1) | 1;
}
