//! Loops that never end, in a block that is too large to be run, and out of an array
//! source: raddle
//! check: --kernel forever --block 70000 --grid 1 --property termination
//! expect: termination=unknown
//! check: --kernel forever --block 64 --grid 1 --property termination
//! expect: termination=refuted
//! check: --kernel out --block 64 --grid 1 --property termination
//! expect: termination=unknown
//! why: What is told is replayed, and a block of more than 65536 threads is not run. In `out` the write of the 65th round leaves `s`: with all accesses
//!   in their arrays, which is assumed, there is no endless execution.

__global__ void forever(int *o) {
    while (1) o[threadIdx.x] = 1;
}
__global__ void out(int *o) {
    __shared__ int s[64];
    for (int i = 0;; i++) s[i] = 1;
}
