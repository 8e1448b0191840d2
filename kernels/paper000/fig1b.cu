//! Prefix sum whose loop some threads never enter: barrier divergence (CUDA)
//! source: paper 000, figure 1b
//! check: --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! finding: divergence line 16
//! finding: deadlock line 16
//! why: Thread 0 finds offset = 1 > 0 and never enters the loop; thread 1 and all others reach the barrier [A].
//!   The conditional is entered by some threads only (B1), and thread 0 is at the end of the kernel while they
//!   wait: divergence. Threads that have returned do not arrive, so the wait also never ends.
__global__ void scan(int *sum) {
    int tid = threadIdx.x;
    int temp;
    int offset = 1;
    while (offset <= tid) {
        temp = sum[tid - offset];
        __syncthreads(); // [A]
        sum[tid] = sum[tid] + temp;
        __syncthreads();
        offset *= 2;
    }
}
