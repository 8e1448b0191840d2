//! Whether some element is 3: all threads that find one write the same word
//! source: raddle
//! check: --kernel found --block 64
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! check: --kernel found --block 64 --strict-benign
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! check: --kernel found_where --block 64
//! expect: deadlock=proved barrier-reuse=proved race=refuted divergence=proved
//! why: In `found` every write to `any` after the barrier writes 1: a benign race, for every `n` and every content of `a`. In
//!   `found_where` two threads that find a 3 write different places: `a` = 3 everywhere and `n` = 2 show it. Under
//!   `--strict-benign` the benign race counts, and a run shows it in which two threads find a 3 in their first rounds.

__global__ void found(int *flag, const int *a, int n) {
    __shared__ int any;
    int t = threadIdx.x;
    if (t == 0) any = 0;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        if (a[i] == 3) any = 1;
    __syncthreads();
    if (t == 0) flag[blockIdx.x] = any;
}
__global__ void found_where(int *flag, const int *a, int n) {
    __shared__ int any;
    int t = threadIdx.x;
    if (t == 0) any = 0;
    __syncthreads();
    for (int i = t; i < n; i += blockDim.x)
        if (a[i] == 3) any = i;
    __syncthreads();
    if (t == 0) flag[blockIdx.x] = any;
}
