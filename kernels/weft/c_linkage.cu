//! A kernel with C linkage, asked for by its plain name
//! source: raddle (the published WEFT finds kernels by their mangled names)
//! check: --block 64 --kernel plain_name --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The name of the entry is not mangled. Each cell is written before and read after the barrier.
extern "C" __global__ void plain_name(int *out) {
    __shared__ int cell[64];
    cell[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = cell[63 - threadIdx.x];
}
