// The result of a counting barrier is unused: the barrier stays.
__global__ void kernel(int n) {
  __syncthreads_count(n); // KEEP bar.red.popc.u32
  __syncthreads_or(n);    // KEEP bar.red.or.pred
}
