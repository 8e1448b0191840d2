// A racy read whose value nobody uses. An optimiser deletes it, and the race with it.
__global__ void kernel(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  int dead = s[threadIdx.x ^ 1]; // KEEP ld.u32 GONE ld
  out[threadIdx.x] = 7;
}
