//! Half precision and bfloat16: roundings, saturation, comparisons with NaN, and integers have the values of the documentation
//! source: raddle
//! check: --block 2 --grid 1
//! expect: deadlock=proved race=proved divergence=proved
//! why: Where a line's values are not those of the CUDA math API, worked out by hand, thread 1 does not reach the barrier: a divergence.
//!   Between 1 and 2, half precision has steps of 1/1024, bfloat16 of 1/128.

#include <cuda_bf16.h>
#include <cuda_fp16.h>

__global__ void values(int *out) {
    const __half nan = CUDART_NAN_FP16, one = CUDART_ONE_FP16, two = 2;
    int right = __half2float(__float2half_rz(1.0009f)) == 1.0f && __half2float(__float2half_ru(1.0001f)) == 1.0009765625f;
    right &= __half2int_rz(__half(-2.5f)) == -2 && __half2int_rd(__half(-2.5f)) == -3 && __half2int_rn(__half(2.5f)) == 2 && __half2uchar_rz(__half(300)) == 255;
    right &= __int2half_rz(2049) == __half(2048.0f) && __int2half_ru(2049) == __half(2050.0f) && __half_as_ushort(one + two) == 0x4200;
    right &= __hadd_sat(one, two) == one && __hfma_relu(one, -two, one) == __half(0.0f) && __hmul(two, two) / two == two;
    right &= nan != one && !__hne(nan, one) && __hneu(nan, one) && __hequ(nan, one) && !(nan == nan) && !(nan < one) && __hltu(nan, one);
    right &= __hisnan(__hmax_nan(nan, one)) && __hmax(nan, one) == one && hfloor(__half(-1.5f)) == -two && hrint(__half(2.5f)) == two;
    const __half2 a(one, two), b(two, two);
    right &= __hbeq2(a + a, __half2(two, __half(4))) && !__hbeq2(a, b) && __heq2_mask(a, b) == 0xffff0000u && __low2float(__heq2(a, b)) == 0.0f;
    right &= __low2float(__lowhigh2highlow(a)) == 2.0f && __high2float(__highs2half2(a, b)) == 2.0f && __low2float(-a) == -1.0f;
    right &= __bfloat162float(__float2bfloat16(1.003f)) == 1.0f && __bfloat16_as_ushort(__nv_bfloat16(3)) == 0x4040 && __bfloat162int_rz(__nv_bfloat16(-7.5f)) == -7;
    __half step = one;
    right &= step++ == one && step == two && --step == one;
    if (right || threadIdx.x == 0) __syncthreads();
    out[threadIdx.x] = right;
}
