//! A warp leaves the kernel while the others wait for it at __syncthreads()
//! source: paper 001, section 3.3; paper 000, conditions B1 and B2
//! check: --block 96
//! expect: deadlock=refuted barrier-reuse=unknown race=unknown divergence=refuted
//! finding: deadlock line 18
//! finding: divergence line 18
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: Threads that have returned do not arrive at barriers. With three warps, warp 2 returns and the 64 threads
//!   at [A] wait for 96: stuck. In paper 000's terms warp 2 is at the end of the kernel while the others are at a
//!   barrier: divergence. With two warps no thread leaves early and the kernel is correct: each thread reads its
//!   neighbour's cell after the barrier.
__global__ void leave(int *out) {
    __shared__ int cell[96];
    if (threadIdx.x >= 64)
        return;
    cell[threadIdx.x] = threadIdx.x;
    __syncthreads(); // [A]
    out[threadIdx.x] = cell[threadIdx.x ^ 1];
}
