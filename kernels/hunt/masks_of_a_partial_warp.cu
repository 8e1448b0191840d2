//! Masks that differ only in lanes that the block does not have
//! source: raddle
//! check: --kernel two --block 8 --grid 1
//! expect: deadlock=refuted
//! finding: deadlock line 19
//! check: --kernel by_value --block 8 --grid 1
//! expect: deadlock=refuted
//! finding: deadlock line 23
//! check: --kernel shuffled --block 8 --grid 1
//! expect: deadlock=refuted
//! finding: deadlock line 26
//! check: --kernel one --block 8 --grid 1
//! expect: deadlock=proved race=proved
//! check: --kernel one --block 40 --grid 1
//! expect: deadlock=proved race=proved
//! why: Lanes wait for those with the same mask, and 0xff is another one than 0xffffffff, though 8 threads have the same lanes in both [A] [B] [C]. In
//!   `one` all lanes that there are have one mask.
__global__ void two() {
    if (threadIdx.x < 2) __syncwarp(0xffffffff); // [A]
    else __syncwarp(0xff);
}

__global__ void by_value() { __syncwarp(threadIdx.x < 2 ? 0xffffffffu : 0xffu); } // [B]

__global__ void shuffled(int *p) {
    p[threadIdx.x] = __shfl_sync(threadIdx.x < 2 ? 0xffffffffu : 0xffu, threadIdx.x, 0); // [C]
}

__global__ void one(const int *in, int *out) {
    __shared__ int s[64];
    int t = threadIdx.x;
    s[t] = in[t];
    __syncwarp();
    out[t] = s[t ^ 1];
}
