//! Each thread changes an element after a start that is not given
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved
//! check: --block 64 --may-alias --grid 1
//! expect: race=proved
//! why: The start is the same for all threads, so their places are as far apart as their numbers, wherever they are.
__global__ void in_place(int *a, int start) { a[start + threadIdx.x] += 1; }
