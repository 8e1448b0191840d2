// Loads and stores with hints, for each width; vector types; address questions.
#include <cuda_runtime.h>
template <class T> __device__ void each(T *p, const T *q) {
  p[0] = __ldg(q); p[1] = __ldcg(q); p[2] = __ldca(q); p[3] = __ldcs(q); p[4] = __ldlu(q); p[5] = __ldcv(q);
  __stwb(p, q[0]); __stcg(p, q[1]); __stcs(p, q[2]); __stwt(p, q[3]);
}
__global__ void all(char *c, short *s, int *i, float *f, double *d, float2 *f2, float4 *f4, int4 *i4, double2 *d2, uchar4 *u4) {
  __shared__ int tile[32];
  each(c, c + 64); each(s, s + 64); each(i, i + 64); each(f, f + 64); each(d, d + 64); each(f2, f2 + 64); each(f4, f4 + 64);
  __shared__ char3 c3[2]; __shared__ double4 d4[2]; each((char3 *)c, (char3 *)c + 64); each((float3 *)f, (float3 *)f + 64); each((longlong4 *)d4, (longlong4 *)d4); c3[0] = __ldca(c3 + 1);
  each(i4, i4 + 64); each(d2, d2 + 64); each(u4, u4 + 64);
  i[0] = __isGlobal(i) + __isShared(tile) + __isConstant(i) + __isLocal(i) + (int)__cvta_generic_to_shared(tile);
  *(int *)__cvta_shared_to_generic(__cvta_generic_to_shared(&tile[1])) = 3;
  f4[0] = make_float4(1, 2, 3, 4); u4[0] = make_uchar4(1, 2, 3, 4); int3 t = make_int3(1, 2, 3); i[1] = t.z;
  static_assert(sizeof(float3) == 12 && alignof(float4) == 16 && alignof(float2) == 8 && sizeof(uchar3) == 3, "layout");
  static_assert(alignof(double2) == 16 && alignof(longlong4) == 16 && alignof(short4) == 8 && alignof(char2) == 2, "layout");
  dim3 b = blockDim; uint3 k = threadIdx; dim3 one(4);
  i[2] = b.x + k.y + one.z + warpSize + gridDim.z + blockIdx.y;
}
