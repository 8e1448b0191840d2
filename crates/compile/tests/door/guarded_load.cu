// A load under a condition, cheap enough to be done always: an optimiser does it in every thread and selects.
__global__ void kernel(int *out, int n) {
  __shared__ int s[64];
  s[threadIdx.x] = n;
  int v = 0;
  if (threadIdx.x < 32) // KEEP bra GONE bra
    v = s[0];
  out[threadIdx.x] = v;
}
