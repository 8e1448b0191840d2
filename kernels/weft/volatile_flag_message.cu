//! A message after a volatile flag
//! source: raddle (volatile shared memory)
//! check: --block 64
//! expect: deadlock=unknown barrier-reuse=unknown race=unknown
//! why: Warp 1 waits in a loop for what thread 0 writes. That the message is there when the flag is set needs an
//!   order through memory, which is not modelled, and how often the loop goes round depends on the schedule.
__global__ void receive(int *out) {
    __shared__ volatile int flag, message;
    if (threadIdx.x == 0)
        flag = 0;
    __syncthreads();
    if (threadIdx.x == 0) {
        message = 7;
        flag = 1;
    }
    if (threadIdx.x >= 32) {
        while (flag != 1) {
        }
        out[threadIdx.x] = message;
    }
    __syncthreads();
}
