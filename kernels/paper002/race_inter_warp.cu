//! Every thread reads its neighbour's cell and writes its own, without a barrier
//! source: paper 002, section 2.2.2, inter-warp race
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 21
//! check: --block 64 --warp-synchronous
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 21
//! check: --block 32 --warp-synchronous --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 32
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 21
//! why: Thread t writes v[t], which thread t - 1 (mod the block size) reads: both at [A], unordered. In a block
//!   of one warp that runs in lock-step all loads come before all stores, so that assumption, and only that, makes
//!   it safe; with two warps threads 31 and 32 are still unordered.
__global__ void rotate(int *out) {
    __shared__ int v[64];
    v[threadIdx.x] = threadIdx.x;
    __syncthreads();
    v[threadIdx.x] = v[(threadIdx.x + 1) % blockDim.x]; // [A]
    __syncthreads();
    out[threadIdx.x] = v[threadIdx.x];
}
