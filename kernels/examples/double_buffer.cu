//! Producer and consumer warp with two buffers and four named barriers
//! source: raddle (paper 001, figure 1 shows the two barriers of one buffer)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: For each buffer the events alternate: filled, `full` completes, read, `empty` completes, filled again.
//!   The producer skips the first two waits because the buffers begin empty, and the consumer skips the last two
//!   arrives, which no thread would wait for. Each wait is answered by an arrive that does not depend on it. Between
//!   two generations of a barrier each side passes one of its partner barrier, so generations never mix.
#define STEPS 6

__device__ void wait_at(int barrier) { asm volatile("bar.sync %0, 64;" ::"r"(barrier) : "memory"); }

__device__ void arrive_at(int barrier) { asm volatile("bar.arrive %0, 64;" ::"r"(barrier) : "memory"); }

__global__ void pipeline(const int *in, int *out) {
    __shared__ int buffer[2][32];
    const int full = 1; // barriers 1 and 2: buffer 0 or 1 is full
    const int empty = 3; // barriers 3 and 4: buffer 0 or 1 is empty
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) { // producer
        for (int i = 0; i < STEPS; i++) {
            int b = i % 2;
            if (i >= 2)
                wait_at(empty + b);
            buffer[b][lane] = in[i * 32 + lane];
            arrive_at(full + b);
        }
    } else { // consumer
        int sum = 0;
        for (int i = 0; i < STEPS; i++) {
            int b = i % 2;
            wait_at(full + b);
            sum += buffer[b][31 - lane];
            if (i + 2 < STEPS)
                arrive_at(empty + b);
        }
        out[lane] = sum;
    }
}
