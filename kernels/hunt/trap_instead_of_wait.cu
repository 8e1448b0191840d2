//! Who does not trap has come after another thread
//! source: raddle
//! check: --block 64
//! expect: race=unknown
//! why: Thread 32 reaches [B] only if it has seen the flag, which thread 0 sets after [A]. Otherwise it traps, and there is
//!   no launch any more. Order through memory is not modelled, so the two accesses cannot be said to race.
__global__ void sure_of_the_flag(int *out)
{
    __shared__ int flag, data;
    int t = threadIdx.x;
    if (t == 0)
        flag = 0;
    __syncthreads();
    if (t == 0) {
        data = 1; // [A]
        __threadfence_block();
        atomicExch(&flag, 1);
    }
    if (t == 32) {
        if (atomicAdd(&flag, 0) == 0)
            __trap();
        __threadfence_block();
        out[0] = data; // [B]
    }
}
