//! Loops that no run leaves which meets the precondition
//! source: raddle
//! check: --block 8 --grid 1 --kernel apart --steps 5000
//! expect: race=unknown divergence=refuted
//! check: --block 8 --grid 1 --kernel may_leave --steps 5000
//! expect: divergence=refuted
//! why: Whether threads reach [A] together matters though the outer loop never ends. That all loops end, which proofs assume, no run does that
//!   meets the precondition, so nothing is proved of it. With n = 2 some threads leave
//!   the inner loop after one round fewer than the others, as a run shows.
__global__ void apart(int n) {
    __requires(n > 0 && n < 9);
    while (true) {
        unsigned j = 1;
        do {
            __syncthreads(); // [A]
            j <<= 2;
        } while (j <= n + threadIdx.x);
    }
}

__global__ void may_leave(int n) {
    __requires(n > 0 && n < 9);
    while (n < 9) {
        unsigned j = 1;
        do {
            __syncthreads();
            j <<= 2;
        } while (j <= n + threadIdx.x);
    }
}
