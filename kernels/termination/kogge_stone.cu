//! A prefix sum: the offset doubles until it is the size of the block
//! source: paper 004, figures 1 and 2
//! check: --property termination
//! expect: termination=proved
//! why: Below `blockDim.x`, at most 1024, an offset that is not 0 doubles without wrapping around, so it grows. That it is not 0 is an
//!   invariant that the paper had to be given.
__global__ void scan(const int *in, int *out) {
    out[threadIdx.x] = in[threadIdx.x];
    __syncthreads();
    for (unsigned offset = 1; offset < blockDim.x; offset *= 2) {
        int temp;
        if (threadIdx.x >= offset)
            temp = out[threadIdx.x - offset];
        __syncthreads();
        if (threadIdx.x >= offset)
            out[threadIdx.x] = temp + out[threadIdx.x];
        __syncthreads();
    }
}
