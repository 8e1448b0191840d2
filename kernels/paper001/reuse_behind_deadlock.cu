//! A producer that does not wait until its buffers are empty
//! source: raddle (after listing 2 of paper 001)
//! check: --block 128 --arg tiles=3 --kernel ring
//! expect: deadlock=refuted barrier-reuse=refuted race=unknown
//! check: --block 128 --arg tiles=2 --kernel ring --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved
//! why: With three tiles the producer arrives at barrier 1 a second time [A], and nothing makes it wait until the consumers
//!   have left the first generation [B]. If it runs ahead, its second arrival counts for the first generation, and a
//!   consumer waits forever. If the consumers come first, the kernel ends. With two tiles each barrier is used once.
__device__ void wait(int barrier) { asm volatile("bar.sync %0, 128;" ::"r"(barrier) : "memory"); }
__device__ void arrive(int barrier) { asm volatile("bar.arrive %0, 128;" ::"r"(barrier) : "memory"); }

__global__ void ring(const float *in, float *out, int tiles) {
    __shared__ float tile[2][96];
    int lane = threadIdx.x % 32, c = threadIdx.x - 32;
    for (int i = 0; i < tiles; i++) {
        if (threadIdx.x < 32) {
            for (int k = lane; k < 96; k += 32)
                tile[i % 2][k] = in[i * 96 + k];
            arrive(1 + i % 2); // [A]
        } else {
            wait(1 + i % 2); // [B]
            out[i * 96 + c] = tile[i % 2][95 - c];
        }
    }
}
