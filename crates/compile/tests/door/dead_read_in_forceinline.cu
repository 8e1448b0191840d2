// The same in functions that ask to be inlined.
__device__ __forceinline__ void peek(int *p) {
  int dead = *p; // KEEP ld.u32 GONE ld
}
__attribute__((always_inline)) __device__ inline void peek_too(int *p) {
  int dead = *p; // KEEP ld.u32 GONE ld
}
__global__ void kernel(int *out) {
  __shared__ int s[64];
  s[threadIdx.x] = 1;
  peek(&s[threadIdx.x ^ 1]);
  peek_too(&s[threadIdx.x ^ 2]);
  out[threadIdx.x] = s[threadIdx.x];
}
