// A read after the thread's own write of the cell: an optimiser forwards the value, though another thread may have
// written in between.
__global__ void kernel(int *out, int n) {
  __shared__ int s[32];
  s[threadIdx.x / 2] = n;
  out[threadIdx.x] = s[threadIdx.x / 2]; // KEEP ld.u32 GONE ld
}
