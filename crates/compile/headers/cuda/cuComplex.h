/* Complex numbers, as pairs of real part and imaginary part. */
#pragma once
#include "raddle/cuda.h"
#include "raddle/inlining.h"
typedef float2 cuFloatComplex;
typedef double2 cuDoubleComplex;
typedef cuFloatComplex cuComplex;
#define RADDLE_COMPLEX(C, t, suffix, real, imag, make, conj)                                                     \
  RADDLE_HD t real(C z) { return z.x; }                                                                                \
  RADDLE_HD t imag(C z) { return z.y; }                                                                                \
  RADDLE_HD C make(t x, t y) { C z; z.x = x; z.y = y; return z; }                                                      \
  RADDLE_HD C conj(C z) { return make(z.x, -z.y); }                                                                    \
  RADDLE_HD C cuCadd##suffix(C a, C b) { return make(a.x + b.x, a.y + b.y); }                                          \
  RADDLE_HD C cuCsub##suffix(C a, C b) { return make(a.x - b.x, a.y - b.y); }                                          \
  RADDLE_HD C cuCmul##suffix(C a, C b) { return make(a.x * b.x - a.y * b.y, a.x * b.y + a.y * b.x); }                  \
  RADDLE_FN C cuCfma##suffix(C a, C b, C c) { return cuCadd##suffix(cuCmul##suffix(a, b), c); }
RADDLE_COMPLEX(cuFloatComplex, float, f, cuCrealf, cuCimagf, make_cuFloatComplex, cuConjf)
RADDLE_COMPLEX(cuDoubleComplex, double, , cuCreal, cuCimag, make_cuDoubleComplex, cuConj)
#undef RADDLE_COMPLEX
/* How these scale their operands is the library's affair: functions of which nothing is known. */
#define RADDLE_COMPLEX(C, t, suffix)                                                                                   \
  extern "C" __attribute__((host, device, const)) t __raddle_math_complex_abs##suffix(t, t);                           \
  extern "C" __attribute__((host, device, const)) t __raddle_math_complex_divide##suffix(t, t, t, t, int);             \
  RADDLE_FN t cuCabs##suffix(C z) { return __raddle_math_complex_abs##suffix(z.x, z.y); }                              \
  RADDLE_FN C cuCdiv##suffix(C a, C b) {                                                                               \
    C z;                                                                                                               \
    z.x = __raddle_math_complex_divide##suffix(a.x, a.y, b.x, b.y, 0);                                                 \
    z.y = __raddle_math_complex_divide##suffix(a.x, a.y, b.x, b.y, 1);                                                 \
    return z;                                                                                                          \
  }
RADDLE_COMPLEX(cuFloatComplex, float, f)
RADDLE_COMPLEX(cuDoubleComplex, double, )
#undef RADDLE_COMPLEX
RADDLE_HD cuComplex make_cuComplex(float x, float y) { return make_cuFloatComplex(x, y); }
RADDLE_HD cuDoubleComplex cuComplexFloatToDouble(cuFloatComplex z) { return make_cuDoubleComplex(z.x, z.y); }
RADDLE_HD cuFloatComplex cuComplexDoubleToFloat(cuDoubleComplex z) { return make_cuFloatComplex((float)z.x, (float)z.y); }
#include "raddle/no_inlining.h"
