//! A trap before the accesses of all threads but one
//! source: raddle
//! check: --block 2 --grid 1 --kernel one_thread
//! expect: race=proved
//! check: --block 2 --grid 2 --cta all --kernel one_block
//! expect: race=proved
//! check: --block 2 --grid 1 --kernel most
//! expect: race=refuted
//! why: Whatever `n` is, all threads but one trap in `one_thread`, and all blocks but one in `one_block`: a run that does not know who traps goes on as if nobody did, which shows
//!   nothing. In `most` nobody traps with `n` = 0.
__global__ void one_thread(int *p, int n) {
    if (n != threadIdx.x) __trap();
    p[0] = threadIdx.x;
}

__global__ void one_block(int *p, int n) {
    if (n != blockIdx.x) __trap();
    if (threadIdx.x == 0) p[0] = blockIdx.x;
}

__global__ void most(int *p, int n) {
    if (n > threadIdx.x) __trap();
    p[0] = threadIdx.x;
}
