//! A loop without an exit, which a run steps over together with the branch around it
//! source: raddle
//! check: --block 64 --grid 1
//! expect: termination=refuted race=unknown
//! finding: termination line 11
//! why: x is at most 3, so every thread stays in the loop, and no thread writes o[0].

__global__ void stays(int *o, int n) {
    int x = n & 3;
    if (x < 4)
        for (;;) {
        }
    o[0] = threadIdx.x;
}
