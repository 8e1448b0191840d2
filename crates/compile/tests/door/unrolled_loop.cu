// A barrier in a loop is one barrier, at one place. An unrolled loop has several.
__global__ void kernel(int *out) {
  for (int i = 0; i < 4; i++) {
    __syncthreads(); // KEEP 1 bar.sync OPTIMISED 4 bar.sync
    out[threadIdx.x] += i;
  }
}
