// Half precision and bfloat16.
#include <cuda_fp16.h>
#include <cuda_bf16.h>
__global__ void halves(__half *a, half2 *b, float *f) {
  __half x = __float2half(f[0]);
  x = x + a[1]; x = __hadd(x, a[2]); x = __hfma(x, x, x); x += a[3]; x = -x; x = __habs(x) * a[4] / x - x;
  a[0] = x; f[1] = __half2float(x) + (float)a[1]; a[1] = 2.0f;
  b[0] = __hadd2(b[1], b[2]) * __hfma2(b[0], b[1], b[2]); b[1] = __floats2half2_rn(f[0], f[1]); b[2] = __half2half2(x);
  float2 pair = __half22float2(b[0]); f[2] = pair.x + __low2float(b[1]) + __high2float(b[1]);
  if (x > a[3] || __hgt(x, a[2]) || __hisnan(x)) a[5] = __hmax(x, __hmin(a[6], x));
  atomicAdd(a, x); atomicAdd(b, b[1]); a[2] = __shfl_xor_sync(~0u, x, 1); b[3] = __shfl_down_sync(~0u, b[2], 1);
  a[3] = hsqrt(hexp(x));
}
__global__ void brains(__nv_bfloat16 *a, __nv_bfloat162 *b, float *f) {
  __nv_bfloat16 y = __float2bfloat16(f[0]);
  y = y * a[1] + y; y = __hfma(y, y, y); f[1] = __bfloat162float(y); b[0] = __hadd2(b[1], b[2]); a[0] = __hmax(y, a[1]);
  if (y < a[2]) a[3] = y;
}
