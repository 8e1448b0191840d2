//! A loop over the warps of a block
//! source: raddle
//! check: --block * --grid 1
//! expect: race=proved deadlock=proved divergence=proved termination=proved
//! why: The number of rounds at [A] is a quotient by warpSize, which no launch makes 0: it is the same for all threads.
__global__ void warps_of_a_block(int *out, const int *in) {
    __shared__ int cell[1024];
    int all = 0;
    for (unsigned w = 0; w < blockDim.x / warpSize; w++) { // [A]
        cell[threadIdx.x] = in[w];
        __syncthreads();
        all += cell[blockDim.x - 1 - threadIdx.x];
        __syncthreads();
    }
    out[threadIdx.x] = all;
}
