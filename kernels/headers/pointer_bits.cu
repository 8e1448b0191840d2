//! Pointers, `size_t` and `long` of 32 and of 64 bits in CUDA
//! source: raddle
//! check: --block 64 --grid 1 --kernel sizes --pointer-bits 32 --property assert
//! expect: assert=proved
//! check: --block 64 --grid 1 --kernel sizes --property assert
//! expect: assert=refuted
//! check: --block 64 --grid 1 --kernel packed --pointer-bits 32
//! expect: race=proved
//! check: --block 64 --grid 1 --kernel packed --pointer-bits 64
//! expect: race=refuted
//! finding: race line 31
//! check: --block 64 --grid 1 --kernel functions --pointer-bits 32
//! expect: race=proved divergence=proved
//! check: --block 64 --grid 1 --kernel in_front --pointer-bits 32 --property bounds
//! expect: bounds=refuted
//! check: --block 64 --grid 1 --kernel sizes --pointer-bits 16
//! expect-exit: 3
//! check: --block 64 --grid 1 --kernel sizes --pointer-bits 32 --compiler nvcc
//! expect-exit: 3
//! why: A CUDA source is compiled for a host whose pointers and whose `long` have as many bits as the device's. With 32 bits
//!   word t of `packed` is element t, which thread t wrote; with 64 bits it is one half of element t / 2. Functions with pointers in
//!   assembly (atomics, cached loads) compile. What lies in front of an array is outside of it, though addresses wrap around.
__global__ void sizes(int *a) {
  __assert(sizeof(a) == 4 && sizeof(size_t) == 4 && sizeof(long) == 4 && sizeof(long long) == 8);
  __assert(sizeof(long2) == 8 && sizeof(longlong2) == 16);
}

// Each thread reads the word of its own number.
__global__ void packed(long *a, int *out) {
  a[threadIdx.x] = threadIdx.x;
  out[threadIdx.x] = ((int *)a)[threadIdx.x]; // [A]
}

__global__ void functions(int *a, const int *b, unsigned long n) {
  atomicAdd(a, __ldg(b + threadIdx.x));
  __stcg(a + 1 + threadIdx.x, __ldcg(b + threadIdx.x));
  a[65 + threadIdx.x] = (int)__shfl_sync(~0u, n, 3) + (int)__match_any_sync(~0u, n);
}

__global__ void in_front(int *a, int n) {
  __shared__ int s[64];
  s[(int)threadIdx.x - 1] = n;
}
