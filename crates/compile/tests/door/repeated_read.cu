// The same cell read twice: two accesses, of which an optimiser makes one.
__global__ void kernel(int *out, const int *in) {
  int a = in[5]; // KEEP ld.u32
  int b = in[5]; // KEEP ld.u32 GONE ld
  out[threadIdx.x] = a - b;
}
