/* Constants of the CUDA math API. */
#pragma once
#define CUDART_INF_F __int_as_float(0x7f800000)
#define CUDART_NAN_F __int_as_float(0x7fffffff)
#define CUDART_MIN_DENORM_F __int_as_float(0x00000001)
#define CUDART_MAX_NORMAL_F __int_as_float(0x7f7fffff)
#define CUDART_NEG_ZERO_F __int_as_float((int)0x80000000)
#define CUDART_ZERO_F 0.0f
#define CUDART_ONE_F 1.0f
#define CUDART_PI_F 3.14159265358979f
#define CUDART_PIO2_F 1.57079632679490f
#define CUDART_L2E_F 1.44269504088896f
#define CUDART_LN2_F 0.693147180559945f
#define CUDART_SQRT_TWO_F 1.41421356237310f
#define CUDART_INF __longlong_as_double(0x7ff0000000000000ll)
#define CUDART_NAN __longlong_as_double((long long)0xfff8000000000000ull)
#define CUDART_PI 3.1415926535897931
#define CUDART_L2E 1.4426950408889634
