//! Contracts about two threads of a block
//! source: raddle
//! check: --block 64 --grid 1
//! expect: assert=proved contract=proved race=proved divergence=proved
//! check: --block 64 --grid 1 -D SAME_PLACE
//! expect: assert=unknown
//! check: --block 64 --grid 1 -D BOTH_FIRST
//! expect: assert=refuted
//! why: All threads read the same number of rounds, and their places are distinct: each is its own number, shifted by what all
//!   share. That is kept by the loop, whose barrier keeps them in the same round. Only one of two threads is the first. The two
//!   broken variants claim that places are equal, which a run of one schedule does not refute, and that both threads are the first,
//!   which it does: thread 1 is not.

__global__ void parts(int *out, const int *go, int n) {
    int rounds = go[0];
    __assert(__uniform_int(rounds) && __all(threadIdx.x < 64) && __same_group && __enabled());
#ifdef BOTH_FIRST
    __assert(__all(threadIdx.x == 0));
#else
    __assert(__exclusive(threadIdx.x == 0));
#endif
    int part = 0;
    for (int i = 0; __invariant(__uniform_int(part)), __invariant(__uniform_int(i)), i < rounds; i++) {
        __syncthreads();
        part = go[i] & 127;
#ifdef SAME_PLACE
        __assert(__uniform_int(part + threadIdx.x));
#else
        __assert(__distinct_int(part + threadIdx.x));
        __assert(__implies(__other_int(threadIdx.x) > threadIdx.x, __other_int(part + threadIdx.x) > part + threadIdx.x));
#endif
        out[part * 64 + threadIdx.x] = n;
        __syncthreads();
    }
}
