//! A producer warp hands tiles to a consumer warp by named barriers
//! source: raddle
//! check: --kernel broken --block 64
//! expect: deadlock=refuted barrier-reuse=refuted divergence=proved race=unknown
//! finding: barrier-reuse line 24
//! check: --kernel fixed --block 64
//! expect: deadlock=proved barrier-reuse=proved divergence=proved race=proved termination=proved
//! why: The producer only arrives at [A] and continues. If the consumer lags, the producer arrives again and
//!   completes the generation with its own two arrivals, so the consumer waits for an arrival that never comes. In
//!   `fixed` the producer waits at barrier 2 until the consumer has read the tile: each use of barrier 1 is over
//!   before the next begins.
__device__ void wait_full() { asm volatile("bar.sync 1, 64;" ::: "memory"); }
__device__ void signal_full() { asm volatile("bar.arrive 1, 64;" ::: "memory"); }
__device__ void wait_empty() { asm volatile("bar.sync 2, 64;" ::: "memory"); }
__device__ void signal_empty() { asm volatile("bar.arrive 2, 64;" ::: "memory"); }

__global__ void broken(const int *in, int *out) {
    __shared__ int slot[32];
    int lane = threadIdx.x % 32;
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        if (threadIdx.x < 32) { // the producer warp
            slot[lane] = in[i * 32 + lane];
            signal_full(); // [A]
        } else { // the consumer warp
            wait_full();
            sum += slot[31 - lane];
        }
    }
    if (threadIdx.x >= 32)
        out[blockIdx.x * 32 + lane] = sum;
}

__global__ void fixed(const int *in, int *out) {
    __shared__ int slot[32];
    int lane = threadIdx.x % 32;
    int sum = 0;
    for (int i = 0; i < 4; i++) {
        if (threadIdx.x < 32) { // the producer warp
            if (i > 0)
                wait_empty();
            slot[lane] = in[i * 32 + lane];
            signal_full();
        } else { // the consumer warp
            wait_full();
            sum += slot[31 - lane];
            if (i < 3)
                signal_empty();
        }
    }
    if (threadIdx.x >= 32)
        out[blockIdx.x * 32 + lane] = sum;
}
