//! The neighbour's cell is read before, the own cell written after a barrier
//! source: paper 002, section 2.2.2, inter-warp race (repaired)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 1 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: All reads of the neighbours lie between the first and the second barrier and all later writes after the
//!   second; each cell has one writer. A block of one thread has no thread to race with.
__global__ void rotate(int *out) {
    __shared__ int v[64];
    v[threadIdx.x] = threadIdx.x;
    __syncthreads();
    int next = v[(threadIdx.x + 1) % blockDim.x];
    __syncthreads();
    v[threadIdx.x] = next;
    __syncthreads();
    out[threadIdx.x] = v[threadIdx.x];
}
