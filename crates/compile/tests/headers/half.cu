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
template <class H, class H2> __device__ H both(H *a, H2 *b, float *f, int *i) {
  H x = a[0]; H2 y = b[0];
  x = 1; x = 2u; x = 3ll; x = 4.0; x = (short)5; x = H(6ul); x += H(7); ++x; x--; x /= a[1]; x -= a[2]; x *= -a[3];
  y += b[1]; y -= b[2]; y *= b[3]; y /= b[4]; ++y; y = -y + b[5] - b[6]; y--;
  x = __hadd_sat(x, a[1]) + __hsub_sat(x, x) + __hmul_sat(x, x) + __hfma_sat(x, x, x) + __hfma_relu(x, x, x) + __hadd_rn(x, x) + __hmul_rn(x, x);
  y = __hadd2_sat(y, b[1]) + __hsub2_sat(y, y) + __hmul2_sat(y, y) + __hfma2_sat(y, y, y) + __hfma2_relu(y, y, y) + __hneg2(y) + __habs2(y);
  y += __h2div(y, b[1]) + __hmax2(y, y) + __hmin2_nan(y, y) + __hcmadd(y, y, y) + __lowhigh2highlow(y) + __heq2(y, b[1]) + __hneu2(y, b[1]) + __hisnan2(y);
  x += __hmax_nan(x, x) + __hmin_nan(x, x) + hrcp(x) + hrsqrt(x) + hsin(x) + hcos(x) + hexp2(x) + hexp10(x) + hlog2(x) + hlog10(x) + hlog(x);
  x += hfloor(x) + hceil(x) + htrunc(x) + hrint(x) + hsqrt(x); y += h2exp(y) + h2floor(y) + h2sqrt(y) + h2rcp(y) + h2sin(y) + h2log(y);
  i[0] = __heq(x, a[1]) + __hne(x, a[1]) + __hlt(x, x) + __hgeu(x, x) + __hequ(x, x) + __hisinf(x) + (x == a[1]) + (x != a[1]) + (y == b[1]) + (y != b[1]) + (y < b[2]);
  i[1] = __hbeq2(y, y) + __hbne2(y, y) + __hblt2(y, y) + __hbgtu2(y, y) + (int)__heq2_mask(y, y); f[0] = x; f[1] = __low2float(y) + __high2float(y);
  a[7] = __shfl_sync(~0u, x, 1) + __shfl_up_sync(~0u, x, 1); b[7] = __shfl_xor_sync(~0u, y, 1); a[8] = __ldg(a + 1); b[8] = __ldg(b + 1); __stcg(a + 9, x);
  atomicAdd(a, x); atomicAdd(b, y);
  return x;
}
__global__ void all_of_both(__half *a, half2 *b, nv_bfloat16 *c, __nv_bfloat162 *d, float *f, int *i, double e) {
  nv_half x = both(a, b, f, i); nv_bfloat16 y = both(c, d, f, i);
  x = __float2half_rz(f[2]) + __float2half_rd(f[2]) + __float2half_ru(f[2]) + __double2half(e) + __int2half_rn(3) + __uint2half_rz(3) + __short2half_rn(3) + __ll2half_rd(3) + __ull2half_ru(3) + __ushort2half_rn(3);
  i[2] = __half2int_rn(x) + __half2int_rz(x) + __half2int_rd(x) + (int)__half2uint_ru(x) + __half2short_rn(x) + (int)__half2ll_rz(x) + (int)__half2ull_rn(x) + __half2ushort_rd(x) + __half2char_rz(x) + __half2uchar_rz(x);
  y = __float2bfloat16_rz(f[2]) + __double2bfloat16(e) + __int2bfloat16_rn(3) + __ull2bfloat16_rz(3); i[3] = __bfloat162int_rz(y) + (int)__bfloat162uint_rn(y);
  b[0] = __lows2half2(b[1], b[2]) + __highs2half2(b[1], b[2]) + __low2half2(b[1]) + __high2half2(b[1]) + __halves2half2(__low2half(b[1]), __high2half(b[1])) + make_half2(x, x) + __float22half2_rn(make_float2(1, 2));
  d[0] = __lows2bfloat162(d[1], d[2]) + __low2bfloat162(d[1]) + __floats2bfloat162_rn(1, 2) + __float2bfloat162_rn(1) + __bfloat162bfloat162(y) + __halves2bfloat162(__low2bfloat16(d[1]), y) + make_bfloat162(y, y);
  f[3] = __half22float2(b[1]).x + __bfloat1622float2(d[1]).y; i[4] = __half_as_short(x) + __half_as_ushort(x) + __bfloat16_as_ushort(y); a[0] = __short_as_half(3) + __ushort_as_half(4) + CUDART_ONE_FP16;
  __half_raw raw = x; __half2_raw raws = b[0]; a[1] = __half(raw); b[1] = __half2(raws); c[1] = __ushort_as_bfloat16(3) + CUDART_INF_BF16;
  volatile __half v; v = raw; raw = v; a[2] = raw;
}
void on_the_host(float *f) { __half h = __float2half(f[0]); h = 3.0; h += __half(2); f[1] = __half2float(h); __half2 p = __floats2half2_rn(1, 2); f[2] = __low2float(p); nv_bfloat16 b(1.0f); f[3] = b; }
