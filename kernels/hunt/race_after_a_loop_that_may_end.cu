//! A race after a loop that ends for some inputs only
//! source: raddle
//! check: --block 64 --grid 1
//! expect: termination=refuted race=refuted
//! finding: race line 12
//! finding: termination line 10
//! why: For an odd n the loop never ends; for an even n all threads write o[0].

__global__ void even(int *o, int n) {
    for (int i = n; i != 0; i -= 2) {
    }
    o[0] = threadIdx.x;
}
