// build: sm_80 -lineinfo
//! check: --block 128 --arg 2=6
//! expect: race=refuted deadlock=proved barrier-reuse=proved divergence=proved
//! why: All barriers pair up as they should, but the consumers read the slot that the producers fill next: the protocol is
//! why: in order and the data it guards are not.
extern "C" __global__ void producer_consumer_wrong_slot(const float* x, float* out, int rounds) {
    __shared__ float slot[2][64];
    int t = threadIdx.x & 63;
    if (threadIdx.x < 64) {
        for (int r = 0; r < rounds; ++r) {
            asm volatile("barrier.sync.aligned %0, 128;" ::"r"(3 + (r & 1)) : "memory");
            slot[r & 1][t] = x[r * 64 + t];
            asm volatile("barrier.arrive.aligned %0, 128;" ::"r"(1 + (r & 1)) : "memory");
        }
    } else {
        asm volatile("barrier.arrive.aligned 3, 128;" ::: "memory");
        asm volatile("barrier.arrive.aligned 4, 128;" ::: "memory");
        for (int r = 0; r < rounds; ++r) {
            asm volatile("barrier.sync.aligned %0, 128;" ::"r"(1 + (r & 1)) : "memory");
            out[r * 64 + t] = slot[1 - (r & 1)][63 - t];
            if (r + 2 < rounds) asm volatile("barrier.arrive.aligned %0, 128;" ::"r"(3 + (r & 1)) : "memory");
        }
    }
}
