// Every atomic of every type and scope.
template <class T> __device__ void integers(T *p, T v) {
  atomicMin(p, v); atomicMax(p, v); atomicAnd(p, v); atomicOr(p, v); atomicXor(p, v); atomicExch(p, v); atomicCAS(p, v, v);
  atomicMin_block(p, v); atomicMax_block(p, v); atomicAnd_block(p, v); atomicOr_block(p, v); atomicXor_block(p, v);
  atomicExch_block(p, v); atomicCAS_block(p, v, v);
  atomicMin_system(p, v); atomicMax_system(p, v); atomicAnd_system(p, v); atomicOr_system(p, v); atomicXor_system(p, v);
  atomicExch_system(p, v); atomicCAS_system(p, v, v);
}
template <class T> __device__ void sums(T *p, T v) { atomicAdd(p, v); atomicAdd_block(p, v); atomicAdd_system(p, v); }
template <class T> __device__ void differences(T *p, T v) { atomicSub(p, v); atomicSub_block(p, v); atomicSub_system(p, v); }

__global__ void all(int *i, unsigned *u, long long *l, unsigned long long *ul, float *f, double *d, unsigned short *h) {
  __shared__ int shared_counter;
  integers(i, 1); integers(u, 1u); integers(l, 1ll); integers(ul, 1ull);
  sums(i, 1); sums(u, 1u); sums(ul, 1ull); sums(f, 1.0f); sums(d, 1.0);
  differences(i, 1); differences(u, 1u); differences(ul, 1ull);
  atomicInc(u, 7); atomicDec_block(u, 7); atomicInc_system(u, 7);
  atomicExch(f, 2.0f); atomicCAS(h, (unsigned short)1, (unsigned short)2);
  atomicAdd(&shared_counter, 1);
}
__global__ void vectors(float2 *a, float4 *b) { a[0] = atomicAdd(a + 1, make_float2(1, 2)); b[0] = atomicAdd(b + 1, make_float4(1, 2, 3, 4)); }
