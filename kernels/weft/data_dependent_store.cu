//! Data decides whether a thread writes a shared cell
//! source: raddle
//! check: --block 64
//! expect: race=refuted
//! why: The store to the neighbour's cell happens only for some inputs, and then conflicts with the read after
//!   it. For other inputs there is no race. One of the former is found, and a run with it shows it.
__global__ void maybe(const int *in, int *out) {
    __shared__ int cell[64];
    cell[threadIdx.x] = 0;
    __syncthreads();
    if (in[threadIdx.x] > 0)
        cell[threadIdx.x ^ 1] = 1;
    out[threadIdx.x] = cell[threadIdx.x];
}
