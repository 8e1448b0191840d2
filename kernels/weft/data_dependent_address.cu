//! The shared cell is chosen by data
//! source: raddle (the published WEFT drops what it cannot evaluate)
//! check: --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! why: index[t] is loaded from a buffer with unknown contents. If it is a permutation there is no race,
//!   otherwise there is one: a run with `index` = 0 everywhere shows it. The barrier does not depend on it, so the other verdicts stand.
__global__ void scatter(const int *index, int *out) {
    __shared__ int cell[64];
    cell[index[threadIdx.x] & 63] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x];
}
