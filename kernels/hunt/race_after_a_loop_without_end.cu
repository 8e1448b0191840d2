//! A race after a loop that no thread leaves, and one before it
//! source: raddle
//! check: --block 64 --grid 1
//! expect: termination=refuted race=refuted
//! finding: race line 9
//! why: Two threads write o[0] before the loop; o[1] no thread writes.

__global__ void around(int *o, int n) {
    o[0] = threadIdx.x;
    int x = n & 3;
    while (x < 4) {
    }
    o[1] = threadIdx.x;
}
