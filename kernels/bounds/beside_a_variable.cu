//! Two arrays of a thread lie side by side
//! source: raddle
//! check: --kernel over --block 3 --grid 2
//! expect: bounds=refuted race=unknown
//! finding: bounds line 20
//! check: --kernel over --block 2 --grid 2
//! expect: bounds=proved
//! check: --kernel passed --block 32 --arg n=5
//! expect: bounds=refuted
//! finding: bounds line 25
//! check: --kernel passed --block 32 --arg n=4
//! expect: bounds=proved
//! check: --kernel by_data --block 32
//! expect: bounds=refuted
//! finding: bounds line 37
//! why: Each local variable is an object of its own: where thread 2 writes at [A] another array lies, and the access is still out
//!   of bounds. So it is at [B], through a pointer. At [C] the place depends on data.
__global__ void over(int *out, int n) {
    int first[2], second[2];
    first[threadIdx.x] = 1; // [A]
    second[n & 1] = 7;
    out[blockIdx.x * 3 + threadIdx.x] = first[0] + second[n & 1];
}
__device__ void fill(int *cells, int n) {
    for (int i = 0; i < n; i++) cells[i] = i; // [B]
}
__global__ void passed(int *out, int n) {
    int first[4], second[4], third[4];
    fill(first, 4);
    fill(second, n);
    fill(third, 4);
    out[blockIdx.x * blockDim.x + threadIdx.x] = first[threadIdx.x & 3] + second[threadIdx.x & 3] + third[threadIdx.x & 3];
}
__global__ void by_data(int *out, const int *at) {
    int first[4], second[4];
    fill(second, 4);
    first[at[threadIdx.x]] = 1; // [C]
    out[blockIdx.x * blockDim.x + threadIdx.x] = first[0] + second[threadIdx.x & 3];
}
