// build: sm_80 -lineinfo
//! check: --block 128 --arg 2=4
//! expect: race=unknown barrier-reuse=refuted divergence=proved
//! why: The producers never wait for a slot to be empty: they write slot 0 again while the consumers may still read it, and
//! why: they arrive at its barrier again before the consumers have left the generation before. Races are defined for well-synchronised blocks only.
extern "C" __global__ void producer_consumer_no_empty(const float* x, float* out, int rounds) {
    __shared__ float slot[2][64];
    int t = threadIdx.x & 63;
    if (threadIdx.x < 64) {
        for (int r = 0; r < rounds; ++r) {
            slot[r & 1][t] = x[r * 64 + t];
            asm volatile("barrier.arrive.aligned %0, 128;" ::"r"(1 + (r & 1)) : "memory");
        }
    } else {
        for (int r = 0; r < rounds; ++r) {
            asm volatile("barrier.sync.aligned %0, 128;" ::"r"(1 + (r & 1)) : "memory");
            out[r * 64 + t] = slot[r & 1][63 - t];
        }
    }
}
