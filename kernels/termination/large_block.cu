//! A loop that never ends, in a block that is too large to be run
//! source: raddle
//! check: --kernel forever --block 70000 --grid 1 --property termination --beyond-limits
//! expect: termination=unknown
//! check: --kernel forever --block 64 --grid 1 --property termination
//! expect: termination=refuted
//! why: What is reported is replayed, and a block of more than 65536 threads is not run.

__global__ void forever(int *o) {
    while (1) o[threadIdx.x] = 1;
}
