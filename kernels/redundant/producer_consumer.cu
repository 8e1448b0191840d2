//! A producer and a consumer warp, with an announcement that no thread needs
//! source: raddle
//! check: --block 64 --property redundant-barrier
//! expect: redundant-barrier=refuted
//! finding: redundant-barrier line 26
//! finding: redundant-barrier line 31
//! why: The producer's arrive at [A] and the consumer's wait at [B] are the only order between the write and the read of buf: they are
//!   needed. The consumer's arrive at [C] and the producer's wait at [D] order the read before what the producer
//!   does afterwards, and that touches nothing of it. The two meet, so they are redundant together: one alone would
//!   leave a thread waiting forever.
__device__ void arrive(int id) {
    asm volatile("bar.arrive %0, 64;" ::"r"(id) : "memory");
}

__device__ void wait(int id) {
    asm volatile("bar.sync %0, 64;" ::"r"(id) : "memory");
}

__global__ void hand_over(const int *in, int *out) {
    __shared__ int buf[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        buf[lane] = in[lane];
        arrive(1); // [A]
        // Nothing more is written.
        wait(2); // [D]
        out[32 + lane] = 0;
    } else {
        wait(1); // [B]
        out[lane] = buf[31 - lane];
        arrive(2); // [C]
    }
}
