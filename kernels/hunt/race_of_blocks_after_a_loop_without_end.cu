//! A race of two blocks after a loop that no thread leaves
//! source: raddle
//! check: --block 64 --grid 2
//! expect: termination=refuted race=unknown
//! finding: termination line 10
//! why: x is at most 3, so the loop never ends and no block writes o.

__global__ void blocks(int *o, int n) {
    int x = n & 3;
    while (x < 4) {
    }
    o[threadIdx.x] = blockIdx.x;
}
