//! A function whose body is elsewhere decides how often a block goes round
//! source: raddle (calls of unknown code)
//! check: --block 64
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown divergence=unknown
//! check: --block 64 --pure-calls --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 64 --pure-calls -DBARRIER
//! expect: divergence=unknown race=unknown
//! check: --block 64 --pure-calls -DSHARED
//! expect: deadlock=proved barrier-reuse=proved race=unknown divergence=proved
//! why: What `next` does is unknown: it may write, or wait for other threads. With --pure-calls it returns a value,
//!   which may be another one in each thread and each time: so a barrier that depends on it is not shown to be met by all
//!   threads, and two threads may reach one place by it.
__device__ int next(int from);

__global__ void chase(int *out, int *shared) {
    int at = threadIdx.x;
    while (next(at)) {
        at = next(at);
#ifdef BARRIER
        __syncthreads();
#endif
    }
#ifdef SHARED
    shared[next(7)] = threadIdx.x;
#endif
    out[threadIdx.x] = at;
}
