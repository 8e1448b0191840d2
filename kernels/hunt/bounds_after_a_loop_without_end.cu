//! An access out of bounds after a loop that no thread leaves
//! source: raddle
//! check: --block 64 --grid 1
//! expect: termination=refuted bounds=unknown
//! finding: termination line 11
//! why: x is at most 3, so the loop never ends and no thread writes s.

__global__ void outside(int n) {
    __shared__ int s[32];
    int x = n & 3;
    while (x < 4) {
    }
    s[threadIdx.x] = n;
}
