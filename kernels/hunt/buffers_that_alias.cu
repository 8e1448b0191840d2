//! Two pointers that may be one decide about a barrier
//! source: raddle
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved
//! check: --block 64 --may-alias
//! expect: deadlock=unknown barrier-reuse=unknown divergence=unknown
//! why: If `a` and `b` are disjoint, `a[0]` is 1 when thread 0 reaches [A], and it continues to the barrier. If they
//!   are the same buffer, it is 0, and thread 0 leaves.
__global__ void one_or_two(int *a, int *b)
{
    if (threadIdx.x == 0) {
        a[0] = 1;
        b[0] = 0;
        if (a[0] == 0) // [A]
            return;
    }
    __syncthreads();
}
