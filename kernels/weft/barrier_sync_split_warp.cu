//! The two halves of each warp reach barrier.sync in different branches
//! source: raddle
//! check: --block 64
//! expect: divergence=proved
//! why: Without .aligned the threads of a warp need not execute one and the same barrier instruction, so this is
//!   no divergence. bar_sync_split_warp.cu is the same kernel with the aligned form.
__global__ void split(int *out) {
    int t = threadIdx.x;
    if (t % 32 < 16) {
        asm volatile("barrier.sync 1, 64;" ::: "memory");
        out[t] = 1;
    } else {
        asm volatile("barrier.sync 1, 64;" ::: "memory");
        out[t] = 2;
    }
}
