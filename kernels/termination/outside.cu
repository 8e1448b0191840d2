//! A loop that never ends, after an access that leaves its array
//! source: raddle
//! check: --block 64 --property termination
//! expect: termination=unknown
//! why: Threads from 4 on write beyond `s` [A]: what they and others do afterwards is undefined, so a run that never ends shows nothing. With
//!   --block 4 it is a bug of the loop.
__global__ void count(int *out, int n) {
    __shared__ int s[4];
    s[threadIdx.x] = n; // [A]
    int i = 0;
    while (i < n) {
        if (i == 7)
            continue;
        i++;
    }
    out[threadIdx.x] = s[0] + i;
}
