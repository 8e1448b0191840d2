//! A store beside its array comes before a loop that ends only if nothing overwrites its bound
//! source: raddle
//! check: --block 32
//! expect: bounds=refuted race=unknown termination=unknown deadlock=unknown
//! finding: bounds line 11
//! why: Each thread stores past the last element at [A]. Whatever is proved assumes that no access leaves its object, so
//!   nothing is proved, the end of the loop included.
__global__ void outside_before_loop(int *out, const int *most) {
    __shared__ int cell[32];
    if (threadIdx.x < 32)
        cell[32 + threadIdx.x] = 0; // [A]
    __syncthreads();
    for (int i = 0; i < most[0]; i++) out[threadIdx.x] = i;
}
