//! Unstructured control flow from a short-circuit condition, with a barrier after it
//! source: paper 000, section 1 (short-circuit evaluation makes control flow unstructured)
//! check: --block 64 --grid 1
//! expect: deadlock=proved barrier-reuse=proved race=proved divergence=proved
//! why: The second operand reads cell[t - 1], and only where the first operand holds, so thread 0 reads nothing
//!   out of bounds. All cells are written before the first barrier, and the only later write, to `flag`, is by
//!   thread 63 alone. All threads reach both barriers.
__global__ void short_circuit(int *out) {
    __shared__ int cell[64];
    __shared__ int flag;
    int t = threadIdx.x;
    cell[t] = t * 7 % 64;
    __syncthreads();
    bool last = t > 0 && (cell[t - 1] == 62 * 7 % 64 || t == 63);
    if (last)
        flag = t;
    __syncthreads();
    out[t] = flag;
}
