//! Two pointers in one parameter
//! source: raddle
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved
//! check: --block 64 --may-alias
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=unknown
//! why: Each thread writes its own element of `to` and of `also`. That the two are disjoint is an assumption, for pointers
//!   within a structure as for others; without it [A] and [B] may meet.
struct Buffers {
    int *to;
    int *also;
};

__global__ void two_in_one(Buffers buffers)
{
    buffers.to[threadIdx.x] = 1;       // [A]
    buffers.also[threadIdx.x + 1] = 2; // [B]
}
