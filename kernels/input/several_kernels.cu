//! Three kernels in one file, one correct, one racy, one unknown
//! source: raddle (bad input, or at least ambiguous)
//! check: --block 64
//! expect-exit: 1
//! check: --block 64 --kernel correct --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --block 64 --kernel racy
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! finding: race line 26
//! check: --block 64 --kernel undecided
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --block 64 --kernel absent
//! expect-exit: 3
//! why: Without --kernel all are checked, and one refuted property makes exit code 1: thread t of `racy` reads at
//!   [A] what its neighbour writes. A name that is not there is an error that lists the names that are.
extern "C" __global__ void correct(int *out) {
    __shared__ int cell[64];
    cell[threadIdx.x] = threadIdx.x;
    __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x ^ 1];
}

extern "C" __global__ void racy(int *out) {
    __shared__ int cell[64];
    cell[threadIdx.x] = threadIdx.x;
    out[threadIdx.x] = cell[threadIdx.x ^ 1]; // [A]
}

extern "C" __global__ void undecided(const int *in, int *out) {
    __shared__ int cell[64];
    cell[threadIdx.x] = threadIdx.x;
    if (in[0] > 0)
        __syncthreads();
    out[threadIdx.x] = cell[threadIdx.x ^ 1];
}
