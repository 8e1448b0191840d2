// Operators and functions of vectors, with some that the source defines itself.
#include <helper_math.h>
#include "helper_cuda.h"
__device__ float3 operator*(float3 a, float3 b) { return make_float3(a.x, b.y, 0); }
__device__ float dot(const float4 &a, const float4 &b) { return a.x - b.x; }
template <class T> __device__ T clamp(T x, T low, T high) { return x < low ? low : x; }
__global__ void k(float2 *a, float3 *b, float4 *c, int4 *d, uint3 *e, float *f) {
  c[0] = c[1] + c[2] * 2.0f - 1 / c[3];
  c[0] += c[1];
  c[0] *= 0.5;
  c[1] = -c[2] / c[3];
  b[0] = cross(b[1], normalize(b[2])) + lerp(b[0], b[1], 0.25f) + reflect(b[0], b[1]) * b[2];
  a[0] = make_float2(b[0]) + make_float2(3.0f) + fminf(a[1], a[2]) + floorf(a[0]) + fracf(a[1]) + smoothstep(a[0], a[1], a[2]);
  d[0] = d[1] + 2 * d[2] - make_int4(1) + max(d[0], d[1]) + clamp(d[0], 1, 7) + abs(d[2]);
  e[0] = e[1] / 3u + make_uint3(1, 2, 3) + min(e[0], e[1]);
  f[0] = dot(c[0], c[1]) + dot(b[0], b[1]) + length(a[0]) + clamp(f[1], 0.0f, 1.0f) + lerp(f[0], f[1], 0.5f) + dot(d[0], d[1]);
  c[2] = make_float4(b[0], 1.0f) + make_float4(d[0]) + clamp(c[1], 0.0f, 1.0f) + clamp(c[1], 0.0f, 1.0f);
}
