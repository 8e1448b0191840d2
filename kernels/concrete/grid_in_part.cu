//! A grid that is given in part, an assumption about blocks, and a block that is asked about
//! source: raddle
//! check: --block 64 --kernel only_one_row --grid *,2
//! expect: race=proved
//! check: --block 64 --kernel only_one_row --grid *
//! expect: race=refuted
//! check: --block 64 --kernel few_blocks --grid 17
//! expect: race=unknown
//! why: With two rows no thread writes o [A]. More than ten blocks do not meet the assumption, whatever the first one does [B].

__device__ int odd(int n) { return (n * n + n) % 3 + n % 2; }

__global__ void only_one_row(int *o, int n) {
    if (gridDim.y == 1 && odd(n) != 1) o[n & 1] = threadIdx.x; // [A]
}

__global__ void few_blocks(int *o, const int *in, int n) {
    __assume(blockIdx.x < 10); // [B]
    if (in[n] * in[n] % 4 < 2) o[n & 1] = threadIdx.x;
}
