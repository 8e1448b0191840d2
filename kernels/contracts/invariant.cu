//! Invariants at each place where one may stand
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved divergence=proved contract=proved assert=proved
//! check: --block 64 --grid 1 -D NO_INVARIANT
//! expect: race=proved divergence=proved
//! why: A thread walks through its sixteen elements in steps of one to four that it reads from memory. That it never comes in
//!   front of its first element follows from the invariant only, for the place has no closed form.

#ifdef NO_INVARIANT
#undef __invariant
#define __invariant(...) ((void)0)
#endif

__global__ void rows(int *out, const int *step) {
    int base = threadIdx.x * 16;
    int at = base;
    while (at < base + 16) {
        __invariant(at >= base);
        out[at] = threadIdx.x;
        int by = step[at];
        at += by > 0 && by < 4 ? by : 1;
    }
    int zeros = 0;
    for (int i = 0; __invariant(i >= 0), __invariant(zeros >= 0 && zeros <= i && i <= 8), i < 8; i++) {
        if (step[i] == 0) zeros++;
    }
#ifndef NO_INVARIANT
    __assert(zeros <= 8);
#endif
    int left = 8;
    do {
        __invariant(left > 0 && left <= 8);
        left -= step[left] == 1 ? 1 : left;
    } while (left > 0);
}
