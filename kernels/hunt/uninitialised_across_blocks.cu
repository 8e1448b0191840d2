//! Each block stores what its own shared memory held at the start into one place
//! source: raddle
//! check: --block 32 --grid 2 --cta all
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=unknown
//! why: `s` is never written, and what it holds is another number in each block, so the two blocks
//!   write `a[0]` unordered, and nothing makes the values equal: the race is not benign.
__global__ void first_come(int *a)
{
    __shared__ int s[32];
    if (threadIdx.x == 0)
        a[0] = s[0]; // [A]
}
