//! A loop that counts in steps of the thread's own number, or of the block's
//! source: raddle
//! check: --kernel by_thread --block 8 --property termination
//! expect: termination=refuted
//! finding: termination line 15
//! check: --kernel by_block --block 8 --property termination
//! expect: termination=refuted
//! finding: termination line 19
//! check: --kernel by_more --block 8 --property termination
//! expect: termination=proved
//! why: Thread 0, or block 0, counts in steps of 0 [A] [B]. Every launch has that one, so a condition on the place of a
//!   thread is none that a launch could meet. With one added [C] each step is at least 1.
__global__ void by_thread(int *out) {
    int i = 0;
    for (; i < 6; i += threadIdx.x) ; // [A]
    out[blockIdx.x * 8 + threadIdx.x] = i;
}
__global__ void by_block(int *out) {
    for (int i = 0; i < 6; i += blockIdx.x) ; // [B]
    out[blockIdx.x * 8 + threadIdx.x] = 1;
}
__global__ void by_more(int *out) {
    for (int i = 0; i < 6; i += threadIdx.x + 1) ; // [C]
    out[blockIdx.x * 8 + threadIdx.x] = 1;
}
