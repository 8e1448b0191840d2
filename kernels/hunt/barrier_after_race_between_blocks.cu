//! What another block writes decides who reaches a barrier
//! source: raddle
//! check: --block 64 --grid 2 --cta all
//! expect: race=refuted deadlock=unknown barrier-reuse=unknown divergence=unknown
//! finding: race line 13
//! why: Both blocks write `a[0]` at [A]. Each block alone reads back its own number at [B], and all its threads
//!   reach [C]. With the other block's number warp 0 leaves, and warp 1 waits forever.
__global__ void whose_number(int *a)
{
    // (The write is by one thread, so that it does not race within the block.)
    int b = blockIdx.x;
    if (threadIdx.x == 0)
        a[0] = b; // [A]
    __syncthreads();
    if (a[0] != b && threadIdx.x < 32) // [B]
        return;
    __syncthreads(); // [C]
}
