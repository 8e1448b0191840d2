//! The producer waits for empty buffers that no thread has announced
//! source: raddle (paper 001, figure 1 shows the two barriers of one buffer)
//! check: --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=proved
//! why: The producer waits at `empty` before its first filling. The consumer announces a buffer as empty only
//!   after it has read it, and waits at `full` first. Each waits for the other. (The waits are in a helper
//!   function; the report names the calls.)
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
            arrive_at(empty + b);
        }
        out[lane] = sum;
    }
}
