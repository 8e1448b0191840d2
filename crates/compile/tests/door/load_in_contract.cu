// A load inside a contract lies between the markers, in program order.
__global__ void kernel(int *out) {
  __assert(out[threadIdx.x ^ 1] == 0); // KEEP ld.u32 KEEP 2 call
  out[threadIdx.x] = 1;
}
