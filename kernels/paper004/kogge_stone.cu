//! Kogge-Stone prefix sum from one global buffer into another
//! source: paper 004, figure 1
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 50 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The loop runs over powers of two below the block size, the same for all threads, so every barrier is met
//!   by all (a last warp that is not full changes nothing). In each round reads of out[t - offset] precede the
//!   first barrier and writes of out[t] lie between the two barriers. The two buffers are distinct parameters,
//!   hence disjoint.
__global__ void kogge_stone(int *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (unsigned offset = 1; offset < blockDim.x; offset *= 2) {
        int left = 0;
        if (threadIdx.x >= offset)
            left = out[threadIdx.x - offset];
        __syncthreads();
        if (threadIdx.x >= offset)
            out[threadIdx.x] = left + out[threadIdx.x];
        __syncthreads();
    }
}
