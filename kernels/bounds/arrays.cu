//! Accesses that stay in their arrays and buffers, and some that do not
//! source: raddle
//! check: --kernel guarded --block 64 --buffer out=1000 --arg n=1000 --property bounds
//! expect: bounds=proved
//! check: --kernel guarded --block 64 --buffer out=999 --arg n=1000 --property bounds
//! expect: bounds=refuted
//! finding: bounds line 30
//! check: --kernel guarded --block 64 --arg n=1000 --property bounds
//! expect: bounds=unknown
//! check: --kernel shifted --block 64 --property bounds
//! expect: bounds=proved
//! check: --kernel shifted --block 65 --property bounds
//! expect: bounds=refuted
//! finding: bounds line 37
//! check: --kernel looked_up --block 64 --property bounds
//! expect: bounds=refuted
//! finding: bounds line 42
//! check: --kernel looked_up_guarded --block 64 --property bounds --grid 1
//! expect: bounds=proved
//! check: --kernel halves --block 128 --property bounds,race
//! expect: bounds=proved race=proved
//! check: --kernel halves --block * --property bounds
//! expect: bounds=refuted
//! finding: bounds line 54
//! why: With n = 1000, `out` must have 1000 elements [A]; whether it has is unknown without `--buffer`. `s` has 65: enough for 64 threads and the one after [B]. A number that was
//!   read may lie anywhere [C], unless it is looked at. `t` has 128, fewer than threads that a block may have [D].

__global__ void guarded(int *out, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) out[i] = i; // [A]
}
__global__ void shifted(int *out) {
    __shared__ int s[65];
    if (threadIdx.x == 0) s[64] = 0;
    s[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] = s[threadIdx.x + 1]; // [B]
}
__constant__ int table[16] = {1, 2, 3};
__global__ void looked_up(int *out, const unsigned *in) {
    unsigned at = in[threadIdx.x];
    out[threadIdx.x] = table[at]; // [C]
}
__global__ void looked_up_guarded(int *out, const unsigned *in) {
    unsigned at = in[threadIdx.x];
    int few[4];
    few[at & 3] = 1;
    few[(at + 1) & 3] = 2;
    out[threadIdx.x] = at < 16 ? table[at] + few[at % 4] : 0;
}
__global__ void halves(int *out, int n) {
    __shared__ int t[128];
    int x = threadIdx.x;
    t[x] = x; // [D]
    __syncthreads();
    for (int half = blockDim.x / 2; half > 0; half /= 2) {
        if (x < half) t[x] += t[x + half];
        __syncthreads();
    }
    if (x == 0) out[blockIdx.x] = t[0];
}
