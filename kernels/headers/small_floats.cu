//! Numbers of four, six and eight bits
//! source: raddle
//! check: --block 64 --grid 1
//! expect: race=proved bounds=proved
//! why: Each thread converts its own element. What a conversion gives is unknown, and nothing depends on it.

#include <cuda_fp4.h>

__global__ void convert(const float4 *from, float *to, __nv_fp8_e8m0 *scales) {
    const int i = threadIdx.x;
    const float4 x = from[i];
    const __nv_fp4x4_e2m1 four(x);
    const __nv_fp8x4_e4m3 eight(x);
    const __nv_fp6_e3m2 six(x.y);
    scales[i] = __nv_fp8_e8m0(x.z);
    to[i] = (float)six + ((float4)eight).x + __half2float(__half(__nv_cvt_fp4_to_halfraw(four.__x & 15, __NV_E2M1)));
}
