//! A producer warp leaves without its last arrive
//! source: paper 001, section 3.3
//! check: --block 64 --arg stages=4 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 64 --arg stages=3
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=proved
//! finding: deadlock line 25
//! check: --block 64
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=unknown
//! why: The consumer always waits for four stages. A producer that is told to make four answers each wait: after
//!   stage i it waits at barrier 2 until the consumer has read, so generations of barrier 1 and 2 alternate. One
//!   that makes three returns, and the consumer's fourth wait [A] is never answered. When `stages` is not given,
//!   the producer's loop bound is unknown and so is how often it arrives: only a run with another number than four shows something.
__global__ void stages_of_four(int *out, int stages) {
    __shared__ int cell[32];
    int lane = threadIdx.x % 32;
    if (threadIdx.x < 32) {
        for (int i = 0; i < stages; i++) {
            cell[lane] = i;
            asm volatile("bar.arrive 1, 64;" ::: "memory");
            asm volatile("bar.sync 2, 64;" ::: "memory");
        }
    } else {
        for (int i = 0; i < 4; i++) {
            asm volatile("bar.sync 1, 64;" ::: "memory"); // [A] stage i is ready
            out[i * 32 + lane] = cell[lane];
            asm volatile("bar.arrive 2, 64;" ::: "memory");
        }
    }
}
