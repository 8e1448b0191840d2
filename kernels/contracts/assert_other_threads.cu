//! An assertion about what another thread may be writing
//! source: raddle
//! check: --block 64 --grid 1
//! expect: assert=unknown race=proved
//! check: --block 64 --grid 1 -D BARRIER
//! expect: assert=unknown race=proved
//! why: Loads of a contract are no accesses, so there is no race. But whether s[0] is still what it was depends on how far
//!   thread 0 is: in a schedule in which it waits, the assertion holds for all others, in another it does not. After a barrier
//!   it would hold, but that thread 0 wrote n there is forgotten at the barrier.

__global__ void peek(int *out, int n) {
    __shared__ int s[64];
    s[threadIdx.x] = 0;
    __syncthreads();
    int before = s[0];
    __syncthreads();
    if (threadIdx.x == 0) s[0] = n;
#ifdef BARRIER
    __syncthreads();
    __assert(s[0] == n);
#else
    __assert(threadIdx.x == 0 || s[0] == s[0] + before - before);
#endif
    out[threadIdx.x] = before;
}
