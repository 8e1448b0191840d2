// build: sm_80 -lineinfo
//! check: --block 128 --arg 2=6 --grid 1
//! expect: race=proved deadlock=proved barrier-reuse=proved divergence=proved
//! why: Barriers 1 and 2 say that a slot is full, 3 and 4 that it is empty. The producers' sync on `empty` waits for the
//! why: consumers' arrival after their reading, the consumers' sync on `full` for the producers' arrival after their writing,
//! why: so the two sides alternate on each slot, and each generation of a barrier is ordered before the next by the other.
extern "C" __global__ void producer_consumer(const float* x, float* out, int rounds) {
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
            out[r * 64 + t] = slot[r & 1][63 - t];
            if (r + 2 < rounds) asm volatile("barrier.arrive.aligned %0, 128;" ::"r"(3 + (r & 1)) : "memory");
        }
    }
}
