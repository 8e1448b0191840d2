//! An access out of bounds that depends on what a thread writes after a loop that it does not leave
//! source: raddle
//! check: --block 64 --grid 1
//! expect: termination=refuted bounds=unknown race=unknown
//! finding: termination line 15
//! why: flag is only set after the loop, which no thread leaves; so no thread accesses s beyond its end.

__global__ void flagged(int n) {
    __shared__ int s[32];
    __shared__ int flag;
    int x = n & 3;
    if (threadIdx.x == 0) flag = 0;
    __syncthreads();
    if (threadIdx.x >= 32) {
        while (x < 4) {
        }
        if (threadIdx.x == 32) flag = 1;
    } else if (flag == 1) {
        s[threadIdx.x + 32] = 1;
    }
}
